"""A month's reports at one size of the journal and at ten times that: they should take as long.

``python -m benchmarks.bench_reports --presses 1000000`` writes so many presses over thirty closed days at four tables,
then ten times as many, and prints what *Table games* and *Jackpot growth* of the month take at each; ``--database`` is
a PostgreSQL address with ``?schema=``, to which the size is added, and a file if left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from houseway.floor import command_index as c
from houseway.floor.floor import Floor, Order
from houseway.floor.permission.people import panel_of
from houseway.reports.floor import Wanted, make, period
from tests.floor.houses import DAY, HOUR, SECOND, START, House, attack_table

DAYS = 30
TABLES = tuple(f"A{number}" for number in range(1, 5))
TOGETHER = 500
"""Presses of one commit."""

TURNS = 5
"""How often a report is made; the quickest counts."""


def month(url: str | Path, seals: Path, presses: int) -> None:
    """Thirty gaming days with so many presses, each closed."""
    floor = Floor.open(url, create=True, seals=seals, key=seals.with_suffix(".key"), clock=lambda: START + 99 * DAY)
    house = House(floor)
    house.build(tables=[attack_table(id) for id in TABLES])
    each = presses // (DAYS * len(TABLES))
    gap = max(1, 12 * HOUR // each)
    for day in range(DAYS):
        house.at = begins = START + HOUR + day * DAY
        for first in range(0, each, TOGETHER):
            orders = []
            for place in range(first, min(each, first + TOGETHER)):
                for id in TABLES:
                    command = c.Tabulate(table=id, round=day * each + place + 1, picture={"1": (1 + place % 5,)})
                    at = begins + place * gap
                    orders.append(Order(command, f"{id}-{day}-{place}", panel_of(id), at))
            for answer in floor.do_all(orders):
                assert isinstance(answer, dict), answer
        house.at = begins + each * gap + SECOND
        house.deposit_all("attack")
        house.close_day()
    floor.close()


def quickest(url: str | Path, seals: Path, name: str) -> float:
    """Seconds for one report of the month, the floor opened for it, as a page of the office does."""
    found = []
    for _ in range(TURNS):
        began = perf_counter()
        floor = Floor.open(url, readonly=True, seals=seals, key=seals.with_suffix(".key"))
        days = period("2024-05-01", "2024-05-30", floor.property.zone, floor.property.day_starts)
        make(name, floor, Wanted(period=days, now=START + 40 * DAY))
        floor.close()
        found.append(perf_counter() - began)
    return min(found)


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=100_000, help="of the smaller journal")
    parser.add_argument("--database", default="", help="a PostgreSQL address with ?schema=; a file if left out")
    asked = parser.parse_args(argv)
    taken: dict[str, list[float]] = {"play": [], "growth": []}
    with TemporaryDirectory() as folder:
        for presses in (asked.presses, 10 * asked.presses):
            place = f"{asked.database}_{presses}" if asked.database else Path(folder, f"{presses}.db")
            seals = Path(folder, f"{presses}.seals")
            began = perf_counter()
            month(place, seals, presses)
            print(f"{presses:,} presses written in {perf_counter() - began:.0f} s", flush=True)
            for name, times in taken.items():
                times.append(quickest(place, seals, name))
    for name, (small, large) in taken.items():
        print(
            f"{name}: {1000 * small:.0f} ms, at ten times the entries {1000 * large:.0f} ms: {large / small:.2f} times"
        )


if __name__ == "__main__":
    main()
