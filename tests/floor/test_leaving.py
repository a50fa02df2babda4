"""A player who leaves in mid-round: the hand is played on, and the seat is free when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, WrongState
from tests.floor.live_tables import IVY, OTTO, V1, At, live_house


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    house = live_house(tmp_path / "floor.db")
    table = At(house, V1)
    table.sit(1, IVY)
    table.sit(2, OTTO)
    yield table
    house.close()


def test_a_player_in_the_round_leaves_after_it_and_may_take_that_back(duel: At) -> None:
    house, leave = duel.house, c.LeaveAfterRound(table=V1, seat=1)
    stay = c.LeaveAfterRound(table=V1, seat=1, stays=True)
    house.refused(WrongState, leave, IVY)
    duel.begin(1, 2)
    house.refused(WrongState, stay, IVY)
    house.refused(NotPermitted, leave, OTTO)
    house.refused(WrongState, c.LeaveAfterRound(table=V1, seat=5), "sato")
    assert house.do(leave, IVY) == {"seat": 1, "player": IVY, "leaving": True}
    assert duel.state.leaving == [1]
    house.refused(WrongState, leave, IVY)
    house.do(stay, IVY)
    assert duel.state.leaving == []
    house.do(leave, IVY)
    assert [entry["leaving"] for entry in duel.entries("leaving-noted")] == [True, False, True]
    # The hand is played on: no chips went anywhere, and nobody else sits there.
    assert duel.rack(IVY) == 90_000
    duel.answer(1, {}, IVY)
    duel.answer(2, {}, OTTO)
    duel.settle()
    house.do(c.Leave(table=V1, seat=1), f"panel:{V1}")
    assert duel.state.leaving == [] and duel.state.seated == {"2": OTTO}
    assert duel.purse(IVY) == 90_000
    house.sound()


def test_a_table_that_closes_forgets_who_meant_to_leave(duel: At) -> None:
    duel.begin(1, 2)
    duel.house.do(c.LeaveAfterRound(table=V1, seat=2), OTTO)
    duel.answer(1, {}, IVY)
    duel.answer(2, {}, OTTO)
    duel.settle()
    duel.house.do(c.CloseTable(table=V1), "sato")
    assert duel.state.leaving == [] and duel.state.seated == {}
