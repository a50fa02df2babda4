"""Who asks: a guest, a player, somebody who works here, a device, or nobody known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from houseway.accounts.account_errors import NotSignedIn
from houseway.accounts.account_rows import DeviceKind, Session
from houseway.accounts.service import Accounts
from houseway.compliance.configuration import DEPARTMENTS, Person
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.people import device_name

COOKIE = "houseway_session"
"""The cookie that holds a session's id."""

READERS = ("supervisor", "surveillance", "accounting", "administrator", "regulator")
"""Roles that may read reports and the audit trail."""

LOOKS = frozenset({"dealer", "supervisor", "surveillance", "regulator", "administrator"})
"""Roles that may look at a table from the dealer's side."""

STAFF = frozenset(DEPARTMENTS)
"""Every role of somebody who works here, or watches over it."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks. ``id`` is the name under which commands are given: a person's id, ``player:…``, or the kind, the table
    and the id of a device (``panel:T6:d-1a2b3c4d``).

    ``once``: came in with a password that somebody else set, and may do nothing before setting another. ``codes``: came
    in with a code of an authenticator too.
    """

    kind: Literal["nobody", "guest", "player", "staff", "device"] = "nobody"
    id: str = ""
    name: str = ""
    roles: frozenset[str] = frozenset()
    account: str = ""
    session: str = ""
    device: str = ""
    device_kind: DeviceKind | None = None
    table: str = ""
    once: bool = False
    codes: bool = False

    @property
    def player(self) -> str | None:
        """The player, if it is one."""
        return self.id if self.kind in ("guest", "player") else None

    @property
    def staff(self) -> bool:
        """Whether it is somebody who works here or watches over it."""
        return self.kind == "staff"

    def has(self, *roles: str) -> bool:
        """Whether one of these roles is there."""
        return not self.roles.isdisjoint(roles)

    def need(self, *roles: str) -> None:
        """Refuse unless one of these roles is there."""
        if self.kind == "nobody":
            raise NotSignedIn("this is for people who are signed in", remedy="sign in first")
        if not self.has(*roles):
            raise NotPermitted(f"this is for {' or '.join(roles)}", remedy="ask somebody who may")


NOBODY = Caller()


def caller_of_session(session: Session, people: Mapping[str, Person]) -> Caller:
    """Who a session is. Roles are those that the property gives the person now, so that they end with a command."""
    account = session.account
    if account.person is not None:
        person = people.get(account.person)
        roles = frozenset[str](person.roles) if person is not None else frozenset[str]()
        name = person.name if person is not None else account.name
        return Caller(
            "staff", account.person, name, roles, account.id, session.hash, once=account.once, codes=account.codes
        )
    kind: Literal["guest", "player"] = "guest" if account.login is None else "player"
    roles = frozenset({"player"})
    return Caller(kind, account.player, account.name, roles, account.id, session.hash, once=account.once)


def as_now(caller: Caller, people: Mapping[str, Person]) -> Caller:
    """The caller with the roles that the property gives the person now."""
    if not caller.staff:
        return caller
    person = people.get(caller.id)
    roles = frozenset[str](person.roles) if person is not None else frozenset[str]()
    return caller if roles == caller.roles else msgspec.structs.replace(caller, roles=roles)


async def identify(
    cookies: Mapping[str, str], authorization: str, accounts: Accounts, people: Mapping[str, Person], release: str = ""
) -> Caller:
    """Who asks, by the session's cookie or by ``Authorization: Device <key>``; ``release`` is what a device runs."""
    scheme, _, key = authorization.partition(" ")
    if scheme.lower() == "device":
        device = await accounts.device(key.strip(), release) if key else None
        if device is None:
            raise NotSignedIn("this device key opens nothing", remedy="ask a technician for a new one")
        return Caller(
            "device",
            device_name(device.kind, device.table, device.id),
            device.name,
            device=device.id,
            device_kind=device.kind,
            table=device.table,
        )
    id = cookies.get(COOKIE)
    session = await accounts.session(id) if id and len(id) <= 128 else None
    return caller_of_session(session, people) if session is not None else NOBODY


def caller_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
    """Who asks, as the gate found."""
    found = connection.scope.get("user")
    return found if isinstance(found, Caller) else NOBODY


def check_known(caller: Caller) -> None:
    """Refuse whoever is not known."""
    if caller.kind == "nobody":
        raise NotSignedIn("this is for people who are signed in", remedy="sign in first")


async def check_audience(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse whoever a handler is not for, before anything that they sent is read.

    It waits for nothing. Were it no coroutine, the framework would have a thread of its own do it for every request.
    """
    by, caller = handler.opt.get("by"), caller_of(connection)
    if by == "device" and caller.kind != "device":
        raise NotSignedIn("this is for devices", remedy="send Authorization: Device <key>")
    if by in ("session", "either"):
        check_known(caller)
    if by == "session" and handler.opt.get("staff") and not caller.staff:
        raise NotPermitted("this is for people who work here", remedy="ask somebody who may")
