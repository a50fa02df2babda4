"""The player's hands as a graph of compositions, and the shoes that they leave behind.

A node is a hand of two or more cards in which a decision may be due. Drawing a card leads to another node or to one of
the ends `BUST`, `TWENTY_ONE`, `CHARLIE`. A hand is played in a *view*: (card *p*, number *k*), the hand as it grows
from a card *p* while *k* further cards of *p*'s value, of other hands, are known to be out of the shoe. The unsplit
hand is the view with *k* = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.dealer import UNITS, counts_of, first_seen
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


@dataclass(frozen=True, eq=False)
class Graph:
    """Every node, from the hands with fewest cards to those with most."""

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

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each node by value, sorted."""
        cards = np.repeat(np.tile(np.arange(1, VALUES + 1), len(self)), self.counts.ravel()).tolist()
        ends = np.cumsum(self.cards).tolist()
        return tuple(tuple(cards[begin:end]) for begin, end in zip([0, *ends], ends, strict=False))


def graph_of(rules: BlackjackRules) -> Graph:
    """The graph of the hands that may come under ``rules``."""
    splits = tuple(rules.most_hands(value) for value in range(1, VALUES + 1))
    return _graph(rules.charlie, rules.twenty_one_wins, rules.one_card_to_split_aces, splits)


@lru_cache(maxsize=16)
def _graph(charlie: int, twenty_one_wins: bool, one_card_to_aces: bool, splits: tuple[int, ...]) -> Graph:
    values = np.arange(1, VALUES + 1)
    low, high = np.triu_indices(VALUES)
    keys = UNITS[low] + UNITS[high]
    pair = np.empty((VALUES, VALUES), dtype=np.int64)
    pair[low, high] = pair[high, low] = np.arange(len(keys))
    # Level by level, a card more each: the nodes of a level, their totals, and where each card leads from them.
    levels: list[tuple[Ints, Ints, npt.NDArray[np.bool_]]] = []
    after: list[Ints] = []
    start: Ints = pair
    nodes = 0
    while len(keys):
        counts = counts_of(keys)
        hard = counts @ values
        soft = (counts[:, 0] > 0) & (hard <= 11)
        total = np.where(soft, hard + 10, hard)
        code = np.zeros(len(keys), dtype=np.int64)
        if charlie and len(levels) + 2 >= charlie:
            code[:] = CHARLIE
        if twenty_one_wins:
            code[total == 21] = TWENTY_ONE
        here = code == 0
        code[here] = nodes + np.arange(np.count_nonzero(here))
        if after:
            after[-1] = np.where(after[-1] >= 0, code[after[-1]], BUST)
        else:
            start = code[pair]
        levels.append((counts[here], total[here], soft[here]))
        nodes += len(levels[-1][0])
        drawn = keys[here][:, None] + UNITS
        good = hard[here][:, None] + values <= 21
        first, which = first_seen(drawn[good])
        keys = drawn[good][first]
        into = np.full(drawn.shape, BUST, dtype=np.int64)
        into[good] = which
        after.append(into)
    counts, total, soft = (np.concatenate(parts) for parts in zip(*levels, strict=True))
    shoes, shoe_of = _shoes(counts, one_card_to_aces, splits)
    holding = [np.flatnonzero(counts[:, value]) for value in range(VALUES)]
    return Graph(
        counts,
        total,
        soft,
        counts.sum(axis=1),
        np.concatenate(after),
        start,
        shoes,
        shoe_of,
        np.concatenate(holding),
        np.cumsum([0, *(len(part) for part in holding)]),
    )


def _shoes(counts: Ints, one_card_to_aces: bool, splits: tuple[int, ...]) -> tuple[Ints, Ints]:
    """Every set of cards out that some hand in some view leaves, each once, and where the views find theirs."""
    keys = counts @ UNITS
    most = 2 * max(splits) - 3
    views = []
    for value in range(VALUES):
        held = counts[:, value] > 0
        if value == 0 and one_card_to_aces:
            held = held & (counts.sum(axis=1) == 2)
        # Up to twice the further splits: each may put a pair card on another hand.
        views += [(further, value, held) for further in range(1, max(2 * splits[value] - 2, 0))]
    every = np.unique(np.concatenate([keys, *(keys[held] + k * UNITS[value] for k, value, held in views)]))
    shoe_of = np.full((max(most, 0) + 1, VALUES, len(keys)), -1, dtype=np.int64)
    plain = np.searchsorted(every, keys)
    for value in range(VALUES):
        held = counts[:, value] > 0
        shoe_of[0, value, held] = plain[held]
    for k, value, held in views:
        shoe_of[k, value, held] = np.searchsorted(every, keys[held] + k * UNITS[value])
    return counts_of(every), shoe_of
