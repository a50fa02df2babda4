"""Sealing keys change on the record: handed over by the old one, or named for ever as instead of a lost one."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.journal import Draft, Journal, SealBook
from houseway.journal.journal_errors import SealKeyUnknown, SealsMissing
from houseway.journal.sealing.seal_record import KEY_REPLACED, KEY_ROTATED, SEALS
from houseway.journal.sealing.sealing_key import next_key_file
from tests.journal.toy_bank import Place, accepted, append, fill, pay


def _announce(journal: Journal, kind: str, id: str = "k1", at: int = 75_000_000) -> str:
    assert journal.seal_book is not None
    key = journal.seal_book.waiting_key()
    body = {"key": key, "reason": "the laptop was stolen", "second": "bob"}
    accepted(journal, append(id, Draft(SEALS, kind, body), streams=(SEALS,), at=at))
    return key


def _found(place: Place, **settings: bytes) -> list[str]:
    with place.open(readonly=True) as journal:
        return [str(finding) for finding in journal.verify(**settings).findings]  # type: ignore[arg-type]


def test_a_key_is_handed_over_and_verify_follows_it(place: Place) -> None:
    called: list[bool] = []
    with place.create() as journal, place.open() as other:
        fill(journal)
        assert journal.seal_book is not None
        old, digest = journal.seal_book.public_key(), journal.seal_book.keyed_digest("snapshots", b"x")
        journal.after_rotation.append(lambda: called.append(True))
        key = _announce(journal, KEY_ROTATED)
        made = journal.rotate_key(80_000_000)
        assert journal.seal_book.public_key().hex() == key
        assert journal.seal_book.keyed_digest("snapshots", b"x") != digest
        assert called == [True]
        recorded = journal.recorded_seal()
        assert recorded is not None
        assert (recorded.number, recorded.key) == (made.number, key)
        # Another process that still holds the old key in memory seals with the new one.
        accepted(other, pay("b1", at=90_000_000))
        assert other.seal(100_000_000).number == made.number + 1
        assert not next_key_file(journal.seal_book.key).exists()
    assert _found(place) == []
    # Whoever wrote down the first key, or the present one, is content with either.
    assert _found(place, public_key=old) == []
    assert _found(place, public_key=bytes.fromhex(key)) == []
    assert _found(place, public_key=bytes(32)) == [
        "seals: they are signed with another key than the one that was given"
    ]


def test_stored_states_are_made_anew_after_a_rotation(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
    stored = {row[0]: bytes(row[4]) for row in place.dump()["snapshots"]}
    assert stored
    with place.open() as journal:
        accepted(journal, pay("b1", at=72_000_000))
        _announce(journal, KEY_ROTATED)
        journal.rotate_key(80_000_000)
        # Those of the old key are neither believed nor taken for a forgery.
        assert journal.verify().findings == ()
        accepted(journal, pay("b2", at=90_000_000))
        assert journal.state("table/1")["sum"] == 40
    with place.open() as journal:
        assert journal.verify().findings == ()
        assert journal.state("table/1")["sum"] == 40
    assert {row[0]: bytes(row[4]) for row in place.dump()["snapshots"]}["table/1"] != stored["table/1"]


def test_a_key_that_is_not_on_record_does_not_come_into_force(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        with pytest.raises(SealKeyUnknown):
            journal.rotate_key(80_000_000)
        with pytest.raises(SealKeyUnknown):
            journal.replace_lost_key(80_000_000)
    assert _found(place) == []


def test_a_hand_over_that_nobody_put_on_record_is_found(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        heads = journal.heads()
        assert journal.seal_book is not None
        journal.seal_book.waiting_key()
        journal.seal_book.hand_over(lambda: heads, 80_000_000)
    assert _found(place) == ["seals 3: it hands over to a new key that nobody put on record"]


def test_a_change_that_was_interrupted_is_found_and_finished(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with place.create() as journal:
        fill(journal)
        key = _announce(journal, KEY_ROTATED)
        journal.seal(76_000_000)
    assert _found(place) == ["seals seals 2: a new key was put on record and never came into force"]
    # The power goes when the seals name the new key and the key file is still the old one.
    with place.open() as journal, monkeypatch.context() as patch:
        patch.setattr("houseway.journal.sealing.seals.put_in_force", _power_cut)
        with pytest.raises(KeyboardInterrupt):
            journal.rotate_key(80_000_000)
    with place.open() as journal:
        accepted(journal, pay("b1", at=90_000_000))
        journal.seal(100_000_000)
        assert journal.seal_book is not None
        assert journal.seal_book.public_key().hex() == key
    assert _found(place) == []


def _power_cut(path: Path) -> None:
    raise KeyboardInterrupt


def test_a_lost_key_is_replaced_and_named_for_ever(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
    (place.folder / "key").unlink()
    with place.open() as journal:
        _announce(journal, KEY_REPLACED)
        journal.replace_lost_key(80_000_000)
        accepted(journal, pay("b1", at=90_000_000))
        journal.seal(100_000_000)
    said = (
        "seals 3: a new key begins here instead of one that was lost, by ann and bob on 1970-01-01 00:01:15 UTC: "
        "the laptop was stolen"
    )
    assert _found(place) == [said]


def test_a_lost_seal_file_is_begun_anew_where_the_journal_says_it_ended(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", at=72_000_000))
    (place.folder / "seals").unlink()
    with place.open() as journal:
        _announce(journal, KEY_REPLACED)
        with pytest.raises(SealsMissing):
            journal.seal(76_000_000)
        assert journal.replace_lost_key(80_000_000).number == 3
        accepted(journal, pay("b2", at=90_000_000))
        assert journal.seal(100_000_000).number == 4
    [said] = _found(place)
    assert said.startswith("seals 3: a new key begins here instead of one that was lost, by ann and bob")
    assert said.endswith("the laptop was stolen; the seals before 3 are gone")


def test_a_section_that_nobody_put_on_record_is_found(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", at=72_000_000))
        heads, recorded = journal.heads(), journal.recorded_seal()
    book = SealBook(place.folder / "seals", place.folder / "key")
    book.recorded = lambda: recorded
    book.waiting_key()
    book.start_over(lambda: heads, 80_000_000)
    assert _found(place) == ["seals 3: a new key that nobody put on record begins here"]
