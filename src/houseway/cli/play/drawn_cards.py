"""Draws cards in the terminal: boxes with rank and suit, backs for cards not seen, or words in a line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from houseway.cards import UNSEEN
from houseway.cli.play.blocks import Block, beside

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "j": "★"}
PAPER = "#fcfaf2"
BLACK = f"bold #14181f on {PAPER}"
RED = f"bold #b80f2a on {PAPER}"
JOKER = f"bold #6a1b9a on {PAPER}"
EDGE = f"#8d8878 on {PAPER}"
BACK = "#3d5a9e on #dfe6f5"
BACK_EDGE = "#8d9ac0 on #dfe6f5"

CARD_WIDTH = 5


def card_name(text: str) -> str:
    """``Th`` as ``10♥``, ``Xj`` as ``Jkr``; a card not seen keeps its signs."""
    if text == UNSEEN:
        return text
    if text[1] == "j":
        return "Jkr"
    return f"{'10' if text[0] == 'T' else text[0]}{SIGNS[text[1]]}"


def ink_of(text: str) -> str:
    """The style of a face."""
    return {"d": RED, "h": RED, "j": JOKER}.get(text[1], BLACK)


def card_block(text: str) -> Block:
    """One card, five wide and three high; face down where it is ``??``."""
    if text == UNSEEN:
        middle = Text.assemble(("│", BACK_EDGE), ("▒▒▒", BACK), ("│", BACK_EDGE))
        return Block([Text("╭───╮", style=BACK_EDGE), middle, Text("╰───╯", style=BACK_EDGE)])
    middle = Text.assemble(("│", EDGE), (f"{card_name(text):^3}", ink_of(text)), ("│", EDGE))
    return Block([Text("╭───╮", style=EDGE), middle, Text("╰───╯", style=EDGE)])


def slot_block() -> Block:
    """The outline where a card will lie."""
    return Block([Text("┌╌╌╌┐"), Text("╎   ╎"), Text("└╌╌╌┘")])


def row_of_cards(cards: Sequence[str], slots: int = 0, *, numbered: bool = False) -> Block:
    """``cards`` side by side, outlines up to ``slots`` after them; ``numbered`` counts them from 1 below."""
    blocks = [card_block(text) for text in cards]
    if numbered:
        for number, block in enumerate(blocks, start=1):
            block.lines.append(Text(f"{number:^{CARD_WIDTH}}"))
    blocks += [slot_block() for _ in range(slots - len(cards))]
    return beside(blocks, gap=1)


def cards_line(cards: Sequence[str]) -> Text:
    """``cards`` as words in a line."""
    line = Text()
    for number, text in enumerate(cards):
        if number:
            line.append(" ")
        if text == UNSEEN:
            line.append("▒▒", style=BACK)
        else:
            line.append(card_name(text), style=ink_of(text))
    return line
