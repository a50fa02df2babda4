"""What many counts win, compiled: for changed pays. The approved ones are searched once in a process, without this."""

from __future__ import annotations

from houseway.games.three_card_split.maths.classes import Ints
from houseway.maths.compiled import compiled


@compiled
def won(start: Ints, place: Ints, points: Ints, worth: Ints, found: Ints) -> None:
    """``found[row]``: what all hands win together that are set by the counts with these ``points[row, place]``.

    The other arrays are (setting, group): see `houseway.games.three_card_split.maths.strategies`.
    """
    for row in range(found.size):
        for group in range(start.shape[1]):
            first = start[0, group] + points[row, place[0, group]]
            second = start[1, group] + points[row, place[1, group]]
            third = start[2, group] + points[row, place[2, group]]
            low = worth[1, group] if second >= third else worth[2, group]
            found[row] += worth[0, group] if first >= second and first >= third else low
