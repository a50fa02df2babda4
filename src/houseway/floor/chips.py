"""Chips: the play money of players, in accounts of their own beside the jackpots' funds."""

from __future__ import annotations

from houseway.floor.states import TableState
from houseway.jackpots.configuration import MICROS
from houseway.table.lines import Line

CHIPS = "play/"
"""What the accounts of play money begin with."""


def chips_of(player: str) -> str:
    """The account of a player's chips, in play money."""
    return f"{CHIPS}{player}"


PLAY_HOUSE = f"{CHIPS}house"
"""The other side of every chip."""


def chip_lines(state: TableState, lines: list[Line]) -> tuple[tuple[str, int], ...]:
    """What a settled round does to the chips of the players who sit at the table."""
    found: dict[str, int] = {}
    for line in lines:
        player = state.seated.get(str(line.seat))
        if player is not None and line.net:
            found[chips_of(player)] = found.get(chips_of(player), 0) + line.net * MICROS
    total = sum(found.values())
    moved = [(name, micros) for name, micros in found.items() if micros]
    return (*moved, (PLAY_HOUSE, -total)) if moved else ()
