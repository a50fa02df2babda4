"""One pass of the live floor, and one of the bare broadcast beside it: the same frames to as many screens."""

from __future__ import annotations

import asyncio
import json
import re
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks.room_people import Decided, decide
from benchmarks.room_processes import NEVER, Process, Screens, Seen, Size, free_port, plan_of, running, wait_open
from benchmarks.room_property import guest_ids
from benchmarks.room_stamps import Moved, latencies, read_stamps
from tests.waiting import HOURS, run_within

SETTLE = 6.0
"""Seconds that a floor deals before anything is measured: what a server does once after its start is over then."""

Trace: TypeAlias = "list[tuple[int, list[tuple[str, int, int]]]]"
"""What one server sent: nanoseconds from the beginning, and the topics, versions and sizes of the frames."""


class Pass(NamedTuple):
    """What one pass found, in milliseconds; ``other`` is of the screens at the last server.

    ``replies`` are from a decision to its reply, ``shown`` to the screen beside, ``durable`` of the durable requests
    between them; ``traces`` has what each server sent, ``last`` the last entry of each table that a screen showed.
    """

    frames: list[float]
    other: list[float]
    replies: list[float]
    shown: list[float]
    durable: list[float]
    busy: float
    rounds: float
    rate: float
    traces: list[Trace]
    last: dict[str, int]


def rounds_of(port: int) -> int:
    """Rounds settled at all tables that deal by themselves, as the server says."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=NEVER) as answer:
        text = answer.read().decode()
    return sum(int(float(rounds)) for rounds in re.findall(r'table_rounds_total\{table="L\d+"\} (\S+)', text))


def people(port: int, bare: int, seconds: float) -> list[Decided]:
    """Let people decide for so many seconds; a bare server beside is asked for as many durable writes."""
    found: list[Decided] = []

    async def all_of_them() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(decide(port, bare, table, index, until, found) for index, table in enumerate(guest_ids()))
        )

    run_within(all_of_them(), HOURS)
    return found


def pass_of_floor(url: str, place: Path, size: Size, servers: int, database: Callable[[], str]) -> Pass:
    """One pass of the floor with its displays, spread over so many servers; a bare server beside writes elsewhere."""
    ports = [free_port() for _ in range(servers)]
    stamps = [place / f"stamps-{index}" for index in range(servers)]
    with ExitStack() as stack:
        processes: list[Process] = []
        for port, stamp in zip(ports, stamps, strict=True):
            process = running(place / "server.log", "benchmarks.room_server", url, port, size.pace, stamp)
            processes.append(stack.enter_context(process))
            wait_open(port, processes[-1])
        beside = free_port()
        nothing = place / "nothing"
        nothing.touch()
        bare = running(place / "bare.log", "benchmarks.room_bare", beside, nothing, database(), place / "stamps-beside")
        wait_open(beside, stack.enter_context(bare))
        screens = Screens(place, plan_of(size, ports))
        time.sleep(SETTLE)
        since, before, worked = time.perf_counter_ns(), rounds_of(ports[0]), sum(each.worked() for each in processes)
        decided = people(ports[-1], beside, size.seconds)
        over, after = time.perf_counter_ns(), rounds_of(ports[0])
        busy = (sum(each.worked() for each in processes) - worked) / ((over - since) / 1e9)
        # People take their time to leave: frames count for as long as the bare broadcast will send them.
        to = since + int(size.seconds * 1e9)
        time.sleep(1)
        seen, sizes = screens.close()
    spent: list[list[float]] = []
    traces: list[Trace] = []
    for port, moves in zip(ports, read_stamps(stamps), strict=True):
        epoch, of = of_server(seen, port, plan_of(size, ports))
        spent.append([value / 1e6 for value in latencies(moves, of, since, to)])
        trace: dict[int, list[tuple[str, int, int]]] = defaultdict(list)
        for move in moves:
            if since <= move.committed < to:
                sent = [(t, v, sizes[epoch, t, v]) for t, v in move.topics if (epoch, t, v) in sizes]
                if sent:
                    trace[move.moment - since] += sent
        traces.append(sorted(trace.items()))
    return Pass(
        [value for each in spent for value in each],
        spent[-1],
        [each.reply / 1e6 for each in decided],
        [each.shown / 1e6 for each in decided],
        [each.durable / 1e6 for each in decided],
        busy,
        (after - before) / size.tables / ((over - since) / 10e9),
        sum(map(len, spent)) / ((to - since) / 1e9),
        traces,
        screens.shown,
    )


def of_server(
    seen: Seen, port: int, plan: Sequence[tuple[int, int, str]]
) -> tuple[str, dict[str, dict[int, list[tuple[int, int]]]]]:
    """The epoch of a server, that of the frames of its screens; and what came of each topic."""
    at = {number: port for number, port, _ in plan}
    epoch = next(epoch for (epoch, _), screens in seen.items() if any(at[screen] == port for screen in screens))
    return epoch, {topic: came for (each, topic), came in seen.items() if each == epoch}


def pass_of_bare(place: Path, size: Size, traces: Sequence[Trace], database: Callable[[], str]) -> Pass:
    """The same frames to the same screens by as many servers that do nothing else."""
    ports = [free_port() for _ in traces]
    stamps = [place / f"stamps-bare-{index}" for index in range(len(ports))]
    with ExitStack() as stack:
        processes: list[Process] = []
        for port, stamp, trace in zip(ports, stamps, traces, strict=True):
            file = place / f"trace-{port}"
            file.write_text("".join(json.dumps(moment) + "\n" for moment in trace))
            bare = running(place / "bare.log", "benchmarks.room_bare", port, file, database(), stamp)
            processes.append(stack.enter_context(bare))
            wait_open(port, processes[-1])
        screens = Screens(place, plan_of(size, ports))
        since, worked = time.perf_counter_ns(), sum(each.worked() for each in processes)
        for port in ports:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/play", timeout=NEVER):
                pass
        time.sleep(size.seconds)
        busy = (sum(each.worked() for each in processes) - worked) / size.seconds
        end = time.monotonic() + NEVER
        while not all(stamp.exists() for stamp in stamps) and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1)
        to = time.perf_counter_ns()
        seen, _ = screens.close()
    spent: list[float] = []
    for port, stamp, trace in zip(ports, stamps, traces, strict=True):
        with stamp.open() as lines:
            moves = [Moved(moment, moment, [(t, v) for t, v in topics]) for moment, topics in map(json.loads, lines)]
        stamp.unlink()
        if len(moves) != len(trace):
            raise SystemExit(f"the bare broadcast sent {len(moves)} of {len(trace)} moments")
        _, of = of_server(seen, port, plan_of(size, ports))
        spent += [value / 1e6 for value in latencies(moves, of, since, to)]
    return Pass(spent, [], [], [], [], busy, 0.0, 0.0, [], {})
