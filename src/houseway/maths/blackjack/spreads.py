"""The spread of split rounds: what the hands of one round win together, squared, with the removal of cards.

The mean square of a round needs no more than pairs of its hands. Both are played by a play that looks at neither the
other hand nor the order of the cards. So the mean product of two hands is a sum over the ends of one: how likely each
is, times what the other wins from the shoe that it leaves. What a hand wins, and how the dealer ends, are functions of
the few cards that are gone from a large shoe. They are worked out exactly for every two cards gone, and for further
cards by their differences: Newton's formula, to the second order in the cards of each hand. What that leaves out falls
with the third power of the size of the shoe: of eight decks it is the ninth digit of a round's standard deviation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from houseway.maths.blackjack.dealer import dealer_totals, outcomes
from houseway.maths.blackjack.hands import Floats, Ints
from houseway.maths.blackjack.kernels import ENDS
from houseway.maths.blackjack.plays import LEVELS, Bools, Play
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.split_ends import end_tree, orders_of
from houseway.maths.blackjack.split_products import GONE, IN_ORDER, ROWS, Lattice, Pair, Products
from houseway.maths.blackjack.split_products import products as compiled_products

if TYPE_CHECKING:
    from houseway.maths.blackjack.solver import Solver

ORDER = 2
"""Cards gone for which everything is exact; differences of this order stand for more."""


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
    parts, signs = np.zeros((len(few), 4), dtype=np.int64), np.zeros((len(few), 4))
    for row, whole in enumerate(few):
        inside = [number for number, part in enumerate(few) if all(b <= a for a, b in zip(whole, part, strict=True))]
        for place_of, number in zip(range(4 - len(inside), 4), inside, strict=True):
            ways = [(-1) ** (a - b) * comb(a, b) for a, b in zip(whole, few[number], strict=True)]
            parts[row, place_of], signs[row, place_of] = number, prod(ways)
    return Lattice(
        np.array(few, dtype=np.int64),
        np.array(place, dtype=np.int64),
        np.array([[together(one, other) for other in few] for one in few], dtype=np.int64),
        np.array(wide, dtype=np.int64),
        parts,
        signs,
    )


@lru_cache(maxsize=32)
def _dealer(rules: BlackjackRules, card: int) -> Floats:
    """(up, outcome, set) the dealer's outcomes when a pair of ``card`` and a set of the wide lattice are gone."""
    left = np.array(rules.shoe, dtype=np.int64) - lattice().wide
    left[:, card] -= 2
    possible = (left >= 0).all(axis=1) & (left.sum(axis=1) > 1)
    first = outcomes(rules, left[possible])
    found = np.zeros((len(left), *first.shape[1:]))
    found[possible] = first
    return np.ascontiguousarray(found.transpose(1, 2, 0))


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


def final_hands(solver: Solver, play: Play, card: int, up: int) -> Finals:
    """Every end of a hand that grows from ``card`` after a split, against ``up`` (places)."""
    tree = end_tree(solver.graph, card)
    orders = np.zeros((2, 2, len(tree.cards)))
    acts = np.frombuffer(solver.split_acts(play.act)[card][up], dtype=np.int8)
    orders_of(tree, card, solver.graph.after, acts, np.zeros((len(solver.graph), 2)), orders)
    wagers, sets = np.nonzero(orders.any(axis=1))
    ends = np.broadcast_to(solver.end_pays[:, None], (ENDS, solver.kinds))
    single = np.concatenate([solver.stand_pays[up], ends])
    group = tree.kind[sets] + wagers * len(single)
    return Finals(tree.cards[sets], orders[wagers, :, sets].T, group, np.concatenate([single, 2.0 * single]))


def mean_squares(solver: Solver, play: Play, ups: Mapping[int, Sequence[int]]) -> dict[int, Floats]:
    """(card, place in its ``ups``) the mean square of a round in which a pair of a card is split against an up card.

    Per unit, joint with "no dealer's blackjack" where the dealer looks. Further pair cards are split as long as they
    may be.
    """
    own, acts, more = own_squares(solver, play, list(ups)), solver.split_acts(play.act), _pays_more(solver)
    found = {}
    for card, some in ups.items():
        by_row = products_by_row(solver, acts[card], card, some)
        found[card] = own[card][some] + np.einsum("ukrs,urk,usk->u", by_row, more[some], more[some])
    return found


def own_squares(solver: Solver, play: Play, cards: Sequence[int]) -> dict[int, Floats]:
    """(card, up) what each hand of a split pair of a card wins, squared, all of them together."""
    figures, squares = solver.split_figures(play.act), solver.payoff() ** 2
    found = {}
    for card in cards:
        split = solver.splits[card]
        assert split is not None
        found[card] = np.einsum("uka,kauf,uf->u", split.weights, figures[card], squares)
    return found


def _pays_more(solver: Solver) -> Floats:
    """(up, row, outcome) what a row pays more than the next one, in the order `IN_ORDER`; the last one what it pays."""
    ends = np.broadcast_to(solver.end_pays[:, None], (VALUES, ENDS, solver.kinds))
    pays = np.concatenate([solver.stand_pays, ends], axis=1)
    more = pays.copy()
    more[:, IN_ORDER[:-1]] -= pays[:, IN_ORDER[1:]]
    return more


