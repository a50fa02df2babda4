"""The gate: every request passes it. It names the request, finds out who asks, and sets headers and limits."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import structlog
from litestar import Request
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from houseway.accounts.service import Accounts
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.web.http.callers import Caller, identify
from houseway.web.http.refusals import wants_page
from houseway.web.http.security import (
    ASKED_IN,
    FILE_HEADERS,
    HEADERS,
    LIMIT,
    SECONDS,
    STRICT_TRANSPORT,
    AskedIn,
    Buckets,
    Limits,
)
from houseway.web.live.room import Room
from houseway.web.service.metrics import Metrics

log = structlog.get_logger("houseway.web")

_BEGAN = "houseway_began"

_REFUSED = "houseway_refused"

RELEASE_HEADER = "x-device-release"
"""The header in which a device says what release it runs."""

LEASES = "/feed/"
"""Where the leases of feeds are renewed."""

ONCE = frozenset(
    {"/account", "/login", "/logout", "/api/login", "/api/logout", "/api/me", "/api/me/password", "/health", "/ready"}
)
"""What is open to whoever came in with a password that somebody else set: to set another, or to go."""

ENROLLING = ONCE | {"/api/me/authenticator", "/api/me/authenticator/enrol"}
"""The same for whoever has to enrol an authenticator first."""

PRICED = "/api/lab/strategy/own"
"""Where a strategy of one's own is sent to be priced: nothing is kept of it."""

WATCHER = "regulator"
WATCHERS_OWN = ONCE | {"/api/verification", "/api/verification/cancel", "/api/audit/verify", PRICED}
"""What somebody who only watches may send: about the own login, the journal to be verified, a strategy to be priced."""

OWN_LOGIN = ("/api/me/", "/api/enrol", LEASES)
"""What is about the own login, and which feeds are still read, begins so."""

UNBOUND = ("/feed",)
"""Paths whose answers take as long as they take."""


def _as_sent(headers: Mapping[str, str]) -> tuple[tuple[bytes, bytes], ...]:
    """Headers as they are sent; an answer that says nothing of it is not to be kept."""
    given = {"cache-control": "no-store", **headers}
    return tuple((name.lower().encode(), value.encode()) for name, value in given.items())


_OF_ALL, _OF_FILES = _as_sent(HEADERS), _as_sent(FILE_HEADERS)


class Asked(NamedTuple):
    """What a request says of who sends it: its cookies, the key of a device, and the release that the device runs."""

    cookies: Mapping[str, str]
    authorization: str = ""
    release: str = ""


def refuse_with(scope: Scope, error: Exception) -> None:
    """Have a request refused by the next gate that it comes to, as the framework answers such an error."""
    scope["state"][_REFUSED] = error


