"""Naming the event in the cards of Deuces Wild.

Each function is asked about the cards of one wager and answers with the slugs of every paytable row they satisfy, the
best first in the order of the printed table, ``()`` if there is none. A paytable pays its first row found there.

A row is satisfied when some of the cards make it, the deuces and the joker standing for whatever cards they like, even
for one that is held already (rules 2, DW-1). So four jacks and a deuce are five, four and three of a kind, as the note
to appendix A has it; that only the best is paid is the paytable's business.

Most cards differ only in suits and order that no row looks at. A hand is therefore reduced to its class; the class is
judged once, plainly, and looked up from then on. The cards are of one deck: no card comes twice.
"""

from __future__ import annotations

from collections import Counter

from houseway.cards.card import ACE, CARDS, JACK, JOKER_RANK, KING, QUEEN, SUITS, Card

WILD_RANKS = (2, JOKER_RANK)
"""Ranks that are wild (summary 1(b), rules 2)."""

ANTE_ROWS = (
    "natural-royal-flush",
    "wild-royal-flush",
    "five-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
)
"""Rows of appendix A, best first."""

TREASURE_ROWS = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush")
"""Rows of appendix B, best first."""

FORTUNE_ROWS = (ANTE_ROWS[0], "five-wild-cards", *ANTE_ROWS[1:])
"""Rows of appendix C, best first: those of appendix A, and five wild cards second (DW-3)."""

POKER_ROWS = (*FORTUNE_ROWS, "pair")
"""What five cards may make: the rows of both tables, and a pair, which no table of this game pays."""

JACKPOT_ROWS = ("5-wild-cards", "4-wild-cards", "3-wild-cards", "2-wild-cards")
"""Rows of appendix D, best first."""

_ROYAL = frozenset((10, JACK, QUEEN, KING, ACE))
_MINI_ROYAL = frozenset((QUEEN, KING, ACE))


def is_wild(card: Card) -> bool:
    """Whether the card is a deuce or the joker."""
    return card.rank in WILD_RANKS


# ------------------------------------------------------------------------------------------------- what a caller asks


