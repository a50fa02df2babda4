"""The short way of what comes again and again: past the framework, through the same gate to one handler.

A whole table waits for an answer, and the framework takes longer to find the handler and what it is given than the
floor takes to decide. A request that is plainly one of these commands goes straight to its handler. Whatever is not
plainly so goes the long way as it came; whatever is refused is refused there too, so that every error is worded once.

So do the leases of feeds that go on here: every display renews its own every few seconds.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, ReceiveMessage, Scope, Send

from houseway.web.http.callers import COOKIE, Caller, check_known
from houseway.web.http.csrf import CSRF_COOKIE, CSRF_HEADER, Csrf
from houseway.web.http.security import BODY, LIMIT, SECONDS
from houseway.web.schema.shape import CommandReply
from houseway.web.service.command_desk import Desk
from houseway.web.service.gate import LEASES, Asked, Gate, refuse_with

ROUTE = "/api/tables/{table}/"
"""The route of these commands in the framework; the name of each follows."""

Do = Callable[[Desk, Caller, str, Any], Awaitable[CommandReply]]
"""A handler: it gets the desk, who asks, the table, and what was sent."""

_COMMAND = re.compile(r"/api/tables/([ -.0-~]+)/([a-z]+)")
_HOST = re.compile(rb"[0-9A-Za-z.:\[\]-]+")
_SESSION = re.compile(r"[0-9A-Za-z_-]+")
_TOKEN = CSRF_HEADER.encode()
_TYPE = b"application/json"

_encode = msgspec.json.Encoder().encode


class Way(NamedTuple):
    """How the body of a command is read, and what is done with it."""

    read: msgspec.json.Decoder[Any]
    do: Do


class _Found(NamedTuple):
    way: Way
    what: str
    table: str
    cookies: Mapping[str, str]


class ShortWay:
    """The commands that have a short way, by name; everything else goes the long way."""

    def __init__(self, desk: Desk, gate: Gate, csrf: Csrf, ways: Mapping[str, Way], long_way: ASGIApp) -> None:
        self._desk = desk
        self._gate = gate
        self._csrf = csrf
        self._ways = ways
        self._long_way = long_way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP or scope["method"] != "POST":
            await self._long_way(scope, receive, send)
        elif self._renews(scope["path"]):
            # Who it is and how often were asked when its feed began, and a line of the log would tell nothing.
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        elif (found := self._find(scope)) is not None:
            await self._take(scope, receive, send, found)
        else:
            await self._long_way(scope, receive, send)

    def _renews(self, path: str) -> bool:
        """Whether a path is the lease of a feed that goes on here; it is renewed then."""
        room = self._desk.room
        return path.startswith(LEASES) and room.fenced is None and room.hub.renew(path.removeprefix(LEASES))

    async def _take(self, scope: HTTPScope, receive: Receive, send: Send, found: _Found) -> None:
        scope["path_template"] = ROUTE + found.what
        try:
            async with asyncio.timeout(SECONDS) as limit:
                LIMIT.set(limit)
                message = await receive()
                data = _read(found.way, message)
                reply = await self._give(scope, found, data) if data is not None else None
        except Exception as error:
            refuse_with(scope, error)
            await self._long_way(scope, receive, send)
            return
        if reply is None:
            await self._long_way(scope, _again(message, receive), send)
            return
        await self._answer(scope, send, _encode(reply))

    def _find(self, scope: HTTPScope) -> _Found | None:
        """The command that a request plainly is, sent by a page of ours in a session."""
        place = _COMMAND.fullmatch(scope["path"])
        way = self._ways.get(place[2]) if place is not None and not scope["root_path"] else None
        if place is None or way is None:
            return None
        said = list(scope["headers"])
        headers = dict(said)
        if len(headers) < len(said) or b"authorization" in headers:
            return None
        length = headers.get(b"content-length", b"")
        if headers.get(b"content-type") != _TYPE or not length.isdigit() or int(length) > BODY:
            return None
        cookies = _cookies(headers.get(b"cookie", b""))
        session, kept = cookies.get(COOKIE, ""), cookies.get(CSRF_COOKIE, "")
        given = headers.get(_TOKEN, b"").decode("latin-1")
        if not _HOST.fullmatch(headers.get(b"host", b"")) or not _SESSION.fullmatch(session):
            return None
        return _Found(way, place[2], place[1], cookies) if self._csrf.fits(given, kept, session) else None

    async def _give(self, scope: HTTPScope, found: _Found, data: Any) -> CommandReply:
        caller = await self._gate.admit(scope, Asked(found.cookies))
        closed = self._gate.closed_to(caller, scope["path"])
        if closed is not None:
            raise closed
        check_known(caller)
        return await found.way.do(self._desk, caller, found.table, data)

    async def _answer(self, scope: HTTPScope, send: Send, body: bytes) -> None:
        headers = [(b"content-type", _TYPE), (b"content-length", b"%d" % len(body))]
        dressed = self._gate.dressed(scope, 200, headers)
        await send({"type": "http.response.start", "status": 200, "headers": dressed})
        await send({"type": "http.response.body", "body": body, "more_body": False})
        # Whoever waits has the answer first.
        self._gate.note(scope, 200)


def _cookies(header: bytes) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in header.decode("latin-1").split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def _read(way: Way, message: ReceiveMessage) -> Any | None:
    """What was sent, where it all came at once and is what the command wants."""
    if message["type"] != "http.request" or message.get("more_body"):
        return None
    try:
        return way.read.decode(message["body"])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _again(message: ReceiveMessage, receive: Receive) -> Receive:
    """Receive a message once more, and then what follows it."""
    kept = [message]

    async def received() -> Any:
        return kept.pop() if kept else await receive()

    return received
