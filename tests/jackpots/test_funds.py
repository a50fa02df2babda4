"""The funds of a progressive, worked out by hand: each movement, each rule."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import pytest

from houseway.errors import AdjustmentRefused, BadAmount, FundsShort, RemovalRefused
from houseway.jackpots import funds
from houseway.jackpots.configuration import MICROS, Jackpot, Meter
from houseway.jackpots.funds import Decrease, Lines, LockedHit, Removal


def _meter(**choices: Any) -> Meter:
    return Meter(**{"seed": 100_000, "reseed": 50_000, "rate": 150_000, "reserve": 50_000, **choices})


def _jackpot(*meters: Meter, wager: int = 100, id: str = "gold") -> Jackpot:
    return Jackpot(id=id, scheme="progressive", updates="real-time", wager=wager, meters=meters)


class Book:
    """The accounts of some jackpots: posts lines, and holds every invariant after each."""

    def __init__(self, *jackpots: Jackpot) -> None:
        self.jackpots = jackpots
        self.accounts: dict[str, int] = {}

    def post(self, lines: Lines) -> Book:
        assert sum(micros for _, micros in lines) == 0
        self.accounts = funds.applied(self.accounts, lines)
        assert [broken for jackpot in self.jackpots for broken in funds.check_invariants(jackpot, self.accounts)] == []
        return self

    def of(self, jackpot: Jackpot, row: str = "") -> dict[str, int]:
        meter = jackpot.meter(row)
        assert meter is not None
        return funds.balances_of(jackpot, meter, self.accounts)


def _seeded(meter: Meter, **choices: Any) -> tuple[Jackpot, Book]:
    jackpot = _jackpot(meter, **choices)
    return jackpot, Book(jackpot).post(funds.seed(jackpot, meter))


# -- counting


def test_bjs_2_a_counted_wager_moves_the_meter_by_its_rates() -> None:
    """15 % of a dollar is displayed, 5 % hidden: 15 and 5 cents, and 20 cents are due to the bank."""
    assert dict(funds.contribute(_jackpot(_meter()), 1)) == {
        "gold:accrued": 15 * MICROS,
        "gold:reserve": 5 * MICROS,
        "gold:contributions": -20 * MICROS,
        "gold:due": 20 * MICROS,
        "gold:house": -20 * MICROS,
    }


def test_bjs_2_a_rate_that_is_no_whole_cent_is_exact() -> None:
    """3.3333 % of five dollars is 16.6665 cents; of seven such wagers 116.6655."""
    jackpot = _jackpot(_meter(rate=33_333, reserve=0), wager=500)
    assert dict(funds.contribute(jackpot, 7))["gold:accrued"] == 116_665_500


def test_dw_8_a_row_with_its_own_meter_has_its_own_share() -> None:
    jackpot = _jackpot(_meter(), _meter(row="four-aces", rate=30_000, reserve=0))
    lines = dict(funds.contribute(jackpot, 2))
    assert lines["gold/four-aces:accrued"] == 6 * MICROS
    assert lines["gold:accrued"] == 30 * MICROS
    assert lines["gold:due"] == 46 * MICROS
    assert "gold/four-aces:reserve" not in lines


def test_s_16_a_bonus_is_not_moved_by_a_wager() -> None:
    assert funds.contribute(Jackpot(id="daily", scheme="bonus", updates="updated", amount=50_000), 9) == ()


@pytest.mark.parametrize("count", [-1, 1.0, True])
def test_a_count_is_a_whole_number(count: Any) -> None:
    with pytest.raises(BadAmount):
        funds.contribute(_jackpot(_meter()), count)


# -- cap and overflow


def test_wa_15_what_comes_in_over_the_cap_is_overflow() -> None:
    """A seed of $1,000, a cap of $1,000.20: of three wagers of 15 cents, 20 cents are displayed and 25 are over."""
    meter = _meter(cap=100_020)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 3))
    assert funds.shown(meter, book.of(jackpot)) == (100_020 * MICROS, 25 * MICROS)
    book.post(funds.fold(jackpot, meter, book.of(jackpot)))
    balances = book.of(jackpot)
    assert (balances["accrued"], balances["pool"], balances["overflow"]) == (0, 100_020 * MICROS, 25 * MICROS)
    assert funds.shown(meter, balances) == (100_020 * MICROS, 25 * MICROS)


def test_the_displayed_amount_is_rounded_down_and_the_rest_stays() -> None:
    """Two wagers at 0.9999 %: 1.9998 cents on a seed of $5 show as $5.01."""
    meter = _meter(seed=500, reseed=0, rate=9_999)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 2))
    assert funds.displayed_cents(meter, book.of(jackpot)) == 501
    assert funds.shown(meter, book.of(jackpot)) == (501_999_800, 0)


def test_wa_19_a_display_is_brought_back_to_its_maximum() -> None:
    """$1,000 stand under a maximum of $900: $100 leave the display and stay the players'."""
    jackpot, book = _seeded(_meter())
    lines = funds.back_to_cap(jackpot, _meter(cap=90_000), book.of(jackpot))
    assert dict(lines) == {"gold:pool": -10_000 * MICROS, "gold:overflow": 10_000 * MICROS}
    assert funds.back_to_cap(jackpot, _meter(cap=100_000), book.of(jackpot)) == ()
    assert funds.back_to_cap(jackpot, _meter(), book.of(jackpot)) == ()


