"""A month's reports at one size of the journal and at ten times that: they should take as long.

``python -m benchmarks.bench_reports --entries 1000000`` builds a month of closed days at four tables twice, with so
many entries and with ten times as many, and prints what reports of the month take at each, and what a page of entries,
of rounds and a search by time take. Presses, prizes, failures, readings, deposits and closes are commands; what makes
the journal large are notes of the procedure between them, chained and written in bulk, as nobody has a day for ten
million commands. The journals are files, or on a PostgreSQL that is started for them (``--postgres``).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from houseway.floor import command_index as c
from houseway.floor.floor import Floor, Order
from houseway.floor.kinds.of_table import ProcedureNoted
from houseway.floor.permission.people import panel_of
from houseway.floor.states import table_stream
from houseway.journal.engines.engine import Beginning, Pending
from houseway.journal.entries import (
    Entry,
    Head,
    canonical,
    canonical_counts,
    canonical_lines,
    chain_hash,
    command_proof,
    listed,
)
from houseway.reports.floor import Wanted, make, period
from tests.floor.houses import DAY, HOUR, SECOND, START, House, attack_table
from tests.postgres import postgres_server, schema_url

DAYS = 30
TABLES = tuple(f"A{number}" for number in range(1, 5))
PRESSES = 20
"""Presses at each table and day."""

TOGETHER, COMMIT = 500, 25_000
"""Notes of one command, and of one commit."""

MOST = 1.3
"""What ten times the entries may take, as a multiple."""

TURNS, SECONDS = 10, 0.5
"""How often something is done at least, and for how long: what takes a millisecond is done often. The quickest
counts."""

REPORTS = ("play", "growth", "ledger", "escrow", "hits", "counts", "meters", "jackpots", "malfunctions")
"""The reports that read what days were closed with."""

HIT = "queen-of-hearts-pair-w-dealer-blackjack"
"""What is won at one table each day."""


def month(url: str | Path, seals: Path, entries: int) -> None:
    """Thirty gaming days, each closed, with so many entries in all."""
    floor = Floor.open(url, create=True, seals=seals, key=seals.with_suffix(".key"), clock=lambda: START + 99 * DAY)
    house = House(floor)
    house.build(tables=[attack_table(id) for id in TABLES])
    notes = max(0, entries // (DAYS * len(TABLES)) - PRESSES)
    for day in range(DAYS):
        house.at = begins = START + HOUR + day * DAY
        begun = {id: floor.table(id).round for id in TABLES}
        orders = [
            Order(
                c.Tabulate(table=id, round=begun[id] + place + 1, picture={"1": (1 + place % 5,)}),
                f"{id}-{day}-{place}",
                panel_of(id),
                begins + place * SECOND,
            )
            for place in range(PRESSES)
            for id in TABLES
        ]
        for answer in floor.do_all(orders):
            assert isinstance(answer, dict), answer
        happen(house)
        for id in TABLES:
            note(floor, id, notes, begins + HOUR)
        house.at = begins + 12 * HOUR
        house.deposit_all("attack")
        house.close_day()
    floor.close()


def happen(house: House) -> None:
    """What else a day brings: a prize won and paid, equipment out of order and repaired, a counter read."""
    house.at += 30 * SECOND
    first, second = TABLES[:2]
    house.tabulate(first, 1)
    for hit in house.claim(first, (1, "jackpot", HIT)):
        house.settle_hit(hit)
    house.do(c.FailTable(table=second, what="the panel is dark"), "tell")
    house.do(c.RestoreTable(table=second, how="the panel was changed"), "tell")
    house.do(c.ReadCounter(table=second, reading=house.floor.table(second).counted), "cole")


def note(floor: Floor, table: str, number: int, begins: int) -> None:
    """Write so many notes of the procedure to a table's stream within ten hours, as commands would."""
    journal, stream = floor.journal, table_stream(table)
    journal.state(stream)
    standing = journal._standings[stream]
    kind, who = ProcedureNoted.KIND, panel_of(table)
    body = canonical(ProcedureNoted(clause="dealing 1", text="the deck is washed", round=1))
    nothing = canonical_lines(()), canonical_counts(())
    done = 0
    while done < number:
        pending = Pending()
        journal.engine.begin(Beginning(locked=(stream,), cached={stream: standing.head}, long=True))
        while done < number and len(pending.entries) < COMMIT:
            count = min(TOGETHER, number - done)
            head = standing.head
            places = [(stream, head.number + 1 + place) for place in range(count)]
            command, digest, reply = f"note/{stream}/{head.number}", b"\0" * 32, canonical({})
            written = listed(places)
            proof = command_proof(digest, reply, written)
            for place, (_, next_number) in enumerate(places):
                at = begins + (done + place) * 10 * HOUR // number
                fields = (stream, next_number, command, who, at, kind, body, *nothing, proof, head.hash)
                head = Head(next_number, at, chain_hash(*fields))
                pending.entries.append(Entry(*fields, head.hash))
            pending.commands.append((command, digest, reply, stream, places[0][1], written))
            pending.heads[stream] = standing.head = head
            done += count
        journal.engine.commit(pending)
    standing.number = standing.head.number


