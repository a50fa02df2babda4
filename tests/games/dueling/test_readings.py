"""Other readings of Dueling, reckoned by hand beside the counts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from houseway.cards import card
from houseway.games.dueling import hands
from houseway.games.dueling.maths.counting import PACK
from houseway.games.dueling.maths.full_table import End
from houseway.games.dueling.maths.judges import _four_cards, two_plus_two_judge
from houseway.games.dueling.maths.rulings import spot_mean
from houseway.maths.results import Number
from houseway.maths.rulings import Effect, Reading, readings
from houseway.registry import game

SHOE = 6 * 52


def reading(mark: str) -> Reading:
    return next(item for item in readings(game("dueling")) if item.mark == mark)


def moved(mark: str, wager: str) -> Number:
    return next(effect for effect in reading(mark).effects if effect.wager == wager).difference


def test_an_ace_that_is_high_only_takes_ace_and_two_from_the_combo_bet() -> None:
    # 24 aces and 24 twos in either order. Suited ones fall from 2 to 1, the three quarters that are not from 1 to -1.
    both = Fraction(2 * 24 * 24, SHOE * (SHOE - 1))
    assert moved("DD-1 a", "combo-bet") == both * (Fraction(1, 4) * 1 + Fraction(3, 4) * 2)


def test_a_tie_bonus_in_place_of_the_win_takes_one_unit_of_each_tie_after_a_tie() -> None:
    ties = Fraction(0)
    for first, second in product(range(13), repeat=2):
        left = 24 - 2 * (first == second)
        ties += Fraction(24 * 23 * left * (left - 1), SHOE * (SHOE - 1) * (SHOE - 2) * (SHOE - 3))
    assert moved("DD-2", "player") == ties


def test_a_suited_pair_that_is_a_flush_wins_one_unit_instead_of_losing_it() -> None:
    assert moved("DD-3", "combo-bet") == -2 * Fraction(5, SHOE - 1)


def test_two_pairs_of_a_colour_each_are_paid_fifty_instead_of_ten() -> None:
    # A pair of one colour has 11 of 23 mates; the second pair, of another rank, is of the other colour in half of them.
    first = Fraction(23, SHOE - 1) * Fraction(11, 23)
    second = Fraction(SHOE - 24, SHOE - 2) * Fraction(23, SHOE - 3) * Fraction(11, 23) * Fraction(1, 2)
    assert moved("DD-4 a", "tie-after-tie") == -40 * first * second


def test_a_surrender_that_gives_the_wager_up_takes_all_that_it_returns() -> None:
    effect = reading("DD-4 b").effects[0]
    assert effect.other == 1


def test_division_is_weighed_at_a_full_table() -> None:
    for effect in reading("DD-6").effects:
        # Whole prizes are worth more to the player than divided ones.
        assert effect.difference < 0


def test_posted_money_without_the_stake_costs_the_stake_of_every_hit() -> None:
    tie = Fraction(23, SHOE - 1)
    assert moved("DD-9", "tie-plus") == tie


def test_the_other_judges_of_four_cards_differ_only_where_they_say() -> None:
    ace, two, three = card("Ac"), card("2c"), card("3c")
    king, queen, jack = card("Kc"), card("Qc"), card("Jc")
    assert hands.two_plus_two(ace, two, (three, king))[0] == "3-card-straight-flush"
    assert two_plus_two_judge(ace_low=False)(ace, two, (three, king)) == ()
    assert two_plus_two_judge(ace_low=False)(ace, king, (queen, jack))[0] == "royal-flush"
    # A pair of kings with queen and jack: three in line, with one of the first two cards only.
    assert hands.two_plus_two(king, king, (queen, jack))[0] == "3-card-straight-flush"
    assert two_plus_two_judge(with_both=True)(king, king, (queen, jack)) == ("starting-pair",)
    assert two_plus_two_judge(with_both=True)(king, queen, (jack, two))[0] == "3-card-straight-flush"


def test_as_ruled_the_judge_of_four_cards_is_that_of_the_game() -> None:
    starts = [(card("Ac"), card("2c")), (card("Kc"), card("Ac")), (card("7c"), card("7d")), (card("9c"), card("4c"))]
    few = PACK[::3]
    for (player, community), third, fourth in product(starts, few, few):
        rows = tuple(_four_cards(player, community, (third, fourth)))
        assert rows == hands.two_plus_two(player, community, (third, fourth))


def test_the_mean_of_a_spot_is_that_of_the_analysis() -> None:
    figures = game("dueling").analyze(wager="dealer", strategy="optimal").figures[0]
    nets: dict[End, int | Fraction] = {
        (-1, None): 1,
        (1, None): -1,
        (0, None): Fraction(-1, 2),
        (0, -1): 1,
        (0, 0): 1,
        (0, 1): -2,
    }
    assert spot_mean(lambda end: Fraction(nets[end]), 6) == figures.ev


def test_an_effect_is_what_the_house_would_keep_more() -> None:
    assert Effect("player", "standard", Fraction(1, 10), Fraction(3, 10)).difference == Fraction(1, 5)
