"""What people read of a clause and of a pay: both numbers of an older edition, and words in the place of odd odds."""

from __future__ import annotations

import pytest

import houseway
from houseway.registry import game
from houseway.rulebook.pays import in_words
from houseway.table.shown.felt import felt_of
from houseway.web.art import felts
from houseway.web.art.felt_plan import arrange
from houseway.web.seat.seat_pages import sections_of
from tests.cli.command import Run


def test_the_rules_drawer_of_triple_attack_has_its_jackpot_clauses_and_no_equipment() -> None:
    edition = game("triple-attack").edition()
    shown = [clause.cite for clauses in sections_of(edition).values() for clause in clauses]
    jackpots = [clause.cite for clause in edition.clauses if clause.id.startswith("jackpots ")]
    assert len(jackpots) >= 11
    assert [cite for cite in shown if cite.startswith("jackpots ")] == jackpots
    assert not any(cite.startswith(("equipment", "letter", "cover", "promotions")) for cite in shown)


def test_a_clause_of_2010_is_shown_by_its_own_number_and_the_one_cited() -> None:
    old, new = game("deuces-wild").edition("2010"), game("deuces-wild").edition("2017")
    assert old.shown("dealing 24(b)") == "dealing 25(b) (cited as dealing 24(b))"
    assert new.shown("dealing 24(b)") == "dealing 24(b)"
    assert old.shown("appendix A") == "appendix A"
    assert old.numbers["rules 4"] == "rules 5" and new.numbers == {}
    drawer = {clause.id: clause.cite for clauses in sections_of(old).values() for clause in clauses}
    assert drawer["dealing 25(b)"] == "dealing 24(b)"


def test_a_round_of_2010_shows_both_numbers_in_the_terminal(cli: Run) -> None:
    ended = cli(
        *("play", "deuces-wild", "--edition", "2010", "--seed", "3", "--players", "1", "--rounds", "1"),
        typed="ante 10\nfold\n",
    )
    said = " ".join(ended.out.split())
    assert "dealing 22(a)(i) (cited as dealing 21(a)(i))" in said


@pytest.mark.parametrize(
    ("pays", "words"),
    [
        ("-1:2 to 1", "half back"),
        ("-1/2 to 1", "half back"),
        ("-1:4 to 1", "3/4 back"),
        ("-1 to 1", "loss"),
        ("3:2 to 1", "3:2 to 1"),
        ("2 for 1", "2 for 1"),
        ("$500", "$500"),
        ("loss", "loss"),
    ],
)
def test_a_pay_below_nothing_is_said_as_what_comes_back(pays: str, words: str) -> None:
    assert in_words(pays) == words


@pytest.mark.clause("dueling", "appendix G spots")
@pytest.mark.parametrize("phone", [False, True])
def test_the_layout_reads_dealer_or_player_from_left_to_right(phone: bool) -> None:
    dueling = houseway.game("dueling")
    setup = dueling.demonstration()
    measure = felts._phone_measure() if phone else felts._table_measure(0.3)
    plan = arrange(felt_of(dueling), setup, measure)
    where = {each.spot.wager: each.x for each in plan.spots}
    assert where["dealer"] < where["player"]
    attack = houseway.game("triple-attack")
    plan = arrange(felt_of(attack), attack.demonstration(), measure)
    where = {each.spot.wager: each.x for each in plan.spots}
    assert where["first-attack"] < where["second-attack"] < where["third-attack"]
