"""Decks laid ready for a few named rounds, so that the rarest prizes are paid in every drill."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from houseway.cards import Card, Chance, Deck, VirtualShoe, parse_cards
from houseway.drill.drill_plan import TIE, TWO


class Stack(NamedTuple):
    """A named round: who sits and bets on what, and the first cards off the shoe; the rest falls as chance has it."""

    name: str
    game: str
    wagers: tuple[str, ...]
    seats: tuple[int, ...]
    cards: str


class StackedShoe:
    """A shoe whose first cards are known, and whose others are drawn from what is left of its deck."""

    keyed = False
    reads = False

    def __init__(self, deck: Deck, chance: Chance, top: Iterable[Card]) -> None:
        self._top = list(top)
        self._rest = VirtualShoe(deck, chance, self._top)
        self._top.reverse()

    def draw(self) -> Card:
        """The next card of the stack; when it is used up, one of those left, each as likely."""
        return self._top.pop() if self._top else self._rest.draw()


_WILD = ("deuces-wild", ("bonus-jackpot",))
_SPLIT = ("three-card-split", ("jackpot",))
_ATTACK = ("triple-attack", ("jackpot", "jackpot-2"))
_TIE = ("dueling", (TIE,))
_TWO = ("dueling", (TWO,))

STACKS = (
    Stack("five wild cards", *_WILD, (1,), "Kc 2c 9d 2d 4s 2h 7h 2s Xj"),
    Stack(
        "four wild cards, and others at the table",
        *_WILD,
        (1, 2, 3),
        "Kc 2c 8d 3c 9d 2d 9h 5d 4s 2h Jc 7s 7h Xj Kd 6c 6s",
    ),
    Stack("three wild cards", *_WILD, (1,), "Kc 2c 9d 2d 4s 2h 7h 9s 5s"),
    Stack("two wild cards twice", *_WILD, (2, 5), "Kc 2c 2h 9d 2d Xj 4s 8h 5c 7h 9s Jd 3d Kd"),
    Stack("four aces", *_SPLIT, (1,), "As Ah Ad 9c 5d 7h Ac"),
    Stack("four aces before others", *_SPLIT, (1, 2, 3), "As Ah Ad 9c 5d 7h 8h 3d Kc Js 6h 4h Ac"),
    Stack("queens of hearts, suited blackjack in hearts", *_ATTACK, (1,), "Qh Ah Qh Kh"),
    Stack("queens of hearts, suited blackjack, others at the table", *_ATTACK, (1, 4), "Qh 7c As Qh 5d Ks"),
    Stack("queens of hearts, blackjack", *_ATTACK, (2,), "Qh Ac Qh Jd"),
    Stack("queens of hearts twice: more than the meter", *_ATTACK, (3, 6), "Qh Qh Ah Qh Qh Kh"),
    Stack("quads of one suit after a tie", *_TIE, (1,), "As As 4d 5d 6d As As"),
    Stack("quads of one suit, divided", *_TIE, (2, 3), "8c 8c 8c 4d 5d 6d 8c 8c 8c"),
    Stack("quads of two colours", *_TIE, (1,), "9s 9h 4d 5d 6d 9c 9d"),
    Stack("trips of two colours, shared", *_TIE, (1, 2), "9s 3c 9h 4d 5d 6d 9c Kd"),
    Stack("a royal", *_TWO, (1,), "Ah Kh Qh Jh"),
    Stack("two royals, and a third player", *_TWO, (1, 2, 3), "Ah Ah 5c Kh Qh Jh"),
    Stack("a straight flush of four", *_TWO, (4,), "7d 8d 9d Td"),
)
"""Every named round. Wagers are placed at each seat on the jackpots named, as far as the table has them."""


def stacks_for(game: str, wagers: Iterable[str]) -> list[Stack]:
    """The named rounds that a table with these jackpot wagers can play."""
    offered = set(wagers)
    return [stack for stack in STACKS if stack.game == game and offered.intersection(stack.wagers)]


def top_of(stack: Stack) -> list[Card]:
    """The first cards off the shoe."""
    return list(parse_cards(stack.cards))
