"""Numbers as people read them. Every kind of figure is written in one way, in the terminal and in every document."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from houseway.rulebook.money import exact_dollars
from houseway.rulebook.pays import in_words
from houseway.table.shown.wording import spelled

Value: TypeAlias = str | int | float | Fraction | None
"""What a cell of a table may hold; nothing is an empty cell."""

Kind: TypeAlias = Literal[
    "text",
    "code",
    "moment",
    "count",
    "probability",
    "odds",
    "one_in",
    "percent",
    "share",
    "units",
    "plain",
    "tenths",
    "thousandths",
    "dollars",
    "cents",
    "micros",
    "range",
]
"""How a value is meant: a whole number, a probability, one in so many, a share shown in percent, net units, …

A ``share`` is in percent too, to a tenth: what was counted, not what was reckoned exactly. ``cents`` and ``micros`` are
whole numbers of cents and of millionths of a cent, shown in dollars to the last digit. ``odds`` and ``one_in`` are
probabilities; in a column of the second the number of rounds is what it is called by, and what programs read in CSV.
"""

NUMERIC: frozenset[Kind] = frozenset(get_args(Kind)) - {"text", "code", "moment"}
"""The kinds whose columns are set to the right."""

UNBROKEN: frozenset[Kind] = NUMERIC | {"moment"}
"""The kinds whose values are never set in two lines: numbers, and a moment with its day and hour."""

MINUS = "\u2212"
DASH = "–"


def shown(value: Value, kind: Kind = "text") -> str:
    """``value`` written as its ``kind`` is."""
    if value is None:
        return DASH
    if isinstance(value, str):
        return value
    number = float(value)
    if math.isinf(number) or math.isnan(number):
        return DASH
    text = _WRITERS[kind](value)
    return MINUS + text[1:] if text.startswith("-") else text


def _count(value: int | float | Fraction) -> str:
    return f"{int(value):,}"


def _probability(value: int | float | Fraction) -> str:
    number = float(value)
    if number == 0:
        return "0"
    return f"{number:.8f}" if abs(number) >= 1e-4 else f"{number:.4e}"


def _odds(value: int | float | Fraction) -> str:
    """A probability as one in so many."""
    if not value:
        return "never"
    rounds = 1 / float(value)
    return f"1 in {rounds:,.2f}" if rounds < 100 else f"1 in {rounds:,.0f}"


def _percent(value: int | float | Fraction) -> str:
    number = 100 * float(value)
    if number and abs(number) < 5e-5:
        return f"{number:.1e} %"
    return f"{number:.4f} %"


def _share(value: int | float | Fraction) -> str:
    return f"{100 * float(value):,.1f} %"


def _units(value: int | float | Fraction) -> str:
    number = float(value)
    if number == int(number) and abs(number) < 1e12:
        return f"{int(number):+,}" if number else "0"
    return f"{number:+,.6f}"


def _plain(value: int | float | Fraction) -> str:
    number = float(value)
    if number == int(number) and abs(number) < 1e15:
        return f"{int(number):,}"
    return f"{number:,.6f}" if abs(number) < 1000 else f"{number:,.2f}"


def _thousandths(value: int | float | Fraction) -> str:
    return f"{float(value):,.3f}"


def _tenths(value: int | float | Fraction) -> str:
    return f"{float(value):,.1f}"


def _dollars(value: int | float | Fraction) -> str:
    number = float(value)
    text = f"{abs(number):,.2f}" if abs(number) < 1_000_000 else f"{abs(number):,.0f}"
    return f"{'-' if number < 0 else ''}${text}"


def _money(digits: int) -> Callable[[int | float | Fraction], str]:
    def write(value: int | float | Fraction) -> str:
        text = exact_dollars(int(value), digits)
        return f"-${text[1:]}" if text.startswith("-") else f"${text}"

    return write


DIGITS: dict[Kind, int] = {"cents": 2, "micros": 8}
"""The digits behind the point of a dollar amount, by kind."""

_WRITERS: dict[str, Callable[[int | float | Fraction], str]] = {
    "text": str,
    "code": str,
    "moment": str,
    "range": str,
    "count": _count,
    "probability": _probability,
    "odds": _odds,
    "one_in": _odds,
    "percent": _percent,
    "share": _share,
    "units": _units,
    "plain": _plain,
    "tenths": _tenths,
    "thousandths": _thousandths,
    "dollars": _dollars,
    "cents": _money(DIGITS["cents"]),
    "micros": _money(DIGITS["micros"]),
}


def words(slug: str) -> str:
    """A slug as words: ``no-such-row`` is ``No such row``."""
    return spelled(slug).replace("+", " + ")


def pay_words(pays: str) -> str:
    """A pay as people say it (`houseway.rulebook.pays.in_words`)."""
    return in_words(pays)
