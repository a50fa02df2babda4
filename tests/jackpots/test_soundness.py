"""Which jackpots may be run, which changes they may undergo, and what a broken ledger looks like."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.jackpots import funds, soundness
from houseway.jackpots.jackpot_accounts import applied
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import BadJackpot

METER = Meter(seed=100_000, reseed=50_000, rate=150_000, reserve=50_000, cap=500_000)
GOLD = Jackpot(id="gold", scheme="progressive", updates="real-time", meters=(METER,))
DAILY = Jackpot(id="daily", scheme="bonus", updates="updated", amount=50_000)


def _with(jackpot: Jackpot, **changed: Any) -> Jackpot:
    return msgspec.structs.replace(jackpot, **changed)


def _metered(**changed: Any) -> Jackpot:
    return _with(GOLD, meters=(msgspec.structs.replace(METER, **changed),))


@pytest.mark.parametrize(
    "jackpot",
    [
        GOLD,
        DAILY,
        _with(DAILY, updates="static", amount=None),
        _with(DAILY, amount=0),
        _with(GOLD, wager=500),
        _with(GOLD, id="pit-2-gold"),
        _metered(reserve=0, cap=None),
        _metered(cap=100_000),
        _metered(seed=0, reseed=0, cap=0),
        _metered(rate=950_000),
        _with(GOLD, meters=(METER, msgspec.structs.replace(METER, row="four-aces"))),
    ],
)
def test_a_jackpot_that_can_be_run_is_accepted(jackpot: Jackpot) -> None:
    soundness.check(jackpot)


@pytest.mark.clause("triple-attack", "jackpots bonus")
@pytest.mark.parametrize(
    ("jackpot", "clause", "says"),
    [
        (_with(GOLD, id="Gold"), "BJS-2", "kebab-case"),
        (_with(GOLD, id="gold:pool"), "BJS-2", "kebab-case"),
        (_with(GOLD, id=""), "BJS-2", "kebab-case"),
        (_metered(row="Four Aces"), "BJS-2", "kebab-case"),
        (_with(GOLD, wager=0), "BJS-1", "fixed wager"),
        (_with(GOLD, wager=1.5), "BJS-1", "fixed wager"),
        (_with(GOLD, unreasonable=0), "BJS-1", "wagers an hour"),
        (_with(GOLD, meters=()), "BJS-2", "no meter"),
        (_with(GOLD, updates="updated"), "WAC 230-15-671", "moves with each wager"),
        (_with(GOLD, updates="static"), "WAC 230-15-671", "moves with each wager"),
        (_with(GOLD, amount=100), "BJS-2", "posted amount"),
        (_with(GOLD, meters=(METER, METER)), "BJS-3", "same row"),
        (_with(DAILY, meters=(METER,)), "BJS-2", "never moved by a wager"),
        (_with(DAILY, updates="real-time"), "WAC 230-15-671", "real time"),
        (_with(DAILY, amount=-1), "BJS-2", "posted amount"),
        (_metered(rate=-1), "WAC 230-15-685", "rate"),
        (_metered(rate=0), "WAC 230-15-671", "would not move"),
        (_metered(rate=0.15), "WAC 230-15-685", "rate"),
        (_metered(reserve=-1), "WAC 230-15-685", "reserve"),
        (_metered(seed=-1), "WAC 230-15-685", "seed"),
        (_metered(reseed=-1), "BJS-3", "reseed"),
        (_metered(rate=950_001), "BJS-2", "more than all"),
        (_metered(cap=99_999), "WAC 230-15-685", "cap"),
        (_metered(reseed=200_000, cap=150_000), "WAC 230-15-685", "cap"),
        (_metered(cap=10**12), "WAC 230-15-685", "cap"),
        (
            _with(GOLD, meters=(METER, msgspec.structs.replace(METER, row="four-aces", rate=750_001))),
            "BJS-2",
            "more than all",
        ),
    ],
)
def test_a_jackpot_that_cannot_be_run_is_refused_by_its_rule(jackpot: Jackpot, clause: str, says: str) -> None:
    with pytest.raises(BadJackpot, match=says) as refused:
        soundness.check(jackpot)
    assert refused.value.clause == clause
    assert refused.value.remedy


def test_the_meter_that_is_wrong_is_named() -> None:
    good, wrong = METER, msgspec.structs.replace(METER, row="four-aces", rate=0)
    with pytest.raises(BadJackpot, match=r"^the rate of meter four-aces is nothing: it would not move"):
        soundness.check(_with(GOLD, meters=(good, wrong)))
    with pytest.raises(BadJackpot, match=r"^the rate of the meter is nothing: it would not move"):
        soundness.check(_metered(row="", rate=0))


def _running(count: int = 10) -> dict[str, int]:
    return applied(applied({}, funds.seed(GOLD, METER)), funds.contribute(GOLD, count))


def test_wa_15_a_cap_is_never_set_under_the_amount_that_stands() -> None:
    """$1,001.50 are displayed, 150 cents of them not folded yet."""
    soundness.check_change(GOLD, _metered(cap=100_150), _running())
    with pytest.raises(BadJackpot, match="displayed") as refused:
        soundness.check_change(GOLD, _metered(cap=100_149), _running())
    assert soundness.fits(GOLD, _metered(cap=100_150), _running())
    assert not soundness.fits(GOLD, _metered(cap=100_149), _running())
    assert refused.value.clause == "WAC 230-15-685"


def test_wa_15_a_cap_may_stand_at_the_cent_only_if_no_part_of_one_is_over_it() -> None:
    meter = msgspec.structs.replace(METER, rate=9_999)
    gold = _with(GOLD, meters=(meter,))
    accounts = applied(applied({}, funds.seed(gold, meter)), funds.contribute(gold, 1))
    with pytest.raises(BadJackpot):
        soundness.check_change(gold, _with(gold, meters=(msgspec.structs.replace(meter, cap=100_000),)), accounts)
    soundness.check_change(gold, _with(gold, meters=(msgspec.structs.replace(meter, cap=100_001),)), accounts)


@pytest.mark.parametrize("new", [_with(GOLD, id="silver"), _with(DAILY, id="gold")])
def test_bjs_2_a_jackpot_does_not_become_another(new: Jackpot) -> None:
    with pytest.raises(BadJackpot, match="cannot become") as refused:
        soundness.check_change(GOLD, new, {})
    assert refused.value.clause == "BJS-2"


def test_wa_28_a_meter_does_not_vanish_with_its_money() -> None:
    other = _with(GOLD, meters=(msgspec.structs.replace(METER, row="four-aces"),))
    with pytest.raises(BadJackpot, match="still holds") as refused:
        soundness.check_change(GOLD, other, _running())
    assert refused.value.clause == "WAC 230-15-710"
    soundness.check_change(GOLD, other, {})


def test_a_change_to_something_that_cannot_be_run_is_refused() -> None:
    with pytest.raises(BadJackpot, match="rate"):
        soundness.check_change(GOLD, _metered(rate=-5), _running())


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"gold:pool": 1}, "gold: is out of balance by 1 micros"),
        ({"gold:pool": -200_000 * MICROS, "gold:reserve": 200_000 * MICROS}, "gold:pool is below zero"),
        ({"gold:locked": 1, "gold:pool": -1}, "gold:locked is not whole cents"),
        ({"gold:paid": 1, "gold:pool": -1}, "gold:paid is not whole cents"),
        ({"gold:recovered": 100_001 * MICROS}, "gold:recovered is more than was seeded"),
        ({"gold:pool": 400_001 * MICROS}, "gold:pool is over the cap"),
        ({"gold:house": 7}, "bank, due and house are out of balance by 7 micros"),
        ({"gold:due": 7, "gold:house": -7}, "differ from what the meters hold by 7 micros"),
        ({"gold:bank": -MICROS, "gold:due": MICROS}, "bank is below zero"),
        ({"gold:bank": 1, "gold:due": -1}, "bank is not whole cents"),
        ({"gold:awards": MICROS}, "awards, borne and cage are out of balance"),
        ({"gold:awards": -MICROS, "gold:cage": MICROS}, "awards is below zero"),
        ({"gold:awards": 1, "gold:cage": -1}, "awards is not whole cents"),
        ({"gold:borne": -1, "gold:cage": 1}, "borne is below zero"),
        ({"gold/four-aces:pool": 5}, "gold/four-aces:pool belongs to no meter"),
        ({"gold:petty": 5}, "gold:petty belongs to no meter"),
    ],
)
def test_a_broken_ledger_is_told(changed: dict[str, int], says: str) -> None:
    accounts = _running()
    assert soundness.check_invariants(GOLD, accounts) == []
    broken = soundness.check_invariants(GOLD, applied(accounts, tuple(changed.items())))
    assert any(says in each for each in broken), broken


def test_the_accounts_of_another_jackpot_are_no_concern() -> None:
    accounts = {**_running(), "gold-2:pool": 5, "silver/gold:due": 9}
    assert soundness.check_invariants(GOLD, accounts) == []


def test_a_bonus_has_only_house_prizes() -> None:
    accounts = applied({}, funds.pay_house(DAILY, 50_000))
    assert soundness.check_invariants(DAILY, accounts) == []
    assert soundness.check_invariants(DAILY, {"daily:pool": 1, **accounts}) == ["daily:pool belongs to no meter"]
