"""What regulators ask for, requirement by requirement, and where each is met: one list for the office and the docs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

DATA = Path(__file__).with_name("requirements.toml")

FAMILIES = {
    "R": "The list",
    "S": "The approved documents",
    "WA": "Washington",
}
"""Where requirements come from, by the letters of their ids, with the title that their table has."""


class Requirement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One requirement in our own words. ``clause`` is what it rests on, ``how`` the mechanism that meets it.

    ``see`` says where somebody sees it: a page of the office, ``report NAME``, or a command of the terminal. ``state``
    names what can be said of it at this moment. ``nowhere`` is why no code meets it; ``note`` what waits, or what only
    the operator can do.
    """

    id: str
    level: Literal["must", "should", "check", "–"]
    asks: str
    clause: str
    how: str
    see: tuple[str, ...]
    state: str = ""
    nowhere: str = ""
    code: tuple[str, ...]
    tests: tuple[str, ...]
    note: str = ""

    @property
    def family(self) -> str:
        """The letters of its id."""
        return self.id.partition("-")[0]

    @property
    def remark(self) -> str:
        """The note without Markdown."""
        return self.note.replace("*", "").replace("`", "")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    introduction: str
    requirement: tuple[Requirement, ...]


@cache
def _read() -> _File:
    return msgspec.toml.decode(DATA.read_bytes(), type=_File)


def requirements() -> tuple[Requirement, ...]:
    """Every requirement, in the order of the list."""
    return _read().requirement


def introduction() -> str:
    """How the page of the docs begins: where the requirements come from, and how to read it."""
    return _read().introduction
