"""The page that takes a failed display's place (S-14): as PDF for the printer, and as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fpdf.enums import MethodReturnValue
from jinja2 import Environment, FileSystemLoader, select_autoescape

from houseway.jackpots.vision import check_notice
from houseway.reports.displays.board import Board, Meter, Panel
from houseway.reports.writers.paper_sheet import PaperSheet

CLOTHS = {
    "green": (12, 90, 57),
    "blue": (20, 63, 122),
    "red": (122, 22, 38),
    "purple": (72, 34, 111),
    "black": (32, 36, 43),
}
"""The colour of a game's cloth, for headings and frames."""

INK = (20, 24, 28)
QUIET = (74, 82, 90)
RULE = (205, 210, 215)
MARGIN = 13.0
GAP = 8.0
LINE = 5.1


def page_footer(board: Board, made: str) -> str:
    """What stands at the foot: whose page it is, and of when."""
    return f"{board.house}. Amounts as they stood {made}. This page hangs in place of the display."


def as_html(board: Board, made: str) -> str:
    """The page as one HTML file with its style inside; ``made`` says when, as people read it."""
    check_notice(board.amounts, board.notice, board.notice)
    folder = Path(__file__).parent
    templates = Environment(
        loader=FileSystemLoader(folder / "templates"),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = (folder / "static" / "vision_page.css").read_text(encoding="utf-8")
    return templates.get_template("vision_page.html").render(board=board, made=made, style=style) + "\n"


def as_pdf(board: Board, made: str) -> bytes:
    """The page as PDF; ``made`` says when, as people read it."""
    check_notice(board.amounts, board.notice, board.notice)
    paper = _Paper(board, made)
    try:
        paper.add_page()
        paper.head()
        paper.amounts(board.meters)
        paper.notice()
        paper.columns(board.panels)
        return bytes(paper.output())
    finally:
        paper.release()


class _Paper(PaperSheet):
    """The sheet."""

    def __init__(self, board: Board, made: str) -> None:
        super().__init__("A4", f"{board.game}, table {board.table}")
        self.board = board
        self.made = made
        self.cloth = CLOTHS.get(board.colour, CLOTHS["green"])
        self.letters("name", "B", "STIXGeneralBol")
        self.set_margins(MARGIN, MARGIN, MARGIN)
        self.set_auto_page_break(False)
        self.set_subject("Page in place of a display")

    def footer(self) -> None:
        """The foot of a page: called by the library."""
        self.set_y(-11)
        self.ink("", 7.2, QUIET)
        self.cell(0, 4, page_footer(self.board, self.made))

    @property
    def _floor(self) -> float:
        return float(self.h) - 15

    def head(self) -> None:
        """The game and the table."""
        self.set_font("name", "B", 30)
        self.set_text_color(*self.cloth)
        self.cell(self.epw * 0.78, 13, self.board.game)
        self.ink("B", 14, INK)
        self.cell(self.epw * 0.22, 13, f"Table {self.board.table}", align="R", new_x="LMARGIN", new_y="NEXT")
        self.set_draw_color(*self.cloth)
        self.set_line_width(1.1)
        self.line(self.l_margin, self.get_y() + 1, self.w - self.r_margin, self.get_y() + 1)
        self.ln(6)

    def amounts(self, meters: Sequence[Meter]) -> None:
        """A frame for each amount, two in a row."""
        for start in range(0, len(meters), 2):
            row = meters[start : start + 2]
            width = (self.epw - GAP * (len(row) - 1)) / len(row)
            top, high = self.get_y(), 36.0
            for place, meter in enumerate(row):
                left = self.l_margin + place * (width + GAP)
                self.set_draw_color(*self.cloth)
                self.set_line_width(0.9)
                self.rect(left, top, width, high, round_corners=True, corner_radius=3)
                self.ink("B", 11.5, INK)
                self._fit(meter.label, width - 8, 11.5)
                self.set_xy(left, top + 4)
                self.cell(width, 6, meter.label, align="C")
                self.ink("B", 34, self.cloth)
                self._fit(meter.text, width - 8, 34 if len(row) == 2 else 42)
                self.set_xy(left, top + 11)
                self.cell(width, 15, meter.text, align="C")
                under = ". ".join(filter(None, [meter.maximum, meter.ends]))
                if under:
                    self.ink("", 9.5, INK)
                    self._fit(under, width - 8, 9.5)
                    self.set_xy(left, top + 27)
                    self.cell(width, 6, under, align="C")
            self.set_xy(self.l_margin, top + high + 5)

    def notice(self) -> None:
        """The required notice, in a frame of its own."""
        if not self.board.notice:
            return
        self.ink("B", 11, INK)
        self.set_draw_color(*INK)
        self.set_line_width(0.5)
        top, width = self.get_y(), self.epw - 8
        self.set_xy(self.l_margin + 4, top + 3)
        self.multi_cell(width, 5.6, self.board.notice, align="L", new_x="LMARGIN", new_y="NEXT")
        self.rect(self.l_margin, top, self.epw, self.get_y() - top + 3)
        self.ln(8)

    def columns(self, panels: Sequence[Panel]) -> None:
        """Paytables and the rest in two columns, none of them broken."""
        width = (self.epw - GAP) / 2
        tops = [self.get_y(), self.get_y()]
        for panel in panels:
            needs = self._draw(panel, 0, 0, width, dry=True)
            side = 0 if tops[0] <= tops[1] else 1
            if tops[side] + needs > self._floor:
                self.add_page()
                tops, side = [MARGIN, MARGIN], 0
            tops[side] += self._draw(panel, self.l_margin + side * (width + GAP), tops[side], width) + 5

    def _draw(self, panel: Panel, left: float, top: float, width: float, *, dry: bool = False) -> float:
        """Draw a panel, or only reckon its height."""
        at = top
        at += self._words(panel.title, left, at, width, 12.5, "B", self.cloth, 6, dry)
        if panel.note:
            at += self._words(panel.note, left, at, width, 8.2, "", QUIET, 4.2, dry)
        for line in panel.lines:
            if not dry:
                self.set_draw_color(*RULE)
                self.set_line_width(0.2)
                self.line(left, at, left + width, at)
            self.ink("B", 9.4, INK)
            pay = self.get_string_width(line.text) + 3 if line.text else 0
            if pay and not dry:
                self.set_xy(left + width - pay, at + 0.4)
                self.cell(pay, LINE, line.text, align="R")
            at += self._words(line.name, left, at + 0.4, width - pay, 9.4, "", INK, LINE, dry) + 0.4
        return at - top

    def _words(
        self,
        text: str,
        left: float,
        top: float,
        width: float,
        size: float,
        style: str,
        colour: tuple[int, int, int],
        high: float,
        dry: bool,
    ) -> float:
        self.ink(style, size, colour)
        if not dry:
            self.set_xy(left, top)
        height: float = self.multi_cell(
            width, high, text, align="L", dry_run=dry, output=MethodReturnValue.HEIGHT, padding=0
        )
        return height

    def _fit(self, text: str, width: float, size: float) -> None:
        """The font no larger than ``text`` fits into ``width``."""
        self.set_font_size(size)
        wide = self.get_string_width(text)
        if wide > width:
            self.set_font_size(size * width / wide)
