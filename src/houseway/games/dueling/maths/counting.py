"""Dueling for Dollars counted: how many deals of so many decks make each event.

A *way* is a class of deals that are alike. The number of its deals is a product of factors, one for each card dealt: a
factor ``(n, m)`` stands for ``n`` times the number of decks, less ``m`` cards that are gone. So the cards are looked at
once, and the count for any number of decks is a short sum.

Every card that nobody has seen is as likely in any place of the shoe. That is why burnt cards change no count, and why
the two cards of 2 + 2 may be counted as though they followed the community card at once, war or no war.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

from houseway.cards import ACE, CARDS, RANKS, SUITS, Card, card
from houseway.games.dueling import hands

Rows: TypeAlias = tuple[str, ...]
"""What a function of ``hands`` answers: every row that the cards satisfy."""

Pair: TypeAlias = tuple[Card, Card]
Factor: TypeAlias = tuple[int, int]
Ways: TypeAlias = Counter[tuple[Rows, tuple[Factor, ...]]]
"""How many ways make the same rows with the same factors."""

PACK = CARDS[:52]
RESULTS = (-1, 0, 1)
"""What `hands.duel` may say, the worst for the player's card first."""


def counted(ways: Ways, decks: int) -> dict[Rows, int]:
    """The number of ordered deals of ``decks`` decks that make each set of rows."""
    found: dict[Rows, int] = {}
    for (rows, factors), alike in ways.items():
        number = alike
        for times, gone in factors:
            number *= times * decks - gone
        found[rows] = found.get(rows, 0) + number
    return found


def deals(decks: int, cards: int) -> int:
    """The number of ordered deals of ``cards`` cards."""
    number = 1
    for dealt in range(cards):
        number *= 52 * decks - dealt
    return number


# ---------------------------------------------------------------------------------------------- the first two cards


@cache
def tie_plus_ways() -> Ways:
    """Tie Plus by the first two cards."""
    ways: Ways = Counter()
    for player, community, factors in _first_two():
        ways[hands.tie_plus(player, community), factors] += 1
    return ways


@cache
def combo_ways(judge: Callable[[Card, Card], Rows] = hands.combo) -> Ways:
    """The Combo Bet by the first two cards, whose rows ``judge`` names."""
    ways: Ways = Counter()
    for player, community, factors in _first_two():
        ways[judge(player, community), factors] += 1
    return ways


def _first_two() -> Iterator[tuple[Card, Card, tuple[Factor, ...]]]:
    for player in PACK:
        for community in PACK:
            yield player, community, ((1, 0), (1, int(community is player)))


# -------------------------------------------------------------------------------------------------- duel and war


@cache
def rank_cards() -> tuple[Card, ...]:
    """One card of each rank, from the two up: a duel asks for nothing else."""
    return tuple(card(f"{rank}c") for rank in RANKS)


@cache
def duels(decks: int) -> dict[int, int]:
    """Ordered deals of two cards by the result of the duel."""
    found = dict.fromkeys(RESULTS, 0)
    each = 4 * decks
    for player, community, result in every_duel():
        found[result] += each * (each - (community is player))
    return found


@cache
def every_duel() -> tuple[tuple[Card, Card, int], ...]:
    """A player's card, a community card and the result, for every two ranks."""
    ranks = rank_cards()
    return tuple((player, community, hands.duel(player, community)) for player in ranks for community in ranks)


@cache
def wars(decks: int) -> dict[str, dict[int, int]]:
    """By the rank that tied: ordered deals of four cards in which it ties, by the result of the war."""
    each = 4 * decks
    found = {}
    for tied in rank_cards():
        results = dict.fromkeys(RESULTS, 0)
        for player, community, result in every_duel():
            left = (each - 2 * (player is tied)) * (each - 2 * (community is tied) - (community is player))
            results[result] += each * (each - 1) * left
        found[tied.text[0]] = results
    return found


# ----------------------------------------------------------------------------------------------------- Tie After Tie


@cache
def one_tie_ways() -> Ways:
    """Tie After Tie on the first two cards alone, where they tie: what a surrender leaves."""
    ways: Ways = Counter()
    for player, community in _ties():
        ways[hands.tie_after_tie((player, community)), ((1, 0), (1, int(community is player)))] += len(PACK)
    return ways


