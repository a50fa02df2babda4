"""Screens: many followers of a feed in one process, each with a socket and an address of its own.

``python -m benchmarks.room_screens PLAN NOTES``: the plan is JSON, a list of ``[port, topics]``. Every frame that comes
is noted with its moment; ``ready`` is said once every screen has had its first. They come back by themselves, as the
pages do, renew their leases as the pages do, and go when standard input ends: then the notes are written, lines of
``screen moment epoch topic version size``, and beside them the last entry of each table that was shown.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from array import array
from contextlib import suppress
from pathlib import Path

from tests.waiting import HOURS, run_within

WAIT = (0.25, 1.0)
"""Seconds before a screen comes back: at first, at most."""

RENEW = 5.0
"""Seconds between two renewals of a lease: a quiet feed says as often that it is alive."""

NUMBER = re.compile(rb'\{"table":"[^"]*","version":(\d+)')


class Notes:
    """What came, held in few bytes."""

    def __init__(self) -> None:
        self.names: dict[bytes, int] = {}
        self.numbers = array("q")
        self.shown: dict[str, int] = {}

    def add(self, screen: int, event: bytes) -> None:
        """Note a frame; of a table also the number of the journal's entry that it shows."""
        moment = time.perf_counter_ns()
        head, _, data = event.partition(b"\ndata: ")
        size = len(event) + 2
        topic, _, id = head.removeprefix(b"event: ").partition(b"\nid: ")
        epoch, _, version = id.partition(b":")
        if topic.startswith(b"table/") and (found := NUMBER.match(data)):
            table = topic.split(b"/")[1].decode()
            self.shown[table] = max(self.shown.get(table, 0), int(found[1]))
        for name in (epoch, topic):
            self.numbers.append(self.names.setdefault(name, len(self.names)))
        self.numbers.extend((screen, moment, int(version), size))

    def write(self, path: str) -> None:
        """Write everything."""
        names = [name.decode() for name in self.names]
        with Path(path).open("w") as file:
            for index in range(0, len(self.numbers), 6):
                epoch, topic, screen, moment, version, size = self.numbers[index : index + 6]
                file.write(f"{screen} {moment} {names[epoch]} {names[topic]} {version} {size}\n")
        with Path(f"{path}.shown").open("w") as file:
            json.dump(self.shown, file)


class Screen(asyncio.Protocol):
    """One connection: chunks are put together, frames are noted."""

    def __init__(self, number: int, notes: Notes, topics: str, had: asyncio.Event) -> None:
        self.lease = b""
        self.read = False
        self._number = number
        self._notes = notes
        self._topics = topics
        self._had = had
        self._data = bytearray()
        self._events = bytearray()
        self._begun = False
        self.lost = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET /feed?topics={self._topics}&lease=true HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._begun:
            _, found, rest = self._data.partition(b"\r\n\r\n")
            if not found:
                return
            self._begun, self._data = True, rest
        while True:
            end = self._data.find(b"\r\n")
            if end < 0:
                return
            size = int(self._data[:end] or b"0", 16)
            if len(self._data) < end + 4 + size:
                return
            self._events += self._data[end + 2 : end + 2 + size]
            del self._data[: end + 4 + size]
            self._take()

    def _take(self) -> None:
        *events, rest = bytes(self._events).split(b"\n\n")
        self._events = bytearray(rest)
        self.read = True
        for event in events:
            if event.startswith(b"event: lease\n"):
                self.lease = event.split(b'"')[3]
            elif event.startswith(b"event: "):
                self._notes.add(self._number, event)
                self._had.set()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)


class Renewals(asyncio.Protocol):
    """The connection beside a screen's own, as a browser has one for its requests."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None


async def renew(screen: Screen, port: int, address: tuple[str, int]) -> None:
    """Renew the lease of a screen every few seconds in which it read something."""
    loop = asyncio.get_running_loop()
    beside = Renewals()
    try:
        while True:
            await asyncio.sleep(RENEW * random.uniform(0.9, 1.1))
            if not screen.read or not screen.lease:
                continue
            screen.read = False
            with suppress(OSError):
                if beside.transport is None:
                    await loop.create_connection(lambda: beside, "127.0.0.1", port, local_addr=address)
                if beside.transport is not None:
                    beside.transport.write(
                        b"POST /feed/" + screen.lease + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                    )
    finally:
        if beside.transport is not None:
            beside.transport.abort()


async def show(number: int, port: int, topics: str, notes: Notes, had: asyncio.Event) -> None:
    """Follow, and come back whenever the connection is lost."""
    loop = asyncio.get_running_loop()
    # A display has an address of its own; these have one of the machine's many.
    address = (f"127.1.{number // 200}.{number % 200 + 1}", 0)
    wait = WAIT[0]
    while True:
        try:
            before = len(notes.numbers)
            transport, screen = await loop.create_connection(
                lambda: Screen(number, notes, topics, had), "127.0.0.1", port, local_addr=address
            )
            renewing = asyncio.create_task(renew(screen, port, address))
            try:
                await screen.lost
            finally:
                renewing.cancel()
                transport.abort()
            if len(notes.numbers) > before:
                wait = WAIT[0]
        except OSError:
            pass
        await asyncio.sleep(wait * random.uniform(0.5, 1.5))
        wait = min(wait * 2, WAIT[1])


async def run(plan: list[tuple[int, int, str]], path: str) -> None:
    """Show everything until standard input ends."""
    notes = Notes()
    had = [asyncio.Event() for _ in plan]
    tasks = []
    for (number, port, topics), first in zip(plan, had, strict=True):
        tasks.append(asyncio.create_task(show(number, port, topics, notes, first)))
        await asyncio.sleep(0.001)
    for first in had:
        await first.wait()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    notes.write(path)


def main() -> None:
    plan, notes = sys.argv[1:]
    with Path(plan).open() as file:
        run_within(run(json.load(file), notes), HOURS)


if __name__ == "__main__":
    main()
