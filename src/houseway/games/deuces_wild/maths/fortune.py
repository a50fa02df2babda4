"""Five Card Fortune: which cards to select, blind or with the community hand in sight, and what a selection comes to.

Blind: the hands of five that hold the selected card and none of the others in the pool are counted by inclusion and
exclusion over the pool, from the counts of hands that contain each small set. Several wild cards are counted the same
way over natural cards alone, for each number of wild ones. Revealed: for each community hand the cards left are sorted
by the row they make, and the best of a pool follows from binomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards import Card
from houseway.cards.card import RANKS
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.base import Plan, reached, whole_numbers
from houseway.games.deuces_wild.maths.classes import (
    APPROVED,
    CHOOSE,
    DECK,
    WILD_CODES,
    WILDS,
    Numbers,
    Wilds,
    classes,
    set_number,
    summed_over_before,
)
from houseway.games.deuces_wild.maths.counting import Events, Rows, beside, containing, fifth, whole, with_wilds
from houseway.games.deuces_wild.maths.walks import fortune_counts
from houseway.games.deuces_wild.maths.walks.fortune_counts import Picked

ROWS = hands.FORTUNE_ROWS
COMMUNITY = 4
_SEVERAL = [(held, picked) for held in range(2, WILDS + 1) for picked in range(2, held + 1)]
"""(wild cards in the pool, wild cards selected) wherever several are selected."""

SEVERAL_PLACE = np.zeros((WILDS + 1, WILDS + 1), dtype=np.int64)
SEVERAL_PLACE[tuple(zip(*_SEVERAL, strict=True))] = np.arange(len(_SEVERAL))
"""By wild cards in the pool and wild cards selected: which of the tables of `won_by_sets`."""

Counts = tuple[int, ...]
"""By row, none last."""

_NO_EVENTS: Events = np.zeros(0, dtype=np.uint8)


# ------------------------------------------------------------------------------------------------------------ selecting


def best_selection(nets: Sequence[Fraction], pool: int, rows: Rows = ROWS, wilds: Wilds = APPROVED) -> Picked:
    """By class of ``pool`` cards, the selection worth most before the community hand is seen, as bits of its cards.

    Of selections worth as much it takes the lowest single card, and the fewest wild ones.
    """
    return best_and_worth(nets, pool, rows, wilds)[0]


def best_and_worth(
    nets: Sequence[Fraction], pool: int, rows: Rows = ROWS, wilds: Wilds = APPROVED
) -> tuple[Picked, Numbers]:
    """`best_selection`, and what it wins by class: in parts of a unit, summed over all community hands."""
    return _best_and_worth(tuple(nets), pool, rows, wilds)


@lru_cache(maxsize=32)
def _best_and_worth(nets: tuple[Fraction, ...], pool: int, rows: Rows, wilds: Wilds) -> tuple[Picked, Numbers]:
    gains, _ = whole_numbers(nets)
    held = classes(pool, wilds)
    last = gains[whole(rows, wilds)] if pool == 5 else gains[:0]
    singly, several = won_by_sets(nets, rows, wilds)
    picked = np.zeros(len(held), dtype=np.uint8)
    worth = np.zeros(len(held), dtype=np.int64)
    sets = subsets(pool, wilds)
    signed = singly * _signs(wilds)
    fortune_counts.choose_selections(sets, held.wild, wilds.low, SEVERAL_PLACE, signed, last, several, picked, worth)
    return picked, worth


def won_by_sets(nets: tuple[Fraction, ...], rows: Rows = ROWS, wilds: Wilds = APPROVED) -> tuple[Numbers, Numbers]:
    """What the hands of five win that contain each small set, by its number (`set_numbers`), in parts of a unit.

    The second is of several selected wild cards: by `SEVERAL_PLACE`, and by set of natural cards in the community hand.
    """
    return _won_by_sets(nets, rows, wilds)


@lru_cache(maxsize=8)
def _won_by_sets(nets: tuple[Fraction, ...], rows: Rows, wilds: Wilds) -> tuple[Numbers, Numbers]:
    gains, _ = whole_numbers(nets)
    singly = _every_set(rows, wilds) @ gains
    return singly, _several_counts(rows, wilds) @ gains


def selection_values(nets: Sequence[Fraction], pool: Sequence[Card]) -> dict[tuple[int, ...], Fraction]:
    """What each selection from the cards of ``pool`` is worth before the community hand is seen, by positions from 1.

    Every single card, and the wild ones together.
    """
    gains, unit = whole_numbers(nets)
    codes = [kind.code for kind in pool]
    deals = comb(DECK - len(pool), COMMUNITY) * unit
    places = range(len(pool))
    wilds = tuple(place for place in places if codes[place] in WILD_CODES)
    contained = containing(ROWS)

    def won(held: tuple[int, ...]) -> int:
        """What the hands of five that contain these cards win together."""
        number = set_number([codes[place] for place in held])
        if len(held) == 5:
            return int(gains[whole(ROWS)[classes(5).of[number]]])
        return int(contained[len(held)][classes(len(held)).of[number]] @ gains)

    found: dict[tuple[int, ...], Fraction] = {}
    for card in places:
        others = [place for place in places if place != card]
        total = sum(
            (-1) ** size * won((card, *more)) for size in range(len(pool)) for more in combinations(others, size)
        )
        found[(card + 1,)] = Fraction(total, deals)
    natural = [place for place in places if place not in wilds]
    for together in range(2, len(wilds) + 1):
        counts = _several_counts(ROWS, APPROVED)[int(SEVERAL_PLACE[len(wilds), together])]
        total = 0
        for size in range(min(len(natural), 3) + 1):
            for more in combinations(natural, size):
                number = set_number([codes[place] for place in more])
                row = _sets(size - 1) + int(classes(size).of[number])
                total += (-1) ** size * int(counts[row] @ gains)
        found[tuple(place + 1 for place in wilds[:together])] = Fraction(total, deals)
    return found


def blind(
    picked: Picked, pool: int, weights: Numbers | None = None, rows: Rows = ROWS, wilds: Wilds = APPROVED
) -> Counts:
    """How often each row is made with these selections: of all pools (or ``weights`` by class) and community hands."""
    held = classes(pool, wilds)
    singly = np.zeros(_sets(4, wilds), dtype=np.int64)
    several = np.zeros((len(_SEVERAL), _sets(3, wilds)), dtype=np.int64)
    last = np.zeros(len(held) if pool == 5 else 0, dtype=np.int64)
    sizes = held.sizes if weights is None else weights
    sets = subsets(pool, wilds)
    fortune_counts.weigh_selections(sets, held.wild, wilds.low, SEVERAL_PLACE, sizes, picked, singly, last, several)
    singly *= _signs(wilds)
    counts = np.zeros(len(rows) + 1, dtype=np.int64)
    events = whole(rows, wilds) if pool == 5 else _NO_EVENTS
    every, together = _every_set(rows, wilds), _several_counts(rows, wilds)
    fortune_counts.tell_rows(singly, every, several, together, events, last, counts)
    return tuple(counts.tolist())


def selected(picked: Picked, pool: int, weights: Numbers | None = None, wilds: Wilds = APPROVED) -> dict[str, Fraction]:
    """How often each rank, or each number of wild cards (``W W``), is selected: of all pools, or of ``weights``."""
    held = classes(pool, wilds)
    tally = np.zeros(len(RANKS) + 1 + WILDS, dtype=np.int64)
    sizes = held.sizes if weights is None else weights
    fortune_counts.tally_selected(held.cards, sizes, picked, wilds.low, tally)
    texts = [*RANKS, "", *(" ".join("W" * number) for number in range(1, WILDS + 1))]
    every = int(sizes.sum())
    return {text: Fraction(count, every) for text, count in zip(texts, tally.tolist(), strict=True) if count}


def revealed(
    nets: Sequence[Fraction],
    pool: int,
    weights: Numbers | None = None,
    rows: Rows = ROWS,
    wilds: Wilds = APPROVED,
) -> Counts:
    """How often each row is made when the best of ``pool`` cards is selected with the community hand in sight.

    Of all community hands (or ``weights`` by class) and pools.
    """
    return _revealed(tuple(preference(nets)), pool, None if weights is None else weights.tobytes(), rows, wilds)


@lru_cache(maxsize=32)
def _revealed(order: tuple[int, ...], pool: int, weighed: bytes | None, rows: Rows, wilds: Wilds) -> Counts:
    four = classes(COMMUNITY, wilds)
    counts = np.zeros(len(rows) + 1, dtype=np.int64)
    sizes = four.sizes if weighed is None else np.frombuffer(weighed, dtype=np.int64)
    natural, more = fifth(rows, wilds).natural, more_wilds(rows, wilds)
    fortune_counts.best_in_sight(sizes, four.wild, wilds.cards, natural, more, np.array(order), CHOOSE, pool, counts)
    return tuple(counts.tolist())


def preference(nets: Sequence[Fraction]) -> list[int]:
    """The place of each row in the order of what it pays, the best first; of rows that pay alike the higher first."""
    order = sorted(range(len(nets)), key=lambda row: (-nets[row], row))
    return [order.index(row) for row in range(len(nets))]


def deals(pool: int, wilds: Wilds = APPROVED) -> int:
    """In how many ways a pool and a community hand can be dealt."""
    return comb(wilds.deck, pool) * comb(wilds.deck - pool, COMMUNITY)


ORDERS = {3: 1, 4: 4, 5: 20}
"""In how many orders the further cards of a pool may have come, by its size."""


def pools_held(plan: Plan, most: int, wilds: Wilds = APPROVED) -> dict[int, Numbers]:
    """By number of cards held at the last decision, and by class: how often, for a player who plays by ``plan``.

    ``most`` is the option ``fortune-pool`` (DW-6). Of all hands of so many cards, times their `ORDERS`.
    """
    return _pools_held(plan.play.tobytes(), plan.raise_.tobytes(), most, wilds)


@lru_cache(maxsize=16)
def _pools_held(plays: bytes, raises: bytes, most: int, wilds: Wilds) -> dict[int, Numbers]:
    if most == 3:
        return {3: classes(3, wilds).sizes}
    plan = Plan(np.frombuffer(plays, dtype=np.bool_), np.frombuffer(raises, dtype=np.bool_))
    found = {3: np.where(plan.play, 0, classes(3, wilds).sizes), 4: reached(plan.play, wilds)}
    if most == 5:
        raised = np.where(plan.raise_, found[4], 0)
        found[4] = np.where(plan.raise_, 0, found[4])
        found[5] = _raised_fives(raised, wilds)
    return {pool: weights for pool, weights in found.items() if weights.any()}


def shares_held(held: Mapping[int, Numbers], wilds: Wilds = APPROVED) -> dict[int, Fraction]:
    """How likely a player holds so many cards at the last decision, from `pools_held`."""
    every = {pool: comb(wilds.deck, pool) * ORDERS[pool] for pool in held}
    return {pool: Fraction(int(weights.sum()), every[pool]) for pool, weights in held.items()}


def beside_ante(
    plan: Plan, most: int, selections: Mapping[int, Picked], rows: Rows = ROWS, wilds: Wilds = APPROVED
) -> list[Fraction]:
    """How likely each row is for a player who also plays the Ante by ``plan``, and selects blind at the last decision.

    ``most`` is the option ``fortune-pool``; ``selections`` are by number of cards held then (DW-6).
    """
    chances = [Fraction(0)] * (len(rows) + 1)
    for pool, weights in pools_held(plan, most, wilds).items():
        every = deals(pool, wilds) * ORDERS[pool]
        for row, count in enumerate(blind(selections[pool], pool, weights, rows, wilds)):
            chances[row] += Fraction(count, every)
    return chances


def _raised_fives(raised: Numbers, wilds: Wilds) -> Numbers:
    """How often each class of five is held after a raise, by which three came first and which was the fourth."""
    five = classes(5, wilds)
    # A class of four is come to equally often with each of its hands.
    each = raised // classes(4, wilds).sizes
    weights: Numbers = summed_over_before(5, each, wilds) * five.sizes
    return weights


# -------------------------------------------------------------------------------------------------------- what it needs


def _sets(size: int, wilds: Wilds = APPROVED) -> int:
    """How many sets of at most ``size`` cards there are, up to suits and wild cards."""
    return sum(len(classes(number, wilds)) for number in range(size + 1))


@lru_cache(maxsize=8)
def _every_set(rows: Rows, wilds: Wilds) -> Numbers:
    """`containing` in one array."""
    return np.concatenate(containing(rows, wilds))


@lru_cache(maxsize=8)
def _several_counts(rows: Rows, wilds: Wilds) -> Numbers:
    """For each of `_SEVERAL`, by set of up to three natural cards in the community hand: how often each row comes.

    The community hand may hold wild cards too, of those that are not in the pool.
    """
    found = np.zeros((len(_SEVERAL), _sets(3, wilds), len(rows) + 1), dtype=np.int64)
    for counts, (held, picked) in zip(found, _SEVERAL, strict=True):
        for wild in range(min(COMMUNITY, wilds.cards - held) + 1):
            for size, vectors in enumerate(beside(rows, COMMUNITY - wild, picked + wild, wilds)[:4]):
                start = _sets(size - 1, wilds)
                counts[start : start + len(vectors)] += comb(wilds.cards - held, wild) * vectors
    return found


def subsets(pool: int, wilds: Wilds = APPROVED) -> npt.NDArray[np.int16]:
    """By class of ``pool`` cards and bits of its cards, the set of those cards: sets are numbered by size, then class.

    No set has more than four cards: all five of a pool of five are numbered 0, as none of them are.
    """
    return _subsets(pool, wilds)


@lru_cache(maxsize=12)
def _subsets(pool: int, wilds: Wilds) -> npt.NDArray[np.int16]:
    held = classes(pool, wilds)
    found = np.zeros((len(held), 1 << pool), dtype=np.int16)
    of, starts = set_numbers(wilds)
    fortune_counts.number_sets(held.cards, CHOOSE, starts, of, found)
    return found


@cache
def _signs(wilds: Wilds) -> Numbers:
    """Of every set of at most four cards in a sum by inclusion and exclusion: those of an odd number are added."""
    return np.concatenate([np.full(len(classes(size, wilds)), 1 if size % 2 else -1) for size in range(5)])


def set_numbers(wilds: Wilds = APPROVED) -> tuple[npt.NDArray[np.int16], Numbers]:
    """The number of every set of at most four cards, by size and then by number of the set; where each size begins."""
    return _set_numbers(wilds)


@cache
def _set_numbers(wilds: Wilds) -> tuple[npt.NDArray[np.int16], Numbers]:
    of = np.concatenate([classes(size, wilds).of + _sets(size - 1, wilds) for size in range(5)]).astype(np.int16)
    return of, np.cumsum([0, *(comb(wilds.deck, size) for size in range(5))])


def more_wilds(rows: Rows = ROWS, wilds: Wilds = APPROVED) -> Events:
    """By class of community hand and number of wild cards selected with it: the row of the best five."""
    return _more_wilds(rows, wilds)


@lru_cache(maxsize=8)
def _more_wilds(rows: Rows, wilds: Wilds) -> Events:
    four = classes(COMMUNITY, wilds)
    found = np.full((len(four), WILDS + 1), len(rows), dtype=np.uint8)
    for wild in range(min(COMMUNITY, wilds.cards) + 1):
        alike = np.flatnonzero(four.wild == wild)
        size, low = COMMUNITY - wild, min(wild, wilds.low)
        cards = four.cards[alike]
        numbers = sum((CHOOSE[cards[:, low + k], k + 1] for k in range(size)), np.zeros(len(alike), np.int64))
        natural = classes(size, wilds).of[numbers]
        for picked in range(1, wilds.cards - wild + 1):
            found[alike, picked] = with_wilds(rows, wilds)[size][natural, wild + picked]
    return found
