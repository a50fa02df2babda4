"""Whose session a request came in, asked of a database server by the event loop itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from houseway.accounts.service import _SESSION, Accounts
from houseway.accounts.store import ServerStore
from houseway.journal.engines import loop_line
from houseway.journal.engines.loop_line import LoopLine
from houseway.journal.journal_errors import JournalUnavailable
from tests.quick_passwords import QUICK
from tests.waiting import LONG, run_within
from tests.web.serving import PASSWORD


@pytest.fixture
def store(postgres: str) -> Iterator[ServerStore]:
    found = ServerStore(postgres)
    yield found
    found.close()


@asynccontextmanager
async def lined(store: ServerStore) -> AsyncIterator[LoopLine]:
    """The line of a store, connected."""
    line = store.line
    assert line is not None
    line.start()
    try:
        await line.connected()
        yield line
    finally:
        await line.stop()


async def until(what: str, true: Callable[[], bool]) -> None:
    """Wait until something is so; what was awaited is said where it never is."""
    try:
        async with asyncio.timeout(LONG):
            while not true():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"not within {LONG} s: {what}") from None


def by_thread(store: ServerStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that a thread is asked from now on."""
    asked: list[str] = []
    ask_all = store.ask_all

    def noted(*statements: tuple[str, tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
        asked.extend(sql for sql, _ in statements)
        return ask_all(*statements)

    monkeypatch.setattr(store, "ask_all", noted)
    return asked


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def working() -> None:
        await work()

    run_within(working())


def test_the_line_finds_what_a_thread_finds_and_asks_none(store: ServerStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        accounts = Accounts(store, hasher=QUICK)
        account = await accounts.make("ada", PASSWORD, "Ada Ámbar", "ada")
        id = await accounts.begin(account)
        before = await accounts.session(id)
        async with lined(store):
            asked = by_thread(store, monkeypatch)
            assert await accounts.session(id) == before
            assert await accounts.session("nobody's") is None
            assert before is not None
            assert await accounts.goes_on(before.hash)
            assert asked == []

    run(work)


def test_devices_are_looked_up_by_it_too(store: ServerStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        accounts = Accounts(store, hasher=QUICK)
        device, key = await accounts.make_device("panel", "T6", "Panel", "tom")
        await accounts.activate(device.id)
        # That it spoke is noted the first time.
        before = await accounts.device(key)
        assert before is not None
        async with lined(store):
            asked = by_thread(store, monkeypatch)
            again = await accounts.device(key)
            assert again is not None
            assert (again.id, again.table, again.created) == (device.id, "T6", before.created)
            assert await accounts.device_works(device.id)
            assert asked == []
            await accounts.revoke(device.id, "tom")
            assert await accounts.device(key) is None
            assert not await accounts.device_works(device.id)

    run(work)


def test_a_session_that_was_ended_is_not_found_a_moment_later(store: ServerStore) -> None:
    async def work() -> None:
        accounts = Accounts(store, hasher=QUICK)
        guest = await accounts.make_guest()
        async with lined(store):
            for _ in range(20):
                id = await accounts.begin(guest)
                found = await accounts.session(id)
                assert found is not None
                await accounts.end(found.hash)
                assert await accounts.session(id) is None

    run(work)


def test_many_ask_at_once_and_each_has_its_own_answer(store: ServerStore) -> None:
    async def work() -> None:
        accounts = Accounts(store, hasher=QUICK)
        guests = [await accounts.make_guest() for _ in range(5)]
        sessions = {await accounts.begin(guest): guest.id for guest in guests}
        async with lined(store):
            # More than the line takes at once without waiting for it to be writable.
            asked = [*sessions, *(f"{number}" * 40 for number in range(100))] * 20
            found = await asyncio.gather(*map(accounts.session, asked))
            assert [each and each.account.id for each in found] == [sessions.get(id) for id in asked]

    run(work)


def test_who_waits_no_longer_takes_nobody_elses_answer(store: ServerStore) -> None:
    async def work() -> None:
        accounts = Accounts(store, hasher=QUICK)
        one, other = (
            await accounts.begin(await accounts.make_guest()),
            await accounts.begin(await accounts.make_guest()),
        )
        expected = await accounts.session(other)
        async with lined(store):
            gone = asyncio.create_task(accounts.session(one))
            await asyncio.sleep(0)
            gone.cancel()
            assert await accounts.session(other) == expected
            assert gone.cancelled()

    run(work)


def test_a_line_that_is_lost_is_replaced_and_nobody_notices(
    store: ServerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_line, "AGAIN", 0.01)

    async def work() -> None:
        accounts = Accounts(store, hasher=QUICK)
        id = await accounts.begin(await accounts.make_guest())
        expected = await accounts.session(id)
        async with lined(store) as line:
            first = line._line
            assert first is not None
            [[pid]] = await line.ask("SELECT pg_backend_pid()")
            asked = by_thread(store, monkeypatch)
            with psycopg.connect(store._conninfo, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", (pid,))
            assert await accounts.session(id) == expected
            await until("the line is there again", lambda: line._line not in (None, first))
            asked.clear()
            assert await accounts.session(id) == expected
            assert asked == []

    run(work)


def test_a_question_that_fails_is_refused_as_by_a_thread(store: ServerStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_line, "AGAIN", 0.01)

    async def work() -> None:
        async with lined(store) as line:
            first = line._line
            with pytest.raises(JournalUnavailable, match="nowhere"):
                await store.look_up("SELECT 1 FROM nowhere WHERE id = ?", "1")
            await until("the line is there again", lambda: line._line not in (None, first))
            assert await store.look_up("SELECT login FROM accounts WHERE id = ?", "1") == []

    run(work)


def test_without_a_loop_that_started_it_a_thread_is_asked(store: ServerStore) -> None:
    async def work() -> None:
        assert await store.look_up(_SESSION, "nobody's") == []

    run(work)
