"""Five cards with wild ones in batches: one small table, no sort, hundreds of millions of hands a second.

Every card is a word of 64 bits. Its lowest bits hold a key for its rank such that the sum of five keys tells how many
there are of each rank (a wild card's key is 0); then comes one bit for its rank, and on top one for each suit it can
have. Five words added and five words anded say all that a row looks at: where one suit can hold the hand the ranks are
all different, and their bits find its place in the table; otherwise the sum of the keys does.

A batch of hands is read faster still from words that are only added: `Counts`.

The table is filled by asking `houseway.games.deuces_wild.hands` about one hand of each class. Any ranks may be wild,
none too: so the same table gives the figures of ordinary poker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE, CARDS, JOKER_RANK, Card
from houseway.games.deuces_wild import hands
from houseway.maths.compiled import compiled, inlined
from houseway.maths.question_errors import BadQuestion

KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415, 148432)
"""Five of these, none more than four times, have a sum that no other five have."""

RANK_BITS = 32
SUIT_BITS = 60
"""Where in a card's word its rank and its suits begin."""

SUITED = 1 << 13
"""So many places of the table are found by rank bits; those found by sums of keys come after them."""

_WILDS = tuple(kind for kind in CARDS if hands.is_wild(kind))

FURTHER: dict[str, Callable[[tuple[Card, ...]], bool]] = {}
"""Rows of five cards that no table of the game has, each with its test: other readings ask for them by name.

Of different ranks they may ask which straights hold them, and of equal ones nothing more: see `_ask`.
"""

_STRAIGHTS = np.array([sum(1 << (rank - 2) for rank in run) for run in hands.STRAIGHTS], dtype=np.int64)
"""The ranks of every straight as bits."""

_RANKS_AT = np.uint64(RANK_BITS)
_SUITS_AT = np.uint64(SUIT_BITS)
_RANKS_MASK = np.uint64(SUITED - 1)
_SUM_MASK = np.uint64((1 << 20) - 1)
_SUMS_FROM = np.uint64(SUITED)

_COUNTED_AT = np.uint64(40)
_FULL_SUITS = np.uint64(0x8888)
_ONE, _TWO, _THREE, _FOUR, _FIVE = map(np.uint64, range(1, 6))
_NO_CARD = 1 << 20
_NO_CARDS = 0b111 << 20
"""Where a word of `Counts` has its key, a suit that can hold five cards, and up to five codes that are no cards."""


class Evaluator:
    """``words`` by card code, and the ``table`` of row numbers; the number past the last of ``rows`` is none."""

    __slots__ = ("rows", "table", "words")

    def __init__(self, words: npt.NDArray[np.uint64], table: npt.NDArray[np.uint8], rows: tuple[str, ...]) -> None:
        self.words = words
        self.table = table
        self.rows = rows


def classify5(
    codes: npt.NDArray[np.integer],
    rows: tuple[str, ...] = hands.ANTE_ROWS,
    *,
    wild_ranks: Iterable[int] = hands.WILD_RANKS,
) -> npt.NDArray[np.uint8]:
    """For each hand of five card codes the number in ``rows`` of the first one it satisfies; ``len(rows)`` if none.

    ``codes`` has one hand a row. ``wild_ranks`` are the ranks that are wild, 0 for the joker.

    >>> import numpy as np
    >>> int(classify5(np.array([[0, 1, 48, 49, 50]]))[0]), hands.ANTE_ROWS[2]
    (2, 'five-of-a-kind')
    """
    # Codes that are bytes already are looked at as they are read.
    small = _shaped(codes, 5) if getattr(codes, "dtype", None) == np.uint8 else _checked(codes, 5)
    found = counts_of(rows, tuple(sorted(set(wild_ranks))))
    numbers = np.empty(len(small), dtype=np.uint8)
    cards = np.ascontiguousarray(small).reshape(-1)
    met = _classify(cards, found.first, found.words, found.mixed, found.suited, numbers)
    if int(met) & _NO_CARDS:
        raise _no_codes()
    return numbers


