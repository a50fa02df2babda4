"""The compiled walks through the pools of Five Card Fortune: see `deuces_wild.maths.fortune`.

Cards are sorted by code: ``low`` wild ones come before every natural card, the joker after.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from houseway.cards.card import CARDS
from houseway.games.deuces_wild.maths.classes import Codes, Numbers
from houseway.games.deuces_wild.maths.counting import Events
from houseway.maths.compiled import compiled

Picked = npt.NDArray[np.uint8]
"""By class of the cards in the pool, those selected: a bit for each, the lowest code first."""

JOKER = len(CARDS) - 1
"""The joker's code."""


@compiled
def number_sets(
    cards: Codes, choose: Numbers, starts: Numbers, of: npt.NDArray[np.int16], found: npt.NDArray[np.int16]
) -> None:
    """Write the number of every set of cards of each class, by its bits."""
    number = np.zeros(32, np.int64)
    count = np.zeros(32, np.int64)
    for row in range(cards.shape[0]):
        top = 0
        for held in range(1, found.shape[1]):
            if held >> (top + 1):
                top += 1
            rest = held ^ (1 << top)
            count[held] = count[rest] + 1
            number[held] = number[rest] + choose[np.int64(cards[row, top]), count[held]]
            if count[held] < 5:
                found[row, held] = of[starts[count[held]] + number[held]]


@compiled
def _halve(value: Numbers, half: int) -> np.int64:
    """The sum of the second half of so many values twice; each is added to the one in its place in the first half."""
    total = np.int64(0)
    for held in range(half):
        total += value[half + held]
        value[held] += value[half + held]
    return total


@compiled
def choose_selections(
    subsets: npt.NDArray[np.int16],
    wild: Numbers,
    low: int,
    place: Numbers,
    signed: Numbers,
    last: Numbers,
    several: Numbers,
    picked: Picked,
    worth: Numbers,
) -> None:
    """Write the best selection of each class before the community hand is seen, and what it wins.

    ``low`` is how many wild cards have codes before every natural one. ``signed`` is what the hands of five win that
    contain each set, with its sign in a sum by inclusion and exclusion.
    """
    sets = subsets.shape[1]
    size = 0
    while 1 << size < sets:
        size += 1
    odd = np.zeros(sets, np.bool_)
    for held in range(1, sets):
        odd[held] = odd[held & (held - 1)] ^ True
    value = np.zeros(sets, np.int64)
    sums = np.zeros(size, np.int64)
    for row in range(subsets.shape[0]):
        for held in range(sets):
            value[held] = signed[subsets[row, held]]
        if last.size:
            value[sets - 1] = last[row]
        # The sum over all sets that hold card k, for each k from the last: then the sets with and without it are one.
        if size > 4:
            sums[4] = _halve(value, 16)
        if size > 3:
            sums[3] = _halve(value, 8)
        if size > 2:
            sums[2] = _halve(value, 4)
        if size > 1:
            sums[1] = _halve(value, 2)
        sums[0] = _halve(value, 1)
        best = sums[0]
        pick = 1
        natural = ((1 << (size - wild[row])) - 1) << min(wild[row], low)
        # A further wild card is worth what the first is.
        for k in range(1, size):
            if sums[k] > best:
                best = sums[k]
                pick = 1 << k
        wilds = 1
        for together in range(2, wild[row] + 1):
            wilds |= 1 << (together - 1 if together <= low else size - 1)
            total = np.int64(0)
            for held in range(sets):
                if held & natural == held:
                    won = several[place[wild[row], together], subsets[row, held]]
                    total += -won if odd[held] else won
            if total > best:
                best = total
                pick = wilds
        picked[row] = pick
        worth[row] = best


@compiled
def weigh_selections(
    subsets: npt.NDArray[np.int16],
    wild: Numbers,
    low: int,
    place: Numbers,
    weights: Numbers,
    picked: Picked,
    singly: Numbers,
    last: Numbers,
    several: Numbers,
) -> None:
    """Add up how often each set counts where these cards are picked, by inclusion and exclusion.

    In ``singly`` all are added, those too that are to be taken away.
    """
    sets = subsets.shape[1]
    size = 0
    while 1 << size < sets:
        size += 1
    odd = np.zeros(sets, np.bool_)
    for held in range(1, sets):
        odd[held] = odd[held & (held - 1)] ^ True
    for row in range(subsets.shape[0]):
        pick = np.int64(picked[row])
        weight = weights[row]
        if weight == 0:
            continue
        if pick & (pick - 1) == 0:
            # Every set of the other cards, with the one that is picked put between them.
            below = pick - 1
            for others in range(sets // 2):
                singly[subsets[row, (others & ~below) << 1 | pick | others & below]] += weight
            if last.size:
                # All five cards are no set of `singly`: their number there is that of no card.
                singly[0] -= weight
                last[row] += weight
        else:
            natural = ((1 << (size - wild[row])) - 1) << min(wild[row], low)
            together = np.int64(0)
            for k in range(size):
                together += pick >> k & 1
            for held in range(sets):
                if held & natural == held:
                    number = subsets[row, held]
                    several[place[wild[row], together], number] += -weight if odd[held] else weight


@compiled
def tell_rows(
    singly: Numbers,
    every: Numbers,
    several: Numbers,
    together: Numbers,
    events: Events,
    last: Numbers,
    counts: Numbers,
) -> None:
    """Add up the rows of the sets that `weigh_selections` found, as often as each of them counts."""
    for number in range(singly.size):
        if singly[number]:
            for row in range(counts.size):
                counts[row] += singly[number] * every[number, row]
    for part in range(several.shape[0]):
        for number in range(several.shape[1]):
            if several[part, number]:
                for row in range(counts.size):
                    counts[row] += several[part, number] * together[part, number, row]
    for number in range(events.size):
        counts[events[number]] += last[number]


@compiled
def tally_selected(cards: Codes, sizes: Numbers, picked: Picked, low: int, tally: Numbers) -> None:
    """Count what is picked by rank, and by number of wild cards."""
    for row in range(cards.shape[0]):
        if sizes[row] == 0:
            continue
        place = 0
        while picked[row] >> place & 1 == 0:
            place += 1
        code = np.int64(cards[row, place])
        at = code // 4
        if code < low or code == JOKER:
            at = np.int64(13)
            for k in range(cards.shape[1]):
                at += picked[row] >> k & 1
        tally[at] += sizes[row]


@compiled
def best_in_sight(
    sizes: Numbers,
    wild: Numbers,
    cards: int,
    natural: Numbers,
    more: Events,
    preference: Numbers,
    choose: Numbers,
    pool: int,
    counts: Numbers,
) -> None:
    """Count the rows of the best selections beside each community hand; ``cards`` is how many are wild in all."""
    rows = natural.shape[1]
    order = np.zeros(rows, np.int64)
    for event in range(rows):
        order[preference[event]] = event
    for row in range(sizes.size):
        fixed = rows
        for wilds in range(min(pool, cards - wild[row]) + 1):
            if wilds:
                fixed = min(fixed, preference[more[row, wilds]])
            drawn = pool - wilds
            ways = sizes[row] * choose[cards - wild[row], wilds]
            below = 0
            before = np.int64(0)
            for at in range(rows - 1, -1, -1):
                event = order[at]
                below += natural[row, event]
                sets = choose[below, drawn]
                if at <= fixed:
                    counts[event] += ways * (sets - before)
                    before = sets
