"""The player's hands as a graph of compositions, and the shoes that they leave behind.

A node is a hand of two or more cards in which a decision may be due. Drawing a card leads to another node or to one of
the ends `BUST`, `TWENTY_ONE`, `CHARLIE`. A hand is played in a *view*: (card *p*, number *k*), the hand as it grows
from a card *p* while *k* further cards of *p*'s value, of other hands, are known to be out of the shoe. The unsplit
hand is the view with *k* = 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.dealer import COUNT_BITS, packed
from houseway.maths.blackjack.rules import VALUES, BlackjackRules

BUST = -1
TWENTY_ONE = -2
CHARLIE = -3

STAND = 0
HIT = 1
DOUBLE = 2
SPLIT = 3
SURRENDER = 4

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Graph(NamedTuple):
    """Every node, from the hands with fewest cards to those with most."""

    hands: tuple[tuple[int, ...], ...]
    """The cards of each node by value, sorted."""
    counts: Ints
    """How many cards of each value each node holds."""
    total: Ints
    """The best total."""
    soft: npt.NDArray[np.bool_]
    """Whether an ace counts eleven in it."""
    cards: Ints
    """How many cards it has."""
    after: Ints
    """(node, card) the node or end that drawing the card leads to."""
    start: Ints
    """(card, card) the node or end of two cards."""
    shoes: Ints
    """(shoe, value) the cards known to be out, for every hand in every view."""
    shoe_of: Ints
    """(k, p, node) the shoe of the node in the view (p, k); -1 where there is none."""
    holding: Ints
    """The nodes that hold an ace, in order; then those that hold a two; and so on."""
    holding_from: Ints
    """Where the nodes of each value begin in ``holding``; the last number is its length."""


def total_of(hand: tuple[int, ...]) -> tuple[int, bool]:
    """The best total, and whether an ace counts eleven in it."""
    hard = sum(hand)
    return (hard + 10, True) if 1 in hand and hard <= 11 else (hard, False)


def graph_of(rules: BlackjackRules) -> Graph:
    """The graph of the hands that may come under ``rules``."""
    splits = tuple(rules.most_hands(value) for value in range(1, VALUES + 1))
    return _graph(rules.charlie, rules.twenty_one_wins, rules.one_card_to_split_aces, splits)


@lru_cache(maxsize=16)
def _graph(charlie: int, twenty_one_wins: bool, one_card_to_aces: bool, splits: tuple[int, ...]) -> Graph:
    level: dict[int, tuple[int, ...]] = {}
    for low in range(1, VALUES + 1):
        for high in range(low, VALUES + 1):
            level[packed(low) + packed(high)] = (low, high)
    place: dict[int, int] = {}
    hands: list[tuple[int, ...]] = []
    ends: list[tuple[int, int, int]] = []
    links: list[tuple[int, int, int]] = []
    ended: dict[int, int] = {}
    while level:
        after: dict[int, tuple[int, ...]] = {}
        for key, hand in level.items():
            end = _end(hand, charlie, twenty_one_wins)
            if end:
                ended[key] = end
                continue
            node = place[key] = len(hands)
            hands.append(hand)
            for value in range(1, VALUES + 1):
                grown = tuple(sorted((*hand, value)))
                drawn = key + packed(value)
                if sum(grown) > 21:
                    ends.append((node, value - 1, BUST))
                else:
                    links.append((node, value - 1, drawn))
                    after[drawn] = grown
        level = after
    known = {**ended, **place}
    after_table = np.empty((len(hands), VALUES), dtype=np.int64)
    for node, value, end in ends:
        after_table[node, value] = end
    for node, value, key in links:
        after_table[node, value] = known[key]
    start = np.array(
        [[known[packed(low) + packed(high)] for high in range(1, VALUES + 1)] for low in range(1, VALUES + 1)]
    )
    counts = np.array([[hand.count(value) for value in range(1, VALUES + 1)] for hand in hands], dtype=np.int64)
    totals = [total_of(hand) for hand in hands]
    shoes, shoe_of = _shoes(counts, one_card_to_aces, splits)
    holding = [np.flatnonzero(counts[:, value]) for value in range(VALUES)]
    return Graph(
        tuple(hands),
        counts,
        np.array([total for total, _ in totals]),
        np.array([soft for _, soft in totals]),
        counts.sum(axis=1),
        after_table,
        start,
        shoes,
        shoe_of,
        np.concatenate(holding),
        np.cumsum([0, *(len(part) for part in holding)]),
    )


def _end(hand: tuple[int, ...], charlie: int, twenty_one_wins: bool) -> int:
    if twenty_one_wins and total_of(hand)[0] == 21:
        return TWENTY_ONE
    return CHARLIE if charlie and len(hand) >= charlie else 0


def _shoes(counts: Ints, one_card_to_aces: bool, splits: tuple[int, ...]) -> tuple[Ints, Ints]:
    """Every set of cards out that some hand in some view leaves, each once, and where the views find theirs."""
    units = np.array([packed(value) for value in range(1, VALUES + 1)], dtype=np.int64)
    keys = counts @ units
    most = 2 * max(splits) - 3
    views = []
    for value in range(VALUES):
        held = counts[:, value] > 0
        if value == 0 and one_card_to_aces:
            held = held & (counts.sum(axis=1) == 2)
        # Up to twice the further splits: each may put a pair card on another hand.
        views += [(further, value, held) for further in range(1, max(2 * splits[value] - 2, 0))]
    every = np.unique(np.concatenate([keys, *(keys[held] + k * units[value] for k, value, held in views)]))
    shoe_of = np.full((max(most, 0) + 1, VALUES, len(keys)), -1, dtype=np.int64)
    plain = np.searchsorted(every, keys)
    for value in range(VALUES):
        held = counts[:, value] > 0
        shoe_of[0, value, held] = plain[held]
    for k, value, held in views:
        shoe_of[k, value, held] = np.searchsorted(every, keys[held] + k * units[value])
    return (every[:, None] >> (COUNT_BITS * np.arange(VALUES)) & 63), shoe_of
