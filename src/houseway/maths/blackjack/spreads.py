"""The spread of split rounds: what the hands of one round win together, squared, with the removal of cards.

The mean square of a round needs no more than pairs of its hands. Both are played by a play that looks at neither the
other hand nor the order of the cards. So the mean product of two hands is a sum over the ends of one: how likely each
is, times what the other wins from the shoe that it leaves. What a hand wins, and how the dealer ends, are functions of
the few cards that are gone from a large shoe. They are worked out exactly for every two cards gone, and for further
cards by their differences: Newton's formula, to the second order in the cards of each hand. What that leaves out falls
with the third power of the size of the shoe: of eight decks it is the ninth digit of a round's standard deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.dealer import outcomes
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats, Ints
from houseway.maths.blackjack.kernels import ENDS
from houseway.maths.blackjack.plays import LEVELS, Play
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.compiled import compiled, inlined

if TYPE_CHECKING:
    from houseway.maths.blackjack.solver import Solver

ORDER = 2
"""Cards gone for which everything is exact; differences of this order stand for more."""


class Lattice(NamedTuple):
    """Small sets of cards: all of at most `ORDER`, and all of at most twice as many."""

    sets: Ints
    """(set, value) how many cards of each value: those of at most `ORDER` cards."""
    place: Ints
    """(value, value) where the set of two such cards is; (value, `VALUES`) where that of one is."""
    sums: Ints
    """(set, set) where the two together are in ``wide``."""
    wide: Ints
    """(set, value) of at most twice `ORDER` cards."""
    differences: Floats
    """(set, set) the difference that belongs to a set, from the values at sets."""


@lru_cache(maxsize=1)
def lattice() -> Lattice:
    """The sets of cards by which functions of cards gone are known."""

    def sets(most: int) -> list[tuple[int, ...]]:
        return [
            tuple(cards.count(value) for value in range(VALUES))
            for size in range(most + 1)
            for cards in combinations_with_replacement(range(VALUES), size)
        ]

    few, wide = sets(ORDER), sets(2 * ORDER)
    numbers = {row: number for number, row in enumerate(wide)}

    def together(one: tuple[int, ...], other: tuple[int, ...]) -> int:
        return numbers[tuple(a + b for a, b in zip(one, other, strict=True))]

    singles = few[1 : VALUES + 1]
    nothing = (0,) * VALUES
    place = [[together(one, other) for other in (*singles, nothing)] for one in singles]
    differences = [
        [prod((-1) ** (a - b) * comb(a, b) for a, b in zip(whole, part, strict=True)) for part in few] for whole in few
    ]
    return Lattice(
        np.array(few, dtype=np.int64),
        np.array(place, dtype=np.int64),
        np.array([[together(one, other) for other in few] for one in few], dtype=np.int64),
        np.array(wide, dtype=np.int64),
        np.array(differences, dtype=np.float64),
    )


@lru_cache(maxsize=32)
def _dealer(rules: BlackjackRules, card: int) -> Floats:
    """(set, up, outcome) the dealer's outcomes when a pair of ``card`` and a set of the wide lattice are gone."""
    left = np.array(rules.shoe, dtype=np.int64) - lattice().wide
    left[:, card] -= 2
    possible = (left >= 0).all(axis=1) & (left.sum(axis=1) > 1)
    first = outcomes(rules, left[possible])
    found = np.zeros((len(left), *first.shape[1:]))
    found[possible] = first
    return found


class Finals(NamedTuple):
    """The hands that a hand made by a split may end with, without its first card."""

    cards: Ints
    """(hand, value) the cards drawn."""
    orders: Floats
    """(2, hand) the orders in which they may come: the second card none of the pair, or one of it."""
    group: Ints
    """(hand) which of the pays it has."""
    pays: Floats
    """(group, dealer's outcome) what hands of a group win."""


class _Ends(NamedTuple):
    """`Finals` without their pays."""

    cards: Ints
    orders: Floats
    group: Ints


def final_hands(solver: Solver, play: Play, card: int, up: int) -> Finals:
    """Every end of a hand that grows from ``card`` after a split, against ``up`` (places)."""
    return Finals(*_ends_of(solver, card, solver.split_acts(play.act)[card][up]), _pays(solver)[up])


def _pays(solver: Solver) -> Floats:
    """(up, group, dealer's outcome) what hands of a group win."""
    ends = np.broadcast_to(solver.end_pays[:, None], (VALUES, ENDS, solver.kinds))
    single = np.concatenate([solver.stand_pays, ends], axis=1)
    return np.concatenate([single, 2.0 * single], axis=1)


