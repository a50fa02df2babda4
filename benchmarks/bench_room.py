"""The load of the live floor: many tables, many displays, beside a bare broadcast of the same bytes.

Everything is a ratio of two things measured in this one run, pass by pass in turn; the medians of the passes are
printed. The floor is the real server in a process of its own, dealing by itself; displays are sockets in other
processes. After each pass the frames that it sent, by moment, topic and size, are sent once more by a server that does
nothing else, to as many screens. Run as ``python -m benchmarks.bench_room``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from benchmarks.bench_floor import Bar, folder
from benchmarks.room_people import decide, durable, stalled, vanish
from benchmarks.room_property import guest_ids, lay_out, table_ids
from houseway.floor.floor import Floor

PROCESSES = 2
"""Processes that the screens are spread over."""

PLAYERS = 2
"""Automatic players at a table."""

SETTLE = 4.0
"""Seconds that a floor deals before anything is measured."""

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

# ------------------------------------------------------------------------------------------------------------ processes


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
        self._end()

    def kill(self) -> None:
        """Power off."""
        self.process.kill()
        self._end()

    def _end(self) -> None:
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            self.process.wait(NEVER)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
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
            if process.process.stdout.readline() != b"ready\n":
                raise SystemExit("the screens did not come on")

    def close(self) -> tuple[Seen, dict[tuple[str, str, int], int]]:
        """End them: what came, and the size of every frame. ``shown`` has then the last entry shown of each table."""
        for process in self._processes:
            assert process.process.stdin is not None
            process.process.stdin.close()
        seen: Seen = {}
        sizes: dict[tuple[str, str, int], int] = {}
        for process, notes in zip(self._processes, self._notes, strict=True):
            process._end()
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


# ----------------------------------------------------------------------------------------------------- from the stamps


class Moved(NamedTuple):
    """Topics that moved at one moment: when what moved them was committed, when it was seen, topics with versions."""

    committed: int
    moment: int
    topics: list[tuple[str, int]]


def read_stamps(paths: Sequence[Path]) -> list[list[Moved]]:
    """For every server, the times its topics moved. Commits of all servers count."""
    commits: dict[str, int] = {}
    lines = [path.read_text().splitlines() for path in paths]
    for line in (line for each in lines for line in each):
        kind, moment, rest = line.split(" ", 2)
        if kind == "C":
            commits.update(dict.fromkeys(rest.split(), int(moment)))
    found: list[list[Moved]] = []
    for each in lines:
        moves = []
        for line in each:
            kind, moment, rest = line.split(" ", 2)
            if kind == "F":
                moves.append(Moved(int(moment), int(moment), [("floor", int(rest.rpartition("=")[2]))]))
            if kind != "M":
                continue
            entries, _, topics = rest.partition(" | ")
            when = [commits[entry] for entry in entries.split() if entry in commits]
            pairs = [topic.rpartition("=") for topic in topics.split()]
            if when and pairs:
                moves.append(Moved(min(when), int(moment), [(topic, int(version)) for topic, _, version in pairs]))
        found.append(moves)
    return found


def latencies(
    moves: Sequence[Moved], of: dict[str, dict[int, list[tuple[int, int]]]], since: int, to: int
) -> list[int]:
    """Nanoseconds from each commit to the first frame that has it, at every screen that follows."""
    found = []
    came = {
        topic: [([version for version, _ in frames], frames) for frames in screens.values()]
        for topic, screens in of.items()
        # The whole floor is shown so many times a second and no oftener: how old it is says nothing of speed.
        if topic != "floor"
    }
    for move in moves:
        if not since <= move.committed < to:
            continue
        for topic, version in move.topics:
            for versions, frames in came.get(topic, ()):
                place = bisect_left(versions, version)
                # What no screen was sent any more when the pass ended is not counted.
                if place < len(frames):
                    found.append(frames[place][1] - move.committed)
    return found


def p(values: Sequence[float], percent: float) -> float:
    """A percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("nan")


# --------------------------------------------------------------------------------------------------------------- passes


class Pass(NamedTuple):
    """What one pass found, in milliseconds; ``other`` is of the screens at the second server."""

    frames: list[float]
    other: list[float]
    replies: list[float]
    shown: list[float]
    busy: float
    rounds: float
    rate: float
    trace: list[tuple[int, list[tuple[str, int, int]]]]
    last: dict[str, int]


