"""A large property for the bench of the live floor: many tables of the four games, progressives shared by ten each."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from houseway.floor import command_index as c
from houseway.floor.floor import Floor, Order
from houseway.floor.permission.people import ALLOWANCE, HOUSE
from houseway.web.demo import configuration
from houseway.web.live.room import now
from houseway.web.live.runner import AUTOMATIC

LINK = 10
"""Tables that share a jackpot."""

KINDS = ("T1", "T2", "T3", "T4")
"""The tables of the demonstration that are copied, one of each game."""

GUESTS = 40
"""Tables of one game where nobody sits but a person who decides."""


PLAYERS = 2
"""Automatic players at a table."""


def table_ids(tables: int) -> list[str]:
    """The tables that deal by themselves."""
    return [f"L{number}" for number in range(1, tables + 1)]


def guest_ids() -> list[str]:
    """The tables where people decide."""
    return [f"D{number}" for number in range(1, GUESTS + 1)]


def lay_out(floor: Floor, tables: int, players: int) -> None:
    """Make the property in an empty journal, open every table and seat its automatic players."""
    demo = configuration()
    kinds = {table.id: table for table in demo.tables}
    jackpots = {jackpot.id: jackpot for jackpot in demo.jackpots}
    at = now()
    count = 0

    def do(command: c.Command, who: str, second: str | None = None) -> None:
        nonlocal count
        count += 1
        floor.do(command, id=f"bench:{count}", who=who, at=at, second=second)

    do(
        c.CreateProperty(
            name=demo.name,
            profile=demo.profile,
            zone=demo.zone,
            day_starts=demo.day_starts,
            settings=demo.settings,
            people=demo.people,
        ),
        "ada",
        "ann",
    )
    made: set[str] = set()
    wanted = [
        (id, KINDS[index % len(KINDS)], index // len(KINDS) // LINK) for index, id in enumerate(table_ids(tables))
    ]
    wanted += [(id, "T4", 1000) for id in guest_ids()]
    for id, kind, group in wanted:
        table = kinds[kind]
        names = {jackpot: f"{jackpot}-{group}" for jackpot in table.jackpots.values()}
        for old, new in names.items():
            if new not in made:
                made.add(new)
                do(c.AddJackpot(jackpot=msgspec.structs.replace(jackpots[old], id=new)), "ada", "ann")
        linked = {wager: names[jackpot] for wager, jackpot in table.jackpots.items()}
        do(c.AddTable(table=msgspec.structs.replace(table, id=id, jackpots=linked)), "ada", "ann")
        do(c.OpenTable(table=id), "sam")
    orders = []
    for id in table_ids(tables):
        for seat in range(1, players + 1):
            player = f"{AUTOMATIC}{id}-{seat}"
            orders.append(Order(c.GiveChips(player=player, amount=ALLOWANCE), f"allowance:{player}", HOUSE, at))
            orders.append(Order(c.Sit(table=id, seat=seat, player=player), f"bench:sit:{player}", "sam", at))
    for order in orders:
        floor.do(order.command, id=order.id, who=order.who, at=order.at)


def make(url: str, tables: int) -> str:
    """A new property at ``url``, which is given back."""
    floor = Floor.open(url, create=True)
    try:
        lay_out(floor, tables, PLAYERS)
    finally:
        floor.close()
    return url


def in_file(tables: int, place: Path) -> str:
    """A new property in a file of the folder ``place``."""
    return make(str(place / "floor.db"), tables)


def missing_rounds(url: str, shown: dict[str, int]) -> int:
    """Rounds that were begun and are gone, and entries that a screen showed and the journal has not; it must verify."""
    floor = Floor.open(url)
    try:
        report = floor.journal.verify()
        if report.findings:
            raise SystemExit(f"the journal does not verify: {report.findings[0]}")
        lost = 0
        for id in floor.property.tables:
            entries = list(floor.journal.read(f"table/{id}"))
            begun = [json.loads(entry.body)["round"] for entry in entries if entry.kind == "round-begun"]
            ended = sum(entry.kind in ("round-settled", "round-voided") for entry in entries)
            lost += len(set(range(1, max(begun, default=0) + 1)) - set(begun))
            lost += len(begun) - ended - (floor.table(id).live is not None)
            lost += max(0, shown.get(id, 0) - len(entries))
        return lost
    finally:
        floor.close()
