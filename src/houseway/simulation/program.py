"""What a game's kernel offers to the simulation: a program that plays whole rounds in blocks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder
from houseway.table.lines import Line
from houseway.table.round import Decider
from houseway.table.setup import Setup
from houseway.table.wagers import Amounts, Placed

Done = TypeVar("Done", covariant=True)  # noqa: PLC0105
Due = TypeVar("Due")


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

    @classmethod
    def empty(cls, columns: int, rounds: int = 0) -> Block:
        """The sums of so many rounds, of which nothing is counted yet."""
        return cls(rounds, *([0] * columns for _ in range(4)))

    def count(self, place: int, times: int, net: int, staked: int) -> None:
        """Count ``times`` rounds that end with ``net`` in one column."""
        self.net[place] += times * net
        self.squares[place] += times * net * net
        self.staked[place] += times * staked
        self.hits[place] += times * (net > 0)

    def join(self, other: Block) -> None:
        """Add the sums of ``other`` rounds."""
        self.rounds += other.rounds
        for mine, theirs in (
            (self.net, other.net),
            (self.squares, other.squares),
            (self.staked, other.staked),
            (self.hits, other.hits),
        ):
            for place, value in enumerate(theirs):
                mine[place] += int(value)


Piece: TypeAlias = tuple[int, int]
"""The first round of a block and how many there are."""

Blocks: TypeAlias = Generator[Block, None, None]
"""Blocks as they are done, in their order."""


class Pending(Protocol[Done]):
    """Something under way."""

    def result(self) -> Done:
        """What it comes to, waited for."""

    def cancel(self) -> object:
        """Leave it, if it has not begun."""


def in_order(submit: Callable[[Due], Pending[Done]], due: Iterator[Due], ahead: int) -> Generator[Done, None, None]:
    """What is made of all that is ``due``, in its order, ``ahead`` at a time under way; the rest is cancelled."""
    under_way: deque[Pending[Done]] = deque()
    try:
        for each in due:
            under_way.append(submit(each))
            if len(under_way) >= ahead:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()


class Program(Protocol):
    """Compiled rounds of one game at one table with one strategy."""

    columns: tuple[tuple[int, str], ...]
    """(seat, wager): the wagers whose figures are kept; a supplemental wager counts with the one it hangs on."""

    def run(self, seed: int, first: int, count: int) -> Block:
        """Play rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``."""

    def lines(self, seed: int, number: int) -> list[Line]:
        """The settlement lines of one round: those of the procedure with the same cards, strategy and wagers."""


@runtime_checkable
class KnowsFigures(Protocol):
    """A program whose columns hang on what lies beside them and on the other seats, so that it knows their figures."""

    def exact(self) -> dict[tuple[int, str], Figures]:
        """The exact figures of each column, by seat and wager; a column that has none is left out."""


class Kernel(Protocol):
    """The entries of a game's ``kernel``, the same in each game."""

    ANY_DECKS: bool
    """Whether rounds may be dealt from another number of decks than the document has.

    A kernel with a true ``DEALS_RULES`` deals by changed rules too, and refuses those that it cannot deal by.
    """

    def program(
        self,
        game: GameFolder,
        setup: Setup,
        wagers: Placed,
        strategy: Strategy | None = None,
        meters: Amounts | None = None,
    ) -> Program:
        """A program for ``wagers`` placed by seat in every round; without ``strategy`` the best play."""

    def decide(self, game: GameFolder, setup: Setup, strategy: Strategy | None = None) -> Decider:
        """The same strategy as a ``Decider`` for `Round.play_out`: what the parity test plays the procedure with."""
