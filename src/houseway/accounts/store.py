"""Where accounts are kept: tables of their own beside the journal, on either engine, as durable as the journal.

The journal vouches for everything in its file or schema and lets nothing else in there. Accounts have the file beside
it, ``<journal>.accounts``, or on a server the schema ``<schema>_accounts``.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import apsw
import psycopg
from psycopg import sql as pgsql

from houseway.journal.engines.loop_line import LoopLine, NoLine
from houseway.journal.engines.places import sqlite_path
from houseway.journal.engines.sessions import DEFAULT_SCHEMA, LINE, Sessions
from houseway.journal.journal_errors import BadJournal, ConnectionLost, JournalBusy, JournalReadOnly, JournalUnavailable
from houseway.journal.private_files import database_files, make_private, mend_open_files

Row = tuple[Any, ...]
Statement = tuple[str, tuple[Any, ...]]
"""A statement and its values."""

_MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, digest TEXT NOT NULL)"
_BUSY_MILLISECONDS = 5_000
_CONNECT_SECONDS = 10

CONNECTIONS = 4
"""Statements that a database server is asked at once: one that is slow keeps no sign-in waiting."""

STATEMENT_SECONDS = 8
"""Seconds after which the server gives up a statement: a request has fifteen."""

LOCK_SECONDS = 4
"""Seconds that a statement waits for a row that another one holds."""

MIGRATION_SECONDS = 120
"""Seconds that a migration may wait for another server that migrates, and may take itself."""

FREE_SECONDS = 10
"""Seconds that a statement waits for a connection."""


def _migrations() -> list[tuple[int, str]]:
    there = (files("houseway.accounts") / "migrations").iterdir()
    named = [(re.fullmatch(r"(\d{4})_\w+\.sql", file.name), file) for file in there]
    return sorted((int(name[1]), file.read_text(encoding="utf-8")) for name, file in named if name)


def _missing(made: dict[int, str]) -> Iterator[Statement]:
    """The statements that bring accounts with these migrations up to date, or the refusal."""
    known = _migrations()
    if made and max(made) > known[-1][0]:
        raise BadJournal("the accounts are of a later release than this one", remedy="use the release that wrote them")
    for number, script in known:
        digest = hashlib.sha256(script.encode()).hexdigest()
        if number not in made:
            for statement in script.split(";"):
                yield statement, ()
            yield "INSERT INTO migrations VALUES (?, ?)", (number, digest)
        elif made[number] != digest:
            raise BadJournal(f"migration {number} of the accounts was made differently", remedy="restore a backup")


class Store(ABC):
    """Accounts on one of the engines. May be called from any thread."""

    quick = True
    """Whether what is read comes without leaving this machine, so that the event loop may wait for it."""

    line: LoopLine | None = None
    """What an event loop may start for as long as it looks up: where it does not, a thread is asked each time."""

    def ask(self, sql: str, *values: Any) -> list[Row]:
        """Run a statement, its values marked ``?``; the rows it gives. It is on the disk when this returns."""
        return self.ask_all((sql, values))[0]

    @abstractmethod
    def ask_all(self, *statements: Statement) -> list[list[Row]]:
        """Run statements, all or nothing; the rows of each."""

    async def look_up(self, sql: str, *values: str) -> list[Row]:
        """What every request asks: the rows that a statement finds by its keys, as they are committed now."""
        return self.ask(sql, *values)

    def check_current(self) -> None:
        """A `BadJournal` where the accounts are of an earlier release, or of a later one."""
        made = {row[0]: row[1] for row in self.ask("SELECT number, digest FROM migrations")}
        if any(True for _ in _missing(made)):
            raise BadJournal("the accounts are of an earlier release", remedy="start the server of this release once")

    @abstractmethod
    def tables(self) -> dict[str, tuple[tuple[str, ...], list[Row]]]:
        """Every table as it is at one moment: the names of its columns, and its rows."""

    @abstractmethod
    def close(self) -> None:
        """Close."""


class FileStore(Store):
    """Accounts in a SQLite file. What is read does not wait for what is being written."""

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self.path = path
        self._readonly = readonly
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        try:
            if readonly:
                self._connection = self._reader = self._open()
                return
            make_private(path)
            mend_open_files(database_files(path))
            self._connection = self._open()
            try:
                self._migrate()
                self._reader = self._open()
            except BaseException:
                self._connection.close()
                raise
        except (apsw.Error, OSError) as error:
            raise JournalUnavailable(f"the accounts in {path.name} cannot be opened: {error}") from error

    def _migrate(self) -> None:
        with _transaction(self._connection):
            self._connection.execute(_MIGRATIONS)
            rows: list[Row] = self._connection.execute("SELECT number, digest FROM migrations").fetchall()
            for sql, values in _missing({row[0]: row[1] for row in rows}):
                self._connection.execute(sql, values)

    def _open(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READONLY if self._readonly else apsw.SQLITE_OPEN_READWRITE
        connection = apsw.Connection(str(self.path), flags=flags)
        connection.set_busy_timeout(_BUSY_MILLISECONDS)
        if self._readonly:
            return connection
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def ask_all(self, *statements: Statement) -> list[list[Row]]:
        """Run statements, all or nothing; the rows of each."""
        try:
            if len(statements) == 1 and reads(statements[0][0]):
                # What one statement reads is of one moment as it is; every request asks for its session so.
                with self._reading:
                    return [self._reader.execute(*statements[0]).fetchall()]
            if all(reads(sql) for sql, _ in statements):
                with self._reading, _transaction(self._reader, "DEFERRED"):
                    return [self._reader.execute(sql, values).fetchall() for sql, values in statements]
            with self._lock, _transaction(self._connection):
                return [self._connection.execute(sql, values).fetchall() for sql, values in statements]
        except apsw.ConstraintError:
            raise
        except apsw.ReadOnlyError as error:
            raise JournalReadOnly(f"the accounts cannot be written: {error}", remedy="check the file") from error
        except apsw.Error as error:
            raise JournalUnavailable(f"the accounts cannot be read or written: {error}", remedy="try again") from error

    def tables(self) -> dict[str, tuple[tuple[str, ...], list[Row]]]:
        """Every table as it is at one moment."""
        with self._reading, _transaction(self._reader, "DEFERRED"):
            names = self._reader.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
            found = {}
            for (name,) in names:
                columns = tuple(str(row[1]) for row in self._reader.execute(f'PRAGMA table_info("{name}")'))
                listed = ", ".join(f'"{column}"' for column in columns)
                found[str(name)] = (columns, self._reader.execute(f'SELECT {listed} FROM "{name}"').fetchall())
            return found

    def close(self) -> None:
        """Close."""
        with self._reading:
            self._reader.close()
        with self._lock:
            self._connection.close()


@contextmanager
def _transaction(connection: apsw.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


Connection = psycopg.Connection[Row]


class ServerStore(Store):
    """Accounts in a schema of a PostgreSQL server, by a few connections: one that waits keeps nobody else waiting."""

    quick = False

    def __init__(self, url: str, sessions: Sessions | None = None, *, readonly: bool = False) -> None:
        self._sessions = sessions
        self._readonly = readonly
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query))
        self.schema = f"{query.pop('schema', DEFAULT_SCHEMA)}_accounts"
        self._conninfo = urlunsplit(parts._replace(query=urlencode(query)))
        self._free = threading.BoundedSemaphore(CONNECTIONS)
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False
        self.line = LoopLine("accounts", self._open)
        try:
            if not readonly:
                self._migrate()
        except BaseException:
            self.close()
            raise

    def _migrate(self) -> None:
        """Bring the accounts up to date in one transaction: one that is interrupted has done nothing."""
        with self._connection() as connection:
            try:
                with connection.transaction():
                    limit = f"{MIGRATION_SECONDS}s"
                    for name in ("lock_timeout", "statement_timeout"):
                        connection.execute("SELECT set_config(%s, %s, true)", (name, limit))
                    lock = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
                    connection.execute(lock, (f"houseway:{self.schema}",))
                    schema = pgsql.Identifier(self.schema)
                    connection.execute(pgsql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
                    connection.execute(_MIGRATIONS)
                    made = dict(connection.execute("SELECT number, digest FROM migrations").fetchall())
                    for sql, values in _missing(made):
                        connection.execute(_text(sql), values or None)
            except psycopg.Error as error:
                raise JournalUnavailable(
                    f"the accounts cannot be opened: {error}", remedy="mend that and start again; nothing was changed"
                ) from error

    def _open(self) -> Connection:
        settings: dict[str, Any] = {"connect_timeout": _CONNECT_SECONDS, **LINE}
        if self._sessions is not None:
            settings |= self._sessions.settings("accounts")
        connection: Connection | None = None
        try:
            connection = psycopg.connect(self._conninfo, autocommit=True, **settings)
            connection.execute(
                f"SET client_min_messages = warning; SET synchronous_commit = on; "
                f"SET statement_timeout = '{STATEMENT_SECONDS}s'; SET lock_timeout = '{LOCK_SECONDS}s'; "
                f"SET idle_in_transaction_session_timeout = '{STATEMENT_SECONDS}s'".encode()
            )
            connection.execute(pgsql.SQL("SET search_path TO {}").format(pgsql.Identifier(self.schema)))
            if self._sessions is not None:
                self._sessions.admit(connection)
            if self._readonly:
                connection.execute("SET default_transaction_read_only = on")
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, psycopg.Error):
                raise ConnectionLost(f"the database server cannot be reached: {error}", remedy="try again") from error
            raise
        return connection

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        if not self._free.acquire(timeout=FREE_SECONDS):
            raise JournalBusy("the database server has not answered for some time", remedy="try again")
        try:
            with self._lock:
                if self._closed:
                    raise JournalUnavailable("the accounts are closed")
                connection = self._idle.pop() if self._idle else None
            if connection is None or connection.closed:
                connection = self._open()
            try:
                yield connection
            finally:
                with self._lock:
                    keep = not self._closed and not connection.closed
                    if keep:
                        self._idle.append(connection)
                if not keep:
                    connection.close()
        finally:
            self._free.release()

    async def look_up(self, sql: str, *values: str) -> list[Row]:
        """What every request asks: beside the loop only where it has no line."""
        assert self.line is not None
        try:
            return await self.line.ask(sql, *values)
        except NoLine:
            return await asyncio.to_thread(self.ask, sql, *values)

    def ask_all(self, *statements: Statement) -> list[list[Row]]:
        """Run statements, all or nothing; the rows of each."""
        with self._connection() as connection:
            try:
                if len(statements) == 1:
                    return [_rows(connection, *statements[0])]
                with connection.transaction():
                    return [_rows(connection, *statement) for statement in statements]
            except psycopg.errors.UniqueViolation as error:
                raise apsw.ConstraintError(str(error)) from error
            except psycopg.Error as error:
                if connection.broken or connection.closed:
                    self._forget_idle()
                    # A server that was fenced off hears it here, and not that it may try again.
                    self._open().close()
                    raise ConnectionLost(f"the database server went away: {error}", remedy="try again") from error
                if isinstance(error, psycopg.errors.QueryCanceled | psycopg.errors.LockNotAvailable):
                    raise JournalBusy(f"the accounts did not answer in time: {error}", remedy="try again") from error
                raise JournalUnavailable(f"the accounts cannot be read or written: {error}") from error

    def _forget_idle(self) -> None:
        """The server went away: what else is connected to it is connected to nothing."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            with suppress(psycopg.Error):
                connection.close()

    def tables(self) -> dict[str, tuple[tuple[str, ...], list[Row]]]:
        """Every table as it is at one moment."""
        listed = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename"
        with self._connection() as connection:
            try:
                with connection.transaction():
                    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    connection.execute("SELECT set_config('statement_timeout', %s, true)", (f"{MIGRATION_SECONDS}s",))
                    found = {}
                    for (name,) in connection.execute(listed, (self.schema,)).fetchall():
                        cursor = connection.execute(pgsql.SQL("SELECT * FROM {}").format(pgsql.Identifier(name)))
                        found[str(name)] = (tuple(c.name for c in cursor.description or ()), cursor.fetchall())
                    return found
            except psycopg.Error as error:
                raise JournalUnavailable(f"the accounts cannot be read: {error}", remedy="try again") from error

    def close(self) -> None:
        """Close."""
        with self._lock:
            self._closed = True
        self._forget_idle()