def _ends_of(solver: Solver, card: int, acts: bytes) -> _Ends:
    """The ends of a hand after a split whose ``acts`` `Solver.split_acts` gives."""
    graph = solver.graph
    nodes = graph.holding[graph.holding_from[card] : graph.holding_from[card + 1]]
    act = np.zeros(len(graph), dtype=np.int8)
    act[nodes] = np.frombuffer(acts, dtype=np.int8)
    room = VALUES * (len(nodes) + 1)
    cards = np.zeros((room, VALUES), dtype=np.int64)
    orders = np.zeros((2, room))
    group = np.zeros(room, dtype=np.int64)
    found = _ends(card, nodes, graph.counts, graph.after, graph.start[card], act, solver.level, cards, orders, group)
    return _Ends(cards[:found], np.ascontiguousarray(orders[:, :found]), group[:found])


def mean_squares(solver: Solver, play: Play, card: int, ups: Sequence[int]) -> Floats:
    """(place in ``ups``) the mean square of a round in which a pair of ``card`` is split against an up card, per unit.

    Joint with "no dealer's blackjack" where the dealer looks. Further pair cards are split as long as they may be.
    """
    forms = np.stack([form_of(solver, play, card, up) for up in ups])
    pays = _pays(solver)[ups].transpose(0, 2, 1)
    together: Floats = (np.matmul(forms, pays[..., None])[..., 0] * pays).sum(axis=(1, 2))
    return own_squares(solver, play, card)[ups] + together


def own_squares(solver: Solver, play: Play, card: int) -> Floats:
    """(up) what each hand of a split pair of ``card`` wins, squared, all of them together."""
    split = solver.splits[card]
    assert split is not None
    figures = solver.split_figures(play.act)[card]
    squares: Floats = np.einsum("uka,kauf,uf->u", split.weights, figures, solver.payoff() ** 2)
    return squares


@compiled
def _ends(
    card: int,
    nodes: Ints,
    counts: Ints,
    after: Ints,
    start: Ints,
    act: npt.NDArray[np.int8],
    level: Ints,
    cards: Ints,
    orders: Floats,
    group: Ints,
) -> int:
    """Go through a hand and write its ends; a group is a level, or how a hand ended, for one wager and for two."""
    groups = LEVELS + ENDS
    reach = np.zeros((counts.shape[0], 2))
    found = 0
    for second in range(VALUES):
        kind = 1 if second == card else 0
        node = start[second]
        if node >= 0:
            reach[node, kind] += 1.0
        else:
            cards[found, second] = 1
            orders[kind, found] = 1.0
            group[found] = LEVELS - 1 - node
            found += 1
    for place in range(nodes.size):
        node = nodes[place]
        if reach[node, 0] == 0.0 and reach[node, 1] == 0.0:
            continue
        action = act[node]
        for drawn in range(1 if action == STAND else VALUES):
            reached = node if action == STAND else after[node, drawn]
            if action == HIT and reached >= 0:
                reach[reached, 0] += reach[node, 0]
                reach[reached, 1] += reach[node, 1]
                continue
            for value in range(VALUES):
                cards[found, value] = counts[node, value]
            cards[found, card] -= 1
            if action != STAND:
                cards[found, drawn] += 1
            orders[0, found] = reach[node, 0]
            orders[1, found] = reach[node, 1]
            group[found] = level[reached] if reached >= 0 else LEVELS - 1 - reached
            if action == DOUBLE:
                group[found] += groups
            found += 1
    return found


@compiled
def _coefficients(cards: Ints, place: Ints, sets: Ints, ways: Floats) -> int:
    """Newton's coefficients that are not zero: the sets that can be chosen from ``cards``, and in how many ways."""
    sets[0] = 0
    ways[0] = 1.0
    found = 1
    for one in range(VALUES):
        held = cards[one]
        if held == 0:
            continue
        sets[found] = place[one, VALUES]
        ways[found] = held
        found += 1
        if held > 1:
            sets[found] = place[one, one]
            ways[found] = held * (held - 1) / 2.0
            found += 1
        for other in range(one):
            if cards[other]:
                sets[found] = place[one, other]
                ways[found] = held * cards[other]
                found += 1
    return found


