"""What a person sees in three or four cards: wild ones, pairs, suits, how near they are to a straight."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE
from houseway.games.deuces_wild.maths.classes import WILD_CODES, Numbers, classes

Flags = npt.NDArray[np.bool_]

COUNT_WORDS = ("no", "one", "two", "three", "four", "five")
RANK_WORDS = {
    1: "an ace",
    3: "a three",
    4: "a four",
    5: "a five",
    6: "a six",
    7: "a seven",
    8: "an eight",
    9: "a nine",
    10: "a ten",
    11: "a jack",
    12: "a queen",
    13: "a king",
    14: "an ace",
}
BEAM = 48
"""How many of the best sets of things are tried with one thing more."""

IN_A_ROW, ONE_GAP, WITHIN, WIDER = 0, 1, 2, 3
"""How near to a straight: nothing between the lowest and the highest, one rank, more; too far for any straight."""


class Shapes:
    """Features of every class of ``size`` cards.

    ``alike`` counts cards that have the rank of another one already counted; ``suited`` is the most of one suit.
    ``lowest`` and ``near`` are for different natural ranks only (0 and `WIDER` for others): the ace is taken low, as 1,
    where only so a straight can hold the cards.
    """

    def __init__(self, size: int) -> None:
        known = classes(size)
        self.size = size
        self.wild: Numbers = known.wild
        codes = known.cards.astype(np.int64)
        natural = ~np.isin(codes, WILD_CODES)
        ranks = np.where(natural, codes // 4 + 2, 0)
        suits = np.where(natural, codes % 4, -1)
        distinct = np.zeros(len(codes), dtype=np.int64)
        for rank in range(3, ACE + 1):
            distinct += (ranks == rank).any(axis=1)
        self.alike: Numbers = size - known.wild - distinct
        self.suited: Numbers = np.max([(suits == suit).sum(axis=1) for suit in range(4)], axis=0)
        self.plain: Flags = (known.wild == 0) & (self.alike == 0)
        high, low = ranks, np.where(ranks == ACE, 1, ranks)
        span_high = high.max(axis=1) - high.min(axis=1)
        span_low = low.max(axis=1) - low.min(axis=1)
        span = np.minimum(span_high, span_low)
        self.lowest: Numbers = np.where(
            self.plain, np.where(span_low < span_high, low.min(axis=1), high.min(axis=1)), 0
        )
        gaps = span - (size - 1)
        near = np.select([span > 4, gaps == 0, gaps == 1], [WIDER, IN_A_ROW, ONE_GAP], WITHIN)
        self.near: Numbers = np.where(self.plain, near, WIDER)


@cache
def shapes(size: int) -> Shapes:
    """The features of the classes of ``size`` cards, made once."""
    return Shapes(size)


class Sights:
    """Simple things that a hand may have, to make rules of: ``words`` for each, and ``has`` by thing and class."""

    def __init__(self, size: int) -> None:
        seen = shapes(size)
        count = COUNT_WORDS[size]
        suited = seen.plain & (seen.suited == size)
        words: list[str] = []
        has: list[Flags] = []

        def add(text: str, flags: Flags) -> None:
            words.append(text)
            has.append(flags)

        add("a wild card", seen.wild >= 1)
        add("two cards of one rank", seen.alike >= 1)
        add(f"{count} of one suit", suited)
        add(f"{count} of one suit that one straight can hold", suited & (seen.near <= WITHIN))
        add(f"{count} of one suit with at most one gap", suited & (seen.near <= ONE_GAP))
        add(f"{count} of one suit in a row", suited & (seen.near == IN_A_ROW))
        add("two wild cards", seen.wild >= 2)
        add("three of one rank" if size == 3 else "three of one rank, or two pairs", seen.alike >= 2)
        add(f"{COUNT_WORDS[size - 1]} of one suit", seen.plain & (seen.suited >= size - 1))
        add(f"{count} cards of ten or higher", seen.plain & (seen.lowest >= 10))
        for near, text in (
            (WITHIN, f"{count} that one straight can hold"),
            (ONE_GAP, f"{count} with at most one gap"),
            (IN_A_ROW, f"{count} in a row"),
        ):
            for lowest in (1, *range(3, 9)):
                for highest in (ACE + 1 - size, 10):
                    if highest == ACE + 1 - size or near != WITHIN:
                        flags = (seen.near <= near) & (seen.lowest >= lowest) & (seen.lowest <= highest)
                        add(text + _bounds(lowest, highest, size), flags)
        self.words = tuple(words)
        self.has: npt.NDArray[np.bool_] = np.array(has)
        packed = (1 << np.arange(len(has), dtype=np.int64)) @ self.has
        _, first, of = np.unique(packed, return_index=True, return_inverse=True)
        self.of: Numbers = of
        """Which of the different combinations of things each class has."""
        self.combinations: npt.NDArray[np.bool_] = self.has[:, first]


def _bounds(lowest: int, highest: int, size: int) -> str:
    """The rest of a rule's words: which card the lowest may be."""
    low = f", the lowest {RANK_WORDS[lowest]} or higher" if lowest > 3 else ", the ace counted high" * (lowest == 3)
    if highest == ACE + 1 - size:
        return low
    return f", the lowest {RANK_WORDS[lowest]} to {RANK_WORDS[highest]}"


@cache
def sights(size: int) -> Sights:
    """What may be seen in ``size`` cards, made once."""
    return Sights(size)


def few_rules(gains: npt.NDArray[np.float64], size: int, most: int = 4) -> tuple[tuple[str, ...], Flags]:
    """The best rule found that says yes to a hand with one of at most ``most`` things: their words, and which classes.

    ``gains`` are what yes is worth more than no, by class, as often as the class comes. Every two things are tried
    together, and the best of these with every third, and so on. Fewer are taken where more would gain nothing.
    """
    seen = sights(size)
    worth = np.bincount(seen.of, weights=gains, minlength=seen.combinations.shape[1])
    without = (~seen.combinations).astype(np.float64)
    best: tuple[float, tuple[int, ...]] = (float(worth.sum()), ())
    enough = 1e-9 * float(np.abs(worth).sum())
    tried: list[tuple[int, ...]] = [()]
    for _ in range(most):
        # What is left to the other answer: the less of it the better.
        rest = np.array([without[list(some)].prod(axis=0) for some in tried])
        left = ((rest * worth) @ without.T).ravel()
        order = np.argsort(left, kind="stable")[: BEAM * 4].tolist()
        found = {tuple(sorted({*tried[at // len(without)], at % len(without)})): float(left[at]) for at in order}
        tried = list(found)[:BEAM]
        if found[tried[0]] >= best[0] - enough:
            break
        best = (found[tried[0]], tried[0])
    said: Flags = np.zeros(len(seen.of), dtype=np.bool_)
    for thing in best[1]:
        said |= seen.has[thing]
    return tuple(seen.words[thing] for thing in best[1]), said
