"""Three cards against three of the dealer's: what the best decision wins with more knowledge than the game gives.

The player holds three cards of one deck, chooses, and is settled against three of the other 49. For each class of hands
a game says what every choice wins against every hand of the dealer; from that come, exactly: the value with nothing
known, with one or two cards of the dealer's hand seen, with the backs of its cards told apart, and with other hands
known that lie on the table (`shared`): those cannot be the dealer's.

Hands are numbered by their codes a < b < c: C(c, 3) + C(b, 2) + a.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.maths.compiled import compiled, inlined
from houseway.maths.protection.shoe_wager import Ints

Bools = npt.NDArray[np.bool_]

DECK = 52
SUITS = 4
HELD = 3
HANDS = comb(DECK, HELD)
AGAINST = comb(DECK - HELD, HELD)

Results: TypeAlias = Callable[[int], Ints]
"""By class: (choices, 22100) what each choice wins against each hand of the dealer, in whole parts of a unit."""


class Contest(NamedTuple):
    """Hands of one player against the dealer's: the first hand of each class, how many hands a class has, and what
    each choice wins. ``unit`` parts make one unit."""

    heads: Ints
    """(classes, 3) codes, ascending."""
    weights: Ints
    results: Results
    unit: int = 1


class Known(msgspec.Struct, frozen=True):
    """The best play with something known."""

    what: str
    value: Fraction
    hit_frequency: Fraction
    variance: Fraction

    @property
    def sd(self) -> float:
        """Standard deviation of a round."""
        return math.sqrt(self.variance)


class Seen(NamedTuple):
    """What becomes known by cards of the dealer's hand, as sums over all deals: net, squares, hits."""

    nothing: Ints
    one: Ints
    two: Ints
    all: Ints
    one_back: Ints
    """One card is known to be of the first or of the second group of backs."""
    every_back: Ints
    """So are all three."""


def hand_codes() -> Ints:
    """(22100, 3): the codes of each hand, by its number."""
    code = np.arange(DECK)
    ascending = (code[:, None, None] > code[None, :, None]) & (code[None, :, None] > code[None, None, :])
    return np.stack(np.nonzero(ascending)[::-1], axis=1).astype(np.int64)


@inlined
def _free(head: Ints, cards: int) -> Bools:
    """Which cards are not in the hand ``head``."""
    free = np.ones(cards, np.bool_)
    for held in head:
        free[held] = False
    return free


@inlined
def _add(found: Ints, what: int, net: int, times: int) -> None:
    found[what, 0] += times * net
    found[what, 1] += times * net * net
    found[what, 2] += times * (net > 0)


@inlined
def _sum_rows(results: Ints, first: int, end: int, rows: Ints) -> None:
    """Net, squares and hits of each choice against the hands from ``first`` to before ``end``."""
    for s in range(results.shape[0]):
        total, squares, hits = 0, 0, 0
        for number in range(first, end):
            net = results[s, number]
            total += net
            squares += net * net
            hits += net > 0
        rows[s, 0] = total
        rows[s, 1] = squares
        rows[s, 2] = hits


@inlined
def _sum_patterns(results: Ints, group: Ints, patterns: Ints) -> None:
    """What each choice wins against the hands with so many cards of the second group, added to ``patterns``."""
    number = 0
    for c in range(2, group.shape[0]):
        for b in range(1, c):
            high = group[b] + group[c]
            for s in range(results.shape[0]):
                total, upper = 0, 0
                for a in range(b):
                    total += results[s, number + a]
                    upper += results[s, number + a] * group[a]
                patterns[s, high] += total - upper
                patterns[s, high + 1] += upper
            number += b


