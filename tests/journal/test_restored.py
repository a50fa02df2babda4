"""Backups with their seals, brought back into an empty place."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import apsw
import pytest

from houseway.journal import Journal, Report, restore
from houseway.journal.journal_errors import BadExport, BadJournal, JournalNotEmpty, JournalUnavailable
from houseway.journal.restore import keep_seals, seals_beside, write_private
from tests.journal.toy_bank import Place, Till, accepted, fill, pay
from tests.postgres import schema_url


class Kept:
    """A journal of three seals, and backups of it: a copy and an export, each with two of the seals."""

    def __init__(self, place: Place, folder: Path) -> None:
        self.place = place
        self.copy, self.export = folder / "copy.db", folder / "export.jsonl"
        with place.create() as journal:
            fill(journal)
            journal.backup(self.copy)
            journal.export(self.export)
            accepted(journal, pay("b1", 4, at=80_000_000))
            journal.seal(90_000_000)
            self.counts = [keep_seals(journal, self.copy), keep_seals(journal, self.export)]
        self.seals = (place.folder / "seals").read_bytes()

    def entries(self, url: Path) -> int:
        with Journal.open(url, Till(), readonly=True) as journal:
            return sum(head.number for head in journal.heads().values())


@pytest.fixture
def kept(sqlite_place: Place, tmp_path: Path) -> Kept:
    folder = tmp_path / "backups"
    folder.mkdir()
    return Kept(sqlite_place, folder)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_backup_keeps_the_seals_of_its_moment_and_no_later_ones(kept: Kept) -> None:
    assert kept.counts == [2, 2]
    for backup in (kept.copy, kept.export):
        beside = seals_beside(backup)
        assert beside.read_bytes() == b"".join(kept.seals.splitlines(keepends=True)[:2])
        assert mode(beside) == 0o600


def test_a_backup_of_now_keeps_all_seals(kept: Kept, tmp_path: Path) -> None:
    now = tmp_path / "now.db"
    with kept.place.open() as journal:
        journal.backup(now)
        assert keep_seals(journal, now) == 3
    assert seals_beside(now).read_bytes() == kept.seals


def test_a_backup_is_only_read_to_keep_its_seals(kept: Kept) -> None:
    flags: list[int] = []

    def opened(connection: apsw.Connection) -> None:
        if connection.filename == str(kept.copy):
            flags.append(connection.open_flags)

    with kept.place.open(readonly=True) as journal:
        apsw.connection_hooks.append(opened)
        try:
            assert keep_seals(journal, kept.copy) == 2
        finally:
            apsw.connection_hooks.remove(opened)
    assert flags
    assert all(each & apsw.SQLITE_OPEN_READONLY for each in flags)


def test_a_seal_of_a_stream_that_began_after_the_backup_is_not_kept(sqlite_place: Place, tmp_path: Path) -> None:
    with sqlite_place.create() as journal:
        accepted(journal, pay("a1"))
        journal.backup(tmp_path / "b.db")
        accepted(journal, pay("a2", stream="table/2"))
        journal.seal(2_000_000)
        assert keep_seals(journal, tmp_path / "b.db") == 0
    assert seals_beside(tmp_path / "b.db").read_bytes() == b""
    with Journal.open(sqlite_place.url, Till(), readonly=True) as journal:
        assert keep_seals(Journal(journal.engine, Till()), tmp_path / "b.db") is None


def test_a_journal_without_seals_has_none_to_keep(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "j.db"), tmp_path)
    with place.create() as journal:
        accepted(journal, pay("a1"))
        journal.backup(tmp_path / "b.db")
        assert keep_seals(journal, tmp_path / "b.db") is None
    assert not seals_beside(tmp_path / "b.db").exists()


@pytest.mark.parametrize("form", ["copy", "export"])
def test_a_restore_brings_journal_and_seals_and_verifies_them(kept: Kept, tmp_path: Path, form: str) -> None:
    source = kept.copy if form == "copy" else kept.export
    target = tmp_path / "new.db"
    report = restore(source, target, Till())
    assert isinstance(report, Report)
    assert (report.findings, report.seals) == ((), 2)
    # The key is never part of a backup: that is said, and is no finding.
    assert any("the sealing key, which is never part of a backup" in line for line in report.unchecked)
    seals = tmp_path / "new.db.seals"
    assert seals.read_bytes() == seals_beside(source).read_bytes()
    assert kept.entries(target) == 11
    assert mode(target) == mode(seals) == 0o600


def test_seals_go_where_they_are_wanted(kept: Kept, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere.seals"
    assert restore(kept.copy, tmp_path / "new.db", Till(), seals=place, key=kept.place.folder / "key").findings == ()
    assert place.read_bytes() == seals_beside(kept.copy).read_bytes()
    assert not (tmp_path / "new.db.seals").exists()


def test_seals_that_are_there_are_newer_and_the_backup_is_held_against_them(kept: Kept, tmp_path: Path) -> None:
    place = tmp_path / "new.db.seals"
    place.write_bytes(kept.seals)
    report = restore(kept.copy, tmp_path / "new.db", Till())
    assert place.read_bytes() == kept.seals
    assert any("seal 3 has it at" in finding.what for finding in report.findings)


def test_a_backup_without_seals_is_restored_without(kept: Kept, tmp_path: Path) -> None:
    seals_beside(kept.copy).unlink()
    report = restore(kept.copy, tmp_path / "new.db", Till())
    assert report.seals == 0
    assert not (tmp_path / "new.db.seals").exists()


def test_nothing_is_restored_over_what_is_there_or_from_what_is_none(kept: Kept, tmp_path: Path) -> None:
    with pytest.raises(JournalNotEmpty, match="already exists"):
        restore(kept.copy, kept.place.url, Till())
    with pytest.raises(BadExport, match="there is no backup at"):
        restore(tmp_path / "nothing.db", tmp_path / "new.db", Till())
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no journal" * 500)
    with pytest.raises(BadJournal, match=r"broken.db is no backup of a journal"):
        restore(broken, tmp_path / "new.db", Till())
    assert not (tmp_path / "new.db").exists()


def test_a_copy_comes_back_row_for_row_with_the_states_that_were_stored(kept: Kept, tmp_path: Path) -> None:
    apart = Place(str(kept.copy), tmp_path)
    apart.execute(
        "INSERT INTO snapshots (stream, number, state, totals, digest) VALUES ('table/1', 1, x'7b', x'', x'')"
    )
    restore(kept.copy, tmp_path / "new.db", Till())
    assert Place(str(tmp_path / "new.db"), tmp_path).dump() == apart.dump()


def test_a_copy_is_restored_onto_a_server_and_stays_as_it_was(kept: Kept, server: str) -> None:
    before = kept.copy.read_bytes()
    url = schema_url(server)
    report = restore(kept.copy, url, Till())
    assert (report.findings, report.seals) == ((), 2)
    with Journal.open(url, Till(), readonly=True) as there, Journal.open(kept.copy, Till(), readonly=True) as here:
        assert there.heads() == here.heads()
        assert there.balances() == here.balances()
    assert kept.copy.read_bytes() == before


def test_what_is_restored_is_for_its_owner_alone_from_the_first_byte(kept: Kept, tmp_path: Path) -> None:
    found: list[int] = []

    def opened(connection: apsw.Connection) -> None:
        if connection.filename == str(tmp_path / "new.db"):
            found.append(mode(tmp_path / "new.db"))

    before = os.umask(0)
    apsw.connection_hooks.append(opened)
    try:
        restore(kept.copy, tmp_path / "new.db", Till())
    finally:
        apsw.connection_hooks.remove(opened)
        os.umask(before)
    assert found[0] == 0o600


def test_what_is_no_backup_is_let_go_of(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no journal" * 500)
    with pytest.raises(BadJournal) as refused:
        restore(broken, tmp_path / "new.db", Till())
    assert refused.value.remedy == "take another copy"
    assert not [one for one in apsw.connections() if one.filename.startswith(str(tmp_path))]


def test_a_file_is_written_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    before = os.umask(0)
    try:
        (tmp_path / "file.part").write_bytes(b"left by somebody who was interrupted")
        write_private(path, b"first")
        write_private(path, b"second")
    finally:
        os.umask(before)
    assert path.read_bytes() == b"second"
    assert mode(path) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="cannot be written"):
        write_private(tmp_path / "no folder" / "file", b"x")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "inside").mkdir()
    with pytest.raises(JournalUnavailable, match="cannot be written"):
        write_private(tmp_path / "taken", b"x")
    assert [one.name for one in tmp_path.iterdir()] == ["taken"]
