"""Lines of *actual against theoretical*: rounds of some tables, what they won, and the band that they should lie in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.floor.context import day_begins
from houseway.maths.over_time.bands import LEVEL, Band
from houseway.maths.over_time.shift_wagers import distribution
from houseway.reports.floor.period import HOUR
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.table_play.played import played
from houseway.reports.floor.theoretical.actual_play import ActualPlay
from houseway.reports.floor.theoretical.rules_of_openings import expected_of
from houseway.simulation.shifts.expected_shifts import ExpectedShifts

SHIFT_HOURS = 8
"""Hours of a shift, counted from the beginning of the gaming day."""


class Stretch(NamedTuple):
    """What a table played in one shift of one gaming day under the rules that it was opened with."""

    table: str
    day: str
    shift: int
    expected: ExpectedShifts
    play: ActualPlay

    @property
    def game(self) -> str:
        """The game and its edition, as one name for programs."""
        return f"{self.expected.game.slug}/{self.expected.setup.edition.slug}"


class BandLine(NamedTuple):
    """One line: whose result it is, in words, and in cents what was wagered, expected and won.

    ``unlikely`` is the probability of a result at least as far out.
    """

    names: tuple[str, ...]
    rounds: int
    handle: int
    expected: float
    actual: int
    band: Band
    unlikely: float

    @property
    def name(self) -> str:
        """Whose result it is."""
        return ", ".join(self.names)

    @property
    def side(self) -> int:
        """-1 where the house won less than the band has, 1 where it won more, 0 within it."""
        return (self.actual > self.band.high) - (self.actual < self.band.low)


def stretches(reader: Reader) -> tuple[list[Stretch], list[str]]:
    """Everything that tables with recorded lines played in the period; and the tables that nobody can judge."""
    found: dict[tuple[str, str, int, int], Stretch] = {}
    unknown: list[str] = []
    for table, day, play in played(reader):
        if not play.recorded:
            continue
        expected = expected_of(reader, table, play.opening)
        if expected is None:
            unknown.append(table)
            continue
        begins = day_begins(date.fromisoformat(day), reader.period.zone, reader.period.day_starts)
        for name, hour in play.hours.items():
            number = max(0, (int(name) * HOUR - begins) // (SHIFT_HOURS * HOUR))
            key = (table, day, number, id(expected))
            known = found.setdefault(key, Stretch(table, day, number, expected, ActualPlay()))
            known.play.add_hour(hour, expected.setup.edition)
    return list(found.values()), list(dict.fromkeys(unknown))


def line_of(names: Sequence[str], these: Iterable[Stretch], wager: str | None = None) -> BandLine | None:
    """The line of some rounds, of one wager or of all; nothing where nothing was wagered, or a wager has no figures."""
    joined: dict[int, tuple[ExpectedShifts, ActualPlay]] = {}
    for each in these:
        joined.setdefault(id(each.expected), (each.expected, ActualPlay()))[1].join(each.play)
    pieces = []
    rounds = handle = actual = 0
    for expected, play in joined.values():
        shift = play.shift()
        wagers = [wager] if wager is not None else shift.wagers
        shift = shift.only(wagers)
        if not shift.stakes:
            continue
        rounds += play.rounds if wager is None else play.laid.get(wager, 0)
        handle += sum(play.handle.get(of, 0) for of in wagers)
        actual += sum(play.won.get(of, 0) for of in wagers)
        pieces.append(expected.piece(shift))
    if not pieces:
        return None
    try:
        result = distribution(*pieces)
    except HousewayError:
        return None
    return BandLine(tuple(names), rounds, handle, result.mean, actual, result.band(LEVEL), result.unlikely(actual))