def five_card(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Rows of the Ante, Play and Raise paytables for exactly five cards; five wild ones are a wild royal (DW-3)."""
    key = _class_of_five(cards)
    rows = _ante_classes.get(key)
    if rows is None:
        rows = _ante_classes[key] = _best_first(ANTE_ROWS, _five_card_rows_met(cards))
    return rows


def treasure(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Rows of the Three Card Treasure paytables for exactly three cards."""
    a, b, c = cards
    first, second, third = a.code, b.code, c.code
    key = _RANK_TALLY[first] + _RANK_TALLY[second] + _RANK_TALLY[third]
    if _SUIT_BITS[first] & _SUIT_BITS[second] & _SUIT_BITS[third]:
        key += _SUITED
    rows = _treasure_classes.get(key)
    if rows is None:
        rows = _treasure_classes[key] = _best_first(TREASURE_ROWS, _three_card_rows_met(cards))
    return rows


def fortune(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Rows of the Five Card Fortune paytables for the community cards and the selected ones together.

    Five cards or more; of more than five, any five may make the row (DW-6). Which cards may be selected is the
    procedure's to say.
    """
    key = _class_of_five(cards) if len(cards) == 5 else _class_of_many(cards)
    rows = _fortune_classes.get(key)
    if rows is None:
        rows = _fortune_classes[key] = _best_first(FORTUNE_ROWS, _five_card_rows_met(cards))
    return rows


def poker(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Everything of `POKER_ROWS` that exactly five cards make: for figures of poker that no row here asks for."""
    return _best_first(POKER_ROWS, _five_card_rows_met(cards))


def jackpot(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Rows of the Bonus Jackpot paytables for exactly five cards: only the wild ones among them count (appendix D)."""
    a, b, c, d, e = cards
    return _ROWS_BY_WILD[_WILD[a.code] + _WILD[b.code] + _WILD[c.code] + _WILD[d.code] + _WILD[e.code]]


# ---------------------------------------------------------------------------------------------------- classes of hands

_WILD = tuple(int(is_wild(card)) for card in CARDS)
_ROWS_BY_WILD = tuple(tuple(row for row in JACKPOT_ROWS if int(row[0]) <= wild) for wild in range(6))

_RANK_TALLY = tuple(1 if is_wild(card) else 1 << 3 * (card.rank - 2) for card in CARDS)
"""By card code: three bits for wild cards and three for each rank, so that a sum counts up to seven of each."""

_SUIT_BITS = tuple(0b1111 if is_wild(card) else 1 << SUITS.index(card.suit) for card in CARDS)
"""By card code: the suits the card can have. A bit common to all cards is a suit common to all."""

_SUITED = 1 << 40

_ante_classes: dict[int, tuple[str, ...]] = {}
_treasure_classes: dict[int, tuple[str, ...]] = {}
_fortune_classes: dict[int | tuple[int, ...], tuple[str, ...]] = {}


def _class_of_five(cards: tuple[Card, ...]) -> int:
    """How many of each rank, how many wild, and whether one suit could hold all five."""
    a, b, c, d, e = cards
    first, second, third, fourth, fifth = a.code, b.code, c.code, d.code, e.code
    tally = _RANK_TALLY
    key = tally[first] + tally[second] + tally[third] + tally[fourth] + tally[fifth]
    bits = _SUIT_BITS
    if bits[first] & bits[second] & bits[third] & bits[fourth] & bits[fifth]:
        key += _SUITED
    return key


def _class_of_many(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """How many are wild, and which ranks each suit holds, whichever suit it is: some of the cards may be a flush."""
    if len(cards) < 5:
        raise ValueError(f"a Five Card Fortune hand has five cards or more, not {len(cards)}")
    wild = 0
    held = dict.fromkeys(SUITS, 0)
    for card in cards:
        if card.rank in WILD_RANKS:
            wild += 1
        else:
            held[card.suit] |= 1 << card.rank
    return (wild, *sorted(held.values()))


# ------------------------------------------------------------------------------------------------- judging one class


def _best_first(order: tuple[str, ...], met: dict[str, bool]) -> tuple[str, ...]:
    return tuple(row for row in order if met[row])


def _five_card_rows_met(cards: tuple[Card, ...]) -> dict[str, bool]:
    """For every row of appendices A and C, and a pair, whether five of the cards make it."""
    wild, ranks, suits = _sorted_out(cards)
    same = wild + max(ranks.values(), default=0)
    royal = max(len(held & _ROYAL) for held in suits)
    return {
        "natural-royal-flush": royal == 5,
        "five-wild-cards": wild == 5,
        "wild-royal-flush": wild > 0 and wild + royal >= 5,
        "five-of-a-kind": same >= 5,
        "straight-flush": any(_makes_run(held, wild, 5) for held in suits),
        "four-of-a-kind": same >= 4,
        "full-house": _makes_sets(ranks, wild, 3, 2),
        "flush": wild + max(len(held) for held in suits) >= 5,
        "straight": _makes_run(frozenset(ranks), wild, 5),
        "three-of-a-kind": same >= 3,
        "two-pair": _makes_sets(ranks, wild, 2, 2),
        "pair": same >= 2,
    }


def _three_card_rows_met(cards: tuple[Card, ...]) -> dict[str, bool]:
    """For every row of appendix B, whether the three cards make it. The Mini Royal may hold wild cards (DW-2)."""
    wild, ranks, suits = _sorted_out(cards)
    return {
        "mini-royal": wild + max(len(held & _MINI_ROYAL) for held in suits) == 3,
        "straight-flush": any(_makes_run(held, wild, 3) for held in suits),
        "three-of-a-kind": wild + max(ranks.values(), default=0) == 3,
        "straight": _makes_run(frozenset(ranks), wild, 3),
        "flush": wild + max(len(held) for held in suits) == 3,
    }


def _sorted_out(cards: tuple[Card, ...]) -> tuple[int, Counter[int], tuple[frozenset[int], ...]]:
    """The number of wild cards; of the others, how many there are of each rank, and the ranks in each suit."""
    natural = [card for card in cards if not is_wild(card)]
    suits = tuple(frozenset(card.rank for card in natural if card.suit == suit) for suit in SUITS)
    return len(cards) - len(natural), Counter(card.rank for card in natural), suits


_RUNS = {
    length: tuple(
        frozenset(rank if rank > 1 else ACE for rank in range(lowest, lowest + length))
        for lowest in range(1, ACE - length + 2)
    )
    for length in (3, 5)
}
"""Ranks of every straight by its length, the ace being high or low (DW-2)."""

STRAIGHTS = _RUNS[5]
"""Ranks of every straight of five cards."""


def _makes_run(held: frozenset[int], wild: int, length: int) -> bool:
    """Whether these ranks and wild cards make a straight of this length."""
    if wild + len(held) < length:
        return False
    return any(wild + len(held & run) >= length for run in _RUNS[length])


def _makes_sets(ranks: Counter[int], wild: int, more: int, fewer: int) -> bool:
    """Whether wild cards can fill up ``more`` of one rank beside ``fewer`` of another."""
    # The two ranks held most often need the fewest.
    most, next_most, *_ = [*sorted(ranks.values(), reverse=True), 0, 0]
    return max(0, more - most) + max(0, fewer - next_most) <= wild
