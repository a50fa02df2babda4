"""BJS-3, BJS-7, LAB-12, LAB-18: a hit from its lock to its end, what it takes from the meter, and what comes after."""

from __future__ import annotations

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, UnknownThing, WrongState
from houseway.floor.states import Hit
from houseway.jackpots.jackpot_errors import FundsShort
from tests.floor.houses import (
    ATTACK,
    BLACKJACK,
    DAILY,
    HEARTS,
    MICROS,
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

FUNDS = ("reserve", "overflow", "locked", "paid", "seed", "recovered", "contributions")


def _state(house: House, jackpot: str, row: str = "") -> dict[str, int]:
    """A meter's money with accrued and pool together, and its jackpot's escrow."""
    found = {fund: house.fund(jackpot, fund, row) for fund in FUNDS}
    found["amount"] = house.fund(jackpot, "accrued", row) + house.fund(jackpot, "pool", row)
    found |= {fund: house.fund(jackpot, fund) for fund in ("bank", "due")}
    return found


def _brief(hits: list[Hit]) -> list[tuple[int, str, int, int, int]]:
    return [(hit.seat, hit.event, hit.amount, hit.meter, hit.house) for hit in hits]


# -- one amount, one order


def test_bjs_3_all_percents_of_a_round_are_of_one_amount_with_its_wagers_counted(house: House) -> None:
    house.play("A2", 5, 1, 2)
    house.tabulate("A1", 1, 2, 3)
    assert house.shown("attack") == 100_000 + 13 * 20
    hits = house.claim("A1", (3, "jackpot", HEARTS), (1, "jackpot", SUITED), (2, "jackpot", BLACKJACK))
    assert _brief(hits) == [
        (3, HEARTS, 100_260, 100_260, 0),
        (1, SUITED, 25_065, 0, 25_065),
        (2, BLACKJACK, 10_026, 0, 10_026),
    ]
    assert house.shown("attack") == 50_000
    house.sound()


def test_bjs_3_percents_under_the_whole_lower_the_meter_and_do_not_reseed_it(house: House) -> None:
    house.tabulate("A1", 1, 2)
    hits = house.claim("A1", (2, "jackpot", SUITED), (1, "jackpot", SUITED))
    assert _brief(hits) == [(1, SUITED, 25_010, 25_010, 0), (2, SUITED, 25_010, 25_010, 0)]
    assert house.shown("attack") == 100_040 - 50_020
    assert house.fund("attack", "seed") == -100_000 * MICROS
    house.sound()


def test_bjs_3_a_short_meter_pays_higher_rows_first_then_by_position_and_the_house_the_rest(house: House) -> None:
    house.tabulate("A1", 4, 5, 6, sensor=2)
    full = house.shown("attack-two")
    hits = house.claim("A1", (4, "jackpot-2", SUITED), (6, "jackpot-2", HEARTS), (5, "jackpot-2", HEARTS))
    assert _brief(hits) == [(5, HEARTS, full, full, 0), (6, HEARTS, full, 0, full), (4, SUITED, full, 0, full)]
    for hit in hits:
        house.settle_hit(hit)
    assert house.fund("attack-two", "paid") == full * MICROS
    assert house.fund("attack-two", "awards") == 2 * full * MICROS
    house.sound()


def test_bjs_3_winners_of_one_event_share_it_and_the_part_of_a_cent_stays(house: House) -> None:
    house.tabulate("D1", 1, 4, 7)
    assert house.shown("ties") == 20_099
    hits = house.claim("D1", *((seat, "tie-after-tie", "quads-same-suit") for seat in (7, 1, 4)))
    assert _brief(hits) == [(seat, "quads-same-suit", 6_699, 6_699, 0) for seat in (1, 4, 7)]
    # 20,099.9999 cents less three shares leave 2.9999; the reserve of 33.3333 tops up first, the house the rest.
    assert [hit.reseeded for hit in hits] == [
        {"reserve": 33_333_300, "overflow": 0, "house": 10_000 * MICROS - 2_999_900 - 33_333_300},
        {},
        {},
    ]
    assert house.shown("ties") == 10_000
    house.sound()


def test_bjs_3_two_full_events_of_a_shared_table_go_in_the_order_of_their_rows(house: House) -> None:
    house.tabulate("D1", 2, 3)
    hits = house.claim("D1", (2, "tie-after-tie", "quads-same-color"), (3, "tie-after-tie", "quads-same-suit"))
    assert _brief(hits) == [(3, "quads-same-suit", 20_066, 20_066, 0), (2, "quads-same-color", 20_066, 0, 20_066)]


def test_bjs_3_dollar_prizes_and_posted_amounts_are_the_houses(house: House) -> None:
    before = _state(house, "attack")
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", "queen-of-hearts-pair"))
    assert (hit.amount, hit.meter, hit.house, hit.two) == (12_500, 0, 12_500, False)
    house.verify(hit)
    house.do(c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="cash"), "cole")
    assert house.fund("attack", "awards") == 12_500 * MICROS
    after = _state(house, "attack")
    assert after["amount"] == before["amount"] + 20 * MICROS
    assert after["paid"] == 0
    house.tabulate("S1", 3)
    [posted] = house.claim("S1", (3, "jackpot", "four-aces"))
    assert (posted.amount, posted.house) == (400_000, 400_000)
    house.settle_hit(posted)
    assert house.floor.accounts("daily") == {"daily:awards": 400_000 * MICROS, "daily:cage": -400_000 * MICROS}
    house.sound()