# -- voids


def test_bjs_5_a_void_takes_its_contribution_back() -> None:
    meter = _meter()
    jackpot, book = _seeded(meter)
    before = dict(book.accounts)
    book.post(funds.contribute(jackpot, 4)).post(funds.fold(jackpot, meter, book.of(jackpot)))
    back = funds.take_back(jackpot, 4, book.accounts)
    assert (back.taken, back.borne) == (80 * MICROS, 0)
    book.post(back.lines)
    assert {name: micros for name, micros in book.accounts.items() if micros} == before


def test_bjs_5_in_a_washington_card_room_a_void_leaves_the_meter_and_the_house_bears_it() -> None:
    jackpot, book = _seeded(_meter())
    book.post(funds.contribute(jackpot, 4))
    back = funds.take_back(jackpot, 4, book.accounts, decrease_for_void=False)
    assert (back.lines, back.taken, back.borne) == ((), 0, 80 * MICROS)


def test_bjs_5_a_void_at_the_cap_takes_what_had_overflowed() -> None:
    """A wager of 15 cents at the cap went to the overflow whole: the display does not move when it is voided."""
    meter = _meter(cap=100_000)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 1)).post(funds.fold(jackpot, meter, book.of(jackpot)))
    book.post(funds.take_back(jackpot, 1, book.accounts).lines)
    assert funds.shown(meter, book.of(jackpot)) == (100_000 * MICROS, 0)


def test_bjs_5_a_void_after_a_full_hit_elsewhere_is_borne_by_the_house_as_far_as_the_meter_has_nothing() -> None:
    """Ten wagers bring 150 and 50 cents; a full hit takes all that is displayed, and there is nothing to reseed to.

    Voided then, the 50 hidden cents come back and the house bears the 150 that the winner has.
    """
    meter = _meter(seed=0, reseed=0)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 10))
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 150))
    assert funds.reseed(jackpot, meter, book.of(jackpot), full=True).lines == ()
    back = funds.take_back(jackpot, 10, book.accounts)
    assert (back.taken, back.borne) == (50 * MICROS, 150 * MICROS)
    book.post(back.lines)
    assert book.of(jackpot)["locked"] == 150 * MICROS


