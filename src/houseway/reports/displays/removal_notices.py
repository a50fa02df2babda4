"""What players are told of a progressive that goes: when, why, and what becomes of the money (WAC 230-15-710)."""

from __future__ import annotations

from datetime import date
from typing import Any

from houseway.floor.states import JackpotState
from houseway.jackpots.removal import Removal

WHY: dict[Removal, str] = {
    Removal.WON: "its prize was won, and it is not continued",
    Removal.DISCONTINUED: "the game is discontinued",
    Removal.MOVED: "it moves to another table",
    Removal.ORDER: "the regulator has ordered it",
    Removal.CLOSING: "the card room closes",
}
"""The reasons in the players' words."""


def announced(state: JackpotState) -> dict[str, Any] | None:
    """The removal of a progressive as players read it, if one is announced.

    ``ends`` says when, ``brief`` also why, ``text`` also what becomes of the money.
    """
    if not state.removal:
        return None
    day = date.fromisoformat(state.removal["day"])
    on = f"{day.day} {day:%B} {day.year}"
    why = WHY[Removal(state.removal["reason"])]
    return {
        "day": state.removal["day"],
        "reason": state.removal["reason"],
        "ends": f"Ends {on}",
        "brief": f"Ends {on}: {why}.",
        "text": f"This progressive jackpot ends on {on}: {why}. What it holds then goes to another progressive jackpot "
        "or is given to an organisation, never to the house.",
    }
