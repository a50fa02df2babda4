"""Several wagers together on the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Run


def test_a_set_of_wagers_is_told_whole(cli: Run) -> None:
    ended = cli("together", "dueling", "-w", "player=$10", "-w", "combo-bet=5", width=110)
    assert (ended.code, ended.err) == (0, "")
    said = " ".join(ended.out.split())
    assert "Staked before the deal $15" in said
    assert "(exact)" in said
    assert "Player and Combo Bet" in said
    data = json.loads(
        cli("together", "dueling", "-w", "player=10", "-w", "combo-bet=5", "--rounds", "50", "--json").out
    )
    assert data["exact"] is True
    assert data["staked"] == 1500
    assert data["return"] == pytest.approx(1 + data["mean"] / 1500)
    assert sum(chance for _, chance in data["results"]) == pytest.approx(1)
    assert data["table"]["wagered"] == 50 * 1500


def test_a_wager_without_an_amount_is_refused(cli: Run) -> None:
    ended = cli("together", "dueling", "-w", "player")
    assert ended.code == 2
    assert "is not KEY=VALUE" in ended.err
    ended = cli("together", "dueling", "-w", "tie-plus=5")
    assert ended.code == 2
    assert "Tie Plus goes only with Player or Dealer" in ended.err


def test_a_set_under_changed_rules_says_what_departs(cli: Run) -> None:
    typed = ("together", "dueling", "-w", "player=10", "-w", "combo-bet=5", "--rule", "ties=loses")
    ended = cli(*typed, width=110)
    assert (ended.code, ended.err) == (0, "")
    said = " ".join(ended.out.split())
    assert "house wins (approved: war or surrender)" in said
    changed, approved = (json.loads(cli(*given, "--json").out) for given in (typed, typed[:-2]))
    assert changed["changed_rules"] == {"ties": "loses"}
    assert "changed_rules" not in approved
    assert changed["fingerprint"] != changed["approved_fingerprint"] == approved["fingerprint"]
    assert changed["exact"] is True
    assert changed["return"] < approved["return"]
    alone = json.loads(cli("analyze", "dueling", "-w", "player", "--rule", "ties=loses", "--json").out)
    assert changed["fingerprint"] == alone["fingerprint"]


def test_a_set_that_cannot_be_sampled_says_why(cli: Run) -> None:
    ended = cli("together", "triple-attack", "-w", "first-attack=10", "-w", "double-match-up=5", "--rule", "pairs=rank")
    assert ended.code == 2
    assert "two faces are a pair" in " ".join(ended.err.split())
