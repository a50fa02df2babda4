"""What payees of reported prizes showed: kept beside the accounts, never in the journal, and forgotten in time.

The journal has the reference of a payee and a digest of what is kept, with a salt that is kept here too: a change is
found, and once the details are gone nobody learns anything from the digest.
"""

from __future__ import annotations

import hashlib
import re
import secrets

import msgspec

from houseway.accounts.service import Accounts
from houseway.floor.command_index import RecordPayee
from houseway.floor.floor_errors import BadCommand, UnknownThing, WrongState
from houseway.floor.kinds.of_payment import KEPT, YEAR
from houseway.floor.permission.papers import hides, is_blank
from houseway.floor.subjects.jackpots.payees import ENDING, DocumentKind

KEPT_YEARS = KEPT // YEAR
"""Years for which the details of a payee are kept: as long as tax records are asked for."""

LONGEST = 300
"""Letters of a name, an address or a number, at most."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


class PayeeDetails(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is paid: as Form W-2G and the payout slip have it. ``tin`` is the taxpayer number, or empty."""

    name: str
    address: str
    document: DocumentKind
    number: str
    tin: str = ""


class ReadyPayee(msgspec.Struct, frozen=True):
    """A payee about to be recorded: the details as they will be kept, and the command that puts them on record."""

    details: PayeeDetails
    salt: str
    command: RecordPayee


def ready_payee(details: PayeeDetails, payee: str = "") -> ReadyPayee:
    """A payee under a new reference, made if none is given; `BadCommand` says which of the details cannot be so."""
    for label, text in (("Name", details.name), ("Address", details.address), ("Document number", details.number)):
        if is_blank(text):
            raise BadCommand(f"{label}: nothing is given", remedy="copy it from the document that the payee shows")
        if len(text) > LONGEST or hides(text):
            raise BadCommand(f"{label}: this cannot be read", remedy="type it as it is printed")
    tin = re.sub(r"[\s-]", "", details.tin)
    if tin and not re.fullmatch(r"[0-9]{9}", tin):
        raise BadCommand(
            "Taxpayer number: it has nine digits", remedy="type it as 123-45-6789, or leave it empty if none is given"
        )
    number = " ".join(details.number.split())
    clean = PayeeDetails(
        name=" ".join(details.name.split()),
        address="\n".join(filter(None, (" ".join(line.split()) for line in details.address.splitlines()))),
        document=details.document,
        number=number,
        tin=tin,
    )
    salt = secrets.token_hex(16)
    command = RecordPayee(
        payee=payee or f"P-{secrets.token_hex(4)}",
        document=clean.document,
        ending=number.replace(" ", "")[-ENDING:],
        digest=_digest(clean, salt),
        tin=bool(tin),
    )
    return ReadyPayee(clean, salt, command)


async def keep_payee(accounts: Accounts, ready: ReadyPayee, who: str) -> None:
    """Keep the details of a payee, and forget those that were kept long enough."""
    at = accounts.now()
    await accounts.ask_all(
        ("DELETE FROM payees WHERE at < ?", (at - KEPT,)),
        (
            "INSERT INTO payees (id, details, salt, who, at) VALUES (?, ?, ?, ?, ?)",
            (ready.command.payee, _canonical(ready.details).decode(), ready.salt, who, at),
        ),
    )


async def drop_payee(accounts: Accounts, payee: str) -> None:
    """Forget the details of a payee who did not come on record."""
    await accounts.ask("DELETE FROM payees WHERE id = ?", payee)


async def payee_details(accounts: Accounts, payee: str, digest: str) -> PayeeDetails:
    """What is kept of a payee; details other than those that ``digest`` was made of are refused."""
    rows = await accounts.ask("SELECT details, salt FROM payees WHERE id = ?", payee)
    if not rows:
        raise UnknownThing(
            f"the details of payee {payee} are not kept here",
            remedy=f"they are forgotten after {KEPT_YEARS} years; restore the accounts of a backup that has them",
        )
    [(text, salt)] = rows
    details = msgspec.json.decode(text, type=PayeeDetails)
    if _digest(details, salt) != digest:
        raise WrongState(
            f"the details of payee {payee} are not those that were recorded: somebody changed them in the database",
            remedy="restore them from a backup, and find out who did",
        )
    return details


def _digest(details: PayeeDetails, salt: str) -> str:
    return hashlib.sha256(salt.encode() + _canonical(details)).hexdigest()