def test_bjs_5_a_void_after_a_full_hit_takes_it_from_the_meter_as_reseeded() -> None:
    """Reseeded to $500, 50 cents of it from the reserve: two wagers' 30 cents come out of it, their reserve is gone."""
    meter = _meter()
    jackpot, book = _seeded(meter)
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
    meter = _meter()
    jackpot, book = _seeded(meter)
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
    meter = _meter(cap=100_000)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 400)).post(funds.lock(jackpot, meter, book.of(jackpot), 100_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (2_000 * MICROS, 6_000 * MICROS, 42_000 * MICROS)
    book.post(again.lines)


def test_bjs_3_a_reseed_leaves_in_the_reserve_what_it_does_not_need() -> None:
    """20,000 wagers hide $1,000: the reseed takes $500 of them, and nothing from the house."""
    meter = _meter()
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 20_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 400_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (50_000 * MICROS, 0, 0)
    book.post(again.lines)
    assert book.of(jackpot)["reserve"] == 50_000 * MICROS


def test_bjs_3_a_reseed_takes_the_reserve_before_the_overflow() -> None:
    """At a cap of $1,000, 8,000 wagers leave $1,200 over and $400 hidden: $500 are the $400 and $100 of the rest."""
    meter = _meter(cap=100_000)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 8_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 100_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert (again.reserve, again.overflow, again.house) == (40_000 * MICROS, 10_000 * MICROS, 0)
    book.post(again.lines)


@pytest.mark.parametrize(("below", "after"), [(False, 10_000), (True, 50_000)])
def test_bjs_3_a_smaller_prize_reseeds_only_where_the_operator_has_chosen_it(below: bool, after: int) -> None:
    meter = _meter(reseed_below=below)
    jackpot, book = _seeded(meter)
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 90_000))
    book.post(funds.reseed(jackpot, meter, book.of(jackpot), full=False).lines)
    assert funds.displayed_cents(meter, book.of(jackpot)) == after


def test_bjs_3_a_meter_above_its_reseed_amount_is_not_reseeded() -> None:
    meter = _meter(reseed_below=True)
    jackpot, book = _seeded(meter)
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 40_000))
    assert funds.reseed(jackpot, meter, book.of(jackpot), full=True).lines == ()


def test_bjs_3_part_of_a_cent_stays_in_the_meter_at_a_full_hit() -> None:
    """$5 and 1.9998 cents: $5.01 are won, 0.9998 of a cent stay and count towards the reseed of $2."""
    meter = _meter(seed=500, reseed=200, rate=9_999, reserve=0)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 2)).post(funds.lock(jackpot, meter, book.of(jackpot), 501))
    assert book.of(jackpot)["pool"] == 999_800
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    assert again.house == 200 * MICROS - 999_800
    assert funds.displayed_cents(meter, book.post(again.lines).of(jackpot)) == 200


def test_no_more_is_locked_than_is_displayed() -> None:
    meter = _meter(cap=100_000)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 100))
    with pytest.raises(FundsShort) as refused:
        funds.lock(jackpot, meter, book.of(jackpot), 100_001)
    assert refused.value.clause == "BJS-3"
    with pytest.raises(BadAmount):
        funds.lock(jackpot, meter, book.of(jackpot), -1)


def test_a_hit_is_paid_by_the_cage_or_from_the_account() -> None:
    """$1,000 deposited, $600 won: the cage pays 200 and the bank owes it so much, the account pays 400."""
    meter = _meter()
    jackpot, book = _seeded(meter)
    book.post(funds.deposit(jackpot, 100_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 60_000))
    book.post(funds.pay(jackpot, meter, book.of(jackpot), 20_000, "cage"))
    assert (book.accounts["gold:bank"], book.accounts["gold:due"]) == (100_000 * MICROS, -20_000 * MICROS)
    book.post(funds.pay(jackpot, meter, book.of(jackpot), 40_000, "account"))
    assert (book.accounts["gold:bank"], book.accounts["gold:due"]) == (60_000 * MICROS, -20_000 * MICROS)
    assert (book.of(jackpot)["paid"], book.of(jackpot)["locked"]) == (60_000 * MICROS, 0)
    with pytest.raises(FundsShort):
        funds.pay(jackpot, meter, book.of(jackpot), 1, "cage")


def test_an_account_that_is_short_pays_nothing() -> None:
    meter = _meter()
    jackpot, book = _seeded(meter)
    book.post(funds.deposit(jackpot, 999)).post(funds.lock(jackpot, meter, book.of(jackpot), 1_000))
    with pytest.raises(FundsShort, match="bank"):
        funds.pay(jackpot, meter, book.of(jackpot), 1_000, "account")


