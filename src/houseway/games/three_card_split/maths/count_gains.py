"""What many counts win, compiled: for changed pays. The approved ones are searched once in a process, without this."""

from __future__ import annotations

from houseway.games.three_card_split.maths.classes import Ints
from houseway.maths.compiled import compiled


@compiled
def won(start: Ints, place: Ints, points: Ints, worth: Ints, found: Ints) -> None:
    """``found[count]``: what all hands win together that are set by the count with ``points[place, count]``.

    The other arrays are (setting, group): see `houseway.games.three_card_split.maths.strategies`.
    """
    for group in range(start.shape[1]):
        one, two, three = points[place[0, group]], points[place[1, group]], points[place[2, group]]
        for count in range(found.size):
            first, second, third = (
                start[0, group] + one[count],
                start[1, group] + two[count],
                start[2, group] + three[count],
            )
            low = worth[1, group] if second >= third else worth[2, group]
            found[count] += worth[0, group] if (first >= second) & (first >= third) else low
