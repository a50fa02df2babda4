"""Three Card Split: seen and shared cards, against the analysis, plain enumeration and simulated friends."""

from __future__ import annotations

import statistics
from fractions import Fraction
from itertools import combinations

import pytest

from houseway import registry
from houseway.cards import CARDS, Stream
from houseway.facade import Game
from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.counting import primary_counts
from houseway.games.three_card_split.maths.protection import (
    RANK_OF,
    bonus_contest,
    four_card_wager,
    primary_contest,
)
from houseway.maths.protection.hand_against_hand import AGAINST, shared_by_two, workings
from houseway.maths.protection.table_pays import TablePays
from houseway.simulation.advantage.shared_hands import shared_by_several
from houseway.simulation.exact import figures_at
from houseway.table.setup import Setup

SOME = list(range(5, 3497, 350))
"""Classes of hands that stand for all of them here."""


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.game("three-card-split")


@pytest.fixture(scope="module")
def setup(game: Game) -> Setup:
    return game.demonstration()


@pytest.fixture(scope="module")
def pays(game: Game, setup: Setup) -> TablePays:
    return TablePays(setup, game.house["meters"])


def test_every_setting_with_nothing_known_ends_as_the_analysis_counts(pays: TablePays) -> None:
    contest, counts = primary_contest(pays), primary_counts()
    for each in workings(contest, SOME):
        lost = counts.lose[each.number] + counts.foul[each.number]
        assert each.whole.tolist() == ((counts.win[each.number] - lost) * contest.unit).tolist()


@pytest.mark.soak
def test_the_whole_game_with_nothing_known_is_that_of_the_analysis(game: Game, setup: Setup, pays: TablePays) -> None:
    for slug, contest in (("primary", primary_contest(pays)), ("three-card-bonus", bonus_contest(pays))):
        total = sum(int(each.whole.max()) * int(contest.weights[each.number]) for each in workings(contest))
        assert Fraction(total, 22_100 * AGAINST * contest.unit) == figures_at(game, setup, slug)[0].ev


def test_the_three_card_bonus_by_plain_enumeration(pays: TablePays) -> None:
    contest = bonus_contest(pays)
    each = next(workings(contest, [SOME[2]]))
    held = tuple(CARDS[code] for code in each.head.tolist())
    rest = [kind for kind in CARDS[:52] if kind not in held]
    won = sum(hands.three_card_bonus(held, three) for three in combinations(rest, 3))
    assert each.whole.tolist() == [(2 * won - AGAINST) * contest.unit]


def test_a_seen_house_card_by_plain_enumeration(pays: TablePays) -> None:
    """One hand, one house card seen: the best of three settings, counted with `hands` and without tables."""
    contest, place = primary_contest(pays), SOME[4]
    each = next(workings(contest, [place]))
    held = [CARDS[code] for code in contest.heads[place].tolist()]
    rest = [kind for kind in CARDS[:52] if kind not in held]
    seen = rest[17]
    totals = []
    for low in held:
        high = tuple(kind for kind in held if kind is not low)
        net = 0
        for others in combinations([kind for kind in rest if kind is not seen], 2):
            their_high, their_low = hands.house_way((seen, *others))
            if hands.is_foul((high[0], high[1]), low):
                net -= 1
                continue
            wins = (hands.compare(high, their_high) > 0) + (hands.compare((low,), (their_low,)) > 0)
            net += wins - 1
        totals.append(net * contest.unit)
    assert each.one[:, seen.code].tolist() == totals


def test_four_card_wagers_and_what_each_card_is_worth_to_them(game: Game, setup: Setup, pays: TablePays) -> None:
    for slug in ("four-card-bonus", "jackpot"):
        wager = four_card_wager(pays, slug)
        assert wager.value == figures_at(game, setup, slug, meters=pays.meters)[0].ev
        effects = wager.effects(RANK_OF)
        assert sum(effect.number * Fraction(effect.effect) for effect in effects) == 0
        held = sum((effect.number * Fraction(effect.first or 0) for effect in effects), Fraction(0))
        assert held / 52 == wager.value


def test_a_card_that_is_gone_by_drawing_from_the_others(pays: TablePays) -> None:
    """The Four Card Bonus from a deck without the ace of spades, judged hand by hand."""
    wager, chance, drawn = four_card_wager(pays, "four-card-bonus"), Stream(3), 3_000
    back = []
    for _ in range(drawn):
        left = list(CARDS[:51])
        four = tuple(left.pop(chance.below(len(left))) for _ in range(4))
        back.append(float(pays.given("four-card-bonus", hands.four_card(four))))
    error = statistics.stdev(back) / drawn**0.5
    assert abs(statistics.mean(back) - 1 - float(wager.without(51))) < 4 * error


def test_simulated_friends_agree_with_the_exact_best_response(pays: TablePays) -> None:
    contest = primary_contest(pays)
    exact = shared_by_two(contest, SOME)
    weighed = int(contest.weights[SOME].sum())
    alone = sum(int(each.whole.max()) * int(contest.weights[each.number]) for each in workings(contest, SOME))
    usual = Fraction(alone, weighed * AGAINST * contest.unit)
    two, seven = shared_by_several("primary", contest, (2, 7), usual, draws=400, seed=4, classes=SOME)
    assert usual <= exact
    assert abs(float(two.value) - float(exact)) <= 4 * two.error
    assert two.value < seven.value
