"""A cell of a chart opened: what every choice there is worth, how often it comes, and the hands that differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from houseway.maths.choices.chart_forms import ChartForm
from houseway.maths.choices.hand_worths import Decision, Decisions, HandWorth
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Number, plain
from houseway.maths.strategy import Chart

MOST_LISTED = 200
"""Hands that plain data of a cell lists; it says how many there are."""


class ChoiceWorth(msgspec.Struct, frozen=True):
    """One choice of a cell: its mark, its words, and what it is worth on average over the cell's hands."""

    mark: str
    words: str
    worth: Number


class DifferingHand(msgspec.Struct, frozen=True):
    """A hand of a cell whose best choice is not the cell's: what each choice is worth with it, by mark."""

    hand: str
    best: str
    worths: dict[str, Number]
    often: Number

    @property
    def gains(self) -> Number:
        """What its own best choice is worth beyond the next best."""
        ranked = sorted(self.worths.values(), reverse=True)
        return ranked[0] - ranked[1] if len(ranked) > 1 else Fraction(0)


class CellWorth(msgspec.Struct, frozen=True):
    """A cell of a chart, opened.

    ``shown`` is the mark that the strategy has there, ``best`` the one worth most on average. ``often`` is how often a
    hand of the cell comes in a round under the strategy; where none does, all its hands count alike. ``differing`` are
    the hands with which another choice is worth more than the one shown (or, if that is best with no hand of the cell,
    than ``best``).
    """

    chart: str
    row: str
    column: str
    ask: str
    base: str
    shown: str
    best: str
    often: Number
    hands: int
    choices: tuple[ChoiceWorth, ...]
    differing: tuple[DifferingHand, ...]

    def as_dict(self) -> dict[str, object]:
        """The cell as plain data, as the terminal's ``--json`` and the Lab have it."""
        words = {choice.mark: choice.words for choice in self.choices}
        return {
            "chart": self.chart,
            "row": self.row,
            "column": self.column,
            "ask": self.ask,
            "base": self.base,
            "shown": self.shown,
            "shown_words": words.get(self.shown, self.shown),
            "best": self.best,
            "best_words": words.get(self.best, self.best),
            "often": plain(self.often),
            "hands": self.hands,
            "choices": [
                {"mark": choice.mark, "words": choice.words, "worth": plain(choice.worth)} for choice in self.choices
            ],
            "differing_count": len(self.differing),
            "differing": [
                {
                    "hand": item.hand,
                    "best": item.best,
                    "best_words": words.get(item.best, item.best),
                    "often": plain(item.often),
                    "worths": {mark: plain(worth) for mark, worth in item.worths.items()},
                }
                for item in self.differing[:MOST_LISTED]
            ],
        }


Drawn: TypeAlias = Sequence[tuple[ChartForm, Chart]]
"""The charts of a strategy with their forms."""


def form_of(drawn: Drawn, chart: str) -> ChartForm:
    """The form of the chart called ``chart``."""
    forms = [form for form, _ in drawn]
    form = next((form for form in forms if form.title == chart), None)
    if form is None:
        raise BadQuestion(
            f"there is no chart {chart!r}", remedy=f"name one of: {'; '.join(one.title for one in forms)}"
        )
    return form


def open_cell(drawn: Drawn, found: Decisions, chart: str, row: str, column: str) -> CellWorth:
    """The cell at ``row`` and ``column`` of the chart called ``chart``."""
    form = form_of(drawn, chart)
    for name, known, what in ((row, form.rows, "row"), (column, form.columns, "column")):
        if name not in known:
            raise BadQuestion(f"{chart} has no {what} {name!r}", remedy=f"name one of {', '.join(known)}")
    opened = _opened(form, _shown(drawn, form, found, row, column), found, row, column)
    if opened is None:
        raise BadQuestion(f"{chart} has no hand in the cell {row}, {column}", remedy="open a cell that has a mark")
    return opened


def open_cells(drawn: Drawn, found: Decisions) -> Iterator[CellWorth]:
    """Every cell of every chart that has a hand in it."""
    asked = {decision.ask for decision in found.asked}
    for form, _ in drawn:
        if form.ask not in asked:
            continue
        for row in form.rows:
            for column in form.columns:
                opened = _opened(form, _shown(drawn, form, found, row, column), found, row, column)
                if opened is not None:
                    yield opened


def _shown(drawn: Drawn, form: ChartForm, found: Decisions, row: str, column: str) -> str:
    """The mark that the chart has there; of a row that it leaves out, what the strategy says."""
    chart = next(chart for one, chart in drawn if one is form)
    if row not in chart.row_names:
        return form.drawn_in(row, column, found.answers.get(form.ask, {}))
    return chart.cells[chart.row_names.index(row)][form.columns.index(column)].rstrip("*")


def _opened(form: ChartForm, shown: str, found: Decisions, row: str, column: str) -> CellWorth | None:
    decision = found.of(form.ask)
    hands = [hand for hand in form.cell(row, column) if hand in decision.hands]
    if not hands:
        return None
    often: Number = sum((decision.hands[hand].often for hand in hands), Fraction(0))
    by_mark = {hand: _by_mark(form, decision.hands[hand], hand, row, column) for hand in hands}
    shared = [mark for mark in form.marks(row, column) if all(mark in by_mark[hand] for hand in hands)]
    choices = tuple(ChoiceWorth(mark, form.legend.get(mark, mark), _mean(decision, by_mark, mark)) for mark in shared)
    best = max(choices, key=lambda choice: choice.worth).mark
    own = {hand: max(worths, key=lambda mark: worths[mark]) for hand, worths in by_mark.items()}
    # Hands differ from what the chart shows; from the best on average where that is best with none of them.
    common = shown if shown in own.values() else best
    differing = [
        DifferingHand(hand, own[hand], worths, decision.hands[hand].often)
        for hand, worths in by_mark.items()
        if worths[own[hand]] > worths.get(common, -math.inf)
    ]
    return CellWorth(
        chart=form.title,
        row=row,
        column=column,
        ask=form.ask,
        base=decision.base,
        shown=shown,
        best=best,
        often=often,
        hands=len(hands),
        choices=tuple(sorted(choices, key=lambda choice: -choice.worth)),
        differing=tuple(sorted(differing, key=lambda item: -float(item.often))),
    )


def _by_mark(form: ChartForm, worth: HandWorth, hand: str, row: str, column: str) -> dict[str, Number]:
    found = {}
    for mark in form.marks(row, column):
        worths = [worth.worths[answer] for answer in form.answers(mark, hand) if answer in worth.worths]
        if worths:
            found[mark] = max(worths)
    return found


def _mean(decision: Decision, by_mark: dict[str, dict[str, Number]], mark: str) -> Number:
    weights = {hand: decision.hands[hand].often for hand in by_mark}
    if not any(weights.values()):
        weights = dict.fromkeys(by_mark, Fraction(1))
    whole: Number = sum(weights.values(), Fraction(0))
    return sum((weights[hand] * worths[mark] for hand, worths in by_mark.items()), Fraction(0)) / whole
