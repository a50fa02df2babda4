"""The long run against the exact figures: it leaves nothing out, tells how far it is, and fails where it must."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from benchmarks import billion
from houseway import registry
from houseway.maths.results import Figures
from houseway.simulation import run
from houseway.simulation.exact import FREE, exact_figures
from houseway.simulation.plan import Plan
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
