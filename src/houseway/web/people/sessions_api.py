"""Sessions listed and ended: everybody's own, and anybody's by an administrator."""

from __future__ import annotations

import structlog
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from houseway.accounts.account_errors import NotSignedIn
from houseway.accounts.open_sessions import OpenSession, end_others, end_session, sessions_of
from houseway.floor.reply_shapes import Moment
from houseway.table.shown.shape_base import Shape
from houseway.web.schema import requests as b
from houseway.web.schema.declare import SIGNED_IN, STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller

log = structlog.get_logger("houseway.doors")


class SessionShown(Shape, frozen=True):
    """A session that goes on: whose, in which browser, from where, since when; ``own`` is that of the caller."""

    session: str
    person: str
    login: str
    name: str
    device: str
    address: str
    began: Moment
    seen: Moment
    own: bool


class Ended(Shape, frozen=True):
    """How many sessions were ended."""

    ended: int


def _shown(each: OpenSession, caller: Caller) -> SessionShown:
    return SessionShown(
        session=each.id,
        person=each.person,
        login=each.login,
        name=each.name,
        device=each.device,
        address=each.address,
        began=each.began,
        seen=each.seen,
        own=each.hash == caller.session,
    )


def _account(caller: Caller) -> str:
    if not caller.account:
        raise NotSignedIn("this is for people who are signed in", remedy="sign in first")
    return caller.account


async def shown_of(accounts: Accounts, caller: Caller, account: str | None) -> list[SessionShown]:
    """The sessions of one account, or of everybody who works here, as ``caller`` sees them."""
    return [_shown(each, caller) for each in await sessions_of(accounts, account)]


class OwnSessions(Controller):
    """The caller's own sessions."""

    path = "/api/me/sessions"
    tags = ("people",)
    opt = SIGNED_IN

    @get("/")
    async def all(self, accounts: Accounts, caller: Caller) -> list[SessionShown]:
        """The own sessions, the last used first."""
        return await shown_of(accounts, caller, _account(caller))

    @post("/end-others", status_code=200)
    async def end_others(self, accounts: Accounts, caller: Caller, data: JSONBody[b.Empty]) -> Ended:
        """End every own session but this one; their feeds close."""
        ended = await end_others(accounts, _account(caller), caller.session)
        log.info("sessions ended", account=caller.account, ended=ended)
        return Ended(ended=ended)

    @post("/{session:str}/end", status_code=200)
    async def end(self, accounts: Accounts, caller: Caller, session: FromPath[str], data: JSONBody[b.Empty]) -> Ended:
        """End one of the own sessions; its feeds close."""
        await end_session(accounts, session, _account(caller))
        log.info("sessions ended", account=caller.account, ended=1)
        return Ended(ended=1)


class SessionsOfOffice(Controller):
    """Sessions of everybody who works here."""

    path = "/api/sessions"
    tags = ("people",)
    opt = STAFF_ONLY

    @get("/")
    async def all(self, accounts: Accounts, caller: Caller) -> list[SessionShown]:
        """Who is signed in, the last used first."""
        caller.need("administrator", "regulator")
        return await shown_of(accounts, caller, None)

    @post("/{session:str}/end", status_code=200)
    async def end(self, accounts: Accounts, caller: Caller, session: FromPath[str], data: JSONBody[b.Empty]) -> Ended:
        """End anybody's session: what they do next is refused, and their feeds close."""
        caller.need("administrator")
        found = await end_session(accounts, session)
        log.warning("session ended by an administrator", account=found.account, person=found.person)
        return Ended(ended=1)


HANDLERS = [OwnSessions, SessionsOfOffice]
