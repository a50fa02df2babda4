"""A connection that goes away while a batch is written: every command counts once, whether COMMIT arrived or not."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.journal import Decision, Entry, Journal, Request, Transaction
from houseway.journal.journal_errors import ConnectionLost, JournalUnavailable
from tests.journal.toy_bank import Place, accepted, one, pay


@pytest.fixture
def seen(journal_on_file: Journal) -> list[str]:
    """The commands whose entries were told to whoever listens."""
    told: list[str] = []

    def listen(entries: Any) -> None:
        told.extend(entry.command for entry in entries)

    journal_on_file.after_commit.append(listen)
    return told


@pytest.fixture
def journal_on_file(sqlite_place: Place) -> Any:
    with sqlite_place.create() as journal:
        accepted(journal, pay("before", 5), pay("other", 1, stream="table/2"))
        yield journal


def lose(journal: Journal, monkeypatch: pytest.MonkeyPatch, *, arrived: bool, times: int = 1) -> None:
    """Let the next commits be lost, before or after they arrive."""
    commit = journal.engine.commit
    left = [times]

    def losing(pending: Any) -> None:
        if left[0]:
            left[0] -= 1
            if arrived:
                commit(pending)
            else:
                journal.engine.rollback()
            raise ConnectionLost("the line is dead")
        commit(pending)

    monkeypatch.setattr(journal.engine, "commit", losing)


def entries(journal: Journal, stream: str) -> list[Entry]:
    return list(journal.read(stream))


@pytest.mark.parametrize("arrived", [True, False])
def test_a_command_counts_once_whether_its_commit_arrived_or_not(
    journal_on_file: Journal, seen: list[str], monkeypatch: pytest.MonkeyPatch, arrived: bool
) -> None:
    journal = journal_on_file
    lose(journal, monkeypatch, arrived=arrived)
    outcomes = journal.write([pay("a", 6), pay("b", 7, also="jackpot/1"), pay("c", -1)])
    assert [outcome.reply for outcome in outcomes[:2]] == [{"sum": 11}, {"sum": 18}]
    assert outcomes[2].error is not None
    # It was written by this call: nobody is told that it was so before.
    assert [outcome.repeated for outcome in outcomes[:2]] == [False, False]
    assert [len(outcome.entries) for outcome in outcomes] == [1, 2, 0]
    assert [entry.command for entry in entries(journal, "table/1")] == ["before", "a", "b"]
    assert seen == ["a", "b", "b"]
    assert journal.state("table/1")["sum"] == 18
    assert accepted(journal, pay("d", 2))[0].reply == {"sum": 20}
    assert one(journal, pay("a", 6)).repeated
    assert journal.verify().ok


def test_what_another_wrote_with_the_same_id_is_a_repetition(
    journal_on_file: Journal, sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_on_file
    commit, lost = journal.engine.commit, [True]

    def losing(pending: Any) -> None:
        if lost:
            lost.clear()
            journal.engine.rollback()
            with sqlite_place.open() as other:
                # The same command, after one that this process knows nothing of.
                accepted(other, pay("between", 1), pay("a", 6))
            raise ConnectionLost("the line is dead")
        commit(pending)

    monkeypatch.setattr(journal.engine, "commit", losing)
    outcome = one(journal, pay("a", 6))
    assert (outcome.repeated, outcome.reply, outcome.entries) == (True, {"sum": 12}, ())
    assert [entry.command for entry in entries(journal, "table/1")] == ["before", "between", "a"]
    assert accepted(journal, pay("d", 2))[0].reply == {"sum": 14}


def test_a_state_that_was_folded_for_a_batch_that_never_was_is_not_kept(
    journal_on_file: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_on_file

    def failing(pending: Any) -> None:
        journal.engine.rollback()
        raise JournalUnavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(journal.engine, "commit", failing)
        assert isinstance(one(journal, pay("a", 6)).error, JournalUnavailable)
    assert accepted(journal, pay("b", 7))[0].reply == {"sum": 12}
    assert journal.state("table/1")["entries"] == 2
    assert journal.verify().ok


def test_a_decision_that_finds_the_journal_away_is_no_bug_of_the_command(journal_on_file: Journal) -> None:
    def decide(transaction: Transaction) -> Decision:
        raise JournalUnavailable("the database is away")

    request = Request("a", b"x", "ann", 1_000_000, ("table/1",), (), decide)
    outcomes = journal_on_file.write([request, pay("b", 7)])
    assert all(isinstance(outcome.error, JournalUnavailable) for outcome in outcomes)
    assert [entry.command for entry in entries(journal_on_file, "table/1")] == ["before"]
