"""What people sign with beside their password: the own badge and PIN."""

from __future__ import annotations

import structlog
from litestar import Controller, post
from litestar.params import FromPath, JSONBody

from houseway.accounts import badges
from houseway.accounts.account_rows import Account
from houseway.accounts.throttle import console_origin
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted
from houseway.table.shown.shape_base import Shape
from houseway.web.http.callers import STAFF
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller, Desk, Doors
from houseway.web.signing.account_changes import change_account

log = structlog.get_logger("houseway.doors")

SIGNERS = tuple(sorted(STAFF - {"regulator"}))
"""Roles of those who sign anything."""


class OwnCredentials(Shape, frozen=True):
    """What somebody signs with beside the password."""

    badge: bool
    codes: bool


def _own(account: Account) -> OwnCredentials:
    return OwnCredentials(badge=account.badge, codes=account.codes)


async def _with_password(accounts: Accounts, doors: Doors, caller: Caller, password: str) -> Account:
    """The caller's own account, after the own password was given again."""
    doors.signatures.take(caller.account)
    account = await accounts.by_id(caller.account)
    if account.login is None or account.person is None:
        raise NotPermitted("this is for people who work here", remedy="sign in with your login")
    return await accounts.check(account.login, password, origin=console_origin(account.id))


class Credentials(Controller):
    """The own badge and PIN, enrolled by nobody but their person; an administrator can revoke them."""

    path = "/api"
    tags = ("people",)
    opt = STAFF_ONLY

    @post("/me/badge", status_code=200)
    async def enrol_badge(
        self, accounts: Accounts, doors: Doors, desk: Desk, caller: Caller, data: JSONBody[b.NewBadge]
    ) -> OwnCredentials:
        """Enrol the own badge and PIN, in the place of those before: they sign at consoles, and never sign in."""
        caller.need(*SIGNERS)
        account = await _with_password(accounts, doors, caller, data.password)
        change = await badges.ready_to_enrol(accounts, account, data.badge, data.pin)
        account = await change_account(desk, accounts, c.EnrolBadge, change, caller.id)
        log.info("badge enrolled", account=account.id, person=account.person)
        return _own(account)

    @post("/me/badge/revoke", status_code=200)
    async def revoke_own_badge(
        self, accounts: Accounts, desk: Desk, caller: Caller, data: JSONBody[b.Empty]
    ) -> OwnCredentials:
        """The own badge and PIN sign nothing any more: a badge was lost, or a PIN was seen."""
        caller.need(*SIGNERS)
        return await _revoke_badge(accounts, desk, caller, await accounts.by_id(caller.account))

    @post("/accounts/{account:str}/badge/revoke", status_code=200)
    async def revoke_badge(
        self, accounts: Accounts, desk: Desk, caller: Caller, account: FromPath[str], data: JSONBody[b.Empty]
    ) -> OwnCredentials:
        """Somebody's badge and PIN sign nothing any more."""
        caller.need("administrator")
        return await _revoke_badge(accounts, desk, caller, await accounts.by_id(account))


async def _revoke_badge(accounts: Accounts, desk: Desk, caller: Caller, account: Account) -> OwnCredentials:
    change = await badges.ready_to_revoke(accounts, account)
    account = await change_account(desk, accounts, c.RevokeBadge, change, caller.id)
    log.info("badge revoked", account=account.id, person=account.person)
    return _own(account)


HANDLERS = [Credentials]
