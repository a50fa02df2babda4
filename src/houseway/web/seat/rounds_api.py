"""The interface for rounds that have ended: once more step by step, as a file to keep, and a session's figures."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, PathParameter, QueryParameter
from msgspec import UNSET, Meta

from houseway.accounts.account_errors import NotSignedIn
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.play.ended_rounds import EndedRound, ended_round
from houseway.table.records.record import encode
from houseway.table.shown.shape_base import Sometimes
from houseway.web.http.callers import LOOKS
from houseway.web.live.review.replays import Replay, replay_of
from houseway.web.live.review.session_figures import Session
from houseway.web.schema.declare import ANYBODY, BINARY, SIGNED_IN, declared
from houseway.web.seat.tables_api import own_seat
from houseway.web.service.dependencies import Accounts, Caller, Hints, Room, Sessions

SHARE = "share"
"""The name of the secret that links to rounds are made with."""

Seat = Annotated[
    int | None, QueryParameter(ge=1, le=16, description="Whose eyes to see with; your own seat if it is left out.")
]
Number = Annotated[int, PathParameter(ge=1, le=2**53, description="The number of the round.")]
Token = Annotated[str, QueryParameter(max_length=64, description="What a shared link carries.")]


class OwnReplay(Replay, frozen=True):
    """A round step by step; ``share`` is what a link to it carries, for whoever sat there."""

    share: Annotated[Sometimes[str], Meta(description="Whoever has it sees the round as this seat did.")] = UNSET


class Rounds(Controller):
    """One round of a table that has ended."""

    path = "/api/tables/{table:str}/rounds/{number:int}"
    tags = ("tables",)
    opt = ANYBODY

    @get("/replay", opt=declared(refuses=(403, 404, 409, 422)))
    async def replay(
        self,
        room: Room,
        accounts: Accounts,
        hints: Hints,
        caller: Caller,
        table: FromPath[str],
        number: Number,
        seat: Seat = None,
        share: Token = "",
    ) -> OwnReplay:
        """The round step by step with the cards as the seat saw them, and the seat's decisions graded.

        For whoever sat there, for whoever has the link that they shared, and for staff who may look.
        """
        room.frames.sheet(table)
        ended = await asyncio.to_thread(ended_round, room.floor.journal, table, number)
        secret = await asyncio.to_thread(accounts.secret, SHARE)
        token, whose = _allowed(secret, caller, table, ended, seat, share)
        made = hints.prepare(ended.setup)
        book = made.result() if made.done() and made.exception() is None else None
        found = await asyncio.to_thread(replay_of, table, ended, whose, book, ready=made.done())
        return OwnReplay(**msgspec.structs.asdict(found), share=token or UNSET)

    @get("/record", opt=declared(media={"application/octet-stream": BINARY}, refuses=(404, 409, 422)))
    async def record(self, room: Room, table: FromPath[str], number: Number) -> Response[bytes]:
        """The record of the round as a file: `houseway replay` proves it. Cards that nobody turned up are not in it."""
        room.frames.sheet(table)
        ended = await asyncio.to_thread(ended_round, room.floor.journal, table, number)
        name = f"{table}-round-{number}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(encode(ended.record) + b"\n", media_type="application/octet-stream", headers=headers)


@get("/api/tables/{table:str}/session", tags=["tables"], opt={**SIGNED_IN, **declared(refuses=(403, 422))})
async def session(room: Room, sessions: Sessions, caller: Caller, table: FromPath[str]) -> Session:
    """The caller's session at the table: the net beside what was expected, and decisions right and wrong."""
    room.frames.sheet(table)
    if caller.kind == "nobody":
        raise NotSignedIn("nobody known has a session", remedy="sit down first")
    seat = own_seat(room, caller, table)
    return await asyncio.to_thread(sessions.of, table, room.mirror.table(table).seated[str(seat)], seat)


def token_of(secret: str, table: str, number: int, seat: int) -> str:
    """What a link to a round carries, so that whoever has it sees the round as ``seat`` did."""
    told = f"{table}\n{number}\n{seat}".encode()
    return hmac.new(bytes.fromhex(secret), told, hashlib.sha256).hexdigest()[:32]


def _allowed(
    secret: str, caller: Caller, table: str, ended: EndedRound, seat: int | None, share: str
) -> tuple[str, int]:
    """The token that the caller may pass on, and the seat whose eyes the round is seen with; or the refusal."""
    own = next((at for at, player in ended.players.items() if caller.player and player == caller.player), None)
    if own is not None and seat in (None, own):
        return token_of(secret, table, ended.number, own), own
    if seat is not None and seat in ended.live.seats:
        if share and hmac.compare_digest(share.encode(), token_of(secret, table, ended.number, seat).encode()):
            return share, seat
        if caller.roles & LOOKS:
            return "", seat
    raise NotPermitted(
        f"round {ended.number} of table {table} is for whoever sat there",
        remedy="open it from your own history, or ask them for its link",
    )


HANDLERS = [Rounds, session]
