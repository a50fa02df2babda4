"""The Lab's processes, as the server asks them: a few, started when they are first needed, never on the event loop.

Of one page the newest question wins: one is worked out, one waits, and a newer one takes the place of that which waits.
How many wait is bounded for each caller and in all. A process that takes too long is ended, one that dies is replaced.
What was asked before, by whomever, is answered from what was kept: figures hang on their question alone. Documents and
searches are made anew: some bear a date.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import structlog

from houseway.accounts.account_errors import TooOften
from houseway.errors import HousewayError
from houseway.maths.question_errors import BadQuestion
from houseway.table.table_errors import UnknownGame
from houseway.web.http.worker_errors import NewerQuestion, TookTooLong, WorkerFault
from houseway.web.lab.lab_link import Link
from houseway.web.lab.lab_worker import LENGTH, Done, Job

log = structlog.get_logger("houseway.lab")

MAX_PAGES = 12
"""Pages of one caller of which a question is worked out or waits, at most."""

MAX_LONG = 3
"""The same for searches, documents and strategies of one's own."""

MAX_WAITING = 60
"""Questions that wait, at most: whoever comes after is asked to come again."""

SECONDS = 12.0
"""Seconds of processor time that an ordinary question may take: other work on the machine takes nobody's answer."""

LONG_SECONDS = 40.0
"""The same for a search, a document, or a strategy of one's own."""

FIRST_SECONDS = 90.0
"""The same for the first question about a game in a process: after an installation it compiles what it needs."""

PATIENCE = 4.0
"""How many times as long by the clock, at most."""

LOOKS = 0.5
"""Seconds between two looks at what a process has used."""

IDLE = 900.0
"""Seconds after which a process that nobody asks anything ends, and what it keeps with it."""

_USER, _SYSTEM = 11, 12
"""Where the line of a process has its processor time, behind its name."""

SOON = 2
"""Seconds after which a place may have become free."""

MAX_KEPT = 16 * 2**20
"""Bytes of answers that are kept, at most; those that nobody asked for the longest go first."""


