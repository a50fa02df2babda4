"""The result of a round: every line with its clause, and the net."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.registry import words
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import in_words
from houseway.table.lines import Line
from houseway.table.setup import Setup
from houseway.table.shown.view import clause_text
from houseway.table.shown.wording import wager_name


def settlement(setup: Setup, lines: Sequence[Line], mine: Sequence[int]) -> RenderableType:
    """The lines of ``mine``, each over the clause it rests on, then those of the other seats in brief."""
    parts: list[RenderableType] = []
    for seat in mine:
        own = [line for line in lines if line.seat == seat]
        if own:
            parts += [_seat_lines(setup, own)]
    others = [line for line in lines if line.seat not in mine]
    if others:
        parts.append(_others(setup, others))
    return Group(*parts)


def _seat_lines(setup: Setup, lines: Sequence[Line]) -> RenderableType:
    """One seat's lines; a clause stands once under the lines in a row that it settles."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="title", expand=True)
    table.add_column(f"Seat {lines[0].seat}", ratio=3, overflow="fold")
    table.add_column("Stake", justify="right", no_wrap=True)
    table.add_column("Result", ratio=4, overflow="fold")
    table.add_column("Pays", ratio=2, overflow="fold")
    table.add_column("Back", justify="right", no_wrap=True)
    table.add_column("Net", justify="right", no_wrap=True)
    parts: list[RenderableType] = []
    widths = [max(len(dollars(line.stake)) for line in lines), max(len(dollars(line.returned)) for line in lines)]
    widths.append(max(len(signed(line.net).plain) for line in lines))
    for column, width in zip((1, 4, 5), widths, strict=True):
        table.columns[column].min_width = max(5, width)
    rows = table
    shown = setup.edition.shown
    for cite, group in groupby(lines, key=lambda line: line.clause):
        for line in group:
            rows.add_row(
                _wager_name(setup, line),
                dollars(line.stake),
                event_name(setup, line),
                in_words(line.pays),
                dollars(line.returned),
                signed(line.net),
            )
        parts += [
            rows,
            Padding(
                Text.assemble((f"[{shown(cite)}] ", "clause"), clause_text(setup.edition, cite)),
                (0, 0, 0, 2),
            ),
        ]
        rows = _same_columns(table)
    net = Text.assemble((f"Seat {lines[0].seat} net ", "title"), signed(sum(line.net for line in lines)))
    return Group(*parts, net)


def _same_columns(table: Table) -> Table:
    """A table with the columns of ``table`` and no heading, so that its rows stand under that table's."""
    plain = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False, expand=True)
    for column in table.columns:
        plain.add_column(
            justify=column.justify,
            ratio=column.ratio,
            no_wrap=column.no_wrap,
            overflow=column.overflow,
            min_width=column.min_width,
        )
    return plain


def _others(setup: Setup, lines: Sequence[Line]) -> Table:
    """The other seats, one row each: the net, and every line with its clause."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for seat in sorted({line.seat for line in lines}):
        own = [line for line in lines if line.seat == seat]
        text = Text()
        for number, line in enumerate(own):
            text.append(" · " if number else "")
            text.append(f"{_wager_name(setup, line)}: {event_name(setup, line)} ").append_text(signed(line.net))
            text.append(f" [{setup.edition.shown(line.clause)}]", style="clause")
        table.add_row(Text(f"Seat {seat}", style="title"), signed(sum(line.net for line in own)), text)
    return table


def _wager_name(setup: Setup, line: Line) -> str:
    name = wager_name(setup.edition, line.wager)
    return f"{name}, hand {line.hand}" if line.hand != 1 else name


def event_name(setup: Setup, line: Line) -> str:
    """The event in the game's words, with any note."""
    edition = setup.edition
    name = words(edition.about.slug).event(edition, line.wager, line.event)
    if line.reverses:
        name = f"{name}, reversing line {line.reverses}"
    return f"{name} ({line.note})" if line.note else name


def signed(net: int) -> Text:
    """A gain, a loss, or neither."""
    if net > 0:
        return Text(f"+{dollars(net)}", style="won")
    return Text(dollars(net), style="lost") if net < 0 else Text("even", style="even")
