"""BJS-3 and its neighbours to the cent and to the letter: what a lock says, odds that are claimed, where limits lie."""

from __future__ import annotations

import msgspec
import pytest

from houseway.compliance.configuration import Table
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.states import Hit
from tests.floor.houses import (
    ATTACK,
    BLACKJACK,
    DAILY,
    HEARTS,
    MICROS,
    PAIR,
    ROYALS,
    SUITED,
    WILDS,
    House,
    attack_table,
    changed,
    deuces_table,
    duel_table,
    split_table,
)
from tests.floor.live_tables import K1, At

TREASURE = msgspec.structs.replace(WILDS, wager=500, meters=WILDS.meters[:1])
"""Five wild cards take the meter; the rows under them are paid by odds."""


def _odds_table(id: str) -> Table:
    return msgspec.structs.replace(deuces_table(id), paytables={"ante": "A", "bonus-jackpot": "C"})


def _claim(table: str, round_: int, *claims: tuple[int, str, str]) -> c.ClaimHit:
    claimed = tuple(c.Claimed(seat=seat, wager=wager, event=event) for seat, wager, event in claims)
    return c.ClaimHit(table=table, round=round_, claims=claimed)


def _verified(house: House, hit: Hit) -> c.PayHit:
    """The hit verified, and the order to pay it in cash."""
    house.verify(hit)
    return c.PayHit(jackpot=hit.jackpot, hit=hit.id, by="cage", method="cash")


# -- what a lock says


def test_bjs_3_the_lock_says_the_amount_of_every_meter_of_the_table(house: House) -> None:
    house.tabulate("A1", picture={"1": (1, 2), "2": (1,)})
    shown = {"jackpot": house.shown("attack"), "jackpot-2": house.shown("attack-two")}
    assert house.do(_claim("A1", 1, (1, "jackpot", SUITED)), "panel:A1")["amounts"] == shown
    assert house.do(_claim("A1", 1, (2, "jackpot", SUITED)), "panel:A1")["amounts"] == shown
    assert house.shown("attack") < shown["jackpot"]


def test_bjs_3_the_lock_of_a_bonus_says_the_amount_posted(house: House) -> None:
    house.tabulate("D2", 1)
    reply = house.do(_claim("D2", 1, (1, "two-plus-two", "4-card-straight-flush")), "panel:D2")
    assert reply["amounts"] == {"two-plus-two": 400_000}
    [entry] = [entry for entry in house.floor.journal.read("jackpot/royals") if entry.kind == "hit-locked"]
    assert entry.data["amounts"] == {"two-plus-two": 400_000}
    assert [hit["amount"] for hit in reply["hits"]] == [40_000]


def test_s_16_a_bonus_posted_after_the_count_pays_what_was_posted_when_the_round_was_counted(empty: House) -> None:
    bonus = msgspec.structs.replace(ROYALS, updates="updated")
    empty.build(jackpots=[bonus], tables=[duel_table("D2", bonus=True)])
    empty.tabulate("D2", 1)
    empty.do(c.PostAmount(jackpot="royals", amount=500_000), *PAIR)
    [hit] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    assert (hit.amount, hit.meter, hit.house) == (400_000, 0, 400_000)


def test_bjs_3_a_bonus_posted_anew_between_two_claims_of_a_round_pays_both_on_the_amount_first_locked(
    empty: House,
) -> None:
    bonus = msgspec.structs.replace(ROYALS, updates="updated")
    empty.build(jackpots=[bonus], tables=[duel_table("D2", bonus=True)])
    empty.tabulate("D2", 1, 2)
    [first] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    empty.do(c.PostAmount(jackpot="royals", amount=500_000), "ames", "cole")
    empty.reject(first)
    both = empty.claim("D2", (1, "two-plus-two", "royal-flush"), (2, "two-plus-two", "royal-flush"))
    assert [first.amount, *(hit.amount for hit in both)] == [400_000, 200_000, 200_000]
    empty.tabulate("D2", 1)
    [next_] = empty.claim("D2", (1, "two-plus-two", "royal-flush"))
    assert next_.amount == 500_000


