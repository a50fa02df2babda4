"""Tables and strategy charts as pictures: what a page shows, drawn for a slide or a letter."""

from __future__ import annotations

from typing import Any

from houseway.maths.strategy import Chart
from houseway.reports.document import TONES, Plot, Table, tones_of
from houseway.reports.numbers import NUMERIC, shown
from houseway.reports.writers.plots import INK, QUIET, RULE, WIDE, made

LINE = 0.26
"""How high a row is, in inches."""

LETTER = 0.078
"""How wide a letter is, about, in inches."""

CELL = 0.38
"""How wide a cell of a chart is, in inches, at least."""


def table_picture(table: Table, name: str, title: str) -> Plot:
    """A table as a picture: its heads, its rows, its title above."""
    texts = [[shown(value, head.kind) for value, head in zip(row, table.heads, strict=True)] for row in table.rows]
    columns = range(len(table.heads))
    letters = [
        max(len(head.title), *(len(row[place]) for row in texts), 1) + 2 for place, head in enumerate(table.heads)
    ]
    width = max(WIDE, LETTER * sum(letters))
    height = LINE * (len(texts) + 2.2)

    def draw(figure: Any) -> None:
        axes = _bare(figure, len(texts) + 2.2)
        axes.text(0, 0.6, title, fontsize=11, fontweight="bold", color=INK, va="center")
        ends = [sum(letters[: place + 1]) / sum(letters) for place in columns]
        for place, head in enumerate(table.heads):
            right = head.kind in NUMERIC
            x = ends[place] - 0.01 if right else (ends[place - 1] if place else 0.0)
            side = "right" if right else "left"
            axes.text(x, 1.7, head.title, ha=side, va="center", color=QUIET, fontsize=7.5)
            for number, row in enumerate(texts):
                last = number >= len(texts) - table.totals
                weight = "bold" if last else "normal"
                axes.text(x, number + 2.7, row[place], ha=side, va="center", color=INK, fontweight=weight)
        for number in range(len(texts) + 1):
            axes.axhline(number + 2.2, color=RULE, linewidth=0.7)

    return made(draw, name, title, f"{title}: {len(texts)} rows.", width, height)


def chart_picture(chart: Chart, name: str) -> Plot:
    """A strategy's chart as a picture, its answers in colour."""
    tones = tones_of(chart)
    longest = max((len(cell) for row in chart.cells for cell in row), default=1)
    side = max(CELL, LETTER * (longest + 1))
    margin = LETTER * (max(map(len, chart.row_names), default=1) + 3)
    rows = len(chart.row_names)
    width = max(4.0, margin + side * len(chart.column_names) + 0.2)
    legend = [f"{cell}: {says}" for cell, says in chart.legend.items()]
    height = LINE * (rows + 3 + len(legend))

    def draw(figure: Any) -> None:
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        axes = _bare(figure, rows + 3 + len(legend))
        axes.set_xlim(0, width)
        axes.text(0, 0.6, chart.title, fontsize=10.5, fontweight="bold", color=INK, va="center")
        for place, column in enumerate(chart.column_names):
            axes.text(margin + side * (place + 0.5), 1.8, column, ha="center", va="center", color=QUIET, fontsize=7.5)
        for number, (row, cells) in enumerate(zip(chart.row_names, chart.cells, strict=True)):
            y = number + 2.8
            axes.text(margin - 0.08, y, row, ha="right", va="center", color=INK)
            for place, cell in enumerate(cells):
                tone = tones[cell]
                colour = TONES[tone - 1] if tone else "#ffffff"
                x = margin + side * place
                axes.add_patch(Rectangle((x, y - 0.5), side, 1, facecolor=colour, edgecolor=RULE, linewidth=0.6))
                axes.text(x + side / 2, y, cell, ha="center", va="center", color=INK, fontsize=7.5)
        for number, line in enumerate(legend):
            axes.text(0, rows + 3.0 + number, line, va="center", color=QUIET, fontsize=7.5)

    return made(draw, name, chart.title, f"{chart.title}: {rows} rows.", width, height)


def _bare(figure: Any, rows: float) -> Any:
    """Axes without any line, from the top down."""
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(rows, 0)
    return axes
