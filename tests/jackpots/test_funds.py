"""The funds of a progressive, worked out by hand: each movement, each rule."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.jackpots import funds
from houseway.jackpots.funds import Decrease, LockedHit
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.jackpots.jackpot_errors import AdjustmentRefused, FundsShort
from houseway.rulebook.rule_errors import BadAmount
from tests.jackpots.books import a_meter, progressive, seeded
from tests.sentences import in_every_document

# -- counting


@in_every_document("a progressive is held in escrow")
def test_bjs_2_a_counted_wager_moves_the_meter_by_its_rates() -> None:
    """15 % of a dollar is displayed, 5 % hidden: 15 and 5 cents, and 20 cents are due to the bank."""
    assert dict(funds.contribute(progressive(a_meter()), 1)) == {
        "gold:accrued": 15 * MICROS,
        "gold:reserve": 5 * MICROS,
        "gold:contributions": -20 * MICROS,
        "gold:due": 20 * MICROS,
        "gold:house": -20 * MICROS,
    }


def test_bjs_2_a_rate_that_is_no_whole_cent_is_exact() -> None:
    """3.3333 % of five dollars is 16.6665 cents; of seven such wagers 116.6655."""
    jackpot = progressive(a_meter(rate=33_333, reserve=0), wager=500)
    assert dict(funds.contribute(jackpot, 7))["gold:accrued"] == 116_665_500


def test_dw_8_a_row_with_its_own_meter_has_its_own_share() -> None:
    jackpot = progressive(a_meter(), a_meter(row="four-aces", rate=30_000, reserve=0))
    lines = dict(funds.contribute(jackpot, 2))
    assert lines["gold/four-aces:accrued"] == 6 * MICROS
    assert lines["gold:accrued"] == 30 * MICROS
    assert lines["gold:due"] == 46 * MICROS
    assert "gold/four-aces:reserve" not in lines


@pytest.mark.clause("triple-attack", "jackpots bonus")
def test_s_16_a_bonus_is_not_moved_by_a_wager() -> None:
    assert funds.contribute(Jackpot(id="daily", scheme="bonus", updates="updated", amount=50_000), 9) == ()


@pytest.mark.parametrize("count", [-1, 1.0, True])
def test_a_count_is_a_whole_number(count: Any) -> None:
    with pytest.raises(BadAmount):
        funds.contribute(progressive(a_meter()), count)


# -- cap and overflow


def test_wa_15_what_comes_in_over_the_cap_is_overflow() -> None:
    """A seed of $1,000, a cap of $1,000.20: of three wagers of 15 cents, 20 cents are displayed and 25 are over."""
    meter = a_meter(cap=100_020)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 3))
    assert funds.shown(meter, book.of(jackpot)) == (100_020 * MICROS, 25 * MICROS)
    book.post(funds.fold(jackpot, meter, book.of(jackpot)))
    balances = book.of(jackpot)
    assert (balances["accrued"], balances["pool"], balances["overflow"]) == (0, 100_020 * MICROS, 25 * MICROS)
    assert funds.shown(meter, balances) == (100_020 * MICROS, 25 * MICROS)


def test_the_displayed_amount_is_rounded_down_and_the_rest_stays() -> None:
    """Two wagers at 0.9999 %: 1.9998 cents on a seed of $5 show as $5.01."""
    meter = a_meter(seed=500, reseed=0, rate=9_999)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 2))
    assert funds.displayed_cents(meter, book.of(jackpot)) == 501
    assert funds.shown(meter, book.of(jackpot)) == (501_999_800, 0)


def test_wa_19_a_display_is_brought_back_to_its_maximum() -> None:
    """$1,000 stand under a maximum of $900: $100 leave the display and stay the players'."""
    jackpot, book = seeded(a_meter())
    lines = funds.back_to_cap(jackpot, a_meter(cap=90_000), book.of(jackpot))
    assert dict(lines) == {"gold:pool": -10_000 * MICROS, "gold:overflow": 10_000 * MICROS}
    assert funds.back_to_cap(jackpot, a_meter(cap=100_000), book.of(jackpot)) == ()
    assert funds.back_to_cap(jackpot, a_meter(), book.of(jackpot)) == ()


# -- voids


