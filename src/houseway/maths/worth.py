"""What each choice of a decision is worth, looked up in tables that were made beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from houseway.cards import Card
from houseway.rulebook.steps import Ask
from houseway.table.folder import GameFolder
from houseway.table.players import Seen
from houseway.table.setup import Setup


class Worth(msgspec.Struct, frozen=True):
    """One answer, and what it wins on average in units of the decision's base.

    Where the answer takes an amount, ``value`` is for the most that may be staked, and ``each`` is what every unit of
    that amount wins: less is worth so much less. ``cards`` are those that the answer names; ``remark`` is said with it.
    """

    answer: Any
    value: float
    each: float | None = None
    cards: tuple[Card, ...] = ()
    remark: str = ""


class Worths(msgspec.Struct, frozen=True):
    """The answers to one ask, what 1 is and what the figures leave out.

    ``unit`` is the stake in cents that values are of, ``base`` names it. ``certain`` says that the figures are what
    will be paid, whatever cards come: no average, and no other open card can change it.
    """

    choices: tuple[Worth, ...]
    base: str
    unit: int
    note: str = ""
    certain: bool = False

    @property
    def best(self) -> Worth:
        """The answer worth most; of equals the first."""
        return max(self.choices, key=lambda choice: choice.value)


Book = Callable[[Ask, Seen], Worths | None]
"""Looks a decision up: what its answers are worth to a seat that has seen what ``Seen`` shows, or nothing.

A game that has one makes it in ``maths/worth.py``: ``book(game, setup)``, which may take its time; the book does not.
"""


def book_of(game: GameFolder, setup: Setup) -> Book | None:
    """The book of a table, which may take seconds to make; nothing for a game that has none."""
    module = game.part("maths.worth")
    return None if module is None else cast(Book, module.book(game, setup))
