"""What a row of a paytable pays, exactly.

*To 1* returns the stake as well, *for 1* does not. A percent is of the jackpot's meter; dollars are fixed. ``bonus``,
``jackpot`` and ``jackpot/bonus`` are rows that the operator posts before a table opens: a jackpot as a percent of the
meter, a bonus as money (or, in a *to 1* table, as odds).
"""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from functools import lru_cache

import msgspec

from houseway.rulebook.money import dollars, parse_dollars
from houseway.rulebook.rule_errors import BadAmount, BadPay


class PayKind(Enum):
    """The forms a pay may take."""

    TO_1 = "to 1"
    FOR_1 = "for 1"
    PUSH = "push"
    LOSS = "loss"
    PERCENT = "percent"
    DOLLARS = "dollars"
    BONUS = "bonus"
    JACKPOT = "jackpot"
    JACKPOT_OR_BONUS = "jackpot/bonus"


POSTED = (PayKind.BONUS, PayKind.JACKPOT, PayKind.JACKPOT_OR_BONUS)
"""Kinds that say only that the operator must post a pay."""


class Pay(msgspec.Struct, frozen=True):
    """One pay. ``amount`` is the odds, the percent as a fraction of one, or cents, by ``kind``.

    ``stake_back`` marks a posted bonus of a *to 1* table: dollars on top of the stake.
    """

    kind: PayKind
    text: str
    amount: Fraction = Fraction(0)
    numerator: int = 0
    denominator: int = 1
    stake_back: bool = False

    def returned(self, stake: int) -> int:
        """Whole cents given back on ``stake``, the stake included where it is; fractions of a cent stay with the house.

        A percent cannot be reckoned from the stake: it is a claim on a meter.
        """
        kind = self.kind
        if kind is PayKind.LOSS:
            return 0
        if kind is PayKind.TO_1:
            return stake + stake * self.numerator // self.denominator
        if kind is PayKind.PUSH:
            return stake
        if kind is PayKind.FOR_1:
            return stake * self.numerator // self.denominator
        if kind is PayKind.DOLLARS:
            return self.numerator + (stake if self.stake_back else 0)
        raise BadPay(
            f"{self.text} is not a pay that follows from the stake", remedy="ask for the amount that the table posts"
        )

    @property
    def is_posted(self) -> bool:
        """Whether the operator must still post what it pays."""
        return self.kind in POSTED

    @property
    def is_percent(self) -> bool:
        """Whether it is a share of a meter."""
        return self.kind is PayKind.PERCENT

    def scaled(self, factor: Fraction) -> Pay:
        """A dollar prize for a fixed wager ``factor`` times the standard one; other pays are unchanged."""
        if self.kind is not PayKind.DOLLARS or factor == 1:
            return self
        amount = self.numerator * factor
        return in_dollars(amount.numerator // amount.denominator, stake_back=self.stake_back)


PUSH = Pay(PayKind.PUSH, "push")
LOSS = Pay(PayKind.LOSS, "loss")


def odds(amount: Fraction, unit: str) -> Pay:
    """``amount`` in ``unit``, ``"to 1"`` or ``"for 1"``."""
    kind = PayKind.TO_1 if unit == "to 1" else PayKind.FOR_1
    if (kind is PayKind.FOR_1 and amount < 0) or amount < -1:
        raise BadPay(
            f"odds of {amount} {unit} take more than the stake",
            remedy="no wager loses more than itself: give smaller odds",
        )
    return Pay(kind, f"{_ratio(amount)} {unit}", amount, amount.numerator, amount.denominator)


def in_dollars(amount: int, *, stake_back: bool = False) -> Pay:
    """A fixed prize of ``amount`` cents."""
    text = dollars(amount) + (" and the stake" if stake_back else "")
    return Pay(PayKind.DOLLARS, text, Fraction(amount), amount, 1, stake_back)


def percent(share: Fraction) -> Pay:
    """A prize of ``share`` (1 is all) of the meter."""
    if not 0 < share <= 1:
        raise BadPay(f"{float(share * 100):g}% of a meter cannot be paid", remedy="post more than 0% and at most 100%")
    return Pay(PayKind.PERCENT, f"{_decimal(share * 100)}%", share, share.numerator, share.denominator)


_NUMBER = r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?|-?[0-9]{1,9}[:/][1-9][0-9]{0,8}"
_ODDS = re.compile(rf"({_NUMBER})(?: (to 1|for 1))?")
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%")


def parse_pay(text: str, unit: str) -> Pay:
    """The pay written ``text``; a bare number is odds in ``unit``."""
    if not isinstance(text, str):
        raise BadPay(f"{text!r} is not a pay", remedy=_FORMS)
    return _parsed(text, unit)


@lru_cache(maxsize=4096)
def _parsed(text: str, unit: str) -> Pay:
    word = text.strip().lower()
    if word == "push":
        return PUSH
    if word == "loss":
        return LOSS
    if word in ("bonus", "jackpot", "jackpot/bonus"):
        return Pay(PayKind(word), word)
    if found := _PERCENT.fullmatch(word):
        return percent(Fraction(found[1]) / 100)
    if word.startswith("$"):
        try:
            return in_dollars(parse_dollars(word))
        except BadAmount as error:
            raise BadPay(error.message, remedy=error.remedy) from error
    if found := _ODDS.fullmatch(word):
        return odds(Fraction(found[1].replace(":", "/")), found[2] or unit)
    raise BadPay(f"{text!r} is not a pay", remedy=_FORMS)


def in_words(pays: str) -> str:
    """A pay as people say it: odds below nothing, as in ``-1:2 to 1``, give a part of the stake back."""
    found = _ODDS.fullmatch(pays)
    if found is None or found[2] != "to 1" or not pays.startswith("-"):
        return pays
    back = 1 + Fraction(found[1].replace(":", "/"))
    return "half back" if back == Fraction(1, 2) else f"{back} back" if back else "loss"


def post(row: Pay, posted: str, unit: str, *, row_meters: bool = False) -> Pay:
    """What a row left to the operator pays, once posted as ``posted``.

    ``row_meters``: a bonus row may be run as a progressive with its own meter, and then pays all of it.
    """
    pay = parse_pay(posted, unit)
    if pay.is_posted:
        raise BadPay(f"{posted!r} posts nothing", remedy=_FORMS)
    money = pay.kind is PayKind.DOLLARS or (unit == "to 1" and pay.kind is PayKind.TO_1)
    allowed = {
        PayKind.BONUS: money or (row_meters and pay.is_percent and pay.amount == 1),
        PayKind.JACKPOT: pay.is_percent,
        PayKind.JACKPOT_OR_BONUS: money or pay.is_percent,
    }
    if not allowed[row.kind] or pay.amount < 0:
        raise BadPay(
            f"a {row.text} row cannot be posted at {posted!r}", remedy="post a percent for a jackpot, money for a bonus"
        )
    if pay.kind is PayKind.DOLLARS and unit == "to 1":
        return in_dollars(pay.numerator, stake_back=True)
    return pay


_FORMS = "write 10, 3:2, 2.5, '15 for 1', push, loss, 25%, $500, bonus, jackpot or jackpot/bonus"


def _ratio(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{amount.numerator}:{amount.denominator}"


def _decimal(amount: Fraction) -> str:
    text = f"{amount.numerator * 10**6 // amount.denominator / 10**6:f}"
    return text.rstrip("0").rstrip(".")
