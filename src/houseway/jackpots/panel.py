"""Devices on a line that may drop: the dealer's panel with its outbox, and the logger of Andromeda-1.

Both keep a thing before they send it, send it unchanged until they hear that it arrived, and only then let go of it.
So a lost request is sent again and a lost acknowledgement is harmless: the other side knows what it has seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from houseway.jackpots.jackpot_errors import BadReading, EquipmentRefused, LineDown, SequenceGap, StoreFull

Answer = TypeVar("Answer")

OUTBOX = 1_000
"""How many commands a panel holds unless it is told otherwise."""

MEMORY = 10_000
"""How many counts a logger holds unless it is told otherwise."""


class Sent(msgspec.Struct, frozen=True):
    """A command as it is stored and sent: the id that the panel made, and its body as JSON, the same at every try."""

    id: str
    body: bytes

    @property
    def command(self) -> dict[str, Any]:
        """The body as plain data, fresh each time."""
        data: dict[str, Any] = msgspec.json.decode(self.body)
        return data


class _Outbox(msgspec.Struct, frozen=True):
    waiting: tuple[Sent, ...]


class Panel:
    """The dealer's panel as a client of the floor: commands go out one by one, in the order they were given.

    ``ids`` makes the id of each command. ``keep`` receives the whole outbox (as `dump` gives it) and must have stored
    it when it returns: it is called before a command can be sent, and again when one was acknowledged.
    """

    def __init__(
        self, ids: Callable[[], str], *, keep: Callable[[bytes], None] | None = None, capacity: int = OUTBOX
    ) -> None:
        self._ids = ids
        self._keep = keep
        self._capacity = capacity
        self._waiting: deque[Sent] = deque()

    def submit(self, command: Mapping[str, Any]) -> str:
        """Store a command for sending, and return its id. A full outbox refuses it with `StoreFull`."""
        if len(self._waiting) >= self._capacity:
            raise StoreFull(
                f"the panel holds {self._capacity} commands that the floor has not acknowledged",
                clause="S-11",
                remedy="go on by the manual procedure until the line is back",
            )
        sent = Sent(self._ids(), msgspec.json.encode(dict(command), order="deterministic"))
        if any(waiting.id == sent.id for waiting in self._waiting):
            raise EquipmentRefused(
                f"the id {sent.id!r} is in use by a command that is still waiting", remedy="make every id only once"
            )
        self._store((*self._waiting, sent))
        return sent.id

    @property
    def waiting(self) -> tuple[Sent, ...]:
        """What has not been acknowledged, oldest first."""
        return tuple(self._waiting)

    def next(self) -> Sent | None:
        """The command to send now, the same one until it is acknowledged; nothing when all are."""
        return self._waiting[0] if self._waiting else None

    def acknowledge(self, id: str) -> bool:
        """Let go of the command that was answered. False for one that is not waiting: an answer that came twice."""
        if self._waiting and self._waiting[0].id == id:
            self._store(tuple(self._waiting)[1:])
            return True
        if any(waiting.id == id for waiting in self._waiting):
            raise EquipmentRefused(
                f"the command {id!r} was answered before it was its turn to be sent",
                remedy="send the commands of a panel in their order",
            )
        return False

    def deliver(self, line: Callable[[Sent], Answer]) -> list[tuple[str, Answer]]:
        """Send what waits, in order, and return the answers by id; stops, keeping the rest, when ``line`` is down.

        ``line`` returns the floor's answer (a refusal is an answer too) or raises `LineDown`.
        """
        answers: list[tuple[str, Answer]] = []
        while (sent := self.next()) is not None:
            try:
                answer = line(sent)
            except LineDown:
                break
            self.acknowledge(sent.id)
            answers.append((sent.id, answer))
        return answers

    def dump(self) -> bytes:
        """The outbox, to be loaded after a restart."""
        return msgspec.json.encode(_Outbox(tuple(self._waiting)))

    @classmethod
    def load(
        cls, data: bytes, ids: Callable[[], str], *, keep: Callable[[bytes], None] | None = None, capacity: int = OUTBOX
    ) -> Panel:
        """A panel that goes on where `dump` was taken: the same commands under the same ids."""
        panel = cls(ids, keep=keep, capacity=capacity)
        panel._waiting.extend(msgspec.json.decode(data, type=_Outbox).waiting)
        return panel

    def _store(self, waiting: Sequence[Sent]) -> None:
        # Stored first: if that fails, the outbox is as it was and nothing unstored can be sent.
        if self._keep is not None:
            self._keep(msgspec.json.encode(_Outbox(tuple(waiting))))
        self._waiting = deque(waiting)


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """The count of one hand as the logger forwards it: numbered from 1 without gaps."""

    sequence: int
    at: int
    wagers: dict[int, tuple[int, ...]]


class Overflow(msgspec.Struct, frozen=True, kw_only=True):
    """The logger was full and refused a count: when, and how many counts it was holding."""

    at: int
    held: int


class _Memory(msgspec.Struct, frozen=True):
    issued: int
    waiting: tuple[Count, ...]


class Logger:
    """The data logger of Andromeda-1: stores each count and forwards it until the server says that it has it.

    When its memory is full it takes no more: `record` raises `StoreFull` and the refusal is in `overflows`.
    """

    def __init__(self, device: str, *, capacity: int = MEMORY) -> None:
        self.device = device
        self.overflows: list[Overflow] = []
        self._capacity = capacity
        self._issued = 0
        self._waiting: deque[Count] = deque()

    @property
    def waiting(self) -> int:
        """How many counts the server has not acknowledged."""
        return len(self._waiting)

    @property
    def has_room(self) -> bool:
        """Whether one more count can be stored."""
        return len(self._waiting) < self._capacity

    def check_room(self, at: int) -> None:
        """Refuse, and put the refusal on record, if there is no room for one more count."""
        if not self.has_room:
            self.overflows.append(Overflow(at=at, held=len(self._waiting)))
            raise StoreFull(
                f"logger {self.device} holds {len(self._waiting)} counts that the server has not acknowledged",
                clause="equipment, Andromeda-1",
                remedy="restore the line; until then count by hand",
            )

    def record(self, at: int, wagers: Mapping[int, Iterable[int]]) -> Count:
        """Store the count of one hand under the next number."""
        self.check_room(at)
        self._issued += 1
        count = Count(
            sequence=self._issued,
            at=at,
            wagers={sensor: tuple(positions) for sensor, positions in sorted(wagers.items())},
        )
        self._waiting.append(count)
        return count

    def batch(self, most: int = 100) -> tuple[Count, ...]:
        """What to send now: the oldest counts not acknowledged, at most ``most``."""
        return tuple(count for count, _ in zip(self._waiting, range(most), strict=False))

    def acknowledge(self, sequence: int) -> None:
        """Let go of everything up to ``sequence``. An old acknowledgement changes nothing."""
        if sequence > self._issued:
            raise BadReading(
                f"the server acknowledged count {sequence} of logger {self.device}, which has made {self._issued}",
                clause="equipment, Andromeda-1",
                remedy="see that no other logger uses this name",
            )
        while self._waiting and self._waiting[0].sequence <= sequence:
            self._waiting.popleft()

    def forward(self, line: Callable[[str, tuple[Count, ...]], int], most: int = 100) -> bool:
        """Send all that waits, in batches. True when the server has everything; False when the line went down, or the
        server acknowledged nothing of a batch: try again later.

        ``line`` takes the device and a batch and returns the server's last number, or raises `LineDown`.
        """
        while batch := self.batch(most):
            try:
                self.acknowledge(line(self.device, batch))
            except LineDown:
                return False
            if self._waiting and self._waiting[0] is batch[0]:
                return False
        return True

    def dump(self) -> bytes:
        """The logger's memory, to be loaded after a restart."""
        return msgspec.json.encode(_Memory(self._issued, tuple(self._waiting)))

    @classmethod
    def load(cls, data: bytes, device: str, *, capacity: int = MEMORY) -> Logger:
        """A logger that goes on where `dump` was taken."""
        memory = msgspec.json.decode(data, type=_Memory)
        logger = cls(device, capacity=capacity)
        logger._issued = memory.issued
        logger._waiting.extend(memory.waiting)
        return logger


class Receiver:
    """The server's end: knows the last number of each logger, takes what is new, and refuses what leaves a gap."""

    def __init__(self, last: Mapping[str, int] | None = None) -> None:
        self._last = dict(last or {})

    def last(self, device: str) -> int:
        """The last number received from ``device``; 0 before the first."""
        return self._last.get(device, 0)

    def receive(self, device: str, counts: Sequence[Count]) -> tuple[Count, ...]:
        """The counts not seen before, in order; acknowledge `last` afterwards. A gap takes nothing of the batch."""
        last = self.last(device)
        fresh: list[Count] = []
        for count in counts:
            if count.sequence <= last:
                continue
            if count.sequence != last + 1:
                raise SequenceGap(
                    f"logger {device} sent count {count.sequence} after {last}: what is between is missing",
                    clause="equipment, Andromeda-1",
                    remedy="compare the LCD counter with the counts received and enter the difference by hand",
                )
            fresh.append(count)
            last = count.sequence
        self._last[device] = last
        return tuple(fresh)
