"""A sentence is of the same kind wherever it stands, and whatever refuses is enforced."""

from __future__ import annotations

from collections import defaultdict

import msgspec
import pytest

import houseway
from houseway.registry import all_games
from houseway.rulebook.edition import Cites, Edition
from tests.sentences import SENTENCES

EDITIONS = [edition for game in all_games().values() for edition in game.editions.values()]


def _name(edition: Edition) -> str:
    return f"{edition.about.slug} {edition.slug}"


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_has_one_kind_in_every_document(name: str) -> None:
    kind, clauses = SENTENCES[name]
    for game, cites in clauses.items():
        for cite in cites:
            found = [edition for edition in houseway.game(game).editions.values() if edition.has_clause(cite)]
            assert found, f"{game} has no clause {cite}"
            assert {edition.clause(cite).kind for edition in found} == {kind}


def test_the_same_words_are_of_the_same_kind() -> None:
    kinds: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for edition in EDITIONS:
        for clause in edition.clauses:
            kinds[clause.text][clause.kind].append(f"{_name(edition)} {clause.id}")
    assert [dict(found) for found in kinds.values() if len(found) > 1] == []


def test_what_is_cited_by_one_number_is_of_one_kind_in_both_editions() -> None:
    for game in all_games().values():
        kinds: dict[str, set[str]] = defaultdict(set)
        for edition in game.editions.values():
            for clause in edition.clauses:
                kinds[clause.cite].add(clause.kind)
        # Number 4 of the rules of 2010 is empty and stands beside the clause that is cited so.
        mixed = {cite for cite, found in kinds.items() if len(found) > 1} - {"rules 4"}
        assert mixed == set()


@pytest.mark.parametrize("edition", EDITIONS, ids=_name)
def test_a_clause_that_a_refusal_rests_on_is_enforced(edition: Edition) -> None:
    cited: set[str] = set()
    for cites in (edition.data.cites, *(wager.cites for wager in edition.data.wager)):
        for field in msgspec.structs.fields(Cites):
            given = getattr(cites, field.name)
            if isinstance(given, dict):
                cited |= {cite for key, cite in given.items() if key != "by"}
            elif given:
                cited.add(given)
    cited |= {cite for item in edition.data.equipment for cite in (item.clause, item.display_cite)}
    cited |= {option.clause for option in edition.data.option}
    wrong = [cite for cite in cited if edition.has_clause(cite) and edition.clause(cite).kind != "enforced"]
    assert wrong == []


def test_covers_cloths_and_artwork_are_there() -> None:
    assert "7 January 2021" in houseway.game("triple-attack").edition().clause("cover").text
    assert houseway.game("dueling").edition().clause("cover").kind == "information"
    assert "7 May 2010" in houseway.game("deuces-wild").edition("2010").clause("appendix G cloth").text
    for edition in EDITIONS:
        for clause in edition.clauses:
            # Nothing measures a cloth.
            assert not ("79 inches" in clause.text and clause.kind == "enforced")