def test_s_21_a_dollar_prize_touches_no_fund_of_the_players() -> None:
    assert funds.pay_house(_jackpot(_meter()), 12_500) == (
        ("gold:awards", 12_500 * MICROS),
        ("gold:cage", -12_500 * MICROS),
    )


def test_bjs_3_a_rejected_hit_gives_its_amount_back_and_takes_the_reseed_back() -> None:
    """$1,030 won, reseeded with 10 of reserve and 490 of the house; 20 more wagers; rejected: $1,033 and the rest."""
    meter = _meter()
    jackpot, book = _seeded(meter)
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
    meter = _meter(cap=100_000, rate=1_000_000, reserve=0)
    jackpot, book = _seeded(meter)
    book.post(funds.lock(jackpot, meter, book.of(jackpot), 30_000)).post(funds.contribute(jackpot, 100))
    book.post(funds.fold(jackpot, meter, book.of(jackpot)))
    book.post(funds.reject(jackpot, meter, book.of(jackpot), LockedHit(30_000)))
    assert funds.shown(meter, book.of(jackpot)) == (100_000 * MICROS, 10_000 * MICROS)


def test_bjs_3_a_reseed_goes_back_as_far_as_it_is_there_the_house_first() -> None:
    """A meter of $10, reseeded to $500 by a reserve of $100 and the house, then emptied by a second full hit.

    Given back, the first hit's $10 go to the house, which put in $400; nothing is left for the reserve.
    """
    meter = _meter(seed=1_000, reseed=50_000, rate=1, reserve=999_999)
    jackpot, book = _seeded(meter)
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
    meter = _meter(seed=0, rate=1_000_000, reserve=0)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 100)).post(funds.lock(jackpot, meter, book.of(jackpot), 10_000))
    again = funds.reseed(jackpot, meter, book.of(jackpot), full=True)
    book.post(again.lines).post(funds.recover_seed(jackpot, meter, book.of(jackpot), 30_000 * MICROS, "pool"))
    book.post(funds.reject(jackpot, meter, book.of(jackpot), LockedHit(10_000, house=again.house)))
    assert funds.unrecovered(book.of(jackpot)) == 0
    assert funds.displayed_cents(meter, book.of(jackpot)) == 10_000


def test_a_hit_that_is_not_locked_cannot_be_rejected() -> None:
    meter = _meter()
    jackpot, book = _seeded(meter)
    with pytest.raises(FundsShort):
        funds.reject(jackpot, meter, book.of(jackpot), LockedHit(1))


# -- seed and hidden money


def test_wa_19_seed_money_is_recovered_once_and_no_more_than_was_put_in() -> None:
    meter = _meter()
    jackpot, book = _seeded(meter)
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
    meter = _meter()
    jackpot, book = _seeded(meter)
    with pytest.raises(FundsShort, match="overflow"):
        funds.recover_seed(jackpot, meter, book.of(jackpot), 1, "overflow")


def test_wa_19_hidden_money_goes_out_as_an_undisplayed_prize() -> None:
    """100 wagers hide $5: $2 of them are booked, and the display does not move."""
    meter = _meter()
    jackpot, book = _seeded(meter)
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
    meter = _meter()
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 10))
    book.post(funds.adjust(jackpot, meter, book.of(jackpot), to, Decrease.MALFUNCTION))
    assert book.of(jackpot)["pool"] == pool * MICROS
    assert book.of(jackpot)["accrued"] == 0


def test_a_correction_leaves_the_part_of_a_cent() -> None:
    meter = _meter(seed=500, reseed=0, rate=9_999, reserve=0)
    jackpot, book = _seeded(meter)
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
    meter = _meter()
    jackpot, book = _seeded(meter)
    with pytest.raises(AdjustmentRefused) as refused:
        funds.adjust(jackpot, meter, book.of(jackpot), 1, reason)
    assert refused.value.clause == clause
    assert refused.value.remedy


def test_wa_15_a_correction_stays_under_the_cap() -> None:
    meter = _meter(cap=100_000)
    jackpot, book = _seeded(meter)
    with pytest.raises(AdjustmentRefused) as refused:
        funds.adjust(jackpot, meter, book.of(jackpot), 100_001, Decrease.MALFUNCTION)
    assert refused.value.clause == "WAC 230-15-685"


