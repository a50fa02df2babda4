"""Small hands of Deuces Wild up to what no row looks at: which suit is which, and which wild card it is.

A class is written as one hand of it: cards from high to low, then the wild ones as ``W``. The suit that holds the
higher cards is written s, the next h, then d, then c. So ``As Kh 9s`` is any ace, king and nine of which the ace and
the nine are of one suit and the king is of another, ``Ts Th W`` a pair of tens with a wild card.

There are 1,533 classes of three cards and 13,392 of four. Where other cards are wild (`Wilds`) there are others. A hand
that is dealt is found by its number among all sets of so many cards, ``C(a, 1) + C(b, 2) + C(c, 3) + ...`` for card
codes a < b < c, in a table of classes.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import CARDS, JOKER_RANK, RANKS, Card
from houseway.games.deuces_wild import hands
from houseway.maths.compiled import compiled

Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]

DECK = len(CARDS)
DEUCE = 2


class Wilds(NamedTuple):
    """Which cards are wild, and how many cards the deck has: 53 with the joker, which has the last code.

    The deuces may be wild, the joker, both or nothing: the natural cards are those between.
    """

    ranks: tuple[int, ...] = (JOKER_RANK, DEUCE)
    deck: int = DECK

    @property
    def codes(self) -> Numbers:
        """The codes of the wild cards."""
        found = [kind.code for kind in CARDS[: self.deck] if kind.rank in self.ranks]
        return np.array(found, dtype=np.int64)

    @property
    def cards(self) -> int:
        """How many cards are wild."""
        return sum(kind.rank in self.ranks for kind in CARDS[: self.deck])

    @property
    def low(self) -> int:
        """How many wild cards have codes before every natural card: the deuces, if they are wild."""
        return 4 if DEUCE in self.ranks else 0

    @property
    def deals(self) -> int:
        """Sets of three cards, each with every fourth and fifth card."""
        return comb(self.deck, 3) * (self.deck - 3) * (self.deck - 4)


APPROVED = Wilds()
WILD_CODES = np.array([kind.code for kind in CARDS if hands.is_wild(kind)], dtype=np.int64)
"""The codes of the wild cards: the deuces come before every natural card, the joker after."""

WILDS = len(WILD_CODES)
NATURALS = DECK - WILDS
PERMUTATIONS = np.array(list(permutations(range(4))), dtype=np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(DECK + 1)], dtype=np.int64)
_BOUNDS = (1, 20, 400, 2200, 19000, 160000)
"""By size of a hand more classes than there are, whichever cards are wild."""

_SUIT_LETTERS = "cdhs"


class Classes:
    """The classes of ``size`` cards.

    ``cards`` has one hand of each, sorted by code; ``wild`` its number of wild cards; ``sizes`` how many hands the
    class has. The classes without a wild card come first.
    """

    def __init__(self, size: int, wilds: Wilds) -> None:
        self.size = size
        self.wilds = wilds
        self._choose = CHOOSE[: wilds.deck + 1]
        bound = _BOUNDS[size]
        cards = np.zeros((bound, size), dtype=np.uint8)
        wild = np.zeros(bound, dtype=np.int64)
        sizes = np.zeros(bound, dtype=np.int64)
        masks, starts = _rank_sets(len(RANKS) - wilds.low // 4)
        found = _enumerate(size, masks, starts, wilds.codes, wilds.low, CHOOSE, cards, wild, sizes)
        self.cards: Codes = cards[:found]
        self.wild: Numbers = wild[:found]
        self.sizes: Numbers = sizes[:found]

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def naturals(self) -> int:
        """How many classes have no wild card."""
        return int(np.count_nonzero(self.wild == 0))

    @cached_property
    def of(self) -> npt.NDArray[np.int32]:
        """The class of every set of cards, by the number of the set."""
        of = np.zeros(comb(self.wilds.deck, self.size), dtype=np.int32)
        none = np.zeros(0, dtype=np.uint8)
        self._spread(of, none, none)
        return of

    def picks(self, picked: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Bits for every set of cards of those that are picked, the lowest code first; ``picked`` has them by class."""
        picks = np.zeros(comb(self.wilds.deck, self.size), dtype=np.uint8)
        none = np.zeros(0, dtype=np.int32)
        self._spread(none, picked, picks)
        return picks

    def _spread(self, of: npt.NDArray[np.int32], picked: Codes, picks: Codes) -> None:
        sets, starts = _wild_sets(self.wilds.cards)
        codes, low = self.wilds.codes, self.wilds.low
        _spread(self.cards, self.wild, PERMUTATIONS, sets, starts, codes, low, CHOOSE, of, picked, picks)

    @cached_property
    def after(self) -> npt.NDArray[np.int32]:
        """For each class, the classes that the further card makes of it: one column for each card left."""
        after = np.zeros((len(self), self.wilds.deck - self.size), dtype=np.int32)
        _further(self.cards, self._choose, classes(self.size + 1, self.wilds).of, after)
        return after

    @cached_property
    def before(self) -> npt.NDArray[np.int32]:
        """For each class, the classes that are left when one of its cards is taken away: one column for each card."""
        before = np.zeros((len(self), self.size), dtype=np.int32)
        _fewer(self.cards, CHOOSE, classes(self.size - 1, self.wilds).of, before)
        return before

    @cached_property
    def made_of(self) -> npt.NDArray[np.int64]:
        """For each class and each of its cards: how often a further card makes it of one hand of the class without it.

        Where two columns of `before` are one class, it stands in the first of them.
        """
        made = np.zeros(self.before.shape, dtype=np.int64)
        _ways(self.before, self.sizes, classes(self.size - 1, self.wilds).sizes, made)
        return made

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Each class in writing."""
        names = [*(f"{RANKS[code // 4]}{_SUIT_LETTERS[code % 4]}" for code in range(52)), "W"]
        # From high to low, in a suit's order s h d c; the wild ones last, wherever their codes are.
        order = np.where(np.isin(self.cards, self.wilds.codes), -1, self.cards.astype(np.int64))
        turned = np.sort(order, axis=1)[:, ::-1].tolist()
        return tuple(" ".join([names[code] for code in row]) for row in turned)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The class of each writing."""
        return {text: number for number, text in enumerate(self.texts)}


