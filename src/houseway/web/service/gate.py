"""The gate: every request passes it. It names the request, finds out who asks, and sets headers and limits."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from typing import Any

import structlog
from litestar import Request
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

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
        if self._room.fenced is not None:
            raise self._room.fenced
        if _renewal(scope) and self._room.hub.renew(scope["path"].removeprefix(LEASES)):
            # Every display says so every few seconds: who it is and how often were asked when its feed began.
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        request: Request[Any, Any, Any] = Request(scope)
        if not _is_text(scope["path"]):
            raise NotFoundException("there is nothing of that name")
        id = secrets.token_hex(8)
        scope["state"][_BEGAN] = (id, time.monotonic())
        # A page that refuses bears the name of the house as well.
        scope["state"]["property"] = self._room.mirror.property.name
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=id)
        address = request.client.host if request.client else ""
        self._requests.take(address)
        caller = await identify(
            request.cookies,
            request.headers.get("authorization", ""),
            self._accounts,
            self._room.mirror.property.people,
            request.headers.get(RELEASE_HEADER, ""),
        )
        scope["user"] = caller
        if caller.staff:
            ASKED_IN.set(AskedIn(caller.session))
        structlog.contextvars.bind_contextvars(who=caller.id or "nobody")
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self._commands.take(caller.account or caller.device or address)
            _check_watcher(caller, scope["path"])
        closed = self._closed_to(caller, scope["path"])
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

    def _closed_to(self, caller: Caller, path: str) -> NotPermitted | None:
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
        if message["status"] == 204 and _renewal(scope):
            # Nothing to protect, and nothing that a line of the log every few seconds for every display would tell.
            return
        id, began = scope["state"].get(_BEGAN, ("", None))
        file = scope["path"].startswith("/static/") and message["status"] < 400
        # As bytes: the framework's headers decode every one of them whenever one is looked for.
        headers = list(message.get("headers", ()))
        there = {name.lower() for name, _ in headers}
        headers += [header for header in (_OF_FILES if file else _OF_ALL) if header[0] not in there]
        headers += [(b"strict-transport-security", STRICT_TRANSPORT.encode())] if self._secure else []
        headers += [(b"x-request-id", id.encode())] if id else []
        message["headers"] = headers
        seconds = time.monotonic() - began if began is not None else 0.0
        route = str(scope.get("path_template") or "unknown")
        self._metrics.request(scope["method"], route, message["status"], seconds)
        if not scope["path"].startswith("/static/"):
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"][:200],
                status=message["status"],
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


def _renewal(scope: Scope) -> bool:
    return scope["path"].startswith(LEASES) and scope.get("method") == "POST"


def _is_text(path: str) -> bool:
    """Whether a path is text that something could be called: nothing here has a name with bytes that nobody sees."""
    return path.isprintable() and not any("\ud800" <= each <= "\udfff" for each in path)
