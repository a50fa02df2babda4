"""Money is whole cents. These two functions are the only way in and out of text."""

from __future__ import annotations

import re

from houseway.errors import BadAmount

_DOLLARS = re.compile(r"\$([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\.([0-9]{2}))?")


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
    """The cents in ``$1,250`` or ``$12.50``."""
    found = _DOLLARS.fullmatch(text)
    if not found:
        raise BadAmount(f"{text!r} is not an amount in dollars", remedy="write $500, $1,000 or $12.50")
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def dollars(amount: int) -> str:
    """``amount`` cents as people write it: ``$1,250`` or ``$12.50``."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}${whole:,}.{part:02d}" if part else f"{sign}${whole:,}"
