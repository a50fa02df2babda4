"""Strategies as coloured charts, for the design that the link has."""

from __future__ import annotations

import msgspec

from houseway.maths.strategy import Chart, Strategy
from houseway.reports.document import tones_of
from houseway.web.lab.lab_answers import answered
from houseway.web.lab.lab_link import Link, Read
from houseway.web.lab.lab_shapes import ChartCell, StrategyAnswer, StrategyChart

MAX_HANDS = 12
"""Hands that are named in the note of one cell."""


def charts(link: Link) -> StrategyAnswer:
    """The strategy that the link names, or the best one, made for its pays, options and rules."""
    read, _ = answered(link)
    found = strategy_of(read)
    return StrategyAnswer(
        name=found.name,
        note=found.note,
        rules=list(found.rules),
        charts=[_chart(each) for each in read.game.charts(found)],
    )


def strategy_of(read: Read) -> Strategy:
    """The strategy of the game that a link asks for."""
    name = read.asked.strategy if isinstance(read.asked.strategy, str) else read.game.strategies[0]
    return read.game.strategy(name, msgspec.structs.replace(read.asked, strategy=None))


def _chart(chart: Chart) -> StrategyChart:
    tones = tones_of(chart)
    notes = {(each.row, each.column): each.otherwise for each in chart.exceptions}
    rows = [
        [
            ChartCell(cell, tones[cell], _note(notes.get((row, column), {})))
            for column, cell in zip(chart.column_names, cells, strict=True)
        ]
        for row, cells in zip(chart.row_names, chart.cells, strict=True)
    ]
    shown = {cell for cells in chart.cells for cell in cells}
    return StrategyChart(
        title=chart.title,
        row_title=chart.row_title,
        column_title=chart.column_title,
        columns=list(chart.column_names),
        rows=list(chart.row_names),
        cells=rows,
        legend=[
            ChartCell(cell, tones[cell], says)
            for cell, says in chart.legend.items()
            if cell in shown or f"{cell}*" in shown or cell == "*"
        ],
    )


def _note(otherwise: dict[str, tuple[str, ...]]) -> str:
    """The hands of a cell that are answered otherwise, in words."""
    said = []
    for answer, hands in otherwise.items():
        more = f" and {len(hands) - MAX_HANDS} more" if len(hands) > MAX_HANDS else ""
        said.append(f"{answer}: {', '.join(hands[:MAX_HANDS])}{more}")
    return "; ".join(said)
