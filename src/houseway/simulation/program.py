"""What a game's kernel offers to the simulation: a program that plays whole rounds in blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from houseway.maths.strategy import Strategy
from houseway.table.game import Game
from houseway.table.lines import Line
from houseway.table.setup import Setup


class Block(msgspec.Struct):
    """Integer sums over the rounds of one block, one entry for each of the program's columns.

    ``net`` and ``squares`` are in cents and cents squared, ``staked`` in cents, ``hits`` counts rounds in which the
    column ended above zero.
    """

    rounds: int
    net: list[int]
    squares: list[int]
    staked: list[int]
    hits: list[int]


class Program(Protocol):
    """Compiled rounds of one game at one table with one strategy."""

    columns: tuple[tuple[int, str], ...]
    """(seat, wager): the wagers whose figures are kept; a supplemental wager counts with the one it hangs on."""

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``."""
        ...

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of one round: those of the procedure with the same cards, strategy and wagers."""
        ...


class Kernel(Protocol):
    """What ``kernel.py`` of a game holds."""

    def program(
        self,
        game: Game,
        setup: Setup,
        wagers: Mapping[int, Mapping[str, int]],
        strategy: Strategy | None = None,
        meters: Mapping[str, int] | None = None,
    ) -> Program:
        """A program for ``wagers`` placed by seat in every round; without ``strategy`` the best play."""
        ...

    def decide(self, game: Game, setup: Setup, strategy: Strategy | None = None) -> Any:
        """The same strategy as a ``Decider`` for `Round.play_out`: what the parity test plays the procedure with."""
        ...
