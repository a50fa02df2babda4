"""``houseway rules GAME --rulings``: what each ruling is worth, in the terminal and as data."""

from __future__ import annotations

import json

from houseway.reports.numbers import MINUS
from tests.cli.command import Run


def test_all_rulings_are_shown_with_what_they_are_worth(cli: Run) -> None:
    ended = cli("rules", "dueling", "--rulings")
    assert (ended.code, ended.err) == (0, "")
    said = " ".join(ended.out.split())
    assert "DD-3. A suited pair is a pair and no flush" in said
    assert "Rulings that move no figure" in said
    # A suited pair that is a flush too: two units of 5 in 311.
    assert f"{MINUS}3.2154 %" in said


def test_one_ruling_or_those_of_a_clause_are_shown_alone(cli: Run) -> None:
    one = json.loads(cli("rules", "dueling", "DD-3", "--rulings", "--json").out)
    assert {item["ruling"] for item in one["readings"]} == {"DD-3"}
    several = json.loads(cli("rules", "dueling", "appendix", "D", "--rulings", "--json").out)
    assert {"DD-5", "DD-9"} <= {item["ruling"] for item in several["readings"]}
    assert "DD-2" not in {item["ruling"] for item in several["readings"]}


def test_a_clause_that_no_ruling_settles_has_none(cli: Run) -> None:
    ended = cli("rules", "dueling", "number", "of", "decks", "--rulings")
    assert (ended.code, ended.err) == (0, "")
    assert "No ruling settles" in ended.out


def test_an_unknown_clause_is_refused_with_what_to_do(cli: Run) -> None:
    ended = cli("rules", "dueling", "DD-99", "--rulings")
    assert ended.code != 0
    assert "no clause" in ended.err
