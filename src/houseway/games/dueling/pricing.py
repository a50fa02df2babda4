"""What the rows of a Dueling paytable are worth, as fractions of a unit, with pays that may be changed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import BadQuestion, HousewayError
from houseway.maths.results import MeterFigures
from houseway.rulebook.pays import Pay, PayKind, in_dollars, parse_pay
from houseway.rulebook.paytables import Paytable, Row


class Pricing:
    """What the rows of a side bet are worth to one dollar staked, and as functions of meters and posted amounts."""

    def __init__(self, table: Paytable, amounts: Mapping[str, int]) -> None:
        self.table = table
        self.amounts = amounts
        self.in_money = any(row.pay.is_posted or row.pay.kind is PayKind.DOLLARS for row in table.rows)

    def net(self, row: Row) -> Fraction | None:
        """The net of ``row`` in units; nothing where it hangs on a meter that is not given."""
        meter = self.meter(row)
        if meter is None:
            return self.empty(row) - 1
        if meter not in self.amounts:
            # Where the stake comes back with the prize, an empty meter gives back the stake.
            return self.empty(row) - 1 if self.empty(row) else None
        return self.empty(row) + self.part(row) * Fraction(self.amounts[meter], 100) - 1

    def meter(self, row: Row) -> str | None:
        """The meter or posted amount that ``row`` is paid from, if it is."""
        if row.pay.is_percent:
            return self.table.wager
        return f"{self.table.wager}/{row.event}" if row.pay.is_posted else None

    def part(self, row: Row) -> Fraction:
        """How much of its meter ``row`` pays."""
        return row.pay.amount if row.pay.is_percent else Fraction(1)

    def empty(self, row: Row) -> Fraction:
        """What ``row`` gives back to one dollar with nothing on its meter."""
        pay = row.pay
        if pay.is_posted:
            return Fraction(1 if self.table.odds == "to 1" else 0)
        return returned(pay)

    def meters(self, counts: Mapping[str, int], total: int) -> tuple[MeterFigures, ...]:
        """Each meter and unposted row of the table."""
        fixed = sum((self.empty(row) * counts[row.event] for row in self.table.rows), Fraction(0)) / total
        names = dict.fromkeys(meter for row in self.table.rows if (meter := self.meter(row)) is not None)
        found = []
        for name in names:
            rows = [row for row in self.table.rows if self.meter(row) == name]
            coefficient = sum((self.part(row) * counts[row.event] for row in rows), Fraction(0)) / total
            hits = sum(counts[row.event] for row in rows)
            found.append(
                MeterFigures(
                    meter=name,
                    coefficient=coefficient,
                    fixed_return=fixed,
                    break_even=(1 - fixed) / coefficient if coefficient else None,
                    rounds_between_hits=Fraction(total, hits) if hits else None,
                )
            )
        return tuple(found)


def returned(pay: Pay) -> Fraction:
    """What a pay gives back to one dollar staked; a percent of an unknown meter nothing."""
    if pay.kind is PayKind.TO_1:
        return 1 + pay.amount
    if pay.kind is PayKind.FOR_1:
        return pay.amount
    if pay.kind is PayKind.PUSH:
        return Fraction(1)
    if pay.kind is PayKind.DOLLARS:
        return pay.amount / 100 + pay.stake_back
    return Fraction(0)


def odds_net(pay: Pay, wager: str) -> Fraction:
    """The net of a pay that must follow from the stake."""
    if pay.kind not in (PayKind.TO_1, PayKind.FOR_1, PayKind.PUSH, PayKind.LOSS):
        raise BadQuestion(
            f"{wager} is a wager of any amount and cannot pay {pay.text}", remedy="write odds, push or loss"
        )
    return returned(pay) - 1


def read_pay(text: Any, table: Paytable, wager: str, event: str) -> Pay:
    """A changed pay. Money in a *to 1* table comes with the stake (DD-9)."""
    try:
        pay = parse_pay(text, table.odds)
    except HousewayError as error:
        raise BadQuestion(f"{wager} {event}: {error.message}", remedy=error.remedy) from error
    if pay.kind is PayKind.DOLLARS and table.odds == "to 1":
        return in_dollars(pay.numerator, stake_back=True)
    if pay.is_percent and table.odds == "to 1":
        raise BadQuestion(
            f"{wager} {event}: {pay.text} is a share of a meter, and {wager} has none", remedy="write odds"
        )
    return pay