def classes(size: int, wilds: Wilds = APPROVED) -> Classes:
    """The classes of ``size`` cards, made once."""
    return _classes(size, wilds)


@cache
def _classes(size: int, wilds: Wilds) -> Classes:
    return Classes(size, wilds)


def summed_over_next(size: int, values: Numbers, wilds: Wilds = APPROVED) -> Numbers:
    """For each class of ``size`` cards the sum of ``values`` over the hands that a further card makes of it.

    As ``values[classes(size).after].sum(axis=1)``, without a table of every hand with that card.
    """
    more = classes(size + 1, wilds)
    found = np.zeros(len(classes(size, wilds)), dtype=np.int64)
    _sum_back(more.before, more.made_of, values, found)
    return found


def summed_over_before(size: int, values: Numbers, wilds: Wilds = APPROVED) -> Numbers:
    """For each class of ``size`` cards the sum of ``values`` over the hands that are left when one is taken away."""
    found = np.zeros(len(classes(size, wilds)), dtype=np.int64)
    _sum_on(classes(size, wilds).before, values, found)
    return found


def set_number(codes: list[int]) -> int:
    """The number of a set of cards among all sets of so many."""
    return sum(comb(code, place) for place, code in enumerate(sorted(codes), start=1))


def class_text(cards: tuple[Card, ...]) -> str:
    """The class of these cards in writing."""
    found = classes(len(cards))
    return found.texts[int(found.of[set_number([kind.code for kind in cards])])]


@cache
def _rank_sets(ranks: int) -> tuple[Numbers, Numbers]:
    """Sets of so many natural ranks as bits, by how many there are and then in order; where each number begins."""
    masks = np.arange(1 << ranks)
    counts = (masks[:, None] >> np.arange(ranks) & 1).sum(axis=1)
    sets = [masks[counts == count] for count in range(6)]
    starts = np.cumsum([0, *(len(some) for some in sets)])
    return np.concatenate(sets).astype(np.int64), starts.astype(np.int64)


@cache
def _wild_sets(wilds: int) -> tuple[Numbers, Numbers]:
    """Every set of so many wild cards, as bits, the smaller sets first; where those of each size begin."""
    sets = sorted(range(1 << wilds), key=int.bit_count)
    starts = [sum(comb(wilds, k) for k in range(count)) for count in range(wilds + 2)]
    return np.array(sets, dtype=np.int64), np.array(starts, dtype=np.int64)


@compiled
def _enumerate(
    size: int,
    masks: Numbers,
    starts: Numbers,
    wild_codes: Numbers,
    low: int,
    choose: Numbers,
    cards: Codes,
    wild: Numbers,
    sizes: Numbers,
) -> int:
    """Every way to give each suit its ranks, the suits in falling order of their ranks, with every number of wilds."""
    found = 0
    held = np.zeros(4, np.int64)
    for wilds in range(min(size, wild_codes.size) + 1):
        natural = size - wilds
        for a in range(natural + 1):
            for b in range(natural - a + 1):
                for c in range(natural - a - b + 1):
                    d = natural - a - b - c
                    for i in range(starts[a], starts[a + 1]):
                        held[0] = masks[i]
                        for j in range(starts[b], starts[b + 1]):
                            held[1] = masks[j]
                            if held[1] > held[0]:
                                break
                            for k in range(starts[c], starts[c + 1]):
                                held[2] = masks[k]
                                if held[2] > held[1]:
                                    break
                                for m in range(starts[d], starts[d + 1]):
                                    held[3] = masks[m]
                                    if held[3] > held[2]:
                                        break
                                    _write(found, wilds, held, wild_codes, low, cards)
                                    wild[found] = wilds
                                    sizes[found] = _orders(held) * choose[wild_codes.size, wilds]
                                    found += 1
    return found


