"""The mathematics: how long the exact figures take, and how many compiled rounds a second.

Every time is a median of interleaved passes in this one process, after a first pass that compiles; the cold start is a
process of its own with an empty cache. Wanted figures stand beside what was measured. ``--release-01 FOLDER`` asks the
same of a checkout of release 0.1 by turns, and nothing else.

``--farmer PATH`` solves ordinary blackjack by turns with Farmer's analyser: an executable that whoever measures has
built from its sources. It solves eight decks once (the dealer stands on soft 17, doubles after splits, splits to four
hands, aces once, no surrender; a hand made by a split played as the same cards unsplit) and prints two numbers: the
seconds of processor time that the solve took, and the player's expectation in percent to nine places.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import houseway
from benchmarks import changed_pays
from benchmarks.maths_releases import beside
from houseway.games.deuces_wild.maths.evaluation import classify5
from houseway.games.triple_attack import maths
from houseway.maths.blackjack import BlackjackRules, dealer, hands, shoe_of, solve, solver
from houseway.registry import all_games
from houseway.simulation.plan import plan
from tests.waiting import HOURS

PRIMARY = {
    "deuces-wild": ("ante", 18e6),
    "dueling": ("player", 60e6),
    "three-card-split": ("primary", 28e6),
    "triple-attack": ("first-attack", 14e6),
}
ROUNDS = 1 << 21
HANDS = 1 << 22
WHOLE_BOOK = """
import sys, time, houseway
from houseway.registry import all_games
began = time.perf_counter()
count = sum(len(game.analyze().figures) for slug, game in all_games().items() if slug in sys.argv[1:])
print(time.perf_counter() - began, count)
"""
BOOK_AGAIN = """
import functools, gc, sys, time
from houseway.registry import all_games
games = all_games().values()
kept = ("houseway.games", "houseway.maths")
for game in games:
    game.maths, game.editions
empty = [
    value for name, module in list(sys.modules.items()) if name.startswith(kept)
    for value in vars(module).values() if isinstance(value, dict) and not value
]

def forget():
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and (each.__module__ or "").startswith(kept):
            each.cache_clear()
    for each in empty:
        each.clear()
    gc.collect()

times = []
for _ in range(4):
    forget()
    began = time.process_time()
    for game in games:
        game.analyze().figures
    times.append(time.process_time() - began)
print(sorted(times[1:])[1])
"""
"""Every figure of every game again where all is compiled and nothing is remembered: the middle of three."""

FIRST = """
import sys, time, houseway
game = houseway.game(sys.argv[1])
game.maths, game.editions
began = time.perf_counter()
game.analyze(wager=sys.argv[2])
print(time.perf_counter() - began)
"""
FIRST_ASKED = (
    ("three-card-split", "primary", 0.1),
    ("deuces-wild", "five-card-fortune", 1.0),
)
"""What is asked first in a new process, with the seconds wanted: every strategy, every option."""
CORES = (("triple-attack",), ("deuces-wild", "dueling", "three-card-split"))
"""The whole book on two cores: which games each process takes."""


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def book_on_two_cores(cache: str | None) -> tuple[float, int]:
    """Seconds for every figure of every game in two new processes, their start included, and how many entries."""
    environment = dict(os.environ)
    if cache is not None:
        environment["XDG_CACHE_HOME"] = cache
    began = time.perf_counter()
    running = [
        subprocess.Popen([sys.executable, "-c", WHOLE_BOOK, *slugs], env=environment, stdout=subprocess.PIPE, text=True)
        for slugs in CORES
    ]
    entries = sum(int(process.communicate(timeout=HOURS)[0].split()[1]) for process in running)
    return time.perf_counter() - began, entries


def book_again() -> float:
    """Processor seconds for every figure of every game, compiled, after every memo was cleared."""
    command = [sys.executable, "-c", BOOK_AGAIN]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, timeout=HOURS).stdout)


def first_in_a_process(slug: str, wager: str) -> float:
    """Seconds for all figures of a wager in a process that has computed nothing yet, its imports left out."""
    command = [sys.executable, "-c", FIRST, slug, wager]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout)


def solve_anew(rules: BlackjackRules) -> float:
    """A solve that remembers nothing of the one before: not the dealer's part, which no pay changes."""
    for module in (dealer, hands, solver):
        for piece in vars(module).values():
            if hasattr(piece, "cache_clear"):
                piece.cache_clear()
    return solve(rules).value


def beside_farmer(path: Path, rules: BlackjackRules, passes: int) -> bool:
    """Print what processor time a solve takes here and there, by turns; whether both come to the same nine digits."""
    own: list[float] = []
    theirs: list[float] = []
    values = set()
    for _ in range(passes):
        began = time.process_time()
        value = solve_anew(rules)
        own.append(time.process_time() - began)
        done = subprocess.run([path], capture_output=True, text=True, check=True, timeout=600)
        seconds, percent = map(float, done.stdout.split())
        theirs.append(seconds)
        values |= {f"{100 * value:+.9f}", f"{percent:+.9f}"}
    here, there = (1000 * statistics.median(times) for times in (own, theirs))
    print(f"\nOrdinary blackjack, eight decks: {' and '.join(sorted(values))} % of the wager")
    print(f"here {here:.1f} ms, Farmer's analyser {there:.1f} ms, ratio of medians {here / there:.2f} (wanted 1)")
    return len(values) == 1


