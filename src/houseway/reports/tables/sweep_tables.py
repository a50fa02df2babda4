"""A sweep as a document: every table with its means beside the exact values, and all of them in one drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from houseway.reports.document import DEPARTS, Document, Fact, Facts, Head, Plot, Section, Table, Text
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import MINUS, shown
from houseway.reports.writers.plots import BARS, INK, QUIET, WIDE, WORSE, made, plain_axes
from houseway.simulation.report import FAR
from houseway.simulation.sweeps.sweep_run import SweepReport, SweptCell

MOST_DRAWN = 60
"""Means in one drawing: the first ones; all of them are in the table."""


class _Mean(NamedTuple):
    name: str
    mean: float
    error: float
    exact: float | None
    fails: bool


def sweep_table(report: SweepReport, names: GameNames, *, brief: bool = False) -> Table:
    """A row for each wager of each table: what sets the table apart, the mean, and the exact value.

    ``brief`` is what a terminal has room for, in few digits.
    """
    several = len({column.seat for cell in report.cells for column in cell.report.columns}) > 1
    heads = (
        *(Head(axis_name(axis, names), key=axis) for axis in report.axes),
        Head("Wager"),
        *((Head("Seat", "count"),) if several else ()),
        *(() if brief else (Head("Rounds", "count", spare=2),)),
        *Head.row("Mean: units | Std. error: plain | Exact: units | z: plain"),
        *(() if brief else (Head("Hit frequency", "percent", spare=1), Head("SD", "plain", spare=1))),
        Head("Verdict"),
        *(() if brief else (Head("Fingerprint", "code", spare=2),)),
    )
    rows = tuple(
        (
            *cell.values.values(),
            names.wager(column.wager),
            *((column.seat,) if several else ()),
            *(() if brief else (column.n,)),
            column.mean,
            f"{column.standard_error:.1e}".replace("-", MINUS) if brief else column.standard_error,
            column.exact,
            f"{column.z:+.2f}".replace("-", MINUS) if brief and column.z is not None else column.z,
            *(() if brief else (column.hit_frequency, column.sd)),
            report.verdict_of(cell, place),
            *(() if brief else (cell.report.fingerprint[:16],)),
        )
        for cell in report.cells
        for place, column in enumerate(cell.report.columns)
    )
    return Table(heads, rows, note=_note(report))


def _note(report: SweepReport) -> str:
    note = (
        "Mean: the player's net per unit of the wager. z: how many standard errors the mean lies from the exact value. "
        "Tables that are dealt alike get the same cards: the difference of two means is more certain than either."
    )
    if report.compared:
        means = "a single mean" if report.compared == 1 else f"each of {report.compared} means"
        note += f" Fail: {report.far:.2f} or more, for {means}."
    if not all(cell.fresh for cell in report.cells):
        note += " Exact values are those of a fresh shoe, and a shoe that is dealt to a cut card is not judged by them."
    return note


def axis_name(axis: str, names: GameNames) -> str:
    """What people call an axis: ``Paytable of`` a wager, ``Decks``, ``Penetration``."""
    kind, _, of = axis.partition(" ")
    if kind == "paytable":
        return f"Paytable of {names.wager(of)}"
    if kind == "pay":
        return f"Pay of {names.meter(of)}"
    said = (of if kind == "option" else axis).replace("-", " ")
    return said[:1].upper() + said[1:]


def sweep_plot(report: SweepReport, names: GameNames) -> Plot:
    """Every mean with three standard errors on either side, and its exact value, one below the other."""
    means = [
        _Mean(
            _label(cell, names, names.wager(column.wager), len(cell.report.columns) > 1),
            column.mean,
            column.standard_error,
            column.exact,
            report.verdict_of(cell, place) == "fail",
        )
        for cell in report.cells
        for place, column in enumerate(cell.report.columns)
    ]
    drawn = tuple(means[:MOST_DRAWN][::-1])

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for place, item in enumerate(drawn):
            colour = WORSE if item.fails else BARS
            axes.plot(
                [item.mean - FAR * item.error, item.mean + FAR * item.error], [place] * 2, color=colour, linewidth=1.6
            )
            axes.plot([item.mean], [place], "o", color=colour, markersize=3.6)
            if item.exact is not None:
                axes.plot([item.exact], [place], "|", color=INK, markersize=9, markeredgewidth=1.3)
        axes.set_yticks(list(range(len(drawn))), [item.name for item in drawn])
        axes.set_ylim(-0.7, len(drawn) - 0.3)
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %".replace("-", MINUS))
        axes.set_xlabel("mean net, percent of the wager: dot, with a bar of 3 standard errors; exact value: |")
        axes.tick_params(axis="y", colors=QUIET)
        plain_axes(axes, grid="x")

    least, most = min(means, key=lambda item: item.mean), max(means, key=lambda item: item.mean)
    says = (
        f"{len(means)} means, from {shown(least.mean, 'units')} ({least.name}) "
        f"to {shown(most.mean, 'units')} ({most.name})."
    )
    return made(draw, "sweep", "Means and exact values", says, WIDE, 0.9 + 0.2 * len(drawn))


def _label(cell: SweptCell, names: GameNames, wager: str, several: bool) -> str:
    values = ", ".join(f"{_short(axis, names)} {value}" for axis, value in cell.values.items())
    return f"{wager}: {values}" if several and values else values or wager


def _short(axis: str, names: GameNames) -> str:
    kind, _, of = axis.partition(" ")
    return names.wager(of) if kind == "paytable" else axis_name(axis, names).lower()


def sweep_document(report: SweepReport, names: GameNames, command: str) -> Document:
    """The whole sweep; ``command`` repeats it."""
    first = report.cells[0].report
    departing = sum(bool(cell.report.assumed.departures) for cell in report.cells)
    notices = (f"{DEPARTS}: {departing} of {len(report.cells)} tables",) if departing else ()
    facts = (
        Fact("Game", names.title),
        Fact("Edition", first.edition),
        Fact("Tables", len(report.cells), "count"),
        Fact("Rounds of each", report.rounds, "count"),
        Fact("Seed", str(report.seed)),
        Fact("Verdict", report.verdict),
        Fact("Command", command, "code"),
    )
    pieces: Sequence[Text | Table | Plot] = (
        *(Text(f"{notice}.", alarm=True) for notice in notices),
        sweep_table(report, names),
        sweep_plot(report, names),
    )
    return Document(
        title=f"Sweep: {names.title}",
        subtitle="Simulated means beside exact values, table by table",
        facts=Facts(facts),
        sections=(Section("Results", tuple(pieces)),),
        notices=notices,
    )
