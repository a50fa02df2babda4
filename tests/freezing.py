"""Servers that stop themselves (SIGSTOP) inside a batch.

``python -m tests.freezing serve STEP …`` is ``houseway serve …`` that stops at this step of the next batch once it gets
SIGUSR1.

``python -m tests.freezing`` is a process with several card rooms on PostgreSQL. It reads one line of JSON: ``rooms``,
each with its ``url`` and perhaps a ``step`` and the number of a ``batch``. It says ``ready`` when every room is open.
Rooms with a step are played after the line ``go``: each comes to its moment and waits there, inside its transaction,
until all have, and then the process stops itself. What it did is told in lines of JSON; the line ``end`` ends it.

The steps are those of `STEPS`. Nothing of this is in the program itself: its engine is replaced by one that stops.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.journal import Entry, Outcome, Request
from houseway.journal.engines import postgres
from houseway.journal.engines.engine import Beginning, Begun, Pending
from houseway.journal.engines.together import Together
from houseway.web.http.logs import set_up
from houseway.web.live.room import Room, now
from houseway.web.live.runner import AUTOMATIC, Pace
from houseway.web.live.servers import Cluster
from tests.floor.houses import House, duel_table
from tests.quick_passwords import hash_quickly, hint_when_asked
from tests.waiting import LONG, happened, run_within

STEPS = ("begin-sent", "begun", "decided", "flush-sent", "flushed", "before-commit", "commit-sent", "committed")
"""Where in a batch a server may freeze: what it asked for is on its way, or is there; before and after it writes."""

LASTING = frozenset({"commit-sent", "committed"})
"""Those at which the database has the batch for ever."""

PACE = Pace(wager=0.01, decide=0.01, between=0.01, move=0.01, deal=0.01)
TABLES = ("V1", "V2")


def lay_out(house: House) -> None:
    """Two tables that deal by themselves, with automatic players, and wait to go on."""
    house.build(tables=[duel_table(id, cards="virtual") for id in TABLES])
    for table in TABLES:
        for seat in (2, 3):
            player = f"{AUTOMATIC}{table.lower()}-{seat}"
            house.do(c.GiveChips(player=player, amount=100_000), "house")
            house.do(c.Sit(table=table, seat=seat, player=player), "sato")
        house.do(c.PauseTable(table=table, paused=True, reason="not yet"), "dole")


def schema_of(url: str) -> str:
    return dict(parse_qsl(urlsplit(url).query))["schema"]


class Moment:
    """A step of a batch: the first so many batches pass it."""

    def __init__(self, step: str, batch: int) -> None:
        self.step = step
        self.batch = batch
        self.held: list[str] = []


class Stage:
    """All rooms of this process and their moments; the last one to come to its moment stops the process."""

    def __init__(self) -> None:
        self.moments: dict[str, Moment] = {}
        self.waiting: set[str] = set()
        self.armed = False
        self.acknowledged: dict[str, list[str]] = {}
        self._lock = threading.Lock()
        self._thawed = threading.Event()

    def here(self, schema: str) -> None:
        with self._lock:
            self.waiting.add(schema)
            last = self.waiting == self.moments.keys()
            if last:
                held = {name: moment.held for name, moment in self.moments.items()}
                tell({"frozen": now(), "held": held, "acknowledged": self.acknowledged})
                # To this thread, which then stops before its next step, and all others with it. Whichever thread a
                # signal to the process is given to may take a while to notice, and this one would go on meanwhile.
                signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)
                self._thawed.set()
        happened(self._thawed, "the other rooms of this process come to their moments")


STAGE = Stage()


def tell(data: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(data).decode() + "\n")
    sys.stdout.flush()


class _Pausing(Together):
    """Tells when all statements of a message have been sent and nothing of the answer was read."""

    engine: FreezingEngine

    def _flush(self) -> None:
        super()._flush()
        if self.engine.pauses:
            self.engine.at(f"{self.engine.doing}-sent")


class FreezingEngine(postgres.PostgresEngine):
    """The engine, with a stop at one step of one batch."""

    doing = ""
    seen = 0

    @property
    def pauses(self) -> bool:
        moment = STAGE.moments.get(self.schema)
        return STAGE.armed and moment is not None and moment.step == f"{self.doing}-sent"

    def _together(self) -> Together:
        together = super()._together()
        together.__class__ = _Pausing
        together.engine = self  # type: ignore[attr-defined]
        return together

    def at(self, step: str) -> None:
        moment = STAGE.moments.get(self.schema)
        if STAGE.armed and moment is not None and moment.step == step and self.schema not in STAGE.waiting:
            self.seen += 1
            if self.seen > moment.batch:
                moment.held = self.commands
                STAGE.here(self.schema)

    def begin(self, batch: Beginning) -> Begun:
        self.doing, self.commands = "begin", list(batch.commands)
        begun = super().begin(batch)
        self.doing = ""
        self.at("begun")
        return begun

    def flush(self, pending: Pending) -> None:
        self.doing = "flush"
        super().flush(pending)
        self.doing = ""

    def commit(self, pending: Pending) -> None:
        self.at("decided")
        moment = STAGE.moments.get(self.schema)
        if moment is not None and moment.step.startswith("flush") and pending:
            self.flush(pending)
            self.at("flushed")
            pending = Pending()
        self.at("before-commit")
        self.doing = "commit"
        super().commit(pending)
        self.doing = ""
        self.at("committed")


class Place:
    """One room: what it wrote, and what became of the batch in which it froze."""

    def __init__(self, url: str) -> None:
        self.schema = schema_of(url)
        self.room = Room(Floor.open(url), pace=PACE, runs=False, others=True)
        self.cluster = Cluster(self.room)
        self.wrote: list[str] = []
        self.outcomes: dict[str, str] = {}
        """What became of the commands of the batch in which it froze."""

        self._returned = threading.Event()
        self.took = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        journal = self.room.floor.journal
        write = journal.write

        def watched(requests: Sequence[Request]) -> list[Outcome]:
            outcomes = write(requests)
            if self.schema in STAGE.waiting and not self._returned.is_set():
                for request, outcome in zip(requests, outcomes, strict=True):
                    self.outcomes[request.command] = "" if outcome.error is None else outcome.error.code
                self._returned.set()
            return outcomes

        journal.write = watched  # type: ignore[method-assign]
        journal.after_commit.append(self._committed)
        STAGE.acknowledged[self.schema] = self.wrote

    def _committed(self, entries: Sequence[Entry]) -> None:
        self.wrote += dict.fromkeys(entry.command for entry in entries)
        # A table has gone on when the program has made a move there by itself.
        if all(any(command.startswith(f"auto:{table}:") for command in self.wrote) for table in TABLES):
            self._loop.call_soon_threadsafe(self.took.set)

    async def open(self) -> None:
        await self.room.start()
        await self.cluster.start()

    async def close(self) -> None:
        await self.cluster.stop()
        await self.room.stop()

    async def play(self) -> None:
        """The tables go on."""
        for table in TABLES:
            await self.room.do(c.PauseTable(table=table, paused=False, reason=""), id=f"go {table}", who="dole")

    async def after(self) -> dict[str, Any]:
        """What this server says after it woke: of a command given now, and of those it had in its hands."""
        await asyncio.to_thread(happened, self._returned, "the batch in which it froze has come to an end")
        try:
            await self.room.do(c.PauseTable(table="V1", paused=True, reason="a look"), id="after waking", who="dole")
            said = ""
        except HousewayError as error:
            said = error.code
        return {"said": said, "fenced": self.room.fenced is not None, "outcomes": self.outcomes, "wrote": self.wrote}


async def main() -> None:
    loop = asyncio.get_running_loop()

    async def heard() -> dict[str, Any]:
        """The next line; whoever started this process is gone where none comes."""
        async with asyncio.timeout(10 * LONG):
            line = await loop.run_in_executor(None, sys.stdin.readline)
        found: dict[str, Any] = msgspec.json.decode(line) if line else {"end": True}
        return found

    set_up()
    postgres.PostgresEngine = FreezingEngine  # type: ignore[misc]
    asked = await heard()
    for each in asked["rooms"]:
        if "step" in each:
            STAGE.moments[schema_of(each["url"])] = Moment(each["step"], each["batch"])
    places = [Place(each["url"]) for each in asked["rooms"]]
    await asyncio.gather(*(place.open() for place in places))
    if STAGE.moments:
        async with asyncio.timeout(LONG):
            while not all(place.room.runs for place in places):
                await asyncio.sleep(0.02)
    tell({"ready": True})
    if STAGE.moments:
        await heard()
        await asyncio.gather(*(place.play() for place in places))
        STAGE.armed = True
        async with asyncio.timeout(10 * LONG):
            while not all(place.room.fenced is not None for place in places):
                await asyncio.sleep(0.02)
        tell({"woken": {place.schema: await place.after() for place in places}})
    else:
        async with asyncio.timeout(10 * LONG):
            await asyncio.gather(*(place.took.wait() for place in places))
        tell({"took": {place.schema: place.wrote for place in places}})
    await heard()
    await asyncio.gather(*(place.close() for place in places))
    tell({"ended": True})


def serve(step: str, arguments: list[str]) -> int:
    """``houseway serve`` that stops at this step of the next batch after SIGUSR1."""
    from houseway.cli.main import main as houseway

    hash_quickly()
    hint_when_asked()
    postgres.PostgresEngine = FreezingEngine  # type: ignore[misc]
    url = arguments[arguments.index("-d") + 1]

    def arm(*_: object) -> None:
        STAGE.moments[schema_of(url)] = Moment(step, 0)
        STAGE.armed = True

    signal.signal(signal.SIGUSR1, arm)
    return houseway(["serve", *arguments])


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        sys.exit(serve(sys.argv[2], sys.argv[3:]))
    run_within(main(), 20 * LONG)
