"""Seats that show each other their cards, on a GPU: what it is given, and the sums that it brings back.

This module and what it imports need NumPy and the GPU's library alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.simulation.gpu.gpu_rounds import Machine
from houseway.simulation.gpu.gpu_work import GpuWork, work_of

Floats = npt.NDArray[np.float64]

THREADS = 128
CLASSES = 256
"""Classes of hands in one launch."""

_SUMS = 2
_EIGHT = 8
_LIMIT = 1 << 64


class SharedClass(NamedTuple):
    """One class of hands: the number of its stream of chance, and its tables."""

    number: int
    tables: Mapping[str, npt.NDArray[Any]]


class Sharing(NamedTuple):
    """How hands of a game are decided where others are known."""

    source: Path
    """Has ``gain_of``, see ``shared_cards.cuh``."""
    cards: int
    """Cards that the player does not hold."""
    constants: Mapping[str, int]


def sharing_work(sharing: Sharing, classes: Sequence[SharedClass], seats: Sequence[int]) -> GpuWork:
    """What the GPU is given of these classes: a group of threads for each number of seats of each."""
    parts: list[npt.NDArray[np.uint8]] = []
    places: dict[str, int] = {}
    size = 0
    for name in classes[0].tables:
        content = [np.frombuffer(np.ascontiguousarray(each.tables[name]).tobytes(), np.uint8) for each in classes]
        room = -(-max(map(len, content)) // _EIGHT) * _EIGHT
        parts.append(np.stack([np.pad(each, (0, room - len(each))) for each in content]))
        places[f"IN_{name}"] = size
        size += room
    row = -(-sharing.cards // 4) * 4
    jobs = [(slot, each.number, number) for slot, each in enumerate(classes) for number in seats]
    return work_of(
        (sharing.source, Path(__file__).with_name("shared_cards.cuh")),
        {**sharing.constants, "CARDS": sharing.cards, "CLASS": size, "ROW": row, **places},
        {"jobs": np.array(jobs, np.uint64), "classes": np.concatenate(parts, axis=1)},
        counters=_SUMS,
        threads=THREADS,
        shared=size + _EIGHT * (THREADS + row * (THREADS + 1) // _EIGHT + 1),
    )


def draw_packed(machine: Machine, jobs: int, seed: int, draws: int) -> Floats:
    """Sum and squares of what is gained over ``draws`` sets of cards, by class and number of seats."""
    totals, notes = np.zeros((jobs, _SUMS), np.uint64), np.zeros(1, np.uint64)
    machine.launch(jobs, THREADS, seed % _LIMIT, 0, draws, 1, totals, notes)
    return totals.view(np.float64)


def draw_on_gpu(
    sharing: Sharing,
    classes: Iterable[SharedClass],
    seats: Sequence[int],
    *,
    draws: int,
    seed: int,
    machine: Callable[[GpuWork], Machine],
) -> Iterator[Floats]:
    """For each class, by number of seats: sum and squares of what is gained over ``draws`` sets, as on cores."""
    coming = iter(classes)
    while together := list(islice(coming, CLASSES)):
        work = sharing_work(sharing, together, seats)
        found = draw_packed(machine(work), len(together) * len(seats), seed, draws)
        yield from found.reshape(len(together), len(seats), _SUMS)
