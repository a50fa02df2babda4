"""Three Card Split: sub-hands, house way, and the events of its four wagers.

Pure functions on tuples of cards from one deck of 52. A larger rank is always a better hand. Nothing here checks that
the cards differ from each other: the shoe and the round record have done so before.

Answers are kept by class of hand (its ranks, and what matters of its suits): a class is worked out once, by a plain
function, and looked up afterwards. Clauses are those of edition ``v5``; rulings are written ``TCS-n``.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from operator import attrgetter
from typing import TypeAlias

from houseway.cards.card import ACE, SUITS, Card

High: TypeAlias = tuple[Card, Card]
"""A high sub-hand: two cards, in any order."""

Setting: TypeAlias = tuple[High, Card]
"""Three cards set as two sub-hands: the high one, then the low card."""

HIGH_KINDS = ("high-card", "suited", "connected", "pair", "suited-connectors")
"""Kinds of high sub-hand, lowest first (dealing 7 A to E)."""

THREE_CARD_KINDS = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
"""Kinds of three-card hand, lowest first (appendix B A to F)."""

FOUR_CARD_ROWS = (
    "four-aces",
    "four-of-a-kind",
    "four-card-straight-flush",
    "three-card-straight-flush",
    "three-of-a-kind",
    "four-card-straight-or-flush",
    "two-pair",
    "three-card-straight-or-flush",
)
"""Rows of the Four Card Bonus and of the jackpot, best first (appendix C, appendix D)."""

TEN = 10
_code = attrgetter("code")


# --- sub-hands ---------------------------------------------------------------------------------------------------


def low_rank(card: Card) -> int:
    """The rank of a low sub-hand: its one card, the ace high (dealing 7, TCS-1)."""
    return card.rank


_HIGH_RANK: dict[tuple[int, int, bool], int] = {}


def high_rank(high: High) -> int:
    """The rank of a high sub-hand, comparable with that of any other (dealing 7, TCS-1).

    Equal ranks are a copy: the same kind and the same two card ranks.
    """
    first, second = high
    key = (first.rank, second.rank, first.suit == second.suit)
    rank = _HIGH_RANK.get(key)
    if rank is None:
        rank = _HIGH_RANK[key] = _high_rank(high)
    return rank


def kind_of_high(high: High) -> str:
    """The kind of a high sub-hand, one of ``HIGH_KINDS``."""
    return HIGH_KINDS[high_rank(high) >> 8]


def _high_rank(high: High) -> int:
    """Kind, then top card, then second card, four bits for each card."""
    second, top = sorted(card.rank for card in high)
    suited = high[0].suit == high[1].suit
    connected = top - second == 1
    if (top, second) == (ACE, 2):  # the lowest connection: the ace counts one (footnotes 5 and 6)
        top, second, connected = 2, 1, True
    if suited and connected:
        kind = "suited-connectors"
    elif top == second:
        kind = "pair"
    elif connected:
        kind = "connected"
    elif suited:
        kind = "suited"
    else:
        kind = "high-card"
    return HIGH_KINDS.index(kind) << 8 | top << 4 | second


def is_foul(high: High, low: Card) -> bool:
    """Whether the low card outranks the high sub-hand (dealing 4, TCS-2).

    Only a high-card sub-hand can be outranked, by a low card above its top card; an equal one is no foul.
    """
    return kind_of_high(high) == "high-card" and low.rank > max(high[0].rank, high[1].rank)


def colours(cards: tuple[Card, ...]) -> tuple[int, int]:
    """How many of the cards are red, and how many black."""
    red = 0
    for card in cards:
        if card.color == "red":
            red += 1
    return red, len(cards) - red


def compare(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
    """1 if the player's sub-hand wins against the dealer's, -1 if it loses (dealing 7 copy, TCS-3).

    Both are high sub-hands of two cards or both low ones of one card. There is no tie: a copy goes to the player where
    both have as many red and as many black cards, whichever card has which colour, and to the dealer otherwise.
    """
    mine, theirs = _sub_hand_rank(player), _sub_hand_rank(dealer)
    if mine == theirs:
        return 1 if colours(player) == colours(dealer) else -1
    return 1 if mine > theirs else -1


def _sub_hand_rank(cards: tuple[Card, ...]) -> int:
    if len(cards) == 1:
        return low_rank(cards[0])
    first, second = cards
    return high_rank((first, second))


def settings(cards: tuple[Card, ...]) -> tuple[Setting, Setting, Setting]:
    """The three ways to set three cards, foul ones too; the nth has the nth card low (dealing 4)."""
    first, second, third = cards
    return ((second, third), first), ((first, third), second), ((first, second), third)


# --- the primary wager -------------------------------------------------------------------------------------------


def same_setting(one: Setting, other: Setting) -> bool:
    """Whether two settings of the same three cards have equal ranks and colours: neither is then set wrongly."""
    return one[1].rank == other[1].rank and one[1].color == other[1].color and high_rank(one[0]) == high_rank(other[0])


def primary(player: Setting, dealer: Setting) -> tuple[str, ...]:
    """The row of the primary wager: ``foul``, ``win`` (both sub-hands), ``lose`` (neither), or ``push``.

    See dealing 4 for the foul and dealing 8 for the rest; with two primary spots the result is one (footnote 2, TCS-8).
    """
    high, low = player
    if is_foul(high, low):
        return ("foul",)
    won = compare(high, dealer[0]) + compare((low,), (dealer[1],))
    return ("win",) if won > 0 else ("lose",) if won < 0 else ("push",)


# --- the house way -----------------------------------------------------------------------------------------------


_RENAMINGS = ("csdh", "scdh", "cshd", "schd", "dhcs", "hdcs", "dhsc", "hdsc")
"""What ``csdh`` may be renamed to while the two suits of a colour stay together."""


def _suit_pattern(suits: str) -> str:
    """A name for what matters of some suits: which are the same, and which have the same colour."""
    return min(suits.translate(str.maketrans("csdh", names)) for names in _RENAMINGS)


_SUIT_PATTERN = {suits: _suit_pattern(suits) for suits in map("".join, product(SUITS, repeat=3))}
_HOUSE_WAY: dict[tuple[int, int, int, str], tuple[str, int]] = {}


def house_way(cards: tuple[Card, ...]) -> Setting:
    """Three cards set as the house must set them (dealing 5, appendix A, TCS-4, TCS-5).

    The same three cards are set alike in whatever order they come; the high sub-hand is given lower card first.
    """
    low, mid, top = sorted(cards, key=_code)
    place = house_place(low, mid, top)
    if place == 2:
        return (low, mid), top
    if place == 1:
        return (low, top), mid
    return (mid, top), low


def house_place(low: Card, mid: Card, top: Card) -> int:
    """The place, from 0, of the card that the house puts low, of three in ascending order of their codes."""
    return _house_class(low, mid, top)[1]


def house_way_rule(cards: tuple[Card, ...]) -> str:
    """The clause by which the house sets these three cards, such as ``appendix A C.ii``."""
    low, mid, top = sorted(cards, key=_code)
    return _house_class(low, mid, top)[0]


def _house_class(low: Card, mid: Card, top: Card) -> tuple[str, int]:
    """The clause that sets these cards, and the place (0, 1, 2) of the one that goes low. They come in order."""
    key = (low.rank, mid.rank, top.rank, _SUIT_PATTERN[low.suit + mid.suit + top.suit])
    found = _HOUSE_WAY.get(key)
    if found is None:
        found = _HOUSE_WAY[key] = _house_way((low, mid, top))
    return found


def _house_way(cards: tuple[Card, Card, Card]) -> tuple[str, int]:
    """The clause and the place of the low card, for three cards in ascending order.

    Two settings of equal rank differ only in which card of a pair goes high beside the third card, as with tens and a
    nine. Where neither has a high sub-hand of one colour, the pair itself is of one colour, so both settings have the
    same ranks and colours and give the same result against any player; the pair's first card by code then goes low.
    """
    kind = kind_of_three(cards)
    if kind == "three-of-a-kind":
        painted = Counter(card.color for card in cards)
        return "appendix A A", next(place for place, card in enumerate(cards) if painted[card.color] == 1)
    if kind in ("straight", "flush", "straight-flush"):
        return "appendix A B", 2  # the ace of A-2-3 is its highest card too (TCS-5)

    ways = settings(cards)
    ranks = [high_rank(high) for high, _ in ways]
    made = [place for place, rank in enumerate(ranks) if HIGH_KINDS[rank >> 8] != "high-card"]
    if not made:
        return "appendix A D", 1
    with_ten = [place for place in made if ways[place][1].rank >= TEN]

    def worth(place: int) -> tuple[int, bool]:
        high = ways[place][0]
        return ranks[place], high[0].color == high[1].color

    return ("appendix A C.i", max(with_ten, key=worth)) if with_ten else ("appendix A C.ii", max(made, key=worth))


# --- the Three Card Bonus ----------------------------------------------------------------------------------------

_THREE_CARD_RANK: dict[tuple[int, int, int, bool], int] = {}


def three_card_rank(cards: tuple[Card, ...]) -> int:
    """The rank of a three-card hand, comparable with that of any other (appendix B rankings).

    Equal ranks are hands of the same kind and the same three card ranks.
    """
    first, second, third = cards
    key = (first.rank, second.rank, third.rank, first.suit == second.suit == third.suit)
    rank = _THREE_CARD_RANK.get(key)
    if rank is None:
        rank = _THREE_CARD_RANK[key] = _three_card_rank(cards)
    return rank


def kind_of_three(cards: tuple[Card, ...]) -> str:
    """The kind of a three-card hand, one of ``THREE_CARD_KINDS``."""
    return THREE_CARD_KINDS[three_card_rank(cards) >> 12]


def _three_card_rank(cards: tuple[Card, ...]) -> int:
    """Kind, then the cards in the order in which they are compared, four bits each."""
    top, mid, low = ranks = sorted([card.rank for card in cards], reverse=True)
    if top != mid == low:  # a pair before its kicker
        ranks = [mid, low, top]
    different = len({top, mid, low})
    straight, flush = _is_straight(cards), _is_flush(cards)
    if ranks == [ACE, 3, 2]:  # the lowest straight: the ace counts one (footnotes 8 and 9)
        ranks = [3, 2, 1]
    if straight and flush:
        kind = "straight-flush"
    elif different == 1:
        kind = "three-of-a-kind"
    elif straight:
        kind = "straight"
    elif flush:
        kind = "flush"
    elif different == 2:
        kind = "pair"
    else:
        kind = "high-card"
    first, second, third = ranks
    return THREE_CARD_KINDS.index(kind) << 12 | first << 8 | second << 4 | third


def _is_straight(cards: tuple[Card, ...]) -> bool:
    """Whether the cards are adjacent in rank, all of them; an ace is high or low."""
    high = [card.rank for card in cards]
    different, most = len(set(high)), len(cards) - 1
    if different <= most:
        return False
    low = [1 if rank == ACE else rank for rank in high]
    return max(high) - min(high) == most or max(low) - min(low) == most


def _is_flush(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1


def three_card_bonus(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
    """Whether the player wins the Three Card Bonus (appendix B).

    Hands of equal rank are won by the player where both have as many red and as many black cards (appendix B copy,
    TCS-3), and by the dealer otherwise.
    """
    mine, theirs = three_card_rank(player), three_card_rank(dealer)
    if mine == theirs:
        return colours(player) == colours(dealer)
    return mine > theirs


def three_card(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[str, ...]:
    """The row of the Three Card Bonus: ``win`` or ``lose``."""
    return ("win",) if three_card_bonus(player, dealer) else ("lose",)


# --- the Four Card Bonus and the jackpot -------------------------------------------------------------------------


def _suited_places(suits: str) -> str:
    """Which of four suits are the one that three or four of them share; empty where fewer do."""
    for suit in SUITS:
        if suits.count(suit) >= 3:
            return "".join("x" if each == suit else "-" for each in suits)
    return ""


_SUITED_PLACES = {suits: _suited_places(suits) for suits in map("".join, product(SUITS, repeat=4))}
_FOUR_CARD: dict[tuple[int, int, int, int, str], tuple[str, ...]] = {}


def four_card(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The rows that a player's three cards and the community card satisfy, best first (appendices C and D, TCS-6).

    A three-card straight, flush or straight flush is any three of the four; an ace is high or low.
    """
    first, second, third, fourth = sorted(cards, key=_code)
    suited = _SUITED_PLACES[first.suit + second.suit + third.suit + fourth.suit]
    key = (first.rank, second.rank, third.rank, fourth.rank, suited)
    rows = _FOUR_CARD.get(key)
    if rows is None:
        rows = _FOUR_CARD[key] = _four_card((first, second, third, fourth))
    return rows


def _four_card(cards: tuple[Card, ...]) -> tuple[str, ...]:
    counts = Counter(card.rank for card in cards)
    straight, flush = _is_straight(cards), _is_flush(cards)
    threes = [(_is_straight(three), _is_flush(three)) for three in combinations(cards, 3)]
    satisfied = {
        "four-aces": counts[ACE] == 4,
        "four-of-a-kind": 4 in counts.values(),
        "four-card-straight-flush": straight and flush,
        "three-card-straight-flush": (True, True) in threes,
        "three-of-a-kind": max(counts.values()) >= 3,
        "four-card-straight-or-flush": straight or flush,
        "two-pair": sorted(counts.values()) == [2, 2],
        "three-card-straight-or-flush": any(any(three) for three in threes),
    }
    return tuple(row for row in FOUR_CARD_ROWS if satisfied[row])
