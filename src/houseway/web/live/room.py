"""A card room that runs: the floor, its mirror, the live feed, the tables that go on by themselves.

Everything that reads lives on the event loop and sees committed state only; commands go to the journal's writer and
come back when they are on the disk.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress

import structlog

from houseway.floor import command_index as c
from houseway.floor.bookkeeping.chips import CHIPS
from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor, Order
from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Body
from houseway.floor.kinds.edge import kind_of
from houseway.floor.mirror import Mirror
from houseway.floor.play.automatic import Automatic
from houseway.floor.play.recall import Recalled
from houseway.floor.states import PLAYERS, PROPERTY, table_stream
from houseway.journal import Entry, Outcome
from houseway.journal.journal_errors import FencedOff
from houseway.journal.sealing.seal_record import SEALS
from houseway.web.http.logs import going_on
from houseway.web.live import attendance
from houseway.web.live.attendance import Attendance, Screens
from houseway.web.live.frames import Frames
from houseway.web.live.hub import Hub
from houseway.web.live.missed import MissedAnswers
from houseway.web.live.runner import AUTOMATIC, Pace, TableRunner, pace_at
from houseway.web.schema.shape import CommandReply

FOLLOW = 0.2
"""Seconds without a bell after which is looked for what others have committed anywhere."""

EVERYWHERE = 1.0
"""The same while it rings."""

BY_THEMSELVES = (table_stream(""), PLAYERS, SEALS)
"""How the streams begin that decide nothing but their own commands."""

REFRESH = 1.0
"""Seconds between two times that the writer's states catch up with the others; a command does it by itself."""

GLANCE = 0.25
"""Seconds between two frames of the whole floor, at least."""

UNSEEN: frozenset[type[Body]] = frozenset({of_table.AnswersGiven, of_table.RoundBegun})
"""Entries of a table that its displays show nothing of, unless they move a meter."""

_OPENS_OR_CLOSES = (
    of_table.TableOpened,
    of_house.OpeningNoted,
    of_house.TableClosed,
    of_house.TableRemoved,
    of_table.PrivateTableOpened,
    of_house.QuickTableOpened,
    of_house.QuickTableClosed,
)

CLOSING = 8.0
"""Seconds in which what is waiting must be written when a server stops."""

SEAL_EVERY = 45.0
"""Seconds between two seals: with what a slow disk takes, everything is sealed within a minute."""

DAYS = 10.0
"""Seconds between two looks whether a new gaming day has begun, or a player is called otherwise."""

log = structlog.get_logger("houseway.room")


def now() -> int:
    """This moment, in microseconds."""
    return time.time_ns() // 1000


