"""Reading the reports of the story: their tables as rows by head, and what nobody may overlook."""

from __future__ import annotations

from typing import Any

from houseway.reports.document import Document, Section, Table, Text
from houseway.reports.floor import Wanted, make, period
from houseway.reports.numbers import Value
from tests.floor.houses import House
from tests.reports.floor_story import FIRST, NOW

ZONE = "America/Los_Angeles"
Row = dict[str, Value]


def report(house: House, name: str, first: str = FIRST, last: str | None = None, **narrowed: Any) -> Document:
    """The report of one gaming day, or of several."""
    days = period(first, last or first, ZONE, "06:00")
    return make(name, house.floor, Wanted(period=days, now=NOW, **narrowed))


def tables(document: Document, title: str, section: str = "") -> list[list[Row]]:
    """The tables called ``title``, or alone in a section called so, within the section ``section``."""
    return [
        [dict(zip([head.title for head in piece.heads], row, strict=True)) for row in piece.rows]
        for titles, piece in document.pieces()
        if isinstance(piece, Table) and title == (piece.title or titles[-1]) and (not section or section in titles)
    ]


def rows(document: Document, title: str, section: str = "") -> list[Row]:
    """The rows of the only such table."""
    [found] = tables(document, title, section)
    return found


def row(document: Document, title: str, section: str = "", **wanted: Value) -> Row:
    """The only row of it that has these values."""
    [found] = [each for each in rows(document, title, section) if wanted.items() <= each.items()]
    return found


def alarms(document: Document) -> list[str]:
    """What nobody may overlook."""
    return [piece.text for _, piece in document.pieces() if isinstance(piece, Text) and piece.alarm]


def texts(document: Document) -> str:
    """All else that is said."""
    return " ".join(piece.text for _, piece in document.pieces() if isinstance(piece, Text) and not piece.alarm)


def part(section: Section, title: str) -> Table:
    """The table called ``title`` of a section."""
    [found] = [piece for piece in section.pieces if isinstance(piece, Table) and piece.title == title]
    return found
