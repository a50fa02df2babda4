"""Shifts in the tails: how often simulated shifts end beyond the amounts that convolution gives one in 10,000.

    python -m benchmarks.tails_of_shifts --rounds 1e9

For each game the first wager of the house, one seat, the best play. Shifts of 100 rounds are simulated one after the
other on every core, and those are counted that the house ends at or below, and at or above, an amount of which the
exact distribution says how often that happens. It ends with 1 if a count is too far away, as many as are compared.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.over_time.bands import ShiftResult
from houseway.maths.over_time.shift_wagers import alike
from houseway.registry import all_games, game
from houseway.simulation.exact import OPTIMAL
from houseway.simulation.program import Program
from houseway.simulation.readable import kernel_of
from houseway.simulation.report import far_for
from houseway.simulation.shifts.expected_shifts import ExpectedShifts
from tests.waiting import HOURS

TAIL = 1e-4
"""How likely the tails are, about: results are amounts, and a tail ends at one."""

IN_SHIFT = 100
SEED = 20_261_118
BLOCK = 2_000
"""Shifts that one thread plays before the next may be asked for."""


class Tail(NamedTuple):
    """One tail of one game: how likely it is, and how many of so many shifts lay in it."""

    game: str
    side: str
    cents: int
    exact: float
    shifts: int
    counted: int

    @property
    def z(self) -> float:
        """How many standard errors the count lies from what is expected."""
        expected = self.shifts * self.exact
        return (self.counted - expected) / math.sqrt(expected * (1 - self.exact))


def tails_of(slug: str, shifts: int, in_shift: int = IN_SHIFT, tail: float = TAIL, workers: int = 1) -> Iterator[Tail]:
    """Both tails of one game."""
    found = game(slug)
    expected = ExpectedShifts(found, found.demonstration(), {OPTIMAL: Fraction(1)})
    wager, stake = next(iter(found.house["usual"].items()))
    result = expected.result(alike(in_shift, {wager: stake}))
    low, high = ends_of(result, tail)
    empty = dict.fromkeys(expected.setup.meters, 0)
    stakes = {1: {wager: stake}}
    program = kernel_of(found).program(found, expected.setup, stakes, expected.strategy(OPTIMAL), empty)
    below = above = 0
    blocks = [(first, min(BLOCK, shifts - first)) for first in range(0, shifts, BLOCK)]
    with ThreadPoolExecutor(workers) as pool:
        for wins in pool.map(partial(_wins, program, in_shift), blocks, timeout=HOURS):
            below += int(np.count_nonzero(wins <= low))
            above += int(np.count_nonzero(wins >= high))
    yield Tail(slug, f"{low / 100:,.2f} or less", low, result.at_most(low), shifts, below)
    yield Tail(slug, f"{high / 100:,.2f} or more", high, result.at_least(high), shifts, above)


def ends_of(result: ShiftResult, tail: float) -> tuple[int, int]:
    """The first amounts from the middle outwards beyond which less than ``tail`` lies on each side."""
    band = result.band(1 - 2 * tail)
    return band.low - 1, band.high + 1


def _wins(program: Program, in_shift: int, block: tuple[int, int]) -> npt.NDArray[np.float64]:
    """What the house won in each of a block of shifts."""
    first, number = block
    runs = range(first, first + number)
    return np.array([-sum(program.run(SEED, shift * in_shift, in_shift).net) for shift in runs], dtype=np.float64)


def main(typed: Sequence[str] | None = None) -> int:
    """Count and print; 1 if a count does not agree."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--rounds", type=float, default=1e9, help="rounds of each game")
    given.add_argument("--workers", type=int, default=2, help="threads")
    given.add_argument("--game", action="append", choices=sorted(all_games()), help="only this game; repeatable")
    asked = given.parse_args(typed)
    games = asked.game or sorted(all_games())
    shifts = max(1, int(asked.rounds) // IN_SHIFT)
    far = far_for(2 * len(games))
    wrong = 0
    for slug in games:
        began = perf_counter()
        for tail in tails_of(slug, shifts, workers=asked.workers):
            wrong += abs(tail.z) >= far
            sys.stdout.write(
                f"{slug:18} {tail.side:>22}  exact {tail.exact:.4e}  simulated {tail.counted / shifts:.4e}"
                f"  ({tail.counted:,} of {shifts:,} shifts)  z {tail.z:+.2f}\n"
            )
        sys.stdout.write(f"{'':18} {perf_counter() - began:.0f} s\n")
        sys.stdout.flush()
    sys.stdout.write(f"A count fails at {far:.2f} standard errors: {wrong or 'none'} did.\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
