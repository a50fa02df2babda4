"""Deuces Wild: the automatic player.

Ante, Play and Raise are played as exact counting has them, so far as a seat's own cards tell. The Five Card Fortune
card is the one that fits the most community hands, by a score that comes within a few hundredths of a percent of the
best.
"""

from __future__ import annotations

from typing import Any

from houseway.cards import Card
from houseway.cards.card import ACE
from houseway.games.deuces_wild import hands
from houseway.rulebook.steps import COMMUNITY, Ask
from houseway.table.players import Seen

FIT = {3: 0, 4: 11, 5: 22, 6: 29, 7: 41, 8: 41, 9: 41, 10: 49, 11: 38, 12: 27, 13: 16, 14: 9}
"""By rank: what a card is worth beside four unseen ones, in thousandths of the stake more than a three."""

SAME_RANK, SAME_SUIT = 48, 5
NEAR_RANK = (0, 9, 7, 5, 3, *[0] * 8)
"""What a card loses by each other card held, which cannot come: one of its rank, of its suit, or so many ranks away."""


def advise(ask: Ask, seen: Seen) -> Any:
    """A sensible answer to ``ask`` for a seat that has seen what ``seen`` shows; the default if it knows no cards."""
    seat = ask.seat
    assert isinstance(seat, int)
    cards = seen.cards(seat)
    held = tuple([kind for kind in cards if kind is not None])
    if ask.ask == "fortune":
        assert ask.pick is not None
        pool = cards[: ask.pick.pool]
        if None in pool:
            return ask.default
        return _select(held[: len(pool)], seen)
    if len(held) < len(cards):
        return ask.default
    if ask.ask == "treasure":
        return "declare" if hands.treasure(held) else "no"
    if ask.ask == "play":
        return "play" if plays(held, _straight_pays_three(seen)) else "fold"
    return "raise" if raises(held) else "fold"


def plays(cards: tuple[Card, ...], straight_pays_three: bool) -> bool:
    """Whether three cards are worth the Play wager: a wild card, a pair, or three of one suit within a straight.

    Where a straight pays three to one, also three in a row that either end can fill, from 5-6-7 to 10-J-Q.
    """
    ranks = {card.rank for card in cards}
    if len(ranks) < 3 or 0 in ranks or 2 in ranks:
        return True
    first, second, third = cards
    if first.suit == second.suit == third.suit:
        return _within_a_straight(ranks)
    lowest = min(ranks)
    return straight_pays_three and 5 <= lowest <= 10 and max(ranks) == lowest + 2


def raises(cards: tuple[Card, ...]) -> bool:
    """Whether four cards are worth the Raise wager: a wild card, a pair, or four to a flush or a straight.

    Not ace, three, four and five: only a wild card is a two.
    """
    ranks = {card.rank for card in cards}
    if len(ranks) < 4 or 0 in ranks or 2 in ranks:
        return True
    first, second, third, fourth = cards
    if first.suit == second.suit == third.suit == fourth.suit:
        return True
    return max(ranks) - min(ranks) <= 4


def _within_a_straight(ranks: set[int]) -> bool:
    """Whether one straight can hold all these ranks."""
    highest = max(ranks)
    if highest - min(ranks) <= 4:
        return True
    return highest == ACE and max(ranks - {ACE}) <= 5


def _straight_pays_three(seen: Seen) -> bool:
    pay = seen.setup.paytables["ante"].row(("straight",)).pay
    return pay.numerator >= 3 * pay.denominator


def _select(pool: tuple[Card, ...], seen: Seen) -> list[int]:
    """Every wild card, or the one that fits best; with the community hand in sight, what makes the best row."""
    wild = [number for number, card in enumerate(pool, start=1) if hands.is_wild(card)]
    community = tuple([kind for kind in seen.cards(COMMUNITY) if kind is not None])
    if len(community) == 4:
        choices = [[number] for number in range(1, len(pool) + 1)]
        if len(wild) > 1:
            choices.append(wild)
        return min(choices, key=lambda chosen: _place(community, [pool[number - 1] for number in chosen]))
    if wild:
        return wild
    return [max(range(1, len(pool) + 1), key=lambda number: _fit(pool[number - 1], pool))]


def _place(community: tuple[Card, ...], chosen: list[Card]) -> int:
    """The place in the paytable of the best row that these cards make; past its end if they make none."""
    rows = hands.fortune((*community, *chosen))
    return hands.FORTUNE_ROWS.index(rows[0]) if rows else len(hands.FORTUNE_ROWS)


def _fit(card: Card, held: tuple[Card, ...]) -> int:
    score = FIT[card.rank]
    for other in held:
        apart = abs(other.rank - card.rank)
        if apart == 0:
            score -= SAME_RANK if other is not card else 0
        else:
            score -= NEAR_RANK[apart]
            if other.suit == card.suit:
                score -= SAME_SUIT
    return score
