"""Coming in: a new guest, somebody who signs in, and what callers may know of themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import structlog
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from msgspec import Meta

from houseway.accounts.account_rows import Account, Session
from houseway.accounts.device_keys import digest
from houseway.accounts.throttle import address_origin
from houseway.errors import HousewayError
from houseway.table.shown.shape_base import Shape
from houseway.web.http.callers import caller_of, caller_of_session
from houseway.web.service.dependencies import Accounts, Caller, Doors, Room

log = structlog.get_logger("houseway.doors")

R = TypeVar("R", bound=Response[Any])


class OwnSeat(Shape, frozen=True):
    """Where somebody sits."""

    table: str
    seat: int


class Me(Shape, frozen=True):
    """Who the caller is. ``id`` is the name under which the caller's commands are kept."""

    kind: Literal["nobody", "guest", "player", "staff", "device"]
    id: str
    name: str
    roles: list[str]
    chips: Annotated[int | None, Meta(description="Play money in cents; nothing for who does not play.")]
    seat: OwnSeat | None
    once: Annotated[
        bool, Meta(description="The password was set by somebody else: nothing opens before it is changed.")
    ]


def address_of(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))


def device_words(agent: str) -> str:
    """What browser a session is of, as people say it: *Firefox on Windows*; of a program, what it calls itself."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser:
        return f"{browser} on {system}" if system else browser
    named = agent.split("/", 1)[0].strip()[:40]
    return named if named.isprintable() and named else "Unknown device"


class Coming:
    """A browser whose session may begin with this request; `answer` then gives it the cookie."""

    def __init__(self, request: Request[Any, Any, Any], room: Room, accounts: Accounts, doors: Doors) -> None:
        self.request, self.room, self.accounts, self.doors = request, room, accounts, doors
        self.address = address_of(request)
        self._cookie: Cookie | None = None

    async def begin(self, account: Account) -> Caller:
        """Whoever has this account, in a new session."""
        device = device_words(self.request.headers.get("user-agent", ""))
        session = await self.accounts.begin(account, device, self.address[:64])
        known = Session(digest(session), account, self.accounts.now())
        caller = caller_of_session(known, self.room.mirror.property.people)
        self._cookie = self.doors.cookie(session, staff=caller.staff)
        return caller

    async def as_guest(self) -> Caller:
        """A new guest."""
        self.doors.guests.take(self.address)
        account = await self.accounts.make_guest()
        caller = await self.begin(account)
        log.info("guest", account=account.id)
        return caller

    async def sign_in(self, login: str, password: str, code: str = "") -> Caller:
        """Somebody who signs in. The session until now ends."""
        self.doors.passwords.take(self.address)
        try:
            account = await self.accounts.check(login, password, origin=address_origin(self.address), code=code)
        except HousewayError as error:
            log.warning("sign-in refused", error=error.code, address=self.address)
            raise
        before = caller_of(self.request)
        if before.session:
            await self.accounts.end(before.session)
        caller = await self.begin(account)
        log.info("signed in", account=account.id, person=account.person)
        return caller

    def answer(self, answer: R) -> R:
        """An answer, with the cookie of the session where one has begun."""
        if self._cookie is not None:
            answer.set_cookie(self._cookie)
        return answer

    def me(self, caller: Caller) -> Response[Me]:
        """The answer that says who somebody is now."""
        return self.answer(Response(me(caller, self.room)))


Visit: TypeAlias = NamedDependency[Coming]
"""What a handler is given with which somebody comes in: ``visit: Visit``."""


async def visit_of(request: Request[Any, Any, Any], room: Room, accounts: Accounts, doors: Doors) -> Coming:
    """The visit that a request is."""
    return Coming(request, room, accounts, doors)


def me(caller: Caller, room: Room) -> Me:
    """What somebody may know of themselves."""
    player = caller.player
    seat = room.mirror.seat_of(player) if player is not None else None
    return Me(
        kind=caller.kind,
        id=caller.id,
        name=caller.name,
        roles=sorted(caller.roles),
        chips=room.mirror.chips(player) if player is not None else None,
        seat=OwnSeat(table=seat[0], seat=seat[1]) if seat is not None else None,
        once=caller.once,
    )
