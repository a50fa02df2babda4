"""The token that a page sends along with whatever changes something: nobody else's page has it.

A token is bound to the session whose cookie comes with it: with another session it is another, so that it changes when
somebody signs in or out, and that of another session is refused. Before anybody signs in it is bound to nothing, and
must be the one in the cookie.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from http.cookies import SimpleCookie
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from houseway.web.http.callers import COOKIE

CSRF_COOKIE = "houseway_csrf"
CSRF_HEADER = "x-csrf-token"
FIELD = "_csrf_token"
"""The field of a form that has the token, where no header has."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
EXCLUDED = "exclude_from_csrf"
"""The option of handlers that nobody's browser speaks to."""

_NONCE = 32
_FORMS = (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART)


class Csrf(ASGIMiddleware):
    """Looks at the token of every request that changes something, and gives browsers theirs."""

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = EXCLUDED

    def __init__(self, secret: str, *, secure: bool) -> None:
        self._secret = bytes.fromhex(secret)
        self._secure = secure

    def token(self, session: str) -> str:
        """A new token for the session of that id; without one, for nobody yet."""
        nonce = secrets.token_hex(_NONCE // 2)
        return nonce + self._signature(nonce, session)

    def holds(self, token: str, session: str) -> bool:
        """Whether a token was made here for that session."""
        nonce, signature = token[:_NONCE], token[_NONCE:]
        return _same(signature, self._signature(nonce, session))

    def fits(self, token: str, kept: str, session: str) -> bool:
        """Whether a request has its session's token, and its browser the same: none is to be given to it."""
        return bool(session) and _same(token, kept) and self.holds(token, session)

    def _signature(self, nonce: str, session: str) -> str:
        bound = hashlib.sha256(session.encode("utf-8", "surrogateescape")).digest()
        said = nonce.encode("utf-8", "surrogateescape") + b"." + bound
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request pass that only asks, or has its session's token."""
        request: Request[Any, Any, Any] = Request(scope, receive)
        session, kept = request.cookies.get(COOKIE, ""), request.cookies.get(CSRF_COOKIE, "")
        if request.method in SAFE:
            token = kept if self.holds(kept, session) else self.token(session)
        else:
            token = await self._given(request)
            if not self.holds(token, session) or (not session and not _same(token, kept)):
                raise PermissionDeniedException("this page is out of date, or not the one that asks: load it again")
        ScopeState.from_scope(scope).csrf_token = token

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                after = _session_after(headers, session)
                if not self.holds(kept, after):
                    fresh = token if self.holds(token, after) else self.token(after)
                    headers.add("set-cookie", self._cookie(fresh).to_header(header=""))
            await send(message)

        await next_app(scope, receive, sending)

    async def _given(self, request: Request[Any, Any, Any]) -> str:
        given = request.headers.get(CSRF_HEADER)
        if not given and request.content_type[0] in _FORMS:
            found = (await request.form()).get(FIELD)
            given = found if isinstance(found, str) else None
        return given if given and given.isascii() else ""

    def _cookie(self, token: str) -> Cookie:
        return Cookie(key=CSRF_COOKIE, value=token, path="/", secure=self._secure, httponly=False, samesite="lax")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "surrogateescape"), other.encode("utf-8", "surrogateescape"))


def _session_after(headers: MutableScopeHeaders, before: str) -> str:
    """The id of the session that the browser will have when it has this answer."""
    for line in headers.getall("set-cookie", []):
        if line.startswith(f"{COOKIE}="):
            return SimpleCookie(line)[COOKIE].value
    return before
