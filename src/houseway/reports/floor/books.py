"""The money of jackpots over a period, entry by entry: where it stood, what moved it, where it must stand now.

The accounts at a daily close are on record, so that nothing before the close before the period is read. From there
the entries are added up to the next close after the period, or to this moment, where the sum must be what the books
say: a balance that was changed by anything but an entry shows as a variance. Of several days, those that are closed are
summed up from what their closes say of each table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from houseway.floor.kinds.day_counts import DayCount
from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_house import DayClosed
from houseway.floor.states import PROPERTY, jackpot_stream, table_stream
from houseway.jackpots.jackpot_accounts import applied
from houseway.journal import Entry
from houseway.journal.entries import stream_order
from houseway.reports.floor.reading import Close, Reader

DAYS_READ = 7
"""Of so many days every entry is read, and every change has the amount before and after it."""


class Cut(msgspec.Struct, frozen=True):
    """A moment at which the accounts are known: the next number of each stream after it, and the accounts in micros.

    Only the jackpots in ``known`` were looked at; any other held nothing yet, or nothing any more.
    """

    at: int
    next: dict[str, int]
    accounts: dict[str, int]
    known: frozenset[str]
    day: str = ""


class Books(msgspec.Struct):
    """The accounts of the jackpots asked for, in micros, when the period began and ended, and what is wrong with them.

    ``variance`` is what each account has on the books more than its entries give.
    """

    beginning: dict[str, int]
    ending: dict[str, int]
    variance: dict[str, int]
    checked: str


def of_jackpot(account: str) -> str:
    """The jackpot that an account belongs to; nothing for an account of another kind."""
    owner, mark, _ = account.partition(":")
    return owner.partition("/")[0] if mark else ""


class TableDay(NamedTuple):
    """One table on a closed day: what was counted there, what that moved in micros by account, and the close of it."""

    table: str
    counts: list[DayCount]
    moved: dict[str, int]
    close: Entry


class ClosedDay(NamedTuple):
    """A day that is summed up from its close: the entries of the jackpots, in order of time, and every table's part.

    ``early`` are entries of the jackpots before the period. ``following`` has each stream's next number after the day.
    """

    day: str
    cut: int
    early: list[Entry]
    entries: list[Entry]
    tables: list[TableDay]
    following: dict[str, int]

    def moved(self, account: str) -> int:
        """What all tables moved of an account, in micros."""
        return sum(table.moved.get(account, 0) for table in self.tables)


class Visitor(Protocol):
    """Whoever goes along with `walk`; the accounts are those before what is shown, and change afterwards."""

    def each(self, entry: Entry, accounts: Mapping[str, int]) -> None:
        """An entry of the period, in order of time."""

    def sums_up(self, day: ClosedDay, accounts: Mapping[str, int]) -> bool:
        """Whether a closed day tells all there is to say of it; if not, its entries are read."""

    def closed(self, day: ClosedDay, accounts: Mapping[str, int]) -> None:
        """A closed day that was summed up; all its entries are of the period."""


class _Ledger:
    """The accounts on the way."""

    def __init__(self, reader: Reader, accounts: dict[str, int], wanted: set[str]) -> None:
        self._reader = reader
        self._wanted = wanted
        self.accounts = accounts
        self.beginning: dict[str, int] | None = None
        self.ending: dict[str, int] | None = None

    def reach(self, at: int) -> bool:
        """Come to a moment: whether it is one of the period."""
        if self.beginning is None and at >= self._reader.period.start:
            self.beginning = dict(self.accounts)
        if self.ending is None and at >= self._reader.period.stop:
            self.ending = dict(self.accounts)
        return self._reader.period.holds(at)

    def post(self, lines: Iterable[tuple[str, int]]) -> None:
        """Move what is wanted."""
        for name, amount in lines:
            if of_jackpot(name) in self._wanted:
                self.accounts[name] = self.accounts.get(name, 0) + amount


def walk(reader: Reader, jackpots: list[str], visitor: Visitor) -> Books:
    """Go through what moves the money of ``jackpots``: days that closes sum up, and elsewhere entry by entry.

    A few days are always read by their entries, so that their report has all there is; of more than `DAYS_READ` those
    that are closed are summed up, so that a month takes as long in a busy room as in a quiet one.
    """
    streams = _streams(reader, set(jackpots))
    start = _cut_before(reader, streams)
    end, checked = _cut_after(reader, streams)
    # A jackpot that had ended by the first cut has a past that is not read here, and nothing that moves.
    wanted = {id for id in jackpots if id in start.known or start.next.get(jackpot_stream(id), 1) == 1}
    ledger = _Ledger(
        reader, {name: amount for name, amount in start.accounts.items() if of_jackpot(name) in wanted}, wanted
    )
    following = {stream: start.next.get(stream, 1) for stream in streams}
    for closed in _closed_days(reader, streams, following):
        standing = applied(ledger.accounts, tuple(line for entry in closed.early for line in entry.postings))
        if visitor.sums_up(closed, standing):
            ledger.accounts = standing
            ledger.reach(reader.period.start)
            visitor.closed(closed, standing)
            for lines in (
                *(entry.postings for entry in closed.entries),
                *(part.moved.items() for part in closed.tables),
            ):
                ledger.post(lines)
        else:
            spans = {stream: (following[stream], closed.following[stream]) for stream in streams}
            _read(reader, ledger, visitor, spans)
        following = closed.following
    spans = {stream: (following[stream], end.next.get(stream, 1)) for stream in streams}
    _read(reader, ledger, visitor, spans)
    accounts = ledger.accounts
    checkable = wanted & end.known
    names = sorted({*accounts, *end.accounts})
    off = {name: end.accounts.get(name, 0) - accounts.get(name, 0) for name in names if of_jackpot(name) in checkable}
    return Books(
        beginning=accounts if ledger.beginning is None else ledger.beginning,
        ending=accounts if ledger.ending is None else ledger.ending,
        variance={name: amount for name, amount in off.items() if amount},
        checked=checked,
    )


def _read(reader: Reader, ledger: _Ledger, visitor: Visitor, spans: Mapping[str, tuple[int, int]]) -> None:
    for entry in reader.merged(spans):
        if ledger.reach(entry.at):
            visitor.each(entry, ledger.accounts)
        ledger.post(entry.postings)


# -- closed days


def _closed_days(reader: Reader, streams: list[str], following: Mapping[str, int]) -> Iterator[ClosedDay]:
    """The days of the period that closes sum up, from its first on; the rest, from the first that none sums up, is for
    its entries to tell."""
    if reader.period.days <= DAYS_READ:
        return
    before = reader.close_before(reader.period.start)
    for close in reader.closes_since(reader.period.start):
        if close.cut > reader.period.stop or close.body.cut is UNSET:
            return
        after = {stream: reader.journal.since(stream, close.cut) for stream in streams}
        spans = {stream: (following[stream], after[stream]) for stream in streams}
        tables = _table_days(reader, close, before, spans)
        if tables is None:
            return
        own = {stream: span for stream, span in spans.items() if stream.startswith("jackpot/")}
        entries = list(reader.merged(own))
        early = [entry for entry in entries if entry.at < reader.period.start]
        yield ClosedDay(close.body.day, close.cut, early, entries[len(early) :], tables, after)
        before, following = close, after


def _table_days(
    reader: Reader, close: Close[DayClosed], before: Close[DayClosed] | None, spans: Mapping[str, tuple[int, int]]
) -> list[TableDay] | None:
    """What a close has of each table; nothing where it does not say all, or says something of before the period."""
    found: list[TableDay] = []
    for stream, (first, end) in spans.items():
        kind, _, id = stream.partition("/")
        if kind != "table" or first == end:
            continue
        own = reader.table_close(close, id) if id in close.body.tables else None
        earlier = reader.table_close(before, id) if before is not None and id in before.body.tables else None
        was = earlier.body.moved if earlier is not None else UNSET if first > 1 else {}
        if own is None or own.body.counts is UNSET or own.body.moved is UNSET or was is UNSET:
            return None
        if any(not reader.period.holds(count.at) for count in own.body.counts):
            return None
        moved = {name: micros - was.get(name, 0) for name, micros in own.body.moved.items()}
        found.append(
            TableDay(id, own.body.counts, {name: micros for name, micros in moved.items() if micros}, own.entry)
        )
    return found


def _streams(reader: Reader, jackpots: set[str]) -> list[str]:
    """The streams that moved money of ``jackpots`` ever or might now, tables first."""
    found = {jackpot_stream(id) for id in jackpots}
    found.update(table_stream(table) for id in jackpots for table in reader.property.tables_of(id))
    found.update(stream for account, stream in reader.journal.partials() if of_jackpot(account) in jackpots)
    return sorted(found, key=stream_order)


def _cut_before(reader: Reader, streams: list[str]) -> Cut:
    """The last daily close up to the period's beginning, or the beginning of everything."""
    close = reader.close_before(reader.period.start)
    return _cut(reader, close, streams) if close is not None else Cut(0, {}, {}, frozenset())


