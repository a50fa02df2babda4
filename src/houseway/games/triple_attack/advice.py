"""Triple Attack Blackjack: the automatic player.

It attacks again wherever its cards are worth more than they cost, never insures, and plays each hand by a few rules
that follow the best play closely: 21 and six cards win at once and a dealer's 22 only pushes, so it draws more than at
ordinary blackjack.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from houseway.cards import Card
from houseway.games.triple_attack import hands
from houseway.rulebook.steps import DEALER, Ask
from houseway.table.players import Seen

THIRD_ATTACK = {8: (6, 7), 9: (5, 6, 7, 8), 10: range(2, 10), 11: range(2, 12)}
"""By the value of the player's first card: the dealer's up cards against which a third attack pays (an ace is 11)."""

SPLIT = {2: (6, 7), 3: (6, 7), 7: (4, 5, 6, 7), 8: range(2, 11), 9: (6, 8, 9), 11: range(2, 12)}
"""By the value of the two cards: the dealer's up cards against which they are split."""


def advise(ask: Ask, seen: Seen) -> Any:
    """A sensible answer to ``ask`` for a seat that has seen what ``seen`` shows."""
    what = ask.ask
    if what == "play":
        return _play(ask, seen)
    if what == "insurance":
        return "pass"
    assert isinstance(ask.seat, int)
    (own,) = seen.cards(ask.seat)
    assert own is not None
    value = hands.value(own)
    if what == "second-attack":
        return "bet" if value >= 10 else "pass"
    up = seen.cards(DEALER)[0]
    assert up is not None
    return "bet" if hands.value(up) in THIRD_ATTACK.get(value, ()) else "pass"


def _play(ask: Ask, seen: Seen) -> str:
    assert ask.place is not None
    cards = cast(tuple[Card, ...], seen.cards(ask.place))  # players' cards lie face up
    shown = seen.cards(DEALER)[0]
    assert shown is not None
    up = hands.value(shown)
    if ask.choices[-1].word == "split" and up in SPLIT.get(hands.value(cards[0]), ()):
        return "split"
    word = best_play(*hands.count(cards), len(cards), up)
    if word == "double" and not any(choice.word == "double" for choice in ask.choices):
        return "hit"
    return word


@cache
def best_play(total: int, soft: bool, count: int, up: int) -> str:
    """What to do with ``count`` cards that make ``total``, the dealer showing ``up`` (an ace is 11), but for splits."""
    if count == 5:  # one more card wins unless it passes 21
        if soft or total <= 15:
            return "double"
        return "hit" if total == 16 or (total == 17 and not 3 <= up <= 7) else "stand"
    if soft:
        return _play_soft(total, count, up)
    if total >= 17:
        return "hit" if total == 17 and up == 11 else "stand"
    if total in (10, 11) and count <= 3:
        # On three cards hitting may still lead to six, so fewer doubles are worth it.
        widest = {(10, 2): (3, 6), (10, 3): (4, 6), (11, 2): (2, 7), (11, 3): (3, 6)}[total, count]
        return "double" if widest[0] <= up <= widest[1] else "hit"
    stands_from = {14: 6, 15: 4, 16: 3}.get(total, 7)
    if total == 14 and count == 4:
        return "hit"
    return "stand" if stands_from <= up <= 6 else "hit"


def _play_soft(total: int, count: int, up: int) -> str:
    if total <= 17:
        return "hit"
    if total == 18:
        if count == 2 and 3 <= up <= 8:
            return "double" if up == 6 else "stand"
        return "stand" if count == 3 and up == 7 else "hit"
    return "hit" if total == 19 and count == 4 else "stand"
