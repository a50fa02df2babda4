"""Servers that freeze inside a batch: another runs their tables, and when they wake they can write nothing."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from houseway.floor.floor import Floor
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.web.live.room import now
from tests.floor.houses import House
from tests.forked import Forked
from tests.freezing import LASTING, STEPS, TABLES, lay_out, schema_of
from tests.postgres import schema_url
from tests.waiting import Lines

TEN_SECONDS = 10 * MICROS
"""How long after the freeze another server's first move may be, by the journal's own times."""


class Moment(NamedTuple):
    """A step of a batch, and how many batches come before it."""

    step: str
    batch: int


class Rooms:
    """A process with rooms."""

    def __init__(self, rooms: Sequence[dict[str, Any]]) -> None:
        self._process = Forked("tests.freezing")
        self._lines = Lines(self._process.stdout)
        self.say({"rooms": rooms})

    def say(self, data: dict[str, Any]) -> None:
        self._process.stdin.write(msgspec.json.encode(data).decode() + "\n")
        self._process.stdin.flush()

    def hear(self, word: str) -> Any:
        """The line that begins with this word."""
        line = self._lines.next(word)
        assert line is not None, f"the process ended before it said {word}"
        found = msgspec.json.decode(line)
        assert word in found, f"{word} was awaited: {line}"
        return found

    def wake(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Ask it to end, and wait until it has."""
        self.say({"end": True})
        self.hear("ended")
        assert self._process.wait(60) == 0

    def close(self) -> None:
        """Nothing of it is left."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(60)
        self._process.close()


@contextmanager
def rooms(each: Sequence[dict[str, Any]]) -> Iterator[Rooms]:
    process = Rooms(each)
    try:
        yield process
    finally:
        process.close()


@pytest.fixture(scope="module")
def property_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of a property with two tables that deal by themselves."""
    folder = tmp_path_factory.mktemp("property")
    # Not long ago: the servers go by the clock.
    house = House(Floor.open(folder / "floor.db", create=True), now() - 3600 * MICROS)
    lay_out(house)
    house.floor.journal.export(folder / "floor.jsonl")
    house.close()
    return folder / "floor.jsonl"


def freeze(server: str, export: Path, moments: Sequence[Moment]) -> None:
    """A server frozen at each of these moments, at a property of its own, and everything that must hold after it."""
    urls = {}
    for moment in moments:
        url = schema_url(server)
        urls[url] = moment
        floor = Floor.open(url, create=True)
        floor.journal.load(export)
        floor.close()
    frozen = [{"url": url, "step": moment.step, "batch": moment.batch} for url, moment in urls.items()]
    with rooms(frozen) as freezing:
        freezing.hear("ready")
        with rooms([{"url": url} for url in urls]) as other:
            other.hear("ready")
            freezing.say({"go": True})
            stopped = freezing.hear("frozen")
            took = other.hear("took")["took"]
            freezing.wake()
            woken = freezing.hear("woken")["woken"]
            freezing.end()
            other.end()
    for url, moment in urls.items():
        _check(url, moment, stopped, took[schema_of(url)], woken[schema_of(url)])


def _check(url: str, moment: Moment, stopped: dict[str, Any], took: list[str], woken: dict[str, Any]) -> None:
    schema, at = schema_of(url), stopped["frozen"]
    held = stopped["held"][schema]
    floor = Floor.open(url)
    try:
        # The frozen one is refused when it wakes, with what it had in its hands and with what it is given then.
        assert woken["said"] == "fenced-off", moment
        assert woken["fenced"], moment
        assert floor.journal.command("after waking") is None
        for command in held:
            lasting = floor.journal.command(command) is not None
            if moment.step in LASTING:
                assert lasting, f"{moment}: {command} is lost"
            else:
                assert woken["outcomes"][command] == "fenced-off", f"{moment}: {command}"
        # Nothing is lost: whatever either of them acknowledged is there; nothing is doubled, nothing does not add up.
        for command in (*stopped["acknowledged"][schema], *woken["wrote"], *took):
            assert floor.journal.command(command) is not None, f"{moment}: {command} was acknowledged and is lost"
        report = floor.journal.verify()
        assert report.ok, (moment, report.findings)
        assert floor.broken() == []
        # Another server went on at every table within ten seconds.
        for table in TABLES:
            after = next((entry.at for entry in floor.journal.read(f"table/{table}") if entry.at > at), None)
            assert after is not None, f"{moment}: nothing moved at {table} after the freeze"
            assert after - at <= TEN_SECONDS, f"{moment}: {table} stood still for {(after - at) / MICROS} seconds"
    finally:
        floor.close()


def _moments(seed: int, count: int) -> list[Moment]:
    """Every step, then steps by chance, each after a number of batches by chance."""
    dice = random.Random(seed)
    steps = [*STEPS, *(dice.choice(STEPS) for _ in range(count - len(STEPS)))]
    return [Moment(step, dice.randint(0, 25)) for step in steps]


def test_a_server_frozen_anywhere_in_a_batch_is_fenced_off_within_ten_seconds(server: str, property_: Path) -> None:
    freeze(server, property_, _moments(1, 10))


def test_the_same_before_postgresql_17(older_server: str, property_: Path) -> None:
    freeze(older_server, property_, _moments(2, 10))


@pytest.mark.soak
@pytest.mark.parametrize("version", ["server", "older_server"])
def test_servers_frozen_at_220_moments(version: str, request: pytest.FixtureRequest, property_: Path) -> None:
    server = request.getfixturevalue(version)
    for seed in range(100, 120):
        freeze(server, property_, _moments(seed, 11))
