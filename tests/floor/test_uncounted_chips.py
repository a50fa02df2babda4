"""A chip that no press counted is no wager of a progressive: nothing of it would reach the meter (S-17)."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.table.table_errors import BadRecord
from tests.floor.duels import Duel
from tests.floor.houses import ROYALS, House, duel_table, sqlite_house
from tests.floor.live_tables import K1, At

TAT = "tie-after-tie"
DARK = c.ConfirmIndicators(table=K1, round=1, differ={"1": (1,)}, resolved="the sensor missed a chip")


@pytest.mark.clause("dueling", "appendix C note 7")
def test_s_17_no_chip_stands_that_a_progressive_did_not_grow_by(played: House) -> None:
    duel = At(played, K1)
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, TAT: 100})
    duel.answer(2, {"player": 500, TAT: 100})
    played.do(c.Tabulate(table=K1, round=1, picture={"1": (2,)}), f"panel:{K1}")
    assert duel.round.due_from() == ("supervisor",)
    refusal = played.refused(WrongState, DARK, "sato")
    assert refusal.message == "the chip of seat 1 was not counted, and Ties did not grow by it"
    assert refusal.clause == "S-17"
    assert duel.refused(WrongState, "supervisor", "chips-stand", "sato").clause == "S-17"
    before = played.floor.amounts("ties")
    played.do(c.VoidRound(table=K1, round=1, reason="a chip was not seen"), "sato")
    # Pressed again with the chip on its sensor, each wager that is collected is one that the meter grew by.
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, TAT: 100})
    duel.answer(2, {"player": 500, TAT: 100})
    duel.count(1, 2)
    assert played.floor.amounts("ties")[""] == before[""] + 33
    played.sound()


def test_s_7_a_light_without_a_chip_stands(played: House) -> None:
    duel = At(played, K1)
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, TAT: 100})
    duel.answer(2, {"player": 500})
    played.do(c.Tabulate(table=K1, round=1, picture={"1": (1, 2)}), f"panel:{K1}")
    played.do(c.ConfirmIndicators(table=K1, round=1, differ={"1": (2,)}, resolved="no chip there"), "dole", "sato")
    duel.answer("supervisor", "chips-stand", "sato")
    duel.key("Kh", "4s", "9d")
    duel.settle()
    played.sound()


def test_s_7_a_bonus_is_the_houses_money_and_its_chips_may_stand(tmp_path: Path) -> None:
    table = duel_table("D2", bonus=True, cards="keys")
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[ROYALS], tables=[table])
    duel = At(house, "D2")
    duel.begin(1)
    duel.answer(1, {"player": 500, "two-plus-two": 100})
    house.do(c.Tabulate(table="D2", round=1, picture={}), "panel:D2")
    missed = c.ConfirmIndicators(table="D2", round=1, differ={"1": (1,)}, resolved="the sensor missed a chip")
    house.do(missed, "sato")
    duel.answer("supervisor", "chips-stand", "sato")
    duel.key("Kh", "4s")
    duel.settle()
    house.sound()


def test_s_17_a_record_in_which_a_progressive_was_played_for_uncounted_is_refused(empty: House) -> None:
    duel = Duel(empty)
    house = duel.house
    house.tabulate("D1", 1)
    settle = c.SettleRound(table="D1", round=1, record=duel.deal("Kh Qh 2h", (1, 2), {}))
    differ = c.ConfirmIndicators(table="D1", round=1, differ={"1": (2,)}, resolved="the lamp was out")
    house.do(differ, "sato")
    assert house.refused(BadRecord, settle, "panel:D1").clause == "S-17"


def test_s_17_everybody_whose_chip_was_not_counted_is_named(played: House) -> None:
    duel = At(played, K1)
    duel.begin(1, 2, 3)
    for seat in (1, 2, 3):
        duel.answer(seat, {"player": 500, TAT: 100})
    played.do(c.Tabulate(table=K1, round=1, picture={"1": (2,)}), f"panel:{K1}")
    differ = c.ConfirmIndicators(table=K1, round=1, differ={"1": (1, 3)}, resolved="two chips lay beside")
    refusal = played.refused(WrongState, differ, "sato")
    assert refusal.message == "the chips of seats 1 and 3 were not counted, and Ties did not grow by them"
    assert refusal.remedy == (
        "void the round, lay each chip on its sensor and press again; if it is not seen, report the fault and count by "
        "hand"
    )


@pytest.mark.parametrize("seen", [(), (1, 2), (1,)])
def test_bjs_5_a_void_gives_back_what_lay_on_the_spots_whatever_the_lights_said(
    tmp_path: Path, seen: tuple[int, ...]
) -> None:
    table = duel_table("D2", bonus=True, cards="keys")
    house = sqlite_house(tmp_path / "floor.db").build(jackpots=[ROYALS], tables=[table])
    duel = At(house, "D2")
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, "two-plus-two": 100})
    duel.answer(2, {"player": 500})
    house.do(c.Tabulate(table="D2", round=1, picture={"1": seen} if seen else {}), "panel:D2")
    reply = house.do(c.VoidRound(table="D2", round=1, reason="a chip was not seen"), "sato")
    assert reply["returned"] == {"two-plus-two": 100}
    house.sound()
