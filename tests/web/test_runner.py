"""Tables that go on by themselves: one whose round cannot be played is told of, and goes on when it can be."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from houseway.floor import command_index as c
from houseway.floor.floor import Floor, Order
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.registry import game
from houseway.web.live import runner
from houseway.web.live.room import Room, now
from houseway.web.live.runner import Pace
from tests.floor.houses import MINUTE
from tests.floor.live_tables import IVY, V1, At, live_house
from tests.waiting import run_within
from tests.web.serving import fresh

HASTE = Pace(wager=0.05, decide=0.05, between=0.01, move=0.0, deal=0.0)


def test_a_table_that_cannot_go_on_is_told_of_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Not long ago: a room that rested for months waits until two people confirm its clock.
    house = live_house(tmp_path / "floor.db", now() - 10 * MINUTE)
    table = At(house, V1)
    table.sit(1, IVY)
    table.begin(1)
    house.close()
    monkeypatch.setattr(runner, "AGAIN", 0.01)

    async def go_on() -> None:
        told, settled = asyncio.Event(), asyncio.Event()

        def listen(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
            if event["event"] == "table cannot go on":
                assert (event["table"], method) == (V1, "error")
                assert "behaviour" in event["error"]
                told.set()
            return event

        def follow(entries: Sequence[Entry]) -> None:
            if any(entry.kind == "round-settled" for entry in entries):
                settled.set()

        room = Room(Floor.open(tmp_path / "floor.db"), pace=HASTE)
        room.listeners.append(follow)
        with monkeypatch.context() as release, capture_logs(processors=[listen]):
            # A release from before the number that began the round.
            release.setattr(game("dueling"), "behaviour", game("dueling").behaviour - 1)
            await room.start()
            await told.wait()
            assert "behaviour" in (room.frames.table(V1, "public").paused or "")
        # The release that began the round is back: nothing else moved, and the table goes on by itself.
        await settled.wait()
        assert room.mirror.table(V1).settled == 1
        assert room.frames.table(V1, "public").paused is None
        await room.stop()

    run_within(go_on())


def test_a_server_that_does_not_run_a_table_counts_the_whole_time_after_a_pause(tmp_path: Path) -> None:
    house = live_house(tmp_path / "floor.db")
    table = At(house, V1)
    table.sit(1, IVY)
    table.begin(1)
    house.close()

    async def look() -> None:
        room = Room(Floor.open(tmp_path / "floor.db"), runs=False)
        await room.start()
        moment = room.mirror.moment(table_stream(V1))
        assert moment is not None
        first = room.deadline(V1)
        assert first == moment + int(Pace().wager * 1_000_000)
        for paused in (True, False):
            pause = c.PauseTable(table=V1, paused=paused, reason="a look")
            await room.give(Order(pause, fresh(), "dole", moment + 5_000_000))
        assert room.deadline(V1) == first + 5_000_000
        await room.stop()

    run_within(look())
