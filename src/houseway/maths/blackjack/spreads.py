"""The spread of split rounds: what the hands of one round win together, squared, with the removal of cards.

The mean square of a round needs no more than pairs of its hands. Both are played by a play that looks at neither the
other hand nor the order of the cards. So the mean product of two hands is a sum over the ends of one: how likely each
is, times what the other wins from the shoe that it leaves. What a hand wins, and how the dealer ends, are functions of
the few cards that are gone from a large shoe. They are worked out exactly for every two cards gone, and for further
cards by their differences: Newton's formula, to the second order in the cards of each hand. What that leaves out falls
with the third power of the size of the shoe: of eight decks it is the ninth digit of a round's standard deviation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.dealer import outcomes
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats, Ints
from houseway.maths.blackjack.kernels import ENDS
from houseway.maths.blackjack.plays import LEVELS, Play
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.compiled import compiled

if TYPE_CHECKING:
    from houseway.maths.blackjack.solver import Solver

Products: TypeAlias = Callable[[int], tuple[float, float, float]]
"""By number of further pair cards out, the mean products of two hands: see `Pairs.products`."""

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


@lru_cache(maxsize=128)
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


class Ends(NamedTuple):
    """`Finals` without their pays."""

    cards: Ints
    orders: Floats
    group: Ints


class _Split:
    """A hand after a split and how it is played: all that its ends hang on. Equal to another that ends alike."""

    def __init__(self, solver: Solver, card: int, up: int, act: npt.NDArray[np.int8]) -> None:
        self.solver, self.card, self.up, self.act = solver, card, up, act
        self._key = (solver.plain, card, up, act.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Split) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def acts_after(solver: Solver, play: Play, card: int, up: int) -> npt.NDArray[np.int8]:
    """(node) what ``play`` does with a hand made by splitting ``card``, against ``up`` (places)."""
    return np.ascontiguousarray(solver.acts(play.act)[2 if card == 0 else 1][:, up])


def final_hands(solver: Solver, play: Play, card: int, up: int) -> Finals:
    """Every end of a hand that grows from ``card`` after a split, against ``up`` (places)."""
    found = _ends_of(_Split(solver, card, up, acts_after(solver, play, card, up)))
    ends = np.broadcast_to(solver.end_pays[:, None], (ENDS, solver.kinds))
    single = np.concatenate([solver.stand_pays[up], ends])
    return Finals(*found, np.concatenate([single, 2.0 * single]))


# A changed pay changes the play of a few hands at most: what does not hang on pays is kept, a third of a megabyte each.


@lru_cache(maxsize=96)
def _ends_of(split: _Split) -> Ends:
    graph, card = split.solver.graph, split.card
    nodes = graph.holding[graph.holding_from[card] : graph.holding_from[card + 1]]
    room = VALUES * (len(nodes) + 1)
    cards = np.zeros((room, VALUES), dtype=np.int64)
    orders = np.zeros((2, room))
    group = np.zeros(room, dtype=np.int64)
    level = split.solver.level
    found = _ends(card, nodes, graph.counts, graph.after, graph.start[card], split.act, level, cards, orders, group)
    return Ends(cards[:found].copy(), np.ascontiguousarray(orders[:, :found]), group[:found].copy())


@lru_cache(maxsize=96)
def _reached(split: _Split) -> Floats:
    """(set, second card, group, outcome) how often a hand from the shoe less a set ends so and the dealer so."""
    solver, card, up = split.solver, split.card, split.up
    net = lattice()
    dealer = _dealer(solver.plain, card)[:, up].copy()
    if solver.looks[up]:
        dealer[:, -1] = 0.0
    # (set, set, outcome) the dealer's outcomes when one set is gone, and their differences by the other.
    after = np.matmul(net.differences, dealer[net.sums])
    # Of one hand from the shoe less each set: how often it ends in each group, and which cards it takes.
    count, groups = len(net.sets), 2 * (LEVELS + ENDS)
    moments = np.zeros((count, 2, groups, count))
    _moments(_left(solver, card, up), net.sets, net.place, *_ends_of(split), moments)
    found: Floats = np.matmul(moments.reshape(count, 2 * groups, count), after)
    return found.reshape(count, 2, groups, -1)


def _left(solver: Solver, card: int, up: int) -> Ints:
    """The shoe without the up card and the pair."""
    shoe = solver.full.copy()
    shoe[up] -= 1
    shoe[card] -= 2
    return shoe


class Pairs:
    """The mean products of two hands of a pair of ``card`` against ``up``, some further pair cards being out.

    They are joint with "no dealer's blackjack" where the dealer looks, and with what is known of the second cards.
    """

    def __init__(self, solver: Solver, play: Play, card: int, up: int) -> None:
        self._finals = finals = final_hands(solver, play, card, up)
        self._card = card
        self._shoe = _left(solver, card, up)
        reached = _reached(_Split(solver, card, up, acts_after(solver, play, card, up)))
        worth = np.einsum("asnd,nd->asd", reached, finals.pays)
        # (set, second card, outcome) what the hand wins, by differences.
        differences = np.einsum("ab,bsd->asd", lattice().differences, worth)
        # (group, second card, set) what it wins when the other hand is of a group, times what that wins.
        self._together: Floats = np.ascontiguousarray(np.einsum("nd,asd->nsa", finals.pays, differences))

    def products(self, out: int) -> tuple[float, float, float]:
        """With ``out`` pair cards out: neither hand has another, one has (of the two ways one), both have."""
        finals, found = self._finals, np.zeros((2, 2))
        _products(
            self._shoe,
            self._card,
            out,
            lattice().place,
            finals.cards,
            finals.orders,
            finals.group,
            self._together,
            found,
        )
        return float(found[0, 0]), float(found[0, 1] + found[1, 0]) / 2.0, float(found[1, 1])


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
def _in_order(shoe: Ints, gone: Ints, cards: Ints) -> float:
    """The probability of drawing ``cards`` in one given order when the cards of ``gone`` are out of the shoe."""
    chance = 1.0
    size = 0
    for value in range(VALUES):
        size += shoe[value] - gone[value]
    for value in range(VALUES):
        left = shoe[value] - gone[value]
        for _ in range(cards[value]):
            if left <= 0:
                return 0.0
            chance *= left / size
            left -= 1
            size -= 1
    return chance


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
def _moments(shoe: Ints, gone: Ints, place: Ints, cards: Ints, orders: Floats, group: Ints, found: Floats) -> None:
    """``found[gone, second card, group, set]``: how often a hand ends so, times the ways to choose the set from it."""
    hands, most = cards.shape[0], 1
    drawn = np.zeros(hands, np.int64)
    chosen = np.zeros(hands, np.int64)
    sets = np.zeros((hands, found.shape[3]), np.int64)
    ways = np.zeros((hands, found.shape[3]))
    for hand in range(hands):
        chosen[hand] = _coefficients(cards[hand], place, sets[hand], ways[hand])
        for value in range(VALUES):
            drawn[hand] += cards[hand, value]
        most = max(most, drawn[hand])
    # The ways to draw some cards of a value one after the other; and one in so many, of all cards.
    falling = np.ones((VALUES, most + 1))
    share = np.ones(most + 1)
    for some in range(gone.shape[0]):
        size = 0
        for value in range(VALUES):
            left = shoe[value] - gone[some, value]
            size += left
            for number in range(most):
                falling[value, number + 1] = falling[value, number] * max(left - number, 0)
        for number in range(most):
            share[number + 1] = share[number] / (size - number) if size > number else 0.0
        for hand in range(hands):
            chance = share[drawn[hand]]
            for value in range(VALUES):
                if cards[hand, value]:
                    chance *= falling[value, cards[hand, value]]
            for second in range(2):
                weight = chance * orders[second, hand]
                if weight != 0.0:
                    for entry in range(chosen[hand]):
                        found[some, second, group[hand], sets[hand, entry]] += weight * ways[hand, entry]


@compiled
def _products(
    shoe: Ints,
    card: int,
    out: int,
    place: Ints,
    cards: Ints,
    orders: Floats,
    group: Ints,
    together: Floats,
    found: Floats,
) -> None:
    """``found[second card of one, of the other]``: the mean product of two hands, ``out`` pair cards being out."""
    sets = np.zeros(together.shape[2], np.int64)
    ways = np.zeros(together.shape[2])
    gone = np.zeros(VALUES, np.int64)
    gone[card] = out
    held = np.zeros(VALUES, np.int64)
    for hand in range(cards.shape[0]):
        for place_of in range(VALUES):
            held[place_of] = cards[hand, place_of] + gone[place_of]
        chance = _in_order(shoe, gone, cards[hand])
        chosen = _coefficients(held, place, sets, ways)
        for other in range(2):
            value = 0.0
            for entry in range(chosen):
                value += ways[entry] * together[group[hand], other, sets[entry]]
            for second in range(2):
                found[second, other] += chance * orders[second, hand] * value


def mean_square(solver: Solver, play: Play, card: int, up: int) -> float:
    """The mean square of the result of a round in which a pair of ``card`` is split against ``up``, per unit.

    Joint with "no dealer's blackjack" where the dealer looks. Further pair cards are split as long as they may be.
    """
    return square_of(solver, play, card, up, Pairs(solver, play, card, up).products)


def square_of(solver: Solver, play: Play, card: int, up: int, products: Products) -> float:
    """`mean_square` from the mean products of two hands."""
    split = solver.splits[card]
    assert split is not None
    most = solver.rules.most_hands(card + 1)
    left = float(solver.rules.pair_cards(card + 1) - 2 - (card == up))
    unseen = float(solver.size - 3)
    known: dict[int, tuple[float, float, float]] = {}

    def pair(a: int, others: int) -> float:
        """The probability that the next card is a pair card when ``a`` of them and ``others`` more are out."""
        return max(left - a, 0.0) / (unseen - a - others)

    def given(plain: int, a: int, b: int) -> float:
        """The mean product of two hands, ``plain`` of which hold no pair card, ``b`` others holding none either."""
        if b > 0:
            chance = pair(a, plain + b - 1)
            if chance == 0.0:
                return given(plain, a, b - 1)
            return (given(plain, a, b - 1) - chance * given(plain, a + 1, b - 1)) / (1.0 - chance)
        if a not in known:
            known[a] = products(a)
        neither, one, both = known[a]
        if plain == 0:
            return neither + 2.0 * one + both
        if plain == 1:
            return (neither + one) / (1.0 - pair(a, 0))
        return neither / ((1.0 - pair(a, 0)) * (1.0 - pair(a, 1)))

    # Each hand by itself, squared; then twice every pair, by how the splitting ends.
    figures = solver.split_figures(play.act)[card][:, :, up]
    total = float(np.einsum("ka,kaf,f->", split.weights[up], figures, solver.payoff()[up] ** 2))
    waiting = {(0, 0): 1.0}
    while waiting:
        a, b = min(waiting, key=sum)  # every way to it has been walked
        chance = waiting.pop((a, b))
        if a == most - 2 or b == a + 2:
            free = most - b if a == most - 2 else 0
            value = free * (free - 1) * given(0, a, b) if free > 1 else 0.0
            value += 2 * free * b * given(1, a, b - 1) if free and b else 0.0
            value += b * (b - 1) * given(2, a, b - 2) if b > 1 else 0.0
            total += chance * value
        else:
            another = pair(a, b)
            for state, part in (((a + 1, b), another), ((a, b + 1), 1.0 - another)):
                waiting[state] = waiting.get(state, 0.0) + chance * part
    return total
