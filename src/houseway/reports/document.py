"""A document as it is meant, before it is written: sections of paragraphs, facts, tables, charts and plots.

`houseway.reports.par_sheet` and `houseway.reports.floor` make them; `write` writes one as Markdown, HTML, a workbook
or PDF, or its tables as CSV or JSON, by the name of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from textwrap import wrap
from typing import Literal, TypeAlias, get_args

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Chart
from houseway.public_arguments import A_PATH, taking, thing
from houseway.reports.numbers import Kind, Value


class Text(msgspec.Struct, frozen=True):
    """A paragraph; ``quiet`` for what is beside the matter: how a number is meant, where it comes from.

    An ``alarm`` is what nobody may overlook: something does not agree, or is late.
    """

    text: str
    quiet: bool = False
    alarm: bool = False


class Items(msgspec.Struct, frozen=True):
    """A list, numbered where the order matters."""

    items: tuple[str, ...]
    numbered: bool = False


class Fact(msgspec.Struct, frozen=True):
    """One label and its value. ``name`` and ``formula`` are for a workbook: see `Formulas`."""

    label: str
    value: Value
    kind: Kind = "text"
    name: str = ""
    formula: str = ""


class Facts(msgspec.Struct, frozen=True):
    """Labels and values, one below the other."""

    facts: tuple[Fact, ...]

    @staticmethod
    def of(*facts: Fact) -> Facts:
        """These facts."""
        return Facts(facts)


class Head(msgspec.Struct, frozen=True):
    """The head of a column, and how its values are meant. A page that is narrow may hide what there is to ``spare``.

    ``key`` is what programs call the column, where that is not the title in small letters.
    """

    title: str
    kind: Kind = "text"
    spare: int = 0
    key: str = ""

    @staticmethod
    def row(heads: str) -> tuple[Head, ...]:
        """Heads as they stand in a row: ``Meter | Held: micros | Entry +1 | Repaired: moment +2 = mended``.

        Behind the title stands the kind, then what there is to spare, then the key.
        """
        found = (_HEAD.fullmatch(head) for head in heads.split(" | "))
        return tuple(
            msgspec.convert({name: part for name, part in head.groupdict().items() if part}, Head, strict=False)
            for head in found
            if head is not None
        )


_HEAD = re.compile(r"(?P<title>.+?)(?:: (?P<kind>\w+))?(?: \+(?P<spare>\d))?(?: = (?P<key>\S+))?")


class Formulas(msgspec.Struct, frozen=True):
    """How the numbers of a table follow from each other, for a workbook: its cells are counted from 0, heads left out.

    ``cells`` has the formula of a cell, by row and column. In it ``[2,3]`` is a cell of the same table and ``[0:4,3]``
    some of a column; ``{name}`` is what another formula, a fact or ``names`` calls so: the first row, the last and the
    column. Whatever has no formula is an input. ``inputs`` has the number of a text that is one, and what stands behind
    it: 3 and ``to 1``.
    """

    cells: dict[tuple[int, int], str] = {}
    names: dict[str, tuple[int, int, int]] = {}
    inputs: dict[tuple[int, int], tuple[Fraction, str]] = {}


class Table(msgspec.Struct, frozen=True):
    """Rows under heads. The last ``totals`` rows sum up those before.

    A table that is filled in ``by_hand``, to sign on, has rows high enough for that where it is printed.
    """

    heads: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    note: str = ""
    totals: int = 0
    formulas: Formulas = Formulas()
    by_hand: bool = False

    def summed(self, first: int = 1) -> Table:
        """The same with the sums of its columns from ``first`` on below; one without rows has none."""
        if not self.rows:
            return self
        sums = (sum(int(row[place] or 0) for row in self.rows) for place in range(first, len(self.heads)))
        return msgspec.structs.replace(self, rows=(*self.rows, ("All", *[""] * (first - 1), *sums)), totals=1)


class Grid(msgspec.Struct, frozen=True):
    """A strategy's chart."""

    chart: Chart


CAPTION = 130
"""Letters in a line of a plot's caption."""

LINE = 0.14
"""How high such a line is, in inches."""


