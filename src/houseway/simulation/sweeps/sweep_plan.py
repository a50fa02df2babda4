"""What a sweep is: cells, each a table with the values that set it apart, and how many rounds each is played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.simulation.plan import Plan
from houseway.simulation.run import MOST

MOST_CELLS = 10_000
"""Tables in one sweep."""


class Cell(msgspec.Struct, frozen=True):
    """One table of a sweep: the value of each axis, and its plan."""

    values: dict[str, str]
    plan: Plan


class SweepPlan(msgspec.Struct, frozen=True):
    """All tables of a sweep. Every one is played ``rounds`` rounds of the same ``seed``: common random numbers.

    Tables that are dealt alike then get the same cards, so that their difference is known far better than each mean.
    """

    cells: tuple[Cell, ...]
    seed: int
    rounds: int

    def check(self) -> None:
        """Refuse what cannot be played."""
        if not self.cells:
            raise BadQuestion("the sweep has no table", remedy="give every axis a value")
        if not 0 <= self.seed < 1 << 64:
            raise BadQuestion(f"{self.seed} is not a seed", remedy="give a whole number from 0 to 2**64 - 1")
        if not 1 <= self.rounds <= MOST:
            raise BadQuestion(f"{self.rounds} rounds cannot be played", remedy=f"give a whole number up to {MOST:,}")

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the axes."""
        return tuple(self.cells[0].values)

    @property
    def fingerprint(self) -> str:
        """Of the whole plan: another table, seed, number of rounds or program has another one."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


def crossed(axes: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Every combination of the values of ``axes``, the last axis changing fastest."""
    size = 1
    for name, values in axes.items():
        if len(set(values)) < len(values):
            raise BadQuestion(f"{name} is given a value twice", remedy="give each value once")
        size *= len(values)
    if size > MOST_CELLS:
        raise BadQuestion(f"this sweep has {size:,} tables", remedy=f"give fewer values: at most {MOST_CELLS:,} tables")
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))
