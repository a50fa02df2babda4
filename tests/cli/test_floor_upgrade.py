"""houseway property upgrade: a room of release 0.1 is taken over, by two people and on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.cli import serve_command as serve
from houseway.cli.records.audit_command import show_report
from houseway.floor.floor import Floor
from houseway.journal import Report
from houseway.release import VERSION
from tests.cli.office import DAY, NOON, Office
from tests.releases.released import sqlite_room

UPGRADE = ("property", "upgrade", "--from", "0.1.0", "--document", "letter 12", "--reason", "release 0.2")


@pytest.fixture
def room(office: Office, tmp_path: Path) -> Office:
    """The room of release 0.1, some days later."""
    office.database = str(sqlite_room(tmp_path))
    # Nobody has an account here: whoever gives a command is named.
    Path(f"{office.database}.accounts").unlink()
    # Opened for writing, as by a server of this release when it starts.
    Floor.open(office.database).close()
    office.clock.at = NOON + 5 * DAY
    return office


def test_an_upgrade_is_put_on_record_and_shown(room: Office, capsys: pytest.CaptureFixture[str]) -> None:
    opened = room.data("property", "show")
    assert opened["release"] == {"on-record": "0.1.0", "running": VERSION}
    # A server says what it may not play when it starts.
    floor = Floor.open(room.database)
    tables = floor.property.open
    serve._show(floor, [], "http://here/")
    said = capsys.readouterr().out
    assert all(f"Release 0.1.0 opened table {table}" in said for table in tables)
    assert "houseway property upgrade" in said
    floor.close()
    assert room.refusal(*UPGRADE, who="ames")["error"] == "not-permitted"
    wrong = room.refusal(*UPGRADE, "--to", "9.9.9", who="ames", second="cole")
    assert wrong["error"] == "other-release" and VERSION in wrong["message"]
    assert room.reply(*UPGRADE, who="ames", second="cole") == {
        "from": "0.1.0",
        "to": VERSION,
        "tables": tables,
        "left": [],
    }
    shown = room.data("property", "show")
    assert shown["release"] == {"on-record": VERSION, "running": VERSION}
    [known] = shown["upgrades"]
    assert (known["from"], known["to"], known["who"], known["second"]) == ("0.1.0", VERSION, "ames", "cole")
    assert "letter 12" in room("property", "show", width=140).out
    trail = room("report", "audit", "--format", "md").out
    assert f"Release {VERSION} takes over from 0.1.0" in trail


def test_verify_says_which_kinds_it_does_not_understand(capsys: pytest.CaptureFixture[str]) -> None:
    told = Report((), 0, 1, 1, 0, ("1 entry of kind lamp-lit: not understood by this release",))
    assert show_report(told, "here", as_json=False) == 0
    out = capsys.readouterr().out
    assert "Not checked: 1 entry of kind lamp-lit: not understood by this release." in out