def test_bjs_5_a_void_takes_its_contribution_back() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    before = dict(book.accounts)
    book.post(funds.contribute(jackpot, 4)).post(funds.fold(jackpot, meter, book.of(jackpot)))
    back = funds.take_back(jackpot, 4, book.accounts)
    assert (back.taken, back.borne) == (80 * MICROS, 0)
    book.post(back.lines)
    assert {name: micros for name, micros in book.accounts.items() if micros} == before


def test_bjs_5_in_a_washington_card_room_a_void_leaves_the_meter_and_the_house_bears_it() -> None:
    jackpot, book = seeded(a_meter())
    book.post(funds.contribute(jackpot, 4))
    back = funds.take_back(jackpot, 4, book.accounts, decrease_for_void=False)
    assert (back.lines, back.taken, back.borne) == ((), 0, 80 * MICROS)


def test_bjs_5_a_void_at_the_cap_takes_what_had_overflowed() -> None:
    """A wager of 15 cents at the cap went to the overflow whole: the display does not move when it is voided."""
    meter = a_meter(cap=100_000)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 1)).post(funds.fold(jackpot, meter, book.of(jackpot)))
    book.post(funds.take_back(jackpot, 1, book.accounts).lines)
    assert funds.shown(meter, book.of(jackpot)) == (100_000 * MICROS, 0)


def test_bjs_5_a_void_after_a_full_hit_elsewhere_is_borne_by_the_house_as_far_as_the_meter_has_nothing() -> None:
    """Ten wagers bring 150 and 50 cents; a full hit takes all that is displayed, and there is nothing to reseed to.

    Voided then, the 50 hidden cents come back and the house bears the 150 that the winner has.
    """
    meter = a_meter(seed=0, reseed=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 10))
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 150))
    assert funds.reseed(jackpot, meter, book.of(jackpot), full=True).lines == ()
    back = funds.take_back(jackpot, 10, book.accounts)
    assert (back.taken, back.borne) == (50 * MICROS, 150 * MICROS)
    book.post(back.lines)
    assert book.of(jackpot)["locked"] == 150 * MICROS


def test_bjs_5_a_void_after_a_full_hit_takes_it_from_the_meter_as_reseeded() -> None:
    """Reseeded to $500, 50 cents of it from the reserve: two wagers' 30 cents come out of it, their reserve is gone."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 10))
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 100_150))
    book.post(funds.reseed(jackpot, meter, book.of(jackpot), full=True).lines)
    back = funds.take_back(jackpot, 2, book.accounts)
    assert (back.taken, back.borne) == (30 * MICROS, 10 * MICROS)
    book.post(back.lines)
    assert funds.displayed_cents(meter, book.of(jackpot)) == 49_970


# -- hits


def test_bjs_3_a_full_hit_is_locked_and_the_meter_reseeded_from_reserve_then_house() -> None:
    """$1,000 and 200 wagers: $1,030 are won; the reserve of $10 goes first, the house adds $490."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 200))
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 103_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (1_000 * MICROS, 0, 49_000 * MICROS)
    book.post(again.lines)
    balances = book.of(jackpot)
    assert balances["locked"] == 103_000 * MICROS
    assert balances["reserve"] == 0
    assert balances["seed"] == -149_000 * MICROS
    assert funds.displayed_cents(meter, balances) == 50_000


