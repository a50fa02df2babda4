"""Several wagers together: counted results against each wager's own figures, and against rounds that were played."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from houseway import registry
from houseway.errors import HousewayError
from houseway.facade import Game
from houseway.games.deuces_wild import maths as deuces
from houseway.maths.bet_sets.joint_results import JointResults, best_together, joint_results
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.exact import question_at
from houseway.simulation.readable import kernel_of
from houseway.simulation.shifts.bet_sets import BetSet, bet_set
from tests.toys import toy_game

ROUNDS = 4096
SETS = {
    "dueling": {"player": 1000, "tie-plus": 500, "tie-after-tie": 100, "two-plus-two": 100},
    "three-card-split": {"primary": 1000, "three-card-bonus": 500, "four-card-bonus": 500, "jackpot": 100},
    "deuces-wild": {"ante": 500, "three-card-treasure": 500, "bonus-jackpot": 100},
}
"""Sets that are counted whole, in cents."""


@cache
def counted(slug: str) -> tuple[Game, JointResults, BetSet]:
    game = registry.game(slug)
    setup = game.demonstration()
    found = bet_set(game, setup, SETS[slug])
    questions = {
        wager: question_at(game, setup, wager, None, found.amounts, stake) for wager, stake in SETS[slug].items()
    }
    joint = joint_results(game, questions, SETS[slug])
    assert joint is not None
    return game, joint, found


@pytest.mark.parametrize("slug", SETS)
def test_each_wager_has_its_own_figures_within_the_whole(slug: str) -> None:
    _, joint, found = counted(slug)
    assert sum(joint.ends.values()) == 1
    for each in found.wagers:
        assert joint.means[each.wager] == each.figures.ev, each.wager
        assert joint.covariance(each.wager, each.wager) == each.figures.variance, each.wager
    assert found.exact
    mean = sum(net * chance for net, chance in found.results.items())
    square = sum(net**2 * chance for net, chance in found.results.items())
    assert found.mean == pytest.approx(float(mean))
    assert found.sd == pytest.approx(math.sqrt(square - mean**2))
    assert found.returned == pytest.approx(1 + float(mean) / sum(SETS[slug].values()))


@pytest.mark.parametrize("slug", ["dueling", "deuces-wild", pytest.param("three-card-split", marks=pytest.mark.soak)])
def test_rounds_that_are_played_go_together_as_counted(slug: str) -> None:
    game, joint, found = counted(slug)
    stakes = SETS[slug]
    meters = {name: found.amounts.get(name, 0) for name in game.demonstration().meters}
    program = kernel_of(game).program(game, game.demonstration(), {1: stakes}, None, meters)
    nets = np.array([program.run(39, number, 1).net for number in range(ROUNDS)], dtype=float)
    column = {wager: place for place, (_, wager) in enumerate(program.columns)}
    # A prize that comes once in thousands of rounds has no place in a small sample: such wagers are left out here.
    common = [each.wager for each in found.wagers if each.figures.sd < 10]
    for place, one in enumerate(common):
        for other in common[:place]:
            values = [nets[:, column[wager]] / stakes[wager] - float(joint.means[wager]) for wager in (one, other)]
            products = values[0] * values[1]
            error = products.std(ddof=1) / math.sqrt(ROUNDS)
            assert abs(products.mean() - float(joint.covariance(one, other))) < 5 * error, (one, other)
    hits = (nets.sum(axis=1) > 0).mean()
    assert abs(hits - found.hit_frequency) < 5 * math.sqrt(found.hit_frequency * (1 - found.hit_frequency) / ROUNDS)


def test_the_ante_and_fortune_are_played_for_both() -> None:
    game = registry.game("deuces-wild")
    found = bet_set(game, game.demonstration(), {"ante": 500, "five-card-fortune": 1000})
    assert found.play == "the best play for all wagers together"
    both = deuces.joint_play(game, options={"ratio": "2", "ante": "A", "fortune": "A"})
    assert found.mean == pytest.approx(500 * float(both.together))
    assert found.sd == pytest.approx(500 * math.sqrt(float(both.spread["all"].value)))
    assert found.sd_error is None, "the covariance of the two is counted"
    assert found.hit_error is not None
    assert [pair.error for pair in found.pairs] == [None]


@pytest.mark.soak
def test_the_treasure_and_fortune_go_together_as_counted() -> None:
    game = registry.game("deuces-wild")
    for stakes in (
        {"three-card-treasure": 500, "five-card-fortune": 500},
        {"ante": 500, "three-card-treasure": 500, "five-card-fortune": 500},
    ):
        setup = game.demonstration()
        found = bet_set(game, setup, stakes)
        pair = next(each for each in found.pairs if "ante" not in (each.one, each.other))
        assert pair.error is None
        questions = {wager: question_at(game, setup, wager, None, {}, stake) for wager, stake in stakes.items()}
        strategy = best_together(game, questions, stakes)
        program = kernel_of(game).program(game, setup, {1: stakes}, strategy, dict.fromkeys(setup.meters, 0))
        nets = np.array([program.run(39, number, 1).net for number in range(ROUNDS)], dtype=float)
        column = {wager: place for place, (_, wager) in enumerate(program.columns)}
        values = [nets[:, column[wager]] / stakes[wager] for wager in (pair.one, pair.other)]
        products = (values[0] - values[0].mean()) * (values[1] - values[1].mean())
        assert abs(products.mean() - pair.covariance) < 5 * products.std() / math.sqrt(ROUNDS), stakes


def test_what_nobody_counts_is_sampled_and_says_so() -> None:
    game = registry.game("triple-attack")
    found = bet_set(game, game.demonstration(), {"first-attack": 1000, "suited-royals": 500, "double-match-down": 500})
    errors = {(pair.one, pair.other): pair.error for pair in found.pairs}
    assert errors["first-attack", "suited-royals"] is None
    assert errors["first-attack", "double-match-down"] is not None
    assert found.sd_error is not None
    assert found.hit_error is not None
    assert not found.exact
    assert found.results == {}
    assert found.mean == pytest.approx(sum(each.stake * float(each.figures.ev) for each in found.wagers))


@pytest.mark.soak
def test_an_attack_goes_with_its_side_bets_as_counted() -> None:
    game = registry.game("triple-attack")
    stakes = {"first-attack": 1000, "suited-royals": 500, "double-match-up": 500, "triple-match": 500}
    found = bet_set(game, game.demonstration(), stakes)
    program = kernel_of(game).program(game, game.demonstration(), {1: stakes}, None, {})
    nets = np.array([program.run(39, number, 1).net for number in range(1 << 16)], dtype=float)
    column = {wager: place for place, (_, wager) in enumerate(program.columns)}
    for pair in found.pairs:
        assert pair.error is None
        values = [nets[:, column[wager]] / stakes[wager] for wager in (pair.one, pair.other)]
        products = (values[0] - values[0].mean()) * (values[1] - values[1].mean())
        assert abs(products.mean() - pair.covariance) < 4 * products.std() / math.sqrt(len(products)), pair


def test_a_tie_goes_to_war_where_that_is_best_for_both_wagers() -> None:
    """Surrender that costs nothing is best for the spot alone; a large Tie After Tie wager is worth a war."""
    game = registry.game("dueling")
    pays = {"surrender": "push"}
    asked = {
        "player": Question.of(wager="player", options={"decks": 6}, pays=pays),
        "tie-after-tie": Question.of(
            wager="tie-after-tie", paytable="TAT1", options={"decks": 6}, meters={"tie-after-tie": 100_000_00}
        ),
    }
    small, large = (
        best_together(game, asked, {"player": 100_000, "tie-after-tie": stake}) for stake in (1, 10_000_000)
    )
    assert small is not None
    assert large is not None
    assert set(small.tables["war"].values()) == {"surrender"}
    assert set(large.tables["war"].values()) == {"war"}


def test_a_table_of_such_seats_and_its_band() -> None:
    game = registry.game("dueling")
    stakes = {"player": 1000, "combo-bet": 500}
    one = bet_set(game, game.demonstration(), stakes, rounds=1000).table
    assert one is not None
    alone = bet_set(game, game.demonstration(), stakes)
    assert one.expected == pytest.approx(-1000 * alone.mean)
    assert one.sd == pytest.approx(math.sqrt(1000) * alone.sd)
    assert one.band.low < one.expected < one.band.high
    three = bet_set(game, game.demonstration(), stakes, rounds=1000, seats=3).table
    assert three is not None
    assert three.expected == pytest.approx(3 * one.expected)
    assert three.sd > math.sqrt(3) * one.sd, "seats share the community card"
    assert three.wagered == 3 * 1000 * 1500


def test_amounts_on_meters_count_for_the_player_and_not_for_the_table() -> None:
    game = registry.game("three-card-split")
    stakes = {"primary": 1000, "four-card-bonus": 500, "jackpot": 100}
    usual = bet_set(game, game.demonstration(), stakes, rounds=10)
    assert usual.amounts == {"jackpot/four-aces": game.house["meters"]["jackpot/four-aces"]}
    more = bet_set(game, game.demonstration(), stakes, rounds=10, meters={"jackpot/four-aces": 100_000_00})
    assert more.mean > usual.mean
    assert usual.table is not None
    assert more.table is not None
    assert usual.table.expected == more.table.expected


def test_what_cannot_be_bet_or_seated_is_refused() -> None:
    game = registry.game("dueling")
    setup = game.demonstration()
    with pytest.raises(BadQuestion, match="nobody bets"):
        bet_set(game, setup, {})
    with pytest.raises(HousewayError, match="Tie Plus goes only with"):
        bet_set(game, setup, {"tie-plus": 500})
    with pytest.raises(BadQuestion, match="do not fit"):
        bet_set(game, setup, {"player": 500}, seats=8, rounds=10)
    with pytest.raises(BadQuestion, match="cannot play 0 rounds"):
        bet_set(game, setup, {"player": 500}, rounds=0)


def test_one_wager_is_a_set_too() -> None:
    game = registry.game("dueling")
    found = game.together({"player": 1000})
    (figures,) = game.analyze(wager="player", options={"decks": 6, "tie-bonus": "off"}, strategy="optimal").figures
    assert found.hit_frequency == float(figures.hit_frequency)
    assert found.pairs == ()
    assert found.as_dict()["house_edge"] == pytest.approx(float(figures.house_edge))
    assert Fraction(sum(found.results.values())) == 1


def test_a_game_without_compiled_rounds_says_what_it_cannot_sample() -> None:
    with toy_game() as game:
        wagers = list(game.edition().initial_wagers)
        found = bet_set(game, game.demonstration(), {wagers[0]: 500})
        assert found.staked == 500


def test_an_amount_on_no_meter_of_the_table_is_refused() -> None:
    game = registry.game("dueling")
    stakes = {"player": 500, "tie-after-tie": 100}
    with pytest.raises(BadQuestion, match="no row is paid from a meter 'Tie After Tie Jackpot'"):
        game.together(stakes, meters={"Tie After Tie Jackpot": 500_000})
    assert game.together(stakes, meters={"tie-after-tie": 500_000}).amounts == {"tie-after-tie": 500_000}
