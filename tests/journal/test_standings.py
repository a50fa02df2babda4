"""Where a stream stands: what is folded counts once, what cannot be folded is said, and nothing half-folded stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.journal import Entry, Journal, SealBook
from houseway.journal.engines.engine import Snapshot
from houseway.journal.entries import EMPTY, POSITIONS, canonical
from houseway.journal.journal_errors import BadDraft, CommandFault
from houseway.journal.standings import Standing, Witness, catch_up, fold_in
from tests.journal.toy_bank import Place, Till, accepted, one, pay


class Moody(Till):
    """A fold that counts an entry and then fails, as long as it is told to fail at that number."""

    def __init__(self) -> None:
        self.fails_at = 0
        self.error: Exception = ZeroDivisionError("a bug")

    def apply(self, state: dict[str, Any], entry: Entry) -> dict[str, Any]:
        super().apply(state, entry)
        if entry.number == self.fails_at:
            raise self.error
        return state


def entry(number: int, amount: int) -> Entry:
    body = canonical({"amount": amount})
    return Entry("table/1", number, "c", "ann", 0, "paid", body, b'[["box",5]]', b'[["bank",[2]]]', b"", b"", b"")


@pytest.mark.parametrize("error", [Refused("no"), ZeroDivisionError("a bug")])
def test_what_cannot_be_folded_is_said_with_its_number(error: Exception) -> None:
    fold = Moody()
    fold.fails_at, fold.error = 8, error
    standing = Standing(EMPTY, fold.start("table/1"))
    standing.number = 6
    with pytest.raises(type(error) if isinstance(error, Refused) else CommandFault) as raised:
        fold_in(standing, "table/1", fold, [entry(7, 1), entry(8, 2)])
    if not isinstance(error, Refused):
        assert "table/1 8 could not be folded" in str(raised.value)
    assert standing.number == 7


def test_what_is_folded_is_moved_and_counted_once() -> None:
    fold = Till()
    standing = Standing(EMPTY, fold.start("table/1"))
    entries = [entry(1, 3), entry(2, 4)]
    assert fold_in(standing, "table/1", fold, entries) == entries
    assert (standing.number, standing.state["sum"], standing.balances) == (2, 7, {"box": 10})
    assert standing.counters == {"bank": (0, 2, *[0] * (POSITIONS - 2))}
    # Asked again, and counted on.
    assert standing.counters == {"bank": (0, 2, *[0] * (POSITIONS - 2))}
    standing.add((("box", 1),), (("bank", (1, 2)), ("other", (16,))))
    assert standing.balances == {"box": 11}
    assert standing.counters["bank"][:3] == (1, 3, 0)
    assert standing.counters["other"] == (*[0] * (POSITIONS - 1), 1)


def test_entries_of_many_kinds_that_come_again_add_up() -> None:
    kinds = [((("box", 10**place), ("cash", -(10**place))), (("bank", (place % 16 + 1,)),)) for place in range(20)]
    counted_first, moved_first = Standing(EMPTY, None), Standing(EMPTY, None)
    for standing in (counted_first, moved_first):
        for lines, counts in [*kinds, *kinds, *kinds[:3]]:
            standing.add(lines, counts)
    moved = 2 * 11_111_111_111_111_111_111 + 111
    counted = {"bank": (5, 5, 5, 4, *[2] * (POSITIONS - 4))}
    assert (counted_first.counters, counted_first.balances) == (counted, {"box": moved, "cash": -moved})
    assert (moved_first.balances, moved_first.counters) == ({"box": moved, "cash": -moved}, counted)


def test_a_state_that_was_half_folded_is_read_anew(sqlite_place: Place) -> None:
    fold = Moody()
    with sqlite_place.create() as theirs, Journal.open(sqlite_place.url, fold, seals=None) as ours:
        accepted(ours, pay("a", 5))
        accepted(theirs, pay("b", 6), pay("c", 7))
        fold.fails_at = 3
        assert isinstance(one(ours, pay("d", 8)).error, CommandFault)
        fold.fails_at = 0
        assert accepted(ours, pay("e", 9))[0].reply == {"sum": 27}
        assert ours.state("table/1")["entries"] == 4


def test_a_stream_is_folded_up_to_the_number_that_is_asked_for(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5), pay("b", 6), pay("c", 7))
        standing = Standing(journal.head("table/1"), Till().start("table/1"))
        folded = catch_up(standing, "table/1", Till(), journal.engine.writing, 2)
    assert ([each.command for each in folded], standing.state["sum"], standing.number) == (["a", "b"], 11, 2)


def test_what_follows_on_an_entry_that_cannot_be_folded_is_not_folded_either(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a", 5), pay("b", 6), pay("c", 7))
    sqlite_place.execute("DELETE FROM snapshots")
    fold = Moody()
    fold.fails_at = 2
    with Journal.open(sqlite_place.url, fold, seals=None) as journal:
        assert isinstance(one(journal, pay("d", 8)).error, CommandFault)
        assert journal.head("table/1").number == 3


# -- who vouches for a snapshot


def vouched(witness: Witness, number: int = 7, hash_: bytes = b"hash") -> Snapshot:
    return Snapshot(number, b"state", b"totals", witness.vouch("table/1", number, hash_, b"state", b"totals"))


def test_without_a_sealing_key_a_witness_believes_itself_and_no_other() -> None:
    witness, other = Witness(None, makes_key=True), Witness(None, makes_key=True)
    snapshot = vouched(witness)
    assert witness.holds("table/1", snapshot, b"hash")
    assert witness.is_own(snapshot)
    assert not witness.lasting
    assert not other.holds("table/1", snapshot, b"hash")
    assert not other.is_own(snapshot)


def test_with_the_sealing_key_every_process_believes_what_one_vouched_for(tmp_path: Path) -> None:
    book = SealBook(tmp_path / "seals", tmp_path / "key")
    witness = Witness(book, makes_key=True)
    snapshot = vouched(witness)
    assert witness.lasting
    again = Witness(SealBook(book.path, book.key), makes_key=False)
    assert again.holds("table/1", snapshot, b"hash")
    assert again.is_own(snapshot)
    for stream, found, hash_ in (
        ("table/2", snapshot, b"hash"),
        ("table/1", snapshot, b"other"),
        ("table/1", snapshot, None),
        ("table/1", snapshot._replace(number=8), b"hash"),
        ("table/1", snapshot._replace(number=-1), b"hash"),
        ("table/1", snapshot._replace(state=b"other"), b"hash"),
        ("table/1", snapshot._replace(totals=b"other"), b"hash"),
        ("table/1", snapshot._replace(digest=snapshot.digest[:-1]), b"hash"),
    ):
        assert not again.holds(stream, found, hash_)


def test_reading_makes_no_key_and_a_lost_one_is_not_made_anew(tmp_path: Path) -> None:
    book = SealBook(tmp_path / "seals", tmp_path / "key")
    reading = Witness(book, makes_key=False)
    assert reading.holds("table/1", vouched(reading), b"hash")
    assert not reading.lasting
    book.path.write_bytes(b"seals of a key that is gone")
    writing = Witness(book, makes_key=True)
    assert writing.holds("table/1", vouched(writing), b"hash")
    assert not writing.lasting
    assert not book.key.exists()


def test_the_first_moment_of_all_is_a_time(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        assert one(journal, pay("a", at=0)).error is None
        for at in (-1, 2**63, 1.0):
            error = one(journal, pay("b", at=at)).error  # type: ignore[arg-type]
            assert isinstance(error, BadDraft)
        assert journal.head("table/1").number == 1
