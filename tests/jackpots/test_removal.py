"""The end of a progressive, worked out by hand: its reasons, its notice, and where every micro goes."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest

from houseway.jackpots import funds, removal
from houseway.jackpots.jackpot_accounts import applied, holdings
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.jackpots.jackpot_errors import FundsShort, RemovalRefused
from houseway.jackpots.removal import Removal
from tests.jackpots.books import Book, a_meter, progressive, seeded

JACKPOT = progressive()
METER = JACKPOT.meters[0]
CAPPED = a_meter(cap=200_000)


# -- won, and not continued


def test_wa_28_won_is_what_was_paid_in_full_with_nothing_counted_since() -> None:
    jackpot, book = seeded(a_meter())
    book.post(funds.contribute(jackpot, 3))
    then = removal.contributed("gold", "", book.accounts)
    assert then == 3 * 100 * (150_000 + 50_000)
    removal.check_won(jackpot, {"": then}, book.accounts)
    with pytest.raises(RemovalRefused, match="no full prize of gold was paid") as none:
        removal.check_won(jackpot, {}, book.accounts)
    assert (none.value.clause, "game-discontinued" in (none.value.remedy or "")) == ("WAC 230-15-710", True)
    book.post(funds.contribute(jackpot, 1))
    with pytest.raises(RemovalRefused, match="after its full prize"):
        removal.check_won(jackpot, {"": then}, book.accounts)
    # A round that was voided gives back what it brought: less than then is nothing since.
    removal.check_won(jackpot, {"": then + 2 * 100 * 200_000}, book.accounts)


def test_wa_28_every_meter_was_won() -> None:
    first, second = a_meter(), a_meter(row="four-aces")
    jackpot = progressive(first, second)
    book = Book(jackpot).post(funds.seed(jackpot, first)).post(funds.seed(jackpot, second))
    book.post(funds.contribute(jackpot, 1))
    counted = {row: removal.contributed("gold", row, book.accounts) for row in ("", "four-aces")}
    assert counted == {"": 20_000_000, "four-aces": 20_000_000}
    removal.check_won(jackpot, counted, book.accounts)
    for row, name in (("", "gold"), ("four-aces", "gold/four-aces")):
        others = {other: micros for other, micros in counted.items() if other != row}
        with pytest.raises(RemovalRefused, match=f"no full prize of {name} was"):
            removal.check_won(jackpot, others, book.accounts)
        with pytest.raises(RemovalRefused, match=f"counted for {name} after"):
            removal.check_won(jackpot, {**others, row: counted[row] - 1}, book.accounts)


def test_nothing_was_contributed_to_a_meter_without_wagers() -> None:
    assert removal.contributed("gold", "", {}) == 0


# -- to another progressive, or given away


def test_wa_28_all_the_money_of_a_removed_progressive_goes_to_another() -> None:
    """$1,000.15 displayed, 5 cents hidden, 60 deposited, on top of $500 under a cap of $1,200 ($300.15 are over)."""
    old, new = a_meter(), a_meter(seed=50_000, cap=120_000)
    gold, silver = progressive(old), progressive(new, id="silver")
    book = Book(gold, silver)
    book.post(funds.seed(gold, old)).post(funds.seed(silver, new)).post(funds.contribute(gold, 1))
    book.post(funds.deposit(gold, 60)).post(removal.transfer(gold, silver, new, book.accounts))
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
    assert removal.is_empty(gold, book.accounts)
    assert not removal.is_empty(silver, book.accounts)


def test_wa_28_several_meters_go_to_one_with_every_part_of_a_cent() -> None:
    gold = progressive(
        a_meter(seed=100, reseed=0, rate=7, reserve=3), a_meter(row="four-aces", seed=50, reseed=0, rate=11)
    )
    target = a_meter(row="five-aces", seed=0, reseed=0)
    silver = progressive(a_meter(), target, id="silver")
    book = Book(gold, silver)
    for meter in gold.meters:
        book.post(funds.seed(gold, meter))
    book.post(funds.contribute(gold, 3)).post(removal.transfer(gold, silver, target, book.accounts))
    balances = book.of(silver, "five-aces")
    assert balances["pool"] == 150 * MICROS + 3 * 100 * (7 + 11)
    assert balances["reserve"] == 3 * 100 * (3 + 50_000)
    assert removal.is_empty(gold, book.accounts)


def test_a_progressive_with_a_locked_hit_is_neither_moved_nor_given_away() -> None:
    meter = a_meter()
    gold, silver = progressive(meter), progressive(meter, id="silver")
    book = Book(gold, silver).post(funds.seed(gold, meter))
    book.post(funds.lock(gold, meter, book.of(gold), 1))
    with pytest.raises(RemovalRefused, match="locked"):
        removal.transfer(gold, silver, meter, book.accounts)
    with pytest.raises(RemovalRefused, match="locked"):
        removal.donate(gold, meter, book.accounts)
    assert not removal.is_empty(gold, book.accounts)


def test_a_progressive_goes_only_to_a_meter_of_another() -> None:
    meter = a_meter()
    gold, silver = progressive(meter), progressive(a_meter(cap=200_000), id="silver")
    for source, target in ((gold, gold), (gold, silver)):
        with pytest.raises(RemovalRefused):
            removal.transfer(source, target, meter, {})


@pytest.mark.parametrize("by", ["account", "cage"])
def test_wa_28_a_closed_meter_is_given_away_in_whole_cents(by: Literal["account", "cage"]) -> None:
    """$5 and 1.9998 cents: $5.01 go out, 0.9998 of a cent is rounding, and nothing goes to the house."""
    meter = a_meter(seed=500, reseed=0, rate=9_999, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 2)).post(funds.deposit(jackpot, 501))
    book.post(removal.donate(jackpot, meter, book.accounts, by))
    balances = book.of(jackpot)
    assert (balances["paid"], balances["rounding"], holdings(balances)) == (501 * MICROS, 999_800, 999_800)
    assert removal.is_empty(jackpot, book.accounts)


def test_a_meter_is_empty_when_only_a_rounding_is_left_and_gives_no_more_away() -> None:
    """One wager at 0.9999 %: less than a cent, and still the meter's until it is closed."""
    meter = a_meter(seed=0, reseed=0, rate=9_999, reserve=0)
    jackpot, book = seeded(meter)
    book.post(funds.contribute(jackpot, 1))
    assert not removal.is_empty(jackpot, book.accounts)
    book.post(removal.donate(jackpot, meter, book.accounts))
    assert removal.is_empty(jackpot, book.accounts)
    assert book.of(jackpot)["rounding"] == 999_900
    assert removal.donate(jackpot, meter, book.accounts) == ()


