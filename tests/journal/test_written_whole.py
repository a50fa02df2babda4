"""Exports, copies and seal files: on the disk before they have their name, and refused unless they are whole."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from houseway.accounts.copying import copy_accounts, restore_accounts
from houseway.accounts.store import open_store
from houseway.journal import Journal
from houseway.journal.engines.engine import PAGE, Conflict, Pending
from houseway.journal.exchange import export_to, import_from
from houseway.journal.journal_errors import BadExport, JournalBusy, JournalNotEmpty, JournalUnavailable
from houseway.journal.restore import write_private
from tests.journal.forging import History, write_rows
from tests.journal.toy_bank import Place, Till, accepted, pay


def _export(folder: Path, target: Path) -> None:
    with Journal.open(folder / "source.db", Till(), create=True) as journal:
        accepted(journal, pay("a"), pay("b"))
        export_to(journal.engine, target)


def _accounts(folder: Path, target: Path) -> None:
    url = str(folder / "accounts.db")
    open_store(url).close()
    assert copy_accounts(url, target) is not None


WRITERS: dict[str, Callable[[Path, Path], None]] = {
    "an export": _export,
    "a copy of accounts": _accounts,
    "a seal file": lambda folder, target: write_private(target, b"seals" * 100),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_name_is_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, Path], None]
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    target = folder / "file"
    synced: list[tuple[int, int, bool]] = []
    fsync = os.fsync

    def noting(handle: int) -> None:
        found = os.fstat(handle)
        synced.append((found.st_ino, found.st_size, target.exists()))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noting)
    write(tmp_path, target)
    assert (target.stat().st_ino, target.stat().st_size, False) in synced
    assert any(inode == folder.stat().st_ino and named for inode, _, named in synced)


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_what_cannot_get_its_name_is_taken_away_again(tmp_path: Path, write: Callable[[Path, Path], None]) -> None:
    folder = tmp_path / "copies"
    (folder / "file" / "inside").mkdir(parents=True)
    with pytest.raises(JournalUnavailable, match="cannot be written"):
        write(tmp_path, folder / "file")
    assert [one.name for one in folder.iterdir()] == ["file"]


# ------------------------------------------------------------------------------------------------------------- imports


def _imported(path: Path, folder: Path) -> int:
    with Journal.open(folder / "new.db", Till(), create=True) as journal:
        return import_from(journal.engine, path)


def test_an_export_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadExport, match="cannot be read"):
        _imported(tmp_path / "nothing", tmp_path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("body", b'{"before":0,"amount":5}'),
        ("lines", b'[["cash", -5],["box/table/1",5]]'),
        ("counts", b'[["bank/table/1", [1,3]]]'),
    ],
)
def test_an_entry_that_is_not_as_the_program_writes_it_is_refused_though_its_hash_holds(
    tmp_path: Path, field: str, value: bytes
) -> None:
    place = Place(str(tmp_path / "journal.db"), tmp_path)
    with place.create() as journal:
        accepted(journal, pay("a", 5), pay("b", 6))
    place.execute("DELETE FROM snapshots")
    history = History(place.dump())
    first = history.streams["table/1"][0]
    history.streams["table/1"][0] = msgspec.structs.replace(first, **{field: value})
    history.mend()
    write_rows(place, history.rows(Till()))
    with place.open(readonly=True) as journal:
        export_to(journal.engine, tmp_path / "export")
    with pytest.raises(BadExport, match="table/1 1 is not in canonical form"):
        _imported(tmp_path / "export", tmp_path)


def test_an_export_of_several_pages_comes_back_whole(tmp_path: Path) -> None:
    count = 2 * PAGE + 1
    with Journal.open(tmp_path / "source.db", Till(), create=True) as journal:
        accepted(journal, *(pay(f"c{number}", 1) for number in range(count)))
        assert export_to(journal.engine, tmp_path / "export") == count
    assert _imported(tmp_path / "export", tmp_path) == count
    with Journal.open(tmp_path / "new.db", Till(), readonly=True) as journal:
        assert (journal.balance("box/table/1"), journal.verify().findings) == (count, ())


def test_a_last_line_that_cannot_be_read_is_said_as_such(tmp_path: Path) -> None:
    _export(tmp_path, tmp_path / "export")
    *lines, last = (tmp_path / "export").read_bytes().splitlines(keepends=True)
    for wrong in (last[:-9] + b"\n", json.dumps({"entries": 2, "heads": {}, "more": 1}).encode() + b"\n"):
        (tmp_path / "export").write_bytes(b"".join([*lines, wrong]))
        with pytest.raises(BadExport, match=r"last line cannot be read|line 4"):
            _imported(tmp_path / "export", tmp_path)


def test_a_command_of_the_next_page_is_not_held_against_the_one_before(tmp_path: Path) -> None:
    """A command that writes to two streams has its reply in the first; the other comes many pages later."""
    with Journal.open(tmp_path / "source.db", Till(), create=True) as journal:
        accepted(journal, *(pay(f"c{number}", 1) for number in range(PAGE)))
        accepted(journal, pay("both", 1, also="jackpot/1"), pay("last", 1, stream="jackpot/1"))
        export_to(journal.engine, tmp_path / "export")
    assert _imported(tmp_path / "export", tmp_path) == PAGE + 3


def _changed(path: Path, number: int, **changes: object) -> None:
    """Another value in one line of an export, which is counted from one; None takes a field out."""
    lines = path.read_bytes().splitlines(keepends=True)
    data = json.loads(lines[number - 1]) | changes
    kept = {name: value for name, value in data.items() if value is not None}
    lines[number - 1] = json.dumps(kept, separators=(",", ":")).encode() + b"\n"
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize("number", [2, 3])
def test_the_line_that_is_wrong_is_named(tmp_path: Path, number: int) -> None:
    _export(tmp_path, tmp_path / "export")
    _changed(tmp_path / "export", number, who="eve")
    with pytest.raises(BadExport, match=f"line {number}: table/1 {number - 1} does not give its hash"):
        _imported(tmp_path / "export", tmp_path)


def test_another_reply_is_refused_though_no_other_entry_is_of_its_command(tmp_path: Path) -> None:
    _export(tmp_path, tmp_path / "export")
    _changed(tmp_path / "export", 2, reply={"sum": 6})
    with pytest.raises(BadExport, match="the reply of table/1 1 is not the one that was given"):
        _imported(tmp_path / "export", tmp_path)


def test_a_reply_that_is_not_as_the_program_writes_it_is_refused_though_its_proof_holds(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "journal.db"), tmp_path)
    with place.create() as journal:
        accepted(journal, pay("a", 5), pay("b", 6))
    place.execute("DELETE FROM snapshots")
    history = History(place.dump())
    history.commands["a"] = history.commands["a"]._replace(reply=b'{"sum":5.0}')
    history.mend()
    write_rows(place, history.rows(Till()))
    with place.open(readonly=True) as journal:
        export_to(journal.engine, tmp_path / "export")
    with pytest.raises(BadExport, match="the reply of table/1 1 is not the one that was given"):
        _imported(tmp_path / "export", tmp_path)


@pytest.mark.parametrize(("version", "read"), [(0, False), (1, True), (2, True), (3, False)])
def test_exports_of_this_format_and_that_of_0_1_are_read(tmp_path: Path, version: int, read: bool) -> None:
    _export(tmp_path, tmp_path / "export")
    _changed(tmp_path / "export", 1, version=version)
    if read:
        assert _imported(tmp_path / "export", tmp_path) == 2
    else:
        with pytest.raises(BadExport, match=f"format houseway-journal {version} is none that this release reads"):
            _imported(tmp_path / "export", tmp_path)


def test_streams_come_in_their_order(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "source.db", Till(), create=True) as journal:
        accepted(journal, pay("a"), pay("b", stream="table/2"))
        export_to(journal.engine, tmp_path / "export")
    header, one, other, end = (tmp_path / "export").read_bytes().splitlines(keepends=True)
    (tmp_path / "export").write_bytes(b"".join([header, other, one, end]))
    with pytest.raises(BadExport, match="line 3: table/1 comes after table/2"):
        _imported(tmp_path / "export", tmp_path)


def _of_two_streams(folder: Path) -> Path:
    """A command whose reply is carried by its entry in the first stream, and listed with the one in the other."""
    with Journal.open(folder / "source.db", Till(), create=True) as journal:
        accepted(journal, pay("both", 1, also="jackpot/1"))
        assert export_to(journal.engine, folder / "export") == 2
    return folder / "export"


def test_only_the_first_entry_of_a_command_carries_its_reply(tmp_path: Path) -> None:
    path = _of_two_streams(tmp_path)
    _, first, second, _ = map(json.loads, path.read_bytes().splitlines())
    assert (first["stream"], first["entries"], first["reply"]) == (
        "table/1",
        [["table/1", 1], ["jackpot/1", 1]],
        {"sum": 1},
    )
    assert second["stream"] == "jackpot/1"
    assert not {"digest", "reply", "entries"} & second.keys()
    _changed(path, 2, digest=None, reply=None, entries=None)
    _changed(path, 3, digest=first["digest"], reply=first["reply"], entries=first["entries"])
    with pytest.raises(BadExport, match="jackpot/1 1 is not the first entry of its command"):
        _imported(path, tmp_path)


def test_an_entry_whose_command_was_lost_is_exported_without_a_reply_and_not_read_back(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "journal.db"), tmp_path)
    with place.create() as journal:
        accepted(journal, pay("a", 5), pay("b", 6))
    place.tamper("commands", "DELETE FROM commands WHERE id = 'a'")
    with place.open(readonly=True) as journal:
        assert export_to(journal.engine, tmp_path / "export") == 2
    _, lost, kept, _ = map(json.loads, (tmp_path / "export").read_bytes().splitlines())
    assert ("reply" in lost, kept["reply"]) == (False, {"sum": 11})
    with pytest.raises(BadExport, match="command a has no reply"):
        _imported(tmp_path / "export", tmp_path)


def test_an_import_that_another_writer_was_before_is_said_and_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _export(tmp_path, tmp_path / "export")

    def late(pending: Pending) -> None:
        raise Conflict("table/1 1 is there")

    with Journal.open(tmp_path / "new.db", Till(), create=True) as journal:
        with monkeypatch.context() as patched:
            patched.setattr(journal.engine, "commit", late)
            with pytest.raises(JournalBusy, match="another writer came between: table/1 1 is there"):
                import_from(journal.engine, tmp_path / "export")
        assert journal.heads() == {}
        assert import_from(journal.engine, tmp_path / "export") == 2


# ------------------------------------------------------------------------------------------------------------ restores


def test_accounts_are_not_restored_where_there_is_a_device_already(tmp_path: Path) -> None:
    _accounts(tmp_path, tmp_path / "copy")
    url = str(tmp_path / "new.db")
    store = open_store(url)
    store.ask(
        "INSERT INTO devices (id, hash, kind, at_table, name, created, created_by) "
        "VALUES ('d-x', 'y', 'panel', 'T1', 'Panel', 1, 'tom')"
    )
    store.close()
    with pytest.raises(JournalNotEmpty):
        restore_accounts(tmp_path / "copy", url)
