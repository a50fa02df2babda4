"""Chips: the play money of players, in accounts of their own beside the jackpots' funds.

A player bets with chips that were brought to the table, as in any card room: a *purse* of each player, and at each
table where the player sits a *rack*. Chips go from one to the other in the stream `PLAYERS`, which all of them pass,
and a table's own bets touch its racks alone: nobody bets the same chips at two tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from houseway.floor.context import Context
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.kinds.of_house import ChipsCashed, ChipsMoved
from houseway.floor.states import PLAYERS, TableState, table_stream
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Draft
from houseway.table.lines import Line

CHIPS = "play/"
"""What the accounts of play money begin with."""

_PLAYER = re.compile(r"player:[^/\s]+")


def chips_of(player: str) -> str:
    """The account of a player's purse, in play money."""
    return f"{CHIPS}{player}"


def rack_of(table: str, player: str) -> str:
    """The account of the chips that a player has at a table."""
    return f"{CHIPS}{player}/{table}"


PLAY_HOUSE = f"{CHIPS}house"
"""The other side of every chip."""


def check_player(player: str) -> None:
    """Refuse a name that is no player's: each player's accounts are made from it."""
    if not _PLAYER.fullmatch(player):
        raise UnknownThing(f"{player!r} is no player", remedy="players are named player:… without a slash or a space")


def all_chips(ctx: Context, player: str) -> int:
    """Everything that a player has, in the purse and at tables, in cents."""
    racks = ctx.tx.balances(f"{chips_of(player)}/")
    return (ctx.tx.balance(chips_of(player)) + sum(racks.values())) // MICROS


def bring(ctx: Context, table: str, player: str, amount: int | None) -> tuple[int, list[Draft]]:
    """Chips from the purse to the table, all of them unless an amount is given: the cents, and their entry."""
    has = max(0, ctx.tx.balance(chips_of(player)) // MICROS)
    if amount is None:
        amount = has
    if not 0 <= amount <= has:
        raise WrongState(
            f"{player} has {has} cents to bring, not {amount}", remedy="bring less, or ask for more play money"
        )
    if not amount:
        return 0, []
    micros = amount * MICROS
    body = ChipsMoved(player=player, table=table, amount=amount, with_=[table_stream(table)])
    lines = ((rack_of(table, player), micros), (chips_of(player), -micros))
    return amount, [ctx.draft(PLAYERS, body, lines)]


def cash(ctx: Context, table: str, player: str) -> tuple[int, list[Draft]]:
    """Whatever a player has at the table goes back to the purse: the cents, and their entry."""
    micros = ctx.tx.balance(rack_of(table, player))
    if not micros:
        return 0, []
    amount = micros // MICROS
    body = ChipsCashed(player=player, table=table, amount=amount, with_=[table_stream(table)])
    lines = ((chips_of(player), micros), (rack_of(table, player), -micros))
    return amount, [ctx.draft(PLAYERS, body, lines)]


def chip_lines(state: TableState, lines: list[Line], held: Mapping[int, int]) -> tuple[tuple[str, int], ...]:
    """What a settled round does to the chips of the players who sit at the table.

    ``held`` has, by the number of its line, what a locked hit pays: it comes when the hit is paid (BJS-3).
    """
    found: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        player = state.seated.get(str(line.seat))
        net = line.net - held.get(number, 0)
        if player is not None and net:
            rack = rack_of(state.id, player)
            found[rack] = found.get(rack, 0) + net * MICROS
    total = sum(found.values())
    moved = [(name, micros) for name, micros in found.items() if micros]
    return (*moved, (PLAY_HOUSE, -total)) if moved else ()


def chips_for(state: TableState, player: str) -> str:
    """Where chips for a player go who played here: to the rack of whoever still sits at the table, else the purse."""
    return rack_of(state.id, player) if player in state.seated.values() else chips_of(player)
