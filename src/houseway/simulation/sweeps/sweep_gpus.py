"""A sweep on the GPUs of this machine: each plays whole tables, one after another, until none is left."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from functools import partial
from queue import Empty, Full, Queue

from houseway.simulation.gpu import cuda_rounds
from houseway.simulation.gpu.gpu_blocks import blocks_on_gpu
from houseway.simulation.program import Block
from houseway.simulation.run import block_size
from houseway.simulation.sweeps.sweep_plan import Cell, SweepPlan

WAIT = 0.2
"""Seconds after which somebody who waits looks whether the sweep has been stopped."""

Due = tuple[int, Cell, int]
"""A cell that is to be played: its number, the cell, and the round it goes on from."""


def on_gpus(plan: SweepPlan, due: Iterator[Due]) -> Generator[tuple[int, Block], None, None]:
    """The blocks of the cells that are ``due``, each with the number of its cell; those of one cell in their order."""
    gpus = cuda_rounds.gpu_count()
    tables: Queue[Due] = Queue()
    for each in due:
        tables.put(each)
    found: Queue[tuple[int, Block] | BaseException | None] = Queue(maxsize=2 * gpus)
    stopped = threading.Event()
    threads = [threading.Thread(target=_work, args=(gpu, plan, tables, found, stopped)) for gpu in range(gpus)]
    for thread in threads:
        thread.start()
    working = gpus
    try:
        while working:
            told = found.get()
            if told is None:
                working -= 1
            elif isinstance(told, BaseException):
                raise told
            else:
                yield told
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def _work(
    gpu: int,
    plan: SweepPlan,
    tables: Queue[Due],
    found: Queue[tuple[int, Block] | BaseException | None],
    stopped: threading.Event,
) -> None:
    """What one GPU does: the next table, as long as there is one."""
    try:
        while not stopped.is_set():
            try:
                number, cell, first = tables.get_nowait()
            except Empty:
                break
            program = cell.plan.make()
            machine = partial(cuda_rounds.CudaRounds, device=gpu)
            size = block_size(program)
            for block in blocks_on_gpu(
                program, plan.seed, plan.rounds, size, first=first, apart=False, machine=machine
            ):
                if not _put(found, (number, block), stopped):
                    return
        _put(found, None, stopped)
    except BaseException as error:  # whatever it is, it is raised where the sweep is read
        _put(found, error, stopped)


def _put(
    found: Queue[tuple[int, Block] | BaseException | None],
    told: tuple[int, Block] | BaseException | None,
    stopped: threading.Event,
) -> bool:
    """Hand it on; false where the sweep was stopped before anybody took it."""
    while not stopped.is_set():
        try:
            found.put(told, timeout=WAIT)
        except Full:
            continue
        return True
    return False
