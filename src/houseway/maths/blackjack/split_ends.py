"""The ends of a hand made by a split: every set of cards it may draw, and in how many orders a play ends with each.

The sets do not hang on the play. They are kept as a prefix tree, the cards of a set from low to high: what counts cards
of every set is then summed once for each branch of the tree instead of once for each set.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.dealer import UNITS, counts_of
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats, Graph, Ints
from houseway.maths.blackjack.plays import LEVELS
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.compiled import compiled


class EndTree(NamedTuple):
    """The sets of cards that a hand may draw after its first card, in the order of a walk through the tree."""

    cards: Ints
    """(set, value) the cards drawn."""
    value: Ints
    """The highest card of each set, which its parent lacks."""
    copy: Ints
    """How many of that card the parent has."""
    depth: Ints
    """How many cards the parent has."""
    parent: Ints
    """Where the parent is; -1 for a single card."""
    over: Ints
    """The next set that is no branch of this one."""
    kind: Ints
    """What a hand that ends with the set comes to: a level of standing, or after those an end; -1 for no hand."""
    nodes: Ints
    """The hands in which a decision may be due, as the graph has them."""
    own: Ints
    """(place in ``nodes``) where the cards drawn so far are."""
    drawn: Ints
    """(place in ``nodes``, card) where they are with one card more."""
    first: Ints
    """(card) where the second card alone is."""
    start: Ints
    """(card) the node or end that the second card leads to."""


@lru_cache(maxsize=64)
def end_tree(graph: Graph, card: int) -> EndTree:
    """The sets of a hand that grows from ``card`` (a place)."""
    nodes = graph.holding[graph.holding_from[card] : graph.holding_from[card + 1]]
    held = graph.counts[nodes] @ UNITS - UNITS[card]
    more = held[:, None] + UNITS
    keys = np.unique(np.concatenate([UNITS, held, more.ravel()]))
    while True:
        parents = _without_highest(keys)
        every = np.unique(np.concatenate([keys, parents[parents > 0]]))
        if len(every) == len(keys):
            break
        keys = every
    keys, cards = _in_walking_order(keys)
    number = np.arange(len(keys))
    by_key = np.argsort(keys)

    def place(wanted: Ints) -> Ints:
        found: Ints = by_key[np.searchsorted(keys, wanted, sorter=by_key)]
        return found

    value = VALUES - 1 - np.argmax(cards[:, ::-1] > 0, axis=1)
    depth = cards.sum(axis=1) - 1
    above = _without_highest(keys)
    parent = np.where(above > 0, place(np.maximum(above, UNITS[0])), -1)
    over = number + 1
    for each in number[::-1]:
        if parent[each] >= 0:
            over[parent[each]] = max(over[parent[each]], over[each])
    level = np.clip(graph.total - 16, 0, LEVELS - 1)

    def kinds(reached: Ints) -> Ints:
        found: Ints = np.where(reached >= 0, level[np.maximum(reached, 0)], LEVELS - 1 - reached)
        return found

    own, drawn, first = place(held), place(more.ravel()).reshape(more.shape), place(UNITS)
    kind = np.full(len(keys), -1)
    kind[own] = level[nodes]
    kind[drawn] = kinds(graph.after[nodes])
    kind[first] = kinds(graph.start[card])
    copy = cards[number, value] - 1
    return EndTree(cards, value, copy, depth, parent, over, kind, nodes, own, drawn, first, graph.start[card].copy())


def _without_highest(keys: Ints) -> Ints:
    """Packed sets without their highest card."""
    cards = counts_of(keys)
    highest = VALUES - 1 - np.argmax(cards[:, ::-1] > 0, axis=1)
    found: Ints = keys - UNITS[highest]
    return found


def _in_walking_order(keys: Ints) -> tuple[Ints, Ints]:
    """Packed sets, each before its branches, and the cards of each."""
    cards = counts_of(keys)
    number = cards.sum(axis=1)
    drawn = np.repeat(np.tile(np.arange(1, VALUES + 1, dtype=np.uint8), len(cards)), cards.ravel())
    place = np.arange(len(drawn)) - np.repeat(np.cumsum(number) - number, number)
    words = np.zeros((len(cards), int(number.max())), dtype=np.uint8)
    words[np.repeat(np.arange(len(cards)), number), place] = drawn
    order = np.argsort(words.view(f"S{words.shape[1]}")[:, 0])
    return keys[order], cards[order]


@compiled
def orders_of(tree: EndTree, card: int, after: Ints, act: npt.NDArray[np.int8], reach: Floats, orders: Floats) -> None:
    """``orders[wagers - 1, second, set]`` in which a hand of ``card`` ends with a set; ``second`` is 1 where its second
    card is one of the pair.

    ``act`` has an action for each of the tree's nodes; ``reach`` (node, second) is room to work in.
    """
    orders[:] = 0.0
    for place in range(tree.nodes.size):
        reach[tree.nodes[place]] = 0.0
    for second in range(VALUES):
        kind = 1 if second == card else 0
        if tree.start[second] >= 0:
            reach[tree.start[second], kind] += 1.0
        else:
            orders[0, kind, tree.first[second]] += 1.0
    for place in range(tree.nodes.size):
        node = tree.nodes[place]
        plain, paired = reach[node]
        if plain == 0.0 and paired == 0.0:
            continue
        action = act[place]
        if action == STAND:
            orders[0, 0, tree.own[place]] += plain
            orders[0, 1, tree.own[place]] += paired
            continue
        for drawn in range(VALUES):
            reached = after[node, drawn]
            if action == HIT and reached >= 0:
                reach[reached, 0] += plain
                reach[reached, 1] += paired
            else:
                wagers = 1 if action == DOUBLE else 0
                orders[wagers, 0, tree.drawn[place, drawn]] += plain
                orders[wagers, 1, tree.drawn[place, drawn]] += paired
