"""What public functions take, and how they refuse anything else: by name, with what stands there and what to give.

Values are judged by whoever reads them (`BadQuestion`, `BadSetup` and the others); here it is only whether something is
a number, a text, a table at all. Without it Python would say what went wrong deep inside, or an answer would be given
to another question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from houseway.errors import HousewayError


class BadArgument(HousewayError):
    """Something was given to a function that it does not take."""


class Kind(NamedTuple):
    """A kind of argument: how it is called, what is one, and what to give."""

    words: str
    fits: Callable[[Any], bool]
    remedy: str


def _whole(least: int, most: float) -> Callable[[Any], bool]:
    def fits(given: Any) -> bool:
        # NumPy's whole numbers are none of Python's, and serve as indices too.
        known = isinstance(given, int) or hasattr(type(given), "__index__")
        return known and not isinstance(given, bool) and least <= given <= most

    return fits


def whole(least: int, most: float = math.inf, *, like: int = 1) -> Kind:
    """A whole number in these bounds."""
    reach = f" from {least:,} on" if most == math.inf else f" from {least:,} to {most:,}"
    return Kind(f"a whole number{reach}", _whole(least, most), f"give a number such as {like}")


def _plain_text(given: Any) -> bool:
    # Names are asked about in every round, and nearly all of them are ASCII.
    return isinstance(given, str) and (given.isascii() or not any("\ud800" <= each <= "\udfff" for each in given))


def thing(kind: type | tuple[type, ...], words: str, remedy: str) -> Kind:
    """An object of a class."""
    return Kind(words, lambda given: isinstance(given, kind), remedy)


def several(kind: Kind, words: str, remedy: str) -> Kind:
    """A list, or anything else that can be gone through, of arguments of a kind; a text is none."""

    def fits(given: Any) -> bool:
        if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
            return False
        # What can be gone through but once is not looked at here.
        return isinstance(given, Iterator) or all(map(kind.fits, given))

    return Kind(words, fits, remedy)


def by(key: Kind, value: Kind, words: str, remedy: str) -> Kind:
    """A mapping from one kind to another."""

    def fits(given: Any) -> bool:
        if not isinstance(given, Mapping):
            return False
        for name in given:
            if not fits_key(name):
                return False
        return value is ANYTHING or all(map(value.fits, given.values()))

    fits_key = key.fits
    return Kind(words, fits, remedy)


def maybe(kind: Kind) -> Kind:
    """The same, or nothing."""
    return Kind(f"{kind.words}, or nothing", lambda given: given is None or kind.fits(given), kind.remedy)


ANYTHING = Kind("anything", lambda given: True, "give it")
TEXT = Kind("text", _plain_text, "give text in quotes")
NAME = Kind("a name", lambda given: _plain_text(given) and given != "", "give a name in quotes")
FLAG = Kind("true or false", lambda given: isinstance(given, bool), "give True or False")
A_PATH = Kind(
    "the name of a file",
    lambda given: isinstance(given, Path) or (_plain_text(given) and given and "\0" not in given),
    "name a file",
)
FUNCTION = Kind("a function", callable, "give a function")
CENTS = Kind("whole cents", _whole(0, 2**63 - 1), "give whole cents, such as 500 for $5")
SEED = whole(0, 2**64 - 1, like=7)
SHARE = Kind(
    "a share between 0 and 1",
    lambda given: isinstance(given, (int, float)) and not isinstance(given, bool) and 0 < given < 1,
    "give a number such as 0.95",
)
ABOVE_NOTHING = Kind(
    "a number above 0",
    lambda given: isinstance(given, (int, float)) and not isinstance(given, bool) and 0 < given < math.inf,
    "give a number such as 0.001",
)
NAMES = several(TEXT, "a list of texts", 'give a list, such as ["name"]')
CHOICES = by(TEXT, ANYTHING, "values by name", 'give a dictionary, such as {"name": "value"}')
METERS = by(
    TEXT,
    Kind("a number", lambda given: isinstance(given, (int, float)) or hasattr(given, "numerator"), ""),
    "cents by the name of a meter",
    'give a dictionary, such as {"meter": 500000}',
)
AMOUNTS = by(TEXT, CENTS, "whole cents by the name of a meter", 'give a dictionary, such as {"meter": 500000}')
LOCKED = maybe(AMOUNTS)
"""The amounts of meters, where there are any."""
STAKES = by(TEXT, CENTS, "cents by wager", 'give a dictionary, such as {"wager": 500}')
PLACED = by(
    whole(0), by(TEXT, ANYTHING, "", ""), "cents by seat and wager", 'give a dictionary, such as {1: {"wager": 500}}'
)

F = TypeVar("F", bound=Callable[..., Any])


def check(name: str, kind: Kind, given: object) -> None:
    """Refuse what is ``given`` as ``name`` where it is not of its kind."""
    if not kind.fits(given):
        raise BadArgument(f"{name} is {kind.words}, not {_shown(given)}", remedy=kind.remedy)


def taking(**kinds: Kind) -> Callable[[F], F]:
    """Of a public function: its parameters take arguments of these kinds, and nothing else."""

    def made(function: F) -> F:
        code = function.__code__
        in_order = [(name, kinds.get(name)) for name in code.co_varnames[: code.co_argcount]]

        @wraps(function)
        def run(*given: Any, **named: Any) -> Any:
            for (name, kind), value in zip(in_order, given, strict=False):
                if kind is not None and not kind.fits(value):
                    check(name, kind, value)
            for name, value in named.items():
                kind = kinds.get(name)
                if kind is not None and not kind.fits(value):
                    check(name, kind, value)
            return function(*given, **named)

        return cast(F, run)

    return made


def _shown(given: object) -> str:
    try:
        text = repr(given)
    except Exception:  # whatever it is, it is only shown
        text = f"some {type(given).__name__}"
    text = text.encode(errors="backslashreplace").decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
