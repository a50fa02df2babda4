"""The result of a round: every line with why it ended so, the net, and the clauses behind it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.registry import words
from houseway.rulebook.money import dollars
from houseway.table.lines import Line
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.shown.line_sentences import comes_back, told_lines
from houseway.table.shown.view import clause_text
from houseway.table.shown.view_shapes import ShownLine
from houseway.table.shown.wording import wager_name


def settlement(round_: Round, mine: Sequence[int]) -> RenderableType:
    """The lines of ``mine``, each with why it ended so, over the clauses; then those of the other seats in brief."""
    setup, parts = round_.setup, list[RenderableType]()
    for seat in mine:
        own = [line for line in told_lines(round_, seat) if line.seat == seat]
        if own:
            parts.append(_seat_lines(setup, own))
    others = [line for line in round_.lines if line.seat not in mine]
    if others:
        parts.append(_others(setup, others))
    return Group(*parts)


def _seat_lines(setup: Setup, lines: Sequence[ShownLine]) -> RenderableType:
    """One seat's lines, then each clause that they rest on once."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="title", expand=True)
    table.add_column(f"Seat {lines[0].seat}", ratio=2, overflow="fold")
    table.add_column("Bet", justify="right", no_wrap=True)
    table.add_column("", ratio=5, overflow="fold")
    table.add_column("Back", justify="right", no_wrap=True)
    table.add_column("Net", justify="right", no_wrap=True)
    for line in lines:
        stake, back = dollars(line.stake), dollars(line.returned)
        told = ": ".join(filter(None, (line.reason, comes_back(line))))
        table.add_row(_wager_name(setup, line), stake, told, back, signed(line.net))
    shown = setup.edition.shown
    clauses = [
        Padding(Text.assemble((f"[{shown(cite)}] ", "clause"), clause_text(setup.edition, cite)), (0, 0, 0, 2))
        for cite in dict.fromkeys(line.clause for line in lines)
    ]
    net = sum(line.net for line in lines)
    said = f"won {dollars(net)}" if net > 0 else f"lost {dollars(-net)}" if net else "broke even"
    return Group(table, Text(f"Seat {lines[0].seat} {said}", style="title"), *clauses)


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
