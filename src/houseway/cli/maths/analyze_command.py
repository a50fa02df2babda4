"""``houseway analyze``: exact figures in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from houseway import registry
from houseway.cli.command_options import GameName, Json, takes
from houseway.cli.maths.question_options import Flags, asking, cents_of, question_of, strategy_of
from houseway.cli.maths.table_choices import pairs
from houseway.cli.screen.streams import put_json
from houseway.maths.assumptions import assumptions
from houseway.maths.progressive import progressives
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.typed_numbers import typed_share

if TYPE_CHECKING:
    from houseway.cli.screen.sheets import Sheet
    from houseway.maths.progressive import Funding
    from houseway.maths.results import Analysis, Figures
    from houseway.rulebook.edition import Edition


app = typer.Typer(add_completion=False)


@app.command()
@asking("wagers", "paytables", "edition", "options", "pays", "rules", "meters")
def analyze(
    game: GameName,
    typed: Flags,
    seed: Annotated[
        list[str] | None, takes("--meter-seed METER=AMOUNT", "The seed of a progressive, for its figures over time.")
    ] = None,
    rate: Annotated[list[str] | None, takes("--rate METER=PERCENT", "The contribution rate, such as 12.5%.")] = None,
    reseed: Annotated[
        list[str] | None, takes("--reseed METER=AMOUNT", "The reset amount; the seed if left out.")
    ] = None,
    strategy: Annotated[str | None, takes("--strategy FILE", "Only this strategy: a file or a name.")] = None,
    json: Json = False,
) -> None:
    """Exact house edge, hit frequency and volatility for every wager, paytable, option and strategy."""
    found = registry.game(game)
    question = question_of(found, typed)
    fundings = fundings_of(seed or (), rate or (), reseed or ())
    if fundings:
        # Where no other amount is stated, a meter shows its seed.
        shown = {name: funding.seed for name, funding in fundings.items()}
        question = msgspec.structs.replace(question, meters={**shown, **question.meters})
    if strategy is not None:
        used = strategy if strategy in found.strategies else strategy_of(found, strategy, question)
        question = msgspec.structs.replace(question, strategy=used)
    rules = found.edition(question.edition)
    analysis = found.analyze(question)
    taken = assumptions(rules, question, found.rules(rules.slug))
    if json:
        data = {**analysis.as_dict(), **taken.as_dict()}
        for item, entry in zip(analysis.figures, data["wagers"] if fundings else (), strict=bool(fundings)):
            entry["progressives"] = [each.as_dict() for each in progressives(item, fundings)]
        put_json(data)
        return
    from houseway.cli.screen.sheets import Sheet
    from houseway.reports.game_names import GameNames

    sheet = Sheet()
    sheet.title(rules.about.name, rules.about.title)
    sheet.say(f"edition {rules.slug}, fingerprint {taken.fingerprint[:16]}")
    sheet.assumed(taken, GameNames.of(rules))
    sheet.gap()
    if question.wagers:
        _details(sheet, rules, analysis.figures, fundings)
        return
    _overview(sheet, rules, analysis)
    if isinstance(chosen := question.paytable, Mapping):
        sheet.gap()
        _details(sheet, rules, [item for item in analysis.figures if item.wager in chosen], fundings)


def fundings_of(seeds: Sequence[str], rates: Sequence[str], reseeds: Sequence[str]) -> dict[str, Funding]:
    """How each meter named in ``seeds`` is fed."""
    from houseway.maths.progressive import Funding

    given, shares = pairs(seeds, "--meter-seed"), pairs(rates, "--rate")
    again = {name: cents_of(text) for name, text in pairs(reseeds, "--reseed").items()}
    for name in (*shares, *again):
        if name not in given:
            raise BadQuestion(
                f"the meter {name} needs a seed",
                remedy=f"give --meter-seed {name}=AMOUNT too",
            )
    return {
        name: Funding(seed=cents_of(text), rate=share_of_wager(shares.get(name, "0%")), reseed=again.get(name))
        for name, text in given.items()
    }


def share_of_wager(text: str) -> Fraction:
    """A percentage of the wager, as in ``12.5%``."""
    share = typed_share(text, 20) if text.endswith("%") else None
    if share is None or not 0 <= share <= 1:
        raise BadQuestion(f"{text!r} is not a share of the wager", remedy="write a percentage, such as 12.5%")
    return share


def _by_wager(figures: Sequence[Figures]) -> dict[str, list[Figures]]:
    found: dict[str, list[Figures]] = {}
    for item in figures:
        found.setdefault(item.wager, []).append(item)
    return found


def _overview(sheet: Sheet, edition: Edition, analysis: Analysis) -> None:
    """A row for each wager and paytable, under the best play and the usual options."""
    from houseway.cli.screen.sheets import explained_line
    from houseway.reports.analysis_tables import leading, summary_table, wager_names

    by_wager = _by_wager(analysis.figures)
    first = [item for entries in by_wager.values() for item in leading(entries)]
    table = summary_table(first, {slug: wager_names(edition, [slug]) for slug in by_wager})
    sheet.put(table)
    rest = len(analysis.figures) - len(first)
    if rest:
        more = f"{rest} more entries for other options and strategies"
        asks = f"houseway analyze {analysis.game} --wager {next(iter(by_wager))}"
        sheet.say(f"Best play, usual options. {more}: {asks}", "")
    if not all(item.priced for item in first):
        sheet.say(
            "A wager without a house edge is paid from a meter or by a posted amount: give that amount with --meter."
        )
    sheet.say(explained_line([table]))


def _details(sheet: Sheet, edition: Edition, figures: Sequence[Figures], fundings: Mapping[str, Funding]) -> None:
    """Wager by wager: every entry, then each paytable in full."""
    from houseway.reports import analysis_tables as tables

    by_wager = _by_wager(figures)
    for entries in by_wager.values():
        first = tables.leading(entries)
        if len(entries) > len(first):
            title = "Every paytable, option and strategy"
            if len(by_wager) > 1:
                title = f"{tables.wager_names(edition, [entries[0].wager])}: {title.lower()}"
            sheet.put(tables.entry_table(entries, title=title))
        for item in first:
            _entry(sheet, edition, item, fundings)


def _entry(sheet: Sheet, edition: Edition, item: Figures, fundings: Mapping[str, Funding]) -> None:
    """One paytable in full."""
    from houseway.reports import analysis_tables as tables
    from houseway.reports.game_names import GameNames

    name = f"{tables.wager_names(edition, [item.wager])} {tables.paytable_name(item.paytable)} {item.case}".strip()
    sheet.rule(name)
    names = GameNames.of(edition)
    sheet.put(*tables.figure_pieces(item, names), *tables.further_pieces(item, names, progressives(item, fundings)))
    for said in (f"{item.method}; {item.exactness}", *item.notes):
        sheet.say(said)
    sheet.gap()
