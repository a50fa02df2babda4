"""Rules of Three Card Split as what-ifs: single hands against every house hand, judged by rules written anew."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from houseway import registry
from houseway.cards import CARDS, Card, parse_cards
from houseway.games.three_card_split.maths.classes import HOUSE_HANDS, classes, number_of
from houseway.games.three_card_split.maths.variants import counts_of
from houseway.games.three_card_split.maths.what_ifs import variant

GAME = registry.game("three-card-split")


def edge(wager: str = "primary", **rules: str) -> float:
    asked = {slug.replace("_", "-"): value for slug, value in rules.items()}
    paytable = GAME.edition().paytable_ids(wager)[0]
    found = GAME.analyze(wager=wager, paytable=paytable, strategy="optimal", rules=asked).figures[0]
    return float(found.house_edge)


# --- the rules once more, written for these tests alone ---------------------------------------------------------------


def strength(pair: tuple[Card, Card]) -> tuple[int, ...]:
    """The two high cards: kind, then ranks; A-2 is the lowest connection."""
    top, low = sorted((card.rank for card in pair), reverse=True)
    suited = pair[0].suit == pair[1].suit
    connected = top - low == 1 or (top, low) == (14, 2)
    if (top, low) == (14, 2):
        top, low = 2, 1
    kind = 4 if suited and connected else 3 if top == low else 2 if connected else 1 if suited else 0
    return kind, top, low


def ways(three: tuple[Card, ...]) -> list[tuple[tuple[Card, Card], Card]]:
    found = [((three[1], three[2]), three[0]), ((three[0], three[2]), three[1]), ((three[0], three[1]), three[2])]
    return [
        way for way in found if strength(way[0])[0] > 0 or way[1].rank <= max(way[0][0].rank, way[0][1].rank)
    ]  # no fouls


def best_high(three: tuple[Card, ...]) -> tuple[tuple[Card, Card], Card]:
    return max(ways(three), key=lambda way: (strength(way[0]), way[1].rank))


def side(mine: tuple[int, ...], theirs: tuple[int, ...], copy: int) -> int:
    return copy if mine == theirs else 1 if mine > theirs else -1


def results(held: tuple[Card, ...], low: Card, copy: int) -> Counter[int]:
    """How a hand set so ends against every house hand that makes its best high hand; a copy counts ``copy``."""
    high = tuple(card for card in held if card is not low)
    mine = strength((high[0], high[1])), (low.rank,)
    found: Counter[int] = Counter()
    for three in combinations([card for card in CARDS[:52] if card not in held], 3):
        pair, single = best_high(three)
        won = side(mine[0], strength(pair), copy) + side(mine[1], (single.rank,), copy)
        found[(won > 0) - (won < 0)] += 1
    return found


@pytest.mark.parametrize(
    ("copies", "copy"), [("house", -1), ("player", 1), ("nobody", 0)], ids=["house", "player", "nobody"]
)
def test_a_hand_against_every_house_hand(copies: str, copy: int) -> None:
    held = parse_cards("7c 8d Ks")
    counts = counts_of(variant({"house-way": "best-high", "copies": copies}))
    codes = sorted(card.code for card in held)
    made = classes()
    number = int(number_of(*codes))
    place = list(made.order[number]).index(codes.index(held[2].code))
    at = int(made.class_of[number]), place
    expected = results(held, held[2], copy)
    assert {1: counts.win[at], 0: counts.push[at], -1: counts.lose[at]} == dict(expected)
    assert counts.foul[at] == 0
    assert sum(expected.values()) == HOUSE_HANDS


def test_the_better_the_copies_the_better_the_game() -> None:
    edges = [edge(copies=value) for value in ("player", "nobody", "house")]
    assert edges == sorted(edges)
    assert edges[0] < edge() < edges[2]


def test_other_house_ways_never_keep_more_than_the_best_reply_costs_the_player() -> None:
    """A house that sets as the best player does keeps more than one that looks at one side alone."""
    reply, way = edge(house_way="best-reply"), edge()
    assert reply > way > max(edge(house_way="best-high"), edge(house_way="best-low"))


def test_every_copy_of_the_three_card_bonus_goes_one_way_or_the_other() -> None:
    """With every copy on one side the other side wins as often as it would otherwise: the game is symmetric."""
    assert edge("three-card-bonus", bonus_copies="house") == -edge("three-card-bonus", bonus_copies="player") > 0


def test_the_house_way_of_a_changed_house_is_a_strategy_too() -> None:
    changed = GAME.strategy("house-way", rules={"house-way": "best-high"})
    assert changed.tables["set"]["2c 2s 3c"] == "low 2", "suited connectors are better than a pair"
    cost = GAME.price(changed, rules={"house-way": "best-high"}).house_edge
    assert cost > edge(house_way="best-high")
    assert [item.strategy for item in GAME.analyze(wager="primary", rules={"copies": "house"}).figures] == ["optimal"]


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        # The house sets no foul either.
        ({"equal-low-card": "foul", "house-way": "any-high"}, (103_176_476, 203_380_076, 100_613_848)),
        # King and ace are no connection, and beside an equal ace a foul.
        (
            {"equal-low-card": "foul", "king-and-ace": "apart", "house-way": "best-low"},
            (116_204_016, 190_751_240, 100_215_144),
        ),
        # The best player whom the house imitates sets by the changed rules.
        ({"king-and-ace": "apart", "house-way": "best-reply"}, (98_392_292, 206_051_260, 102_726_848)),
        ({"equal-low-card": "foul", "house-way": "best-reply"}, (99_223_848, 204_360_748, 103_585_804)),
    ],
)
def test_rules_changed_together(rules: dict[str, str], ends: tuple[int, int, int]) -> None:
    """Against every house hand, one at a time, by a program of its own."""
    (figures,) = GAME.analyze(wager="primary", strategy="optimal", rules=rules).figures
    counted = {outcome.event: outcome.count for outcome in figures.outcomes}
    assert (counted["win"], counted["push"], counted["lose"]) == ends
