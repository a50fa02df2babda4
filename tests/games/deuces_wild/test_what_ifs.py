"""Rules of Deuces Wild as what-ifs: published counts with other wild cards, and two ways to the same figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from houseway import registry
from houseway.cards.card import CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, classify5
from houseway.games.deuces_wild.maths.classes import APPROVED, CHOOSE, Wilds, classes, set_number
from houseway.games.deuces_wild.maths.counting import fifth
from houseway.games.deuces_wild.maths.what_ifs import changes, other_wilds
from houseway.games.deuces_wild.maths.what_ifs.judges import treasure_row
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures

GAME = registry.game("deuces-wild")
NETS = [Fraction(net) for net in (100, 20, 9, 6, 3, 2, 1, 1, 0, -1, -1)]


def figures(wager: str, **rules: str | int) -> Figures:
    asked = {slug.replace("_", "-"): value for slug, value in rules.items()}
    return GAME.analyze(wager=wager, paytable="A", strategy="optimal", rules=asked).figures[0]


def hands_of_five(wild: str) -> dict[str, int]:
    """How many hands of five cards make each row of the Ante, from what a fifth card makes of four."""
    counts = fives(hands.ANTE_ROWS, wild)
    return dict(zip((*hands.ANTE_ROWS, "none"), counts, strict=True))


def fives(rows: tuple[str, ...], wild: str) -> list[int]:
    """How many hands of five cards make each row."""
    wilds = other_wilds.BY_NAME[wild]
    # Each comes once for each of its cards, as the fifth to the others.
    return [int(count) // 5 for count in classes(4, wilds).sizes @ fifth(rows, wilds).all]


def one_by_one(nets: Sequence[Fraction], rows: tuple[str, ...], stakes: base.Stakes, wilds: Wilds) -> base.Ends:
    """What becomes of every deal under the best play, each set of cards looked at by itself: no class is used."""
    three, four, whole = stakes
    gains, unit = base.whole_numbers(nets)
    fives, fours = sets_of(5, wilds.deck), sets_of(4, wilds.deck)
    events = classify5(fives, rows, wild_ranks=wilds.ranks)
    counts = np.zeros((len(fours), len(rows) + 1), dtype=np.int64)
    for left in combinations(range(5), 4):
        np.add.at(counts, (numbers_of(fives[:, left]), events), 1)
    assert (counts.sum(axis=1) == wilds.deck - 4).all()
    raised, given_up = whole * (counts @ gains), -four * (wilds.deck - 4) * unit
    raises = raised > given_up
    threes = [numbers_of(fours[:, left]) for left in combinations(range(4), 3)]
    played = np.zeros(comb(wilds.deck, 3), dtype=np.int64)
    for three_of in threes:
        np.add.at(played, three_of, np.where(raises, raised, given_up))
    plays = played > -three * (wilds.deck - 3) * (wilds.deck - 4) * unit
    reached = sum(plays[three_of].astype(np.int64) for three_of in threes)
    return base.Ends(
        int((~plays).sum()) * (wilds.deck - 3) * (wilds.deck - 4),
        int((reached * ~raises).sum()) * (wilds.deck - 4),
        tuple(((reached * raises) @ counts).tolist()),
    )


def sets_of(size: int, deck: int) -> npt.NDArray[np.uint8]:
    """Every set of so many cards, in the order of their numbers."""
    count = size * comb(deck, size)
    found = np.fromiter(chain.from_iterable(combinations(range(deck), size)), np.uint8, count).reshape(-1, size)
    return found[np.argsort(numbers_of(found))]


def numbers_of(sets: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """The number of each set of cards, sorted by code, among all of so many."""
    return sum((CHOOSE[sets[:, place], place + 1] for place in range(sets.shape[1])), np.zeros(len(sets), np.int64))


def test_nothing_wild_is_ordinary_poker() -> None:
    """suffe.cool/poker: 40 / 624 / 3,744 / 5,108 / 10,200 / 54,912 / 123,552 of 2,598,960."""
    found = hands_of_five("none")
    assert found["natural-royal-flush"] + found["straight-flush"] == 40
    named = ("four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "two-pair")
    assert [found[row] for row in named] == [624, 3744, 5108, 10200, 54912, 123552]
    assert found["wild-royal-flush"] == found["five-of-a-kind"] == 0
    assert sum(found.values()) == 2_598_960


def test_four_deuces_wild_make_672_fives_of_a_kind() -> None:
    """Alspach, sfu.ca: 672 hands of which 48 have four wild cards; those of a royal rank are better paid here."""
    assert fives(("five-of-a-kind",), "deuces")[0] == 672


def test_three_cards_without_wild_ones() -> None:
    """wizardofodds.com: 48 / 52 / 720 / 1,096 of 22,100."""
    found = changes.treasure({"wild": "none"})
    assert found["mini-royal"] + found["straight-flush"] == 48
    assert [found[row] for row in ("three-of-a-kind", "straight", "flush")] == [52, 720, 1096]
    assert sum(found.values()) == 22_100


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"play-wager": "2", "raise-wager": "1", "five-wilds": "five-of-a-kind"},
        {"natural-royal": "any"},
        {"wild": "deuces"},
        {"wild": "joker", "play-wager": "2"},
        {"wild": "none"},
    ],
    ids=["approved", "other stakes", "wild royals", "deuces", "joker", "none"],
)
def test_every_set_by_itself_comes_to_what_classes_come_to(rules: dict[str, str]) -> None:
    judged, stakes, wilds = changes.judged(rules, NETS), changes.stakes(rules), changes.wilds(rules)
    best = base.best_plan(judged.nets, judged.rows, stakes, wilds)
    assert one_by_one(judged.nets, judged.rows, stakes, wilds) == base.ends(best, judged.rows, wilds)


@pytest.mark.parametrize("wild", sorted(other_wilds.BY_NAME))
def test_every_hand_is_of_the_class_that_holds_it(wild: str) -> None:
    wilds = other_wilds.BY_NAME[wild]
    for size in (1, 2, 3, 4):
        found = classes(size, wilds)
        assert np.bincount(found.of, minlength=len(found)).tolist() == found.sizes.tolist()
        assert len(set(found.texts)) == len(found)
    for three in random.Random(5).sample(list(combinations(CARDS[: wilds.deck], 3)), 400):
        suits = Counter(card.suit for card in three if card.rank not in wilds.ranks)
        ranks = sorted(card.rank for card in three if card.rank not in wilds.ranks)
        one = [
            CARDS[code]
            for code in classes(3, wilds).cards[classes(3, wilds).of[set_number([card.code for card in three])]]
        ]
        assert sorted(card.rank for card in one if card.rank not in wilds.ranks) == ranks
        held = Counter(card.suit for card in one if card.rank not in wilds.ranks)
        assert sorted(held.values()) == sorted(suits.values())


def test_approved_values_are_the_approved_figures() -> None:
    assert figures("ante").house_edge == figures("ante", wild="deuces-and-joker", raise_wager=2).house_edge
    assert changes.treasure_rows(APPROVED) == changes.treasure({})
    assert other_wilds.jackpot_counts(APPROVED) == changes.jackpot({}, NETS)


@pytest.mark.parametrize("wild", ["deuces", "joker", "none"])
def test_three_cards_one_by_one_make_the_rows_of_their_classes(wild: str) -> None:
    wilds = other_wilds.BY_NAME[wild]
    found = Counter(treasure_row(three, wild_ranks=wilds.ranks) for three in combinations(CARDS[: wilds.deck], 3))
    assert {row: count for row, count in changes.treasure({"wild": wild}).items() if count} == found


def test_the_more_is_wild_the_better_for_the_player() -> None:
    for wager in ("ante", "three-card-treasure"):
        edges = [figures(wager, wild=value).house_edge for value in ("deuces-and-joker", "deuces", "joker", "none")]
        assert edges == sorted(edges), wager
    ante = figures("ante", wild="deuces")
    assert sum(Fraction(outcome.probability) for outcome in ante.outcomes) == 1
    assert ante.deals == 22_100 * 49 * 48


def test_a_larger_raise_never_costs_the_player_who_may_fold() -> None:
    """The raise is made where it gains; where it is larger, as much can be won."""
    assert figures("ante", raise_wager=3).house_edge < figures("ante").house_edge
    assert (
        figures("ante", natural_royal="any").house_edge
        < figures("ante").house_edge
        < figures("ante", odds="ante").ev + 1
    )


def test_no_wild_card_no_jackpot() -> None:
    assert figures("bonus-jackpot", wild="joker").hit_frequency == 0


def test_what_is_not_worked_out_together_is_said() -> None:
    with pytest.raises(BadQuestion, match="ace is high only and other cards are wild"):
        figures("ante", ace="high", wild="deuces")
    with pytest.raises(BadQuestion, match="not worked out where other cards are wild"):
        figures("bonus-jackpot", wild="deuces", jackpot_after_fold="lost")
    with pytest.raises(BadQuestion, match="not worked out under changed rules"):
        GAME.analyze(wager="ante", strategy="short", rules={"raise-wager": 3})
    with pytest.raises(BadQuestion, match="other cards are wild"):
        GAME.strategy("optimal", wager="ante", rules={"wild": "none"})


def test_a_strategy_under_changed_stakes_is_priced_as_the_best_play() -> None:
    asked = {"raise-wager": 3}
    best = GAME.strategy("optimal", wager="ante", paytable="A", rules=asked)
    assert GAME.price(best, wager="ante", paytable="A", rules=asked).ev == figures("ante", raise_wager=3).ev
    approved = GAME.strategy("optimal", wager="ante", paytable="A")
    assert GAME.price(approved, wager="ante", paytable="A", rules=asked).ev < figures("ante", raise_wager=3).ev
