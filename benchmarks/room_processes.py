"""The processes of the bench of the live floor: servers, and screens that follow them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from benchmarks.room_property import table_ids
from tests.waiting import HOURS, first_line

PROCESSES = 2
"""Processes that the screens are spread over."""

NEVER = 60.0
"""Seconds after which something that should have happened is given up."""


class Size(NamedTuple):
    """What is run: tables, displays, the pace of the tables, seconds of a pass."""

    tables: int
    displays: int
    pace: float
    seconds: float


Seen = dict[tuple[str, str], dict[int, list[tuple[int, int]]]]
"""By epoch and topic, by screen: versions and moments as they came."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """A process of the bench, ended with it."""

    def __init__(self, log: Path, *arguments: object) -> None:
        self._log: IO[bytes] = log.open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        self.began = time.perf_counter_ns()

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self.process.terminate()
        self.end()

    def kill(self) -> None:
        """Power off."""
        self.process.kill()
        self.end()

    def end(self) -> None:
        """Wait until it has ended; it was told to."""
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            self.process.wait(NEVER)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(NEVER)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._log.close()

    def resident(self) -> int:
        """Bytes of memory that it holds."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * 4096

    def worked(self) -> float:
        """Seconds of processor time it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def running(log: Path, *arguments: object) -> Iterator[Process]:
    process = Process(log, *arguments)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.stop()


def wait_open(port: int, process: Process) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + NEVER
    while time.monotonic() < end and process.process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health?topics=none", timeout=NEVER):
                return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("a server did not open")


class Screens:
    """Screens in processes of their own."""

    def __init__(self, place: Path, plan: Sequence[tuple[int, int, str]]) -> None:
        self.shown: dict[str, int] = {}
        self._notes = []
        self._processes = []
        for index in range(PROCESSES):
            notes, part = place / f"notes-{index}", place / f"plan-{index}.json"
            part.write_text(json.dumps(plan[index::PROCESSES]))
            self._notes.append(notes)
            self._processes.append(Process(place / "screens.log", "benchmarks.room_screens", part, notes))
        for process in self._processes:
            assert process.process.stdout is not None
            if first_line(process.process.stdout, "ready", HOURS) != b"ready\n":
                raise SystemExit("the screens did not come on")

    def close(self) -> tuple[Seen, dict[tuple[str, str, int], int]]:
        """End them: what came, and the size of every frame. ``shown`` has then the last entry shown of each table."""
        for process in self._processes:
            assert process.process.stdin is not None
            process.process.stdin.close()
        seen: Seen = {}
        sizes: dict[tuple[str, str, int], int] = {}
        for process, notes in zip(self._processes, self._notes, strict=True):
            process.end()
            with notes.open() as file:
                for line in file:
                    screen, moment, epoch, topic, version, size = line.split()
                    came = seen.setdefault((epoch, topic), {}).setdefault(int(screen), [])
                    came.append((int(version), int(moment)))
                    sizes[epoch, topic, int(version)] = int(size)
            for table, number in json.loads(Path(f"{notes}.shown").read_text()).items():
                self.shown[table] = max(self.shown.get(table, 0), number)
        return seen, sizes


def plan_of(size: Size, ports: Sequence[int]) -> list[tuple[int, int, str]]:
    """Every display shows its table's jackpots; one in twenty the table itself too, one in a hundred the floor."""
    tables = table_ids(size.tables)
    plan = []
    for number in range(size.displays):
        table = tables[number % len(tables)]
        topics = f"vision/{table}"
        if number % 20 == 0:
            topics += f",table/{table}/public"
        if number % 100 == 1:
            topics = "floor"
        plan.append((number, ports[number // PROCESSES % len(ports)], topics))
    return plan
