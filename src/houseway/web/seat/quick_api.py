"""Private tables for pages and programs: opened with one press, dealt as fast as the player likes."""

from __future__ import annotations

import msgspec
from litestar import Response, post
from litestar.params import FromPath, JSONBody

from houseway.accounts.account_errors import NotSignedIn
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.subjects.quick_tables import QuickTableReady, free_table
from houseway.web.schema import requests as b
from houseway.web.schema.declare import ANYBODY, declared
from houseway.web.schema.shape import CommandReply
from houseway.web.service.dependencies import Caller, Desk, Room
from houseway.web.service.play_money import give_allowance
from houseway.web.service.visits import Visit

TRIES = 4
"""How often the next private table is asked for, where somebody else is quicker."""


@post("/api/quick-tables", status_code=200, tags=["tables"], opt=ANYBODY)
async def open_quick(
    visit: Visit, room: Room, desk: Desk, caller: Caller, data: JSONBody[b.OpenQuick]
) -> Response[QuickTableReady]:
    """Open a private table after a template and sit down there. Somebody who is not known yet becomes a guest."""
    if caller.staff or caller.kind == "device":
        raise NotPermitted("people who work here do not play under that name", remedy="sign out first")
    if not room.mirror.property.table(data.template).template:
        raise WrongState(f"table {data.template} is no template", remedy="take a seat there")
    if caller.kind == "nobody":
        caller = await visit.as_guest()
    assert caller.player is not None
    command = c.OpenQuickTable(template=data.template, table="", player=caller.player)
    reply = await desk.reply_of(caller, data.id, command, "table")
    if reply is None:
        elsewhere = room.mirror.seat_of(caller.player)
        if elsewhere is not None:
            raise WrongState(f"you sit at table {elsewhere[0]}", remedy="leave that seat first")
        await give_allowance(room, desk, caller.player)
        reply = await _opened(room, desk, caller, command, data.id)
    return visit.answer(Response(QuickTableReady(reply["table"], reply["seat"], reply["chips"])))


async def _opened(room: Room, desk: Desk, caller: Caller, command: c.OpenQuickTable, id: str) -> CommandReply:
    """The reply to the command, with the next table asked for again where another player was quicker."""
    for tried in range(TRIES):
        table = free_table(room.mirror.property, command.template)
        try:
            return await desk.give(caller, msgspec.structs.replace(command, table=table), id)
        except WrongState:
            if tried == TRIES - 1 or table == free_table(room.mirror.property, command.template):
                raise
    raise AssertionError("the last try is given or refused")


@post(
    "/api/tables/{table:str}/speed",
    status_code=200,
    tags=["tables"],
    opt=declared(c.REPLIES[c.ChooseSpeed], by="session"),
)
async def choose_speed(desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.ChosenSpeed]) -> CommandReply:
    """Choose how fast the own private table is dealt."""
    if caller.kind == "nobody":
        raise NotSignedIn("nobody known gives a command", remedy="open a private table first, or sign in")
    return await desk.give(caller, c.ChooseSpeed(table=table, speed=data.speed), data.id)


HANDLERS = [open_quick, choose_speed]
