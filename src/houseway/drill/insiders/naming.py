"""Whether what people were let do stands in the reports that an auditor reads, with the names of those who did it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houseway.drill.insiders.attempt import Taken
from houseway.drill.insiders.crews import PEOPLE
from houseway.drill.insiders.insider_house import House
from houseway.floor.context import gaming_day
from houseway.floor.permission.people import device_of
from houseway.reports.document import Document, Table
from houseway.reports.floor import Wanted, days_of, make
from houseway.reports.floor.daily_close import SIGNED_BY_TWO
from houseway.reports.numbers import Value

NAMES = {person.id: person.name for person in PEOPLE}

Rows = list[tuple[Value, ...]]


def unreported(house: House, taken: Iterable[Taken]) -> list[str]:
    """What the audit trail and the daily close leave out of commands that were taken, in words."""
    floor = house.floor
    began = min(next(iter(floor.journal.read(stream, 1, 2))).at for stream in floor.journal.streams())
    first = gaming_day(began, floor.property.zone, floor.property.day_starts)
    wanted = Wanted(days_of(floor, house.at, since=first), house.at)
    trail, close = (make(name, floor, wanted) for name in ("audit", "day"))
    listed = [(row[5], row[6] or None, str(row[7])) for row in _rows(trail, "Entries")]
    people = {str(row[0]): row[1] for row in _rows(trail, "Summary") if len(row) == 5}
    two = {str(row[4]): (str(row[2]), str(row[3])) for row in _rows(close, SIGNED_BY_TWO)}
    return list(_left_out(house, taken, listed, people, two))


def _left_out(
    house: House,
    taken: Iterable[Taken],
    listed: list[tuple[Value, Value, str]],
    people: dict[str, Value],
    two: dict[str, tuple[str, str]],
) -> Iterator[str]:
    places = _places(house)
    for deed in taken:
        who, second = deed.signed
        for id in deed.ids:
            kinds, streams = places[id]
            if who and not device_of(who) and (who, second, id) not in listed:
                yield f"the audit trail does not say that {deed.signed} gave {' and '.join(kinds)}"
            for person in filter(None, deed.signed):
                if people.get(person) != NAMES.get(person, ""):
                    yield f"the audit trail does not name {person}"
            names = next((two[place] for place in streams if place in two), ("", ""))
            if second and not (NAMES[who] in names[0] and NAMES[second] in names[1]):
                yield f"the daily close does not name {NAMES[who]} and {NAMES[second]} for {' and '.join(kinds)}"


def _places(house: House) -> dict[str, tuple[list[str], list[str]]]:
    """By command, the kinds of its entries and where they stand."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for stream in house.floor.journal.streams():
        for entry in house.floor.journal.read(stream):
            kinds, places = found.setdefault(entry.command, ([], []))
            kinds.append(entry.kind)
            places.append(f"{stream} #{entry.number}")
    return found


def _rows(document: Document, title: str) -> Iterator[tuple[Value, ...]]:
    for section in document.sections:
        if section.title == title:
            for piece in section.pieces:
                if isinstance(piece, Table):
                    yield from piece.rows
