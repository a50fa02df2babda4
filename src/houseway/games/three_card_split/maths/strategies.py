"""Three Card Split: how to set three cards. The best way, the house way, and a way to remember.

The notation of situations and answers is that of `houseway.games.three_card_split.maths.classes`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.classes import ANSWERS, ASK, LOW, Bools, Ints, class_names, classes
from houseway.games.three_card_split.maths.counting import house_settings, set_low, sub_hands
from houseway.games.three_card_split.maths.variants import APPROVED, Variant, counts_of, house_low
from houseway.maths.strategy import Strategy

GAME = "three-card-split"
ROWS = ("win", "push", "lose", "foul")

Nets = tuple[Fraction, Fraction, Fraction, Fraction]
"""What the primary wager wins or loses, per unit, at each of ``ROWS``."""

EVEN_MONEY: Nets = (Fraction(1), Fraction(0), Fraction(-1), Fraction(-1))


STRATEGIES = ("optimal", "short", "house-way")
"""The strategies that have a name."""


def situations() -> dict[str, tuple[str, ...]]:
    """Every situation that a strategy must answer."""
    return {ASK: class_names()}


def answers() -> dict[str, tuple[str, ...]]:
    """The answers to each ask."""
    return {ASK: ANSWERS}


# --- strategies and places ---------------------------------------------------------------------------------------


def places_of(strategy: Strategy, variant: Variant = APPROVED) -> Ints:
    """(classes,): the place, from 0, of the card that goes low; a `BadStrategy` if a class has no answer."""
    strategy.of_game(GAME).check(situations(), answers())
    table = strategy.tables[ASK]
    house = house_low(variant).tolist()
    number = {answer: place for place, answer in enumerate(LOW)}
    return np.array(
        [number.get(table[situation], house[at]) for at, situation in enumerate(class_names())], dtype=np.int64
    )


def strategy_of(name: str, places: Ints, note: str = "", rules: tuple[str, ...] = ()) -> Strategy:
    """A strategy that puts the card at each class's place low."""
    table = dict(zip(class_names(), (LOW[place] for place in places.tolist()), strict=True))
    return Strategy(GAME, name, {ASK: table}, note, rules)


def values(nets: Nets, variant: Variant = APPROVED) -> Any:
    """(classes, 3): what each way to set each class is worth, as a whole number of ``nets``' least unit / 18,424."""
    unit = lcm(*(net.denominator for net in nets))
    worths = [int(net * unit) for net in nets]
    # Sums over all deals stay below 2**63 for pays below a billion; larger ones are added up as Python's integers.
    exact = np.int64 if max(map(abs, worths)) < 10**9 else object
    return sum(count.astype(exact) * worth for count, worth in zip(counts_of(variant), worths, strict=True))


@lru_cache(maxsize=16)
def best_places(nets: Nets = EVEN_MONEY, variant: Variant = APPROVED) -> Ints:
    """(classes,): the best card to put low; the house's own where two are as good."""
    preferred = values(nets, variant) * 2
    preferred[np.arange(len(preferred)), house_low(variant)] += 1
    places: Ints = np.argmax(preferred, axis=1).astype(np.int64)
    return places


def optimal_for(nets: Nets = EVEN_MONEY, variant: Variant = APPROVED) -> Strategy:
    """The best play."""
    return strategy_of("optimal", best_places(nets, variant), "The best setting of every hand against the house way.")


def house_way(variant: Variant = APPROVED) -> Strategy:
    """The player sets as the house must."""
    return strategy_of("house-way", house_low(variant), "Every hand is set as the house must set its own.")


# --- a strategy to remember --------------------------------------------------------------------------------------


class Count(NamedTuple):
    """A count to remember: the low card's rank, and points for the kind of the high sub-hand.

    ``points`` by kind, lowest first (a high card's are 0). High sub-hands of the kind ``split`` whose top card is below
    ``under`` count one less; with ``under`` 0 there are none.
    """

    points: tuple[int, ...]
    split: int = 1
    under: int = 0


class _Ways(NamedTuple):
    """The three ways to set classes that a count cannot tell apart, taken together: (3, groups) each."""

    start: Ints
    """The rank of the low card, then that of the high sub-hand, which decides between equal counts; -1 for a foul."""

    place: Ints
    """Where the points for the high sub-hand stand: its kind and its top card."""

    group_of: Ints
    """(classes,): the group of each class."""


_SHIFT = 11
_FOUL = -(1 << 40)


@cache
def _ways() -> _Ways:
    asked = sub_hands()
    heads = classes().heads
    settings = [set_low(heads, np.full(len(heads), place, dtype=np.int64)) for place in range(3)]
    high = np.stack([setting.high for setting in settings])
    low = np.stack([setting.low for setting in settings])
    rank = asked.high_rank[high]
    names = (rank[0] << _SHIFT | rank[1]) << _SHIFT | rank[2]
    _, first, group_of = np.unique(names, return_index=True, return_inverse=True)
    start = np.where(asked.foul[high, low], _FOUL, asked.low_rank[low] << _SHIFT | rank)
    place = asked.kind[high] << 4 | rank >> 4 & 15
    return _Ways(start[:, first], place[:, first], group_of)


class _Counts(NamedTuple):
    """Several counts as arrays, each with a row of ``points``."""

    points: Ints
    split: Ints
    under: Ints

    def at(self, number: int) -> Count:
        """One of them."""
        return Count(tuple(self.points[number].tolist()), int(self.split[number]), int(self.under[number]))


def _only(count: Count) -> _Counts:
    return _Counts(np.array([count.points]), np.array([count.split]), np.array([count.under]))