def _cut_after(reader: Reader, streams: list[str]) -> tuple[Cut, str]:
    """The first daily close of the period's end or after it, or the books as they stand."""
    first = reader.journal.since(PROPERTY, reader.period.stop)
    for entry in reader.journal.read(PROPERTY, first):
        body = read_if(entry, DayClosed)
        close = Close(entry, body) if body is not None else None
        if close is not None and close.cut >= reader.period.stop:
            return _cut(reader, close, streams), f"the close of {close.body.day}"
    with reader.journal.engine.snapshot() as queries:
        heads, balances = queries.heads(), queries.balances()
    ids = frozenset(stream.partition("/")[2] for stream in heads if stream.startswith("jackpot/"))
    numbers = {stream: head.number + 1 for stream, head in heads.items()}
    return Cut(reader.wanted.now, numbers, balances, ids), "the books as they stand"


def _cut(reader: Reader, close: Close[DayClosed], streams: list[str]) -> Cut:
    """Where every stream and account stood at the cut-off of a daily close."""
    body, cut = close.body, close.cut
    following: dict[str, int] = {}
    accounts: dict[str, int] = {}
    for stream in streams:
        kind, _, id = stream.partition("/")
        following[stream] = reader.journal.since(stream, cut)
        own: Entry | None = None
        if kind == "table" and id in body.tables:
            of_table = reader.table_close(close, id)
            own = of_table.entry if of_table is not None else None
        elif kind == "jackpot" and id in body.jackpots:
            of_jackpot = reader.jackpot_close(close, id)
            if of_jackpot is not None:
                own = of_jackpot.entry
                accounts.update(of_jackpot.body.accounts)
        if own is not None and body.cut is UNSET:
            # Release 0.1 closed everything up to the entry itself.
            following[stream] = own.number + 1
    return Cut(cut, following, accounts, frozenset(body.jackpots), body.day)