def test_bjs_3_a_reseed_takes_the_overflow_before_the_house() -> None:
    """At a cap of $1,000, 400 wagers leave $60 over and $20 hidden: of $500 the house adds $420."""
    meter = a_meter(cap=100_000)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 400)).post(funds.lock(jackpot, meter, book.of(jackpot), 100_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (2_000 * MICROS, 6_000 * MICROS, 42_000 * MICROS)
    book.post(again.lines)


def test_bjs_3_a_reseed_leaves_in_the_reserve_what_it_does_not_need() -> None:
    """20,000 wagers hide $1,000: the reseed takes $500 of them, and nothing from the house."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 20_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 400_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (50_000 * MICROS, 0, 0)
    book.post(again.lines)
    assert book.of(jackpot)["reserve"] == 50_000 * MICROS


def test_bjs_3_a_reseed_takes_the_reserve_before_the_overflow() -> None:
    """At a cap of $1,000, 8,000 wagers leave $1,200 over and $400 hidden: $500 are the $400 and $100 of the rest."""
    meter = a_meter(cap=100_000)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 8_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 100_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (40_000 * MICROS, 10_000 * MICROS, 0)
    book.post(again.lines)


@pytest.mark.parametrize(("below", "after"), [(False, 10_000), (True, 50_000)])
def test_bjs_3_a_smaller_prize_reseeds_only_where_the_operator_has_chosen_it(below: bool, after: int) -> None:
    meter = a_meter(reseed_below=below)
    jackpot, book = seeded(meter)
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 90_000))
    book.post(funds.reseed(jackpot, meter, book.of(jackpot), full=False).lines)
    assert funds.displayed_cents(meter, book.of(jackpot)) == after


def test_bjs_3_a_meter_above_its_reseed_amount_is_not_reseeded() -> None:
    meter = a_meter(reseed_below=True)
    jackpot, book = seeded(meter)
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 40_000))
    assert funds.reseed(jackpot, meter, book.of(jackpot), full=True).lines == ()


def test_bjs_3_part_of_a_cent_stays_in_the_meter_at_a_full_hit() -> None:
    """$5 and 1.9998 cents: $5.01 are won, 0.9998 of a cent stay and count towards the reseed of $2."""
    meter = a_meter(seed=500, reseed=200, rate=9_999, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 2)).post(funds.lock(jackpot, meter, book.of(jackpot), 501))
    assert book.of(jackpot)["pool"] == 999_800
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert again.house == 200 * MICROS - 999_800
    assert funds.displayed_cents(meter, book.post(again.lines).of(jackpot)) == 200


def test_no_more_is_locked_than_is_displayed() -> None:
    meter = a_meter(cap=100_000)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 100))
    with pytest.raises(FundsShort) as refused:
        funds.lock(jackpot, meter, book.of(jackpot), 100_001)
    assert refused.value.clause == "BJS-3"
    with pytest.raises(BadAmount):
        funds.lock(jackpot, meter, book.of(jackpot), -1)


def test_a_hit_is_paid_by_the_cage_or_from_the_account() -> None:
    """$1,000 deposited, $600 won: the cage pays 200 and the bank owes it so much, the account pays 400."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.deposit(jackpot, 100_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 60_000))
    book.post(funds.pay(jackpot, meter, book.of(jackpot), 20_000, "cage"))
    assert (book.accounts["gold:bank"], book.accounts["gold:due"]) == (100_000 * MICROS, -20_000 * MICROS)
    book.post(funds.pay(jackpot, meter, book.of(jackpot), 40_000, "account"))
    assert (book.accounts["gold:bank"], book.accounts["gold:due"]) == (60_000 * MICROS, -20_000 * MICROS)
    assert (book.of(jackpot)["paid"], book.of(jackpot)["locked"]) == (60_000 * MICROS, 0)
    with pytest.raises(FundsShort):
        funds.pay(jackpot, meter, book.of(jackpot), 1, "cage")


def test_an_account_that_is_short_pays_nothing() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.deposit(jackpot, 999)).post(funds.lock(jackpot, meter, book.of(jackpot), 1_000))
    with pytest.raises(FundsShort, match="bank"):
        funds.pay(jackpot, meter, book.of(jackpot), 1_000, "account")


def test_s_21_a_dollar_prize_touches_no_fund_of_the_players() -> None:
    assert funds.pay_house(progressive(a_meter()), 12_500) == (
        ("gold:awards", 12_500 * MICROS),
        ("gold:cage", -12_500 * MICROS),
    )


def test_bjs_3_a_rejected_hit_gives_its_amount_back_and_takes_the_reseed_back() -> None:
    """$1,030 won, reseeded with 10 of reserve and 490 of the house; 20 more wagers; rejected: $1,033 and the rest."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 200)).post(funds.lock(jackpot, meter, book.of(jackpot), 103_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    book.post(again.lines).post(funds.contribute(jackpot, 20))
    hit = LockedHit(103_000, again.reserve, again.overflow, again.house)
    book.post(funds.reject(jackpot, meter, book.of(jackpot), hit))
    balances = book.of(jackpot)
    assert funds.displayed_cents(meter, balances) == 103_300
    assert balances["reserve"] == 1_100 * MICROS
    assert balances["seed"] == -100_000 * MICROS
    assert balances["locked"] == 0


def test_bjs_3_a_rejected_hit_over_the_cap_is_overflow() -> None:
    """A hit of $300 at a cap of $1,000; $100 come in while it is pending; given back, $100 are over."""
    meter = a_meter(cap=100_000, rate=1_000_000, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 30_000)).post(funds.contribute(jackpot, 100))
    book.post(funds.fold(jackpot, meter, book.of(jackpot)))
    book.post(funds.reject(jackpot, meter, book.of(jackpot), LockedHit(30_000)))
    assert funds.shown(meter, book.of(jackpot)) == (100_000 * MICROS, 10_000 * MICROS)


def test_bjs_3_a_reseed_goes_back_as_far_as_it_is_there_the_house_first() -> None:
    """A meter of $10, reseeded to $500 by a reserve of $100 and the house, then emptied by a second full hit.

    Given back, the first hit's $10 go to the house, which put in $400; nothing is left for the reserve.
    """
    meter = a_meter(seed=1_000, reseed=50_000, rate=1, reserve=999_999)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 100)).post(funds.lock(jackpot, meter, book.of(jackpot), 1_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert again.house + again.reserve == 50_000 * MICROS - 100 * 100
    book.post(again.lines).post(funds.lock(jackpot, meter, book.of(jackpot), 50_000))
    hit = LockedHit(1_000, again.reserve, again.overflow, again.house)
    lines = dict(funds.reject(jackpot, meter, book.of(jackpot), hit))
    assert lines["gold:seed"] == 1_000 * MICROS
    assert "gold:reserve" not in lines
    book.post(tuple(lines.items()))


def test_a_reseed_that_the_house_has_recovered_is_not_taken_back_again() -> None:
    """100 wagers of a dollar, all displayed; a full hit of $100; the house reseeds with $500 and recovers $300."""
    meter = a_meter(seed=0, rate=1_000_000, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 100)).post(funds.lock(jackpot, meter, book.of(jackpot), 10_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    book.post(again.lines).post(funds.recover_seed(jackpot, meter, book.of(jackpot), 30_000 * MICROS, "pool"))
    book.post(funds.reject(jackpot, meter, book.of(jackpot), LockedHit(10_000, house=again.house)))
    assert funds.unrecovered(book.of(jackpot)) == 0
    assert funds.displayed_cents(meter, book.of(jackpot)) == 10_000


def test_a_hit_that_is_not_locked_cannot_be_rejected() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    with pytest.raises(FundsShort):
        funds.reject(jackpot, meter, book.of(jackpot), LockedHit(1))


# -- seed and hidden money


def test_wa_19_seed_money_is_recovered_once_and_no_more_than_was_put_in() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 40_000))
    book.post(funds.recover_seed(jackpot, meter, book.of(jackpot), 70_000 * MICROS, "reserve"))
    assert funds.unrecovered(book.of(jackpot)) == 30_000 * MICROS
    with pytest.raises(AdjustmentRefused) as refused:
        funds.recover_seed(jackpot, meter, book.of(jackpot), 30_000 * MICROS + 1, "reserve")
    assert refused.value.clause == "WAC 230-15-695(5)"
    book.post(funds.recover_seed(jackpot, meter, book.of(jackpot), 30_000 * MICROS, "pool"))
    assert funds.unrecovered(book.of(jackpot)) == 0
    with pytest.raises(AdjustmentRefused):
        funds.recover_seed(jackpot, meter, book.of(jackpot), 1, "reserve")


def test_seed_money_is_not_recovered_from_a_fund_that_has_it_not() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    with pytest.raises(FundsShort, match="overflow"):
        funds.recover_seed(jackpot, meter, book.of(jackpot), 1, "overflow")


def test_wa_19_hidden_money_goes_out_as_an_undisplayed_prize() -> None:
    """100 wagers hide $5: $2 of them are booked, and the display does not move."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 100))
    book.post(funds.book_undisplayed(jackpot, meter, book.of(jackpot), 200, "reserve"))
    assert book.of(jackpot)["reserve"] == 300 * MICROS
    assert book.of(jackpot)["paid"] == 200 * MICROS
    assert funds.displayed_cents(meter, book.of(jackpot)) == 101_500
    with pytest.raises(FundsShort):
        funds.book_undisplayed(jackpot, meter, book.of(jackpot), 301, "reserve")


@pytest.mark.parametrize(("to", "pool"), [(100_500, 100_500), (99_000, 99_000), (100_150, 100_150)])
def test_wa_19_an_amount_displayed_wrongly_is_corrected_up_or_down(to: int, pool: int) -> None:
    """From $1,001.50: to a higher amount, a lower one, and the same."""
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 10))
    book.post(funds.adjust(jackpot, meter, book.of(jackpot), to, Decrease.MALFUNCTION))
    assert book.of(jackpot)["pool"] == pool * MICROS
    assert book.of(jackpot)["accrued"] == 0


