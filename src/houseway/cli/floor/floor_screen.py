"""The pieces that the floor's screens are made of: a title, facts, a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

Cell = str | Text


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
    """A table under its title; nothing where there are no rows. ``row | >amount``: amounts stand at the right."""
    grid = Table(box=box.SIMPLE_HEAD, header_style="title", padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for head in heads.split(" | ") if isinstance(heads, str) else heads:
        right = head.startswith(">")
        grid.add_column(head.removeprefix(">"), justify="right" if right else "left", overflow="fold", no_wrap=right)
    for row in rows:
        grid.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    if not grid.row_count:
        return
    console.print()
    if title:
        console.print(Text(title, style="title"))
    console.print(grid)
