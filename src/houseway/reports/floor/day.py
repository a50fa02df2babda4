"""The daily close: rounds, handle and result by table, what each progressive accrued, meters, dues, journal heads."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.floor.states import PROPERTY, jackpot_stream, table_stream
from houseway.jackpots.accounts import account
from houseway.jackpots.configuration import MICROS
from houseway.journal import Entry
from houseway.journal.sealed import SEAL, head_as_printed
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.activity import CAUSES, COUNTED, Activity
from houseway.reports.floor.counts import Press, play_of
from houseway.reports.floor.escrow import dues_of
from houseway.reports.floor.jackpots import alarms_of, name_of
from houseway.reports.floor.reading import Reader, reference
from houseway.reports.numbers import Value


class _Settled(msgspec.Struct):
    """What a settled round's entry says of its money, without the record."""

    money: dict[str, tuple[int, int, int]]


_decode = msgspec.json.Decoder(_Settled).decode


def day(reader: Reader) -> Document:
    """The close of the period's gaming days."""
    activity = Activity(reader, reader.jackpots())
    alarms = [Text(alarm, alarm=True) for alarm in alarms_of(activity)]
    closes = _closes(reader)
    if not closes:
        alarms.append(Text(f"Not closed yet: {reader.period.words}.", alarm=True))
    return reader.document(
        "Daily close",
        (
            Section("Tables", (*alarms, *_tables(reader))),
            Section("Accrual of progressives", _accrual(activity)),
            Section("Meters and dues", _meters(reader, closes)),
            Section("Journal", _heads(reader)),
        ),
        [Fact("Closed", f"{close.data['day']} by {close.who}, {reference(close)}") for close in closes],
    )


def _closes(reader: Reader) -> list[Entry]:
    """The closes of the period's days, whenever they were made."""
    first = reader.journal.since(PROPERTY, reader.period.start)
    found = []
    for entry in reader.journal.read(PROPERTY, first):
        if entry.kind == "day-closed":
            closed = entry.data["day"]
            if closed > reader.period.last:
                break
            if closed >= reader.period.first:
                found.append(entry)
    return found


# -- tables


def _tables(reader: Reader) -> list[Piece]:
    money: dict[tuple[str, str], list[int]] = {}
    rows: list[tuple[Value, ...]] = []
    for table in reader.tables():
        rounds = play_of(reader, table).rounds
        settled = 0
        for entry in reader.entries(table_stream(table)):
            if entry.kind == "round-settled":
                settled += 1
                for wager, sums in _decode(entry.body).money.items():
                    held = money.setdefault((table, wager), [0, 0, 0])
                    for place, amount in enumerate(sums):
                        held[place] += amount
            elif entry.kind == "line-corrected":
                data = entry.data
                money.setdefault((table, data["wager"]), [0, 0, 0])[1] += data["returned"] - data["was"]
        if rounds or settled:
            rows.append(_rounds(table, rounds, settled))
    return [_round_table(rows), _money_table(money)]


def _rounds(table: str, rounds: list[Press], settled: int) -> tuple[Value, ...]:
    return (
        table,
        len(rounds),
        settled,
        sum(press.voided for press in rounds),
        sum(press.wagers for press in rounds),
        sum(press.wagers for press in rounds if press.voided),
        sum(press.wagers for press in rounds if press.manual),
    )


def _round_table(rows: list[tuple[Value, ...]]) -> Table:
    heads = (
        Head("Table"),
        Head("Rounds", "count"),
        Head("Settled", "count"),
        Head("Voided", "count"),
        Head("Jackpot wagers counted", "count"),
        Head("Of them voided", "count"),
        Head("By hand", "count"),
    )
    if rows:
        rows = [*rows, ("All", *(sum(int(row[place] or 0) for row in rows) for place in range(1, len(heads))))]
    return Table(heads, tuple(rows), title="Rounds and counts", totals=1 if rows else 0)


def _money_table(money: dict[tuple[str, str], list[int]]) -> Table:
    heads = (
        Head("Table"),
        Head("Wager"),
        Head("Handle", "cents"),
        Head("Returned", "cents"),
        Head("From meters", "cents"),
        Head("House result", "cents"),
    )
    rows: list[tuple[Value, ...]] = [
        (table, wager, stake, returned, meter, stake - returned + meter)
        for (table, wager), (stake, returned, meter) in sorted(money.items())
    ]
    if rows:
        stake, returned, meter = (sum(sums[place] for sums in money.values()) for place in range(3))
        rows.append(("All", "", stake, returned, meter, stake - returned + meter))
    note = (
        "Settled rounds, with lines corrected. House result: handle less what was returned; prizes from meters are the "
        "players' own money. Contributions to progressives are not taken off here: see the accrual."
    )
    return Table(heads, tuple(rows), title="Handle and result by wager", note=note, totals=1 if rows else 0)


