"""A strategy's mistakes, and a cell of a chart opened, as tables: for the terminal, the Lab and its downloads."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.maths.choices.cell_worths import CellWorth
from houseway.maths.choices.mistakes import Bill
from houseway.reports.document import Fact, Facts, Head, Piece, Table
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value

ROUNDING = 1e-9
"""Two sums of floats that differ by less are one."""

MOST_HANDS = 20
"""Hands that differ which are printed of a cell."""


def mistake_rows(bill: Bill, names: GameNames) -> tuple[tuple[Value, ...], ...]:
    """Every mistake of a strategy, the dearest first: the hand, what is chosen and what is best, and what it costs."""
    return tuple(
        (names.question(item.ask), item.hand, item.made_words, item.best_words, item.each, item.often, item.per_round)
        for item in bill.mistakes
    )


def mistake_table(bill: Bill, names: GameNames, most: int) -> Table:
    """The ``most`` dearest mistakes of a strategy."""
    heads = Head.row(
        "Question | Hand | Chosen | Best | Costs each time: percent = cost_each | "
        "Rounds with it: percent = often | Costs in a round: percent = cost_per_round"
    )
    rows = mistake_rows(bill, names)[:most]
    bases = dict.fromkeys(item.base for item in bill.mistakes[:most])
    number = len(bill.mistakes)
    whole = f"All {number:,} mistakes together" if number > len(rows) else "Together they"
    note = (
        f"Each time: in percent of {' or '.join(bases)}, if the best play follows. In a round: in percent of "
        f"{bill.unit}. {whole} cost {100 * float(bill.added_up):.6f} % of it, {_of_all(bill)}. {bill.note}"
    )
    title = f"The {len(rows)} dearest of {number:,} mistakes" if number > len(rows) else "Every mistake"
    return Table(heads, rows, title=title, note=note.strip())


def _of_all(bill: Bill) -> str:
    if abs(float(bill.cost - bill.added_up)) < ROUNDING:
        return "which is what the strategy costs against the best play"
    whole = 100 * float(bill.cost)
    return f"and the strategy {whole:.6f} % against the best play: the rest belongs to no single hand"


def cell_pieces(cell: CellWorth, most: int = MOST_HANDS) -> Iterator[Piece]:
    """A cell of a chart, opened: what each choice is worth, and the hands that differ."""
    words = {choice.mark: choice.words for choice in cell.choices}
    yield Facts.of(
        Fact("Cell", ", ".join(filter(None, (cell.chart, cell.row, cell.column)))),
        Fact("The strategy says", words.get(cell.shown, cell.shown)),
        Fact("Worth most on average", words.get(cell.best, cell.best)),
        Fact("Rounds with such a hand", cell.often, "percent"),
        Fact("Hands in the cell", cell.hands, "count"),
    )
    yield Table(
        Head.row("Choice | Wins on average: units = worth | Less than the best: percent = cost"),
        tuple((choice.words, choice.worth, cell.choices[0].worth - choice.worth) for choice in cell.choices),
        title="What every choice is worth",
        note=f"In units of {cell.base}, on average over the hands of the cell; the best play follows.",
    )
    if not cell.differing:
        return
    heads = (
        *Head.row("Hand | Best"),
        *(Head(choice.words, "units") for choice in cell.choices),
        Head("Rounds with it", "percent", key="often"),
    )
    rows = tuple(
        (
            item.hand,
            words.get(item.best, item.best),
            *(item.worths.get(choice.mark) for choice in cell.choices),
            item.often,
        )
        for item in cell.differing[:most]
    )
    number = len(cell.differing)
    title = f"{len(rows)} of {number:,} hands that differ" if number > len(rows) else "Hands that differ"
    yield Table(heads, rows, title=title)
