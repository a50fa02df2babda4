"""How two seats go together through the community card: by every three cards, and by another count of the same."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from houseway.cards import CARDS, Card
from houseway.games.dueling import hands
from houseway.games.dueling.maths import full_table, seat_pairs
from houseway.games.dueling.maths.full_table import End
from houseway.maths.question import Question
from houseway.registry import game
from houseway.simulation.shifts.shared_cards import CountsSeats

GAME = game("dueling")
PACK = CARDS[:52]


def tie_plus(player: Card, community: Card) -> Fraction:
    """A bet on a tie with pays that are printed nowhere."""
    if player.rank != community.rank:
        return Fraction(-1)
    return Fraction(25, 2) if player.suit == community.suit else Fraction(7)


def near(player: Card, community: Card) -> Fraction:
    """A bet on how far the two cards are apart, and on their suits."""
    return Fraction(abs(player.rank - community.rank) - 4 + 3 * (player.suit == community.suit), 3)


@pytest.mark.parametrize("decks", [1, 2])
def test_two_bets_at_two_seats_by_every_three_cards(decks: int) -> None:
    left = Counter(dict.fromkeys(PACK, decks))
    products = first = second = Fraction(0)
    whole = 0
    for community in PACK:
        left[community] -= 1
        for one in PACK:
            ways, own = decks * left[one], tie_plus(one, community)
            left[one] -= 1
            others = sum(number * near(other, community) for other, number in left.items())
            number = sum(left.values())
            whole += ways * number
            products += ways * own * others
            first += ways * number * own
            second += ways * others
            left[one] += 1
        left[community] += 1
    expected = products / whole - first / whole * second / whole
    assert seat_pairs.of_two_bets(decks, tie_plus, near) == expected
    assert seat_pairs.of_two_bets(decks, near, tie_plus) == expected


WORTH: dict[End, Fraction] = {
    (1, None): Fraction(1),
    (-1, None): Fraction(-1),
    (0, None): Fraction(-1, 2),
    (0, 1): Fraction(1),
    (0, 0): Fraction(5, 3),
    (0, -1): Fraction(-2),
}


@pytest.mark.parametrize("fights", ["", "9", "23456789TJQKA"])
@pytest.mark.parametrize("decks", [1, 6])
def test_a_spot_and_a_bet_that_goes_by_the_duel_alone_are_two_spots(decks: int, fights: str) -> None:
    """A bet on the duel, whatever the war brings, is counted by `full_table` too, with the war at both seats."""
    by_duel = {1: Fraction(3), 0: Fraction(8), -1: Fraction(-1)}
    found = seat_pairs.of_spot_and_bet(
        decks, frozenset(fights), WORTH.__getitem__, lambda player, community: by_duel[hands.duel(player, community)]
    )
    expected = full_table.covariance(decks, frozenset(fights), WORTH.__getitem__, lambda end: by_duel[end[0]])
    assert found == expected
    assert found != 0


def test_bets_on_the_first_two_cards_are_counted_between_seats() -> None:
    questions = {wager: Question(wagers=(wager,)) for wager in ("player", "tie-plus", "combo-bet", "two-plus-two")}
    maths = GAME.part("maths")
    assert isinstance(maths, CountsSeats)
    counted = maths.seat_covariances(GAME, questions)
    names = ("player", "tie-plus", "combo-bet")
    assert {frozenset(pair) for pair in counted} == {frozenset((one, other)) for one in names for other in names}
    # Two who both tie hold cards of one rank, of which there are the fewer left.
    assert counted["tie-plus", "tie-plus"] < 0
    alone = maths.seat_covariances(GAME, {"tie-plus": questions["tie-plus"]})
    assert alone == {("tie-plus", "tie-plus"): counted["tie-plus", "tie-plus"]}
