"""Five Card Fortune: which cards to select, blind or with the community hand in sight, and what a selection comes to.

Blind: the hands of five that hold the selected card and none of the others in the pool are counted by inclusion and
exclusion over the pool, from the counts of hands that contain each small set. Several wild cards are counted the same
way over natural cards alone, for each number of wild ones. Revealed: for each community hand the cards left are sorted
by the row they make, and the best of a pool follows from binomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards import Card
from houseway.cards.card import RANKS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.base import Plan, reached, whole_numbers
from houseway.games.deuces_wild.maths.classes import (
    CHOOSE,
    DECK,
    WILD_CODES,
    WILDS,
    Codes,
    Numbers,
    classes,
    set_number,
    summed_over_before,
)
from houseway.games.deuces_wild.maths.counting import Events, Rows, beside, containing, fifth, whole, with_wilds
from houseway.maths.compiled import compiled

ROWS = hands.FORTUNE_ROWS
COMMUNITY = 4
_SEVERAL = [(held, picked) for held in range(2, WILDS + 1) for picked in range(2, held + 1)]
"""(wild cards in the pool, wild cards selected) wherever several are selected."""

SEVERAL_PLACE = np.zeros((WILDS + 1, WILDS + 1), dtype=np.int64)
SEVERAL_PLACE[tuple(zip(*_SEVERAL, strict=True))] = np.arange(len(_SEVERAL))
"""By wild cards in the pool and wild cards selected: which of the tables of `won_by_sets`."""

Counts = tuple[int, ...]
"""By row, none last."""

_NO_EVENTS: Events = np.zeros(0, dtype=np.uint8)

Picked = npt.NDArray[np.uint8]
"""By class of the cards in the pool, those selected: a bit for each, the lowest code first."""


# ------------------------------------------------------------------------------------------------------------ selecting


def best_selection(nets: Sequence[Fraction], pool: int, rows: Rows = ROWS) -> Picked:
    """By class of ``pool`` cards, the selection worth most before the community hand is seen, as bits of its cards.

    Of selections worth as much it takes the lowest single card, and the fewest wild ones.
    """
    return best_and_worth(nets, pool, rows)[0]


def best_and_worth(nets: Sequence[Fraction], pool: int, rows: Rows = ROWS) -> tuple[Picked, Numbers]:
    """`best_selection`, and what it wins by class: in parts of a unit, summed over all community hands."""
    return _best_and_worth(tuple(nets), pool, rows)


@lru_cache(maxsize=32)
def _best_and_worth(nets: tuple[Fraction, ...], pool: int, rows: Rows) -> tuple[Picked, Numbers]:
    gains, _ = whole_numbers(nets)
    singly, several = won_by_sets(nets, rows)
    last = gains[whole(rows)] if pool == 5 else gains[:0]
    picked = np.zeros(len(classes(pool)), dtype=np.uint8)
    worth = np.zeros(len(classes(pool)), dtype=np.int64)
    _choose(subsets(pool), classes(pool).wild, SEVERAL_PLACE, singly, last, several, picked, worth)
    return picked, worth


@lru_cache(maxsize=8)
def won_by_sets(nets: tuple[Fraction, ...], rows: Rows = ROWS) -> tuple[Numbers, Numbers]:
    """What the hands of five win that contain each small set, by its number (`set_numbers`), in parts of a unit.

    The second is of several selected wild cards: by `SEVERAL_PLACE`, and by set of natural cards in the community hand.
    """
    gains, _ = whole_numbers(nets)
    singly = _every_set(rows) @ gains
    return singly, _several_counts(rows) @ gains


def selection_values(nets: Sequence[Fraction], pool: Sequence[Card]) -> dict[tuple[int, ...], Fraction]:
    """What each selection from the cards of ``pool`` is worth before the community hand is seen, by positions from 1.

    Every single card, and the wild ones together.
    """
    gains, unit = whole_numbers(nets)
    codes = [kind.code for kind in pool]
    deals = comb(DECK - len(pool), COMMUNITY) * unit
    places = range(len(pool))
    wilds = tuple(place for place in places if codes[place] in WILD_CODES)
    contained = containing(ROWS)

    def won(held: tuple[int, ...]) -> int:
        """What the hands of five that contain these cards win together."""
        number = set_number([codes[place] for place in held])
        if len(held) == 5:
            return int(gains[whole(ROWS)[classes(5).of[number]]])
        return int(contained[len(held)][classes(len(held)).of[number]] @ gains)

    found: dict[tuple[int, ...], Fraction] = {}
    for card in places:
        others = [place for place in places if place != card]
        total = sum(
            (-1) ** size * won((card, *more)) for size in range(len(pool)) for more in combinations(others, size)
        )
        found[(card + 1,)] = Fraction(total, deals)
    natural = [place for place in places if place not in wilds]
    for together in range(2, len(wilds) + 1):
        counts = _several_counts(ROWS)[int(SEVERAL_PLACE[len(wilds), together])]
        total = 0
        for size in range(min(len(natural), 3) + 1):
            for more in combinations(natural, size):
                number = set_number([codes[place] for place in more])
                row = _sets(size - 1) + int(classes(size).of[number])
                total += (-1) ** size * int(counts[row] @ gains)
        found[tuple(place + 1 for place in wilds[:together])] = Fraction(total, deals)
    return found


def blind(picked: Picked, pool: int, weights: Numbers | None = None, rows: Rows = ROWS) -> Counts:
    """How often each row is made with these selections: of all pools (or ``weights`` by class) and community hands."""
    held = classes(pool)
    singly = np.zeros(_sets(4), dtype=np.int64)
    several = np.zeros((len(_SEVERAL), _sets(3)), dtype=np.int64)
    last = np.zeros(len(held) if pool == 5 else 0, dtype=np.int64)
    sizes = held.sizes if weights is None else weights
    _weigh(subsets(pool), held.wild, SEVERAL_PLACE, sizes, picked, singly, last, several)
    counts = np.zeros(len(rows) + 1, dtype=np.int64)
    _tell(
        singly, _every_set(rows), several, _several_counts(rows), whole(rows) if pool == 5 else _NO_EVENTS, last, counts
    )
    return tuple(counts.tolist())


def selected(picked: Picked, pool: int, weights: Numbers | None = None) -> dict[str, Fraction]:
    """How often each rank, or each number of wild cards (``W W``), is selected: of all pools, or of ``weights``."""
    held = classes(pool)
    tally = np.zeros(len(RANKS) + 1 + WILDS, dtype=np.int64)
    sizes = held.sizes if weights is None else weights
    _tally(held.cards, sizes, picked, WILD_CODES, tally)
    texts = [*RANKS, "", *(" ".join("W" * number) for number in range(1, WILDS + 1))]
    every = int(sizes.sum())
    return {text: Fraction(count, every) for text, count in zip(texts, tally.tolist(), strict=True) if count}


def revealed(nets: Sequence[Fraction], pool: int, weights: Numbers | None = None) -> Counts:
    """How often each row is made when the best of ``pool`` cards is selected with the community hand in sight.

    Of all community hands (or ``weights`` by class) and pools.
    """
    return _revealed(tuple(preference(nets)), pool, None if weights is None else weights.tobytes())


@lru_cache(maxsize=32)
def _revealed(order: tuple[int, ...], pool: int, weighed: bytes | None) -> Counts:
    four = classes(COMMUNITY)
    counts = np.zeros(len(ROWS) + 1, dtype=np.int64)
    sizes = four.sizes if weighed is None else np.frombuffer(weighed, dtype=np.int64)
    _best(sizes, four.wild, fifth(ROWS).natural, more_wilds(), np.array(order), CHOOSE, pool, counts)
    return tuple(counts.tolist())


def preference(nets: Sequence[Fraction]) -> list[int]:
    """The place of each row in the order of what it pays, the best first; of rows that pay alike the higher first."""
    order = sorted(range(len(nets)), key=lambda row: (-nets[row], row))
    return [order.index(row) for row in range(len(nets))]


def deals(pool: int) -> int:
    """In how many ways a pool and a community hand can be dealt."""
    return comb(DECK, pool) * comb(DECK - pool, COMMUNITY)


ORDERS = {3: 1, 4: 4, 5: 20}
"""In how many orders the further cards of a pool may have come, by its size."""


def pools_held(plan: Plan, most: int) -> dict[int, Numbers]:
    """By number of cards held at the last decision, and by class: how often, for a player who plays by ``plan``.

    ``most`` is the option ``fortune-pool`` (DW-6). Of all hands of so many cards, times their `ORDERS`.
    """
    return _pools_held(plan.play.tobytes(), plan.raise_.tobytes(), most)


@lru_cache(maxsize=16)
def _pools_held(plays: bytes, raises: bytes, most: int) -> dict[int, Numbers]:
    if most == 3:
        return {3: classes(3).sizes}
    plan = Plan(np.frombuffer(plays, dtype=np.bool_), np.frombuffer(raises, dtype=np.bool_))
    found = {3: np.where(plan.play, 0, classes(3).sizes), 4: reached(plan.play)}
    if most == 5:
        raised = np.where(plan.raise_, found[4], 0)
        found[4] = np.where(plan.raise_, 0, found[4])
        found[5] = _raised_fives(plan, raised)
    return {pool: weights for pool, weights in found.items() if weights.any()}


def shares_held(held: Mapping[int, Numbers]) -> dict[int, Fraction]:
    """How likely a player holds so many cards at the last decision, from `pools_held`."""
    return {pool: Fraction(int(weights.sum()), comb(DECK, pool) * ORDERS[pool]) for pool, weights in held.items()}


def beside_ante(plan: Plan, most: int, selections: Mapping[int, Picked], rows: Rows = ROWS) -> list[Fraction]:
    """How likely each row is for a player who also plays the Ante by ``plan``, and selects blind at the last decision.

    ``most`` is the option ``fortune-pool``; ``selections`` are by number of cards held then (DW-6).
    """
    chances = [Fraction(0)] * (len(rows) + 1)
    for pool, weights in pools_held(plan, most).items():
        every = deals(pool) * ORDERS[pool]
        for row, count in enumerate(blind(selections[pool], pool, weights, rows)):
            chances[row] += Fraction(count, every)
    return chances


def _raised_fives(plan: Plan, raised: Numbers) -> Numbers:
    """How often each class of five is held after a raise, by which three came first and which was the fourth."""
    five = classes(5)
    # A class of four is come to equally often with each of its hands.
    each = raised // classes(4).sizes
    weights: Numbers = summed_over_before(5, each) * five.sizes
    return weights


# -------------------------------------------------------------------------------------------------------- what it needs


def _sets(size: int) -> int:
    """How many sets of at most ``size`` cards there are, up to suits and wild cards."""
    return sum(len(classes(number)) for number in range(size + 1))


@cache
def _every_set(rows: Rows) -> Numbers:
    """`containing` in one array."""
    return np.concatenate(containing(rows))


@cache
def _several_counts(rows: Rows) -> Numbers:
    """For each of `_SEVERAL`, by set of up to three natural cards in the community hand: how often each row comes.

    The community hand may hold wild cards too, of those that are not in the pool.
    """
    found = np.zeros((len(_SEVERAL), _sets(3), len(rows) + 1), dtype=np.int64)
    for counts, (held, picked) in zip(found, _SEVERAL, strict=True):
        for wild in range(WILDS - held + 1):
            for size, vectors in enumerate(beside(rows, COMMUNITY - wild, picked + wild)[:4]):
                start = _sets(size - 1)
                counts[start : start + len(vectors)] += comb(WILDS - held, wild) * vectors
    return found


@cache
def subsets(pool: int) -> npt.NDArray[np.int16]:
    """By class of ``pool`` cards and bits of its cards, the set of those cards: sets are numbered by size, then class.

    No set has more than four cards: all five of a pool of five are numbered 0, as none of them are.
    """
    held = classes(pool)
    found = np.zeros((len(held), 1 << pool), dtype=np.int16)
    of, starts = set_numbers()
    _number(held.cards, CHOOSE, starts, of, found)
    return found


@cache
def set_numbers() -> tuple[npt.NDArray[np.int16], Numbers]:
    """The number of every set of at most four cards, by size and then by number of the set; where each size begins."""
    of = np.concatenate([classes(size).of + _sets(size - 1) for size in range(5)]).astype(np.int16)
    return of, np.cumsum([0, *(comb(DECK, size) for size in range(5))])


@cache
def more_wilds() -> Events:
    """By class of community hand and number of wild cards selected with it: the row of the best five."""
    four = classes(COMMUNITY)
    found = np.full((len(four), WILDS + 1), len(ROWS), dtype=np.uint8)
    for wild in range(WILDS):
        rows = np.flatnonzero(four.wild == wild)
        size = COMMUNITY - wild
        numbers = sum((CHOOSE[four.cards[rows, wild + k], k + 1] for k in range(size)), np.zeros(len(rows), np.int64))
        natural = classes(size).of[numbers]
        for picked in range(1, WILDS - wild + 1):
            found[rows, picked] = with_wilds(ROWS)[size][natural, wild + picked]
    return found


@compiled
def _number(
    cards: Codes, choose: Numbers, starts: Numbers, of: npt.NDArray[np.int16], found: npt.NDArray[np.int16]
) -> None:
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
def _choose(
    subsets: npt.NDArray[np.int16],
    wild: Numbers,
    place: Numbers,
    singly: Numbers,
    last: Numbers,
    several: Numbers,
    picked: Picked,
    worth: Numbers,
) -> None:
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
            won = singly[subsets[row, held]]
            value[held] = won if odd[held] else -won
        if last.size:
            value[sets - 1] = last[row]
        # The sum over all sets that hold card k, for each k from the last: then the sets with and without it are one.
        half = sets
        for k in range(size - 1, -1, -1):
            half //= 2
            total = np.int64(0)
            for held in range(half):
                total += value[half + held]
                value[held] += value[half + held]
            sums[k] = total
        best = sums[0]
        pick = 1
        natural = ((1 << (size - wild[row])) - 1) << min(wild[row], 4)
        for k in range(1, size):
            if natural >> k & 1 and sums[k] > best:
                best = sums[k]
                pick = 1 << k
        wilds = 1
        for together in range(2, wild[row] + 1):
            wilds |= 1 << (together - 1 if together < 5 else size - 1)
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
def _weigh(
    subsets: npt.NDArray[np.int16],
    wild: Numbers,
    place: Numbers,
    weights: Numbers,
    picked: Picked,
    singly: Numbers,
    last: Numbers,
    several: Numbers,
) -> None:
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
            for held in range(1, sets):
                if held & pick:
                    singly[subsets[row, held]] += weight if odd[held] else -weight
            if last.size:
                # All five cards are no set of `singly`: their number there is that of no card.
                singly[0] -= weight
                last[row] += weight
        else:
            natural = ((1 << (size - wild[row])) - 1) << min(wild[row], 4)
            together = np.int64(0)
            for k in range(size):
                together += pick >> k & 1
            for held in range(sets):
                if held & natural == held:
                    number = subsets[row, held]
                    several[place[wild[row], together], number] += -weight if odd[held] else weight


@compiled
def _tell(
    singly: Numbers,
    every: Numbers,
    several: Numbers,
    together: Numbers,
    events: Events,
    last: Numbers,
    counts: Numbers,
) -> None:
    """Add up the rows of the sets that `_weigh` found, as often as each of them counts."""
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
def _tally(cards: Codes, sizes: Numbers, picked: Picked, wild_codes: Numbers, tally: Numbers) -> None:
    for row in range(cards.shape[0]):
        place = 0
        while picked[row] >> place & 1 == 0:
            place += 1
        code = np.int64(cards[row, place])
        at = code // 4
        if code <= wild_codes[3] or code == wild_codes[4]:
            at = np.int64(13)
            for k in range(cards.shape[1]):
                at += picked[row] >> k & 1
        tally[at] += sizes[row]


@compiled
def _best(
    sizes: Numbers,
    wild: Numbers,
    natural: Numbers,
    more: Events,
    preference: Numbers,
    choose: Numbers,
    pool: int,
    counts: Numbers,
) -> None:
    rows = natural.shape[1]
    order = np.zeros(rows, np.int64)
    for event in range(rows):
        order[preference[event]] = event
    for row in range(sizes.size):
        fixed = rows
        for wilds in range(min(pool, 5 - wild[row]) + 1):
            if wilds:
                fixed = min(fixed, preference[more[row, wilds]])
            drawn = pool - wilds
            ways = sizes[row] * choose[5 - wild[row], wilds]
            below = 0
            before = np.int64(0)
            for at in range(rows - 1, -1, -1):
                event = order[at]
                below += natural[row, event]
                sets = choose[below, drawn]
                if at <= fixed:
                    counts[event] += ways * (sets - before)
                    before = sets
