"""Where the rules of the funds turn from one case into the next: empty accounts, exact bounds, a single micro."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.jackpots import funds, removal, soundness
from houseway.jackpots.funds import LockedHit, Reseed
from houseway.jackpots.jackpot_accounts import balances_of, holdings
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.jackpots.jackpot_errors import FundsShort
from houseway.rulebook.rule_errors import BadAmount
from tests.jackpots.books import a_meter, progressive

JACKPOT = progressive()
METER = JACKPOT.meters[0]
CAPPED = a_meter(cap=200_000)


# -- accounts that were never touched hold nothing


def test_an_account_that_was_never_touched_holds_nothing() -> None:
    assert set(balances_of(JACKPOT, METER, {}).values()) == {0}
    assert funds.shown(METER, {}) == (0, 0)
    assert funds.shown(CAPPED, {}) == (0, 0)
    assert holdings({}) == 0
    assert funds.unrecovered({}) == 0
    assert funds.fold(JACKPOT, METER, {}) == ()
    assert funds.back_to_cap(progressive(CAPPED), CAPPED, {"pool": 200_000 * MICROS}) == ()
    assert funds.back_to_cap(progressive(CAPPED), CAPPED, {}) == ()
    nothing = a_meter(cap=0, seed=0, reseed=0)
    assert funds.back_to_cap(progressive(nothing), nothing, {}) == ()
    assert soundness.check_invariants(JACKPOT, {}) == []
    assert removal.is_empty(JACKPOT, {})
    found = funds.statement(JACKPOT, {}, in_bank=0)
    assert (found.held, found.posted, found.bank, found.due, found.shortfall, found.surplus) == (0, 0, 0, 0, 0, 0)


def test_nothing_can_be_taken_from_an_account_that_was_never_touched() -> None:
    """Not even a single micro, or a cent."""
    with pytest.raises(FundsShort):
        funds.pay(JACKPOT, METER, {}, 1, "cage")
    with pytest.raises(FundsShort):
        funds.withdraw(JACKPOT, {}, 1)
    assert funds.withdraw(JACKPOT, {}, 0) == ()
    with pytest.raises(FundsShort, match=r"bank holds \$0, and \$0\.01 is asked of it"):
        funds.seize(JACKPOT, {}, 1)
    with pytest.raises(FundsShort):
        funds.recover_seed(JACKPOT, METER, {"seed": -1}, 1, "reserve")
    assert funds.recover_seed(JACKPOT, METER, {"seed": -1, "reserve": 1}, 1, "reserve")


def test_bjs_5_a_void_on_an_untouched_meter_is_borne_whole_by_the_house() -> None:
    back = funds.take_back(JACKPOT, 1, {})
    assert (back.lines, back.taken, back.borne) == ((), 0, 20 * MICROS)


@pytest.mark.parametrize("wrong", [-1, 1.5, "5", True])
def test_bjs_5_the_wagers_of_a_void_are_a_whole_number(wrong: Any) -> None:
    with pytest.raises(BadAmount):
        funds.take_back(JACKPOT, wrong, {})


def test_a_bonus_displays_the_posted_amount_or_nothing() -> None:
    bonus = Jackpot(id="daily", scheme="bonus", updates="static")
    assert funds.displayed(bonus, {}) == {}
    assert funds.displayed(msgspec.structs.replace(bonus, amount=400_000), {}) == {"": 400_000}


def test_a_correction_gives_the_house_no_micro_where_it_has_recovered_its_seed() -> None:
    lines = funds.adjust(JACKPOT, METER, {"pool": 100_000 * MICROS}, 99_000, funds.Decrease.MALFUNCTION)
    assert dict(lines) == {"gold:pool": -1_000 * MICROS, "gold:reserve": 1_000 * MICROS}


def test_the_account_pays_a_prize_less_its_tax_and_the_cage_answers_for_the_tax() -> None:
    locked = {"locked": 10_000 * MICROS}
    lines = funds.pay(JACKPOT, METER, {**locked, "bank": 7_600 * MICROS}, 10_000, "account", 2_400)
    assert dict(lines) == {
        "gold:locked": -10_000 * MICROS,
        "gold:paid": 10_000 * MICROS,
        "gold:bank": -7_600 * MICROS,
        "gold:due": -2_400 * MICROS,
        "gold:house": 10_000 * MICROS,
    }
    with pytest.raises(FundsShort):
        funds.pay(JACKPOT, METER, {**locked, "bank": 7_600 * MICROS - 1}, 10_000, "account", 2_400)
    assert dict(funds.withhold(JACKPOT, 2_400)) == {"gold:cage": 2_400 * MICROS, "gold:withheld": -2_400 * MICROS}
    assert funds.withhold(JACKPOT, 0) == ()


# -- the cap


def test_bjs_5_below_the_cap_a_void_takes_the_pool_before_older_overflow() -> None:
    accounts = {"gold:pool": 150_000 * MICROS, "gold:overflow": 5_000 * MICROS, "gold:reserve": 5 * MICROS}
    assert dict(funds.take_back(progressive(CAPPED), 1, accounts).lines) == {
        "gold:pool": -15 * MICROS,
        "gold:reserve": -5 * MICROS,
        "gold:contributions": 20 * MICROS,
        "gold:due": -20 * MICROS,
        "gold:house": 20 * MICROS,
    }


@pytest.mark.parametrize(("pool", "taken_from"), [(200_000 * MICROS, "overflow"), (200_000 * MICROS - 1, "pool")])
def test_bjs_5_exactly_at_the_cap_a_void_takes_the_overflow(pool: int, taken_from: str) -> None:
    accounts = {"gold:pool": pool, "gold:overflow": 5_000 * MICROS, "gold:reserve": 5 * MICROS}
    lines = dict(funds.take_back(progressive(CAPPED), 1, accounts).lines)
    assert lines[f"gold:{taken_from}"] == -15 * MICROS


def test_wa_15_the_display_stops_exactly_at_the_cap() -> None:
    at_cap = {"pool": 199_999 * MICROS, "accrued": MICROS}
    assert funds.shown(CAPPED, at_cap) == (200_000 * MICROS, 0)
    assert funds.shown(CAPPED, {**at_cap, "accrued": MICROS + 1}) == (200_000 * MICROS, 1)
    assert dict(funds.fold(progressive(CAPPED), CAPPED, {**at_cap, "accrued": MICROS + 1})) == {
        "gold:accrued": -MICROS - 1,
        "gold:pool": MICROS,
        "gold:overflow": 1,
    }


def test_wa_19_one_micro_over_the_maximum_goes_to_the_overflow() -> None:
    over = {"pool": 200_000 * MICROS + 1}
    assert dict(funds.back_to_cap(progressive(CAPPED), CAPPED, over)) == {"gold:pool": -1, "gold:overflow": 1}


def test_wa_15_a_correction_may_reach_the_cap_and_no_cent_more() -> None:
    jackpot = progressive(CAPPED)
    lines = dict(funds.adjust(jackpot, CAPPED, {"pool": MICROS}, 200_000, funds.Decrease.MALFUNCTION))
    assert lines["gold:pool"] == 199_999 * MICROS


@pytest.mark.parametrize("wrong", [-1, 1.5, "5", True])
def test_a_correction_is_whole_cents(wrong: Any) -> None:
    with pytest.raises(BadAmount):
        funds.adjust(JACKPOT, METER, {"pool": 100 * MICROS}, wrong, funds.Decrease.MALFUNCTION)


# -- hits and reseeding


def test_bjs_3_all_that_is_displayed_may_be_locked_and_no_cent_more() -> None:
    balances = {"pool": 100 * MICROS}
    assert dict(funds.lock(JACKPOT, METER, balances, 100)) == {"gold:pool": -100 * MICROS, "gold:locked": 100 * MICROS}
    with pytest.raises(FundsShort):
        funds.lock(JACKPOT, METER, balances, 101)


def test_bjs_3_a_reseed_counts_what_is_accrued_and_takes_nothing_it_does_not_need() -> None:
    """50,000 cents wanted: 20,000 are in the pool and 10,000 accrued, so that 20,000 come from the reserve."""
    balances = {"accrued": 10_000 * MICROS, "pool": 20_000 * MICROS, "reserve": 30_000 * MICROS}
    again = funds.reseed(JACKPOT, METER, balances, full=True)
    assert dict(again.lines) == {"gold:pool": 20_000 * MICROS, "gold:reserve": -20_000 * MICROS}
    assert (again.reserve, again.overflow, again.house) == (20_000 * MICROS, 0, 0)


@pytest.mark.parametrize(("short", "reseeds"), [(0, False), (1, True), (-1, False)])
def test_bjs_3_a_meter_one_micro_under_its_reseed_amount_is_topped_up(short: int, reseeds: bool) -> None:
    again = funds.reseed(JACKPOT, METER, {"pool": 50_000 * MICROS - short}, full=True)
    assert again == (
        Reseed((("gold:pool", 1), ("gold:seed", -1), ("gold:due", 1), ("gold:house", -1)), house=1)
        if reseeds
        else Reseed()
    )


def test_bjs_3_an_empty_meter_is_reseeded_by_the_house_alone() -> None:
    again = funds.reseed(JACKPOT, METER, {}, full=True)
    assert (again.reserve, again.overflow, again.house) == (0, 0, 50_000 * MICROS)
    assert not funds.reseed(JACKPOT, METER, {}, full=False).lines


def test_bjs_3_the_rejected_hit_of_an_empty_pool_gives_back_only_itself() -> None:
    hit = LockedHit(cents=100)
    assert dict(funds.reject(JACKPOT, METER, {"locked": 100 * MICROS}, hit)) == {
        "gold:locked": -100 * MICROS,
        "gold:pool": 100 * MICROS,
    }


def test_bjs_3_a_rejected_hit_that_fills_the_meter_to_its_cap_leaves_no_overflow() -> None:
    jackpot = progressive(CAPPED)
    balances = {"locked": 101 * MICROS, "pool": 199_900 * MICROS}
    assert "gold:overflow" not in dict(funds.reject(jackpot, CAPPED, balances, LockedHit(cents=100)))
    assert dict(funds.reject(jackpot, CAPPED, balances, LockedHit(cents=101)))["gold:overflow"] == MICROS


def test_bjs_3_a_rejected_reseed_goes_back_to_each_of_its_sources() -> None:
    """The hit took 100 of a meter that was reseeded with 9 of the reserve, 5 of the overflow and 3 of the house."""
    hit = LockedHit(cents=100, reserve=9 * MICROS, overflow=5 * MICROS, house=3 * MICROS)
    balances = {"locked": 100 * MICROS, "pool": 20 * MICROS, "seed": -50 * MICROS}
    assert dict(funds.reject(JACKPOT, METER, balances, hit)) == {
        "gold:locked": -100 * MICROS,
        "gold:pool": 83 * MICROS,
        "gold:overflow": 5 * MICROS,
        "gold:reserve": 9 * MICROS,
        "gold:seed": 3 * MICROS,
        "gold:due": -3 * MICROS,
        "gold:house": 3 * MICROS,
    }


@pytest.mark.parametrize(
    ("hit", "back"),
    [
        (LockedHit(cents=1, house=MICROS, overflow=MICROS), {"seed": MICROS, "due": -MICROS, "house": MICROS}),
        (LockedHit(cents=1, overflow=MICROS, reserve=MICROS), {"overflow": MICROS}),
        (LockedHit(cents=1, reserve=2 * MICROS), {"reserve": MICROS}),
        (LockedHit(cents=1, house=MICROS, reserve=MICROS), {"seed": MICROS, "due": -MICROS, "house": MICROS}),
    ],
)
def test_bjs_3_a_reseed_that_is_gone_goes_back_only_as_far_as_the_pool_has_it(
    hit: LockedHit, back: dict[str, int]
) -> None:
    """The pool has only the hit's own cent: the house is served first, then the overflow, then the reserve."""
    lines = dict(funds.reject(JACKPOT, METER, {"locked": MICROS, "seed": -MICROS}, hit))
    assert lines == {"gold:locked": -MICROS, **{f"gold:{fund}": micros for fund, micros in back.items()}}


