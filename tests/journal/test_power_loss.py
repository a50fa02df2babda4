"""Power loss: whatever the disk holds when the power is back, no acknowledged round is lost and none is doubled."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from houseway.errors import HousewayError
from houseway.floor.floor import Floor, Order
from houseway.floor.permission.people import panel_of
from houseway.journal import Head
from houseway.journal.engines.sqlite import SqliteEngine
from tests import pit
from tests.power_loss import Crash, Event, Recorder, crashes, write_image

TABLES = 3
FILE = "pit.db"


class Recording(NamedTuple):
    """A recorded run: what was done to the disk, what every batch asked for, and the heads after each of them."""

    events: Sequence[Event]
    """All events; a ``told`` one follows each batch."""

    heads: Sequence[dict[str, Head]]
    """``heads[n]`` after n batches."""

    rounds: Sequence[dict[str, int]]
    """``rounds[n]``: rounds counted by table after n batches."""

    orders: Sequence[Order]
    """Every press, in order."""

    setting_out: int
    """Events before the first press."""


def _connection(floor: Floor) -> SqliteEngine:
    assert isinstance(floor.journal.engine, SqliteEngine)
    return floor.journal.engine


def _prepared(floor: Floor, synchronous: str | None) -> Floor:
    """A floor whose log moves into the database every few batches, as it otherwise does every few thousand."""
    connection = _connection(floor).connection
    connection.wal_autocheckpoint(60)
    if synchronous is not None:
        connection.execute(f"PRAGMA synchronous = {synchronous}")
    return floor


def _digest(floor: Floor) -> bytes:
    """A digest of the whole database as it is read, what its log holds included."""
    return hashlib.sha256(_connection(floor).connection.serialize("main")).digest()


@contextmanager
def recorder(name: str) -> Iterator[Recorder]:
    recorded = Recorder(f"recorded-{name}-{os.getpid()}")
    try:
        yield recorded
    finally:
        recorded.close()


def record(folder: Path, batches: int, seed: int, synchronous: str | None = None) -> Recording:
    """Run a pit, batch after batch, with a close and a new start half way; ``synchronous`` from the first press on."""
    dice = random.Random(seed)
    folder.mkdir()
    with recorder(folder.name) as recorded:
        floor = Floor.open(folder / FILE, create=True, vfs=recorded.vfs)
        # Seals are kept on another disk than the one whose power goes.
        floor.journal.seal_book = None
        heads: list[dict[str, Head]] = [{}]

        def note(_: object) -> None:
            recorded.told()
            heads.append(floor.journal.heads())

        floor.journal.after_commit.append(note)
        _prepared(floor, None)
        pit.lay_out(floor, TABLES)
        _prepared(floor, synchronous)
        setting_out = len(recorded.events)
        done = dict.fromkeys(map(pit.table_name, range(1, TABLES + 1)), 0)
        rounds = [dict(done) for _ in heads]
        orders: list[Order] = []
        for batch in range(batches):
            if batch == batches // 2:
                floor.close()
                floor = _prepared(Floor.open(folder / FILE, vfs=recorded.vfs), synchronous)
                floor.journal.seal_book = None
                floor.journal.after_commit.append(note)
            presses: list[Order] = []
            for _ in range(dice.randint(1, 6)):
                name = dice.choice(list(done))
                done[name] += 1
                at = pit.BEGAN + 1_000_000 * (len(orders) + len(presses))
                presses.append(
                    Order(pit.press(name, done[name]), pit.press_id(name, done[name]), panel_of(name), at, None)
                )
            replies = floor.do_all(presses)
            assert not [reply for reply in replies if isinstance(reply, HousewayError)]
            orders += presses
            rounds.append(dict(done))
        floor.close()
        return Recording(recorded.events, heads, rounds, orders, setting_out)


Found: TypeAlias = tuple[dict[str, Head], dict[str, list[tuple[int, str]]]] | str
"""The heads and the rounds counted by table, with the ids of their presses; or what is wrong."""


class Judge:
    """Opens what a power cut has left and says what became of the journal.

    Files that the engine brings back to the same database, byte by byte, are verified once.
    """

    def __init__(self, recording: Recording, folder: Path) -> None:
        self._recording = recording
        self._folder = folder
        self._seen: dict[int, Found] = {}
        self._verified: dict[bytes, Found] = {}

    def __call__(self, crash: Crash) -> str:
        """``whole``, ``lost`` (acknowledged rounds are not there), ``torn`` (part of a batch) or ``corrupt: …``."""
        key = hash(tuple(sorted(crash.files.items())))
        if key not in self._seen:
            self._seen[key] = self._look(crash, again=len(self._seen) % 10 == 0)
        found = self._seen[key]
        if isinstance(found, str):
            return found
        heads, counted = found
        for batch in (crash.told, crash.told + 1):
            if batch < len(self._recording.heads) and heads == self._recording.heads[batch]:
                expected = {
                    name: [(number, pit.press_id(name, number)) for number in range(1, last + 1)]
                    for name, last in self._recording.rounds[batch].items()
                }
                return "whole" if counted == expected else "torn"
        return "lost" if heads in self._recording.heads else "torn"

    def _look(self, crash: Crash, *, again: bool) -> Found:
        place = self._folder / "image"
        write_image(place, crash.files)
        try:
            # The power may have gone before the journal was made.
            floor = Floor.open(place / FILE, create=True)
            try:
                database = _digest(floor)
                if database not in self._verified:
                    self._verified[database] = self._verify(floor)
                found = self._verified[database]
                if isinstance(found, str) or not again or crash.after <= self._recording.setting_out:
                    return found
                trouble = self._send_again(floor)
                return f"corrupt: sent again, {trouble[0]}" if trouble else found
            finally:
                floor.close()
        except HousewayError as error:
            return f"corrupt: {error}"
        finally:
            shutil.rmtree(place)

    def _verify(self, floor: Floor) -> Found:
        report = floor.journal.verify()
        if report.findings:
            return f"corrupt: {report.findings[0]}"
        broken = floor.broken()
        if broken:
            return f"corrupt: {broken[0]}"
        return floor.journal.heads(), {name: pit.counted(floor.journal, name) for name in self._recording.rounds[-1]}

    def _send_again(self, floor: Floor) -> list[str]:
        """The panels send everything again with the same ids: each round counts once, whatever the power cut took."""
        replies = floor.do_all(self._recording.orders)
        refused = [str(reply) for reply in replies if isinstance(reply, HousewayError)]
        return refused + pit.differences(floor, self._recording.rounds[-1])


def verdicts(recording: Recording, folder: Path, count: int, seed: int, start: int = 0) -> Counter[str]:
    found: Counter[str] = Counter()
    judge = Judge(recording, folder)
    for crash in crashes(recording.events, count, seed, start):
        verdict = judge(crash)
        found[verdict.partition(":")[0]] += 1
        if verdict != "whole" and found.total() - found["whole"] <= 10:
            print(f"power cut after event {crash.after} ({crash.remains} remains, {crash.told} told): {verdict}")
    return found


def test_no_acknowledged_round_is_lost_or_doubled_at_1600_power_cuts(tmp_path: Path) -> None:
    recording = record(tmp_path / "run", batches=70, seed=1)
    assert verdicts(recording, tmp_path, 1_600, seed=1) == {"whole": 1_600}


def test_the_record_covers_commits_checkpoints_and_a_restart(tmp_path: Path) -> None:
    events = record(tmp_path / "run", batches=60, seed=1).events
    done = Counter((event.what, event.name) for event in events)
    assert done["sync", FILE + "-wal"] >= 60, "every commit syncs the log"
    assert done["sync", FILE] >= 5, "the log moves into the database again and again"
    assert done["delete", FILE + "-wal"] == 2, "each clean close removes the log"
    assert done["told", ""] == 60 + 3 + 2 * TABLES


def test_the_same_power_cuts_lose_rounds_where_commits_are_not_synced(tmp_path: Path) -> None:
    recording = record(tmp_path / "run", batches=60, seed=1, synchronous="NORMAL")
    found = verdicts(recording, tmp_path, 150, seed=1, start=recording.setting_out)
    assert found["lost"] > 50
    assert found["corrupt"] == 0, "without a sync at each commit the end is lost, and the rest stays whole"


def test_the_same_power_cuts_corrupt_the_file_where_nothing_is_synced(tmp_path: Path) -> None:
    recording = record(tmp_path / "run", batches=60, seed=1, synchronous="OFF")
    found = verdicts(recording, tmp_path, 150, seed=1, start=recording.setting_out)
    assert found["corrupt"] > 30


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 10))
def test_no_acknowledged_round_is_lost_or_doubled_at_10000_power_cuts(tmp_path: Path, seed: int) -> None:
    recording = record(tmp_path / "run", batches=240, seed=seed)
    assert verdicts(recording, tmp_path, 10_000, seed=seed) == {"whole": 10_000}
