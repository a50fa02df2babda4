"""Seats that show each other their cards before they decide, simulated: the best decision for one of them.

Every class of his hands is looked at; the cards of his friends are drawn at random, by streams of chance named by
(seed, class). What each choice then wins against every hand of the dealer that is left is exact, so that only the
friends' cards are left to chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from houseway.maths.compiled import compiled
from houseway.maths.protection.findings import SIMULATED, KnownCards
from houseway.maths.protection.hand_against_hand import DECK, HELD, Contest, workings
from houseway.maths.protection.shoe_wager import Floats, Ints
from houseway.maths.results import Number
from houseway.simulation.compiled_chance import GAMMA, below, stream_state


@compiled
def _draw_friends(
    seed: int,
    number: int,
    draws: int,
    shown: int,
    usual: int,
    head: Ints,
    results: Ints,
    whole: Ints,
    one: Ints,
    two: Ints,
    found: Floats,
) -> None:
    """Sum and squares of what the best choice wins over the ``usual`` one, over ``draws`` sets of ``shown`` cards.

    What the usual choice wins does not hang on whose cards the friends' are: its mean is known exactly.
    """
    state = stream_state(np.uint64(seed), np.uint64(number))
    cards = np.empty(DECK, np.int64)
    size = 0
    for code in range(DECK):
        if code not in (head[0], head[1], head[2]):
            cards[size] = code
            size += 1
    left = size - shown
    hands = left * (left - 1) * (left - 2) // 6
    friends = np.empty(shown, np.int64)
    for _ in range(draws):
        for place in range(shown):
            state += GAMMA
            at = place + np.int64(below(state, np.uint64(size - place)))
            cards[place], cards[at] = cards[at], cards[place]
        friends[:] = np.sort(cards[:shown])
        best, blind = 0.0, 0.0
        for s in range(results.shape[0]):
            net = whole[s]
            for a in range(shown):
                net -= one[s, friends[a]]
                for b in range(a + 1, shown):
                    net += two[s, friends[a], friends[b]]
                    for c in range(b + 1, shown):
                        x, y, z = friends[a], friends[b], friends[c]
                        net -= results[s, z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x]
            worth = net / hands
            if s == usual:
                blind = worth
            if s == 0 or worth > best:
                best = worth
        found[0] += best - blind
        found[1] += (best - blind) * (best - blind)


def shared_by_several(
    slug: str,
    contest: Contest,
    seats: Sequence[int],
    usual: Number,
    *,
    draws: int,
    seed: int = 0,
    classes: Sequence[int] | None = None,
) -> list[KnownCards]:
    """What the best play wins where so many ``seats`` share their cards, the player's own with them.

    ``usual`` is what he wins alone, of the ``classes`` where they are named. ``draws`` sets of friends' cards are drawn
    for each class of hands, and only what their knowledge adds is left to chance.
    """
    sums = np.zeros((len(seats), 2))
    whole = 0
    for each in workings(contest, classes):
        weight = int(contest.weights[each.number])
        whole += weight
        for place, number in enumerate(seats):
            found = np.zeros(2)
            shown = HELD * (number - 1)
            _draw_friends(seed + number, each.number, draws, shown, int(each.whole.argmax()), *each[1:], found)
            mean = found[0] / draws
            sums[place] += weight * mean, weight**2 * max(found[1] / draws - mean**2, 0.0) / (draws - 1)
    return [
        KnownCards(
            slug,
            f"{number} seats show each other their cards before they set or decide",
            usual,
            float(usual) + float(sums[place, 0]) / whole / contest.unit,
            SIMULATED,
            math.sqrt(float(sums[place, 1])) / whole / contest.unit,
            seats=number,
        )
        for place, number in enumerate(seats)
    ]
