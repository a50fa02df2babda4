"""The compliance check: everything in a property's configuration that breaks a rule, with the rule and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from houseway.compliance.configuration import Property
from houseway.compliance.rules import approval_rules as approvals
from houseway.compliance.rules import display_rules as displays
from houseway.compliance.rules import equipment_rules as equipment
from houseway.compliance.rules import house_rules as house
from houseway.compliance.rules import jackpot_rules as jackpots
from houseway.compliance.rules import link_rules as links
from houseway.compliance.rules import promotion_rules as promotions
from houseway.compliance.rules import wager_rules as wagers
from houseway.compliance.rules.rule_book import (
    ApprovalCase,
    Book,
    Finding,
    JackpotCase,
    LicenceCase,
    PromotionCase,
    PropertyCase,
    TableCase,
    approval_rule,
    jackpot_rule,
    licence_rule,
    promotion_rule,
    property_rule,
    rests_on,
    table_rule,
)

__all__ = ["Finding", "about", "check", "rules"]

_SUBJECTS = (house, wagers, equipment, jackpots, links, displays, approvals, promotions)
"""The rules by subject, in the order of the findings."""

SETUP = "setup"
"""The rule of last resort: the table cannot be set up, for a reason that no rule of its own names."""

_BOOKS = (property_rule, jackpot_rule, table_rule, approval_rule, licence_rule, promotion_rule)

_Shown = TypeVar("_Shown")


class _Scoped(NamedTuple):
    kind: str
    id: str
    finding: Finding


def check(property: Property) -> list[Finding]:
    """Everything that may not be so, in one order: the property, its jackpots, tables, approvals, licences,
    promotions."""
    return [scoped.finding for scoped in _findings(property)]


def about(
    property: Property, *, table: str | None = None, licence: str | None = None, promotion: str | None = None
) -> list[Finding]:
    """What stands in the way of one table, of one licence, or of one promotion.

    For a table that is all that is wrong with it, with its jackpots, with the approvals of its game, with promotions
    that run at it, and with the property as a whole.
    """
    wanted: set[tuple[str, str]] = set()
    if licence is not None:
        wanted.add(("licence", licence))
    if promotion is not None:
        wanted.add(("promotion", promotion))
    if table is not None:
        wanted |= {("property", ""), ("table", table)}
        found = property.table(table)
        if found is not None:
            wanted |= {("jackpot", id) for id in found.jackpots.values()}
            wanted |= {
                ("approval", item.id)
                for item in property.approvals
                if (item.game, item.edition) == (found.game, found.edition)
            }
        wanted |= {("promotion", item.id) for item in property.promotions if table in item.tables}
    return [scoped.finding for scoped in _findings(property) if (scoped.kind, scoped.id) in wanted]


def rules() -> dict[str, str]:
    """Every rule by its id, with what it asks for."""
    found = {rule.id: rule.says for book in _BOOKS for rule in book.rules}
    return {**found, SETUP: "a table can be set up as it is configured"}


for _book in _BOOKS:
    # In the order of their subjects: which module was imported first must not show.
    _book.rules.sort(key=lambda rule: [subject.__name__ for subject in _SUBJECTS].index(rule.function.__module__))


def _findings(property: Property) -> Iterator[_Scoped]:
    whole = PropertyCase(property)
    for finding, _ in _held(property_rule, whole, ""):
        yield _Scoped("property", "", finding)
    broken = set()
    for jackpot in property.jackpots:
        for finding, structural in _held(jackpot_rule, JackpotCase(whole, jackpot), f"jackpot {jackpot.id}"):
            if structural:
                broken.add(jackpot.id)
            yield _Scoped("jackpot", jackpot.id, finding)
    for case in whole.tables:
        if case.known:
            for finding in _of_table(case, broken):
                yield _Scoped("table", case.table.id, finding)
    for approval in property.approvals:
        for finding, _ in _held(approval_rule, ApprovalCase(whole, approval), f"approval {approval.id}"):
            yield _Scoped("approval", approval.id, finding)
    for licence in property.licences:
        for finding, _ in _held(licence_rule, LicenceCase(whole, licence), f"licence {licence.number}"):
            yield _Scoped("licence", licence.number, finding)
    for promotion in property.promotions:
        for finding, _ in _held(promotion_rule, PromotionCase(whole, promotion), f"promotion {promotion.id}"):
            yield _Scoped("promotion", promotion.id, finding)


def _of_table(case: TableCase, broken: set[str]) -> Iterator[Finding]:
    where = f"table {case.table.id}"
    explained = not broken.isdisjoint(case.table.jackpots.values())
    for finding, structural in _held(table_rule, case, where):
        explained = explained or structural
        yield finding
    error = case.bad_setup
    if error is not None and not explained:
        known = error.clause is not None and case.edition.has_clause(error.clause)
        rests = rests_on(case.edition if known else None, error.clause, error.clause or case.edition.about.title)
        remedy = error.remedy or "choose what the edition offers"
        yield Finding(SETUP, rests.cite, where, error.message, remedy, rests.beside)


def _held(book: Book[_Shown], shown: _Shown, where: str) -> Iterator[tuple[Finding, bool]]:
    """What the rules of one book find, each with whether it also explains a setup that cannot be made."""
    for rule in book.rules:
        for found in rule.function(shown):
            at = ", ".join(part for part in (where, found.at) if part) or "property"
            rests = found.rests
            yield Finding(rule.id, rests.cite, at, found.what, found.remedy, rests.beside), rule.structural
