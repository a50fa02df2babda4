"""What the cage does: payees of reported prizes are recorded."""

from __future__ import annotations

import secrets
from typing import Annotated

from litestar import Controller, post
from litestar.params import JSONBody
from msgspec import Meta

from houseway.accounts.kept_payees import LONGEST, PayeeDetails, drop_payee, keep_payee, ready_payee
from houseway.errors import HousewayError
from houseway.floor.subjects.jackpots.payees import DocumentKind, PayeeKnown
from houseway.web.schema import requests as b
from houseway.web.schema.declare import STAFF_ONLY
from houseway.web.service.dependencies import Accounts, Caller, Desk

CAGE = ("accounting", "supervisor")
"""Who pays prizes."""

Text = Annotated[str, Meta(max_length=LONGEST)]


class NewPayee(b.Empty):
    """Who is paid, as their papers have it; ``tin`` is the taxpayer number, left empty where none is given."""

    name: Text
    address: Text
    document: DocumentKind
    number: Text
    tin: Annotated[str, Meta(max_length=20)] = ""


class Payees(Controller):
    """Payees of reported prizes: kept beside the accounts, and on record by a reference."""

    path = "/api/payees"
    tags = ("office",)
    opt = STAFF_ONLY

    @post("/", status_code=201)
    async def record(self, accounts: Accounts, desk: Desk, caller: Caller, data: JSONBody[NewPayee]) -> PayeeKnown:
        """Record who is paid; the journal has the reference that is answered, and no name or number."""
        caller.need(*CAGE)
        ready = ready_payee(
            PayeeDetails(name=data.name, address=data.address, document=data.document, number=data.number, tin=data.tin)
        )
        await keep_payee(accounts, ready, caller.id)
        try:
            await desk.pass_on(ready.command, f"payee:{secrets.token_hex(16)}", caller.id)
        except HousewayError:
            await drop_payee(accounts, ready.command.payee)
            raise
        return PayeeKnown(payee=ready.command.payee)


HANDLERS = [Payees]
