"""The Lab's processes: the newest question wins, callers are bounded, what dies or takes too long is replaced."""

from __future__ import annotations

import asyncio
import gzip
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from houseway.accounts.account_errors import TooOften
from houseway.maths.question_errors import BadQuestion
from houseway.table.table_errors import UnknownGame
from houseway.web.http.worker_errors import NewerQuestion, TookTooLong, WorkerFault
from houseway.web.lab import lab_pool
from houseway.web.lab.lab_link import Link
from houseway.web.lab.lab_pool import LabPool
from houseway.web.lab.lab_shapes import Answer
from tests.waiting import run_within

SIDE_BET = Link(game="dueling", wager="combo-bet")
PAYS = map(str, range(100, 1000))


def paying(pair: str) -> Link:
    return msgspec.structs.replace(SIDE_BET, pays=(f"combo-bet/pair={pair}",))


def never_asked() -> Link:
    """A question that nobody has asked before: what was asked needs no process."""
    return paying(next(PAYS))


def pay_of(data: bytes) -> str:
    return msgspec.json.decode(data, type=Answer).tables[0].cells[0].pay


@asynccontextmanager
async def opened(pool: LabPool) -> AsyncIterator[LabPool]:
    try:
        yield pool
    finally:
        await pool.close()


@asynccontextmanager
async def held(pool: LabPool) -> AsyncIterator[int]:
    """The one process of a pool stands still: whatever is asked meanwhile is under way, or waits."""
    await pool.ask("somebody", "first", "figures", never_asked())
    [process] = pool.processes
    os.kill(process, signal.SIGSTOP)
    try:
        yield process
    finally:
        if process in pool.processes:
            os.kill(process, signal.SIGCONT)


async def begun(*asked: asyncio.Task[bytes]) -> None:
    """Until each of these has been given to the pool: they begin in their order, at the next turn of the loop."""
    for _ in asked:
        await asyncio.sleep(0)


def test_the_newest_question_of_a_page_wins_and_the_one_between_is_told_so() -> None:
    async def story() -> None:
        async with opened(LabPool(1)) as pool:
            async with held(pool):
                one, two, three = (
                    asyncio.create_task(pool.ask("guest", "page", "figures", paying(pay))) for pay in ("3", "4", "5")
                )
                other = asyncio.create_task(pool.ask("guest", "another page", "figures", paying("6")))
                await begun(one, two, three, other)
            with pytest.raises(NewerQuestion):
                await two
            assert [pay_of(await each) for each in (one, three, other)] == ["3", "5", "6"]

    run_within(story())


def test_what_was_asked_before_is_answered_by_no_process_until_newer_answers_need_the_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        async with opened(LabPool(1)) as pool:
            first = await pool.ask("guest", "page", "figures", paying("3"))
            async with held(pool):
                assert await pool.ask("another guest", "page", "figures", paying("3")) == first
                # Another question, another form of the answer, and long work are worked out.
                others = [
                    asyncio.create_task(pool.ask("guest", "one", "figures", paying("4"))),
                    asyncio.create_task(pool.ask("guest", "two", "figures", paying("3"), packed=True)),
                    asyncio.create_task(pool.ask("guest", "three", "figures", paying("3"), long=True)),
                ]
                await begun(*others)
                assert not any(each.done() for each in others)
            four, packed, long = await asyncio.gather(*others)
            assert pay_of(four) == "4" and gzip.decompress(packed) == first == long
            monkeypatch.setattr(lab_pool, "MAX_KEPT", len(first))
            await pool.ask("guest", "page", "figures", paying("5"))
            async with held(pool):
                again = asyncio.create_task(pool.ask("guest", "page", "figures", paying("3")))
                await begun(again)
                assert not again.done()
            assert await again == first

    run_within(story())


def test_a_caller_and_all_together_may_ask_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_pool, "MAX_PAGES", 3)
    monkeypatch.setattr(lab_pool, "MAX_WAITING", 4)

    async def story() -> None:
        async with opened(LabPool(1)) as pool:
            async with held(pool):
                greedy = [
                    asyncio.create_task(pool.ask("greedy", str(page), "figures", never_asked())) for page in range(3)
                ]
                await begun(*greedy)
                with pytest.raises(TooOften, match="3 questions from here"):
                    await pool.ask("greedy", "one more", "figures", never_asked())
                others = [
                    asyncio.create_task(pool.ask(f"guest {n}", "page", "figures", never_asked())) for n in range(2)
                ]
                await begun(*others)
                with pytest.raises(TooOften, match="too many questions"):
                    await pool.ask("one guest more", "page", "figures", never_asked())
            assert len(await asyncio.gather(*greedy, *others)) == 5

            async with held(pool):
                monkeypatch.setattr(lab_pool, "MAX_LONG", 1)
                search = asyncio.create_task(pool.ask("greedy", "a file", "figures", never_asked(), long=True))
                await begun(search)
                with pytest.raises(TooOften, match="1 question from here"):
                    await pool.ask("greedy", "another file", "figures", never_asked(), long=True)
            assert await search

    run_within(story())


def test_a_process_that_dies_or_takes_too_long_is_replaced_and_all_end_with_the_pool() -> None:
    async def story() -> None:
        pool = LabPool(1, seconds=0.05)
        async with opened(pool):
            pool._seconds = lab_pool.SECONDS
            async with held(pool) as process:
                asked = asyncio.create_task(pool.ask("guest", "page", "figures", never_asked()))
                await begun(asked)
                os.kill(process, signal.SIGKILL)
                with pytest.raises(WorkerFault, match="ended"):
                    await asked
            async with held(pool) as second:
                assert second != process
                pool._seconds = 0.05
                with pytest.raises(TookTooLong, match="and was ended"):
                    await pool.ask("guest", "page", "figures", never_asked())
            pool._seconds = lab_pool.SECONDS
            with pytest.raises(UnknownGame):
                await pool.ask("guest", "page", "figures", Link(game="no such game"))
            with pytest.raises(BadQuestion, match="no wager"):
                await pool.ask("guest", "page", "figures", Link(game="dueling", wager="no such wager"))
            [third] = pool.processes
            assert third not in (process, second)
        assert pool.processes == []
        with pytest.raises(ProcessLookupError):
            os.kill(third, 0)
        with pytest.raises(WorkerFault, match="closed"):
            await pool.ask("guest", "page", "figures", never_asked())

    run_within(story())