class Plot:
    """A drawing, made when it is asked for, as lines or as dots. ``says`` is what it shows, in words.

    ``render`` gives the bytes of the drawing in the format it is asked for, with ``caption`` below it; sizes are in
    inches.
    """

    def __init__(
        self,
        name: str,
        title: str,
        says: str,
        width: float,
        height: float,
        render: Callable[[Plot, str], bytes],
        caption: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.says = says
        self.width = width
        self.height = height
        self.caption = caption
        self._render = render

    def captioned(self, lines: Sequence[str]) -> Plot:
        """The same drawing with ``lines`` below it, wherever it is taken."""
        says = " ".join((self.says, *(f"{line}." for line in lines)))
        wrapped = tuple(part for line in lines for part in wrap(line, CAPTION))
        height = self.height + LINE * (len(wrapped) - len(self.caption))
        return Plot(self.name, self.title, says, self.width, height, self._render, wrapped)

    @cached_property
    def svg(self) -> str:
        """The drawing as an ``svg`` element."""
        return self._render(self, "svg").decode()

    @cached_property
    def png(self) -> bytes:
        """The drawing as a picture."""
        return self._render(self, "png")


Piece: TypeAlias = Text | Items | Facts | Table | Grid | Plot


class Section(msgspec.Struct, frozen=True):
    """A titled part of a document."""

    title: str
    pieces: tuple[Piece, ...] = ()
    sections: tuple[Section, ...] = ()


DEPARTS = "Departs from the approved game"
"""How a notice begins that the document is not about the approved game."""

Paper: TypeAlias = Literal["letter", "a4"]
"""The sheets that a document may be printed on."""

PAPERS: tuple[Paper, ...] = get_args(Paper)


class Document(msgspec.Struct, frozen=True):
    """A whole document. ``colour`` is that of the game's felt.

    ``day`` (``YYYY-MM-DD``) is the day it was made on and ``author`` who made it: they go with the file, which is then
    the same, byte for byte, whenever it is written; what readers see of them is among the facts. ``paper`` is what it
    is printed on: Letter, which these rooms and their regulators use, unless A4 is asked for. ``notices`` are what
    nobody may miss who has only a part of it: they stand at the head of every sheet of a workbook.
    """

    title: str
    subtitle: str
    facts: Facts
    sections: tuple[Section, ...]
    footer: str = ""
    colour: str = "green"
    day: str = ""
    author: str = ""
    paper: Paper = "letter"
    notices: tuple[str, ...] = ()

    @property
    def made(self) -> datetime | None:
        """The beginning of the day it was made on, where that is known."""
        return datetime.fromisoformat(self.day).replace(tzinfo=UTC) if self.day else None

    def plots(self) -> Iterator[Plot]:
        """Every plot, in order."""
        for _, piece in self.pieces():
            if isinstance(piece, Plot):
                yield piece

    def pieces(self) -> Iterator[tuple[tuple[str, ...], Piece]]:
        """Every piece in order, with the titles of the sections that it stands in."""
        for section in self.sections:
            yield from _pieces(section, ())


def captioned(section: Section, lines: Sequence[str]) -> Section:
    """``section`` with ``lines`` below each of its plots."""
    pieces = tuple(piece.captioned(lines) if isinstance(piece, Plot) else piece for piece in section.pieces)
    return Section(section.title, pieces, tuple(captioned(inner, lines) for inner in section.sections))


def _pieces(section: Section, outer: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Piece]]:
    titles = (*outer, section.title)
    for piece in section.pieces:
        yield titles, piece
    for inner in section.sections:
        yield from _pieces(inner, titles)


TONES = ("#d8ecdf", "#fbe3d6", "#dbe7f6", "#f6e9b8", "#e9dcf3", "#d5eef0", "#f7d9e3", "#e6e6e6")
"""Behind the answers of a chart; the answer is always written too."""


def tones_of(chart: Chart) -> dict[str, int]:
    """A tone from 1 for each answer of ``chart``, those of the legend first; 0 for an empty cell.

    A star marks an answer and is not one: ``R*`` has the tone of ``R``.
    """
    cells = dict.fromkeys([*chart.legend, *(cell for row in chart.cells for cell in row)])
    answers = [cell for cell in dict.fromkeys(_answer(cell) for cell in cells) if cell]
    return {cell: 1 + answers.index(answer) % len(TONES) if (answer := _answer(cell)) else 0 for cell in cells}


def _answer(cell: str) -> str:
    return cell.rstrip("* ").strip()


FORMATS = (".md", ".html", ".xlsx", ".pdf")
"""What every document is written as."""

TABLES = (".csv", ".json", ".iif")
"""What a document of tables and facts alone, such as a report of the floor, is written as besides; the last one is for
journal entries only."""


def check_format(path: Path, formats: Sequence[str] = FORMATS) -> None:
    """Refuse a file whose name ends in nothing that can be written, before anything is computed."""
    if path.suffix.lower() not in formats:
        raise BadQuestion(
            f"{path.name or path} is none of the documents that can be written",
            remedy=f"name a file that ends in {', '.join(formats[:-1])} or {formats[-1]}",
        )


A_DOCUMENT = thing(Document, "a report", "give one, such as houseway.par_sheet(game)")


@taking(document=A_DOCUMENT, path=A_PATH)
def write(document: Document, path: Path | str) -> list[Path]:
    """Write ``document`` to ``path`` in the form its name asks for; the files written are returned, that one first.

    Plots of a Markdown file are files of their own, in a folder beside it; so are the parts of a CSV file after the
    first (its other tables, the facts, the alarms), beside it.
    """
    path = Path(path)
    check_format(path, (*FORMATS, *TABLES))
    if not path.parent.is_dir():
        raise BadQuestion(f"there is no folder {path.parent}", remedy="make it first, or write elsewhere")
    match path.suffix.lower():
        case ".md":
            from houseway.reports.writers.markdown import write_markdown  # noqa: PLC0415

            return write_markdown(document, path)
        case ".html":
            from houseway.reports.writers.html import as_html  # noqa: PLC0415

            path.write_text(as_html(document), encoding="utf-8")
        case ".xlsx":
            from houseway.reports.writers.workbook import write_workbook  # noqa: PLC0415

            write_workbook(document, path)
        case ".csv":
            from houseway.reports.writers.plain import write_csv  # noqa: PLC0415

            return write_csv(document, path)
        case ".json":
            from houseway.reports.writers.plain import as_json  # noqa: PLC0415

            path.write_text(as_json(document), encoding="utf-8")
        case ".iif":
            from houseway.reports.writers.iif import as_iif  # noqa: PLC0415

            path.write_text(as_iif(document), encoding="utf-8", newline="")
        case _:
            from houseway.reports.writers.pdf import write_pdf  # noqa: PLC0415

            write_pdf(document, path)
    return [path]
