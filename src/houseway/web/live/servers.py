"""Several servers on one PostgreSQL: a bell between them, and one of them that runs the tables.

The bell only says that somebody has committed, and in which streams: what was committed is read from the journal. It
has connections of its own, so that nothing is told inside a transaction that writes. A server that freezes is fenced
off by the others (`houseway.journal.engines.presence`); only then is its turn over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import LiteralString

import psycopg
import structlog
from psycopg import sql

from houseway.journal import Entry
from houseway.journal.engines.loop_line import LoopLine, NoLine
from houseway.journal.engines.postgres import PostgresEngine
from houseway.journal.engines.presence import Presence
from houseway.journal.journal_errors import FencedOff
from houseway.web.http.logs import going_on
from houseway.web.live.room import Room

Connection = psycopg.AsyncConnection[tuple[object, ...]]

log = structlog.get_logger("houseway.cluster")

AGAIN = 1.0
"""Seconds before a lost connection, or a turn that another server has, is tried for again."""

TRY = 0.5
"""Seconds between two tries for the turn."""

SILENT = 5.0
"""Seconds without a word between a server that runs the tables and the database, after which both hold its turn over.

Longer than `houseway.journal.engines.presence.SILENT`: whoever gets the turn of a server that froze knows that it did.
"""

TELL = 2.0
"""Seconds between two times that the others are told whose browsers are here."""

SEATS = 100
"""Seats, or displays, that one notice names."""

NOTICE = 7_900
"""Bytes that a notice of the database can have, a little less."""

_TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"


class Cluster:
    """What one server has to do with the others."""

    def __init__(self, room: Room) -> None:
        engine = room.floor.journal.engine
        assert isinstance(engine, PostgresEngine)
        self._engine = engine
        self._sessions = engine.sessions
        self._presence: Presence | None = None
        self._room = room
        self._channel = f"houseway_{engine.schema}"
        self._mine = asyncio.Event()
        self._moved: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._open: set[Connection] = set()
        # What was rung for while nobody listened is looked for whenever there is somebody to listen.
        self._ears = LoopLine("listen", self._listening, hear=self._hear, begun=self._room.ring)
        self._bell = LoopLine("ring", self._ringing)

    async def start(self) -> None:
        """Begin to listen, to ring, and to wait for the turn to run the tables."""
        loop = asyncio.get_running_loop()

        def fenced(error: FencedOff) -> None:
            # The loop may have ended meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._room.fence_off, error)

        self._presence = await asyncio.to_thread(self._engine.appear, fenced)

        def committed(entries: Sequence[Entry]) -> None:
            self._tell({entry.stream for entry in entries})

        # The others wait for the bell alone.
        self._room.committed.append(committed)
        for line in (self._ears, self._bell):
            line.start()
        self._tasks = [
            asyncio.create_task(self._again(work), name=name)
            for name, work in (
                ("ring", self._ring),
                ("seats", self._tell_who_is_here),
                ("turn", self._turn),
            )
        ]

    def _tell(self, streams: set[str]) -> None:
        self._moved |= streams
        self._mine.set()

    async def stop(self) -> None:
        """End; another server may run the tables at once."""
        for line in (self._ears, self._bell):
            await line.stop()
        for connection in list(self._open):
            # Before their tasks are cancelled: a cancelled question waits for the database to say that it was.
            await connection.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, work: Callable[[], Awaitable[None]]) -> None:
        while self._sessions.fenced is None:
            with going_on("work with the other servers failed"):
                try:
                    await work()
                except psycopg.Error as error:
                    log.warning("connection lost", error=str(error).strip())
            await asyncio.sleep(AGAIN)

    @asynccontextmanager
    async def _connected(self, name: str) -> AsyncIterator[Connection]:
        """A connection that the server's list of them shows under a name of its own."""
        connection: Connection = await psycopg.AsyncConnection.connect(
            self._sessions.conninfo, autocommit=True, **{"connect_timeout": 10, **self._sessions.settings(name)}
        )
        self._open.add(connection)
        try:
            yield connection
        finally:
            self._open.discard(connection)
            await connection.close()

    def _listening(self) -> psycopg.Connection[tuple[object, ...]]:
        return self._connect("listen", sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))

    def _ringing(self) -> psycopg.Connection[tuple[object, ...]]:
        # A bell that a crash silences matters to nobody: it is not to wait for the disk.
        return self._connect("ring", sql.SQL("SET synchronous_commit TO off"))

    def _connect(self, name: str, first: sql.SQL | sql.Composed) -> psycopg.Connection[tuple[object, ...]]:
        if self._sessions.fenced is not None:
            raise self._sessions.fenced
        connection = psycopg.connect(
            self._sessions.conninfo, autocommit=True, **{"connect_timeout": 10, **self._sessions.settings(name)}
        )
        try:
            connection.execute(first)
        except BaseException:
            connection.close()
            raise
        return connection

    def _hear(self, notice: str) -> None:
        head, *named = notice.split("\n")
        epoch, _, what = head.partition(" ")
        if epoch == self._room.epoch:
            return
        if what == "seats":
            self._room.attendance.seen(named, asyncio.get_running_loop().time())
        elif what == "screens":
            self._room.screens.heard(named, asyncio.get_running_loop().time())
        else:
            self._room.ring(named)

    async def _ring(self) -> None:
        while True:
            await self._mine.wait()
            # Rung once for all that was committed since.
            self._mine.clear()
            streams, self._moved = self._moved, set()
            try:
                await self._bell.ask("SELECT pg_notify(?, ?)", self._channel, self._notice(streams))
            except NoLine:
                self._tell(streams)
                await self._bell.connected()

    async def _tell_who_is_here(self) -> None:
        """Tell the others whose browsers are here: one of them runs the tables, and waits for nobody who is absent.

        Every one of them says which displays nobody hears of.
        """
        async with self._connected("seats") as connection:
            await connection.execute("SET synchronous_commit TO off")
            while True:
                await asyncio.sleep(TELL)
                now = asyncio.get_running_loop().time()
                told = {"seats": self._room.attendance.here(now), "screens": self._room.screens.here(now)}
                for what, here in told.items():
                    for at in range(0, len(here), SEATS):
                        notice = "\n".join((f"{self._room.epoch} {what}", *here[at : at + SEATS]))
                        await connection.execute("SELECT pg_notify(%s, %s)", (self._channel, notice))

    def _notice(self, streams: set[str]) -> str:
        """Who has committed, and in which streams; those are left out where they are too many for a notice."""
        told = "\n".join((self._room.epoch, *streams))
        return told if len(told.encode()) <= NOTICE else self._room.epoch

    async def _turn(self) -> None:
        async with self._connected("turn") as connection:
            # A server that hangs says nothing more: its session ends, and with it its turn.
            await connection.execute(f"SET idle_session_timeout = '{SILENT:g}s'")
            while not await _answer(connection, _TRY, f"houseway:tables:{self._engine.schema}"):
                await asyncio.sleep(TRY)
            await self._settle(connection)
            log.info("runs the tables")
            await self._room.take_over()
            try:
                while True:
                    await asyncio.sleep(AGAIN)
                    await _answer(connection, "SELECT 1")
            finally:
                with suppress(asyncio.CancelledError):
                    await self._room.hand_over()
                log.info("runs the tables no longer")

    async def _settle(self, connection: Connection) -> None:
        """Begin only when whoever had the turn before is there or fenced off; the turn is kept meanwhile."""
        assert self._presence is not None
        settling = asyncio.create_task(asyncio.to_thread(self._presence.settle))
        try:
            while not settling.done():
                await asyncio.wait({settling}, timeout=AGAIN)
                await _answer(connection, "SELECT 1")
        finally:
            settling.cancel()
        if not settling.result():
            log.error("a silent server's sessions could not be ended", remedy="end them, or give the login the right")


async def _answer(connection: Connection, text: LiteralString, *values: object) -> object:
    """The one value that the database answers; where it answers nothing for too long, the connection is lost."""

    async def ask() -> object:
        row = await (await connection.execute(text, values or None)).fetchone()
        return row[0] if row is not None else None

    asking = asyncio.create_task(ask())
    try:
        await asyncio.wait({asking}, timeout=SILENT)
        if asking.done():
            return asking.result()
        raise psycopg.OperationalError(f"no answer for {SILENT:g} seconds")
    finally:
        if not asking.done():
            # First the connection: a cancelled question waits for the database to say that it was.
            await connection.close()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
