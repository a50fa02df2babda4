"""``houseway strategy``: shows, saves, prices and compares strategies."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json, takes
from houseway.cli.maths.question_options import Flags, asking, output_file, question_of, strategy_of
from houseway.cli.screen.streams import put_json
from houseway.facade import Game
from houseway.maths.assumptions import assumptions
from houseway.maths.choices.mistakes import Bill
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Number, ratio
from houseway.maths.strategy import Strategy

if TYPE_CHECKING:
    from houseway.cli.screen.sheets import Sheet
    from houseway.rulebook.edition import Edition

app = typer.Typer(add_completion=False)

SHOWN = 40
"""Differences printed in the terminal; JSON has them all."""


@app.command()
@asking("wagers", "paytables", "edition", "options", "pays", "rules")
def strategy(
    game: GameName,
    name: Annotated[str, takes("--strategy NAME", "The strategy: optimal, short or another of the game.")] = "optimal",
    *,
    typed: Flags,
    output: Annotated[str | None, takes("--output -o FILE", "Save the strategy as JSON.")] = None,
    price: Annotated[str | None, takes("--price FILE", "Price the strategy in this file, or of this name.")] = None,
    compare: Annotated[
        str | None, takes("--compare FILE", "Compare with the strategy in this file, or of this name.")
    ] = None,
    write: Annotated[
        str | None, takes("--write FILE", "Write the strategy as charts in a text, to be changed and priced.")
    ] = None,
    mistakes: Annotated[
        int | None, takes("--mistakes N", "List its N dearest mistakes, and what each costs.", min=1)
    ] = None,
    cell: Annotated[
        str | None, takes("--cell CHART:ROW:COLUMN", "Open a cell of a chart: the worth of every choice there.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a strategy as charts and rules, with its cost against the best play; write, save, price or compare one."""
    found = registry.game(game)
    question = question_of(found, typed)
    mine = strategy_of(found, price, question) if price is not None else found.strategy(name, question)
    other = strategy_of(found, compare, question) if compare is not None else None
    rules = found.edition(question.edition)
    taken = assumptions(rules, question, found.rules(rules.slug))
    saved = [path for path in (_saved(mine, output), _written(found, mine, write, question)) if path is not None]
    if saved and price is None and compare is None and mistakes is None and cell is None and not json:
        sys.stdout.write("".join(f"{path}\n" for path in saved))
        return
    if cell is not None:
        _open_cell(found, mine, question, cell, as_json=json)
        return
    bill = found.mistakes(mine, question) if mistakes is not None else None
    costs = cost_of(found, mine, question, every=price is not None)
    others = cost_of(found, other, question) if other is not None else []
    differences = mine.differences(other) if other is not None else []
    if json:
        data: dict[str, Any] = {
            **msgspec.to_builtins(mine),
            **taken.as_dict(),
            "costs": [_cost_data(item) for item in costs],
        }
        if bill is not None:
            data["mistakes"] = bill.as_dict(mistakes)
        if other is not None:
            data["compared"] = {
                "name": other.name,
                "costs": [_cost_data(item) for item in others],
                "differences": [
                    {"ask": ask, "situation": situation, "answer": first, "other": second}
                    for ask, situation, first, second in differences
                ],
            }
        put_json(data)
        return
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.game_names import GameNames
    from houseway.reports.par_sheet import needs_charts

    sheet = Sheet()
    sheet.assumed(taken, GameNames.of(rules))
    plain = price is None and other is None and bill is None
    _show(sheet, found, mine, charts=plain and needs_charts(found, mine))
    _print_costs(sheet, rules, mine.name, costs)
    if bill is not None and mistakes is not None:
        _print_mistakes(sheet, rules, bill, mistakes)
    if other is not None:
        _print_costs(sheet, rules, other.name, others)
        _print_differences(sheet, mine, other, differences)


def _saved(strategy: Strategy, output: str | None) -> Path | None:
    if output is None:
        return None
    path = output_file(output)
    strategy.save(path)
    return path


def _written(game: Game, strategy: Strategy, written: str | None, question: Question) -> Path | None:
    if written is None:
        return None
    path, text = output_file(written), game.strategy_text(strategy, question)
    # This is the one file that people change by hand: another text there is somebody's work.
    if path.exists() and path.read_bytes() != text.encode():
        raise BadQuestion(f"{path} already exists, and its text is another one", remedy="name a new file")
    path.write_text(text, encoding="utf-8")
    return path


