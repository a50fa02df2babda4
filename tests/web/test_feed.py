"""The live feed: who is dropped, what a lease is, and frames that are kept while nothing moves."""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.accounts.service import ABSOLUTE, IDLE
from houseway.cli import serve_command as serve
from houseway.floor import command_index as c
from houseway.journal import Entry
from houseway.web.http import garbage_collection as garbage
from houseway.web.live import feed, hub
from houseway.web.live.frames import Frames
from houseway.web.live.room import now
from houseway.web.live.runner import Pace
from tests.waiting import run_within, until, within
from tests.web.chromium import chromium, opened
from tests.web.serving import Browser, Served, events, fresh, served

HASTE = Pace(wager=0.05, decide=0.05, between=0.01, move=0.0, deal=0.0)


def new_followers(room: Served, known: set[hub.Follower], topic: str) -> list[hub.Follower]:
    """The feeds that follow ``topic`` and are none of those ``known``, of which some may not have gone yet."""
    return [each for each in room.room.hub._open.copy() - known if topic in each.topics]


def test_a_lease_is_told_first_and_only_to_whoever_asks(room: Served) -> None:
    with httpx.stream("GET", f"{room.address}/feed", params={"topics": "floor", "lease": "true"}, timeout=30) as answer:
        told = events(answer.iter_lines())
        topic, data = next(told)
        assert topic == "lease" and data["seconds"] == hub.LEASE
        assert next(told)[0] == "floor"
    with httpx.stream("GET", f"{room.address}/feed", params={"topics": "floor"}, timeout=30) as answer:
        assert next(events(answer.iter_lines()))[0] == "floor"


def test_a_lease_is_renewed_by_whoever_has_it(room: Served) -> None:
    with httpx.stream("GET", f"{room.address}/feed", params={"topics": "floor", "lease": "true"}, timeout=30) as answer:
        told = events(answer.iter_lines())
        lease = next(told)[1]["lease"]
        follower = room.room.hub._leases[lease]
        before = follower.heard
        # No session and no token: the lease itself is the key, and nothing is set in the browser.
        renewed = httpx.post(f"{room.address}/feed/{lease}")
        assert renewed.status_code == 204 and not renewed.cookies
        assert follower.heard > before


def test_a_lease_that_this_server_does_not_know_is_refused(room: Served) -> None:
    refused = httpx.post(f"{room.address}/feed/0badcafe.0123456789abcdef")
    assert refused.status_code == 404
    assert refused.json()["error"] == "unknown" and refused.json()["remedy"]


