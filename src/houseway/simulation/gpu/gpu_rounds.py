"""A program's launches on a GPU: how many groups of threads play which rounds, and what they bring back.

This module and what it imports need NumPy and the GPU's library alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from houseway.cards.card_errors import DeckTooShort
from houseway.simulation.gpu.cuda_rounds import CudaRounds
from houseway.simulation.gpu.gpu_work import SHOES, SLICE, GpuWork

LAUNCH = 1 << 31
"""Rounds in one launch: long enough that what surrounds it costs little, and no sum of one overflows."""

ROOM = 1 << 12
"""Rounds that may be noted in a launch; with more it is played again with more room."""

_HEAD = 3
_NEVER = (1 << 64) - 1

Numbers = npt.NDArray[np.int64]
Sums = npt.NDArray[np.uint64]


class Machine(Protocol):
    """Whatever plays launches: a GPU, or a stand-in for one."""

    def launch(
        self, groups: int, threads: int, seed: int, first: int, count: int, row: int, totals: Sums, notes: Sums
    ) -> None:
        """Play ``count`` rounds from ``first`` on; add to ``totals``, a line for each ``row`` rounds, and ``notes``."""


class Played(NamedTuple):
    """The sums of each row of rounds, and the rounds that were noted."""

    totals: Numbers
    notes: Numbers


class GpuRounds:
    """A program on a GPU."""

    def __init__(self, work: GpuWork, machine: Callable[[GpuWork], Machine] = CudaRounds) -> None:
        self._work = work
        self._machine = machine(work)
        self._room = ROOM

    def play(self, seed: int, first: int, count: int, row: int, block: int) -> Played:
        """Play ``count`` rounds of ``seed`` from ``first`` on; sums of each ``row`` rounds, a multiple of ``block``."""
        work = self._work
        threads = min(SHOES, row // block) if work.cut else work.threads
        groups = -(-count // (threads * block if work.cut else SLICE))
        while True:
            totals = np.zeros((-(-count // row), work.counters), np.uint64)
            notes = np.zeros(_HEAD + self._room * work.note, np.uint64)
            notes[1], notes[2] = _NEVER, self._room
            self._machine.launch(groups, threads, seed, first, count, row, totals, notes)
            if notes[1] != _NEVER:
                raise DeckTooShort(
                    f"the shoe is empty in round {notes[1]}",
                    remedy="lay the cut card higher, deal fewer seats or use more decks",
                )
            noted = int(notes[0])
            if noted <= self._room:
                found = notes[_HEAD : _HEAD + noted * work.note].reshape(noted, work.note)
                return Played(totals.view(np.int64), found.view(np.int64))
            self._room = noted
