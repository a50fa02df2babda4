"""The dealer's console for programs and its page: what it shows, the house's own moves, and help from a supervisor."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
import structlog
from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody

from houseway.errors import HousewayError, NotPermitted, WrongState
from houseway.floor import commands as c
from houseway.floor.automatic import Automatic
from houseway.floor.live import Playing
from houseway.floor.states import TableState
from houseway.rulebook.steps import DEALER, SUPERVISOR
from houseway.table.record import record
from houseway.web.accounts.proposals import signers
from houseway.web.api import bodies as b
from houseway.web.api.admin import OF_TABLES
from houseway.web.api.sessions import address_of
from houseway.web.callers import LOOKS
from houseway.web.console import console_of
from houseway.web.desk import command_id
from houseway.web.given import Accounts, Caller, Desk, Doors, Room
from houseway.web.room import now
from houseway.web.schema.consoles import Console
from houseway.web.schema.declare import SIGNED_IN, declared
from houseway.web.schema.replies import HitsLocked, IndicatorsConfirmed, RoundSettled, replies_to
from houseway.web.schema.shape import GivenCommand

log = structlog.get_logger("houseway.console")


class Signature(b.Body):
    """Somebody who is called to the table and signs there."""

    login: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class Supervised(b.Body):
    """A command that the caller may not give alone, and who signs for it at the console."""

    id: b.Id
    command: GivenCommand
    signed: Signature | None = None


class Indicators(b.Body):
    """Every lit indicator was held against the chips; ``differ`` has those that disagree, by sensor."""

    id: b.Id
    round: b.Count
    step: b.Count
    differ: dict[str, tuple[b.Seat, ...]] = msgspec.field(default_factory=dict)
    resolved: b.Text = ""
    signed: Signature | None = None


async def _signer(
    request: Request[Any, Any, Any], accounts: Accounts, doors: Doors, signed: Signature | None
) -> str | None:
    """The person who signs; a wrong password counts as a wrong sign-in does."""
    if signed is None:
        return None
    doors.passwords.take(address_of(request))
    try:
        account = await accounts.check(signed.login, signed.password)
    except HousewayError as error:
        log.warning("signature refused", error=error.code, address=address_of(request))
        raise
    if account.person is None:
        raise NotPermitted(f"{account.name} does not work here", remedy="call a supervisor")
    log.info("signed", person=account.person)
    return account.person


def _who(room: Room, command: c.Command, caller: Caller, signer: str | None) -> tuple[str, str | None]:
    if signer is None:
        return caller.id, None
    return signers(room.mirror.property.people, command, caller.id, signer)


class ConsoleApi(Controller):
    """The dealer's console."""

    path = "/api/tables/{table:str}"
    tags = ("console",)
    opt = SIGNED_IN

    @get("/console", opt=declared(Console, by="either", refuses=(422,)))
    async def console(self, room: Room, caller: Caller, table: FromPath[str]) -> dict[str, Any]:
        """What to do now and next, the steps and ticks before it, what to take and pay, the answers given."""
        if caller.device_kind != "panel" or caller.table != table:
            caller.need(*sorted(LOOKS))
        return await console_of(room).data(table, caller)

    @post("/house", status_code=200, opt=declared((HitsLocked, RoundSettled)))
    async def house(
        self, room: Room, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Only]
    ) -> dict[str, Any]:
        """The house's own move: lock the meters of a hit, claim a posted prize, close a round that is settled."""
        caller.need("dealer", "supervisor")
        room.frames.sheet(table)
        order = Automatic(room.mirror, now, lambda: secrets.token_bytes(32)).house_move(table)
        if order is None:
            raise WrongState(f"nothing is due from the house at table {table}", remedy="go on with what is due")
        return await desk.give(caller, order.command, data.id)

    @post("/indicators", status_code=200, opt=declared(IndicatorsConfirmed))
    async def indicators(
        self,
        request: Request[Any, Any, Any],
        room: Room,
        desk: Desk,
        accounts: Accounts,
        doors: Doors,
        caller: Caller,
        table: FromPath[str],
        data: JSONBody[Indicators],
    ) -> dict[str, Any]:
        """Confirm the indicators; where they and the chips disagree, a supervisor says what was done."""
        caller.need("dealer", "supervisor")
        room.frames.sheet(table)
        signer = await _signer(request, accounts, doors, data.signed)
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

    @post("/supervised", status_code=200, opt=declared(replies_to(*OF_TABLES)))
    async def supervised(
        self,
        request: Request[Any, Any, Any],
        room: Room,
        desk: Desk,
        accounts: Accounts,
        doors: Doors,
        caller: Caller,
        table: FromPath[str],
        data: JSONBody[Supervised],
    ) -> dict[str, Any]:
        """Give a command of this table under a supervisor: signed at the console, or in their own session."""
        caller.need("dealer", "supervisor", "technician", "accounting", "surveillance")
        room.frames.sheet(table)
        command = c.read(data.command)
        if getattr(command, "table", None) != table:
            raise WrongState(f"this is not a command of table {table}", remedy="send it where it belongs")
        if isinstance(command, c.VoidRound) and command.record is None:
            command = _with_record(room, command)
        who, second = _who(room, command, caller, await _signer(request, accounts, doors, data.signed))
        return await desk.pass_on(command, command_id(caller, data.id), who, second)


def _with_record(room: Room, command: c.VoidRound) -> c.VoidRound:
    """A void with the round as far as it was played, every wager given back line by line."""
    state: TableState = room.mirror.table(command.table)
    live = state.live
    if live is None or live.round != command.round or state.table is None:
        return command
    playing = Playing(live, state.table.game, room.frames.setup(command.table))
    for answered in live.answers:
        playing.take(answered)
    if playing.round.over:
        return command
    playing.round.void(command.reason, command.clause or "")
    made = record(playing.round, meters=dict(state.amounts), before=list(live.before))
    return msgspec.structs.replace(command, record=made)


HANDLERS = [ConsoleApi]
