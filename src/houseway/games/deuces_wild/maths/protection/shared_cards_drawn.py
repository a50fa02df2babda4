"""Seats that show each other their cards, simulated: their cards are drawn, the best decisions are exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from houseway.games.deuces_wild.maths.base import FOUR, THREE
from houseway.games.deuces_wild.maths.classes import Numbers
from houseway.games.deuces_wild.maths.protection.best_response import best_of, workings
from houseway.maths.compiled import compiled
from houseway.maths.protection.findings import SIMULATED, KnownCards
from houseway.maths.protection.shoe_wager import Floats
from houseway.simulation.compiled_chance import GAMMA, below, stream_state


@compiled
def _draw(
    seed: int, number: int, draws: int, shown: int, table: Numbers, sums: Numbers, unit: int, found: Floats
) -> None:
    """Sum and squares of what the best decisions win over those of a player alone, over ``draws`` sets of cards."""
    state = stream_state(np.uint64(seed), np.uint64(number))
    size = sums.size
    cards = np.arange(size)
    out = np.zeros(size, np.bool_)
    left = size - shown
    alone = np.int64(0)
    for i in range(size):
        alone += max(sums[i], -FOUR * unit * (size - 1))
    plays = alone > -THREE * unit * size * (size - 1)
    for _ in range(draws):
        for at in range(shown):
            state += GAMMA
            other = at + np.int64(below(state, np.uint64(size - at)))
            cards[at], cards[other] = cards[other], cards[at]
        best = best_of(table, sums, cards, shown, out, unit)
        # The same cards are left, and decided about as a player would who does not know which they are.
        usual = np.int64(-THREE * unit * left * (left - 1))
        if plays:
            usual = np.int64(0)
            for i in range(shown, size):
                if sums[cards[i]] > -FOUR * unit * (size - 1):
                    won = sums[cards[i]]
                    for k in range(shown):
                        won -= table[cards[i], cards[k]]
                    usual += won
                else:
                    usual -= FOUR * unit * (left - 1)
        gain = (best - usual) / (left * (left - 1) * unit)
        found[0] += gain
        found[1] += gain * gain


def ante_shared(
    slug: str,
    nets: Sequence[Fraction],
    seats: Sequence[int],
    usual: Fraction,
    *,
    draws: int,
    seed: int = 0,
    which: Sequence[int] | None = None,
) -> list[KnownCards]:
    """What the best play wins where so many ``seats`` show each other their first three cards."""
    sums = np.zeros((len(seats), 2))
    total = 0
    unit, found = workings(nets, which)
    for each in found:
        total += each.hands
        for place, number in enumerate(seats):
            drawn = np.zeros(2)
            _draw(seed + number, each.number, draws, 3 * (number - 1), each.table, each.sums, unit, drawn)
            mean = drawn[0] / draws
            sums[place] += each.hands * mean, each.hands**2 * max(drawn[1] / draws - mean**2, 0.0) / (draws - 1)
    return [
        KnownCards(
            slug,
            f"{number} seats show each other their first three cards",
            usual,
            float(usual) + float(sums[place, 0]) / total,
            SIMULATED,
            math.sqrt(float(sums[place, 1])) / total,
            seats=number,
        )
        for place, number in enumerate(seats)
    ]
