"""The mathematics: how long the exact figures take, and how many compiled rounds a second.

Every time is a median of interleaved passes in this one process, after a first pass that compiles; the cold start is a
process of its own with an empty cache. Wanted figures stand beside what was measured.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import houseway
from houseway.registry import all_games
from houseway.simulation.plan import plan

PRIMARY = {
    "deuces-wild": ("ante", 18e6),
    "dueling": ("player", 60e6),
    "three-card-split": ("primary", 28e6),
    "triple-attack": ("first-attack", 14e6),
}
ROUNDS = 1 << 21
WHOLE_BOOK = """
import time, houseway
from houseway.registry import all_games
began = time.perf_counter()
count = sum(len(game.analyze().figures) for game in all_games().values())
print(time.perf_counter() - began, count)
"""


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def book_in_a_process(cache: str | None) -> tuple[float, int]:
    """Seconds for every figure of every game in a new process, and how many entries."""
    environment = dict(os.environ)
    if cache is not None:
        environment["XDG_CACHE_HOME"] = cache
    command = [sys.executable, "-c", WHOLE_BOOK]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    seconds, entries = done.stdout.split()
    return float(seconds), int(entries)


def changed_pay(slug: str, wager: str, event: str) -> Callable[[], object]:
    game = houseway.game(slug)
    paytable = game.edition().paytable_ids(wager)[0]
    pays = iter(range(1, 10**6))
    return lambda: game.analyze(wager=wager, paytable=paytable, pays={event: str(10 + next(pays) % 7)})


def simulation(slug: str, wager: str) -> Callable[[], object]:
    game = houseway.game(slug)
    program = plan(game, game.setup(wagers=[wager]), {1: {wager: 100}}).make()
    return lambda: program.run(1, 0, ROUNDS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="passes; the median counts")
    parser.add_argument("--cold", action="store_true", help="also time a first run with an empty cache")
    arguments = parser.parse_args()

    games = all_games()
    times: dict[str, tuple[Callable[[], object], float]] = {
        "deuces-wild, a changed ante pay": (changed_pay("deuces-wild", "ante", "flush"), 0.020),
        "deuces-wild, a changed fortune pay": (changed_pay("deuces-wild", "five-card-fortune", "flush"), 0.020),
        "three-card-split, a changed pay": (changed_pay("three-card-split", "four-card-bonus", "two-pair"), 0.020),
        "dueling, a changed combo pay": (changed_pay("dueling", "combo-bet", "pair"), 0.020),
    }
    rates = {f"{slug}, {wager}": (simulation(slug, wager), wanted) for slug, (wager, wanted) in PRIMARY.items()}
    for work, _ in (*times.values(), *rates.values()):
        work()
    found: dict[str, list[float]] = {name: [] for name in (*times, *rates)}
    for _ in range(arguments.repeats):
        for name, (work, _) in (*times.items(), *rates.items()):
            found[name].append(timed(work))
    print(f"{'warm, in process':<44}{'milliseconds':>14}{'wanted':>10}")
    for name, (_, wanted) in times.items():
        print(f"{name:<44}{1000 * statistics.median(found[name]):>14.1f}{1000 * wanted:>10.0f}")
    print(f"\n{'compiled rounds, one seat, one core':<44}{'M a second':>14}{'wanted':>10}")
    for name, (_, wanted) in rates.items():
        print(f"{name:<44}{ROUNDS / statistics.median(found[name]) / 1e6:>14.1f}{wanted / 1e6:>10.0f}")

    seconds, entries = book_in_a_process(None)
    print(f"\nThe whole book ({len(games)} games, {entries} entries), a new process: {seconds:.1f} s (wanted 3 s)")
    if arguments.cold:
        with tempfile.TemporaryDirectory() as empty:
            seconds, _ = book_in_a_process(empty)
        print(f"The same with an empty cache: {seconds:.1f} s (wanted 60 s)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
