"""Other readings of Deuces Wild: counts by hand beside those of the machine."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from houseway.cards import CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.classes import classes
from houseway.games.deuces_wild.maths.counting import containing
from houseway.games.deuces_wild.maths.what_ifs.judges import ace_high, treasure_row
from houseway.maths.results import Number
from houseway.maths.rulings import Reading, readings
from houseway.registry import game

THREES, FIVES = comb(53, 3), comb(53, 5)


def reading(mark: str) -> Reading:
    return next(item for item in readings(game("deuces-wild")) if item.mark == mark)


def moved(mark: str, wager: str, base: str = "") -> Number:
    effects = reading(mark).effects
    return next(effect for effect in effects if effect.wager == wager and effect.base == base).difference


def test_without_a_low_ace_the_treasure_loses_ace_three_and_a_wild_card() -> None:
    # 5 wild cards with 4 suited pairs, which fall from 6 to the flush's 2, and with 12 others, from 2 to -1.
    assert moved("DW-2 a", "three-card-treasure") == Fraction(5 * (4 * 4 + 12 * 3), THREES)


def test_a_mini_royal_without_wild_cards_leaves_the_wild_ones_a_straight_flush() -> None:
    wild = 5 * 12 + comb(5, 2) * 12 + comb(5, 3)
    assert moved("DW-2 b", "three-card-treasure") == Fraction(14 * wild, THREES)


def test_five_wild_cards_as_five_of_a_kind_pay_ten_less_on_four_units() -> None:
    assert moved("DW-3", "ante") == Fraction(4 * 10, FIVES)


def test_without_a_low_ace_five_cards_lose_the_straights_that_need_one() -> None:
    """Natural cards of ace, three, four and five, the ace among them, and wild ones."""
    ruled = dict(zip((*hands.ANTE_ROWS, "none"), containing(hands.ANTE_ROWS)[0][0].tolist(), strict=True))
    rows = ace_high(hands.ANTE_ROWS)
    other = dict(zip((*hands.ANTE_ROWS, "none"), containing(rows)[0][0].tolist(), strict=True))
    changed = {row: other[row] - ruled[row] for row in other if other[row] != ruled[row]}
    one, two = 5 * 4**4, comb(5, 2) * 3 * 4**3
    suited = {1: 5 * 4, 2: comb(5, 2) * 3 * 4, 3: comb(5, 3) * 3 * 4}
    assert changed == {
        "straight-flush": -sum(suited.values()),
        "straight": -(one - suited[1] + two - suited[2]),
        "flush": suited[1] + suited[2],
        "four-of-a-kind": suited[3],
        "three-of-a-kind": two - suited[2],
        "none": one - suited[1],
    }


def test_as_ruled_the_judge_of_three_cards_is_that_of_the_game() -> None:
    for codes in classes(3).cards.tolist():
        cards = tuple(CARDS[code] for code in codes)
        met = hands.treasure(cards)
        assert treasure_row(cards) == (met[0] if met else "none")


def test_odds_on_the_ante_alone_are_worth_less_and_royals_with_wild_cards_more() -> None:
    assert moved("DW-4", "ante") > Fraction(2, 5)
    assert moved("DW-2 c", "ante") < -Fraction(3, 10)


def test_more_cards_to_select_from_and_a_view_of_the_community_hand_help_the_player() -> None:
    assert moved("DW-6 a", "five-card-fortune", "alone") < 0
    assert moved("DW-6 b", "five-card-fortune", "with the Ante") > 0
    assert moved("DW-6 c", "five-card-fortune", "with the Ante") < 0
    assert moved("DW-6 d", "five-card-fortune", "with the Bonus Jackpot, without an Ante") < 0


def test_a_jackpot_that_folds_with_the_hand_is_worth_less() -> None:
    effect = reading("DW-7").effects[0]
    # Five wild cards are never folded, four hardly: the jackpot itself stays, the small prizes go.
    assert 0 < effect.difference < Fraction(7 * comb(5, 2) * comb(48, 3), FIVES)


def test_prizes_divided_or_whole_are_the_same_difference_both_ways() -> None:
    assert reading("DW-8").effects[0].difference == -reading("BJS-3").effects[0].difference


def test_a_reading_that_is_not_worked_out_says_so() -> None:
    item = reading("DW-5")
    assert not item.effects
    assert "Not worked out" in item.why


@pytest.mark.parametrize(
    ("rule", "value", "wager", "mark"),
    [
        ("ace", "high", "ante", "DW-2 a"),
        ("ace", "high", "three-card-treasure", "DW-2 a"),
        ("mini-royal", "natural", "three-card-treasure", "DW-2 b"),
        ("natural-royal", "any", "ante", "DW-2 c"),
        ("five-wilds", "five-of-a-kind", "ante", "DW-3"),
        ("odds", "ante", "ante", "DW-4"),
    ],
)
def test_a_rule_that_is_another_reading_has_its_figure(rule: str, value: str, wager: str, mark: str) -> None:
    effect = next(item for item in reading(mark).effects if item.wager == wager)
    found = game("deuces-wild").analyze(wager=wager, paytable="A", strategy="optimal", rules={rule: value})
    assert found.figures[0].house_edge == effect.other != effect.taken


def test_the_jackpot_that_a_fold_gives_up_has_the_figure_of_that_reading() -> None:
    asked = game("deuces-wild").analyze(wager="bonus-jackpot", paytable="A", rules={"jackpot-after-fold": "lost"})
    found = asked.figures[0].at(dict(game("deuces-wild").house["meters"]))
    assert found.house_edge == reading("DW-7").effects[0].other
