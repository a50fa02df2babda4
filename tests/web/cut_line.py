"""A line between a browser and a card room that can be cut without a word to either end, and mended."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.waiting import HOURS, happened, joined, run_within


class Line:
    """Passes bytes on between a port of its own and the card room's, while it is not cut."""

    def __init__(self, address: str) -> None:
        self._port = int(address.rpartition(":")[2])
        self._begun = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._up: asyncio.Event | None = None
        self._end: asyncio.Event | None = None
        self._joined: set[asyncio.Task[None]] = set()
        self.address = ""

    def cut(self) -> None:
        """Nothing gets through any more, and nobody is told."""
        assert self._loop is not None and self._up is not None
        self._loop.call_soon_threadsafe(self._up.clear)

    def mend(self) -> None:
        """Everything gets through again, what waited first."""
        assert self._loop is not None and self._up is not None
        self._loop.call_soon_threadsafe(self._up.set)

    async def run(self) -> None:
        """Be the line until `end`."""
        self._loop, self._up, self._end = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        self._up.set()
        server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._begun.set()
        await self._end.wait()
        server.close()
        for task in self._joined:
            task.cancel()
        await asyncio.gather(*self._joined, return_exceptions=True)

    def begun(self) -> None:
        """Wait until it is up."""
        happened(self._begun, "the line is up")

    def end(self) -> None:
        """End it."""
        assert self._loop is not None and self._end is not None
        self._loop.call_soon_threadsafe(self._end.set)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._joined.add(task)
        ends = [writer]
        try:
            there = await asyncio.open_connection("127.0.0.1", self._port)
            ends.append(there[1])
            await asyncio.gather(self._pass_on(reader, there[1]), self._pass_on(there[0], writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in ends:
                end.close()
            for end in ends:
                with suppress(OSError, asyncio.CancelledError):
                    await end.wait_closed()
            self._joined.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._up is not None
        while data := await reader.read(65536):
            await self._up.wait()
            writer.write(data)
            await writer.drain()
        await self._up.wait()
        writer.close()


@contextmanager
def line_to(address: str) -> Iterator[Line]:
    """A line to a card room."""
    line = Line(address)
    thread = threading.Thread(target=lambda: run_within(line.run(), HOURS), daemon=True)
    thread.start()
    line.begun()
    try:
        yield line
    finally:
        line.end()
        joined(thread, "the line has ended")
