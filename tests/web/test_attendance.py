"""Who sits at the tables: automatic players stay in chips, and people who have gone free their seats."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.permission.people import ALLOWANCE
from houseway.web.http.callers import NOBODY
from houseway.web.live import feed
from houseway.web.live.attendant import SILENT
from houseway.web.live.runner import Pace
from tests.waiting import came
from tests.web.serving import Served, served

HASTE = Pace(wager=0.05, decide=0.05, between=0.01, move=0.0, deal=0.0)


def sent_to(room: Served, answer: feed.Feed, receive: feed.Receive, send: feed.Send) -> None:
    """Send a feed to its end in the loop that serves the room, where the hub looks after all of them."""
    loop = room.room._loop
    assert loop is not None
    came(asyncio.run_coroutine_threadsafe(answer({}, receive, send), loop), "the feed ends")


def test_a_player_who_says_nothing_gets_up(tmp_path: Path) -> None:
    with served(tmp_path, pace=HASTE) as room:
        browser = room.browser()
        assert browser.post("/api/tables/T4/sit", {"seat": 1}).status_code == 200
        player = browser.get("/api/me").json()["id"]
        room.until(lambda: player not in room.room.mirror.table("T4").seated.values())
        assert room.room.mirror.table("T4").round >= SILENT
        assert room.room.mirror.chips(player) == ALLOWANCE
        entry = [entry for entry in room.floor.journal.read("table/T4") if entry.kind == "seat-left"][-1]
        assert entry.who == "panel:T4"


def test_automatic_players_never_run_out_of_chips(tmp_path: Path) -> None:
    with served(tmp_path, pace=HASTE, sitting={"T4": ("greta",)}) as room:
        player = "player:auto-greta"
        room.until(lambda: room.room.mirror.table("T4").rounds > 0)

        def brought() -> int:
            entries = room.floor.journal.read("players")
            return sum(1 for entry in entries if entry.kind == "chips-brought" and entry.data["player"] == player)

        # Once when the player sat down, and again when the house had filled the purse.
        room.until(lambda: brought() > 1)
        assert room.room.mirror.rack("T4", player) > 0


def test_a_browser_that_takes_nothing_is_dropped(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "SEND", 0.05)

    async def goes_on() -> bool:
        return True

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    sent_to(room, feed.Feed(room.room, NOBODY, ["table/T5/public"], goes_on), receive, send)
    assert "table/T5/public" not in room.room.hub.followed


def test_a_feed_ends_with_its_session(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "LOOK", 0.0)
    sent: list[bytes] = []

    async def ended() -> bool:
        return False

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            sent.append(message["body"])

    sent_to(room, feed.Feed(room.room, NOBODY, ["floor"], ended), receive, send)
    assert sent[0].startswith(b"retry: 1000\n: beat 5000\n: now ")
    assert sent[1:] == [b""]