# -- the bank


def test_wa_22_what_is_due_goes_to_the_bank_in_whole_cents() -> None:
    """Seeded with $5 and moved by 1.9998 cents: of 501.9998 cents due, 501 are deposited."""
    meter = _meter(seed=500, reseed=0, rate=9_999, reserve=0)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 2)).post(funds.deposit(jackpot, 501))
    found = funds.statement(jackpot, book.accounts)
    assert (found.held, found.bank, found.due, found.shortfall) == (501_999_800, 501 * MICROS, 999_800, 0)
    assert found.posted == 501 * MICROS
    assert found.covers_posted


def test_wa_22_an_account_below_what_is_booked_is_short() -> None:
    jackpot, book = _seeded(_meter())
    book.post(funds.deposit(jackpot, 100_000))
    assert funds.statement(jackpot, book.accounts, in_bank=100_000).shortfall == 0
    found = funds.statement(jackpot, book.accounts, in_bank=99_990)
    assert found.shortfall == 10 * MICROS
    assert not found.covers_posted
    assert funds.statement(jackpot, book.accounts, in_bank=200_000).shortfall == 0


def test_wa_21_seized_money_is_due_again_until_the_posted_amount_is_back() -> None:
    jackpot, book = _seeded(_meter())
    book.post(funds.deposit(jackpot, 100_000)).post(funds.seize(jackpot, book.accounts, 40_000))
    found = funds.statement(jackpot, book.accounts)
    assert (found.bank, found.due, found.posted) == (60_000 * MICROS, 40_000 * MICROS, 100_000 * MICROS)
    assert not found.covers_posted
    assert funds.statement(jackpot, book.post(funds.deposit(jackpot, 40_000)).accounts).covers_posted
    with pytest.raises(FundsShort):
        funds.seize(jackpot, book.accounts, 100_001)


def test_the_house_takes_out_only_what_the_cage_paid_ahead() -> None:
    meter = _meter()
    jackpot, book = _seeded(meter)
    book.post(funds.deposit(jackpot, 100_000)).post(funds.lock(jackpot, meter, book.of(jackpot), 30_000))
    with pytest.raises(FundsShort):
        funds.withdraw(jackpot, book.accounts, 1)
    book.post(funds.pay(jackpot, meter, book.of(jackpot), 30_000, "cage"))
    with pytest.raises(FundsShort):
        funds.withdraw(jackpot, book.accounts, 30_001)
    book.post(funds.withdraw(jackpot, book.accounts, 30_000))
    assert (book.accounts["gold:bank"], book.accounts["gold:due"]) == (70_000 * MICROS, 0)


# -- the end


def test_wa_28_all_the_money_of_a_removed_progressive_goes_to_another() -> None:
    """$1,000.15 displayed, 5 cents hidden, 60 deposited, on top of $500 under a cap of $1,200 ($300.15 are over)."""
    old, new = _meter(), _meter(seed=50_000, cap=120_000)
    gold, silver = _jackpot(old), _jackpot(new, id="silver")
    book = Book(gold, silver)
    book.post(funds.seed(gold, old)).post(funds.seed(silver, new)).post(funds.contribute(gold, 1))
    book.post(funds.deposit(gold, 60)).post(funds.transfer(gold, silver, new, book.accounts))
    assert {name for name, micros in book.accounts.items() if micros and name.startswith("gold")} == {
        "gold:seed",
        "gold:contributions",
    }
    balances = book.of(silver)
    assert (balances["pool"], balances["overflow"], balances["reserve"]) == (
        120_000 * MICROS,
        30_015 * MICROS,
        5 * MICROS,
    )
    assert (balances["bank"], balances["due"]) == (60 * MICROS, (150_020 - 60) * MICROS)
    assert funds.is_empty(gold, book.accounts)
    assert not funds.is_empty(silver, book.accounts)


