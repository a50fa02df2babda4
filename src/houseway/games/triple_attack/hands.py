"""Naming the event in the cards of Triple Attack Blackjack.

The only place that names an event: each name is a paytable row of the edition in kebab-case. A function that returns
events returns every row the cards satisfy, best first, and ``()`` when there is none; a paytable pays its first row
found there. Citations are clauses and rulings of the 2021 edition.

Nothing here needs a memory of hands seen before: there is one object for each kind of card, so a question about two or
three cards is a few comparisons.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards.card import ACE, JACK, KING, QUEEN, Card, card

# The attack wagers, with split and double (rules 6, 7, 9 to 13).
BLACKJACK_AGAINST_BLACKJACK = "blackjack-against-blackjack"
BLACKJACK = "blackjack"
TWENTY_ONE = "twenty-one"
SIX_CARD_CHARLIE = "six-card-charlie"
WIN = "win"
PUSH = "push"
PUSH_22 = "push-22"
DEALER_BLACKJACK = "dealer-blackjack"
BUST = "bust"
LOSE = "lose"

# Insurance (rules 5) has BLACKJACK and LOSE too.
SUITED_BLACKJACK = "suited-blackjack"

# Suited Royals (appendix A).
KING_QUEEN_SUITED = "king-queen-suited"
TWO_SUITED_FACE_CARDS = "two-suited-face-cards"
TWO_CARD_FLUSH = "two-card-flush"

# Double Match (appendix B).
SUITED_MATCH = "suited-match"
UNSUITED_MATCH = "unsuited-match"

# Triple Match (appendix C).
THREE_OF_A_KIND_SUITED = "three-of-a-kind-suited"
THREE_OF_A_KIND = "three-of-a-kind"
ONE_PAIR_SUITED = "one-pair-suited"
ONE_PAIR = "one-pair"

# The jackpots (appendix D).
QUEENS_AND_BLACKJACK_IN_HEARTS = "queen-of-hearts-pair-w-dealer-suited-blackjack-in-hearts"
QUEENS_AND_SUITED_BLACKJACK = "queen-of-hearts-pair-w-dealer-suited-blackjack"
QUEENS_AND_BLACKJACK = "queen-of-hearts-pair-w-dealer-blackjack"
QUEENS = "queen-of-hearts-pair"
MATCHED_20 = "matched-20"
SUITED_20 = "suited-20"
ANY_20 = "any-20"

QUEEN_OF_HEARTS = card("Qh")
BEST = 21
PUSHES = 22
"""The dealer's total that pushes every hand still standing (rules 13(b))."""

CHARLIE = 6
"""So many cards that are not over 21 win at once (rules 10)."""

_POINTS = {rank: rank for rank in range(2, 11)} | {JACK: 10, QUEEN: 10, KING: 10, ACE: 11}


# ------------------------------------------------------------------------------------------------------- counting


def points(card: Card) -> int:
    """What the card counts, an ace as eleven (description cards, TA-1)."""
    return _POINTS[card.rank]


def value(card: Card) -> int:
    """The value by which two cards may be split: the same for every face card, eleven for an ace (rules 8(d), TA-6)."""
    return _POINTS[card.rank]


def total(cards: Sequence[Card]) -> int:
    """The best total: the highest that is not over 21, or the lowest count of all when every one is over."""
    return count(cards)[0]


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts eleven in the best total."""
    return count(cards)[1]


def count(cards: Sequence[Card]) -> tuple[int, bool]:
    """The best total, and whether an ace counts eleven in it."""
    best = elevens = 0
    for each in cards:
        best += _POINTS[each.rank]
        if each.rank == ACE:
            elevens += 1
    while best > BEST and elevens:
        best -= 10
        elevens -= 1
    return best, elevens > 0


def is_blackjack(two: Sequence[Card]) -> bool:
    """Whether the first two cards are an ace and a card that counts ten.

    The cards alone cannot tell a hand made by a split, where the same two cards are 21 and no blackjack (TA-6).
    """
    return len(two) == 2 and _POINTS[two[0].rank] + _POINTS[two[1].rank] == BEST


def is_suited_blackjack(two: Sequence[Card]) -> bool:
    """Whether the first two cards are a blackjack of one suit (rules 5)."""
    return is_blackjack(two) and two[0].suit == two[1].suit


# ---------------------------------------------------------------------------------------------- the dealer's hand


def dealer_looks(up: Card) -> bool:
    """Whether the dealer looks at the down card: under an ace and under a face card (TA-2)."""
    return _POINTS[up.rank] >= 10


def dealer_draws(cards: Sequence[Card]) -> bool:
    """Whether the dealer takes another card: below 17, and on a soft 17 (rules 12)."""
    best, soft = count(cards)
    return best < 17 or (best == 17 and soft)


# ------------------------------------------------------------------------------------------------ the attack wagers


def at_the_look(two: Sequence[Card], dealer_two: Sequence[Card]) -> tuple[str, ...]:
    """What settles the attacks at the look, where either side has a blackjack; else ``()`` (rules 6 and 7, TA-11)."""
    if is_blackjack(dealer_two):
        return (BLACKJACK_AGAINST_BLACKJACK,) if is_blackjack(two) else (DEALER_BLACKJACK,)
    return (BLACKJACK,) if is_blackjack(two) else ()


def at_once(cards: Sequence[Card]) -> tuple[str, ...]:
    """What ends a hand in play without the dealer: bust, 21, six cards; ``()`` while it is open (rules 9 to 11, TA-4).

    It holds on split and on doubled hands too. A blackjack, which ``at_the_look`` settles first, would be 21 here.
    """
    best = count(cards)[0]
    if best > BEST:
        return (BUST,)
    charlie = len(cards) >= CHARLIE
    if best == BEST:
        return (TWENTY_ONE, SIX_CARD_CHARLIE) if charlie else (TWENTY_ONE,)
    return (SIX_CARD_CHARLIE,) if charlie else ()


def against_dealer(cards: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
    """The standing hand against the dealer's finished one (rules 13, TA-7).

    The hand is one that ``at_once`` left open: 20 or less, fewer than six cards.
    """
    ours, theirs = count(cards)[0], count(dealer)[0]
    if theirs == PUSHES:
        return (PUSH_22,)
    if theirs > PUSHES or theirs < ours:
        return (WIN,)
    return (PUSH,) if theirs == ours else (LOSE,)


def insurance(dealer_two: Sequence[Card]) -> tuple[str, ...]:
    """The insurance wager on the dealer's two cards (rules 5, TA-8)."""
    if not is_blackjack(dealer_two):
        return (LOSE,)
    return (SUITED_BLACKJACK, BLACKJACK) if dealer_two[0].suit == dealer_two[1].suit else (BLACKJACK,)