def test_a_correction_leaves_the_part_of_a_cent() -> None:
    meter = a_meter(seed=500, reseed=0, rate=9_999, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 2))
    book.post(funds.adjust(jackpot, meter, book.of(jackpot), 400, Decrease.MALFUNCTION))
    assert book.of(jackpot)["pool"] == 400 * MICROS + 999_800


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        (Decrease.WON, "WAC 230-15-695(1)"),
        (Decrease.MAXIMUM, "WAC 230-15-695(3)"),
        (Decrease.UNDISPLAYED, "WAC 230-15-695(4)"),
        (Decrease.SEED, "WAC 230-15-695(5)"),
    ],
)
def test_wa_19_only_a_malfunction_is_corrected_by_setting_an_amount(reason: Decrease, clause: str) -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    with pytest.raises(AdjustmentRefused) as refused:
        funds.adjust(jackpot, meter, book.of(jackpot), 1, reason)
    assert refused.value.clause == clause
    assert refused.value.remedy


def test_wa_15_a_correction_stays_under_the_cap() -> None:
    meter = a_meter(cap=100_000)
    jackpot, book = seeded(meter)
    with pytest.raises(AdjustmentRefused) as refused:
        funds.adjust(jackpot, meter, book.of(jackpot), 100_001, Decrease.MALFUNCTION)
    assert refused.value.clause == "WAC 230-15-685"


