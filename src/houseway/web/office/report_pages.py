"""Reports and the audit trail as pages: documents made in a thread, by a connection of their own."""

from __future__ import annotations

from typing import Any, TypeAlias
from urllib.parse import urlencode

import msgspec
from litestar.datastructures import MultiDict

from houseway.reports.document import Document, Facts, Head, Items, Piece, Plot, Section, Table, Text
from houseway.reports.floor import Asked, make
from houseway.reports.numbers import NUMERIC, UNBROKEN, shown
from houseway.reports.writers.inline_svg import inline_svg
from houseway.web.live.journal_reader import Place
from houseway.web.live.room import now

MOST = 1_000
"""Rows of one table that a page shows; a file has them all."""

TITLES: dict[str, tuple[str, str]] = {
    "day": ("Daily close", "Rounds, counts, meters and dues of the day as they were set down."),
    "play": ("Table games", "Handle, drop, win and hold by table, game, wager, position, hour and day, with charts."),
    "theoretical": (
        "Actual against theoretical",
        "What each table, game, wager and shift won beside what it should win: its band, and how unlikely it is.",
    ),
    "advantage": (
        "Play that follows the count",
        "Whose stakes rise when the cards left in the shoe favour the player, and how unlikely that is by chance.",
    ),
    "growth": (
        "Jackpot growth",
        "Amounts, contributions, hits, reserve, escrow and deposits due, day by day, with charts.",
    ),
    "ledger": ("Ledger", "Balanced journal entries by day and account, for the books of the house."),
    "prizes": ("Prizes paid", "Each prize with its slip, method, tax withheld and net amount, by table and jackpot."),
    "checks": ("Checks", "Each check drawn for a prize or a deposit, who signed it, and what became of it."),
    "counts": ("Counts", "Wagers counted by table, sensor and position, against readings."),
    "meters": ("Meters", "Every amount: where it began, what moved it, where it stands."),
    "jackpots": ("Jackpots", "Contributions, prizes, seeds and holdings of each jackpot."),
    "escrow": ("Escrow", "What the bank account has against what it must have."),
    "hits": ("Hits", "Every hit from claim to payment, with who stood behind it."),
    "malfunctions": ("Malfunctions", "What failed, when notice was given, when it was mended."),
    "audit": ("Audit trail", "Every entry as a sentence, with who and who beside."),
    "recall": ("Game recall", "The last rounds, step by step."),
}
"""Each report by its name: its title and what it shows."""


class AskedThere(Asked, frozen=True):
    """What a report is asked for, as it stands in the address."""

    def query(self, **more: str) -> str:
        """The same as part of an address."""
        pairs = [(name, value) for name in _SINGLE if (value := getattr(self, name))]
        pairs += [("kind", kind) for kind in self.kinds]
        return urlencode([*pairs, *more.items()])


_SINGLE = ("day", "since", "until", "table", "jackpot", "person")
"""What is asked for once at most."""


def asked_of(query: MultiDict[Any]) -> AskedThere:
    """What the address asks for; what is empty there is not asked for."""

    def text(name: str) -> str | None:
        return str(query.get(name) or "").strip()[:100] or None

    kinds = tuple(kind.strip()[:100] for kind in query.getall("kind", []) if kind.strip())
    return AskedThere(**{name: text(name) for name in _SINGLE}, kinds=kinds)


def report(place: Place, name: str, asked: Asked) -> ShownDocument:
    """The report called ``name``, laid out with its charts drawn: to be called in a thread."""
    with place.floor() as floor:
        return laid_out(make(name, floor, asked.wanted(floor, now())), newest=name == "audit")


class ShownFacts(msgspec.Struct, frozen=True):
    """Names and values, as they are written."""

    facts: list[tuple[str, str]]


class ShownTable(msgspec.Struct, frozen=True):
    """A table: titles with how their columns are set, and values with what they sort by.

    ``left`` rows are in the downloads only.
    """

    title: str
    note: str
    heads: list[tuple[str, str]]
    rows: list[list[tuple[str, str]]]
    totals: list[list[tuple[str, str]]]
    left: int


class ShownPlot(msgspec.Struct, frozen=True):
    """A chart, drawn with the page's colours."""

    caption: str
    svg: str


ShownPiece: TypeAlias = Text | Items | ShownFacts | ShownTable | ShownPlot


class ShownSection(msgspec.Struct, frozen=True):
    """A section of a document."""

    title: str
    pieces: list[ShownPiece]
    sections: list[ShownSection]


class ShownDocument(msgspec.Struct, frozen=True):
    """A document as a page draws it."""

    title: str
    subtitle: str
    facts: list[tuple[str, str]]
    sections: list[ShownSection]
    footer: str


def laid_out(document: Document, *, newest: bool = False) -> ShownDocument:
    """A document as what a page draws: every value in its writing, numbers with what they sort by.

    ``newest``: the last section comes first, and its last rows too.
    """
    sections = [_section(section) for section in document.sections]
    if newest and document.sections:
        last = document.sections[-1]
        turned = [_turned(piece) for piece in last.pieces]
        sections = [_section(msgspec.structs.replace(last, pieces=tuple(turned))), *sections[:-1]]
    return ShownDocument(document.title, document.subtitle, _facts(document.facts), sections, document.footer)


def _turned(piece: Piece) -> Piece:
    return msgspec.structs.replace(piece, rows=piece.rows[::-1]) if isinstance(piece, Table) else piece


def _section(section: Section) -> ShownSection:
    return ShownSection(section.title, [*map(_piece, section.pieces)], [*map(_section, section.sections)])


def _piece(piece: Piece) -> ShownPiece:
    match piece:
        case Text() | Items():
            return piece
        case Facts():
            return ShownFacts(_facts(piece))
        case Table():
            return _table(piece)
        case Plot():
            return ShownPlot(piece.title, inline_svg(piece, "plot-"))
        case _:
            return Text("A strategy's chart: it is in the PDF.", quiet=True)


def _facts(facts: Facts) -> list[tuple[str, str]]:
    return [(fact.label, shown(fact.value, fact.kind)) for fact in facts.facts]


def _table(table: Table) -> ShownTable:
    body = table.rows[: len(table.rows) - table.totals] if table.totals else table.rows
    totals = table.rows[len(body) :]
    return ShownTable(
        title=table.title,
        note=table.note,
        heads=[(head.title, _classes(head)) for head in table.heads],
        rows=[_row(row, table) for row in body[:MOST]],
        totals=[_row(row, table) for row in totals],
        left=max(0, len(body) - MOST),
    )


def _classes(head: Head) -> str:
    """How a column is set: numbers to the right, moments unbroken, what can be spared not where there is no room."""
    side = "n" if head.kind in NUMERIC else "m" if head.kind in UNBROKEN else "code" if head.kind == "code" else ""
    return f"{side} spare".strip() if head.spare else side


def _row(row: tuple[Any, ...], table: Table) -> list[tuple[str, str]]:
    return [
        (shown(value, head.kind), "" if value is None or isinstance(value, str) else str(float(value)))
        for value, head in zip(row, table.heads, strict=True)
    ]
