"""A document as PDF, on Letter or A4: tables break between rows with their heads repeated, plots do not break."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_never

from fpdf.fonts import FontFace

from houseway.reports.document import (
    DEPARTS,
    TONES,
    Document,
    Facts,
    Grid,
    Items,
    Piece,
    Plot,
    Section,
    Table,
    Text,
    tones_of,
)
from houseway.reports.numbers import NUMERIC, shown
from houseway.reports.writers.html import ACCENTS
from houseway.reports.writers.paper_sheet import PaperSheet

INK = (27, 35, 48)
QUIET = (91, 101, 117)
ALARM = (179, 38, 30)
RULE = (223, 227, 232)
PAPER = (255, 255, 255)
STRIPE = (246, 247, 249)
BODY = 9.0
SMALL = 7.6
MARGIN = 16.0
HAND = 13.0
"""How high a row is that somebody signs on."""

PAGE_NUMBER = 18.0
"""Room for the number of the page beside the footer."""


def write_pdf(document: Document, path: Path) -> None:
    """Write ``document`` to ``path``."""
    pdf = _Pages(document)
    try:
        pdf.add_page()
        pdf.title_block()
        for section in document.sections:
            pdf.part(section, 0)
        pdf.output(str(path))
    finally:
        pdf.release()


class _Pages(PaperSheet):
    """The pages, with a footer on each."""

    def __init__(self, document: Document) -> None:
        super().__init__(document.paper, document.title)
        self.document = document
        self.accent = _rgb(ACCENTS.get(document.colour, ACCENTS["green"])[0])
        self.set_margins(MARGIN, 15, MARGIN)
        self.set_auto_page_break(True, 18)
        self.set_subject(document.subtitle)
        if document.author:
            self.set_author(document.author)
        if document.made is not None:
            self.set_creation_date(document.made)
        self.alias_nb_pages()

    def footer(self) -> None:
        """The footer of a page: called by the library."""
        self.set_y(-12)
        room = self.epw - PAGE_NUMBER
        self.set_font("body", "", 7)
        wide = self.get_string_width(self.document.footer)
        # A long line is set in smaller letters: it never runs into the number of the page.
        self.set_font("body", "", 7 if wide <= room else max(4.5, 7 * room / wide))
        self.set_text_color(*QUIET)
        self.cell(room, 5, self.document.footer)
        self.set_x(self.l_margin)
        self.set_font("body", "", 7)
        self.cell(0, 5, f"{self.page_no()} / {{nb}}", align="R")

    def title_block(self) -> None:
        """What stands at the head of the first page."""
        self._words(self.document.title, 20, style="B", colour=self.accent, after=1)
        self._words(self.document.subtitle, 10, colour=QUIET, after=2)
        self.set_draw_color(*self.accent)
        self.set_line_width(0.8)
        self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())
        self.ln(4)
        self._facts(self.document.facts)

    def part(self, section: Section, level: int) -> None:
        """A section and those inside it."""
        if level == 0:
            self._room(45)
            self.ln(5)
        else:
            self._room(35)
            self.ln(2)
        self.start_section(section.title, level=level)
        size = (14.0, 11.0, 10.0)[min(level, 2)]
        self._words(section.title, size, style="B", colour=self.accent if level == 0 else INK, after=1.5)
        if level == 0:
            self.set_draw_color(*RULE)
            self.set_line_width(0.3)
            self.line(self.l_margin, self.get_y() - 0.5, self.w - self.r_margin, self.get_y() - 0.5)
            self.ln(1)
        for piece in section.pieces:
            self._piece(piece)
            self.ln(2.5)
        for inner in section.sections:
            self.part(inner, level + 1)

    def _piece(self, piece: Piece) -> None:
        match piece:
            case Text():
                if piece.alarm:
                    self._words(piece.text, BODY, style="B", colour=ALARM)
                else:
                    self._words(piece.text, SMALL if piece.quiet else BODY, colour=QUIET if piece.quiet else INK)
            case Items():
                for number, item in enumerate(piece.items, start=1):
                    self._words(f"{f'{number}.' if piece.numbered else '•'}  {item}", BODY)
            case Facts():
                self._facts(piece)
            case Table():
                self._table(piece)
            case Grid():
                self._grid(piece)
            case Plot():
                self._plot(piece)
            case _:
                assert_never(piece)

    # -- pieces

    def _facts(self, facts: Facts) -> None:
        self.set_draw_color(*RULE)
        self.set_line_width(0.2)
        wide = self.epw
        for fact in facts.facts:
            self._room(12)
            top = self.get_y()
            self.set_font("body", "", 8.2)
            departs = fact.label.startswith(DEPARTS)
            self.set_text_color(*(ALARM if departs else QUIET))
            self.multi_cell(0.4 * wide, 4.8, fact.label, new_x="LMARGIN", new_y="NEXT", align="L")
            low = self.get_y()
            self.set_text_color(*(ALARM if departs else INK))
            if fact.kind == "code":
                self._set_code()
            self.set_xy(self.l_margin + 0.42 * wide, top)
            self.multi_cell(
                0.58 * wide,
                4.8,
                shown(fact.value, fact.kind),
                new_x="LMARGIN",
                new_y="NEXT",
                align="L",
                # A fingerprint is one word and may be broken anywhere, a command only between its words.
                wrapmode="CHAR" if fact.kind == "code" and " " not in str(fact.value) else "WORD",
            )
            self.set_y(max(low, self.get_y()))
            self.line(self.l_margin, self.get_y(), self.l_margin + wide, self.get_y())
            self.ln(0.4)

    def _set_code(self) -> None:
        """Set what follows in letters of one width."""
        if "code" not in self.fonts:
            self.letters("code", "", "DejaVuSansMono")
        self.set_font("code", "", 7.2)

    def _table(self, table: Table) -> None:
        rows = [[shown(value, head.kind) for value, head in zip(row, table.heads, strict=True)] for row in table.rows]
        heads = [head.title for head in table.heads]
        sides = ["RIGHT" if head.kind in NUMERIC else "LEFT" for head in table.heads]
        size = self._size(heads)
        if table.by_hand:
            self._lines_to_sign(heads, rows)
            return
        widths = self._widths(heads, rows, size)
        self._caption(table.title, 24)
        self.set_font("body", "", size)
        self.set_text_color(*INK)
        self.set_draw_color(*RULE)
        self.set_line_width(0.2)
        with self.table(
            col_widths=widths,
            text_align=sides,
            borders_layout="HORIZONTAL_LINES",
            line_height=size * 0.5,
            padding=(0.7, 1.2),
            headings_style=FontFace(emphasis="BOLD", color=QUIET, size_pt=size, fill_color=PAPER),
            repeat_headings=1,
        ) as drawn:
            drawn.row(heads)
            for number, row in enumerate(rows):
                total = number >= len(rows) - table.totals
                drawn.row(
                    row, style=FontFace(emphasis="BOLD" if total else "", fill_color=STRIPE if number % 2 else PAPER)
                )
        if table.note:
            self.ln(1)
            self._words(table.note, SMALL - 0.4, colour=QUIET)

    def _lines_to_sign(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Rows to be filled in by hand: the first cell names the row, a line to write on stands under each other."""
        self._room((len(rows) + 1) * HAND)
        first = 0.16 * self.epw
        wide = (self.epw - first) / max(len(heads) - 1, 1)
        self.set_draw_color(*INK)
        self.set_line_width(0.25)
        for row in rows:
            low = self.get_y() + HAND
            for place, (head, text) in enumerate(zip(heads, row, strict=True)):
                left = self.l_margin + (first + (place - 1) * wide if place else 0.0)
                self.set_font("body", "" if place else "B", BODY)
                self.set_text_color(*INK)
                self.set_xy(left, low - 5)
                self.cell(wide if place else first, 5, text)
                if place:
                    self.line(left, low, left + wide - 4, low)
                    self.set_font("body", "", SMALL - 1.2)
                    self.set_text_color(*QUIET)
                    self.set_xy(left, low + 0.4)
                    self.cell(wide, 3.2, head)
            self.set_xy(self.l_margin, low + 4)

    def _size(self, heads: Sequence[str]) -> float:
        """Smaller letters for a table of many columns."""
        return 7.6 if len(heads) <= 7 else 6.8 if len(heads) <= 9 else 6.0

    def _widths(self, heads: Sequence[str], rows: Sequence[Sequence[str]], size: float) -> list[float]:
        """Each column as wide as its longest cell, the widest ones narrowed until all fit."""
        self.set_font("body", "B", size)
        # A column is never narrower than its longest word, so that no number is broken.
        natural, least = [], []
        for column, head in enumerate(heads):
            cells = [head, *(row[column] for row in rows)]
            natural.append(max(self.get_string_width(cell) for cell in cells) + 3.2)
            whole = [cell for cell in cells if any(sign.isdigit() for sign in cell) and len(cell) < 24]
            pieces = [part for cell in cells for part in cell.split()]
            longest = max((self.get_string_width(part) for part in [*pieces, *whole[1:]]), default=0.0)
            least.append(min(longest + 3.2, natural[-1], 0.5 * self.epw))
        wanted = sum(natural)
        if wanted <= self.epw:
            spare = (self.epw - wanted) / len(heads)
            return [width + spare for width in natural]
        fixed: set[int] = set()
        while True:
            free = [place for place in range(len(heads)) if place not in fixed]
            room = self.epw - sum(least[place] for place in fixed)
            share = sum(natural[place] for place in free)
            scale = room / share if share else 1.0
            low = [place for place in free if natural[place] * scale < least[place]]
            if not low or not free:
                break
            fixed.update(low)
        widths = [least[place] if place in fixed else natural[place] * scale for place in range(len(heads))]
        over = sum(widths) / self.epw
        return [width / over for width in widths] if over > 1 else widths

    def _grid(self, piece: Grid) -> None:
        chart = piece.chart
        tones = tones_of(chart)
        names = (chart.row_title, *chart.column_names)
        size = 7.6 if len(names) <= 12 else 6.6 if len(names) <= 16 else 5.6
        self._caption(chart.title + (f"  ({chart.column_title})" if chart.column_title else ""), 30)
        self.set_font("body", "B", size)
        width = self.get_string_width
        least = [max(map(width, chart.row_names), default=0.0) + 3]
        widest = max((width(text) for row in chart.cells for text in row), default=0.0) + 2.4
        least += [max(widest, 6.0)] * len(chart.column_names)
        widths = self._few_lines(names, least)
        height = size * 0.62
        self._grid_heads(names, widths, height, size)
        for name, cells in zip(chart.row_names, chart.cells, strict=True):
            if self.get_y() + height > self.page_break_trigger:
                self.add_page()
                self._grid_heads(names, widths, height, size)
            self.set_font("body", "B", size)
            self.set_text_color(*INK)
            self.cell(widths[0], height, name, align="R")
            self.set_font("body", "", size)
            self.set_draw_color(255, 255, 255)
            for text, wide in zip(cells, widths[1:], strict=True):
                if tones[text]:
                    self.set_fill_color(*_rgb(TONES[tones[text] - 1]))
                self.cell(wide, height, text, align="C", border=1, fill=bool(tones[text]))
            self.ln(height)
        if chart.legend:
            self.ln(1)
            self._words("   ".join(f"{sign}: {says}" for sign, says in chart.legend.items()), SMALL, colour=QUIET)

    def _few_lines(self, heads: Sequence[str], least: Sequence[float]) -> list[float]:
        """Widths from ``least`` up that set the heads in as few lines as the page allows; all but the first alike."""
        for lines in range(1, 7):
            wanted = [max(low, self._narrowest(head, lines)) for head, low in zip(heads, least, strict=True)]
            widths = [wanted[0], *[max(wanted[1:], default=0.0)] * (len(heads) - 1)]
            if sum(widths) <= self.epw:
                return widths
        over = self.epw / sum(least)
        return [low * min(1.0, over) for low in least]

    def _narrowest(self, head: str, lines: int) -> float:
        """How wide a head must be to be set in at most so many lines."""
        parts = head.split()
        spans = {" ".join(parts[a:b]) for a in range(len(parts)) for b in range(a + 1, len(parts) + 1)}
        widths: list[float] = sorted(self.get_string_width(span) for span in spans)
        for width in widths:
            used, line = 1, ""
            for part in parts:
                longer = f"{line} {part}".strip()
                if self.get_string_width(longer) > width and line:
                    used, longer = used + 1, part
                line = longer
            if used <= lines and self.get_string_width(max(parts, key=len)) <= width:
                return width + 2.4
        return 0.0

    def _grid_heads(self, names: Sequence[str], widths: Sequence[float], height: float, size: float) -> None:
        """The heads of a chart, in as many lines as the longest needs, standing on the first row."""
        self.set_font("body", "B", size)
        self.set_text_color(*QUIET)
        lines = [
            self.multi_cell(width, height, name, dry_run=True, output="LINES", align="C") or [""]
            for width, name in zip(widths, names, strict=True)
        ]
        deep = max(map(len, lines))
        top, left = self.get_y(), self.l_margin
        for place, (width, parts) in enumerate(zip(widths, lines, strict=True)):
            for number, part in enumerate(parts, start=deep - len(parts)):
                self.set_xy(left, top + number * height)
                self.cell(width, height, part, align="C" if place else "R")
            left += width
        self.set_xy(self.l_margin, top + deep * height)

    def _plot(self, plot: Plot) -> None:
        wide = min(self.epw, plot.width * 25.4 * 0.92)
        high = wide * plot.height / plot.width
        limit = self.page_break_trigger - self.t_margin - 10
        if high > limit:
            wide, high = wide * limit / high, limit
        self._caption(plot.title, high + 8)
        self.image(io.BytesIO(plot.png), w=wide, h=high, alt_text=plot.says)

    # -- words

    def _caption(self, title: str, room: float) -> None:
        self._room(room)
        if title:
            self._words(title, 8.6, style="B", after=0.8)

    def _words(
        self, text: str, size: float, *, style: str = "", colour: Sequence[int] = INK, after: float = 0.6
    ) -> None:
        self.set_font("body", style, size)
        self.set_text_color(*colour)
        self.multi_cell(0, size * 0.5, text, new_x="LMARGIN", new_y="NEXT", align="L")
        self.ln(after)

    def _room(self, height: float) -> None:
        """A new page, unless ``height`` is left on this one."""
        if self.get_y() + height > self.page_break_trigger:
            self.add_page()


def _rgb(colour: str) -> tuple[int, int, int]:
    value: Any = int(colour.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255
