"""Several servers on one PostgreSQL: a bell between them, and one of them that runs the tables.

The bell only says that somebody has committed: what was committed is read from the journal. It has connections of its
own, so that nothing is told inside a transaction that writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import psycopg
import structlog
from psycopg import sql

from houseway.journal import Entry
from houseway.journal.postgres import DEFAULT_SCHEMA
from houseway.web.room import Room

log = structlog.get_logger("houseway.cluster")

AGAIN = 1.0
"""Seconds before a lost connection, or a turn that another server has, is tried for again."""

_TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"


class Cluster:
    """What one server has to do with the others."""

    def __init__(self, url: str, room: Room) -> None:
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query))
        self._schema = query.pop("schema", DEFAULT_SCHEMA)
        self._conninfo = urlunsplit(parts._replace(query=urlencode(query)))
        self._room = room
        self._channel = f"houseway_{self._schema}"
        self._mine = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen, to ring, and to wait for the turn to run the tables."""
        loop = asyncio.get_running_loop()

        def committed(entries: Sequence[Entry]) -> None:
            loop.call_soon_threadsafe(self._mine.set)

        self._room.floor.journal.after_commit.append(committed)
        self._tasks = [
            asyncio.create_task(self._again(work), name=name)
            for name, work in (("listen", self._listen), ("ring", self._ring), ("turn", self._turn))
        ]

    async def stop(self) -> None:
        """End; another server may run the tables at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, work: object) -> None:
        assert callable(work)
        while True:
            try:
                await work()
            except psycopg.Error as error:
                log.warning("connection lost", error=str(error).strip())
            await asyncio.sleep(AGAIN)

    async def _connect(self, name: str) -> psycopg.AsyncConnection[tuple[object, ...]]:
        """A connection that the server's list of them shows under a name of its own."""
        return await psycopg.AsyncConnection.connect(
            self._conninfo, autocommit=True, connect_timeout=10, application_name=f"{name} {self._channel}"[:63]
        )

    async def _listen(self) -> None:
        async with await self._connect("listen") as connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
            # What was rung for while nobody listened.
            self._room.ring()
            async for notice in connection.notifies():
                if notice.payload != self._room.epoch:
                    self._room.ring()

    async def _ring(self) -> None:
        async with await self._connect("ring") as connection:
            # A bell that a crash silences matters to nobody: it is not to wait for the disk.
            await connection.execute("SET synchronous_commit TO off")
            while True:
                await self._mine.wait()
                # Rung once for all that was committed since.
                self._mine.clear()
                try:
                    await connection.execute("SELECT pg_notify(%s, %s)", (self._channel, self._room.epoch))
                except psycopg.Error:
                    self._mine.set()
                    raise

    async def _turn(self) -> None:
        async with await self._connect("turn") as connection:
            while True:
                cursor = await connection.execute(_TRY, (f"houseway:tables:{self._schema}",))
                row = await cursor.fetchone()
                if row is not None and row[0]:
                    break
                await asyncio.sleep(AGAIN)
            log.info("runs the tables")
            await self._room.take_over()
            try:
                while True:
                    await asyncio.sleep(AGAIN)
                    await connection.execute("SELECT 1")
            finally:
                with suppress(asyncio.CancelledError):
                    await self._room.hand_over()
                log.info("runs the tables no longer")
