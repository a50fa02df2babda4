"""Five Card Fortune made alone: what each card is worth to it, and a community card seen before the selection.

The player selects one of three cards, or all of the wild ones, to go with the four of the community; the best five
count (DW-6). For every class of three cards and every selection all sets of four other cards are judged, and what those
with each card bring is added up beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.base import whole_numbers
from houseway.games.deuces_wild.maths.classes import DECK, Codes, Numbers, classes
from houseway.games.deuces_wild.maths.evaluation import evaluator, place
from houseway.games.deuces_wild.maths.protection.best_response import GROUP_OF, GROUPS
from houseway.maths.compiled import compiled, inlined

Words = npt.NDArray[np.uint64]
COMMUNITY = 4
LEFT = DECK - 3
SETS = comb(LEFT, COMMUNITY)


@inlined
def _row(rows: npt.NDArray[np.uint8], a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64, e: np.uint64) -> int:
    return int(rows[place(a + b + c + d + e, a & b & c & d & e)])


@compiled
def _selections(
    head: Codes, words: Words, rows: npt.NDArray[np.uint8], gains: Numbers, whole: Numbers, one: Numbers
) -> int:
    """What each selection wins over all sets of four other cards, and over those with each card; how many there are.

    ``whole`` is by selection, ``one`` by selection and card. A wild word has every suit and no key.
    """
    others = np.empty(DECK, np.int64)
    size = 0
    for code in range(DECK):
        if code not in (head[0], head[1], head[2]):
            others[size] = code
            size += 1
    wild = np.uint64(0)
    wilds = found = 0
    for code in head:
        if words[code] & np.uint64(0xFFFFFFFF) == np.uint64(0):
            wild = words[code]
            wilds += 1
    whole[:] = 0
    one[:] = 0
    for choice in range(4):
        if choice == 3 and wilds == 0:
            continue
        if choice < 3 and words[head[choice]] & np.uint64(0xFFFFFFFF) == np.uint64(0):
            continue
        own = wild if choice == 3 else words[head[choice]]
        several = wilds if choice == 3 else 1
        for i in range(size):
            a = words[others[i]]
            for j in range(i + 1, size):
                b = words[others[j]]
                for k in range(j + 1, size):
                    c = words[others[k]]
                    third = np.int64(0)
                    for m in range(k + 1, size):
                        d = words[others[m]]
                        if several == 1:
                            best = _row(rows, own, a, b, c, d)
                        elif several == 2:
                            best = min(_row(rows, own, own, a, b, c), _row(rows, own, own, a, b, d))
                            best = min(best, _row(rows, own, own, a, c, d), _row(rows, own, own, b, c, d))
                        else:
                            best = min(_row(rows, own, own, own, a, b), _row(rows, own, own, own, a, c))
                            best = min(best, _row(rows, own, own, own, a, d), _row(rows, own, own, own, b, c))
                            best = min(best, _row(rows, own, own, own, b, d), _row(rows, own, own, own, c, d))
                        net = gains[best]
                        one[found, others[m]] += net
                        third += net
                    one[found, others[k]] += third
                    one[found, others[j]] += third
                    one[found, others[i]] += third
                    whole[found] += third
        found += 1
    return found


class FortuneKnowledge(NamedTuple):
    """What the best selection wins with something known: exact, the wager made alone."""

    nothing: Fraction
    removed: dict[str, Fraction]
    """By group: with one such card out of the deck, and known to be."""
    first: dict[str, Fraction]
    """By group: with one such card as the first of the hand."""
    community_seen: Fraction
    """One community card is seen before the selection."""


def fortune_knowledge(nets: Sequence[Fraction], which: Sequence[int] | None = None) -> FortuneKnowledge:
    """The best selections of every class of three cards, or of ``which`` alone."""
    gains, unit = whole_numbers(nets)
    judged, made = evaluator(hands.FORTUNE_ROWS), classes(3)
    whole, one = np.zeros(4, dtype=np.int64), np.zeros((4, DECK), dtype=np.int64)
    blind = seen = total = 0
    removed, first, holding = (dict.fromkeys(GROUPS, 0) for _ in range(3))
    for number in range(len(made)) if which is None else which:
        head, size = made.cards[number], int(made.sizes[number])
        found = int(_selections(head, judged.words, judged.table, gains, whole, one))
        best = int(whole[:found].max())
        blind += size * best
        seen += size * int(one[:found].max(axis=0).sum())
        total += size
        without = (whole[:found, None] - one[:found]).max(axis=0)
        held = head.tolist()
        for code, value in enumerate(without.tolist()):
            if code not in held:
                removed[GROUP_OF[code]] += size * value
        for code in held:
            first[GROUP_OF[code]] += size * best
            holding[GROUP_OF[code]] += size
    fewer = comb(DECK - 1, 3) * comb(LEFT - 1, COMMUNITY) * unit
    return FortuneKnowledge(
        Fraction(blind, total * SETS * unit),
        {group: Fraction(removed[group], GROUP_OF.count(group) * fewer) for group in GROUPS},
        {group: Fraction(first[group], max(holding[group], 1) * SETS * unit) for group in GROUPS},
        Fraction(seen, COMMUNITY * total * SETS * unit),
    )