def classify3(
    codes: npt.NDArray[np.integer],
    rows: tuple[str, ...] = hands.TREASURE_ROWS,
    *,
    wild_ranks: Iterable[int] = hands.WILD_RANKS,
) -> npt.NDArray[np.uint8]:
    """The same as `classify5` for hands of three cards and rows of Three Card Treasure."""
    small = _checked(codes, 3)
    wild = frozenset(wild_ranks)
    words = _words(tuple(sorted(wild)))[small]
    # The place of a hand is its class also with three cards: the keys of two more wild ones would add nothing.
    total, common = words.sum(axis=1), np.bitwise_and.reduce(words, axis=1)
    places = np.where(common >> _SUITS_AT, (total >> _RANKS_AT) & _RANKS_MASK, (total & _SUM_MASK) + _SUMS_FROM)
    _, first, of = np.unique(places, return_index=True, return_inverse=True)
    found = [_three_card_row([CARDS[code] for code in small[at].tolist()], rows, wild) for at in first]
    numbers: npt.NDArray[np.uint8] = np.array(found, dtype=np.uint8)[of]
    return numbers


def _three_card_row(cards: list[Card], rows: tuple[str, ...], wild_ranks: frozenset[int]) -> int:
    natural = [kind for kind in cards if kind.rank not in wild_ranks]
    ranks = tuple(kind.rank for kind in natural)
    if len(set(ranks)) == len(ranks):
        judged = _judged_as(ranks, 3)
    else:
        # With two of a rank no row asks which rank it is.
        judged = tuple(3 + sorted(set(ranks)).index(rank) for rank in ranks)
    stand_in = [CARDS[4 * (rank - 2) + kind.code % 4] for rank, kind in zip(judged, natural, strict=True)]
    met = hands.treasure((*_WILDS[: 3 - len(natural)], *stand_in))
    return next((number for number, row in enumerate(rows) if row in met), len(rows))


def _shaped(codes: npt.NDArray[np.integer], size: int) -> npt.NDArray[np.integer]:
    given = np.asarray(codes)
    if given.ndim != 2 or given.shape[1] != size:
        raise BadQuestion(
            f"hands of {size} cards are wanted, not an array of shape {given.shape}",
            remedy=f"give an array of rows of {size} cards",
        )
    return given


def _checked(codes: npt.NDArray[np.integer], size: int) -> npt.NDArray[np.uint8]:
    given = _shaped(codes, size)
    if given.dtype.kind not in "iu" or (given.size and not 0 <= int(given.min()) <= int(given.max()) < len(CARDS)):
        raise _no_codes()
    return np.ascontiguousarray(given, dtype=np.uint8)


def _no_codes() -> BadQuestion:
    return BadQuestion("cards are given by their codes, 0 to 52", remedy="use Card.code")


@cache
def evaluator(
    rows: tuple[str, ...] = hands.ANTE_ROWS, wild_ranks: tuple[int, ...] = tuple(sorted(hands.WILD_RANKS))
) -> Evaluator:
    """The words and the table for these rows and wild ranks, made once."""
    further = tuple(row for row in rows if row in FURTHER)
    for row in rows:
        if row not in hands.POKER_ROWS and row not in further:
            raise BadQuestion(f"{row!r} is no hand of five cards", remedy=f"use {', '.join(hands.POKER_ROWS)}")
    answers, table = _answers(wild_ranks, further)
    first = [next((number for number, row in enumerate(rows) if row in met), len(rows)) for met in answers]
    return Evaluator(_words(wild_ranks), np.array(first, dtype=np.uint8)[table], rows)


