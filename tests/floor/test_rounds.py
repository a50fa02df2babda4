"""Sensing and rounds: S-5 to S-11, S-14, S-26, BJS-1, BJS-5, LAB-1, and the records that settle a round."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, Stopped, StuckSensor, UnknownThing, WrongState
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal.journal_errors import ClockSteppedBack, CommandReused
from houseway.table.table_errors import BadRecord
from tests.floor.duels import QUADS, TAT, Duel
from tests.floor.houses import (
    ATTACK,
    DAILY,
    HEARTS,
    HOUR,
    MICROS,
    PAIR,
    SECOND,
    SUITED,
    TIES,
    House,
    attack_table,
    deuces_table,
    duel_table,
    split_table,
)
from tests.sentences import in_every_document


def _press(table: str, round_: int, picture: Mapping[str, tuple[int, ...]], **more: Any) -> c.Tabulate:
    return c.Tabulate(table=table, round=round_, picture=dict(picture), **more)


def _counters(house: House, bank: str) -> list[int]:
    return list(house.floor.journal.counters().get(bank, (0,) * 16))


# -- the press


def test_s_6_presence_at_the_press_is_counted_by_sensor_and_position(house: House) -> None:
    house.tabulate("A1", picture={"1": (1, 3), "2": (3, 6)})
    house.tabulate("A1", picture={"1": (3,)})
    assert _counters(house, "A1/1")[:6] == [1, 0, 2, 0, 0, 0]
    assert _counters(house, "A1/2")[:6] == [0, 0, 1, 0, 0, 1]
    reply = house.do(_press("A1", 3, {"1": (2, 4), "2": ()}), "panel:A1")
    # Both jackpot wagers are taken at the press: their lights are what is left of them (S-7).
    assert (reply["counted"], reply["indicators"]) == ({"jackpot": [2, 4]},) * 2


def test_bjs_1_a_count_times_the_fixed_wager_times_the_rate_is_the_movement_exactly(house: House) -> None:
    house.play("D1", 7, 1, 2, 3)
    count = sum(_counters(house, "D1/1"))
    assert count == 21
    assert house.fund("ties", "accrued") == count * 100 * 333_333
    assert house.fund("ties", "reserve") == count * 100 * 111_111
    assert house.fund("ties", "contributions") == -count * 100 * 444_444


def test_s_6_an_empty_picture_is_a_round_without_wagers(house: House) -> None:
    house.tabulate("A1", picture={})
    house.tabulate("A1", picture={"1": (), "2": ()})
    assert house.floor.table("A1").round == 2
    assert house.floor.journal.counters() == {}


@pytest.mark.parametrize("sensor", ["2", "7", "0", "-1", "x", ""])
def test_s_5_a_sensor_that_does_not_exist(house: House, sensor: str) -> None:
    house.refused(UnknownThing, _press("A2", 1, {sensor: (1,)}), "panel:A2")


@pytest.mark.parametrize(("table", "position"), [("A1", 7), ("W1", 7), ("D1", 8), ("S1", 8), ("A1", 0), ("A1", -1)])
def test_s_8_a_position_that_the_layout_does_not_have(house: House, table: str, position: int) -> None:
    house.refused(UnknownThing, _press(table, 1, {"1": (1, position)}), f"panel:{table}")


def test_s_8_a_table_with_fewer_seats_counts_no_more(empty: House) -> None:
    table = msgspec.structs.replace(duel_table("D1"), seats=4)
    empty.build(jackpots=[TIES], tables=[table])
    empty.refused(UnknownThing, _press("D1", 1, {"1": (5,)}), "panel:D1")
    empty.tabulate("D1", 4)


def test_s_6_no_picture_for_a_round_that_is_closed_or_not_due(house: House) -> None:
    house.play("A1", 2, 1)
    for round_ in (0, 1, 2, 4, -1):
        house.refused(WrongState, _press("A1", round_, {"1": (1,)}), "panel:A1")
    house.tabulate("A1", 1)


def test_no_press_at_a_table_that_is_closed_or_unknown(house: House) -> None:
    house.shut("A1")
    house.refused(WrongState, _press("A1", 1, {"1": (1,)}), "panel:A1")
    house.refused(UnknownThing, _press("A9", 1, {"1": (1,)}), "sato")


def test_s_6_no_second_press_in_a_round_that_is_being_played(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1", cards="reads")])
    empty.tabulate("A1", 1)
    empty.refused(WrongState, _press("A1", 2, {"1": (1,)}), "panel:A1")
    empty.refused(WrongState, c.CloseTable(table="A1"), "sato")


def test_lab_1_a_sensor_that_was_never_clear_does_not_pump_the_meter(house: House) -> None:
    house.tabulate("A1", 1, 2)
    house.refused(StuckSensor, _press("A1", 2, {"1": (1, 2)}, stuck={"1": (2,)}), "panel:A1")
    house.do(_press("A1", 2, {"1": (1,)}, stuck={"1": (2,)}), "panel:A1")
    house.refused(StuckSensor, _press("A1", 3, {"1": (1, 1)}), "panel:A1")


def test_lab_1_more_wagers_in_an_hour_than_can_be_played_stop_the_position(empty: House) -> None:
    empty.build(jackpots=[msgspec.structs.replace(ATTACK, unreasonable=5)], tables=[attack_table("A1")])
    empty.at += HOUR - empty.at % HOUR
    empty.play("A1", 5, 1, 2)
    shown = empty.shown("attack")
    empty.refused(StuckSensor, _press("A1", 6, {"1": (2, 3)}), "panel:A1")
    assert empty.shown("attack") == shown
    last = empty.at - empty.at % HOUR + HOUR - 1
    empty.refused(StuckSensor, _press("A1", 6, {"1": (2, 3)}), "panel:A1", at=last)
    empty.tabulate("A1", 3)
    empty.at += HOUR
    empty.tabulate("A1", 1, 2)


def test_s_7_edges_after_the_press_are_noted_and_change_nothing(house: House) -> None:
    house.tabulate("A1", 1, 2)
    before = house.floor.accounts("attack"), house.floor.journal.counters()
    edges = ({"position": 3, "sensor": 1, "what": "late"}, {"position": 1, "sensor": 1, "what": "lifted"})
    house.do(c.NoteEdges(table="A1", round=1, edges=edges), "panel:A1")
    assert (house.floor.accounts("attack"), house.floor.journal.counters()) == before
    assert house.floor.table("A1").picture == {"1": [1, 2]}
    house.refused(WrongState, c.NoteEdges(table="A1", round=2, edges=edges), "panel:A1")


def test_s_7_the_dealer_confirms_the_lights_of_the_round_in_progress(house: House) -> None:
    house.refused(WrongState, c.ConfirmIndicators(table="A1", round=1), "dole")
    house.tabulate("A1", 1)
    assert house.do(c.ConfirmIndicators(table="A1", round=1), "dole")["collect"] is True
    house.refused(WrongState, c.ConfirmIndicators(table="A1", round=2), "dole")


# -- repeated ids and clocks


def test_the_same_id_gets_the_same_answer_and_counts_once(house: House) -> None:
    command = _press("A1", 1, {"1": (1, 2)})
    first = house.do(command, "panel:A1", id="press")
    before = house.rows()
    assert house.do(command, "panel:A1", id="press") == first
    assert house.do(command, "panel:A1", id="press", at=house.at + HOUR) == first
    assert house.do(command, "panel:A1", id="press", at=1) == first
    assert house.rows() == before


def test_the_same_id_with_another_content_is_refused(house: House) -> None:
    house.do(_press("A1", 1, {"1": (1, 2)}), "panel:A1", id="press")
    house.refused(CommandReused, _press("A1", 2, {"1": (1, 2)}), "panel:A1", id="press")
    house.refused(CommandReused, _press("A1", 1, {"1": (1, 2)}), "dole", id="press")
    house.refused(CommandReused, _press("A1", 1, {"1": (1, 2)}), "panel:A1", "sato", id="press")
    house.refused(CommandReused, c.CloseTable(table="D1"), "sato", id="press")


def test_a_refused_id_may_be_sent_again_once_it_can_be_done(house: House) -> None:
    house.refused(WrongState, _press("A1", 2, {"1": (1,)}), "panel:A1", id="two")
    house.do(_press("A1", 1, {"1": (1,)}), "panel:A1", id="one")
    house.do(_press("A1", 2, {"1": (1,)}), "panel:A1", id="two")


def test_a_clock_that_steps_back_is_refused_and_a_small_step_takes_the_last_time(house: House) -> None:
    house.tabulate("A1", 1)
    last = house.floor.journal.head("table/A1").at
    refusal = house.refused(ClockSteppedBack, _press("A1", 2, {"1": (1,)}), "panel:A1", at=last - 3 * SECOND)
    assert "clock" in (refusal.remedy or "")
    house.do(_press("A1", 2, {"1": (1,)}), "panel:A1", at=last - SECOND)
    assert house.floor.journal.head("table/A1").at == last
    house.sound()


# -- voids


def test_bjs_5_a_void_takes_the_contribution_back_where_no_closed_list_forbids_it(house: House) -> None:
    house.tabulate("A1", picture={"1": (1,), "2": (2,)})
    before = house.floor.accounts("attack"), house.floor.accounts("attack-two")
    house.tabulate("A1", picture={"1": (1, 2, 3), "2": (1,)})
    reply = house.do(c.VoidRound(table="A1", round=2, reason="shuffler", clause="rules 13"), "sato")
    assert reply["returned"] == {"jackpot": 300, "jackpot-2": 100}
    assert reply["house-bears"] == {"attack": 0, "attack-two": 0}
    assert (house.floor.accounts("attack"), house.floor.accounts("attack-two")) == before
    assert sum(_counters(house, "A1/1")) == 4
    assert house.floor.table("A1").voided == 1
    house.refused(WrongState, c.VoidRound(table="A1", round=2, reason="again"), "sato")
    house.sound()


def test_bjs_5_in_a_commercial_room_the_amount_does_not_go_down_and_the_house_bears_it(commercial: House) -> None:
    commercial.tabulate("A1", 1, 2, 3)
    before = commercial.floor.accounts("attack")
    reply = commercial.do(c.VoidRound(table="A1", round=1, reason="shuffler"), "sato")
    assert reply["returned"] == {"jackpot": 300, "jackpot-2": 0}
    assert reply["house-bears"] == {"attack": 300 * 250_000}
    # Booked in an account of its own, against the cage that gave the wagers back.
    assert (commercial.fund("attack", "borne"), commercial.fund("attack", "cage")) == (75 * MICROS, -75 * MICROS)
    after = commercial.floor.accounts("attack")
    assert {name: after[name] for name in before} == before
    assert commercial.shown("attack") == 100_060
    commercial.sound()


def test_bjs_5_what_another_table_has_won_meanwhile_the_house_bears(house: House) -> None:
    house.tabulate("A1", 1, 2, 3)
    house.tabulate("A2", 1)
    [hit] = house.claim("A2", (1, "jackpot", HEARTS))
    assert hit.amount == 100_080
    house.do(c.VoidRound(table="A1", round=1, reason="shuffler"), "sato")
    assert house.shown("attack") == 50_000 - 60
    house.sound()


def test_bjs_5_a_round_with_hits_is_void_only_once_they_are_rejected(house: House) -> None:
    house.tabulate("A1", 1)
    before = house.floor.accounts("attack")
    [hit] = house.claim("A1", (1, "jackpot", SUITED))
    house.refused(WrongState, c.VoidRound(table="A1", round=1, reason="misdeal"), "sato")
    house.reject(hit)
    house.do(c.VoidRound(table="A1", round=1, reason="misdeal"), "sato")
    assert house.fund("attack", "contributions") == 0
    assert sum(before.values()) == 0
    house.sound()


def test_bjs_5_a_round_that_was_never_counted_is_voided_once(empty: House) -> None:
    table = msgspec.structs.replace(
        duel_table("D1", cards="reads"),
        wagers=("player", "dealer"),
        paytables={},
        jackpots={},
        sensors={},
        equipment=None,
        displays=(),
    )
    empty.build(jackpots=[], tables=[table])
    empty.do(c.VoidRound(table="D1", round=1, reason="shuffler"), "sato")
    empty.refused(WrongState, c.VoidRound(table="D1", round=1, reason="again"), "sato")
    assert (empty.floor.table("D1").round, empty.floor.table("D1").voided) == (1, 1)


# -- out of order


@in_every_document("while the system is out of order")
def test_s_11_the_manual_procedure_and_back(house: House) -> None:
    manual = _press("A1", 1, {"1": (1, 2)}, manual=True)
    house.refused(WrongState, manual, "sato")
    reply = house.do(c.FailTable(table="A1", what="no power"), "tell")
    assert "stay on their spots" in reply["procedure"]
    house.refused(WrongState, c.FailTable(table="A1", what="no power"), "tell")
    house.refused(Stopped, _press("A1", 1, {"1": (1, 2)}), "panel:A1")
    house.do(manual, "sato")
    assert house.shown("attack") == 100_040
    assert _counters(house, "A1/1")[:2] == [1, 1]
    [entry] = [entry for entry in house.floor.journal.read("table/A1") if entry.kind == "tabulated"]
    assert entry.data["manual"] is True
    house.do(c.RestoreTable(table="A1", how="new supply"), "tell")
    house.refused(WrongState, c.RestoreTable(table="A1", how="again"), "tell")
    house.refused(WrongState, _press("A1", 2, {"1": (1,)}, manual=True), "sato")
    house.tabulate("A1", 1)
    house.sound()


def test_a_table_that_opens_again_says_which_round_is_next(house: House) -> None:
    house.play("A1", 2, 1)
    house.shut("A1")
    assert house.do(c.OpenTable(table="A1"), "sato") == {"table": "A1", "round": 3}


def test_s_11_a_failure_survives_a_restart_of_the_program(house: House, reopen: Any) -> None:
    house.do(c.FailTable(table="A1", what="no power"), "tell")
    again = reopen(house)
    again.refused(Stopped, _press("A1", 1, {"1": (1,)}), "panel:A1")


def test_s_14_a_dark_display_is_replaced_by_the_printed_page_and_the_outage_recorded(house: House) -> None:
    fail = c.FailDisplay(table="A1", display="monitor", what="dark")
    assert "page" in house.do(fail, "dole")["show"]
    house.refused(WrongState, fail, "dole")
    house.refused(UnknownThing, c.FailDisplay(table="A1", display="led", what="dark"), "dole")
    house.tabulate("A1", 1)
    house.do(c.RestoreDisplay(table="A1", display="monitor"), "tell")
    house.refused(WrongState, c.RestoreDisplay(table="A1", display="monitor"), "tell")
    kinds = [entry.kind for entry in house.floor.journal.read("table/A1")]
    assert kinds[-3:] == ["display-failed", "tabulated", "display-restored"]


@pytest.mark.clause("deuces-wild", "appendix E reading")
def test_s_9_readings_only_rise_and_show_the_difference(house: House) -> None:
    house.play("A1", 3, 1, 2)
    first = house.do(c.ReadCounter(table="A1", reading=6), "cole")
    assert (first["difference"], first["variance"]) == (6, 0)
    house.play("A1", 2, 1)
    house.refused(WrongState, c.ReadCounter(table="A1", reading=5), "cole")
    second = house.do(c.ReadCounter(table="A1", reading=9), "cole")
    assert (second["before"], second["difference"], second["variance"]) == (6, 3, 1)


def test_s_9_a_count_by_hand_is_not_expected_of_the_counter_that_was_out_of_order(house: House) -> None:
    house.play("A1", 1, 1, 2)
    house.do(c.FailTable(table="A1", what="no power"), "tell")
    round_ = house.floor.table("A1").round + 1
    house.do(c.Tabulate(table="A1", round=round_, picture={"1": (1, 2, 3)}, manual=True), "panel:A1")
    read = house.do(c.ReadCounter(table="A1", reading=2), "cole")
    assert (read["expected"], read["variance"]) == (2, 0)


def test_s_9_a_replaced_counter_is_an_event_with_both_readings(house: House) -> None:
    house.play("A1", 3, 1, 2)
    house.do(c.ReadCounter(table="A1", reading=6), "cole")
    wrong = c.ReplaceCounter(table="A1", old=5, new=0, reason="dead")
    house.refused(WrongState, wrong, "tell", "sato")
    below = c.ReplaceCounter(table="A1", old=6, new=-1, reason="dead")
    house.refused(WrongState, below, "tell", "sato")
    house.do(c.ReplaceCounter(table="A1", old=6, new=2, battery="2024-05-01", reason="dead"), "tell", "sato")
    house.tabulate("A1", 1)
    assert house.do(c.ReadCounter(table="A1", reading=3), "cole")["variance"] == 0
    [entry] = [entry for entry in house.floor.journal.read("table/A1") if entry.kind == "counter-replaced"]
    assert (entry.data["old"], entry.data["new"], entry.data["battery"]) == (6, 2, "2024-05-01")
    assert sum(_counters(house, "A1/1")) == 7
    # The one in its place goes too: what is expected of it began with its own first reading.
    reply = house.do(c.ReplaceCounter(table="A1", old=3, new=0, reason="dead"), "tell", "sato")
    assert (reply["expected"], reply["variance"], reply["offset"]) == (3, 0, -7)


# -- settling by record


@pytest.fixture
def duel(empty: House) -> Duel:
    return Duel(empty)


def test_bjs_3_a_prize_is_claimed_before_its_round_is_settled(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    amount = house.shown("ties")
    data = duel.deal(QUADS, (1,), {TAT: amount})
    settle = c.SettleRound(table="D1", round=1, record=data)
    house.refused(BadRecord, settle, "panel:D1")
    [hit] = house.claim("D1", (1, TAT, "quads-same-suit"))
    reply = house.do(settle, "panel:D1")
    assert reply["money"][TAT] == [100, amount, amount]
    assert reply["money"]["war"] == [500, 1_000, 0]
    house.refused(WrongState, settle, "panel:D1", id="again")
    house.settle_hit(hit)
    house.sound()


def test_bjs_3_a_dollar_row_may_be_claimed_too_and_then_is_settled(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh Kh 2c 3c 4c 9s 8s", (1,), {})
    [line] = [line for line in data["lines"] if line["wager"] == TAT]
    assert (line["event"], line["returned"]) == ("one-tie-one-color", 400)
    [hit] = house.claim("D1", (1, TAT, "one-tie-one-color"))
    assert hit.amount == 400
    house.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")
    house.settle_hit(hit)
    house.sound()


def test_bjs_3_a_claim_that_the_record_does_not_pay_is_rejected_first(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    [hit] = house.claim("D1", (1, TAT, "quads-same-suit"))
    settle = c.SettleRound(table="D1", round=1, record=data)
    house.refused(BadRecord, settle, "panel:D1")
    house.reject(hit)
    house.do(settle, "panel:D1")
    house.sound()


def test_a_record_that_settles_otherwise_when_played_again_is_refused(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    for line in data["lines"]:
        if line["wager"] == "player":
            line["returned"] += 100
    house.refused(BadRecord, c.SettleRound(table="D1", round=1, record=data), "panel:D1")


def test_a_record_with_cards_of_another_shoe_is_refused(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    settle = c.SettleRound(table="D1", round=1, record={**data, "before": ["3c"]})
    refusal = house.refused(BadRecord, settle, "panel:D1")
    assert "shuffled for every round" in refusal.message
    house.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")


def test_s_7_a_record_without_a_wager_that_was_counted_needs_a_supervisor(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1, 2)
    data = duel.deal("Kh 2h", (1,), {})
    settle = c.SettleRound(table="D1", round=1, record=data)
    refusal = house.refused(BadRecord, settle, "panel:D1")
    assert refusal.message == "Tie After Tie Jackpot was wagered at position 1 and counted at positions 1 and 2"
    house.do(
        c.ConfirmIndicators(table="D1", round=1, differ={"1": (2,)}, resolved="no chip lay there"),
        "sato",
    )
    house.do(settle, "panel:D1")


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "triple-attack"},
        {"edition": "2016"},
        {"paytables": {TAT: "TAT1"}},
        {"wagers": ["player"]},
        {"wagers": 5},
        {"schemes": {TAT: "bonus"}},
        {"lines": "none"},
        {"lines": None},
        {"limits": {}},
        {"aggregate": {"player": 100}},
        {"whole": True},
        {"posted": {TAT: 5}},
    ],
)
def test_a_record_of_another_table_is_refused(duel: Duel, wrong: dict[str, Any]) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    house.refused(BadRecord, c.SettleRound(table="D1", round=1, record={**data, **wrong}), "panel:D1")
    house.refused(BadRecord, c.SettleRound(table="D1", round=1, record={}), "panel:D1")
    house.refused(WrongState, c.SettleRound(table="D1", round=2, record=data), "panel:D1")
    house.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")


def test_a_record_is_read_though_nobody_plays_it_again(tmp_path: Path) -> None:
    duel = Duel(House(Floor.open(tmp_path / "floor.db", create=True, verify=False)))
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    house.refused(BadRecord, c.SettleRound(table="D1", round=1, record={**data, "lines": "none"}), "panel:D1")
    house.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")
    house.close()


def test_a_panel_of_release_0_1_leaves_out_what_it_takes_by_default(duel: Duel) -> None:
    house = duel.house
    house.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    chosen = {slug: id for slug, id in data["paytables"].items() if id != "standard"}
    assert chosen != data["paytables"]
    house.do(c.SettleRound(table="D1", round=1, record={**data, "paytables": chosen}), "panel:D1")


def test_a_table_that_was_changed_settles_by_what_it_was_opened_with_last(duel: Duel) -> None:
    house = duel.house
    house.do(c.SettleRound(table="D1", round=1, record=duel.deal("Kh 2h", (1,), {}, **{TAT: 0})), "panel:D1")
    house.shut("D1")
    other = msgspec.structs.replace(duel_table("D1", cards="reads"), paytables={TAT: "TAT1"})
    house.do(c.ChangeTable(table=other), *PAIR)
    old = duel.deal("Kh 2h", (1,), {}, **{TAT: 0})
    house.open("D1")
    house.refused(BadRecord, c.SettleRound(table="D1", round=2, record=old), "panel:D1")
    house.do(c.SettleRound(table="D1", round=2, record=duel.deal("Kh 2h", (1,), {}, **{TAT: 0})), "panel:D1")


def test_dd_9_a_row_that_is_posted_at_nothing_needs_no_claim(empty: House) -> None:
    rows = ("two-pairs-same-color", "trips-same-color", "trips-two-color", "two-pairs-two-color")
    posted = {"quads-same-suit": "100%", "quads-same-color": "10%", "quads-two-color": "$100"}
    posted |= dict.fromkeys(rows, "$50") | {"one-tie-one-color": "$4", "one-tie-two-color": "$3", "not-a-tie": "$0"}
    bonus = Jackpot(id="ties", scheme="bonus", updates="updated", amount=500_000, posted=posted)
    table = msgspec.structs.replace(duel_table("D1", cards="reads"), paytables={TAT: "TAT4"})
    duel = Duel(empty, jackpots=[bonus], tables=[table])
    empty.tabulate("D1", 1)
    record = duel.deal("Kh 2h", (1,), {})
    assert [line["event"] for line in record["lines"] if line["wager"] == TAT] == ["not-a-tie"]
    empty.do(c.SettleRound(table="D1", round=1, record=record), "panel:D1")
    empty.tabulate("D1", 1)
    paid = c.SettleRound(table="D1", round=2, record=duel.deal("Kh Kh 2c 3c 4c 9s 8s", (1,), {}))
    empty.refused(BadRecord, paid, "panel:D1")
    [hit] = empty.claim("D1", (1, TAT, "one-tie-one-color"))
    assert hit.amount == 400
    empty.do(paid, "panel:D1")


def test_a_tabulator_alone_settles_nothing(house: House) -> None:
    house.tabulate("D1", 1)
    house.refused(WrongState, c.SettleRound(table="D1", round=1, record={}), "panel:D1")


def test_wac_230_15_320_large_wins_are_told_to_surveillance(empty: House) -> None:
    duel = Duel(empty, settings={"surveillance-threshold": 400})
    empty.tabulate("D1", 1)
    data = duel.deal("Kh 2h", (1,), {})
    reply = empty.do(c.SettleRound(table="D1", round=1, record=data), "panel:D1")
    assert reply["surveillance"] == [[1, "player", 500]]
    [win] = empty.floor.table("D1").wins
    assert (win.round, win.seat, win.wager, win.amount) == (1, 1, "player", 500)
    seen = c.VerifyWin(table="D1", round=1, seat=1, wager="player", recording="tape 3")
    empty.refused(NotPermitted, seen, "sato")
    empty.do(seen, "vega")
    assert empty.floor.table("D1").wins == []


def test_bonus_and_row_tables_open_with_cards_too(empty: House) -> None:
    empty.build(
        jackpots=[DAILY, ATTACK],
        tables=[split_table("S1", cards="reads"), attack_table("A2", cards="reads")],
    )
    assert empty.floor.property.open == ["S1", "A2"]
    assert deuces_table("W1").cards == "none"
    assert empty.fund("attack", "pool") == 100_000 * MICROS
