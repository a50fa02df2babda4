"""Three Card Split: the automatic player sets well, never foul, and looks at nothing but its own cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import houseway
from houseway.cards.card import CARDS
from houseway.games.three_card_split import advice, hands
from houseway.rulebook.steps import DEALER, Ask
from houseway.table.players import Seen
from houseway.table.round import Round
from tests.rounds import shoe_of

GAME = "three-card-split"
GAMES = houseway.game(GAME)


def _high(high: hands.High) -> tuple[int, tuple[int, int]]:
    return hands.high_rank(high), hands.colours(high)


def advised_low(cards: str) -> str:
    """The card that the automatic player puts low."""
    round_ = Round(GAMES, GAMES.setup(), [4], shoe_of(f"{cards} ?? ?? ?? ??"))
    round_.answer(4, {"primary": 500})
    ask = round_.ask_for(4)
    assert ask is not None
    answer = advice.advise(ask, Seen(round_.layout, round_.setup, 4))
    assert answer in [("low", 1), ("low", 2), ("low", 3)]
    return cards.split()[int(answer[1]) - 1]


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("9c 9d Ks", "Ks"),  # a pair, with the king low
        ("Ks 9c 9d", "Ks"),
        ("4s 5s 9d", "9d"),  # suited connectors, with the best low card as well
        ("7h Jc 2d", "7h"),  # nothing: two cards would be foul
        ("2c 4d As", "4d"),
        ("2c 4c As", "As"),  # suited is enough for an ace low
        ("Qh Kd Ac", "Ac"),  # connected either way: the ace low
        ("Ac Ad 2h", "Ac"),  # A-2 connected, ace low, rather than aces with a deuce
        ("Kh 5h Kc", "Kc"),  # suited with a king low, rather than kings with a five
    ],
)
def test_settings_that_are_plain(cards: str, low: str) -> None:
    assert advised_low(cards)[0] == low[0]


def test_no_hand_is_set_foul_and_none_with_both_sub_hands_worse_than_another_setting() -> None:
    for dealt in combinations(CARDS[:52:3] + CARDS[1:52:3], 3):
        ways = hands.settings(dealt)
        high, low = ways[advice._best(dealt) - 1]
        assert not hands.is_foul(high, low), dealt
        for other_high, other_low in ways:
            better = hands.high_rank(other_high) > hands.high_rank(high) and other_low.rank > low.rank
            assert not better or hands.is_foul(other_high, other_low), dealt


def test_cards_that_the_seat_does_not_see_are_left_to_the_house_way() -> None:
    round_ = Round(GAMES, GAMES.setup(), [4], shoe_of("Ks ?? 9d 8c 8d Qs 2s"))
    round_.answer(4, {"primary": 500})
    ask = round_.ask_for(4)
    assert ask is not None
    assert advice.advise(ask, Seen(round_.layout, round_.setup, 4)) == "house-way"
    stranger = Ask(DEALER, "house-hand", (), "house-way", cite="dealing 5")
    assert advice.advise(stranger, Seen(round_.layout, round_.setup, DEALER)) == "house-way"


def test_it_gives_up_less_than_the_house_way_would() -> None:
    """Over all hands, the chance of each sub-hand against all house hands.

    The house hands are not thinned by the cards held, which flatters both ways of setting alike: only their difference
    means something, and setting well should be worth close to one percent of the wager.
    """
    deals = list(combinations(CARDS[:52], 3))
    house = [hands.house_way(dealt) for dealt in deals]
    highs = Counter((hands.high_rank(high), hands.colours(high)) for high, _ in house)
    lows = Counter((low.rank, hands.colours((low,))) for _, low in house)

    def wins(rank: int, colours: tuple[int, int], others: Counter[tuple[int, tuple[int, int]]]) -> int:
        return sum(
            count for other, count in others.items() if other[0] < rank or (other[0] == rank and other[1] == colours)
        )

    high_wins = {key: wins(*key, highs) for key in {_high(two) for two in combinations(CARDS[:52], 2)}}
    low_wins = {key: wins(*key, lows) for key in lows}

    def worth(way: hands.Setting) -> float:
        return (high_wins[_high(way[0])] + low_wins[way[1].rank, hands.colours((way[1],))]) / len(deals) - 1

    ours = sum(worth(hands.settings(dealt)[advice._best(dealt) - 1]) for dealt in deals) / len(deals)
    theirs = sum(worth(way) for way in house) / len(deals)
    assert ours > theirs + 0.009
