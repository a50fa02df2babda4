"""Whole drills, small ones: every check holds, everything that is to go wrong does, and a seed is one day."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.drill.drill_errors import DrillFailed
from houseway.drill.drill_plan import JACKPOTS, SPOTS, Plan, tables_of
from houseway.drill.run_drill import Report, drill
from houseway.jackpots.equipment import MODELS
from houseway.maths.question_errors import BadQuestion

SMALL = Plan(seed=11, tables=6, rounds=300)


def seals_in(folder: Path) -> list[str]:
    """The hash of every seal, in order."""
    return [json.loads(line)["hash"] for line in (folder / "drill.seals").read_text().splitlines()]


def passed(report: Report) -> Report:
    assert report.findings == (), f"seed {report.plan.seed}: {report.findings[:5]}"
    assert report.happened["rounds"] == report.plan.rounds
    return report


@pytest.mark.parametrize("seed", [0, 3, 7, 2**64 - 1])
def test_small_drill_passes_every_check(seed: int) -> None:
    passed(drill(Plan(seed=seed, tables=6, rounds=300)))


def test_drill_of_every_kind_of_table() -> None:
    report = passed(drill(Plan(seed=5, tables=14, rounds=900)))
    expected = {
        "acknowledgements lost",
        "amounts posted",
        "counters read",
        "counters replaced",
        "days closed",
        "deposits",
        "disagreements",
        "display outages",
        "envy prizes",
        "faults",
        "faults mended",
        "full prizes",
        "hits paid",
        "hits rejected",
        "jackpots stopped",
        "late and lifted chips",
        "lines dropped",
        "malfunctions",
        "mistakes refused",
        "old copies",
        "panel restarts",
        "presses twice",
        "requests doubled",
        "requests lost",
        "restarts",
        "rounds counted by hand",
        "rounds played again",
        "seals",
        "seed recovered",
        "share-the-wealth prizes",
        "stuck sensors",
        "tables reopened",
        "voids",
    }
    assert expected - report.happened.keys() == set()


@pytest.mark.soak
def test_jackpot_with_more_hits_than_are_kept_at_hand() -> None:
    """States that were saved at a restart go on as those that were folded from the start: the journal verifies."""
    report = passed(drill(Plan(seed=2, tables=1, rounds=2500)))
    assert report.happened["hits"] > 150
    assert report.happened["restarts"] > 3


def test_drill_under_the_washington_profile() -> None:
    """Voids leave the displayed amount where it is there (BJS-5), and every table passes the profile's rules."""
    passed(drill(Plan(seed=9, tables=12, rounds=500, profile="washington-commercial")))


def test_drill_on_postgresql(postgres: str, tmp_path: Path) -> None:
    """The same day on the other engine: the same heads and the same seals."""
    there = passed(drill(SMALL, database=postgres, folder=tmp_path / "server"))
    here = passed(drill(SMALL, folder=tmp_path / "file"))
    assert there.heads == here.heads
    assert seals_in(tmp_path / "server") == seals_in(tmp_path / "file")


def test_same_seed_is_the_same_day(tmp_path: Path) -> None:
    one = passed(drill(SMALL, folder=tmp_path / "one"))
    other = passed(drill(SMALL, folder=tmp_path / "other"))
    assert one.heads == other.heads
    assert one.happened == other.happened
    assert one.money == other.money
    assert seals_in(tmp_path / "one") == seals_in(tmp_path / "other")
    assert drill(Plan(seed=12, tables=6, rounds=300)).heads != one.heads


def test_same_day_in_another_process_with_another_hash_seed() -> None:
    here = passed(drill(SMALL))
    program = (
        "import json; from houseway.drill.drill_plan import Plan; from houseway.drill.run_drill import drill; "
        f"report = drill(Plan(seed={SMALL.seed}, tables={SMALL.tables}, rounds={SMALL.rounds})); "
        "print(json.dumps([report.heads, report.seal]))"
    )
    for hash_seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
        assert json.loads(ran.stdout) == [here.heads, here.seal]


def test_house_has_every_model_scheme_and_prize_form() -> None:
    tables = tables_of(Plan(tables=len(SPOTS), rounds=100))
    assert {table.equipment.model for table in tables if table.equipment} == {model.slug for model in MODELS}
    assert {table.game for table in tables} == {"deuces-wild", "dueling", "three-card-split", "triple-attack"}
    assert {len(table.jackpots) for table in tables} == {0, 1, 2}
    kinds = {(jackpot.scheme, jackpot.updates) for jackpot in JACKPOTS.values()}
    assert kinds == {("bonus", "static"), ("bonus", "updated"), ("progressive", "real-time")}
    assert any(jackpot.envy for jackpot in JACKPOTS.values())
    assert any(jackpot.share for jackpot in JACKPOTS.values())
    assert any(jackpot.wager != 100 and jackpot.scheme == "progressive" for jackpot in JACKPOTS.values())
    assert any(len(jackpot.meters) == 4 for jackpot in JACKPOTS.values())


def test_drill_begins_on_an_empty_journal_only(tmp_path: Path) -> None:
    drill(Plan(seed=1, tables=1, rounds=5), folder=tmp_path)
    with pytest.raises(DrillFailed, match="exists already"):
        drill(Plan(seed=1, tables=1, rounds=5), folder=tmp_path)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (Plan(tables=10, rounds=9), "cannot be played"),
        (Plan(tables=0, rounds=9), "cannot be played"),
        (Plan(tables=16, rounds=160, profile="washington-commercial"), "at most 15 tables"),
        (Plan(seed=-1), "a seed is"),
        (Plan(tables=1000), "more than a drill is made for"),
    ],
)
def test_drill_that_cannot_be_held_is_refused(plan: Plan, why: str) -> None:
    with pytest.raises(BadQuestion, match=why):
        drill(plan)


@pytest.mark.soak
def test_full_drill() -> None:
    passed(drill(Plan(seed=1)))
