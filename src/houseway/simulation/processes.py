"""Rounds in processes of their own, one for each core: Python's threads would play them one after the other.

This module is also what such a process runs. It is told a plan on its first line, then a block on each: seed, first
round, count. It answers each with a line.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue

import msgspec

from houseway.errors import HousewayError
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.plan import Plan
from houseway.simulation.program import Piece, in_order
from houseway.simulation.readable import ReadableRounds, Sample


class _Told(msgspec.Struct):
    """What a process is told first. A game's folder may lie beside the others of its package."""

    plan: Plan
    beside: str
    folders: list[str]


class _Answer(msgspec.Struct, omit_defaults=True):
    """What a process answers: what became of the rounds, or why they could not be played."""

    sample: Sample | None = None
    error: str = ""


class _Process:
    def __init__(self, told: bytes) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        with suppress(OSError):
            self._write(told)

    def play(self, seed: int, first: int, count: int) -> Sample:
        """What became of a block."""
        assert self._process.stdout is not None
        try:
            self._write(msgspec.json.encode((seed, first, count)))
            line = self._process.stdout.readline()
        except OSError:
            line = b""
        if not line:
            raise BadQuestion("a process that played rounds has ended", remedy="see above what it said")
        answer = msgspec.json.decode(line, type=_Answer)
        if answer.sample is None:
            raise BadQuestion(answer.error, remedy="ask what the game can be dealt with")
        return answer.sample

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()


def samples(
    plan: Plan, program: ReadableRounds, seed: int, pieces: Iterator[Piece], workers: int
) -> Generator[Sample, None, None]:
    """What became of each of ``pieces``, in their order; a single worker plays them here."""
    if workers == 1:
        for piece in pieces:
            yield program.sample(seed, *piece)
        return
    beside = plan.package.rpartition(".")[0]
    folders = list(import_module(beside).__path__) if beside else []
    told = msgspec.json.encode(_Told(plan, beside, folders))
    started: list[_Process] = []
    idle: SimpleQueue[_Process] = SimpleQueue()
    try:
        for _ in range(workers):
            started.append(_Process(told))
            idle.put(started[-1])
        with ThreadPoolExecutor(workers) as pool:

            def play(piece: Piece) -> Sample:
                process = idle.get()
                try:
                    return process.play(seed, *piece)
                finally:
                    idle.put(process)

            def submit(piece: Piece) -> Future[Sample]:
                return pool.submit(play, piece)

            yield from in_order(submit, pieces, 2 * workers)
    finally:
        for process in started:
            process.close()


def serve() -> None:
    """Play what the lines of standard input say, until they end."""
    told = msgspec.json.decode(sys.stdin.buffer.readline(), type=_Told)
    if told.beside:
        package = import_module(told.beside)
        package.__path__ = told.folders
    plan = told.plan
    program = ReadableRounds(plan.game(), plan.table(), plan.wagers, plan.meters)
    for line in sys.stdin.buffer:
        try:
            answer = _Answer(program.sample(*msgspec.json.decode(line, type=tuple[int, int, int])))
        except HousewayError as error:
            answer = _Answer(error=str(error))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
