"""The form that pays a prize: what the tax on it is, who may be paid, and the fields that are due."""

from __future__ import annotations

import msgspec

from houseway.compliance.profile import Settings
from houseway.floor.bookkeeping.withholding import tax_on
from houseway.floor.command import PlainData
from houseway.floor.forms import FORMS, Field
from houseway.floor.states import Hit, PropertyState
from houseway.reports.numbers import words
from houseway.web.http.callers import Caller
from houseway.web.office.filled_forms import FilledForm, form

DAY = 86_400_000_000
"""How long a payee is offered for further prizes: the data is asked for once in a visit."""


class TaxShown(msgspec.Struct, frozen=True):
    """The tax on a prize as the page says it: winnings, what is withheld with a taxpayer number and without, the rule.

    ``payees`` are those recorded in the last day, the newest first.
    """

    winnings: int
    withheld: int
    without_tin: int
    rule: str
    payees: list[tuple[str, str]]


def tax_shown(settings: Settings, property: PropertyState, hit: Hit, wager: int, at: int) -> TaxShown | None:
    """The tax on a prize that is not paid yet; nothing where none is reported."""
    with_tin, without = (tax_on(settings, hit.amount, wager, tin=tin) for tin in (True, False))
    if not with_tin.reported:
        return None
    recent = [(id, payee) for id, payee in reversed(property.payees.items()) if payee.at > at - DAY]
    return TaxShown(
        winnings=hit.amount - wager,
        withheld=with_tin.withheld,
        without_tin=without.withheld,
        rule=settings.rule(with_tin.setting) if settings.profile.in_force(with_tin.setting, settings.on) else "",
        payees=[
            (id, f"{id}: {words(payee.document)} ending {payee.ending}{'' if payee.tin else ', no taxpayer number'}")
            for id, payee in recent
        ],
    )


def pay_form(
    caller: Caller, values: PlainData, tax: TaxShown | None, payee: str, *, propose: bool
) -> FilledForm | None:
    """The form that pays a prize: with its payee where one is due, who is then chosen of those on record."""
    fields = tuple(
        _chosen(field, tax) if field.name == "payee" else field
        for field in FORMS["pay-hit"].fields
        if field.name != "payee" or tax is not None
    )
    known = [id for id, _ in tax.payees] if tax is not None else []
    chosen = {"payee": payee} if payee in known else {}
    return form("pay-hit", caller, values | chosen, fields=fields, propose=propose)


def _chosen(field: Field, tax: TaxShown | None) -> Field:
    offered = (("", "Choose who is paid"), *(tax.payees if tax is not None else ()))
    hint = "Recorded above, once in a visit. The prize is reported under this reference."
    return msgspec.structs.replace(field, kind="choice", needed=True, choices=offered, hint=hint)