def test_wa_10_a_bonus_pays_each_winner_whole_in_washington_and_by_paytable_elsewhere(empty: House) -> None:
    empty.build("washington-commercial", jackpots=[ROYALS], tables=[duel_table("D2", bonus=True)])
    empty.tabulate("D2", 1, 2)
    hits = empty.claim("D2", (1, "two-plus-two", "royal-flush"), (2, "two-plus-two", "royal-flush"))
    assert [hit.amount for hit in hits] == [400_000, 400_000]
    assert all(hit.two and not hit.full for hit in hits)


def test_dd_6_a_bonus_is_shared_by_paytable_without_a_rule_against_it(house: House) -> None:
    house.tabulate("D2", 1, 2)
    hits = house.claim("D2", (1, "two-plus-two", "royal-flush"), (2, "two-plus-two", "royal-flush"))
    assert [hit.amount for hit in hits] == [200_000, 200_000]


def test_dw_8_each_row_has_its_meter_and_pays_all_of_it(house: House) -> None:
    house.tabulate("W1", 1, 2)
    hits = house.claim("W1", (1, "bonus-jackpot", "3-wild-cards"), (2, "bonus-jackpot", "2-wild-cards"))
    assert _brief(hits) == [(1, "3-wild-cards", 2_026, 2_026, 0), (2, "2-wild-cards", 510, 510, 0)]
    assert house.floor.amounts("wilds") == {
        "5-wild-cards": 1_000_020,
        "4-wild-cards": 50_014,
        "3-wild-cards": 1_000,
        "2-wild-cards": 500,
    }
    house.sound()


# -- order of hits at several tables


def test_lab_18_hits_at_linked_tables_are_locked_one_after_the_other(house: House) -> None:
    house.tabulate("A1", 1)
    house.tabulate("A2", 2)
    [second] = house.claim("A2", (2, "jackpot", HEARTS))
    [first] = house.claim("A1", (1, "jackpot", HEARTS))
    assert (second.amount, first.amount) == (100_040, 50_000)
    locks = [entry.data for entry in house.floor.journal.read("jackpot/attack") if entry.kind == "hit-locked"]
    assert [[hit["id"] for hit in lock["hits"]] for lock in locks] == [[second.id], [first.id]]
    house.sound()


def test_bjs_3_a_second_claim_of_the_round_is_reckoned_on_the_amount_first_locked(house: House) -> None:
    house.tabulate("A1", 1, 2)
    [first] = house.claim("A1", (1, "jackpot", SUITED))
    house.tabulate("A2", 1, 2, 3)
    [second] = house.claim("A1", (2, "jackpot", BLACKJACK))
    assert (first.amount, second.amount, second.meter) == (25_010, 10_004, 10_004)
    house.sound()


