"""What people who work here do: commands, proposals, and looking at what is so."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from houseway.floor.floor_errors import NotPermitted, UnknownThing
from houseway.floor.permission.permissions import check_papers
from houseway.floor.reply_shapes import Micros
from houseway.floor.states import JackpotState, PropertyState
from houseway.table.shown.shape_base import Shape
from houseway.web.http.callers import STAFF
from houseway.web.live.frame_shapes import FloorFrame, VisionFrame
from houseway.web.live.proposals import Proposal, State
from houseway.web.schema import requests as b
from houseway.web.schema.declare import ANYBODY, STAFF_ONLY, declared
from houseway.web.schema.replies import replies_to
from houseway.web.schema.shape import Amounts, CommandReply, JsonSchema
from houseway.web.service.command_desk import check_account
from houseway.web.service.dependencies import Caller, Desk, Proposals, Room
from houseway.web.signing.approving import Acting
from houseway.web.signing.second_signature import check_rejecting

WATCHERS = ("regulator",)


class JackpotNow(JackpotState, kw_only=True):
    """A jackpot: its parameters, hits, what it displays, and every account of its funds."""

    amounts: Amounts
    accounts: Annotated[dict[str, Micros], Meta(description="The balance of each account, in millionths of a cent.")]


class CommandKind(Shape, frozen=True):
    """A command: who may give it, whether it takes two people, whether the caller may, and its JSON Schema."""

    roles: list[str]
    two: bool
    may: bool
    schema: Annotated[JsonSchema, Meta(description="A JSON Schema.")]


class Floor(Controller):
    """The floor at a glance, for everybody."""

    path = "/api"
    tags = ("floor",)
    opt = ANYBODY

    @get("/floor")
    async def floor(self, room: Room) -> FloorFrame:
        """Every table and every jackpot at a glance."""
        return room.frames.floor()

    @get("/vision/{table:str}")
    async def vision(self, room: Room, table: FromPath[str]) -> VisionFrame:
        """What the displays of a table show."""
        return room.frames.vision(table)


class Office(Controller):
    """What is so, for people who work here."""

    path = "/api"
    tags = ("office",)
    opt = STAFF_ONLY

    @get("/property")
    async def property(self, room: Room, caller: Caller) -> PropertyState:
        """The property: its configuration, people, papers, malfunctions, days."""
        caller.need(*sorted(STAFF))
        return room.mirror.property

    @get("/jackpots/{jackpot:str}")
    async def jackpot(self, room: Room, caller: Caller, jackpot: FromPath[str]) -> JackpotNow:
        """A jackpot: its parameters, hits, and every account of its funds in millionths of a cent."""
        caller.need(*sorted(STAFF))
        state = room.mirror.jackpot(jackpot)
        if state.jackpot is None:
            raise UnknownThing(f"there is no jackpot {jackpot[:64]!r}", remedy="look at the floor for those there are")
        accounts = await asyncio.to_thread(room.floor.accounts, jackpot)
        amounts = room.mirror.amounts(state.jackpot)
        return JackpotNow(**msgspec.structs.asdict(state), amounts=amounts, accounts=accounts)

    @get("/commands")
    async def kinds(self, caller: Caller) -> dict[str, CommandKind]:
        """Every command there is: its schema, the roles that may give it, and whether it takes two people."""
        caller.need(*sorted(STAFF))
        return {
            kind: CommandKind(
                roles=sorted(CONTROLS[command].roles),
                two=CONTROLS[command].two,
                may=caller.has(*CONTROLS[command].roles),
                schema=msgspec.json.schema(command),
            )
            for kind, command in c.COMMANDS.items()
        }

    @post("/commands", status_code=200, opt=declared(replies_to()))
    async def give(self, desk: Desk, caller: Caller, data: JSONBody[b.AnyCommand]) -> CommandReply:
        """Give any command that the caller alone may give."""
        caller.need(*sorted(STAFF))
        return await desk.give(caller, c.read(data.command), data.id)


class ProposalsOfOffice(Controller):
    """Commands that take two people."""

    path = "/api/proposals"
    tags = ("proposals",)
    opt = STAFF_ONLY

    @get("/")
    async def all(
        self,
        proposals: Proposals,
        caller: Caller,
        which: Annotated[State | None, QueryParameter(name="state", description="Only those in this state.")] = None,
        most: Annotated[int, QueryParameter(ge=1, le=500, description="How many at most.")] = 100,
    ) -> list[Proposal]:
        """Proposals, the newest first."""
        caller.need(*sorted(STAFF))
        return await proposals.all(which, most)

    @get("/{proposal:str}")
    async def one(self, proposals: Proposals, caller: Caller, proposal: FromPath[str]) -> Proposal:
        """A proposal."""
        caller.need(*sorted(STAFF))
        return await proposals.one(proposal)

    @post("/", status_code=201)
    async def propose(self, acting: Acting, data: JSONBody[b.AnyCommand]) -> Proposal:
        """Propose a command for a second person to approve."""
        acting.caller.need(*sorted(STAFF - set(WATCHERS)))
        command = c.read(data.command)
        check_account(command)
        check_papers(command)
        return await acting.propose(command, data.id)

    @post("/{proposal:str}/approve", status_code=200)
    async def approve(self, acting: Acting, proposal: FromPath[str], data: JSONBody[b.Empty]) -> Proposal:
        """Approve what somebody else proposed: the command is given by both."""
        acting.caller.need(*sorted(STAFF - set(WATCHERS)))
        return await acting.approve(proposal, acting.caller.id)

    @post("/{proposal:str}/reject", status_code=200)
    async def reject(
        self, proposals: Proposals, room: Room, caller: Caller, proposal: FromPath[str], data: JSONBody[b.Reason]
    ) -> Proposal:
        """Reject a proposal that one could approve; nothing happens."""
        caller.need(*sorted(STAFF - set(WATCHERS)))
        check_rejecting(room, await proposals.one(proposal), caller)
        await proposals.decide(proposal, "rejected", caller.id)
        return await proposals.answered(proposal, {"reason": data.reason})

    @post("/{proposal:str}/withdraw", status_code=200)
    async def withdraw(
        self, proposals: Proposals, caller: Caller, proposal: FromPath[str], data: JSONBody[b.Empty]
    ) -> Proposal:
        """Withdraw one's own proposal."""
        caller.need(*sorted(STAFF - set(WATCHERS)))
        known = await proposals.one(proposal)
        if known.who != caller.id:
            raise NotPermitted(f"this proposal is of {known.who}", remedy="reject it instead")
        return await proposals.decide(proposal, "withdrawn", caller.id)


HANDLERS = [Floor, Office, ProposalsOfOffice]
