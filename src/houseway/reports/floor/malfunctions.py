"""Malfunctions with the clock of their notice, faults of tables and outages of displays with how long they lasted."""

from __future__ import annotations

import msgspec

from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_house import MalfunctionFound
from houseway.floor.kinds.of_table import (
    DisplayFailed,
    DisplayRestored,
    EquipmentFailed,
    EquipmentRestored,
)
from houseway.floor.states import PROPERTY, Malfunction, table_stream
from houseway.journal import Entry
from houseway.reports.document import Document, Head, Section, Table, Text
from houseway.reports.floor.reading import Reader, reference
from houseway.reports.floor.table_play.closed_counts import entries_noted, noted_before, noted_since, table_days
from houseway.reports.floor.table_play.tallies import tallies_of
from houseway.reports.numbers import Value


def lasted(microseconds: int) -> str:
    """A length of time in words."""
    minutes = max(0, microseconds) // 60_000_000
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min"


def malfunctions(reader: Reader) -> Document:
    """The register: found in the period, or still open."""
    rows: list[tuple[Value, ...]] = []
    alarms: list[Text] = []
    for found in reader.property.malfunctions.values():
        if reader.wanted.table is not None and found.table != reader.wanted.table:
            continue
        open_ = found.found < reader.period.stop and (found.mended is None or found.noticed is None)
        if not open_ and not reader.period.holds(found.found):
            continue
        on_record = _found(reader, found)
        notice = _notice(reader, found, on_record[1].notice_by if on_record is not None else None)
        if "late" in notice and found.noticed is None:
            alarms.append(Text(f"Malfunction {found.id}: notice is {notice}", alarm=True))
        rows.append(
            (
                found.id,
                found.table or "",
                found.what,
                reader.period.when(found.found),
                on_record[0].who if on_record is not None else "",
                notice,
                found.reference,
                f"{reader.period.when(found.mended)}: {found.how}" if found.mended is not None else "not yet",
                lasted((found.mended or reader.wanted.now) - found.found),
            )
        )
    faults, displays = _outages(reader)
    return reader.document(
        "Malfunctions",
        Section("Register", (*alarms, _register(reader, rows))),
        Section("Tables on the manual procedure", (_outage_table(faults, "Equipment"),)),
        Section("Displays replaced by the printed page", (_outage_table(displays, "Display"),)),
    )


def _found(reader: Reader, found: Malfunction) -> tuple[Entry, MalfunctionFound] | None:
    for entry in reader.journal.read(PROPERTY, reader.journal.since(PROPERTY, found.found)):
        body = read_if(entry, MalfunctionFound)
        if body is not None and body.malfunction == found.id:
            return entry, body
        if entry.at > found.found:
            break
    return None


def _notice(reader: Reader, found: Malfunction, by: int | None) -> str:
    """Where the notice stands: given in time or late, or how many hours are left until it is due."""
    if found.noticed is not None:
        when = reader.period.when(found.noticed)
        if by is not None and found.noticed > by:
            return f"given {when}, {lasted(found.noticed - by)} late"
        return f"given {when}"
    if by is None:
        return "none is due"
    left = by - reader.wanted.now
    when = reader.period.when(by)
    return f"due by {when}, {lasted(left)} left" if left >= 0 else f"due by {when}, {lasted(-left)} late"


def _register(reader: Reader, rows: list[tuple[Value, ...]]) -> Table:
    heads = Head.row(
        "Malfunction | Table | What | Found: moment | By +1 | Notice | Reference | Repaired = mended | "
        "Duration +2 = lasted"
    )
    settings = reader.settings()
    hours = settings["malfunction-hours"]
    rule = f"Notice within {hours} hours ({settings.cite('malfunction-hours')})." if hours is not None else ""
    nothing = "" if rows else "No malfunction was found, and none is open."
    return Table(heads, tuple(rows), note=" ".join(filter(None, (nothing, rule))))


# -- outages


class Outage(msgspec.Struct):
    """Equipment or a display out of order: from its failure to its restoration."""

    table: str
    name: str
    what: str
    failed: Entry | None
    restored: Entry | None = None
    how: str = ""


