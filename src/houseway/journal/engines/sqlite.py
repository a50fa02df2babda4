"""The journal in one SQLite file: WAL, every commit on the disk before it counts, one writing connection."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw
import msgspec

from houseway.errors import HousewayError
from houseway.journal.engines.engine import (
    BALANCE,
    COUNTER,
    POSITION_COLUMNS,
    Beginning,
    Begun,
    Pending,
    Queries,
    Unwritable,
)
from houseway.journal.engines.migrate import TABLE, Migration, known_migrations, missing_migrations
from houseway.journal.journal_errors import (
    BadJournal,
    DiskFull,
    JournalBusy,
    JournalDamaged,
    JournalReadOnly,
    JournalUnavailable,
    OldEngine,
)
from houseway.journal.private_files import database_files, make_private, may_be_database, mend_open_files

OLDEST = (3, 51, 3)
"""Releases of SQLite before this one can corrupt a WAL when it is reset."""

CACHE_KIB = 16_000
"""Memory for the writer's pages: the ends of all streams fit. A larger one is no faster and fills for minutes."""

BUSY_MILLISECONDS = 10_000
CHECKPOINT_PAGES = 4000
IDLE_READERS = 4


TOGETHER = (64, 16, 4, 1)
"""Rows that one statement writes: a statement costs nearly as much as a row. Each number is prepared once."""


class _Rows:
    """How rows of one table are written: inserted, or added to those that are there."""

    def __init__(self, table: str, columns: int, conflict: str = "") -> None:
        self._columns = columns
        row = f"({', '.join('?' * columns)})"
        self._statements = {
            count: f"INSERT INTO {table} VALUES {', '.join([row] * count)} {conflict}" for count in TOGETHER
        }

    def write(self, connection: apsw.Connection, values: list[Any]) -> None:
        """Write rows in order, as many at a time as there are; they are given value by value."""
        first = 0
        left = len(values) // self._columns
        for count, statement in self._statements.items():
            times, left = divmod(left, count)
            if times:
                size = count * self._columns
                last = first + times * size
                connection.executemany(statement, [values[at : at + size] for at in range(first, last, size)])
                first = last


# One row a statement: of several, SQLite first sets all aside, and these are long.
_ENTRIES = f"INSERT INTO entries VALUES ({', '.join('?' * 12)})"
_COMMANDS = f"INSERT INTO commands VALUES ({', '.join('?' * 6)})"
_HEADS = _Rows(
    "heads", 4, "ON CONFLICT (stream) DO UPDATE SET number = excluded.number, at = excluded.at, hash = excluded.hash"
)
_BALANCES = _Rows("balances", BALANCE, "ON CONFLICT (account, stream) DO UPDATE SET amount = amount + excluded.amount")
_COUNTERS = _Rows(
    "counters",
    COUNTER,
    "ON CONFLICT (bank) DO UPDATE SET stream = excluded.stream, "
    + ", ".join(f"{column} = {column} + excluded.{column}" for column in POSITION_COLUMNS),
)
_SNAPSHOTS = _Rows(
    "snapshots",
    5,
    "ON CONFLICT (stream) DO UPDATE SET number = excluded.number, state = excluded.state, "
    "totals = excluded.totals, digest = excluded.digest",
)


_NO_INDEX = frozenset({apsw.SQLITE_IOERR_SHMSIZE, apsw.SQLITE_IOERR_SHMOPEN, apsw.SQLITE_IOERR_SHMMAP})
_NO_ROOM = _NO_INDEX | {apsw.SQLITE_IOERR_WRITE}
_ROOM = "free some disk space, or lift the quota, then send it again; reading goes on meanwhile"


def _extended(error: Exception) -> int:
    """SQLite's own number for what went wrong, in full."""
    return int(getattr(error, "extendedresult", 0))


