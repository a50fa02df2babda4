"""The dealer's hand: every multiset of cards it can end with, and how likely each total is from any shoe.

The dealer's play depends on the cards and not on their order, so the probability of a final hand is the number of valid
orders (by up card) times one product over its cards. The hands are kept as a prefix tree in which each product is its
parent's times one factor, and many shoes are worked on side by side.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.compiled import compiled
from houseway.maths.question_errors import BadQuestion

_FIELD = 48
"""Bits for the number of orders under one up card, ten of which are kept in one integer."""
COUNT_BITS = 6
"""Bits for the number of cards of one value in a packed hand."""
LANES = 16
"""How many shoes are worked on side by side."""


def packed(value: int) -> int:
    """One card of ``value`` in a packed hand: hands add up as integers."""
    return 1 << (COUNT_BITS * (value - 1))


def counts_of(key: int) -> tuple[int, ...]:
    """How many cards of each value a packed hand holds."""
    return tuple(key >> (COUNT_BITS * place) & 63 for place in range(VALUES))


class FinalHand(NamedTuple):
    """A hand the dealer ends with: its total, its cards by value, and the orders that lead to it by up card."""

    total: int
    cards: tuple[int, ...]
    orders: tuple[int, ...]


@lru_cache(maxsize=32)
def final_hands(hit_soft_17: bool, totals: tuple[int, ...]) -> tuple[FinalHand, ...]:
    """Every hand that the dealer ends with at one of ``totals``, but for blackjacks."""
    found = []
    mask = (1 << _FIELD) - 1
    level = {packed(value): (1 << (_FIELD * (value - 1)), value, value == 1) for value in range(1, VALUES + 1)}
    cards = 1
    while level:
        after: dict[int, tuple[int, int, bool]] = {}
        for key, (orders, hard, ace) in level.items():
            soft = ace and hard <= 11
            total = hard + 10 if soft else hard
            if total < 17 or (hit_soft_17 and soft and total == 17):
                for value in range(1, VALUES + 1):
                    drawn = key + packed(value)
                    held = after.get(drawn)
                    more = orders if held is None else orders + held[0]
                    after[drawn] = (more, hard + value, ace or value == 1)
            elif total in totals and (cards > 2 or total != 21):
                by_up = tuple(orders >> (_FIELD * place) & mask for place in range(VALUES))
                found.append(FinalHand(total, counts_of(key), by_up))
        level = after
        cards += 1
    return tuple(found)


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
    hands = {
        tuple(value for value in range(VALUES) for _ in range(hand.cards[value])): hand
        for hand in final_hands(hit_soft_17, totals)
    }
    prefixes = sorted({cards[:length] for cards in hands for length in range(1, len(cards) + 1)})
    value, copy, depth, first = [], [], [], [0]
    slot: list[int] = []
    orders: list[int] = []
    for prefix in prefixes:
        value.append(prefix[-1])
        copy.append(prefix[:-1].count(prefix[-1]))
        depth.append(len(prefix) - 1)
        hand = hands.get(prefix)
        if hand is not None:
            place = totals.index(hand.total)
            for up in range(VALUES):
                if hand.orders[up]:
                    slot.append(up * len(totals) + place)
                    orders.append(hand.orders[up])
        first.append(len(slot))
    return Tree(
        np.array(value),
        np.array(copy),
        np.array(depth),
        np.array(first),
        np.array(slot),
        np.array(orders, dtype=np.float64),
    )


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
    """For each row of ``left`` (cards left by value, the up card among them) the probability of each slot."""
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
            for lane in range(LANES):
                product[above + 1, lane] = product[above, lane] * factor[here, taken, lane]
            if first[node] < first[node + 1]:
                for lane in range(LANES):
                    term[lane] = product[above + 1, lane] * inverse[above + 1, lane]
                for entry in range(first[node], first[node + 1]):
                    place = slot[entry]
                    weight = orders[entry]
                    for lane in range(LANES):
                        sums[place, lane] += weight * term[lane]
        totals = slots // 10
        for lane in range(min(LANES, left.shape[0] - start)):
            for up in range(10):
                held = left[start + lane, up]
                for total in range(totals):
                    found[start + lane, up, total] = sums[up * totals + total, lane] / held if held > 0 else 0.0


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
    count = len(totals)
    found = np.zeros((left.shape[0], VALUES, count), dtype=np.float64)
    _sums(np.ascontiguousarray(left), *tree, VALUES * count, found)
    whole = np.zeros((left.shape[0], VALUES, count + 2), dtype=np.float64)
    whole[:, :, :count] = found
    unseen = np.maximum(left.sum(axis=1) - 1, 1)
    for up, other in ((0, 9), (9, 0)):
        whole[:, up, count + 1] = np.where(left[:, up] > 0, np.maximum(left[:, other], 0) / unseen, 0.0)
    whole[:, :, count] = np.maximum(1.0 - whole.sum(axis=2), 0.0)
    return whole


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

    def ways(parts: int, cards: tuple[int, ...]) -> int:
        """Ordered ways to draw these cards from one of ``parts`` equal parts of the shoe."""
        return prod(perm(held // parts, drawn) for held, drawn in zip(rules.shoe, cards, strict=True))

    for hand in final_hands(rules.hit_soft_17, (total,)):
        share = Fraction(sum(hand.orders), perm(size, sum(hand.cards)))
        suit += 4 * share * ways(4, hand.cards)
        colour += 2 * share * ways(2, hand.cards)
        whole += share * ways(1, hand.cards)
    return {"one suit": suit, "one colour": colour - suit, "other": whole - colour}