def tasks(url: str | Path, seals: Path, reports: Sequence[str]) -> dict[str, Callable[[], object]]:
    """What is measured: each report of the month, the floor opened for it as a page of the office does; and pages."""

    def opened() -> Floor:
        return Floor.open(url, readonly=True, seals=seals, key=seals.with_suffix(".key"))

    def report(name: str) -> None:
        floor = opened()
        days = period("2024-05-01", "2024-05-30", floor.property.zone, floor.property.day_starts)
        make(name, floor, Wanted(period=days, now=START + 40 * DAY))
        floor.close()

    journal, stream = opened().journal, table_stream(TABLES[0])
    middle = journal.head(stream).number // 2
    return {
        **{f"report {name}": partial(report, name) for name in reports},
        "a page of entries": lambda: list(journal.read(stream, middle, middle + 200)),
        "a page of rounds": lambda: journal.rounds(stream, most=50),
        "a search by time": lambda: journal.since(stream, START + 15 * DAY),
    }


def quickest(*turns: Callable[[], object]) -> list[float]:
    """Seconds that each takes at its quickest, one after the other and again: what else the machine does hits all."""
    found = [math.inf for _ in turns]
    until, done = perf_counter() + SECONDS, 0
    while done < TURNS or perf_counter() < until:
        done += 1
        for place, do in enumerate(turns):
            began = perf_counter()
            do()
            found[place] = min(found[place], perf_counter() - began)
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000, help="of the smaller journal")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL that is started for it; else in files")
    parser.add_argument("--reports", nargs="+", default=REPORTS, help="which reports of the month are made")
    parser.add_argument("--strict", action="store_true", help=f"fail where a report takes over {MOST} times as long")
    asked = parser.parse_args(argv)
    slower = []
    with TemporaryDirectory() as folder, postgres_server() if asked.postgres else nullcontext() as server:
        built = []
        for entries in (asked.entries, 10 * asked.entries):
            place = Path(folder, f"{entries}.db") if server is None else schema_url(server)
            seals = Path(folder, f"{entries}.seals")
            began = perf_counter()
            month(place, seals, entries)
            print(f"{entries:,} entries written in {perf_counter() - began:.0f} s", flush=True)
            built.append(tasks(place, seals, asked.reports))
        for name in built[0]:
            small, large = quickest(*(each[name] for each in built))
            print(f"{name}: {1000 * small:.2f} ms, with ten times the entries {1000 * large:.2f}: {large / small:.2f}")
            if name.startswith("report") and large > MOST * small:
                slower.append(name)
    if asked.strict and slower:
        raise SystemExit(f"longer with ten times the entries: {', '.join(slower)}")


if __name__ == "__main__":
    main()
