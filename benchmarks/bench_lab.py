"""The Lab: from a change in the browser to new figures on the screen, and whether the room notices ten guests.

``python -m benchmarks.bench_lab``: real Chromium on this machine, the Lab's processes warm. A pay, a rule and the deck
are changed again and again, never twice to the same; the time runs from the change to the frame in which its figures
are drawn. Then somebody sits down and gets up in a room, by turns quiet and while ten guests drag pays in its Lab.
``--strict`` fails where a budget is passed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from playwright.sync_api import Page
from rich.console import Console
from rich.table import Table

from benchmarks.bench_seat import serving
from houseway.registry import all_games
from tests.web.chromium import chromium
from tests.web.lab_serving import lab_served
from tests.web.serving import Browser as Player

BUDGETS = {"pay": 50.0, "rule": 250.0, "deck": 1000.0}
"""Milliseconds, 95 of 100 changes."""

PAYS = 40
RULES = 12
DECK = "decks"
GUESTS = 10
PAUSE = 0.06
"""Seconds between two questions of a guest who drags: a hand makes some fifteen new pays a second."""

BETWEEN = 0.04
"""Seconds between two commands: a room takes thirty a second of one player."""

PRESSES = 40
PASSES = 3

CHANGE = """([id, value]) => new Promise((done) => {
  const field = document.getElementById(id);
  document.addEventListener("lab:answer", () => requestAnimationFrame(
    () => setTimeout(() => done(performance.now() - begun))), { once: true });
  const begun = performance.now();
  field.value = value;
  field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input"));
})"""
"""Changes a field and waits until the frame with its figures was drawn."""


class Measured(msgspec.Struct):
    """Changes of one kind in one game."""

    game: str
    kind: str
    times: list[float]

    @property
    def p95(self) -> float:
        """95 of 100 took no longer, in milliseconds."""
        return sorted(self.times)[max(0, -(-95 * len(self.times) // 100) - 1)]


def changes(page: Page, address: str, game: str) -> Iterator[Measured]:
    """Every kind of change in the first wager of a game."""
    page.goto(f"{address}/lab?game={game}", timeout=120_000)
    answer = msgspec.json.decode(page.locator("#answer").text_content() or "")
    cells = [cell for table in answer["tables"][:1] for cell in table["cells"] if cell["printed"].isdigit()]
    first = cells[0]
    # Both processes know the game once a curve was drawn beside the figures.
    for pay in ("2", "100"):
        page.evaluate(CHANGE, [first["field"], pay])
        page.wait_for_selector("#curve:not(.waits) svg", timeout=120_000)
    yield Measured(game, "pay", [page.evaluate(CHANGE, [first["field"], str(at)]) for at in range(3, 3 + PAYS)])
    page.evaluate(CHANGE, [first["field"], first["printed"]])
    rules: list[float] = []
    decks: list[float] = []
    for control in (*answer["rules"], *answer["options"]):
        slug = control["field"].partition(":")[2]
        others = [choice["value"] for choice in control["choices"] if choice["value"] != control["value"]]
        for value in others[:3]:
            took = page.evaluate(CHANGE, [control["field"], f"{slug}={value}"])
            (decks if slug == DECK else rules).append(took)
        page.evaluate(CHANGE, [control["field"], f"{slug}={control['value']}"])
    if rules:
        yield Measured(game, "rule", rules[: 3 * RULES])
    if decks:
        yield Measured(game, "deck", decks)


def in_browser() -> list[Measured]:
    """The changes of all games."""
    found: list[Measured] = []
    with lab_served() as address, chromium(drawn=True) as browser:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        for game in all_games():
            found += changes(page, address, game)
        page.close()
    return found


# -- the room while guests drag


def drag(address: str, guest: int) -> None:
    """Drag a pay of some game until this process is ended, to where no guest has dragged it: nothing is kept of it."""
    os.nice(19)
    games = list(all_games())
    with httpx.Client(base_url=address, timeout=60) as client:
        game = games[guest % len(games)]
        answer = client.get("/api/lab/figures", params={"game": game}).json()
        fields = [cell["field"] for cell in answer["tables"][0]["cells"] if cell["printed"].isdigit()]
        for number in range(10**9):
            pay = f"{fields[0].partition(':')[2]}={2 + GUESTS * number + guest}"
            client.get("/api/lab/figures", params={"game": game, "pay": pay, "page": f"guest-{guest}"})
            time.sleep(PAUSE)


@contextmanager
def dragging(address: str) -> Iterator[None]:
    """Ten guests, each a process of its own and far from the room: they give way to it, as other machines would."""
    command = [sys.executable, "-m", "benchmarks.bench_lab", "--drag", address]
    guests = [subprocess.Popen([*command, str(number)], stderr=subprocess.DEVNULL) for number in range(GUESTS)]
    try:
        yield
    finally:
        for each in guests:
            each.terminate()
        for each in guests:
            each.wait(30)


def presses(player: Player, place: tuple[str, int]) -> list[float]:
    """How long it takes to sit down and to get up, each a command on record."""
    table, seat = place
    times = []
    for _ in range(PRESSES):
        for path, body in (("sit", {"seat": seat}), ("leave", {})):
            begun = time.perf_counter()
            answer = player.post(f"/api/tables/{table}/{path}", body)
            took = 1000 * (time.perf_counter() - begun)
            # During a round nobody leaves: that is decided like any other command. Who stands already asks in vain.
            if answer.status_code in (200, 409):
                times.append(took)
            time.sleep(BETWEEN)
    return times


def in_the_room() -> tuple[list[float], list[float]]:
    """Commands of a room by turns without and with guests in its Lab."""
    quiet: list[float] = []
    busy: list[float] = []
    checkout = Path(__file__).parent.parent
    with serving(checkout, Path(sys.executable)) as address:
        player = Player(address)
        assert player.post("/api/guest").status_code == 200
        tables = player.get("/api/floor").json()["tables"]
        at = next(each for each in tables if each["cards"] == "virtual" and len(each["taken"]) < each["positions"])
        place = at["table"], next(seat for seat in range(1, at["positions"] + 1) if seat not in at["taken"])
        presses(player, place)
        for _ in range(PASSES):
            quiet += presses(player, place)
            with dragging(address):
                # Until every guest is at it: the first answer of a cold process takes a second or two.
                time.sleep(6)
                busy += presses(player, place)
        player.close()
    return quiet, busy


# -- the report


def report(console: Console, found: Sequence[Measured], room: tuple[list[float], list[float]] | None) -> bool:
    """Print what was measured; whether it is within the budgets."""
    table = Table(title="The Lab: change to figures on the screen, milliseconds")
    for head in ("game", "change", "median", "p95", "wanted"):
        table.add_column(head, justify="left" if head in ("game", "change") else "right")
    good = True
    for each in found:
        wanted = BUDGETS[each.kind]
        good &= each.p95 <= wanted
        median = statistics.median(each.times)
        table.add_row(each.game, each.kind, f"{median:.0f}", f"{each.p95:.0f}", f"{wanted:.0f}")
    console.print(table)
    if room is not None:
        quiet, busy = (statistics.median(each) for each in room)
        assert min(map(len, room)) > PRESSES, "too few commands were decided"
        console.print(
            f"A command of the room: {quiet:.1f} ms quiet, {busy:.1f} ms while {GUESTS} guests drag "
            f"({busy / quiet:.2f} times)"
        )
    return good


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail where a budget is passed")
    parser.add_argument("--only", choices=("browser", "room"))
    parser.add_argument("--drag", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.drag:
        drag(given.drag[0], int(given.drag[1]))
        return
    found = in_browser() if given.only != "room" else []
    room = in_the_room() if given.only != "browser" else None
    good = report(Console(), found, room)
    if given.strict and not good:
        sys.exit(1)


if __name__ == "__main__":
    main()