def test_hits_of_a_round_are_numbered_from_one_and_go_on_after_a_rejected_one(house: House) -> None:
    house.tabulate("A1", 1, 2, 3)
    first, second = house.claim("A1", (1, "jackpot", SUITED), (2, "jackpot", SUITED))
    house.reject(second)
    [third] = house.claim("A1", (3, "jackpot", BLACKJACK))
    assert [hit.id for hit in (first, second, third)] == ["A1-1-1", "A1-1-2", "A1-1-3"]
    house.tabulate("A1", 1)
    assert [hit.id for hit in house.claim("A1", (1, "jackpot", BLACKJACK))] == ["A1-2-1"]


def test_wa_41_the_lock_names_to_surveillance_what_is_over_its_threshold(empty: House) -> None:
    empty.build(settings={"surveillance-threshold": 25_010}, jackpots=[ATTACK], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2)
    assert empty.shown("attack") == 100_040
    reply = empty.do(_claim("A1", 1, (1, "jackpot", SUITED), (2, "jackpot", HEARTS)), "panel:A1")
    assert [(hit["id"], hit["amount"]) for hit in reply["hits"]] == [("A1-1-1", 100_040), ("A1-1-2", 25_010)]
    assert reply["surveillance"] == ["A1-1-1"]


# -- rows paid by odds


def test_bjs_3_a_row_paid_by_odds_is_claimed_on_the_fixed_wager_and_is_the_houses(empty: House) -> None:
    empty.build(jackpots=[TREASURE], tables=[_odds_table("W1")])
    empty.tabulate("W1", 1, 2)
    shown = empty.floor.amounts("wilds")
    [hit] = empty.claim("W1", (2, "bonus-jackpot", "4-wild-cards"))
    assert (hit.seat, hit.event, hit.pays, hit.amount, hit.meter, hit.house) == (
        2,
        "4-wild-cards",
        "500 for 1",
        250_000,
        0,
        250_000,
    )
    assert (hit.full, hit.bare, hit.two, hit.reseeded, hit.row) == (False, False, False, {}, "")
    empty.do(_verified(empty, hit), "cole")
    assert empty.floor.amounts("wilds") == shown
    assert empty.fund("wilds", "awards") == 250_000 * MICROS
    assert empty.fund("wilds", "paid", "5-wild-cards") == 0
    empty.sound()


@pytest.mark.parametrize(("threshold", "two"), [(250_000, False), (249_999, True)])
def test_wa_41_a_row_paid_by_odds_takes_two_people_over_the_threshold(empty: House, threshold: int, two: bool) -> None:
    empty.build(settings={"surveillance-threshold": threshold}, jackpots=[TREASURE], tables=[_odds_table("W1")])
    empty.tabulate("W1", 1)
    reply = empty.do(_claim("W1", 1, (1, "bonus-jackpot", "4-wild-cards")), "panel:W1")
    [hit] = empty.floor.jackpot("wilds").hits.values()
    assert hit.two is two
    assert reply["surveillance"] == ([hit.id] if two else [])


def test_lab_12_a_row_paid_by_odds_is_not_the_prize_that_parameters_wait_for(empty: House) -> None:
    empty.build(jackpots=[TREASURE], tables=[_odds_table("W1")])
    later = changed(TREASURE, "5-wild-cards", reseed=900_000)
    assert empty.do(c.ChangeJackpot(jackpot=later), "ames", "cole")["queued"]
    empty.tabulate("W1", 1, 2)
    empty.claim("W1", (1, "bonus-jackpot", "4-wild-cards"))
    assert empty.floor.jackpot("wilds").jackpot == TREASURE
    empty.claim("W1", (2, "bonus-jackpot", "5-wild-cards"))
    assert empty.floor.jackpot("wilds").jackpot == later
    assert empty.shown("wilds", "5-wild-cards") == 900_000
    empty.sound()


def test_bjs_3_percents_come_before_dollars_and_odds_after_both(empty: House) -> None:
    posted = msgspec.structs.replace(DAILY, posted={"four-aces": "$50"})
    empty.build(jackpots=[posted], tables=[split_table("S1")])
    empty.tabulate("S1", 1, 2)
    hits = empty.claim("S1", (1, "jackpot", "four-of-a-kind"), (2, "jackpot", "four-aces"))
    assert [(hit.seat, hit.amount) for hit in hits] == [(2, 5_000), (1, 10_000)]


# -- several prizes of one meter


