"""Index numbers: the true count at which another decision becomes the better one."""

from __future__ import annotations

import math
from fractions import Fraction

from houseway.maths.protection.card_counts import count_of
from houseway.maths.protection.findings import LINEAR, Count, Deviation
from houseway.maths.protection.shoe_wager import ShoeWager

FARTHEST = 20
"""True counts further out than this are left out: they do not come."""


def deviation(gain: ShoeWager, count: Count, situation: str, one: str, other: str) -> Deviation | None:
    """Where the better of two choices changes; ``gain`` is what ``one`` wins over ``other`` in ``situation``.

    Nothing where the count does not tell, or tells it too far out. The index is linear in the cards removed, rounded
    away from the usual play to a tenth.
    """
    told = count_of(gain, count.name, count.tags)
    value = gain.value()
    if not told.slope or not value:
        return None
    turn = -value / told.slope
    if abs(turn) > FARTHEST:
        return None
    usual, better = (one, other) if value > 0 else (other, one)
    below = turn < 0
    index = Fraction(math.floor(10 * turn) if below else math.ceil(10 * turn), 10)
    return Deviation(situation, usual, better, index, count.name, below, LINEAR)
