"""Group commit: many callers, one thread that writes, first come first served."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from houseway.journal.commands import Outcome, Request
from houseway.journal.journal_errors import CommandFault, JournalUnavailable, TooBusy

if TYPE_CHECKING:
    from houseway.journal.book import Journal

QUEUE = 4_096
"""Commands waiting before further ones are turned away."""

BATCH = 256
"""Commands written in one commit, at most."""

_log = logging.getLogger(__name__)

PATIENCE = 0.001
"""Seconds that a commit waits, at most, for those who were answered by the last one."""


_first_waiter = threading.Lock()
"""Held while a ticket gets the lock that those who wait for it share."""


class Ticket:
    """A command on its way. `result` waits until it is on the disk, refused or turned away."""

    __slots__ = ("_done", "_outcome", "_then", "request")

    def __init__(self, request: Request, then: Callable[[Outcome], None] | None = None) -> None:
        self.request = request
        self._then = then
        self._outcome: Outcome | None = None
        # A bare lock, taken until there is an outcome: much cheaper than an Event. Whoever is called does not wait.
        self._done: threading.Lock | None = None

    def done(self) -> bool:
        """Whether the outcome is there."""
        return self._outcome is not None

    def result(self, timeout: float | None = None) -> Outcome:
        """The outcome; a TimeoutError when it takes longer than ``timeout`` seconds."""
        if self._outcome is None:
            done = self._waited_for()
            # Looked at anew: an outcome that came before the lock was there released nothing.
            if self._outcome is None:
                if not done.acquire(timeout=-1 if timeout is None else timeout):
                    raise TimeoutError(f"command {self.request.command} is still waiting")
                done.release()
        assert self._outcome is not None
        return self._outcome

    def _waited_for(self) -> threading.Lock:
        """The lock that is held until there is an outcome, made by the first who waits."""
        with _first_waiter:
            if self._done is None:
                done = threading.Lock()
                done.acquire()
                self._done = done
            return self._done

    def settle(self, outcome: Outcome) -> None:
        """Give the outcome to whoever waits; what ``then`` raises is logged, for the writer goes on."""
        self._outcome = outcome
        if self._done is not None:
            self._done.release()
        if self._then is not None:
            try:
                self._then(outcome)
            except Exception:
                _log.exception("whoever waited for command %s did not take its outcome", self.request.command)


class Writer:
    """The thread that writes to a journal. Everything waiting goes into one commit, in the order it came.

    Callers who were answered together come back almost together: where the first is back at once, the next commit
    waits for as many, and those who are waiting already, a moment at most, and is not made for that first one alone.
    """

    def __init__(self, journal: Journal, *, queue: int = QUEUE, batch: int = BATCH) -> None:
        self._journal = journal
        self._limit = queue
        self._batch = batch
        self._waiting: deque[Ticket] = deque()
        self._mutex = threading.Lock()
        # Held by whoever has nothing to do; a Condition does the same at several times the cost for every command.
        self._bell = threading.Lock()
        self._bell.acquire()
        self._rings_at = 0
        self._answered = 0.0
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, request: Request, then: Callable[[Outcome], None] | None = None) -> Ticket:
        """Queue a command. `TooBusy` when too many are waiting already: it may be sent again.

        ``then`` is called with the outcome, by the thread that writes; it must be quick and raise nothing.
        """
        ticket = Ticket(request, then)
        with self._mutex:
            if self._closing:
                raise JournalUnavailable("the writer is closed", remedy="open the journal again")
            if len(self._waiting) >= self._limit:
                raise TooBusy(f"{self._limit} commands are waiting already", remedy="send it again a little later")
            self._waiting.append(ticket)
            if 0 < self._rings_at <= len(self._waiting):
                self._ring()
        return ticket

    @property
    def alive(self) -> bool:
        """Whether commands are being written."""
        return self._thread.is_alive()

    def _ring(self) -> None:
        """Wake the writer, once; the mutex is held."""
        self._rings_at = 0
        self._bell.release()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        with self._mutex:
            self._closing = True
            if self._rings_at:
                self._ring()
        self._thread.join()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait(self, count: int, seconds: float = -1) -> None:
        """Sleep until ``count`` commands are waiting, the writer is closed, or so many seconds have passed."""
        with self._mutex:
            if self._closing or len(self._waiting) >= count:
                return
            self._rings_at = count
        if self._bell.acquire(timeout=seconds):
            return
        with self._mutex:
            if self._rings_at:
                self._rings_at = 0
                return
        # It rang just when the time was up.
        self._bell.acquire()

    def _take(self, usual: int) -> list[Ticket]:
        self._wait(1)
        if len(self._waiting) < usual and time.monotonic() - self._answered < PATIENCE:
            self._wait(usual, PATIENCE)
        with self._mutex:
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._batch))]

    def _work(self) -> None:
        usual = 1
        while tickets := self._take(usual):
            try:
                outcomes = self._journal.write([ticket.request for ticket in tickets])
            except BaseException as bug:
                # Whoever waits must hear of it, whatever it is.
                fault = CommandFault(f"the writer failed: {bug!r}", remedy="send it again with the same id")
                fault.__cause__ = bug
                outcomes = [Outcome(error=fault)] * len(tickets)
            # Counted before anybody is answered: who has come back since is not expected once more.
            usual = min(len(tickets) + len(self._waiting), self._batch)
            for ticket, outcome in zip(tickets, outcomes, strict=True):
                ticket.settle(outcome)
            self._answered = time.monotonic()
