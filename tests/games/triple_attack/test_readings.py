"""Other readings of Triple Attack, reckoned by hand beside the counts and the solver."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.games.triple_attack.maths import rules
from houseway.games.triple_attack.maths.rulings import six_cards_compared, twenty_one_compared, with_attacks
from houseway.maths.blackjack.solver import Solver
from houseway.maths.results import Number
from houseway.maths.rulings import Reading, readings
from houseway.registry import game

PAIRS = comb(384, 2)
"""Two cards from the shoe."""


def reading(mark: str) -> Reading:
    return next(item for item in readings(game("triple-attack")) if item.mark == mark)


def moved(mark: str, wager: str) -> Number:
    return next(effect for effect in reading(mark).effects if effect.wager == wager).difference


def test_only_the_highest_match_costs_the_second_one() -> None:
    # Beside the dealer's card 7 like it and 24 of its rank are left: two of the 7 lose 9, other two matches lose 4.
    suited = comb(7, 2)
    lost = Fraction(9 * suited + 4 * (comb(31, 2) - suited), comb(383, 2))
    assert moved("TA-9", "double-match-up") == moved("TA-9", "double-match-down") == lost


def test_a_matched_20_by_rank_pays_19_instead_of_4() -> None:
    assert moved("TA-10 a", "jackpot") == -Fraction(3 * 6 * 64 * 15, PAIRS)


def test_without_ace_and_nine_their_prizes_go() -> None:
    assert moved("TA-10 b", "jackpot") == Fraction(4 * 64 * 9 + 12 * 64 * 4, PAIRS)


def test_suited_royals_move_by_the_pairs_and_by_the_aces() -> None:
    assert moved("TA-10 c", "suited-royals") == Fraction(12 * comb(8, 2) * 8, PAIRS)
    aces = 4 * 3 * 64 + 4 * comb(8, 2)
    assert moved("TA-10 d", "suited-royals") == -Fraction(aces * 8, PAIRS)


@pytest.mark.parametrize("worked_out", [twenty_one_compared, six_cards_compared])
def test_a_doubled_hand_that_wins_at_once_is_the_game_as_it_is_ruled(worked_out: Callable[..., float]) -> None:
    """The machine of the other reading, told to pay as it is ruled, comes to the figure of the analysis."""
    played = game("triple-attack")
    taken = played.analyze(wager="first-attack", strategy="optimal").figures[0]
    assert worked_out(rules(played), np.zeros(10), compared=False) == pytest.approx(taken.ev, abs=1e-12)


def test_six_doubled_cards_that_are_compared_cost_less_than_no_double_on_five() -> None:
    """A player may always hit a hand of five cards instead, and the sixth wins at once."""
    played = game("triple-attack")
    made = rules(played)
    solver = Solver(made)
    solver.may_double = solver.may_double & (solver.graph.cards < 5)
    without = with_attacks(solver, solver.evaluate(solver.best()).values, np.zeros(10))
    taken = played.analyze(wager="first-attack", strategy="optimal").figures[0].ev
    assert without - 1e-12 < six_cards_compared(made, np.zeros(10)) < taken


def test_rules_against_the_player_cost_and_rules_for_the_player_gain() -> None:
    for mark in ("TA-4 a", "TA-4 b", "TA-6 a"):
        assert moved(mark, "first-attack") > 0
    assert moved("TA-7", "first-attack") < 0


def test_the_best_play_takes_no_insurance_so_that_its_limit_moves_nothing() -> None:
    taken = game("triple-attack").analyze(wager="first-attack", strategy="optimal").figures[0]
    assert taken.decisions["insurance"]["bet"] == 0
    assert not reading("TA-8").moves
