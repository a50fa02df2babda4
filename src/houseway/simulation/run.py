"""Rounds in blocks, on the cores of this machine, on a GPU or on a cluster, with the same answer on each.

Rounds are numbered from 0 and cut into blocks: of `BLOCK`, or of `READABLE_BLOCK` where the procedure deals them. A
block gives integer sums, whoever runs it; sums are added and the stop is judged in the order of the blocks. So the
answer for a seed is the same on one core, two, a GPU and a cluster.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeAlias

from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.public_arguments import FUNCTION, TEXT, Kind, maybe, taking, whole
from houseway.simulation.assumed import assumed_by
from houseway.simulation.exact import exact_figures
from houseway.simulation.plan import A_PLAN, Plan
from houseway.simulation.processes import samples
from houseway.simulation.program import Block, Blocks, Piece, Program, in_order
from houseway.simulation.readable import AUTOMATIC, READABLE_BLOCK, ReadableRounds, Sample
from houseway.simulation.report import SimulationReport, column, error_of_mean

BLOCK = 1 << 18
"""Rounds in a block; the last one may have fewer."""

LEAST = 4
"""Blocks before a standard error is judged: of fewer rounds a rare prize makes it too uncertain."""

MOST = 10**13
"""Rounds in one simulation."""

CORES, GPU = "cores", "gpu"
"""Where blocks are run on this machine."""

Progress: TypeAlias = Callable[[int, int | None], None]
"""Told after each block: rounds done, and how many there will be as far as is known."""


NUMBER = Kind(
    "a number", lambda given: isinstance(given, (int, float)) and not isinstance(given, bool), "give one above 0"
)


@taking(
    plan=A_PLAN,
    seed=whole(-(2**70), like=7),
    rounds=maybe(whole(-(2**70), like=1_000_000)),
    standard_error=maybe(NUMBER),
    workers=maybe(whole(-(2**31))),
    cluster=maybe(TEXT),
    on=TEXT,
    progress=maybe(FUNCTION),
    exact=Kind(
        "true, false, or figures by seat and wager", lambda given: isinstance(given, (bool, Mapping)), "give True"
    ),
)
def simulate(
    plan: Plan,
    *,
    seed: int,
    rounds: int | None = None,
    standard_error: float | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    on: str = CORES,
    progress: Progress | None = None,
    exact: Mapping[tuple[int, str], Figures] | bool = False,
) -> SimulationReport:
    """Play ``rounds`` rounds of ``seed``, or until the first column's ``standard_error`` is reached, the earlier.

    ``workers`` threads run the blocks (left out: one for each core), or the Dask cluster at the address ``cluster``, or
    ``on`` says `GPU`; a game without compiled rounds is played in as many processes.
    ``exact`` gives the figures that the columns are compared with, by seat and wager; if true, they are computed.
    """
    _check(seed, rounds, standard_error, workers)
    check_place(on, workers, cluster)
    program = plan.make()
    columns = program.columns
    size = block_size(program)
    stakes = [plan.wagers[seat][wager] for seat, wager in columns]
    apart = standard_error is not None
    done = blocks_from(plan, program, seed, rounds, apart=apart, workers=workers, cluster=cluster, on=on)
    totals = Block.empty(len(columns))
    known = exact_figures(plan, program) if exact is True else exact or {}
    first = known.get(columns[0])
    try:
        for number, block in enumerate(done, start=1):
            totals.join(block)
            if progress is not None:
                so_far = error_of_mean(totals, 0, stakes[0], first)
                progress(totals.rounds, _expected(totals.rounds, so_far, rounds, standard_error, size))
            if standard_error is None or number < LEAST:
                continue
            if error_of_mean(totals, 0, stakes[0], first) <= standard_error:
                break
    finally:
        done.close()
    return report_of(plan, program, seed, totals, known)


def blocks_from(
    plan: Plan,
    program: Program,
    seed: int,
    rounds: int | None,
    *,
    first: int = 0,
    apart: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    on: str = CORES,
) -> Blocks:
    """The blocks of rounds ``first`` to ``rounds`` - 1 in their order, wherever they are run.

    ``first`` is a whole number of blocks. Where sums need not be kept ``apart``, a GPU gives those of many blocks
    together.
    """
    size = block_size(program)
    pieces = pieces_of(rounds, size, first)
    if cluster is not None:
        from houseway.simulation.cluster import blocks_on_cluster  # noqa: PLC0415

        return blocks_on_cluster(plan, seed, pieces, cluster)
    if on == GPU:
        from houseway.simulation.gpu.cuda_rounds import CudaRounds  # noqa: PLC0415
        from houseway.simulation.gpu.gpu_blocks import blocks_on_gpu  # noqa: PLC0415

        end = MOST if rounds is None else rounds
        return blocks_on_gpu(program, seed, end, size, first=first, apart=apart, machine=CudaRounds)
    if isinstance(program, ReadableRounds):
        return _blocks_of(samples(plan, program, seed, pieces, workers or cores()))
    return _blocks_on_threads(program, seed, pieces, workers or cores())


def report_of(
    plan: Plan, program: Program, seed: int, totals: Block, known: Mapping[tuple[int, str], Figures]
) -> SimulationReport:
    """What the rounds of ``totals`` come to, beside the figures that are known of them."""
    readable = isinstance(program, ReadableRounds)
    return SimulationReport(
        game=plan.game().slug,
        edition=plan.edition,
        assumed=assumed_by(plan),
        strategy=plan.strategy.name if plan.strategy else AUTOMATIC if readable else "optimal",
        options=dict(plan.setup["options"]),
        paytables=dict(plan.setup["paytables"]),
        posted=dict(plan.setup.get("posted", {})),
        meters=dict(plan.meters),
        seed=seed,
        rounds=totals.rounds,
        block=block_size(program),
        columns=tuple(
            column(totals, place, seat, wager, plan.wagers[seat][wager], known.get((seat, wager)))
            for place, (seat, wager) in enumerate(program.columns)
        ),
        totals=totals,
    )


def block_size(program: Program) -> int:
    """Rounds in a block of ``program``."""
    return READABLE_BLOCK if isinstance(program, ReadableRounds) else BLOCK


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _check(seed: int, rounds: int | None, error: float | None, workers: int | None) -> None:
    if not 0 <= seed < 1 << 64:
        raise BadQuestion(f"{seed} is not a seed", remedy="give a whole number from 0 to 2**64 - 1")
    if rounds is None and error is None:
        raise BadQuestion("nothing says when the simulation ends", remedy="give a number of rounds or a standard error")
    if rounds is not None and not 1 <= rounds <= MOST:
        raise BadQuestion(f"{rounds} rounds cannot be played", remedy=f"give a whole number from 1 to {MOST:,}")
    if error is not None and not (math.isfinite(error) and error > 0):
        raise BadQuestion(f"{error} is not a standard error", remedy="give a number above 0, such as 0.0001")
    if workers is not None and workers < 1:
        raise BadQuestion(f"{workers} workers cannot work", remedy="give 1 or more")


def check_place(on: str, workers: int | None, cluster: str | None) -> None:
    """Refuse a place where rounds are not played, or two places at once."""
    if on not in (CORES, GPU):
        raise BadQuestion(f"rounds are not played on {on!r}", remedy=f"choose {CORES} or {GPU}")
    if on == GPU and (workers is not None or cluster is not None):
        raise BadQuestion(
            "a GPU has no worker threads and is no cluster", remedy="leave workers and cluster out, or play on cores"
        )


def pieces_of(rounds: int | None, size: int, first: int = 0) -> Iterator[Piece]:
    """The blocks that ``rounds`` rounds are cut into, from ``first`` on; without an end where no number is given."""
    end = MOST if rounds is None else rounds
    for begin in range(first, end, size):
        yield begin, min(size, end - begin)


def _blocks_of(found: Generator[Sample, None, None]) -> Blocks:
    try:
        for sample in found:
            yield sample.block()
    finally:
        found.close()


def _blocks_on_threads(
    program: Program, seed: int, pieces: Iterator[Piece], workers: int
) -> Generator[Block, None, None]:
    with ThreadPoolExecutor(workers) as pool:

        def submit(piece: Piece) -> Future[Block]:
            return pool.submit(program.run, seed, *piece)

        yield from in_order(submit, pieces, 2 * workers)


def _expected(done: int, so_far: float, rounds: int | None, wanted: float | None, size: int) -> int | None:
    """How many rounds there will be: those asked for, or as many as the standard error seems to need."""
    if wanted is None or not math.isfinite(so_far):
        return rounds
    needed = max(LEAST * size, math.ceil(done * (so_far / wanted) ** 2 / size) * size)
    return max(done, min(needed, rounds or MOST))
