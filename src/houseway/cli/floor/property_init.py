"""``houseway property init``: a whole property from its configuration, as commands in one go."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from houseway.cli.floor.floor_database import database_of, seal_files
from houseway.cli.floor.terminal_desk import now, seal
from houseway.cli.screen.streams import put_json
from houseway.compliance.check import Finding, check
from houseway.compliance.configuration import Person, Property, load
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor, Order
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.permission.controls import SEGREGATION
from houseway.floor.permission.people import may_be_second
from houseway.journal.engines.places import sqlite_path
from houseway.journal.journal_errors import BadJournal

MADE = ("people", "licences", "approvals", "jackpots", "tables", "promotions")
"""What a configuration holds, in the order in which it is made."""


def run(config: str, *, database: str | None, who: str | None, second: str | None, as_json: bool) -> int:
    """Make the property; 0 when it is there, 1 when its configuration does not pass."""
    path = Path(config)
    property = load(path)
    at = now()
    day = gaming_day(at, property.zone, property.day_starts)
    # The property begins today: it is judged by what holds today, whatever day the file was written for.
    findings = check(msgspec.structs.replace(property, on=day))
    if findings:
        _show_findings(property, day, findings, as_json=as_json)
        return 1
    people = _two(property, who, second)
    ended = [promotion.id for promotion in property.promotions if promotion.until < day]
    orders = list(_orders(property, hashlib.sha256(path.read_bytes()).hexdigest()[:16], *people, at, ended))
    _rehearse(orders)
    url = database_of(database)
    folder = (sqlite_path(url) or Path()).absolute().parent
    if not folder.is_dir():
        raise BadJournal(f"there is no folder {folder}", remedy="make it first, or name another place")
    floor = Floor.open(url, create=True, **seal_files())
    try:
        repeated = _make(floor, orders)
        seal(floor.journal, at)
        _show(floor, property, url, ended, repeated=repeated, as_json=as_json)
    finally:
        floor.close()
    return 0


def _orders(
    property: Property, digest: str, who: str, second: str | None, at: int, ended: Sequence[str]
) -> Iterator[Order]:
    """The commands that make the property, each with an id that the same file gives again.

    Promotions that have ``ended`` are left out: those of a property that was made before them stay as they are.
    """
    made: list[c.Command] = [
        c.CreateProperty.of(property),
        *(c.AddLicence(licence=licence) for licence in property.licences),
        *(c.AddApproval(approval=approval) for approval in property.approvals),
        *(c.AddJackpot(jackpot=jackpot) for jackpot in property.jackpots),
        *(c.AddTable(table=table) for table in property.tables),
        *(c.AddPromotion(promotion=promotion) for promotion in property.promotions),
    ]
    named = (who,) if second is None else (who, second)
    for number, command in enumerate(made, start=1):
        if isinstance(command, c.AddPromotion) and command.promotion.id in ended:
            continue
        yield Order(command, f"init-{digest}-{number}", who, at, second, named=named)


def _two(property: Property, who: str | None, second: str | None) -> tuple[str, str | None]:
    """Who makes the property, and the second person: those named by whoever runs this, and nobody else.

    Nobody is picked from the file: a signature that nobody gave would stand in the journal for ever.
    """
    people: dict[str, Person] = {person.id: person for person in property.people}
    if not who:
        raise NotPermitted(
            "it is not said who makes this property",
            clause=SEGREGATION,
            remedy="name an administrator of its file with --as WHO, or in HOUSEWAY_WHO",
        )
    could = may_be_second(people, who)
    if second is None and could:
        raise NotPermitted(
            f"a property is made by two people, and {who} is alone",
            clause=SEGREGATION,
            remedy=f"name the second person with --second: {', '.join(could)}",
        )
    return who, second


def _rehearse(orders: list[Order]) -> None:
    """Do it all in a journal that is thrown away: what would be refused there is refused before anything is made."""
    with TemporaryDirectory() as folder:
        floor = Floor.open(Path(folder) / "rehearsal.db", create=True)
        try:
            _refuse(orders, floor.do_all(orders))
        finally:
            floor.close()


def _refuse(orders: list[Order], outcomes: list[dict[str, Any] | HousewayError]) -> None:
    for order, outcome in zip(orders, outcomes, strict=True):
        if isinstance(outcome, HousewayError):
            outcome.message = f"{order.command.__struct_config__.tag}: {outcome.message}"
            raise outcome


def _make(floor: Floor, orders: list[Order]) -> bool:
    """Make it; whether the very same was made before."""
    first, *rest = orders
    repeated = floor.journal.command(first.id) is not None
    if not repeated and floor.property.name:
        raise WrongState(
            f"this journal belongs to {floor.property.name} already",
            remedy="begin another journal with --database; a running property is changed by its own commands",
        )
    floor.do(first.command, id=first.id, who=first.who, at=first.at, second=first.second, named=first.named)
    _refuse(rest, floor.do_all(rest))
    return repeated


def _show_findings(property: Property, day: str, findings: list[Finding], *, as_json: bool) -> None:
    if as_json:
        listed = [msgspec.to_builtins(finding) for finding in findings]
        put_json({"property": property.name, "profile": property.profile, "on": day, "findings": listed})
        return
    from houseway.cli.records.check_command import draw_findings

    draw_findings(msgspec.structs.replace(property, on=day), findings)


def _show(floor: Floor, property: Property, url: str, ended: Sequence[str], *, repeated: bool, as_json: bool) -> None:
    made = {name: [_name(item) for item in getattr(property, name)] for name in MADE}
    made["promotions"] = [id for id in made["promotions"] if id not in ended]
    book = floor.journal.seal_book
    files = {"seals": str(book.path), "key": str(book.key)} if book is not None else {"seals": None, "key": None}
    if as_json:
        put_json(
            {"property": property.name, "profile": property.profile, "database": url, **files}
            | {"repeated": repeated, "made": made, "ended": list(ended)}
        )
        return
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.screen.drawing import make_console

    console = make_console()
    done = "was made from this file before; nothing changed" if repeated else "is made"
    console.print(Text.assemble((property.name, "title"), f" {done}."))
    grid = Table.grid(padding=(0, 2, 0, 2))
    for name, items in made.items():
        if items:
            grid.add_row(name, str(len(items)), Text(", ".join(items)))
    console.print(grid)
    if ended:
        console.print(Text(f"Left out, because they have ended: {', '.join(ended)}.", style="said"))
    console.print()
    where = Table.grid(padding=(0, 2, 0, 2))
    where.add_row("journal", Text(url, style="word"))
    where.add_row("seals", Text(files["seals"] or "none: name a file in HOUSEWAY_SEALS", style="word"))
    where.add_row("key", Text(files["key"] or "none", style="word"))
    console.print(where)
    if book is not None:
        console.print(
            Text(
                "Keep copies of the seals and the key where nobody who can change the journal can change them.",
                style="said",
            )
        )


def _name(item: Any) -> str:
    return str(getattr(item, "id", None) or item.number)
