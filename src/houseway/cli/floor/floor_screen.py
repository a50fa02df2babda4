"""The pieces that the floor's screens are made of: a title, facts, a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

Cell = str | Text

BETWEEN = 2
"""Columns of the screen between two columns of a table."""


def put_title(console: Console, name: str, more: str = "", state: str = "", style: str = "") -> None:
    """A screen's first line: what it is about, and how that stands."""
    line = Text.assemble((name, "title"))
    if state:
        line.append(f"  {state}", style=style)
    if more:
        line.append(f"  {more}")
    console.print(line)


def put_facts(console: Console, facts: Mapping[str, Cell]) -> None:
    """Labels with what belongs to them; what is empty is left out."""
    grid = Table.grid(padding=(0, 2, 0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in facts.items():
        if value:
            grid.add_row(label, value if isinstance(value, Text) else Text(value))
    if grid.row_count:
        console.print(grid)


def put_table(console: Console, title: str, heads: str | Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """A table under its title; nothing where there are no rows. ``row | >amount``: amounts stand at the right.

    No word is broken: where the screen is too narrow for that, each row stands below the last as labels and values.
    """
    names = heads.split(" | ") if isinstance(heads, str) else list(heads)
    cells = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    if not cells:
        return
    console.print()
    if title:
        console.print(Text(title, style="title"))
    widths = _widths(names, cells, console.width)
    if widths is None:
        _put_rows(console, [name.removeprefix(">") for name in names], cells)
        return
    grid = Table(box=box.SIMPLE_HEAD, header_style="title", padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for name, width in zip(names, widths, strict=True):
        justify: JustifyMethod = "right" if name.startswith(">") else "left"
        grid.add_column(name.removeprefix(">"), justify=justify, width=width)
    for row in cells:
        grid.add_row(*row)
    console.print(grid)


def _widths(names: Sequence[str], rows: Sequence[Sequence[Text]], room: int) -> list[int] | None:
    """The width of each column, the widest texts on several lines where need be; nothing where words would break."""
    columns = [
        [name.removeprefix(">"), *(cell.plain for cell in cells)] for name, *cells in zip(names, *rows, strict=True)
    ]
    widths = [max(map(cell_len, texts)) for texts in columns]
    # An amount is one word.
    longest = [max((cell_len(word) for text in texts for word in text.split()), default=1) for texts in columns]
    room -= BETWEEN * (len(columns) - 1)
    if sum(longest) > room:
        return None
    while sum(widths) > room:
        slack = [width - least for width, least in zip(widths, longest, strict=True)]
        widths[slack.index(max(slack))] -= 1
    return widths


def _put_rows(console: Console, names: Sequence[str], rows: Sequence[Sequence[Text]]) -> None:
    for number, row in enumerate(rows):
        if number:
            console.print()
        put_facts(console, {name: cell for name, cell in zip(names, row, strict=True) if cell.plain})
