"""Where accounts are kept: tables of their own beside the journal, on either engine.

The journal vouches for everything in its file or schema and lets nothing else in there. Accounts have the file beside
it, ``<journal>.accounts``, or on a server the schema ``<schema>_accounts``.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import apsw
import psycopg
from psycopg import sql as pgsql

from houseway.errors import BadJournal, ConnectionLost, JournalUnavailable
from houseway.journal.places import sqlite_path
from houseway.journal.sessions import DEFAULT_SCHEMA, Sessions

Row = tuple[Any, ...]

_MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, digest TEXT NOT NULL)"
_BUSY_MILLISECONDS = 5_000
_CONNECT_SECONDS = 10
_PATIENCE = "15s"
"""How long another program that opens the accounts is waited for."""


def _migrations() -> list[tuple[int, str]]:
    found = []
    for file in (files("houseway.accounts") / "migrations").iterdir():
        named = re.fullmatch(r"(\d{4})_\w+\.sql", file.name)
        if named:
            found.append((int(named[1]), file.read_text(encoding="utf-8")))
    return sorted(found)


class Store:
    """One statement at a time, each by itself all or nothing. May be called from any thread."""

    quick = True
    """Whether an answer comes without leaving this machine, so that the event loop may wait for it."""

    def ask(self, sql: str, *values: Any) -> list[Row]:
        """Run a statement, its values marked ``?``; the rows it gives."""
        raise NotImplementedError

    def close(self) -> None:
        """Close."""
        raise NotImplementedError

    def _bring_up_to_date(self) -> None:
        made = {row[0]: row[1] for row in self.ask("SELECT number, digest FROM migrations")}
        known = _migrations()
        if made and max(made) > known[-1][0]:
            raise BadJournal(
                "the accounts are of a later release than this one", remedy="use the release that wrote them"
            )
        for number, script in known:
            digest = hashlib.sha256(script.encode()).hexdigest()
            if number not in made:
                for statement in script.split(";"):
                    self.ask(statement)
                self.ask("INSERT INTO migrations VALUES (?, ?)", number, digest)
            elif made[number] != digest:
                raise BadJournal(f"migration {number} of the accounts was made differently", remedy="restore a backup")


class FileStore(Store):
    """Accounts in a SQLite file."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            self._connection = apsw.Connection(str(path))
            self._connection.set_busy_timeout(_BUSY_MILLISECONDS)
            for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "trusted_schema = OFF"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.execute(_MIGRATIONS)
                self._bring_up_to_date()
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except apsw.Error as error:
            raise JournalUnavailable(f"the accounts in {path.name} cannot be opened: {error}") from error
        path.chmod(0o600)

    def ask(self, sql: str, *values: Any) -> list[Row]:
        """Run a statement; the rows it gives."""
        try:
            with self._lock:
                return self._connection.execute(sql, values).fetchall()
        except apsw.ConstraintError:
            raise
        except apsw.Error as error:
            raise JournalUnavailable(f"the accounts cannot be read or written: {error}", remedy="try again") from error

    def close(self) -> None:
        """Close."""
        with self._lock:
            self._connection.close()


class ServerStore(Store):
    """Accounts in a schema of a PostgreSQL server."""

    quick = False

    def __init__(self, url: str, sessions: Sessions | None = None) -> None:
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query))
        self._schema = f"{query.pop('schema', DEFAULT_SCHEMA)}_accounts"
        self._conninfo = urlunsplit(parts._replace(query=urlencode(query)))
        self._sessions = sessions
        self._lock = threading.Lock()
        self._connection: psycopg.Connection[Row] | None = None
        with self._lock:
            connection = self._open()
            lock = "SELECT pg_advisory_lock(hashtextextended(%s, 0))"
            try:
                connection.execute(lock, (f"houseway:{self._schema}",))
                connection.execute(pgsql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(pgsql.Identifier(self._schema)))
                connection.execute(_MIGRATIONS)
            except psycopg.Error as error:
                raise JournalUnavailable(f"the accounts cannot be opened: {error}") from error
        self._bring_up_to_date()
        self.ask("SELECT pg_advisory_unlock_all()")

    def _open(self) -> psycopg.Connection[Row]:
        if self._connection is None or self._connection.closed:
            self._connection = None
            try:
                self._connection = self._connected()
            except psycopg.Error as error:
                raise ConnectionLost(f"the database server cannot be reached: {error}", remedy="try again") from error
        return self._connection

    def _connected(self) -> psycopg.Connection[Row]:
        settings: dict[str, Any] = {"connect_timeout": _CONNECT_SECONDS}
        if self._sessions is not None:
            settings |= self._sessions.settings("accounts")
        connection = psycopg.connect(self._conninfo, autocommit=True, **settings)
        try:
            connection.execute(f"SET client_min_messages = warning; SET lock_timeout = '{_PATIENCE}'")
            connection.execute(pgsql.SQL("SET search_path TO {}").format(pgsql.Identifier(self._schema)))
            if self._sessions is not None:
                self._sessions.admit(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def ask(self, sql: str, *values: Any) -> list[Row]:
        """Run a statement; the rows it gives."""
        text = sql.replace("?", "%s").replace(" INTEGER", " BIGINT")
        with self._lock:
            connection = self._open()
            try:
                cursor = connection.execute(text.encode(), values or None)
                return cursor.fetchall() if cursor.description else []
            except psycopg.errors.UniqueViolation as error:
                raise apsw.ConstraintError(str(error)) from error
            except psycopg.Error as error:
                if connection.broken:
                    # Where this server was fenced off meanwhile, that is said instead.
                    self._open()
                    raise ConnectionLost(f"the database server went away: {error}", remedy="try again") from error
                raise JournalUnavailable(f"the accounts cannot be read or written: {error}") from error

    def close(self) -> None:
        """Close."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


def open_store(url: str | Path, sessions: Sessions | None = None) -> Store:
    """The accounts that belong to the journal at ``url``, made where there are none.

    ``sessions`` are those of a server, which writes no account once it was fenced off.
    """
    path = sqlite_path(url)
    if path is not None:
        return FileStore(path.with_name(path.name + ".accounts"))
    return ServerStore(str(url), sessions)


def is_taken(error: Exception) -> bool:
    """Whether a statement failed because something of that name is there already."""
    return isinstance(error, apsw.ConstraintError)


def placeholders(values: Sequence[Any]) -> str:
    """Marks for so many values."""
    return ", ".join("?" * len(values))
