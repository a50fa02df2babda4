"""A document as a workbook: a sheet for each section, numbers as numbers, plots as pictures.

What follows from other cells is a formula with its value (`houseway.reports.document.Formulas`); inputs are blue.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any, NamedTuple, assert_never

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from houseway.reports.document import (
    DEPARTS,
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
from houseway.reports.writers.plots import DOTS

FORMATS: dict[Kind, str] = {
    "count": "#,##0",
    "probability": "0.00000000",
    "odds": '"1 in "#,##0.00',
    "one_in": '"1 in "#,##0.00',
    "percent": "0.0000 %",
    "share": "0.0 %",
    "units": "+#,##0.000000;-#,##0.000000;0",
    "plain": "#,##0.000000",
    "tenths": "#,##0.0",
    "thousandths": "#,##0.000",
    "dollars": "$#,##0.00",
    "cents": "$#,##0.00",
    "micros": "$#,##0.00######",
}
"""How a number of each kind is shown; a very small probability is shown by its power of ten."""

LIVE = (
    "Blue numbers are inputs: change one, and every number that follows from it changes with it. Plots, intervals, "
    "strategies and texts stay as they were computed."
)
INPUT = "#1f4fd1"

PAPERS: dict[Paper, int] = {"letter": 1, "a4": 9}
"""A workbook's numbers for the sheets of paper."""

WIDEST = 70
NARROWEST = 9


HAND = 30
"""How high a row is that somebody signs on, in points."""


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
        writer.calculate()
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
        self.names: dict[str, _Range] = {}
        self.pending: list[_Pending] = []

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
        for notice in self.document.notices:
            self._line(notice, alarm=notice.startswith(DEPARTS))
        if self.document.notices:
            self.row += 1
        if any(_lives(section) for section in sections):
            self._line(LIVE, quiet=True)
            self.row += 1
        for section in sections:
            self._section(section, 0)
        for column, width in self.widths.items():
            self.page.set_column(column, column, max(NARROWEST, min(WIDEST, width + 2)))

    def calculate(self) -> None:
        """Write the formulas, when the places of all cells are known; one that needs a cell not here stays a number."""
        for item in self.pending:
            names = {name: self.names[name] for name in _NAME.findall(item.text) if name in self.names}
            if set(_NAME.findall(item.text)) == names.keys():
                text = item.text
                for name, cells in names.items():
                    text = text.replace("{" + name + "}", cells.seen_from(item.page))
                item.page.write_formula(item.row, item.column, f"={text}", item.format, item.value)

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
                    if fact.name:
                        self.names[fact.name] = _Range(self.page, self.row, self.row, 1)
                    ink = {"font_color": INPUT} if fact.name and not fact.formula and fact.kind in NUMERIC else {}
                    self._cell(self.row, 1, fact.value, fact.kind, fact.formula, align="left", **ink)
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
        top = self.row
        for name, (first, last, column) in table.formulas.names.items():
            self.names[name] = _Range(self.page, top + first, top + last, column)
        inputs = _inputs(table)
        for number, row in enumerate(table.rows):
            if table.by_hand:
                self.page.set_row(self.row, HAND)
            total = number >= len(table.rows) - table.totals
            style: dict[str, Any] = {"bold": True, "top": 1} if total else {"bottom": 4, "bottom_color": "#c9ced6"}
            for column, (value, head) in enumerate(zip(row, table.heads, strict=True)):
                formula = table.formulas.cells.get((number, column), "")
                ink = {"font_color": INPUT} if column in inputs and not formula and not total else {}
                if (number, column) in table.formulas.inputs:
                    given, kind = table.formulas.inputs[number, column]
                    form = self._format(num_format=f'General" {kind}"', align="left", **style, font_color=INPUT)
                    self.page.write_number(self.row, column, float(given), form)
                    continue
                self._cell(self.row, column, value, head.kind, _placed(formula, top), **style, **ink)
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

    def _cell(self, row: int, column: int, value: Value, kind: Kind, formula: str = "", **style: Any) -> None:
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
        if kind in ("odds", "one_in"):
            number = 1 / number if number else 0.0
        if number == 0 and kind in ("odds", "one_in"):
            self.page.write_string(row, column, "never", self._format(**style))
            return
        code = FORMATS[kind]
        if kind == "probability" and 0 < abs(number) < 1e-4:
            code = "0.0000E+00"
        if kind == "plain" and number == int(number):
            code = "#,##0"
        if kind == "units" and number == int(number):
            code = "+#,##0;-#,##0;0"
        form = self._format(num_format=code, **style)
        self.page.write_number(row, column, number, form)
        if formula:
            self.pending.append(_Pending(self.page, row, column, formula, form, number))


class _Range(NamedTuple):
    """Some cells of one column."""

    page: Any
    first: int
    last: int
    column: int

    def seen_from(self, page: Any) -> str:
        """The reference to them in a formula on ``page``."""
        cells = xl_rowcol_to_cell(self.first, self.column)
        if self.last != self.first:
            cells += f":{xl_rowcol_to_cell(self.last, self.column)}"
        return cells if page is self.page else f"'{self.page.get_name()}'!{cells}"


class _Pending(NamedTuple):
    """A formula to be written, with the value that it has."""

    page: Any
    row: int
    column: int
    text: str
    format: Any
    value: float


_NAME = re.compile(r"\{([^{}]+)\}")
_LOCAL = re.compile(r"\[(\d+)(?::(\d+))?,(\d+)\]")


def _lives(section: Section) -> bool:
    """Whether a number of ``section`` follows from others."""
    own = any(isinstance(piece, Table) and piece.formulas.cells for piece in section.pieces)
    return own or any(_lives(inner) for inner in section.sections)


def _inputs(table: Table) -> set[int]:
    """The columns of ``table`` that formulas refer to."""
    own = {int(match[3]) for text in table.formulas.cells.values() for match in _LOCAL.finditer(text)}
    return own | {column for _, _, column in table.formulas.names.values()}


def _placed(formula: str, top: int) -> str:
    """A formula with the cells of its own table, whose first row is ``top``, put in."""

    def cells(match: re.Match[str]) -> str:
        first = xl_rowcol_to_cell(top + int(match[1]), int(match[3]))
        return first if match[2] is None else f"{first}:{xl_rowcol_to_cell(top + int(match[2]), int(match[3]))}"

    return _LOCAL.sub(cells, formula)


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
