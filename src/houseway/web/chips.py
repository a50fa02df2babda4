"""Play money that the house gives by itself, so that anybody may play at once."""

from __future__ import annotations

from houseway.floor import commands as c
from houseway.floor.people import ALLOWANCE, HOUSE
from houseway.web.desk import Desk
from houseway.web.room import Room, now

LOW = 10_000
"""Cents under which a player may have chips filled up again."""

HOUR = 3_600_000_000


async def give_allowance(room: Room, desk: Desk, player: str) -> None:
    """A new player's chips, once: the id of the command sees to that."""
    if room.mirror.chips(player) > 0:
        return
    id = f"allowance:{player}"
    if room.floor.journal.command(id) is None:
        await desk.pass_on(c.GiveChips(player=player, amount=ALLOWANCE), id, HOUSE)


async def refill(room: Room, desk: Desk, player: str) -> int:
    """Fill the chips of a player who has few left, once an hour; the cents given."""
    has = room.mirror.chips(player)
    if has >= LOW:
        return 0
    amount = ALLOWANCE - has
    id = f"refill:{player}:{now() // HOUR}"
    if room.floor.journal.command(id) is not None:
        return 0
    await desk.pass_on(c.GiveChips(player=player, amount=amount), id, HOUSE)
    return amount
