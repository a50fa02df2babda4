"""What a round is made of and played with: asked only where something looks odd, since rounds are many."""

from __future__ import annotations

from houseway.public_arguments import (
    ANYTHING,
    FLAG,
    FUNCTION,
    PLACED,
    Kind,
    maybe,
    several,
    taking,
    whole,
)
from houseway.table.setup import A_TABLE


@taking(
    # A game's folder is made of rounds itself.
    game=Kind("a game", lambda given: hasattr(given, "procedure"), "give one, such as houseway.game(GAME)"),
    setup=A_TABLE,
    seats=several(ANYTHING, "a list of seats", "give a list, such as [1, 2]"),
    shoe=Kind("a shoe", lambda given: hasattr(given, "draw"), "give one, such as houseway.RecordedShoe(cards)"),
    behaviour=maybe(whole(1)),
    attended=FLAG,
)
def check_parts(**parts: object) -> None:
    """Refuse what a round is not made of."""


@taking(wagers=PLACED, decide=FUNCTION)
def check_play(**given: object) -> None:
    """Refuse what a round is not played out with."""
