"""A billion rounds of every game against the exact figures, corrected for how many are compared.

``python -m benchmarks.billion`` takes some ten minutes of processor time and ends with 1 if a mean or a hit frequency
is too far from its exact value. ``--rounds`` takes fewer for a trial; ``--page docs/simulation.md`` writes the page.

The first table of each game is played for all the rounds: every wager, with one seat more for what differs by who bets
what (Five Card Fortune without an Ante, the Dealer spot, a second primary hand). The others are played for a tenth of
them: they go through every edition, paytable, option and named strategy, with other amounts on the meters. Which there
are follows from the editions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TextIO

import houseway
from houseway.facade import Game
from houseway.maths.strategy import Strategy
from houseway.registry import all_games
from houseway.reports.numbers import MINUS, shown
from houseway.simulation.exact import FREE
from houseway.simulation.plan import plan
from houseway.simulation.report import Column, SimulationReport, far_for
from houseway.simulation.run import simulate
from houseway.table.setup import Setup

SEED = 2026
OPTIMAL = "optimal"
SHARE = 10
"""Rounds of a first table for each round of another."""

SEATS: dict[str, tuple[tuple[str, ...], ...]] = {
    "deuces-wild": (("ante", "three-card-treasure", "five-card-fortune", "bonus-jackpot"), ("five-card-fortune",)),
    "dueling": (("player", "tie-plus", "combo-bet", "tie-after-tie"), ("dealer", "two-plus-two")),
    "three-card-split": (("primary", "three-card-bonus", "four-card-bonus", "jackpot"), ("primary",)),
    "triple-attack": (
        (
            "first-attack",
            "suited-royals",
            "double-match-up",
            "double-match-down",
            "triple-match",
            "jackpot",
            "jackpot-2",
        ),
    ),
}
"""What each seat bets. A game may be without an entry: then one seat bets all that is usual."""

ONE_SPOT = {"player": "play", "dealer": "play"}
"""The spot of a layout with one in the place of those of a layout with two."""

HEAD = """# Simulation against the exact figures

{rounds:,} rounds of each game at its first table, and {fewer:,} at every other one: every edition, wager, paytable,
option and named strategy, with the amounts on the meters as stated. Each round is dealt from a fresh shoe, and any of
them can be dealt again at the readable table by its name, (seed, number). *Mean* is the player's net per unit of the
wager and *z* how many standard errors it lies from the exact value; *hit* is how often the wager ends above zero, with
its own *z* where the exact frequency is known to every digit.

{compared} figures are compared. One that is {far:.2f} or more standard errors away would fail: all together are as
unlikely to do so by chance as one alone is at 3. The farthest is {worst:.2f} away.

