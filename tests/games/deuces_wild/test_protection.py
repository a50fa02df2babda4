"""Deuces Wild: seen and shared cards, against the analysis, plain enumeration and simulated seats."""

from __future__ import annotations

import statistics
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway import registry
from houseway.cards import CARDS, Card, Stream
from houseway.facade import Game
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.classes import classes
from houseway.games.deuces_wild.maths.protection import jackpot_effects, nets_of, treasure_wager
from houseway.games.deuces_wild.maths.protection.best_response import GROUP_OF, GROUPS, ante_knowledge, workings
from houseway.games.deuces_wild.maths.protection.fortune_cards import fortune_knowledge
from houseway.games.deuces_wild.maths.protection.shared_cards_drawn import ante_shared
from houseway.maths.protection.table_pays import TablePays
from houseway.simulation.exact import figures_at
from houseway.table.setup import Setup

SOME = [40, 400, 900, 1_300, 1_500]
"""Classes of three cards that stand for all of them here."""


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.game("deuces-wild")


@pytest.fixture(scope="module")
def setup(game: Game) -> Setup:
    return game.demonstration()


@pytest.fixture(scope="module")
def pays(setup: Setup) -> TablePays:
    return TablePays(setup, {})


def test_the_ante_with_nothing_known_is_that_of_the_analysis_and_cards_out_sum_up(
    game: Game, setup: Setup, pays: TablePays
) -> None:
    found = ante_knowledge(nets_of(pays, "ante"), several=False)
    assert found.nothing == figures_at(game, setup, "ante")[0].ev
    first = sum((GROUP_OF.count(group) * found.first[group] for group in GROUPS), Fraction(0))
    assert first / 53 == found.nothing
    # A card that is out before the deal, and known, is worth what a seen one is: any of the others may be it.
    removed = sum((GROUP_OF.count(group) * found.removed[group] for group in GROUPS), Fraction(0))
    assert removed / 53 == found.one_out >= found.nothing
    assert found.removed["wild"] < found.nothing < found.next_wild < found.next_seen


def test_three_cards_of_another_seat_by_plain_enumeration(pays: TablePays) -> None:
    """One hand and one hand of another seat: fold, play and raise decided on every fourth and fifth card in turn."""
    nets = nets_of(pays, "ante")
    unit, each = workings(nets, [700])
    held = [CARDS[code] for code in next(each).head.tolist()]
    rest = [kind for kind in CARDS if kind not in held]
    rows = (*hands.ANTE_ROWS, "none")

    def won(five: tuple[Card, ...]) -> Fraction:
        met = hands.poker(five)
        return nets[next((place for place, row in enumerate(rows) if row in met), len(nets) - 1)]

    for out in ((), (rest[3], rest[30], rest[45])):
        left = [kind for kind in rest if kind not in out]
        fourths = []
        for fourth in left:
            fifths = [won((*held, fourth, fifth)) for fifth in left if fifth is not fourth]
            fourths.append(max(Fraction(-2), 4 * sum(fifths, Fraction(0)) / len(fifths)))
        best = max(Fraction(-1), sum(fourths, Fraction(0)) / len(fourths))
        _, again = workings(nets, [700])
        found = next(again)
        gone = [found.others.tolist().index(kind.code) for kind in out]
        sums = found.sums - sum((found.table[:, at] for at in gone), 0 * found.sums)
        size = len(left)
        kept = [at for at in range(50) if at not in gone]
        played = sum(max(int(sums[at]), -2 * unit * (size - 1)) for at in kept)
        assert max(Fraction(played, size * (size - 1) * unit), Fraction(-1)) == best


def test_simulated_seats_agree_with_the_exact_best_response(pays: TablePays) -> None:
    nets = nets_of(pays, "ante")
    exact = ante_knowledge(nets, which=SOME)
    two, six = ante_shared("ante", nets, (2, 6), exact.nothing, draws=3_000, seed=8, which=SOME)
    assert exact.three_out is not None and exact.two_out is not None
    assert exact.nothing <= exact.one_out <= exact.two_out <= exact.three_out
    assert abs(float(two.value) - float(exact.three_out)) <= 4 * two.error
    assert two.value < six.value


def test_treasure_and_jackpot_and_what_each_card_is_worth_to_them(game: Game, setup: Setup, pays: TablePays) -> None:
    treasure = treasure_wager(pays)
    assert treasure.value == figures_at(game, setup, "three-card-treasure")[0].ev
    value, effects = jackpot_effects(pays)
    assert value == figures_at(game, setup, "bonus-jackpot")[0].ev
    assert sum(effect.number * Fraction(effect.effect) for effect in effects) == 0
    # With one wild card out, four are left: five of them never come, and four once in C(52, 5) / 48.
    given = {wild: pays.given("bonus-jackpot", (f"{wild}-wild-cards",)) for wild in range(2, 6)}
    back = sum(given[wild] * comb(4, wild) * comb(48, 5 - wild) for wild in range(2, 5))
    assert Fraction(effects[0].effect) + value == Fraction(back, comb(52, 5)) - 1


def test_a_natural_that_is_gone_from_three_card_treasure_by_plain_count(pays: TablePays) -> None:
    wager, gone = treasure_wager(pays), 50
    low = [code for code in range(53) if code != gone]
    back = sum(
        (
            pays.given("three-card-treasure", hands.treasure(tuple(CARDS[code] for code in three)))
            for three in combinations(low, 3)
        ),
        Fraction(0),
    )
    assert wager.without(gone) == back / comb(52, 3) - 1


@pytest.mark.soak
def test_five_card_fortune_with_nothing_known_is_that_of_the_analysis(
    game: Game, setup: Setup, pays: TablePays
) -> None:
    found = fortune_knowledge(nets_of(pays, "five-card-fortune"))
    assert found.nothing == figures_at(game, setup, "five-card-fortune")[0].ev
    first = sum((GROUP_OF.count(group) * found.first[group] for group in GROUPS), Fraction(0))
    assert first / 53 == found.nothing < found.community_seen


@pytest.mark.parametrize("number", [700, 1_400])
def test_five_card_fortune_of_one_hand_by_drawing_communities(pays: TablePays, number: int) -> None:
    """The best of every selection, each judged with `hands` on the same communities."""
    found = fortune_knowledge(nets_of(pays, "five-card-fortune"), [number])
    held = [CARDS[code] for code in classes(3).cards[number].tolist()]
    wild = tuple(kind for kind in held if hands.is_wild(kind))
    choices = [(kind,) for kind in held if kind not in wild] + ([wild] if wild else [])
    chance, drawn = Stream(number), 1_500
    won: list[list[float]] = [[] for _ in choices]
    for _ in range(drawn):
        left = [kind for kind in CARDS if kind not in held]
        community = tuple(left.pop(chance.below(len(left))) for _ in range(4))
        for place, choice in enumerate(choices):
            best = min(_fortune_row((*choice, *some)) for some in combinations(community, 5 - len(choice)))
            won[place].append(float(nets_of(pays, "five-card-fortune")[best]))
    mean, place = max((sum(each) / drawn, place) for place, each in enumerate(won))
    assert abs(mean - float(found.nothing)) < 4 * statistics.stdev(won[place]) / drawn**0.5


def _fortune_row(five: tuple[Card, ...]) -> int:
    met = hands.poker(five)
    return next((place for place, row in enumerate(hands.FORTUNE_ROWS) if row in met), len(hands.FORTUNE_ROWS))
