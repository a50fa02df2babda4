"""Changed rules on the command line: named, listed, marked as departures, and refused where nobody can deal them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway import registry
from tests.cli.command import Run


def test_a_changed_rule_stands_at_the_head_of_the_figures(cli: Run) -> None:
    ended = cli("analyze", "dueling", "-w", "player", "--rule", "ties=loses", "-o", "decks=6")
    assert (ended.code, ended.err) == (0, "")
    head = " ".join(ended.out.split())
    assert "Departs from the approved game: ties house wins (approved: war or surrender)" in head
    assert "7.3955 %" in ended.out
    data = json.loads(cli("analyze", "dueling", "-w", "player", "--rule", "ties=loses", "--json").out)
    assert data["changed_rules"] == {"ties": "loses"}
    assert data["fingerprint"] != data["approved_fingerprint"] == registry.game("dueling").edition().fingerprint


def test_rules_that_are_not_there_are_refused_in_a_sentence(cli: Run) -> None:
    ended = cli("analyze", "dueling", "--rule", "gravity=off")
    assert ended.code == 2
    assert "has no rule 'gravity' that can be changed" in ended.err
    ended = cli("analyze", "dueling", "--rule", "ties=maybe")
    assert ended.code == 2
    assert "Ties (ties) cannot be 'maybe'" in ended.err
    assert "choose choice, war, surrender, pushes, loses" in " ".join(ended.err.split())


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_what_ifs_of_a_wager_that_is_not_there_are_refused_in_a_sentence(cli: Run, more: tuple[str, ...]) -> None:
    ended = cli("what-ifs", "dueling", "--wager", "ante", *more)
    assert (ended.code, ended.out) == (2, "")
    assert "Dueling for Dollars has no wager 'ante'" in ended.err
    assert "choose from player, dealer, play, war" in " ".join(ended.err.split())


def test_what_ifs_lists_what_each_rule_is_worth(cli: Run) -> None:
    ended = cli("what-ifs", "dueling", width=150)
    assert (ended.code, ended.err) == (0, "")
    lines = [line for line in ended.out.splitlines() if line.startswith(("Ties: house wins", "Ties: push"))]
    assert "4.5184 %" in lines[0]
    assert "2.8771 %" in lines[1]
    data = json.loads(cli("what-ifs", "dueling", "--wager", "combo-bet", "--paytable", "2CPB-5", "--json").out)
    assert data["wager"] == "combo-bet"
    assert {rule["rule"] for rule in data["listed"]} >= {"ties", "war-ties", "ace"}
    worth = [each["difference"] for each in data["what_ifs"]]
    assert worth == sorted(worth, reverse=True)


def test_changed_rules_are_simulated_beside_their_exact_figures(cli: Run) -> None:
    ended = cli("simulate", "dueling", "--rounds", "100000", "--seed", "4", "--rule", "ties=loses", width=110)
    assert (ended.code, ended.err) == (0, "")
    assert "house wins (approved: war or surrender)" in " ".join(ended.out.split())
    typed = ("dueling", "--rule", "ties=loses", "--json")
    data = json.loads(cli("simulate", "--rounds", "100000", "--seed", "4", *typed).out)
    assert data["changed_rules"] == {"ties": "loses"}
    assert data["fingerprint"] == json.loads(cli("analyze", "-w", "player", *typed).out)["fingerprint"]


def test_what_rounds_cannot_be_dealt_by_is_refused_with_its_reason(cli: Run) -> None:
    ended = cli("simulate", "triple-attack", "--rounds", "1000", "--rule", "surrender=late")
    assert ended.code == 2
    said = " ".join(ended.err.split())
    assert "rounds cannot be simulated with surrender=late" in said
    assert "see its exact figures with houseway analyze" in said


def test_nobody_changes_the_rules_of_a_standing_table(cli: Run) -> None:
    ended = cli("par", "--table", "T1", "--rule", "ties=loses", "-o", "x.md")
    assert ended.code == 2
    assert "--rule would change it" in ended.err


def test_a_sheet_of_changed_rules_says_so_and_how_it_was_asked_for(cli: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.md"
    typed = ("par", "triple-attack", "-w", "suited-royals", "--rule", "decks=6", "--rule", "tens=in", "--simulate", "0")
    assert cli(*typed, "-o", str(sheet)).code == 0
    text = sheet.read_text(encoding="utf-8")
    assert "PAR sheet of a game that departs from the approved one" in text
    assert "| Departs from the approved game: tens | left in (approved: taken out) |" in text
    assert "| Departs from the approved game: decks | 6 (approved: 8) |" in text
    assert "| Cards of the approved game | 8 decks; without T |" in text
    # A suited king and queen from six decks of 52, as Royal Match counts them (Shackleford, mathproblems.info).
    assert "| King-Queen Suited | 40 to 1 | 144 |" in text
