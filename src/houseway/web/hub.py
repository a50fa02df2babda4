"""The live feed: whole-state frames by topic, to any number of browsers.

A topic's frame is made when somebody is to be sent it, once for all who follow it. A follower that is slow skips
frames and never sees an old one after a new one; nothing is queued for it but the names of topics that moved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable

HEARTBEAT = 5.0
"""Seconds after which a quiet feed says that it is alive; a display that hears nothing for three is stale."""

LIFETIME = 3600.0
"""Seconds after which a feed ends and the browser comes back, so that no connection lives for ever."""

MAKE = Callable[[str], bytes]


class Follower:
    """One browser's feed: the topics it follows and those that moved since it was last sent something."""

    __slots__ = ("_moved", "_wake", "closed", "topics")

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = tuple(dict.fromkeys(topics))
        self._moved: dict[str, None] = dict.fromkeys(self.topics)
        self._wake = asyncio.Event()
        self._wake.set()
        self.closed = False

    def move(self, topic: str) -> None:
        """Note that a topic moved."""
        self._moved[topic] = None
        self._wake.set()

    def close(self) -> None:
        """End the feed."""
        self.closed = True
        self._wake.set()

    async def moved(self, wait: float) -> list[str]:
        """The topics that moved, in the order they first did; none when ``wait`` seconds passed without."""
        try:
            async with asyncio.timeout(wait):
                await self._wake.wait()
        except TimeoutError:
            return []
        self._wake.clear()
        topics, self._moved = list(self._moved), {}
        return topics


class Hub:
    """Topics and who follows them. ``make`` makes the frame of a topic: bytes of JSON."""

    def __init__(self, make: MAKE, epoch: str) -> None:
        self._make = make
        self._epoch = epoch
        self._followers: dict[str, set[Follower]] = {}
        self._versions: dict[str, int] = {}
        self._frames: dict[str, tuple[int, bytes]] = {}
        self.sent = 0

    @property
    def followers(self) -> int:
        """How many feeds are open."""
        return len({follower for following in self._followers.values() for follower in following})

    @property
    def followed(self) -> Collection[str]:
        """The topics that somebody follows."""
        return self._followers.keys()

    def version(self, topic: str) -> int:
        """How often a topic has moved."""
        return self._versions.get(topic, 0)

    def follow(self, topics: Iterable[str]) -> Follower:
        """A new feed; its first frames are the newest of every topic."""
        follower = Follower(topics)
        for topic in follower.topics:
            self._followers.setdefault(topic, set()).add(follower)
        return follower

    def leave(self, follower: Follower) -> None:
        """A feed that is gone."""
        for topic in follower.topics:
            following = self._followers.get(topic)
            if following is not None:
                following.discard(follower)
                if not following:
                    del self._followers[topic]
                    self._frames.pop(topic, None)

    def moved(self, topics: Iterable[str]) -> None:
        """These topics have changed: whoever follows them is told."""
        for topic in topics:
            self._versions[topic] = self._versions.get(topic, 0) + 1
            for follower in self._followers.get(topic, ()):
                follower.move(topic)

    def following(self, prefix: str) -> list[str]:
        """The topics beginning so that somebody follows."""
        return [topic for topic in self._followers if topic.startswith(prefix)]

    def frame(self, topic: str) -> bytes:
        """The newest frame of a topic as a server-sent event."""
        version = self._versions.get(topic, 0)
        known = self._frames.get(topic)
        if known is None or known[0] != version:
            data = self._make(topic)
            head = f"event: {topic}\nid: {self._epoch}:{version}\ndata: ".encode()
            known = self._frames[topic] = (version, head + data + b"\n\n")
        return known[1]

    def close(self) -> None:
        """End every feed."""
        for follower in {follower for following in self._followers.values() for follower in following}:
            follower.close()
