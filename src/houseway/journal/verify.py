"""Checking a journal: every entry, everything derived from the entries, the schema, and the seals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from houseway.journal.commands import Fold
from houseway.journal.engines.engine import Engine, Queries, Snapshot
from houseway.journal.entries import (
    CLOCK,
    EMPTY,
    GENESIS,
    Entry,
    Head,
    canonical_counts,
    canonical_lines,
    command_proof,
    entry_hash,
    is_canonical,
    stream_order,
)
from houseway.journal.journal_errors import BadDraft, JournalUnavailable
from houseway.journal.sealing.seal_check import Outside, SealCheck, Unsealed
from houseway.journal.sealing.seals import SealBook
from houseway.journal.standings import Standing, Witness
from houseway.journal.wholeness import Wholeness

LIMIT = 200
"""Findings kept in a report; the rest is only counted."""

Progress = Callable[[str, int, int], None]
"""Called with a stream, the entries checked so far, and how many there are in all."""

_LOWEST = -(2**63)


class Finding(msgspec.Struct, frozen=True):
    """One thing that is not as it must be: in which table or file, at which stream and number, and what."""

    where: str
    what: str
    stream: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        place = " ".join(str(part) for part in (self.where, self.stream, self.number) if part is not None)
        return f"{place}: {self.what}"


class Report(msgspec.Struct, frozen=True):
    """What was checked and what was found; ``left_out`` counts findings beyond the limit.

    ``unchecked`` says what could not be judged, in words.
    ``notes`` are no findings, and are told all the same: clocks that were set right.
    """

    findings: tuple[Finding, ...]
    left_out: int
    streams: int
    entries: int
    seals: int
    unchecked: tuple[str, ...] = ()
    """What could not be checked, and how it can be."""
    notes: tuple[Finding, ...] = ()
    tail: Unsealed | None = None
    """What no seal covers yet; None where there are no seals at all."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class _Walk:
    """What one pass over a stream gathers."""

    def __init__(self, stream: str, state: Any) -> None:
        self.stream = stream
        self.last = EMPTY
        self.computed = GENESIS
        self.state = state
        self.folding = True
        self.standing = Standing(EMPTY, None)


