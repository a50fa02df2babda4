"""Bet sets of Deuces Wild under changed rules: each wager keeps its own figures, and rounds agree."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway import registry
from houseway.simulation.departures import departing
from houseway.simulation.plan import plan
from houseway.simulation.run import simulate

GAME = registry.game("deuces-wild")
RULES = (
    {"wild": "deuces"},
    {"wild": "joker"},
    {"raise-wager": "3"},
    {"odds": "ante"},
    {"ace": "high"},
    {"jackpot-after-fold": "lost"},
    {"five-wilds": "five-of-a-kind"},
)
JACKPOT = {"bonus-jackpot": 100}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: next(iter(rules)))
def test_the_ends_of_a_set_have_the_figures_of_each_wager(rules: dict[str, str]) -> None:
    setup = departing(GAME.demonstration(), {}, None, rules)
    found = GAME.together({"ante": 500, "three-card-treasure": 500, **JACKPOT}, setup=setup)
    assert found.exact
    assert sum(found.results.values()) == 1
    mean = sum((net * chance for net, chance in found.results.items()), Fraction(0))
    assert float(mean) == pytest.approx(found.mean)
    square = sum((net * net * chance for net, chance in found.results.items()), Fraction(0))
    assert float(square - mean**2) ** 0.5 == pytest.approx(found.sd)


@pytest.mark.parametrize("rules", RULES[:5], ids=lambda rules: next(iter(rules)))
def test_beside_five_card_fortune_rounds_agree(rules: dict[str, str]) -> None:
    setup = departing(GAME.demonstration(), {}, None, rules)
    stakes = {"ante": 500, "five-card-fortune": 500}
    found = GAME.together(stakes, setup=setup)
    (pair,) = found.pairs
    assert pair.error is None
    if "wild" in rules:
        assert found.play == "the best play of each wager"
        report = simulate(plan(GAME, setup, {1: stakes}), seed=3, rounds=1 << 19, exact=True)
        assert all(abs(column.z or 9.0) < 4 for column in report.columns)
    else:
        assert found.play == "the best play for all wagers together"
