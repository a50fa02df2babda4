"""The journal: opened on either engine, written in batches, sealed and checked. What is committed is read by anyone."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.journal.commands import Decision, Fold, Outcome, Request
from houseway.journal.committed import Committed
from houseway.journal.engines.engine import PAGE, Beginning, Conflict, Engine, Pending, Unwritable
from houseway.journal.engines.places import open_engine, sqlite_path
from houseway.journal.entries import Entry, Head, checked_name, stream_order
from houseway.journal.exchange import export_to, import_from
from houseway.journal.journal_errors import (
    BadSeal,
    ConnectionLost,
    JournalBusy,
    JournalUnavailable,
    NotSealed,
    SealKeyUnknown,
)
from houseway.journal.sealing.seal_check import Outside
from houseway.journal.sealing.seal_record import (
    KEY_REPLACED,
    KEY_ROTATED,
    SEALS,
    WRITTEN_BY,
    Recorded,
    key_changes,
    last_recorded,
    sealed_draft,
)
from houseway.journal.sealing.seals import Seal, SealBook
from houseway.journal.standings import Standing, Witness, catch_up, fold_in, load_standing, prove, snapshot_row
from houseway.journal.transaction import Batch, Transaction, too_large
from houseway.journal.verify import LIMIT, Progress, Report, verify_journal

_log = logging.getLogger(__name__)


TROUBLE = 60.0
"""Seconds for which a write that failed is held against the journal, unless another succeeds before."""


def machine_clock() -> int:
    """Microseconds since 1970, by this machine."""
    return time.time_ns() // 1000


class Picture(NamedTuple):
    """The committed journal at one moment: states, last numbers and their times by stream, balances by account."""

    states: dict[str, Any]
    numbers: dict[str, int]
    times: dict[str, int]
    balances: dict[str, int]


class Journal(Committed):
    """Streams of entries with ledger and counters. One object a process: its methods may be called from any thread.

    ``after_commit`` callbacks get the entries of each batch once it is committed, in order, while no other batch is
    being written; they must be quick, and what they raise is logged, not passed on.
    """

    def __init__(self, engine: Engine, fold: Fold, seal_book: SealBook | None = None) -> None:
        super().__init__(engine)
        self.fold = fold
        self.seal_book = seal_book
        self.after_commit: list[Callable[[Sequence[Entry]], None]] = []
        self._lock = threading.RLock()
        self._standings: dict[str, Standing] = {}
        self._owners: dict[str, str] = {}
        self._closed = False
        self._readonly = False
        self._trouble: tuple[JournalUnavailable, float] | None = None
        self._proved = False
        self.witness = Witness(seal_book, makes_key=False)
        self.clock: Callable[[], int] = machine_clock
        self._unrecorded: Recorded | None = None
        self._looked_for_seals = False
        self.after_rotation: list[Callable[[], None]] = []
        """Called when the sealing key has changed: whoever keeps keyed digests makes them anew."""
        if seal_book is not None:
            seal_book.recorded = self.recorded_seal

    @classmethod
    def open(
        cls,
        url: str | Path,
        fold: Fold,
        *,
        create: bool = False,
        readonly: bool = False,
        seals: Path | None = None,
        key: Path | None = None,
        vfs: str | None = None,
        clock: Callable[[], int] = machine_clock,
    ) -> Journal:
        """Open a journal: a path or ``sqlite:///path``, or ``postgresql://…`` with ``?schema=`` for one property.

        ``create`` makes it where there is none. ``seals`` and ``key`` are files outside the database, for SQLite
        beside it unless given; without them a journal on a server is not sealed. ``clock`` says what time it is, in
        microseconds: a command stamped far ahead of it is refused.
        """
        engine = open_engine(url, create=create, readonly=readonly, vfs=vfs)
        path = sqlite_path(url)
        if path is not None:
            seals = seals or path.with_name(path.name + ".seals")
            key = key or path.with_name(path.name + ".key")
        book = SealBook(seals, key or seals.with_name(seals.name + ".key")) if seals is not None else None
        journal = cls(engine, fold, book)
        journal._readonly = readonly
        journal.witness = Witness(book, makes_key=not readonly)
        journal.clock = clock
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------------------- writing

    def write(self, requests: Sequence[Request]) -> list[Outcome]:
        """Decide and write these commands in one commit; one outcome each, in order.

        A refused command leaves nothing behind and does not disturb the others. Where the journal cannot be written
        every outcome carries a `JournalUnavailable`: the commands may be sent again with the same ids.
        """
        if not requests:
            return []
        with self._lock:
            outcomes = self._seal_before_answering(requests, self._write(requests))
            failed = next((o.error for o in outcomes if isinstance(o.error, JournalUnavailable)), None)
            if failed is not None:
                self._trouble = (failed, time.monotonic())
            elif self._trouble is not None and any(outcome.entries for outcome in outcomes):
                self._trouble = None
            return outcomes

    def _write(self, requests: Sequence[Request], *, record: bool = False) -> list[Outcome]:
        """Write a batch, and with it the last seal that is not on record yet: with ``record`` also by itself."""
        tried: Mapping[str, Outcome] = {}
        attempt = 0
        recording = self._recordable()
        while True:
            batch = Batch(self.engine, self.fold, self._standings, self._owners, tried, self.witness, self.clock)
            outcomes: list[Outcome] = []
            riding = [] if recording is None else [self._record_request(recording, batch, requests, alone=record)]
            try:
                self._prove()
                outcomes = batch.run([*requests, *riding])
                self.engine.commit(batch.pending)
            except Unwritable as why:
                self._forget(batch)
                if len(requests) == 1:
                    return [too_large(requests[0], why)]
                return [outcome for request in requests for outcome in self._write([request])]
            except (Conflict, ConnectionLost) as trouble:
                self._forget(batch)
                if isinstance(trouble, ConnectionLost) and outcomes:
                    # Whether COMMIT arrived is not known: the ids will tell.
                    tried = {r.command: o for r, o in zip(requests, outcomes, strict=False) if o.entries} | dict(tried)
                attempt += 1
                error = self._recover(attempt, trouble)
                if error is not None:
                    return [Outcome(error=error)] * len(requests)
            except JournalUnavailable as error:
                self._forget(batch)
                return [Outcome(error=error)] * len(requests)
            except BaseException:
                self._forget(batch)
                raise
            else:
                if riding:
                    self._noted_as_recorded(recording, outcomes.pop())
                self._announce((*batch.resolved, *batch.entries))
                return outcomes

    def _prove(self) -> None:
        """Before the first command of this process: nothing was changed while nobody looked."""
        if self._proved or self._readonly:
            return
        with self.engine.snapshot() as queries:
            for stream, standing in prove(self.fold, queries, self.witness).items():
                self._standings.setdefault(stream, standing)
        self._proved = True

    def check_writable(self) -> None:
        """A `JournalUnavailable` says why nothing can be written: a batch that failed, or one that cannot be begun.

        Only what is committed shows that a disk has room: the failure of a batch counts until another is on the disk,
        or until some time has passed in which nobody tried.
        """
        with self._lock:
            if self._trouble is not None and time.monotonic() - self._trouble[1] < TROUBLE:
                raise self._trouble[0]
            self._prove()
            try:
                self.engine.begin(Beginning())
            finally:
                self.engine.rollback()

    def _recover(self, attempt: int, trouble: Exception) -> HousewayError | None:
        """Make ready to try again; the error where that is hopeless."""
        if attempt > self.engine.retries:
            if isinstance(trouble, ConnectionLost):
                return trouble
            return JournalBusy(f"other writers were always first: {trouble}", remedy="send it again")
        try:
            self.engine.recover(attempt)
        except JournalUnavailable as error:
            return error
        return None

    def _forget(self, batch: Batch) -> None:
        self.engine.rollback()
        for stream in batch.touched | {entry.stream for entry in batch.entries}:
            self._standings.pop(stream, None)
        self._owners.clear()

    def _announce(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        for callback in self.after_commit:
            try:
                callback(entries)
            except Exception:
                _log.exception("a callback failed after %d committed entries", len(entries))

    # ------------------------------------------------------------------------------------------------------- reading

    @property
    def local(self) -> bool:
        """Whether reading leaves this machine for nothing: what is committed is there at once."""
        return self.engine.name == "sqlite"

    def state(self, stream: str) -> Any:
        """The folded state of a stream, as this process last knew it; see `refresh`. It must not be changed."""
        with self._lock:
            standing = self._standings.get(stream)
            if standing is None:
                checked_name(stream, "a stream")
                with self.engine.snapshot() as queries:
                    head = queries.heads([stream])[stream]
                    standing = load_standing(stream, self.fold, queries, head, self.witness)
                    catch_up(standing, stream, self.fold, queries, head.number)
                if head.number:
                    # Names that somebody made up are not kept: there is no end of them.
                    self._standings[stream] = standing
            return standing.state

    def refresh(self) -> tuple[Entry, ...]:
        """Fold what other writers have committed into every state that is in use; the entries found, by stream."""
        found: list[Entry] = []
        with self._lock, self.engine.snapshot() as queries:
            heads = queries.heads(list(self._standings))
            behind = {
                stream: standing.number
                for stream, standing in self._standings.items()
                if heads[stream].number > standing.number
            }
            # Commands wait meanwhile: many streams that are a little behind are read together.
            near = {stream: number for stream, number in behind.items() if heads[stream].number - number <= PAGE}
            entries: dict[str, list[Entry]] = {}
            for entry in queries.after(near):
                entries.setdefault(entry.stream, []).append(entry)
            for stream in sorted(behind, key=stream_order):
                standing = self._standings[stream]
                try:
                    if stream in near:
                        found += fold_in(standing, stream, self.fold, entries[stream])
                    else:
                        found += catch_up(standing, stream, self.fold, queries, heads[stream].number)
                except BaseException:
                    del self._standings[stream]
                    raise
                standing.head = heads[stream]
        return tuple(found)

    def absorb(self, entries: Sequence[Entry]) -> bool:
        """Fold entries that others committed, by stream and number, into the states in use; whether that is done.

        It waits for nobody: where a batch is being written, or entries before these are missing, `refresh` is due.
        """
        if not self._lock.acquire(blocking=False):
            return False
        try:
            done = [self._absorb(stream, list(some)) for stream, some in groupby(entries, attrgetter("stream"))]
            return all(done)
        finally:
            self._lock.release()

    def _absorb(self, stream: str, entries: list[Entry]) -> bool:
        standing = self._standings.get(stream)
        news = [entry for entry in entries if standing is not None and entry.number > standing.number]
        if standing is None or not news:
            return True
        if news[0].number > standing.number + 1:
            return False
        try:
            fold_in(standing, stream, self.fold, news)
        except BaseException:
            del self._standings[stream]
            raise
        last = news[-1]
        standing.head = Head(last.number, last.at, last.hash)
        return True

    def picture(self) -> Picture:
        """Everything as it is committed at one moment, in states of its own: what a follower begins with."""
        found = Picture({}, {}, {}, {})
        with self.engine.snapshot() as queries:
            for stream, head in queries.heads().items():
                standing = load_standing(stream, self.fold, queries, head, self.witness)
                catch_up(standing, stream, self.fold, queries, head.number)
                found.states[stream] = standing.state
                found.numbers[stream] = head.number
                found.times[stream] = head.at
            found.balances.update(queries.balances(""))
        return found

    # ------------------------------------------------------------------------------------- seals, proof, safe keeping

    def _seal_book(self) -> SealBook:
        if self.seal_book is None:
            raise BadSeal("this journal has no seal file", remedy="name one outside the database when opening it")
        return self.seal_book

    def seal(self, at: int, *, whole: bool = False) -> Seal:
        """Seal the heads that moved, at one moment, into the file outside the database; the last seal.

        The next batch puts it on record. ``whole``: the seal names every stream.
        """
        made = self._seal_book().add(self.heads, at, whole=whole)
        self._looked_for_seals = False
        return made

    def seal_due(self, at: int) -> bool:
        """Whether a minute has passed since the last seal."""
        return self._seal_book().due(at)

    def record_seal(self) -> None:
        """Put the last seal on record now, where it is not: otherwise that rides with the next batch."""
        with self._lock:
            self._looked_for_seals = False
            if self._recordable() is not None:
                self._write((), record=True)

    def begin_sealing(self) -> None:
        """What a server does when it starts: a named error where seals or key are missing, else the last on record."""
        self._seal_book().check()
        self.record_seal()

    def rotate_key(self, at: int) -> Seal:
        """Bring the key that waits into force; the one before it signs for it. Its entry must be on record."""
        return self._change_key(KEY_ROTATED, at)

    def replace_lost_key(self, at: int) -> Seal:
        """Bring the key that waits into force instead of one that was lost. Its entry must be on record."""
        return self._change_key(KEY_REPLACED, at)

    def announced_key(self, kind: str) -> bool:
        """Whether the key that waits is on record, so that only the change itself is left to do."""
        key = self._seal_book().waiting_key()
        with self.engine.reading() as queries:
            return any(entry.kind == kind and entry.data.get("key") == key for entry in key_changes(queries))

    def _change_key(self, kind: str, at: int) -> Seal:
        book = self._seal_book()
        if not self.announced_key(kind):
            raise SealKeyUnknown(
                "The new sealing key is not on record.", remedy="have two people run: houseway audit rotate-key"
            )
        with self._lock:
            made = book.hand_over(self.heads, at) if kind == KEY_ROTATED else book.start_over(self.heads, at)
            self.record_seal()
        for callback in self.after_rotation:
            callback()
        return made

    def _recordable(self) -> Recorded | None:
        """The last seal of the file, looked up when this process has sealed or has just begun."""
        if self._looked_for_seals or self.seal_book is None or self._readonly:
            return self._unrecorded
        self._looked_for_seals = True
        try:
            self._unrecorded = self.seal_book.last_recordable()
        except (BadSeal, OSError) as error:
            # A file that cannot be read is a finding of verify, and no reason to refuse what has nothing to do with it.
            _log.warning("the last seal is not put on record: %s", error)
            self._unrecorded = None
        return self._unrecorded

    def _record_request(self, seal: Recorded, batch: Batch, requests: Sequence[Request], *, alone: bool) -> Request:
        """What puts a seal on record; it is decided last, and leaves nothing behind where nothing else was written."""
        known = self._standings.get(SEALS)

        def decide(transaction: Transaction) -> Decision:
            if not alone and not batch.entries:
                return Decision((), {})
            before = last_recorded(batch.flushed())
            if before is not None and before.number >= seal.number:
                return Decision((), {"number": before.number})
            return Decision((sealed_draft(seal),), {"number": seal.number})

        id = f"sealed/{seal.number}/{seal.hash[:16]}"
        # Not before what the stream holds already, or gets in this batch.
        others = [request.at for request in requests if SEALS in request.streams]
        at = max([seal.at, *others, *([] if known is None else [known.head.at])])
        return Request(id, bytes.fromhex(seal.hash), WRITTEN_BY, at, (SEALS,), (), decide)

    def _noted_as_recorded(self, seal: Recorded | None, outcome: Outcome) -> None:
        if outcome.error is not None:
            _log.warning("seal %s is not put on record: %s", seal and seal.number, outcome.error)
        if outcome.error is not None or outcome.reply or outcome.repeated:
            self._unrecorded = None

    def _seal_before_answering(self, requests: Sequence[Request], outcomes: list[Outcome]) -> list[Outcome]:
        """Seal once for all commands of a batch that must be sealed before they are answered."""
        if not any(request.seal for request in requests):
            return outcomes
        wanted = {
            place
            for place, (request, outcome) in enumerate(zip(requests, outcomes, strict=True))
            if request.seal and outcome.error is None and (outcome.entries or outcome.repeated)
        }
        if not wanted or self.seal_book is None:
            return outcomes
        closes = any(requests[place].close for place in wanted)
        at = max(requests[place].at for place in wanted)
        try:
            self.seal(at, whole=closes)
        except (BadSeal, JournalUnavailable, OSError) as error:
            said = error.message if isinstance(error, HousewayError) else str(error)
            remedy = error.remedy if isinstance(error, HousewayError) else None
            return [
                Outcome(
                    error=NotSealed(
                        f"Command {request.command} is written and counts, and it could not be sealed: {said}",
                        remedy=f"{remedy or 'Check the seal file and the disk'}. Then send it again with the same id: "
                        "it is done once only, and is then sealed and answered",
                    )
                )
                if place in wanted
                else outcome
                for place, (request, outcome) in enumerate(zip(requests, outcomes, strict=True))
            ]
        if closes:
            self._looked_for_seals = False
            self._write((), record=True)
        return outcomes

    def verify(
        self,
        *,
        progress: Progress | None = None,
        limit: int = LIMIT,
        public_key: bytes | None = None,
        against: Outside | None = None,
        now: int | None = None,
        key_elsewhere: bool = False,
    ) -> Report:
        """Check everything against everything: schema, chains, projections, seals. Other writers go on meanwhile.

        ``public_key`` pins the key (32 bytes) that the seals must be signed with; ``against`` is what was kept outside,
        on paper or in a copy of the seals; ``now`` is when the age of what is not sealed yet is reckoned. With
        ``key_elsewhere`` the private key is not expected here, as after a restore.
        """
        return verify_journal(
            self.engine,
            self.fold,
            self.seal_book,
            self.witness,
            progress=progress,
            limit=limit,
            public_key=public_key,
            against=against,
            now=now,
            key_elsewhere=key_elsewhere,
        )

    def export(self, path: str | Path) -> int:
        """Write the whole journal as JSON lines, the same from either engine; the number of entries."""
        return export_to(self.engine, Path(path))

    def load(self, path: str | Path) -> int:
        """Read an export into this empty journal, checking every chain; the number of entries. All or nothing."""
        with self._lock:
            return import_from(self.engine, Path(path))

    def backup(self, path: str | Path) -> None:
        """Copy the journal at one moment while it runs: SQLite to a database file, PostgreSQL to an export."""
        if not self.engine.backup(Path(path)):
            self.export(path)

    def close(self) -> None:
        """Save the states that moved and let go of the database. Writers must be closed before."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            try:
                self._save_states()
            finally:
                self.engine.close()

    def _save_states(self) -> None:
        if self._readonly:
            return
        pending = Pending()
        for stream, standing in self._standings.items():
            if standing.number > standing.saved and standing.number == standing.head.number:
                row = snapshot_row(stream, standing, self.fold, self.witness)
                if not self.witness.lasting:
                    # Nobody would believe it when this process is gone.
                    return
                pending.snapshots.append(row)
        if not pending:
            return
        try:
            self.engine.begin(Beginning())
            self.engine.commit(pending)
        except (JournalUnavailable, Conflict, Unwritable) as trouble:
            # A snapshot only saves time: without it the next opening folds a little longer.
            self.engine.rollback()
            _log.warning("states were not saved at close: %s", trouble)