@compiled
def _orders(held: Numbers) -> int:
    """In how many different ways the four suits can take these ranks, which are in falling order."""
    orders = 24
    run = 1
    for k in range(1, 4):
        run = run + 1 if held[k] == held[k - 1] else 1
        orders //= run
    return orders


@compiled
def _write(row: int, wilds: int, held: Numbers, wild_codes: Numbers, low: int, cards: Codes) -> None:
    place = 0
    for k in range(min(wilds, low)):
        cards[row, place] = wild_codes[k]
        place += 1
    for rank in range(13):
        for suit in range(4):
            if held[3 - suit] >> rank & 1:
                cards[row, place] = 4 * rank + low + suit
                place += 1
    if wilds > low:
        cards[row, place] = wild_codes[low]


@compiled
def _spread(
    cards: Codes,
    wild: Numbers,
    permutations: Numbers,
    wild_sets: Numbers,
    wild_starts: Numbers,
    wild_codes: Numbers,
    low_wilds: int,
    choose: Numbers,
    of: npt.NDArray[np.int32],
    picked: npt.NDArray[np.uint8],
    picks: npt.NDArray[np.uint8],
) -> None:
    """Go through every hand of every class and write, by its number, its class and which of its cards are picked."""
    size = cards.shape[1]
    code = np.zeros(5, np.int64)
    origin = np.zeros(5, np.int64)
    for row in range(cards.shape[0]):
        low = min(wild[row], low_wilds)
        natural = size - wild[row]
        wild_picked = 0
        if picks.size:
            for k in range(size):
                if (k < low or k >= low + natural) and picked[row] >> k & 1:
                    wild_picked += 1
        for p in range(permutations.shape[0]):
            for k in range(natural):
                own = np.int64(cards[row, low + k])
                new = own // 4 * 4 + permutations[p, own % 4]
                place = k
                while place and code[place - 1] > new:
                    code[place] = code[place - 1]
                    origin[place] = origin[place - 1]
                    place -= 1
                code[place] = new
                origin[place] = low + k
            for s in range(wild_starts[wild[row]], wild_starts[wild[row] + 1]):
                wilds = wild_sets[s]
                number = 0
                place = 0
                pick = 0
                left = wild_picked
                for k in range(low_wilds):
                    if wilds >> k & 1:
                        number += choose[wild_codes[k], place + 1]
                        if left:
                            pick |= 1 << place
                            left -= 1
                        place += 1
                for k in range(natural):
                    number += choose[code[k], place + 1]
                    if picks.size and picked[row] >> origin[k] & 1:
                        pick |= 1 << place
                    place += 1
                if wilds >> low_wilds & 1:
                    number += choose[wild_codes[low_wilds], place + 1]
                    if left:
                        pick |= 1 << place
                if of.size:
                    of[number] = row
                if picks.size:
                    picks[number] = pick


@compiled
def _further(cards: Codes, choose: Numbers, of: npt.NDArray[np.int32], after: npt.NDArray[np.int32]) -> None:
    size = cards.shape[1]
    for row in range(cards.shape[0]):
        column = 0
        for code in range(choose.shape[0] - 1):
            number = 0
            place = 0
            held = False
            for k in range(size):
                own = np.int64(cards[row, k])
                held = held or own == code
                if own > code and place == k:
                    number += choose[code, place + 1]
                    place += 1
                number += choose[own, place + 1]
                place += 1
            if held:
                continue
            if place == size:
                number += choose[code, place + 1]
            after[row, column] = of[number]
            column += 1


@compiled
def _fewer(cards: Codes, choose: Numbers, of: npt.NDArray[np.int32], before: npt.NDArray[np.int32]) -> None:
    size = cards.shape[1]
    for row in range(cards.shape[0]):
        for gone in range(size):
            number = 0
            place = 0
            for k in range(size):
                if k != gone:
                    number += choose[np.int64(cards[row, k]), place + 1]
                    place += 1
            before[row, gone] = of[number]


@compiled
def _ways(before: npt.NDArray[np.int32], sizes: Numbers, fewer: Numbers, made: Numbers) -> None:
    for row in range(before.shape[0]):
        for k in range(before.shape[1]):
            same = 0
            first = True
            for j in range(before.shape[1]):
                if before[row, j] == before[row, k]:
                    same += 1
                    first = first and j >= k
            if first:
                made[row, k] = sizes[row] * same // fewer[before[row, k]]


@compiled
def _sum_back(before: npt.NDArray[np.int32], made: Numbers, values: Numbers, found: Numbers) -> None:
    for row in range(before.shape[0]):
        for k in range(before.shape[1]):
            found[before[row, k]] += made[row, k] * values[row]


@compiled
def _sum_on(before: npt.NDArray[np.int32], values: Numbers, found: Numbers) -> None:
    for row in range(before.shape[0]):
        for k in range(before.shape[1]):
            found[row] += values[before[row, k]]
