"""What closes and the tables' states have of a period: counts by hour, and the entries that were noted.

A month takes one entry for each table and day, however many rounds were counted. Closes of earlier releases have
neither; their days are read entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from houseway.floor.bookkeeping.presses_of_hour import with_presses
from houseway.floor.kinds.day_counts import DayCount
from houseway.floor.kinds.of_house import DayClosed
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.reports.floor.reading import Close, Reader


class TableDays(NamedTuple):
    """One table over the period: what was counted, and the numbers of the entries that were noted, in order."""

    counts: list[DayCount]
    noted: list[int]


def table_days(reader: Reader, table: str) -> TableDays | None:
    """What is on record of a table's days in the period; nothing where an earlier release closed one of them."""
    closes = reader.closes_touching()
    found = _of_closes(reader, closes, table)
    if found is None:
        return None
    counts, noted = found
    if not closes or closes[-1].cut < reader.period.stop:
        # The days that are not closed are in the table's state.
        state = with_presses(reader.floor.table(table))
        counts += state.counts
        noted += [number for number, _ in state.noted]
    return TableDays([count for count in counts if reader.period.holds(count.at)], noted)


def _of_closes(reader: Reader, closes: Iterable[Close[DayClosed]], table: str) -> TableDays | None:
    counts: list[DayCount] = []
    noted: list[int] = []
    for close in closes:
        own = reader.table_close(close, table) if table in close.body.tables else None
        if own is None:
            continue
        if own.body.counts is UNSET or own.body.noted is UNSET:
            return None
        counts += own.body.counts
        noted += own.body.noted
    return TableDays(counts, noted)


def entries_noted(reader: Reader, table: str) -> Iterator[Entry]:
    """The openings, closings, readings, failures and repairs of a table in the period; with days that an earlier
    release closed, every entry."""
    found = table_days(reader, table)
    if found is None:
        yield from reader.entries(table_stream(table))
        return
    yield from entries_at(reader, table, found.noted)


def entries_at(reader: Reader, table: str, numbers: Iterable[int]) -> Iterator[Entry]:
    """The entries of a table with these numbers, as far as they are of the period."""
    for number in numbers:
        for entry in reader.read(table_stream(table), number, number + 1):
            if reader.period.holds(entry.at):
                yield entry


def noted_before(reader: Reader, table: str, end: int) -> Iterator[Entry]:
    """The entries noted at a table before its entry ``end``, the last one first, whatever their time; where an earlier
    release closed a day, every entry before that."""
    stream = table_stream(table)
    yield from _numbered(reader, stream, [number for number, _ in reader.floor.table(table).noted][::-1], 1, end)
    for close in reader.closes_back():
        own = reader.table_close(close, table) if table in close.body.tables else None
        if own is None:
            continue
        if own.body.noted is UNSET:
            yield from reader.backwards(stream, min(end, own.entry.number))
            return
        yield from _numbered(reader, stream, own.body.noted[::-1], 1, end)


def noted_since(reader: Reader, table: str, first: int) -> Iterator[Entry]:
    """The entries noted at a table after the period, from its entry ``first`` on, the first one first; where an earlier
    release closed one of the days, every entry."""
    stream = table_stream(table)
    closes = reader.closes_since(reader.period.stop)
    own = [reader.table_close(close, table) for close in closes if table in close.body.tables]
    known = [close.body.noted for close in own if close is not None]
    if UNSET in known:
        yield from reader.journal.read(stream, first)
        return
    noted = [number for numbers in known for number in numbers or ()]
    noted += [number for number, _ in reader.floor.table(table).noted]
    yield from _numbered(reader, stream, noted, first, reader.journal.head(stream).number + 1)


def _numbered(reader: Reader, stream: str, numbers: Iterable[int], first: int, end: int) -> Iterator[Entry]:
    for number in numbers:
        if first <= number < end:
            yield from reader.read(stream, number, number + 1)