class _Verification:
    def __init__(self, fold: Fold, queries: Queries, witness: Witness, limit: int, progress: Progress | None) -> None:
        self._fold = fold
        self._witness = witness
        self._queries = queries
        self._limit = limit
        self._progress = progress
        self.findings: list[Finding] = []
        self.notes: list[Finding] = []
        self.left_out = 0
        self.entries = 0
        self.streams = 0
        self._total: int
        self._banks: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._wholeness = Wholeness(queries, self.found)

    def found(self, where: str, what: str, stream: str | None = None, number: int | None = None) -> None:
        """Note a finding, or only count it where there are many already."""
        if len(self.findings) < self._limit:
            self.findings.append(Finding(where, what, stream, number))
        else:
            self.left_out += 1

    # ------------------------------------------------------------------------------------------------------- entries

    def journal(self) -> None:
        """Every stream, and what is derived from it."""
        queries = self._queries
        heads = queries.heads()
        self._total = sum(head.number for head in heads.values())
        self._banks = queries.banks()
        streams = sorted(queries.streams(), key=stream_order)
        self.streams = len(streams)
        for stream in streams:
            self._stream(stream, heads.get(stream))
        for bank, (stream, _) in self._banks.items():
            self.found("counters", f"bank {bank} is counted by no entry", stream)
        known = set(streams)
        for table in ("balances", "snapshots"):
            for (stream,) in queries.fetch(f"SELECT DISTINCT stream FROM {table}", ()):
                if stream not in known:
                    self.found(table, "the stream has no entries", stream)
        sql = """SELECT id, stream, number FROM commands c WHERE NOT EXISTS (SELECT 1 FROM entries e
        WHERE e.stream = c.stream AND e.number = c.number AND e.command = c.id) ORDER BY id LIMIT ?"""
        for command, stream, number in queries.fetch(sql, (self._limit,)):
            self.found("commands", f"command {command} names an entry that is not its own", stream, number)
        self._wholeness.end()

    def _pages(self, stream: str) -> Iterator[list[Entry]]:
        start = _LOWEST
        while True:
            try:
                page = self._queries.page(stream, start)
            except UnicodeDecodeError:
                page = self._readable(stream, start)
            if not page:
                return
            yield page
            start = page[-1].number + 1

    def _readable(self, stream: str, start: int) -> list[Entry]:
        """The next entry that can be read at all, after a page that could not."""
        while rows := self._queries.fetch(
            "SELECT number FROM entries WHERE stream = ? AND number >= ? ORDER BY number LIMIT 1", (stream, start)
        ):
            number = rows[0][0]
            try:
                return self._queries.page(stream, number, limit=1)
            except UnicodeDecodeError:
                self.found("entries", "it holds bytes that are no text", stream, number)
                start = number + 1
        return []

    def _stream(self, stream: str, head: Head | None) -> None:
        queries = self._queries
        walk = _Walk(stream, self._fold.start(stream))
        snapshot = queries.snapshot(stream)
        for page in self._pages(stream):
            commands = queries.commands(list({entry.command for entry in page}))
            for entry in page:
                self._entry(walk, entry)
                known = commands.get(entry.command)
                if known is None:
                    self.found("commands", f"command {entry.command} is missing", stream, entry.number)
                elif command_proof(known.digest, known.reply, known.entries) != entry.proof:
                    self.found("commands", f"command {entry.command} was altered", stream, entry.number)
                else:
                    if (*stream_order(known.stream), known.number) > (*stream_order(stream), entry.number):
                        self.found("commands", f"command {entry.command} names a later entry", stream, entry.number)
                    self._wholeness.entry(entry, known)
                if snapshot is not None and snapshot.number == entry.number and walk.folding:
                    self._snapshot(walk, entry, snapshot)
                    snapshot = None
            self._wholeness.page()
            self.entries += len(page)
            if self._progress is not None:
                self._progress(stream, self.entries, self._total)
        if snapshot is not None and walk.folding:
            self.found("snapshots", "it stands where no entry is", stream, snapshot.number)
        self._head(walk, head)
        self._projections(walk)

    def _snapshot(self, walk: _Walk, entry: Entry, snapshot: Snapshot) -> None:
        """A snapshot at its entry: its state and totals against the rebuild, and whether its own key vouches for it."""
        if self._fold.current(snapshot.state) and self._fold.dump(walk.state) != snapshot.state:
            self.found("snapshots", "it differs from a rebuild", walk.stream, entry.number)
        if snapshot.totals and snapshot.totals != walk.standing.totals():
            self.found("snapshots", "its balances or counters differ from a rebuild", walk.stream, entry.number)
        if self._witness.is_own(snapshot) and not self._witness.holds(walk.stream, snapshot, entry.hash):
            self.found("snapshots", "its digest does not hold: it was changed", walk.stream, entry.number)

    def _entry(self, walk: _Walk, entry: Entry) -> None:
        stream, number, last = walk.stream, entry.number, walk.last
        computed = entry_hash(entry)
        follows = entry.previous in (last.hash, walk.computed)
        if number < 1:
            self.found("entries", "numbers begin at 1", stream, number)
        elif number != last.number + 1:
            gap = str(last.number + 1) if number == last.number + 2 else f"{last.number + 1} to {number - 1}"
            self.found("entries", f"missing: {gap}", stream, last.number + 1)
        elif not follows:
            self.found("entries", f"it does not follow entry {last.number}", stream, number)
        if computed != entry.hash:
            self.found("entries", "its content does not give its hash", stream, number)
        if entry.kind == CLOCK:
            self._clock(entry, last)
        elif entry.at < last.at:
            self.found("entries", "it is older than the entry before it", stream, number)
        walk.last = Head(number, entry.at, entry.hash)
        walk.computed = computed
        self._content(walk, entry)
        if walk.folding:
            try:
                walk.state = self._fold.apply(walk.state, entry)
            except Exception as error:
                # An altered entry may break a fold in any way.
                self.found("entries", f"from here on it cannot be folded: {error!r}", stream, number)
                walk.folding = False

    def _clock(self, entry: Entry, last: Head) -> None:
        """A clock that was set right: time may fall here, from the time that the entry names, and is told of."""
        try:
            was = entry.data.get("was")
        except (msgspec.MsgspecError, ValueError):
            was = None
        if was != last.at:
            self.found("entries", "it sets a clock right from another time than it had", entry.stream, entry.number)
            return
        what = f"{entry.who} set the clock right here, from {_moment(last.at)} to {_moment(entry.at)}"
        self.notes.append(Finding("entries", what, entry.stream, entry.number))

    def _content(self, walk: _Walk, entry: Entry) -> None:
        try:
            lines, counts = entry.postings, entry.counted
            same = canonical_lines(lines) == entry.lines and canonical_counts(counts) == entry.counts
            if not same or not is_canonical(entry.body):
                self.found("entries", "it is not in canonical form", walk.stream, entry.number)
        except BadDraft as error:
            self.found("entries", error.message, walk.stream, entry.number)
            return
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.found("entries", "its lines or counts cannot be read", walk.stream, entry.number)
            return
        walk.standing.add(lines, counts)

    # --------------------------------------------------------------------------------------------------- projections

    def _head(self, walk: _Walk, head: Head | None) -> None:
        if head is None:
            self.found("heads", "it is missing", walk.stream)
        elif head.number > walk.last.number:
            missing = f"the head is at {head.number}, the entries end at {walk.last.number}: the tail was cut"
            self.found("heads", missing, walk.stream, walk.last.number + 1)
        elif head != walk.last and (head.number, head.at, head.hash) != (
            walk.last.number,
            walk.last.at,
            walk.computed,
        ):
            self.found("heads", "it differs from the last entry", walk.stream, head.number)

    def _projections(self, walk: _Walk) -> None:
        stored = self._queries.balances_of(walk.stream)
        for account in sorted(stored.keys() | walk.standing.balances.keys()):
            rebuilt = walk.standing.balances.get(account)
            if stored.get(account) != rebuilt:
                self.found("balances", f"{account} is {stored.get(account)}, its entries give {rebuilt}", walk.stream)
        for bank, counts in sorted(walk.standing.counters.items()):
            stream, found = self._banks.pop(bank, (None, None))
            if stream != walk.stream or found != counts:
                seen = "missing" if found is None else f"{list(found)} of {stream}"
                self.found("counters", f"bank {bank} is {seen}, its entries give {list(counts)}", walk.stream)


