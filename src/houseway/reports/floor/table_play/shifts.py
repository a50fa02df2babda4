"""Shifts of tables whose drop was counted, found from the last one back: each entry says where the one before it is."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.floor.bookkeeping.table_win import hold
from houseway.floor.kinds.edge import read_as
from houseway.floor.kinds.of_table_money import DropCounted
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.reports.floor.reading import Reader


class CountedShift(NamedTuple):
    """A shift of a table with its drop: the entry, and what it says."""

    table: str
    entry: Entry
    body: DropCounted


class Counts(NamedTuple):
    """Several shifts together, in cents; ``difference`` is that of the shifts whose lines are all recorded, if any."""

    shifts: int
    drop: int
    win: int
    difference: int | None

    @property
    def hold(self) -> Fraction | None:
        """Win as a share of the drop."""
        return hold(self.win, self.drop)


def counted_shifts(reader: Reader) -> list[CountedShift]:
    """The shifts that were opened on the days of the period and whose drop is counted, by table and in order."""
    found: list[CountedShift] = []
    for table in reader.tables():
        own = [each for each in _back(reader, table) if each.body.day <= reader.period.last]
        found += own[::-1]
    return found


def _back(reader: Reader, table: str) -> Iterator[CountedShift]:
    """The last shift first, down to the first day of the period."""
    number = reader.property.drops.get(table, 0)
    while number:
        [entry] = reader.read(table_stream(table), number, number + 1)
        body = read_as(entry, DropCounted)
        if body.day < reader.period.first:
            return
        yield CountedShift(table, entry, body)
        number = body.previous


def together(shifts: list[CountedShift]) -> Counts:
    """Shifts added up."""
    differences = [each.body.difference for each in shifts if each.body.difference is not None]
    return Counts(
        len(shifts),
        sum(each.body.drop for each in shifts),
        sum(each.body.win for each in shifts),
        sum(differences) if differences else None,
    )