def _open_cell(game: Game, strategy: Strategy, question: Question, cell: str, *, as_json: bool) -> None:
    """Print what every choice of a cell is worth."""
    parts = [part.strip() for part in cell.rsplit(":", 2)]
    if len(parts) != 3:
        charts = "; ".join(chart.title for chart in game.charts(strategy))
        raise BadQuestion(f"{cell!r} names no cell", remedy=f"write CHART:ROW:COLUMN; the charts are: {charts}")
    opened = game.cell(strategy, (parts[0], parts[1], parts[2]), question)
    if as_json:
        put_json({"game": game.slug, "strategy": strategy.name, **opened.as_dict()})
        return
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.tables.choice_tables import cell_pieces

    Sheet().put(*cell_pieces(opened))


def _print_mistakes(sheet: Sheet, edition: Edition, bill: Bill, most: int) -> None:
    from houseway.reports.game_names import GameNames
    from houseway.reports.tables.choice_tables import mistake_table

    if not bill.mistakes:
        sheet.say("It makes no mistake: no other choice with any hand is worth more.", "")
        return
    sheet.put(mistake_table(bill, GameNames.of(edition), most), gap=False)


class Cost(msgspec.Struct, frozen=True):
    """What a strategy makes of one entry, beside the best play there."""

    figures: Figures
    best: Figures

    @property
    def cost(self) -> Number:
        """What it loses, per unit."""
        return self.best.ev - self.figures.ev


def cost_of(game: Game, strategy: Strategy, question: Question, *, every: bool = False) -> list[Cost]:
    """The cost of ``strategy`` on the wager asked for, or on the primary ones, under the usual options.

    It is that of the first paytable, which the strategy was made for unless another was asked for; or of ``every`` one.
    """
    from houseway.reports.analysis_tables import leading

    rules = game.edition(question.edition)
    primary = [slug for slug, wager in rules.wagers.items() if wager.kind == "primary"]
    found = []
    for asked in question.one_by_one(rules, question.wagers or primary):
        plain = game.analyze(asked).figures
        for first in leading(plain):
            same = msgspec.structs.replace(
                asked, paytable=first.paytable, options={**asked.options, **first.options}, strategy=strategy
            )
            if not first.priced:
                continue
            best = max((item for item in plain if _key(item) == _key(first)), key=lambda item: item.ev)
            own = game.analyze(same).figures
            found += [Cost(item, best) for item in own if _key(item) == _key(first)]
            if not every:
                break
    return found


def _key(item: Figures) -> tuple[object, ...]:
    return item.wager, item.paytable, tuple(sorted(item.options.items()))


def _cost_data(item: Cost) -> dict[str, Any]:
    exact = item.cost if not isinstance(item.cost, float) else None
    return {
        "wager": item.figures.wager,
        "paytable": item.figures.paytable,
        "options": dict(item.figures.options),
        "unit": item.figures.unit,
        "ev": float(item.figures.ev),
        "best_ev": float(item.best.ev),
        "cost": float(item.cost),
        "cost_exact": None if exact is None else ratio(exact),
    }


def _show(sheet: Sheet, game: Game, strategy: Strategy, *, charts: bool) -> None:
    from houseway.reports.analysis_tables import chart_pieces
    from houseway.reports.document import Items

    sheet.title(game.name, f"strategy {strategy.name}")
    if strategy.note:
        sheet.say(strategy.note)
    sheet.gap()
    if strategy.rules:
        sheet.put(Items(strategy.rules, numbered=True))
    for chart in game.charts(strategy) if charts else ():
        sheet.put(*chart_pieces(chart))


def _print_costs(sheet: Sheet, edition: Edition, name: str, costs: Sequence[Cost]) -> None:
    from houseway.reports.analysis_tables import options_text, paytable_name, table, wager_names
    from houseway.reports.document import Head

    if not costs:
        return
    heads = Head.row("Wager | Paytable | Options | Expected value: units | Best play: units | Costs: percent")
    rows = [
        (
            wager_names(edition, [item.figures.wager]),
            paytable_name(item.figures.paytable),
            options_text(item.figures.options),
            item.figures.ev,
            item.best.ev,
            item.cost,
        )
        for item in costs
    ]
    units = " or ".join(dict.fromkeys(item.figures.unit for item in costs))
    note = f"Costs: in percent of {units}."
    sheet.put(table(heads, rows, title=f"Cost of {name} against the best play", note=note))


def _print_differences(
    sheet: Sheet, mine: Strategy, other: Strategy, differences: Sequence[tuple[str, str, str, str]]
) -> None:
    from houseway.reports.document import Head, Table

    if not differences:
        sheet.say(f"{mine.name} and {other.name} answer alike wherever both have an answer.", "")
        return
    heads = (*Head.row("Question | Situation"), Head(mine.name), Head(other.name))
    sheet.put(Table(heads, tuple(differences[:SHOWN]), title=f"{len(differences)} differences"), gap=False)
    if len(differences) > SHOWN:
        sheet.say(f"… and {len(differences) - SHOWN} more; --json lists them all", "")
