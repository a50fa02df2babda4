"""The quick check of what was written since the last seals: found at its place, and nothing where nothing is wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from houseway.journal import Journal, SealBook
from houseway.journal.journal_errors import BadSeal
from houseway.journal.sealing.seals import SealedLine
from houseway.journal.sealing.unsealed_tail import verify_tail
from tests.journal.toy_bank import Place, accepted, fill, pay


@pytest.fixture
def sealed(sqlite_place: Place) -> Place:
    """Four streams sealed twice; of table/1 two more entries, of table/9 its first, since then."""
    with sqlite_place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", 4, at=80_000_000), pay("b2", 6, at=80_000_000), pay("b3", 1, stream="table/9"))
    return sqlite_place


def found(place: Place, public_key: bytes | None = None) -> list[str]:
    with place.open(readonly=True) as journal:
        return [str(finding) for finding in verify_tail(journal, public_key=public_key).findings]


def test_an_untouched_journal_is_checked_from_its_last_seals_on(sealed: Place) -> None:
    with sealed.open(readonly=True) as journal:
        report = verify_tail(journal)
        assert report.findings == ()
        # Two entries of table/1, one of table/9, and the record of the second seal.
        assert (report.streams, report.entries, report.seals, report.left_out) == (6, 4, 1, 0)
        assert journal.seal_book is not None
        key = journal.seal_book.public_key()
    assert found(sealed, key) == []


def test_a_journal_without_seals_cannot_be_checked_quickly(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal, pytest.raises(BadSeal, match="there is no seal to begin from in seals "):
        verify_tail(journal)
    bare = cast(Journal, SimpleNamespace(seal_book=None))
    with pytest.raises(BadSeal, match="this journal has no seal file"):
        verify_tail(bare)


def test_another_key_than_the_one_given_is_found(sealed: Place) -> None:
    assert found(sealed, bytes(32)) == ["seals: they are signed with another key than the one that was given"]


def test_a_missing_key_is_found_unless_the_public_one_is_given(sealed: Place) -> None:
    public = SealBook(sealed.folder / "seals", sealed.folder / "key").public_key()
    (sealed.folder / "key").unlink()
    assert found(sealed) == ["key: the key file is missing: the journal was sealed with it"]
    assert found(sealed, public) == []


@pytest.mark.parametrize("forge", ["at", "hash", "signature"])
def test_a_last_seal_that_was_changed_is_found(sealed: Place, forge: str) -> None:
    path = sealed.folder / "seals"
    first, raw = path.read_bytes().splitlines()
    line = msgspec.json.decode(raw, type=SealedLine)
    if forge == "at":
        line = msgspec.structs.replace(line, seal=msgspec.structs.replace(line.seal, at=line.seal.at + 1))
    elif forge == "hash":
        line = msgspec.structs.replace(line, hash="00" * 32)
    else:
        line = msgspec.structs.replace(line, signature="00" * 64)
    path.write_bytes(first + b"\n" + msgspec.json.encode(line) + b"\n")
    assert "seals 2: its signature does not hold" in found(sealed)


def test_an_entry_that_a_seal_names_is_looked_at_again(sealed: Place) -> None:
    sealed.tamper("entries", "UPDATE entries SET body = x'7b7d' WHERE stream = 'table/1' AND number = 5")
    assert found(sealed) == ["seals table/1 5: seal 2 has another hash for it"]


def test_an_entry_that_a_seal_names_with_another_hash_is_found(sealed: Place) -> None:
    sealed.tamper("entries", "UPDATE entries SET hash = zeroblob(32) WHERE stream = 'table/1' AND number = 5")
    assert found(sealed) == [
        "seals table/1 5: seal 2 has another hash for it",
        "entries table/1 6: it does not follow entry 5",
    ]


def test_a_stream_that_ends_before_its_seal_is_found(sealed: Place) -> None:
    sealed.tamper("heads", "UPDATE heads SET number = 1 WHERE stream = 'table/2'")
    assert found(sealed) == ["seals table/2 2: seal 2 has it at 2, the journal ends at 1"]
    sealed.tamper("heads", "DELETE FROM heads WHERE stream = 'table/2'")
    assert found(sealed) == ["seals table/2 2: seal 2 has it at 2, the journal ends at 0"]


def test_an_entry_changed_since_the_seal_is_found(sealed: Place) -> None:
    sealed.tamper("entries", "UPDATE entries SET body = x'7b7d' WHERE stream = 'table/1' AND number = 6")
    assert found(sealed) == ["entries table/1 6: its content does not give its hash"]


def test_an_entry_left_out_since_the_seal_is_found(sealed: Place) -> None:
    sealed.tamper("entries", "DELETE FROM entries WHERE stream = 'table/1' AND number = 6")
    assert found(sealed) == ["entries table/1 6: missing: 6 to 6"]


def test_entries_cut_off_at_the_end_are_found(sealed: Place) -> None:
    sealed.tamper("entries", "DELETE FROM entries WHERE stream = 'table/1' AND number = 7")
    assert found(sealed) == ["heads table/1 7: the head is at 7, the entries end at 6: the tail was cut"]


def test_a_head_that_differs_from_its_entry_is_found(sealed: Place) -> None:
    sealed.tamper("heads", "UPDATE heads SET hash = zeroblob(32) WHERE stream = 'table/9'")
    assert found(sealed) == ["heads table/9 1: it differs from the last entry"]


def test_a_seal_on_record_that_is_another_one_is_found(sealed: Place) -> None:
    """The same number, signed with the same key, over something else."""
    path = sealed.folder / "seals"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0])
    book = SealBook(path, sealed.folder / "key")
    with sealed.open(readonly=True) as journal:
        book.add(journal.heads, 71_000_000)
    assert "seals 2: it is not the seal that the journal has on record" in found(sealed)


def test_a_key_that_was_handed_over_signs_what_follows(sealed: Place) -> None:
    with sealed.open() as journal:
        book = journal.seal_book
        assert book is not None
        before = book.public_key()
        book.waiting_key()
        book.hand_over(journal.heads, 90_000_000)
        accepted(journal, pay("c1", 1, at=91_000_000))
        journal.seal(99_000_000)
        after = book.public_key()
    assert before != after
    assert found(sealed, after) == []
    assert found(sealed, before) == ["seals: they are signed with another key than the one that was given"]
