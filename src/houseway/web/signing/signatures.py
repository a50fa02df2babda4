"""Signatures in somebody else's session: whoever is called gives their own password there."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request

from houseway.accounts.service import Accounts
from houseway.accounts.throttle import console_origin
from houseway.errors import HousewayError
from houseway.floor.floor_errors import NotPermitted
from houseway.floor.permission.controls import SEGREGATION
from houseway.web.http.callers import Caller
from houseway.web.http.security import Doors
from houseway.web.schema.requests import Signature

log = structlog.get_logger("houseway.console")


async def signer(
    request: Request[Any, Any, Any], accounts: Accounts, doors: Doors, caller: Caller, signed: Signature | None
) -> str | None:
    """The person who signs. Wrong passwords are counted by whose session it is: nobody outside spends these tries."""
    if signed is None:
        return None
    doors.signatures.take(caller.account)
    try:
        account = await accounts.check(signed.login, signed.password, origin=console_origin(caller.account))
    except HousewayError as error:
        log.warning("signature refused", error=error.code, address=request.client.host if request.client else "")
        raise
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
