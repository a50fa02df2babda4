"""Where the rules of a sound jackpot turn from one case into the next: exact bounds, a single micro."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.jackpots import soundness
from houseway.jackpots.jackpot_accounts import applied
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.jackpots.jackpot_errors import BadJackpot
from tests.jackpots.books import a_meter, progressive

JACKPOT = progressive()
METER = JACKPOT.meters[0]
CAPPED = a_meter(cap=200_000)


# -- configuration


@pytest.mark.parametrize(
    "choices",
    [
        {"wager": 1},
        {"unreasonable": 1},
        {"meters": (a_meter(rate=1, reserve=0),)},
        {"meters": (a_meter(rate=950_000, reserve=50_000),)},
        {"meters": (a_meter(seed=0, reseed=0, cap=0),)},
        {"meters": (a_meter(seed=5, reseed=7, cap=7),)},
        {"meters": (a_meter(seed=10**11, reseed=10**11, cap=10**11),)},
        {"wager": 10**11},
    ],
)
def test_a_jackpot_just_inside_every_bound_can_be_run(choices: dict[str, Any]) -> None:
    soundness.check(
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
        {"meters": (a_meter(rate=0),)},
        {"meters": (a_meter(rate=950_001, reserve=50_000),)},
        {"meters": (a_meter(seed=5, reseed=7, cap=6),)},
        {"meters": (a_meter(seed=7, reseed=5, cap=6),)},
        {"meters": (a_meter(seed=10**11 + 1),)},
        {"meters": (a_meter(seed=-1),)},
        {"meters": (a_meter(reserve=-1),)},
        {"meters": (a_meter(reseed=-1),)},
    ],
)
def test_a_jackpot_just_outside_a_bound_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(BadJackpot):
        soundness.check(
            Jackpot(**{"id": "gold", "scheme": "progressive", "updates": "real-time", "meters": (METER,), **choices})
        )


def test_wa_28_one_micro_keeps_a_meter_from_being_taken_out() -> None:
    old = progressive(METER, a_meter(row="four-aces"))
    soundness.check_change(old, JACKPOT, {})
    with pytest.raises(BadJackpot):
        soundness.check_change(old, JACKPOT, {"gold/four-aces:pool": 1})


def test_wa_15_a_cap_may_be_set_at_exactly_what_is_displayed() -> None:
    accounts = {"gold:pool": 200_000 * MICROS}
    soundness.check_change(JACKPOT, progressive(CAPPED), accounts)
    with pytest.raises(BadJackpot):
        soundness.check_change(JACKPOT, progressive(CAPPED), {**accounts, "gold:accrued": 1})


# -- what a broken ledger is told


def _with(**moved: int) -> dict[str, int]:
    """The accounts of a seeded jackpot in good order, with some of them moved by so many micros."""
    accounts = {"gold:pool": MICROS, "gold:seed": -MICROS, "gold:due": MICROS, "gold:house": -MICROS}
    return applied(accounts, tuple((f"gold:{fund}", micros) for fund, micros in moved.items()))


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
        ({"borne": 1, "cage": -1}, []),
        ({"borne": -1, "cage": 1}, ["gold: borne is below zero"]),
        ({"awards": -MICROS, "cage": MICROS}, ["gold: awards is below zero"]),
        (
            {"awards": MICROS},
            [f"gold: awards, borne and cage are out of balance with tax withheld by {MICROS} micros"],
        ),
        ({"cage": MICROS, "withheld": -MICROS}, []),
        ({"cage": 1, "withheld": -1}, ["gold: withheld is not whole cents"]),
        ({"cage": -MICROS, "withheld": MICROS}, ["gold: less than nothing was withheld"]),
        (
            {"pool": 1},
            ["gold: is out of balance by 1 micros", "gold: bank and due differ from what the meters hold by -1 micros"],
        ),
        ({"house": 1}, ["gold: bank, due and house are out of balance by 1 micros"]),
    ],
)
def test_each_invariant_is_told_by_itself_at_a_single_micro(moved: dict[str, int], told: list[str]) -> None:
    assert soundness.check_invariants(JACKPOT, _with(**moved)) == told


def test_the_pool_may_stand_at_its_cap_and_no_micro_over_it() -> None:
    jackpot = progressive(a_meter(cap=1, seed=0, reseed=0))
    assert soundness.check_invariants(jackpot, _with()) == []
    over = _with(pool=1, seed=-1, due=1, house=-1)
    assert soundness.check_invariants(jackpot, over) == ["gold:pool is over the cap"]


def test_a_meter_that_was_taken_out_leaves_a_history_that_comes_to_nothing() -> None:
    history = {"gold/old:contributions": -5 * MICROS, "gold/old:paid": 3 * MICROS, "gold/old:recovered": 2 * MICROS}
    assert soundness.check_invariants(JACKPOT, {**_with(), **history}) == []
    assert soundness.check_invariants(JACKPOT, {**_with(), **history, "gold/old:pool": 0}) == []
    assert soundness.check_invariants(JACKPOT, {**_with(), **history, "gold/old:paid": 3 * MICROS + 1}) == [
        "gold/old is no meter any more and is out of balance"
    ]
    assert soundness.check_invariants(JACKPOT, {**_with(), **history, "gold/old:pool": 1}) == [
        "gold/old:pool belongs to no meter"
    ]
