"""Seals that are deleted, emptied, shortened, older or signed by another key are missed: the journal knows of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.journal import Journal, SealBook
from houseway.journal.journal_errors import BadSeal, JournalBehindSeals, SealKeyLost, SealKeyUnknown, SealsMissing
from houseway.journal.sealing.seal_check import Outside, printed_head
from houseway.journal.sealing.unsealed_tail import verify_tail
from tests.journal.toy_bank import Place, Till, accepted, fill, pay

DAY = 86_400_000_000


def _sealed(place: Place) -> None:
    """Three seals, of which the second is the last on record; what the third covers includes that record."""
    with place.create() as journal:
        fill(journal)
        accepted(journal, pay("b1", 4, at=80_000_000))
        journal.seal(90_000_000)


def _found(place: Place, **settings: object) -> list[str]:
    with place.open(readonly=True) as journal:
        return [str(finding) for finding in journal.verify(**settings).findings]  # type: ignore[arg-type]


def test_the_next_batch_after_a_seal_puts_it_on_record(place: Place) -> None:
    with place.create() as journal:
        assert journal.recorded_seal() is None
        accepted(journal, pay("a1"))
        first = journal.seal(2_000_000)
        # A seal has no commit of its own, nor has a batch in which everything was refused.
        journal.write([pay("no", -1)])
        assert journal.recorded_seal() is None
        accepted(journal, pay("a2"), pay("a3"))
        recorded = journal.recorded_seal()
        assert recorded is not None
        assert journal.seal_book is not None
        assert (recorded.number, recorded.at) == (1, first.at)
        assert recorded.key == journal.seal_book.public_key().hex()
        accepted(journal, pay("a4"))
        assert journal.head("seals").number == 1
    # Another process records the seal that this one left behind.
    with place.open() as journal:
        journal.seal(70_000_000)
    with place.open() as journal:
        accepted(journal, pay("a5"))
        assert [entry.data["number"] for entry in journal.read("seals")] == [1, 2]
        assert journal.verify().ok


def test_a_start_puts_the_last_seal_on_record_at_once(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
    with place.open() as journal:
        journal.begin_sealing()
        journal.begin_sealing()
        assert [entry.data["number"] for entry in journal.read("seals")] == [1, 2]


def test_a_close_has_its_seal_on_record_and_whole(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        close = pay("close", at=80_000_000)
        close.seal = close.close = True
        accepted(journal, close)
        recorded = journal.recorded_seal()
        assert recorded is not None
        assert recorded.number == 3
        assert journal.seal_book is not None
        last = journal.seal_book.last()
        assert last is not None
        assert last.heads.keys() == {"table/1", "table/2", "jackpot/1", "property", "seals"}


def test_a_seal_before_an_answer_names_what_moved_and_goes_on_record_with_the_next_batch(sqlite_place: Place) -> None:
    with sqlite_place.create() as journal:
        fill(journal)
        urgent = pay("urgent", at=80_000_000)
        urgent.seal = True
        accepted(journal, urgent)
        assert journal.seal_book is not None
        last = journal.seal_book.last()
        recorded = journal.recorded_seal()
        assert last is not None
        assert recorded is not None
        assert (last.number, recorded.number) == (3, 2)
        assert last.heads.keys() == {"table/1", "seals"}


LOST: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "deleted": (
        lambda folder: (folder / "seals").unlink(),
        ["seals 2: the seal file is missing: the journal has seal 2 of 1970-01-01 00:01:10 UTC on record"],
    ),
    "emptied": (
        lambda folder: (folder / "seals").write_bytes(b""),
        ["seals 2: the seal file is empty: the journal has seal 2 of 1970-01-01 00:01:10 UTC on record"],
    ),
    "shortened": (
        lambda folder: (folder / "seals").write_bytes((folder / "seals").read_bytes().splitlines(keepends=True)[0]),
        [
            "seals 2: the file ends at seal 1 of 1970-01-01 00:00:02 UTC: the journal has seal 2 of "
            "1970-01-01 00:01:10 UTC on record; it was shortened, or an older copy was put back"
        ],
    ),
    "key removed": (
        lambda folder: (folder / "key").unlink(),
        ["key: the key file is missing: the journal was sealed with it"],
    ),
}


@pytest.mark.parametrize("what", LOST)
def test_lost_seals_and_keys_are_found_and_named(place: Place, what: str) -> None:
    _sealed(place)
    lose, findings = LOST[what]
    lose(place.folder)
    assert _found(place) == findings


def test_a_cut_end_is_found_though_heads_are_mended_and_the_seals_deleted(place: Place) -> None:
    """The attack that passed: the end cut, everything derived mended, the seal file deleted."""
    _sealed(place)
    place.tamper("entries", "DELETE FROM entries WHERE stream = 'table/2' AND number > 1")
    place.tamper("commands", "DELETE FROM commands WHERE id = 'a6'")
    ((at, digest),) = place.execute("SELECT at, hash FROM entries WHERE stream = 'table/2' AND number = 1")
    raw = bytes(digest).hex()
    literal = f"x'{raw}'" if place.engine == "sqlite" else f"'\\x{raw}'::bytea"
    place.tamper("heads", f"UPDATE heads SET number = 1, at = {at}, hash = {literal} WHERE stream = 'table/2'")
    place.tamper("balances", "UPDATE balances SET amount = amount - 1 WHERE account = 'box/table/2'")
    place.tamper("balances", "UPDATE balances SET amount = amount + 1 WHERE account = 'cash' AND stream = 'table/2'")
    for position in (1, 3):
        place.tamper("counters", f"UPDATE counters SET p{position} = 1 WHERE bank = 'bank/table/2'")
    place.execute("DELETE FROM snapshots")
    assert _found(place) == ["seals table/2 2: seal 2 has it at 2, the journal ends at 1"]
    (place.folder / "seals").unlink()
    assert any("the seal file is missing" in finding for finding in _found(place))


@pytest.mark.parametrize("what", LOST)
def test_nothing_is_made_in_place_of_what_was_lost(place: Place, what: str) -> None:
    _sealed(place)
    LOST[what][0](place.folder)
    before = {path.name: path.read_bytes() for path in place.folder.iterdir() if path.name in ("seals", "key")}
    with place.open() as journal:
        accepted(journal, pay("c1", at=100_000_000))
        with pytest.raises(SealKeyLost if what == "key removed" else SealsMissing) as refused:
            journal.seal(110_000_000)
        assert "houseway audit replace-key" in str(refused.value.remedy)
        with pytest.raises(BadSeal):
            journal.begin_sealing()
        if what == "key removed":
            assert journal.seal_book is not None
            with pytest.raises(SealKeyLost):
                journal.seal_book.keyed_digest("anything")
    after = {path.name: path.read_bytes() for path in place.folder.iterdir() if path.name in ("seals", "key")}
    assert after == before


def test_a_new_key_that_nobody_recorded_seals_nothing_and_is_found(place: Place) -> None:
    _sealed(place)
    (place.folder / "key").unlink()
    SealBook(place.folder / "elsewhere", place.folder / "key").public_key()
    what = "key: the key file holds another key than the seals are signed with: nobody put it on record"
    assert _found(place) == [what]
    with place.open() as journal:
        accepted(journal, pay("c1", at=100_000_000))
        with pytest.raises(SealKeyUnknown):
            journal.seal(110_000_000)


def test_a_journal_behind_its_seals_is_not_sealed(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
        assert journal.seal_book is not None
        ahead = {**journal.heads(), "table/9": journal.head("table/1")}
        journal.seal_book.add(lambda: ahead, 75_000_000)
        accepted(journal, pay("late", at=80_000_000))
        with pytest.raises(JournalBehindSeals, match="has entry 5 of table/9; the journal ends at entry 0"):
            journal.seal(90_000_000)


def test_verify_tells_size_and_age_of_what_is_not_sealed(place: Place) -> None:
    _sealed(place)
    with place.open() as journal:
        accepted(journal, pay("c1", at=91_000_000), pay("c2", also="jackpot/1", at=95_000_000))
        for report in (journal.verify(now=153_000_000), verify_tail(journal, now=153_000_000)):
            tail = report.tail
            assert tail is not None
            # Two entries of c2, one of c1, and the record of the third seal.
            assert (tail.seal, tail.at, tail.entries, tail.seconds) == (3, 90_000_000, 4, 63)
        journal.seal(160_000_000)
        tail = journal.verify(now=161_000_000).tail
        assert tail is not None
        assert (tail.seal, tail.entries, tail.seconds) == (4, 0, 1)


def test_a_quick_check_misses_seals_too(place: Place) -> None:
    _sealed(place)
    LOST["shortened"][0](place.folder)
    with place.open(readonly=True) as journal:
        assert [str(finding) for finding in verify_tail(journal).findings] == LOST["shortened"][1]
    LOST["emptied"][0](place.folder)
    with place.open(readonly=True) as journal, pytest.raises(BadSeal, match="has seal 2 on record"):
        verify_tail(journal)


def _copied(place: Place, folder: Path) -> Callable[[], None]:
    """Keep database and seals as they are now; the function returned puts both back."""
    rows = place.dump()
    seals = (place.folder / "seals").read_bytes()
    if place.engine == "sqlite":
        with place.open() as journal:
            journal.backup(folder / "old.db")

    def put_back() -> None:
        (place.folder / "seals").write_bytes(seals)
        if place.engine == "sqlite":
            for end in ("", "-wal", "-shm"):
                Path(place.url + end).unlink(missing_ok=True)
            Path(place.url).write_bytes((folder / "old.db").read_bytes())
            return
        newer = place.dump()
        for table in ("snapshots", "counters", "balances", "heads", "commands", "entries"):
            place.tamper(table, f"DELETE FROM {table}")
        assert newer != rows
        for table in ("entries", "commands", "heads", "balances", "counters", "snapshots"):
            for row in rows[table]:
                values = ", ".join(
                    f"'\\x{bytes(value).hex()}'::bytea" if isinstance(value, bytes | memoryview) else repr(value)
                    for value in row
                )
                place.tamper(table, f"INSERT INTO {table} VALUES ({values})")

    return put_back


def test_an_older_database_with_its_older_seals_is_found_against_paper_or_a_copy(place: Place, tmp_path: Path) -> None:
    with place.create() as journal:
        fill(journal)
    put_back = _copied(place, tmp_path)
    with place.open() as journal:
        accepted(journal, pay("b1", 4, at=80_000_000))
        journal.seal(90_000_000)
        head = journal.head("table/1")
        assert journal.seal_book is not None
        tail = journal.seal_book.tail()
        assert tail is not None
        printed = f"table/1={head.number}:{head.hash.hex()}"
        seal = f"seal=3:{tail.last.hash[:16]}"
    copy = tmp_path / "off-site"
    copy.write_bytes((place.folder / "seals").read_bytes())
    outside = Outside(tuple(map(printed_head, (printed, seal))), copy)
    assert _found(place, against=outside) == []
    put_back()
    with place.open(readonly=True) as journal:
        report = journal.verify()
    assert report.findings == ()
    assert any("an older database was put back together with its older seals" in said for said in report.unchecked)
    assert any("--head STREAM=NUMBER:HASH" in said for said in report.unchecked)
    assert _found(place, against=Outside((printed_head(printed),))) == [
        "printed table/1 6: entry 6 is printed, and the journal ends at 5: an older database was put back"
    ]
    assert _found(place, against=Outside((printed_head(seal),))) == [
        "printed 3: seal 3 is printed, and the seal file ends at 2: an older one was put back"
    ]
    assert _found(place, against=Outside((), copy)) == [
        "seals copy 3: the copy goes to seal 3, and the seal file ends at 2: an older one was put back",
        "seals copy seals 2: the copy has entry 2, and the journal ends at 1: an older database was put back",
        "seals copy table/1 6: the copy has entry 6, and the journal ends at 5: an older database was put back",
    ]


def test_a_history_written_anew_is_found_against_paper_and_a_copy(place: Place, tmp_path: Path) -> None:
    """Database, seals and key all made anew by somebody who reached all three."""
    genuine = Place(str(tmp_path / "genuine.db"), tmp_path / "kept")
    genuine.folder.mkdir()
    with genuine.create() as journal:
        fill(journal)
        head = journal.head("table/1")
    with place.create() as journal:
        accepted(journal, pay("a1", 6), pay("a2", 7), pay("a3"), pay("a4"), pay("a5"), pay("a6", stream="table/2"))
        journal.seal(2_000_000)
    assert _found(place) == []
    printed = (("table/1", head.number, head.hash.hex()),)
    assert _found(place, against=Outside(printed)) == [
        "printed table/1 5: the entry is another than the one that is printed"
    ]
    found = _found(place, against=Outside((), genuine.folder / "seals"))
    assert "seals copy 1: the seal file has another seal of this number" in found
    assert "seals copy table/1 5: the copy has another entry there" in found


def test_a_printed_head_is_read_as_it_is_printed() -> None:
    assert printed_head("table/T=1=12:" + "ab" * 32) == ("table/T=1", 12, "ab" * 32)
    for wrong in (
        "table/1",
        "table/1=5",
        "table/1=0:" + "ab" * 32,
        "table/1=5:abc",
        "=5:" + "ab" * 32,
        "t=5:" + "xy" * 16,
    ):
        with pytest.raises(BadSeal, match="is no head"):
            printed_head(wrong)


def test_without_seals_verify_says_what_was_not_checked(postgres_place: Place) -> None:
    with Journal.open(postgres_place.url, Till(), create=True) as journal:
        accepted(journal, pay("a1"))
        assert any("has no seal on record, and no seal file was named" in said for said in journal.verify().unchecked)
    with postgres_place.open() as journal:
        assert any("there is no seal yet" in said for said in journal.verify().unchecked)
        journal.seal(5)
        accepted(journal, pay("a2"))
        assert not any("seal file was named" in said for said in journal.verify().unchecked)
    with Journal.open(postgres_place.url, Till()) as journal:
        report = journal.verify()
        assert report.ok
        assert any("has seal 1 on record, and no seal file was named" in said for said in report.unchecked)


def test_whoever_names_no_seal_file_is_told_what_was_not_checked(sqlite_place: Place) -> None:
    cut = "whether the end of the journal was cut off or its entries were made anew: it has"
    printed = Outside((("seal", 3, "ab" * 32),))
    with sqlite_place.create() as journal:
        without = Journal(journal.engine, Till())
        accepted(journal, pay("a1"))
        never, outside = without.verify().unchecked
        assert never.startswith(f"{cut} no seal on record")
        assert outside.startswith("whether an older database was put back together with its older seals")
        journal.seal(5, whole=True)
        journal.seal(6, whole=True)
        accepted(journal, pay("a2"))
        said, of_print = without.verify(against=printed).unchecked
        assert said.startswith(f"{cut} seal 2 on record")
        assert of_print == "seal 3 of the printed close: no seal file was named"
        assert without.verify(against=printed).ok


def test_a_record_that_names_another_seal_or_key_is_found(place: Place) -> None:
    _sealed(place)
    lines = (place.folder / "seals").read_bytes().splitlines(keepends=True)
    with place.open() as journal:
        heads = journal.heads()
    # The second seal made anew, with the right key: it is signed well, and not the one on record.
    (place.folder / "seals").write_bytes(lines[0])
    book = SealBook(place.folder / "seals", place.folder / "key")
    book.add(lambda: heads, 75_000_000)
    assert "seals 2: it is not the seal that the journal has on record" in _found(place)