def test_what_is_due_is_deposited_before_the_account_gives_it_away() -> None:
    meter = a_meter()
    jackpot, book = seeded(meter)
    with pytest.raises(FundsShort, match="bank"):
        removal.donate(jackpot, meter, book.accounts)


# -- reasons and notice


@pytest.mark.parametrize("reason", ["won", "tired-of-it", ""])
def test_wa_28_a_reason_that_is_not_in_the_list_is_refused_with_the_list(reason: str) -> None:
    with pytest.raises(RemovalRefused) as refused:
        removal.removal_of(reason)
    assert refused.value.clause == "WAC 230-15-710"
    assert "moved-to-another-table" in (refused.value.remedy or "")


def test_wa_28_a_removal_waits_for_its_notice() -> None:
    noticed = date(2026, 3, 1)
    for day, notice in ((date(2026, 3, 10), noticed), (date(2026, 3, 31), None)):
        with pytest.raises(RemovalRefused) as refused:
            removal.check_removal(Removal.DISCONTINUED, notice, day, 10)
        assert refused.value.clause == "WAC 230-15-710"
    removal.check_removal(Removal.DISCONTINUED, noticed, date(2026, 3, 11), 10)
    removal.check_removal(Removal.CLOSING, None, noticed, 0)


@pytest.mark.parametrize("reason", [Removal.ORDER, Removal.WON])
def test_an_order_of_the_regulator_and_a_jackpot_won_need_no_notice(reason: Removal) -> None:
    removal.check_removal(reason, None, date(2026, 3, 1), 30)


# -- exact bounds, a single micro


def test_wa_28_a_transfer_carries_every_fund_the_rounding_of_a_closed_meter_too() -> None:
    target = progressive(id="silver")
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
    lines = dict(removal.transfer(JACKPOT, target, target.meters[0], accounts))
    assert {name: lines[name] for name in lines if name.startswith("silver")} == {
        "silver:pool": 111,
        "silver:reserve": 1_000,
        "silver:overflow": 10_000,
        "silver:contributions": -11_111,
        "silver:due": 11_111,
        "silver:house": -11_111,
    }
    after = applied(accounts, tuple(lines.items()))
    assert not any(amount for name, amount in after.items() if name.startswith("gold"))


def test_wa_15_a_transfer_fills_the_other_meter_to_its_cap_and_the_rest_is_overflow() -> None:
    target = progressive(CAPPED, id="silver")
    accounts = {"gold:pool": 10 * MICROS, "silver:pool": 199_994 * MICROS}
    lines = dict(removal.transfer(JACKPOT, target, CAPPED, accounts))
    assert (lines["silver:pool"], lines["silver:overflow"]) == (6 * MICROS, 4 * MICROS)
    exact = dict(removal.transfer(JACKPOT, target, CAPPED, {"gold:pool": 6 * MICROS, "silver:pool": 199_994 * MICROS}))
    assert "silver:overflow" not in exact
    over = dict(removal.transfer(JACKPOT, target, CAPPED, {"gold:pool": 6 * MICROS, "silver:pool": 200_001 * MICROS}))
    assert over["silver:overflow"] == 6 * MICROS


@pytest.mark.parametrize(("on", "allowed"), [(10, False), (11, True)])
def test_wa_28_a_notice_of_ten_days_has_run_on_the_eleventh(on: int, allowed: bool) -> None:
    given, day = date(2024, 5, 1), date(2024, 5, on)
    if allowed:
        removal.check_removal(Removal.MOVED, given, day, 10)
        return
    with pytest.raises(RemovalRefused, match="was given on 2024-05-01"):
        removal.check_removal(Removal.MOVED, given, day, 10)


def test_wa_28_a_notice_that_was_never_given_is_told_so() -> None:
    with pytest.raises(RemovalRefused, match="has not been given"):
        removal.check_removal(Removal.MOVED, None, date(2024, 5, 1), 1)
    removal.check_removal(Removal.MOVED, None, date(2024, 5, 1), 0)


def test_a_meter_is_empty_only_below_a_whole_cent_of_rounding() -> None:
    assert removal.is_empty(JACKPOT, {"gold:rounding": MICROS - 1})
    assert not removal.is_empty(JACKPOT, {"gold:rounding": MICROS})
    assert not removal.is_empty(JACKPOT, {"gold:pool": 1})
    assert not removal.is_empty(JACKPOT, {"gold:locked": 1, "gold:pool": -1})


def test_a_donation_leaves_what_is_less_than_a_cent() -> None:
    accounts = {"gold:pool": 3 * MICROS + 5, "gold:rounding": 4, "gold:bank": 3 * MICROS}
    lines = dict(removal.donate(JACKPOT, METER, accounts))
    assert (lines["gold:pool"], lines["gold:rounding"], lines["gold:paid"]) == (-3 * MICROS - 5, 5, 3 * MICROS)