@compiled
def hand_tables(head: Ints, results: Ints, whole: Ints, one: Ints, two: Ints) -> None:
    """What each choice wins against all hands of the dealer, those with one given card, and those with two.

    (choice), (choice, card), (choice, card, card). Hands that share a card with ``head`` are set to nothing in
    ``results``.
    """
    cards = one.shape[1]
    free = _free(head, cards)
    whole[:] = 0
    one[:] = 0
    two[:] = 0
    number = 0
    # Hands are numbered in this order: those with the same two upper cards lie beside each other.
    for c in range(2, cards):
        for b in range(1, c):
            for s in range(results.shape[0]):
                if not (free[b] and free[c]):
                    results[s, number : number + b] = 0
                    continue
                pair = 0
                for a in range(b):
                    if not free[a]:
                        results[s, number + a] = 0
                    net = results[s, number + a]
                    pair += net
                    one[s, a] += net
                    two[s, a, b] += net
                    two[s, a, c] += net
                whole[s] += pair
                one[s, b] += pair
                one[s, c] += pair
                two[s, b, c] += pair
            number += b


@compiled
def _best(values: Ints) -> int:
    best = 0
    for s in range(1, values.shape[0]):
        if values[s] > values[best]:
            best = s
    return best


@compiled
def _see(head: Ints, group: Ints, results: Ints, whole: Ints, one: Ints, two: Ints, weight: int, sums: Ints) -> None:
    """Add to ``sums`` (what is known, net or squares or hits) the best play against every hand of the dealer."""
    choices = results.shape[0]
    backs = np.zeros((choices, 2), np.int64)
    patterns = np.zeros((choices, 4), np.int64)
    for card in range(one.shape[1]):
        for s in range(choices):
            backs[s, group[card]] += one[s, card]
    cards = one.shape[1]
    _sum_patterns(results, group, patterns)
    blind = _best(whole)
    by_card = np.zeros(cards, np.int64)
    by_pair = np.zeros((cards, cards), np.int64)
    for card in range(cards):
        by_card[card] = _best(one[:, card])
        for other in range(card + 1, cards):
            by_pair[card, other] = _best(two[:, card, other])
    by_back = np.array([_best(backs[:, 0]), _best(backs[:, 1])])
    by_pattern = np.array([_best(patterns[:, high]) for high in range(4)])
    # What is known, by deal: each of three cards, or pairs, is as likely to be the one that is seen, so that every deal
    # counts three times. A hand that cannot be dealt has nothing to add.
    found = np.zeros((6, 3), np.int64)
    rows = np.zeros((choices, 3), np.int64)
    free = _free(head, cards)
    number = -1
    for c in range(2, cards):
        for b in range(1, c):
            if not (free[b] and free[c]):
                number += b
                continue
            _sum_rows(results, number + 1, number + 1 + b, rows)
            for each in range(3):
                found[0, each] += 3 * rows[blind, each]
                found[1, each] += rows[by_card[b], each] + rows[by_card[c], each]
                found[2, each] += rows[by_pair[b, c], each]
                found[4, each] += rows[by_back[group[b]], each] + rows[by_back[group[c]], each]
            for a in range(b):
                number += 1
                seen = 0
                for s in range(1, choices):
                    if results[s, number] > results[seen, number]:
                        seen = s
                _add(found, 1, results[by_card[a], number], 1)
                _add(found, 2, results[by_pair[a, b], number], 1)
                _add(found, 2, results[by_pair[a, c], number], 1)
                _add(found, 3, results[seen, number], 3)
                _add(found, 4, results[by_back[group[a]], number], 1)
                _add(found, 5, results[by_pattern[group[a] + group[b] + group[c]], number], 3)
    for what in range(6):
        for each in range(3):
            sums[what, each] += weight * found[what, each]


@compiled
def _shared_three(hands: Ints, head: Ints, results: Ints, whole: Ints, one: Ints, two: Ints) -> int:
    """What the best play wins, summed over every hand of three that a friend may hold and shows."""
    free = _free(head, one.shape[1])
    total = 0
    for number in range(hands.shape[0]):
        a, b, c = hands[number]
        if not (free[a] and free[b] and free[c]):
            continue
        best = whole[0]
        for s in range(results.shape[0]):
            left = whole[s] - one[s, a] - one[s, b] - one[s, c]
            left += two[s, a, b] + two[s, a, c] + two[s, b, c] - results[s, number]
            best = left if s == 0 else max(best, left)  # the first sum stands for nothing yet
        total += best
    return total