def test_a_browser_that_hangs_at_a_quiet_table_loses_its_feed(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LEASE", 1.0)
    with httpx.stream(
        "GET", f"{room.address}/feed", params={"topics": "vision/T1", "lease": "true"}, timeout=30
    ) as answer:
        # It ends by itself: nobody said a word for it. The connection ends with it.
        assert answer.headers["connection"] == "close"
        told = list(within(events(answer.iter_lines()), "the feed ends"))
    assert told[0][0] == "lease" and "vision/T1" in {topic for topic, _ in told}
    lease = told[0][1]["lease"]
    room.wait(lambda: lease not in room.room.hub._leases)
    assert not any(follower.lease == lease for follower in room.room.hub._open.copy())


def test_a_display_renews_its_lease_for_as_long_as_it_reads(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    # The display comes back with another feed where two heartbeats are late: they have time on a busy machine too.
    monkeypatch.setattr(feed, "HEARTBEAT", 2.0)
    known = room.room.hub._open.copy()
    begun: dict[hub.Follower, float] = {}

    def renewed() -> bool:
        shown = new_followers(room, known, "vision/T1")
        return any(each.lease and each.heard > begun.setdefault(each, each.heard) for each in shown)

    with chromium() as browser, opened(browser) as page:
        page.goto(f"{room.address}/vision/T1")
        until("a display has renewed its lease", renewed)


def test_a_browser_that_takes_nothing_of_a_busy_feed_loses_it(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "SEND", 0.2)
    known = room.room.hub._open.copy()
    loop = room.room._loop
    assert loop is not None
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", int(room.address.rpartition(":")[2])))
        client.sendall(b"GET /feed?topics=floor HTTP/1.1\r\nHost: localhost\r\n\r\n")
        [follower] = until("its feed is there", lambda: new_followers(room, known, "floor"))

        def moved_and_dropped() -> bool:
            loop.call_soon_threadsafe(room.room.hub.moved, ("floor",))
            return follower not in room.room.hub._open

        until("the server has dropped a browser that takes nothing", moved_and_dropped, every=0.001)


def test_what_is_kept_between_frames_is_what_would_be_made_anew(tmp_path: Path) -> None:
    sitting = {"T1": ("a", "b"), "T2": ("c",), "T3": ("d",), "T4": ("e", "f")}
    differs: list[str] = []
    compared = [0]
    with served(tmp_path, pace=HASTE, sitting=sitting) as room:
        mirror, kept = room.room.mirror, room.room.frames

        def compare(entries: Sequence[Entry]) -> None:
            # On the thread that makes the frames, after every commit.
            anew = Frames(mirror, room.accounts.name_of, room.room.deadline, now)
            mirror._amounts.clear()
            if kept.make("floor") != anew.make("floor"):
                differs.append("floor")
            for table in mirror.property.tables:
                if kept.make(f"vision/{table}") != anew.make(f"vision/{table}"):
                    differs.append(table)
            for jackpot in mirror.property.jackpots:
                if mirror.tables_of(jackpot) != mirror.property.tables_of(jackpot):
                    differs.append(jackpot)
            compared[0] += 1

        room.room.listeners.append(compare)
        room.until(lambda: all(mirror.table(table).rounds > 2 for table in sitting))
        room.room.listeners.remove(compare)
    assert compared[0] > 20 and not differs


def test_chips_that_nobody_has_are_not_kept_count_of(tmp_path: Path) -> None:
    with served(tmp_path, pace=HASTE) as room:
        browser = room.browser("guest")
        assert browser.post("/api/tables/T4/sit", {"seat": 1}).status_code == 200
        player = browser.get("/api/me").json()["id"]
        mirror = room.room.mirror
        # Who says nothing gets up, and takes all the chips along.
        room.until(lambda: player not in mirror.table("T4").seated.values() and mirror.rack("T4", player) == 0)
        assert mirror.purse(player) > 0
        assert not any(account.endswith(f"{player}/T4") for account in list(mirror._balances))


def test_garbage_is_looked_for_by_the_server_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK", 0.0)
    monkeypatch.setattr(garbage, "EVERY", 0.0)

    class Knot:
        def __init__(self) -> None:
            self.self = self

    async def tie() -> None:
        tidying = asyncio.create_task(garbage.tidy())
        gone = asyncio.Event()
        await asyncio.sleep(0)
        knot = Knot()
        weakref.finalize(knot, gone.set)
        del knot
        await gone.wait()
        tidying.cancel()
        with suppress(asyncio.CancelledError):
            await tidying

    try:
        with garbage.held():
            assert not gc.isenabled()
            run_within(tie())
        assert gc.isenabled()
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("path", ["/feed", "/health"])
@pytest.mark.parametrize("fails", [False, True])
def test_a_request_that_is_over_is_gone_without_a_look_for_garbage(path: str, *, fails: bool) -> None:
    class Cycle:
        """As the server has it: the scope of a request, and how it is answered."""

        def __init__(self) -> None:
            self.scope = {"type": "http", "path": path}

        async def send(self, message: Any) -> None:
            raise AssertionError("nothing is sent")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if fails:
            raise OSError("the browser is gone")

    async def asked() -> weakref.ref[Cycle]:
        cycle = Cycle()
        with suppress(OSError):
            await feed.wired(app)(cycle.scope, None, cycle.send)
        return weakref.ref(cycle)

    gc.disable()
    try:
        assert run_within(asked())() is None
    finally:
        gc.enable()


def test_as_many_connections_are_allowed_as_the_system_lets_us() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        serve._allow_many_connections()
        allowed: Any = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert allowed == (serve.FILES if hard == resource.RLIM_INFINITY else min(serve.FILES, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def following(room: Served, browser: Browser, topics: str) -> tuple[threading.Thread, threading.Event]:
    """A thread that follows a feed to its end, and whether its first frame is there."""
    first = threading.Event()

    def follow() -> None:
        cookies = dict(browser.http.cookies)
        with httpx.stream("GET", f"{room.address}/feed", params={"topics": topics}, cookies=cookies, timeout=60) as got:
            for _ in events(got.iter_lines()):
                first.set()

    thread = threading.Thread(target=follow)
    thread.start()
    assert first.wait(30)
    return thread, first


def test_a_dealers_feed_ends_with_the_role(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "HEARTBEAT", 0.1)
    with served(tmp_path) as room:
        dealer = room.browser("dealer")
        watching, _ = following(room, dealer, "table/T5/dealer")
        public, _ = following(room, dealer, "table/T5/public,vision/T5,floor")
        room.floor.do(c.DropPerson(person="dan"), id=fresh(), who="ada", second="ann", at=now())
        watching.join(60)
        assert not watching.is_alive()
        assert public.is_alive(), "what everybody may see goes on"
        room.cut()
        public.join(60)


@pytest.mark.parametrize("why", ["idle", "long", "closed"])
def test_a_feed_ends_with_its_session_and_keeps_none_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(feed, "HEARTBEAT", 0.1)
    monkeypatch.setattr(feed, "LOOK", 0.1)
    with served(tmp_path) as room:
        dealer = room.browser("dealer")
        watching, _ = following(room, dealer, "table/T5/dealer")
        accounts, clock = room.accounts, room.accounts.now
        if why == "closed":
            accounts.store.ask("UPDATE accounts SET closed = 1 WHERE login = 'dan'")
        else:
            before = accounts.store.ask("SELECT seen FROM sessions")
            late = IDLE + 60 if why == "idle" else ABSOLUTE + 60
            if why == "long":
                # Used all the time, and too long all the same.
                accounts.store.ask("UPDATE sessions SET seen = ?", clock() + late * 1_000_000)
                before = accounts.store.ask("SELECT seen FROM sessions")
            accounts.now = lambda: clock() + late * 1_000_000
        watching.join(60)
        assert not watching.is_alive()
        if why != "closed":
            assert accounts.store.ask("SELECT seen FROM sessions") == before
        assert dealer.get("/api/me").json()["kind"] == "nobody"


def test_a_feed_of_a_table_that_is_removed_ends_in_order(room: Served) -> None:
    with httpx.stream("GET", f"{room.address}/feed", params={"topics": "vision/T6"}, timeout=60) as answer:
        told = events(answer.iter_lines())
        assert next(told)[0] == "vision/T6"
        kept = room.room.mirror.property.tables.pop("T6")
        try:
            loop = room.room._loop
            assert loop is not None
            loop.call_soon_threadsafe(room.room.hub.moved, ["vision/T6"])
            assert not list(told)
        finally:
            room.room.mirror.property.tables["T6"] = kept
