"""A command that must be sealed is answered when a seal covers it, and not before."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.journal import Journal, Outcome, Request, Writer
from houseway.journal.journal_errors import NotSealed
from tests.journal.toy_bank import Place, Till, accepted, pay


def _sealed(request: Request) -> Request:
    request.seal = True
    return request


def _covered(journal: Journal, stream: str) -> int:
    """The entries of a stream that the seals cover."""
    assert journal.seal_book is not None
    tail = journal.seal_book.tail()
    return 0 if tail is None else tail.standing.get(stream, (0, ""))[0]


def test_it_is_sealed_before_it_is_answered(place: Place) -> None:
    with place.create() as journal, Writer(journal) as writer:
        seen: dict[str, int] = {}

        def answered(name: str) -> None:
            seen[name] = _covered(journal, "table/1")

        first = writer.submit(pay("a1"), lambda _: answered("a1"))
        assert first.result(60).error is None
        ticket = writer.submit(_sealed(pay("a2")), lambda _: answered("a2"))
        assert ticket.result(60).reply == {"sum": 10}
    assert seen == {"a1": 0, "a2": 2}


def test_one_seal_covers_the_whole_batch(place: Place) -> None:
    with place.create() as journal:
        accepted(journal, *(_sealed(pay(f"a{number}", stream=f"table/{number}")) for number in range(5)), pay("b"))
        assert journal.seal_book is not None
        last = journal.seal_book.last()
        assert last is not None
        assert (last.number, len(last.heads)) == (1, 5)
        # A refusal has nothing to seal.
        journal.write([_sealed(pay("no", -1))])
        assert journal.seal_book.last() == last


def _without_its_seals(journal: Journal, monkeypatch: pytest.MonkeyPatch, elsewhere: Path) -> None:
    assert journal.seal_book is not None
    monkeypatch.setattr(journal.seal_book, "path", elsewhere / "no such folder" / "seals")


def test_where_the_seal_cannot_be_written_it_says_so_and_may_be_sent_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with place.create() as journal:
        accepted(journal, pay("a1"))
        with monkeypatch.context() as patch:
            _without_its_seals(journal, patch, place.folder)
            outcomes: list[Outcome] = journal.write([_sealed(pay("a2")), pay("a3")])
            again = journal.write([_sealed(pay("a2"))])
        for outcome in (outcomes[0], again[0]):
            assert isinstance(outcome.error, NotSealed)
            assert "Command a2 is written and counts" in outcome.error.message
            assert "send it again with the same id" in str(outcome.error.remedy)
        # Whoever needs no seal is answered as ever.
        assert outcomes[1].reply == {"sum": 15}
        assert journal.state("table/1")["sum"] == 15
        assert _covered(journal, "table/1") == 0
        [answer] = accepted(journal, _sealed(pay("a2")))
        assert (answer.reply, answer.repeated) == ({"sum": 10}, True)
        assert _covered(journal, "table/1") == 3
        assert journal.verify().ok


def test_a_journal_without_a_seal_file_answers_as_ever(postgres_place: Place) -> None:
    with Journal.open(postgres_place.url, Till(), create=True) as journal:
        assert accepted(journal, _sealed(pay("a1")))[0].reply == {"sum": 5}