class Counts:
    """What a batch is read with: five ``words`` added say all, the one of the first card being taken from ``first``.

    The highest bits of the sum are that of the keys, by which ``mixed`` and ``suited`` have the row numbers. Its lowest
    four times four bits count the cards that each suit can hold, from 3 on, so that one which can hold all five has
    its highest bit. A code that is no card has a bit of its own.
    """

    __slots__ = ("first", "mixed", "suited", "words")

    def __init__(self, found: Evaluator, keys: dict[int, int]) -> None:
        held = [0b1111 if kind.rank not in keys else 1 << kind.code % 4 for kind in CARDS]
        suits = np.array([sum((suit >> at & 1) << 4 * at for at in range(4)) for suit in held], dtype=np.uint64)
        sums = np.array([keys.get(kind.rank, 0) for kind in CARDS], dtype=np.uint64)
        self.words = np.full(256, _NO_CARD, dtype=np.uint64)
        self.words[: len(CARDS)] = sums << _COUNTED_AT | suits
        self.first = self.words + np.uint64(0x3333)
        self.mixed = found.table[SUITED:]
        self.suited = np.zeros_like(self.mixed)
        by_rank = np.array([keys.get(rank, 0) for rank in range(2, ACE + 1)], dtype=np.int64)
        natural = sum(1 << (rank - 2) for rank in keys)
        ranks = np.arange(SUITED)
        bits = ranks[:, None] >> np.arange(ACE - 1) & 1
        used = (bits.sum(axis=1) <= 5) & (ranks & ~natural == 0)
        self.suited[bits[used] @ by_rank] = found.table[:SUITED][used]


@lru_cache(maxsize=16)
def counts_of(rows: tuple[str, ...], wild_ranks: tuple[int, ...]) -> Counts:
    """What a batch is read with for these rows and wild ranks."""
    return Counts(evaluator(rows, wild_ranks), _keys(wild_ranks))


@cache
def _words(wild_ranks: tuple[int, ...]) -> npt.NDArray[np.uint64]:
    """The word of each card where these ranks are wild."""
    keys = _keys(wild_ranks)
    return np.array([_word(kind, keys.get(kind.rank)) for kind in CARDS], dtype=np.uint64)


@cache
def _keys(wild_ranks: tuple[int, ...]) -> dict[int, int]:
    """The key of each natural rank; 0 is for wild cards, if there are any."""
    if any(rank not in (JOKER_RANK, *range(2, ACE + 1)) for rank in wild_ranks):
        raise BadQuestion(f"{wild_ranks} are no ranks", remedy="ranks run from 2 to 14; the joker's is 0")
    naturals = [rank for rank in range(2, ACE + 1) if rank not in wild_ranks]
    return dict(zip(naturals, KEYS[1 if wild_ranks else 0 :], strict=False))


@cache
def _answers(
    wild_ranks: tuple[int, ...], further: tuple[str, ...] = ()
) -> tuple[list[tuple[str, ...]], npt.NDArray[np.uint8]]:
    """The different answers that ``hands`` has for five cards, and by place which of them a class has.

    ``further`` are rows of `FURTHER` to be asked about as well.
    """
    keys = _keys(wild_ranks)
    wild_cards = sum(1 for kind in CARDS if kind.rank in wild_ranks)
    answers: dict[tuple[str, ...], int] = {(): 0}
    table = np.zeros(SUITED + 5 * max(keys.values(), default=0) + 1, dtype=np.uint8)
    for wild in range(min(5, wild_cards) + 1):
        _ask(table, keys, wild, answers, further)
    return list(answers), table


def _word(kind: Card, key: int | None) -> int:
    if key is None:
        return 0b1111 << SUIT_BITS
    return key | 1 << (RANK_BITS + kind.rank - 2) | 1 << (SUIT_BITS + kind.code % 4)


