"""Blocks on a Dask cluster. Workers need the same release of Houseway; the plan travels, compiled code does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.simulation.plan import Plan, made_from
from houseway.simulation.program import Block, Blocks, Piece, in_order

PATIENCE = "20s"
"""How long a scheduler is waited for."""


def run_block(encoded: bytes, seed: int, first: int, count: int) -> bytes:
    """One block, on a worker: the plan makes the program once, and every later block finds it made."""
    return msgspec.json.encode(made_from(encoded).run(seed, first, count))


def blocks_on_cluster(plan: Plan, seed: int, pieces: Iterator[Piece], address: str) -> Blocks:
    """The blocks of ``pieces`` in their order, run by the workers of the scheduler at ``address``."""
    encoded = msgspec.json.encode(plan)
    return work_on_cluster(((encoded, piece) for piece in pieces), seed, address)


def work_on_cluster(work: Iterator[tuple[bytes, Piece]], seed: int, address: str) -> Blocks:
    """The blocks of encoded plans in their order, run by the workers of the scheduler at ``address``."""
    client = _client(address)
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadQuestion(f"the cluster at {address} has no workers", remedy="start one: dask worker ADDRESS")

        def submit(due: tuple[bytes, Piece]) -> _Pending:
            encoded, piece = due
            return _Pending(client.submit(run_block, encoded, seed, *piece, pure=False))

        yield from in_order(submit, work, 2 * threads)
    finally:
        client.close()


class _Pending:
    """A block under way: Dask's future, whose error is one of ours where the worker raised one of ours."""

    def __init__(self, future: Any) -> None:
        self._future = future

    def result(self) -> Block:
        return msgspec.json.decode(self._future.result(), type=Block)

    def cancel(self) -> None:
        self._future.cancel()


def _client(address: str) -> Any:
    try:
        from distributed import Client  # noqa: PLC0415
    except ImportError as error:
        raise BadQuestion(
            "a cluster needs Dask's distributed, which is not installed", remedy="pip install distributed"
        ) from error
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BadQuestion(f"no cluster answers at {address}: {error}", remedy="give a scheduler's address") from error
