"""Several servers on one PostgreSQL: what one commits reaches the others, and an account is locked at all of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, NamedTuple

import psycopg
import pytest

from houseway.accounts.account_errors import TooOften, WrongPassword
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.accounts.throttle import PATIENCE
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.journal import Entry
from houseway.web.demo import make_demo
from houseway.web.live import attendance
from houseway.web.live import room as rooms
from houseway.web.live import servers as cluster
from houseway.web.live.room import Room, now
from houseway.web.live.servers import Cluster
from tests.postgres import schema_url
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.processes import Process, serving, wait_for
from tests.web.serving import PASSWORD, fresh

NEVER = 3600.0
"""Seconds between two looks for what others committed, where only the bell is to tell."""

SECOND = 1_000_000


def plain(url: str) -> str:
    """The address without the schema."""
    return url.partition("schema=")[0].rstrip("?&")


def schema(url: str) -> str:
    return url.partition("schema=")[2]


def cut(url: str, name: str) -> int:
    """End the connections that servers of this property have for the bell; how many there were."""
    with psycopg.connect(plain(url), autocommit=True) as connection:
        rows = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN "
            f"(SELECT 'houseway ' || id || ' {name}' FROM {schema(url)}.servers)"
        ).fetchall()
    return len(rows)


class Server:
    """One server's room and its part of the cluster, without the web around it."""

    def __init__(self, url: str) -> None:
        self.room = Room(Floor.open(url), runs=False, others=True)
        self.cluster = Cluster(self.room)
        self._heard = asyncio.Event()

    async def __aenter__(self) -> Server:
        await self.room.start()
        await self.cluster.start()
        self.room.listeners.append(self._hear)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.cluster.stop()
        await self.room.stop()

    def _hear(self, entries: Sequence[Entry]) -> None:
        self._heard.set()

    async def pause(self, table: str, *, paused: bool) -> None:
        """A commit at this server."""
        await self.room.do(c.PauseTable(table=table, paused=paused, reason="a look"), id=fresh(), who="dan")

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something has become so here, by what is heard and nothing else."""
        async with asyncio.timeout(60):
            while not true():
                await self._heard.wait()
                self._heard.clear()


def both(url: str, story: Callable[[Server, Server], Coroutine[Any, Any, None]]) -> None:
    """Two servers on one property, and what happens there."""
    floor = Floor.open(url, create=True)
    make_demo(floor, now(), {})
    floor.close()

    async def tell() -> None:
        async with Server(url) as one, Server(url) as two:
            await story(one, two)

    run_within(tell())


@pytest.fixture
def bell_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the journal unless the bell has rung."""
    monkeypatch.setattr(rooms, "FOLLOW", NEVER)
    monkeypatch.setattr(rooms, "EVERYWHERE", NEVER)


def waits(server: Server, table: str) -> bool:
    return server.room.mirror.table(table).paused is not None


@pytest.mark.usefixtures("bell_only")
def test_a_commit_at_one_server_rings_at_the_other(postgres: str) -> None:
    async def story(one: Server, two: Server) -> None:
        await one.pause("T5", paused=True)
        await two.until(lambda: waits(two, "T5"))
        await two.pause("T5", paused=False)
        await one.until(lambda: not waits(one, "T5"))

    both(postgres, story)


@pytest.mark.usefixtures("bell_only")
def test_what_is_missing_before_an_entry_is_read_beside_the_loop(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Server, two: Server) -> None:
        await two.pause("T6", paused=True)
        await one.until(lambda: waits(one, "T6"))
        # From now on one hears nothing of what two does, but for its last entry.
        monkeypatch.setattr(two.cluster, "_tell", lambda streams: None)
        told: list[Entry] = []
        two.room.listeners.append(told.extend)
        for paused in (True, False, True):
            await two.pause("T5", paused=paused)
        await two.until(lambda: len(told) == 3)
        journal, loop = one.room.floor.journal, threading.get_ident()

        def beside(read: Callable[..., Any]) -> Callable[..., Any]:
            def reading(*values: Any) -> Any:
                assert threading.get_ident() != loop, "the loop waits for the database"
                return read(*values)

            return reading

        for name in ("read", "after", "after_in"):
            monkeypatch.setattr(journal, name, beside(getattr(journal, name)))
        before = one.room.mirror.number("table/T5")
        assert [entry.number for entry in told] == [before + 1, before + 2, before + 3]
        one.room._arrived(told[-1:])
        assert one.room.mirror.number("table/T5") == before
        await one.until(lambda: one.room.mirror.number("table/T5") == before + 3)
        assert waits(one, "T5")

    both(postgres, story)


