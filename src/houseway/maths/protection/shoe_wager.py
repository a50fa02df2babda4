"""A wager as a function of what is left in the shoe.

What a wager on the next few cards wins on average is a sum over the hands that win: what each gives back, times the
number of its deals, divided by the number of all deals. The number of deals is a product of card counts, so that the
whole is one polynomial in the counts of the cards that are left. `ShoeWager` keeps that polynomial: it is worked out
once for a wager, and then gives the exact value at any composition, in whole numbers.

A *kind* is a set of cards that the wager cannot tell apart: one of the 52 cards, a rank, or a value. A decision is a
wager too: what one choice wins over the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from houseway.maths.question_errors import BadQuestion

Kinds: TypeAlias = tuple[int, ...]
Weights: TypeAlias = dict[Kinds, Fraction]
"""By sorted kinds: what all deals of these cards, one for each order, give back together."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_LARGEST = 2**62
"""What a sum over all deals may come to."""


class Terms(NamedTuple):
    """The hands of one size, as arrays: ``kinds`` (hands, cards), how often each kind came ``before`` in the hand, and
    the ``weights``, whole numbers of 1/``scale``."""

    kinds: Ints
    before: Ints
    weights: Ints
    scale: int


class ShoeWager:
    """One wager, by its hands.

    ``full`` is the number of cards of each kind in a fresh shoe, ``labels`` what the kinds are called, ``always`` what
    is won when no hand of ``weights`` comes (-1 for an ordinary wager).
    """

    def __init__(self, labels: Sequence[str], full: Sequence[int], weights: Weights, always: Fraction) -> None:
        if len(labels) != len(full) or min(full, default=0) < 0:
            raise BadQuestion("every kind of card needs a name and a number", remedy="give both for each kind")
        self.labels = tuple(labels)
        self.full = tuple(full)
        self.always = always
        self.weights = {hand: weight for hand, weight in weights.items() if weight}

    @property
    def size(self) -> int:
        """Cards in a fresh shoe."""
        return sum(self.full)

    @cached_property
    def terms(self) -> tuple[Terms, ...]:
        """The hands by size, as arrays."""
        by_size: dict[int, list[Kinds]] = {}
        for hand in self.weights:
            by_size.setdefault(len(hand), []).append(hand)
        return tuple(self._terms(sorted(hands)) for _, hands in sorted(by_size.items()))

    def _terms(self, hands: list[Kinds]) -> Terms:
        scale = lcm(*(self.weights[hand].denominator for hand in hands))
        kinds = np.array(hands, dtype=np.int64)
        before = np.zeros_like(kinds)
        for place in range(1, kinds.shape[1]):
            same = kinds[:, place] == kinds[:, place - 1]
            before[:, place] = np.where(same, before[:, place - 1] + 1, 0)
        weights = [int(self.weights[hand] * scale) for hand in hands]
        # Floats: they only tell whether whole numbers of 64 bits are large enough.
        ways = np.maximum(np.array(self.full, dtype=np.float64)[kinds] - before, 0.0).prod(axis=1)
        if max(map(abs, weights)) > _LARGEST or float((ways * np.abs(np.array(weights, float))).sum()) > _LARGEST:
            raise BadQuestion(
                "the pays are too large, or too finely divided, to be reckoned with exactly", remedy="use smaller ones"
            )
        return Terms(kinds, before, np.array(weights, dtype=np.int64), scale)

    def value(self, left: Sequence[int] | None = None) -> Fraction:
        """What the wager wins on average with these cards ``left`` (a fresh shoe if left out), exactly.

        A hand that the shoe is too small to deal does not come.
        """
        counts = np.array(self.full if left is None else left, dtype=np.int64)
        cards, found = int(counts.sum()), self.always
        for terms in self.terms:
            deals = 1
            for dealt in range(terms.kinds.shape[1]):
                deals *= max(cards - dealt, 0)
            if not deals:
                continue
            ways = np.maximum(counts[terms.kinds] - terms.before, 0).prod(axis=1)
            found += Fraction(int((ways * terms.weights).sum()), terms.scale * deals)
        return found

    @cached_property
    def effects(self) -> tuple[Fraction, ...]:
        """The effect of removal of one card of each kind: by how much the value moves; 0 for a kind that is not there.

        Weighed by the number of cards they sum to nothing: a card that nobody has seen changes nothing.
        """
        fresh = self.value()
        found = []
        for place, count in enumerate(self.full):
            left = list(self.full)
            left[place] -= 1
            found.append(self.value(left) - fresh if count else Fraction(0))
        return tuple(found)

    def without(self, gone: Mapping[int, int]) -> ShoeWager:
        """The same wager from a shoe that lacks ``gone``: so many cards by kind."""
        full = [count - gone.get(place, 0) for place, count in enumerate(self.full)]
        return ShoeWager(self.labels, full, self.weights, self.always)


