"""A document as a workbook: a sheet for each section, numbers as numbers, plots as pictures."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any, assert_never

import xlsxwriter

from houseway.reports.document import (
    TONES,
    Document,
    Facts,
    Grid,
    Items,
    Paper,
    Piece,
    Plot,
    Section,
    Table,
    Text,
    tones_of,
)
from houseway.reports.numbers import DIGITS, NUMERIC, Kind, Value, shown, words
from houseway.reports.plots import DOTS

FORMATS: dict[Kind, str] = {
    "count": "#,##0",
    "probability": "0.00000000",
    "odds": '"1 in "#,##0.00',
    "percent": "0.0000 %",
    "units": "+#,##0.000000;-#,##0.000000;0",
    "plain": "#,##0.000000",
    "tenths": "#,##0.0",
    "dollars": "$#,##0.00",
    "cents": "$#,##0.00",
    "micros": "$#,##0.00######",
}
"""How a number of each kind is shown; a very small probability is shown by its power of ten."""

PAPERS: dict[Paper, int] = {"letter": 1, "a4": 9}
"""A workbook's numbers for the sheets of paper."""

WIDEST = 70
NARROWEST = 9


def write_workbook(document: Document, path: Path) -> None:
    """Write ``document`` to ``path``."""
    book = xlsxwriter.Workbook(str(path), {"in_memory": True, "nan_inf_to_errors": True})
    try:
        about = {
            "title": document.title,
            "subject": document.subtitle,
            "author": document.author,
            "comments": document.footer,
        }
        book.set_properties(about if document.made is None else {**about, "created": document.made})
        book.set_size(2400, 1600)
        writer = _Writer(book, document)
        front = Section(document.title, (Text(document.subtitle, quiet=True), document.facts))
        taken: set[str] = set()
        first, *rest = document.sections
        writer.sheet("Summary", [front, first], taken)
        for section in rest:
            writer.sheet(section.title, [section], taken)
    finally:
        book.close()