def test_a_prize_and_a_bank_withdrawal_may_take_all_there_is() -> None:
    assert funds.pay(JACKPOT, METER, {"locked": MICROS, "bank": MICROS}, 1, "account")
    assert funds.seize(JACKPOT, {"gold:bank": MICROS}, 1)
    assert dict(funds.withdraw(JACKPOT, {"gold:bank": MICROS, "gold:due": -MICROS}, 1)) == {
        "gold:bank": -MICROS,
        "gold:due": MICROS,
    }


def test_what_the_bank_has_less_than_is_booked_is_the_shortfall() -> None:
    found = funds.statement(JACKPOT, {"gold:bank": 10 * MICROS, "gold:due": 7, "gold:pool": 4 * MICROS}, in_bank=3)
    assert (found.bank, found.due, found.shortfall, found.posted) == (10 * MICROS, 7, 7 * MICROS, 4 * MICROS)
    held = {"gold:bank": 4 * MICROS, "gold:pool": 3 * MICROS, "gold:locked": MICROS}
    exact = funds.statement(JACKPOT, held, in_bank=4)
    assert (exact.held, exact.posted) == (4 * MICROS, 4 * MICROS), "a locked hit is owed like what is displayed"
    assert exact.shortfall == 0


# -- lines


def test_no_line_moves_nothing_and_each_account_has_one() -> None:
    lines = funds.adjust(JACKPOT, METER, {"accrued": 5 * MICROS, "pool": 0}, 5, funds.Decrease.MALFUNCTION)
    assert lines == (("gold:accrued", -5 * MICROS), ("gold:pool", 5 * MICROS))


def test_money_is_told_with_what_there_is_of_a_cent() -> None:
    with pytest.raises(FundsShort, match=r"reserve holds \$0\.02 and 5 millionths of a cent, and \$0\.03 is asked"):
        funds.book_undisplayed(JACKPOT, METER, {"reserve": 2 * MICROS + 5}, 3, "reserve")
