"""Every refusal of a setup and of a played round cites the clause that has the rule."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import msgspec
import pytest

import houseway
from houseway.compliance.citations import find
from houseway.rulebook.edition import Cites
from houseway.table import answers, setup, wagers
from tests.refusals.clauses import CLAUSES
from tests.refusals.given import refusals
from tests.refusals.page import PAGE, page


@pytest.mark.parametrize(("game", "edition"), CLAUSES)
def test_every_refusal_cites_the_clause_that_has_its_rule(game: str, edition: str) -> None:
    expected = CLAUSES[game, edition]
    given = list(refusals(game, edition))
    wrong = []
    for kind, of, error in given:
        assert kind in expected, f"{kind} of {game} {edition} ({error}) has no clause in the table"
        wanted = expected[kind]
        clause = wanted[of] if isinstance(wanted, dict) else wanted
        if error.clause != clause:
            wrong.append(f"{kind} ({of}): {error}, and {clause} has the rule")
    assert wrong == []
    assert {refusal.kind for refusal in given} == set(expected)


@pytest.mark.parametrize(("game", "edition"), CLAUSES)
def test_every_clause_of_a_refusal_can_be_opened(game: str, edition: str) -> None:
    book = houseway.game(game).edition(edition)
    for wanted in CLAUSES[game, edition].values():
        for clause in wanted.values() if isinstance(wanted, dict) else (wanted,):
            [found] = find(clause, book)
            assert found.text


@pytest.mark.parametrize(("game", "edition"), CLAUSES)
def test_no_limit_relation_or_need_is_without_a_clause_of_its_own(game: str, edition: str) -> None:
    book = houseway.game(game).edition(edition)
    missing = []
    for wager in book.data.wager:
        rules = {
            "limits": wager.initial,
            "offered": wager.initial,
            "later": not wager.initial,
            "fixed": wager.fixed is not None,
            "relation": wager.relation is not None,
            "needs": wager.needs is not None and bool(wager.needs.any),
            "minimum": wager.needs is not None and wager.needs.option is not None,
            "excludes": bool(wager.excludes),
            "spots": f"{wager.slug}-spots" in book.options,
        }
        for rule, asked in rules.items():
            if asked and getattr(wager.cites, rule) is None and getattr(book.data.cites, rule) is None:
                missing.append((wager.slug, rule))
    for rule in (
        "wagers",
        "placed",
        "limits_set",
        "jackpots",
        "scheme",
        "bonus",
        "progressive",
        "percent",
        "equipment",
    ):
        if getattr(book.data.cites, rule) is None:
            missing.append(("table", rule))
    assert missing == []


@pytest.mark.parametrize("module", [wagers, setup, answers])
def test_no_refusal_of_a_rule_cites_the_clause_of_a_wager_by_habit(module: ModuleType) -> None:
    """A wager's own clause says what it bets on; the limit that refuses stands elsewhere."""
    tree = ast.parse(inspect.getsource(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "clause":
            assert ast.unparse(node.value) not in (
                "wager.clause",
                "self.wager(slug).clause",
                "setup.wager(slug).clause",
            )


def test_every_rule_of_the_format_is_asked_for_by_name() -> None:
    names = {field.name for field in msgspec.structs.fields(Cites)}
    with pytest.raises(AttributeError):
        houseway.game("dueling").edition().cite("colour")
    assert {"limits", "fixed", "relation", "needs", "minimum", "equipment"} <= names


def test_the_page_of_refusals_is_made_from_the_list() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
