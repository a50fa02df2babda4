"""A line to the database server that the event loop asks on by itself: nobody's question waits for a thread.

To ask by a thread, two of them have to be woken, each of which waits for the other to let go of the interpreter: that
takes longer than the database does to answer. So a line is for what is asked again and again and answered at once.
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
from psycopg.pq import ConnStatus, ExecStatus, Format

from houseway.errors import HousewayError
from houseway.journal.engines.sessions import Connection

log = structlog.get_logger("houseway.line")

Row = tuple[Any, ...]
Hear = Callable[[str], None]

AGAIN = 1.0
"""Seconds before a line that was lost, or that could not be had, is tried for again."""


class NoLine(Exception):
    """The line is not there, or was lost while something was asked: somebody else must be asked."""


class LoopLine:
    """One connection, kept up while the loop runs. Questions are sent as they come and answered in that order.

    ``connect`` makes the connection, in a thread. A question that fails loses the line: whoever asked it asks
    elsewhere, and hears there what is wrong. ``hear`` gets what is notified on the connection, ``begun`` is called
    whenever there is one.
    """

    def __init__(
        self,
        name: str,
        connect: Callable[[], Connection],
        *,
        hear: Hear = lambda notice: None,
        begun: Callable[[], None] = lambda: None,
    ) -> None:
        self._name = name
        self._connect = connect
        self._hear = hear
        self._begun = begun
        self._line: _Line | None = None
        self._there = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Connect, and connect again whenever the line is lost."""
        self._keeping = asyncio.create_task(self._keep(), name=f"line for {self._name}")

    async def stop(self) -> None:
        """Let go of the connection."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
            self._keeping = None

    async def connected(self) -> None:
        """Wait until there is a line."""
        await self._there.wait()

    async def ask(self, sql: str, *values: str) -> list[Row]:
        """The rows that a statement finds, its values marked ``?``."""
        line = self._line
        if line is None:
            raise NoLine
        return await line.ask(sql, values)

    async def _keep(self) -> None:
        while True:
            try:
                line = _Line(self._name, await self._connection(), self._hear, self._gone)
            except (HousewayError, psycopg.Error) as error:
                log.warning("no line to the database", line=self._name, error=str(error).strip())
            else:
                self._line = line
                self._there.set()
                try:
                    self._begun()
                    await line.lost.wait()
                finally:
                    line.close()
            await asyncio.sleep(AGAIN)

    def _gone(self) -> None:
        """The line is lost: from this moment whoever asks is told so."""
        self._line = None
        self._there.clear()

    async def _connection(self) -> Connection:
        making = asyncio.get_running_loop().run_in_executor(None, self._connect)
        try:
            return await asyncio.shield(making)
        except asyncio.CancelledError:
            making.add_done_callback(_let_go)
            raise


def _let_go(made: asyncio.Future[Connection]) -> None:
    """Close a connection that nobody waits for any more."""
    if made.exception() is None:
        made.result().close()


class _Line:
    """A connection while it holds."""

    def __init__(self, name: str, connection: Connection, hear: Hear, gone: Callable[[], None]) -> None:
        self.lost = asyncio.Event()
        self._name = name
        self._hear = hear
        self._gone = gone
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
        """Send what the socket takes, and the rest when it takes more."""
        try:
            waits = self._line.flush()
        except psycopg.Error:
            self._lose()
            return
        if waits:
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
                    if line.status != ConnStatus.OK:
                        raise psycopg.OperationalError("the line is cut")
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
            while (notice := line.notifies()) is not None:
                self._hear(notice.extra.decode())
        except psycopg.Error as error:
            log.warning("line to the database lost", line=self._name, error=str(error).strip())
            self._lose()

    def _lose(self) -> None:
        """Done once: the number of the socket may be that of another by now."""
        if self.lost.is_set():
            return
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        asked, self._asked = self._asked, deque()
        for answer in asked:
            if not answer.done():
                answer.set_exception(NoLine())
        self.lost.set()
        self._gone()

    def close(self) -> None:
        """Whoever still waits asks elsewhere."""
        self._lose()
        with suppress(psycopg.Error):
            self._connection.close()


def _numbered(sql: str) -> str:
    """A statement with its values marked as the server has them: ``$1`` and so on."""
    first, *rest = sql.split("?")
    return first + "".join(f"${place}{part}" for place, part in enumerate(rest, 1))
