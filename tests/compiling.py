"""Kernels are compiled by one worker at a time: the next that wants the same one finds it in the cache.

After a change of any kernel all of them are compiled anew, and each takes seconds of processor time.
"""

from __future__ import annotations

import fcntl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from tests.waiting import NeverCame, until


class _Turn:
    """A lock for threads and processes, which whoever has it may take again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.RLock()
        self._depth = 0

    @contextmanager
    def taken(self) -> Iterator[None]:
        with self._threads:
            if self._depth:
                yield
                return
            with self._path.open("w") as file:
                # Whoever has waited for too long compiles at the same time: that only takes longer.
                with suppress(NeverCame):
                    until("no other worker compiles", lambda: _locked(file))
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def take_turns() -> None:
    """From now on this process takes turns with others at compiling, if it has anything to compile."""
    if "houseway.maths.compiled" not in sys.modules:
        return
    from numba.core.dispatcher import Dispatcher

    from houseway.maths.compiled import cache_folder

    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    turn, compile_now = _Turn(folder / "turn"), Dispatcher.compile

    def compile_in_turn(dispatcher: Any, signature: Any) -> Any:
        with turn.taken():
            return compile_now(dispatcher, signature)

    type.__setattr__(Dispatcher, "compile", compile_in_turn)
