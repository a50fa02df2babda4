"""The dealer's hand: every multiset of cards it can end with, and how likely each total is from any shoe.

The dealer's play depends on the cards and not on their order, so the probability of a final hand is the number of valid
orders (by up card) times one product over its cards. The hands are kept as a prefix tree in which each product is its
parent's times one factor, and many shoes are worked on side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.compiled import compiled, inlined
from houseway.maths.question_errors import BadQuestion

COUNT_BITS = 6
"""Bits for the number of cards of one value in a packed hand."""
LANES = 64
"""How many shoes are worked on side by side: so many that the compiler makes vectors of them, and no more than the
nearest cache holds."""


def packed(value: int) -> int:
    """One card of ``value`` in a packed hand: hands add up as integers."""
    return 1 << (COUNT_BITS * (value - 1))


UNITS: npt.NDArray[np.int64] = np.array([packed(value) for value in range(1, VALUES + 1)])
"""One card of each value in a packed hand."""


def counts_of(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(hand, value) how many cards of each value packed hands hold."""
    return keys[:, None] >> (COUNT_BITS * np.arange(VALUES)) & 63


def first_seen(keys: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where each key that comes up comes first, in that order; and of each key which of them it is."""
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return first[order], place[which]


class FinalHands(NamedTuple):
    """The hands that the dealer ends with, by row."""

    total: npt.NDArray[np.int64]
    cards: npt.NDArray[np.int64]
    """(hand, value) its cards."""
    orders: npt.NDArray[np.int64]
    """(hand, up) the orders that lead to it from each up card: fewer than 2 to the 48th."""


@lru_cache(maxsize=32)
def final_hands(hit_soft_17: bool, totals: tuple[int, ...]) -> FinalHands:
    """Every hand that the dealer ends with at one of ``totals``, but for blackjacks."""
    values = np.arange(1, VALUES + 1)
    keys, hard, ace, orders = UNITS, values, values == 1, np.eye(VALUES, dtype=np.int64)
    found = []
    cards = 1
    while len(keys):
        soft = ace & (hard <= 11)
        total = np.where(soft, hard + 10, hard)
        draws = (total < 17) | (hit_soft_17 & soft & (total == 17))
        ends = ~draws & np.isin(total, totals) & ((cards > 2) | (total != 21))
        found.append((total[ends], counts_of(keys[ends]), orders[ends]))
        drawn = (keys[draws][:, None] + UNITS).ravel()
        first, which = first_seen(drawn)
        more = np.zeros((len(first), VALUES), dtype=np.int64)
        np.add.at(more, which, np.repeat(orders[draws], VALUES, axis=0))
        hard = (hard[draws][:, None] + values).ravel()[first]
        ace = (ace[draws][:, None] | (values == 1)).ravel()[first]
        keys, orders = drawn[first], more
        cards += 1
    return FinalHands(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


class Tree(NamedTuple):
    """The final hands as a prefix tree, in the order of a walk through it."""

    value: npt.NDArray[np.int64]
    """The card that each node adds, 0 for an ace."""
    copy: npt.NDArray[np.int64]
    """How many of that card are already there."""
    depth: npt.NDArray[np.int64]
    """How many cards lie above the node."""
    first: npt.NDArray[np.int64]
    """Where the node's entries begin in ``slot`` and ``orders``; those of the next node end them."""
    slot: npt.NDArray[np.int64]
    """Which sum an entry belongs to: up card * number of totals + total."""
    orders: npt.NDArray[np.float64]
    """How many orders an entry counts."""


@lru_cache(maxsize=32)
def tree_of(hit_soft_17: bool, totals: tuple[int, ...]) -> Tree:
    """The prefix tree of the final hands."""
    hands = final_hands(hit_soft_17, totals)
    cards, number = hands.cards, hands.cards.sum(axis=1)
    most = int(number.max())
    # A hand as a number, its cards from low to high for digits and nothing after them: a prefix goes before its hands.
    drawn = np.repeat(np.tile(np.arange(1, VALUES + 1), len(cards)), cards.ravel())
    place = np.arange(len(drawn)) - np.repeat(np.cumsum(number) - number, number)
    digits = np.zeros((len(cards), most), dtype=np.int64)
    digits[np.repeat(np.arange(len(cards)), number), place] = drawn
    base = (VALUES + 1) ** np.arange(most - 1, -1, -1, dtype=np.int64)
    prefixes = np.cumsum(digits * base, axis=1)
    nodes, first = np.unique(prefixes, return_index=True)
    hand, last = np.divmod(first, most)
    value = digits[hand, last] - 1
    copy = (digits[hand] == digits[hand, last][:, None]).cumsum(axis=1)[np.arange(len(nodes)), last] - 1
    # The entries of a node in the order of the up cards.
    ends = np.searchsorted(nodes, prefixes[:, -1])
    by_node = np.argsort(ends)
    which, up = np.nonzero(hands.orders[by_node])
    at = by_node[which]
    totals_at = np.searchsorted(totals, hands.total[at])
    entries = np.bincount(ends[at], minlength=len(nodes))
    return Tree(
        value,
        copy,
        last,
        np.concatenate([[0], np.cumsum(entries)]),
        up * len(totals) + totals_at,
        hands.orders[at, up].astype(np.float64),
    )


@inlined
def _times(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64], found: npt.NDArray[np.float64]) -> None:
    for lane in range(LANES):
        found[lane] = one[lane] * other[lane]


