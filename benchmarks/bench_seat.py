"""A first seat at each game on a slow line and a slow processor, beside release 0.1 where a checkout of it is named.

``python -m benchmarks.bench_seat [--release-01 FOLDER]``: real Chromium, a line of 1.6 Mbit/s with 150 ms, a processor
four times slower. Bytes over the wire until the seat can be taken, the time until then, and the longest task while
cards are dealt, by the clock and by the processor time of the page's thread, which other work on the machine does not
stretch: medians of five, the two releases in turns. ``--strict`` fails where a budget is passed.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from tests.waiting import LONG, NeverCame
from tests.web.chromium import chromium

LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
TIMES = 5
TABLES = {"T1": "ante", "T2": "first-attack", "T3": "primary", "T4": "player"}
"""A table of each game in the demonstration room, and the wager that is made there."""

BUDGETS = {"bytes": 150_000.0, "usable": 2000.0, "task": 50.0, "thread": 50.0}
NAMES = {
    "bytes": "KB over the wire",
    "usable": "ms until a seat can be taken",
    "task": "ms of the longest task",
    "thread": "ms of processor time in the longest task",
}
TRACED = ["toplevel", "disabled-by-default-devtools.timeline"]
"""What a trace must hold to tell the tasks of a page's main thread, with their processor time."""


class Seat(msgspec.Struct):
    """What one visit took."""

    bytes: float
    usable: float
    task: float
    thread: float


@contextmanager
def serving(checkout: Path, python: Path) -> Iterator[str]:
    """A card room of that checkout; its address."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        env = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        with log.open("w") as file:
            server = subprocess.Popen(
                [str(python), "-m", "houseway", "serve", "--port", "0", "--pace", "4", "-d", f"{folder}/floor.db"],
                cwd=folder,
                env=env,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        try:
            yield _address(log)
        finally:
            server.terminate()
            server.wait(30)


def _address(log: Path) -> str:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
        if found:
            return found[0]
        time.sleep(0.1)
    raise NeverCame(f"the address of a server: {log.read_text()[-2000:]}")


def visit(browser: Browser, address: str, table: str) -> Seat:
    """Come to a table for the first time, and play a round."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    line = context.new_cdp_session(page)
    received: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        received.append(event["encodedDataLength"])

    line.on("Network.loadingFinished", finished)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    begun = time.perf_counter()
    page.goto(f"{address}/tables/{table}", wait_until="commit")
    page.get_by_role("button", name="Take a seat", exact=True).first.wait_for()
    usable = (time.perf_counter() - begun) * 1000
    came = sum(received)
    line.send("Network.emulateNetworkConditions", {**LINE, "latency": 0, "downloadThroughput": -1})
    task, thread = _deal(browser, page, line, TABLES[table])
    context.close()
    return Seat(came, usable, task, thread)


def _deal(browser: Browser, page: Page, line: Any, wager: str) -> tuple[float, float]:
    """The longest task while a round is dealt at a processor four times slower, in milliseconds by clock and thread."""
    page.get_by_role("button", name="Take a seat", exact=True).first.click()
    spot = f'#hand .spot.open[data-wager="{wager}"]'
    page.wait_for_selector(spot, timeout=60_000)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.locator(spot).first.click()
    browser.start_tracing(page=page, categories=TRACED)
    page.locator(".confirm").click()
    page.wait_for_selector("#acts.deciding, #acts .result", timeout=60_000)
    page.evaluate("() => new Promise((done) => setTimeout(done, 1500))")
    return _longest(browser.stop_tracing())


class _Event(msgspec.Struct):
    """What is read of an event of a trace, in microseconds."""

    name: str = ""
    pid: int = 0
    tid: int = 0
    dur: float = 0.0
    tdur: float = 0.0
    args: dict[str, Any] = {}


class _Trace(msgspec.Struct, rename="camel"):
    trace_events: list[_Event]


def _longest(trace: bytes) -> tuple[float, float]:
    """The longest task of a page's main thread in a trace, by the clock and by the thread's processor time."""
    events = msgspec.json.decode(trace, type=_Trace).trace_events
    mains = {
        (each.pid, each.tid)
        for each in events
        if each.name == "thread_name" and each.args.get("name") == "CrRendererMain"
    }
    tasks = [each for each in events if each.name == "RunTask" and (each.pid, each.tid) in mains]
    return max(each.dur for each in tasks) / 1000, max(each.tdur for each in tasks) / 1000


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--release-01", type=Path, help="a checkout of release 0.1, with a .venv of its own or not")
    parser.add_argument("--table", choices=list(TABLES), action="append", help="only this table, or these")
    parser.add_argument("--strict", action="store_true", help="fail where a budget is passed")
    asked = parser.parse_args()
    here = Path(__file__).resolve().parents[1]
    releases = {"now": (here, Path(sys.executable))}
    if asked.release_01 is not None:
        own = asked.release_01 / ".venv/bin/python"
        releases["0.1"] = (asked.release_01.resolve(), own.absolute() if own.exists() else Path(sys.executable))
    tables = asked.table or list(TABLES)
    found: dict[str, dict[str, list[Seat]]] = {table: {name: [] for name in releases} for table in tables}
    with ExitStack() as stack:
        browser = stack.enter_context(chromium(drawn=True))
        rooms = {name: stack.enter_context(serving(*where)) for name, where in releases.items()}
        for _ in range(TIMES):
            for table in tables:
                for name, address in rooms.items():
                    found[table][name].append(visit(browser, address, table))
    passed = sum(_print(table, seats) for table, seats in found.items())
    return int(asked.strict and passed > 0)


def _print(at: str, found: dict[str, list[Seat]]) -> int:
    """Print what was found at one table, and count the budgets that were passed."""
    table = Table(
        "", *found, "budget", title=f"A first seat at {at}, 1.6 Mbit/s and 150 ms, processor four times slower"
    )
    passed = 0
    for key, title in NAMES.items():
        scale = 1000 if key == "bytes" else 1
        medians = {name: statistics.median(getattr(seat, key) for seat in seats) for name, seats in found.items()}
        passed += medians["now"] > BUDGETS[key]
        table.add_row(title, *(f"{each / scale:,.0f}" for each in medians.values()), f"{BUDGETS[key] / scale:,.0f}")
    Console().print(table)
    return passed


if __name__ == "__main__":
    sys.exit(main())
