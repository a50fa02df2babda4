"""The live feed: whole-state frames by topic, to any number of browsers.

A topic's frame is made when somebody is to be sent it, once for all who follow it. A follower that is slow skips
frames and never sees an old one after a new one; nothing is queued for it but the names of topics that moved.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

HEARTBEAT = 5.0
"""Seconds after which a quiet feed says that it is alive; a display that hears nothing for three is stale."""

LIFETIME = 3600.0
"""Seconds after which a feed ends and the browser comes back, so that no connection lives for ever."""

LEASE = 12.0
"""Seconds for which a feed with a lease goes on without a word from its browser."""

TABLE = "table/"
"""How the topics of a table begin: its id follows, and who looks."""

TICK = 0.1
"""Seconds between two looks for feeds that have waited long enough."""

MAKE = Callable[[str], bytes]


class Follower:
    """One browser's feed: the topics it follows and those that moved since it was last sent something.

    It waits without a clock of its own, for a frame goes out to hundreds of them at once: the hub looks at all of them
    every `TICK` seconds and tells those whose time is up.
    """

    __slots__ = ("_loop", "_moved", "_sending", "_until", "_waiting", "closed", "heard", "lease", "owners", "topics")

    def __init__(self, topics: Iterable[str], lease: str = "", owners: Collection[str] = ()) -> None:
        self._loop = asyncio.get_running_loop()
        self.lease = lease
        self.owners = frozenset(owners)
        self.heard = self._loop.time()
        self.topics = tuple(dict.fromkeys(topics))
        self._moved: dict[str, None] = dict.fromkeys(self.topics)
        self._waiting: asyncio.Future[None] | None = None
        self._sending: asyncio.Task[Any] | None = None
        self._until = math.inf
        self.closed = False

    def move(self, topic: str) -> None:
        """Note that a topic moved."""
        self._moved[topic] = None
        self._wake()

    def close(self) -> None:
        """End the feed."""
        self.closed = True
        self._wake()

    def close_soon(self) -> None:
        """End the feed, from any thread."""
        self._loop.call_soon_threadsafe(self.close)

    def left(self) -> float:
        """The seconds that its lease still has; without one there is no end."""
        return self.heard + LEASE - self._loop.time() if self.lease else math.inf

    async def moved(self, wait: float) -> list[str]:
        """The topics that moved, in the order they first did; none when ``wait`` seconds passed without."""
        if not self._moved and not self.closed:
            self._until = self._loop.time() + wait
            self._waiting = self._loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        topics, self._moved = list(self._moved), {}
        return topics

    async def sent(self, sending: Awaitable[None], limit: float) -> None:
        """Wait until something has been sent; a TimeoutError where that takes longer than ``limit`` seconds."""
        task = self._sending = asyncio.current_task()
        self._until = self._loop.time() + limit
        try:
            await sending
        except asyncio.CancelledError:
            if self._sending is not None or task is None:
                raise
            # It was the hub.
            task.uncancel()
            raise TimeoutError from None
        finally:
            self._sending = None

    def look(self, now: float) -> None:
        """Wait no longer where the time for it is up."""
        if now < self._until:
            return
        self._until = math.inf
        self._wake()
        sending, self._sending = self._sending, None
        if sending is not None:
            sending.cancel()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """Topics and who follows them. ``make`` makes the frame of a topic: bytes of JSON."""

    def __init__(self, make: MAKE, epoch: str) -> None:
        self._make = make
        self._epoch = epoch
        self._followers: dict[str, set[Follower]] = {}
        self._open: set[Follower] = set()
        self._leases: dict[str, Follower] = {}
        self._of_table: dict[str, dict[str, None]] = {}
        self._versions: dict[str, int] = {}
        self._frames: dict[str, tuple[int, bytes]] = {}
        self._ticking = False
        self.sent = 0

    @property
    def followers(self) -> int:
        """How many feeds are open."""
        return len(self._open)

    @property
    def followed(self) -> Collection[str]:
        """The topics that somebody follows."""
        return self._followers.keys()

    def version(self, topic: str) -> int:
        """How often a topic has moved."""
        return self._versions.get(topic, 0)

    def follow(self, topics: Iterable[str], *, leased: bool = False, owners: Collection[str] = ()) -> Follower:
        """A new feed; its first frames are the newest of every topic. With a lease it lives while that is renewed.

        ``owners`` are the session and the account that it is of: `end_of` ends the feeds of either.
        """
        follower = Follower(topics, f"{self._epoch}.{secrets.token_hex(8)}" if leased else "", owners)
        self._open.add(follower)
        if not self._ticking:
            self._tick()
        if leased:
            self._leases[follower.lease] = follower
        for topic in follower.topics:
            self._followers.setdefault(topic, set()).add(follower)
            if topic.startswith(TABLE):
                self._of_table.setdefault(_table(topic), {})[topic] = None
        return follower

    def leave(self, follower: Follower) -> None:
        """A feed that is gone."""
        self._open.discard(follower)
        self._leases.pop(follower.lease, None)
        for topic in follower.topics:
            following = self._followers.get(topic)
            if following is not None:
                following.discard(follower)
                if not following:
                    del self._followers[topic]
                    self._frames.pop(topic, None)
                    if topic.startswith(TABLE):
                        of_table = self._of_table[_table(topic)]
                        del of_table[topic]
                        if not of_table:
                            del self._of_table[_table(topic)]

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for follower in self._open:
            follower.look(now)
        self._ticking = bool(self._open)
        if self._ticking:
            loop.call_later(TICK, self._tick)

    def moved(self, topics: Iterable[str]) -> None:
        """These topics have changed: whoever follows them is told."""
        for topic in topics:
            self._versions[topic] = self._versions.get(topic, 0) + 1
            for follower in self._followers.get(topic, ()):
                follower.move(topic)

    def renew(self, lease: str) -> bool:
        """The browser behind a lease takes what it is sent; false where this server has no such feed."""
        follower = self._leases.get(lease)
        if follower is not None:
            follower.heard = asyncio.get_running_loop().time()
        return follower is not None

    def silence(self, topic: str, now: float) -> float:
        """Seconds since a browser that follows a topic was heard of; without end where none follows it.

        A feed without a lease is heard of for as long as it is open.
        """
        followers = self._followers.get(topic, ())
        return min((now - each.heard if each.lease else 0.0 for each in followers), default=math.inf)

    def of_table(self, table: str) -> list[str]:
        """The topics of a table, for all its viewers, that somebody follows."""
        return list(self._of_table.get(table, ()))

    def frame(self, topic: str) -> bytes:
        """The newest frame of a topic as a server-sent event."""
        version = self._versions.get(topic, 0)
        known = self._frames.get(topic)
        if known is None or known[0] != version:
            data = self._make(topic)
            head = f"event: {topic}\nid: {self._epoch}:{version}\ndata: ".encode()
            known = self._frames[topic] = (version, head + data + b"\n\n")
        return known[1]

    def end_of(self, owner: str) -> None:
        """End the feeds of a session, or of an account; from any thread."""
        for follower in list(self._open):
            if owner in follower.owners:
                follower.close_soon()

    def close(self) -> None:
        """End every feed."""
        for follower in self._open:
            follower.close()


def _table(topic: str) -> str:
    return topic.split("/", 2)[1]
