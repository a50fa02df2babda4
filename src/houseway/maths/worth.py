"""What each choice of a decision is worth, looked up in tables that were made beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.rulebook.steps import Ask
from houseway.table.players import Seen


class Worth(msgspec.Struct, frozen=True):
    """One answer, and what it is worth on average in units of the decision's base; ``name`` says it to people."""

    answer: Any
    name: str
    value: float


class Worths(msgspec.Struct, frozen=True):
    """The answers to one ask. ``base`` says what 1 is, ``note`` what the figures leave out."""

    choices: tuple[Worth, ...]
    base: str
    note: str = ""

    @property
    def best(self) -> Worth:
        """The answer worth most; of equals the first."""
        return max(self.choices, key=lambda choice: choice.value)


Book = Callable[[Ask, Seen], Worths | None]
"""Looks a decision up: what its answers are worth to a seat that has seen what ``Seen`` shows, or nothing.

A game that has one makes it in its ``worth.py``: ``book(game, setup)``, which may take its time; the book does not.
"""