# -- the bank


def test_wa_22_what_is_due_goes_to_the_bank_in_whole_cents() -> None:
    """Seeded with $5 and moved by 1.9998 cents: of 501.9998 cents due, 501 are deposited."""
    meter = a_meter(seed=500, reseed=0, rate=9_999, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 2)).post(funds.deposit(jackpot, 501))
    found = funds.statement(jackpot, book.accounts)
    assert (found.held, found.bank, found.due, found.shortfall) == (501_999_800, 501 * MICROS, 999_800, 0)
    assert found.posted == 501 * MICROS
    assert found.bank - found.shortfall >= found.posted


def test_wa_22_an_account_below_what_is_booked_is_short() -> None:
    jackpot, book = seeded(a_meter())
    book.post(funds.deposit(jackpot, 100_000))
    assert funds.statement(jackpot, book.accounts, in_bank=100_000).shortfall == 0
    found = funds.statement(jackpot, book.accounts, in_bank=99_990)
    assert found.shortfall == 10 * MICROS
    assert found.bank - found.shortfall < found.posted
    assert funds.statement(jackpot, book.accounts, in_bank=200_000).shortfall == 0


def test_wa_21_seized_money_is_due_again_until_the_posted_amount_is_back() -> None:
    jackpot, book = seeded(a_meter())
    book.post(funds.deposit(jackpot, 100_000)).post(funds.seize(jackpot, book.accounts, 40_000))
    found = funds.statement(jackpot, book.accounts)
    assert (found.bank, found.due, found.posted) == (60_000 * MICROS, 40_000 * MICROS, 100_000 * MICROS)
    assert found.bank - found.shortfall < found.posted
    back = funds.statement(jackpot, book.post(funds.deposit(jackpot, 40_000)).accounts)
    assert back.bank - back.shortfall >= back.posted
    with pytest.raises(FundsShort):
        funds.seize(jackpot, book.accounts, 100_001)


def test_the_house_takes_out_only_what_the_cage_paid_ahead() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    book.post(funds.deposit(jackpot, 100_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 30_000))
    with pytest.raises(FundsShort):
        funds.withdraw(jackpot, book.accounts, 1)
    book.post(funds.pay(jackpot, meter, book.of(jackpot), 30_000, "cage"))
    with pytest.raises(FundsShort):
        funds.withdraw(jackpot, book.accounts, 30_001)
    book.post(funds.withdraw(jackpot, book.accounts, 30_000))
    assert (book.accounts["gold:bank"], book.accounts["gold:due"]) == (70_000 * MICROS, 0)