def from_deals(
    labels: Sequence[str],
    full: Sequence[int],
    deals: Iterable[tuple[Kinds, Fraction | int]],
    always: Fraction | int = -1,
) -> ShoeWager:
    """The wager to which each ordered deal gives back so much; deals that are not named give back nothing.

    Deals may be of any number of cards: one of two cards counts whatever cards follow it.
    """
    weights: Weights = {}
    for hand, given in deals:
        if given:
            place = tuple(sorted(hand))
            weights[place] = weights.get(place, Fraction(0)) + given
    return ShoeWager(labels, full, weights, Fraction(always))


def all_deals(kinds: int, cards: int, given: Callable[..., Fraction | int]) -> Iterator[tuple[Kinds, Fraction | int]]:
    """Every ordered deal of ``cards`` cards of ``kinds`` kinds and what it gives back."""
    for hand in product(range(kinds), repeat=cards):
        found = given(*hand)
        if found:
            yield hand, found


def two_more(
    first: Kinds, kinds: int, given: Callable[[int, int], Fraction | int]
) -> Iterator[tuple[Kinds, Fraction | int]]:
    """The deals that begin with ``first`` and two more cards, which may change places, in few terms.

    ``given`` says what two further kinds bring. Most further cards bring nothing new: what they bring is one term for
    ``first`` alone, what one special card changes a term of one card more, and only two that mean something together
    are counted as two. The sum is the same however it is split up.
    """
    brought = [[given(one, other) for other in range(kinds)] for one in range(kinds)]
    usual = [_commonest(row) for row in brought]
    base = _commonest(usual)
    if base:
        yield first, base
    for one, row in enumerate(brought):
        if usual[one] != base:
            yield (*first, one), 2 * (usual[one] - base)
        for other, both in enumerate(row):
            if both is usual[one] and usual[other] is base:
                continue
            more = both - usual[one] - usual[other] + base
            if more:
                yield (*first, one, other), more


def _commonest(values: Sequence[Fraction | int]) -> Fraction | int:
    # By identity: the pays of a table are few objects, and to hash a fraction takes long.
    found: dict[int, int] = {}
    for value in values:
        found[id(value)] = found.get(id(value), 0) + 1
    most = max(found, key=lambda name: found[name])
    return next(value for value in values if id(value) == most)


def linear(labels: Sequence[str], full: Sequence[int], value: Fraction, effects: Sequence[Fraction]) -> ShoeWager:
    """The best estimate that is linear in the cards left: it has this value and these effects of removal.

    For a wager whose exact value takes too long to be worked out before every round.
    """
    size = sum(full)
    weights: Weights = {(place,): value - (size - 1) * effect for place, effect in enumerate(effects)}
    return ShoeWager(labels, full, weights, Fraction(0))


class ShoeCounting(NamedTuple):
    """A wager with the kind of every card, so that its value is known from the cards that have gone."""

    wager: ShoeWager
    kind_of: Mapping[str, int]
    """By card as it is written, ``As``."""

    def value_after(self, gone: Iterable[str]) -> Fraction:
        """What the wager is worth once these cards have left a fresh shoe; cards that nobody saw count as left."""
        left = list(self.wager.full)
        for text in gone:
            if text in self.kind_of:
                left[self.kind_of[text]] -= 1
        if min(left) < 0:
            raise BadQuestion("more cards have gone than the shoe holds", remedy="check the record of the shoe")
        return self.wager.value(left)