def _said(error: Exception, path: Path) -> Exception:
    """The error in the journal's own words."""
    match error:
        case apsw.FullError():
            return DiskFull(f"no room is left on the disk of {path.name}", remedy=_ROOM)
        case apsw.IOError() if _extended(error) in _NO_ROOM:
            # So SQLite says where a quota or a limit is reached, or where room for its index is missing.
            return DiskFull(f"the system lets {path.name} and the files beside it grow no further", remedy=_ROOM)
        case apsw.IOError():
            return JournalUnavailable(
                f"the disk of {path.name} fails ({error}, {_extended(error)})",
                remedy="look at the disk and at the system's log; then send it again",
            )
        case apsw.ReadOnlyError() | apsw.PermissionsError() | apsw.AuthError():
            return JournalReadOnly(f"{path.name} cannot be written: {error}", remedy="check the file and its folder")
        case apsw.BusyError() | apsw.LockedError():
            return JournalBusy(
                f"another program holds {path.name} and did not let go for some seconds: {error}",
                remedy="send it again; where a server runs it and answers nobody, end that server and start it again",
            )
        case apsw.CorruptError() | apsw.NotADBError():
            return JournalDamaged(f"{path.name} is damaged: {error}", remedy="restore a backup, then verify it")
        case apsw.ConstraintError() | apsw.MismatchError() | apsw.TooBigError() | OverflowError():
            return Unwritable(str(error))
        case apsw.CantOpenError():
            return JournalUnavailable(f"{path.name} cannot be opened: {error}", remedy="check the file and its folder")
        case _:
            return JournalUnavailable(f"{path.name} failed: {error}", remedy="send it again; then check the disk")


