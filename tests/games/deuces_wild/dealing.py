"""Cards for rounds of Deuces Wild in the order they leave the shoe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import houseway
from houseway.cards import Shoe
from houseway.table.round import Round
from tests.rounds import shoe_of

GAME = "deuces-wild"
FILLERS = ["3c", "5d", "8h", "Jd", "4s", "9d", "6c", "Kh", "7s", "Tc", "Qd", "3h", "6d", "9s"]


def deal(community: str, *hands: str, then: str = "") -> str:
    """Three times round, the community hand first; ``then`` are the cards after that, as they come."""
    rows = [community.split(), *(hand.split() for hand in hands)]
    assert all(len(row) == 3 for row in rows)
    return " ".join(row[time] for time in range(3) for row in rows) + " " + then


def filler(*used: str) -> list[str]:
    """Four cards for the community hand that none of ``used`` holds."""
    held = " ".join(used).split()
    return [text for text in FILLERS if text not in held][:4]


def one_seat(hand: str, community: str | None = None) -> str:
    """The cards of a round in which one seat goes to the end with the five cards of ``hand``."""
    held = hand.split()
    board = community.split() if community else filler(hand)
    return deal(" ".join(board[:3]), " ".join(held[:3]), then=f"{board[3]} {held[3]} {held[4]}")


def begin(
    wagers: Mapping[int, Mapping[str, Any]],
    cards: str,
    *,
    edition: str | None = None,
    shoe: Shoe | None = None,
    **setup: Any,
) -> Round:
    """A round with its wagers placed (and counted), waiting for the first decision."""
    game = houseway.game(GAME)
    round_ = Round(game, game.setup(edition, **setup), list(wagers), shoe or shoe_of(cards))
    for seat, placed in wagers.items():
        round_.answer(seat, placed)
    if round_.due_from() == ("dealer",) and round_.step is not None and type(round_.step).__name__ == "Tabulate":
        counted = [seat for seat in sorted(wagers) if "bonus-jackpot" in wagers[seat]]
        round_.answer("dealer", {"bonus-jackpot": counted})
        round_.answer("dealer", "confirm")
    return round_


def known(round_: Round, viewer: int | str, place: str) -> str:
    """The cards at ``place`` as ``viewer`` sees them, hidden ones as ``??``."""
    return " ".join(houseway.view(round_, viewer).cards.get(place, []))


def due(round_: Round) -> tuple[int | str, str]:
    """Who is asked what."""
    (who,) = round_.due_from()
    ask = round_.ask_for(who)
    assert ask is not None
    return who, ask.ask
