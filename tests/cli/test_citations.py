"""``houseway rules`` opens whatever is cited, by its id alone."""

from __future__ import annotations

import json

import pytest

from houseway.compliance.citations import find
from tests.cli.command import Run

CITED = ["S-2", "WAC 230-15-685", "WAC 230-15-695(2)", "LAB-25", "BJS-9", "TCS-7", "RCW 9.46.0282", "the house"]


@pytest.mark.parametrize("cite", [*CITED, "Deuces Wild 2017, dealing 2", "Dueling for Dollars, footnote 1"])
def test_what_is_cited_is_found_without_a_game(cli: Run, cite: str) -> None:
    ended = cli("rules", *cite.split(" "))
    assert (ended.code, ended.err) == (0, "")
    [found] = find(cite)
    assert " ".join(found.text.split())[:30] in " ".join(ended.out.split())
    data = json.loads(cli("rules", *cite.split(" "), "--json").out)
    assert data["cited"][0]["text"] == found.text


def test_several_ids_are_found_one_after_another(cli: Run) -> None:
    for cites in ("WAC 230-15-430, S-7", "Triple Attack Blackjack 2021, description limits; WAC 230-15-140; S-7"):
        ended = cli("rules", cites)
        assert ended.code == 0
        assert "WAC 230-15-" in ended.out and "S-7" in ended.out


def test_what_a_game_cites_beside_its_clauses_is_found_with_the_game(cli: Run) -> None:
    ended = cli("rules", "dueling", "S-7")
    assert (ended.code, ended.err) == (0, "")
    assert "lights an indicator" in " ".join(ended.out.split())
    assert cli("rules", "dueling", "BJS-2").code == 0


def test_what_is_cited_nowhere_is_refused_as_an_unknown_game_or_clause(cli: Run) -> None:
    unknown = cli("rules", "S-99")
    assert unknown.code != 0 and "there is no game" in unknown.err
    within = cli("rules", "dueling", "S-99")
    assert within.code != 0 and "no clause" in within.err
