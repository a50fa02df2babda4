"""The money of jackpots over a period, entry by entry: where it stood, what moved it, where it must stand now.

The accounts at a daily close are on record, so that nothing before the close before the period is read. From there
the entries are added up to the next close after the period, or to this moment, where the sum must be what the books
say: a balance that was changed by anything but an entry shows as a variance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec import UNSET

from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_house import DayClosed
from houseway.floor.states import PROPERTY, jackpot_stream, table_stream
from houseway.journal import Entry
from houseway.journal.entries import stream_order
from houseway.reports.floor.reading import Close, Reader


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


def walk(reader: Reader, jackpots: list[str], each: Callable[[Entry, Mapping[str, int]], None]) -> Books:
    """Go through the entries that move the money of ``jackpots``; ``each`` gets those of the period, in order of time,
    with the accounts before them, which change afterwards."""
    streams = _streams(reader, set(jackpots))
    start = _cut_before(reader, streams)
    end, checked = _cut_after(reader, streams)
    # A jackpot that had ended by the first cut has a past that is not read here, and nothing that moves.
    wanted = {id for id in jackpots if id in start.known or start.next.get(jackpot_stream(id), 1) == 1}
    accounts = {name: amount for name, amount in start.accounts.items() if of_jackpot(name) in wanted}
    beginning: dict[str, int] | None = None
    ending: dict[str, int] | None = None
    spans = {stream: (start.next.get(stream, 1), end.next.get(stream, 1)) for stream in streams}
    for entry in reader.merged(spans):
        if beginning is None and entry.at >= reader.period.start:
            beginning = dict(accounts)
        if ending is None and entry.at >= reader.period.stop:
            ending = dict(accounts)
        if reader.period.holds(entry.at):
            each(entry, accounts)
        for name, amount in entry.postings:
            if of_jackpot(name) in wanted:
                accounts[name] = accounts.get(name, 0) + amount
    checkable = wanted & end.known
    names = sorted({*accounts, *end.accounts})
    off = {name: end.accounts.get(name, 0) - accounts.get(name, 0) for name in names if of_jackpot(name) in checkable}
    return Books(
        beginning=accounts if beginning is None else beginning,
        ending=accounts if ending is None else ending,
        variance={name: amount for name, amount in off.items() if amount},
        checked=checked,
    )


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
