"""The page of a game in ``docs/``, made from the results: figures, strategy, and what each option is worth.

``python -m houseway.reports.game_pages docs/games`` writes a Markdown file a game, with its plots beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from houseway.facade import Game
from houseway.maths.question import Question
from houseway.maths.results import Figures
from houseway.registry import all_games
from houseway.release import VERSION
from houseway.reports import analysis_tables
from houseway.reports.document import Document, Fact, Facts, Head, Section, Text, write
from houseway.reports.game_names import GameNames
from houseway.reports.par_sheet import Group, groups_of, method_section, strategy_section, summary_section
from houseway.reports.rulings_section import rulings_section
from houseway.rulebook.edition import Edition


def game_page(game: Game) -> Document:
    """The page of ``game`` under its current edition."""
    edition = game.edition()
    analysis = game.analyze()
    groups = groups_of(analysis.figures)
    sections = [summary_section(edition, groups)]
    worth = _options(edition, analysis.figures)
    if worth is not None:
        sections.append(worth)
    jackpots = _jackpots(edition, groups)
    if jackpots is not None:
        sections.append(jackpots)
    strategies = strategy_section(game, edition, groups, Question())
    if strategies is not None:
        sections.append(strategies)
    sections += [*rulings_section(game, edition), method_section(analysis)]
    return Document(
        title=edition.about.name,
        subtitle=f"{edition.about.title}: the figures",
        facts=Facts.of(
            Fact("Edition", edition.slug),
            Fact("Fingerprint of play", edition.fingerprint, "code"),
            Fact("Fingerprint of text", edition.text_fingerprint, "code"),
            Fact("Entries computed", len(analysis.figures), "count"),
            Fact("Made by", f"Houseway {VERSION}, houseway.reports.game_pages"),
        ),
        sections=tuple(sections),
        footer=f"The rules, clause by clause: houseway rules {game.slug}. The PAR sheet: houseway par {game.slug}.",
        colour=edition.about.colour,
    )


def _options(edition: Edition, figures: Sequence[Figures]) -> Section | None:
    """What each choice of the house is worth: the best play under it against the best play under the usual options."""
    usual: dict[tuple[str, str, str], Figures] = {}
    rows = []
    for item in figures:
        key = (item.wager, item.paytable, item.case)
        if key not in usual:
            usual[key] = item
        elif (
            item.priced
            and usual[key].priced
            and item.strategy == usual[key].strategy
            and item.options != usual[key].options
        ):
            rows.append(
                (
                    analysis_tables.wager_names(edition, [item.wager]),
                    analysis_tables.paytable_name(item.paytable),
                    item.case,
                    analysis_tables.options_text(item.options),
                    item.house_edge,
                    usual[key].ev - item.ev,
                )
            )
    if not rows:
        return None
    heads = Head.row("Wager | Paytable | Bet | Options | House edge: percent | Against the usual: percent")
    note = "Against the usual: how much more the house keeps than under the usual options, in percent of the unit."
    text = Text("Each choice that the document, or a ruling on it, leaves to the house, and what it is worth.")
    return Section("House options", (text, analysis_tables.table(heads, rows, note=note)))


def _jackpots(edition: Edition, groups: Sequence[Group]) -> Section | None:
    """What each dollar on a meter adds, where the wager breaks even, how often it is hit, and a full table."""
    found, names = [], GameNames.of(edition)
    for wagers, entries in groups:
        for item in analysis_tables.leading(entries):
            if not item.meters:
                continue
            pieces = list(analysis_tables.meter_pieces(item, names))
            if item.divisions:
                pieces.append(analysis_tables.division_table(item, names))
            title = (
                f"{analysis_tables.wager_names(edition, wagers)} {analysis_tables.paytable_name(item.paytable)}".strip()
            )
            found.append(Section(title, tuple(pieces)))
    if not found:
        return None
    text = Text(
        "These wagers are paid from a meter or by an amount that the house posts. They have no house edge until that "
        "amount is known. houseway analyze takes a seed and a contribution rate with --meter-seed and --rate."
    )
    return Section("Jackpots", (text,), tuple(found))


def main(folder: str) -> None:
    """Write the page of every game into ``folder``."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for slug, game in all_games().items():
        write(game_page(game), target / f"{slug}.md")


if __name__ == "__main__":
    main(sys.argv[1])
