"""Draws the pieces of a document in the terminal: tables, facts and charts, and the sheet of a command from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import assert_never

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table as Drawn
from rich.text import Text as Line

from houseway.cli.screen.drawing import make_console
from houseway.maths.assumptions import Assumptions
from houseway.maths.strategy import Chart
from houseway.reports.document import Facts, Grid, Head, Items, Piece, Plot, Table, Text, tones_of
from houseway.reports.game_names import GameNames
from houseway.reports.glossary import explain
from houseway.reports.numbers import NUMERIC, UNBROKEN, shown

TONES = ("", "green", "yellow", "cyan", "magenta", "blue", "red", "bright_green", "bright_magenta")
"""The ink of a chart's answers, by tone."""


WORD = 22
"""Words of text are not broken unless they are longer than this."""


class Sheet:
    """What a command tells on the screen, from its title down."""

    def __init__(self) -> None:
        self._console = make_console()

    def title(self, name: str, more: str = "") -> None:
        """Whose figures these are, and which."""
        self._console.print(Line.assemble((name, "title"), f"  {more}"))

    def say(self, text: str, style: str = "said") -> None:
        """A line, of what is beside the matter unless it has another style."""
        self._console.print(Line(text, style=style))

    def rule(self, title: str) -> None:
        """A title with a line to the edge."""
        self._console.print(Rule(Line(title, style="title"), align="left", style="none"))

    def gap(self) -> None:
        """An empty line."""
        self._console.print()

    def put(self, *pieces: Piece, gap: bool = True) -> None:
        """Pieces of a document, each with an empty line below it unless there is to be no ``gap``."""
        for piece in pieces:
            self._console.print(draw(piece))
            if gap:
                self.gap()

    def assumed(self, taken: Assumptions, names: GameNames) -> None:
        """What stands at the head of figures: what departs from the approved game, and what is assumed."""
        if taken.departures:
            said = "; ".join(f"{names.assumption(name)} {value}" for name, value in taken.departures)
            self.say(f"Departs from the approved game: {said}", "refused")
            self.say(f"The approved game's fingerprint is {taken.approved[:16]}")
        if taken.assumed:
            self.say("Assumed: " + "; ".join(f"{names.assumption(name)} {value}" for name, value in taken.assumed))


def explained_line(pieces: Iterable[Piece]) -> str:
    """The last line below tables: which of their headings ``houseway glossary`` explains; empty where it has none."""
    heads = [head.title for piece in pieces if isinstance(piece, Table) for head in piece.heads]
    names = dict.fromkeys(term.name for head in heads if (term := explain(head)) is not None)
    return f"houseway glossary TERM explains: {', '.join(names)}" if names else ""


def draw(piece: Piece) -> RenderableType:
    """One piece of a document; of a plot only its title and what it says."""
    match piece:
        case Text():
            return Line(piece.text, style="refused" if piece.alarm else "said" if piece.quiet else "")
        case Items():
            grid = Drawn.grid(padding=(0, 1))
            for number, item in enumerate(piece.items, start=1):
                grid.add_row(f"{number}." if piece.numbered else "·", item)
            return grid
        case Facts():
            grid = Drawn.grid(padding=(0, 2, 0, 0))
            whole = [
                word
                for fact in piece.facts
                for word in (
                    (shown(fact.value, fact.kind),)
                    if fact.kind in UNBROKEN
                    else [word for word in shown(fact.value, fact.kind).split() if "$" in word]
                )
            ]
            grid.add_column(overflow="fold")
            grid.add_column(overflow="fold", min_width=max(map(len, whole), default=None))
            for fact in piece.facts:
                grid.add_row(Line(fact.label), Line(shown(fact.value, fact.kind), style="money"))
            return grid
        case Table():
            return _Fitted(piece)
        case Grid():
            return _Board(piece.chart)
        case Plot():
            return Line(f"{piece.title}: {piece.says}", style="said")
        case _:
            assert_never(piece)


