"""What every request passes: limits, headers, time, who asks; what comes out of errors."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec
from litestar.datastructures import Cookie

from houseway.accounts.account_errors import TooOften
from houseway.accounts.service import ABSOLUTE_PLAYER
from houseway.web.http.callers import COOKIE

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "worker-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""What every answer says to the browser: no script or style that does not come from here, no frame around it."""

FILE_HEADERS = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
"""What a static file says: it is no page, and forty of them come with a first seat."""

OWN_FRAME = {
    "content-security-policy": HEADERS["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
}
"""What a picture of a display says in their place: the office shows it in a frame, and there is nothing to press."""

STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
BODY = 64 * 1024
"""Bytes of a request's body, at most."""

SECONDS = 15.0
"""Seconds that a request may take, the reading of its body included; feeds and long work are not bound by it."""

LEFT_SOON = 10
"""Seconds after which a place may have become free."""

LIMIT: ContextVar[asyncio.Timeout] = ContextVar("limit")
"""The limit of the request that is being answered."""


class AskedIn:
    """The session of somebody who works here that a request came in, and whether it went on when it was used."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.used = False


ASKED_IN: ContextVar[AskedIn] = ContextVar("asked_in")
"""The session of the request that is being answered."""

MAX_ANONYMOUS_FEEDS = 60
"""Feeds at once from one address of people and displays that nobody knows; ``serve --anonymous-feeds`` sets it."""

MAX_OWN_FEEDS = 60
"""Feeds at once of one account, or of one device."""


class Limits(msgspec.Struct, frozen=True):
    """How often may be asked: (at once, a second) by address for anything, for passwords and guests; by whoever is
    signed in, or by address, for commands; by whoever is signed in, for signatures at the console and own passwords.

    Each server counts for itself: behind two servers twice as much may be asked. Wrong passwords are counted by all of
    them together (`houseway.accounts.throttle`).
    """

    requests: tuple[float, float] = (600, 200)
    commands: tuple[float, float] = (120, 30)
    passwords: tuple[float, float] = (15, 0.2)
    guests: tuple[float, float] = (20, 0.2)
    signatures: tuple[float, float] = (15, 0.5)
    feeds: int = MAX_ANONYMOUS_FEEDS
    own_feeds: int = MAX_OWN_FEEDS


class Buckets:
    """A bucket for each key: it holds so many tokens and is filled by so many a second; each request takes one."""

    MOST = 20_000

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Take one, or refuse with how long to wait."""
        now = self._clock()
        tokens, then = self._buckets.pop(key, (self._size, now))
        tokens = min(self._size, tokens + (now - then) * self._rate)
        wait = (1 - tokens) / self._rate
        self._buckets[key] = (tokens - 1 if wait <= 0 else tokens, now)
        if len(self._buckets) > self.MOST:
            self._buckets.popitem(last=False)
        if wait > 0:
            raise TooOften("asked too often", wait=max(1, round(wait)))


class Places:
    """So many places at once for each key: what is open, not how often it is asked for."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def check(self, key: str) -> None:
        """Refuse where no place is left."""
        if self._taken[key] >= self._most:
            raise TooOften(f"{self._most} feeds are open from here already", wait=LEFT_SOON, remedy="close one first")

    @contextmanager
    def taken(self, key: str) -> Iterator[None]:
        """Take a place for as long as this lasts, or refuse."""
        self.check(key)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


class Doors:
    """What guards the doors of one server: how often passwords may be tried and guests let in, how cookies are set."""

    def __init__(self, limits: Limits, *, secure: bool, metrics_token: str = "") -> None:
        self.secure = secure
        self._metrics_token = metrics_token
        self.passwords = Buckets(*limits.passwords)
        self.guests = Buckets(*limits.guests)
        self.signatures = Buckets(*limits.signatures)
        self.feeds = Places(limits.feeds)
        self.own_feeds = Places(limits.own_feeds)

    def is_metrics_token(self, authorization: str) -> bool:
        """Whether a request has the token that what is measured may be read with; without one set, none is."""
        scheme, _, token = authorization.partition(" ")
        wanted = self._metrics_token
        given = token.strip().encode("utf-8", "surrogateescape")
        return bool(wanted) and scheme.lower() == "bearer" and hmac.compare_digest(given, wanted.encode())

    def cookie(self, session: str, *, staff: bool) -> Cookie:
        """The cookie of a session; that of somebody who works here ends with the browser."""
        return Cookie(
            key=COOKIE,
            value=session,
            path="/",
            httponly=True,
            secure=self.secure,
            samesite="lax",
            max_age=None if staff else ABSOLUTE_PLAYER,
        )

    def no_cookie(self) -> Cookie:
        """The same cookie, taken back."""
        return Cookie(key=COOKIE, value="", path="/", httponly=True, secure=self.secure, samesite="lax", max_age=0)
