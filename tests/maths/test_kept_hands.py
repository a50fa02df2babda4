"""What is kept of one question of the blackjack family for the next: never other figures than those worked out anew."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import houseway
from houseway.games.triple_attack import maths
from houseway.maths.blackjack import BlackjackRules, Evaluation, Solver, shoe_of
from houseway.maths.blackjack.hole_card import HoleCardSolver
from houseway.maths.blackjack.kept import Kept, Recent

ATTACK = maths.rules(houseway.game("triple-attack"))
TWO_DECKS = BlackjackRules(shoe=shoe_of(2), split_hands=3, split_by_value=False)

CHANGES: list[dict[str, Any]] = [
    {},
    {"blackjack_pays": Fraction(6, 5)},
    {"win_pays": Fraction(3, 2)},
    {"push_pays": Fraction(-1), "bust_pays": Fraction(-1, 3)},
    {"looks_under": ()},
    {"looks_under": (1,)},
    {"double_after_split": False},
    {"split_by_value": True},
    {"surrender": True},
    {"one_card_to_split_aces": True},
    {"hit_soft_17": True},
    {"split_hands": 2, "split_aces_to": 2},
    {},
]


def assert_same(found: Evaluation, anew: Evaluation) -> None:
    assert np.array_equal(found.values, anew.values)
    assert np.array_equal(found.split_squares, anew.split_squares)
    assert found.scale == anew.scale
    assert list(found.nets) == list(anew.nets)
    for net, share in found.nets.items():
        assert np.array_equal(share, anew.nets[net])
    for event, share in found.events.items():
        assert np.array_equal(share, anew.events[event])


@pytest.mark.parametrize("rules", [ATTACK, TWO_DECKS], ids=["without tens", "two decks"])
def test_one_question_after_another_has_the_figures_of_each_alone(rules: BlackjackRules) -> None:
    for change in CHANGES:
        changed = replace(rules, **change)
        solver, alone = Solver(changed), Solver(changed)
        alone.kept = Kept()
        play = alone.best()
        assert np.array_equal(solver.best().act, play.act)
        assert_same(solver.evaluate(solver.best()), alone.evaluate(play))


def test_the_same_question_finds_its_hands_kept() -> None:
    first, again = Solver(ATTACK), Solver(replace(ATTACK, blackjack_pays=Fraction(2)))
    play = first.best()
    figures = first.evaluate(play)
    assert again.evaluate(again.best()).kept is figures.kept
    acts = first.split_acts(play.act)
    for card, by_up in acts.items():
        for up, done in enumerate(by_up):
            assert first.kept.splits.find((card, up, done)) is again.kept.splits.find((card, up, done)) is not None


def test_the_same_play_and_the_same_nets_of_other_results_are_another_round() -> None:
    """A push with 22 that pays 1 to 1: no net is new, and where the play stays there are more of those of a win."""
    play = Solver(ATTACK).best()
    for change in ({}, {"push_total_pays": Fraction(1)}, {"push_pays": Fraction(-1)}, {}):
        changed = replace(ATTACK, **change)
        solver, alone = Solver(changed), Solver(changed)
        alone.kept = Kept()
        assert_same(solver.evaluate(play), alone.evaluate(play))


def test_a_dealer_who_looks_elsewhere_or_shows_a_card_has_hands_of_its_own() -> None:
    usual = Solver(TWO_DECKS)
    assert Solver(replace(TWO_DECKS, surrender=True)).kept is usual.kept
    assert Solver(replace(TWO_DECKS, looks_under=(10,))).kept is not usual.kept
    seen = HoleCardSolver(TWO_DECKS, 4)
    blind = Solver(replace(TWO_DECKS, shoe=seen.rules.shoe, looks_under=()))
    assert seen.kept is not blind.kept
    assert not np.array_equal(seen.evaluate(seen.best()).values, blind.evaluate(blind.best()).values)


def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept: Recent[str, int] = Recent(2)
    kept.keep("ace", 1)
    kept.keep("two", 2)
    assert kept.find("ace") == 1
    assert kept.keep("three", 3) == 3
    assert [kept.find(key) for key in ("ace", "two", "three")] == [1, None, 3]