def rounds_of(port: int) -> int:
    """Rounds settled at all tables that deal by themselves, as the server says."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=NEVER) as answer:
        text = answer.read().decode()
    return sum(int(float(rounds)) for rounds in re.findall(r'table_rounds_total\{table="L\d+"\} (\S+)', text))


def people(work: Callable[..., Any], port: int, seconds: float, tables: bool) -> list[tuple[int, int]]:
    """Let people decide for so many seconds."""
    found: list[tuple[int, int]] = []

    async def all_of_them() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(
                work(port, table, index, until, found) if tables else work(port, index, until, found)
                for index, table in enumerate(guest_ids())
            )
        )

    asyncio.run(all_of_them())
    return found


def pass_of_floor(url: str, place: Path, size: Size, servers: int) -> Pass:
    """One pass of the floor with its displays."""
    ports = [free_port() for _ in range(servers)]
    stamps = [place / f"stamps-{index}" for index in range(servers)]
    with ExitStack() as stack:
        processes = []
        for port, stamp in zip(ports, stamps, strict=True):
            process = running(place / "server.log", "benchmarks.room_server", url, port, size.pace, stamp)
            processes.append(stack.enter_context(process))
            wait_open(port, processes[-1])
        screens = Screens(place, plan_of(size, ports))
        time.sleep(SETTLE)
        since, before, worked = time.perf_counter_ns(), rounds_of(ports[0]), sum(each.worked() for each in processes)
        decided = people(decide, ports[-1], size.seconds, tables=True)
        over, after = time.perf_counter_ns(), rounds_of(ports[0])
        busy = (sum(each.worked() for each in processes) - worked) / ((over - since) / 1e9)
        # People take their time to leave: frames count for as long as the bare broadcast will send them.
        to = since + int(size.seconds * 1e9)
        time.sleep(1)
        seen, sizes = screens.close()
    all_moves = read_stamps(stamps)
    epochs = _epochs(seen, all_moves, plan_of(size, ports), ports)
    spent: list[list[float]] = []
    trace: dict[int, list[tuple[str, int, int]]] = defaultdict(list)
    for epoch, moves in zip(epochs, all_moves, strict=True):
        of = {topic: at for (each, topic), at in seen.items() if each == epoch}
        spent.append([value / 1e6 for value in latencies(moves, of, since, to)])
        for move in moves:
            if since <= move.committed < to:
                sent = [(t, v, sizes[epoch, t, v]) for t, v in move.topics if (epoch, t, v) in sizes]
                if sent:
                    trace[move.moment - since] += sent
    rounds = (after - before) / size.tables / ((over - since) / 10e9)
    return Pass(
        [value for each in spent for value in each],
        spent[-1],
        [reply / 1e6 for reply, _ in decided],
        [shown / 1e6 for _, shown in decided],
        busy,
        rounds,
        sum(map(len, spent)) / ((to - since) / 1e9),
        sorted(trace.items()),
        screens.shown,
    )


def _epochs(
    seen: Seen, all_moves: Sequence[Sequence[Moved]], plan: Sequence[tuple[int, int, str]], ports: Sequence[int]
) -> list[str]:
    """The epoch of each server: that of the frames of its screens."""
    at = {number: port for number, port, _ in plan}
    found = {at[screen]: epoch for (epoch, _), screens in seen.items() for screen in screens}
    assert len(all_moves) == len(ports)
    return [found[port] for port in ports]


def pass_of_bare(place: Path, size: Size, trace: list[tuple[int, list[tuple[str, int, int]]]]) -> Pass:
    """The same frames to the same screens, by a server that does nothing else; and durable requests to it."""
    port = free_port()
    file, stamps = place / "trace", place / "stamps-bare"
    # Two servers number their frames apart: here every topic has one row of numbers.
    numbers: dict[str, int] = defaultdict(int)
    with file.open("w") as out:
        for moment, frames in trace:
            numbered = []
            for topic, _, length in frames:
                numbers[topic] += 1
                numbered.append((topic, numbers[topic], length))
            out.write(json.dumps([moment, numbered]) + "\n")
    with running(
        place / "bare.log", "benchmarks.room_bare", port, file, place / f"bare-{time.time_ns()}.db", stamps
    ) as server:
        wait_open(port, server)
        screens = Screens(place, plan_of(size, [port]))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/play", timeout=NEVER):
            since = time.perf_counter_ns()
            worked = server.worked()
        asked = people(durable, port, size.seconds, tables=False)
        busy = (server.worked() - worked) / size.seconds
        end = time.monotonic() + NEVER
        while not stamps.exists() and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1)
        to = time.perf_counter_ns()
        seen, _ = screens.close()
    with stamps.open() as lines:
        moves = [Moved(moment, moment, [(t, v) for t, v in topics]) for moment, topics in map(json.loads, lines)]
    stamps.unlink()
    if len(moves) != len(trace):
        raise SystemExit(f"the bare broadcast sent {len(moves)} of {len(trace)} moments")
    of = {topic: at for (_, topic), at in seen.items()}
    spent = [value / 1e6 for value in latencies(moves, of, since, to)]
    replies = [reply / 1e6 for reply, _ in asked]
    return Pass(spent, [], replies, replies, busy, 0.0, 0.0, [], {})


def beside_bare(name: str, size: Size, repeats: int, wanted: float, make: Callable[[Path], str], servers: int) -> Any:
    """Passes of the floor and of the bare broadcast in turn."""
    ratios: dict[str, list[float]] = defaultdict(list)
    rows: dict[str, list[float]] = defaultdict(list)
    shown: dict[str, int] = {}
    with folder() as place:
        url = make(place)
        for _ in range(repeats):
            ours = pass_of_floor(url, place, size, servers)
            bare = pass_of_bare(place, size, ours.trace)
            shown |= ours.last
            for row, percent in (("p50", 50), ("p99", 99)):
                rows[f"commit to frame, {row}"].append(p(ours.frames, percent))
                rows[f"  bare broadcast of the same bytes, {row}"].append(p(bare.frames, percent))
                if servers > 1:
                    rows[f"  at the server that does not run the tables, {row}"].append(p(ours.other, percent))
            rows["decision to screen, p50"].append(p(ours.shown, 50))
            rows["decision to its reply, p50"].append(p(ours.replies, 50))
            rows["  one durable request, p50"].append(p(bare.replies, 50))
            rows["rounds at a table in 10 s"].append(ours.rounds)
            rows["frames a second"].append(ours.rate)
            rows["  bytes of one"].append(_mean(ours.trace))
            rows["processors used by the floor"].append(ours.busy)
            rows["  by the bare broadcast"].append(bare.busy)
            ratios["frames"].append(p(ours.frames, 99) / p(bare.frames, 99))
            ratios["decision"].append(p(ours.shown, 50) / p(bare.replies, 50))
        lost = missing_rounds(url, shown)
    print(f"{f'{name}, {size.tables} tables, {size.displays:,} displays':<62}{'milliseconds':>12}")
    for row, values in rows.items():
        print(f"{row:<62}{statistics.median(values):>12,.2f}")
    print()
    yield Bar(f"{name}: commit to frame p99 ÷ bare broadcast", statistics.median(ratios["frames"]), wanted, True)
    yield Bar(f"{name}: decision to screen ÷ a durable request", statistics.median(ratios["decision"]), 3.0, True)
    yield Bar(f"{name}: rounds lost", lost, 0, True)


def _mean(trace: Sequence[tuple[int, list[tuple[str, int, int]]]]) -> float:
    sizes = [size for _, frames in trace for _, _, size in frames]
    return statistics.mean(sizes) if sizes else 0.0


def missing_rounds(url: str, shown: dict[str, int]) -> int:
    """Rounds that were begun and are gone, and entries that a screen showed and the journal has not; it must verify."""
    floor = Floor.open(url)
    try:
        report = floor.journal.verify()
        if report.findings:
            raise SystemExit(f"the journal does not verify: {report.findings[0]}")
        lost = 0
        for id in floor.property.tables:
            entries = list(floor.journal.read(f"table/{id}"))
            begun = [json.loads(entry.body)["round"] for entry in entries if entry.kind == "round-begun"]
            ended = sum(entry.kind in ("round-settled", "round-voided") for entry in entries)
            lost += len(set(range(1, max(begun, default=0) + 1)) - set(begun))
            lost += len(begun) - ended - (floor.table(id).live is not None)
            lost += max(0, shown.get(id, 0) - len(entries))
        return lost
    finally:
        floor.close()


def in_file(size: Size) -> Callable[[Path], str]:
    def make(place: Path) -> str:
        floor = Floor.open(place / "floor.db", create=True)
        lay_out(floor, size.tables, PLAYERS)
        floor.close()
        return str(place / "floor.db")

    return make


def on_postgres(size: Size, repeats: int) -> Iterator[Bar]:
    from tests.postgres import postgres_server, schema_url

    with postgres_server() as server:

        def make(place: Path) -> str:
            url = schema_url(server)
            floor = Floor.open(url, create=True)
            lay_out(floor, size.tables, PLAYERS)
            floor.close()
            return url

        yield from beside_bare("PostgreSQL, two servers", size, repeats, 3.0, make, 2)


# ------------------------------------------------------------------------------------- a long run, bad clients, a crash


def followers(port: int) -> int:
    """Feeds that are open at a server."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=NEVER) as answer:
        found = re.search(r"(?m)^houseway_feed_followers (\S+)", answer.read().decode())
    assert found is not None
    return int(float(found[1]))


