"""The live feed: which topics somebody may follow, and sending them for as long as they may."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from houseway.errors import NotPermitted, UnknownThing
from houseway.web.callers import LOOKS, Caller
from houseway.web.hub import HEARTBEAT, LIFETIME, Follower
from houseway.web.mirror import Mirror
from houseway.web.room import Room

MOST_TOPICS = 64
"""Topics of one feed."""

SEND = 10.0
"""Seconds in which a browser must take what is sent, or its feed is dropped."""

LOOK = 30.0
"""Seconds between two looks whether the session behind a feed goes on."""

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


def may_follow(caller: Caller, topic: str, mirror: Mirror) -> bool:
    """Whether ``caller`` may follow a topic at this moment; an `UnknownThing` where there is none of that name."""
    kind, _, rest = topic.partition("/")
    if topic == "floor":
        return True
    table, _, viewer = rest.partition("/")
    if kind not in ("vision", "table") or table not in mirror.property.tables:
        raise UnknownThing(f"there is no topic {topic[:80]!r}", remedy="follow floor, table/ID/public or vision/ID")
    if kind == "vision" and not viewer:
        return caller.kind != "device" or caller.table == table
    if kind == "table" and viewer == "public":
        return caller.kind != "device" or caller.table == table
    if kind == "table" and viewer == "dealer":
        return caller.has(*LOOKS) or (caller.device_kind == "panel" and caller.table == table)
    seat = viewer.removeprefix("seat/")
    if kind == "table" and viewer.startswith("seat/") and seat.isascii() and seat.isdigit() and len(seat) < 3:
        sitting = mirror.table(table).seated.get(str(int(seat)))
        return caller.player is not None and sitting == caller.player
    raise UnknownThing(f"there is no topic {topic[:80]!r}", remedy="follow floor, table/ID/public or vision/ID")


def check_topics(caller: Caller, topics: str, mirror: Mirror) -> list[str]:
    """The topics named, each of them allowed; or the refusal."""
    found = list(dict.fromkeys(topic.strip() for topic in topics.split(",") if topic.strip()))
    if not found or len(found) > MOST_TOPICS:
        raise UnknownThing(f"a feed has 1 to {MOST_TOPICS} topics", remedy="name them as ?topics=floor,vision/T1")
    for topic in found:
        if not may_follow(caller, topic, mirror):
            raise NotPermitted(f"{topic} is not for you", remedy="sit there, or sign in as somebody who may look")
    return found


class Feed:
    """The answer to ``GET /feed``: an ASGI application that sends frames until the browser goes or may no longer."""

    def __init__(self, room: Room, caller: Caller, topics: list[str], goes_on: Callable[[], Awaitable[bool]]) -> None:
        self._room = room
        self._caller = caller
        self._topics = topics
        self._goes_on = goes_on

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Send."""
        follower = self._room.hub.follow(self._topics)
        gone = asyncio.create_task(_wait_until_gone(receive, follower))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [
                        (b"content-type", b"text/event-stream; charset=utf-8"),
                        (b"cache-control", b"no-store"),
                        (b"x-accel-buffering", b"no"),
                    ],
                }
            )
            await self._send_frames(follower, send)
        except (TimeoutError, OSError):
            return
        finally:
            self._room.hub.leave(follower)
            gone.cancel()

    async def _send_frames(self, follower: Follower, send: Send) -> None:
        hub = self._room.hub
        loop = asyncio.get_running_loop()
        # Lives differ a little, so that the browsers of a floor do not all come back at once.
        ends = loop.time() + LIFETIME * random.uniform(0.8, 1.0)
        look = loop.time() + LOOK
        data = b"retry: 1000\n\n"
        while not follower.closed and loop.time() < ends:
            async with asyncio.timeout(SEND):
                await send({"type": "http.response.body", "body": data, "more_body": True})
            topics = await follower.moved(HEARTBEAT)
            if follower.closed:
                break
            if loop.time() >= look:
                look = loop.time() + LOOK
                if not await self._goes_on():
                    break
            mirror = self._room.mirror
            # Somebody who got up from a seat sees no more of it, whoever sits there next.
            if not all(may_follow(self._caller, topic, mirror) for topic in self._topics if "/seat/" in topic):
                break
            data = b"".join(hub.frame(topic) for topic in topics) if topics else b": alive\n\n"
            hub.sent += len(topics)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_until_gone(receive: Receive, follower: Follower) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            follower.close()
            return
