"""``houseway strategy``: shows, saves, prices and compares strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from houseway import registry
from houseway.cli.maths.question_options import Flags, output_file, question_of, strategy_of
from houseway.cli.screen.streams import put_json
from houseway.facade import Game
from houseway.maths.assumptions import assumptions
from houseway.maths.question import Question
from houseway.maths.results import Figures, Number, ratio
from houseway.maths.strategy import Strategy

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.rulebook.edition import Edition

SHOWN = 40
"""Differences printed in the terminal; JSON has them all."""


def run(
    game: str,
    typed: Flags,
    *,
    name: str,
    output: str | None,
    price: str | None,
    compare: str | None,
    as_json: bool,
) -> None:
    """Show, save, price or compare a strategy of ``game``."""
    found = registry.game(game)
    question = question_of(found, typed)
    mine = strategy_of(found, price, question) if price else found.strategy(name, question)
    other = strategy_of(found, compare, question) if compare else None
    rules = found.edition(question.edition)
    taken = assumptions(rules, question, found.rules(rules.slug))
    if output is not None:
        path = output_file(output)
        mine.save(path)
        if price is None and compare is None and not as_json:
            import sys

            sys.stdout.write(f"{path}\n")
            return
    costs = cost_of(found, mine, question, every=price is not None)
    others = cost_of(found, other, question) if other is not None else []
    differences = mine.differences(other) if other is not None else []
    if as_json:
        data: dict[str, Any] = {
            **msgspec.to_builtins(mine),
            **taken.as_dict(),
            "costs": [_cost_data(item) for item in costs],
        }
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
    from houseway.cli.screen.drawing import make_console
    from houseway.cli.screen.sheets import assumed_lines
    from houseway.reports.game_names import GameNames

    console = make_console()
    for line, style in assumed_lines(taken, GameNames.of(rules)):
        console.print(line, style=style)
    from houseway.reports.par_sheet import needs_charts

    _show(console, found, mine, charts=price is None and other is None and needs_charts(found, mine))
    _print_costs(console, rules, mine.name, costs)
    if other is not None:
        _print_costs(console, rules, other.name, others)
        _print_differences(console, mine, other, differences)


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


def _show(console: Console, game: Game, strategy: Strategy, *, charts: bool) -> None:
    from rich.text import Text

    from houseway.cli.screen.sheets import draw
    from houseway.reports.analysis_tables import chart_pieces
    from houseway.reports.document import Items

    console.print(Text.assemble((game.name, "title"), f"  strategy {strategy.name}"))
    if strategy.note:
        console.print(Text(strategy.note, style="said"))
    console.print()
    if strategy.rules:
        console.print(draw(Items(strategy.rules, numbered=True)))
        console.print()
    if charts:
        for chart in game.charts(strategy):
            for piece in chart_pieces(chart):
                console.print(draw(piece))
                console.print()


def _print_costs(console: Console, edition: Edition, name: str, costs: Sequence[Cost]) -> None:
    from houseway.cli.screen.sheets import draw
    from houseway.reports.analysis_tables import options_text, paytable_name, table, wager_names
    from houseway.reports.document import Head

    if not costs:
        return
    heads = (
        Head("Wager"),
        Head("Paytable"),
        Head("Options"),
        Head("Expected value", "units"),
        Head("Best play", "units"),
        Head("Costs", "percent"),
    )
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
    console.print(draw(table(heads, rows, title=f"Cost of {name} against the best play", note=note)))
    console.print()


def _print_differences(
    console: Console, mine: Strategy, other: Strategy, differences: Sequence[tuple[str, str, str, str]]
) -> None:
    from rich.text import Text

    from houseway.cli.screen.sheets import draw
    from houseway.reports.document import Head, Table

    if not differences:
        console.print(Text(f"{mine.name} and {other.name} answer alike wherever both have an answer."))
        return
    heads = (Head("Question"), Head("Situation"), Head(mine.name), Head(other.name))
    console.print(draw(Table(heads, tuple(differences[:SHOWN]), title=f"{len(differences)} differences")))
    if len(differences) > SHOWN:
        console.print(Text(f"… and {len(differences) - SHOWN} more; --json lists them all"))