class Room:
    """One server's room. ``names`` says how players are called; ``runs`` whether this server runs the tables.

    ``clock`` says which gaming day it is for what is shown. ``seat_secret`` makes what players are known as at a table
    to others; servers of one room share it.
    """

    def __init__(
        self,
        floor: Floor,
        *,
        names: Callable[[str], str] = lambda player: player.removeprefix("player:"),
        pace: Pace | None = None,
        runs: bool = True,
        others: bool = False,
        clock: Callable[[], int] = now,
        seat_secret: bytes | None = None,
    ) -> None:
        self.floor = floor
        self.epoch = secrets.token_hex(4)
        self.mirror = Mirror(floor)
        self._runners: dict[str, TableRunner] = {}
        self._pace = pace or Pace()
        self._runs = runs
        self._others = others
        self._clock = clock
        self._names = names
        self.frames = Frames(self.mirror, names, self.deadline, clock, seat_secret)
        self.hub = Hub(self.frames.make, self.epoch)
        self.attendance = Attendance(self.mirror, self.hub)
        self.screens = Screens(self.hub)
        missed = MissedAnswers(self.mirror, self.absent)
        self.frames.missed = missed.at
        self._moves = Automatic(self.mirror, now, lambda: secrets.token_bytes(32))
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()
        self._rung: set[str] = set()
        self._all = False
        self._behind = asyncio.Event()
        self._closed = asyncio.Event()
        self._sealing: asyncio.Task[None] | None = None
        self.sealed: int | None = None
        self.failures: dict[str, int] = {}
        self._recalling: set[asyncio.Task[None]] = set()
        if not floor.journal.local:
            self.mirror.later = self._recall
        if others:
            self.mirror.missed = self.ring
        self._glance: asyncio.TimerHandle | None = None
        self._glance_due = False
        self._asked: dict[str, tuple[tuple[int, int], int]] = {}
        self.listeners: list[Callable[[Sequence[Entry]], None]] = [missed.listen]
        self.committed: list[Callable[[Sequence[Entry]], None]] = []
        """Who is told what this server has committed before its own screens are, which are many."""
        self.when_gone: list[Callable[[str, int, str], None]] = []
        self.fenced: FencedOff | None = None
        self.when_fenced: list[Callable[[], object]] = []

    # -- running

    async def start(self) -> None:
        """Begin: the writer, the feed, the tables, the seals."""
        self._loop = asyncio.get_running_loop()
        self.floor.journal.after_commit.append(self._committed)
        self.floor.start()
        self._follow(self.mirror.catch_up())
        if self._runs:
            await self.take_over()
        self._tasks.append(asyncio.create_task(self._follow_days(), name="days"))
        self._tasks.append(asyncio.create_task(self._attend(), name="attendance"))
        if self._others:
            self._tasks.append(asyncio.create_task(self._follow_others(), name="follow"))
            self._tasks.append(asyncio.create_task(self._refresh(), name="refresh"))
        log.info("room opened", property=self.mirror.property.name, tables=len(self.mirror.property.tables))

    @property
    def runs(self) -> bool:
        """Whether this server runs the tables."""
        return self._runs

    async def take_over(self) -> None:
        """Run the tables from here on, each from wherever the journal stands."""
        self._runs = True
        self._tend()
        if self.floor.journal.seal_book is not None and self._sealing is None:
            self._sealing = asyncio.create_task(self._seal(), name="seal")

    async def hand_over(self) -> None:
        """Run the tables no longer: another server does."""
        self._runs = False
        if self._sealing is not None:
            self._sealing.cancel()
            await asyncio.gather(self._sealing, return_exceptions=True)
            self._sealing, self.sealed = None, None
        runners, self._runners = list(self._runners.values()), {}
        await asyncio.gather(*(runner.stop() for runner in runners))

    def fence_off(self, error: FencedOff) -> None:
        """Another server has taken this one's place: the doors are shut from now on, and ``when_fenced`` is called."""
        if self.fenced is None:
            self.fenced = error
            log.error("server fenced off: it stops", error=error.code, message=error.message, remedy=error.remedy)
            self.hub.close()
            for stop in self.when_fenced:
                stop()

    def ring(self, streams: Collection[str] = ()) -> None:
        """Another server has committed something: look now, not only when the time for it comes.

        ``streams`` says where; without any it may be anywhere.
        """
        self._rung.update(streams)
        self._all |= not streams
        self._bell.set()

    async def stop(self) -> None:
        """End: tables stay where they are, feeds are closed, what is waiting is written."""
        self.hub.close()
        if self._glance is not None:
            self._glance.cancel()
        await self.hand_over()
        ending = [*self._tasks, *self._recalling]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        self.floor.journal.after_commit.remove(self._committed)
        closing = threading.Thread(target=self._close_floor, name="closing", daemon=True)
        closing.start()
        try:
            async with asyncio.timeout(CLOSING):
                await self._closed.wait()
        except TimeoutError:
            log.error("room left open: the database does not answer")
            return
        log.info("room closed")

    def _close_floor(self) -> None:
        assert self._loop is not None
        try:
            self.floor.stop()
            if self.floor.journal.seal_book is not None:
                with going_on("not sealed when the server stopped"):
                    self.floor.journal.seal(now())
            self.floor.close()
        except Exception:
            log.exception("journal not closed in order")
        finally:
            # The loop may have ended meanwhile.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._closed.set)

    def _committed(self, entries: Sequence[Entry]) -> None:
        """Called by the writer's thread after each commit."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._arrived, tuple(entries))

    def _arrived(self, entries: Sequence[Entry]) -> None:
        for tell in self.committed:
            tell(entries)
        self._follow(self.mirror.apply(entries))

    async def _follow_others(self) -> None:
        assert self._loop is not None
        whole = self._loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(FOLLOW):
                    await self._bell.wait()
            self._bell.clear()
            rung, self._rung = self._rung, set()
            # Everywhere from time to time also while it rings: a bell may have been lost.
            everywhere = self._all or not rung or self._loop.time() >= whole + EVERYWHERE
            if everywhere:
                self._all, whole = False, self._loop.time()
            with going_on("journal not readable"):
                self._follow(self.mirror.apply(await asyncio.to_thread(self._read, None if everywhere else rung)))

    def _read(self, streams: Collection[str] | None) -> list[Entry]:
        """What others committed, which the states that commands are decided on follow too; in a thread."""
        entries = self.mirror.unread(streams)
        if any(not entry.stream.startswith(BY_THEMSELVES) for entry in entries):
            # Which streams a command needs hangs on these: nobody sees them before the writer knows them.
            self.floor.journal.refresh()
        elif not self.floor.journal.absorb(entries):
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._behind.set)
        return entries

    async def _refresh(self) -> None:
        """Let the states that commands are decided on follow where they could not at once: the feed does not wait."""
        while True:
            await self._behind.wait()
            self._behind.clear()
            with going_on("journal not readable"):
                await asyncio.to_thread(self.floor.journal.refresh)
            await asyncio.sleep(REFRESH)

    async def _follow_days(self) -> None:
        """Show anew what time alone changes: promotions with the gaming day, spots that close, names of players."""
        day, closed = self._day(), self.frames.closed_spots()
        while True:
            await asyncio.sleep(DAYS)
            with going_on("what time changes is not shown"):
                for id in self.mirror.property.open:
                    for player in self.mirror.table(id).seated.values() if self.hub.of_table(id) else ():
                        # One that has become old is asked for, and shown where it is another.
                        self._names(player)
                spots = self.frames.closed_spots()
                if closed != spots:
                    changed = {table for table, _ in closed ^ spots}
                    closed = spots
                    self.hub.moved([f"vision/{id}" for id in changed])
                    self.hub.moved([topic for id in changed for topic in self.hub.of_table(id)])
                if day != (day := self._day()):
                    tables = list(self.mirror.property.tables)
                    self.hub.moved([f"vision/{id}" for id in tables])
                    self.hub.moved([topic for id in tables for topic in self.hub.of_table(id)])

    def _day(self) -> str:
        property = self.mirror.property
        return gaming_day(self._clock(), property.zone, property.day_starts)

    async def _attend(self) -> None:
        """See who is there; a table that waited for somebody to come back goes on."""
        assert self._loop is not None
        while True:
            await asyncio.sleep(attendance.LOOK)
            with going_on("who is there is not known"):
                self.screens.heard(self.screens.here(self._loop.time()), self._loop.time())
                for table in self.attendance.look(self._loop.time()):
                    runner = self._runners.get(table)
                    if runner is not None:
                        runner.moved()
                for table, seat, player in self.attendance.gone(self._loop.time()) if self._runs else ():
                    for tell in self.when_gone:
                        tell(table, seat, player)

    def absent(self, table: str, seat: int) -> bool:
        """Whether the player at a seat has been away for so long that the table goes on without them."""
        assert self._loop is not None
        return self.attendance.absence(table, seat, self._loop.time()) > attendance.ABSENT

    async def _seal(self) -> None:
        journal = self.floor.journal
        self.sealed = now()
        with going_on("seals not readable"):
            book = journal.seal_book
            last = await asyncio.to_thread(book.last) if book is not None else None
            if last is not None:
                self.sealed = last.at
        with going_on("the last seal not put on record"):
            await asyncio.to_thread(journal.record_seal)
        while True:
            with going_on("seal not written"):
                at = now()
                await asyncio.to_thread(journal.seal, at)
                # Where nothing was written there is no new seal, and nothing that wants one.
                self.sealed = at
            await asyncio.sleep(SEAL_EVERY)

    # -- following

    def _follow(self, entries: Sequence[Entry]) -> None:
        """Tell whoever follows what these entries changed."""
        if not entries:
            return
        for entry in entries:
            if kind_of(entry) is of_table.TablePaused:
                # Who was being waited for has the whole time again, as the server that runs the table gives it.
                self._asked.pop(entry.stream.removeprefix("table/"), None)
        topics = self._topics(entries)
        for listener in self.listeners:
            listener(entries)
        self.hub.moved(topics)
        # Whoever follows has the frame before anything else is done: it is what people wait for.
        assert self._loop is not None
        self._loop.call_soon(self._go_on, entries)

    def _go_on(self, entries: Sequence[Entry]) -> None:
        """After the frames of what these entries moved: the whole floor's, and the tables that go on by themselves."""
        self._show_floor()
        if any(kind_of(entry) in _OPENS_OR_CLOSES for entry in entries):
            self._tend()
        for id in {entry.stream.removeprefix("table/") for entry in entries if entry.stream.startswith("table/")}:
            runner = self._runners.get(id)
            if runner is not None:
                runner.moved()

    def _topics(self, entries: Iterable[Entry]) -> list[str]:
        tables: dict[str, None] = {}
        displays: dict[str, None] = {}
        property, tables_of = self.mirror.property, self.mirror.tables_of
        for entry in entries:
            kind, _, id = entry.stream.partition("/")
            if kind == "table":
                tables[id] = None
                if kind_of(entry) not in UNSEEN:
                    displays[id] = None
                table = property.tables.get(id)
                for jackpot in table.jackpots.values() if table and _moves_meters(entry) else ():
                    displays.update(dict.fromkeys(tables_of(jackpot)))
            elif kind == "jackpot":
                displays.update(dict.fromkeys(tables_of(id)))
                tables.update(dict.fromkeys(tables_of(id)))
            elif entry.stream == PROPERTY:
                displays.update(dict.fromkeys(property.tables))
        # Those who play wait for their table's frame; the displays are many, and nobody waits for them.
        found = [topic for id in tables for topic in self.hub.of_table(id)]
        found += [f"vision/{id}" for id in displays]
        return found

    def _show_floor(self) -> None:
        """Every entry changes something of the whole floor: it is shown at once, and then not again for a moment."""
        assert self._loop is not None
        if self._glance is None:
            self.hub.moved(("floor",))
            self._glance = self._loop.call_later(GLANCE, self._glance_over)
        else:
            self._glance_due = True

    def _glance_over(self) -> None:
        self._glance = None
        if self._glance_due:
            self._glance_due = False
            self._show_floor()

    def _tend(self) -> None:
        """Run the tables that are open, and no others."""
        if not self._runs:
            return
        wanted = set(self.mirror.property.open)
        for id in wanted - self._runners.keys():
            runner = TableRunner(
                id, self.mirror, self._moves, self.give, now, self._pace, self.absent, self._timed, self._failed
            )
            self._runners[id] = runner
            runner.start()
        for id in self._runners.keys() - wanted:
            runner = self._runners.pop(id)
            self._tasks.append(asyncio.create_task(runner.stop()))

    def _timed(self, table: str) -> None:
        """A clock was set at a table: its screens show it, although nothing was committed."""
        self.hub.moved(self.hub.of_table(table))

    def renamed(self, players: Collection[str]) -> None:
        """These players are called otherwise from now on."""
        for id in self.mirror.property.open:
            if any(player in players for player in self.mirror.table(id).seated.values()):
                self.hub.moved(self.hub.of_table(id))

    def _recall(self, table: str, work: Callable[[], Recalled | None]) -> None:
        """Play a table's last round again beside the loop, and show it when that is done."""

        async def played() -> None:
            with going_on("last round not readable"):
                found = await asyncio.to_thread(work)
                if found is not None:
                    self.mirror.recalled(table, found)
                    self.hub.moved(self.hub.of_table(table))

        task = asyncio.create_task(played(), name=f"last round of {table}")
        self._recalling.add(task)
        task.add_done_callback(self._recalling.discard)

    def _failed(self, error: str) -> None:
        """A table's next move could not be written."""
        self.failures[error] = self.failures.get(error, 0) + 1

    def deadline(self, table: str) -> int | None:
        """When what is due at a table runs out."""
        runner = self._runners.get(table)
        if runner is not None or self._runs:
            return runner.deadline if runner is not None else None
        # Another server runs the table, and its clock was set when what is due now was first asked.
        state = self.mirror.table(table)
        playing = self.mirror.playing(table) if state.table is not None and state.table.cards == "virtual" else None
        began = self.mirror.moment(table_stream(table))
        if playing is None or began is None or state.paused is not None:
            return None
        seated = [state.seated.get(str(who), AUTOMATIC) for who in playing.round.due_from()]
        if not seated or any(player.startswith(AUTOMATIC) for player in seated):
            # The clock is set when nobody but people is waited for.
            return None
        due = (state.round, len(playing.round.history))
        if self._asked.get(table, (None, 0))[0] != due:
            self._asked[table] = (due, began)
        return self._asked[table][1] + int(pace_at(self._pace, state).time_for(playing.round) * 1_000_000)

    # -- commands

    async def give(self, order: Order) -> CommandReply:
        """Give a command: the reply once it is on the disk, or its refusal raised."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()

        def done(outcome: Outcome) -> None:
            loop.call_soon_threadsafe(_settle, future, outcome)

        if self.floor.looks(order.command):
            # Which streams it needs is asked of the journal, and whoever writes may hold that for a while.
            await asyncio.to_thread(self.floor.submit, order, done)
        else:
            self.floor.submit(order, done)
        outcome = await future
        if outcome.error is not None:
            raise outcome.error
        return outcome.reply or {}

    async def do(
        self, command: c.Command, *, id: str, who: str, second: str | None = None, against: str | None = None
    ) -> CommandReply:
        """Give ``command`` now, with fresh chance for whatever cards it brings."""
        return await self.give(Order(command, id, who, now(), second, secrets.token_bytes(32), against))


def _moves_meters(entry: Entry) -> bool:
    """Whether an entry posts to any account but those of play money."""
    return any(not account.startswith(CHIPS) for account, _ in entry.postings)


def _settle(future: asyncio.Future[Outcome], outcome: Outcome) -> None:
    if not future.done():
        future.set_result(outcome)
