"""Simulation beside the exact values of a sheet."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.compliance.configuration import load
from houseway.maths.question import Asked, Question
from houseway.registry import game
from houseway.reports.document import Document, Items, Section, Table, Text
from houseway.reports.par_sheet import par_sheet
from houseway.reports.simulated import Trial, compare, simulation_section, tables_of
from houseway.reports.table_sheet import configured, table_sheet
from houseway.simulation.placing import sets_of
from houseway.simulation.report import far_for
from tests.cli.command import GAMES

ROOM = load(Path(__file__).parents[2] / "docs" / "examples" / "washington.toml")
FEW = Trial(200_000, 1)


def simulation(sheet: Document) -> Section:
    return next(section for section in sheet.sections if section.title == "Simulation")


def rows(section: Section) -> list[dict[str, object]]:
    found = next(piece for piece in section.pieces if isinstance(piece, Table))
    return [dict(zip((head.title for head in found.heads), row, strict=True)) for row in found.rows]


@pytest.mark.parametrize("slug", GAMES)
def test_every_priced_wager_and_paytable_is_simulated_beside_the_figure_of_the_sheet(slug: str) -> None:
    played = game(slug)
    edition, figures = played.edition(), played.analyze().figures
    tables, left_out = tables_of(played, Question(), figures)
    found = compare(played, tables, FEW, left_out)
    # The best play comes first; another one may be priced although it is not: it never gets to the jackpot.
    first = {(item.wager, item.paytable): item.priced for item in reversed(figures)}
    wanted = {key for key, priced in first.items() if key[0] in edition.initial_wagers and priced}
    if slug == "dueling":
        wanted.remove(("play", "standard"))
        assert "Play: it is not offered under these options" in found.left_out
    assert {(item.column.wager, item.figures.paytable) for item in found.compared} == wanted
    exact = {(item.wager, item.paytable, float(item.ev)) for item in figures if item.priced}
    for item in found.compared:
        assert (item.column.wager, item.figures.paytable, item.column.exact) in exact
        assert item.column.n == FEW.rounds
    assert found.verdict == "pass"
    unpriced = {edition.wagers[wager].name for (wager, _), priced in first.items() if not priced}
    assert all(any(line.startswith(name) for line in found.left_out) for name in unpriced)


def test_the_verdict_is_corrected_for_how_many_are_compared() -> None:
    played = game("three-card-split")
    tables, left_out = tables_of(played, Question(), played.analyze().figures)
    found = compare(played, tables[:1], FEW, left_out)
    assert (len(found.compared), found.far) == (3, far_for(3))
    assert far_for(3) > 3

    def at(z: float) -> str:
        first = msgspec.structs.replace(found.compared[0].column, z=z)
        item = msgspec.structs.replace(found.compared[0], column=first)
        return msgspec.structs.replace(found, compared=(item, *found.compared[1:])).verdict

    assert (at(3.1), at(-3.1), at(4.0), at(-4.0)) == ("pass", "pass", "fail", "fail")
    far = msgspec.structs.replace(found.compared[0].column, z=9.0)
    broken = msgspec.structs.replace(
        found, compared=(msgspec.structs.replace(found.compared[0], column=far), *found.compared[1:])
    )
    section = simulation_section(played.edition(), broken, played.analyze().figures)
    assert any(isinstance(piece, Text) and piece.alarm for piece in section.pieces)
    assert [row["Verdict"] for row in rows(section)] == ["fail", "pass", "pass"]


def test_a_sheet_has_the_means_beside_the_exact_values() -> None:
    section = simulation(par_sheet(game("three-card-split"), wager="primary", trial=FEW))
    [row] = rows(section)
    assert row["Exact"] == float(game("three-card-split").analyze(wager="primary").figures[0].ev)
    assert abs(float(str(row["Simulated mean"])) - float(str(row["Exact"]))) < 4 * float(str(row["Standard error"]))
    said = next(piece.text for piece in section.pieces if isinstance(piece, Text))
    assert "200,000 rounds" in said and "seed 1" in said and "Bonferroni" in said


def test_the_same_seed_gives_the_same_section_and_another_one_others() -> None:
    def section(seed: int) -> list[dict[str, object]]:
        return rows(simulation(par_sheet(game("three-card-split"), wager="primary", trial=Trial(50_000, seed))))

    assert section(5) == section(5) != section(6)


def test_a_sheet_says_why_nothing_was_simulated() -> None:
    [none] = simulation(par_sheet(game("three-card-split"), wager="primary")).pieces
    assert isinstance(none, Text) and "none was asked for" in none.text


def test_a_sheet_of_changed_rules_is_simulated_by_them() -> None:
    played = game("triple-attack")
    asked: Asked = {"wager": "first-attack", "rules": {"soft-17": "stands", "decks": 6}, "strategy": "optimal"}
    figures = played.analyze(**asked).figures
    tables, left_out = tables_of(played, Question.of(**asked), figures)
    assert not left_out
    (found,) = compare(played, tables, FEW).compared
    assert found.column.exact == float(figures[0].ev)
    assert found.column.z is not None and abs(found.column.z) < 4
    refused: Asked = {"wager": "first-attack", "rules": {"surrender": "late"}, "strategy": "optimal"}
    tables, _ = tables_of(played, Question.of(**refused), figures)
    (told,) = compare(played, tables, FEW).left_out
    assert "rounds cannot be simulated with surrender=late" in told


def test_a_posted_amount_and_a_meter_of_the_sheet_are_those_of_the_rounds() -> None:
    played = game("three-card-split")
    asked: Asked = {
        "paytable": {"jackpot": "TCS-4a", "four-card-bonus": "TCS-1a"},
        "pays": {"jackpot/four-aces": "$20,000"},
    }
    figures = played.analyze(**asked).figures
    tables, left_out = tables_of(played, Question.of(**asked), figures)
    assert not left_out
    found = {item.column.wager: item for item in compare(played, tables, FEW).compared}
    wanted = next(item for item in figures if item.wager == "jackpot")
    assert found["jackpot"].column.exact == float(wanted.ev)


def test_a_jackpot_that_needs_another_wager_is_simulated_beside_it() -> None:
    """The jackpot of Three Card Split is bet beside the Four Card Bonus, also in a sheet of the jackpot alone."""
    asked: Asked = {"wager": "jackpot", "paytable": "TCS-4a", "meters": {"jackpot/four-aces": 1_000_000}}
    section = simulation(par_sheet(game("three-card-split"), trial=FEW, **asked))
    [row] = rows(section)
    assert (row["Wager"], row["Verdict"]) == ("Jackpot", "pass")
    assert row["Exact"] == float(game("three-card-split").analyze(**asked).figures[0].ev)


def test_a_configured_table_is_simulated_with_its_jackpots_at_their_seeds() -> None:
    at = configured(ROOM, "T4")
    section = simulation(table_sheet(at, trial=FEW))
    assert [row["Wager"] for row in rows(section)] == ["Primary", "Three Card Bonus", "Four Card Bonus", "Jackpot"]
    assert {row["Verdict"] for row in rows(section)} == {"pass"}
    [left] = [piece for piece in section.pieces if isinstance(piece, Items)]
    assert left.items == ("Envy (Jackpot: Four aces $100, to other players)",)


def test_wagers_that_may_not_lie_together_are_played_in_several_runs() -> None:
    """At T5 nobody may bet on Player and Dealer at once, nor on more than four spots."""
    at = configured(ROOM, "T5")
    sets, alone = sets_of(at.game, at.setup, at.setup.wagers)
    assert alone == []
    assert sorted(slug for _, wanted in sets for slug in wanted) == sorted(
        slug for slug in at.setup.edition.initial_wagers if slug in at.setup.wagers
    )
    assert all(not {"player", "dealer"} <= set(placed) and len(placed) <= 4 for placed, _ in sets)