def test_wa_28_several_meters_go_to_one_with_every_part_of_a_cent() -> None:
    gold = _jackpot(_meter(seed=100, reseed=0, rate=7, reserve=3), _meter(row="four-aces", seed=50, reseed=0, rate=11))
    target = _meter(row="five-aces", seed=0, reseed=0)
    silver = _jackpot(_meter(), target, id="silver")
    book = Book(gold, silver)
    for meter in gold.meters:
        book.post(funds.seed(gold, meter))
    book.post(funds.contribute(gold, 3)).post(funds.transfer(gold, silver, target, book.accounts))
    balances = book.of(silver, "five-aces")
    assert balances["pool"] == 150 * MICROS + 3 * 100 * (7 + 11)
    assert balances["reserve"] == 3 * 100 * (3 + 50_000)
    assert funds.is_empty(gold, book.accounts)


def test_a_progressive_with_a_locked_hit_is_neither_moved_nor_given_away() -> None:
    meter = _meter()
    gold, silver = _jackpot(meter), _jackpot(meter, id="silver")
    book = Book(gold, silver).post(funds.seed(gold, meter))
    book.post(funds.lock(gold, meter, book.of(gold), 1))
    with pytest.raises(RemovalRefused, match="locked"):
        funds.transfer(gold, silver, meter, book.accounts)
    with pytest.raises(RemovalRefused, match="locked"):
        funds.donate(gold, meter, book.accounts)
    assert not funds.is_empty(gold, book.accounts)


def test_a_progressive_goes_only_to_a_meter_of_another() -> None:
    meter = _meter()
    gold, silver = _jackpot(meter), _jackpot(_meter(cap=200_000), id="silver")
    for source, target in ((gold, gold), (gold, silver)):
        with pytest.raises(RemovalRefused):
            funds.transfer(source, target, meter, {})


@pytest.mark.parametrize("by", ["account", "cage"])
def test_wa_28_a_closed_meter_is_given_away_in_whole_cents(by: Literal["account", "cage"]) -> None:
    """$5 and 1.9998 cents: $5.01 go out, 0.9998 of a cent is rounding, and nothing goes to the house."""
    meter = _meter(seed=500, reseed=0, rate=9_999, reserve=0)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 2)).post(funds.deposit(jackpot, 501))
    book.post(funds.donate(jackpot, meter, book.accounts, by))
    balances = book.of(jackpot)
    assert (balances["paid"], balances["rounding"], funds.holdings(balances)) == (501 * MICROS, 999_800, 999_800)
    assert funds.is_empty(jackpot, book.accounts)


def test_a_meter_is_empty_when_only_a_rounding_is_left_and_gives_no_more_away() -> None:
    """One wager at 0.9999 %: less than a cent, and still the meter's until it is closed."""
    meter = _meter(seed=0, reseed=0, rate=9_999, reserve=0)
    jackpot, book = _seeded(meter)
    book.post(funds.contribute(jackpot, 1))
    assert not funds.is_empty(jackpot, book.accounts)
    book.post(funds.donate(jackpot, meter, book.accounts))
    assert funds.is_empty(jackpot, book.accounts)
    assert book.of(jackpot)["rounding"] == 999_900
    assert funds.donate(jackpot, meter, book.accounts) == ()


def test_what_is_due_is_deposited_before_the_account_gives_it_away() -> None:
    meter = _meter()
    jackpot, book = _seeded(meter)
    with pytest.raises(FundsShort, match="bank"):
        funds.donate(jackpot, meter, book.accounts)


def test_wa_28_a_removal_waits_for_its_notice() -> None:
    noticed = date(2026, 3, 1)
    for day, notice in ((date(2026, 3, 10), noticed), (date(2026, 3, 31), None)):
        with pytest.raises(RemovalRefused) as refused:
            funds.check_removal(Removal.DISCONTINUED, notice, day, 10)
        assert refused.value.clause == "WAC 230-15-710"
    funds.check_removal(Removal.DISCONTINUED, noticed, date(2026, 3, 11), 10)
    funds.check_removal(Removal.CLOSING, None, noticed, 0)


@pytest.mark.parametrize("reason", [Removal.ORDER, Removal.WON])
def test_an_order_of_the_regulator_and_a_jackpot_won_need_no_notice(reason: Removal) -> None:
    funds.check_removal(reason, None, date(2026, 3, 1), 30)
