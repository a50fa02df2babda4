"""The mean product of every two hands of a split round, compiled (`houseway.maths.blackjack.spreads` says how).

No pay is in it. A hand ends in one of nine rows: a level of standing, or one of the ends. What a row pays hangs on the
dealer's outcome, but for each outcome several rows pay alike. So rows are taken one after another and never forgotten
in between, and an outcome is looked at only where the next row pays otherwise: what stands there is of all rows so far,
and counts with the difference of the two pays. See `houseway.maths.blackjack.spreads.products_by_row`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.hands import Floats, Ints
from houseway.maths.blackjack.kernels import ENDS
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
ROWS = LEVELS + ENDS
"""How a hand may end: levels of standing, then what is settled at once."""
IN_ORDER = (*range(LEVELS - 1, -1, -1), *range(LEVELS, ROWS))
"""The rows as they are taken: standing from the best total to the least, then the others."""


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


class Products(NamedTuple):
    """What the products are of, by the row up to which the rows of a hand are taken, in the order of `IN_ORDER`."""

    wins: Floats
    """(place in ``ups``, outcome, row, second card of the hand and set gone) how often the other hand ends so together
    with the dealer's outcome, in terms of the sets: nothing where the next row always pays the same."""
    ways: Floats
    """(place in ``ups``, row, second card of the other hand and set gone) how much that counts for the one hand."""


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
def _add_to_both(weight: float, other: float, one: Floats, found: Floats, also: Floats) -> None:
    for lane in range(LANES):
        found[lane] += weight * one[lane]
        also[lane] += other * one[lane]


@inlined
def _add_products(a: Floats, b: Floats, c: Floats, d: Floats, e: Floats, f: Floats, found: Floats) -> None:
    for lane in range(LANES):
        found[lane] += a[lane] * b[lane] + c[lane] * d[lane] + e[lane] * f[lane]


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
def _weigh(tree: EndTree, orders: Floats, weight: Floats, rows: Ints) -> int:
    """``weight[set]`` of each end: its orders for one wager and for two.

    ``rows[set]`` has a bit for each row that the set or one of its branches has; all bits are returned.
    """
    rows[:] = 0
    every = 0
    for at in range(tree.value.size - 1, -1, -1):
        weight[at] = orders[0, at] + 2.0 * orders[1, at]
        if weight[at] != 0.0:
            rows[at] |= 1 << tree.kind[at]
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
                value, copies = path[below], 1
                below += 1
                while below < opened and path[below] == value:
                    copies += 1
                    below += 1
                if below == opened:
                    _add_times(float(copies), done, moments[place[highest, value]])
                    break
                other, others = path[below], 1
                below += 1
                while below < opened and path[below] == other:
                    others += 1
                    below += 1
                one, two = moments[place[highest, value]], moments[place[highest, other]]
                _add_to_both(float(copies), float(others), done, one, two)
            opened -= 1
        if at == size:
            break
        opened = depth + 1
        path[opened] = tree.value[at]
        here = factor[tree.value[at], tree.copy[at]]
        ends = weight[at] != 0.0 and tree.kind[at] == row
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
def _contract(differences: Floats, moments: Floats, row: int, asked: Bools, found: Floats) -> None:
    """``found[outcome, row, set gone]``: how often the hands in ``moments`` meet an outcome that is ``asked`` about."""
    some, drawn = 0, np.empty(GONE + 2, np.int64)
    for one in range(GONE):
        # All is of one sign: what is not drawn from the shoe with nothing gone is drawn from none.
        if moments[one, 0] != 0.0:
            drawn[some] = one
            some += 1
    if some % 3:
        drawn[some:] = GONE
    for begun in range(0, some, 3):
        one, two, three = drawn[begun], drawn[begun + 1], drawn[begun + 2]
        for kind in range(asked.size):
            if asked[kind]:
                _add_products(
                    differences[one, kind],
                    moments[one],
                    differences[two, kind],
                    moments[two],
                    differences[three, kind],
                    moments[three],
                    found[kind, row],
                )