def _prepare(connection: apsw.Connection, *, writes: bool) -> None:
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    for name, value in (
        ("foreign_keys", "ON"),
        ("recursive_triggers", "ON"),
        ("trusted_schema", "OFF"),
        ("mmap_size", 0),
        ("cache_size", -CACHE_KIB if writes else -CACHE_KIB // 2),
    ):
        connection.execute(f"PRAGMA {name} = {value}")
    if writes:
        connection.execute("PRAGMA synchronous = FULL")
        connection.wal_autocheckpoint(CHECKPOINT_PAGES)
    else:
        # Only the writer moves the WAL into the database.
        connection.wal_autocheckpoint(0)
        connection.execute("PRAGMA query_only = ON")


def _migrate(connection: apsw.Connection, migrations: Sequence[Migration]) -> None:
    for migration in migrations:
        connection.execute(migration.sql)
        connection.execute(
            "INSERT INTO migrations VALUES (?, ?, ?)", (migration.number, migration.name, migration.digest)
        )


class SqliteEngine:
    """One file. ``connection`` is the only one that writes; it is used by one thread at a time."""

    name = "sqlite"
    retries = 3

    def __init__(self, path: Path, *, create: bool = False, readonly: bool = False, vfs: str | None = None) -> None:
        version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
        if version < OLDEST:
            raise OldEngine(
                f"SQLite {apsw.sqlite_lib_version()} can corrupt a journal", remedy="install apsw 3.51.3 or later"
            )
        if not create and not path.exists():
            raise BadJournal(f"there is no journal at {path}", remedy="create it, or name another place")
        self.path = path
        self._readonly = readonly
        self._vfs = vfs
        self._lock = threading.Lock()
        self._idle: list[apsw.Connection] = []
        self._closed = False
        self._fresh: set[str] = set()
        self._version: object = None
        self._immutable = False
        try:
            self.connection = self._open_first(create=create)
        except (apsw.Error, OSError) as error:
            raise _opening(error, path) from error
        self.writing = Queries(self._fetch)

    def _open_first(self, *, create: bool) -> apsw.Connection:
        try:
            return self._open_writer(create=create)
        except (apsw.IOError, apsw.CantOpenError, apsw.FullError) as error:
            # To read, SQLite makes an index beside the file. Where nothing can be made, a file that nobody has open and
            # whose log is empty can be read without one.
            log = self.path.with_name(self.path.name + "-wal")
            if not self._readonly or (log.exists() and log.stat().st_size):
                raise
            if isinstance(error, apsw.IOError) and _extended(error) not in _NO_INDEX:
                raise
            self._immutable = True
            return self._open_writer(create=create)

    def _connect(self, flags: int, **settings: int) -> apsw.Connection:
        if not self._immutable:
            return apsw.Connection(str(self.path), flags=flags, vfs=self._vfs, **settings)
        name = f"file:{quote(str(self.path.absolute()))}?immutable=1"
        return apsw.Connection(name, flags=flags | apsw.SQLITE_OPEN_URI, vfs=self._vfs, **settings)

    def _open_writer(self, *, create: bool) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READONLY if self._readonly else apsw.SQLITE_OPEN_READWRITE
        if create and not self._readonly:
            # 0600 before SQLite writes a byte: what it puts beside the file has the same mode.
            make_private(self.path)
            flags |= apsw.SQLITE_OPEN_CREATE
        if not self._readonly and may_be_database(self.path):
            # Release 0.1 left them open to every login of the machine.
            mend_open_files(database_files(self.path))
        connection = self._connect(flags, statementcachesize=400)
        try:
            _prepare(connection, writes=not self._readonly)
            if not self._readonly:
                mode = connection.pragma("journal_mode", "WAL")
                if mode != "wal":
                    raise JournalUnavailable(
                        f"{self.path.name} cannot keep a write-ahead log (its mode is {mode})",
                        remedy="keep the journal on a local disk",
                    )
            self._bring_up_to_date(connection, create=create)
        except BaseException:
            connection.close()
            raise
        return connection

    def _bring_up_to_date(self, connection: apsw.Connection, *, create: bool) -> None:
        known = known_migrations("sqlite")
        if self._readonly:
            if missing_migrations(known, self._made(connection, create=False)):
                raise BadJournal(f"{self.path.name} is of an earlier release", remedy="open it for writing once")
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            _migrate(connection, missing_migrations(known, self._made(connection, create=create)))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _made(self, connection: apsw.Connection, *, create: bool) -> list[tuple[int, str, str]]:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if "migrations" not in names:
            if names or not create:
                raise BadJournal(f"{self.path.name} holds no journal", remedy="create one in a place of its own")
            connection.execute(TABLE.format(integer="INTEGER") + " STRICT")
        return [(row[0], row[1], row[2]) for row in connection.execute("SELECT number, name, digest FROM migrations")]

    # ------------------------------------------------------------------------------------------------------- writing

    def _fetch(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        return self._ask(self.connection, sql, values)

    def _ask(self, connection: apsw.Connection, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            return connection.execute(sql, values).fetchall()
        except (apsw.Error, OSError) as error:
            raise _said(error, self.path) from error

    def begin(self, batch: Beginning) -> Begun:
        """Begin to write. The whole file is locked, so that the order of the streams does not matter here."""
        if self._readonly:
            raise JournalReadOnly(f"{self.path.name} was opened for reading only")
        execute = self.connection.execute
        try:
            execute("BEGIN IMMEDIATE")
            version = execute("PRAGMA data_version").get
            if version != self._version:
                self._version = version
                self._fresh.clear()
            wanted = dict.fromkeys((*batch.locked, *batch.read))
            fresh = self._fresh
            heads = {stream: batch.cached[stream] for stream in wanted if stream in fresh and stream in batch.cached}
            asked = [stream for stream in wanted if stream not in heads]
            if asked:
                heads.update(self.writing.heads(asked))
            # Only what is there: names that somebody made up are not kept.
            fresh.update(stream for stream in asked if heads[stream].number)
            known = self.writing.commands(batch.commands)
        except (apsw.Error, OSError) as error:
            raise _said(error, self.path) from error
        return Begun(heads, known, {}, {})

    def flush(self, pending: Pending) -> None:
        """Write rows inside the transaction."""
        connection = self.connection
        try:
            if pending.entries:
                connection.executemany(_ENTRIES, map(msgspec.structs.astuple, pending.entries))
                connection.executemany(_COMMANDS, pending.commands)
                _HEADS.write(connection, [*chain.from_iterable((name, *head) for name, head in pending.heads.items())])
            _BALANCES.write(connection, pending.balances)
            _COUNTERS.write(connection, pending.counters)
            _SNAPSHOTS.write(connection, [*chain.from_iterable(pending.snapshots)])
        except (apsw.Error, OSError, OverflowError) as error:
            raise _said(error, self.path) from error

    def commit(self, pending: Pending) -> None:
        """Write the last rows and COMMIT: when this returns, the batch is on the disk."""
        self.flush(pending)
        try:
            self.connection.execute("COMMIT")
        except (apsw.Error, OSError) as error:
            raise _said(error, self.path) from error

    def rollback(self) -> None:
        """Forget the transaction, and whatever was believed about heads."""
        self._fresh.clear()
        with suppress(apsw.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def recover(self, attempt: int) -> None:
        """Nothing to connect to: the file is still open."""

    # ------------------------------------------------------------------------------------------------------- reading

    @contextmanager
    def _reader(self) -> Iterator[apsw.Connection]:
        with self._lock:
            if self._closed:
                raise JournalUnavailable(f"{self.path.name} is closed")
            connection = self._idle.pop() if self._idle else None
        try:
            if connection is None:
                flags = apsw.SQLITE_OPEN_READONLY if self._readonly else apsw.SQLITE_OPEN_READWRITE
                connection = self._connect(flags)
                _prepare(connection, writes=False)
            yield connection
        except (apsw.Error, OSError) as error:
            raise _said(error, self.path) from error
        finally:
            if connection is not None:
                with self._lock:
                    keep = not self._closed and len(self._idle) < IDLE_READERS and not connection.in_transaction
                    if keep:
                        self._idle.append(connection)
                if not keep:
                    connection.close()

    @contextmanager
    def reading(self) -> Iterator[Queries]:
        """Reading what is committed, statement by statement."""
        with self._reader() as connection:
            yield Queries(lambda sql, values: self._ask(connection, sql, values))

    @contextmanager
    def snapshot(self) -> Iterator[Queries]:
        """Reading one moment; writers go on meanwhile."""
        with self._reader() as connection:
            connection.execute("BEGIN")
            try:
                # The moment is fixed by the first read, not by BEGIN.
                connection.execute("SELECT 1 FROM migrations LIMIT 1").fetchall()
                yield Queries(lambda sql, values: self._ask(connection, sql, values))
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    # ------------------------------------------------------------------------------------------------ schema, backup

    def schema_findings(self) -> list[str]:
        """What differs from a freshly migrated database, and what SQLite itself finds wrong with the file."""
        known = known_migrations("sqlite")
        fresh = apsw.Connection(":memory:")
        try:
            fresh.execute(TABLE.format(integer="INTEGER") + " STRICT")
            _migrate(fresh, known)
            expected = _schema(fresh)
        finally:
            fresh.close()
        findings = []
        with self._reader() as connection:
            found = _schema(connection)
            made = connection.execute("SELECT number, name, digest FROM migrations ORDER BY number").fetchall()
            damage = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
        for kind, name in sorted(expected.keys() - found.keys()):
            findings.append(f"{kind} {name} is missing")
        for kind, name in sorted(found.keys() - expected.keys()):
            findings.append(f"{kind} {name} does not belong here")
        for kind, name in sorted(expected.keys() & found.keys()):
            if expected[kind, name] != found[kind, name]:
                findings.append(f"{kind} {name} was altered")
        if made != [(step.number, step.name, step.digest) for step in known]:
            findings.append("the record of migrations differs from this release's")
        findings.extend(f"the file: {text}" for text in damage if text != "ok")
        return findings

    def backup(self, path: Path) -> bool:
        """Copy the database by SQLite's own backup, then give the whole copy its name at once."""
        temporary = path.with_name(path.name + ".part")
        temporary.unlink(missing_ok=True)
        try:
            make_private(temporary)
            copy = apsw.Connection(str(temporary))
            try:
                with self._reader() as connection, copy.backup("main", connection, "main") as task:
                    while not task.done:
                        task.step(-1)
                # The copy stands alone: no write-ahead log beside it.
                copy.pragma("journal_mode", "DELETE")
            finally:
                copy.close()
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            temporary.replace(path)
            sync_folder(path.parent)
        except (apsw.Error, OSError) as error:
            temporary.unlink(missing_ok=True)
            raise _said(error, path) from error
        return True

    def close(self) -> None:
        """Let go of every connection; the last one moves the WAL into the database."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        self.connection.close()


def _opening(error: Exception, path: Path) -> HousewayError:
    said = _said(error, path)
    return said if isinstance(said, HousewayError) else JournalUnavailable(f"{path.name} cannot be opened: {error}")


def _schema(connection: apsw.Connection) -> dict[tuple[str, str], tuple[str, str | None]]:
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'")
    return {(str(row[0]), str(row[1])): (str(row[2]), row[3]) for row in rows}


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
