"""Reading the journal at length, beside what goes on: by connections of its own, in threads, a few at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import msgspec
from msgspec import Meta

from houseway.floor.floor import Floor
from houseway.floor.kinds.edge import kind_of
from houseway.floor.kinds.of_table import AnswerCorrected, AnswersGiven
from houseway.floor.reply_shapes import Micros, Moment
from houseway.journal import Entry
from houseway.journal.journal_errors import TooBusy
from houseway.table.shown.shape_base import Shape
from houseway.web.http.security import LIMIT, SECONDS
from houseway.web.live.room import Room

T = TypeVar("T")

_ANSWERS = (AnswersGiven, AnswerCorrected)

TURNS = 2
"""Pieces of long work at once."""

WAITING = 8
"""Pieces of it that wait, at most."""


class Place(msgspec.Struct, frozen=True):
    """Where the journal is, with the seal file and the key that it is checked against."""

    url: str
    seals: Path | None = None
    key: Path | None = None

    @contextmanager
    def floor(self) -> Iterator[Floor]:
        """The floor, to be read only."""
        floor = Floor.open(self.url, readonly=True, seals=self.seals, key=self.key)
        try:
            yield floor
        finally:
            floor.close()


class Slow:
    """Long work, a few pieces at a time: in threads of its own, which the end of the server does not wait for."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(TURNS)
        self._waiting = 0

    async def run(self, work: Callable[..., T], *values: Any) -> T:
        """Do some work when its turn has come. The request that waits for it is bound by no limit meanwhile.

        A `TooBusy` where too many wait already.
        """
        if self._waiting >= WAITING:
            raise TooBusy(f"{WAITING} reports and checks wait already", remedy="ask again a little later")
        limit = LIMIT.get(None)
        if limit is not None:
            limit.reschedule(None)
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
        loop = asyncio.get_running_loop()
        try:
            return await self._begin(loop, partial(work, *values))
        finally:
            if limit is not None:
                limit.reschedule(loop.time() + SECONDS)

    def _begin(self, loop: asyncio.AbstractEventLoop, work: Callable[[], T]) -> asyncio.Future[T]:
        future: asyncio.Future[T] = loop.create_future()

        def done(result: T | None, error: BaseException | None) -> None:
            # The turn ends with the work, whether or not anybody still waits for it.
            self._turns.release()
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(cast(T, result))

        def working() -> None:
            result, error = None, None
            try:
                result = work()
            except Exception as trouble:
                error = trouble
            # The loop may have ended meanwhile, and with it whoever asked.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(done, result, error)

        threading.Thread(target=working, name="long work", daemon=True).start()
        return future


class EntryShown(Shape, frozen=True):
    """An entry of the journal, as it may be seen now."""

    stream: str
    number: int
    command: Annotated[str, Meta(description="The id of the command that wrote it.")]
    who: str
    at: Moment
    kind: str
    body: Annotated[dict[str, Any], Meta(description="What the entry says; its fields hang on the kind.")]
    postings: Annotated[list[tuple[str, Micros]], Meta(description="Account and millionths of a cent.")]
    hash: str


def entry_shown(entry: Entry, room: Room) -> EntryShown:
    """An entry as it may be seen now."""
    body = entry.data
    live = room.mirror.table(entry.stream.removeprefix("table/")).live if entry.stream.startswith("table/") else None
    if live is not None and body.get("round") == live.round and kind_of(entry) in _ANSWERS:
        # Answers of a round in play, and the nonces with them, tell its hidden cards.
        body = {"round": live.round, "in-play": True}
    return EntryShown(
        stream=entry.stream,
        number=entry.number,
        command=entry.command,
        who=entry.who,
        at=entry.at,
        kind=entry.kind,
        body=body,
        postings=list(entry.postings),
        hash=entry.hash.hex(),
    )
