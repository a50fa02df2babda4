"""Play money that the house gives by itself, so that anybody may play at once."""

from __future__ import annotations

import asyncio
import secrets

from houseway.floor import command_index as c
from houseway.floor.permission.people import ALLOWANCE, HOUSE
from houseway.web.live.room import Room, now
from houseway.web.service.command_desk import Desk

LOW = 10_000
"""Cents under which a player may have chips filled up again."""

HOUR = 3_600_000_000


async def give_allowance(room: Room, desk: Desk, player: str) -> None:
    """A new player's chips, once: the id of the command sees to that."""
    if room.mirror.chips(player) > 0:
        return
    id = f"allowance:{player}"
    if await asyncio.to_thread(room.floor.journal.command, id) is None:
        await desk.pass_on(c.GiveChips(player=player, amount=ALLOWANCE), id, HOUSE)


def refills_again(room: Room, player: str) -> int | None:
    """When a player who has few chips left gets more, after they were filled up in this hour; nothing where not low."""
    return (now() // HOUR + 1) * HOUR if room.mirror.chips(player) < LOW else None


async def refill(room: Room, desk: Desk, player: str) -> int:
    """Fill the chips of a player who has few left, once an hour; the cents that came, to the table of one who sits."""
    mirror = room.mirror
    seat = mirror.seat_of(player)
    given = 0
    if mirror.chips(player) < LOW:
        amount = ALLOWANCE - mirror.chips(player)
        id = f"refill:{player}:{now() // HOUR}"
        if await asyncio.to_thread(room.floor.journal.command, id) is None:
            await desk.pass_on(c.GiveChips(player=player, amount=amount), id, HOUSE)
            given = amount
    if seat is None or mirror.rack(seat[0], player) >= LOW or not (given or mirror.purse(player) > 0):
        return given
    brought = await desk.pass_on(
        c.BringChips(table=seat[0], seat=seat[1]), f"bring:{player}:{secrets.token_hex(8)}", player
    )
    return int(brought["chips"])
