"""A billion rounds of every game, every wager at one seat, against the exact figures; written to docs/simulation.md.

``python -m benchmarks.billion`` takes some minutes on two cores. ``--rounds`` takes fewer for a trial.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import houseway
from benchmarks.bench_engine import EVERY_WAGER
from houseway.registry import all_games
from houseway.simulation.plan import plan
from houseway.simulation.report import SimulationReport
from houseway.simulation.run import simulate

PAGE = Path(__file__).parent.parent / "docs" / "simulation.md"
SEED = 2026
HEAD = """# Simulation against the exact figures

{rounds:,} rounds of each game with every wager placed at one seat, seed {seed}, best play, a fresh shoe for each
round, the meters of an ordinary house. *Mean* is the player's net per unit of the wager, *z* how many standard errors
it lies from the exact value. Made by `python -m benchmarks.billion`; any of these rounds can be dealt again at the
readable table by its name, (seed, number).

| game | wager | mean | standard error | exact | z |
|:--|:--|--:|--:|--:|--:|
"""


SETS = [
    *((slug, EVERY_WAGER[slug]) for slug in all_games()),
    # A player may bet on four of Dueling's spots: the fifth has a run of its own.
    ("dueling", {"dealer": 500, "two-plus-two": 100}),
]


def report(slug: str, wagers: dict[str, int], rounds: int) -> SimulationReport:
    game = houseway.game(slug)
    chosen = plan(game, game.demonstration(), {1: wagers}, meters=game.house["meters"])

    def progress(done: int, _: int | None) -> None:
        print(f"\r{slug} {done / rounds:.0%}", end="", file=sys.stderr, flush=True)

    return simulate(chosen, seed=SEED, rounds=rounds, exact=True, progress=progress)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=lambda text: int(float(text)), default=10**9)
    arguments = parser.parse_args()
    lines = []
    worst = 0.0
    for slug, wagers in sorted(SETS, key=lambda item: item[0]):
        for column in report(slug, wagers, arguments.rounds).columns:
            if column.exact is None or column.z is None:
                lines.append(f"| {slug} | {column.wager} | {column.mean:+.6f} | {column.standard_error:.1e} | – | – |")
                continue
            worst = max(worst, abs(column.z))
            lines.append(
                f"| {slug} | {column.wager} | {column.mean:+.6f} | {column.standard_error:.1e} "
                f"| {column.exact:+.6f} | {column.z:+.2f} |"
            )
        print(file=sys.stderr)
    PAGE.write_text(HEAD.format(rounds=arguments.rounds, seed=SEED) + "\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))
    print(f"the largest |z| is {worst:.2f}")
    return 0 if worst < 3 else 1


if __name__ == "__main__":
    raise SystemExit(main())
