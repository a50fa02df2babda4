"""Five Card Fortune with the community hand in sight, where the Ante decides how many cards there are to select from.

The community hand comes first, up to suits and wild cards. Beside it every natural card makes one row alone, and the
wild cards one by their number; so a player's cards come down to how many are wild, and to the rows that the natural
ones make. What a further card does to those follows from how many cards of each row are left.

How often each set of rows is in reach does not depend on what they pay: it is counted once for a play of the Ante, and
under any pays a player takes the best row of each set. What a decision is worth is counted for given pays (`worth`), by
the best row of the natural cards alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.base import Plan, reached, whole_numbers
from houseway.games.deuces_wild.maths.classes import APPROVED, CHOOSE, DECK, Codes, Numbers, Wilds, classes
from houseway.games.deuces_wild.maths.counting import Rows, judged_by
from houseway.games.deuces_wild.maths.fortune import COMMUNITY, more_wilds, preference, subsets
from houseway.games.deuces_wild.maths.walks import revealed_counts, rows_in_reach

ROWS = hands.FORTUNE_ROWS
_SIGNS = np.array([(-1) ** bits.bit_count() for bits in range(16)], dtype=np.int64)
"""Of the subsets of four cards, as bits, in a sum over what holds none of them."""


class Reach(NamedTuple):
    """All deals by the set of rows in reach of a player, a row's bit by its number; no row is one too, the last.

    ``counts`` has a row for each most cards to select from: three, four and five.
    """

    sets: Numbers
    counts: Numbers

    def best(self, order: Sequence[int], most: int) -> tuple[int, ...]:
        """How often each row is the first of those in reach, by the place of each row in ``order``."""
        found = [0] * len(order)
        sets, counts = self.sets, self.counts[most - 3]
        for row in sorted(range(len(order)), key=order.__getitem__):
            met = sets >> row & 1 == 1
            found[row] = int(counts[met].sum())
            sets, counts = sets[~met], counts[~met]
        return tuple(found)


def beside_ante(
    nets: Sequence[Fraction], plan: Plan, most: int, rows: Rows = ROWS, wilds: Wilds = APPROVED
) -> list[Fraction]:
    """How likely each row is for a player who plays the Ante by ``plan`` and then selects what pays most.

    ``most`` is the option ``fortune-pool``: the most cards to select from (DW-6).
    """
    counts = in_reach(plan, rows, wilds).best(preference(nets), most)
    every = sum(counts)
    return [Fraction(count, every) for count in counts]


def in_reach(plan: Plan, rows: Rows = ROWS, wilds: Wilds = APPROVED) -> Reach:
    """Which rows are in reach, and how often, for a player who plays the Ante by ``plan``: whatever they pay."""
    return _in_reach(plan.play.tobytes(), plan.raise_.tobytes(), rows, wilds)


@lru_cache(maxsize=16)
def _in_reach(plays: bytes, raises: bytes, rows: Rows, wilds: Wilds) -> Reach:
    play, raise_ = (np.frombuffer(flags, dtype=np.bool_) for flags in (plays, raises))
    plays_by = hands_played(Plan(play, raise_), wilds)
    counts: Numbers = np.sum(_in_parts(lambda part: sets_beside(part, plays_by, rows, wilds)), axis=0)
    sets = np.flatnonzero(counts.any(axis=0))
    return Reach(sets, counts[:, sets])


def hands_played(plan: Plan, wilds: Wilds = APPROVED) -> rows_in_reach.Plays:
    """``plan`` as hands of cards."""
    four = classes(COMMUNITY, wilds)
    # Whatever is reached on four is taken to be raised, or to be folded: the hands that are not so are listed.
    met = reached(plan.play, wilds) > 0
    raised = bool(four.sizes[met & plan.raise_].sum() > four.sizes[met & ~plan.raise_].sum())
    threes, fourths = _listed(plan.play, met & (plan.raise_ != raised), wilds)
    played = _third_cards(plan.play[classes(3, wilds).of].view(np.uint8), wilds)
    return rows_in_reach.Plays(*played, threes, fourths, raised)


def sets_beside(part: slice, plays_by: rows_in_reach.Plays, rows: Rows = ROWS, wilds: Wilds = APPROVED) -> Numbers:
    """How often each set of rows is in reach beside some classes of community hands; the columns are the sets."""
    counts = np.zeros((3, 2 << len(rows)), dtype=np.int64)
    rows_in_reach.count_sets(_communities(part, np.arange(len(rows) + 1), rows, wilds), plays_by, counts)
    return counts


def _communities(part: slice, order: Numbers, rows: Rows, wilds: Wilds) -> revealed_counts.Communities:
    """Some of the community hands, with what cards make beside them in the ``order`` in which rows are preferred."""
    four, judged = classes(COMMUNITY, wilds), judged_by(rows, wilds)
    return revealed_counts.Communities(
        np.ascontiguousarray(four.cards[part]),
        np.ascontiguousarray(four.wild[part]),
        np.ascontiguousarray(four.sizes[part]),
        np.ascontiguousarray(more_wilds(rows, wilds)[part]),
        wilds.codes,
        wilds.low,
        wilds.deck,
        judged.words,
        judged.table,
        order,
        CHOOSE,
    )


def _third_cards(played: npt.NDArray[np.uint8], wilds: Wilds) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Which cards, as bits, make a hand of three that is played: with two natural cards, in either order.

    And with so many natural cards and wild ones: by the number of natural cards, and the lower one of two.
    """
    natural = np.zeros((DECK, DECK), dtype=np.uint64)
    beside_wilds = np.zeros((3, DECK), dtype=np.uint64)
    rows_in_reach.third_cards(played, wilds.low, wilds.cards > wilds.low, CHOOSE, natural, beside_wilds)
    return natural, beside_wilds


