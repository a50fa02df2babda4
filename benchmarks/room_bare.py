"""What the live floor is measured beside: frames sent to whoever follows, and one durable request. Nothing else.

``python -m benchmarks.room_bare PORT TRACE DATABASE STAMPS``: an ASGI application as small as it can be, on the server
that the floor runs on. It sends the frames of the trace, whose bytes are made before it begins, at the moments they
were sent in the run that the trace was taken from; a request to ``/durable`` writes one row and syncs it, into a file
of SQLite or where the address of a PostgreSQL leads.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

import apsw
import psycopg
import uvicorn
from psycopg import sql

from houseway.cli.serve_command import listening_on
from tests.waiting import HOURS, run_within


class Bare:
    """The application."""

    def __init__(self, trace: str, database: str, stamps: str) -> None:
        self._queues: dict[str, set[asyncio.Queue[bytes]]] = {}
        self._stamps = stamps
        with Path(trace).open() as file:
            self._moments: list[tuple[int, list[tuple[str, int, bytes]]]] = [
                (moment, [(topic, version, event(topic, version, size)) for topic, version, size in frames])
                for moment, frames in map(json.loads, file)
            ]
        self._write = in_postgres(database) if "://" in database else in_file(database)
        self._writer = ThreadPoolExecutor(1)
        self._playing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["path"] == "/durable":
            body = (await receive())["body"]
            await asyncio.get_running_loop().run_in_executor(self._writer, self._write, body)
            await _answer(send, b"{}")
        elif scope["path"] == "/play":
            self._playing = asyncio.create_task(self._play())
            await _answer(send, b"{}")
        else:
            await self._feed(parse_qs(scope["query_string"].decode())["topics"][0].split(","), send)

    async def _feed(self, topics: list[str], send: Any) -> None:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        for topic in topics:
            self._queues.setdefault(topic, set()).add(queue)
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        data = b"".join(event(topic, 0, 300) for topic in topics)
        while True:
            await send({"type": "http.response.body", "body": data, "more_body": True})
            data = await queue.get()

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        start = loop.time() + 0.2
        sent = []
        for moment, frames in self._moments:
            # Always a turn for the others, also where the broadcast is behind its time.
            await asyncio.sleep(max(0.0, start + moment / 1e9 - loop.time()))
            now = time.perf_counter_ns()
            for topic, _, data in frames:
                for queue in self._queues.get(topic, ()):
                    queue.put_nowait(data)
            sent.append(json.dumps([now, [[topic, version] for topic, version, _ in frames]]) + "\n")
        # There at once and whole, or not at all.
        part = Path(f"{self._stamps}.part")
        part.write_text("".join(sent))
        part.rename(self._stamps)


def in_file(path: str) -> Callable[[bytes], None]:
    """How a row is written into a file and synced."""
    database = apsw.Connection(path)
    database.pragma("journal_mode", "WAL")
    database.pragma("synchronous", "FULL")
    database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, body BLOB)")

    def write(body: bytes) -> None:
        with database:
            database.execute("INSERT INTO entries (body) VALUES (?)", (body,))

    return write


def in_postgres(url: str) -> Callable[[bytes], None]:
    """How a row is written into a PostgreSQL and synced there."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    schema = query.pop("schema")
    database = psycopg.connect(urlunsplit(parts._replace(query=urlencode(query))), autocommit=True)
    database.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
    database.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(schema)))
    database.execute("CREATE TABLE IF NOT EXISTS entries (number bigserial PRIMARY KEY, body bytea)")

    def write(body: bytes) -> None:
        database.execute("INSERT INTO entries (body) VALUES (%s)", (body,))

    return write


EPOCH = f"bare{os.getpid()}"
"""Servers are told apart by it."""


def event(topic: str, version: int, size: int) -> bytes:
    """A frame of so many bytes."""
    head = f"event: {topic}\nid: {EPOCH}:{version}\ndata: ".encode()
    return head + b"x" * (size - len(head) - 2) + b"\n\n"


async def _answer(send: Any, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def main() -> None:
    port, trace, database, stamps = sys.argv[1:]
    with listening_on("127.0.0.1", int(port)) as listening:
        config = uvicorn.Config(
            Bare(trace, database, stamps), log_config=None, access_log=False, timeout_graceful_shutdown=1
        )
        run_within(uvicorn.Server(config).serve([listening]), HOURS)


if __name__ == "__main__":
    main()
