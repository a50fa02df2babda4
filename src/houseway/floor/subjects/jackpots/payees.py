"""Who is paid a prize that is reported for tax: on record by a reference, while name and numbers are kept elsewhere."""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

from houseway.floor.bookkeeping.withholding import Tax, tax_on
from houseway.floor.command_streams import the_property
from houseway.floor.declaring import Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import BadCommand, PayeeMissing, UnknownThing, WrongState
from houseway.floor.forms import words
from houseway.floor.kinds import of_payment
from houseway.floor.permission.controls import HIT, by
from houseway.floor.states import PROPERTY, Hit, PropertyState
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.rulebook.money import dollars

__all__ = ["RecordPayee"]

KEPT_PAYEES = 100
"""Payees that the property keeps at hand; of those before them it knows where they are."""

ENDING = 4
"""Letters of a document's number that screens and the journal show."""

DocumentKind = Literal["driving-licence", "identity-card", "passport", "tribal-card", "military-card", "residence-card"]


class RecordPayee(Command, frozen=True, kw_only=True):
    """Somebody who is to be paid showed who they are: on record before what was shown is kept.

    ``digest`` is that of what is kept, ``ending`` the last letters of the document's number; ``tin``: a taxpayer number
    was given.
    """

    payee: str
    document: DocumentKind
    ending: str
    digest: str
    tin: bool = False


class PayeeKnown(Shape, frozen=True):
    """The reference under which prizes are paid to a payee."""

    payee: str


@words(lambda given, reply: f"Payee {given.payee} is on record.")
@decides(by("supervisor", "accounting", filled=("payee", "ending", "digest"), clause=HIT), the_property, PayeeKnown)
def record_payee(ctx: Context, command: RecordPayee) -> Decision:
    """A payee is on record; what they showed is kept after that, outside the journal."""
    if command.payee in ctx.property.payees or command.payee in ctx.property.older_payees:
        raise WrongState(f"payee {command.payee} is on record already", remedy="record them under a new reference")
    if len(command.ending) > ENDING:
        raise BadCommand(
            f"the journal takes {ENDING} letters of a document's number at most", remedy="send the last of them only"
        )
    body = of_payment.PayeeRecorded(
        payee=command.payee, document=command.document, ending=command.ending, digest=command.digest, tin=command.tin
    )
    return Decision([ctx.draft(PROPERTY, body)], PayeeKnown(payee=command.payee))


@folds(PropertyState, of_payment.PayeeRecorded)
def _recorded(state: PropertyState, body: of_payment.PayeeRecorded, entry: Entry) -> None:
    payee = of_payment.Payee(
        entry.at, body.signers(entry.who), body.document, body.ending, body.digest, body.tin, entry.number
    )
    known = [*state.payees.items(), (body.payee, payee)]
    for reference, old in known[:-KEPT_PAYEES]:
        state.older_payees[reference] = of_payment.OlderPayee(old.entry, old.at, old.tin)
    state.payees = dict(known[-KEPT_PAYEES:])
    older = state.older_payees
    for reference in [*takewhile(lambda each: older[each].at < entry.at - of_payment.KEPT, older)]:
        del older[reference]


def tax_of(ctx: Context, jackpot: Jackpot, hit: Hit, payee: str) -> Tax:
    """The tax on a hit that is paid to ``payee``, or the refusal where they must be on record and are not."""
    known = ctx.property.payees.get(payee) or ctx.property.older_payees.get(payee)
    if payee and known is None:
        raise UnknownThing(f"there is no payee {payee!r} on record", remedy="record who is paid, then pay")
    tax = tax_on(ctx.settings, hit.amount, jackpot.wager, tin=known is not None and known.tin)
    if tax.reported and known is None:
        raise PayeeMissing(
            f"{dollars(hit.amount)} is reported for tax, and who is paid is not on record",
            clause=ctx.settings.cite(tax.setting),
            remedy="record name, address, identity document and taxpayer number of the payee, then pay",
        )
    return tax