def _points(counts: _Counts) -> Ints:
    """(place, count) what each place of `_Ways` adds to the rank of the low card, as it stands in ``start``."""
    points = np.repeat(counts.points.T, 16, axis=0)
    place, first = np.arange(len(points))[:, None], counts.split << 4
    points -= (place >= first) & (place < first + counts.under)
    return points << _SHIFT


def _first_and_second(points: Ints) -> tuple[Bools, Bools]:
    """(groups,): whether the setting with the largest count has the first card low, and the second if not the first."""
    ways = _ways()
    first, second, third = ways.start + points[ways.place]
    return (first >= second) & (first >= third), second >= third


@lru_cache(maxsize=16)
def best_count(nets: Nets, variant: Variant = APPROVED) -> Count:
    """The best count, found from a first guess by changing one or two of its numbers as long as that gains.

    The first guess: how often each kind of high sub-hand wins on the average, in steps of one rank of the low card.
    """
    ways = _ways()
    weighed = values(nets, variant) * classes().weights[:, None]
    worth = np.zeros((ways.start.shape[1], 3), dtype=weighed.dtype)
    np.add.at(worth, ways.group_of, weighed)
    worth = np.ascontiguousarray(worth.T)

    def gains(counts: _Counts) -> list[int]:
        points = _points(counts)
        if nets != EVEN_MONEY and worth.dtype == np.int64:
            from houseway.games.three_card_split.maths.count_gains import won

            found = np.zeros(points.shape[1], dtype=np.int64)
            won(ways.start, ways.place, points, worth, found)
            return [int(each) for each in found]
        low = [_first_and_second(each) for each in np.ascontiguousarray(points.T)]
        return [int(np.where(one, worth[0], np.where(two, worth[1], worth[2])).sum()) for one, two in low]

    best = _first_guess()
    (value,) = gains(_only(best))
    while True:
        others = _neighbours(best)
        found = gains(others)
        if max(found) <= value:
            return best
        value = max(found)
        best = others.at(found.index(value))


def _first_guess() -> Count:
    asked = sub_hands()
    house = house_settings()
    chance_high = asked.high_wins @ np.bincount(house.high, minlength=len(asked.kind)) / len(house.high)
    chance_low = asked.low_wins @ np.bincount(house.low, minlength=len(asked.low_rank)) / len(house.low)
    step = (chance_low[-1] - chance_low[0]) / (asked.low_rank[-1] - asked.low_rank[0])
    means = [chance_high[asked.kind == kind].mean() for kind in range(len(hands.HIGH_KINDS))]
    return Count(tuple(round(float((mean - means[0]) / step)) for mean in means))


_MARKS = np.arange(4, 15)
"""The top cards below which a high sub-hand may count one less."""


@cache
def _changes() -> Ints:
    """(change, kind) by how much points are moved at once: those of one kind by one or two, of two kinds by one."""
    kinds = range(1, len(hands.HIGH_KINDS))
    changes = [{kind: step} for kind in kinds for step in (-2, -1, 1, 2)]
    changes += [{one: a, other: b} for one, other in combinations(kinds, 2) for a in (-1, 1) for b in (-1, 1)]
    return np.array([[change.get(kind, 0) for kind in range(len(hands.HIGH_KINDS))] for change in changes])


def _neighbours(count: Count) -> _Counts:
    """Counts that differ in one or two numbers by a little, or in what is split."""
    own = np.array([count.points])
    moved = own + _changes()
    moved = moved[(moved >= 0).all(axis=1)]
    # What is split is another: those below the mark are worth one less, or the cards at and above it one more.
    kinds = np.repeat(np.arange(1, own.shape[1]), 2 * len(_MARKS))
    marks = np.tile(np.repeat(_MARKS, 2), own.shape[1] - 1)
    raised = np.repeat(own, len(kinds), axis=0)
    raised[np.arange(1, len(kinds), 2), kinds[1::2]] += 1
    same = np.full(len(moved), count.split)
    return _Counts(
        np.concatenate([moved, raised, own]),
        np.concatenate([same, kinds, [count.split]]),
        np.concatenate([np.full(len(moved), count.under), marks, [0]]),
    )


def short_places(nets: Nets = EVEN_MONEY, variant: Variant = APPROVED) -> Ints:
    """(classes,): the card that the best count puts low."""
    first, second = _first_and_second(_points(_only(best_count(nets, variant)))[:, 0])
    places: Ints = np.where(first, 0, np.where(second, 1, 2))[_ways().group_of]
    return places


def short_for(nets: Nets = EVEN_MONEY, variant: Variant = APPROVED) -> Strategy:
    """The best strategy that counts points, with its rules in words."""
    words = _in_words(best_count(nets, variant))
    return strategy_of("short", short_places(nets, variant), "A count to remember, found by search.", words)


_KIND_NAMES = {"suited": "suited cards", "connected": "connected cards", "pair": "a pair"}


def _in_words(count: Count) -> tuple[str, ...]:
    worth = [
        f"{points} for {_KIND_NAMES.get(kind, kind.replace('-', ' '))}"
        for kind, points in zip(hands.HIGH_KINDS[1:], count.points[1:], strict=True)
    ]
    rules = [
        "Count the low card as its rank: jack 11, queen 12, king 13, ace 14.",
        f"Add for the two high cards: {', '.join(worth[:-1])}, {worth[-1]}; nothing for any others.",
    ]
    if count.under:
        kind = hands.HIGH_KINDS[count.split]
        rank = {11: "jack", 12: "queen", 13: "king", 14: "ace"}.get(count.under, str(count.under))
        rules.append(f"{_KIND_NAMES.get(kind, kind.replace('-', ' ')).capitalize()} below {rank} high: one less.")
    rules.append("Play the largest count that is no foul; of equal counts the better high hand.")
    return tuple(rules)
