"""Rows of Dueling hands named otherwise than the approved document has them: by another reading, or a changed rule.

Nothing here is played: `hands` has what the document says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

from houseway.cards import ACE, Card
from houseway.cards.card import JACK
from houseway.games.dueling import hands
from houseway.games.dueling.maths.counting import Pair, Rows

TwoCards: TypeAlias = Callable[[Card, Card], Rows]
FourCards: TypeAlias = Callable[[Card, Card, Pair], Rows]

FLUSH: Rows = ("straight-or-flush", "flush")


@cache
def combo_judge(*, ace_low: bool = True, suited_pair: bool = False) -> TwoCards:
    """The Combo Bet: where ace and two are not connected, where a pair of one suit is a flush too."""
    if ace_low and not suited_pair:
        return hands.combo

    def judge(player: Card, community: Card) -> Rows:
        if not ace_low and {player.rank, community.rank} == {ACE, 2}:
            return FLUSH if player.suit == community.suit else ()
        rows = hands.combo(player, community)
        return ("pair", *FLUSH) if suited_pair and rows == ("pair",) and player.suit == community.suit else rows

    return judge


def each_pair_of_one_color(first: Pair, war: Pair) -> Rows:
    """Tie After Tie where two pairs are of the same colour if each pair is, one red and one black too."""
    rows = hands.tie_after_tie(first, war)
    one_color = first[0].color == first[1].color and war[0].color == war[1].color
    return ("two-pairs-same-color",) if rows == ("two-pairs-two-color",) and one_color else rows


@cache
def two_plus_two_judge(*, ace_low: bool = True, with_both: bool = False) -> FourCards:
    """2 + 2: where ace and two are no start and A-2-3 no straight flush; where a three-card straight flush must hold
    both of the first two cards.
    """
    if ace_low and not with_both:
        return hands.two_plus_two

    def judge(player: Card, community: Card, extra: Pair) -> Rows:
        return tuple(_four_cards(player, community, extra, ace_low=ace_low, with_both=with_both))

    return judge


def in_line(cards: Sequence[Card], *, ace_low: bool = True) -> bool:
    """Whether the cards are of one suit and in line, the ace high, and low too where it may be."""
    if len({kind.suit for kind in cards}) > 1:
        return False
    lines = [sorted(kind.rank for kind in cards)]
    if ace_low:
        lines.append(sorted(1 if kind.rank == ACE else kind.rank for kind in cards))
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in lines)


def _four_cards(
    player: Card, community: Card, extra: Pair, *, ace_low: bool = True, with_both: bool = False
) -> Iterator[str]:
    """The rows of 2 + 2, the ace low or not, a three-card straight flush with both first cards or with any."""
    first, hand = (player, community), (player, community, *extra)
    pair = player.rank == community.rank
    if not pair and not in_line(first, ace_low=ace_low):
        return
    ranks = [kind.rank for kind in hand]
    most = max(ranks.count(rank) for rank in ranks)
    four = in_line(hand, ace_low=ace_low)
    threes = [(*first, other) for other in extra] if with_both else list(combinations(hand, 3))
    if four and min(ranks) == JACK:
        yield "royal-flush"
    if four:
        yield "4-card-straight-flush"
    if most == 4:
        yield "four-of-a-kind"
    if any(in_line(three, ace_low=ace_low) for three in threes):
        yield "3-card-straight-flush"
    if most >= 3:
        yield "three-of-a-kind"
    yield "starting-pair" if pair else "starting-straight-flush"