Made by `python -m benchmarks.billion --page docs/simulation.md`; `make soak` runs the same. On a GPU (`--on gpu`) a
seed has the same rounds and the same sums: [benchmarks.md](benchmarks.md#on-a-gpu) has how many a second.

Many tables in one go, stopped and gone on with: [sweeps](sweeps.md).
"""


class Table(NamedTuple):
    """One table to be simulated: every seat plays the same strategy."""

    game: Game
    setup: Setup
    wagers: dict[int, dict[str, int]]
    strategy: str
    meters: dict[str, int]
    share: int
    """It is played for all the rounds divided by this."""


def tables(game: Game) -> Iterator[Table]:
    """The first table of ``game``, then those that go through its editions, paytables, options and strategies."""
    for name in game.editions:
        rules = game.edition(name)
        choices = {slug: rules.paytable_ids(slug) for slug in rules.initial_wagers if len(rules.paytable_ids(slug)) > 1}
        options = {slug: option.values for slug, option in rules.options.items() if slug not in FREE}
        first = name == next(iter(game.editions))
        for number in range(max(map(len, (*choices.values(), *options.values())), default=1)):
            chosen = {
                slug: values[_turn(number, place, values)] for place, (slug, values) in enumerate(options.items())
            }
            picked = {slug: ids[number % len(ids)] for slug, ids in choices.items()}
            setup = game.demonstration(name, chosen, picked)
            yield _table(game, setup, number, share=1 if first and number == 0 else SHARE)
    usual = game.demonstration()
    for name in game.strategies:
        if name != OPTIMAL:
            yield _table(game, usual, 0, share=SHARE, strategy=name)


def _turn(number: int, place: int, values: Sequence[str]) -> int:
    """Which value comes in table ``number``; the options with two values do not all change together."""
    return (number if len(values) > 2 or place % 2 == 0 else number // 2) % len(values)


def _wagers(game: Game, setup: Setup) -> dict[int, dict[str, int]]:
    usual = {**dict.fromkeys(("dealer", "play"), 1000), **game.house["usual"]}
    seats = SEATS.get(game.slug, (tuple(game.house["usual"]),))
    one_spot = setup.options.get("spots") == "play"
    found = {}
    for seat, placed in enumerate(seats, start=1):
        slugs = [ONE_SPOT.get(wager, wager) if one_spot else wager for wager in placed]
        found[seat] = {
            slug: setup.fixed_amount(slug) or max(usual[slug], setup.minimums.get(slug, 0)) for slug in slugs
        }
    return found


def _table(game: Game, setup: Setup, number: int, *, share: int, strategy: str = OPTIMAL) -> Table:
    # Each table has other amounts on its meters: the exact value must follow.
    house = game.house.get("meters", {})
    meters = {name: house[name] * (2 + number) // 2 for name in setup.meters if name in house}
    return Table(game, setup, _wagers(game, setup), strategy, meters, share)


def _strategy(found: Table) -> Strategy | None:
    """The strategy of a table; nothing for the best play."""
    if found.strategy == OPTIMAL:
        return None
    at_table = getattr(found.game.maths, "at_table", None)
    if at_table is None:
        made: Strategy = found.game.strategy(found.strategy, edition=found.setup.edition.slug)
    else:
        made = at_table(found.strategy, found.game, found.setup, found.wagers[1])
    return made


# -- the run


class Clock:
    """Says on standard error how far the run is, and how much longer it will take."""

    def __init__(self, total: int, to: TextIO | None = None) -> None:
        self.total = total
        self._to = to or sys.stderr
        self._began = self._said = perf_counter()
        self._before = 0

    def over(self, name: str, rounds: int) -> None:
        """``rounds`` of a table called ``name`` are done."""
        self._before += rounds
        self.tell(name, 0)

    def tell(self, name: str, done: int) -> None:
        """``done`` rounds of the table called ``name`` are done; said every ten seconds."""
        now = perf_counter()
        if now - self._said < 10 and done:
            return
        self._said = now
        part = (self._before + done) / self.total
        left = (now - self._began) * (1 - part) / part if part else 0
        print(f"{part:6.1%}  {left / 60:5.1f} minutes left  {name}", file=self._to, flush=True)


def played(found: Table, seed: int, rounds: int, clock: Clock, workers: int | None = None) -> SimulationReport:
    """The simulation of one table."""
    planned = plan(found.game, found.setup, found.wagers, _strategy(found), found.meters)
    count = max(1, rounds // found.share)
    name = f"{found.game.slug}, table of seed {seed}"
    report = simulate(
        planned,
        seed=seed,
        rounds=count,
        exact=True,
        workers=workers,
        progress=lambda done, _: clock.tell(name, done),
    )
    clock.over(name, count)
    return report


def compared(reports: Sequence[SimulationReport]) -> list[tuple[Column, float]]:
    """Every mean and every hit frequency that has an exact value, with how far away it is."""
    return [
        (column, abs(z))
        for report in reports
        for column in report.columns
        for z in (column.z, column.hit_z)
        if z is not None
    ]


def missing(reports: Sequence[SimulationReport]) -> list[tuple[SimulationReport, Column]]:
    """Columns without an exact value: there must be none."""
    return [(report, column) for report in reports for column in report.columns if column.exact is None]


def page(reports: Sequence[SimulationReport], rounds: int) -> str:
    """The page: a section for each game, a table for each of its tables."""
    found = compared(reports)
    text = HEAD.format(
        rounds=rounds,
        fewer=max(1, rounds // SHARE),
        compared=len(found),
        far=far_for(len(found)),
        worst=max(z for _, z in found),
    )
    game = ""
    for report in reports:
        if report.game != game:
            game = report.game
            text += f"\n## {houseway.game(game).name}\n"
        assumed = "; ".join(f"{name} {value}" for name, value in report.assumed.assumed)
        said = f"edition {report.edition}, strategy {report.strategy}"
        text += f"\n{report.rounds:,} rounds of seed {report.seed}: {said}{f'; {assumed}' if assumed else ''}.\n\n"
        text += "| wager | seat | mean | standard error | exact | z | hit | exact hit | z |\n"
        text += "|:--|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        text += "".join(f"| {' | '.join(_cells(column))} |\n" for column in report.columns)
    return text


def _cells(column: Column) -> list[str]:
    return [
        column.wager,
        str(column.seat),
        shown(column.mean, "units"),
        f"{column.standard_error:.1e}".replace("-", MINUS),
        shown(column.exact, "units"),
        _signed(column.z),
        shown(column.hit_frequency, "percent"),
        shown(column.exact_hit_frequency, "percent"),
        _signed(column.hit_z),
    ]


def _signed(z: float | None) -> str:
    return "–" if z is None else f"{z:+.2f}".replace("-", MINUS)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=lambda text: int(float(text)), default=10**9)
    parser.add_argument("--game", choices=sorted(all_games()), help="this game alone")
    parser.add_argument("--page", type=Path, help="the file to write the page to")
    parser.add_argument("--workers", type=int, help="threads; one for each core if left out")
    arguments = parser.parse_args(argv)
    listed = [
        found for slug, game in sorted(all_games().items()) if arguments.game in (None, slug) for found in tables(game)
    ]
    clock = Clock(sum(max(1, arguments.rounds // found.share) for found in listed))
    reports = [
        played(found, SEED + number, arguments.rounds, clock, arguments.workers) for number, found in enumerate(listed)
    ]
    if arguments.page is not None:
        arguments.page.write_text(page(reports, arguments.rounds), encoding="utf-8")
    found = compared(reports)
    far = far_for(len(found))
    failed = [(column, z) for column, z in found if z >= far]
    for column, z in failed:
        print(f"{column.wager}, seat {column.seat}: {z:.2f} standard errors from the exact value ({column.exact})")
    for report, column in missing(reports):
        print(f"{report.game} {report.options}: {column.wager} has no exact value to compare with")
    worst = max(z for _, z in found)
    print(f"{len(found)} figures compared; the farthest is {worst:.2f} standard errors away, {far:.2f} would fail")
    return 1 if failed or missing(reports) else 0


if __name__ == "__main__":
    raise SystemExit(main())