class _Kept:
    """Answers by their questions, as both travel between the processes."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, Done] = OrderedDict()
        self._bytes = 0

    def find(self, question: bytes) -> Done | None:
        """What came of the question before."""
        found = self._answers.get(question)
        if found is not None:
            self._answers.move_to_end(question)
        return found

    def keep(self, question: bytes, done: Done) -> None:
        """Keep what came of a question, unless it was a mistake of ours, which the next try may not repeat."""
        if done.fault or question in self._answers:
            return
        self._answers[question] = done
        self._bytes += len(question) + len(done.answer)
        while self._bytes > MAX_KEPT:
            oldest, gone = self._answers.popitem(last=False)
            self._bytes -= len(oldest) + len(gone.answer)


class _Waiting:
    """A question and whoever waits for its answer."""

    def __init__(self, caller: str, page: str, job: Job, seconds: float) -> None:
        self.caller = caller
        self.key = (caller, page)
        self.job = job
        self.data = msgspec.msgpack.encode(job)
        self.seconds = seconds
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    @property
    def long(self) -> bool:
        return self.seconds > SECONDS

    def refuse(self, error: HousewayError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class _Process:
    """One process of the Lab, with the game that it was asked about last, and those that it has answered about."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.game = ""
        self.known: set[str] = set()
        self.free_since = time.monotonic()

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    async def ask(self, data: bytes) -> Done:
        """Send an encoded job and wait for what comes of it."""
        if self.process.stdin is None or self.process.stdout is None:
            raise ConnectionError
        self.process.stdin.write(len(data).to_bytes(LENGTH, "big") + data)
        await self.process.stdin.drain()
        length = int.from_bytes(await self.process.stdout.readexactly(LENGTH), "big")
        return msgspec.msgpack.decode(await self.process.stdout.readexactly(length), type=Done)

    def used(self) -> float | None:
        """Seconds of processor time until now; nothing where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")

    async def within(self, seconds: float, data: bytes) -> Done:
        """What comes of an encoded job, or a `TimeoutError` once it has taken so many seconds of processor time."""
        before, began = self.used(), time.monotonic()
        asked = asyncio.ensure_future(self.ask(data))
        try:
            while True:
                await asyncio.wait([asked], timeout=min(LOOKS, seconds))
                if asked.done():
                    return asked.result()
                now, passed = self.used(), time.monotonic() - began
                worked = passed if now is None or before is None else now - before
                if worked > seconds or passed > PATIENCE * seconds:
                    raise TimeoutError
        finally:
            asked.cancel()

    async def end(self) -> None:
        if self.alive:
            self.process.kill()
        await self.process.wait()


class LabPool:
    """The processes of one server. ``size``: how many at most; one of them is never given to long work."""

    def __init__(
        self, size: int | None = None, *, seconds: float = SECONDS, first: float = FIRST_SECONDS, idle: float = IDLE
    ) -> None:
        self.size = size or max(2, (os.cpu_count() or 2) - 1)
        self._seconds = seconds
        self._first = first
        self._idle = idle
        self._free: list[_Process] = []
        self._busy: set[_Process] = set()
        self._starting = 0
        self._waiting: OrderedDict[tuple[str, str], _Waiting] = OrderedDict()
        self._running: dict[tuple[str, str], _Waiting] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept = _Kept()
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that are there now."""
        return [each.process.pid for each in (*self._free, *self._busy) if each.alive]

    async def ask(
        self,
        caller: str,
        page: str,
        work: str,
        link: Link,
        more: Mapping[str, Any] | None = None,
        *,
        long: bool = False,
        packed: bool = False,
    ) -> bytes:
        """The answer to a question of one page of a caller: JSON or the bytes of a file, compressed if ``packed``.

        Refused where the caller or everybody together asks too much, where a newer question of the page came, or where
        it takes too long.
        """
        if self._closed:
            raise WorkerFault("the Lab is closed", remedy="load the page again in a moment")
        waiting = _Waiting(
            caller, page, Job(work, link, dict(more or {}), packed), LONG_SECONDS if long else self._seconds
        )
        older = self._waiting.pop(waiting.key, None)
        if older is not None:
            older.refuse(NewerQuestion("a newer question of this page was asked", remedy="wait for its answer"))
        kept = None if waiting.long else self._kept.find(waiting.data)
        if kept is not None:
            _settle(waiting, kept)
            return await waiting.answer
        self._check(waiting)
        self._waiting[waiting.key] = waiting
        self._begin()
        try:
            return await waiting.answer
        finally:
            # Whoever asked may have gone: what has not begun is not begun.
            if self._waiting.get(waiting.key) is waiting:
                del self._waiting[waiting.key]

    def _check(self, asked: _Waiting) -> None:
        known = {**self._waiting, **self._running, asked.key: asked}
        own = [each for each in known.values() if each.caller == asked.caller]
        if len(own) > MAX_PAGES or sum(each.long for each in own) > MAX_LONG:
            raise TooOften(
                f"{len(own) - 1} {'question' if len(own) == 2 else 'questions'} from here are being worked out already",
                wait=SOON,
                remedy="wait for their answers, or close a page of the Lab",
            )
        if len(self._waiting) >= MAX_WAITING:
            raise TooOften("the Lab has too many questions at the moment", wait=SOON, remedy="try again in a moment")

    def _begin(self) -> None:
        """Give what waits to processes that are free, oldest first; start one where there is none."""
        for key, waiting in list(self._waiting.items()):
            if key in self._running or (waiting.long and self._long_running() >= max(1, self.size - 1)):
                continue
            process = self._take(waiting.job.link.game)
            if process is None:
                if len(self._busy) + self._starting < self.size:
                    self._starting += 1
                    self._spawn(self._start())
                return
            del self._waiting[key]
            self._running[key] = waiting
            self._busy.add(process)
            self._spawn(self._work(process, waiting))

    def _long_running(self) -> int:
        return sum(each.long for each in self._running.values())

    def _take(self, game: str) -> _Process | None:
        """A free process, one that knows the game already where there is one."""
        self._free = [each for each in self._free if each.alive]
        found = next((each for each in self._free if each.game == game), None) or next(iter(self._free), None)
        if found is not None:
            self._free.remove(found)
        return found

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "houseway.web.lab.lab_worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=2**20,
            )
        except OSError as error:
            log.error("no process for the Lab", exc_info=error)
            for waiting in self._waiting.values():
                waiting.refuse(WorkerFault("the Lab cannot start a process", remedy="try again in a moment"))
            self._waiting.clear()
            return
        finally:
            self._starting -= 1
        made = _Process(process)
        if self._closed:
            await made.end()
            return
        self._give_back(made)

    def _give_back(self, process: _Process) -> None:
        process.free_since = time.monotonic()
        self._free.append(process)
        self._spawn(self._end_idle(process, process.free_since))
        self._begin()

    async def _end_idle(self, process: _Process, since: float) -> None:
        await asyncio.sleep(self._idle)
        if process in self._free and process.free_since == since:
            self._free.remove(process)
            await process.end()

    async def _work(self, process: _Process, waiting: _Waiting) -> None:
        process.game = waiting.job.link.game
        whole = False
        try:
            seconds = waiting.seconds if process.game in process.known else max(waiting.seconds, self._first)
            done = await process.within(seconds, waiting.data)
            whole = True
            process.known.add(process.game)
            if not waiting.long:
                self._kept.keep(waiting.data, done)
            _settle(waiting, done)
        except TimeoutError:
            log.warning("a question of the Lab took too long", work=waiting.job.work, game=waiting.job.link.game)
            waiting.refuse(
                TookTooLong(
                    f"this took more than {waiting.seconds:g} seconds and was ended",
                    remedy="ask for less: fewer rows, narrower bounds, or one wager",
                )
            )
        except (OSError, EOFError, msgspec.MsgspecError) as error:
            log.error("a process of the Lab ended", work=waiting.job.work, exc_info=error)
            waiting.refuse(
                WorkerFault("the process that worked on this ended", remedy="ask again: another one is started")
            )
        finally:
            waiting.refuse(WorkerFault("the Lab is closed", remedy="load the page again in a moment"))
            self._running.pop(waiting.key, None)
            self._busy.discard(process)
            if not whole:
                await process.end()
        if not self._closed:
            if whole:
                self._give_back(process)
            else:
                self._begin()

    async def close(self) -> None:
        """End every process; whoever still waits is told."""
        self._closed = True
        for waiting in (*self._waiting.values(), *self._running.values()):
            waiting.refuse(WorkerFault("the Lab is closed", remedy="load the page again in a moment"))
        self._waiting.clear()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for process in (*self._free, *self._busy):
            await process.end()
        self._free.clear()
        self._busy.clear()


def _settle(waiting: _Waiting, done: Done) -> None:
    if waiting.answer.done():
        return
    if done.fault:
        log.error("a mistake in the Lab", work=waiting.job.work, error=done.error, message=done.message)
        waiting.refuse(WorkerFault("this is our mistake, and it is on record", remedy="change something and ask again"))
    elif done.error:
        kind = UnknownGame if done.error == UnknownGame.code else BadQuestion
        waiting.refuse(kind(done.message, remedy=done.remedy or None))
    else:
        waiting.answer.set_result(done.answer)
