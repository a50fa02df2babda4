"""Signatures in somebody else's session: whoever is called gives their own password there, or a badge and a PIN."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import structlog
from litestar import Request
from litestar.di import NamedDependency

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
from houseway.web.service import dependencies as given

log = structlog.get_logger("houseway.console")

CONSOLES = ("dealer", "supervisor")
"""Whose sessions are consoles: a badge and a PIN sign in one of these, and nowhere else."""


class SignedHere(NamedTuple):
    """Where somebody else signs: the request, and whose session it is."""

    request: Request[Any, Any, Any]
    accounts: Accounts
    doors: Doors
    caller: Caller

    async def by(self, signed: Signature | None) -> str | None:
        """The person who signs. Wrong passwords are counted by whose session it is: nobody outside spends these tries.

        A signature that names a badge is one by badge and PIN, at a signed-in console, as they were enrolled: wrong
        PINs are counted by badge, at this console and at all of them; the login of the person never waits for them.
        """
        if signed is None:
            return None
        if signed.badge and not (self.caller.staff and self.caller.session and self.caller.has(*CONSOLES)):
            raise NotPermitted(
                "a badge and PIN sign at a signed-in dealer's console only",
                clause=SEGREGATION,
                remedy="sign with login and password",
            )
        origin = console_origin(self.caller.account)
        self.doors.signatures.take(self.caller.account)
        try:
            if signed.badge:
                account = await check_badge(self.accounts, signed.badge, signed.pin, origin=origin)
            else:
                account = await self.accounts.check(signed.login, signed.password, origin=origin, code=signed.code)
        except HousewayError as error:
            what = "badge refused" if signed.badge else "signature refused"
            log.warning(what, error=error.code, address=self.request.client.host if self.request.client else "")
            raise
        person = _person(account)
        if not signed.badge and not account.codes and self.accounts.needs_codes(person):
            raise NotPermitted(
                f"{person} signs with a code of an authenticator, and has none enrolled",
                clause=SEGREGATION,
                remedy=f"{person} signs in and enrols one",
            )
        return person


Signing: TypeAlias = NamedDependency[SignedHere]
"""What a handler is given at which somebody else may sign: ``signing: Signing``."""


async def signing_of(
    request: Request[Any, Any, Any], accounts: given.Accounts, doors: given.Doors, caller: given.Caller
) -> SignedHere:
    """Where a request is signed."""
    return SignedHere(request, accounts, doors, caller)


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
