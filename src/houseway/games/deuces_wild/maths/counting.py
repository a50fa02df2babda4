"""How often each row comes, by class of the cards that are known: integer counts, from which every figure follows.

``rows`` are the events of a paytable, best first; the column after them counts hands that make none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards.card import CARDS, Card
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.classes import (
    APPROVED,
    NATURALS,
    WILDS,
    Codes,
    Numbers,
    Wilds,
    classes,
    set_number,
    summed_over_next,
)
from houseway.games.deuces_wild.maths.evaluation import Evaluator, classify3, evaluator, place
from houseway.maths.compiled import compiled

Rows = tuple[str, ...]
_JOKER = len(CARDS) - 1
Events = npt.NDArray[np.uint8]


class Fifth:
    """What a fifth card makes of each class of four: ``natural`` counts by row, ``wild`` the row that a wild one makes.

    ``all`` counts every card left.
    """

    def __init__(self, rows: Rows, wilds: Wilds) -> None:
        four = classes(4, wilds)
        judged = judged_by(rows, wilds)
        self.natural: Numbers = np.zeros((len(four), len(rows) + 1), dtype=np.int64)
        self.wild: Events = np.full(len(four), len(rows), dtype=np.uint8)
        words = judged.words[: wilds.deck]
        _fifth(four.cards, wilds.low, words, judged.table, self.natural, self.wild)
        self.all: Numbers = self.natural.copy()
        self.all[np.arange(len(four)), self.wild] += wilds.cards - four.wild


def fifth(rows: Rows, wilds: Wilds = APPROVED) -> Fifth:
    """`Fifth` for these rows, made once."""
    return _made(rows, wilds)


@lru_cache(maxsize=16)
def _made(rows: Rows, wilds: Wilds) -> Fifth:
    return Fifth(rows, wilds)


def class_of(cards: Sequence[Card]) -> int:
    """The class of these cards."""
    return int(classes(len(cards)).of[set_number([kind.code for kind in cards])])


def containing(rows: Rows, wilds: Wilds = APPROVED) -> tuple[Numbers, ...]:
    """By size of a set from 0 to 4, and by its class: how many hands of five that contain the set make each row."""
    return _containing(rows, wilds)


@lru_cache(maxsize=8)
def _containing(rows: Rows, wilds: Wilds) -> tuple[Numbers, ...]:
    found = [fifth(rows, wilds).all]
    for size in (3, 2, 1, 0):
        # Each hand comes once for each of its cards that are not in the set.
        summed = [summed_over_next(size, np.ascontiguousarray(column), wilds) for column in found[0].T]
        found.insert(0, np.stack(summed, axis=1) // (5 - size))
    return tuple(found)


def whole(rows: Rows, wilds: Wilds = APPROVED) -> Events:
    """The row of each class of five cards."""
    return _whole_hands(rows, wilds)


@lru_cache(maxsize=8)
def _whole_hands(rows: Rows, wilds: Wilds) -> Events:
    return _rows_of(classes(5, wilds).cards, rows, wilds)


def judged_by(rows: Rows, wilds: Wilds) -> Evaluator:
    """What names the row of five cards where these are wild."""
    return evaluator(rows, tuple(sorted(wilds.ranks)))


def _rows_of(cards: Codes, rows: Rows, wilds: Wilds) -> Events:
    judged = judged_by(rows, wilds)
    events = np.zeros(len(cards), dtype=np.uint8)
    _whole(cards, judged.words, judged.table, events)
    return events


def with_wilds(rows: Rows, wilds: Wilds = APPROVED) -> tuple[Events, ...]:
    """By number of natural cards from 0 to 4, their class and a number of wild ones: the row of the best five.

    Where there are not five cards in all it is none.
    """
    return _with_wilds(rows, wilds)


@lru_cache(maxsize=8)
def _with_wilds(rows: Rows, wilds: Wilds) -> tuple[Events, ...]:
    found: list[Events] = []
    for size in range(5):
        known = classes(size, wilds)
        events = np.full((known.naturals, WILDS + 1), len(rows), dtype=np.uint8)
        exact = 5 - size
        if exact <= wilds.cards:
            hands5 = np.zeros((known.naturals, 5), dtype=np.uint8)
            hands5[:, :exact] = wilds.codes[:exact]
            hands5[:, exact:] = known.cards[: known.naturals]
            events[:, exact] = _rows_of(hands5, rows, wilds)
        for wild in range(exact + 1, wilds.cards + 1):
            # Of more than five cards one is left out: a wild one, or one of the others.
            best = events[:, wild - 1]
            for column in range(size):
                best = np.minimum(best, found[-1][known.before[: known.naturals, column], wild])
            events[:, wild] = best
        found.append(events)
    return tuple(found)


@lru_cache(maxsize=64)
def beside(rows: Rows, natural: int, wild: int, wilds: Wilds) -> tuple[Numbers, ...]:
    """How often each row is made by ``natural`` further natural cards and ``wild`` wild ones in all.

    By number of natural cards that must be among the further ones, up to three, and by their class.
    """
    events = with_wilds(rows, wilds)[natural][:, wild]
    counts: Numbers = np.zeros((len(events), len(rows) + 1), dtype=np.int64)
    counts[np.arange(len(events)), events] = 1
    found = [counts]
    for size in range(natural - 1, -1, -1):
        known = classes(size, wilds)
        after = known.after[: known.naturals]
        more = classes(size + 1, wilds).naturals
        padded = np.concatenate([found[0], np.zeros((1, len(rows) + 1), dtype=np.int64)])
        found.insert(0, padded[np.where(after < more, after, more)].sum(axis=1) // (natural - size))
    return tuple(found)


@cache
def treasure_events() -> Events:
    """The row of Three Card Treasure that each class of three cards makes; the number past the rows if none."""
    return classify3(classes(3).cards)


@cache
def treasure_counts() -> dict[str, int]:
    """How many of all sets of three cards make each row of Three Card Treasure, ``none`` last."""
    events, sizes = treasure_events(), classes(3).sizes
    rows = (*hands.TREASURE_ROWS, "none")
    return {row: int(sizes[events == number].sum()) for number, row in enumerate(rows)}


@cache
def jackpot_rows() -> tuple[tuple[str, ...], ...]:
    """The rows of the Bonus Jackpot that five cards satisfy, by how many of them are wild."""
    wild = [kind for kind in CARDS if hands.is_wild(kind)]
    natural = [kind for kind in CARDS if not hands.is_wild(kind)]
    return tuple(hands.jackpot((*wild[:number], *natural[: 5 - number])) for number in range(WILDS + 1))


@cache
def jackpot_counts() -> dict[str, int]:
    """How many of all sets of five cards make each row of the Bonus Jackpot, ``none`` last."""
    counts = dict.fromkeys((*hands.JACKPOT_ROWS, "none"), 0)
    for wild, rows in enumerate(jackpot_rows()):
        counts[rows[0] if rows else "none"] += comb(WILDS, wild) * comb(NATURALS, 5 - wild)
    return counts


@compiled
def _fifth(
    cards: Codes,
    low: int,
    words: npt.NDArray[np.uint64],
    table: Events,
    natural: Numbers,
    wild: Events,
) -> None:
    for row in range(cards.shape[0]):
        a, b, c, d = cards[row, 0], cards[row, 1], cards[row, 2], cards[row, 3]
        total = words[a] + words[b] + words[c] + words[d]
        common = words[a] & words[b] & words[c] & words[d]
        for code in range(words.size):
            if code != a and code != b and code != c and code != d:
                event = table[place(total + words[code], common & words[code])]
                if low <= code < _JOKER:
                    natural[row, event] += 1
                else:
                    wild[row] = event


@compiled
def _whole(cards: Codes, words: npt.NDArray[np.uint64], table: Events, events: Events) -> None:
    for row in range(cards.shape[0]):
        total = np.uint64(0)
        common = ~np.uint64(0)
        for k in range(5):
            total += words[cards[row, k]]
            common &= words[cards[row, k]]
        events[row] = table[place(total, common)]
