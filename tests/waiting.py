"""Waits that end: each says what was awaited when it does not come.

Tests wait through these, or name a limit themselves; `tests/test_waits.py` looks for waits that have none.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import IO, TypeVar

T = TypeVar("T")

LONG = 120.0
"""Seconds after which nothing is expected any more, however busy the machine."""


class NeverCame(AssertionError):
    """What a test waited for did not come about."""


def until(what: str, true: Callable[[], T], seconds: float = LONG, every: float = 0.02) -> T:
    """Wait until ``true`` answers with something that holds; that answer."""
    end = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > end:
            raise NeverCame(f"waited {seconds:g} seconds for this: {what}")
        time.sleep(every)
    return found


def happened(event: threading.Event, what: str, seconds: float = LONG) -> None:
    """Wait for an event."""
    if not event.wait(seconds):
        raise NeverCame(f"waited {seconds:g} seconds for this: {what}")


def joined(thread: threading.Thread, what: str, seconds: float = LONG) -> None:
    """Wait for a thread's end."""
    thread.join(seconds)
    if thread.is_alive():
        raise NeverCame(f"waited {seconds:g} seconds for the end of this: {what}")


def came(future: Future[T], what: str, seconds: float = LONG) -> T:
    """Wait for what a future brings; what it raised is raised."""
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.done():
            raise
        raise NeverCame(f"waited {seconds:g} seconds for this: {what}") from None


class Lines:
    """The lines that a process says, read as they come: whoever waits for one waits for so long and no longer."""

    def __init__(self, said: IO[str]) -> None:
        self._said = said
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._said:
                self._lines.put(line.rstrip("\n"))
        except ValueError:
            # Whoever read it has closed it.
            pass
        finally:
            self._lines.put(None)

    def next(self, what: str, seconds: float = LONG) -> str | None:
        """The next line, or None after the last one."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise NeverCame(f"waited {seconds:g} seconds for a line with this: {what}") from None
        if line is None:
            self._lines.put(None)
        return line
