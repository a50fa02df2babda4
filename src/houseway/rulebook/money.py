"""Money is whole cents. The functions here are the only way in and out of text.

What people type is dollars at every door, and whole cents travel as integers only. Documents and configurations write
their dollars with the sign, which tells them from odds.
"""

from __future__ import annotations

import re

from houseway.rulebook.rule_errors import BadAmount

_REMEDY = "write $500, $1,000 or $12.50"
_WHOLE = r"([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})"
_DOLLARS = re.compile(rf"\${_WHOLE}(?:\.([0-9]{{2}}))?")
_TYPED = re.compile(rf"\$? *{_WHOLE}(?:\.([0-9]+))?")


def cents(amount: object, what: str = "an amount") -> int:
    """``amount`` if it is a whole, non-negative number of cents."""
    if type(amount) is not int:
        raise BadAmount(f"{what} must be a whole number of cents, not {amount!r}", remedy="write 500 for five dollars")
    if amount < 0:
        raise BadAmount(f"{what} may not be negative, and {amount} is", remedy="write 0 or more, in cents")
    if amount > 10**15:
        raise BadAmount(f"{what} of {amount} cents is more than any table holds", remedy="write the amount in cents")
    return amount


def parse_dollars(text: str) -> int:
    """The cents in ``$1,250`` or ``$12.50``, as a document or a configuration writes them."""
    return _cents(_DOLLARS, text, "")


def parse_typed(text: str, what: str = "") -> int:
    """The cents in an amount that somebody typed, in dollars: ``1250``, ``$1,250`` or ``12.50``."""
    return _cents(_TYPED, text.strip(), what)


def _cents(form: re.Pattern[str], text: str, what: str) -> int:
    found = form.fullmatch(text)
    if not found:
        named = f"{what}: " if what else ""
        raise BadAmount(f"{named}{text!r} is not an amount in dollars", remedy=_REMEDY)
    if found[2] and len(found[2]) > 2:
        raise BadAmount(f"{what or 'the amount'}: {text!r} is not a whole number of cents", remedy=_REMEDY)
    return int(found[1].replace(",", "")) * 100 + int((found[2] or "").ljust(2, "0"))


def exact_dollars(value: int, digits: int) -> str:
    """``value``, whole parts of a dollar with so many ``digits``, as a number with no digit lost and two at least."""
    whole, part = divmod(abs(value), 10**digits)
    text = f"{part:0{digits}d}".rstrip("0").ljust(2, "0")
    return f"{'-' if value < 0 else ''}{whole:,}.{text}"


def dollars(amount: int) -> str:
    """``amount`` cents as people write it: ``$1,250`` or ``$12.50``."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}${whole:,}.{part:02d}" if part else f"{sign}${whole:,}"
