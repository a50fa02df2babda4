"""The mean product of every two hands of a split round, compiled (`houseway.maths.blackjack.spreads` says how).

What the hands win is in it from the start, so that all ends of one kind are summed together. Kinds of ends are taken
one after another and never forgotten in between: where a kind pays as the one before, nothing is done for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.hands import Floats, Ints
from houseway.maths.blackjack.plays import LEVELS
from houseway.maths.blackjack.rules import MOST_HANDS, VALUES
from houseway.maths.blackjack.split_ends import EndTree, orders_of
from houseway.maths.compiled import compiled, inlined

Bools = npt.NDArray[np.bool_]

GONE = 66
"""The sets of cards gone for which the other hand is worked out: see `Lattice`."""
OUTS = 2 * MOST_HANDS - 3
"""How many numbers of further pair cards may be out, at most."""
LANES = 80
"""What is worked out side by side: a hand after each set gone, then with each number of pair cards out. The rest is
nothing, and makes whole vectors."""


class Lattice(NamedTuple):
    """Small sets of cards: all of at most two, and all of at most twice as many."""

    sets: Ints
    """(set, value) how many cards of each value: those of at most two cards, `GONE` of them."""
    place: Ints
    """(value, value) where the set of two such cards is; (value, `VALUES`) where that of one is."""
    sums: Ints
    """(set, set) where the two together are in ``wide``."""
    wide: Ints
    """(set, value) of at most four cards."""
    parts: Ints
    """(set, number) the sets that are parts of a set, itself the last; a set with fewer than four begins with zeros."""
    signs: Floats
    """(set, number) how often the value at each part counts in the difference that belongs to the set; or not, 0."""


class Pair(NamedTuple):
    """A pair that is split, and against which up cards it is asked about."""

    card: int
    shoe: Ints
    """The full shoe."""
    looks: Bools
    """(up) whether the dealer looks for blackjack."""
    dealer: Floats
    """(up, outcome, wide set) how the dealer ends when the pair and a set are gone."""
    ups: Ints
    acts: npt.NDArray[np.int8]
    """(place in ``ups``, place in the tree's nodes) what is done."""
    weights: Floats
    """(place in ``ups``, pair cards out, second card of one hand, of the other) how much products count."""


class Pays(NamedTuple):
    """What standing pays by up card, level and outcome, and what each end pays."""

    stand: Floats
    ends: Floats


@inlined
def _times(one: Floats, other: Floats, found: Floats) -> None:
    for lane in range(LANES):
        found[lane] = one[lane] * other[lane]


@inlined
def _scaled(weight: float, one: Floats, other: Floats, found: Floats) -> None:
    for lane in range(LANES):
        found[lane] = weight * one[lane] * other[lane]


@inlined
def _end(weight: float, one: Floats, other: Floats, third: Floats, found: Floats) -> None:
    for lane in range(LANES):
        found[lane] = weight * one[lane] * (other[lane] * third[lane])


@inlined
def _add_twice(one: Floats, found: Floats, also: Floats) -> None:
    for lane in range(LANES):
        found[lane] += one[lane]
        also[lane] += one[lane]


@inlined
def _add_times(weight: float, one: Floats, found: Floats) -> None:
    for lane in range(LANES):
        found[lane] += weight * one[lane]


@inlined
def _add_product(one: Floats, other: Floats, found: Floats) -> None:
    for lane in range(LANES):
        found[lane] += one[lane] * other[lane]


@compiled
def _prepare(net: Lattice, card: int, shoe: Ints, outs: int, factor: Floats, share: Floats) -> None:
    """``factor[value, copy, lane]``: the cards left to draw one more from; ``share[cards, lane]``: one in how many ways
    so many cards are drawn."""
    factor[:] = 0.0
    share[:] = 0.0
    for lane in range(GONE + outs):
        size = 0
        for value in range(VALUES):
            left = shoe[value]
            if lane < GONE:
                left -= net.sets[lane, value]
            elif value == card:
                left -= lane - GONE
            size += left
            for copy in range(factor.shape[1]):
                factor[value, copy, lane] = max(left - copy, 0)
        share[0, lane] = 1.0
        for drawn in range(share.shape[0] - 1):
            share[drawn + 1, lane] = share[drawn, lane] / (size - drawn) if size > drawn else 0.0


@compiled
def _differences(net: Lattice, dealer: Floats, up: int, looked: bool, found: Floats, comes: Bools) -> None:
    """``found[set, outcome, set]``: the differences of the dealer's outcomes in a first set, a second one being gone;
    and which outcomes come at all."""
    kinds = found.shape[1]
    single = np.empty((VALUES, GONE))
    for kind in range(kinds):
        by_set = dealer[up, kind]
        comes[kind] = False
        if not (looked and kind == kinds - 1):
            for gone in range(by_set.size):
                if by_set[gone] != 0.0:
                    comes[kind] = True
                    break
        if not comes[kind]:
            continue
        # The difference in two cards is that in the second where the first is gone, less that where it is not.
        whole = found[0, kind]
        for gone in range(GONE):
            whole[gone] = by_set[net.sums[0, gone]]
        for value in range(VALUES):
            one = net.place[value, VALUES]
            for gone in range(GONE):
                single[value, gone] = by_set[net.sums[one, gone]]
            for gone in range(GONE):
                found[one, kind, gone] = single[value, gone] - whole[gone]
        for low in range(VALUES):
            for high in range(low, VALUES):
                one = net.place[low, high]
                less, more = found[net.place[low, VALUES], kind], found[one, kind]
                for gone in range(GONE):
                    more[gone] = by_set[net.sums[one, gone]] - single[high, gone] - less[gone]


@compiled
def _weigh(tree: EndTree, orders: Floats, ends: Floats, weight: Floats, rows: Ints) -> int:
    """``weight[set]`` of each end: its orders for one wager and for two, times what it wins if it is settled at once.

    ``rows[set]`` has a bit for each row that the set or one of its branches has; all bits are returned. A row is a
    level of standing, or the last one for all that is settled at once.
    """
    rows[:] = 0
    every = 0
    for at in range(tree.value.size - 1, -1, -1):
        weight[at] = orders[0, at] + 2.0 * orders[1, at]
        if tree.kind[at] >= LEVELS:
            weight[at] *= ends[tree.kind[at] - LEVELS]
        if weight[at] != 0.0:
            rows[at] |= 1 << min(tree.kind[at], LEVELS)
            every |= rows[at]
        if tree.parent[at] >= 0:
            rows[tree.parent[at]] |= rows[at]
    return every


@compiled
def _add_ends(
    tree: EndTree,
    place: Ints,
    weight: Floats,
    rows: Ints,
    row: int,
    factor: Floats,
    share: Floats,
    room: Floats,
    moments: Floats,
) -> None:
    """Add to ``moments[set, lane]`` how often a hand ends in a row, times the ways to choose the set from its cards."""
    path = np.zeros(room.shape[1], np.int64)
    chance, sums = room[0], room[1]
    chance[0] = 1.0
    sums[0] = 0.0
    opened = 0
    at = 0
    size = tree.value.size
    while True:
        while at < size and rows[at] >> row & 1 == 0:
            at = tree.over[at]
        depth = tree.depth[at] if at < size else 0
        while opened > depth:
            # A set and all its branches are done: its highest card is chosen, alone or with a card below it.
            done, highest = sums[opened], path[opened]
            _add_twice(done, sums[opened - 1], moments[place[highest, VALUES]])
            below = 1
            while below < opened:
                value = path[below]
                copies = 0
                while below < opened and path[below] == value:
                    copies += 1
                    below += 1
                _add_times(float(copies), done, moments[place[highest, value]])
            opened -= 1
        if at == size:
            break
        opened = depth + 1
        path[opened] = tree.value[at]
        here = factor[tree.value[at], tree.copy[at]]
        ends = weight[at] != 0.0 and min(tree.kind[at], LEVELS) == row
        if ends and tree.over[at] == at + 1:
            _end(weight[at], share[opened], chance[depth], here, sums[opened])
        else:
            _times(chance[depth], here, chance[opened])
            if ends:
                _scaled(weight[at], share[opened], chance[opened], sums[opened])
            else:
                sums[opened] = 0.0
        at += 1
    _add_times(1.0, sums[0], moments[0])


@compiled
def _contract(
    outs: int, differences: Floats, moments: Floats, paid: Floats, room: Floats, other: Floats, chosen: Floats
) -> None:
    """Take ``paid[outcome]`` for every end that is in ``moments``: into what the other hand wins after each set gone,
    and into the sets chosen from the one hand."""
    for kind in range(paid.size):
        room[kind] = 0.0
    for one in range(GONE):
        for kind in range(paid.size):
            if paid[kind] != 0.0:
                _add_product(differences[one, kind], moments[one], room[kind])
                for out in range(outs):
                    chosen[kind, out, one] += paid[kind] * moments[one, GONE + out]
    for kind in range(paid.size):
        if paid[kind] != 0.0:
            _add_times(paid[kind], room[kind], other[kind])


@compiled
def _together(net: Lattice, card: int, weights: Floats, other: Floats, chosen: Floats) -> float:
    """The mean product, from the sets chosen from one hand (which are added to) and what the other wins after each."""
    outs = weights.shape[0]
    ways = np.zeros((2, LANES))
    whole = 0.0
    for kind in range(chosen.shape[1]):
        ways[:] = 0.0
        for second in range(2):
            for out in range(outs):
                sets = chosen[second, kind, out]
                # Of the pair cards out some are chosen too; the pair itself first, whose parts are still without them.
                both, one = net.place[card, card], net.place[card, VALUES]
                sets[both] += out * sets[one] + out * (out - 1) / 2.0 * sets[0]
                for value in range(VALUES):
                    if value != card:
                        sets[net.place[value, card]] += out * sets[net.place[value, VALUES]]
                sets[one] += out * sets[0]
                for other_second in range(2):
                    _add_times(weights[out, second, other_second], sets, ways[other_second])
        for second in range(2):
            for one in range(GONE):
                wins = 0.0
                for number in range(net.parts.shape[1]):
                    wins += net.signs[one, number] * other[second, kind, net.parts[one, number]]
                whole += ways[second, one] * wins
    return whole


@compiled
def mean_products(net: Lattice, tree: EndTree, after: Ints, pair: Pair, pays: Pays, found: Floats) -> None:
    """``found[place in ups]``: the products of every two hands of a round, all of them together.

    Joint with "no dealer's blackjack" where the dealer looks.
    """
    kinds, outs = pair.dealer.shape[1], pair.weights.shape[1]
    size, deepest = tree.value.size, 0
    for at in range(size):
        deepest = max(deepest, tree.depth[at] + 1)
    factor, share = np.zeros((VALUES, deepest, LANES)), np.zeros((deepest + 1, LANES))
    differences, comes = np.zeros((GONE, kinds, LANES)), np.zeros(kinds, np.bool_)
    orders, weight, rows = np.zeros((2, 2, size)), np.zeros(size), np.zeros(size, np.int64)
    reach = np.zeros((after.shape[0], 2))
    room, moments = np.zeros((2, deepest + 1, LANES)), np.zeros((GONE, LANES))
    paid, sums = np.zeros(kinds), np.zeros((kinds, LANES))
    other, chosen = np.zeros((2, kinds, LANES)), np.zeros((2, kinds, outs, LANES))
    for place in range(pair.ups.size):
        up = pair.ups[place]
        shoe = pair.shoe.copy()
        shoe[up] -= 1
        shoe[pair.card] -= 2
        _prepare(net, pair.card, shoe, outs, factor, share)
        _differences(net, pair.dealer, up, pair.looks[up], differences, comes)
        orders_of(tree, pair.card, after, pair.acts[place], reach, orders)
        other[:] = 0.0
        chosen[:] = 0.0
        for second in range(2):
            every = _weigh(tree, orders[:, second], pays.ends, weight, rows)
            moments[:] = 0.0
            row = LEVELS - 1
            while every:
                while every >> row & 1 == 0:
                    row -= 1
                    if row < 0:
                        row = LEVELS
                every -= 1 << row
                _add_ends(tree, net.place, weight, rows, row, factor, share, room, moments)
                # Of this row and those before it, what is paid more than for the next one.
                following = row
                while every and every >> following & 1 == 0:
                    following = following - 1 if following else LEVELS
                for kind in range(kinds):
                    paid[kind] = 0.0
                    if comes[kind]:
                        paid[kind] = 1.0 if row == LEVELS else pays.stand[up, row, kind]
                        if every:
                            paid[kind] -= 1.0 if following == LEVELS else pays.stand[up, following, kind]
                _contract(outs, differences, moments, paid, sums, other[second], chosen[second])
        found[place] = _together(net, pair.card, pair.weights[place], other, chosen)
