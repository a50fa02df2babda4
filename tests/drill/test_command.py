"""``houseway drill``: what it prints, and the code it ends with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.cli.main import main
from houseway.drill import checks

SMALL = ("drill", "--seed", "4", "--tables", "5", "--rounds", "60")


def test_drill_prints_what_happened_and_what_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(SMALL)) == 0
    printed = capsys.readouterr().out
    assert "Drill 4 · 5 tables · 60 rounds · plain" in printed
    assert "Stacked decks for named rounds" in printed
    assert "FAILED" not in printed
    for name in checks.CHECKS:
        assert f"holds  {name}" in printed


def test_drill_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is True
    assert data["plan"]["seed"] == 4
    assert data["happened"]["rounds"] == 60
    assert data["findings"] == []


def test_failing_check_prints_the_seed_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(checks.CHECKS, "the roof is on", lambda day: ["it is not"])
    assert main(list(SMALL)) == 1
    printed = capsys.readouterr().out
    assert "FAILED the roof is on" in printed
    assert "it is not" in printed
    assert "houseway drill --seed 4 --tables 5 --rounds 60" in printed


def test_kept_journal_can_be_verified_afterwards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*SMALL, "--keep"]) == 0
    kept = tmp_path / "drill-4"
    assert {path.name for path in kept.iterdir()} >= {"drill.sqlite", "drill.seals", "drill.key"}
    capsys.readouterr()
    assert main([*SMALL, "--keep"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_drill_that_cannot_be_held_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill", "--tables", "9", "--rounds", "8"]) == 2
    assert "cannot be played" in capsys.readouterr().err