def products_by_row(solver: Solver, acts: Sequence[bytes], card: int, ups: Sequence[int]) -> Floats:
    """(place in ``ups``, outcome, row, row) the mean product of every two hands, all together, before any pay.

    That is how often one of them has ended in the first row or in one before it, the other in the second or before it,
    together with the dealer's outcome. Rows are in the order `IN_ORDER`. Where the next row pays as this one whatever
    the pays are, there is nothing. ``acts`` are by up card those of `Solver.split_acts`.
    """
    cards = solver.rules.pair_cards(card + 1)
    keys = {up: (card, up, cards, acts[up]) for up in ups}
    known = {up: solver.kept.products.find(key) for up, key in keys.items()}
    missing = [up for up, found in known.items() if found is None]
    if missing:
        pair = Pair(
            card,
            solver.full,
            solver.looks,
            _dealer(solver.dealing, card),
            np.array(missing),
            np.stack([np.frombuffer(acts[up], dtype=np.int8) for up in missing]),
            np.stack([_by_second(pair_weights(solver, card, up)) for up in missing]),
        )
        wins = np.zeros((len(missing), solver.kinds, ROWS, 2 * GONE))
        ways = np.zeros((len(missing), ROWS, 2 * GONE))
        tree, asked = end_tree(solver.graph, card), _told_apart(dealer_totals(solver.dealing))
        compiled_products(lattice(), tree, solver.graph.after, pair, asked, Products(wins, ways))
        by_row = wins.reshape(len(missing), -1, 2 * GONE) @ ways.swapaxes(1, 2)
        for up, product in zip(missing, by_row.reshape((*wins.shape[:3], ROWS)), strict=True):
            known[up] = solver.kept.products.keep(keys[up], product.copy())
    return np.stack([found for found in known.values() if found is not None])


@lru_cache(maxsize=8)
def _told_apart(totals: tuple[int, ...]) -> Bools:
    """(row, outcome) whether the next row may pay otherwise. Outcomes: these totals, any other one, a blackjack."""
    result = np.zeros((ROWS, len(totals) + 2), dtype=np.int64)
    for place, total in enumerate(totals):
        if total <= 21:
            # Sixteen and less lose to all of them.
            result[:LEVELS, place] = np.sign(16 + np.arange(LEVELS) - total)
    result[LEVELS:] = 2 + np.arange(ENDS)[:, None]
    found: Bools = np.ones(result.shape, dtype=np.bool_)
    found[np.array(IN_ORDER[:-1])] = result[np.array(IN_ORDER[:-1])] != result[np.array(IN_ORDER[1:])]
    return found


def pair_weights(solver: Solver, card: int, up: int) -> Floats:
    """(pair cards out, neither, one or both) how much the mean products of two hands count in the square of a round.

    The products are of two hands neither of which has a second card that counts as the pair, of which one has (of the
    two ways one), which both have. What a round wins squared is this and what each hand wins squared.
    """
    rules, most, unseen = solver.rules, solver.rules.most_hands(card + 1), float(solver.size - 3)
    same, alike = rules.pair_cards(card + 1) - 2, int(solver.full[card]) - 2
    if same == alike:
        return _pair_weights(most, float(same - (card == up)), 0.0, unseen)
    # Pairs go by rank: other cards that count ten are none, and the up card may be of the pair's rank or of another.
    if card != up:
        return _pair_weights(most, float(same), float(alike - same), unseen)
    equal = same / alike
    weights: Floats = equal * _pair_weights(most, same - 1.0, float(alike - same), unseen)
    weights += (1.0 - equal) * _pair_weights(most, float(same), alike - same - 1.0, unseen)
    return weights


def _by_second(weights: Floats) -> Floats:
    """(pair cards out, second card of one hand, of the other) the same, whether each of them counts as the pair."""
    neither, one, both = weights.T
    return np.ascontiguousarray(np.stack([neither, one / 2.0, one / 2.0, both], axis=1).reshape(-1, 2, 2))


@lru_cache(maxsize=128)
def _pair_weights(most: int, left: float, alike: float, unseen: float) -> Floats:
    """`pair_weights` where ``left`` pair cards are unseen and ``alike`` others that count the same, of ``unseen``."""

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
        # A card that counts as the pair is none of it this often; two of them are none so often.
        count = max(left - a, 0.0) + alike
        other = alike / count if count else 0.0
        others = other * (alike - 1.0) / (count - 1.0) if alike > 1.0 else 0.0
        if plain == 0:
            found[a] = 1.0, 2.0, 1.0
        elif plain == 1:
            found[a] = np.array([1.0, 1.0 + other, other]) / (1.0 - pair(a, 0))
        else:
            found[a] = np.array([1.0, 2.0 * other, others]) / ((1.0 - pair(a, 0)) * (1.0 - pair(a, 1)))
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