def _text(sql: str) -> bytes:
    return sql.replace("?", "%s").replace(" INTEGER", " BIGINT").encode()


def _rows(connection: Connection, sql: str, values: tuple[Any, ...]) -> list[Row]:
    cursor = connection.execute(_text(sql), values or None)
    return cursor.fetchall() if cursor.description else []


def reads(sql: str) -> bool:
    """Whether a statement only reads."""
    return sql.lstrip().startswith("SELECT")


def accounts_path(path: Path) -> Path:
    """The file of the accounts that belong to the journal in ``path``."""
    return path.with_name(path.name + ".accounts")


def open_store(url: str | Path, sessions: Sessions | None = None, *, readonly: bool = False) -> Store:
    """The accounts that belong to the journal at ``url``, made where there are none and brought up to date.

    ``sessions`` are those of a server, which writes no account once it was fenced off. ``readonly``: only to be looked
    at; a `BadJournal` where there are none.
    """
    path = sqlite_path(url)
    if path is None:
        return ServerStore(str(url), sessions, readonly=readonly)
    if readonly and not accounts_path(path).is_file():
        raise BadJournal(f"there are no accounts beside {path.name}", remedy="the first start of a server makes them")
    return FileStore(accounts_path(path), readonly=readonly)


def is_taken(error: Exception) -> bool:
    """Whether a statement failed because something of that name is there already."""
    return isinstance(error, apsw.ConstraintError)


def placeholders(values: Sequence[Any]) -> str:
    """Marks for so many values."""
    return ", ".join("?" * len(values))
