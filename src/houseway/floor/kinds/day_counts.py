"""What was counted at a table on a gaming day, added up by hour, sensor and position: every close carries it.

`houseway.floor.bookkeeping.press_counts` adds it up; reports read it in the place of the presses.
"""

from __future__ import annotations

import msgspec


class HourCount(msgspec.Struct):
    """One hour: ``rounds`` counted or played, ``by_hand`` of them without the equipment.

    ``wagers`` and ``manual`` are by sensor, position 1 first: all that were counted, and of them those by hand.
    """

    rounds: int = 0
    by_hand: int = 0
    wagers: dict[str, list[int]] = {}
    manual: dict[str, list[int]] = {}


class VoidedCount(msgspec.Struct, array_like=True):
    """A round that is void: when it was ``counted`` and ``voided``, by hand or not, and its positions by sensor."""

    round: int
    counted: int
    voided: int
    manual: bool
    wagers: dict[str, list[int]]

    @property
    def number(self) -> int:
        """How many wagers it had."""
        return sum(map(len, self.wagers.values()))


class DayCount(msgspec.Struct):
    """A table from its opening, or from the beginning of the gaming day, to its closing or the day's end.

    ``at`` is the moment of its first round here, ``ends`` the end of the gaming day (0 where nobody wrote that down),
    and ``opening`` the number of the entry that the table was opened with. ``hours`` are by the hour's number since
    1970. ``voided`` are the rounds that were voided in this stretch of time, whenever they were counted.
    """

    at: int
    ends: int
    opening: int
    hours: dict[str, HourCount] = {}
    voided: list[VoidedCount] = []


class PressedHour(msgspec.Struct):
    """Presses of one hour as a table's state counts them before they are added up.

    ``hour`` is its number since 1970, ``ends`` and ``opening`` are those of `DayCount`. ``presses`` says how many
    there were of each by what lay, ``times`` how many in all, and ``moved`` how many moved the same by its lines.
    """

    hour: int
    ends: int
    opening: int
    times: int = 0
    presses: dict[str, int] = {}
    moved: dict[str, int] = {}


class TableFigures(msgspec.Struct):
    """A table's figures for the close of a day, as they stood until its entry of the moment ``at``.

    ``round`` is the round in progress then, or 0. ``moved`` is what its stream has moved, in micros by account, and
    ``tallies`` what each sensor has counted, position 1 first.
    """

    at: int
    rounds: int
    voided: int
    round: int
    moved: dict[str, int]
    tallies: dict[str, list[int]]
