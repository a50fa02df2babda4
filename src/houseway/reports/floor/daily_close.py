"""The daily close: rounds, handle and result by table, what each progressive accrued, meters, deposits due, heads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import UNSET

from houseway.compliance.configuration import Person
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import kind_of, read, read_as
from houseway.floor.kinds.of_house import DayClosed, PersonAdded, PropertyCreated
from houseway.floor.kinds.of_jackpot import ContributionVoided, JackpotDayClosed
from houseway.floor.kinds.of_table import HitClaimed, LineCorrected, RoundSettled, Tabulated
from houseway.floor.states import PROPERTY, table_stream
from houseway.jackpots.jackpot_accounts import account
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Entry
from houseway.journal.sealing.seal_check import SEAL, head_as_printed
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.activity import CAUSES, COUNTED, Activity
from houseway.reports.floor.counts import voided_before
from houseway.reports.floor.money.escrow import dues_of
from houseway.reports.floor.reading import Close, Reader, reference, round_of, signatures, signed_by
from houseway.reports.floor.reconciliation import alarms_of, voided_wagers
from houseway.reports.floor.sentences import sentence
from houseway.reports.floor.table_names import TableNames
from houseway.reports.floor.table_play.pressed_rounds import Press, play_of
from houseway.reports.numbers import Value

SIGNED_BY_TWO = "Signed by two people"
"""The section that says who did what with whom."""

_SECOND = b'"second":'


class _Settled(msgspec.Struct):
    """What a settled round's entry says of its money, without the record."""

    money: dict[str, tuple[int, int, int]]


_decode = msgspec.json.Decoder(_Settled).decode


def day(reader: Reader) -> Document:
    """The close of the period's gaming days."""
    activity = Activity(reader, reader.jackpots())
    alarms = [Text(alarm, alarm=True) for alarm in alarms_of(activity)]
    closes = reader.closes()
    if not closes:
        alarms.append(Text(f"Not closed yet: {reader.period.words}.", alarm=True))
    alarms += [Text(alarm, alarm=True) for alarm in _off(reader, closes)]
    return reader.document(
        "Daily close",
        Section("Tables", (*alarms, *_tables(reader))),
        Section("Accrual of progressives", _accrual(activity)),
        Section("Meters and deposits due", _meters(reader, closes)),
        *_open(reader, closes),
        Section(SIGNED_BY_TWO, (_signed_by_two(reader),)),
        Section("Journal", _heads(reader)),
        facts=[Fact("Closed", _said(reader, close)) for close in closes],
    )


def _said(reader: Reader, close: Close[DayClosed]) -> str:
    """A close in words: whose figures of which moment, given when."""
    body, entry = close.body, close.entry
    beside = f" and {body.beside}" if body.beside else ""
    return (
        f"{body.day} by {entry.who}{beside}, given {reader.period.when(entry.at)}, with the figures of "
        f"{reader.period.when(close.cut)}: {reference(entry)}"
    )


def _open(reader: Reader, closes: list[Close[DayClosed]]) -> Iterator[Section]:
    """Rounds and hits that were open at the cut-off, as the closes list them."""
    rows: list[tuple[Value, ...]] = []
    for close in closes:
        day = close.body.day
        rows += [(day, f"Round {round_}", f"table {table}") for table, round_ in close.body.rounds.items()]
        rows += [(day, f"Hit {hit}", reader.jackpot_name(id)) for id, hits in close.body.hits.items() for hit in hits]
    if any(close.body.cut is not UNSET for close in closes):
        note = "" if rows else "Nothing was open: every round was over, and every hit was paid or rejected."
        yield Section("Open at the cut-off", (Table(Head.row("Day | What | Where"), tuple(rows), note=note),))


def _off(reader: Reader, closes: list[Close[DayClosed]]) -> Iterator[str]:
    """Where the rounds of a close are not those of the entries before its cut-off."""
    for close in closes:
        if close.body.cut is UNSET:
            continue
        for table in close.body.tables:
            own = reader.table_close(close, table)
            earlier = reader.close_before(close.cut - 1)
            before = reader.table_close(earlier, table) if earlier is not None else None
            if own is None or (before is not None and before.body.cut is UNSET):
                continue
            stream = own.entry.stream
            first = reader.journal.since(stream, before.cut) if before is not None else 1
            end = reader.journal.since(stream, own.cut)
            found = _begun(reader.journal.read(stream, first, end), reader.open_round(table, first) or 0)
            told = own.body.rounds - (before.body.rounds if before is not None else 0)
            if told != found:
                yield f"Table {table}: the close of {close.body.day} has {told} rounds, and its entries have {found}"


def _begun(entries: Iterable[Entry], last: int) -> int:
    """The rounds after ``last`` among entries: each begins with its press, or, where nothing counts, with a hit or when
    it is settled."""
    found = 0
    for entry in entries:
        if kind_of(entry) in (Tabulated, HitClaimed, RoundSettled) and round_of(entry) > last:
            found += 1
            last = round_of(entry)
    return found


# -- tables


def _tables(reader: Reader) -> list[Piece]:
    money: dict[tuple[str, str], list[int]] = {}
    rows: list[tuple[Value, ...]] = []
    earlier: list[Press] = []
    for table in reader.tables():
        play = play_of(reader, table)
        rounds = play.rounds
        earlier += play.before
        settled = 0
        for entry in reader.entries(table_stream(table)):
            kind = kind_of(entry)
            if kind is RoundSettled:
                settled += 1
                for wager, sums in _decode(entry.body).money.items():
                    held = money.setdefault((table, wager), [0, 0, 0])
                    for place, amount in enumerate(sums):
                        held[place] += amount
            elif kind is LineCorrected:
                line = read_as(entry, LineCorrected)
                money.setdefault((table, line.wager), [0, 0, 0])[1] += line.returned - line.was
        if rounds or settled:
            rows.append(_rounds(table, rounds, settled))
    return [_round_table(rows), *voided_before(earlier), _money_table(reader, money)]


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
    heads = Head.row(
        "Table | Rounds: count | Settled: count | Voided: count | Jackpot wagers counted: count | "
        "Of them voided: count | By hand: count"
    )
    return Table(heads, tuple(rows), title="Rounds and counts").summed()


