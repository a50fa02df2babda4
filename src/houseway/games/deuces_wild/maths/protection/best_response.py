"""Ante, Play and Raise with cards known to be elsewhere: the best decisions, and what they win.

For the three cards of a class the results of every fourth and fifth card are one table. Cards that are known to be out
take rows and columns from it: a card on the layout, one seen in the shuffler, or those that other seats show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import CARDS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.base import ALL, FOUR, THREE, whole_numbers
from houseway.games.deuces_wild.maths.classes import DECK, Codes, Numbers, classes
from houseway.games.deuces_wild.maths.evaluation import evaluator, place
from houseway.maths.compiled import compiled, inlined

LEFT = DECK - 3
"""Cards that a player does not hold before the fourth."""

GROUPS = ("wild", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3")
"""Cards that are alike: the wild ones, and each natural rank."""

GROUP_OF = tuple("wild" if hands.is_wild(kind) else kind.text[0] for kind in CARDS)


@compiled
def _table(
    head: Codes,
    words: npt.NDArray[np.uint64],
    rows: npt.NDArray[np.uint8],
    gains: Numbers,
    others: Numbers,
    table: Numbers,
) -> None:
    """(fourth, fifth) what four units win, by place in ``others``, the cards that are not held."""
    count = 0
    for code in range(DECK):
        if code not in (head[0], head[1], head[2]):
            others[count] = code
            count += 1
    a, b, c = words[head[0]], words[head[1]], words[head[2]]
    total, common = a + b + c, a & b & c
    for i in range(count):
        d = words[others[i]]
        table[i, i] = 0
        for j in range(i):
            e = words[others[j]]
            won = ALL * gains[rows[place(total + d + e, common & d & e)]]
            table[i, j] = won
            table[j, i] = won


@inlined
def best_of(table: Numbers, sums: Numbers, gone: Numbers, shown: int, out: npt.NDArray[np.bool_], unit: int) -> int:
    """What the best decisions win over all fourth and fifth cards, the first ``shown`` of ``gone`` being out.

    In parts of one Ante, of which ``unit`` times the number of those cards make a whole one.
    """
    left = sums.size - shown
    for k in range(shown):
        out[gone[k]] = True
    raised = 0
    for i in range(sums.size):
        if not out[i]:
            won = int(sums[i])
            for k in range(shown):
                won -= int(table[i, gone[k]])
            raised += max(won, -FOUR * unit * (left - 1))
    for k in range(shown):
        out[gone[k]] = False
    return max(raised, -THREE * unit * left * (left - 1))


@compiled
def _known_out(table: Numbers, sums: Numbers, unit: int, one: Numbers, found: Numbers) -> None:
    """By card that is out; and summed over every two and every three that may be."""
    size = sums.size
    out = np.zeros(size, np.bool_)
    gone = np.zeros(3, np.int64)
    for a in range(size):
        gone[0] = a
        one[a] = best_of(table, sums, gone, 1, out, unit)
        for b in range(a + 1, size):
            gone[1] = b
            found[0] += best_of(table, sums, gone, 2, out, unit)
            for c in range(b + 1, size):
                gone[2] = c
                found[1] += best_of(table, sums, gone, 3, out, unit)


class Workings(NamedTuple):
    """One class of three cards: how many hands it has, the other cards, what fourth and fifth cards win, row sums."""

    number: int
    head: Codes
    hands: int
    others: Numbers
    table: Numbers
    sums: Numbers


def workings(nets: Sequence[Fraction], which: Sequence[int] | None = None) -> tuple[int, Iterator[Workings]]:
    """What one unit is, and the classes of three cards (or ``which`` of them) one after another.

    The arrays are overwritten by the next.
    """
    gains, unit = whole_numbers(nets)
    judged, made = evaluator(), classes(3)

    def each() -> Iterator[Workings]:
        others = np.zeros(LEFT, dtype=np.int64)
        table = np.zeros((LEFT, LEFT), dtype=np.int64)
        for number in range(len(made)) if which is None else which:
            _table(made.cards[number], judged.words, judged.table, gains, others, table)
            yield Workings(number, made.cards[number], int(made.sizes[number]), others, table, table.sum(axis=1))

    return unit, each()


class AnteKnowledge(NamedTuple):
    """What the best play of an Ante wins with something known: exact."""

    nothing: Fraction
    removed: dict[str, Fraction]
    """By group: with one such card out of the deck, before the deal too."""
    first: dict[str, Fraction]
    """By group: with one such card as the first of the hand."""
    one_out: Fraction
    """A card is seen that is elsewhere, after the wager."""
    two_out: Fraction | None
    three_out: Fraction | None
    """Three are, as where another seat shows its hand."""
    next_seen: Fraction
    """The fourth card is seen before Play is decided."""
    next_wild: Fraction
    """Its back tells whether it is wild."""


def ante_knowledge(
    nets: Sequence[Fraction], *, several: bool = True, which: Sequence[int] | None = None
) -> AnteKnowledge:
    """The best play of Ante, Play and Raise with cards known; without ``several`` one card at most is out.

    ``which`` classes of three cards alone make the figures of those hands.
    """
    unit, found = workings(nets, which)
    blind = seen = wild = one_out = total = 0
    further = np.zeros(2, dtype=np.int64)
    removed, first, holding = (dict.fromkeys(GROUPS, 0) for _ in range(3))
    for each in found:
        total += each.hands
        out = np.zeros(LEFT, dtype=np.int64)
        sums = np.zeros(2, dtype=np.int64)
        if several:
            _known_out(each.table, each.sums, unit, out, sums)
        else:
            _one_out(each.table, each.sums, unit, out)
        further += each.hands * sums
        raised = np.maximum(each.sums, -FOUR * unit * (LEFT - 1))
        folded = -THREE * unit * (LEFT - 1)
        best = max(int(raised.sum()), folded * LEFT)
        blind += each.hands * best
        seen += each.hands * int(np.maximum(raised, folded).sum())
        is_wild = np.array([GROUP_OF[code] == "wild" for code in each.others.tolist()])
        for group in (is_wild, ~is_wild):
            wild += each.hands * max(int(raised[group].sum()), folded * int(group.sum()))
        one_out += each.hands * int(out.sum())
        for code, value in zip(each.others.tolist(), out.tolist(), strict=True):
            removed[GROUP_OF[code]] += each.hands * value
        for code in each.head.tolist():
            first[GROUP_OF[code]] += each.hands * best
            holding[GROUP_OF[code]] += each.hands
    pairs = LEFT * (LEFT - 1)
    numbers = {group: GROUP_OF.count(group) for group in GROUPS}
    fewer = (LEFT - 1) * (LEFT - 2) * unit

    def shown(cards: int, value: int) -> Fraction:
        left = LEFT - cards
        return Fraction(value, total * comb(LEFT, cards) * left * (left - 1) * unit)

    return AnteKnowledge(
        Fraction(blind, total * pairs * unit),
        {group: Fraction(removed[group], comb(DECK - 1, 3) * numbers[group] * fewer) for group in GROUPS},
        {
            group: Fraction(first[group], holding[group] * pairs * unit) if holding[group] else Fraction(0)
            for group in GROUPS
        },
        shown(1, one_out),
        shown(2, int(further[0])) if several else None,
        shown(3, int(further[1])) if several else None,
        Fraction(seen, total * pairs * unit),
        Fraction(wild, total * pairs * unit),
    )


@compiled
def _one_out(table: Numbers, sums: Numbers, unit: int, one: Numbers) -> None:
    out = np.zeros(sums.size, np.bool_)
    gone = np.zeros(1, np.int64)
    for a in range(sums.size):
        gone[0] = a
        one[a] = best_of(table, sums, gone, 1, out, unit)
