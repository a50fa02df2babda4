"""Readings of the tables' counters, with differences, replacements and batteries, and the counters at each close."""

from __future__ import annotations

from operator import add

from msgspec import UNSET

from houseway.floor.kinds.edge import kind_of, read_as, read_if
from houseway.floor.kinds.of_table import CounterRead, CounterReplaced, TableDayClosed
from houseway.journal import Entry
from houseway.journal.entries import POSITIONS
from houseway.reports.document import Document, Head, Section, Table, Text
from houseway.reports.floor.reading import Close, Reader, reference
from houseway.reports.floor.table_play.closed_counts import entries_noted
from houseway.reports.numbers import Value

BATTERY_YEARS = 10
"""What the battery of an LCD counter lasts, by its maker's word."""


def meters(reader: Reader) -> Document:
    """Meter readings and closing counters."""
    readings: list[tuple[int, tuple[Value, ...]]] = []
    closing: list[tuple[Value, ...]] = []
    alarms: list[str] = []
    closes = reader.closes()
    earlier = reader.close_before(closes[0].cut - 1) if closes else None
    for table in reader.tables():
        for entry in entries_noted(reader, table):
            if kind_of(entry) in (CounterRead, CounterReplaced):
                row = _reading(reader, table, entry)
                readings.append((entry.at, row))
                if row[7]:
                    alarms.append(f"Table {table} was read {row[7]:+} from what was counted: {reference(entry)}")
        before = reader.table_close(earlier, table) if earlier is not None else None
        for close in closes:
            own = reader.table_close(close, table)
            if own is None:
                continue
            rows = _closing(table, own, before, _counted(reader, own, before))
            closing += rows
            alarms += [
                f"Counters of table {table}, sensor {row[2]}, differ from what was counted by {row[6]:+}: "
                f"{reference(own.entry)}"
                for row in rows
                if row[6]
            ]
            before = own
    pieces = [Text(alarm, alarm=True) for alarm in alarms]
    return reader.document(
        "Meter readings",
        Section("Readings", (*pieces, _readings(readings), _batteries(reader))),
        Section("Counters at the close", (_closings(closing),)),
    )


def _counted(
    reader: Reader, close: Close[TableDayClosed], before: Close[TableDayClosed] | None
) -> dict[str, list[int]]:
    """What each sensor counted on the day of a close, position 1 first; where the close does not say it, by entries."""
    found: dict[str, list[int]] = {}
    if close.body.counts is not UNSET:
        for hour in (hour for count in close.body.counts for hour in count.hours.values()):
            for sensor, positions in hour.wagers.items():
                found[sensor] = [*map(add, found.get(sensor, [0] * len(positions)), positions)]
        return found
    for entry in reader.read(close.entry.stream, _after(reader, before), _after(reader, close)):
        for bank, seen in entry.counted:
            sums = found.setdefault(bank.rpartition("/")[2], [0] * POSITIONS)
            for position in seen:
                sums[position - 1] += 1
    return found


def _after(reader: Reader, close: Close[TableDayClosed] | None) -> int:
    """The number of a table's first entry after the cut-off of a close of it."""
    if close is None:
        return 1
    if close.body.cut is UNSET:
        return close.entry.number + 1
    return reader.journal.since(close.entry.stream, close.cut)


# -- readings


def _reading(reader: Reader, table: str, entry: Entry) -> tuple[Value, ...]:
    when, who = reader.period.when(entry.at), entry.who
    read = read_if(entry, CounterRead)
    if read is not None:
        numbers = (read.before, read.reading, read.difference, read.expected, read.variance)
        return (when, table, "read", *numbers, who, read.beside, "", reference(entry))
    new = read_as(entry, CounterReplaced)
    battery = f", battery {new.battery}" if new.battery else ""
    # Release 0.1 did not hold the last reading of a counter against what was counted.
    off = (None if value is UNSET else value for value in (new.expected, new.variance))
    ended = (new.before, new.old, new.old - new.before, *off)
    note = f"new counter begins at {new.new:,}{battery}: {new.reason}"
    return (when, table, "replaced", *ended, who, new.beside, note, reference(entry))


def _readings(rows: list[tuple[int, tuple[Value, ...]]]) -> Table:
    heads = Head.row(
        "When: moment | Table | What | Last reading: count +1 | Reading: count | Difference: count | "
        "Expected: count | Variance: count | Who | Second person = beside | Note | Entry +2"
    )
    note = "" if rows else "No counter was read in this period."
    return Table(heads, tuple(row for _, row in sorted(rows, key=lambda row: row[0])), note=note)


def _batteries(reader: Reader) -> Table:
    heads = Head.row("Table | Last reading: count | Counted in all: count | Battery since | Battery's age")
    states = ((table, reader.floor.table(table)) for table in reader.tables())
    rows = tuple((id, it.reading, it.counted, it.battery or "", _age(reader, it.battery)) for id, it in states)
    return Table(heads, rows, title="Counters as they stand now")


def _age(reader: Reader, battery: str | None) -> str:
    """How old a battery is, where its date is one that can be read."""
    parts = (battery or "").split("-")
    if not (len(parts) >= 1 and parts[0].isdigit() and len(parts[0]) == 4):
        return ""
    today = reader.period.day(reader.wanted.now).split("-")
    years = int(today[0]) - int(parts[0]) - (today[1:] < parts[1:] if len(parts) > 1 else 0)
    return f"{years} years{', due to be replaced' if years >= BATTERY_YEARS else ''}"


# -- the close


def _closing(
    table: str, close: Close[TableDayClosed], before: Close[TableDayClosed] | None, counted: dict[str, list[int]]
) -> list[tuple[Value, ...]]:
    """A row for each sensor: its counter, what it was at the last close, and what was counted between."""
    old = before.body.counters if before is not None else {}
    rows: list[tuple[Value, ...]] = []
    for sensor, positions in close.body.counters.items():
        total, between = sum(positions), sum(counted.get(sensor, ()))
        by_position = " ".join(f"{place}:{number}" for place, number in enumerate(positions, 1) if number)
        # A sensor that the table did not have at the last close: what it stood at then is not on record there.
        since = total - sum(old.get(sensor, ())) if before is None or sensor in old else None
        off = since - between if since is not None else None
        day, place = close.body.day, reference(close.entry)
        rows.append((day, table, sensor, total, since, between, off, by_position, place))
    return rows


def _closings(rows: list[tuple[Value, ...]]) -> Table:
    heads = Head.row(
        "Day | Table | Sensor | Counter: count | Since the last close: count | Counted in entries: count | "
        "Variance: count | By position | Entry +2"
    )
    note = "" if rows else "No day was closed in this period."
    return Table(heads, tuple(sorted(rows, key=lambda row: (str(row[0]), str(row[1]), str(row[2])))), note=note)