@pytest.mark.usefixtures("bell_only")
def test_a_bell_that_cannot_name_all_streams_rings_for_every_one(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "NOTICE", 20)

    async def story(one: Server, two: Server) -> None:
        for table in ("T5", "T6"):
            await one.pause(table, paused=True)
        await two.until(lambda: waits(two, "T5") and waits(two, "T6"))

    both(postgres, story)


def test_what_no_bell_rang_for_is_found_although_it_rings_for_others(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "FOLLOW", NEVER)
    monkeypatch.setattr(rooms, "EVERYWHERE", 0.05)

    async def story(one: Server, two: Server) -> None:
        # Somebody at a terminal, who has no bell.
        floor = Floor.open(postgres)
        pause = c.PauseTable(table="T6", paused=True, reason="a look")
        await asyncio.to_thread(floor.do, pause, id=fresh(), who="dan", at=now())
        floor.close()
        while not waits(two, "T6"):
            await one.pause("T5", paused=True)
            await two.until(lambda: waits(two, "T5"))
            await one.pause("T5", paused=False)
            await two.until(lambda: not waits(two, "T5"))

    both(postgres, story)


@pytest.mark.usefixtures("bell_only")
def test_whoever_could_not_listen_hears_what_was_rung_meanwhile(postgres: str) -> None:
    async def story(one: Server, two: Server) -> None:
        await one.pause("T5", paused=True)
        await two.until(lambda: waits(two, "T5"))
        assert await asyncio.to_thread(cut, postgres, "listen") == 2
        # Nobody listens now: the ring for this is lost, and the next connection asks by itself.
        await one.pause("T6", paused=True)
        await two.until(lambda: waits(two, "T6"))
        await one.pause("T6", paused=False)
        await two.until(lambda: not waits(two, "T6"))

    both(postgres, story)


@pytest.mark.usefixtures("bell_only")
def test_whoever_could_not_ring_rings_again(postgres: str) -> None:
    async def story(one: Server, two: Server) -> None:
        await one.pause("T5", paused=True)
        await two.until(lambda: waits(two, "T5"))
        assert await asyncio.to_thread(cut, postgres, "ring") == 2
        await one.pause("T6", paused=True)
        await two.until(lambda: waits(two, "T6"))

    both(postgres, story)


class Pair(NamedTuple):
    """Two server processes on one property."""

    url: str
    one: Process
    two: Process


