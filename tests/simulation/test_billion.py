"""The long run against the exact figures: it leaves nothing out, tells how far it is, and fails where it must."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from benchmarks import billion
from houseway import registry
from houseway.maths.results import Figures
from houseway.reports.numbers import shown
from houseway.simulation import run
from houseway.simulation.assumed import assumed_by
from houseway.simulation.exact import FREE, exact_figures
from houseway.simulation.plan import Plan, plan
from houseway.simulation.program import Program


@pytest.mark.parametrize("slug", sorted(registry.all_games()))
def test_every_edition_wager_paytable_option_and_strategy_is_in_the_long_run(slug: str) -> None:
    game = registry.game(slug)
    found = list(billion.tables(game))
    assert [table.share for table in found].count(1) == 1
    for name in game.editions:
        rules = game.edition(name)
        here = [table for table in found if table.setup.edition.slug == name]
        bet = {
            (wager, table.setup.paytables[wager].id)
            for table in here
            for seat in table.wagers.values()
            for wager in seat
        }
        assert bet == {(wager, id) for wager in rules.initial_wagers for id in rules.paytable_ids(wager)}
        chosen = {(option, value) for table in here for option, value in table.setup.options.items()}
        wanted = {
            (slug, value) for slug, option in rules.options.items() if slug not in FREE for value in option.values
        }
        assert wanted <= chosen
    assert {table.strategy for table in found} == set(game.strategies)


def test_the_first_tables_have_what_differs_by_who_bets_what() -> None:
    first = {slug: next(iter(billion.tables(game))) for slug, game in registry.all_games().items()}
    assert list(first["deuces-wild"].wagers[2]) == ["five-card-fortune"], "Fortune alone beside Fortune with an Ante"
    assert {"player", "dealer"} <= {wager for seat in first["dueling"].wagers.values() for wager in seat}
    assert [next(iter(seat)) for seat in first["three-card-split"].wagers.values()] == ["primary", "primary"]
    for table in first.values():
        assert set(table.meters) == set(table.setup.meters), "every meter has its amount"


def test_the_run_tells_how_far_it_is_and_writes_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    assert billion.main(["--rounds", "2e4", "--game", "three-card-split", "--page", str(page)]) == 0
    said = capsys.readouterr()
    assert "100.0%" in said.err.splitlines()[-1]
    assert "figures compared; the farthest is" in said.out
    text = page.read_text(encoding="utf-8")
    assert "20,000 rounds of each game at its first table" in text
    assert "amount on jackpot/four-aces $10,000" in text


def test_the_run_fails_where_a_mean_is_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(plan: Plan, program: Program) -> dict[tuple[int, str], Figures]:
        return {
            place: msgspec.structs.replace(figures, mean=figures.ev + Fraction(1, 2))
            for place, figures in exact_figures(plan, program).items()
        }

    def none(plan: Plan, program: Program) -> dict[tuple[int, str], Figures]:
        return dict(list(exact_figures(plan, program).items())[1:])

    for instead in (wrong, none):
        monkeypatch.setattr(run, "exact_figures", instead)
        assert billion.main(["--rounds", "2e4", "--game", "three-card-split"]) == 1


PAGE = Path(__file__).parent.parent.parent / "docs" / "simulation.md"


def test_the_page_is_of_a_billion_rounds_at_the_tables_and_exact_values_of_today() -> None:
    """If it fails after a change: python -m benchmarks.billion --page docs/simulation.md"""
    text = PAGE.read_text(encoding="utf-8")
    assert "1,000,000,000 rounds of each game at its first table" in text
    played = re.findall(r"^([\d,]+) rounds of seed (\d+): edition (\S+), strategy ([^;\n]+?)(?:; (.*))?\.$", text, re.M)
    listed = [found for _, game in sorted(registry.all_games().items()) for found in billion.tables(game)]
    assert len(played) == len(listed)
    tables = text.split("| wager | seat | mean |")[1:]
    for number, (found, (rounds, seed, edition, strategy, assumed), table) in enumerate(
        zip(listed, played, tables, strict=True)
    ):
        assert (rounds, int(seed)) == (f"{10**9 // found.share:,}", billion.SEED + number)
        assert (edition, strategy) == (found.setup.edition.slug, found.strategy)
        planned = plan(found.game, found.setup, found.wagers, None, found.meters)
        assert assumed == "; ".join(f"{name} {value}" for name, value in assumed_by(planned).assumed)
        if found.share > 1:
            continue
        rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line[:3] not in ("|:-", "", " st")]
        exact = exact_figures(planned, planned.make())
        shown_exact = {(int(row[1]), row[0]): row[4] for row in rows if len(row) == 9 and row[1].isdigit()}
        assert shown_exact == {place: shown(figures.ev, "units") for place, figures in exact.items()}