class _Fitted:
    """A table in the room there is: no amount is ever broken, and no column is left out.

    Where it is too narrow for all columns, they go on below, each block with the first column again; where not even
    two fit beside each other, each row is set as a list of its cells.
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self.table
        cells = [[shown(value, head.kind) for value, head in zip(row, table.heads, strict=True)] for row in table.rows]
        columns = list(zip(*cells, strict=True)) if cells else [()] * len(table.heads)
        least = [_least(head, column) for head, column in zip(table.heads, columns, strict=True)]
        wanted = [max(map(len, [*columns[place], table.heads[place].title])) for place in range(len(least))]
        if table.title:
            yield Line(table.title, style="title")
        blocks = _blocks(least, options.max_width)
        if not blocks:
            yield from self._listed(cells)
        for number, kept in enumerate(blocks):
            if number:
                yield Line()
            room = options.max_width - _together(least, kept)
            narrow, wide = ([widths[place] for place in kept] for widths in (least, wanted))
            yield self._drawn(cells, dict(zip(kept, _grown(narrow, wide, room), strict=True)))
        if table.note:
            yield Line(table.note, style="said")

    def _drawn(self, cells: list[list[str]], widths: dict[int, int]) -> Drawn:
        drawn = Drawn(box=box.SIMPLE_HEAD, header_style="title", padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for place, width in widths.items():
            head = self.table.heads[place]
            right = head.kind in NUMERIC
            drawn.add_column(head.title, justify="right" if right else "left", width=width, overflow="fold")
        first = len(cells) - self.table.totals
        for number, row in enumerate(cells):
            if number == first and self.table.totals:
                drawn.add_section()
            drawn.add_row(*(Line(row[place]) for place in widths), style="title" if number >= first else "")
        return drawn

    def _listed(self, cells: list[list[str]]) -> RenderResult:
        for number, row in enumerate(cells):
            if number:
                yield Line()
            for head, cell in zip(self.table.heads, row, strict=True):
                yield Line.assemble((f"{head.title}: ", "title"), cell)


def _blocks(least: Sequence[int], room: int) -> list[list[int]]:
    """The columns of each block, as many as fit, the first of all in each; none where not even two fit."""
    every = list(range(len(least)))
    if _together(least, every) <= room:
        return [every]
    blocks: list[list[int]] = []
    for place in every[1:]:
        if blocks and _together(least, [*blocks[-1], place]) <= room:
            blocks[-1].append(place)
        elif _together(least, [0, place]) <= room:
            blocks.append([0, place])
        else:
            return []
    return blocks


def _grown(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Widths from ``least`` towards ``wanted``, from left to right, as far as ``room`` goes."""
    widths = []
    for low, wide in zip(least, wanted, strict=True):
        more = max(0, min(room, wide - low))
        widths.append(low + more)
        room -= more
    return widths


def _few_lines(heads: Sequence[str], least: Sequence[int], room: int) -> list[int]:
    """Widths from ``least`` up that set the heads in as few lines as ``room`` allows."""
    for lines in range(1, 7):
        widths = []
        for head, low in zip(heads, least, strict=True):
            wide = low
            while len(wrap(head, wide)) > lines and wide < len(head):
                wide += 1
            widths.append(wide)
        if _together(widths, range(len(widths))) <= room:
            return widths
    return list(least)


def _together(widths: Sequence[int], kept: Sequence[int]) -> int:
    return sum(widths[place] + 2 for place in kept) - 2


def _least(head: Head, column: Sequence[str]) -> int:
    """How narrow a column may be: numbers and amounts in a text are never broken, heads and text between words."""
    words = [word for cell in column for word in cell.split()]
    whole = column if head.kind in UNBROKEN else [word for word in words if "$" in word]
    others = [word[:WORD] for word in [*words, *head.title.split()]]
    return max(map(len, [*whole, *head.title.split(), *(() if head.kind in UNBROKEN else others)]), default=1)


class _Board:
    """A chart; where it is wider than the screen its columns go on below."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.tones = tones_of(chart)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        chart = self.chart
        yield Line.assemble((chart.title, "title"), f"  {chart.column_title}".rstrip())
        heads = (chart.row_title, *chart.column_names)
        columns = (chart.row_names, *zip(*chart.cells, strict=True))
        least = [max(map(len, [*head.split(), *cells, " "])) for head, cells in zip(heads, columns, strict=True)]
        first, *widths = _few_lines(heads, least, options.max_width)
        begin = 0
        while begin < len(widths):
            end = begin + 1
            while (
                end < len(widths) and first + sum(width + 2 for width in widths[begin : end + 1]) <= options.max_width
            ):
                end += 1
            if begin:
                yield Line()
            yield self._drawn(first, widths, range(begin, end))
            begin = end
        if chart.legend:
            legend = Line()
            for sign, says in chart.legend.items():
                legend.append("   " if legend else "")
                legend.append(sign, style=TONES[self.tones[sign]])
                legend.append(f": {says}")
            yield legend

    def _drawn(self, first: int, widths: Sequence[int], places: range) -> Drawn:
        chart = self.chart
        drawn = Drawn(box=box.SIMPLE_HEAD, header_style="title", padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        drawn.add_column(chart.row_title, justify="right", width=first, style="title")
        for place in places:
            drawn.add_column(chart.column_names[place], justify="center", width=widths[place])
        for name, cells in zip(chart.row_names, chart.cells, strict=True):
            drawn.add_row(name, *(Line(cells[place], style=TONES[self.tones[cells[place]]]) for place in places))
        return drawn
