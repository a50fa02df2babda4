"""What the tests of Dueling share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import houseway
from houseway.rulebook.steps import Deal, Place
from houseway.table.round import Round
from tests.rounds import shoe_of

BURNT = "?? ?? ??"
"""Three cards burnt unseen."""


def design(spot: str) -> dict[str, str]:
    """The options of a layout that has ``spot``."""
    return {"spots": "play" if spot == "play" else "player-dealer"}


def begun(wagers: Mapping[int, Mapping[str, int]], cards: str, **setup: Any) -> Round:
    """A round with its wagers placed, halted where something is next due from outside."""
    game = houseway.game("dueling")
    round_ = Round(game, game.setup(**setup), list(wagers), shoe_of(cards))
    for seat, placed in wagers.items():
        round_.answer(seat, placed)
    return round_


def deals(round_: Round) -> list[Place]:
    """Where each card went, in the order of the deal."""
    return [step.to for step, _ in round_.history if isinstance(step, Deal)]


def clauses(round_: Round) -> list[str]:
    """The clause of each line."""
    return [line.clause for line in round_.lines]