@compiled
def _met(net: Lattice, shoe: Ints, ends: _Ends, dealer: Floats, found: Floats) -> None:
    """``found[second card, group, outcome, set]``: how often a hand from the shoe less a set ends so and the dealer so.

    ``dealer[set, outcome, set]`` are the dealer's outcomes when two sets are gone. All sets are gone through side by
    side.
    """
    cards, orders, group = ends.cards, ends.orders, ends.group
    count, most = net.sets.shape[0], 1
    for hand in range(cards.shape[0]):
        most = max(most, cards[hand].sum())
    # The ways to draw some cards of a value one after the other; and one in so many, of all cards.
    falling = np.ones((VALUES, most + 1, count))
    share = np.ones((most + 1, count))
    for gone in range(count):
        size = 0
        for value in range(VALUES):
            left = shoe[value] - net.sets[gone, value]
            size += left
            for number in range(most):
                falling[value, number + 1, gone] = falling[value, number, gone] * max(left - number, 0)
        for number in range(most):
            share[number + 1, gone] = share[number, gone] / (size - number) if size > number else 0.0
    # Few groups have hands: the rows of those that have.
    row = np.full((2, found.shape[1]), -1)
    rows = 0
    for hand in range(cards.shape[0]):
        for second in range(2):
            if orders[second, hand] != 0.0 and row[second, group[hand]] < 0:
                row[second, group[hand]] = rows
                rows += 1
    # (row, set chosen, set gone) how often a hand ends so, times the ways to choose the set from it.
    moments = np.zeros((rows, count, count))
    sets = np.zeros(count, np.int64)
    ways = np.zeros(count)
    chance = np.zeros(count)
    for hand in range(cards.shape[0]):
        _copy(share[cards[hand].sum()], chance)
        for value in range(VALUES):
            if cards[hand, value]:
                _times(falling[value, cards[hand, value]], chance)
        chosen = _coefficients(cards[hand], net.place, sets, ways)
        for second in range(2):
            if orders[second, hand] != 0.0:
                into = moments[row[second, group[hand]]]
                for entry in range(chosen):
                    _add(orders[second, hand] * ways[entry], chance, into[sets[entry]])
    # What the hand takes changes how the dealer ends: by differences.
    for one in range(count):
        for outcome in range(dealer.shape[1]):
            chance[:] = 0.0
            for part in range(count):
                if net.differences[one, part] != 0.0:
                    _add(net.differences[one, part], dealer[part, outcome], chance)
            for second in range(2):
                for of in range(found.shape[1]):
                    if row[second, of] >= 0:
                        _add_product(moments[row[second, of], one], chance, found[second, of, outcome])


@inlined
def _copy(one: Floats, found: Floats) -> None:
    for place in range(found.size):
        found[place] = one[place]


@inlined
def _times(one: Floats, found: Floats) -> None:
    for place in range(found.size):
        found[place] *= one[place]


@inlined
def _add(weight: float, one: Floats, found: Floats) -> None:
    for place in range(found.size):
        found[place] += weight * one[place]


@inlined
def _add_product(one: Floats, other: Floats, found: Floats) -> None:
    for place in range(found.size):
        found[place] += one[place] * other[place]


@compiled
def _chosen(shoe: Ints, card: int, place: Ints, ends: _Ends, weights: Floats, found: Floats) -> None:
    """``found[second card of the other hand, group, set]``: how often a hand ends so, times the ways to choose the set
    from its cards and the pair cards out; summed over their number and the second card, with ``weights`` of these.
    """
    cards, orders, group = ends.cards, ends.orders, ends.group
    sets = np.zeros(found.shape[2], np.int64)
    ways = np.zeros(found.shape[2])
    held = np.zeros(VALUES, np.int64)
    for hand in range(cards.shape[0]):
        for out in range(weights.shape[0]):
            chance = 1.0
            size = -out
            for value in range(VALUES):
                size += shoe[value]
                held[value] = cards[hand, value]
            for value in range(VALUES):
                left = shoe[value] - (out if value == card else 0)
                for _ in range(cards[hand, value]):
                    chance = chance * left / size if left > 0 else 0.0
                    left -= 1
                    size -= 1
            if chance == 0.0:
                continue
            held[card] += out
            chosen = _coefficients(held, place, sets, ways)
            for other in range(2):
                share = chance * (weights[out, 0, other] * orders[0, hand] + weights[out, 1, other] * orders[1, hand])
                for entry in range(chosen):
                    found[other, group[hand], sets[entry]] += share * ways[entry]


