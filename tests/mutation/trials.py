"""Trials in processes of their own, as many at once as there are cores, each with an end to its work and waiting.

Files of the tests are made in memory where there is such a place: journals that need not outlive a power cut are quick.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MEMORY = Path("/dev/shm")
PR_SET_PDEATHSIG = 1

MOST_MEMORY = 6 << 30
"""Bytes that a trial may ask for: a loop that never ends may also fill lists that never end."""

Work = Callable[[Path], int]
"""What a trial does, with a folder of its own: the status it ends with."""

Done = Callable[[Path, int], None]
"""What is done with a trial's folder and its status when it has ended."""


class Trials:
    """Processes that are forked from this one."""

    def __init__(self, scratch: Path, until: float) -> None:
        self._scratch = scratch
        self._until = until
        self._running: dict[int, tuple[Path, Done]] = {}
        self._number = 0

    def all(self, works: Iterable[tuple[Work, Done, float]]) -> None:
        """Do all the works that can be begun before the time is up; each says how many seconds it should take."""
        for work, done, seconds in works:
            while len(self._running) >= (os.cpu_count() or 1):
                self._end_one()
            if time.monotonic() > self._until:
                break
            self._start(work, done, seconds)
        while self._running:
            self._end_one()

    def _start(self, work: Work, done: Done, seconds: float) -> None:
        self._number += 1
        folder = self._scratch / str(self._number)
        folder.mkdir()
        process = os.fork()
        if not process:
            status = 1
            with suppress(BaseException):
                end_with_parent()
                # A mutant that works or waits for ever counts as noticed. The machine may have other work too.
                limit = int(8 + 1.5 * seconds)
                signal.alarm(90 + 20 * int(seconds))
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
                resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
                status = work(folder)
            os._exit(status)
        self._running[process] = folder, done

    def _end_one(self) -> None:
        process, status = os.wait()
        folder, done = self._running.pop(process)
        done(folder, status)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def trials(until: float) -> Iterator[Trials]:
    """Trials with a place for their files."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Trials(Path(folder), until)


def end_with_parent() -> None:
    """Let this process end when the one that made it ends, however it does (on Linux; elsewhere it ends by itself)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def be_silent() -> None:
    """Say nothing more in this process."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
