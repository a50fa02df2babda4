"""Waits that end: each says what was awaited when it does not come.

Tests wait through these, or name a limit themselves; `tests/test_waits.py` looks for waits that have none.
"""

from __future__ import annotations

import asyncio
import inspect
import queue
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from multiprocessing.process import BaseProcess
from typing import IO, Any, TypeVar

T = TypeVar("T")
Text = TypeVar("Text", str, bytes)

LONG = 120.0
"""Seconds after which nothing is expected any more, however busy the machine."""

HOURS = 4 * 3600.0
"""The same for a long run: storms, benchmarks, and the processes that serve them."""


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


def joined(thread: threading.Thread | BaseProcess, what: str, seconds: float = LONG) -> None:
    """Wait for the end of a thread or a process."""
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


def run_within(work: Coroutine[Any, Any, T], seconds: float = 5 * LONG) -> T:
    """Run a coroutine to its end, in a loop of its own, for so long and no longer: all that it waits for has an end."""

    async def limited() -> T:
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await work
        except TimeoutError:
            if limit.expired():
                raise NeverCame(
                    f"waited {seconds:g} seconds for the end of this: {getattr(work, '__qualname__', work)}"
                ) from None
            raise

    return asyncio.run(limited())


def within(said: Iterable[T], what: str, seconds: float = 5 * LONG) -> Iterator[T]:
    """What another says, for so long and no longer. Each piece must have a limit of its own: this one is for all."""
    end = time.monotonic() + seconds
    for piece in said:
        if time.monotonic() > end:
            raise NeverCame(f"heard something for {seconds:g} seconds, and never this: {what}")
        yield piece


def first_line(said: IO[Text], what: str, seconds: float = LONG) -> Text:
    """The next line of a process that says one line at a time; empty where it has ended."""
    lines: queue.Queue[Text] = queue.Queue()
    threading.Thread(target=lambda: lines.put(said.readline()), name="line", daemon=True).start()
    try:
        return lines.get(timeout=seconds)
    except queue.Empty:
        raise NeverCame(f"waited {seconds:g} seconds for a line with this: {what}") from None


def said_of(true: Callable[..., Any]) -> str:
    """What a condition says, as it is written."""
    try:
        return " ".join(inspect.getsource(true).split())
    except OSError:
        return repr(true)


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
