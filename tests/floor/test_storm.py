"""A storm: servers killed and paused at random while 64 panels send their rounds again until they are acknowledged."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
import pytest

from houseway.floor.command_index import plain
from houseway.floor.floor import Floor
from houseway.floor.permission.people import panel_of
from houseway.jackpots.jackpot_configuration import MICROS
from tests import pit
from tests.forked import Forked
from tests.waiting import HOURS, LONG, run_within

PANELS = 64
PATIENCE = 0.5
"""Seconds that a panel waits for an answer before it hangs up and sends the same again."""

LONGEST_PAUSE = 0.4
LONGEST_LULL = 300
"""Seconds without an acknowledgement after which there will never be another, however busy the machine."""


class Meter(NamedTuple):
    """One look at a meter: rounds acknowledged before it was asked for, rounds it shows, rounds sent by its answer."""

    acknowledged: int
    shown: int
    sent: int


class Server:
    """One place in the supervisor's list: a process that is started again whenever it dies."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lives = asyncio.Event()
        self._up = asyncio.Event()
        self.process: Forked | None = None
        self.port = 0
        self.starts = 0
        self.kills = 0

    async def supervise(self) -> None:
        while True:
            process = Forked("tests.storm_server", self._url)
            self.process = process
            self.starts += 1
            self._lives.set()
            try:
                line = await asyncio.to_thread(process.stdout.readline)
                if line:
                    self.port = int(line)
                    self._up.set()
                status = await asyncio.to_thread(process.wait, HOURS)
                assert status == -signal.SIGKILL, f"a server ended by itself with status {status}"
            finally:
                self._lives.clear()
                self._up.clear()
                process.kill()
                await asyncio.to_thread(process.wait, LONG)
                process.close()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        await self._up.wait()
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def _living(self) -> Forked:
        """The process, as soon as there is one: it need not have come so far as to serve."""
        # Of two who wait for it, the first may have killed it by the time the second has its turn.
        while not self._lives.is_set():
            await self._lives.wait()
        assert self.process is not None
        return self.process

    async def kill(self) -> None:
        process = await self._living()
        self._lives.clear()
        process.send_signal(signal.SIGKILL)
        self.kills += 1

    async def pause(self, seconds: float) -> None:
        process = await self._living()
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        process.send_signal(signal.SIGCONT)


class Line:
    """A panel's or a display's line to whichever server answers. What gets no answer is asked again."""

    def __init__(self, servers: list[Server], dice: random.Random) -> None:
        self._servers = servers
        self._dice = dice
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.sendings = 0

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        raw = msgspec.json.encode(question) + b"\n"
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    if self._open is None:
                        self._open = await self._dice.choice(self._servers).connect()
                    reader, writer = self._open
                    writer.write(raw)
                    self.sendings += 1
                    line = await reader.readline()
            except (TimeoutError, OSError):
                line = b""
            if line.endswith(b"\n"):
                answer: dict[str, Any] = msgspec.json.decode(line)
                if "again" not in answer:
                    return answer
            await self.hang_up()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def hang_up(self) -> None:
        opened, self._open = self._open, None
        if opened is not None:
            opened[1].close()
            with suppress(OSError):
                await opened[1].wait_closed()


