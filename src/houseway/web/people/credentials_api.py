"""What people sign with beside their password: the own badge and PIN, and codes of the own authenticator."""

from __future__ import annotations

import structlog
from litestar import Controller, post
from litestar.params import FromPath, JSONBody

from houseway.accounts.account_rows import Account
from houseway.accounts.credentials import authenticator, badges, enrolled_codes
from houseway.accounts.throttle import console_origin
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted
from houseway.table.shown.shape_base import Shape
from houseway.web.art.qr_codes import qr_picture
from houseway.web.http.callers import STAFF
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller, Doors, Room
from houseway.web.signing.approving import Acting, Actor

log = structlog.get_logger("houseway.doors")

SIGNERS = tuple(sorted(STAFF - {"regulator"}))
"""Roles of those who sign anything."""


class OwnCredentials(Shape, frozen=True):
    """What somebody signs with beside the password."""

    badge: bool
    codes: bool


class NewSecret(Shape, frozen=True):
    """The secret of a new authenticator, the address that an app on the same device opens, and ``picture``, its QR code
    for one on another: an SVG in a ``data:`` address."""

    secret: str
    address: str
    picture: str


class Enrolled(Shape, frozen=True):
    """The recovery codes of an authenticator that is enrolled now, shown this once."""

    recovery: list[str]


def _own(account: Account) -> OwnCredentials:
    return OwnCredentials(badge=account.badge, codes=account.codes)


async def _with_password(acting: Actor, doors: Doors, password: str, code: str | None = None) -> Account:
    """The caller's own account, after the own password was given again, and a code where one is asked for."""
    caller, accounts = acting.caller, acting.accounts
    doors.signatures.take(caller.account)
    account = await accounts.by_id(caller.account)
    if account.login is None or account.person is None:
        raise NotPermitted("this is for people who work here", remedy="sign in with your login")
    return await accounts.check(account.login, password, origin=console_origin(account.id), code=code)


class Credentials(Controller):
    """The own badge and PIN, enrolled by nobody but their person; an administrator can revoke them."""

    path = "/api"
    tags = ("people",)
    opt = STAFF_ONLY

    @post("/me/badge", status_code=200)
    async def enrol_badge(self, acting: Acting, doors: Doors, data: JSONBody[b.NewBadge]) -> OwnCredentials:
        """Enrol the own badge and PIN, in the place of those before: they sign at consoles, and never sign in."""
        acting.caller.need(*SIGNERS)
        account = await _with_password(acting, doors, data.password)
        change = await badges.ready_to_enrol(acting.accounts, account, data.badge, data.pin)
        account = await acting.change(c.EnrolBadge, change)
        log.info("badge enrolled", account=account.id, person=account.person)
        return _own(account)

    @post("/me/badge/revoke", status_code=200)
    async def revoke_own_badge(self, acting: Acting, data: JSONBody[b.Empty]) -> OwnCredentials:
        """The own badge and PIN sign nothing any more: a badge was lost, or a PIN was seen."""
        acting.caller.need(*SIGNERS)
        return await _revoke_badge(acting, acting.caller.account)

    @post("/accounts/{account:str}/badge/revoke", status_code=200)
    async def revoke_badge(self, acting: Acting, account: FromPath[str], data: JSONBody[b.Empty]) -> OwnCredentials:
        """Somebody's badge and PIN sign nothing any more."""
        acting.caller.need("administrator")
        return await _revoke_badge(acting, account)


class Authenticators(Controller):
    """The own authenticator."""

    path = "/api/me/authenticator"
    tags = ("people",)
    opt = STAFF_ONLY

    @post("/", status_code=200)
    async def begin(self, accounts: Accounts, room: Room, caller: Caller, data: JSONBody[b.Empty]) -> NewSecret:
        """A secret for a new authenticator. It counts when a code of it was confirmed."""
        account = await accounts.by_id(caller.account)
        secret = authenticator.new_secret()
        house = room.mirror.property.name or "Houseway"
        address = authenticator.address(secret, account.login or "", house)
        return NewSecret(secret=secret, address=address, picture=qr_picture(address))

    @post("/enrol", status_code=200)
    async def enrol(self, acting: Acting, doors: Doors, data: JSONBody[b.NewAuthenticator]) -> Enrolled:
        """Enrol an authenticator by a code that it shows, in the place of the one before."""
        account = await _with_password(acting, doors, data.password)
        change, recovery = await enrolled_codes.ready_to_enrol(acting.accounts, account, data.secret, data.code)
        account = await acting.change(c.EnrolAuthenticator, change)
        log.info("authenticator enrolled", account=account.id, person=account.person)
        return Enrolled(recovery=recovery)

    @post("/remove", status_code=200)
    async def remove(self, acting: Acting, doors: Doors, data: JSONBody[b.OwnPassword]) -> OwnCredentials:
        """Sign in without codes again, where no role of the caller needs them."""
        account = await _with_password(acting, doors, data.password, data.code)
        change = await enrolled_codes.ready_to_remove(acting.accounts, account)
        account = await acting.change(c.RemoveAuthenticator, change)
        log.info("authenticator removed", account=account.id, person=account.person)
        return _own(account)


async def _revoke_badge(acting: Actor, id: str) -> OwnCredentials:
    change = await badges.ready_to_revoke(acting.accounts, await acting.accounts.by_id(id))
    account = await acting.change(c.RevokeBadge, change)
    log.info("badge revoked", account=account.id, person=account.person)
    return _own(account)


HANDLERS = [Credentials, Authenticators]
