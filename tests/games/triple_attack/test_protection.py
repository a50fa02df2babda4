"""Triple Attack: what cards and counts are worth, against the analysis, exact solutions and settled rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec
import pytest

from houseway import registry
from houseway.cards import Card, Stream, parse_cards
from houseway.facade import Game
from houseway.games.triple_attack import hands
from houseway.games.triple_attack.maths.protection import (
    BY_VALUE,
    UP,
    insurance_wager,
    kinds_of,
    main_game,
    protection,
    side_bet,
    solved_at,
)
from houseway.maths.protection.card_counts import best_count, simple_count
from houseway.maths.protection.table_pays import TablePays
from houseway.reports.protection_pages import spread_needed
from houseway.simulation.advantage.asked import ProtectionQuestion
from houseway.simulation.advantage.counted_shoes import count_shoes
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


def test_insurance_is_won_in_rounds_with_an_ace_up_and_told_of_all_rounds(game: Game, setup: Setup) -> None:
    """200,000 shoes dealt by a program of its own, behind 326 cards of 384, some 5.6 cards a round: an ace was up and
    insurance favourable to whoever knew the cards left in 1.584 % of all rounds; it won 0.1220 units in 100 of them."""
    question = ProtectionQuestion(game, setup, wagers=("first-attack",), seats=(1,), cuts=(326,), shoes=400)
    found = {each.wager: each for each in protection(question).wagers}
    insurance, first = found["insurance"], found["first-attack"]
    perfect = insurance.counted[0]
    assert insurance.share == Fraction(32, 384) and first.share == 1
    assert abs(perfect.bets - 0.01584) < 0.005
    assert abs(perfect.units_per_100 - 0.1220) < 4 * perfect.error_per_100 < 0.05
    # A unit on every insurance loses the edge where there is one: the spread is that of rounds with an ace up.
    needed = spread_needed(perfect, insurance)
    assert needed is not None and abs(needed - (1 + 6.0052 / 12 / perfect.units_per_100)) < 1e-4


# -- two ways: shoes counted by the polynomial of the wager, and shoes dealt card by card and settled by their cards

LOW_METERS = {"jackpot": 20_000, "jackpot-2": 20_000}
"""Prizes small enough that a few thousand bets tell their mean."""

ROUND = 7
"""Cards that a round takes here."""

STAKE = 100


def _one_hand(pays: TablePays, slug: str) -> Callable[[Sequence[Card]], float]:
    """What the cards of a round win on ``slug``, by its paytable: the seat's two first, then the dealer's two."""

    def net(drawn: Sequence[Card]) -> float:
        if slug == "insurance":
            events = hands.insurance((UP, drawn[0]))
        else:
            events = hands.jackpot(tuple(drawn[:2]), tuple(drawn[2:4]))
        row, stake = pays.setup.paytables[slug].row(events), pays.setup.fixed_amount(slug) or STAKE
        if row.pay.is_percent:
            return pays.meters[slug] * row.pay.numerator / row.pay.denominator / stake - 1
        return row.pay.returned(stake) / stake - 1

    return net


@pytest.mark.parametrize("slug", ["insurance", "jackpot", "jackpot-2"])
def test_dealt_shoes_of_a_counter_come_to_the_counted_ones(game: Game, setup: Setup, slug: str) -> None:
    """A counter bets from the same true count on in both; here cards are drawn and settled by ``hands``."""
    pays = TablePays(setup, {**game.house["meters"], **LOW_METERS})
    wager = insurance_wager(pays) if slug == "insurance" else side_bet(pays, slug)[0]
    kinds = kinds_of(pays)
    count = msgspec.structs.replace(best_count(wager), trigger=Fraction(0))
    tags = {kind: float(tag) for kind, tag in zip(kinds, count.tags, strict=True)}
    fresh = [kind for kind, number in zip(kinds, wager.full, strict=True) for _ in range(number)]
    mean_tag = sum(tags[kind] for kind in fresh) / len(fresh)
    cut, shoes = 260, 250
    net = _one_hand(pays, slug)
    nets: list[float] = []
    rounds = 0
    for shoe in range(shoes):
        chance, left = Stream(11, shoe), list(fresh)
        while len(fresh) - len(left) < cut:
            running = mean_tag * len(left) - sum(tags[kind] for kind in left)
            drawn = [left.pop(chance.below(len(left))) for _ in range(ROUND)]
            rounds += 1
            if running >= 0:
                nets.append(net(drawn))
    (_, told) = count_shoes(wager, [count], (0,) * ROUND + (1,), [cut], shoes=2_048, seed=5)
    mean = sum(nets) / len(nets)
    error = (sum(each * each for each in nets) / len(nets) - mean**2) ** 0.5 / len(nets) ** 0.5
    assert abs(mean - told.edge) < 4 * error
    assert len(nets) / rounds == pytest.approx(told.bets, rel=0.15)


@pytest.mark.parametrize("slug", ["insurance", "jackpot", "jackpot-2"])
def test_settled_cards_from_a_depleted_shoe_agree_with_the_value_at_the_cards_left(
    game: Game, setup: Setup, slug: str
) -> None:
    pays = TablePays(setup, {**game.house["meters"], **LOW_METERS})
    wager = insurance_wager(pays) if slug == "insurance" else side_bet(pays, slug)[0]
    gone = [kind for kind in gone_cards(setup.deck, 250, 21) if kind is not UP]
    left = list((Counter(setup.deck.cards) - Counter([*gone, *([UP] if slug == "insurance" else [])])).elements())
    counts = Counter(left)
    net, chance = _one_hand(pays, slug), Stream(3)
    nets = []
    for _ in range(20_000):
        drawn = [left.pop(chance.below(len(left))) for _ in range(4)]
        nets.append(net(drawn))
        left += drawn
    mean = sum(nets) / len(nets)
    error = (sum(each * each for each in nets) / len(nets) - mean**2) ** 0.5 / len(nets) ** 0.5
    assert abs(mean - float(wager.value([counts[kind] for kind in kinds_of(pays)]))) < 4 * error
