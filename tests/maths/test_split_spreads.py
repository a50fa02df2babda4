"""The spread of split rounds: against every card dealt in turn, and against every two ends of two hands."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import msgspec
import numpy as np
import pytest

import houseway
from houseway.cards import deck_of
from houseway.games.triple_attack import maths
from houseway.games.triple_attack.maths.attack import rules_of, solver_of
from houseway.maths.blackjack import Solver, spreads
from houseway.maths.blackjack.plays import Play
from tests.maths import split_pairs
from tests.maths.blackjack_by_hand import ByHand

GAME = houseway.game("triple-attack")


def small(hands: int) -> tuple[Solver, Play]:
    """A deck of aces, fives, eights and kings: so few that every card can be dealt in turn."""
    table = GAME.edition().paytable("first-attack", "standard", {})
    rules = rules_of(deck_of(1, 0, tuple("234679TJQ")), table)
    solver = Solver(msgspec.structs.replace(rules, split_hands=hands, split_aces_to=hands))
    return solver, solver.best()


@pytest.mark.parametrize("hands", [2, 3])
def test_pairs_of_hands_give_the_mean_square_of_every_card_dealt_in_turn(hands: int) -> None:
    solver, play = small(hands)
    node = {hand: place for place, hand in enumerate(solver.graph.hands)}
    words = ("stand", "hit", "double")
    slow = ByHand(
        solver.rules,
        lambda hand, up, *_: words[play.act[1, node[hand], up - 1]],
        lambda value, up: bool(play.split[value - 1, up - 1]),
    )
    seen = 0
    for card in (1, 5, 8, 10):
        for up in (1, 5, 8, 10):
            if not play.split[card - 1, up - 1] or solver.full[card - 1] < 2 + (card == up):
                continue
            whole = sum(net * net * chance for net, chance in slow.round((card, card), up).items())
            # A dealer's blackjack takes the wager before anybody plays.
            blackjack = 1.0 - float(solver.free[card - 1, up - 1, card - 1]) if solver.looks[up - 1] else 0.0
            found = split_pairs.mean_square(solver, play, card - 1, up - 1)
            assert found + blackjack == pytest.approx(whole, abs=1e-10), (card, up)
            seen += 1
    assert seen > 3


def test_tens_that_are_pairs_by_rank_alone_are_told_apart_from_other_tens() -> None:
    """Queens and kings count ten, and only two of a rank are a pair: the other rank ends the splitting."""
    table = GAME.edition().paytable("first-attack", "standard", {})
    rules = rules_of(deck_of(1, 0, tuple("234679TJ")), table)
    solver = Solver(msgspec.structs.replace(rules, split_hands=3, ten_ranks=2, split_by_value=False))
    play = solver.best()
    node = {hand: place for place, hand in enumerate(solver.graph.hands)}
    words = ("stand", "hit", "double")
    slow = ByHand(solver.rules, lambda hand, up, *_: words[play.act[1, node[hand], up - 1]], lambda value, up: True)

    def whole(up: int) -> float:
        return sum(net * net * chance for net, chance in slow.round((10, 10), up).items())

    # Of the six tens that an up card may be, two are of the pair's rank and four of the other.
    expected = {1: whole(1), 5: whole(5), 8: whole(8), 10: whole(10) / 3 + whole(11) * 2 / 3}
    for up, mean in expected.items():
        blackjack = 1.0 - float(solver.free[9, up - 1, 9]) if solver.looks[up - 1] else 0.0
        assert split_pairs.mean_square(solver, play, 9, up - 1) + blackjack == pytest.approx(mean, abs=1e-10)


def splits(solver: Solver, play: Play) -> Iterator[tuple[int, int]]:
    yield from ((int(card), int(up)) for card, up in np.argwhere(play.split))


def test_newton_agrees_with_every_two_ends_of_two_hands() -> None:
    """Eights against a seven, sevens against a four, nines against an eight: to eight digits."""
    solver = solver_of(maths.rules(GAME))
    play = solver.best()
    for card, up in ((7, 6), (6, 3), (8, 7)):
        assert play.split[card, up]
        exact = split_pairs.mean_square(solver, play, card, up)
        assert spreads.mean_squares(solver, play, {card: [up]})[card][0] == pytest.approx(exact, rel=2e-8)


EVERY_END = {
    "win_pays": Fraction(7, 5),
    "push_pays": Fraction(1, 3),
    "lose_pays": Fraction(-4, 5),
    "push_total_pays": Fraction(1, 7),
    "dealer_blackjack_pays": Fraction(-9, 10),
    "bust_pays": Fraction(-2, 3),
    "twenty_one_pays": Fraction(2),
    "charlie_pays": Fraction(3),
}
"""No two ends of a hand pay the same."""


def test_newton_agrees_whatever_each_end_pays_and_was_asked_before() -> None:
    """The same hands under other pays: what is kept of them holds no pay."""
    plain = Solver(maths.rules(GAME))
    play = plain.best()
    other = Solver(msgspec.structs.replace(plain.rules, **EVERY_END))
    assert other.kept is plain.kept
    for card, up in ((7, 6), (8, 7), (7, 0), (8, 9)):
        spreads.mean_squares(plain, play, {card: [up]})
        exact = split_pairs.mean_square(other, play, card, up)
        assert spreads.mean_squares(other, play, {card: [up]})[card][0] == pytest.approx(exact, rel=2e-8)


@pytest.mark.soak
def test_the_standard_deviation_of_a_round_holds_to_eight_digits() -> None:
    solver = solver_of(maths.rules(GAME))
    play = solver.best()
    figures = GAME.analyze(wager="first-attack", strategy="optimal").figures[0]
    attacks = 3.0  # the most that can lie on a hand
    missed = 0.0
    for card, up in splits(solver, play):
        exact = split_pairs.mean_square(solver, play, card, up)
        often = float(solver.deals[card, up] * solver.second[card, up, card])
        missed += attacks**2 * often * abs(float(spreads.mean_squares(solver, play, {card: [up]})[card][0]) - exact)
    assert missed / (2 * float(figures.variance)) < 1e-8


def test_the_variance_is_that_of_the_hands_drawn_from_one_shoe() -> None:
    """The hands of a split round go apart: what one takes the other lacks. Without that the spread is too large."""
    for wager in ("first-attack", "second-attack", "third-attack"):
        figures = GAME.analyze(wager=wager, strategy="optimal").figures[0]
        mean = float(figures.ev)
        apart = sum(float(net) ** 2 * float(chance) for net, chance in figures.distribution) - mean * mean
        assert 1e-6 < 1 - float(figures.variance) / apart < 1e-4
        assert figures.sd == pytest.approx(math.sqrt(apart), rel=5e-5)
        assert "12 digits" not in figures.exactness
