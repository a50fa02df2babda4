"""Three Card Split: all three-card hands as arrays, and the classes that no rule can tell apart.

**Situations.** Two hands that differ only by a renaming of suits that keeps the two suits of a colour together (clubs
with spades, diamonds with hearts; the colours themselves may change places) are set alike and end alike. There are
3,497 such classes. A class is written as its first hand, cards in ascending order: ``9c 9d Kc`` stands for every pair
of nines of two colours with the king of one of the two suits. It is the situation of the ask ``set``.

**Answers.** ``low 1``, ``low 2`` or ``low 3``: which card of the situation, as written, goes low. ``house-way`` is the
answer that the house way gives there.

Hands are numbered by their cards: number = C(c, 3) + C(b, 2) + a for codes a < b < c.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import CARDS, SUITS
from houseway.games.three_card_split import hands

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

DECK = 52
HANDS = 22_100
"""Hands of three cards."""

HOUSE_HANDS = 18_424
"""Hands of three cards among the 49 that are left."""

ASK = "set"
LOW = ("low 1", "low 2", "low 3")
HOUSE_WAY = "house-way"
ANSWERS = (*LOW, HOUSE_WAY)


class Classes(NamedTuple):
    """Every hand and its class."""

    cards: Ints
    """(22100, 3): the codes of each hand, ascending."""

    class_of: Ints
    """(22100,): the number of its class."""

    order: Ints
    """(22100, 3): which of its cards, from 0, stands at each place of the class as written."""

    heads: Ints
    """(classes, 3): the codes of the hand that a class is written as."""

    weights: Ints
    """(classes,): how many hands a class has."""


@cache
def classes() -> Classes:
    """Hands and classes."""
    code = np.arange(DECK)
    ascending = (code[:, None, None] > code[None, :, None]) & (code[None, :, None] > code[None, None, :])
    places = np.nonzero(ascending)[::-1]
    cards = np.stack(places, axis=1)
    # One renaming after another, card by card: the least key names the class.
    best = np.full(HANDS, DECK**3, dtype=np.int32)
    chosen = np.zeros((3, HANDS), dtype=np.int32)
    for names in _renamings():
        renamed = (code // 4 * 4 + np.array(names)[code % 4]).astype(np.int32)
        one, two, three = (renamed[place] for place in places)
        low, top = np.minimum(np.minimum(one, two), three), np.maximum(np.maximum(one, two), three)
        keys = (low * DECK + one + two + three - low - top) * DECK + top
        better = keys < best
        best = np.minimum(best, keys)
        for held, card in zip(chosen, (one, two, three), strict=True):
            np.copyto(held, card, where=better)
    # Keys are few: which there are, in order, and how often, without sorting.
    times = np.bincount(best, minlength=DECK**3)
    found = np.flatnonzero(times)
    number = np.zeros(len(times), dtype=np.int64)
    number[found] = np.arange(len(found))
    heads = np.stack([found // DECK**2, found // DECK % DECK, found % DECK], axis=1)
    return Classes(cards, number[best], np.argsort(chosen.T, axis=1), heads, times[found])


def _renamings() -> list[tuple[int, ...]]:
    """The ways to rename suits that keep the suits of a colour together."""
    colour = [CARDS[suit].color for suit in range(len(SUITS))]
    return [
        names
        for names in permutations(range(len(SUITS)))
        if all(
            (colour[names[one]] == colour[names[other]]) == (colour[one] == colour[other])
            for one, other in product(range(len(SUITS)), repeat=2)
        )
    ]


def number_of(first: Any, second: Any, third: Any) -> Any:
    """The numbers of hands given by their codes, in any order."""
    low, top = np.minimum(np.minimum(first, second), third), np.maximum(np.maximum(first, second), third)
    mid = first + second + third - low - top
    return top * (top - 1) * (top - 2) // 6 + mid * (mid - 1) // 2 + low


@cache
def class_names() -> tuple[str, ...]:
    """Every class as written, in the order of their numbers."""
    return tuple(" ".join(CARDS[code].text for code in head) for head in classes().heads.tolist())


@cache
def house_places() -> Ints:
    """(classes,): the place, from 0, of the card that the house way puts low."""
    places = [hands.house_place(CARDS[low], CARDS[mid], CARDS[top]) for low, mid, top in classes().heads.tolist()]
    return np.array(places, dtype=np.int64)


def low_cards(places: Ints) -> Ints:
    """(22100,): which card of each hand, from 0, goes low, where ``places`` gives the place for each class."""
    made = classes()
    low: Ints = made.order[np.arange(HANDS), places[made.class_of]]
    return low
