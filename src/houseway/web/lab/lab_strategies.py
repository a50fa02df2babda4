"""Strategies for the design that the link has: charts in colour, cells opened, and one of one's own, priced."""

from __future__ import annotations

import msgspec

from houseway.errors import HousewayError
from houseway.maths.choices.cell_worths import CellWorth
from houseway.maths.choices.mistakes import Bill
from houseway.maths.question import Question
from houseway.maths.strategy import Chart, Strategy
from houseway.reports.document import tones_of
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import shown
from houseway.web.lab import lab_shapes
from houseway.web.lab.lab_answers import answered
from houseway.web.lab.lab_link import Link, Read, Wrong

MAX_HANDS = 12
"""Hands that are named in the note of one cell."""

MAX_DIFFERING = 40
"""Hands that differ which are told of an opened cell."""

MAX_MISTAKES = 10
"""Mistakes that are told of a strategy of one's own, the dearest first."""


def charts(link: Link) -> lab_shapes.StrategyAnswer:
    """The strategy that the link names, or the best one, made for its pays, options and rules."""
    read, _ = answered(link)
    found = strategy_of(read)
    return lab_shapes.StrategyAnswer(
        name=found.name,
        note=found.note,
        rules=list(found.rules),
        charts=[_chart(each) for each in read.game.charts(found)],
    )


def strategy_of(read: Read) -> Strategy:
    """The strategy of the game that a link asks for."""
    name = read.asked.strategy if isinstance(read.asked.strategy, str) else read.game.strategies[0]
    return read.game.strategy(name, _asked(read))


def cell_of(link: Link, chart: str, row: str, column: str) -> CellWorth:
    """What every choice is worth in a cell of a chart of the strategy."""
    read, _ = answered(link)
    return read.game.cell(strategy_of(read), (chart, row, column), _asked(read))


def bill_of(read: Read, text: str) -> tuple[Strategy, Bill]:
    """A strategy of one's own under the pays, options and rules of a link, and what it costs."""
    own = read.game.read_strategy(text, _asked(read))
    return own, read.game.mistakes(own, _asked(read))


def opened(link: Link, chart: str, row: str, column: str) -> lab_shapes.CellAnswer:
    """A cell of a chart of the strategy, opened."""
    found = cell_of(link, chart, row, column)
    best = max(choice.worth for choice in found.choices)
    return lab_shapes.CellAnswer(
        chart=found.chart,
        row=found.row,
        column=found.column,
        base=found.base,
        often=shown(found.often, "percent"),
        hands=found.hands,
        choices=[
            lab_shapes.CellChoice(
                words=choice.words,
                worth=shown(choice.worth, "units"),
                less=shown(choice.worth - best, "units") if choice.worth != best else "",
                best=choice.worth == best,
                played=choice.mark == found.shown,
            )
            for choice in found.choices
        ],
        differing=[
            lab_shapes.CellHand(
                hand=each.hand,
                best=next((choice.words for choice in found.choices if choice.mark == each.best), each.best),
                gains=shown(each.gains, "percent"),
                often=shown(each.often, "percent"),
            )
            for each in found.differing[:MAX_DIFFERING]
        ],
        differing_count=len(found.differing),
    )


def text_of(link: Link) -> str:
    """The strategy as a text to be changed by hand."""
    read, _ = answered(link)
    return read.game.strategy_text(strategy_of(read), _asked(read))


def priced(link: Link, text: str) -> lab_shapes.PricedStrategy:
    """A strategy of one's own under the pays, options and rules of the link, with its dearest mistakes."""
    read, _ = answered(link)
    try:
        own, bill = bill_of(read, text)
    except HousewayError as error:
        wrong = [Wrong("strategy:text", error.message, error.remedy or "")]
        return lab_shapes.PricedStrategy("", "", "", "", [], 0, "", [], wrong)
    names = GameNames.of(read.edition)
    return lab_shapes.PricedStrategy(
        name=own.name,
        edge=shown(-bill.ev, "percent"),
        best_edge=shown(-bill.best_ev, "percent"),
        cost=shown(bill.cost, "percent"),
        mistakes=[
            lab_shapes.Mistake(
                question=names.question(each.ask),
                hand=each.hand,
                made=each.made_words,
                best=each.best_words,
                each=shown(each.each, "percent"),
                often=shown(each.often, "percent"),
                per_round=shown(each.per_round, "percent"),
            )
            for each in bill.mistakes[:MAX_MISTAKES]
        ],
        mistakes_count=len(bill.mistakes),
        says=f"House edge and cost per {bill.unit.removeprefix('one ')}. {bill.note}".strip(),
        charts=[_chart(each) for each in read.game.charts(own)],
        wrong=[],
    )


def _asked(read: Read) -> Question:
    return msgspec.structs.replace(read.asked, strategy=None)


def _chart(chart: Chart) -> lab_shapes.StrategyChart:
    tones = tones_of(chart)
    notes = {(each.row, each.column): each.otherwise for each in chart.exceptions}
    rows = [
        [
            lab_shapes.ChartCell(cell, tones[cell], _note(notes.get((row, column), {})))
            for column, cell in zip(chart.column_names, cells, strict=True)
        ]
        for row, cells in zip(chart.row_names, chart.cells, strict=True)
    ]
    drawn = {cell for cells in chart.cells for cell in cells}
    return lab_shapes.StrategyChart(
        title=chart.title,
        row_title=chart.row_title,
        column_title=chart.column_title,
        columns=list(chart.column_names),
        rows=list(chart.row_names),
        cells=rows,
        legend=[
            lab_shapes.ChartCell(cell, tones[cell], says)
            for cell, says in chart.legend.items()
            if cell in drawn or f"{cell}*" in drawn or cell == "*"
        ],
    )


def _note(otherwise: dict[str, tuple[str, ...]]) -> str:
    """The hands of a cell that are answered otherwise, in words."""
    said = []
    for answer, hands in otherwise.items():
        more = f" and {len(hands) - MAX_HANDS} more" if len(hands) > MAX_HANDS else ""
        said.append(f"{answer}: {', '.join(hands[:MAX_HANDS])}{more}")
    return "; ".join(said)