class Workings(NamedTuple):
    """One class of hands: its number, its first hand, and the tables of `hand_tables`."""

    number: int
    head: Ints
    results: Ints
    whole: Ints
    one: Ints
    two: Ints


def workings(contest: Contest, classes: Sequence[int] | None = None) -> Iterator[Workings]:
    """The tables of each class, or of those named, one after another: they are overwritten by the next."""
    choices = len(contest.results(0))
    whole, one, two = (np.zeros((choices, *(DECK,) * known), dtype=np.int64) for known in range(3))
    for number in range(len(contest.heads)) if classes is None else classes:
        results = np.ascontiguousarray(contest.results(number), dtype=np.int64)
        head = np.ascontiguousarray(contest.heads[number], dtype=np.int64)
        hand_tables(head, results, whole, one, two)
        yield Workings(number, head, results, whole, one, two)


class CardWorths(NamedTuple):
    """By rank: what the best play wins without one such card in the deck, and with one as the player's first."""

    removed: tuple[Fraction, ...]
    first: tuple[Fraction, ...]


class Study(NamedTuple):
    """All that is found by one pass through the classes of hands."""

    known: tuple[Known, ...]
    """With nothing known, with one, two and all cards of the dealer's hand seen, and with backs told apart."""
    cards: CardWorths
    shared: Fraction | None
    """Where one other seat shows its three cards before the decision; nothing if it was not asked for."""


def study(contest: Contest, high: Sequence[bool], *, shared: bool = True) -> Study:
    """The best play with more known than the game shows, exactly.

    ``high`` says of each code whether its back is of the second group, where backs are told apart. The suits of a rank
    must be alike to the contest.
    """
    hands, group = hand_codes(), np.array(high, dtype=np.int64)
    sums, together = np.zeros((6, 3), dtype=np.int64), 0
    ranks = DECK // SUITS
    removed, first = np.zeros(ranks, dtype=np.int64), np.zeros(ranks, dtype=np.int64)
    for each in workings(contest):
        weight = int(contest.weights[each.number])
        _see(each.head, group, *each[2:], weight, sums)
        if shared:
            together += weight * int(_shared_three(hands, *each[1:]))
        without = (each.whole[:, None] - each.one).max(axis=0)
        without[each.head] = 0
        removed += weight * without.reshape(ranks, SUITS).sum(axis=1)
        np.add.at(first, each.head // SUITS, weight * int(each.whole.max()))
    player, unit = int(contest.weights.sum()), contest.unit
    known = tuple(
        _known(name, row, HELD * player * AGAINST, unit) for name, row in zip(Seen._fields, sums.tolist(), strict=True)
    )
    fewer = SUITS * comb(DECK - 1, HELD) * comb(DECK - 1 - HELD, HELD) * unit
    with_one = SUITS * comb(DECK - 1, HELD - 1) * AGAINST * unit
    cards = CardWorths(
        tuple(Fraction(total, fewer) for total in removed.tolist()),
        tuple(Fraction(total, with_one) for total in first.tolist()),
    )
    friend = Fraction(together, player * AGAINST * comb(DECK - 2 * HELD, HELD) * unit) if shared else None
    return Study(known, cards, friend)


def _known(name: str, sums: Sequence[int], deals: int, unit: int) -> Known:
    net, squares, hits = sums
    value = Fraction(net, deals * unit)
    return Known(name, value, Fraction(hits, deals), Fraction(squares, deals * unit * unit) - value * value)


def shared_by_two(contest: Contest, classes: Sequence[int] | None = None) -> Fraction:
    """The value where one other seat shows its three cards before the decision, exactly; of some ``classes`` alone if
    they are named, each with its weight."""
    hands, total, weighed = hand_codes(), 0, 0
    for each in workings(contest, classes):
        weight = int(contest.weights[each.number])
        total += weight * int(_shared_three(hands, *each[1:]))
        weighed += weight
    left = DECK - 2 * HELD
    return Fraction(total, weighed * AGAINST * comb(left, HELD) * contest.unit)