def changed_pay(slug: str, wager: str, event: str) -> Callable[[], object]:
    game = houseway.game(slug)
    paytable = game.edition().paytable_ids(wager)[0]
    pays = iter(range(1, 10**6))
    return lambda: game.analyze(wager=wager, paytable=paytable, pays={event: str(10 + next(pays) % 7)})


def simulation(slug: str, wager: str) -> Callable[[], object]:
    game = houseway.game(slug)
    program = plan(game, game.setup(wagers=[wager]), {1: {wager: 100}}).make()
    return lambda: program.run(1, 0, ROUNDS)


def compare(release: Path) -> int:
    """Print how the same questions go here and in release 0.1."""
    print(f"{'processor time':<48}{'now, ms':>10}{'0.1, ms':>10}{'ratio':>8}{'wanted':>8}")
    for asked, now, then in beside(release):
        print(
            f"{asked.name:<48}{1000 * now:>10.1f}{1000 * then:>10.1f}{now / then:>8.2f}{asked.wanted:>8.2f}", flush=True
        )
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="passes; the median counts")
    parser.add_argument("--cold", action="store_true", help="also time a first run with an empty cache")
    parser.add_argument(
        "--release-01", type=Path, help="only compare with a checkout of release 0.1, which has a .venv"
    )
    parser.add_argument("--farmer", type=Path, metavar="PATH", help="Farmer's analyser, built: see above")
    arguments = parser.parse_args()
    if arguments.release_01 is not None:
        return compare(arguments.release_01)
    if arguments.farmer is not None and not arguments.farmer.is_file():
        parser.error(f"there is no {arguments.farmer}: build the analyser first")

    games = all_games()
    attack = maths.rules(houseway.game("triple-attack"))
    eight = BlackjackRules(shoe=shoe_of(8))
    dealt = np.random.default_rng(1).permuted(np.tile(np.arange(53, dtype=np.uint8), (1 << 12, 1)), axis=1)[:, :5]
    batch = np.ascontiguousarray(np.tile(dealt, (HANDS >> 12, 1)))
    times: dict[str, tuple[Callable[[], object], float]] = {
        "triple-attack, composition-dependent solve": (lambda: solve_anew(attack), 0.200),
        "triple-attack, a changed pay of the attacks": (
            changed_pay("triple-attack", "first-attack", "blackjack"),
            0.025,
        ),
        "ordinary blackjack, eight decks": (lambda: solve_anew(eight), 0.350),
        "deuces-wild, a changed ante pay": (changed_pay("deuces-wild", "ante", "flush"), 0.020),
        "deuces-wild, a changed fortune pay": (changed_pay("deuces-wild", "five-card-fortune", "flush"), 0.020),
        "three-card-split, a changed pay": (changed_pay("three-card-split", "four-card-bonus", "two-pair"), 0.020),
        "dueling, a changed combo pay": (changed_pay("dueling", "combo-bet", "pair"), 0.020),
    }
    rates = {f"{slug}, {wager}": (simulation(slug, wager), wanted) for slug, (wager, wanted) in PRIMARY.items()}
    rates["five-card hands with wilds, in batches"] = (lambda: classify5(batch), 250e6)
    for work, _ in (*times.values(), *rates.values()):
        work()
    found: dict[str, list[float]] = {name: [] for name in (*times, *rates)}
    for _ in range(arguments.repeats):
        for name, (work, _) in times.items():
            work()  # what is kept from one changed pay to the next was forgotten by a solve from nothing
            found[name].append(timed(work))
        for name, (work, _) in rates.items():
            found[name].append(timed(work))
    print(f"{'warm, in process':<44}{'milliseconds':>14}{'wanted':>10}")
    for name, (_, wanted) in times.items():
        print(f"{name:<44}{1000 * statistics.median(found[name]):>14.1f}{1000 * wanted:>10.0f}")
    print(f"\n{'compiled rounds (hands), one seat, one core':<44}{'M a second':>14}{'wanted':>10}")
    for name, (_, wanted) in rates.items():
        size = HANDS if name.startswith("five-card") else ROUNDS
        print(f"{name:<44}{size / statistics.median(found[name]) / 1e6:>14.1f}{wanted / 1e6:>10.0f}")

    changed_pays.tell(games)

    print(f"\n{'first asked in a new process':<44}{'milliseconds':>14}{'wanted':>10}")
    for slug, wager, wanted in FIRST_ASKED:
        seconds = statistics.median(first_in_a_process(slug, wager) for _ in range(3))
        print(f"{f'{slug}, {wager}':<44}{1000 * seconds:>14.1f}{1000 * wanted:>10.0f}")

    same = arguments.farmer is None or beside_farmer(arguments.farmer.resolve(), eight, 3 * arguments.repeats)

    seconds, entries = book_on_two_cores(None)
    print(f"\nThe whole book ({len(games)} games, {entries} entries), two new processes: {seconds:.1f} s (wanted 3 s)")
    print(f"The same in one process, compiled and every memo cleared: {book_again():.2f} s of processor (wanted 2.5 s)")
    if arguments.cold:
        with tempfile.TemporaryDirectory() as empty:
            seconds, _ = book_on_two_cores(empty)
        print(f"The same where nothing was compiled before: {seconds:.1f} s (wanted 60 s)")
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"Most memory of any of these processes: {most / 1024:.0f} MiB (wanted under 1024)")
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