@compiled
def _weigh_sets(net: Lattice, card: int, weights: Floats, chosen: Floats, found: Floats) -> None:
    """``found[second, set gone]``, in one row, from the sets ``chosen[second, pair cards out]``, which are added to."""
    both, one = net.place[card, card], net.place[card, VALUES]
    for second in range(2):
        for out in range(weights.shape[0]):
            sets = chosen[second, out]
            # Of the pair cards out some are chosen too; the pair itself first, whose parts are still without them.
            sets[both] += out * sets[one] + out * (out - 1) / 2.0 * sets[0]
            for value in range(VALUES):
                if value != card:
                    sets[net.place[value, card]] += out * sets[net.place[value, VALUES]]
            sets[one] += out * sets[0]
    ways = np.zeros(GONE)
    found[:] = 0.0
    for other in range(2):
        ways[:] = 0.0
        for second in range(2):
            for out in range(weights.shape[0]):
                for one in range(GONE):
                    ways[one] += weights[out, second, other] * chosen[second, out, one]
        # What belongs to a set is a difference in its parts.
        for one in range(GONE):
            for number in range(net.parts.shape[1]):
                found[other * GONE + net.parts[one, number]] += net.signs[one, number] * ways[one]


@compiled
def products(net: Lattice, tree: EndTree, after: Ints, pair: Pair, asked: Bools, found: Products) -> None:
    """What the mean products of every two hands of a round are sums of; ``asked[row, outcome]`` is true where the next
    row may pay otherwise than this one. What is not put into ``found`` must be zero.

    Joint with "no dealer's blackjack" where the dealer looks.
    """
    kinds, outs = pair.dealer.shape[1], pair.weights.shape[1]
    size, deepest = tree.value.size, 0
    for at in range(size):
        deepest = max(deepest, tree.depth[at] + 1)
    factor, share = np.zeros((VALUES, deepest, LANES)), np.zeros((deepest + 1, LANES))
    differences, comes = np.zeros((GONE + 1, kinds, LANES)), np.zeros(kinds, np.bool_)
    orders, weight, rows = np.zeros((2, 2, size)), np.zeros((2, size)), np.zeros((2, size), np.int64)
    reach = np.zeros((after.shape[0], 2))
    room, moments = np.zeros((2, deepest + 1, LANES)), np.zeros((GONE + 1, LANES))
    chosen, wins = np.zeros((ROWS, 2, outs, GONE)), np.zeros((kinds, ROWS, LANES))
    new, here, last = np.zeros(kinds, np.bool_), np.zeros(kinds, np.bool_), np.zeros(kinds, np.int64)
    for place in range(pair.ups.size):
        up = pair.ups[place]
        shoe = pair.shoe.copy()
        shoe[up] -= 1
        shoe[pair.card] -= 2
        _prepare(net, pair.card, shoe, outs, factor, share)
        _differences(net, pair.dealer, up, pair.looks[up], differences, comes)
        orders_of(tree, pair.card, after, pair.acts[place], reach, orders)
        every = _weigh(tree, orders[:, 0], weight[0], rows[0]), _weigh(tree, orders[:, 1], weight[1], rows[1])
        for second in range(2):
            moments[:] = 0.0
            wins[:] = 0.0
            new[:] = False
            last[:] = -1
            for row in IN_ORDER:
                if every[second] >> row & 1:
                    _add_ends(tree, net.place, weight[second], rows[second], row, factor, share, room, moments)
                    for kind in range(kinds):
                        new[kind] = comes[kind]
                if (every[0] | every[1]) >> row & 1:
                    for out in range(outs):
                        for one in range(GONE):
                            chosen[row, second, out, one] = moments[one, GONE + out]
                for kind in range(kinds):
                    here[kind] = asked[row, kind] and new[kind]
                    if here[kind]:
                        new[kind] = False
                        last[kind] = row
                    elif asked[row, kind] and last[kind] >= 0:
                        # No hand more than there.
                        for lane in range(LANES):
                            wins[kind, row, lane] = wins[kind, last[kind], lane]
                _contract(differences, moments, row, here, wins)
                for kind in range(kinds):
                    if asked[row, kind]:
                        for one in range(GONE):
                            found.wins[place, kind, row, second * GONE + one] = wins[kind, row, one]
        before = -1
        for row in IN_ORDER:
            if (every[0] | every[1]) >> row & 1:
                _weigh_sets(net, pair.card, pair.weights[place], chosen[row], found.ways[place, row])
            elif before >= 0:
                for one in range(2 * GONE):
                    found.ways[place, row, one] = found.ways[place, before, one]
            before = row