# -- jackpots


def _accrual(activity: Activity) -> tuple[Piece, ...]:
    heads = (
        Head("Progressive"),
        Head("Wagers", "count"),
        Head("Contributed", "micros"),
        Head("Voids taken back", "micros"),
        Head("Accrual", "micros"),
    )
    rows: list[tuple[Value, ...]] = []
    for found in activity.meters.values():
        back = found.moves.get(CAUSES["contribution-voided"], {}).get("held", 0)
        given = found.moves.get(COUNTED, {}).get("held", 0)
        rows.append((name_of(found), sum(one.count for one in found.counted.values()), given, back, found.accrued))
    if rows:
        rows.append(("All", *(sum(int(row[place] or 0) for row in rows) for place in range(1, len(heads)))))
    note = "For the master games report: progressives only, displayed and reserve together."
    return (Table(heads, tuple(rows), note=note, totals=1 if rows else 0),)


def _meters(reader: Reader, closes: list[Entry]) -> tuple[Piece, ...]:
    """Every jackpot as the last close of the period has it, or as it stands now."""
    rows: list[tuple[Value, ...]] = []
    close = closes[-1] if closes else None
    for id in reader.jackpots():
        state = reader.floor.jackpot(id)
        jackpot = state.jackpot
        if jackpot is None or (close is None and state.status == "closed"):
            continue
        if close is not None:
            if id not in close.data["jackpots"]:
                continue
            own = _own(reader, id, close)
            displayed, due = own.get("displayed", {}), own.get("due", 0)
        else:
            displayed, due = reader.floor.amounts(id), reader.floor.accounts(id).get(account(id, "", "due"), 0)
        shows: dict[str, int | None] = displayed or {"": jackpot.amount}
        for number, (row, cents) in enumerate(shows.items()):
            owed = due if number == 0 and jackpot.scheme == "progressive" else None
            rows.append((f"{id}/{row}" if row else id, jackpot.scheme, cents, owed))
    heads = (Head("Jackpot"), Head("Scheme"), Head("Displayed", "cents"), Head("Due at the bank", "micros"))
    stands = f"As at the close of {close.data['day']}" if close is not None else "As they stand now"
    outstanding = [
        Fact(f"{id}, due since {reader.period.when(since)}", amount, "micros")
        for id in reader.jackpots()
        for since, amount in dues_of(reader, id)
        if amount >= MICROS
    ]
    table = Table(heads, tuple(rows), title=stands)
    return (table, Text("Deposits outstanding now:"), Facts(tuple(outstanding))) if outstanding else (table,)


def _own(reader: Reader, id: str, close: Entry) -> dict[str, Any]:
    """What a daily close says of one jackpot."""
    stream = jackpot_stream(id)
    for entry in reader.journal.written_with(close, stream):
        if entry.kind == "day-closed":
            return entry.data
    return {}


# -- the chain on paper


def _heads(reader: Reader) -> tuple[Piece, ...]:
    heads = (Head("Last entry", "moment", spare=1), Head("Head", "code"))
    found = reader.journal.heads()
    rows = tuple(
        (reader.period.when(found[stream].at), head_as_printed(stream, found[stream].number, found[stream].hash.hex()))
        for stream in reader.journal.streams()
        if stream in found
    )
    note = (
        "With this page on file, nothing up to these entries can be altered unnoticed, not even by putting an older "
        "database and its older seals back: houseway audit verify --head STREAM=NUMBER:HASH, for as many as you like."
    )
    pieces: list[Piece] = [Table(heads, rows, title="Heads of the journal when this was printed", note=note)]
    book = reader.journal.seal_book
    tail = book.tail() if book is not None else None
    if tail is not None:
        last = tail.last
        facts = (
            Fact("Last seal", head_as_printed(SEAL, last.seal.number, last.hash), "code"),
            Fact("Sealed", reader.period.when(last.seal.at)),
            Fact("Public key", tail.key, "code"),
        )
        pieces.append(Facts(facts))
    return tuple(pieces)