@inlined
def _add(weight: float, term: npt.NDArray[np.float64], sums: npt.NDArray[np.float64]) -> None:
    for lane in range(LANES):
        sums[lane] += weight * term[lane]


@inlined
def _whole(parts: npt.NDArray[np.float64]) -> float:
    """The sum, rounded as NumPy rounds it: eight terms in pairs, fewer or further ones in turn."""
    whole = 0.0
    begun = 0
    if parts.size >= 8:
        low = (parts[0] + parts[1]) + (parts[2] + parts[3])
        whole = low + ((parts[4] + parts[5]) + (parts[6] + parts[7]))
        begun = 8
    for place in range(begun, parts.size):
        whole += parts[place]
    return whole


@compiled
def _sums(
    left: npt.NDArray[np.int64],
    value: npt.NDArray[np.int64],
    copy: npt.NDArray[np.int64],
    depth: npt.NDArray[np.int64],
    first: npt.NDArray[np.int64],
    slot: npt.NDArray[np.int64],
    orders: npt.NDArray[np.float64],
    slots: int,
    found: npt.NDArray[np.float64],
) -> None:
    """For each row of ``left`` (cards left by value, the up card among them) what `outcomes` says, by up card."""
    most = 0
    for node in range(depth.size):
        most = max(most, depth[node])
    product = np.ones((most + 2, LANES))
    inverse = np.zeros((most + 2, LANES))
    factor = np.zeros((VALUES, most + 2, LANES))
    sums = np.zeros((slots, LANES))
    term = np.zeros(LANES)
    for start in range(0, left.shape[0], LANES):
        for lane in range(LANES):
            row = min(start + lane, left.shape[0] - 1)
            cards = 0
            for place in range(10):
                held = max(left[row, place], 0)
                cards += held
                for taken in range(most + 2):
                    factor[place, taken, lane] = held - taken
            # The up card is given: its own factor is divided away below, the others are drawn from one card less.
            scale = 1.0
            inverse[1, lane] = 1.0
            for drawn in range(2, most + 2):
                scale = scale / (cards - drawn + 1) if cards - drawn + 1 > 0 else 0.0
                inverse[drawn, lane] = scale
        for place in range(slots):
            for lane in range(LANES):
                sums[place, lane] = 0.0
        for node in range(depth.size):
            above = depth[node]
            here = value[node]
            taken = copy[node]
            whole = product[above + 1]
            _times(product[above], factor[here, taken], whole)
            if first[node] < first[node + 1]:
                _times(whole, inverse[above + 1], term)
                for entry in range(first[node], first[node + 1]):
                    _add(orders[entry], term, sums[slot[entry]])
        totals = slots // 10
        for lane in range(min(LANES, left.shape[0] - start)):
            row = start + lane
            cards = 0
            for place in range(10):
                cards += left[row, place]
            for up in range(10):
                held = left[row, up]
                other = max(left[row, 9 - up], 0) if up in (0, 9) and held > 0 else 0
                for total in range(totals):
                    found[row, up, total] = sums[up * totals + total, lane] / held if held > 0 else 0.0
                found[row, up, totals] = 0.0
                found[row, up, totals + 1] = other / max(cards - 1, 1)
                found[row, up, totals] = max(1.0 - _whole(found[row, up]), 0.0)


def dealer_totals(rules: BlackjackRules) -> tuple[int, ...]:
    """The totals that are told apart: 17 to 21 and those over 21 that push."""
    return (17, 18, 19, 20, 21, *sorted(set(rules.push_totals)))


def outcomes(rules: BlackjackRules, left: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """How the dealer's hand ends, from each shoe in ``left`` and for each up card drawn from it.

    ``left`` has a row of ten numbers of cards for each shoe, the up card not yet taken out. The answer is indexed by
    shoe, up card, and outcome: the totals of `dealer_totals`, then any other total over 21, then blackjack.
    """
    totals = dealer_totals(rules)
    tree = tree_of(rules.hit_soft_17, totals)
    found = np.empty((left.shape[0], VALUES, len(totals) + 2), dtype=np.float64)
    _sums(np.ascontiguousarray(left), *tree, VALUES * len(totals), found)
    return found


def total_by_suits(rules: BlackjackRules, total: int) -> dict[str, Fraction]:
    """How likely a dealer who always draws out ends at ``total`` with cards of one suit, of one colour, of others.

    Exact, from the full shoe, every value being there in equal numbers of each suit.
    """
    if any(count % 4 for count in rules.shoe):
        raise BadQuestion(
            "the cards of a value are not there in equal numbers of each suit", remedy="ask about a shoe of whole packs"
        )
    size = sum(rules.shoe)
    suit, colour, whole = Fraction(0), Fraction(0), Fraction(0)

    def ways(parts: int, cards: Sequence[int]) -> int:
        """Ordered ways to draw these cards from one of ``parts`` equal parts of the shoe."""
        return prod(perm(held // parts, drawn) for held, drawn in zip(rules.shoe, cards, strict=True))

    hands = final_hands(rules.hit_soft_17, (total,))
    for cards, orders in zip(hands.cards.tolist(), hands.orders.tolist(), strict=True):
        share = Fraction(sum(orders), perm(size, sum(cards)))
        suit += 4 * share * ways(4, cards)
        colour += 2 * share * ways(2, cards)
        whole += share * ways(1, cards)
    return {"one suit": suit, "one colour": colour - suit, "other": whole - colour}