def test_bjs_3_what_an_earlier_claim_of_the_round_took_the_house_pays(house: House) -> None:
    house.tabulate("A1", 1, 2)
    house.claim("A1", (1, "jackpot", HEARTS))
    [late] = house.claim("A1", (2, "jackpot", HEARTS))
    # The first took the whole amount that both are reckoned on; what was reseeded since is for the next winner.
    assert (late.amount, late.meter, late.house) == (100_040, 0, 100_040)
    assert house.shown("attack") == 50_000
    house.sound()


@pytest.mark.parametrize("first", [0, 1])
def test_bjs_3_winners_claimed_one_after_another_leave_the_meter_as_those_claimed_together(
    house: House, first: int
) -> None:
    house.tabulate("A1", 1, 2, 3)
    amount = house.shown("attack")
    events = [SUITED, HEARTS]
    hits = house.claim("A1", (1, "jackpot", events[first])) + house.claim("A1", (2, "jackpot", events[1 - first]))
    assert sum(hit.meter for hit in hits) == amount
    assert {hit.event: hit.amount for hit in hits} == {SUITED: amount // 4, HEARTS: amount}
    assert house.shown("attack") == 50_000
    assert -house.fund("attack", "seed") == (150_000 - 15) * MICROS, "seeded once, reseeded once"
    house.sound()


DIVIDED = (1, "tie-after-tie", "quads-same-suit"), (2, "tie-after-tie", "quads-same-suit")


def test_dd_6_what_is_divided_is_claimed_for_all_winners_together(house: House) -> None:
    house.tabulate("D1", 1, 2)
    [alone] = house.claim("D1", DIVIDED[0])
    before = house.floor.accounts("ties")
    late = c.ClaimHit(table="D1", round=1, claims=(c.Claimed(seat=2, wager=DIVIDED[1][1], event=DIVIDED[1][2]),))
    house.refused(WrongState, late, "panel:D1")
    assert house.floor.accounts("ties") == before
    house.reject(alone)
    both = house.claim("D1", *DIVIDED)
    assert [(hit.amount, hit.meter) for hit in both] == [(10_033, 10_033), (10_033, 10_033)]
    house.sound()


def test_dd_6_a_winner_found_after_the_first_was_paid_gets_the_part_of_the_house(house: House) -> None:
    house.tabulate("D1", 1, 2)
    [alone] = house.claim("D1", DIVIDED[0])
    house.settle_hit(alone)
    [late] = house.claim("D1", DIVIDED[1])
    assert (alone.amount, late.amount, late.meter, late.house) == (20_066, 10_033, 0, 10_033)
    assert house.shown("ties") == 10_000
    house.sound()


def test_bjs_3_a_dollar_prize_is_not_divided_and_is_claimed_for_one_winner_after_another(house: House) -> None:
    house.tabulate("D1", 1, 2, 3)
    [first] = house.claim("D1", (1, "tie-after-tie", "trips-same-color"))
    [second] = house.claim("D1", (3, "tie-after-tie", "trips-same-color"))
    assert [(hit.amount, hit.meter, hit.house) for hit in (first, second)] == [(5_000, 0, 5_000)] * 2
    assert house.shown("ties") == 20_099, "TAT: $200 and 33 cents of each of three wagers, untouched by dollar prizes"
    house.sound()


@pytest.mark.parametrize("between", [True, False])
def test_bjs_3_a_hit_rejected_and_claimed_anew_leaves_the_same_money_in_either_order(
    empty: House, between: bool
) -> None:
    house = empty.build(jackpots=[changed(ATTACK, cap=None)], tables=[attack_table("A1")])
    house.tabulate("A1", 1, 2)
    first, second = house.claim("A1", (1, "jackpot", HEARTS), (2, "jackpot", HEARTS))
    house.reject(first)
    if between:
        [right] = house.claim("A1", (1, "jackpot", HEARTS))
        house.reject(second)
    else:
        house.reject(second)
        [right] = house.claim("A1", (1, "jackpot", HEARTS))
    assert (right.amount, right.meter) == (100_040, 100_040)
    house.settle_hit(right)
    assert house.shown("attack") == 50_000
    assert -house.fund("attack", "seed") == (150_000 - 10) * MICROS
    house.sound()


# -- reseed


def test_bjs_3_a_full_prize_reseeds_from_reserve_then_overflow_then_the_house(house: House) -> None:
    house.play("W1", 10, 1)
    row = "3-wild-cards"
    assert (house.shown("wilds", row), house.fund("wilds", "reserve", row)) == (2_100, 30 * MICROS)
    [hit] = house.claim("W1", (1, "bonus-jackpot", row))
    assert hit.amount == 2_100
    assert hit.reseeded == {"reserve": 30 * MICROS, "overflow": 30 * MICROS, "house": 940 * MICROS}
    assert house.shown("wilds", row) == 1_000
    house.sound()


def test_bjs_3_the_reserve_alone_reseeds_as_far_as_it_goes(empty: House) -> None:
    row = "3-wild-cards"
    empty.build(jackpots=[changed(WILDS, row, reseed=40)], tables=[deuces_table("W1")])
    empty.play("W1", 10, 1)
    [hit] = empty.claim("W1", (1, "bonus-jackpot", row))
    assert hit.reseeded == {"reserve": 30 * MICROS, "overflow": 10 * MICROS, "house": 0}
    empty.play("W1", 5, 1)
    [next_] = empty.claim("W1", (1, "bonus-jackpot", row))
    assert (next_.amount, next_.reseeded) == (
        105,
        {"reserve": 15 * MICROS, "overflow": 20 * MICROS, "house": 5 * MICROS},
    )
    empty.sound()


def test_bjs_3_a_meter_above_the_reseed_amount_is_left_alone(empty: House) -> None:
    jackpot = changed(ATTACK, reseed=0)
    empty.build(jackpots=[jackpot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    assert empty.shown("attack") == 0
    assert not any(hit.reseeded.values())


@pytest.mark.parametrize("below", [True, False])
def test_bjs_3_a_fall_below_the_reseed_amount_tops_up_only_where_chosen(empty: House, below: bool) -> None:
    jackpot = changed(ATTACK, reseed=90_000, reseed_below=below)
    empty.build(jackpots=[jackpot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    [small] = empty.claim("A1", (1, "jackpot", BLACKJACK))
    assert empty.shown("attack") == 100_020 - 10_002
    assert not any(small.reseeded.values())
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", SUITED))
    left = 100_020 - 10_002 + 20 - hit.amount
    assert empty.shown("attack") == (90_000 if below else left)
    empty.sound()


# -- rejected


@pytest.mark.parametrize("event", [HEARTS, SUITED])
def test_bjs_3_a_rejected_hit_gives_its_amount_and_the_reseed_back(house: House, event: str) -> None:
    house.play("A2", 20, 1, 2, 3)
    house.tabulate("A1", 1, 2)
    before = _state(house, "attack")
    entries = house.rows()["entries"]
    [hit] = house.claim("A1", (1, "jackpot", event))
    house.verify(hit)
    house.reject(hit)
    assert _state(house, "attack") == before
    assert house.rows()["entries"][: len(entries)] != [] and set(entries) <= set(house.rows()["entries"])
    house.refused(
        WrongState, c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="check", reference="1"), "sato", "cole"
    )
    house.refused(WrongState, c.RejectHit(jackpot="attack", hit=hit.id, reason="again"), "sato", "vega")
    house.sound()


def test_bjs_3_one_of_two_sharing_winners_rejected_leaves_the_reseed_with_the_other(house: House) -> None:
    house.tabulate("D1", 1, 2)
    before = _state(house, "ties")
    first, second = house.claim("D1", (1, "tie-after-tie", "quads-same-suit"), (2, "tie-after-tie", "quads-same-suit"))
    house.reject(first)
    assert house.shown("ties") == 10_000 + first.amount
    house.settle_hit(second)
    assert house.fund("ties", "paid") == 10_033 * MICROS
    house.sound()
    house.tabulate("D1", 1, 2)
    third, fourth = house.claim("D1", (1, "tie-after-tie", "quads-same-suit"), (2, "tie-after-tie", "quads-same-suit"))
    locked = house.fund("ties", "seed")
    house.reject(third)
    house.reject(fourth)
    assert house.fund("ties", "locked") == 0
    assert house.fund("ties", "seed") >= locked
    assert before["seed"] >= house.fund("ties", "seed")
    house.sound()


def test_bjs_3_both_rejected_everything_is_as_before_the_claim(house: House) -> None:
    house.tabulate("D1", 1, 2)
    before = _state(house, "ties")
    hits = house.claim("D1", (1, "tie-after-tie", "quads-same-suit"), (2, "tie-after-tie", "quads-same-suit"))
    for hit in hits:
        house.reject(hit)
    assert _state(house, "ties") == before


def test_bjs_3_reseeds_of_two_claims_of_one_round_both_go_back(empty: House) -> None:
    empty.build(jackpots=[changed(ATTACK, cap=None)], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2)
    before = _state(empty, "attack")
    [first] = empty.claim("A1", (1, "jackpot", HEARTS))
    [second] = empty.claim("A1", (2, "jackpot", HEARTS))
    empty.reject(first)
    empty.reject(second)
    assert _state(empty, "attack") == before
    empty.sound()


def test_bjs_3_a_hit_claimed_after_a_rejected_one_is_another_hit(house: House) -> None:
    house.tabulate("A1", 1, 2, 3)
    wrong, standing = house.claim("A1", (1, "jackpot", SUITED), (2, "jackpot", SUITED))
    house.reject(wrong)
    [right] = house.claim("A1", (1, "jackpot", BLACKJACK))
    hits = house.floor.jackpot("attack").hits
    assert len({wrong.id, standing.id, right.id}) == 3
    assert [(hits[hit.id].seat, hits[hit.id].state) for hit in (wrong, standing, right)] == [
        (1, "rejected"),
        (2, "locked"),
        (1, "locked"),
    ]
    assert house.fund("attack", "locked") == (standing.amount + right.amount) * MICROS
    for hit in (standing, right):
        house.settle_hit(hit)
    assert house.fund("attack", "locked") == 0
    house.sound()


def test_dd_6_the_one_true_winner_gets_the_whole_of_the_amount_first_locked(house: House) -> None:
    house.tabulate("D1", 1, 2)
    hits = house.claim("D1", (1, "tie-after-tie", "quads-same-suit"), (2, "tie-after-tie", "quads-same-suit"))
    for hit in hits:
        house.reject(hit)
    [alone] = house.claim("D1", (2, "tie-after-tie", "quads-same-suit"))
    assert (alone.amount, alone.meter) == (20_066, 20_066)
    house.settle_hit(alone)
    house.sound()


def test_bjs_3_a_rejected_hit_over_the_cap_goes_to_the_overflow(empty: House) -> None:
    empty.build(jackpots=[changed(ATTACK, cap=100_030)], tables=[attack_table("A1"), attack_table("A2")])
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", BLACKJACK))
    empty.do(
        c.AdjustMeter(
            jackpot="attack", to=100_030, reason="malfunction", document="M-1", malfunction=empty.malfunction()
        ),
        "sato",
        "cole",
    )
    empty.reject(hit)
    assert empty.shown("attack") == 100_030
    assert empty.fund("attack", "overflow") == hit.amount * MICROS
    empty.sound()


# -- the life of a hit


def test_a_hit_is_locked_verified_and_paid_once(house: House) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", HEARTS), cards="Qh Qh")
    assert (hit.state, hit.cards, hit.table, hit.round, hit.seat) == ("locked", "Qh Qh", "A1", 1, 1)
    assert house.fund("attack", "locked") == hit.amount * MICROS
    pay = c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="check", reference="1001")
    house.refused(WrongState, pay, "sato", "cole")
    house.verify(hit)
    house.refused(
        WrongState,
        c.VerifyHit(jackpot="attack", hit=hit.id, cards="x", deck="x", surveillance="x"),
        "sato",
        "vega",
    )
    house.do(pay, "sato", "cole")
    assert house.fund("attack", "locked") == 0
    assert house.fund("attack", "paid") == hit.amount * MICROS
    house.refused(WrongState, pay, "sato", "cole")
    house.refused(WrongState, c.RejectHit(jackpot="attack", hit=hit.id, reason="late"), "sato", "vega")
    kept = house.floor.jackpot("attack").hits[hit.id]
    assert (kept.state, kept.method, kept.reference) == ("paid", "check", "1001")
    house.sound()


def test_others_play_on_while_a_hit_is_locked(house: House) -> None:
    house.tabulate("A1", 1)
    house.claim("A1", (1, "jackpot", HEARTS))
    house.tabulate("A2", 1, 2)
    house.tabulate("A1", 1)
    assert house.shown("attack") == 50_000 + 60


def test_every_percent_prize_takes_two_people_however_small(empty: House) -> None:
    tiny = changed(ATTACK, seed=100, reseed=0)
    empty.build(jackpots=[tiny], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", BLACKJACK))
    assert hit.amount == 12
    empty.do(c.VerifyHit(jackpot="attack", hit=hit.id, cards="Qh Qh", deck="whole"), "sato")
    pay = c.PayHit(jackpot="attack", hit=hit.id, by="cage", method="cash")
    for second in (None, "sato", "dole", "tell", "reed", "nobody"):
        empty.refused(NotPermitted, pay, "sato", second)
    empty.do(pay, "cole", "sato")


@pytest.mark.parametrize(("amount", "two"), [("$3,000", False), ("$3,000.01", True)])
def test_wa_41_over_the_threshold_two_people_and_surveillance(empty: House, amount: str, two: bool) -> None:
    daily = msgspec.structs.replace(DAILY, posted={"four-aces": amount})
    empty.build("washington-commercial", jackpots=[daily], tables=[split_table("S1")])
    empty.tabulate("S1", 1)
    [hit] = empty.claim("S1", (1, "jackpot", "four-aces"))
    assert hit.two is two
    alone = c.VerifyHit(jackpot="daily", hit=hit.id, cards="As Ah Ad Ac", deck="whole", player="P")
    taped = msgspec.structs.replace(alone, surveillance="tape 7")
    pay = c.PayHit(jackpot="daily", hit=hit.id, by="cage", method="cash", payee=empty.payee())
    if two:
        empty.refused(NotPermitted, alone, "sato")
        empty.refused(NotPermitted, taped, "sato")
        empty.refused(NotPermitted, alone, "sato", "vega")
        # Who looked at the recording and who saw the cards are two, and neither pays without a third.
        empty.refused(NotPermitted, taped, "vega")
        empty.refused(NotPermitted, msgspec.structs.replace(taped, surveillance="\u200b"), "sato", "vega")
        empty.do(taped, "sato", "vega")
        empty.refused(NotPermitted, pay, "cole")
        empty.refused(NotPermitted, pay, "sato", "vega")
        empty.do(pay, "cole", "sato")
    else:
        empty.do(alone, "sato")
        empty.do(pay, "cole")


def test_wac_230_15_405_verified_on_cards_and_deck(house: House) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", "any-20"))
    house.refused(ReferenceMissing, c.VerifyHit(jackpot="attack", hit=hit.id, cards=" ", deck="whole"), "sato")
    house.refused(ReferenceMissing, c.VerifyHit(jackpot="attack", hit=hit.id, cards="Kh Kd", deck=""), "sato")


def test_wa_25_over_five_thousand_dollars_is_paid_by_check(empty: House) -> None:
    rich = changed(ATTACK, seed=600_000, cap=None)
    empty.build("washington-commercial", jackpots=[rich], tables=[attack_table("A1")])
    empty.tabulate("A1", 1)
    [hit] = empty.claim("A1", (1, "jackpot", HEARTS))
    empty.verify(hit)
    for method in ("cash", "chips"):
        empty.refused(WrongState, c.PayHit(jackpot="attack", hit=hit.id, by="cage", method=method), "sato", "cole")
    empty.pay(hit)


def test_paid_from_the_account_only_what_the_bank_has(house: House) -> None:
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", HEARTS))
    house.verify(hit)
    pay = c.PayHit(jackpot="attack", hit=hit.id, by="account", method="check", reference="1")
    house.refused(FundsShort, pay, "sato", "cole")
    house.deposit_all("attack")
    bank = house.fund("attack", "bank")
    house.do(pay, "sato", "cole")
    assert house.fund("attack", "bank") == bank - hit.amount * MICROS
    house.sound()


def test_paid_by_the_cage_lowers_what_is_due_and_may_be_taken_out_again(house: House) -> None:
    house.deposit_all("attack")
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", HEARTS))
    house.settle_hit(hit, "cage")
    ahead = -house.fund("attack", "due") // MICROS
    assert ahead > 0
    withdraw = c.Withdraw(jackpot="attack", amount=ahead + 1, reference="slip")
    house.refused(FundsShort, withdraw, "cole", "sato")
    house.do(c.Withdraw(jackpot="attack", amount=ahead, reference="slip"), "cole", "sato")
    assert 0 <= -house.fund("attack", "due") < MICROS
    house.sound()


# -- what cannot be claimed


def test_s_6_a_wager_that_was_not_counted_cannot_win(house: House) -> None:
    house.tabulate("A1", 1, 2)
    claim = c.ClaimHit(table="A1", round=1, claims=(c.Claimed(seat=3, wager="jackpot", event=HEARTS),))
    house.refused(WrongState, claim, "panel:A1")
    other = c.ClaimHit(table="A1", round=1, claims=(c.Claimed(seat=1, wager="jackpot-2", event=HEARTS),))
    house.refused(WrongState, other, "panel:A1")


@pytest.mark.parametrize(
    ("round_", "seat", "wager", "event", "error"),
    [
        (1, 1, "first-attack", HEARTS, UnknownThing),
        (1, 1, "jackpot", "royal-flush", UnknownThing),
        (2, 1, "jackpot", HEARTS, WrongState),
        (0, 1, "jackpot", HEARTS, WrongState),
    ],
)
def test_no_claim_for_another_round_wager_or_row(
    house: House, round_: int, seat: int, wager: str, event: str, error: type[WrongState] | type[UnknownThing]
) -> None:
    house.tabulate("A1", 1)
    claimed = c.Claimed(seat=seat, wager=wager, event=event)
    house.refused(error, c.ClaimHit(table="A1", round=round_, claims=(claimed,)), "panel:A1")


def test_only_the_highest_row_of_a_hand_is_claimed(house: House) -> None:
    house.tabulate("A1", 1)
    both = (c.Claimed(seat=1, wager="jackpot", event=HEARTS), c.Claimed(seat=1, wager="jackpot", event=SUITED))
    house.refused(WrongState, c.ClaimHit(table="A1", round=1, claims=both), "panel:A1")
    house.refused(WrongState, c.ClaimHit(table="A1", round=1, claims=()), "panel:A1")
    house.claim("A1", (1, "jackpot", SUITED))
    house.refused(WrongState, c.ClaimHit(table="A1", round=1, claims=both[:1]), "panel:A1")


def test_no_claim_once_the_round_is_void(house: House) -> None:
    house.tabulate("A1", 1)
    house.do(c.VoidRound(table="A1", round=1, reason="misdeal"), "sato")
    claimed = c.Claimed(seat=1, wager="jackpot", event=HEARTS)
    house.refused(WrongState, c.ClaimHit(table="A1", round=1, claims=(claimed,)), "panel:A1")


def test_a_hit_that_does_not_exist(house: House) -> None:
    house.refused(UnknownThing, c.VerifyHit(jackpot="attack", hit="A1-1-1", cards="x", deck="x"), "sato")
    house.refused(UnknownThing, c.PayHit(jackpot="attack", hit="x", by="cage", method="cash"), "sato", "cole")
    house.refused(UnknownThing, c.RejectHit(jackpot="attack", hit="x", reason="x"), "sato", "vega")


# -- Envy and Share-the-Wealth


def test_bjs_7_envy_is_divided_among_the_others_whose_wager_was_counted(empty: House) -> None:
    jackpot = msgspec.structs.replace(DAILY, envy={"four-aces": "$100"})
    empty.build(jackpots=[jackpot], tables=[split_table("S1")])
    empty.tabulate("S1", 1, 3, 5, 6)
    hits = empty.claim("S1", (3, "jackpot", "four-aces"))
    assert [(hit.seat, hit.event, hit.amount, hit.bare) for hit in hits if hit.bare] == [
        (1, "envy", 3_333, True),
        (5, "envy", 3_333, True),
        (6, "envy", 3_333, True),
    ]
    assert [(hit.seat, hit.amount) for hit in hits if not hit.bare] == [(3, 400_000)]


def test_bjs_7_prizes_that_a_hit_brought_are_rejected_before_it(empty: House) -> None:
    jackpot = msgspec.structs.replace(DAILY, envy={"four-aces": "$100"})
    empty.build(jackpots=[jackpot], tables=[split_table("S1")])
    empty.tabulate("S1", 1, 3)
    envy, hand = sorted(empty.claim("S1", (3, "jackpot", "four-aces")), key=lambda hit: not hit.bare)
    assert (envy.seat, envy.brought_by, hand.seat, hand.brought_by) == (1, 3, 3, None)
    empty.refused(WrongState, c.RejectHit(jackpot=jackpot.id, hit=hand.id, reason="a wrong card"), "sato", "vega")
    empty.reject(envy)
    empty.reject(hand)
    assert empty.floor.jackpot(jackpot.id).pending == []


def test_bjs_7_share_the_wealth_is_divided_among_all_the_winner_too(empty: House) -> None:
    jackpot = msgspec.structs.replace(DAILY, share={"four-aces": "$100"})
    empty.build(jackpots=[jackpot], tables=[split_table("S1")])
    empty.tabulate("S1", 2, 4)
    hits = empty.claim("S1", (2, "jackpot", "four-aces"))
    assert [(hit.seat, hit.event, hit.amount) for hit in hits if hit.bare] == [
        (2, "share-the-wealth", 5_000),
        (4, "share-the-wealth", 5_000),
    ]


def test_bjs_7_nobody_else_no_envy(empty: House) -> None:
    jackpot = msgspec.structs.replace(DAILY, envy={"four-aces": "$100"})
    empty.build(jackpots=[jackpot], tables=[split_table("S1")])
    empty.tabulate("S1", 2)
    assert [hit.seat for hit in empty.claim("S1", (2, "jackpot", "four-aces"))] == [2]


def test_bjs_7_a_percent_for_the_others_comes_from_the_meter_after_the_winners(empty: House) -> None:
    jackpot = msgspec.structs.replace(ATTACK, envy={SUITED: "10%", HEARTS: "10%"})
    empty.build(jackpots=[jackpot], tables=[attack_table("A1")])
    empty.tabulate("A1", 1, 2, 3)
    hits = empty.claim("A1", (1, "jackpot", SUITED))
    assert [(hit.seat, hit.amount, hit.meter) for hit in hits] == [
        (1, 25_015, 25_015),
        (2, 5_003, 5_003),
        (3, 5_003, 5_003),
    ]
    assert all(hit.two for hit in hits)
    assert empty.shown("attack") == 100_060 - 35_021
    empty.tabulate("A1", 1, 2, 3)
    hits = empty.claim("A1", (1, "jackpot", HEARTS))
    assert [(hit.seat, hit.meter, hit.house) for hit in hits[1:]] == [(2, 0, hits[1].amount), (3, 0, hits[2].amount)]
    empty.sound()


# -- parameters that wait


def test_lab_12_parameters_of_an_active_jackpot_wait_for_its_next_full_prize(house: House) -> None:
    later = changed(ATTACK, reseed=70_000, cap=120_000)
    assert house.do(c.ChangeJackpot(jackpot=later), "ames", "cole")["queued"] is True
    house.tabulate("A1", 1)
    house.claim("A1", (1, "jackpot", SUITED))
    assert house.floor.jackpot("attack").jackpot == ATTACK
    house.tabulate("A1", 1)
    house.claim("A1", (1, "jackpot", HEARTS))
    assert house.shown("attack") == 70_000
    assert house.floor.jackpot("attack").jackpot == later
    assert house.floor.jackpot("attack").queued is None
    assert house.floor.property.jackpots["attack"] == later
    house.sound()


def test_wa_15_a_cap_that_waited_never_lowers_the_amount_of_another_row(empty: House) -> None:
    empty.build(jackpots=[WILDS], tables=[deuces_table("W1")])
    row = "5-wild-cards"
    later = changed(WILDS, row, cap=1_000_020)
    empty.do(c.ChangeJackpot(jackpot=later), "ames", "cole")
    empty.play("W1", 10, 1, 2)
    before = empty.shown("wilds", row)
    assert before == 1_000_200
    empty.claim("W1", (1, "bonus-jackpot", "2-wild-cards"))
    assert empty.shown("wilds", row) == before
    empty.claim("W1", (2, "bonus-jackpot", row))
    assert empty.floor.jackpot("wilds").jackpot == later
    empty.sound()
