"""A line to the database server that the event loop asks on by itself: nobody's question waits for a thread.

Every request asks whose session it came in. To ask by a thread, two of them have to be woken, each of which waits for
the other to let go of the interpreter: that takes longer than the database does to answer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import structlog
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format

from houseway.errors import HousewayError

log = structlog.get_logger("houseway.accounts")

Row = tuple[Any, ...]
Connection = psycopg.Connection[Row]

AGAIN = 1.0
"""Seconds before a line that was lost, or that could not be had, is tried for again."""


class NoLine(Exception):
    """The line is not there, or was lost while something was asked: somebody else must be asked."""


class LoopLine:
    """One connection, kept up while the loop runs. Questions are sent as they come and answered in that order.

    ``connect`` makes the connection, in a thread. A question that fails loses the line: whoever asked it asks
    elsewhere, and hears there what is wrong.
    """

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._line: _Line | None = None
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Connect, and connect again whenever the line is lost."""
        self._keeping = asyncio.create_task(self._keep(), name="line of the accounts")

    async def stop(self) -> None:
        """Let go of the connection."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
            self._keeping = None

    async def ask(self, sql: str, *values: str) -> list[Row]:
        """The rows that a statement finds, its values marked ``?``; it must change nothing."""
        if self._line is None:
            raise NoLine
        return await self._line.ask(sql, values)

    async def _keep(self) -> None:
        while True:
            try:
                line = _Line(await asyncio.to_thread(self._connect))
            except HousewayError as error:
                log.warning("no line to the accounts", error=error.code, message=error.message)
            else:
                self._line = line
                try:
                    await line.lost.wait()
                finally:
                    self._line = None
                    line.close()
            await asyncio.sleep(AGAIN)


class _Line:
    """A connection while it holds."""

    def __init__(self, connection: Connection) -> None:
        self.lost = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._connection = connection
        self._line = connection.pgconn
        self._socket = self._line.socket
        self._reading = Transformer(connection)
        self._prepared: dict[str, bytes] = {}
        self._asked: deque[asyncio.Future[list[Row]]] = deque()
        self._found: list[Row] = []
        self._line.nonblocking = 1
        self._line.enter_pipeline_mode()
        self._loop.add_reader(self._socket, self._take)

    async def ask(self, sql: str, values: tuple[str, ...]) -> list[Row]:
        answer: asyncio.Future[list[Row]] = self._loop.create_future()
        line = self._line
        try:
            name = self._prepared.get(sql)
            if name is None:
                name = self._prepared[sql] = b"houseway_%d" % len(self._prepared)
                line.send_prepare(name, _numbered(sql).encode())
            line.send_query_prepared(name, [value.encode() for value in values], result_format=Format.BINARY)
            line.pipeline_sync()
            self._asked.append(answer)
            self._send()
        except psycopg.Error as error:
            self._lose()
            raise NoLine from error
        return await answer

    def _send(self) -> None:
        if self._line.flush():
            self._loop.add_writer(self._socket, self._send)
        else:
            self._loop.remove_writer(self._socket)

    def _take(self) -> None:
        """Take what the database has answered."""
        line = self._line
        try:
            line.consume_input()
            while self._asked and not line.is_busy():
                result = line.get_result()
                if result is None:
                    # The end of a statement: the next one's answer follows, or the mark behind a question.
                    continue
                if result.status == ExecStatus.TUPLES_OK:
                    self._reading.set_pgresult(result)
                    self._found = self._reading.load_rows(0, result.ntuples, tuple)
                elif result.status == ExecStatus.PIPELINE_SYNC:
                    answer = self._asked.popleft()
                    # Whoever asked may wait no longer.
                    if not answer.done():
                        answer.set_result(self._found)
                elif result.status != ExecStatus.COMMAND_OK:
                    raise error_from_result(result)
        except psycopg.Error as error:
            log.warning("line to the accounts lost", error=str(error).strip())
            self._lose()

    def _lose(self) -> None:
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        asked, self._asked = self._asked, deque()
        for answer in asked:
            if not answer.done():
                answer.set_exception(NoLine())
        self.lost.set()

    def close(self) -> None:
        """Whoever still waits asks elsewhere."""
        self._lose()
        with suppress(psycopg.Error):
            self._connection.close()


def _numbered(sql: str) -> str:
    """A statement with its values marked as the server has them: ``$1`` and so on."""
    first, *rest = sql.split("?")
    return first + "".join(f"${place}{part}" for place, part in enumerate(rest, 1))