def until_dropped(
    port: int, clients: Callable[[], list[socket.socket]], spoil: Callable[[socket.socket], None]
) -> float:
    """Seconds until a server has dropped clients that were spoilt."""
    usual = followers(port)
    made = clients()
    while followers(port) < usual + len(made):
        time.sleep(0.05)
    for client in made:
        spoil(client)
    began = time.monotonic()
    try:
        while followers(port) > usual and time.monotonic() < began + NEVER:
            time.sleep(0.2)
        return time.monotonic() - began
    finally:
        for client in made:
            client.close()


def steady(size: Size, minutes: float) -> Iterator[Bar]:
    """One server for as long as asked: its memory, clients that behave badly, a crash, and what the journal holds."""
    with folder() as place:
        url = in_file(size)(place)
        port = free_port()
        arguments = ("benchmarks.room_server", url, port, size.pace)
        with running(place / "server.log", *arguments, place / "stamps-0") as server:
            wait_open(port, server)
            screens = Screens(place, plan_of(size, [port]))
            time.sleep(SETTLE)
            held = []
            began = time.monotonic()
            while (passed := time.monotonic() - began) < minutes * 60:
                held.append((passed / 60, server.resident() / 2**20))
                time.sleep(1)
            stalling = until_dropped(
                port, lambda: [stalled(port, "floor", f"127.3.0.{n}") for n in range(1, 6)], lambda client: None
            )
            vanishing = until_dropped(
                port, lambda: [stalled(port, "vision/L1", f"127.3.1.{n}") for n in range(1, 6)], vanish
            )
            server.kill()
            shown_before = time.perf_counter_ns()
        with running(place / "server.log", *arguments, place / "stamps-1") as server:
            wait_open(port, server)
            answering = (time.perf_counter_ns() - server.began) / 1e9
            end = time.monotonic() + NEVER
            while followers(port) < size.displays and time.monotonic() < end:
                time.sleep(0.1)
            time.sleep(1)
            seen, _ = screens.close()
        right = 0.0
        for number, _, topics in plan_of(size, [port]):
            for topic in topics.split(","):
                came = [
                    moment
                    for (_, each), screens_ in seen.items()
                    if each == topic
                    for _, moment in screens_.get(number, ())
                    if moment > max(shown_before, server.began)
                ]
                right = max(right, (min(came) - server.began) / 1e9 if came else NEVER)
        lost = missing_rounds(url, screens.shown)
    # Caches fill at first: the last two thirds tell.
    tail = held[len(held) // 3 :]
    slope = statistics.linear_regression(*zip(*tail, strict=True)).slope
    print(f"{f'one server, {size.tables} tables, {size.displays:,} displays, {minutes:g} min':<62}{'':>12}")
    print(f"{'memory at the end, MiB':<62}{held[-1][1]:>12,.1f}")
    print(f"{'  more for every minute, MiB':<62}{slope:>12,.2f}")
    print(f"{'clients that take nothing: dropped after, seconds':<62}{stalling:>12,.1f}")
    print(f"{'clients that vanish: dropped after, seconds':<62}{vanishing:>12,.1f}")
    print(f"{'after a crash the server answers, seconds from its start':<62}{answering:>12,.1f}")
    print(f"{'  every display is right again':<62}{right:>12,.1f}\n")
    yield Bar("memory at the end ÷ after a third of the time", held[-1][1] / tail[0][1], 1.05, True)
    yield Bar("stalled clients dropped, seconds", stalling, 15, True)
    yield Bar("vanished clients dropped, seconds", vanishing, 15, True)
    yield Bar("displays right after a restart, seconds", right, 5, True)
    yield Bar("rounds lost over a crash", lost, 0, True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3, help="passes; the median counts")
    parser.add_argument("--only", help="only the parts whose names contain this")
    parser.add_argument("--tables", type=int, default=200, help="tables that deal by themselves")
    parser.add_argument("--displays", type=int, default=1000, help="screens that follow")
    parser.add_argument("--pace", type=float, default=1.0, help="how fast the tables go")
    parser.add_argument("--seconds", type=float, default=20.0, help="of one pass")
    parser.add_argument("--minutes", type=float, default=2.0, help="of the long run")
    parser.add_argument("--strict", action="store_true", help="fail where a bar is not reached")
    arguments = parser.parse_args()
    size = Size(arguments.tables, arguments.displays, arguments.pace, arguments.seconds)
    parts: dict[str, Callable[[], Iterator[Bar]]] = {
        "sqlite": lambda: beside_bare("SQLite", size, arguments.repeats, 2.0, in_file(size), 1),
        "postgres": lambda: on_postgres(size, arguments.repeats),
        "steady": lambda: steady(size, arguments.minutes),
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