def form_of(solver: Solver, play: Play, card: int, up: int) -> Floats:
    """(outcome, group, group) how much every two hands of a split round count together that end in these groups.

    Multiplied with what the one and the other win against the outcome, and summed, this is the mean product of every
    two hands of the round: no pay is in it.
    """
    key = card, up, solver.rules.pair_cards(card + 1), solver.split_acts(play.act)[card][up]
    found = solver.kept.forms.find(key)
    return solver.kept.forms.keep(key, _form(solver, card, up, key[-1])) if found is None else found


def _form(solver: Solver, card: int, up: int, acts: bytes) -> Floats:
    net, ends = lattice(), _ends_of(solver, card, acts)
    shoe = solver.full.copy()
    shoe[up] -= 1
    shoe[card] -= 2
    dealer = _dealer(solver.dealing, card)[:, up].copy()
    if solver.looks[up]:
        dealer[:, -1] = 0.0
    count, groups = len(net.sets), 2 * (LEVELS + ENDS)
    met = np.zeros((2, groups, solver.kinds, count))
    _met(net, shoe, ends, np.ascontiguousarray(dealer[net.sums].transpose(1, 2, 0)), met)
    chosen = np.zeros((2, groups, count))
    _chosen(shoe, card, net.place, ends, _by_second(pair_weights(solver, card, up)), chosen)
    # (other's second card, group, set gone) times (second card, group and outcome, set gone).
    differences = np.matmul(chosen, net.differences)
    whole: Floats = np.matmul(differences, met.reshape(2, groups * solver.kinds, count).transpose(0, 2, 1)).sum(axis=0)
    return np.ascontiguousarray(whole.reshape(groups, groups, solver.kinds).transpose(2, 0, 1))


def _by_second(weights: Floats) -> Floats:
    """(pair cards out, second card of one hand, of the other) from neither, one and both of them being a pair card."""
    neither, one, both = weights.T
    return np.ascontiguousarray(np.stack([neither, one / 2.0, one / 2.0, both], axis=1).reshape(-1, 2, 2))


def pair_weights(solver: Solver, card: int, up: int) -> Floats:
    """(pair cards out, neither, one or both) how much the mean products of two hands count in the square of a round.

    The products are of two hands neither of which has a pair card for its second, of which one has (of the two ways
    one), which both have. What a round wins squared is this and what each hand wins squared.
    """
    most, left = solver.rules.most_hands(card + 1), solver.rules.pair_cards(card + 1) - 2 - (card == up)
    return _pair_weights(most, float(left), float(solver.size - 3))


@lru_cache(maxsize=128)
def _pair_weights(most: int, left: float, unseen: float) -> Floats:
    def pair(a: int, others: int) -> float:
        """The probability that the next card is a pair card when ``a`` of them and ``others`` more are out."""
        return max(left - a, 0.0) / (unseen - a - others)

    def given(plain: int, a: int, b: int) -> Floats:
        """The mean product of two hands, ``plain`` of which hold no pair card, ``b`` others holding none either."""
        if b > 0:
            chance = pair(a, plain + b - 1)
            if chance == 0.0:
                return given(plain, a, b - 1)
            return (given(plain, a, b - 1) - chance * given(plain, a + 1, b - 1)) / (1.0 - chance)
        found = np.zeros((2 * most - 3, 3))
        if plain == 0:
            found[a] = 1.0, 2.0, 1.0
        elif plain == 1:
            found[a, :2] = 1.0 / (1.0 - pair(a, 0))
        else:
            found[a, 0] = 1.0 / ((1.0 - pair(a, 0)) * (1.0 - pair(a, 1)))
        return found

    # Twice every pair of hands, by how the splitting ends.
    total = np.zeros((2 * most - 3, 3))
    waiting = {(0, 0): 1.0}
    while waiting:
        a, b = min(waiting, key=sum)  # every way to it has been walked
        chance = waiting.pop((a, b))
        if a == most - 2 or b == a + 2:
            free = most - b if a == most - 2 else 0
            if free > 1:
                total += chance * free * (free - 1) * given(0, a, b)
            if free and b:
                total += chance * 2 * free * b * given(1, a, b - 1)
            if b > 1:
                total += chance * b * (b - 1) * given(2, a, b - 2)
        else:
            another = pair(a, b)
            for state, part in (((a + 1, b), another), ((a, b + 1), 1.0 - another)):
                waiting[state] = waiting.get(state, 0.0) + chance * part
    return total
