"""Deuces Wild with other wild cards: every hand looked at, one by one.

The classes of `classes` are made for four deuces and a joker. Where other cards are wild, or the joker is left out of
the deck, the sets of three and of four cards themselves are gone through, each with every further card. Sets are
numbered as there: ``C(a, 1) + C(b, 2) + C(c, 3) + ...`` for card codes a < b < c.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import CARDS, JOKER_RANK
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.base import Ends, Stakes, whole_numbers
from houseway.games.deuces_wild.maths.classes import CHOOSE, Numbers
from houseway.games.deuces_wild.maths.counting import Events, Rows
from houseway.games.deuces_wild.maths.evaluation import evaluator, place
from houseway.games.deuces_wild.maths.what_ifs.judges import treasure_row
from houseway.maths.compiled import compiled

DEUCE = 2


class Wilds(NamedTuple):
    """Which cards are wild, and how many cards the deck has: 53 with the joker, which has the last code."""

    ranks: tuple[int, ...] = (JOKER_RANK, DEUCE)
    deck: int = len(CARDS)

    @property
    def cards(self) -> int:
        """How many cards are wild."""
        return sum(kind.rank in self.ranks for kind in CARDS[: self.deck])

    @property
    def deals(self) -> int:
        """Sets of three cards, each with every fourth and fifth card."""
        return comb(self.deck, 3) * (self.deck - 3) * (self.deck - 4)


APPROVED = Wilds()
BY_NAME = {
    "deuces-and-joker": APPROVED,
    "deuces": Wilds((DEUCE,), len(CARDS) - 1),
    "joker": Wilds((JOKER_RANK,), len(CARDS)),
    "none": Wilds((), len(CARDS) - 1),
}


def best_ends(nets: Sequence[Fraction], rows: Rows, stakes: Stakes, wilds: Wilds) -> Ends:
    """What becomes of every deal under the best play of the Ante; where folding is worth as much, it folds."""
    return _best_ends(tuple(nets), rows, stakes, wilds)


@lru_cache(maxsize=16)
def _best_ends(nets: tuple[Fraction, ...], rows: Rows, stakes: Stakes, wilds: Wilds) -> Ends:
    three, four, whole = stakes
    gains, unit = whole_numbers(nets)
    fifths, fourths = wilds.deck - 4, wilds.deck - 3
    counts = _fifth(rows, wilds)
    raised = whole * (counts.astype(np.int64) @ gains)
    given_up = -four * fifths * unit
    raises = raised > given_up
    played = np.zeros(comb(wilds.deck, 3), dtype=np.int64)
    _onto_threes(wilds.deck, CHOOSE, np.where(raises, raised, given_up), played)
    plays = played > -three * fourths * fifths * unit
    reached = np.zeros(len(raised), dtype=np.int64)
    _from_threes(wilds.deck, CHOOSE, plays, reached)
    made = np.where(raises, reached, 0) @ counts.astype(np.int64)
    folded = int(np.count_nonzero(~plays)) * fourths * fifths
    return Ends(folded, int(reached[~raises].sum()) * fifths, tuple(made.tolist()))


@lru_cache(maxsize=8)
def _fifth(rows: Rows, wilds: Wilds) -> npt.NDArray[np.uint8]:
    """By set of four cards: how many fifth cards make each row, none last."""
    judged = evaluator(rows, tuple(sorted(wilds.ranks)))
    counts = np.zeros((comb(wilds.deck, 4), len(rows) + 1), dtype=np.uint8)
    _count_fifths(wilds.deck, judged.words, judged.table, counts)
    return counts


@lru_cache(maxsize=8)
def treasure_counts(wilds: Wilds, ace_low: bool, wild_royal: bool) -> dict[str, int]:
    """How many sets of three cards make each row of Three Card Treasure, ``none`` last."""
    found = Counter(
        treasure_row(three, ace_low=ace_low, wild_royal=wild_royal, wild_ranks=wilds.ranks)
        for three in combinations(CARDS[: wilds.deck], 3)
    )
    return {row: found[row] for row in (*hands.TREASURE_ROWS, "none")}


def jackpot_counts(wilds: Wilds) -> dict[str, int]:
    """How many sets of five cards make each row of the Bonus Jackpot, ``none`` last."""
    counts = dict.fromkeys((*hands.JACKPOT_ROWS, "none"), 0)
    for held in range(min(5, wilds.cards) + 1):
        row = f"{held}-wild-cards"
        counts[row if row in counts else "none"] += comb(wilds.cards, held) * comb(wilds.deck - wilds.cards, 5 - held)
    return counts


@compiled
def _count_fifths(
    deck: int, words: npt.NDArray[np.uint64], table: Events, counts: npt.NDArray[np.uint8]
) -> None:  # pragma: no cover - compiled
    number = 0
    for d in range(3, deck):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    total = words[a] + words[b] + words[c] + words[d]
                    common = words[a] & words[b] & words[c] & words[d]
                    for code in range(deck):
                        if code != a and code != b and code != c and code != d:
                            counts[number, table[place(total + words[code], common & words[code])]] += 1
                    number += 1


@compiled
def _onto_threes(deck: int, choose: Numbers, values: Numbers, found: Numbers) -> None:  # pragma: no cover - compiled
    """Add the value of each set of four to the four sets of three in it."""
    number = 0
    for d in range(3, deck):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    value = values[number]
                    found[a + choose[b, 2] + choose[c, 3]] += value
                    found[a + choose[b, 2] + choose[d, 3]] += value
                    found[a + choose[c, 2] + choose[d, 3]] += value
                    found[b + choose[c, 2] + choose[d, 3]] += value
                    number += 1


@compiled
def _from_threes(
    deck: int, choose: Numbers, plays: npt.NDArray[np.bool_], reached: Numbers
) -> None:  # pragma: no cover - compiled
    """Of the four sets of three in each set of four, how many are played: any card may have come last."""
    number = 0
    for d in range(3, deck):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    ways = np.int64(plays[a + choose[b, 2] + choose[c, 3]])
                    ways += plays[a + choose[b, 2] + choose[d, 3]]
                    ways += plays[a + choose[c, 2] + choose[d, 3]]
                    ways += plays[b + choose[c, 2] + choose[d, 3]]
                    reached[number] = ways
                    number += 1
