"""What players are told of a progressive that goes: when, why, and what becomes of the money (WAC 230-15-710)."""

from __future__ import annotations

from datetime import date

from houseway.floor.states import JackpotState
from houseway.jackpots.removal import Removal
from houseway.table.shown.shape_base import Shape

WHY: dict[Removal, str] = {
    Removal.WON: "its prize was won, and it is not continued",
    Removal.DISCONTINUED: "the game is discontinued",
    Removal.MOVED: "it moves to another table",
    Removal.ORDER: "the regulator has ordered it",
    Removal.CLOSING: "the card room closes",
}
"""The reasons in the players' words."""


class RemovalNotice(Shape, frozen=True):
    """A progressive that goes, as players are told: ``ends`` says when, ``brief`` also why, ``text`` all."""

    day: str
    reason: Removal
    ends: str
    brief: str
    text: str


def announced(state: JackpotState) -> RemovalNotice | None:
    """The removal of a progressive as players read it, if one is announced."""
    if not state.removal:
        return None
    day = date.fromisoformat(state.removal["day"])
    on = f"{day.day} {day:%B} {day.year}"
    reason = Removal(state.removal["reason"])
    return RemovalNotice(
        day=state.removal["day"],
        reason=reason,
        ends=f"Ends {on}",
        brief=f"Ends {on}: {WHY[reason]}.",
        text=f"This progressive jackpot ends on {on}: {WHY[reason]}. What it holds then goes to another progressive "
        "jackpot or is given to an organisation, never to the house.",
    )
