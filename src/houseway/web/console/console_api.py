"""The dealer's console for programs and its page: what it shows, the house's own moves, and help from a supervisor."""

from __future__ import annotations

import asyncio
import secrets
from typing import Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from houseway.accounts.custody import check_hands
from houseway.floor import command_index as c
from houseway.floor.floor_errors import WrongState
from houseway.floor.play.automatic import Automatic
from houseway.floor.subjects.jackpots.hits import HitsLocked
from houseway.floor.subjects.presses import IndicatorsConfirmed
from houseway.floor.subjects.settling import RoundSettled
from houseway.rulebook.steps import DEALER, SUPERVISOR
from houseway.web.console.console_frame import console_of
from houseway.web.console.console_shapes import ConsoleFrame
from houseway.web.http.callers import LOOKS
from houseway.web.live.room import now
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY, declared
from houseway.web.schema.replies import TABLE_COMMANDS, replies_to
from houseway.web.schema.shape import CommandReply, GivenCommand
from houseway.web.service.command_desk import command_id
from houseway.web.service.dependencies import Caller, Desk, Room
from houseway.web.signing.approving import Acting
from houseway.web.signing.second_signature import signed
from houseway.web.signing.signatures import Signing


class Supervised(b.Only):
    """A command that the caller may not give alone, and who signs for it at the console.

    With ``also`` two others sign, and the caller only lends them the console.
    """

    command: GivenCommand
    signed: b.Signature | None = None
    also: b.Signature | None = None


class SignedOn(b.Only):
    """A dealer signs on or off: whoever is signed in, or whoever signs at the console."""

    sign: Literal["on", "off"]
    signed: b.Signature | None = None


class Indicators(b.Only):
    """Every lit indicator was held against the chips; ``differ`` has those that disagree, by sensor."""

    round: b.Count
    step: b.Count
    differ: dict[str, tuple[b.Seat, ...]] = msgspec.field(default_factory=dict)
    resolved: b.Text = ""
    signed: b.Signature | None = None


class ConsoleApi(Controller):
    """The dealer's console."""

    path = "/api/tables/{table:str}"
    tags = ("console",)
    opt = STAFF_ONLY

    @get("/console", opt=declared(by="either", refuses=(422,)))
    async def console(self, room: Room, caller: Caller, table: FromPath[str]) -> ConsoleFrame:
        """What to do now and next, the steps and ticks before it, what to take and pay, the answers given."""
        if caller.device_kind != "panel" or caller.table != table:
            caller.need(*sorted(LOOKS))
        return await console_of(room).data(table, caller)

    @post("/house", status_code=200, opt=declared((HitsLocked, RoundSettled)))
    async def house(
        self, room: Room, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Only]
    ) -> CommandReply:
        """The house's own move: lock the meters of a hit, claim a posted prize, close a round that is settled."""
        caller.need("dealer", "supervisor")
        room.frames.sheet(table)
        # An id of the house's moves alone: what another command of the same id was answered is none of them.
        id = f"{command_id(caller, data.id)}:house"
        given = await asyncio.to_thread(room.floor.journal.command, id)
        if given is not None:
            # Sent again because its answer was lost: the house has moved on since, and what was answered stands.
            return given
        order = Automatic(room.mirror, now, lambda: secrets.token_bytes(32)).house_move(table)
        if order is None:
            raise WrongState(f"nothing is due from the house at table {table}", remedy="go on with what is due")
        return await desk.pass_on(order.command, id, caller.id)

    @post("/indicators", status_code=200, opt=declared(IndicatorsConfirmed))
    async def indicators(
        self, signing: Signing, acting: Acting, table: FromPath[str], data: JSONBody[Indicators]
    ) -> CommandReply:
        """Confirm the indicators; where they and the chips disagree, a supervisor says what was done."""
        caller, desk, proposals = acting.caller, acting.desk, acting.proposals
        room = desk.room
        caller.need("dealer", "supervisor")
        room.frames.sheet(table)
        signer = await signing.by(data.signed)
        if signer is not None and signer != caller.id:
            check_hands(await proposals.hands(), caller.id, signer, room.mirror.property.zone, proposals.now())
        confirm = c.ConfirmIndicators(table=table, round=data.round, differ=data.differ, resolved=data.resolved)
        playing = room.mirror.playing(table)
        due = playing.round.due_from() if playing is not None else ()
        own = command_id(caller, data.id)
        if SUPERVISOR in due and not data.differ:
            raise WrongState(
                f"indicators and chips of table {table} disagree",
                clause="S-7",
                remedy="name the positions that differ, and call a supervisor",
            )
        second = signer if signer != caller.id else None
        reply = await desk.pass_on(confirm, f"{own}.confirm", caller.id, second)
        if playing is None:
            return reply
        seat, answer = (SUPERVISOR, "chips-stand") if SUPERVISOR in due else (DEALER, "confirm")
        answered = c.Answer(table=table, round=data.round, step=data.step, seat=seat, answer=answer)
        who = signer if seat == SUPERVISOR and signer is not None else caller.id
        return {**reply, **await desk.pass_on(answered, f"{own}.answer", who)}

    @post("/dealer", status_code=200, opt=declared(c.REPLIES[c.SignOnDealer]))
    async def dealer(
        self, signing: Signing, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[SignedOn]
    ) -> CommandReply:
        """Sign a dealer on, in the place of whoever dealt, or off; by the own session, or by a signature."""
        caller.need("dealer", "supervisor")
        desk.room.frames.sheet(table)
        signer = await signing.by(data.signed)
        command = c.SignOnDealer(table=table) if data.sign == "on" else c.SignOffDealer(table=table)
        return await desk.pass_on(command, command_id(caller, data.id), signer or caller.id)

    @post("/supervised", status_code=200, opt=declared(replies_to(*TABLE_COMMANDS)))
    async def supervised(
        self, signing: Signing, acting: Acting, table: FromPath[str], data: JSONBody[Supervised]
    ) -> CommandReply:
        """Give a command of this table under a supervisor: signed at the console, or in their own session."""
        caller, room = acting.caller, acting.desk.room
        caller.need("dealer", "supervisor", "technician", "accounting", "surveillance")
        room.frames.sheet(table)
        command = c.read(data.command)
        if getattr(command, "table", None) != table:
            raise WrongState(f"this is not a command of table {table}", remedy="send it where it belongs")
        signers = [by for each in (data.signed, data.also) if (by := await signing.by(each)) is not None]
        who, second = caller.id, None
        if signers:
            first, other = signers if len(signers) == 2 else (caller.id, *signers)
            hands, at = await acting.proposals.hands(), acting.proposals.now()
            who, second = signed(room, hands, command, first, other, at)
        return await acting.desk.pass_on(command, command_id(caller, data.id), who, second)


HANDLERS = [ConsoleApi]
