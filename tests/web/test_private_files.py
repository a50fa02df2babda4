"""Everything that a room keeps is its owner's alone, tried as another login of the machine while the room runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from houseway.accounts.copying import copy_accounts
from houseway.accounts.store import open_store
from houseway.cli.main import main as houseway
from houseway.floor.floor import Floor
from houseway.journal.private_files import make_private_folder
from tests.web.processes import serving

NOBODY = 65534
TRIES = """
import sys
for name in sys.argv[1:]:
    for mode in ("rb", "r+b"):
        try:
            open(name, mode).close()
        except PermissionError:
            continue
        print(name)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every login of the machine may enter."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o755)
    before = os.umask(0o022)
    yield folder
    os.umask(before)
    shutil.rmtree(folder)


def opened_by_another(paths: list[Path]) -> list[str]:
    """Those of the files that another login can open."""
    found = subprocess.run(
        ["/usr/bin/env", "python3", "-c", TRIES, *map(str, paths)],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd="/",
        env={"PATH": "/usr/bin:/bin:/usr/local/bin"},
    )
    return found.stdout.split()


def test_another_login_opens_no_file_of_a_room_that_runs(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(open_folder)
    with serving("-d", "floor.db", folder=open_folder) as server:
        browser = server.browser()
        login, password = server.logins["supervisor"]
        browser.sign_in(login, password)
        for words in ("audit seal", "audit export export.jsonl", "backup backup.db", "report audit -o audit.html"):
            assert houseway([*words.split(), "-d", "floor.db"]) == 0, words
        writer = apsw.Connection(str(open_folder / "floor.db.accounts"))
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE settings SET value = value")
        files = [each for each in open_folder.rglob("*") if each.is_file() and each != server.log]
        names = {each.name for each in files}
        assert {"floor.db", "floor.db-wal", "floor.db-shm", "floor.db.accounts", "floor.db.accounts-wal"} <= names
        assert {"floor.db.seals", "floor.db.key", "floor.db.lock", "export.jsonl", "backup.db", "audit.html"} <= names
        if os.getuid() == 0:
            # Only root can become another login. The try itself is real: what everybody may read opens.
            assert opened_by_another([Path("/etc/passwd")]) == ["/etc/passwd"]
            assert opened_by_another(files) == []
        assert {each.name: oct(each.stat().st_mode & 0o777) for each in files} == dict.fromkeys(names, "0o600")
        writer.execute("ROLLBACK")
        writer.close()
        browser.close()


def test_a_start_says_which_files_were_open_and_closes_them(open_folder: Path) -> None:
    with serving("-d", "floor.db", "--empty", folder=open_folder) as server:
        assert server.terminate() == 0
    names = ("floor.db", "floor.db.accounts", "floor.db.lock")
    for name in names:
        (open_folder / name).chmod(0o644)
    with serving("-d", "floor.db", "--empty", folder=open_folder) as server:
        said = server.log.read_text(encoding="utf-8")
        assert server.terminate() == 0
    for name in names:
        assert f"houseway: {name} could be read by other logins (mode 0644)" in said
        assert (open_folder / name).stat().st_mode & 0o777 == 0o600
    with serving("-d", "floor.db", "--empty", folder=open_folder) as server:
        assert "could be read" not in server.log.read_text(encoding="utf-8")
        assert server.terminate() == 0


def test_what_the_library_makes_is_private_whatever_the_umask(open_folder: Path) -> None:
    before = os.umask(0)
    try:
        floor = Floor.open(open_folder / "floor.db", create=True)
        floor.journal.seal(1)
        floor.journal.backup(open_folder / "backup.db")
        floor.journal.export(open_folder / "export.jsonl")
        store = open_store(open_folder / "floor.db")
        store.ask("UPDATE settings SET value = value")
        copy_accounts(open_folder / "floor.db", open_folder / "copy")
        modes = {each.name: each.stat().st_mode & 0o777 for each in open_folder.iterdir()}
        assert {"floor.db-wal", "floor.db.accounts-wal", "floor.db.key", "backup.db", "copy"} <= set(modes)
        assert set(modes.values()) == {0o600}, modes
        store.close()
        floor.close()
        make_private_folder(open_folder / "one" / "two")
        assert [each.stat().st_mode & 0o777 for each in (open_folder / "one", open_folder / "one" / "two")] == [
            0o700
        ] * 2
    finally:
        os.umask(before)
