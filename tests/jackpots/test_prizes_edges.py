"""The small print of an award: what a dollar row says of itself, its order, and an Envy prize of a meter not locked."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.jackpots import prizes
from houseway.jackpots.jackpot_configuration import Jackpot, Meter
from houseway.jackpots.jackpot_errors import BadJackpot
from houseway.jackpots.prizes import Award
from houseway.rulebook.steps import Claim, Place
from houseway.table.percent_prizes import Hit
from houseway.table.setup import Setup

PAIR = "queen-of-hearts-pair"
GOLD = Jackpot(
    id="gold",
    scheme="progressive",
    updates="real-time",
    meters=(Meter(seed=100_000, reseed=50_000, rate=150_000, reserve=50_000),),
)


def _setup(**choices: Any) -> Setup:
    return houseway.game("triple-attack").setup(
        wagers=["first-attack", "jackpot"], schemes={"jackpot": "progressive"}, **choices
    )


def _awards(setup: Setup, hits: list[tuple[Place, str]], counted: list[int]) -> tuple[Award, ...]:
    made = [Hit(place, "jackpot", event, "c") for place, event in hits]
    return prizes.claims_of(setup, [], made, {"jackpot": counted}, {}, {"jackpot": GOLD})


def test_s_21_a_dollar_prize_is_whole_and_settles_its_own_stake() -> None:
    [award] = _awards(_setup(), [(3, PAIR)], [3])
    assert (award.share, award.bare, award.full, award.base) == (1, False, False, None)
    assert (award.amount, award.from_meter, award.from_house) == (12_500, 0, 12_500)


def test_dollar_prizes_come_by_row_and_then_by_position_also_for_two_hands_of_one_seat() -> None:
    rows = [row.event for row in _setup().paytables["jackpot"].rows if row.pay.text.startswith("$")]
    higher, lower = rows[0], rows[1]
    hits: list[tuple[Place, str]] = [(1, lower), (5, higher), ((2, 2), higher), ((2, 1), higher)]
    awards = _awards(_setup(), hits, [1, 2, 5])
    assert [(award.place, award.event) for award in awards] == [
        ((2, 2), higher),
        ((2, 1), higher),
        (5, higher),
        (1, lower),
    ]


def test_bjs_7_a_percent_for_others_of_a_meter_that_is_not_locked_is_refused() -> None:
    setup = _setup(envy={"jackpot": {PAIR: "10%"}})
    assert len(_awards(setup, [(3, PAIR)], [3])) == 1, "without others there is nothing to reckon"
    with pytest.raises(BadJackpot, match="no amount is locked for jackpot"):
        _awards(setup, [(3, PAIR)], [3, 4])


def test_bjs_7_envy_takes_from_the_meter_what_earlier_shares_have_left_and_the_house_pays_the_rest() -> None:
    """Of $10 the winner has a quarter; nine tenths for two others are $4.50 each, and the second finds $3.00."""
    event = "queen-of-hearts-pair-w-dealer-suited-blackjack"
    setup = _setup(envy={"jackpot": {event: "90%"}})
    claim = Claim(1, "jackpot", event, "jackpot", "c")
    hit = Hit(1, "jackpot", event, "c")
    awards = prizes.claims_of(setup, [claim], [hit], {"jackpot": [1, 2, 4]}, {"jackpot": 1_000}, {"jackpot": GOLD})
    assert [(award.place, award.amount, award.from_meter, award.from_house) for award in awards] == [
        (1, 250, 250, 0),
        (2, 450, 450, 0),
        (4, 450, 300, 150),
    ]