class Gate(ASGIMiddleware):
    """One a server. ``secure``: the browser speaks TLS to whatever stands in front."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, room: Room, accounts: Accounts, metrics: Metrics, limits: Limits, *, secure: bool) -> None:
        self._room = room
        self._accounts = accounts
        self._metrics = metrics
        self._secure = secure
        self._requests = Buckets(*limits.requests)
        self._commands = Buckets(*limits.commands)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request pass."""
        refusal = scope["state"].get(_REFUSED)
        if refusal is not None:
            raise refusal
        request: Request[Any, Any, Any] = Request(scope)
        if scope["type"] != ScopeType.HTTP or not _is_text(scope["path"]):
            raise NotFoundException("there is nothing of that name")
        asked = Asked(
            request.cookies, request.headers.get("authorization", ""), request.headers.get(RELEASE_HEADER, "")
        )
        closed = self.closed_to(await self.admit(scope, asked), scope["path"])
        if closed is not None:
            if request.method == "GET" and wants_page(request):
                await send({"type": "http.response.start", "status": 303, "headers": [(b"location", b"/account")]})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            raise closed
        if scope["path"] in UNBOUND:
            await next_app(scope, receive, send)
        else:
            async with asyncio.timeout(SECONDS) as limit:
                LIMIT.set(limit)
                await next_app(scope, receive, send)

    async def admit(self, scope: HTTPScope, asked: Asked) -> Caller:
        """Name a request and find out who asks; the refusal where too much is asked, or what a watcher may not."""
        if self._room.fenced is not None:
            raise self._room.fenced
        id = secrets.token_hex(8)
        scope["state"][_BEGAN] = (id, time.monotonic())
        # A page that refuses bears the name of the house as well.
        scope["state"]["property"] = self._room.mirror.property.name
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=id)
        client = scope["client"]
        address = client[0] if client else ""
        self._requests.take(address)
        people = self._room.mirror.property.people
        caller = await identify(asked.cookies, asked.authorization, self._accounts, people, asked.release)
        scope["user"] = caller
        if caller.staff:
            ASKED_IN.set(AskedIn(caller.session))
        structlog.contextvars.bind_contextvars(who=caller.id or "nobody")
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            self._commands.take(caller.account or caller.device or address)
            _check_watcher(caller, scope["path"])
        return caller

    def closed_to(self, caller: Caller, path: str) -> NotPermitted | None:
        """Why a path is closed to somebody who has to see to the own account first."""
        if path.startswith("/static/"):
            return None
        if caller.once and path not in ONCE:
            return NotPermitted(
                "this password was set by somebody else, and is for coming in once",
                clause=SEGREGATION,
                remedy="set your own on the account page, or by POST /api/me/password",
            )
        if caller.staff and not caller.codes and path not in ENROLLING and self._accounts.needs_codes(caller.id):
            return NotPermitted(
                "your role signs in with a code of an authenticator, and you have none enrolled",
                remedy="enrol one on the account page, or by POST /api/me/authenticator",
            )
        return None

    async def finish(self, message: Message, scope: Scope) -> None:
        """Called with everything that is sent: headers for the browser, a line of the log, the measures."""
        if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
            return
        # As bytes: the framework's headers decode every one of them whenever one is looked for.
        message["headers"] = self.dressed(scope, message["status"], message.get("headers", ()))
        self.note(scope, message["status"])

    def dressed(
        self, scope: HTTPScope, status: int, headers: Iterable[tuple[bytes, bytes]]
    ) -> list[tuple[bytes, bytes]]:
        """The headers of an answer, with those for the browser that it does not have."""
        file = scope["path"].startswith("/static/") and status < 400
        id, _ = scope["state"].get(_BEGAN, ("", None))
        given = list(headers)
        there = {name.lower() for name, _ in given}
        given += [header for header in (_OF_FILES if file else _OF_ALL) if header[0] not in there]
        given += [(b"strict-transport-security", STRICT_TRANSPORT.encode())] if self._secure else []
        given += [(b"x-request-id", id.encode())] if id else []
        return given

    def note(self, scope: HTTPScope, status: int) -> None:
        """Measure an answer, and log it."""
        _, began = scope["state"].get(_BEGAN, ("", None))
        seconds = time.monotonic() - began if began is not None else 0.0
        route = str(scope.get("path_template") or "unknown")
        self._metrics.request(scope["method"], route, status, seconds)
        if not scope["path"].startswith("/static/"):
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"][:200],
                status=status,
                milliseconds=round(seconds * 1000, 1),
            )


def _check_watcher(caller: Caller, path: str) -> None:
    """Refuse whatever a regulator sends that could change something, wherever it is sent."""
    if caller.has(WATCHER) and path not in WATCHERS_OWN and not path.startswith((*OWN_LOGIN, f"{PRICED}/")):
        raise NotPermitted(
            "a regulator looks at everything here and changes nothing",
            clause=SEGREGATION,
            remedy="ask somebody of the house to do it; your own login is on the account page",
        )


def _is_text(path: str) -> bool:
    """Whether a path is text that something could be called: nothing here has a name with bytes that nobody sees."""
    return path.isprintable() and not any("\ud800" <= each <= "\udfff" for each in path)