def test_bjs_3_a_meter_that_earlier_claims_emptied_pays_what_is_left_and_no_cent_more(empty: House) -> None:
    empty.build(jackpots=[changed(ATTACK, reseed=0)], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2, 3, 4, 5, 6)
    amount = empty.shown("attack")
    quarter = amount // 4
    empty.claim("A1", (1, "jackpot", SUITED), (2, "jackpot", SUITED))
    empty.claim("A1", (3, "jackpot", SUITED))
    assert empty.shown("attack") == amount - 3 * quarter
    late = empty.claim("A1", (4, "jackpot", SUITED), (5, "jackpot", SUITED), (6, "jackpot", BLACKJACK))
    assert [(hit.amount, hit.meter, hit.house) for hit in late] == [
        (quarter, quarter, 0),
        (quarter, amount - 4 * quarter, quarter - (amount - 4 * quarter)),
        (amount // 10, 0, amount // 10),
    ]
    assert empty.shown("attack") == 0
    assert empty.fund("attack", "locked") == amount * MICROS
    for hit in late:
        empty.settle_hit(hit)
    empty.sound()


def test_bjs_3_a_dollar_prize_does_not_touch_the_meter_beside_it(house: House) -> None:
    house.tabulate("A1", 1)
    before = house.floor.accounts("attack")
    [hit] = house.claim("A1", (1, "jackpot", "any-20"))
    assert (hit.amount, hit.meter) == (400, 0)
    assert house.floor.accounts("attack") == before
    house.reject(hit)
    assert house.floor.accounts("attack") == before


def test_bjs_3_what_came_in_since_the_lock_is_in_no_prize_of_its_round(empty: House) -> None:
    empty.build(jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")])
    empty.tabulate("A1", 1, 2, 3, 4, 5)
    amount = empty.shown("attack")
    quarter = amount // 4
    empty.claim("A1", *((seat, "jackpot", SUITED) for seat in (1, 2, 3)))
    empty.tabulate("A2", 1)
    left = amount - 3 * quarter
    late = empty.claim("A1", (4, "jackpot", SUITED), (5, "jackpot", SUITED))
    assert [(hit.amount, hit.meter) for hit in late] == [(quarter, quarter), (quarter, left - quarter)]
    # The wager that the other table counted since is there for the next prize.
    assert empty.shown("attack") == 20
    empty.sound()


# -- the reseed of a rejected hit


def test_bjs_3_a_reseed_that_two_smaller_prizes_brought_stays_while_one_of_them_stands(empty: House) -> None:
    jackpot = changed(ATTACK, reseed=90_000, reseed_below=True)
    empty.build(jackpots=[jackpot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2)
    assert empty.shown("attack") == 100_040
    house_before = empty.fund("attack", "seed")
    first, second = empty.claim("A1", (1, "jackpot", SUITED), (2, "jackpot", SUITED))
    assert (first.amount, second.amount, empty.shown("attack")) == (25_010, 25_010, 90_000)
    empty.reject(first)
    assert empty.shown("attack") == 90_000 + 25_010
    empty.reject(second)
    assert empty.shown("attack") == 100_040
    assert empty.fund("attack", "seed") == house_before
    empty.sound()


def test_bjs_3_the_reseed_of_a_whole_prize_goes_back_though_a_smaller_one_stands(house: House) -> None:
    house.tabulate("A1", 1, 2)
    house.claim("A1", (1, "jackpot", SUITED))
    before = (house.shown("attack"), house.fund("attack", "seed"), house.fund("attack", "reserve"))
    assert before[0] == 100_040 - 25_010
    [whole] = house.claim("A1", (2, "jackpot", HEARTS))
    assert house.shown("attack") == 50_000
    house.reject(whole)
    assert (house.shown("attack"), house.fund("attack", "seed"), house.fund("attack", "reserve")) == before
    house.sound()


def test_bjs_3_a_reseed_goes_back_though_a_dollar_prize_of_the_round_stands(empty: House) -> None:
    jackpot = changed(ATTACK, reseed=90_000, reseed_below=True)
    empty.build(jackpots=[jackpot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2)
    before = (empty.shown("attack"), empty.fund("attack", "seed"))
    hits = empty.claim("A1", (1, "jackpot", SUITED), (2, "jackpot", "any-20"))
    assert empty.shown("attack") == 90_000
    empty.reject(hits[0])
    assert (empty.shown("attack"), empty.fund("attack", "seed")) == before
    assert [hit.state for hit in empty.floor.jackpot("attack").hits.values()] == ["rejected", "locked"]


# -- parameters that wait


def test_bjs_5_a_void_round_is_taken_back_under_the_cap_that_holds_now(empty: House) -> None:
    row = "4-wild-cards"
    empty.build(jackpots=[changed(WILDS, row, cap=50_010)], tables=[deuces_table("W1")])
    empty.do(c.ChangeJackpot(jackpot=changed(WILDS, row, cap=None)), "ames", "cole")
    empty.play("W1", 1, 1, 2, 3, 4)
    empty.tabulate("W1", 1, 2)
    [hit] = empty.claim("W1", (1, "bonus-jackpot", "2-wild-cards"))
    # 42.0006 cents came in: ten of them are in the amount, the rest fell over the old cap and stays there.
    assert (empty.shown("wilds", row), empty.fund("wilds", "overflow", row)) == (50_010, 32_000_600)
    empty.reject(hit)
    empty.do(c.VoidRound(table="W1", round=2, reason="misdeal"), "sato")
    assert empty.fund("wilds", "overflow", row) == 32_000_600
    assert empty.fund("wilds", "pool", row) == 50_010 * MICROS - 14_000_200
    empty.sound()


# -- what cannot be claimed


def test_a_row_of_a_wager_without_a_jackpot_is_not_claimed(house: House) -> None:
    house.tabulate("W1", 1)
    refusal = house.refused(UnknownThing, _claim("W1", 1, (1, "ante", "five-of-a-kind")), "panel:W1")
    assert "no jackpot wager" in str(refusal)


# -- the limits of a payment


@pytest.mark.parametrize(("amount", "by_check"), [("$5,000", False), ("$5,000.01", True)])
def test_wa_25_a_check_is_asked_for_over_the_threshold_and_not_at_it(empty: House, amount: str, by_check: bool) -> None:
    posted = msgspec.structs.replace(DAILY, posted={"four-aces": amount})
    empty.build("washington-commercial", jackpots=[posted], tables=[split_table("S1")])
    empty.tabulate("S1", 1)
    [hit] = empty.claim("S1", (1, "jackpot", "four-aces"))
    pay = _verified(empty, hit)
    if by_check:
        empty.refused(WrongState, pay, "sato", "cole")
        empty.pay(hit)
    else:
        empty.do(msgspec.structs.replace(pay, payee=empty.payee()), "sato", "cole")


def test_wa_41_a_threshold_lowered_since_the_lock_holds_for_the_payment(empty: House) -> None:
    empty.build(jackpots=[DAILY], tables=[split_table("S1")])
    empty.tabulate("S1", 1)
    [hit] = empty.claim("S1", (1, "jackpot", "four-of-a-kind"))
    assert not hit.two
    empty.do(c.VerifyHit(jackpot="daily", hit=hit.id, cards="8s 8h 8d 8c", deck="whole"), "sato")
    empty.shut()
    empty.do(c.ChangeSettings(settings={"surveillance-threshold": 9_999}), "ames", "cole")
    pay = c.PayHit(jackpot="daily", hit=hit.id, by="cage", method="cash")
    empty.refused(NotPermitted, pay, "cole")
    empty.do(pay, "cole", "sato")


def test_bjs_3_no_hit_is_claimed_before_the_count_because_the_round_before_differed(duel: At) -> None:
    house = duel.house
    duel.begin(1, 2)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    duel.answer(2, {"player": 500})
    house.do(c.Tabulate(table=K1, round=1, picture={"1": (1, 2)}), f"panel:{K1}")
    assert duel.round.due_from() == ("supervisor",)
    house.do(c.ConfirmIndicators(table=K1, round=1, differ={"1": (2,)}, resolved="no chip there"), "dole", "sato")
    duel.answer("supervisor", "chips-stand", "sato")
    duel.key("Kh", "4s", "9d")
    assert duel.state.differ
    duel.settle()
    duel.begin(1)
    duel.answer(1, {"player": 500, "tie-after-tie": 100})
    claim = c.ClaimHit(table=K1, round=2, claims=(c.Claimed(seat=1, wager="tie-after-tie", event="quads-same-suit"),))
    refusal = house.refused(WrongState, claim, f"panel:{K1}")
    assert refusal.clause == "BJS-3"
