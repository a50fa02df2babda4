"""What the rows of a Dueling paytable are worth, as fractions of a unit, with pays that may be changed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.maths import terms as common
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import MeterFigures, Outcome
from houseway.maths.terms import figures_of_meter, meter_of, returned, rows_by_meter, share_of
from houseway.rulebook.pays import Pay, PayKind, in_dollars
from houseway.rulebook.paytables import Paytable, Row


class Pricing:
    """What the rows of a side bet are worth to one dollar staked, and as functions of meters and posted amounts."""

    def __init__(self, table: Paytable, amounts: Mapping[str, int]) -> None:
        self.table = table
        self.amounts = amounts
        self.in_money = any(row.pay.is_posted or row.pay.kind is PayKind.DOLLARS for row in table.rows)

    def net(self, row: Row) -> Fraction | None:
        """The net of ``row`` in units; nothing where it hangs on a meter that is not given."""
        meter = meter_of(self.table, row)
        if meter is None:
            return self.empty(row) - 1
        if meter not in self.amounts:
            return None
        return self.empty(row) + share_of(row) * Fraction(self.amounts[meter], 100) - 1

    def outcome(self, row: Row, number: int, total: int) -> Outcome:
        """``row`` as one of the ends of the wager, which ``number`` of ``total`` deals come to."""
        meter = meter_of(self.table, row)
        return Outcome(
            row.event,
            row.pay.text,
            Fraction(number, total),
            self.net(row),
            number,
            meter,
            None if meter is None else share_of(row),
            None if meter is None else self.empty(row) - 1,
            None if meter is None else share_of(row),
        )

    def empty(self, row: Row) -> Fraction:
        """What ``row`` gives back to one dollar with nothing on its meter."""
        pay = row.pay
        if pay.is_posted:
            return Fraction(1 if self.table.odds == "to 1" else 0)
        return returned(pay)

    def meters(self, counts: Mapping[str, int], total: int) -> tuple[MeterFigures, ...]:
        """Each meter and unposted row of the table; the others count with the amounts given to them."""
        fixed = sum((self.empty(row) * counts[row.event] for row in self.table.rows), Fraction(0)) / total
        found = []
        for name, rows in rows_by_meter(self.table).items():
            others, empty = fixed, []
            for row in self.table.rows:
                other = meter_of(self.table, row)
                if other is None or other == name:
                    continue
                if other in self.amounts:
                    others += share_of(row) * Fraction(self.amounts[other], 100) * Fraction(counts[row.event], total)
                else:
                    empty.append(other)
            found.append(figures_of_meter(name, rows, counts, others, counted_empty=empty))
        return tuple(found)


def odds_net(pay: Pay, wager: str) -> Fraction:
    """The net of a pay that must follow from the stake."""
    if pay.kind not in (PayKind.TO_1, PayKind.FOR_1, PayKind.PUSH, PayKind.LOSS):
        raise BadQuestion(
            f"{wager} is a wager of any amount and cannot pay {pay.text}", remedy="write odds, push or loss"
        )
    return returned(pay) - 1


def read_pay(text: Any, table: Paytable, event: str) -> Pay:
    """A changed pay. Money in a *to 1* table comes with the stake (DD-9)."""
    pay, wager = common.read_pay(text, table, event), table.wager
    if pay.kind is PayKind.DOLLARS and table.odds == "to 1":
        return in_dollars(pay.numerator, stake_back=True)
    if pay.is_percent and table.odds == "to 1":
        raise BadQuestion(
            f"{wager} {event}: {pay.text} is a share of a meter, and {wager} has none", remedy="write odds"
        )
    return pay
