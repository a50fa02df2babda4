"""Shoes of a player who counts on a GPU: what it is given, and the sums that it brings back.

This module and what it imports need NumPy and the GPU's library alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.simulation.gpu.gpu_rounds import Machine
from houseway.simulation.gpu.gpu_work import GpuWork, work_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BLOCK = 64
"""Shoes whose sums are added up together, before those of the next ones: by one core, or by a group of threads."""

DRAWS = 1 << 20
"""How finely the number of cards of a round is drawn."""

SUMS = 4
"""What is added up by cut and count: rounds, bets, what they are worth, and the squares of a shoe's worth."""

THREADS = 32
LAUNCH = 1 << 20
"""Shoes in one launch."""

MOST_CELLS = 64
"""Cuts times counts in one launch: each thread keeps what it has won behind each."""

_EIGHT = 8
_FEW = 4


class Counting(NamedTuple):
    """A wager and its counts as arrays; `counted_shoes` says what they are."""

    full: Ints
    used: Ints
    cuts: Ints
    extra: int
    pack: int
    tags: Floats
    means: Floats
    spreads: npt.NDArray[np.bool_]
    triggers: Floats
    always: float
    most_alike: int
    shapes: Ints
    places: Ints
    weights: Floats


def counting_work(counting: Counting) -> GpuWork:
    """What the GPU is given: one launch's worth of cuts, see `MOST_CELLS`."""
    kinds, counts, cuts = len(counting.full), len(counting.tags), len(counting.cuts)
    size, cells = int(counting.full.sum()), cuts * (counts + 1)
    parts = int(counting.shapes[:, 1].max(initial=1))
    columns = _FEW if parts <= _FEW else _EIGHT
    hands = np.zeros(len(counting.weights), np.dtype([("weight", np.float64), ("at", np.uint16, (columns,))]))
    hands["weight"] = counting.weights
    hands["at"][:, :parts] = counting.places[:, :parts]
    tables: dict[str, npt.NDArray[np.generic]] = {
        "always": np.array([counting.always]),
        "hands": hands,
        "shapes": counting.shapes.astype(np.uint32),
        "full": counting.full.astype(np.uint32),
        "used": counting.used.astype(np.uint32),
        "cuts": counting.cuts.astype(np.uint32),
        "tags": counting.tags,
        "means": counting.means,
        "triggers": counting.triggers,
        "spreads": counting.spreads.astype(np.uint8),
    }
    constants = {
        "SIZE": size,
        "KINDS": kinds,
        "ALIKE": counting.most_alike,
        "SHAPES": len(counting.shapes),
        "PLACES": columns,
        "COUNTS": counts,
        "CUTS": cuts,
        "EXTRA": counting.extra,
        "DRAWS": DRAWS,
        "PACK": counting.pack,
        "BLOCK": BLOCK,
    }
    room = kinds * counting.most_alike + cells + -(-size // _EIGHT)
    return work_of(
        (Path(__file__).with_name("counting.cu"),),
        constants,
        tables,
        counters=cells * SUMS,
        threads=THREADS,
        shared=_EIGHT * room * THREADS,
    )


def count_on_gpu(counting: Counting, seed: int, shoes: int, machine: Callable[[GpuWork], Machine]) -> Floats:
    """The sums of ``shoes`` shoes (cut, count, what), as the cores add them up."""
    known = len(counting.tags) + 1
    most = max(1, MOST_CELLS // known)
    parts = [
        counting_work(counting._replace(cuts=counting.cuts[at : at + most]))
        for at in range(0, len(counting.cuts), most)
    ]
    sums = [count_packed(machine(part), part.counters, seed, shoes) for part in parts]
    return np.concatenate([each.reshape(-1, known, SUMS) for each in sums])


def count_packed(machine: Machine, counters: int, seed: int, shoes: int) -> Floats:
    """The ``counters`` sums of ``shoes`` shoes, one after another by cut, count and what."""
    total = np.zeros(counters)
    for first in range(0, shoes, LAUNCH):
        count = min(LAUNCH, shoes - first)
        groups = -(-count // BLOCK)
        totals, notes = np.zeros((groups, counters), np.uint64), np.zeros(1, np.uint64)
        machine.launch(groups, THREADS, seed, first, count, BLOCK, totals, notes)
        by_cell = totals.reshape(-1, SUMS)
        sums = by_cell.view(np.float64)
        sums[:, :2] = by_cell[:, :2]
        # One block after another, in their order: floats come to the sums of the cores in no other.
        total = np.add.accumulate(np.vstack((total, sums.reshape(groups, -1))))[-1]
    return total
