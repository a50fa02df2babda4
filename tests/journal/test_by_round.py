"""Entries of a round are found by an index, on both engines alike, and a decision sees those of its own batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from houseway.journal import Decision, Draft, Journal, Request, Transaction
from houseway.journal.journal_errors import Undeclared
from tests.journal.toy_bank import Place, accepted, append, one

BODIES: list[tuple[str, dict[str, Any]]] = [
    ("round-settled", {"round": 7, "record": {"round": 3, "lines": []}, "players": {"1": '"round":3'}}),
    ("line-corrected", {"round": 7, "line": 1, "reason": 'nul \0, quote ", backslash \\, "round":3', "second": "bob"}),
    ("round-voided", {"round": 12, "reason": '\\"round":7', "with": ["jackpot/round"]}),
    ("line-corrected", {"round": 7, "line": 2, "reason": "größer"}),
    ("line-corrected", {"round": 70, "line": 2, "reason": ""}),
    ("tabulated", {"round": 7}),
    ("round-settled", {"round": 13, "record": {}}),
    ("round-settled", {"record": {"round": 7}}),
]


@pytest.fixture
def filled(journal: Journal) -> Journal:
    accepted(journal, *(append(f"c{n}", Draft("table/1", kind, body)) for n, (kind, body) in enumerate(BODIES)))
    accepted(journal, append("d", Draft("table/2", "round-settled", {"round": 7}), streams=("table/2",)))
    return journal


def _found(journal: Journal, round_: int) -> list[int]:
    with journal.engine.reading() as queries:
        return [entry.number for entry in queries.of_round("table/1", round_)]


def test_how_a_round_ended_and_what_was_corrected_are_found_by_round(filled: Journal) -> None:
    assert {round_: _found(filled, round_) for round_ in (7, 12, 13, 70, 8)} == {
        7: [1, 2, 4],
        12: [3],
        13: [7],
        70: [5],
        8: [],
    }
    assert filled.verify().ok


def test_the_last_rounds_before_a_number(filled: Journal) -> None:
    def numbers(**asked: Any) -> dict[int, list[int]]:
        return {round_: [e.number for e in own] for round_, own in filled.rounds("table/1", **asked).items()}

    assert list(numbers(most=9).items()) == [(13, [7]), (12, [3]), (7, [1, 2, 4])]
    assert list(numbers(most=2)) == [13, 12]
    assert list(numbers(most=2, before=13)) == [12, 7]
    assert numbers(most=1, before=12) == {7: [1, 2, 4]}
    assert numbers(most=5, before=7) == {}
    assert filled.rounds("table/9", most=5) == {}


def test_the_index_is_used(place: Place) -> None:
    with place.create() as journal:
        drafts = [Draft("table/1", "round-settled", {"round": n, "record": "x" * 500}) for n in range(1500)]
        accepted(journal, append("many", *drafts))
    if place.engine == "postgresql":
        place.execute("ANALYZE")
    with place.open(readonly=True) as journal, journal.engine.reading() as queries:
        fetch = queries.fetch
        plans: list[str] = []

        def explained(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
            how = "EXPLAIN QUERY PLAN" if place.engine == "sqlite" else "EXPLAIN"
            plans.append(str(fetch(f"{how} {sql}", values)))
            return fetch(sql, values)

        queries.fetch = explained
        assert [entry.number for entry in queries.of_round("table/1", 7)] == [8]
        assert queries.ended_rounds("table/1", 7, 3) == [6, 5, 4]
        assert len(plans) == 2 and all("entries_by_round" in plan for plan in plans), plans


def _correct(command: str, number: int) -> Request:
    """Note how many corrections a round has, and add one."""

    def decide(transaction: Transaction) -> Decision:
        found = [entry.number for entry in transaction.of_round("table/1", 7)]
        return Decision([Draft("table/1", "line-corrected", {"round": 7, "line": number})], {"found": found})

    return Request(command, b"", "ann", 1_000_000, ("table/1",), (), decide)


def test_a_decision_sees_what_its_batch_has_decided(journal: Journal) -> None:
    outcomes = accepted(journal, *(_correct(f"c{n}", n) for n in range(3)))
    assert [outcome.reply for outcome in outcomes] == [{"found": []}, {"found": [1]}, {"found": [1, 2]}]


def test_a_stream_that_was_not_declared_is_not_read_by_round(journal: Journal) -> None:
    request = Request(
        "c", b"", "ann", 1, ("table/2",), ("property",), lambda tx: Decision([], {"n": len(tx.of_round("table/1", 7))})
    )
    assert isinstance(one(journal, request).error, Undeclared)
