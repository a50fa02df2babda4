"""Splitting a pair, for a play that does not look at the other hands.

The pair is split, each hand gets a second card, and every further pair card is split again until the most hands are
out. The hands differ only in what is known of their second card: one that ended the splitting there holds none of the
pair (*N*), one dealt after the last split may hold any (*X*). By exchangeability the value of a hand in a round where
*a* pair cards and *b* others went to the splitting follows from the values *X(a)* of a hand with any second card and
*P(a)* of a hand with a pair card (kept), *a* further pair cards being out:

    X(a, b) = (X(a, b-1) - v X(a+1, b-1)) / (1 - v)      v: the next card is a pair card
    N(a, 0) = (X(a) - v P(a)) / (1 - v)                  N(a, b) from N(a, b-1), N(a+1, b-1) in the same way

so that everything about a split round that adds up over its hands is a sum of *X(a)* and *P(a)* with known weights.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.maths.blackjack.hands import Floats
from houseway.maths.blackjack.rules import VALUES, BlackjackRules


class Arrangement(NamedTuple):
    """One way in which splitting may end: ``hands`` are pairs of a number of hands and their weights.

    ``chance[up]`` is its probability; weights are indexed by up card, kind (0 for X, 1 for P) and *a*.
    """

    chance: Floats
    hands: tuple[tuple[int, Floats], ...]


class Split(NamedTuple):
    """All ways in which splitting a pair may end."""

    arrangements: tuple[Arrangement, ...]
    first: Floats
    """The weights of the hand that keeps the original wager."""
    weights: Floats
    """The weights of all hands together."""


def _together(arrangements: tuple[Arrangement, ...], first: Floats) -> Split:
    parts = [
        arrangement.chance[:, None, None] * count * weight
        for arrangement in arrangements
        for count, weight in arrangement.hands
    ]
    return Split(arrangements, first, np.sum(parts, axis=0))


def split_of(rules: BlackjackRules, value: int) -> Split | None:
    """The ways in which splitting a pair of ``value`` may end; ``None`` where it may not be split."""
    most = rules.most_hands(value)
    if most < 2:
        return None
    # Pair cards left when the pair and the up card are out.
    left = np.full(VALUES, rules.pair_cards(value) - 2, dtype=np.float64)
    if value != 10 or rules.split_by_value or rules.shoe[9] <= 2:
        left[value - 1] -= 1
        return _split(rules, most, left, np.ones(VALUES))
    # Pairs go by rank, and the up card may be of the pair's rank or of another that counts ten.
    same = (rules.pair_cards(10) - 2) / (rules.shoe[9] - 2)
    share = np.ones(VALUES)
    share[9] = 1.0 - same
    other = _split(rules, most, left, share)
    less = left.copy()
    less[9] -= 1
    equal = _split(rules, most, less, 1.0 - share)
    return _together(
        (*other.arrangements, *equal.arrangements),
        share[:, None, None] * other.first + (1.0 - share)[:, None, None] * equal.first,
    )


def _split(rules: BlackjackRules, most: int, left: Floats, share: Floats) -> Split:
    depth = 2 * most - 3
    unseen = float(sum(rules.shoe) - 3)

    def basis(kind: int, more: int) -> Floats:
        weights = np.zeros((VALUES, 2, depth))
        weights[:, kind, more] = 1.0
        return weights

    def pair(a: int, others: int) -> Floats:
        """The probability that the next card is a pair card when ``a`` of them and ``others`` more are out."""
        chance: Floats = np.maximum(left - a, 0.0) / (unseen - a - others)
        return chance

    def given(here: Floats, more: Floats, chance: Floats) -> Floats:
        """The value given a card that is no pair card, from the value without it and that given a pair card."""
        by_up = chance[:, None, None]
        found: Floats = (here - by_up * more) / np.maximum(1.0 - by_up, 1e-300)
        return found

    def any_second(a: int, b: int) -> Floats:
        if b == 0:
            return basis(0, a)
        return given(any_second(a, b - 1), any_second(a + 1, b - 1), pair(a, b - 1))

    def no_pair(a: int, b: int) -> Floats:
        if b == 0:
            return given(basis(0, a), basis(1, a), pair(a, 0))
        return given(no_pair(a, b - 1), no_pair(a + 1, b - 1), pair(a, b))

    # Walk through the second cards until every hand has one that is no pair card, or the most hands are out.
    found = []
    waiting = {(0, 0): share}
    while waiting:
        a, b = min(waiting, key=sum)  # every way to it has been walked
        chance = waiting.pop((a, b))
        if a == most - 2:
            hands = [(most - b, any_second(a, b))]
            if b:
                hands.append((b, no_pair(a, b - 1)))
            found.append(Arrangement(chance, tuple(hands)))
        elif b == a + 2:
            found.append(Arrangement(chance, ((b, no_pair(a, b - 1)),)))
        else:
            another = pair(a, b)
            for state, part in (((a + 1, b), another), ((a, b + 1), 1.0 - another)):
                waiting[state] = waiting.get(state, np.zeros(VALUES)) + chance * part
    first = np.zeros((VALUES, 2, depth))
    chance = np.ones(VALUES)
    for a in range(most - 2):
        another = pair(a, 0)
        first += chance[:, None, None] * (basis(0, a) - another[:, None, None] * basis(1, a))
        chance = chance * another
    first += chance[:, None, None] * basis(0, most - 2)
    return _together(tuple(found), first)
