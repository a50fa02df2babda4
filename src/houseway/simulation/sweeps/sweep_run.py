"""A sweep played to its end, or until it is stopped: on threads, a cluster or a GPU, with the same answer on each."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic

import msgspec

from houseway.simulation import run
from houseway.simulation.exact import exact_figures
from houseway.simulation.program import Block, Piece, Program, in_order
from houseway.simulation.readable import ReadableRounds
from houseway.simulation.report import SimulationReport, Verdict, far_for
from houseway.simulation.sweeps.checkpoint import Checkpoint
from houseway.simulation.sweeps.sweep_plan import Cell, SweepPlan

SAVED_AFTER = 2.0
"""Seconds of work that a kill may cost."""


class SweptCell(msgspec.Struct, frozen=True):
    """One table of a sweep, played."""

    values: dict[str, str]
    report: SimulationReport

    @property
    def fresh(self) -> bool:
        """Whether each round is dealt from a fresh shoe: only then are the exact values those of these very rounds."""
        return self.report.options.get("shoe", "fresh") == "fresh"


class SweepReport(msgspec.Struct, frozen=True):
    """What a sweep found. It depends on the plan alone, not on where and in how many goes it was played."""

    seed: int
    rounds: int
    cells: tuple[SweptCell, ...]

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the axes."""
        return tuple(self.cells[0].values)

    @property
    def compared(self) -> int:
        """How many means are compared with an exact value of the very same rounds."""
        return sum(cell.report.compared for cell in self.cells if cell.fresh)

    @property
    def far(self) -> float:
        """Standard errors at which a mean is too far away, as many as are compared."""
        return far_for(self.compared)

    def verdict_of(self, cell: SweptCell, place: int) -> Verdict:
        """Whether column ``place`` of a cell agrees with the exact value; ``none`` where there is nothing to compare.

        From a shoe that is dealt to a cut card the mean differs from that of a fresh one, and is not judged.
        """
        column = cell.report.columns[place]
        if column.z is None or not column.compared or not cell.fresh:
            return "none"
        return "pass" if abs(column.z) < self.far else "fail"

    @property
    def verdict(self) -> Verdict:
        """``fail`` if one mean fails, ``pass`` if at least one can be compared and none fails."""
        found = {self.verdict_of(cell, place) for cell in self.cells for place in range(len(cell.report.columns))}
        return "fail" if "fail" in found else "pass" if "pass" in found else "none"


def sweep(
    plan: SweepPlan,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    on: str = run.CORES,
    checkpoint: Path | None = None,
    progress: run.Progress | None = None,
) -> SweepReport:
    """Play every table of ``plan``; with a ``checkpoint`` go on where an earlier run was stopped or killed.

    ``workers``, ``cluster`` and ``on`` are those of `simulate`. ``progress`` is told the rounds of all tables together.
    The checkpoint stays when the sweep is done, for whoever has written the results to remove.
    """
    plan.check()
    run.check_place(on, workers, cluster)
    kept = Checkpoint(checkpoint, plan.fingerprint) if checkpoint is not None else None
    totals = kept.open() if kept is not None else {}
    saver = _Saver(kept, totals)
    try:
        due = [number for number in range(len(plan.cells)) if _done(totals, number) < plan.rounds]
        every = len(plan.cells) * plan.rounds
        done = every - sum(plan.rounds - _done(totals, number) for number in due)
        if progress is not None:
            progress(done, every)
        with closing(_played(plan, due, totals, workers, cluster, on)) as blocks:
            for number, block in blocks:
                mine = totals.setdefault(number, Block.empty(len(block.net)))
                mine.join(block)
                done += block.rounds
                saver.changed(number, whole=mine.rounds == plan.rounds)
                if progress is not None:
                    progress(done, every)
    finally:
        saver.close()
    return SweepReport(plan.seed, plan.rounds, tuple(_swept(plan, number, totals) for number in range(len(plan.cells))))


class _Saver:
    """Writes what has changed when a table is done, when some time has passed, and when the sweep stops."""

    def __init__(self, kept: Checkpoint | None, totals: Mapping[int, Block]) -> None:
        self._kept, self._totals = kept, totals
        self._changed: set[int] = set()
        self._last = monotonic()

    def changed(self, number: int, *, whole: bool) -> None:
        self._changed.add(number)
        if whole or monotonic() - self._last >= SAVED_AFTER:
            self._save()

    def close(self) -> None:
        if self._kept is not None:
            self._save()
            self._kept.close()

    def _save(self) -> None:
        if self._kept is not None:
            for number in sorted(self._changed):
                self._kept.save(number, self._totals[number])
        self._changed.clear()
        self._last = monotonic()


def _done(totals: Mapping[int, Block], number: int) -> int:
    return totals[number].rounds if number in totals else 0


def _swept(plan: SweepPlan, number: int, totals: Mapping[int, Block]) -> SweptCell:
    cell = plan.cells[number]
    program = cell.plan.make()
    known = exact_figures(cell.plan, program)
    return SweptCell(cell.values, run.report_of(cell.plan, program, plan.seed, totals[number], known))


def _played(
    plan: SweepPlan, due: list[int], totals: Mapping[int, Block], workers: int | None, cluster: str | None, on: str
) -> Generator[tuple[int, Block], None, None]:
    """The blocks that are still to be played, each with the number of its cell."""
    if not due:
        return
    if on == run.GPU:
        from houseway.simulation.sweeps.sweep_gpus import on_gpus  # noqa: PLC0415

        yield from on_gpus(plan, ((number, plan.cells[number], _done(totals, number)) for number in due))
        return
    first = plan.cells[due[0]].plan.make()
    if cluster is None and isinstance(first, ReadableRounds):
        for number in due:
            cell = plan.cells[number].plan
            begin = _done(totals, number)
            with closing(
                run.blocks_from(cell, cell.make(), plan.seed, plan.rounds, first=begin, workers=workers)
            ) as blocks:
                for block in blocks:
                    yield number, block
        return
    order: deque[int] = deque()
    pieces = _pieces(plan, due, totals, run.block_size(first), order)
    if cluster is not None:
        from houseway.simulation.cluster import work_on_cluster  # noqa: PLC0415

        work = ((msgspec.json.encode(cell.plan), piece) for cell, piece in pieces)
        found = work_on_cluster(work, plan.seed, cluster)
    else:
        found = _on_threads(pieces, plan.seed, workers or run.cores())
    with closing(found) as blocks:
        for block in blocks:
            yield order.popleft(), block


def _pieces(
    plan: SweepPlan, due: list[int], totals: Mapping[int, Block], size: int, order: deque[int]
) -> Iterator[tuple[Cell, Piece]]:
    """What is due of every cell, one after another, so that no core waits for the end of a table."""
    for number in due:
        for piece in run.pieces_of(plan.rounds, size, _done(totals, number)):
            order.append(number)
            yield plan.cells[number], piece


def _on_threads(pieces: Iterator[tuple[Cell, Piece]], seed: int, workers: int) -> Generator[Block, None, None]:
    last: tuple[Cell, Program] | None = None
    with ThreadPoolExecutor(workers) as pool:

        def submit(due: tuple[Cell, Piece]) -> Future[Block]:
            nonlocal last
            cell, piece = due
            if last is None or last[0] is not cell:
                last = cell, cell.plan.make()
            return pool.submit(last[1].run, seed, *piece)

        yield from in_order(submit, pieces, 2 * workers)
