"""The live feed: which topics somebody may follow, and sending them for as long as they may.

Who takes nothing any more is dropped. Where something waits to be sent that shows after `SEND` seconds; a line that is
cut shows by what the system does not see received. But a browser that hangs while its system goes on receiving looks
well for as long as a quiet feed fits into buffers: for that there are leases, which it renews whenever it has read
something. Our pages ask for one; a program that only reads need not.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from houseway.floor.floor_errors import NotPermitted, UnknownThing
from houseway.floor.mirror import Mirror
from houseway.web.http.callers import LOOKS, Caller, as_now
from houseway.web.live.hub import HEARTBEAT, LEASE, LIFETIME, Follower
from houseway.web.live.private_tables import may_look
from houseway.web.live.room import Room, now

MOST_TOPICS = 64
"""Topics of one feed."""

SEATED_HEARTBEAT = 1.0
"""The same where somebody sits, who must know within three seconds that the line is cut."""

SEND = 10.0
"""Seconds in which a browser must take what is sent, or its feed is dropped."""

LAST = 1.0
"""Seconds in which it must take the end of its feed."""

LOOK = 30.0
"""Seconds between two looks whether the session behind a feed goes on."""

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


PATH = "/feed"
"""Where the feed is."""

_WIRE = "houseway_wire"


def wired(app: Any) -> Any:
    """The application with the server's own ``send`` in reach of the feed.

    A frame goes out to hundreds of screens at once, and whatever looks at each message on its way, and lets it pass,
    keeps all the others waiting. What begins a feed takes the usual way.
    """

    async def call(scope: Any, receive: Receive, send: Send) -> None:
        if scope.get("path") != PATH:
            await app(scope, receive, send)
            return
        scope[_WIRE] = send
        try:
            await app(scope, receive, send)
        finally:
            # The server's send holds the scope: the two would keep each other alive.
            del scope[_WIRE]

    return call


def may_follow(caller: Caller, topic: str, mirror: Mirror) -> bool:
    """Whether ``caller`` may follow a topic at this moment; an `UnknownThing` where there is none of that name."""
    kind, _, rest = topic.partition("/")
    if topic == "floor":
        return True
    if topic == "attention":
        return caller.staff
    table, _, viewer = rest.partition("/")
    if kind not in ("vision", "table") or table not in mirror.property.tables:
        raise UnknownThing(f"there is no topic {topic[:80]!r}", remedy="follow floor, table/ID/public or vision/ID")
    if not may_look(caller, mirror, table):
        return False
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

    def __init__(
        self,
        room: Room,
        caller: Caller,
        topics: list[str],
        goes_on: Callable[[], Awaitable[bool]],
        *,
        leased: bool = False,
        place: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._leased = leased
        self._place = place
        self._room = room
        self._caller = caller
        self._topics = topics
        self._guarded = [topic for topic in topics if "/seat/" in topic or topic.endswith("/dealer")]
        self._goes_on = goes_on

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Send, while there is a place for it."""
        with self._place():
            await self._follow(scope, receive, send)

    async def _follow(self, scope: Any, receive: Receive, send: Send) -> None:
        owners = [owner for owner in (self._caller.session, self._caller.account) if owner]
        follower = self._room.hub.follow(self._topics, leased=self._leased, owners=owners)
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
                        (b"connection", b"close"),
                    ],
                }
            )
            await self._send_frames(follower, scope.get(_WIRE, send))
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
        beat = SEATED_HEARTBEAT if any("/seat/" in topic for topic in self._topics) else HEARTBEAT
        data = b"retry: 1000\n: beat %d\n" % round(beat * 1000) + _clock()
        if follower.lease:
            data += f'event: lease\ndata: {{"lease":"{follower.lease}","seconds":{LEASE:g}}}\n\n'.encode()
        while not follower.closed and loop.time() < ends and (left := follower.left()) > 0:
            await follower.sent(send({"type": "http.response.body", "body": data, "more_body": True}), min(SEND, left))
            topics = await follower.moved(min(beat, follower.left()))
            if follower.closed:
                break
            if loop.time() >= look:
                look = loop.time() + LOOK
                if not await self._goes_on():
                    break
            if not self._may_go_on():
                break
            # Frames are kept for whoever comes later, and the moment is not: it goes before them, as a heartbeat does.
            try:
                data = _clock() + b"".join(hub.frame(topic) for topic in topics)
            except UnknownThing:
                # The table was removed.
                break
            hub.sent += len(topics)
        await follower.sent(send({"type": "http.response.body", "body": b"", "more_body": False}), LAST)

    def _may_go_on(self) -> bool:
        """Whether what is not for everybody is still for this one, who may have got up from a seat or lost a role."""
        if not self._guarded:
            return True
        mirror = self._room.mirror
        caller = as_now(self._caller, mirror.property.people)
        try:
            return all(may_follow(caller, topic, mirror) for topic in self._guarded)
        except UnknownThing:
            return False


def _clock() -> bytes:
    """A comment with this moment by the server's clock, in microseconds: clocks that count down go by it."""
    return b": now %d\n\n" % now()


async def _wait_until_gone(receive: Receive, follower: Follower) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            follower.close()
            return
