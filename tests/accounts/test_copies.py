"""Copies of accounts: whole, of accounts, of this release or an earlier one, or refused."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest

from houseway.accounts.copying import FORMAT, accounts_beside, copy_accounts, restore_accounts
from houseway.accounts.on_the_books import books_of
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.journal.journal_errors import BadExport, BadJournal, JournalNotEmpty, JournalUnavailable
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A place with two accounts."""
    place = str(tmp_path / "floor.db")
    store = open_store(place)
    accounts = Accounts(store, hasher=QUICK)
    run_within(accounts.make("sam", PASSWORD, "Sam", "sam"))
    run_within(accounts.make_guest())
    store.close()
    return place


def rows_of(url: str) -> list[tuple[Any, ...]]:
    store = open_store(url)
    try:
        return sorted(tuple(row) for row in store.ask("SELECT id, login, name, password FROM accounts"))
    finally:
        store.close()


def written(path: Path, *values: Any, whole: bool = True) -> Path:
    """A copy as somebody may write one, with the line that ends it."""
    lines = [msgspec.json.encode(value) + b"\n" for value in values]
    found = sum(isinstance(value, list) for value in values)
    end = {"rows": found if whole else found + 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    path.write_bytes(b"".join(lines) + msgspec.json.encode(end) + b"\n")
    return path


def test_a_copy_brings_every_row_back_and_is_for_its_owner_alone(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    number = copy_accounts(url, copy)
    assert number is not None
    assert number >= 2
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not copy.with_name("copy.part").exists()
    other = str(tmp_path / "other.db")
    assert restore_accounts(copy, other) == number
    assert rows_of(other) == rows_of(url)
    with pytest.raises(JournalNotEmpty):
        restore_accounts(copy, other)


def test_there_is_no_copy_of_accounts_that_are_not_there(tmp_path: Path) -> None:
    assert copy_accounts(str(tmp_path / "nothing.db"), tmp_path / "copy") is None
    assert not (tmp_path / "copy").exists()


def test_to_look_at_accounts_that_are_not_there_makes_none(url: str, tmp_path: Path) -> None:
    assert books_of(url)().logins == {"sam": "sam"}
    before = sorted(tmp_path.iterdir())
    with pytest.raises(BadJournal, match=r"there are no accounts beside nothing\.db"):
        books_of(str(tmp_path / "nothing.db"))()
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("secret", ["password", "badge", "pin", "codes"])
def test_each_secret_of_an_account_is_on_the_books(url: str, secret: str) -> None:
    before = books_of(url)()
    store = open_store(url)
    store.ask(f"UPDATE accounts SET {secret} = 'another' WHERE person = 'sam'")
    store.close()
    after = books_of(url)()
    assert before.accounts.keys() == after.accounts.keys() == {"sam"}
    assert before.accounts != after.accounts


def test_accounts_of_an_earlier_release_are_not_held_against_the_journal(url: str) -> None:
    store = open_store(url)
    store.ask("DELETE FROM migrations WHERE number > 1")
    store.close()
    with pytest.raises(BadJournal, match="the accounts are of an earlier release"):
        books_of(url)()


def test_the_copy_of_accounts_lies_beside_the_backup() -> None:
    assert accounts_beside(Path("/safe/floor.backup")) == Path("/safe/floor.backup.accounts")


def test_a_copy_that_cannot_be_written_leaves_nothing_behind(url: str, tmp_path: Path) -> None:
    target = tmp_path / "taken"
    (target / "inside").mkdir(parents=True)
    with pytest.raises(JournalUnavailable, match="the copy taken cannot be written"):
        copy_accounts(url, target)
    assert not (tmp_path / "taken.part").exists()


def test_a_copy_goes_over_what_one_that_was_interrupted_left(url: str, tmp_path: Path) -> None:
    (tmp_path / "copy.part").write_bytes(b"half of one")
    number = copy_accounts(url, tmp_path / "copy")
    assert restore_accounts(tmp_path / "copy", str(tmp_path / "other.db")) == number
    assert not (tmp_path / "copy.part").exists()


def test_a_copy_into_a_folder_that_is_not_there_is_said(url: str, tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="the copy copy cannot be written"):
        copy_accounts(url, tmp_path / "no folder" / "copy")


def test_accounts_of_an_earlier_release_are_copied_with_the_tables_they_have(url: str, tmp_path: Path) -> None:
    store = open_store(url)
    for table in ("places", "recovery_codes", "documents", "drafts", "payees"):
        store.ask(f"DROP TABLE {table}")
    store.ask("DELETE FROM migrations WHERE number > 1")
    store.ask("CREATE TABLE later (id TEXT)")
    store.close()
    assert copy_accounts(url, tmp_path / "copy") is not None
    lines = [msgspec.json.decode(line) for line in (tmp_path / "copy").read_bytes().splitlines()]
    assert lines[0] == {"format": FORMAT, "migration": 1}
    tables = [line["table"] for line in lines if isinstance(line, dict) and "table" in line]
    # What refers to accounts comes after them; tables that nobody knows here come last.
    assert tables == ["accounts", "devices", "handed", "proposals", "settings", "later"]


@pytest.mark.parametrize("wrong", [False, True])
def test_whoever_copies_or_restores_lets_go_of_the_accounts(url: str, tmp_path: Path, wrong: bool) -> None:
    copy_accounts(url, tmp_path / "copy")
    if wrong:
        with pytest.raises(JournalNotEmpty) as refused:
            restore_accounts(tmp_path / "copy", url)
        assert refused.value.remedy == "restore into a new place"
    else:
        restore_accounts(tmp_path / "copy", str(tmp_path / "other.db"))
    assert not [one for one in apsw.connections() if one.filename.startswith(str(tmp_path))]


def test_what_is_no_copy_of_accounts_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "new.db")
    for first in ({"format": "something else", "migration": 1}, [1], {"migration": 1}):
        with pytest.raises(BadExport, match="no copy of accounts"):
            restore_accounts(written(tmp_path / "copy", first), place)
    with pytest.raises(BadExport, match="no copy of accounts"):
        restore_accounts(written(tmp_path / "copy"), place)
    head = {"format": FORMAT, "migration": 1}
    for table in ({"table": "accounts; DROP", "columns": ["id"]}, {"table": "accounts", "columns": ["id", "1=1"]}):
        with pytest.raises(BadExport, match="names a table that there is not"):
            restore_accounts(written(tmp_path / "copy", head, table), place)
    with pytest.raises(BadExport, match="cannot be read"):
        restore_accounts(tmp_path / "nothing", place)


def test_a_copy_of_a_later_release_is_refused(tmp_path: Path) -> None:
    later = written(tmp_path / "copy", {"format": FORMAT, "migration": 10_000})
    with pytest.raises(BadJournal, match="of a later release"):
        restore_accounts(later, str(tmp_path / "new.db"))


def test_a_copy_that_is_not_whole_is_refused(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy_accounts(url, copy)
    whole = copy.read_bytes()
    lines = whole.splitlines(keepends=True)
    for wrong in (
        b"".join(lines[:-1]),
        b"".join([*lines[:2], *lines[3:]]),
        whole + b"x",
        whole.replace(b"Sam", b"Tom"),
    ):
        copy.write_bytes(wrong)
        with pytest.raises(BadExport, match=r"is not whole, or was changed|cannot be read"):
            restore_accounts(copy, str(tmp_path / "new.db"))
    head = {"format": FORMAT, "migration": 1}
    with pytest.raises(BadExport, match="is not whole"):
        restore_accounts(written(copy, head, whole=False), str(tmp_path / "new.db"))
    assert rows_of(str(tmp_path / "new.db")) == []