def _outages(reader: Reader) -> tuple[list[tuple[Value, ...]], list[tuple[Value, ...]]]:
    faults: list[tuple[Value, ...]] = []
    displays: list[tuple[Value, ...]] = []
    for table in reader.tables():
        for outage in _of_table(reader, table):
            (displays if outage.name else faults).append(_row(reader, outage))
    return faults, displays


def _of_table(reader: Reader, table: str) -> list[Outage]:
    """The outages of a table that touch the period, as far as anything in it or now shows them."""
    stream = table_stream(table)
    found: list[Outage] = []
    open_: dict[str, Outage] = {}
    for entry in entries_noted(reader, table):
        failed, restored = _failed(entry), _restored(entry)
        if failed is not None:
            open_[failed[0]] = Outage(table, *failed, entry)
            found.append(open_[failed[0]])
        elif restored is not None:
            name = restored[0]
            outage = open_.pop(name, None) or _earlier(reader, table, name, reader.span(stream)[0])
            if outage.restored is None:
                outage.restored, outage.how = entry, restored[1]
            if outage not in found:
                found.append(outage)
    if not any(outage.name == "" for outage in found) and _by_hand(reader, table):
        # It was out of order when the period began, and nothing in the period says so but how wagers were counted.
        open_[""] = _earlier(reader, table, "", reader.span(stream)[0])
        found.append(open_[""])
    state = reader.floor.table(table)
    still = ({""} if state.fault is not None else set()) | set(state.outages)
    for name in sorted(still):
        if open_.pop(name, None) is None:
            earlier = _earlier(reader, table, name, reader.span(stream)[1])
            if earlier.failed is not None:
                found.append(earlier)
    for name, outage in open_.items():
        outage.restored, outage.how = _later(reader, table, name, reader.span(stream)[1])
    return found


def _by_hand(reader: Reader, table: str) -> bool:
    """Whether wagers were counted by hand in the period, as they are while the equipment is out of order."""
    days = table_days(reader, table)
    if days is None:
        return any(tally.by_hand for tally in tallies_of(reader, table).tallies)
    return any(hour.by_hand for count in days.counts for hour in count.hours.values())


def _failed(entry: Entry) -> tuple[str, str] | None:
    """What went out of order with an entry, and how: a display by its name, or the equipment, which has none."""
    match read_if(entry, EquipmentFailed) or read_if(entry, DisplayFailed):
        case EquipmentFailed() as failed:
            return "", failed.what
        case DisplayFailed() as failed:
            return failed.display, failed.what
        case _:
            return None


def _restored(entry: Entry) -> tuple[str, str] | None:
    """What works again with an entry, and how that came."""
    match read_if(entry, EquipmentRestored) or read_if(entry, DisplayRestored):
        case EquipmentRestored() as restored:
            return "", restored.how
        case DisplayRestored() as restored:
            return restored.display, ""
        case _:
            return None


def _earlier(reader: Reader, table: str, name: str, end: int) -> Outage:
    """The last failure of ``name`` before entry ``end``."""
    for entry in noted_before(reader, table, end):
        failed = _failed(entry)
        if failed is not None and failed[0] == name:
            return Outage(table, *failed, entry)
    return Outage(table, name, "", None)


def _later(reader: Reader, table: str, name: str, start: int) -> tuple[Entry | None, str]:
    for entry in noted_since(reader, table, start):
        restored = _restored(entry)
        if restored is not None and restored[0] == name:
            return entry, restored[1]
    return None, ""


def _row(reader: Reader, outage: Outage) -> tuple[Value, ...]:
    failed, restored = outage.failed, outage.restored
    until = restored.at if restored is not None else reader.wanted.now
    return (
        outage.table,
        outage.name or "jackpot equipment",
        outage.what,
        reader.period.when(failed.at) if failed is not None else "",
        failed.who if failed is not None else "",
        reader.period.when(restored.at) if restored is not None else "not yet",
        outage.how,
        lasted(until - failed.at) if failed is not None else "",
        reference(failed) if failed is not None else "",
    )


def _outage_table(rows: list[tuple[Value, ...]], name: str) -> Table:
    heads = Head.row(
        f"Table | {name} | What | Failed: moment | Reported by +1 | Restored: moment | How +2 | Duration = lasted | "
        "Entry +3"
    )
    return Table(heads, tuple(rows), note="" if rows else "None.")