def _in_parts(work: Callable[[slice], Any]) -> list[Any]:
    """``work`` on parts of the community hands, several at a time: compiled code holds no lock."""
    parts = 2 * (os.cpu_count() or 1)
    slices = [slice(part, None, parts) for part in range(parts)]
    # On nothing first: the compiled code is then brought in once, not by several at the same time.
    work(slice(0, 0))
    with ThreadPoolExecutor(parts // 2) as pool:
        return list(pool.map(work, slices))


def worth(
    nets: Sequence[Fraction], five: bool, rows: Rows = ROWS, wilds: Wilds = APPROVED
) -> tuple[Numbers, Numbers, Numbers]:
    """What selecting with the community hand in sight wins, in parts of a unit (see `whole_numbers`), by class.

    Of three cards, summed over community hands; of three cards and a fourth to come, over those and the fourth; of four
    cards, how much a fifth adds, over community hands and the fifth (nothing unless ``five``).
    """
    gains, _ = whole_numbers(nets)
    four = classes(COMMUNITY, wilds)
    order = np.array(preference(nets))
    by_place = np.zeros(len(gains) + 1, dtype=np.int64)
    by_place[order] = gains
    threes = classes(3, wilds)
    of3, of4 = threes.of, classes(4, wilds).of

    def add(part: slice) -> revealed_counts.Sums:
        three, then, then_five = (np.zeros(len(classes(size, wilds)), dtype=np.int64) for size in (3, 3, 4))
        usual = np.zeros(len(four.sizes[part]), dtype=np.int64)
        sums = revealed_counts.Sums(three, then, then_five, usual)
        revealed_counts.sum_worth(_communities(part, order, rows, wilds), by_place, of3, of4, five, sums)
        return sums

    done = _in_parts(add)
    on_three, with_fourth, fifth = (np.sum([part[number] for part in done], axis=0) for number in range(3))
    if five:
        usual = np.zeros(len(four), dtype=np.int64)
        for number, part in enumerate(done):
            usual[number :: len(done)] = part[3]
        natural = slice(0, four.naturals)
        fifth[natural] += _without(usual, wilds)[natural] * four.sizes[natural]
    return on_three // threes.sizes, with_fourth // threes.sizes, fifth // four.sizes


def _without(usual: Numbers, wilds: Wilds) -> Numbers:
    """By class of four cards, the sum of ``usual`` over the community hands that hold none of them."""
    holding = [usual]
    for size in (3, 2, 1, 0):
        # Each hand comes once for each of its cards that are not in the set.
        holding.insert(0, holding[0][classes(size, wilds).after].sum(axis=1) // (COMMUNITY - size))
    found: Numbers = np.concatenate(holding)[subsets(4, wilds)] @ _SIGNS
    return found


def _listed(
    play: npt.NDArray[np.bool_], others: npt.NDArray[np.bool_], wilds: Wilds
) -> tuple[Codes, npt.NDArray[np.uint64]]:
    """The hands of three that are played and may come to one of ``others`` (classes of four): by which fourth cards.

    Each hand's fourth cards are bits, a card's by its code.
    """
    three, four = classes(3, wilds), classes(4, wilds)
    numbers = np.flatnonzero((play & others[three.after].any(axis=1))[three.of]).astype(np.int64)
    codes = np.zeros((len(numbers), 3), dtype=np.uint8)
    left = numbers
    for size in (3, 2, 1):
        highest = np.searchsorted(CHOOSE[:, size], left, side="right") - 1
        codes[:, size - 1] = highest
        left = left - CHOOSE[highest, size]
    bits = np.zeros(len(numbers), dtype=np.uint64)
    for code in range(wilds.deck):
        free = (codes != code).all(axis=1)
        held = np.sort(np.column_stack([codes[free], np.full(int(free.sum()), code, np.uint8)]), axis=1).astype(
            np.int64
        )
        number = sum((CHOOSE[held[:, k], k + 1] for k in range(4)), np.zeros(len(held), dtype=np.int64))
        bits[free] |= others[four.of[number]].astype(np.uint64) << np.uint64(code)
    return codes, bits
