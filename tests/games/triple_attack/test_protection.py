"""Triple Attack: what cards and counts are worth, against the analysis, exact solutions and settled rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from houseway import registry
from houseway.cards import parse_cards
from houseway.facade import Game
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths.protection import (
    BY_VALUE,
    insurance_wager,
    kinds_of,
    main_game,
    side_bet,
    solved_at,
)
from houseway.maths.protection.card_counts import simple_count
from houseway.maths.protection.table_pays import TablePays
from houseway.simulation.exact import figures_at
from houseway.table.setup import Setup
from tests.settled_rounds import gone_cards, settled

SIDE_BETS = ("suited-royals", "double-match-up", "double-match-down", "triple-match", "jackpot", "jackpot-2")


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.game("triple-attack")


@pytest.fixture(scope="module")
def setup(game: Game) -> Setup:
    return game.demonstration(options={"shoe": "288"})


@pytest.fixture(scope="module")
def pays(game: Game, setup: Setup) -> TablePays:
    return TablePays(setup, game.house["meters"])


@pytest.mark.parametrize("slug", SIDE_BETS)
def test_a_fresh_shoe_is_worth_what_the_analysis_says(game: Game, setup: Setup, pays: TablePays, slug: str) -> None:
    wager, _ = side_bet(pays, slug)
    assert wager.value() == figures_at(game, setup, slug, meters=pays.meters)[0].ev
    assert sum(number * effect for number, effect in zip(wager.full, wager.effects, strict=True)) == 0


def test_settled_rounds_from_a_depleted_shoe_agree_with_every_side_bet_and_with_the_solved_main_game(
    game: Game, setup: Setup, pays: TablePays
) -> None:
    """Rounds dealt by the procedure; its automatic player plays a little worse than the best."""
    gone = gone_cards(setup.deck, 250, 21)
    left = Counter(setup.deck.cards) - Counter(gone)
    staked = {"first-attack": 1000, **dict.fromkeys(SIDE_BETS[:4], 1000)}
    found = settled(game, setup, staked, gone, rounds=1_000, seed=2, meters=pays.meters)
    counts = [left[kind] for kind in kinds_of(pays)]
    for slug in SIDE_BETS[:4]:
        mean, error = found[slug]
        assert abs(mean - float(side_bet(pays, slug)[0].value(counts))) < 4 * error
    values = [0] * 10
    for kind, number in left.items():
        points = hands.points(kind)
        values[0 if points == 11 else points - 1] += number
    exact = solved_at(pays, tuple(values))
    mean, error = found["first-attack"]
    assert abs(mean - exact) < 4 * error


@pytest.mark.soak
def test_effects_of_removal_of_the_main_game(pays: TablePays) -> None:
    """Aces help the player most and fives and sixes hurt him; the sum over all cards is nothing.

    Linear in half of the shoe removed, the value is within a percent of an exact solution, and below it on average:
    the best play follows the cards left.
    """
    main = main_game(pays)
    more = []
    for seed in range(8):
        left = list(main.wager.full)
        for kind in gone_cards(pays.setup.deck, 192, seed):
            points = hands.points(kind)
            left[0 if points == 11 else points - 1] -= 1
        more.append(solved_at(pays, tuple(left)) - float(main.wager.value(left)))
    assert max(map(abs, more)) < 0.01
    assert 0 < sum(more) / len(more) < 0.005
    effects = main.wager.effects
    assert min(effects) == effects[0] < 0
    assert max(effects) == effects[5]
    assert sum(number * effect for number, effect in zip(main.wager.full, effects, strict=True)) == 0
    turned = {each.situation: each for each in main.deviations(simple_count(main.wager, 1, BY_VALUE))}
    assert turned["hard 16 (face-6) against 2"].other == "stand"
    # The stiffer the hand the sooner it stands, and sooner against a six than against a two.
    assert turned["hard 13 (face-3) against 6"].index < turned["hard 13 (face-3) against 3"].index


def test_insurance_is_worth_what_is_left_says(pays: TablePays) -> None:
    """Under the ace of spades 5 to 1 for a spade face, 2 to 1 for another."""
    wager = insurance_wager(pays)
    (spade,) = parse_cards("As")
    left = Counter(pays.setup.deck.cards) - Counter([spade])
    won = sum(
        number * (5 if kind.suit == "s" else 2) if hands.points(kind) == 10 else -number
        for kind, number in left.items()
    )
    assert wager.value() == Fraction(won, sum(left.values()))
    without_small = [
        0 if hands.points(kind) == 5 else number for kind, number in zip(kinds_of(pays), wager.full, strict=True)
    ]
    assert wager.value(without_small) > wager.value()
