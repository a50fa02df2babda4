"""What is cited beside an edition's clauses: approvals, the code, laboratories, and rulings on the jackpot system.

Whoever reads an id anywhere can look it up: `source` finds what is cited outside the editions.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is cited: ``read`` says whether its text was at hand."""

    id: str
    title: str
    text: str
    read: bool = True


@cache
def sources() -> dict[str, Source]:
    """Every source by its id."""
    data = tomllib.loads(Path(__file__).with_name("sources.toml").read_text(encoding="utf-8"))
    return {item.id: item for item in msgspec.convert(data["source"], list[Source])}


def source(id: str) -> Source | None:
    """The source cited as ``id``, a paragraph of it too (``WAC 230-15-695(2)``); nothing where there is none."""
    wanted = re.sub(r"(\([0-9a-z]+\))+$", "", " ".join(id.lower().split()))
    return next((item for item in sources().values() if item.id.lower() == wanted), None)
