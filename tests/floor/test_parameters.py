"""How a jackpot begins and changes, and how a bonus is posted: S-16, WA-14, WA-15, LAB-1, LAB-2, LAB-13."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.jackpots.jackpot_errors import BadJackpot
from houseway.rulebook.rule_errors import BadAmount
from houseway.table.table_errors import BadSetup
from tests.floor.houses import (
    ATTACK,
    DAILY,
    HEARTS,
    MICROS,
    PAIR,
    ROYALS,
    WILDS,
    House,
    attack_table,
    changed,
    duel_table,
    split_table,
)

# -- beginning and changing


def test_wa_14_the_beginning_amount_is_on_record_and_owed_by_the_house(house: House) -> None:
    assert house.floor.accounts("wilds") == {
        "wilds/5-wild-cards:pool": 1_000_000 * MICROS,
        "wilds/5-wild-cards:seed": -1_000_000 * MICROS,
        "wilds/4-wild-cards:pool": 50_000 * MICROS,
        "wilds/4-wild-cards:seed": -50_000 * MICROS,
        "wilds/3-wild-cards:pool": 2_000 * MICROS,
        "wilds/3-wild-cards:seed": -2_000 * MICROS,
        "wilds/2-wild-cards:pool": 500 * MICROS,
        "wilds/2-wild-cards:seed": -500 * MICROS,
        "wilds:due": 1_052_500 * MICROS,
        "wilds:house": -1_052_500 * MICROS,
    }
    [begun] = list(house.floor.journal.read("jackpot/wilds", 1, 2))
    assert begun.data["beginning"] == {meter.row: meter.seed for meter in WILDS.meters}


@pytest.mark.parametrize(
    "wrong",
    [
        changed(ATTACK, rate=-1),
        changed(ATTACK, rate=0),
        changed(ATTACK, reserve=-1),
        changed(ATTACK, seed=-100),
        changed(ATTACK, reseed=-100),
        changed(ATTACK, cap=99_999),
        changed(ATTACK, rate=950_000, reserve=50_001),
        msgspec.structs.replace(ATTACK, meters=()),
        msgspec.structs.replace(ATTACK, updates="updated"),
        msgspec.structs.replace(ATTACK, wager=0),
        msgspec.structs.replace(ATTACK, amount=5),
        msgspec.structs.replace(DAILY, meters=ATTACK.meters),
        msgspec.structs.replace(DAILY, updates="real-time"),
        msgspec.structs.replace(ATTACK, id="Not Kebab"),
        msgspec.structs.replace(ATTACK, id="a:b"),
        msgspec.structs.replace(ATTACK, id="a/b"),
    ],
)
def test_lab_1_a_jackpot_that_cannot_be_run_does_not_begin(house: House, wrong: Jackpot) -> None:
    fresh = msgspec.structs.replace(wrong, id="new") if wrong.id in ("attack", "daily") else wrong
    house.refused(BadJackpot, c.AddJackpot(jackpot=fresh), *PAIR)


def test_a_jackpot_begins_once(house: House) -> None:
    house.refused(WrongState, c.AddJackpot(jackpot=ATTACK), *PAIR)


@pytest.mark.parametrize(
    "other",
    [
        changed(ATTACK, rate=100_000),
        changed(ATTACK, reserve=0),
        msgspec.structs.replace(ATTACK, wager=200),
        msgspec.structs.replace(ATTACK, envy={HEARTS: "$5"}),
        msgspec.structs.replace(ATTACK, share={HEARTS: "$5"}),
        msgspec.structs.replace(ATTACK, meters=(*ATTACK.meters, Meter(row="x", seed=0, reseed=0, rate=1))),
    ],
)
def test_lab_13_what_wagers_move_does_not_change_while_a_table_of_the_link_is_open(
    house: House, other: Jackpot
) -> None:
    house.refused(WrongState, c.ChangeJackpot(jackpot=other), *PAIR)
    house.shut("A1")
    house.refused(WrongState, c.ChangeJackpot(jackpot=other), *PAIR)
    house.shut("A2")
    assert house.do(c.ChangeJackpot(jackpot=other), *PAIR)["queued"] is False
    assert house.floor.jackpot("attack").jackpot == other
    assert house.floor.broken() == []


def test_lab_13_another_rate_moves_the_meter_from_the_next_opening(house: House) -> None:
    house.shut("A1", "A2")
    house.do(c.ChangeJackpot(jackpot=changed(ATTACK, rate=300_000)), *PAIR)
    house.open("A1")
    house.tabulate("A1", 1)
    assert house.shown("attack") == 100_030


def test_lab_12_parameters_that_wait_come_in_when_the_last_table_of_the_link_closes(house: House) -> None:
    new = changed(ATTACK, reseed=60_000, cap=100_050)
    assert house.do(c.ChangeJackpot(jackpot=new), *PAIR)["queued"] is True
    house.play("A1", 1, 1)
    house.shut("A1")
    assert (house.floor.jackpot("attack").jackpot, house.floor.jackpot("attack").queued) == (ATTACK, new)
    house.open("A1")
    house.shut("D1", "A2")
    assert house.floor.jackpot("attack").jackpot == ATTACK
    house.shut("A1")
    assert (house.floor.jackpot("attack").jackpot, house.floor.jackpot("attack").queued) == (new, None)
    assert house.floor.property.jackpots["attack"] == new
    house.open("A1")
    house.play("A1", 1, 1, 2)
    assert (house.shown("attack"), house.fund("attack", "due")) == (100_050, 100_075 * MICROS)
    house.claim("A1", (1, "jackpot", HEARTS))
    assert house.shown("attack") == 60_000
    house.sound()


def test_wa_15_a_cap_that_waits_under_the_amount_that_stands_waits_on(house: House) -> None:
    new = changed(ATTACK, cap=100_050)
    house.do(c.ChangeJackpot(jackpot=new), *PAIR)
    house.play("A1", 1, 1, 2, 3)
    house.shut("A1", "A2")
    assert (house.floor.jackpot("attack").jackpot, house.floor.jackpot("attack").queued) == (ATTACK, new)
    house.open("A1")
    assert house.shown("attack") == 100_060
    house.tabulate("A1", 1)
    house.claim("A1", (1, "jackpot", HEARTS))
    assert house.floor.jackpot("attack").jackpot == new


def test_lab_2_what_came_in_above_a_cap_stays_overflow_when_the_one_that_waits_is_higher(empty: House) -> None:
    empty.build(jackpots=[changed(ATTACK, cap=100_030)], tables=[attack_table("A1")])
    empty.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=200_000)), *PAIR)
    empty.tabulate("A1", 1, 2, 3)
    empty.shut()
    assert (empty.shown("attack"), empty.fund("attack", "overflow")) == (100_030, 30 * MICROS)
    empty.sound()


def test_wa_15_no_cap_under_the_amount_that_stands(house: House) -> None:
    house.tabulate("A1", 1)
    for cap in (100_000, 100_019):
        house.refused(BadJackpot, c.ChangeJackpot(jackpot=changed(ATTACK, cap=cap)), *PAIR)
    house.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=100_020)), *PAIR)


@pytest.mark.parametrize("look", [False, True])
def test_lab_2_what_came_in_above_a_cap_stays_overflow_when_the_cap_is_raised(empty: House, look: bool) -> None:
    low = changed(ATTACK, cap=100_030)
    empty.build(jackpots=[low], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2, 3)
    assert empty.shown("attack") == 100_030
    if look:
        # Whether the money was looked at before must make no difference.
        recover = c.RecoverSeed(jackpot="attack", amount=0, source="pool", document="D1")
        empty.do(recover, "cole", "ames")
    empty.shut()
    empty.do(c.ChangeJackpot(jackpot=changed(ATTACK, cap=200_000)), *PAIR)
    assert empty.shown("attack") == 100_030
    assert empty.fund("attack", "overflow") == 30 * MICROS
    empty.sound()


def test_another_scheme_is_another_jackpot(house: House) -> None:
    house.shut()
    bonus = Jackpot(id="attack", scheme="bonus", updates="static", amount=5)
    house.refused(BadJackpot, c.ChangeJackpot(jackpot=bonus), *PAIR)
    house.refused(UnknownThing, c.ChangeJackpot(jackpot=msgspec.structs.replace(ATTACK, id="none")), *PAIR)


def test_a_meter_that_is_added_begins_with_its_seed(house: House) -> None:
    house.shut()
    more = msgspec.structs.replace(ATTACK, meters=(*ATTACK.meters, Meter(row="extra", seed=700, reseed=0, rate=10_000)))
    house.do(c.ChangeJackpot(jackpot=more), *PAIR)
    assert house.floor.amounts("attack") == {"": 100_000, "extra": 700}
    house.sound()


def test_a_meter_that_held_money_goes_only_when_it_holds_none_and_leaves_its_history(house: House) -> None:
    house.tabulate("W1", 1)
    house.shut()
    row = "2-wild-cards"
    fewer = msgspec.structs.replace(WILDS, meters=tuple(meter for meter in WILDS.meters if meter.row != row))
    house.refused(BadJackpot, c.ChangeJackpot(jackpot=fewer), *PAIR)
    house.do(
        c.AdjustMeter(
            jackpot="wilds", row=row, to=0, reason="malfunction", document="M-1", malfunction=house.malfunction()
        ),
        "sato",
        "cole",
    )
    # The seed is the house's again; what the player brought waits in the reserve, and leaves as a prize.
    house.refused(BadJackpot, c.ChangeJackpot(jackpot=fewer), *PAIR)
    book = c.BookUndisplayed(jackpot="wilds", row=row, amount=5, source="reserve", document="B-1")
    house.do(book, "cole", "ames")
    house.do(c.ChangeJackpot(jackpot=fewer), *PAIR)
    assert row not in house.floor.amounts("wilds")
    house.sound()


# -- posting a bonus


@pytest.mark.clause("triple-attack", "jackpots bonus")
def test_bjs_2_a_bonus_is_posted_by_the_operator_and_moved_by_no_wager(house: House) -> None:
    house.play("S1", 5, 1, 2, 3)
    assert house.floor.accounts("daily") == {}
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), *PAIR)
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 450_000


def test_s_16_a_bonus_posted_after_the_count_is_for_the_next_round(house: House) -> None:
    """With the tabulator alone a round may be claimed on until the next press."""
    house.tabulate("S1", 1, 2)
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"}), *PAIR)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 400_000
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$4,700"}), *PAIR)
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 470_000


def test_s_16_a_bonus_posted_again_after_a_void_round_is_paid_as_it_was_posted_last(house: House) -> None:
    house.tabulate("S1", 1)
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$2,830"}), *PAIR)
    house.do(c.VoidRound(table="S1", round=1, reason="misdeal"), "sato")
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$3,780"}), *PAIR)
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 378_000
    house.sound()


def test_s_16_a_bonus_posted_before_a_void_is_paid_from_the_next_round_on(house: House) -> None:
    house.tabulate("S1", 1)
    house.do(c.PostAmount(jackpot="daily", posted={"four-aces": "$2,830"}), *PAIR)
    house.do(c.VoidRound(table="S1", round=1, reason="misdeal"), "sato")
    house.tabulate("S1", 1)
    [hit] = house.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.amount == 283_000


def test_s_16_a_bonus_of_percents_posted_after_the_count_is_for_the_next_round(empty: House) -> None:
    bonus = msgspec.structs.replace(ROYALS, updates="updated")
    empty.build(jackpots=[bonus], tables=[duel_table("D2", bonus=True)])
    empty.tabulate("D2", 1)
    empty.do(c.PostAmount(jackpot="royals", amount=500_000), *PAIR)
    [hit] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    assert hit.amount == 400_000
    empty.tabulate("D2", 1)
    [hit] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    assert hit.amount == 500_000


def test_bjs_2_a_progressive_or_a_static_bonus_is_not_posted(house: House) -> None:
    house.refused(WrongState, c.PostAmount(jackpot="attack", amount=5), *PAIR)
    house.refused(WrongState, c.PostAmount(jackpot="royals", amount=5), *PAIR)
    house.refused(BadAmount, c.PostAmount(jackpot="daily", amount=-5), *PAIR)


def test_s_16_no_posting_into_a_round_in_progress(empty: House) -> None:
    empty.build(jackpots=[DAILY], tables=[split_table("S1", cards="virtual")])
    empty.tabulate("S1", 1)
    post = c.PostAmount(jackpot="daily", posted={"four-aces": "$4,500"})
    empty.refused(WrongState, post, *PAIR)
    empty.do(c.VoidRound(table="S1", round=1, reason="a test"), "sato")
    empty.do(post, *PAIR)


def test_bjs_2_nothing_is_posted_that_a_table_could_not_pay(empty: House) -> None:
    posted = msgspec.structs.replace(ROYALS, updates="updated")
    empty.build(jackpots=[DAILY, posted], tables=[split_table("S1"), duel_table("D2", bonus=True)])
    for rows in ({"four-aces": "a lot"}, {"no-such-row": "$5"}):
        empty.refused(BadSetup, c.PostAmount(jackpot="daily", posted=rows), *PAIR)
    empty.refused(BadJackpot, c.PostAmount(jackpot="royals", amount=10**12), *PAIR)
