"""What both engines promise, and the questions that read alike on both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import chain
from operator import add, attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from houseway.journal.entries import CLOCK, EMPTY, POSITIONS, Entry, Head

TOGETHER = 100
"""Streams that are read by one statement, at most."""

PAGE = 1000
"""Entries fetched at once by whatever reads a stream through."""

_LAST_CHARACTER = chr(0x10FFFF)
ENTRY = "stream, number, command, who, at, kind, body, lines, counts, proof, previous, hash"
COMMAND = "digest, reply, stream, number, entries"
ROUND_KINDS = "kind IN ('round-settled', 'round-voided', 'line-corrected')"
"""The entries that an index finds by round, as the migration that makes it says."""

POSITION_COLUMNS = tuple(f"p{position}" for position in range(1, POSITIONS + 1))
_COUNTS = ", ".join(POSITION_COLUMNS)


class Conflict(Exception):
    """Another writer was first: the batch must be decided again."""


class Unwritable(Exception):
    """A row that the engine refuses: the batch is split until the command that made it is found."""


class Known(NamedTuple):
    """A command that was accepted before; stream and number name the entry that carries it.

    ``entries`` lists every (stream, number) it wrote, as canonical JSON; it is empty for commands of release 0.1.
    """

    digest: bytes
    reply: bytes
    stream: str
    number: int
    entries: bytes


class Snapshot(NamedTuple):
    """A stored state of a stream, the number it stands at, what the stream had moved by then, and a keyed digest."""

    number: int
    state: bytes
    totals: bytes
    digest: bytes


class Beginning(NamedTuple):
    """What a batch needs when it begins: streams to lock, in order, others that it reads, the ids of its commands.

    ``cached`` are heads the caller knows, which an engine uses only where no other writer can have moved them;
    ``folded`` are the numbers up to which it has read streams, ``accounts`` those it may soon ask for; ``long``: it may
    take minutes.
    """

    locked: Sequence[str] = ()
    read: Sequence[str] = ()
    commands: Sequence[str] = ()
    cached: Mapping[str, Head] = MappingProxyType({})
    folded: Mapping[str, int] = MappingProxyType({})
    accounts: Sequence[str] = ()
    long: bool = False


class Begun(NamedTuple):
    """What an engine says when a batch begins: heads by stream, and the commands that are known, by id.

    ``news`` may have entries that follow those that the caller has folded, by stream, and ``balances`` some of the
    accounts that were named; what they lack is asked for.
    """

    heads: dict[str, Head]
    known: dict[str, Known]
    news: dict[str, list[Entry]]
    balances: dict[str, int]


@lru_cache(maxsize=4096)
def row_of(positions: tuple[int, ...]) -> tuple[int, ...]:
    """One for each position counted, in the order of the columns."""
    return tuple(positions.count(position) for position in range(1, POSITIONS + 1))


Lines: TypeAlias = tuple[tuple[str, int], ...]
Counts: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
Values: TypeAlias = tuple[Any, ...]

KEPT = 4096
"""Lines and counts whose rows are remembered, at most."""


class _Moved(NamedTuple):
    """What one entry of a stream moves and counts, and the rows of that: no account and no bank comes twice.

    Rows are given as their values, one row after the other.
    """

    lines: Lines
    counts: Counts
    balances: Values
    counters: Values


_moved: dict[tuple[str, int, int], _Moved] = {}
"""By stream, and by the identity of lines and counts: they live on in here, so that no others can have it."""


def _rows_of(stream: str, lines: Lines, counts: Counts) -> _Moved:
    """The rows of what an entry moves and counts: the same wagers give the very same lines and counts."""
    key = (stream, id(lines), id(counts))
    known = _moved.get(key)
    if known is None:
        if len(_moved) >= KEPT:
            _moved.clear()
        balances = _added_up((account, stream, amount) for account, amount in lines)
        counters = _added_up((bank, stream, *row_of(positions)) for bank, positions in counts)
        known = _moved[key] = _Moved(lines, counts, balances, counters)
    return known


def _added_up(rows: Iterable[Values]) -> Values:
    """One row for each name of a stream: name, stream, and the sums of the rest."""
    sums: dict[str, Values] = {}
    for row in rows:
        before = sums.get(row[0])
        sums[row[0]] = row if before is None else (*row[:2], *map(add, before[2:], row[2:]))
    return tuple(chain.from_iterable(sums.values()))


def _rows(values: Values, width: int) -> Iterator[Values]:
    return (values[at : at + width] for at in range(0, len(values), width))


BALANCE = 3
"""Columns of a balance: account, stream and amount."""

COUNTER = 2 + POSITIONS
"""Columns of a bank of counters: its name, its stream, and a count for each position."""


class Pending:
    """Rows of a batch that are decided but not written yet; balances, heads and counters already added up.

    Balances and counters are given as the values of their rows, one row after the other.
    """

    __slots__ = ("_moved", "commands", "entries", "heads", "snapshots")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.commands: list[tuple[str, bytes, bytes, str, int, bytes]] = []
        self.heads: dict[str, Head] = {}
        self._moved: dict[str, list[_Moved]] = {}
        self.snapshots: list[tuple[str, int, bytes, bytes, bytes]] = []

    def post(self, entry: Entry, head: Head, lines: Lines, counts: Counts) -> None:
        """Add one entry with everything it moves; ``head`` is that of its stream after it."""
        stream = entry.stream
        self.entries.append(entry)
        self.heads[stream] = head
        if lines or counts:
            moved = _rows_of(stream, lines, counts)
            others = self._moved.get(stream)
            if others is None:
                self._moved[stream] = [moved]
            else:
                others.append(moved)

    @property
    def balances(self) -> list[Any]:
        """What is to be added: account, stream and amount. Each pair of names comes once."""
        return self._sums(attrgetter("balances"), BALANCE)

    @property
    def counters(self) -> list[Any]:
        """What is to be added: bank, stream and sixteen counts. Each bank comes once."""
        return self._sums(attrgetter("counters"), COUNTER)

    def _sums(self, values_of: Callable[[_Moved], Values], width: int) -> list[Any]:
        found: list[Any] = []
        for each in self._moved.values():
            # Mostly a stream has one entry in a batch.
            if len(each) == 1:
                found += values_of(each[0])
            else:
                found += _added_up(row for moved in each for row in _rows(values_of(moved), width))
        return found

    def __bool__(self) -> bool:
        return bool(self.entries or self.snapshots)


class Queries:
    """Reading, in SQL that both engines understand; ``fetch`` runs one statement with ``?`` for its parameters."""

    round_of = "CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), '$.round') END"
    """The round of an entry in the engine's own words, exactly as its index has it."""

    def __init__(self, fetch: Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]) -> None:
        self.fetch = fetch

    def heads(self, streams: Sequence[str] | None = None) -> dict[str, Head]:
        """Heads of all streams, or of those named: a stream that does not exist has the empty head."""
        if streams is None:
            rows = self.fetch("SELECT stream, number, at, hash FROM heads ORDER BY stream", ())
            return {row[0]: Head(*row[1:]) for row in rows}
        found = dict.fromkeys(streams, EMPTY)
        if found:
            marks = ", ".join("?" * len(found))
            for row in self.fetch(f"SELECT stream, number, at, hash FROM heads WHERE stream IN ({marks})", (*found,)):
                found[row[0]] = Head(*row[1:])
        return found

    def page(self, stream: str, start: int, stop: int | None = None, limit: int = PAGE) -> list[Entry]:
        """Entries from number ``start`` up to, not including, ``stop``; at most ``limit``."""
        last = 2**63 - 1 if stop is None else stop
        sql = f"SELECT {ENTRY} FROM entries WHERE stream = ? AND number >= ? AND number < ? ORDER BY number LIMIT ?"
        return [Entry(*row) for row in self.fetch(sql, (stream, start, last, limit))]

    def after(self, numbers: Mapping[str, int]) -> list[Entry]:
        """The entries of several streams after the number given for each, in one question for every hundred streams."""
        found: list[Entry] = []
        known = list(numbers.items())
        for first in range(0, len(known), TOGETHER):
            some = known[first : first + TOGETHER]
            each = " OR ".join(["(stream = ? AND number > ?)"] * len(some))
            sql = f"SELECT {ENTRY} FROM entries WHERE {each} ORDER BY stream, number"
            found += [Entry(*row) for row in self.fetch(sql, [value for pair in some for value in pair])]
        return found

    def entries(self, stream: str, start: int = 1, stop: int | None = None) -> Iterator[Entry]:
        """The same, as many as there are, a page at a time."""
        while page := self.page(stream, start, stop):
            yield from page
            if len(page) < PAGE:
                # Whoever locks the stream reads it again for every command: there is nothing more to ask for.
                return
            start = page[-1].number + 1

    def of_round(self, stream: str, round_: int) -> list[Entry]:
        """How a round of a stream ended and what was corrected later, in order, found by the index."""
        # Put in order here: asked to do that, a planner may rather read the whole stream by number.
        sql = f"SELECT {ENTRY} FROM entries WHERE stream = ? AND {ROUND_KINDS} AND {self.round_of} = ?"
        found = sorted((Entry(*row) for row in self.fetch(sql, (stream, round_))), key=attrgetter("number"))
        return [entry for entry in found if entry.data.get("round") == round_]

    def ended_rounds(self, stream: str, before: int, most: int) -> list[int]:
        """The numbers of the last ``most`` rounds before ``before`` that are over, the last first."""
        sql = f"""SELECT DISTINCT {self.round_of} AS ended FROM entries WHERE stream = ? AND {ROUND_KINDS}
        AND {self.round_of} < ? AND kind <> 'line-corrected' ORDER BY ended DESC LIMIT ?"""
        return [row[0] for row in self.fetch(sql, (stream, before, most))]

    def streams(self) -> list[str]:
        """Every stream that entries or heads name, without reading every entry."""
        names = {row[0] for row in self.fetch("SELECT stream FROM heads", ())}
        sql = "SELECT stream FROM entries WHERE stream > ? ORDER BY stream LIMIT 1"
        last = ""
        while row := self.fetch(sql, (last,)):
            last = row[0][0]
            names.add(last)
        return sorted(names)

    def last_time(self) -> int:
        """The time of the latest entry of all streams; 0 where there is none."""
        return int(self.fetch("SELECT coalesce(max(at), 0) FROM heads", ())[0][0])

    def clock_settings(self, stream: str) -> list[int]:
        """The numbers of a stream's entries before which its time may fall."""
        sql = f"SELECT number FROM entries WHERE stream = ? AND kind = '{CLOCK}' ORDER BY number"
        return [row[0] for row in self.fetch(sql, (stream,))]

    def time_of(self, stream: str, number: int) -> int | None:
        """When an entry was written, or None."""
        rows = self.fetch("SELECT at FROM entries WHERE stream = ? AND number = ?", (stream, number))
        return int(rows[0][0]) if rows else None

    def hash_of(self, stream: str, number: int) -> bytes | None:
        """The stored hash of an entry, or None."""
        rows = self.fetch("SELECT hash FROM entries WHERE stream = ? AND number = ?", (stream, number))
        return bytes(rows[0][0]) if rows else None

    def commands(self, ids: Sequence[str]) -> dict[str, Known]:
        """Those of these commands that were accepted before."""
        if not ids:
            return {}
        marks = ", ".join("?" * len(ids))
        sql = f"SELECT id, {COMMAND} FROM commands WHERE id IN ({marks})"
        return {row[0]: Known(*row[1:]) for row in self.fetch(sql, ids)}

    def balance(self, account: str) -> int:
        """One account over all streams. Added up here: the sum may pass what one row can hold."""
        return sum(row[0] for row in self.fetch("SELECT amount FROM balances WHERE account = ?", (account,)))

    def partials(self, prefix: str = "") -> dict[tuple[str, str], int]:
        """Every (account, stream) whose account begins so."""
        sql = "SELECT account, stream, amount FROM balances WHERE account >= ? AND account < ? ORDER BY account, stream"
        return {(row[0], row[1]): row[2] for row in self.fetch(sql, (prefix, prefix + _LAST_CHARACTER))}

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Every account that begins so, over all streams."""
        sums: dict[str, int] = {}
        for (account, _), amount in self.partials(prefix).items():
            sums[account] = sums.get(account, 0) + amount
        return sums

    def balances_of(self, stream: str) -> dict[str, int]:
        """What one stream has moved, by account."""
        sql = "SELECT account, amount FROM balances WHERE stream = ?"
        return {row[0]: row[1] for row in self.fetch(sql, (stream,))}

    def counters(self, bank: str) -> tuple[int, ...]:
        """The sixteen counters of a bank; zeros where it never counted."""
        rows = self.fetch(f"SELECT {_COUNTS} FROM counters WHERE bank = ?", (bank,))
        return tuple(rows[0]) if rows else (0,) * POSITIONS

    def banks(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Every bank with its stream and its sixteen counters."""
        rows = self.fetch(f"SELECT bank, stream, {_COUNTS} FROM counters ORDER BY bank", ())
        return {row[0]: (row[1], tuple(row[2:])) for row in rows}

    def bank_stream(self, bank: str) -> str | None:
        """The stream a bank belongs to, or None where it never counted."""
        rows = self.fetch("SELECT stream FROM counters WHERE bank = ?", (bank,))
        return str(rows[0][0]) if rows else None

    def snapshot(self, stream: str) -> Snapshot | None:
        """The stored state of a stream, whether it can be believed or not."""
        rows = self.fetch("SELECT number, state, totals, digest FROM snapshots WHERE stream = ?", (stream,))
        return Snapshot(*rows[0]) if rows else None


class Engine(Protocol):
    """A place that keeps a journal: one writing connection, and readers beside it."""

    name: str
    retries: int
    """How often a batch that met a conflict or a lost connection is tried again."""

    writing: Queries
    """Reading inside the write transaction: sees what was flushed."""

    def begin(self, batch: Beginning) -> Begun:
        """Begin to write: lock the heads in the order given, then say where they stand and which ids are known."""

    def flush(self, pending: Pending) -> None:
        """Write rows inside the transaction."""

    def commit(self, pending: Pending) -> None:
        """Write the last rows and make the transaction last."""

    def rollback(self) -> None:
        """Forget the transaction; never raises."""

    def recover(self, attempt: int) -> None:
        """After a failure that may pass: connect again, waiting a little longer each time."""

    def reading(self) -> AbstractContextManager[Queries]:
        """Reading what is committed, statement by statement."""

    def snapshot(self) -> AbstractContextManager[Queries]:
        """Reading one moment: everything asked inside agrees."""

    def schema_findings(self) -> list[str]:
        """What differs from the schema that the migrations make, by name; empty when nothing does."""

    def backup(self, path: Path) -> bool:
        """Copy the whole database while it runs; False where only an export can."""

    def close(self) -> None:
        """Let go of every connection."""
