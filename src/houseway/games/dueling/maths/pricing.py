"""Pays of Dueling as they may be changed, and what they win."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.maths import terms as common
from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import returned
from houseway.rulebook.pays import Pay, PayKind, in_dollars
from houseway.rulebook.paytables import Paytable


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
