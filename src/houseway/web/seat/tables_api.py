"""Tables for programs and pages: what stands there, and what is done there."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from houseway.accounts.account_errors import NotSignedIn
from houseway.compliance.citations import find as find_cited
from houseway.floor import command_index as c
from houseway.floor.decoding import as_known
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.kinds.body import Record
from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_table import LineCorrected, RoundSettled, RoundVoided
from houseway.floor.reply_shapes import Moment
from houseway.registry import game as find_game
from houseway.table.lines import Line
from houseway.table.records.record_format import DecisionRecord, SeatRecord
from houseway.table.shown.line_sentences import corrected_line
from houseway.table.shown.shape_base import Card, Cents, Shape
from houseway.web.art import card_faces as cards
from houseway.web.art import felts
from houseway.web.http.callers import LOOKS
from houseway.web.live.frame_shapes import Sheet, TableFrame
from houseway.web.live.private_tables import check_look
from houseway.web.schema import requests as b
from houseway.web.schema.declare import ANYBODY, declared
from houseway.web.schema.shape import CommandReply
from houseway.web.service.dependencies import Caller, Desk, Room
from houseway.web.service.play_money import give_allowance
from houseway.web.service.short_way import Way
from houseway.web.service.visits import Visit

SVG = "image/svg+xml"
_KEPT = {"cache-control": "private, max-age=300"}


def own_seat(room: Room, caller: Caller, table: str) -> int:
    """The seat at ``table`` where the caller sits."""
    for seat, player in room.mirror.table(table).seated.items():
        if player == caller.player:
            return int(seat)
    raise NotPermitted(f"you do not sit at table {table}", remedy="sit down first")


class PlayedRound(Shape, frozen=True):
    """A round that was settled, or voided for the reason ``void``. Cards that nobody turned up are not in it."""

    round: int
    at: Moment
    void: str | None
    seats: list[SeatRecord]
    cards: list[Card]
    decisions: list[DecisionRecord]
    lines: list[Line]


class History(Shape, frozen=True):
    """The last rounds of a table, the last first."""

    table: str
    rounds: list[PlayedRound]


class ClauseText(Shape, frozen=True):
    """A clause of an edition in our words."""

    game: str
    edition: str
    clause: str
    text: str


class Seated(Shape, frozen=True):
    """Who sits where now, under which name, with how much play money."""

    seat: int
    player: str
    name: str
    chips: Cents


class Tables(Controller):
    """Tables."""

    path = "/api/tables/{table:str}"
    tags = ("tables",)
    opt = ANYBODY

    # -- looking

    @get("/", opt=declared(refuses=(422,)))
    async def sheet(self, room: Room, table: FromPath[str]) -> Sheet:
        """What stays the same while the table is open: game, wagers, limits, paytables, notices."""
        return room.frames.sheet(table)

    @get("/frame", opt=declared(refuses=(403,)))
    async def frame(
        self,
        room: Room,
        caller: Caller,
        table: FromPath[str],
        viewer: Annotated[
            str, QueryParameter(description="`public`, `dealer`, or `seat`: the caller's own seat.")
        ] = "public",
    ) -> TableFrame:
        """The table as the caller may see it: ``public``, ``dealer``, or ``seat`` for the caller's own seat."""
        check_look(caller, room.mirror, table)
        if viewer == "public":
            return room.frames.table(table, "public")
        if viewer == "dealer":
            if caller.device_kind != "panel" or caller.table != table:
                caller.need(*LOOKS)
            return room.frames.table(table, "dealer")
        if viewer != "seat":
            raise UnknownThing(f"there is no view {viewer[:40]!r}", remedy="ask for public, seat or dealer")
        return room.frames.table(table, own_seat(room, caller, table))

    @get("/felt.svg", media_type=SVG, opt=declared(refuses=(422,)))
    async def felt(self, room: Room, table: FromPath[str]) -> Response[str]:
        """The felt of the table as a picture."""
        sheet = room.frames.sheet(table)
        drawn = await asyncio.to_thread(felts.felt, room.frames.setup(table), seats=sheet.positions)
        return Response(drawn, media_type=SVG, headers=_KEPT)

    @get("/hand.svg", media_type=SVG, opt=declared(refuses=(422,)))
    async def hand(
        self,
        room: Room,
        table: FromPath[str],
        seat: Annotated[int, QueryParameter(ge=1, le=16, description="The number of the seat.")],
    ) -> Response[str]:
        """One seat of the felt alone, for a phone."""
        room.frames.sheet(table)
        drawn = await asyncio.to_thread(felts.hand, room.frames.setup(table), seat)
        return Response(drawn, media_type=SVG, headers=_KEPT)

    @get("/history", opt=declared(refuses=(422,)))
    async def history(
        self,
        room: Room,
        caller: Caller,
        table: FromPath[str],
        before: Annotated[
            int | None, QueryParameter(ge=1, le=2**53, description="Only rounds before this one.")
        ] = None,
        rounds: Annotated[int, QueryParameter(ge=1, le=100, description="How many rounds at most.")] = 20,
    ) -> History:
        """The last rounds that were settled: cards that were turned up, decisions, every line with its clause."""
        room.frames.sheet(table)
        check_look(caller, room.mirror, table)
        return History(table, await asyncio.to_thread(_history, room, table, before, rounds))

    # -- players

    @post("/sit", status_code=200)
    async def sit(
        self, visit: Visit, room: Room, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.TakeSeat]
    ) -> Response[Seated]:
        """Take a seat. Somebody who is not known yet becomes a guest, with play money, and sits down at once."""
        state = room.mirror.table(table)
        room.frames.sheet(table)
        if caller.staff or caller.kind == "device":
            raise NotPermitted("people who work here do not play under that name", remedy="sign out first")
        if caller.kind == "nobody":
            if not state.open or str(data.seat) in state.seated:
                raise WrongState(f"seat {data.seat} of table {table} is not free", remedy="take a free seat")
            caller = await visit.as_guest()
        assert caller.player is not None
        elsewhere = room.mirror.seat_of(caller.player)
        command = c.Sit(table=table, seat=data.seat, player=caller.player)
        again = await desk.reply_of(caller, data.id, command) is not None
        if not again and elsewhere is not None and elsewhere != (table, data.seat):
            raise WrongState(f"you sit at table {elsewhere[0]}, seat {elsewhere[1]}", remedy="leave that seat first")
        await give_allowance(room, desk, caller.player)
        reply = await desk.give(caller, command, data.id)
        chips = room.mirror.chips(caller.player)
        return visit.answer(Response(Seated(reply["seat"], reply["player"], caller.name, chips)))

    @post("/leave", status_code=200, opt=declared(c.REPLIES[c.Leave], by="session"))
    async def leave(
        self, room: Room, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Only]
    ) -> CommandReply:
        """Get up from the caller's seat."""
        _known(caller)
        if table in room.mirror.property.private:
            # It closes with its player: nobody else takes that seat.
            return await desk.give(caller, c.CloseQuickTable(table=table), data.id)
        if table not in room.mirror.property.tables:
            given = await desk.reply_of(caller, data.id, c.CloseQuickTable(table=table))
            if given is not None:
                return given
        return await _of_own_seat(room, desk, caller, c.Leave(table=table, seat=0), data.id)

    @post("/leaving", status_code=200, opt=declared(c.REPLIES[c.LeaveAfterRound], by="session"))
    async def leaving(
        self, room: Room, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Leaving]
    ) -> CommandReply:
        """Get up from the own seat when the round is over, even if the caller is gone by then; or stay after all."""
        _known(caller)
        return await _of_own_seat(room, desk, caller, c.LeaveAfterRound(table=table, seat=0, stays=data.stays), data.id)

    @post("/answers", status_code=200, opt=declared(c.REPLIES[c.Answer], by="session"))
    async def answer(
        self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.GiveAnswer]
    ) -> CommandReply:
        """Answer what is due: a player for the own seat, a dealer for anybody at a real table."""
        _known(caller)
        seat = data.seat
        if caller.player is not None:
            own = own_seat(desk.room, caller, table)
            if seat not in (None, own):
                raise NotPermitted(f"you sit at seat {own}", remedy="answer for your own seat")
            seat = own
        elif seat is None:
            raise WrongState("whose answer it is must be said", remedy="name the seat")
        command = c.Answer(
            table=table, round=data.round, step=data.step, seat=seat, answer=data.answer, partly=data.partly
        )
        return await desk.give(caller, command, data.id)

    # -- the dealer

    @post("/begin", status_code=200, opt=declared(c.REPLIES[c.BeginRound], by="session"))
    async def begin(self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Begin]) -> CommandReply:
        """Begin a round."""
        return await desk.give(caller, c.BeginRound(table=table, round=data.round, seats=data.seats), data.id)

    @post("/tabulate", status_code=200, opt=declared(c.REPLIES[c.Tabulate], by="session"))
    async def tabulate(self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Press]) -> CommandReply:
        """Count the jackpot wagers."""
        command = c.Tabulate(table=table, round=data.round, picture=data.picture, stuck=data.stuck, manual=data.manual)
        return await desk.give(caller, command, data.id)

    @post("/confirm", status_code=200, opt=declared(c.REPLIES[c.ConfirmIndicators], by="session"))
    async def confirm(
        self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Confirm]
    ) -> CommandReply:
        """Confirm the indicators against the chips."""
        command = c.ConfirmIndicators(table=table, round=data.round, differ=data.differ, resolved=data.resolved)
        return await desk.give(caller, command, data.id)

    @post("/void", status_code=200, opt=declared(c.REPLIES[c.VoidRound], by="session"))
    async def void(self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Void]) -> CommandReply:
        """Void the round: every wager goes back."""
        command = c.VoidRound(table=table, round=data.round, reason=data.reason, clause=data.clause)
        return await desk.give(caller, command, data.id)

    @post("/correct", status_code=200, opt=declared(c.REPLIES[c.CorrectAnswer], by="session"))
    async def correct(
        self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Correct]
    ) -> CommandReply:
        """Mend an answer of the round in progress."""
        command = c.CorrectAnswer(
            table=table, round=data.round, number=data.number, answer=data.answer, reason=data.reason
        )
        return await desk.give(caller, command, data.id)

    @post("/fail", status_code=200, opt=declared(c.REPLIES[c.FailTable], by="session"))
    async def fail(self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.What]) -> CommandReply:
        """The equipment is out of order: the manual procedure holds."""
        return await desk.give(caller, c.FailTable(table=table, what=data.what), data.id)

    @post("/restore", status_code=200, opt=declared(c.REPLIES[c.RestoreTable], by="session"))
    async def restore(self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.What]) -> CommandReply:
        """The equipment works again."""
        return await desk.give(caller, c.RestoreTable(table=table, how=data.what), data.id)

    @post("/claim", status_code=200, opt=declared(c.REPLIES[c.ClaimHit], by="session"))
    async def claim(
        self, room: Room, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Claim]
    ) -> CommandReply:
        """Claim rows of jackpots that were hit, every winner of the round together."""
        configured = room.mirror.table(table).table
        if configured is not None and configured.cards == "none" and not data.cards.strip():
            # Where the cards are known the program has them; here the hand on the table is all the evidence there is.
            raise WrongState(
                "a hit is claimed with its evidence",
                clause="WAC 230-15-405",
                remedy="give the cards of the hand as they lie on the table",
            )
        claims = tuple(c.Claimed(seat=one.seat, wager=one.wager, event=one.event) for one in data.claims)
        command = c.ClaimHit(table=table, round=data.round, claims=claims, cards=data.cards)
        return await desk.give(caller, command, data.id)

    @post("/note", status_code=200, opt=declared(c.REPLIES[c.NoteStep], by="session"))
    async def note(self, desk: Desk, caller: Caller, table: FromPath[str], data: JSONBody[b.Note]) -> CommandReply:
        """Note a step of the procedure that no answer shows."""
        return await desk.give(caller, c.NoteStep(table=table, clause=data.clause), data.id)


