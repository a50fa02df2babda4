"""The journal in one schema of a PostgreSQL server: several processes may write at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult

import msgspec
import psycopg
from psycopg import errors as pg
from psycopg import sql

from houseway.journal.engines.binary_arrays import Integers, Texts, columns, columns_of
from houseway.journal.engines.engine import (
    BALANCE,
    COMMAND,
    COUNTER,
    ENTRY,
    PAGE,
    POSITION_COLUMNS,
    Beginning,
    Begun,
    Conflict,
    Known,
    Pending,
    Queries,
    Unwritable,
)
from houseway.journal.engines.migrate import TABLE, Migration, known_migrations, missing_migrations
from houseway.journal.engines.presence import Presence, end_idle_writers
from houseway.journal.engines.schema_catalog import describe_schema, schema_differences
from houseway.journal.engines.sessions import DEFAULT_SCHEMA, TRANSACTION_TIMEOUT, Connection, Sessions
from houseway.journal.engines.together import Answer, Step, Together
from houseway.journal.entries import EMPTY, Entry, Head
from houseway.journal.journal_errors import (
    BadJournal,
    ConnectionLost,
    DiskFull,
    FencedOff,
    JournalBusy,
    JournalDamaged,
    JournalReadOnly,
    JournalUnavailable,
)

__all__ = ["DEFAULT_SCHEMA", "PostgresEngine"]

ROLE = "houseway_app"
IDLE_READERS = 4

_LOCK_HEADS = """SELECT stream, number, at, hash FROM heads WHERE stream = ANY($1::text[])
ORDER BY CASE split_part(stream, '/', 1) WHEN 'table' THEN 0 WHEN 'jackpot' THEN 1 WHEN 'property' THEN 2 ELSE 3 END,
stream FOR UPDATE"""
_READ_HEADS = "SELECT stream, number, at, hash FROM heads WHERE stream = ANY($1::text[])"
_NEWS = f"""SELECT news.* FROM unnest($1::text[], $2::bigint[]) AS folded (name, last) CROSS JOIN LATERAL
(SELECT {ENTRY} FROM entries WHERE stream = name AND number > last ORDER BY number LIMIT {PAGE}) AS news
ORDER BY stream, number"""
_AFTER = f"""SELECT {ENTRY} FROM unnest(?::text[], ?::bigint[]) AS folded (name, last) JOIN entries
ON stream = name AND number > last ORDER BY stream, number"""
_BALANCES = "SELECT account, amount FROM balances WHERE account = ANY($1::text[])"
_KNOWN = f"SELECT id, {COMMAND} FROM commands WHERE id = ANY($1::text[])"


def _insert(table: str, types: Sequence[str], conflict: str = "") -> str:
    arrays = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(types, 1))
    return f"INSERT INTO {table} SELECT * FROM unnest({arrays}) {conflict}"


_INSERT_ENTRIES = _insert("entries", ["text", "bigint", "text", "text", "bigint", "text"] + ["bytea"] * 6)
_INSERT_COMMANDS = _insert("commands", ["text", "bytea", "bytea", "text", "bigint", "bytea"])
_UPSERT_HEADS = _insert(
    "heads",
    ["text", "bigint", "bigint", "bytea"],
    "ON CONFLICT (stream) DO UPDATE SET number = excluded.number, at = excluded.at, hash = excluded.hash",
)
_UPSERT_BALANCES = _insert(
    "balances",
    ["text", "text", "bigint"],
    "ON CONFLICT (account, stream) DO UPDATE SET amount = balances.amount + excluded.amount",
)
_UPSERT_COUNTERS = _insert(
    "counters",
    ["text", "text"] + ["bigint"] * len(POSITION_COLUMNS),
    "ON CONFLICT (bank) DO UPDATE SET stream = excluded.stream, "
    + ", ".join(f"{column} = counters.{column} + excluded.{column}" for column in POSITION_COLUMNS),
)
_UPSERT_SNAPSHOTS = _insert(
    "snapshots",
    ["text", "bigint", "bytea", "bytea", "bytea"],
    "ON CONFLICT (stream) DO UPDATE SET number = excluded.number, state = excluded.state, "
    "totals = excluded.totals, digest = excluded.digest",
)


def _said(error: psycopg.Error) -> Exception:
    """The error in the journal's own words."""
    match error:
        case pg.DiskFull() | pg.OutOfMemory():
            return DiskFull(f"the server has no room left: {error}", remedy="free some disk space, then send it again")
        case pg.ReadOnlySqlTransaction() | pg.InsufficientPrivilege():
            return JournalReadOnly(f"the server does not allow it: {error}", remedy="connect to the writing server")
        case pg.LockNotAvailable():
            return JournalBusy(f"another writer held a stream for too long: {error}", remedy="send it again")
        case pg.SerializationFailure() | pg.DeadlockDetected() | pg.UniqueViolation():
            return Conflict(str(error))
        case pg.DataError() | pg.IntegrityError() | pg.ProgramLimitExceeded():
            return Unwritable(str(error))
        case pg.DataCorrupted() | pg.IndexCorrupted():
            return JournalDamaged(f"the database is damaged: {error}", remedy="restore a backup, then verify it")
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return ConnectionLost(f"the database server went away: {error}", remedy="send it again")
        case _:
            return JournalUnavailable(f"the database failed: {error}", remedy="look at the server's log")


