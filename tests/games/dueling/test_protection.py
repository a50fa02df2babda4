"""Dueling: what cards, counts and seen cards are worth, against the analysis, plain counts and settled rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from houseway import registry
from houseway.cards import CARDS, Deck
from houseway.facade import Game
from houseway.games.dueling import hands
from houseway.games.dueling.maths.protection import shoe_wager, shoe_wagers, war_gain
from houseway.maths.protection.shoe_wager import ShoeWager
from houseway.maths.protection.table_pays import TablePays
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.exact import figures_at
from houseway.table.setup import Setup
from tests.settled_rounds import gone_cards, settled

WAGERS = ("player", "dealer", "tie-plus", "combo-bet", "tie-after-tie", "two-plus-two")


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.game("dueling")


@pytest.fixture(scope="module")
def setup(game: Game) -> Setup:
    return game.demonstration(options={"shoe": "234"})


@pytest.fixture(scope="module")
def pays(game: Game, setup: Setup) -> TablePays:
    return TablePays(setup, game.house["meters"])


@pytest.fixture(scope="module")
def wagers(pays: TablePays) -> dict[str, ShoeWager]:
    return {slug: shoe_wager(pays, slug)[0] for slug in WAGERS}


@pytest.mark.parametrize("slug", WAGERS)
def test_a_fresh_shoe_is_worth_what_the_analysis_says(
    game: Game, setup: Setup, pays: TablePays, wagers: dict[str, ShoeWager], slug: str
) -> None:
    figures = figures_at(game, setup, slug, meters=pays.meters)[0]
    assert wagers[slug].value() == figures.ev


@pytest.mark.parametrize("slug", ["tie-plus", "combo-bet"])
def test_a_depleted_shoe_by_a_plain_count_of_its_cards(
    setup: Setup, pays: TablePays, wagers: dict[str, ShoeWager], slug: str
) -> None:
    judge = {"tie-plus": hands.tie_plus, "combo-bet": hands.combo}[slug]
    left = Counter(Deck(6).cards) - Counter(gone_cards(setup.deck, 280, 4))
    cards = list(left.elements())
    given = sum(
        (pays.given(slug, judge(one, other)) for a, one in enumerate(cards) for b, other in enumerate(cards) if a != b),
        Fraction(0),
    )
    counts = [left[kind] for kind in CARDS[:52]]
    assert wagers[slug].value(counts) == given / (len(cards) * (len(cards) - 1)) - 1


@pytest.mark.parametrize("together", [("player", "tie-plus", "combo-bet", "tie-after-tie"), ("dealer", "two-plus-two")])
def test_settled_rounds_from_a_depleted_shoe_agree_with_every_wager(
    game: Game, setup: Setup, pays: TablePays, wagers: dict[str, ShoeWager], together: tuple[str, ...]
) -> None:
    gone = gone_cards(setup.deck, 240, 9)
    staked = {slug: setup.fixed_amount(slug) or 1000 for slug in together}
    found = settled(game, setup, staked, gone, rounds=2_500, seed=5, meters=pays.meters)
    left = Counter(setup.deck.cards) - Counter(gone)
    for slug in together:
        wager = wagers[slug]
        ranks = len(wager.full) == 13
        counts = [
            sum(left[k] for k in CARDS[:52] if (k.rank - 2 if ranks else k.code) == at) for at in range(len(wager.full))
        ]
        mean, error = found[slug]
        assert abs(mean - float(wager.value(counts))) < 4 * error


def test_no_card_moves_a_wager_that_treats_all_ranks_alike(wagers: dict[str, ShoeWager]) -> None:
    for slug in ("player", "dealer", "tie-plus", "combo-bet", "tie-after-tie"):
        assert not any(wagers[slug].effects)
    assert any(wagers["two-plus-two"].effects)


def test_war_is_never_worse_than_surrender_whatever_has_gone(
    setup: Setup, pays: TablePays, wagers: dict[str, ShoeWager]
) -> None:
    """Either war card is as likely the higher: war gains 3/2 of the chance that the two tie."""
    for seed in range(5):
        left = Counter(setup.deck.cards) - Counter(gone_cards(setup.deck, 280, seed))
        ranks = [sum(left[kind] for kind in CARDS[:52] if kind.rank - 2 == rank) for rank in range(13)]
        cards = sum(ranks)
        tie = Fraction(sum(count * (count - 1) for count in ranks), cards * (cards - 1))
        for spot in ("player", "dealer"):
            gain = war_gain(pays, spot, wagers[spot], seed, Fraction(-1, 2))
            assert gain.value(ranks) == Fraction(3, 2) * tie


def test_a_seen_card_is_worth_what_its_rank_says(game: Game) -> None:
    """Of 311 other cards 23 tie; the first wager with an eight wins as often as it loses but for the war."""
    found = game.protection(wager="player", options={"shoe": "234"}, shoes=0)
    (player,) = found.wagers
    first = {effect.card: effect.first for effect in player.effects}
    tie = Fraction(23, 311)
    for place, rank in enumerate("23456789TJQKA"):
        lower = Fraction(24 * place, 311)
        value = first[rank]
        assert isinstance(value, Fraction)
        war = (value - lower + (1 - tie - lower)) / tie
        assert Fraction(-1, 2) < war < Fraction(-1, 3)  # what a war costs, whatever tied
    seen = next(known for known in found.known if "first card" in known.what)
    assert seen.how_often == Fraction(6, 13)  # nine and better


def test_what_a_shoe_of_the_house_is_called_and_what_is_refused(game: Game, pays: TablePays) -> None:
    assert game.protection(wager="tie-plus", options={"shoe": "234"}, shoes=0).countable
    fresh = game.protection(wager="tie-plus")
    assert not fresh.countable and fresh.wagers[0].counted == ()
    counted = shoe_wagers(pays)
    assert set(counted) == set(WAGERS)
    assert counted["tie-plus"].value_after(["2c"] * 6 + ["??"]) != counted["tie-plus"].value_after([])
    with pytest.raises(BadQuestion):
        counted["two-plus-two"].value_after(["2c"] * 7)
    for wrong in ({"seats": (8,)}, {"cuts": (312,)}, {"shoes": 1}):
        with pytest.raises(BadQuestion):
            game.protection(wager="tie-plus", **wrong)