def _moment(at: int) -> str:
    return str(datetime.fromtimestamp(at // 1_000_000, UTC).replace(tzinfo=None)) + " UTC"


def verify_journal(
    engine: Engine,
    fold: Fold,
    book: SealBook | None,
    witness: Witness,
    *,
    progress: Progress | None = None,
    limit: int = LIMIT,
    public_key: bytes | None = None,
    against: Outside | None = None,
    now: int | None = None,
    key_elsewhere: bool = False,
) -> Report:
    """Check a journal as it is at one moment. Never stops at the first finding."""
    # Before the moment is fixed: a seal that is written meanwhile may name entries this moment does not have.
    size = book.size() if book is not None else 0
    with engine.snapshot() as queries:
        check = _Verification(fold, queries, witness, limit, progress)
        seals = SealCheck(queries, check.found)
        for what in engine.schema_findings():
            check.found("schema", what)
        try:
            check.journal()
            seals.run(book, size, public_key=public_key, against=against, now=now, key_elsewhere=key_elsewhere)
        except (JournalUnavailable, UnicodeDecodeError) as error:
            check.found("database", f"it cannot be read through: {error}")
    return Report(
        tuple(check.findings),
        check.left_out,
        check.streams,
        check.entries,
        seals.count,
        tail=seals.unsealed,
        unchecked=tuple(seals.unchecked),
        notes=tuple(check.notes),
    )