def _ask(
    table: npt.NDArray[np.uint8],
    keys: dict[int, int],
    wild: int,
    answers: dict[tuple[str, ...], int],
    further: tuple[str, ...],
) -> None:
    """Ask about every class of hands with ``wild`` wild cards."""

    def answer(cards: Iterable[Card]) -> int:
        hand = (*_WILDS[:wild], *cards)
        met = hands.poker(hand)
        if further:
            met = (*met, *(row for row in further if FURTHER[row](hand)))
        return answers.setdefault(met, len(answers))

    size = 5 - wild
    ranks = np.array(list(combinations(keys, size)), dtype=np.int64)
    places = (1 << (ranks - 2)).sum(axis=1)
    sums = SUITED + np.array([keys.get(rank, 0) for rank in range(ACE + 1)], dtype=np.int64)[ranks].sum(axis=1)
    # Of different ranks a row asks only which straights hold them: once for each answer to that is enough.
    held = ((places[:, None] & ~_STRAIGHTS) == 0) @ (1 << np.arange(len(_STRAIGHTS)))
    for straights, first in zip(*np.unique(held, return_index=True), strict=True):
        alike = held == straights
        codes = [4 * (rank - 2) for rank in _judged_as(tuple(ranks[first].tolist()), 5)]
        table[places[alike]] = answer(CARDS[code] for code in codes)
        if size > 1:
            table[sums[alike]] = answer(CARDS[code + (place == 0)] for place, code in enumerate(codes))
    if size < 2:
        return
    # With two of a rank no row asks which ranks they are: once for each pattern of equal ones is enough.
    numbers = np.array(list(combinations_with_replacement(range(len(keys)), size)), dtype=np.int64)
    equal = (numbers[:, 1:] == numbers[:, :-1]) @ (1 << np.arange(size - 1))
    totals = SUITED + np.array(list(keys.values()), dtype=np.int64)[numbers].sum(axis=1)
    for pattern in range(1, min(1 << (size - 1), 0b1111)):
        table[totals[equal == pattern]] = answer(_alike(pattern, size))


def _alike(pattern: int, size: int) -> list[Card]:
    """Cards of which each is of the last one's rank where ``pattern`` has a bit, in different suits."""
    rank, suit, cards = 3, 0, []
    for place in range(size):
        if place and pattern >> (place - 1) & 1:
            suit += 1
        elif place:
            rank, suit = rank + 1, 0
        cards.append(CARDS[4 * (rank - 2) + suit])
    return cards


def _judged_as(ranks: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Different ranks that ``hands`` can be asked about in place of ``ranks``: for it a two is always wild.

    A two that is not wild is asked about as the same ranks five places up if one straight of ``length`` can hold them,
    and otherwise as ranks that none can hold.
    """
    if 2 not in ranks:
        return ranks
    low = [1 if rank == ACE else rank for rank in ranks]
    for places in (low, ranks):
        if max(places) - min(places) < length:
            return tuple(place + 5 for place in places)
    return (3, 8, 13, 4, 9)[: len(ranks)]


@inlined
def place(total: np.uint64, common: np.uint64) -> np.uint64:
    """Where in the table a hand is: ``total`` is the sum of its five words, ``common`` their bits in common."""
    if common >> _SUITS_AT:
        found = (total >> _RANKS_AT) & _RANKS_MASK
    else:
        found = (total & _SUM_MASK) + _SUMS_FROM
    return found


@compiled
def _classify(
    codes: npt.NDArray[np.uint8],
    first: npt.NDArray[np.uint64],
    words: npt.NDArray[np.uint64],
    mixed: npt.NDArray[np.uint8],
    suited: npt.NDArray[np.uint8],
    rows: npt.NDArray[np.uint8],
) -> np.uint64:
    """Write the row number of each hand, of five codes after another; all bits that any sum has are returned."""
    met, at = np.uint64(0), np.uint64(0)
    for n in range(rows.shape[0]):
        total = first[codes[at]] + words[codes[at + _ONE]] + words[codes[at + _TWO]]
        total += words[codes[at + _THREE]] + words[codes[at + _FOUR]]
        at += _FIVE
        met |= total
        if total & _FULL_SUITS:
            rows[n] = suited[total >> _COUNTED_AT]
        else:
            rows[n] = mixed[total >> _COUNTED_AT]
    return met
