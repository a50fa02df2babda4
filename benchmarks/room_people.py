"""People who decide: each sits alone at a table, answers when asked, and sees when a screen beside shows it.

Beside each decision, under the same load, they ask a server that does nothing else for one durable write.

Also the clients that behave badly: one that stops reading, one that vanishes without a word.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import re
import socket
import struct
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, NamedTuple

SO_ATTACH_FILTER = 26

COMING = 0.12
"""Seconds between two guests who sit down."""


class Http:
    """One connection of somebody's browser: requests in turn, cookies kept."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = (address, 0)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
        """Ask for something: the status and the body of the answer."""
        if self._streams is not None:
            # The server closes a connection that was quiet for long; as a browser does, it is asked once more then.
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                return await self._ask(method, path, body)
        self._streams = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._address)
        return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> tuple[int, bytes]:
        assert self._streams is not None
        reader, writer = self._streams
        data = json.dumps(body).encode() if body is not None else b""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{self._headers(len(data))}\r\n".encode() + data)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;\r]*)", head):
            self.cookies[name] = value
        length = re.search(r"(?im)^content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1])) if length is not None else b""
        return int(head[9:12]), answer

    def _headers(self, length: int) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        token = self.cookies.get("houseway_csrf", "")
        sent = f"Cookie: {cookies}\r\nX-Csrf-Token: {token}\r\n" if cookies else ""
        return sent + (f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else "")

    async def frames(self, topics: str) -> AsyncIterator[tuple[int, str, Any]]:
        """The frames of a feed on a connection of its own: moment, topic, data."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._address)
        try:
            writer.write(f"GET /feed?topics={topics} HTTP/1.1\r\nHost: localhost\r\n{self._headers(0)}\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            events = b""
            while size := int(await reader.readline() or b"0", 16):
                events += (await reader.readexactly(size + 2))[:-2]
                moment = time.perf_counter_ns()
                *whole, events = events.split(b"\n\n")
                for event in whole:
                    if event.startswith(b"event: "):
                        head, _, data = event.partition(b"\ndata: ")
                        yield moment, head.split(b"\n")[0][7:].decode(), json.loads(data)
        finally:
            writer.close()

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()


class Refused(Exception):
    """The server did not do what it was asked."""


class Seen(NamedTuple):
    """A frame of a table: when it came, the number of the entry that it shows."""

    moment: int
    number: int
    frame: dict[str, Any]


class Decided(NamedTuple):
    """One decision, in nanoseconds: to its reply, to the screen beside; and the durable request asked beside it."""

    reply: int
    shown: int
    durable: int


async def decide(port: int, bare: int, table: str, index: int, until: float, found: list[Decided]) -> None:
    """Sit down as a guest and wager whenever asked, with a durable request to the server at ``bare`` each time.

    The two are asked in turn, now the one first and now the other, so that both meet the same load.
    """
    person = Http(port, f"127.2.0.{index + 1}")
    beside = Http(bare, f"127.2.2.{index + 1}")
    # A round takes a few seconds: they are not to decide all at once.
    await asyncio.sleep(index * COMING)
    await durable(beside)
    await person.ask("GET", "/health")
    await _give(person, table, "sit", {"seat": 1})
    seen: asyncio.Queue[Seen] = asyncio.Queue()
    watching = asyncio.create_task(_watch(Http(port, f"127.2.1.{index + 1}"), table, seen))
    try:
        last = await seen.get()
        while True:
            due = (last.frame["view"] or {}).get("due") or {}
            if last.frame["phase"] != "playing" and time.monotonic() > until:
                # A round that begins at this moment is played first.
                with suppress(Refused):
                    await _give(person, table, "leave", {})
                    return
            if due.get("what") == "place-wagers" and 1 in due["from"]:
                first = await durable(beside) if len(found) % 2 else None
                asked = time.perf_counter_ns()
                body = {"round": last.frame["round"], "step": last.frame["step"], "answer": {"player": 500}}
                await _give(person, table, "answers", body)
                replied = time.perf_counter_ns()
                number = last.number
                while (last := await seen.get()).number <= number:
                    pass
                found.append(
                    Decided(replied - asked, last.moment - asked, first if first is not None else await durable(beside))
                )
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    last = await seen.get()
            while not seen.empty():
                last = seen.get_nowait()
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        person.close()
        beside.close()


async def _give(person: Http, table: str, what: str, body: dict[str, Any]) -> None:
    status, said = await person.ask("POST", f"/api/tables/{table}/{what}", {"id": str(uuid.uuid4()), **body})
    if status != 200:
        raise Refused(f"{what} at {table} was refused: {said.decode()}")


async def _watch(beside: Http, table: str, seen: asyncio.Queue[Seen]) -> None:
    async for moment, _, frame in beside.frames(f"table/{table}/public"):
        seen.put_nowait(Seen(moment, frame["version"], frame))


async def durable(person: Http) -> int:
    """Ask a bare server for one durable write of as many bytes as a decision has: its time in nanoseconds."""
    body = {"id": str(uuid.uuid4()), "round": 1, "step": 1, "answer": {"player": 500}}
    asked = time.perf_counter_ns()
    await person.ask("POST", "/durable", body)
    return time.perf_counter_ns() - asked


def stalled(port: int, topics: str, address: str) -> socket.socket:
    """A client that asks for a feed and reads nothing, with the smallest buffer there is."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.bind((address, 0))
    client.connect(("127.0.0.1", port))
    client.sendall(f"GET /feed?topics={topics} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return client


def silent(port: int, topics: str, address: str) -> socket.socket:
    """A client that asks for a feed with a lease, and neither reads nor renews it."""
    return stalled(port, f"{topics}&lease=true", address)


def vanish(client: socket.socket) -> None:
    """Cut the line: nothing that is sent to this socket arrives any more, and nothing says so."""
    drop = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
    client.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HP", 1, ctypes.addressof(drop)))
