"""Numbers that people type, read exactly.

One with an exponent is never worked out: nobody types those, and the digits of ``1e99999999`` would fill the machine.
"""

from __future__ import annotations

from fractions import Fraction


def typed_number(text: str, longest: int) -> Fraction | None:
    """A number; nothing where that is none, or has ``longest`` letters or an exponent."""
    try:
        return Fraction(text) if len(text) < longest and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        return None


def typed_share(text: str, longest: int) -> Fraction | None:
    """``4%`` or ``4``: a share of a hundred, read as a number is."""
    number = typed_number(text.strip().removesuffix("%").strip(), longest) if len(text) < longest else None
    return None if number is None else number / 100
