"""Limits of the house beyond the edition: on a player's wagers together, and on what one deal pays on a wager.

The rule on wagers together is checked when wagers are placed (`houseway.table.wagers`). An aggregate limit can only be
applied when every winner of the deal is known, so the lines under it are final when the round is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.rulebook.edition import Edition, Wagering
from houseway.rulebook.money import cents, dollars
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.plain_words import misfit
from houseway.rulebook.steps import Settle, Step
from houseway.table.lines import Line
from houseway.table.table_errors import BadSetup

if TYPE_CHECKING:
    from houseway.table.setup import Setup

AGGREGATE_CLAUSE = "WAC 230-15-490"
"""The rule under which a room limits what one deal pays."""

_WAGERING_FORM = "give clause with most, or with over and most-over; {} for no rule"


def wagering_rule(edition: Edition, given: Mapping[str, Any] | None) -> Wagering | None:
    """The rule on a player's wagers together: ``given`` in place of the edition's own, or none if it is empty."""
    if given is None:
        return edition.data.wagering
    if not given:
        return None
    try:
        rule = msgspec.convert(dict(given), Wagering)
    except msgspec.ValidationError as error:
        wrong = misfit(error, given, Wagering)
        raise BadSetup(f"wagering is no rule on a player's wagers: {wrong}", remedy=_WAGERING_FORM) from error
    if not rule.clause.strip():
        raise BadSetup("the wagering rule names no clause, and a refusal must", remedy=_WAGERING_FORM)
    if (rule.over is None) != (rule.most_over is None) or (rule.most is None and rule.over is None):
        raise BadSetup("the wagering rule lacks a part of its limit", clause=rule.clause, remedy=_WAGERING_FORM)
    if rule.over is not None:
        cents(rule.over, "the amount that only some wagers may be over")
    if (rule.most is not None and rule.most < 1) or (rule.most_over is not None and rule.most_over < 0):
        raise BadSetup("most is at least 1, and most-over at least 0", clause=rule.clause, remedy=_WAGERING_FORM)
    return rule


def limited_under(edition: Edition, wager: str) -> str:
    """The wager whose aggregate limit ``wager`` counts under.

    It is its own, but a later wager that is paid by the table of another (Play and Raise, by that of the Ante) adds to
    the same prize and counts with it.
    """
    return edition.chosen_by(wager) if edition.wagers[wager].kind == "supplemental" else wager


def aggregate_limits(setup: Setup, given: Mapping[str, Any]) -> dict[str, int]:
    """``given`` as cents by wager, each a wager of this table that has a row paid by odds."""
    checked = {}
    for slug, amount in given.items():
        wager = setup.wager(slug)
        first = limited_under(setup.edition, slug)
        if first != slug:
            raise BadSetup(
                f"what {slug} wins counts with {first}",
                clause=AGGREGATE_CLAUSE,
                remedy=f"give the aggregate limit to {first}",
            )
        table = setup.paytables.get(slug)
        if table is None:
            raise BadSetup(
                f"{wager.name} has an aggregate limit and is not offered at this table",
                clause=AGGREGATE_CLAUSE,
                remedy=f"offer {slug} with every row posted, or leave its limit out",
            )
        if not any(_by_odds(row.pay) and row.pay.amount > 0 for row in table.rows):
            raise BadSetup(
                f"{wager.name} paytable {table.id} pays nothing by odds, which alone an aggregate limit caps",
                clause=AGGREGATE_CLAUSE,
                remedy="leave it out: fixed prizes and percents of a meter have no aggregate limit",
            )
        if cents(amount, f"the aggregate limit of {slug}") == 0:
            raise BadSetup(
                f"the aggregate limit of {slug} cannot be nothing",
                clause=AGGREGATE_CLAUSE,
                remedy="give an amount, or leave the limit out",
            )
        checked[slug] = amount
    return checked


def hold_to_limits(setup: Setup, taken: Iterable[tuple[Step, Any]], lines: list[Line]) -> None:
    """Write anew the lines of a finished round that together pay more than an aggregate limit.

    ``taken`` are the round's steps: each `Settle` among them wrote one of ``lines``, in order.
    """
    settled = [step for step, _ in taken if isinstance(step, Settle)]
    for slug, limit in setup.aggregate.items():
        won = {
            number: winnings
            for number, (step, line) in enumerate(zip(settled, lines, strict=True))
            if limited_under(setup.edition, line.wager) == slug and (winnings := _winnings(step.pay, line)) > 0
        }
        together = sum(won.values())
        if together > limit:
            for number, winnings in won.items():
                lines[number] = _reduced(lines[number], winnings, limit * winnings // together, limit)


def winnings_to_hold(setup: Setup, line: Line) -> int:
    """What a line has won by odds that an aggregate limit may still cut, because the round is not over."""
    if limited_under(setup.edition, line.wager) not in setup.aggregate:
        return 0
    if line.pays.endswith(" to 1"):
        return max(0, line.returned - line.stake)
    return line.returned if line.pays.endswith(" for 1") else 0


def _by_odds(pay: Pay) -> bool:
    return pay.kind in (PayKind.TO_1, PayKind.FOR_1)


def _winnings(pay: Pay, line: Line) -> int:
    """What the house pays by odds. A stake given back was the player's; *for 1* none is, and all of it is paid."""
    if not _by_odds(pay):
        return 0
    return line.returned - line.stake if pay.kind is PayKind.TO_1 else line.returned


def _reduced(line: Line, winnings: int, share: int, limit: int) -> Line:
    said = f"aggregate limit of {dollars(limit)}: {dollars(share)} paid of {dollars(winnings)} won"
    return msgspec.structs.replace(
        line,
        returned=line.returned - winnings + share,
        note=f"{line.note}; {said}" if line.note else said,
    )
