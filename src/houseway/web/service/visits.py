"""Coming in: a new guest, somebody who signs in, and what callers may know of themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import structlog
from litestar import Request
from msgspec import Meta

from houseway.accounts.account_rows import Account, Session
from houseway.accounts.device_keys import digest
from houseway.accounts.throttle import address_origin
from houseway.errors import HousewayError
from houseway.table.shown.shape_base import Shape
from houseway.web.http.callers import caller_of, caller_of_session
from houseway.web.service.dependencies import Accounts, Caller, Doors, Room

log = structlog.get_logger("houseway.doors")


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


async def begin_for(request: Request[Any, Any, Any], accounts: Accounts, account: Account) -> str:
    """A new session of an account in the browser that asks; its id."""
    return await accounts.begin(account, device_words(request.headers.get("user-agent", "")), address_of(request)[:64])


def signed_in_as(account: Account, session: str, room: Room, accounts: Accounts) -> Caller:
    """Whoever has this account, in this session."""
    return caller_of_session(Session(digest(session), account, accounts.now()), room.mirror.property.people)


async def begin_session(
    request: Request[Any, Any, Any], accounts: Accounts, doors: Doors, room: Room
) -> tuple[Caller, str]:
    """A new guest: who it is, and the id of its session."""
    doors.guests.take(address_of(request))
    account = await accounts.make_guest()
    session = await begin_for(request, accounts, account)
    log.info("guest", account=account.id)
    return signed_in_as(account, session, room, accounts), session


async def sign_in(
    request: Request[Any, Any, Any],
    accounts: Accounts,
    doors: Doors,
    room: Room,
    login: str,
    password: str,
    code: str = "",
) -> tuple[Caller, str]:
    """Sign somebody in: who it is, and the id of a new session. The session until now ends."""
    doors.passwords.take(address_of(request))
    try:
        account = await accounts.check(login, password, origin=address_origin(address_of(request)), code=code)
    except HousewayError as error:
        log.warning("sign-in refused", error=error.code, address=address_of(request))
        raise
    before = caller_of(request)
    if before.session:
        await accounts.end(before.session)
    session = await begin_for(request, accounts, account)
    caller = signed_in_as(account, session, room, accounts)
    log.info("signed in", account=account.id, person=account.person)
    return caller, session


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