def _way(handler: HTTPRouteHandler, body: type[b.Only]) -> Way:
    """The short way to a handler, which needs nothing of its controller."""
    return Way(msgspec.json.Decoder(body), partial(handler.fn, None))


SHORT_WAYS = {"answers": _way(Tables.answer, b.GiveAnswer), "tabulate": _way(Tables.tabulate, b.Press)}
"""The commands that a whole table waits for."""


async def _of_own_seat(
    room: Room, desk: Desk, caller: Caller, command: c.Leave | c.LeaveAfterRound, id: str
) -> CommandReply:
    """Give a command of the caller's seat. One that was given before is answered as it was then, whoever sits there."""
    try:
        seat = own_seat(room, caller, command.table)
    except NotPermitted:
        given = await desk.reply_of(caller, id, command, "seat")
        if given is None:
            raise
        return given
    return await desk.give(caller, msgspec.structs.replace(command, seat=seat), id)


def _known(caller: Caller) -> None:
    if caller.kind == "nobody":
        raise NotSignedIn("nobody known gives a command", remedy="sit down first, or sign in")


def _history(room: Room, table: str, before: int | None, most: int) -> list[PlayedRound]:
    """The last settled rounds, the last first; a record has only cards that were turned up."""
    found = []
    for number, entries in room.floor.journal.rounds(f"table/{table}", before=before, most=most).items():
        mended: dict[int, int] = {}
        record: Record = {}
        void, at = None, 0
        for entry in entries:
            match read(entry):
                case LineCorrected() as line:
                    mended[line.line] = line.returned
                case RoundSettled() as settled:
                    record, void, at = settled.record, None, entry.at
                case RoundVoided() as voided:
                    record, void, at = voided.record or {}, voided.reason, entry.at
        lines = as_known(record.get("lines", []), list[Line])
        found.append(
            PlayedRound(
                round=number,
                at=at,
                void=void,
                seats=as_known(record.get("seats", []), list[SeatRecord]),
                cards=record.get("cards", []),
                decisions=as_known(record.get("decisions", []), list[DecisionRecord]),
                lines=[
                    corrected_line(line, mended[place]) if place in mended else line
                    for place, line in enumerate(lines, start=1)
                ],
            )
        )
    return found


@get("/api/cards.svg", media_type=SVG, tags=["games"], opt=ANYBODY)
async def card_sheet() -> Response[str]:
    """Every card face and back, as symbols of one picture."""
    return Response(await asyncio.to_thread(cards.sprite), media_type=SVG, headers={"cache-control": "max-age=3600"})


@get(
    "/api/games/{game:str}/{edition:str}/clauses/{cite:path}",
    tags=["games"],
    opt=declared(by="anybody", refuses=(422,)),
)
async def clause(game: FromPath[str], edition: FromPath[str], cite: FromPath[str]) -> ClauseText:
    """A clause, a ruling or whatever else is cited, in our words."""
    named = str(cite).lstrip("/")
    found = find_game(game).edition(edition)
    text = " ".join(each.text for each in find_cited(named, found))
    if not text:
        raise UnknownThing(f"{found.about.name} has no clause {named[:80]!r}", remedy="look at its rules")
    return ClauseText(game=game, edition=edition, clause=named, text=text)


HANDLERS = [Tables, card_sheet, clause]
__all__ = ["HANDLERS", "Tables", "own_seat"]
