"""References as people see them: what is blank, what hides in one, and when two are the same.

A paper is named by what is printed on it. Characters that nobody sees are no name, and with them, or with wide letters,
one paper would be two.
"""

from __future__ import annotations

import unicodedata

from houseway.floor.states import normal

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Categories of characters that have no shape: controls, marks of direction, joiners, what is not assigned."""

_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs that are drawn as nothing."""

_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Characters that choose the form of the one before them."""


def _is_seen(letter: str) -> bool:
    if letter.isascii():
        return letter.isprintable()
    return not (
        unicodedata.category(letter) in _UNSEEN
        or letter in _EMPTY
        or any(ord(letter) in selectors for selectors in _SELECTORS)
    )


def is_blank(text: str) -> bool:
    """Whether nobody would see anything where this is printed."""
    return not any(_is_seen(letter) for letter in normal(text) if letter != " ")


def hides(text: str) -> bool:
    """Whether a text has characters that nobody sees, besides its spaces."""
    return not all(_is_seen(letter) for letter in normal(text))


def is_same(one: str, other: str) -> bool:
    """Whether two references name one paper: as `normal` has it, and in whatever width and form their letters are."""
    if one.isascii() and other.isascii():
        return normal(one) == normal(other)
    return _formed(one) == _formed(other)


def _formed(text: str) -> str:
    return normal(unicodedata.normalize("NFKC", text))
