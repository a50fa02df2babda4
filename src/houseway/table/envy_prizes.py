"""Prizes that a jackpot pays to others than its winner: Envy, and Share the Wealth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.rulebook.pays import Pay, PayKind, parse_pay
from houseway.rulebook.rule_errors import BadPay
from houseway.table.table_errors import BadSetup

if TYPE_CHECKING:
    from houseway.table.setup import Setup

ENVY = "envy"
SHARE_THE_WEALTH = "share-the-wealth"
ENVY_RULING = "BJS-7"
"""What prizes for other players rest on where the document names none."""


def prizes_for_others(setup: Setup, what: str, extras: Mapping[str, Any]) -> dict[str, dict[str, Pay]]:
    """The prizes of ``what`` by jackpot wager and row, checked: money, or a percent of a meter."""
    checked: dict[str, dict[str, Pay]] = {}
    jackpots = [slug for slug in setup.wagers if setup.wager(slug).kind == "jackpot"]
    for slug, rows in extras.items():
        if slug not in jackpots or not isinstance(rows, Mapping):
            raise BadSetup(
                f"{what} goes with a jackpot wager that is offered and names its rows, not {slug!r}: {rows!r}",
                clause=setup.envy_cite,
                remedy=f"name one of {', '.join(jackpots)} and its rows" if jackpots else "offer a jackpot wager first",
            )
        table = setup.paytables[slug]
        for event, text in rows.items():
            if table.find(event) is None:
                raise BadSetup(
                    f"{slug} paytable {table.id} has no row {event!r} for {what}",
                    clause=table.clause,
                    remedy=f"name one of {', '.join(row.event for row in table.rows)}",
                )
            try:
                pay = parse_pay(text, table.odds)
            except BadPay as error:
                raise BadSetup(
                    f"{what} on {event}: {error.message}", clause=setup.envy_cite, remedy=error.remedy
                ) from error
            if pay.kind not in (PayKind.PERCENT, PayKind.DOLLARS):
                raise BadSetup(
                    f"{what} on {event} pays money or a percent, not {text!r}",
                    clause=setup.envy_cite,
                    remedy="write an amount, as $100, or a share, as 10%",
                )
            checked.setdefault(slug, {})[event] = pay
    return checked
