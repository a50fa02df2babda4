"""The watch: looks at what needs attention while the room runs, and sees to it that receivers hear of it.

Each receiver is told by a task of its own, so that a mail server that hangs keeps nobody else waiting. What could not
be delivered is sent again, and is itself something that needs attention. After a restart everything that still stands
is told once more: nobody misses what was on its way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec
import structlog

from houseway.operations.operations_errors import NotDelivered
from houseway.operations.operations_file import Hears
from houseway.operations.senders import Alarm, Message, Send
from houseway.web.alarms.needs import Need, from_tone
from houseway.web.http.logs import going_on

EVERY = 15.0
"""Seconds between two looks when nothing happens at the tables."""

SETTLED = 1.0
"""Seconds after something happened until it is looked at: what belongs together is told together."""

AGAIN = (15.0, 600.0)
"""Seconds until a message is sent again after the first failure, and at most; each failure doubles them."""

GIVEN_UP = 60.0
"""Seconds after which one sending has failed, whatever the other side still says."""

log = structlog.get_logger("houseway.alarms")

Look = Callable[[], Awaitable[Sequence[Need]]]
"""Everything that needs attention now."""


class Trouble(msgspec.Struct, frozen=True):
    """A receiver who cannot be reached: since when, in microseconds, and why."""

    receiver: str
    since: int
    why: str


class Receiver:
    """Somebody who is told, and what he was told already."""

    def __init__(self, hears: Hears, send: Send) -> None:
        self.hears = hears
        self.send = send
        self.told: dict[str, Alarm] = {}
        self.trouble: Trouble | None = None
        self.due = asyncio.Event()

    def message(self, property: str, at: int, needs: Sequence[Need]) -> Message | None:
        """What is new to him and what is over; nothing where he knows it all."""
        concern = [need for need in from_tone(needs, self.hears.least) if need.concerns(self.hears.roles)]
        now = {need.id: need.alarm() for need in concern}
        new = tuple(alarm for id, alarm in now.items() if id not in self.told)
        over = tuple(alarm for id, alarm in self.told.items() if id not in now)
        return Message(property, at, new, over) if new or over else None

    def heard(self, message: Message) -> None:
        """It was delivered."""
        for alarm in message.over:
            self.told.pop(alarm.id, None)
        self.told.update((alarm.id, alarm) for alarm in message.new)
        self.trouble = None


class Watch:
    """``property`` is the room's name now, ``tells`` whether this server is the one that tells: one of several does."""

    def __init__(
        self,
        look: Look,
        receivers: Sequence[Receiver] = (),
        *,
        property: Callable[[], str],
        now: Callable[[], int],
        tells: Callable[[], bool] = lambda: True,
        every: float = EVERY,
        settled: float = SETTLED,
        again: tuple[float, float] = AGAIN,
    ) -> None:
        self._look = look
        self.receivers = tuple(receivers)
        self._property = property
        self._now = now
        self._tells = tells
        self._every = every
        self._settled = settled
        self._again = again
        self._bell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.needs: tuple[Need, ...] = ()
        self.changed: list[Callable[[], None]] = []

    @property
    def troubles(self) -> list[Trouble]:
        """The receivers who cannot be reached."""
        return [receiver.trouble for receiver in self.receivers if receiver.trouble is not None]

    def ring(self) -> None:
        """Something happened: look soon."""
        self._bell.set()

    def start(self) -> None:
        """Begin to watch."""
        self._tasks = [asyncio.create_task(self._watch(), name="alarms")]
        self._tasks += [
            asyncio.create_task(self._tell(receiver), name=f"tell {receiver.hears.called}")
            for receiver in self.receivers
        ]

    async def stop(self) -> None:
        """Watch no longer; what is on its way may still arrive."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def look(self) -> None:
        """Look now, and wake whoever has something to tell."""
        before = {need.id for need in self.needs}
        self.needs = tuple(await self._look())
        for receiver in self.receivers:
            receiver.due.set()
        if {need.id for need in self.needs} != before:
            for tell in self.changed:
                tell()

    async def _watch(self) -> None:
        while True:
            self._bell.clear()
            with going_on("attention not looked at"):
                await self.look()
            try:
                async with asyncio.timeout(self._every):
                    await self._bell.wait()
            except TimeoutError:
                continue
            await asyncio.sleep(self._settled)

    async def _tell(self, receiver: Receiver) -> None:
        wait = self._again[0]
        while True:
            await receiver.due.wait()
            receiver.due.clear()
            message = receiver.message(self._property(), self._now(), self.needs) if self._tells() else None
            if message is None:
                continue
            try:
                async with asyncio.timeout(GIVEN_UP):
                    await asyncio.to_thread(receiver.send, message)
            except (NotDelivered, TimeoutError) as error:
                self._failed(receiver, str(error) or f"no answer within {GIVEN_UP:g} seconds")
                await asyncio.sleep(wait)
                wait = min(2 * wait, self._again[1])
                receiver.due.set()
            else:
                if receiver.trouble is not None:
                    log.info("receiver reached again", receiver=receiver.hears.called)
                    self.ring()
                receiver.heard(message)
                wait = self._again[0]

    def _failed(self, receiver: Receiver, why: str) -> None:
        if receiver.trouble is None:
            log.error("receiver not reached", receiver=receiver.hears.called, message=why)
            receiver.trouble = Trouble(receiver.hears.called, self._now(), why)
            self.ring()
