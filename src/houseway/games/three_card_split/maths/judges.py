"""Cards of Three Card Split ranked, compared and set otherwise than the approved document has them.

Another reading of the document or a changed rule would have them so. Nothing here is played: `hands` has what it says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np

from houseway.cards import CARDS, Card
from houseway.cards.card import ACE, KING
from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.classes import Bools, Ints, classes
from houseway.games.three_card_split.maths.counting import AS_RULED, Judge, equal_three_cards

HighRank = Callable[[hands.High], int]

# --- other rankings ----------------------------------------------------------------------------------------------


def king_and_ace_apart(high: hands.High) -> int:
    """The rank of a high sub-hand where king and ace are no connection: suited, or high cards."""
    if {card.rank for card in high} != {KING, ACE}:
        return hands.high_rank(high)
    kind = "suited" if high[0].suit == high[1].suit else "high-card"
    return hands.HIGH_KINDS.index(kind) << 8 | ACE << 4 | KING


def copies_to(high: int, low: int) -> Callable[[tuple[Card, ...], tuple[Card, ...]], int]:
    """Sub-hands compared where a copy is the player's (1) or the dealer's (-1), as the high and the low one have it."""

    def compare(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
        if len(player) == 1:
            mine, theirs = hands.low_rank(player[0]), hands.low_rank(dealer[0])
            return low if mine == theirs else 1 if mine > theirs else -1
        one, other = hands.high_rank((player[0], player[1])), hands.high_rank((dealer[0], dealer[1]))
        return high if one == other else 1 if one > other else -1

    return compare


copies_lose = copies_to(-1, -1)
"""Sub-hands compared where the dealer has every copy."""


def equal_is_foul(high: hands.High, low: Card) -> bool:
    """A foul where the low card must be below the top card of a high-card sub-hand."""
    return fouls_equal(hands.high_rank)(high, low)


@cache
def fouls_equal(high_rank: HighRank) -> Callable[[hands.High, Card], bool]:
    """`equal_is_foul` where the sub-hands are ranked by ``high_rank``."""

    def is_foul(high: hands.High, low: Card) -> bool:
        return not high_rank(high) >> 8 and low.rank >= max(card.rank for card in high)

    return is_foul


# --- other house ways --------------------------------------------------------------------------------------------


def house_place(
    cards: tuple[Card, ...],
    high_rank: HighRank = hands.high_rank,
    is_foul: Callable[[hands.High, Card], bool] = hands.is_foul,
    *,
    three_goes_low: bool = False,
    any_high: bool = False,
    two_colours: bool = False,
) -> int:
    """The place of the card that the house puts low, of three in ascending order.

    ``three_goes_low``: of A-2-3 the three is the highest card. ``any_high``: under C.i the high sub-hand may be of high
    cards too. ``two_colours``: of two settings of equal rank, the one with both colours.
    """
    kind = hands.kind_of_three(cards)
    if kind == "three-of-a-kind":
        painted = Counter(card.color for card in cards)
        return next(place for place, card in enumerate(cards) if painted[card.color] == 1)
    if kind in ("straight", "flush", "straight-flush"):
        ranks = [card.rank for card in cards]
        return ranks.index(3) if three_goes_low and ranks == [2, 3, ACE] else 2
    ways = hands.settings(cards)
    made = [place for place, (high, _) in enumerate(ways) if high_rank(high) >> 8]
    if not made:
        return 1
    allowed = [place for place, way in enumerate(ways) if not is_foul(*way)] if any_high else made
    with_ten = [place for place in allowed if ways[place][1].rank >= hands.TEN]

    def worth(place: int) -> tuple[int, bool]:
        high = ways[place][0]
        return high_rank(high), (high[0].color == high[1].color) != two_colours

    return max(with_ten or made, key=worth)


def best_high(cards: tuple[Card, ...], judge: Judge = AS_RULED) -> int:
    """The house makes the best high sub-hand; of equal ones the one with the better low card."""
    return _best(cards, judge, lambda high, low: (judge.high_rank(high), low.rank))


def best_low(cards: tuple[Card, ...], judge: Judge = AS_RULED) -> int:
    """The house puts the highest card low that is no foul; of equal ones it makes the better high sub-hand."""
    return _best(cards, judge, lambda high, low: (low.rank, judge.high_rank(high)))


def _best(cards: tuple[Card, ...], judge: Judge, worth: Callable[[hands.High, Card], tuple[int, int]]) -> int:
    ways = hands.settings(cards)
    allowed = [place for place, way in enumerate(ways) if not judge.is_foul(*way)]
    return max(allowed, key=lambda place: worth(*ways[place]))


def places(set_house: Callable[[tuple[Card, ...]], int]) -> Ints:
    """(classes,): the place of the card that a house puts low."""
    heads = classes().heads.tolist()
    return np.array([set_house(tuple(CARDS[code] for code in head)) for head in heads], dtype=np.int64)


# --- other three and four cards ----------------------------------------------------------------------------------


def coloured(codes: list[int]) -> tuple[tuple[int, int], ...]:
    """How many red cards a hand has of each rank."""
    red: Counter[int] = Counter()
    for code in codes:
        red[CARDS[code].rank] += CARDS[code].color == "red"
    return tuple(sorted(red.items()))


def matching_cards() -> Bools:
    """Which deals of `equal_three_cards` are the player's where the colours of copies must match card by card."""
    mine, theirs, _ = equal_three_cards()
    names = [coloured(codes) for codes in classes().cards.tolist()]
    number = {name: place for place, name in enumerate(dict.fromkeys(names))}
    colour = np.array([number[name] for name in names])
    matching: Bools = colour[mine] == colour[theirs]
    return matching


def four_card_ace_high(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The rows of a four-card hand where A-2-3 and A-2-3-4 are no straights."""

    def straight(some: tuple[Card, ...]) -> bool:
        ranks = sorted(card.rank for card in some)
        return ranks == list(range(ranks[0], ranks[0] + len(ranks)))

    def flush(some: tuple[Card, ...]) -> bool:
        return len({card.suit for card in some}) == 1

    counts = Counter(card.rank for card in cards)
    threes = list(combinations(cards, 3))
    satisfied = (
        counts[ACE] == 4,
        4 in counts.values(),
        straight(cards) and flush(cards),
        any(straight(three) and flush(three) for three in threes),
        max(counts.values()) >= 3,
        straight(cards) or flush(cards),
        sorted(counts.values()) == [2, 2],
        any(straight(three) or flush(three) for three in threes),
    )
    return tuple(row for row, yes in zip(hands.FOUR_CARD_ROWS, satisfied, strict=True) if yes)
