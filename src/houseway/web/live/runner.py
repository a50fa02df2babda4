"""Tables that go on by themselves: the house's moves, timers, automatic players.

One task a table. It sleeps until its table moves or something runs out, makes the next move that needs nobody, and
goes on from wherever the journal stands: after a crash it finds the round where it was.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.floor import Order
from houseway.floor.mirror import Mirror
from houseway.floor.permission.people import panel_of
from houseway.floor.play.automatic import Automatic
from houseway.floor.states import TableState
from houseway.journal.journal_errors import CommandFault, JournalUnavailable
from houseway.rulebook.steps import PlaceWagers
from houseway.table.round import Round
from houseway.web.live.attendance import LOOK
from houseway.web.schema.shape import CommandReply

Give = Callable[[Order], Awaitable[CommandReply]]
"""How a command is given: the reply, or the refusal raised."""

AGAIN = 5.0
"""Seconds after which a table whose next move could not be made is looked at again, unless it moves before."""

SOON = 0.25
"""Seconds after which a table whose move was refused is looked at again."""

log = structlog.get_logger("houseway.runner")

AUTOMATIC = "player:auto-"
"""How the names of automatic players begin."""


class Pace(msgspec.Struct, frozen=True):
    """How fast a table goes, in seconds: time to wager, to decide, between rounds, and before each automatic move."""

    wager: float = 20.0
    decide: float = 30.0
    between: float = 4.0
    move: float = 0.6
    deal: float = 0.9

    def time_for(self, round_: Round) -> float:
        """The time for what is due in a round."""
        return self.wager if isinstance(round_.step, PlaceWagers) else self.decide


TEMPO = {"slow": (2.0, 1.5), "normal": (1.0, 0.5), "fast": (0.25, 0.1)}
"""How long dealing and the time between rounds take at a private table of each speed, beside other tables."""

UNHURRIED = 3.0
"""How much longer than elsewhere the player of a private table has: nobody waits there."""


def pace_at(pace: Pace, state: TableState) -> Pace:
    """How fast a table goes: a private one as its player has chosen."""
    if state.table is None or not state.table.copy_of:
        return pace
    deal, between = TEMPO[state.speed]
    return msgspec.structs.replace(
        pace,
        wager=pace.wager * UNHURRIED,
        decide=pace.decide * UNHURRIED,
        between=pace.between * between,
        deal=pace.deal * deal,
    )


class TableRunner:
    """Runs one table. ``automatic`` says whether the program deals there: at a real table the dealer does."""

    def __init__(
        self,
        table: str,
        mirror: Mirror,
        moves: Automatic,
        give: Give,
        now: Callable[[], int],
        pace: Pace,
        absent: Callable[[str, int], bool] = lambda table, seat: False,
        timed: Callable[[str], None] = lambda table: None,
        failed: Callable[[str], None] = lambda error: None,
    ) -> None:
        self.table = table
        self._mirror = mirror
        self._moves = moves
        self._give = give
        self._now = now
        self._usual = pace
        self._moved = asyncio.Event()
        self._absent = absent
        self._timed = timed
        self._failed = failed
        self._failures = 0
        self._failure: str | None = None
        self._due: tuple[int, int] | None = None
        self._until: int | None = None
        self._task: asyncio.Task[None] | None = None
        self._trouble: str | None = None

    @property
    def _pace(self) -> Pace:
        return pace_at(self._usual, self._mirror.table(self.table))

    @property
    def deadline(self) -> int | None:
        """When what is due now runs out; nothing while a clock has not been set for it."""
        live = self._mirror.table(self.table).live
        if live is None or self._due is None or self._due[0] != live.round:
            return None
        playing = self._mirror.playing(self.table)
        return self._until if playing is not None and self._due[1] == len(playing.round.history) else None

    def start(self) -> None:
        """Begin to run the table."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.table}")

    async def stop(self) -> None:
        """Stop; the round in progress stays where it is."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def moved(self) -> None:
        """The table has moved."""
        self._moved.set()

    async def _run(self) -> None:
        while True:
            self._moved.clear()
            wait = await self._try()
            try:
                async with asyncio.timeout(wait):
                    await self._moved.wait()
            except TimeoutError:
                continue

    async def _try(self) -> float | None:
        """Make the next move; a table whose round cannot be played is told of and looked at again later."""
        try:
            wait = await self._step()
        except Exception as error:
            self._rest()
            self._note(str(error), exc_info=True)
            return AGAIN
        if self._mirror.trouble(self.table) is None:
            self._trouble = None
        return wait

    def _note(self, trouble: str, *, exc_info: bool = False) -> None:
        """Say in the log why the table cannot go on, once."""
        if trouble != self._trouble:
            self._trouble = trouble
            log.error("table cannot go on", table=self.table, error=trouble, exc_info=exc_info)

    async def _step(self) -> float | None:
        """Make the next move; the seconds after which to look again, or nothing: when the table moves."""
        state = self._mirror.table(self.table)
        if not state.open or state.table is None or state.table.cards == "none":
            self._rest()
            return None
        if state.paused is not None:
            self._rest()
            return None
        trouble = self._mirror.trouble(self.table)
        if trouble is not None:
            self._rest()
            self._note(trouble)
            return AGAIN
        if state.live is None:
            return await self._begin()
        if state.table.cards != "virtual":
            # At a real table the dealer enters everything, and closes the round when all is taken and paid: until then
            # a card that was keyed wrongly can be mended, the last one too.
            self._rest()
            return None
        order = self._moves.house_move(self.table)
        if order is not None:
            return await self._do(order)
        order = self._moves.dealer_move(self.table)
        if order is not None:
            await asyncio.sleep(self._pace.deal)
            return await self._do(order)
        automatic = {int(seat) for seat, player in state.seated.items() if player.startswith(AUTOMATIC)}
        order = self._moves.player_move(self.table, automatic)
        if order is not None:
            await asyncio.sleep(self._pace.move)
            return await self._do(order)
        return await self._wait_for_people(state.live.round)

    def _rest(self) -> None:
        self._until, self._due = None, None

    async def _begin(self) -> float | None:
        """A round begins when somebody sits at a table that deals by itself."""
        self._rest()
        state = self._mirror.table(self.table)
        assert state.table is not None
        if state.table.cards != "virtual" or not state.seated or state.stopped:
            return None
        if state.round:
            await asyncio.sleep(self._pace.between)
            state = self._mirror.table(self.table)
            if state.live is not None or not state.seated or not state.open or state.paused is not None:
                return 0
        round_ = state.round + 1
        # Whoever leaves after the last round is not dealt another while they get up, nor anybody who is away.
        seats = tuple(
            seat
            for seat in sorted(map(int, state.seated))
            if seat not in state.leaving and not self._absent(self.table, seat)
        )
        if not seats:
            # Whoever comes back moves the table.
            return None
        command = c.BeginRound(table=self.table, round=round_, seats=seats)
        id = f"auto:{self.table}:{round_}:begin:{'-'.join(map(str, seats))}"
        return await self._do(Order(command, id, panel_of(self.table), self._now()))

    async def _wait_for_people(self, round_: int) -> float | None:
        """Nothing to do but wait for people; when the players' time is over, the defaults."""
        playing = self._mirror.playing(self.table)
        assert playing is not None
        if not any(isinstance(who, int) for who in playing.round.due_from()):
            # A supervisor was called, and takes the time that it takes.
            self._rest()
            return None
        order = self._moves.absent_move(self.table, self._absent)
        if order is not None:
            return await self._do(order)
        step = len(playing.round.history)
        now = self._now()
        if self._due != (round_, step) or self._until is None:
            seconds = self._pace.wager if isinstance(playing.round.step, PlaceWagers) else self._pace.decide
            self._due, self._until = (round_, step), now + int(seconds * 1_000_000)
            self._timed(self.table)
        if now < self._until:
            wait = (self._until - now) / 1_000_000
            return min(wait, LOOK) if isinstance(playing.round.step, PlaceWagers) else wait
        command = c.TimeOut(table=self.table, round=round_, step=step)
        live = self._mirror.table(self.table).live
        anew = f".{live.corrected}" if live is not None and live.corrected else ""
        id = f"auto:{self.table}:{round_}{anew}:timeout:{step}:{len(playing.taken)}"
        return await self._do(Order(command, id, panel_of(self.table), now, chance=secrets.token_bytes(32)))

    async def _do(self, order: Order) -> float:
        try:
            await self._give(order)
        except (JournalUnavailable, CommandFault) as error:
            return self._cannot(error)
        except HousewayError:
            # Somebody was faster, or the table has just been stopped: look again at what is so.
            return SOON
        if self._failure is not None:
            log.info("table goes on", table=self.table, failures=self._failures)
            self._failure, self._failures = None, 0
        return 0

    def _cannot(self, error: JournalUnavailable | CommandFault) -> float:
        """Nothing can be written: logged when it becomes so, and tried again, later each time."""
        self._failed(error.code)
        self._failures += 1
        if self._failure != error.code:
            self._failure = error.code
            bug = error if isinstance(error, CommandFault) else None
            log.error("table stands still", table=self.table, error=error.code, message=error.message, exc_info=bug)
        return float(min(SOON * 2 ** min(self._failures, 8), AGAIN))
