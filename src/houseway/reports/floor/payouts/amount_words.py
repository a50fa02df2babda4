"""Amounts in words, as they stand on slips and checks."""

from __future__ import annotations

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["", "", *["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]]
_GROUPS = ("", " thousand", " million", " billion", " trillion")


def in_words(cents: int) -> str:
    """``cents`` in words, the part of a dollar as hundredths: ``Twelve dollars and 05/100``."""
    whole, part = divmod(cents, 100)
    said = _number(whole)
    return f"{said[:1].upper()}{said[1:]} dollar{'s' * (whole != 1)} and {part:02d}/100"


def _number(number: int) -> str:
    if number == 0:
        return _ONES[0]
    parts = []
    for group in _GROUPS:
        number, low = divmod(number, 1000)
        if low:
            parts.append(_below_thousand(low) + group)
    assert number == 0, "no prize is a thousand trillions"
    return " ".join(reversed(parts))


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = [f"{_ONES[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        said.append(_TENS[tens] + (f"-{_ONES[ones]}" if ones else ""))
    elif rest:
        said.append(_ONES[rest])
    return " ".join(said)
