"""Decks laid ready for a few named rounds, so that the rarest prizes are paid in every drill."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.cards import Card, Chance, Deck, VirtualShoe, parse_cards
from houseway.drill.drill_plan import TIE, TWO


class Stack(msgspec.Struct, frozen=True, kw_only=True):
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


_QUEENS = "Qh {0} Qh {1}"

STACKS = (
    Stack(
        name="five wild cards",
        game="deuces-wild",
        wagers=("bonus-jackpot",),
        seats=(1,),
        cards="Kc 2c 9d 2d 4s 2h 7h 2s Xj",
    ),
    Stack(
        name="four wild cards, and others at the table",
        game="deuces-wild",
        wagers=("bonus-jackpot",),
        seats=(1, 2, 3),
        cards="Kc 2c 8d 3c 9d 2d 9h 5d 4s 2h Jc 7s 7h Xj Kd 6c 6s",
    ),
    Stack(
        name="three wild cards",
        game="deuces-wild",
        wagers=("bonus-jackpot",),
        seats=(1,),
        cards="Kc 2c 9d 2d 4s 2h 7h 9s 5s",
    ),
    Stack(
        name="two wild cards twice",
        game="deuces-wild",
        wagers=("bonus-jackpot",),
        seats=(2, 5),
        cards="Kc 2c 2h 9d 2d Xj 4s 8h 5c 7h 9s Jd 3d Kd",
    ),
    Stack(name="four aces", game="three-card-split", wagers=("jackpot",), seats=(1,), cards="As Ah Ad 9c 5d 7h Ac"),
    Stack(
        name="four aces before others",
        game="three-card-split",
        wagers=("jackpot",),
        seats=(1, 2, 3),
        cards="As Ah Ad 9c 5d 7h 8h 3d Kc Js 6h 4h Ac",
    ),
    Stack(
        name="queens of hearts, suited blackjack in hearts",
        game="triple-attack",
        wagers=("jackpot", "jackpot-2"),
        seats=(1,),
        cards=_QUEENS.format("Ah", "Kh"),
    ),
    Stack(
        name="queens of hearts, suited blackjack, others at the table",
        game="triple-attack",
        wagers=("jackpot", "jackpot-2"),
        seats=(1, 4),
        cards="Qh 7c As Qh 5d Ks",
    ),
    Stack(
        name="queens of hearts, blackjack",
        game="triple-attack",
        wagers=("jackpot", "jackpot-2"),
        seats=(2,),
        cards=_QUEENS.format("Ac", "Jd"),
    ),
    Stack(
        name="queens of hearts twice: more than the meter",
        game="triple-attack",
        wagers=("jackpot", "jackpot-2"),
        seats=(3, 6),
        cards="Qh Qh Ah Qh Qh Kh",
    ),
    Stack(
        name="quads of one suit after a tie",
        game="dueling",
        wagers=(TIE,),
        seats=(1,),
        cards="As As 4d 5d 6d As As",
    ),
    Stack(
        name="quads of one suit, divided",
        game="dueling",
        wagers=(TIE,),
        seats=(2, 3),
        cards="8c 8c 8c 4d 5d 6d 8c 8c 8c",
    ),
    Stack(
        name="quads of two colours",
        game="dueling",
        wagers=(TIE,),
        seats=(1,),
        cards="9s 9h 4d 5d 6d 9c 9d",
    ),
    Stack(
        name="trips of two colours, shared",
        game="dueling",
        wagers=(TIE,),
        seats=(1, 2),
        cards="9s 3c 9h 4d 5d 6d 9c Kd",
    ),
    Stack(name="a royal", game="dueling", wagers=(TWO,), seats=(1,), cards="Ah Kh Qh Jh"),
    Stack(
        name="two royals, and a third player", game="dueling", wagers=(TWO,), seats=(1, 2, 3), cards="Ah Ah 5c Kh Qh Jh"
    ),
    Stack(name="a straight flush of four", game="dueling", wagers=(TWO,), seats=(4,), cards="7d 8d 9d Td"),
)
"""Every named round. Wagers are placed at each seat on the jackpots named, as far as the table has them."""


def stacks_for(game: str, wagers: Iterable[str]) -> list[Stack]:
    """The named rounds that a table with these jackpot wagers can play."""
    offered = set(wagers)
    return [stack for stack in STACKS if stack.game == game and offered.intersection(stack.wagers)]


def top_of(stack: Stack) -> list[Card]:
    """The first cards off the shoe."""
    return list(parse_cards(stack.cards))
