"""Where the rules of the funds turn from one case into the next: empty accounts, exact bounds, a single micro."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from houseway.errors import BadAmount, BadJackpot, FundsShort, RemovalRefused
from houseway.jackpots import funds
from houseway.jackpots.configuration import MICROS, Jackpot, Meter
from houseway.jackpots.funds import LockedHit, Removal, Reseed


def _meter(**choices: Any) -> Meter:
    return Meter(**{"seed": 100_000, "reseed": 50_000, "rate": 150_000, "reserve": 50_000, **choices})


def _jackpot(*meters: Meter, id: str = "gold", **choices: Any) -> Jackpot:
    return Jackpot(id=id, scheme="progressive", updates="real-time", meters=meters or (_meter(),), **choices)


JACKPOT = _jackpot()
METER = JACKPOT.meters[0]
CAPPED = _meter(cap=200_000)


# -- accounts that were never touched hold nothing


def test_an_account_that_was_never_touched_holds_nothing() -> None:
    assert set(funds.balances_of(JACKPOT, METER, {}).values()) == {0}
    assert funds.shown(METER, {}) == (0, 0)
    assert funds.shown(CAPPED, {}) == (0, 0)
    assert funds.holdings({}) == 0
    assert funds.unrecovered({}) == 0
    assert funds.fold(JACKPOT, METER, {}) == ()
    assert funds.back_to_cap(_jackpot(CAPPED), CAPPED, {"pool": 200_000 * MICROS}) == ()
    assert funds.back_to_cap(_jackpot(CAPPED), CAPPED, {}) == ()
    nothing = _meter(cap=0, seed=0, reseed=0)
    assert funds.back_to_cap(_jackpot(nothing), nothing, {}) == ()
    assert funds.check_invariants(JACKPOT, {}) == []
    assert funds.is_empty(JACKPOT, {})
    found = funds.statement(JACKPOT, {}, in_bank=0)
    assert (found.held, found.posted, found.bank, found.due, found.shortfall) == (0, 0, 0, 0, 0)
    assert found.covers_posted


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


# -- the cap


def test_bjs_5_below_the_cap_a_void_takes_the_pool_before_older_overflow() -> None:
    accounts = {"gold:pool": 150_000 * MICROS, "gold:overflow": 5_000 * MICROS, "gold:reserve": 5 * MICROS}
    assert dict(funds.take_back(_jackpot(CAPPED), 1, accounts).lines) == {
        "gold:pool": -15 * MICROS,
        "gold:reserve": -5 * MICROS,
        "gold:contributions": 20 * MICROS,
        "gold:due": -20 * MICROS,
        "gold:house": 20 * MICROS,
    }


@pytest.mark.parametrize(("pool", "taken_from"), [(200_000 * MICROS, "overflow"), (200_000 * MICROS - 1, "pool")])
def test_bjs_5_exactly_at_the_cap_a_void_takes_the_overflow(pool: int, taken_from: str) -> None:
    accounts = {"gold:pool": pool, "gold:overflow": 5_000 * MICROS, "gold:reserve": 5 * MICROS}
    lines = dict(funds.take_back(_jackpot(CAPPED), 1, accounts).lines)
    assert lines[f"gold:{taken_from}"] == -15 * MICROS


def test_wa_15_the_display_stops_exactly_at_the_cap() -> None:
    at_cap = {"pool": 199_999 * MICROS, "accrued": MICROS}
    assert funds.shown(CAPPED, at_cap) == (200_000 * MICROS, 0)
    assert funds.shown(CAPPED, {**at_cap, "accrued": MICROS + 1}) == (200_000 * MICROS, 1)
    assert dict(funds.fold(_jackpot(CAPPED), CAPPED, {**at_cap, "accrued": MICROS + 1})) == {
        "gold:accrued": -MICROS - 1,
        "gold:pool": MICROS,
        "gold:overflow": 1,
    }


def test_wa_19_one_micro_over_the_maximum_goes_to_the_overflow() -> None:
    over = {"pool": 200_000 * MICROS + 1}
    assert dict(funds.back_to_cap(_jackpot(CAPPED), CAPPED, over)) == {"gold:pool": -1, "gold:overflow": 1}


def test_wa_15_a_correction_may_reach_the_cap_and_no_cent_more() -> None:
    jackpot = _jackpot(CAPPED)
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
    jackpot = _jackpot(CAPPED)
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
    assert not found.covers_posted
    held = {"gold:bank": 4 * MICROS, "gold:pool": 3 * MICROS, "gold:locked": MICROS}
    exact = funds.statement(JACKPOT, held, in_bank=4)
    assert (exact.held, exact.posted) == (4 * MICROS, 4 * MICROS), "a locked hit is owed like what is displayed"
    assert (exact.shortfall, exact.covers_posted) == (0, True)


# -- removal


def test_wa_28_a_transfer_carries_every_fund_the_rounding_of_a_closed_meter_too() -> None:
    target = _jackpot(id="silver")
    accounts = {
        "gold:accrued": 1,
        "gold:pool": 10,
        "gold:rounding": 100,
        "gold:reserve": 1_000,
        "gold:overflow": 10_000,
        "gold:contributions": -11_111,
        "gold:due": 11_111,
        "gold:house": -11_111,
    }
    lines = dict(funds.transfer(JACKPOT, target, target.meters[0], accounts))
    assert {name: lines[name] for name in lines if name.startswith("silver")} == {
        "silver:pool": 111,
        "silver:reserve": 1_000,
        "silver:overflow": 10_000,
        "silver:contributions": -11_111,
        "silver:due": 11_111,
        "silver:house": -11_111,
    }
    after = funds.applied(accounts, tuple(lines.items()))
    assert not any(amount for name, amount in after.items() if name.startswith("gold"))


def test_wa_15_a_transfer_fills_the_other_meter_to_its_cap_and_the_rest_is_overflow() -> None:
    target = _jackpot(CAPPED, id="silver")
    accounts = {"gold:pool": 10 * MICROS, "silver:pool": 199_994 * MICROS}
    lines = dict(funds.transfer(JACKPOT, target, CAPPED, accounts))
    assert (lines["silver:pool"], lines["silver:overflow"]) == (6 * MICROS, 4 * MICROS)
    exact = dict(funds.transfer(JACKPOT, target, CAPPED, {"gold:pool": 6 * MICROS, "silver:pool": 199_994 * MICROS}))
    assert "silver:overflow" not in exact
    over = dict(funds.transfer(JACKPOT, target, CAPPED, {"gold:pool": 6 * MICROS, "silver:pool": 200_001 * MICROS}))
    assert over["silver:overflow"] == 6 * MICROS


@pytest.mark.parametrize(("on", "allowed"), [(10, False), (11, True)])
def test_wa_28_a_notice_of_ten_days_has_run_on_the_eleventh(on: int, allowed: bool) -> None:
    given, day = date(2024, 5, 1), date(2024, 5, on)
    if allowed:
        funds.check_removal(Removal.MOVED, given, day, 10)
        return
    with pytest.raises(RemovalRefused, match="was given on 2024-05-01"):
        funds.check_removal(Removal.MOVED, given, day, 10)


def test_wa_28_a_notice_that_was_never_given_is_told_so() -> None:
    with pytest.raises(RemovalRefused, match="has not been given"):
        funds.check_removal(Removal.MOVED, None, date(2024, 5, 1), 1)
    funds.check_removal(Removal.MOVED, None, date(2024, 5, 1), 0)


def test_a_meter_is_empty_only_below_a_whole_cent_of_rounding() -> None:
    assert funds.is_empty(JACKPOT, {"gold:rounding": MICROS - 1})
    assert not funds.is_empty(JACKPOT, {"gold:rounding": MICROS})
    assert not funds.is_empty(JACKPOT, {"gold:pool": 1})
    assert not funds.is_empty(JACKPOT, {"gold:locked": 1, "gold:pool": -1})


def test_a_donation_leaves_what_is_less_than_a_cent() -> None:
    accounts = {"gold:pool": 3 * MICROS + 5, "gold:rounding": 4, "gold:bank": 3 * MICROS}
    lines = dict(funds.donate(JACKPOT, METER, accounts))
    assert (lines["gold:pool"], lines["gold:rounding"], lines["gold:paid"]) == (-3 * MICROS - 5, 5, 3 * MICROS)


# -- configuration


@pytest.mark.parametrize(
    "choices",
    [
        {"wager": 1},
        {"unreasonable": 1},
        {"meters": (_meter(rate=1, reserve=0),)},
        {"meters": (_meter(rate=950_000, reserve=50_000),)},
        {"meters": (_meter(seed=0, reseed=0, cap=0),)},
        {"meters": (_meter(seed=5, reseed=7, cap=7),)},
        {"meters": (_meter(seed=10**11, reseed=10**11, cap=10**11),)},
        {"wager": 10**11},
    ],
)
def test_a_jackpot_just_inside_every_bound_can_be_run(choices: dict[str, Any]) -> None:
    funds.check(
        Jackpot(**{"id": "gold", "scheme": "progressive", "updates": "real-time", "meters": (METER,), **choices})
    )


@pytest.mark.parametrize(
    "choices",
    [
        {"wager": 0},
        {"wager": -1},
        {"wager": True},
        {"wager": 10**11 + 1},
        {"unreasonable": 0},
        {"meters": (_meter(rate=0),)},
        {"meters": (_meter(rate=950_001, reserve=50_000),)},
        {"meters": (_meter(seed=5, reseed=7, cap=6),)},
        {"meters": (_meter(seed=7, reseed=5, cap=6),)},
        {"meters": (_meter(seed=10**11 + 1),)},
        {"meters": (_meter(seed=-1),)},
        {"meters": (_meter(reserve=-1),)},
        {"meters": (_meter(reseed=-1),)},
    ],
)
def test_a_jackpot_just_outside_a_bound_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(BadJackpot):
        funds.check(
            Jackpot(**{"id": "gold", "scheme": "progressive", "updates": "real-time", "meters": (METER,), **choices})
        )


def test_wa_28_one_micro_keeps_a_meter_from_being_taken_out() -> None:
    old = _jackpot(METER, _meter(row="four-aces"))
    funds.check_change(old, JACKPOT, {})
    with pytest.raises(BadJackpot):
        funds.check_change(old, JACKPOT, {"gold/four-aces:pool": 1})


def test_wa_15_a_cap_may_be_set_at_exactly_what_is_displayed() -> None:
    accounts = {"gold:pool": 200_000 * MICROS}
    funds.check_change(JACKPOT, _jackpot(CAPPED), accounts)
    with pytest.raises(BadJackpot):
        funds.check_change(JACKPOT, _jackpot(CAPPED), {**accounts, "gold:accrued": 1})


# -- what a broken ledger is told


def _with(**moved: int) -> dict[str, int]:
    """The accounts of a seeded jackpot in good order, with some of them moved by so many micros."""
    accounts = {"gold:pool": MICROS, "gold:seed": -MICROS, "gold:due": MICROS, "gold:house": -MICROS}
    return funds.applied(accounts, tuple((f"gold:{fund}", micros) for fund, micros in moved.items()))


@pytest.mark.parametrize(
    ("moved", "told"),
    [
        ({}, []),
        ({"pool": 1, "seed": -1, "due": 1, "house": -1}, []),
        ({"recovered": MICROS, "pool": -MICROS, "due": -MICROS, "house": MICROS}, []),
        (
            {"recovered": MICROS + 1, "contributions": -MICROS - 1},
            ["gold:recovered is more than was seeded"],
        ),
        ({"locked": 1, "contributions": -1, "due": 1, "house": -1}, ["gold:locked is not whole cents"]),
        ({"paid": 1, "contributions": -1}, ["gold:paid is not whole cents"]),
        ({"reserve": -1, "contributions": 1, "due": -1, "house": 1}, ["gold:reserve is below zero"]),
        ({"bank": 1, "due": -1}, ["gold: bank is not whole cents"]),
        ({"bank": -MICROS, "due": MICROS}, ["gold: bank is below zero"]),
        ({"awards": MICROS, "cage": -MICROS}, []),
        ({"awards": 1, "cage": -1}, ["gold: awards is not whole cents"]),
        ({"awards": -MICROS, "cage": MICROS}, ["gold: awards is below zero"]),
        ({"awards": MICROS}, [f"gold: awards and cage are out of balance by {MICROS} micros"]),
        (
            {"pool": 1},
            ["gold: is out of balance by 1 micros", "gold: bank and due differ from what the meters hold by -1 micros"],
        ),
        ({"house": 1}, ["gold: bank, due and house are out of balance by 1 micros"]),
    ],
)
def test_each_invariant_is_told_by_itself_at_a_single_micro(moved: dict[str, int], told: list[str]) -> None:
    assert funds.check_invariants(JACKPOT, _with(**moved)) == told


def test_the_pool_may_stand_at_its_cap_and_no_micro_over_it() -> None:
    jackpot = _jackpot(_meter(cap=1, seed=0, reseed=0))
    assert funds.check_invariants(jackpot, _with()) == []
    over = _with(pool=1, seed=-1, due=1, house=-1)
    assert funds.check_invariants(jackpot, over) == ["gold:pool is over the cap"]


def test_a_meter_that_was_taken_out_leaves_a_history_that_comes_to_nothing() -> None:
    history = {"gold/old:contributions": -5 * MICROS, "gold/old:paid": 3 * MICROS, "gold/old:recovered": 2 * MICROS}
    assert funds.check_invariants(JACKPOT, {**_with(), **history}) == []
    assert funds.check_invariants(JACKPOT, {**_with(), **history, "gold/old:pool": 0}) == []
    assert funds.check_invariants(JACKPOT, {**_with(), **history, "gold/old:paid": 3 * MICROS + 1}) == [
        "gold/old is no meter any more and is out of balance"
    ]
    assert funds.check_invariants(JACKPOT, {**_with(), **history, "gold/old:pool": 1}) == [
        "gold/old:pool belongs to no meter"
    ]


# -- lines


def test_no_line_moves_nothing_and_each_account_has_one() -> None:
    lines = funds.adjust(JACKPOT, METER, {"accrued": 5 * MICROS, "pool": 0}, 5, funds.Decrease.MALFUNCTION)
    assert lines == (("gold:accrued", -5 * MICROS), ("gold:pool", 5 * MICROS))


def test_money_is_told_with_what_there_is_of_a_cent() -> None:
    with pytest.raises(FundsShort, match=r"reserve holds \$0\.02 and 5 millionths of a cent, and \$0\.03 is asked"):
        funds.book_undisplayed(JACKPOT, METER, {"reserve": 2 * MICROS + 5}, 3, "reserve")