@pytest.fixture(scope="module")
def pair(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two ``houseway serve`` on one schema; the first has made the property and said its passwords."""
    url, folder = schema_url(server), tmp_path_factory.mktemp("pair")
    with serving("-d", url, folder=folder) as one, serving("-d", url, folder=folder) as two:
        yield Pair(url, one, two)
        assert two.terminate() == 0
        assert one.terminate() == 0


def test_the_time_that_is_left_is_shown_by_the_server_that_does_not_run_the_table_too(pair: Pair) -> None:
    guest = pair.two.browser()
    assert guest.post("/api/tables/T1/sit", {"seat": 6}).status_code == 200

    def asked(frame: Any) -> bool:
        due = (frame["view"] or {}).get("due") or {}
        return frame["deadline"] is not None and due.get("what") == "place-wagers" and due["from"] == [6]

    # Automatic players have laid their wagers, and the clock was set then: only the guest is waited for.
    watchers = [pair.one.browser(), pair.two.browser()]
    frames = [wait_for(watcher, "table/T1/public", asked) for watcher in watchers]
    assert frames[0]["round"] == frames[1]["round"]
    one, two = (frame["deadline"] for frame in frames)
    assert abs(one - two) < SECOND, "both count down to the same moment"
    # At a real table nobody is timed, wherever one looks.
    dealer = pair.one.browser().sign_in(*pair.one.logins["dealer"])
    real = dealer.post("/api/tables/T5/begin", {"round": 1, "seats": [1]})
    assert real.status_code == 200, real.text
    frame = wait_for(guest, "table/T5/public", lambda frame: frame["view"] is not None)
    assert frame["deadline"] is None
    for browser in (dealer, guest, *watchers):
        browser.close()


def test_a_client_of_one_server_sees_what_is_done_at_the_other_and_after_the_bell_was_cut(pair: Pair) -> None:
    dealer = pair.one.browser().sign_in(*pair.one.logins["dealer"])
    watcher = pair.two.browser()

    def paused(wanted: bool) -> None:
        body = {"command": {"type": "pause-table", "table": "T5", "paused": wanted, "reason": "a look"}}
        answer = dealer.post("/api/commands", body)
        assert answer.status_code == 200, answer.text
        wait_for(watcher, "table/T5/public", lambda frame: (frame["paused"] is not None) is wanted)

    paused(True)
    assert cut(pair.url, "listen") == 2
    paused(False)
    assert cut(pair.url, "ring") == 2
    paused(True)
    dealer.close()
    watcher.close()


# -- lock-out


def test_wrong_passwords_at_several_servers_lock_one_account(pair: Pair) -> None:
    login, password = pair.one.logins["supervisor"]
    browsers = [pair.one.browser(), pair.two.browser()]
    for number in range(PATIENCE):
        answer = browsers[number % 2].post("/api/login", {"login": login, "password": f"a wrong one {number}"})
        assert answer.status_code == 401
    for browser in browsers:
        answer = browser.post("/api/login", {"login": login, "password": password})
        assert (answer.status_code, answer.json()["error"]) == (429, "too-often")
        assert int(answer.headers["retry-after"]) > 0
        browser.close()


def test_of_many_tries_at_once_at_two_servers_only_a_few_are_looked_at(postgres: str) -> None:
    async def story() -> None:
        servers = [Accounts(open_store(postgres), hasher=QUICK) for _ in range(2)]
        await servers[0].make("pat", PASSWORD, "Pat")
        tries = [servers[number % 2].check("pat", f"a wrong one {number}") for number in range(PATIENCE * 4)]
        found = await asyncio.gather(*tries, servers[1].check("pat", PASSWORD), return_exceptions=True)
        assert sum(isinstance(each, WrongPassword) for each in found) == PATIENCE
        # The right one came after the patience had ended.
        assert isinstance(found[-1], TooOften)
        for server in servers:
            server.store.close()

    run_within(story())


def test_the_server_that_runs_the_tables_knows_whose_browsers_are_with_another(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TELL", 0.05)
    monkeypatch.setattr(attendance, "ABSENT", 0.3)

    async def told(true: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not true():
                await asyncio.sleep(0.02)

    async def story(one: Server, two: Server) -> None:
        await one.room.do(c.GiveChips(player="player:pat", amount=1000), id=fresh(), who="house")
        await one.room.do(c.Sit(table="T4", seat=3, player="player:pat"), id=fresh(), who="player:pat")
        await two.until(lambda: two.room.mirror.table("T4").seated.get("3") == "player:pat")
        follower = one.room.hub.follow(["table/T4/seat/3"])
        await told(lambda: "table/T4/seat/3" in two.room.attendance._seen)
        assert not two.room.absent("T4", 3)
        one.room.hub.leave(follower)
        await told(lambda: two.room.absent("T4", 3))
        follower = two.room.hub.follow(["table/T4/seat/3"])
        assert not two.room.absent("T4", 3)
        await told(lambda: not one.room.absent("T4", 3))
        two.room.hub.leave(follower)

    both(postgres, story)
