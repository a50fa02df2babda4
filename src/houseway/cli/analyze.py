"""``houseway analyze``: exact figures in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway import registry
from houseway.cli.questions import question_of, strategy_of
from houseway.cli.streams import put_json

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.maths.results import Analysis, Figures
    from houseway.rulebook.edition import Edition


def run(
    game: str,
    *,
    edition: str | None,
    wager: str | None,
    paytable: str | None,
    options: Sequence[str],
    pays: Sequence[str],
    meters: Sequence[str],
    strategy: str | None,
    as_json: bool,
) -> None:
    """Print the figures of ``game``, all or as narrowed."""
    found = registry.game(game)
    question = question_of(
        found, edition=edition, wager=wager, paytable=paytable, options=options, pays=pays, meters=meters
    )
    if strategy is not None:
        question["strategy"] = strategy_of(found, strategy, question)
    analysis: Analysis = found.analyze(**question)
    if as_json:
        put_json(analysis.as_dict())
        return
    from houseway.cli.screen import make_console

    console = make_console()
    rules = found.edition(question.get("edition"))
    _heading(console, rules)
    if "wager" in question:
        _details(console, rules, analysis)
    else:
        _overview(console, analysis)


def _heading(console: Console, edition: Edition) -> None:
    from rich.text import Text

    console.print(Text.assemble((edition.about.name, "title"), f"  {edition.about.title}"))
    console.print(Text(f"edition {edition.slug}, fingerprint {edition.fingerprint[:16]}", style="said"))
    console.print()


def _overview(console: Console, analysis: Analysis) -> None:
    """A row for each wager and paytable, under the best play and the usual options."""
    from rich.text import Text

    from houseway.cli.sheets import draw
    from houseway.reports.tables import leading, summary_table

    by_wager: dict[str, list[Figures]] = {}
    for item in analysis.figures:
        by_wager.setdefault(item.wager, []).append(item)
    first = [item for entries in by_wager.values() for item in leading(entries)]
    console.print(draw(summary_table(first)))
    console.print()
    rest = len(analysis.figures) - len(first)
    if rest:
        console.print(
            Text(
                f"The best play under the usual options; {rest} more entries for other options and strategies: "
                f"houseway analyze {analysis.game} --wager {next(iter(by_wager))}"
            )
        )
    if any(item.meters for item in first):
        console.print(Text("Rows without a posted amount and meters count as paying nothing.", style="said"))


def _details(console: Console, edition: Edition, analysis: Analysis) -> None:
    """Every entry of one wager, then each paytable in full."""
    from rich.rule import Rule
    from rich.text import Text

    from houseway.cli.sheets import draw
    from houseway.reports import tables

    entries = analysis.figures
    first = tables.leading(entries)
    if len(entries) > len(first):
        console.print(draw(tables.entry_table(entries, title="Every paytable, option and strategy")))
        console.print()
    for item in first:
        name = f"{tables.wager_names(edition, [item.wager])} {tables.paytable_name(item.paytable)}".strip()
        console.print(Rule(Text(name, style="title"), align="left", style="none"))
        console.print(draw(tables.figure_facts(item)))
        console.print()
        console.print(draw(tables.outcome_table(item)))
        if item.meters:
            console.print()
            console.print(draw(tables.meter_table(item.meters)))
        if item.decisions:
            console.print()
            console.print(draw(tables.decision_table(item)))
        console.print()
        console.print(Text(f"{item.method}; {item.exactness}", style="said"))
        for note in item.notes:
            console.print(Text(note, style="said"))
        console.print()