@cache
def tie_after_tie_ways(judge: Callable[[Pair, Pair], Rows] = hands.tie_after_tie) -> Ways:
    """Tie After Tie on four cards, where the first two tie and go to war; ``judge`` names the rows."""
    ways: Ways = Counter()
    for player, community in _ties():
        first = (player, community)
        for war_player in PACK:
            gone = (war_player is player) + (war_player is community)
            for war_community in PACK:
                rows = judge(first, (war_player, war_community))
                last = (war_community is player) + (war_community is community) + (war_community is war_player)
                ways[rows, ((1, 0), (1, int(community is player)), (1, gone), (1, last))] += len(PACK)
    return ways


def _ties() -> Iterator[tuple[Card, Card]]:
    """The ties of one card, which stands for all 52: the event knows only which ranks, suits and colours agree."""
    for community in SUITS:
        yield card("2c"), card(f"2{community}")


@cache
def not_a_tie() -> Rows:
    """What Tie After Tie finds where the first two cards do not tie."""
    return hands.tie_after_tie((card("2c"), card("3c")))


# ------------------------------------------------------------------------------------------------------------- 2 + 2


class View(NamedTuple):
    """Cards that a 2 + 2 start cannot tell apart: one to ask with, and all of them."""

    sample: Card
    cards: tuple[Card, ...]


class Start(NamedTuple):
    """A first card and a community card that keep 2 + 2 alive, what they see of others, and the rows by two views.

    ``rows[a, b]``, with ``a`` <= ``b``, holds for the two added cards in either order.
    """

    player: Card
    community: Card
    views: tuple[View, ...]
    rows: dict[tuple[int, int], Rows]


NEAR = 2
"""Ranks further from a start than this are in no straight with it."""


@cache
def starts(judge: Callable[[Card, Card, Pair], Rows] = hands.two_plus_two) -> tuple[Start, ...]:
    """Every start of a player's club, the community card of any suit: the suits of the other starts are alike.

    ``judge`` names the rows of four cards; where it has none for a start, that start loses.
    """
    return tuple(
        start_of(player, community, judge)
        for player in PACK
        if player.suit == "c"
        for community in PACK
        if hands.starts_two_plus_two(player, community)
    )


def start_of(player: Card, community: Card, judge: Callable[[Card, Card, Pair], Rows] = hands.two_plus_two) -> Start:
    """The start that two cards are."""
    views = views_of(player, community)
    rows = {
        (a, b): judge(player, community, (views[a].sample, views[b].sample))
        for a, b in combinations_with_replacement(range(len(views)), 2)
    }
    return Start(player, community, views, rows)


def views_of(player: Card, community: Card) -> tuple[View, ...]:
    """The pack as a start sees it.

    A card of another suit than both counts by whether it has one of their ranks. A card of their suits counts by its
    rank where that is near, and is like any other far one where it is not.
    """
    groups: dict[tuple[str, int], list[Card]] = {}
    for kind in PACK:
        shares_suit = kind.suit in (player.suit, community.suit)
        near = min(_apart(kind, player), _apart(kind, community)) <= NEAR
        counts = kind.rank in (player.rank, community.rank) or (shares_suit and near)
        groups.setdefault((kind.suit if shares_suit else "", kind.rank if counts else 0), []).append(kind)
    return tuple(View(group[0], tuple(group)) for group in groups.values())


def _apart(one: Card, other: Card) -> int:
    """Steps from one rank to the other, with the ace at either end."""
    places = ({kind.rank, 1} if kind.rank == ACE else {kind.rank} for kind in (one, other))
    first, second = places
    return min(abs(a - b) for a in first for b in second)


@cache
def two_plus_two_ways(judge: Callable[[Card, Card, Pair], Rows] = hands.two_plus_two) -> Ways:
    """2 + 2 on four cards, where the first two are a start; ``judge`` names the rows."""
    ways: Ways = Counter()
    for start in starts(judge):
        first = ((1, 0), (1, int(start.community is start.player)))
        seen = []
        for view in start.views:
            gone = (start.player in view.cards) + (start.community in view.cards)
            seen.append((len(view.cards), gone))
        for (a, b), rows in start.rows.items():
            times, gone = seen[a]
            second = (times, gone + 1) if a == b else seen[b]
            ways[rows, (*first, seen[a], second)] += len(SUITS) * (1 if a == b else 2)
    return ways