def _money_table(reader: Reader, money: dict[tuple[str, str], list[int]]) -> Table:
    heads = Head.row("Table | Wager | Handle: cents | Returned: cents | From meters: cents | House result: cents")
    rows = tuple(
        (table, TableNames.at(reader.property, table).wager(wager), stake, returned, meter, stake - returned + meter)
        for (table, wager), (stake, returned, meter) in sorted(money.items())
    )
    note = (
        "Settled rounds, with lines corrected. House result: handle less what was returned; prizes from meters are the "
        "players' own money. Contributions to progressives are not taken off here: see the accrual."
    )
    return Table(heads, rows, title="Handle and result by wager", note=note).summed(2)


# -- jackpots


def _accrual(activity: Activity) -> tuple[Piece, ...]:
    heads = Head.row("Progressive | Wagers: count | Contributed: micros | Voids taken back: micros | Accrual: micros")
    rows: list[tuple[Value, ...]] = []
    for found in activity.meters.values():
        back = found.moves.get(CAUSES[ContributionVoided], {}).get("held", 0)
        given = found.moves.get(COUNTED, {}).get("held", 0)
        rows.append((found.title, sum(one.count for one in found.counted.values()), given, back, found.accrued))
    note = "For the master games report: progressives only, displayed and reserve together."
    return (Table(heads, tuple(rows), note=note).summed(), *voided_wagers(activity))


def _meters(reader: Reader, closes: list[Close[DayClosed]]) -> tuple[Piece, ...]:
    """Every jackpot as the last close of the period has it, or, while there is none, as it stands now."""
    rows: list[tuple[Value, ...]] = []
    outstanding: list[tuple[str, int, int]] = []
    close = closes[-1] if closes else None
    for id in reader.jackpots():
        state = reader.floor.jackpot(id)
        jackpot = state.jackpot
        if jackpot is None or (close is None and state.status == "closed"):
            continue
        if close is not None:
            if id not in close.body.jackpots:
                continue
            told = reader.jackpot_close(close, id)
            own = told.body if told is not None else JackpotDayClosed()
            displayed, due = own.displayed, own.due
            outstanding += [(id, since, amount) for since, amount in own.dues]
        else:
            displayed, due = reader.floor.amounts(id), reader.floor.accounts(id).get(account(id, "", "due"), 0)
            outstanding += [(id, since, amount) for since, amount in dues_of(reader, id)]
        shows: Mapping[str, int | None] = displayed or {"": jackpot.amount}
        for number, (row, cents) in enumerate(shows.items()):
            owed = due if number == 0 and jackpot.scheme == "progressive" else None
            rows.append((jackpot.meter_title(row), jackpot.scheme, cents, owed))
    heads = Head.row("Jackpot | Scheme | Displayed: cents | Due at the bank: micros")
    stands = f"As at the close of {close.body.day}" if close is not None else "Now"
    facts = tuple(
        Fact(f"{reader.jackpot_name(id)}, due since {reader.period.when(since)}", amount, "micros")
        for id, since, amount in outstanding
        if amount >= MICROS
    )
    table = Table(heads, tuple(rows), title=stands)
    when = "at the cut-off" if close is not None else "now"
    return (table, Text(f"Deposits due {when}:"), Facts(facts)) if facts else (table,)


# -- who signed with whom


def _signed_by_two(reader: Reader) -> Table:
    """Everything of the period that two people signed, by their names: somebody who signs neither reads it."""
    rows: dict[str, tuple[Value, ...]] = {}
    names = _Names(reader)
    for entry in reader.merged({stream: reader.span(stream) for stream in reader.journal.streams()}):
        # Of the many entries of play hardly one has a second person: they are not decoded to see it.
        if _SECOND not in entry.body or entry.command in rows:
            continue
        body = signatures(entry)
        if body.second:
            said = sentence(entry, reader.period)
            who, other = names.said(entry.who, entry.at, body), names.said(body.second, entry.at, body)
            rows[entry.command] = (reader.period.when(entry.at), said, who, other, reference(entry))
    heads = Head.row("When: moment | What | Given by | Second person | Entry +1")
    note = "" if rows else "Nothing."
    return Table(heads, tuple(rows.values()), note=note)


class _Names:
    """How people were called when they signed: who is renamed or leaves later changes no report of before."""

    def __init__(self, reader: Reader) -> None:
        self._known: dict[str, list[tuple[int, str]]] = {}
        for entry in reader.journal.read(PROPERTY):
            match read(entry):
                case PropertyCreated() as created:
                    self._take(entry.at, created.people)
                case PersonAdded() as added:
                    self._take(entry.at, [added.person])

    def _take(self, at: int, people: Iterable[Person]) -> None:
        for person in people:
            self._known.setdefault(person.id, []).append((at, person.name))

    def said(self, id: str, when: int, body: Signatures) -> str:
        """Somebody by name and id, with a word where they were only named."""
        name = next((name for at, name in reversed(self._known.get(id, ())) if at <= when), "")
        said = signed_by(id, body)
        return f"{name} ({said})" if name else said


# -- the chain on paper


def _heads(reader: Reader) -> tuple[Piece, ...]:
    heads = Head.row("Last entry: moment +1 | Head: code")
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
