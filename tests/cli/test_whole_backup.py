"""A backup has the journal, its seals and the accounts, and a restore brings all of them back."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from tests.cli.command import Run
from tests.cli.office import WASHINGTON, Clock, Office
from tests.postgres import schema_url
from tests.waiting import run_within


class Room(Office):
    """A room in which somebody may sign in."""

    password = ""


@pytest.fixture(params=["sqlite", "postgresql"])
def office(
    request: pytest.FixtureRequest, cli: Run, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Room:
    """A room with somebody who may sign in, its seals and key apart from the database."""
    monkeypatch.setenv("HOUSEWAY_SEALS", str(tmp_path / "kept.seals"))
    monkeypatch.setenv("HOUSEWAY_SEAL_KEY", str(tmp_path / "kept.key"))
    url = str(tmp_path / "room.db") if request.param == "sqlite" else schema_url(request.getfixturevalue("server"))
    office = Room(cli, url, clock)
    office.data("property", "init", str(WASHINGTON), who="ames", second="cole")
    office.data("property", "set", "seed-in-bank=false", who="ames", second="cole")
    office.password = office("account", "add", "vega", "--person", "vega").out.strip()
    office.reply("table", "open", "T1", who="sato")
    return office


def _signs_in(url: str, password: str) -> bool:
    accounts = Accounts(open_store(url))
    try:
        return run_within(accounts.check("vega", password)).person == "vega"
    finally:
        accounts.store.close()


def test_a_restore_brings_accounts_and_seals_with_it(
    office: Room, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "copies" / "backup"
    backup.parent.mkdir()
    said = office.data("backup", str(backup))
    assert (said["seals"], said["accounts"]) == (f"{backup}.seals", f"{backup}.accounts")
    assert said["key"] == str(tmp_path / "kept.key")
    assert "The sealing key is not in the backup" in " ".join(office("backup", f"{backup}-2").out.split())
    for name in (".seals", ".accounts"):
        assert Path(f"{backup}{name}").stat().st_mode & 0o777 == 0o600
    secret = (tmp_path / "kept.key").read_bytes()
    assert all(secret not in path.read_bytes() for path in backup.parent.iterdir())
    # Written after the backup: a restored copy does not have it, and its own seals know nothing of it.
    office.reply("table", "close", "T1", who="sato")
    for number, target in enumerate((str(tmp_path / "restored.db"), schema_url(server))):
        monkeypatch.setenv("HOUSEWAY_SEALS", str(tmp_path / f"new{number}.seals"))
        monkeypatch.setenv("HOUSEWAY_SEAL_KEY", str(tmp_path / f"new{number}.key"))
        ended = office.cli("restore", str(backup), "--to", target)
        assert ended.code == 0, ended
        text = " ".join(ended.out.split())
        assert "Not checked: the sealing key, which is never part of a backup" in text
        assert _signs_in(target, office.password)
        (tmp_path / f"new{number}.key").write_bytes(secret)
        again = Office(office.cli, target, office.clock)
        verified = again.data("audit", "verify")
        assert (verified["ok"], verified["seals"] > 0, verified["unsealed"]["entries"]) == (True, True, 0)
        assert again.reply("table", "close", "T1", who="sato")
    # Held against the seals as they are now, the copy is seen to be older.
    monkeypatch.setenv("HOUSEWAY_SEALS", str(tmp_path / "kept.seals"))
    monkeypatch.setenv("HOUSEWAY_SEAL_KEY", str(tmp_path / "kept.key"))
    ended = office.cli("restore", str(backup), "--to", str(tmp_path / "older.db"), "--json")
    assert ended.code == 1
    assert "the journal ends at" in ended.out


def test_what_is_missing_in_a_backup_is_said(office: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = tmp_path / "backup"
    office.data("backup", str(backup))
    for name in (".seals", ".accounts"):
        Path(f"{backup}{name}").unlink()
    monkeypatch.setenv("HOUSEWAY_SEALS", str(tmp_path / "none.seals"))
    ended = office.cli("restore", str(backup), "--to", str(tmp_path / "restored.db"))
    text = " ".join(ended.out.split())
    assert ended.code == 1
    assert "the seal file is missing" in text
    assert "the accounts: there are none beside the backup" in text
    assert "the seals of the backup: there are none beside it" in text
