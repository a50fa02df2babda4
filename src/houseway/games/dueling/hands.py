"""What the cards of a duel make: the only place that names a Dueling event.

``duel`` compares two cards. Every other hand function returns all paytable rows that the cards satisfy, over all
paytables of its wager, best first in the document's order; a paytable pays the first of its own rows found there, and
``()`` is no row at all. Several decks are in play, so the very same card may lie on the table more than once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from houseway.cards.card import ACE, JACK, Card

_NO_ROW: tuple[str, ...] = ()


def duel(player: Card, community: Card) -> int:
    """1 where the player's card is the higher, -1 where it is the lower, 0 for a tie; the ace is high.

    The same comparison decides a war (how to play 3, 10(a) and 11(a); optional how to play 3 and 8; DD-1). Which spot
    gains by it is for the procedure.
    """
    return (player.rank > community.rank) - (player.rank < community.rank)


def war_events(spot: str, result: int) -> tuple[str, str]:
    """How the first wager and the War wager end, by the duel of the war cards: a tie wins on either spot (DD-2)."""
    if result == 0:
        return "war-push", "tie-after-tie"
    won = result < 0 if spot == "dealer" else result > 0
    return ("war-push", "win") if won else ("war-lost", "lose")


# Tie Plus -------------------------------------------------------------------------------------------------------------

_SUITED_PAIR = ("suited-pair-tie",)
_UNSUITED_PAIR = ("pair-ties-unsuited",)


def tie_plus(player: Card, community: Card) -> tuple[str, ...]:
    """The Tie Plus row of a pair, suited or not; ``()`` without one (bonus wagers tie plus; appendix A)."""
    if player.rank != community.rank:
        return _NO_ROW
    return _SUITED_PAIR if player.suit == community.suit else _UNSUITED_PAIR


# Combo Bet ------------------------------------------------------------------------------------------------------------

_PAIR = ("pair",)
_STRAIGHT_FLUSH = ("straight-flush", "straight-or-flush", "straight", "flush")
_STRAIGHT = ("straight-or-flush", "straight")
_FLUSH = ("straight-or-flush", "flush")
_ACE_TO_TWO = ACE - 2


def _connected(one: Card, other: Card) -> bool:
    """Neighbouring ranks, the ace next to the king and to the two (DD-1)."""
    distance = abs(one.rank - other.rank)
    return distance == 1 or distance == _ACE_TO_TWO


def combo(player: Card, community: Card) -> tuple[str, ...]:
    """The Combo Bet rows of two cards (bonus wagers combo bet; appendix B; DD-1, DD-3).

    A pair is ``pair`` and nothing else, suited or not: on the tables where a pair loses, so does a suited one.
    """
    if player.rank == community.rank:
        return _PAIR
    if _connected(player, community):
        return _STRAIGHT_FLUSH if player.suit == community.suit else _STRAIGHT
    return _FLUSH if player.suit == community.suit else _NO_ROW


# Tie After Tie --------------------------------------------------------------------------------------------------------

_QUADS_SAME_SUIT = ("quads-same-suit", "quads-same-color")
_QUADS_SAME_COLOR = ("quads-same-color",)
_QUADS_TWO_COLOR = ("quads-two-color",)
_TWO_PAIRS_SAME_COLOR = ("two-pairs-same-color",)
_TRIPS_SAME_COLOR = ("trips-same-color",)
_TRIPS_TWO_COLOR = ("trips-two-color",)
_TWO_PAIRS_TWO_COLOR = ("two-pairs-two-color",)
_ONE_TIE_ONE_COLOR = ("one-tie-one-color",)
_ONE_TIE_TWO_COLOR = ("one-tie-two-color",)
_NOT_A_TIE = ("not-a-tie",)


def tie_after_tie(first: tuple[Card, Card], war: tuple[Card, Card] | None = None) -> tuple[str, ...]:
    """The Tie After Tie rows of the first two cards and the two war cards (appendix C; DD-4).

    ``war`` is None where there was none: no tie, or a surrender, which leaves a tie at one tie. Without a tie in
    ``first`` the answer is ``not-a-tie`` whatever follows. Colour is judged on the cards that make the event.
    """
    player, community = first
    rank = player.rank
    if community.rank != rank:
        return _NOT_A_TIE
    color = player.color
    one_color = community.color == color
    if war is not None:
        war_player, war_community = war
        if war_player.rank == war_community.rank:
            all_one_color = one_color and war_player.color == color and war_community.color == color
            if war_player.rank != rank:
                return _TWO_PAIRS_SAME_COLOR if all_one_color else _TWO_PAIRS_TWO_COLOR
            if not all_one_color:
                return _QUADS_TWO_COLOR
            one_suit = player.suit == community.suit == war_player.suit == war_community.suit
            return _QUADS_SAME_SUIT if one_suit else _QUADS_SAME_COLOR
        if war_player.rank == rank:
            return _TRIPS_SAME_COLOR if one_color and war_player.color == color else _TRIPS_TWO_COLOR
        if war_community.rank == rank:
            return _TRIPS_SAME_COLOR if one_color and war_community.color == color else _TRIPS_TWO_COLOR
    return _ONE_TIE_ONE_COLOR if one_color else _ONE_TIE_TWO_COLOR


# 2 + 2 ----------------------------------------------------------------------------------------------------------------


def starts_two_plus_two(player: Card, community: Card) -> bool:
    """Whether the first two cards keep a 2 + 2 wager alive: a pair, or a suited connection (DD-5)."""
    return player.rank == community.rank or (player.suit == community.suit and _connected(player, community))


_FourCardClass = tuple[int, int, bool, int, bool, bool, int, bool, bool]
_seen: dict[_FourCardClass, tuple[str, ...]] = {}


def two_plus_two(player: Card, community: Card, extra: tuple[Card, Card]) -> tuple[str, ...]:
    """The 2 + 2 rows of the first two cards with the two added community cards (appendix D; DD-5).

    ``()`` where the first two cards are no start. The order inside the start, and inside ``extra``, does not matter.

    Hands are classed by their ranks and by which suits agree with those of the first two cards. Whether the added cards
    agree with each other apart from that is nothing: three of the four cards always include one of the first two.
    """
    third, fourth = extra
    suit, other = player.suit, community.suit
    key = (
        player.rank,
        community.rank,
        suit == other,
        third.rank,
        third.suit == suit,
        third.suit == other,
        fourth.rank,
        fourth.suit == suit,
        fourth.suit == other,
    )
    rows = _seen.get(key)
    if rows is None:
        rows = _seen[key] = _four_card_rows(player, community, third, fourth)
    return rows


def _four_card_rows(player: Card, community: Card, third: Card, fourth: Card) -> tuple[str, ...]:
    """Each row of appendix D put to the four cards, in its order."""
    if not starts_two_plus_two(player, community):
        return _NO_ROW
    hand = (player, community, third, fourth)
    ranks = [card.rank for card in hand]
    most_alike = max(ranks.count(rank) for rank in ranks)
    four_in_line = _straight_flush(hand)
    tests = (
        ("royal-flush", four_in_line and min(ranks) == JACK),
        ("4-card-straight-flush", four_in_line),
        ("four-of-a-kind", most_alike == 4),
        ("3-card-straight-flush", any(_straight_flush(three) for three in combinations(hand, 3))),
        ("three-of-a-kind", most_alike >= 3),
        ("starting-straight-flush", player.rank != community.rank),
        ("starting-pair", player.rank == community.rank),
    )
    return tuple(row for row, satisfied in tests if satisfied)


def _straight_flush(hand: Sequence[Card]) -> bool:
    """One suit and ranks in line; the ace ends a line at either side and never joins king to two (DD-1)."""
    if any(card.suit != hand[0].suit for card in hand):
        return False
    ace_high = sorted(card.rank for card in hand)
    ace_low = sorted(1 if card.rank == ACE else card.rank for card in hand)
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in (ace_high, ace_low))