class Storm:
    """The panels' rounds, what they were told, and the weather."""

    def __init__(self, url: str, servers: int, rounds: int, blows: int, seed: int) -> None:
        self.servers = [Server(url) for _ in range(servers)]
        self.rounds = rounds
        self.dice = random.Random(seed)
        self.sent = 0
        self.acknowledged = 0
        self.sendings = 0
        self.replies: dict[str, list[dict[str, Any]]] = {}
        self.meters: list[Meter] = []
        total = PANELS * rounds
        # Three blows of five kill, the servers by turns; each comes with the n-th round sent or acknowledged.
        kinds = [index % 5 < 3 for index in range(blows)]
        self.dice.shuffle(kinds)
        moments = sorted(self.dice.sample(range(total // 20, 2 * total - total // 20), blows))
        self._blows = [
            (moment, self.servers[index % servers], kills)
            for index, (moment, kills) in enumerate(zip(moments, kinds, strict=True))
        ]
        self._over = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def _moved(self) -> None:
        """One more round was sent or acknowledged: is it time for the next blow?"""
        if self._blows and self.sent + self.acknowledged >= self._blows[0][0]:
            _, server, kills = self._blows.pop(0)
            blow = server.kill() if kills else server.pause(self.dice.uniform(0, LONGEST_PAUSE))
            task = asyncio.create_task(blow)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def panel(self, name: str) -> None:
        told = self.replies[name] = []
        async with Line(self.servers, random.Random(f"{name} {self.dice.random()}")) as line:
            for number in range(1, self.rounds + 1):
                self.sent += 1
                self._moved()
                question = {
                    "id": pit.press_id(name, number),
                    "who": panel_of(name),
                    "at": pit.BEGAN + number * 1_000_000,
                    "command": plain(pit.press(name, number)),
                }
                told.append(await line.ask(question))
                self.acknowledged += 1
                self._moved()
        self.sendings += line.sendings

    async def display(self) -> None:
        """Somebody who looks at a meter all the time."""
        [meter] = pit.ATTACK.meters
        async with Line(self.servers, random.Random(self.dice.random())) as line:
            while not self._over.is_set():
                before = self.acknowledged
                accounts = (await line.ask({"meter": pit.ATTACK.id}))["reply"]
                held = accounts["attack:pool"] + accounts.get("attack:accrued", 0) - meter.seed * MICROS
                shown, odd = divmod(held, pit.ATTACK.wager * meter.rate * len(pit.SEATS))
                assert odd == 0, "a meter shows part of a round"
                self.meters.append(Meter(before, shown, self.sent))

    async def rage(self) -> None:
        """Let it blow until every panel has every round acknowledged; a storm that does not end is an error."""
        tasks = {asyncio.create_task(server.supervise()) for server in self.servers}
        tasks |= {asyncio.create_task(self._blow()), asyncio.create_task(self._watch())}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                await task
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            before = self.acknowledged
            await asyncio.sleep(LONGEST_LULL)
            assert self.acknowledged > before, f"no round was acknowledged for {LONGEST_LULL} seconds"

    async def _blow(self) -> None:
        async with asyncio.TaskGroup() as displays:
            for _ in range(2):
                displays.create_task(self.display())
            async with asyncio.TaskGroup() as panels:
                for number in range(1, PANELS + 1):
                    panels.create_task(self.panel(pit.table_name(number)))
            self._over.set()
        await asyncio.gather(*self._tasks)


@contextmanager
def opened(url: str, seals: Path, *, create: bool = False) -> Iterator[Floor]:
    floor = Floor.open(url, create=create, seals=seals)
    try:
        yield floor
    finally:
        floor.close()


def weather(url: str, folder: Path, servers: int, rounds: int, blows: int, seed: int) -> Storm:
    """A storm over a new pit, and everything that must hold after it."""
    seals = folder / "storm.seals"
    with opened(url, seals, create=True) as floor:
        pit.lay_out(floor, PANELS)

    async def whole() -> Storm:
        storm = Storm(url, servers, rounds, blows, seed)
        await storm.rage()
        return storm

    storm = run_within(whole(), 3 * 3600)
    lit = {wager: list(pit.SEATS) for wager in pit.SENSORS}
    indicators = {wager: seats for wager, seats in lit.items() if wager.startswith("jackpot")}
    for name, told in storm.replies.items():
        expected = [
            {"reply": {"round": number, "counted": lit, "indicators": indicators}} for number in range(1, rounds + 1)
        ]
        assert told == expected, f"table {name} was told something else"
    for meter in storm.meters:
        assert meter.acknowledged <= meter.shown <= meter.sent, "a meter is behind what was acknowledged"
    with opened(url, seals) as floor:
        assert pit.differences(floor, dict.fromkeys(storm.replies, rounds)) == []
        assert floor.journal.verify().findings == ()
    return storm


def test_every_acknowledged_round_counts_once_after_a_storm_on_sqlite(tmp_path: Path) -> None:
    storm = weather(str(tmp_path / "storm.db"), tmp_path, servers=1, rounds=10, blows=14, seed=1)
    assert storm.servers[0].starts >= storm.servers[0].kills == 9, "the server was killed and came back"
    assert storm.sendings > PANELS * 10, "panels had to send again"
    assert storm.meters


def test_every_acknowledged_round_counts_once_after_a_storm_on_postgresql(postgres: str, tmp_path: Path) -> None:
    storm = weather(postgres, tmp_path, servers=2, rounds=10, blows=14, seed=2)
    assert sum(server.kills for server in storm.servers) == 9
    assert all(server.starts >= server.kills > 0 for server in storm.servers), "both were killed and came back"
    assert storm.sendings > PANELS * 10, "panels had to send again"
    assert storm.meters


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 9))
def test_every_acknowledged_round_counts_once_after_a_long_storm(
    seed: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if seed % 2:
        weather(str(tmp_path / "storm.db"), tmp_path, servers=1, rounds=150, blows=120, seed=seed)
    else:
        weather(request.getfixturevalue("postgres"), tmp_path, servers=2, rounds=150, blows=120, seed=seed)
