"""What was played in a period, by table, day, hour, wager and position: from the figures that each day was closed with.

A month takes one entry for each table and day, however many rounds were dealt. Only days that were closed by an earlier
release are added up again from their entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from houseway.floor.bookkeeping.presses_of_hour import add_up, with_presses
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.day_play import HOUR, DayPlay, HourPlay, Spot
from houseway.floor.kinds.of_house import DayClosed
from houseway.floor.states import TableState, table_stream
from houseway.reports.floor.reading import Close, Reader


class Played(NamedTuple):
    """One table between two cut-offs, under the rules that it was opened with: see `DayPlay`."""

    table: str
    day: str
    play: DayPlay

    def hours(self) -> Iterator[tuple[int, HourPlay]]:
        """Its hours in order: the moment at which each begins, and what was played in it."""
        for name in sorted(self.play.hours, key=int):
            yield int(name) * HOUR, self.play.hours[name]


class Line(NamedTuple):
    """What one wager did at one position of one table in one hour; ``hour`` is the moment at which that begins."""

    table: str
    day: str
    hour: int
    game: str
    edition: str
    wager: str
    position: int
    recorded: bool
    spot: Spot


def played(reader: Reader) -> list[Played]:
    """What the tables asked for played in the period, by table and in order of time. Private tables are left out."""
    closes = reader.closes_touching()
    # Where the last day of the period is closed, nothing of it is left in the tables' states.
    all_closed = bool(closes) and closes[-1].cut >= reader.period.stop
    found: list[Played] = []
    for table in reader.tables():
        closed, whole = _of_closes(reader, closes, table)
        if not whole:
            closed = _folded(reader, table)
        elif not all_closed:
            closed += with_presses(reader.floor.table(table)).play
        found += [Played(table, reader.period.day(play.at), play) for play in closed if reader.period.holds(play.at)]
    return found


def lines_of(found: Iterable[Played]) -> Iterator[Line]:
    """Every wager at every position in every hour."""
    for table, day, play in found:
        for hour, each in Played(table, day, play).hours():
            for wager, seats in each.spots.items():
                for seat, spot in seats.items():
                    yield Line(table, day, hour, play.game, play.edition, wager, int(seat), play.recorded, spot)


def _of_closes(reader: Reader, closes: Iterable[Close[DayClosed]], table: str) -> tuple[list[DayPlay], bool]:
    """What the closes have of a table, and whether each of them says it."""
    found: list[DayPlay] = []
    for close in closes:
        if table not in (close.body.tables if close.body.played is UNSET else close.body.played):
            continue
        own = reader.table_close(close, table)
        if own is None or own.body.play is UNSET:
            return [], False
        found += own.body.play
    return found, True


def _folded(reader: Reader, table: str) -> list[DayPlay]:
    """The same from the table's entries up to the end of the period."""
    stream = table_stream(table)
    fold, state = FloorFold(), TableState(id=table)
    found: dict[int, DayPlay] = {}
    for entry in reader.read(stream, 1, reader.span(stream)[1]):
        fold.apply(state, entry)
        if state.play:
            found[id(state.play[-1])] = state.play[-1]
    add_up(state)
    return list(found.values())
