"""Other readings of Three Card Split: whole hands dealt out one by one, and counts by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from houseway.cards import CARDS, Card, parse_cards
from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.classes import HOUSE_HANDS, classes, house_places, low_cards
from houseway.games.three_card_split.maths.counting import AS_RULED, Judge, counts_against, set_low
from houseway.games.three_card_split.maths.judges import (
    copies_lose,
    equal_is_foul,
    four_card_ace_high,
    house_place,
    king_and_ace_apart,
    places,
)
from houseway.maths.rulings import Reading, readings
from houseway.registry import game

Cards = tuple[Card, ...]


def reading(mark: str) -> Reading:
    return next(item for item in readings(game("three-card-split")) if item.mark == mark)


def three(card_text: str) -> Cards:
    return tuple(sorted(parse_cards(card_text), key=lambda card: card.code))


def dealt_out(
    player: Cards, low: int, compare: Callable[[Cards, Cards], int], house: Callable[[Cards], int]
) -> Counter[int]:
    """Every house hand against the player's, set with the card ``low`` low: how many win, push, lose."""
    found: Counter[int] = Counter()
    high = tuple(card for place, card in enumerate(player) if place != low)
    left = [card for card in CARDS[:52] if card not in player]
    for dealer in combinations(left, 3):
        place = house(dealer)
        theirs = tuple(card for at, card in enumerate(dealer) if at != place)
        won = compare(high, theirs) + compare((player[low],), (dealer[place],))
        found[(won > 0) - (won < 0)] += 1
    return found


def ranked_apart(player: Cards, dealer: Cards) -> int:
    """Sub-hands compared where king and ace are no connection, said anew."""
    if len(player) == 1:
        return hands.compare(player, dealer)
    ranks = []
    for high in (player, dealer):
        pair = {card.rank for card in high}
        suited = high[0].suit == high[1].suit
        ranks.append((int(suited), 14, 13) if pair == {13, 14} else _kind(high))
    if ranks[0] != ranks[1]:
        return 1 if ranks[0] > ranks[1] else -1
    return 1 if hands.colours(player) == hands.colours(dealer) else -1


def _kind(high: Cards) -> tuple[int, int, int]:
    rank = hands.high_rank((high[0], high[1]))
    return rank >> 8, rank >> 4 & 15, rank & 15


@pytest.mark.parametrize(
    ("player", "judge", "compare", "house"),
    [
        ("Kc Ad 9h", AS_RULED._replace(compare=copies_lose), copies_lose, house_place),
        (
            "Kc As 9h",
            AS_RULED._replace(high_rank=king_and_ace_apart),
            ranked_apart,
            lambda cards: house_place(cards, king_and_ace_apart),
        ),
        ("Qc Jd 9h", AS_RULED, hands.compare, lambda cards: house_place(cards, any_high=True)),
        ("2c 3d Ah", AS_RULED, hands.compare, lambda cards: house_place(cards, three_goes_low=True)),
    ],
)
def test_a_hand_dealt_out_against_every_house_hand_ends_as_it_is_counted(
    player: str, judge: Judge, compare: Callable[[Cards, Cards], int], house: Callable[[Cards], int]
) -> None:
    made = classes()
    settings = set_low(made.cards, low_cards(places(house)), judge)
    ends = counts_against(settings, judge)
    number = int(made.class_of[_number(three(player))])
    head = tuple(CARDS[code] for code in made.heads[number].tolist())
    for low in range(3):
        high = [card for place, card in enumerate(head) if place != low]
        if hands.is_foul((high[0], high[1]), head[low]):
            assert ends.foul[number, low] == HOUSE_HANDS
            continue
        found = dealt_out(head, low, compare, house)
        assert (ends.win[number, low], ends.push[number, low], ends.lose[number, low]) == (
            found[1],
            found[0],
            found[-1],
        )


def _number(cards: Cards) -> int:
    a, b, c = (card.code for card in cards)
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


def test_as_ruled_the_house_sets_every_hand_by_its_house_way() -> None:
    assert np.array_equal(places(house_place), house_places())


@pytest.mark.parametrize(
    ("cards", "house", "low"),
    [
        ("2c 3d Ah", lambda cards: house_place(cards, three_goes_low=True), "3d"),
        ("5h Js As", lambda cards: house_place(cards, any_high=True), "Js"),
        ("5s 7h Ts", lambda cards: house_place(cards, any_high=True), "7h"),
        ("9h Tc Td", lambda cards: house_place(cards, two_colours=True), "Td"),
        ("9h Tc Td", house_place, "Tc"),
    ],
)
def test_another_house_way_sets_the_hands_it_says(cards: str, house: Callable[[Cards], int], low: str) -> None:
    held = three(cards)
    assert held[house(held)].text == low


def test_equal_low_cards_are_fouls_only_under_the_other_reading() -> None:
    high, low = parse_cards("As 7h"), parse_cards("Ad")[0]
    assert not hands.is_foul((high[0], high[1]), low)
    assert equal_is_foul((high[0], high[1]), low)
    # A player who may not put an ace below an ace loses by it.
    assert reading("TCS-2").effects[0].difference > 0


def test_without_a_low_ace_four_cards_lose_their_straights() -> None:
    assert hands.four_card(tuple(parse_cards("Ac 2c 3c 9d")))[0] == "three-card-straight-flush"
    assert four_card_ace_high(tuple(parse_cards("Ac 2c 3c 9d"))) == ("three-card-straight-or-flush",)
    assert four_card_ace_high(tuple(parse_cards("Ac 2d 3h 9d"))) == ()
    assert four_card_ace_high(tuple(parse_cards("Qc Kd Ah 9d"))) == hands.four_card(tuple(parse_cards("Qc Kd Ah 9d")))


def test_copies_that_the_dealer_always_has_cost_the_player_most() -> None:
    edges = {item.mark: item.effects[0].other for item in readings(game("three-card-split")) if item.effects}
    primary = ("TCS-1", "TCS-2", "TCS-3 a", "TCS-4 a", "TCS-4 b", "TCS-5")
    assert max(primary, key=lambda mark: edges[mark]) == "TCS-3 a"


@pytest.mark.parametrize(
    ("rule", "value", "wager", "mark"),
    [
        ("equal-low-card", "foul", "primary", "TCS-2"),
        ("king-and-ace", "apart", "primary", "TCS-1"),
        ("house-way", "any-high", "primary", "TCS-4 a"),
        ("house-way", "three-low", "primary", "TCS-5"),
        ("copies", "house", "primary", "TCS-3 a"),
        ("bonus-copies", "card-by-card", "three-card-bonus", "TCS-3 b"),
        ("four-card-ace", "high", "four-card-bonus", "TCS-6"),
    ],
)
def test_a_rule_that_is_another_reading_has_its_figure(rule: str, value: str, wager: str, mark: str) -> None:
    effect = next(item for item in reading(mark).effects if item.wager == wager)
    paytable = game("three-card-split").edition().paytable_ids(wager)[0]
    found = game("three-card-split").analyze(wager=wager, paytable=paytable, strategy="optimal", rules={rule: value})
    assert found.figures[0].house_edge == effect.other
    assert effect.other != effect.taken
