"""The runner of blocks on a GPU.

Many blocks are played in one launch. Where somebody judges after every block, their sums are kept apart; otherwise the
sums of a launch are those of one large block. Either way they are the sums that the cores give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from houseway.simulation.gpu.gpu_errors import NotOnGpu
from houseway.simulation.gpu.gpu_rounds import LAUNCH, GpuRounds, Machine, Numbers
from houseway.simulation.gpu.gpu_work import GpuWork
from houseway.simulation.program import Block, Blocks, Program

TOTALS = 1 << 22
"""Sums that one launch keeps apart at most."""


@runtime_checkable
class PlaysOnGpu(Protocol):
    """A program that a GPU can play."""

    def gpu_work(self) -> GpuWork:
        """What the GPU is given."""

    def gpu_block(self, rounds: int, sums: Numbers, notes: Sequence[tuple[int, Sequence[int]]]) -> Block:
        """The block of ``rounds`` whose sums these are; ``notes`` are the noted rounds, and how often each came."""


def blocks_on_gpu(
    program: Program,
    seed: int,
    rounds: int,
    block: int,
    *,
    first: int = 0,
    apart: bool,
    machine: Callable[[GpuWork], Machine],
) -> Blocks:
    """The sums of rounds ``first`` to ``rounds`` - 1 as a GPU plays them: of each ``block`` rounds if ``apart``."""
    if not isinstance(program, PlaysOnGpu):
        raise NotOnGpu(
            "the rounds of this game are not written for a GPU", remedy="leave --on gpu out: they are played on cores"
        )
    work = program.gpu_work()
    found = GpuRounds(work, machine)
    most = max(1, min(LAUNCH // block, TOTALS // work.counters)) * block if apart else LAUNCH
    for begin in range(first, rounds, most):
        count = min(most, rounds - begin)
        row = block if apart else LAUNCH
        played = found.play(seed, begin, count, row, block)
        noted = by_line(played.notes)
        for line, sums in enumerate(played.totals):
            yield program.gpu_block(min(row, count - line * row), sums, noted.get(line, ()))


def by_line(notes: Numbers) -> dict[int, list[tuple[int, list[int]]]]:
    """The different notes of each line, and how often each came."""
    found: dict[int, list[tuple[int, list[int]]]] = {}
    if len(notes):
        kinds, times = np.unique(notes, axis=0, return_counts=True)
        for (line, *kind), number in zip(kinds.tolist(), times.tolist(), strict=True):
            found.setdefault(line, []).append((number, kind))
    return found
