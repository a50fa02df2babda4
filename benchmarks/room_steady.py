"""One server for minutes: its memory, clients that behave badly, a crash, and what the journal holds after it."""

from __future__ import annotations

import re
import socket
import statistics
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.bench_floor import Bar, folder
from benchmarks.room_passes import SETTLE
from benchmarks.room_people import silent, stalled, vanish
from benchmarks.room_processes import NEVER, Process, Screens, Seen, Size, free_port, plan_of, running, wait_open
from benchmarks.room_property import in_file, missing_rounds
from tests.waiting import until

BUSY, QUIET = "floor", "vision/D1"
"""A topic that moves several times a second, and one where nothing happens."""


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
    until("the server has all of the clients", lambda: followers(port) >= usual + len(made), NEVER, 0.05)
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


def bad_clients(port: int) -> dict[str, float]:
    """Seconds until each kind of bad client is dropped, five of each."""

    def some(make: Callable[[int, str, str], socket.socket], topic: str, net: int) -> Callable[[], list[socket.socket]]:
        return lambda: [make(port, topic, f"127.3.{net}.{number}") for number in range(1, 6)]

    return {
        "that take nothing": until_dropped(port, some(stalled, BUSY, 0), lambda client: None),
        "that take nothing, at a quiet table": until_dropped(port, some(silent, QUIET, 1), lambda client: None),
        "that vanish": until_dropped(port, some(stalled, BUSY, 2), vanish),
        "that vanish, at a quiet table": until_dropped(port, some(stalled, QUIET, 3), vanish),
    }


def memory_of(server: Process, minutes: float) -> list[tuple[float, float]]:
    """Minutes and MiB, once a second."""
    held = []
    began = time.monotonic()
    while (passed := time.monotonic() - began) < minutes * 60:
        held.append((passed / 60, server.resident() / 2**20))
        time.sleep(1)
    return held


def all_right(seen: Seen, size: Size, port: int, began: int) -> float:
    """Seconds from the start of a server until every screen had the newest of each of its topics."""
    right = 0.0
    for number, _, topics in plan_of(size, [port]):
        for topic in topics.split(","):
            came = [
                moment
                for (_, each), screens in seen.items()
                if each == topic
                for _, moment in screens.get(number, ())
                if moment > began
            ]
            right = max(right, (min(came) - began) / 1e9 if came else NEVER)
    return right


def steady(size: Size, minutes: float) -> Iterator[Bar]:
    """All of it in turn, on one journal in a file."""
    with folder() as place:
        url = in_file(size.tables, place)
        port = free_port()
        held, dropped, answering, right, shown = _run(url, port, size, minutes, place)
        lost = missing_rounds(url, shown)
    # The caches of the journal fill at first: the last two thirds tell.
    tail = held[len(held) // 3 :]
    slope = statistics.linear_regression(*zip(*tail, strict=True)).slope
    print(f"{f'one server, {size.tables} tables, {size.displays:,} displays, {minutes:g} min':<62}{'':>12}")
    print(f"{'memory after a third of the time, MiB':<62}{tail[0][1]:>12,.1f}")
    print(f"{'  at the end':<62}{held[-1][1]:>12,.1f}")
    print(f"{'  more for every minute':<62}{slope:>12,.2f}")
    for which, seconds in dropped.items():
        print(f"{f'clients {which}: dropped, s':<62}{seconds:>12,.1f}")
    print(f"{'after a crash the server answers, seconds from its start':<62}{answering:>12,.1f}")
    print(f"{'  every display is right again':<62}{right:>12,.1f}\n")
    yield Bar("memory at the end ÷ after a third of the time", held[-1][1] / tail[0][1], 1.05, True)
    for which, seconds in dropped.items():
        yield Bar(f"clients {which} dropped, seconds", seconds, 15, True)
    yield Bar("displays right after a restart, seconds", right, 5, True)
    yield Bar("rounds lost over a crash", lost, 0, True)


def _run(
    url: str, port: int, size: Size, minutes: float, place: Path
) -> tuple[list[tuple[float, float]], dict[str, float], float, float, dict[str, int]]:
    arguments = ("benchmarks.room_server", url, port, size.pace)
    with running(place / "server.log", *arguments, place / "stamps-0") as server:
        wait_open(port, server)
        screens = Screens(place, plan_of(size, [port]))
        time.sleep(SETTLE)
        held = memory_of(server, minutes)
        dropped = bad_clients(port)
        server.kill()
    with running(place / "server.log", *arguments, place / "stamps-1") as server:
        wait_open(port, server)
        answering = (time.perf_counter_ns() - server.began) / 1e9
        end = time.monotonic() + NEVER
        while followers(port) < size.displays and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1)
        seen, _ = screens.close()
    return held, dropped, answering, all_right(seen, size, port, server.began), screens.shown
