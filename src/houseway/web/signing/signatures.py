"""Signatures in somebody else's session: whoever is called gives their own password there, or a badge and a PIN."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request

from houseway.accounts.account_rows import Account
from houseway.accounts.credentials.badges import check_badge
from houseway.accounts.service import Accounts
from houseway.accounts.throttle import console_origin
from houseway.errors import HousewayError
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.web.http.callers import Caller
from houseway.web.http.security import Doors
from houseway.web.schema.requests import Signature

log = structlog.get_logger("houseway.console")

CONSOLES = ("dealer", "supervisor")
"""Whose sessions are consoles: a badge and a PIN sign in one of these, and nowhere else."""


async def signer(
    request: Request[Any, Any, Any], accounts: Accounts, doors: Doors, caller: Caller, signed: Signature | None
) -> str | None:
    """The person who signs. Wrong passwords are counted by whose session it is: nobody outside spends these tries.

    A signature that names a badge is one by badge and PIN: `by_badge`.
    """
    if signed is None:
        return None
    if signed.badge:
        return await by_badge(request, accounts, doors, caller, signed.badge, signed.pin)
    doors.signatures.take(caller.account)
    try:
        origin = console_origin(caller.account)
        account = await accounts.check(signed.login, signed.password, origin=origin, code=signed.code)
    except HousewayError as error:
        log.warning("signature refused", error=error.code, address=request.client.host if request.client else "")
        raise
    person = _person(account)
    if not account.codes and accounts.needs_codes(person):
        raise NotPermitted(
            f"{person} signs with a code of an authenticator, and has none enrolled",
            clause=SEGREGATION,
            remedy=f"{person} signs in and enrols one",
        )
    return person


async def by_badge(
    request: Request[Any, Any, Any], accounts: Accounts, doors: Doors, caller: Caller, badge: str, pin: str
) -> str:
    """The person who signs at a signed-in console with the own badge and PIN, as they enrolled them.

    Wrong PINs are counted by badge, at this console and at all of them; the login of the person never waits for them.
    """
    if not caller.staff or not caller.session or not caller.has(*CONSOLES):
        raise NotPermitted(
            "a badge and PIN sign at a signed-in dealer's console only",
            clause=SEGREGATION,
            remedy="sign with login and password",
        )
    doors.signatures.take(caller.account)
    try:
        account = await check_badge(accounts, badge, pin, origin=console_origin(caller.account))
    except HousewayError as error:
        log.warning("badge refused", error=error.code, address=request.client.host if request.client else "")
        raise
    return _person(account)


def _person(account: Account) -> str:
    if account.person is None:
        raise NotPermitted(f"{account.name} does not work here", remedy="call a supervisor")
    if account.once:
        raise NotPermitted(
            f"the password of {account.person} was set by somebody else, and signs nothing",
            clause=SEGREGATION,
            remedy=f"{account.person} signs in once and sets their own",
        )
    log.info("signed", person=account.person)
    return account.person
