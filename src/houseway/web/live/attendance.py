"""Who of the players is there, and which displays: a browser follows its feed, and whose ended a while ago is absent.

No further round is dealt to somebody absent, and nobody waits for their wagers; the decision in hand keeps its clock.
A program that plays without a feed is never absent: `Attendant` counts the rounds that it says nothing in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from houseway.floor.mirror import Mirror
from houseway.web.live.hub import Hub

ABSENT = 10.0
"""Seconds without a browser after which a player is absent."""

GONE = 180.0
"""Seconds after which an absent player's seat is free again."""

LOOK = 1.0
"""Seconds between two looks at who is there."""

VISION = "vision/"
"""How the topics of displays begin: their table's id follows."""

SEAT = "/seat/"
"""What the topics of seats have, and no others."""


class Attendance:
    """When each seat's player was last seen, here or by another server."""

    def __init__(self, mirror: Mirror, hub: Hub) -> None:
        self._mirror = mirror
        self._hub = hub
        self._seen: dict[str, tuple[str, float]] = {}

    def here(self, now: float) -> list[str]:
        """The topics of the seats whose browsers are with this server."""
        return [topic for topic in list(self._hub.followed) if SEAT in topic and self._hears(topic, now)]

    def look(self, now: float) -> set[str]:
        """Note who is there at this moment, and forget whoever has got up; the tables that somebody came back to."""
        here = self.here(now)
        back = {topic for topic in here if now - self._seen.get(topic, ("", now))[1] > ABSENT}
        self.seen(here, now)
        for topic, (player, _) in list(self._seen.items()):
            if self._player(topic) != player:
                del self._seen[topic]
        return {topic.split("/", 2)[1] for topic in back}

    def seen(self, topics: Iterable[str], now: float) -> None:
        """Note that the browsers of these seats were there ``now``, with this server or with another."""
        for topic in topics:
            player = self._player(topic)
            if player is not None:
                self._seen[topic] = player, now

    def absence(self, table: str, seat: int, now: float) -> float:
        """Seconds since the player at a seat was last seen; none for one who never had a browser there."""
        topic = f"table/{table}{SEAT}{seat}"
        player, when = self._seen.get(topic, ("", now))
        if player != self._player(topic) or self._hears(topic, now):
            return 0.0
        return now - when

    def gone(self, now: float) -> list[tuple[str, int, str]]:
        """Tables, seats and players of those who have been away for so long that they do not come back."""
        found = []
        for topic, (player, _) in self._seen.items():
            _, table, _, seat = topic.split("/", 3)
            if self.absence(table, int(seat), now) > GONE:
                found.append((table, int(seat), player))
        return found

    def _hears(self, topic: str, now: float) -> bool:
        return self._hub.silence(topic, now) <= ABSENT

    def _player(self, topic: str) -> str | None:
        _, table, _, seat = topic.split("/", 3)
        if table not in self._mirror.property.tables:
            return None
        return self._mirror.table(table).seated.get(seat)


class Screens:
    """When a screen with each table's jackpots was last heard of, here or by another server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._heard: dict[str, float] = {}

    def here(self, now: float) -> list[str]:
        """The topics of the displays that are with this server."""
        topics = (topic for topic in list(self._hub.followed) if topic.startswith(VISION))
        return [topic for topic in topics if self._hub.silence(topic, now) <= ABSENT]

    def heard(self, topics: Iterable[str], now: float) -> None:
        """Note that screens of these topics were there ``now``, with this server or with another."""
        self._heard.update(dict.fromkeys(topics, now))

    def silence(self, table: str, now: float) -> float:
        """Seconds since a screen of a table was heard of; without end where none ever was since this server began."""
        topic = f"{VISION}{table}"
        return min(self._hub.silence(topic, now), now - self._heard.get(topic, -math.inf))
