"""``houseway drill``: what it prints, and the code it ends with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.cli.main import main
from houseway.drill import checks
from houseway.drill.insiders import run_insiders as run
from houseway.drill.insiders.attacks import ATTACKS

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


# -- insiders


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two attacks by three crews."""
    some = [attack for attack in ATTACKS if attack.slug in ("own-second-person", "seals-deleted")]
    crews = [("sam",), ("ada", "ann"), ("dan", "zoe")]
    whole = run.insiders
    monkeypatch.setattr(run, "insiders", lambda **given: whole(attacks=some, crews=crews, **given))


@pytest.mark.usefixtures("few")
def test_insiders_print_what_came_of_each_attack_and_who_is_allowed_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["drill", "--insiders"]) == 0
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    said = " ".join(printed.split())
    assert "Insiders · 2 attacks · 3 crews · 4 attempts · sqlite" in said
    assert "2 refused, 1 allowed" in said and "1 found" in said
    assert "accounting and administrator" in said
    assert "FAILED" not in said
    assert "Nobody succeeded alone" in said


@pytest.mark.usefixtures("few")
def test_insiders_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["drill", "--insiders", "--json", "--database", str(tmp_path / "new.db")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is True
    assert [(each["attack"], each["crew"], each["ending"]) for each in data["outcomes"] if each.get("crew")] == [
        ("own-second-person", ["sam"], "refused"),
        ("own-second-person", ["ada", "ann"], "allowed"),
        ("own-second-person", ["dan", "zoe"], "refused"),
    ]
    [let] = [each for each in data["outcomes"] if each["ending"] == "allowed"]
    assert let["signed"] == ["ada with ann"]
    [refused, _] = [each for each in data["outcomes"] if each["ending"] == "refused"]
    assert (refused["error"], refused["step"]) == ("not-permitted", "the friend is added")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("few")
def test_an_attack_that_got_through_is_printed_with_who_did_it_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.floor.floor.check", lambda context, command, people: None)
    assert main(["drill", "--insiders"]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "FAILED A friend is added" in said
    assert "2 got through" in said
    assert "own-second-person, sam (supervisor): the table of controls does not allow 'the friend is added'" in said
    assert "The drill failed" in said


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--tables", "5"), "--tables describes a day, and --insiders plays none"),
        (("--seed", "4"), "--seed describes a day"),
        (("--keep",), "leave out --keep or --insiders"),
        (("--database", "postgresql://nobody@127.0.0.1:1/nothing"), "cannot be reached"),
    ],
)
def test_insiders_with_what_they_cannot_use_end_with_2(
    given: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drill", "--insiders", *given]) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_insiders_leave_a_journal_alone_that_is_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "room.db").write_bytes(b"somebody's")
    assert main(["drill", "--insiders", "--database", str(tmp_path / "room.db")]) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "room.db").read_bytes() == b"somebody's"