def _unavailable(error: psycopg.Error) -> JournalUnavailable:
    """The same where nothing is being written: no conflict can be meant."""
    said = _said(error)
    return said if isinstance(said, JournalUnavailable) else JournalUnavailable(f"the database failed: {said}")


class ServerQueries(Queries):
    """Reading from a server: questions about many streams are one statement, whatever their number."""

    round_of = """(CAST(substring(encode(body, 'escape') FROM '.*"round":([0-9]{1,18})') AS bigint))"""

    def heads(self, streams: Sequence[str] | None = None) -> dict[str, Head]:
        """Heads of all streams, or of those named: a stream that does not exist has the empty head."""
        if streams is None:
            return super().heads()
        found = dict.fromkeys(streams, EMPTY)
        if found:
            sql = "SELECT stream, number, at, hash FROM heads WHERE stream = ANY(?::text[])"
            found.update((row[0], Head(*row[1:])) for row in self.fetch(sql, (Texts(found),)))
        return found

    def after(self, numbers: Mapping[str, int]) -> list[Entry]:
        """The entries of several streams after the number given for each."""
        if not numbers:
            return []
        rows = self.fetch(_AFTER, (Texts(numbers), Integers(numbers.values())))
        return [Entry(*row) for row in rows]


class PostgresEngine:
    """One schema of a server, named by ``?schema=``; it works there under a role that cannot change what is written."""

    name = "postgresql"
    retries = 8

    def __init__(self, url: SplitResult, *, create: bool = False, readonly: bool = False) -> None:
        self.sessions = Sessions(url)
        self.schema = self.sessions.schema
        self.presence: Presence | None = None
        self._readonly = readonly
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False
        self._doubtful = False
        self._sending: tuple[Connection, Together] | None = None
        try:
            with self.sessions.open("opening") as connection:
                self._bring_up_to_date(connection, create=create)
            self._connection: Connection | None = self._open_writer()
        except psycopg.Error as error:
            raise _unavailable(error) from error
        self.writing: Queries = ServerQueries(self._fetch)

    # ---------------------------------------------------------------------------------------------------- connecting

    def appear(self, fenced: Callable[[FencedOff], None]) -> Presence:
        """Take a place among the servers that work on this journal, until it is closed.

        From now on the others fence this one off when it freezes. ``fenced`` is then called, by a thread of its own.
        """
        try:
            self.presence = Presence(self.sessions, fenced)
        except psycopg.Error as error:
            raise _unavailable(error) from error
        return self.presence

    def _open_writer(self) -> Connection:
        """The session that writes: a transaction of it that takes too long is ended, where the server can do that."""
        connection = self._open_session("writer")
        # Whatever the driver has prepared it takes back after a ROLLBACK, all of the session's statements with it.
        connection.prepare_threshold = None
        # Planned once: its few statements look by their keys, and planning one anew takes longer than to run it.
        connection.execute("SET plan_cache_mode = force_generic_plan")
        if connection.info.server_version // 10_000 >= TRANSACTION_TIMEOUT:
            connection.execute("SET transaction_timeout = '30s'")
        return connection

    def _open_session(self, purpose: str = "reader") -> Connection:
        """A session under the program's own role."""
        connection = self.sessions.open(purpose)
        try:
            connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(ROLE)))
            if self._readonly:
                connection.execute("SET default_transaction_read_only = on")
        except BaseException:
            connection.close()
            raise
        return connection

    def _bring_up_to_date(self, connection: Connection, *, create: bool) -> None:
        known = known_migrations(self.name)
        with connection.transaction():
            # Two processes that open a new journal at once: the second finds it made.
            connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"houseway:{self.schema}",))
            made = self._made(connection)
            if made is None:
                if not create or self._readonly:
                    raise BadJournal(f"schema {self.schema} holds no journal", remedy="create it, or name another")
                connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(self.schema)))
                _make_migrations_table(connection)
                made = []
            missing = missing_migrations(known, made)
            if missing and self._readonly:
                raise BadJournal(f"schema {self.schema} is of an earlier release", remedy="open it for writing once")
            _migrate(connection, missing)

    def _made(self, connection: Connection) -> list[tuple[int, str, str]] | None:
        tables = connection.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE n.nspname = %s AND c.relkind = 'r'",
            (self.schema,),
        ).fetchall()
        if not tables:
            return None
        if ("migrations",) not in tables:
            raise BadJournal(f"schema {self.schema} holds something else", remedy="name another schema")
        rows = connection.execute("SELECT number, name, digest FROM migrations").fetchall()
        return [(row[0], row[1], row[2]) for row in rows]

    # ------------------------------------------------------------------------------------------------------- writing

    def _writer(self) -> Connection:
        if self.sessions.fenced is not None:
            raise self.sessions.fenced
        if self._connection is None:
            self.recover(0)
        assert self._connection is not None
        return self._connection

    def _together(self) -> Together:
        """What sends to the session that writes."""
        connection = self._writer()
        if self._sending is None or self._sending[0] is not connection:
            self._sending = (connection, Together(connection))
        return self._sending[1]

    def _fetch(self, text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            return _run(self._writer(), text, values)
        except psycopg.Error as error:
            raise _said(error) from error

    def begin(self, batch: Beginning) -> Begun:
        """Begin to write: one round trip locks the heads, reads the others, and looks for all the rest.

        Known ids, entries and balances are asked for after the locks are held: whoever held them before has then
        committed. What is new of a stream that is only read may go beyond its head as it was read.
        """
        if self._readonly:
            raise JournalReadOnly("the journal was opened for reading only")
        heads = dict.fromkeys((*batch.locked, *batch.read), EMPTY)
        balances = dict.fromkeys(batch.accounts, 0)
        steps = {"begin": Step("BEGIN")}
        if batch.long and self._writer().info.server_version // 10_000 >= TRANSACTION_TIMEOUT:
            steps["long"] = Step("SET LOCAL transaction_timeout = 0")
        if batch.locked:
            steps["locked"] = Step(_LOCK_HEADS, [Texts(batch.locked)])
        if batch.read:
            steps["read"] = Step(_READ_HEADS, [Texts(batch.read)])
        if batch.commands:
            steps["known"] = Step(_KNOWN, [Texts(batch.commands)])
        if batch.folded:
            steps["news"] = Step(_NEWS, [Texts(batch.folded), Integers(batch.folded.values())])
        if balances:
            steps["balances"] = Step(_BALANCES, [Texts(balances)])
        try:
            said = dict(zip(steps, self._together().run(list(steps.values())), strict=True))
        except pg.LockNotAvailable as error:
            self._doubtful = True
            raise self._held(error) from error
        except psycopg.Error as error:
            raise self._failed(error) from error
        heads.update((row[0], Head(*row[1:])) for which in ("locked", "read") for row in _rows(said, which))
        known = {row[0]: Known(*row[1:]) for row in _rows(said, "known")}
        news: dict[str, list[Entry]] = {}
        for row in _rows(said, "news"):
            news.setdefault(row[0], []).append(Entry(*row))
        for account, amount in _rows(said, "balances"):
            balances[account] += amount
        return Begun(heads, known, news, balances)

    def flush(self, pending: Pending) -> None:
        """Write rows inside the transaction, in one round trip."""
        try:
            self._together().run(_steps(pending))
        except psycopg.Error as error:
            raise self._failed(error) from error

    def commit(self, pending: Pending) -> None:
        """Write the last rows and COMMIT, in one round trip."""
        try:
            done = self._together().run([*_steps(pending), Step("COMMIT")])[-1]
        except psycopg.Error as error:
            raise self._failed(error) from error
        if done.status != b"COMMIT":
            # The server answers so where the transaction had failed before: nothing was kept.
            raise Conflict("the transaction had failed")

    def rollback(self) -> None:
        """Forget the transaction; a connection that cannot do that, or that failed in a pipeline, is given up."""
        connection = self._connection
        if connection is None:
            return
        try:
            if self._doubtful:
                self._give_up()
            elif connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                connection.execute("ROLLBACK")
        except psycopg.Error:
            self._give_up()

    def _failed(self, error: psycopg.Error) -> Exception:
        # What was sent behind a statement that failed was not even prepared: the session is not used again.
        self._doubtful = True
        return _said(error)

    def _held(self, error: pg.LockNotAvailable) -> Exception:
        """Somebody holds a stream. One who does nothing with it is ended; then it is worth another try."""
        try:
            with self.sessions.open("rescue") as connection:
                ended = end_idle_writers(connection)
        except psycopg.Error as trouble:
            return _said(trouble)
        return Conflict(f"{', '.join(ended)} held a stream and did nothing") if ended else _said(error)

    def _give_up(self) -> None:
        connection, self._connection = self._connection, None
        self._doubtful = False
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    def recover(self, attempt: int) -> None:
        """Wait a little longer each time, and connect again where the connection is gone."""
        if attempt:
            time.sleep(min(0.01 * 2**attempt, 2.0))
        if self._connection is not None and not self._connection.closed:
            return
        self._give_up()
        if self._closed:
            raise JournalUnavailable("the journal is closed")
        try:
            self._connection = self._open_writer()
        except psycopg.Error as error:
            if attempt >= self.retries or attempt == 0:
                raise ConnectionLost(
                    f"the database server cannot be reached: {error}", remedy="send it again"
                ) from error

    # ------------------------------------------------------------------------------------------------------- reading

    @contextmanager
    def _reader(self) -> Iterator[Connection]:
        if self.sessions.fenced is not None:
            raise self.sessions.fenced
        with self._lock:
            if self._closed:
                raise JournalUnavailable("the journal is closed")
            connection = self._idle.pop() if self._idle else None
        try:
            if connection is None:
                connection = self._open_session()
            yield connection
        except psycopg.Error as error:
            raise _unavailable(error) from error
        finally:
            if connection is not None:
                with self._lock:
                    idle = connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
                    keep = not self._closed and idle and not connection.closed and len(self._idle) < IDLE_READERS
                    if keep:
                        self._idle.append(connection)
                if not keep:
                    connection.close()

    @contextmanager
    def reading(self) -> Iterator[Queries]:
        """Reading what is committed, statement by statement; a connection that went away meanwhile is replaced."""
        with self._reader() as connection:
            held = [connection]

            def fetch(text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
                try:
                    return _run(held[-1], text, values)
                except (psycopg.OperationalError, psycopg.InterfaceError):
                    if not held[-1].closed:
                        raise
                    held.append(self._open_session())
                    return _run(held[-1], text, values)

            try:
                yield ServerQueries(fetch)
            finally:
                for extra in held[1:]:
                    extra.close()

    @contextmanager
    def snapshot(self) -> Iterator[Queries]:
        """Reading one moment; writers go on meanwhile."""
        with self._reader() as idle, ExitStack() as replaced:
            connection = idle
            begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            try:
                connection.execute(begin)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                # A connection that went away while it was idle; nothing was read by it yet.
                if not connection.closed:
                    raise
                connection = replaced.enter_context(closing(self._open_session()))
                connection.execute(begin)
            # A check of a large journal may pause longer between two questions than a writer may.
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            try:
                yield ServerQueries(lambda text, values: _ask(connection, text, values))
            finally:
                if not connection.closed:
                    with suppress(psycopg.Error):
                        connection.execute("ROLLBACK")

    # ------------------------------------------------------------------------------------------------ schema, backup

    def schema_findings(self) -> list[str]:
        """What differs from the schema that the migrations make just now in a scratch schema, which is not kept."""
        known = known_migrations(self.name)
        scratch = f"{self.schema[:50]}_as_made"
        try:
            with self.sessions.open("comparing") as connection:
                made = self._made(connection) or []
                found = describe_schema(connection, self.schema)
                connection.execute("BEGIN")
                connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(scratch)))
                connection.execute(sql.SQL("SET LOCAL search_path TO {}").format(sql.Identifier(scratch)))
                _make_migrations_table(connection)
                _migrate(connection, known)
                expected = describe_schema(connection, scratch)
                connection.execute("ROLLBACK")
        except pg.InsufficientPrivilege as error:
            return [f"the schema could not be compared, the login may not make one: {error}"]
        except psycopg.Error as error:
            raise _unavailable(error) from error
        findings = schema_differences(expected, found)
        if sorted(made) != [(step.number, step.name, step.digest) for step in known]:
            findings.append("the record of migrations differs from this release's")
        return findings

    def backup(self, path: Path) -> bool:
        """Not by copying files: the journal is exported from one moment instead."""
        return False

    def close(self) -> None:
        """Let go of every connection."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        self._give_up()
        if self.presence is not None:
            self.presence.stop()


def _steps(pending: Pending) -> list[Step]:
    """How the rows are written. Entries go first: of two processes that begin one stream, the second waits there."""
    written = (
        (_INSERT_ENTRIES, columns([msgspec.structs.astuple(entry) for entry in pending.entries])),
        (_INSERT_COMMANDS, columns(pending.commands)),
        (_UPSERT_HEADS, columns([(stream, *head) for stream, head in pending.heads.items()])),
        (_UPSERT_BALANCES, columns_of(pending.balances, BALANCE)),
        (_UPSERT_COUNTERS, columns_of(pending.counters, COUNTER)),
        (_UPSERT_SNAPSHOTS, columns(pending.snapshots)),
    )
    return [Step(text, each) for text, each in written if each]


def _rows(said: Mapping[str, Answer], which: str) -> list[tuple[Any, ...]]:
    answer = said.get(which)
    return answer.rows if answer is not None else []


def _run(connection: Connection, text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    cursor = connection.execute(text.replace("?", "%b"), values, binary=True)
    return cursor.fetchall()


def _ask(connection: Connection, text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    try:
        return _run(connection, text, values)
    except psycopg.Error as error:
        raise _unavailable(error) from error


def _make_migrations_table(connection: Connection) -> None:
    connection.execute(TABLE.format(integer="bigint"))


def _migrate(connection: Connection, migrations: Sequence[Migration]) -> None:
    for migration in migrations:
        connection.execute(migration.sql)
        connection.execute(
            "INSERT INTO migrations VALUES (%s, %s, %s)", (migration.number, migration.name, migration.digest)
        )
