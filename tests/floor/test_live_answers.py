"""Answers that nobody may give for the count, the meters or a supervisor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.rulebook.steps import Prizes, Tabulate
from tests.floor.live_tables import IVY, K1, At, live_house

ANYBODY = ["dole", "sato", f"panel:{K1}"]


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    """Dueling with keyed cards; seats 1 and 2 have PLAYER, seat 1 the jackpot too."""
    house = live_house(tmp_path / "floor.db")
    table = At(house, K1)
    table.begin(1, 2)
    table.answer(1, {"player": 500, "tie-after-tie": 100})
    table.answer(2, {"player": 500})
    yield table
    house.close()


@pytest.mark.parametrize("who", ANYBODY)
def test_s_6_what_was_counted_is_what_the_press_found(duel: At, who: str) -> None:
    assert isinstance(duel.round.step, Tabulate)
    for seats in ([1], list[int]()):
        refusal = duel.refused(NotPermitted, "dealer", {"tie-after-tie": seats}, who)
        assert refusal.clause == "S-6"
    duel.count(1)
    assert duel.state.phase == "tabulated"


@pytest.mark.parametrize("who", [*ANYBODY, IVY])
def test_bjs_3_the_amounts_are_those_of_the_lock(duel: At, who: str) -> None:
    duel.count(1)
    duel.key("9h", "4d", "9s")
    duel.answer(1, "war")
    duel.key("9d", "9c")
    step = duel.round.step
    assert isinstance(step, Prizes)
    refusal = duel.refused(NotPermitted, "jackpots", dict.fromkeys(step.meters, 99_000_000), who)
    if who != IVY:
        assert refusal.clause == "BJS-3"


@pytest.mark.parametrize("who", ANYBODY)
def test_s_7_no_time_runs_out_for_a_supervisor_who_was_called(duel: At, who: str) -> None:
    house = duel.house
    house.do(c.Tabulate(table=K1, round=1, picture={"1": (1, 2)}), f"panel:{K1}")
    assert duel.round.due_from() == ("supervisor",)
    house.refused(WrongState, c.TimeOut(table=K1, round=1, step=duel.step), who)
    if who != "sato":
        duel.refused(NotPermitted, "supervisor", "chips-stand", who)
    duel.answer("supervisor", "chips-stand", "sato")
    duel.key("Kh")


def test_s_7_no_time_runs_out_for_the_dealer_s_look_at_the_indicators(duel: At) -> None:
    duel.house.do(c.Tabulate(table=K1, round=1, picture={"1": (1,)}), f"panel:{K1}")
    assert duel.round.due_from() == ("dealer",)
    duel.house.refused(WrongState, c.TimeOut(table=K1, round=1, step=duel.step), f"panel:{K1}")
    duel.answer("dealer", "confirm")