class _Writer:
    """Writes sections one below the other, and keeps how wide each column of the sheet must be."""

    def __init__(self, book: Any, document: Document) -> None:
        self.book = book
        self.document = document
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self.page: Any = None
        self.row = 0
        self.widths: dict[int, int] = {}

    def sheet(self, title: str, sections: list[Section], taken: set[str]) -> None:
        """One sheet."""
        self.page = self.book.add_worksheet(_sheet_name(title, taken))
        self.page.hide_gridlines(2)
        self.page.set_landscape()
        self.page.set_paper(PAPERS[self.document.paper])
        self.page.set_footer(f"&L{self.document.footer.replace('&', '&&')}&R&P / &N")
        self.page.fit_to_pages(1, 0)
        self.row = 0
        self.widths = {}
        for section in sections:
            self._section(section, 0)
        for column, width in self.widths.items():
            self.page.set_column(column, column, max(NARROWEST, min(WIDEST, width + 2)))

    def _format(self, **properties: Any) -> Any:
        properties.setdefault("valign", "top")
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format(properties)
        return self._formats[key]

    def _section(self, section: Section, level: int) -> None:
        self.page.write_string(
            self.row, 0, section.title, self._format(bold=True, font_size=(16, 13, 11)[min(level, 2)])
        )
        self.row += 2
        for piece in section.pieces:
            self._piece(piece)
            self.row += 1
        for inner in section.sections:
            self._section(inner, level + 1)

    def _piece(self, piece: Piece) -> None:
        match piece:
            case Text():
                self._line(piece.text, quiet=piece.quiet, alarm=piece.alarm)
            case Items():
                for number, item in enumerate(piece.items, start=1):
                    self._line(f"{number}. {item}" if piece.numbered else f"• {item}")
            case Facts():
                for fact in piece.facts:
                    self._cell(self.row, 0, fact.label, "text", font_color="#5b6575")
                    self._cell(self.row, 1, fact.value, fact.kind, align="left")
                    self.row += 1
            case Table():
                self._table(piece)
            case Grid():
                self._grid(piece)
            case Plot():
                self._plot(piece)
            case _:
                assert_never(piece)

    def _line(self, text: str, *, quiet: bool = False, alarm: bool = False) -> None:
        """A paragraph over the first columns, in as many lines as it needs."""
        style: dict[str, Any] = {"font_color": "#5b6575"} if quiet else {}
        if alarm:
            style = {"font_color": "#b3261e", "bold": True}
        for part in _folded(text, 110):
            self.page.write_string(self.row, 0, part, self._format(**style))
            self.row += 1

    def _table(self, table: Table) -> None:
        if table.title:
            self.page.write_string(self.row, 0, table.title, self._format(bold=True))
            self.row += 1
        for column, head in enumerate(table.heads):
            self._cell(
                self.row,
                column,
                head.title,
                "text",
                bold=True,
                bottom=2,
                align="right" if head.kind in NUMERIC else "left",
                text_wrap=True,
            )
        self.row += 1
        for number, row in enumerate(table.rows):
            total = number >= len(table.rows) - table.totals
            style = {"bold": True, "top": 1} if total else {"bottom": 4, "bottom_color": "#c9ced6"}
            for column, (value, head) in enumerate(zip(row, table.heads, strict=True)):
                self._cell(self.row, column, value, head.kind, **style)
            self.row += 1
        if table.note:
            self._line(table.note, quiet=True)

    def _grid(self, piece: Grid) -> None:
        chart = piece.chart
        tones = tones_of(chart)
        self.page.write_string(self.row, 0, chart.title, self._format(bold=True))
        self.row += 1
        if chart.column_title:
            self.page.write_string(self.row, 1, chart.column_title, self._format(italic=True))
            self.row += 1
        for column, name in enumerate((chart.row_title, *chart.column_names)):
            self._cell(self.row, column, name, "text", bold=True, align="center")
        self.row += 1
        for name, cells in zip(chart.row_names, chart.cells, strict=True):
            self._cell(self.row, 0, name, "text", bold=True, align="right")
            for column, cell in enumerate(cells, start=1):
                tone = {"bg_color": TONES[tones[cell] - 1]} if tones[cell] else {}
                self._cell(self.row, column, cell, "text", align="center", border=1, border_color="#ffffff", **tone)
            self.row += 1
        for sign, says in chart.legend.items():
            self._line(f"{sign}: {says}", quiet=True)

    def _plot(self, plot: Plot) -> None:
        self.page.write_string(self.row, 0, plot.title, self._format(bold=True))
        self.row += 1
        scale = 96 / DOTS * 0.95
        self.page.insert_image(
            self.row,
            0,
            f"{plot.name}.png",
            {
                "image_data": io.BytesIO(plot.png),
                "x_scale": scale,
                "y_scale": scale,
                "object_position": 1,
                "description": plot.says,
            },
        )
        self.row += int(plot.height * 96 * 0.95 / 20) + 2

    def _cell(self, row: int, column: int, value: Value, kind: Kind, **style: Any) -> None:
        text = shown(value, kind)
        if value is None or value == "":
            self.page.write_blank(row, column, None, self._format(**style))
            return
        long = len(text) > WIDEST
        self.widths[column] = max(self.widths.get(column, 0), min(len(text), WIDEST))
        if isinstance(value, str) or kind in ("text", "code"):
            if long:
                style["text_wrap"] = True
            if kind in NUMERIC:
                style.setdefault("align", "right")
            self.page.write_string(row, column, text, self._format(**style))
            return
        number = float(value)
        style.setdefault("align", "right")
        if kind in DIGITS:
            scale = 10 ** DIGITS[kind]
            number /= scale
            if round(number * scale) != value:
                # A workbook's numbers have fifteen digits: what has more is kept as text.
                self.page.write_string(row, column, text, self._format(**style))
                return
        if kind == "odds":
            number = 1 / number if number else 0.0
        if number == 0 and kind == "odds":
            self.page.write_string(row, column, "never", self._format(**style))
            return
        code = FORMATS[kind]
        if kind == "probability" and 0 < abs(number) < 1e-4:
            code = "0.0000E+00"
        if kind == "plain" and number == int(number):
            code = "#,##0"
        if kind == "units" and number == int(number):
            code = "+#,##0;-#,##0;0"
        self.page.write_number(row, column, number, self._format(num_format=code, **style))


def _sheet_name(title: str, taken: set[str]) -> str:
    name = re.sub(r"[\[\]:*?/\\']", " ", words(title))[:31].strip() or "Sheet"
    number = 2
    while name.lower() in taken:
        name = f"{name[:27]} {number}"
        number += 1
    taken.add(name.lower())
    return name


def _folded(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