# ------------------------------------------------------------------------------------------------------ side bets


def suited_royals(two: Sequence[Card]) -> tuple[str, ...]:
    """Suited Royals on the player's first two cards; an ace is no face card, a suited pair of faces is (TA-10)."""
    one, other = two
    if one.suit != other.suit:
        return ()
    if not (_is_face(one) and _is_face(other)):
        return (TWO_CARD_FLUSH,)
    if one.rank + other.rank == KING + QUEEN:  # of two faces no others add up so
        return (KING_QUEEN_SUITED, TWO_SUITED_FACE_CARDS, TWO_CARD_FLUSH)
    return (TWO_SUITED_FACE_CARDS, TWO_CARD_FLUSH)


def match(player_card: Card, dealer_card: Card) -> str:
    """Double Match for one of the player's first two cards and the dealer's up or down card; empty for no match.

    Each of the two cards is paid on its own (appendix B note 3, TA-9); the wager loses when neither matches.
    """
    if player_card is dealer_card:
        return SUITED_MATCH
    return UNSUITED_MATCH if player_card.rank == dealer_card.rank else ""


def triple_match(two: Sequence[Card], up: Card) -> tuple[str, ...]:
    """Triple Match on the player's first two cards and the dealer's up card (appendix C).

    Suited is of the same rank and suit: all three for three of a kind, two of them for a pair.
    """
    one, other = two
    if one.rank == other.rank == up.rank:
        if one is other is up:
            return (THREE_OF_A_KIND_SUITED, THREE_OF_A_KIND, ONE_PAIR_SUITED, ONE_PAIR)
        if one is other or one is up or other is up:
            return (THREE_OF_A_KIND, ONE_PAIR_SUITED, ONE_PAIR)
        return (THREE_OF_A_KIND, ONE_PAIR)
    if one is other or one is up or other is up:
        return (ONE_PAIR_SUITED, ONE_PAIR)
    if one.rank == other.rank or up.rank in (one.rank, other.rank):
        return (ONE_PAIR,)
    return ()


def jackpot(player_two: Sequence[Card], dealer_two: Sequence[Card]) -> tuple[str, ...]:
    """The jackpot on the player's first two cards, and the dealer's two for its highest rows (appendix D, TA-10).

    A matched 20 is two of the same face; ace and nine are 20 as well.
    """
    one, other = player_two
    if _POINTS[one.rank] + _POINTS[other.rank] != 20:
        return ()
    if one.suit != other.suit:
        return (ANY_20,)
    if one is not other:
        return (SUITED_20, ANY_20)
    if one is not QUEEN_OF_HEARTS:
        return (MATCHED_20, SUITED_20, ANY_20)
    return (*_queens(dealer_two), QUEENS, MATCHED_20, SUITED_20, ANY_20)


def _queens(dealer_two: Sequence[Card]) -> tuple[str, ...]:
    """The rows that two queens of hearts reach by the dealer's two cards."""
    if not is_blackjack(dealer_two):
        return ()
    if not is_suited_blackjack(dealer_two):
        return (QUEENS_AND_BLACKJACK,)
    if dealer_two[0].suit != "h":
        return (QUEENS_AND_SUITED_BLACKJACK, QUEENS_AND_BLACKJACK)
    return (QUEENS_AND_BLACKJACK_IN_HEARTS, QUEENS_AND_SUITED_BLACKJACK, QUEENS_AND_BLACKJACK)


def _is_face(card: Card) -> bool:
    """Jack, queen or king."""
    return JACK <= card.rank <= KING
