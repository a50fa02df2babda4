"""Dueling for Dollars: how a bet on the first two cards goes together with a wager of another seat.

Two seats share the community card. What Tie Plus and the Combo Bet win follows from it and the seat's own card, so the
other seat's card matters only as one that is out of the shoe; for a spot that goes to war, the war's cards do too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from houseway.cards import Card
from houseway.games.dueling import hands
from houseway.games.dueling.maths import full_table
from houseway.games.dueling.maths.counting import PACK, deals
from houseway.games.dueling.maths.full_table import End

Bet: TypeAlias = Callable[[Card, Card], Fraction]
"""What a bet wins, net of a unit, by the player's card and the community card."""


def of_two_bets(decks: int, one: Bet, other: Bet) -> Fraction:
    """The covariance of two bets at two seats."""
    first, unit = _whole(one)
    second, other_unit = _whole(other)
    product = mine = theirs = 0
    for community in PACK:
        left = _left(decks, community)
        own = sum(left[kind] * first[kind, community] for kind in PACK)
        others = sum(left[kind] * second[kind, community] for kind in PACK)
        # No card is dealt to both seats.
        both = sum(left[kind] * first[kind, community] * second[kind, community] for kind in PACK)
        product += decks * (own * others - both)
        mine += decks * own
        theirs += decks * others
    return _covariance(decks, product, mine, theirs, unit * other_unit)


def of_spot_and_bet(decks: int, fights: frozenset[str], worth: Callable[[End], Fraction], bet: Bet) -> Fraction:
    """The covariance of a spot at one seat, whose ends are ``worth``, and a bet at another.

    A tie of a rank in ``fights`` goes to war, another surrenders.
    """
    second, unit = _whole(bet)
    cards_of_war = 52 * decks - 3
    wars = cards_of_war * (cards_of_war - 1)
    product = mine = theirs = Fraction(0)
    for community in PACK:
        left = _left(decks, community)
        others = sum(left[kind] * second[kind, community] for kind in PACK)
        by_rank: dict[int, int] = {}
        number_of: dict[int, int] = {}
        for kind in PACK:
            by_rank[kind.rank] = by_rank.get(kind.rank, 0) + left[kind] * second[kind, community]
            number_of[kind.rank] = number_of.get(kind.rank, 0) + left[kind]
        war = community.text[0] in fights
        for kind in PACK:
            result, here = hands.duel(kind, community), second[kind, community]
            dealt = decks * left[kind]
            theirs += dealt * here
            if result or not war:
                net = worth((result, None))
                product += dealt * net * (others - here)
                mine += dealt * net
                continue
            # At war the rank of the other seat's card is known to be gone.
            for rank, together in by_rank.items():
                gone = tuple(sorted((community.rank, kind.rank, rank)))
                ends = full_table.one_war(decks, gone)
                net = sum((Fraction(ways, wars) * worth((0, end)) for end, ways in ends.items()), Fraction(0))
                alike = rank == kind.rank
                product += dealt * net * (together - here * alike)
                mine += dealt * net * Fraction(number_of[rank] - alike, 52 * decks - 2)
    return _covariance(decks, product, mine, theirs, unit)


def bets_of(rows: Mapping[tuple[Card, Card], Fraction]) -> Bet:
    """A bet by what it wins with every two cards."""
    return lambda player, community: rows[player, community]


def _left(decks: int, community: Card) -> dict[Card, int]:
    return {kind: decks - (kind is community) for kind in PACK}


def _whole(bet: Bet) -> tuple[dict[tuple[Card, Card], int], int]:
    """What a bet wins in whole numbers, and what they were multiplied by."""
    nets = {(player, community): bet(player, community) for player in PACK for community in PACK}
    unit = lcm(*(net.denominator for net in set(nets.values())))
    return {cards: int(net * unit) for cards, net in nets.items()}, unit


def _covariance(
    decks: int, product: Fraction | int, mine: Fraction | int, theirs: Fraction | int, unit: int
) -> Fraction:
    """From the sums over ordered deals: of products over three cards, of each by itself over two."""
    return (Fraction(product, deals(decks, 3)) - Fraction(mine * theirs, deals(decks, 2) ** 2)) / unit
