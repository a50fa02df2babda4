"""Copies by the clock: made, thinned out, carried elsewhere, brought back for a trial; and the file that wants them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.floor.floor import Floor
from houseway.journal.restore import seals_beside
from houseway.operations.copies import copies_in, copy_name, outlived
from houseway.operations.operations_errors import BadOperations
from houseway.operations.operations_file import Backup, read_operations
from houseway.web.alarms.backup_watch import BackupWatch
from tests import pit

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
HOUR = 3_600_000_000


def _plan(folder: Path, **settings: object) -> Backup:
    return Backup(folder=folder, **settings)  # type: ignore[arg-type]


def test_young_copies_then_one_a_week_then_one_a_month_are_kept(tmp_path: Path) -> None:
    plan = _plan(tmp_path, days=7, weeks=4, months=6)
    days = [NOON - timedelta(days=back) for back in range(300)]
    copies = {tmp_path / copy_name(day): day for day in reversed(days)}
    gone = set(outlived(copies, plan, NOON))
    kept = sorted((day for path, day in copies.items() if path not in gone), reverse=True)
    assert kept[:8] == days[:8]
    # A week ends on Sunday, the 8th and the 1st of November among them; a month on its last day.
    assert kept[8:] == [
        datetime(2026, 11, 8, 12, tzinfo=UTC),
        datetime(2026, 11, 1, 12, tzinfo=UTC),
        datetime(2026, 10, 31, 12, tzinfo=UTC),
        datetime(2026, 10, 25, 12, tzinfo=UTC),
        datetime(2026, 9, 30, 12, tzinfo=UTC),
        datetime(2026, 8, 31, 12, tzinfo=UTC),
        datetime(2026, 7, 31, 12, tzinfo=UTC),
        datetime(2026, 6, 30, 12, tzinfo=UTC),
        datetime(2026, 5, 31, 12, tzinfo=UTC),
    ]
    assert outlived({tmp_path / "old": NOON - timedelta(days=4000)}, plan, NOON) == []


@pytest.fixture
def room(tmp_path: Path) -> tuple[Floor, str]:
    url = str(tmp_path / "room.db")
    floor = Floor.open(url, create=True)
    pit.lay_out(floor, 1)
    floor.journal.seal(int(NOON.timestamp() * 1_000_000))
    return floor, url


def test_a_copy_is_made_when_it_is_due_and_brought_back_for_a_trial(tmp_path: Path, room: tuple[Floor, str]) -> None:
    floor, url = room
    copies, elsewhere = tmp_path / "copies", tmp_path / "elsewhere"
    copies.mkdir()
    elsewhere.mkdir()
    at = [int(NOON.timestamp() * 1_000_000)]
    plan = _plan(copies, every_hours=6, seals_to=elsewhere)
    watch = BackupWatch(floor.journal, url, plan, now=lambda: at[0], works=lambda: True)
    watch.work()
    assert watch.standing.failed == {}
    (first,) = copies_in(copies)
    assert first.name == "houseway-20261116T120000Z.backup"
    assert seals_beside(first).is_file()
    assert (elsewhere / "room.db.seals").read_bytes() == (tmp_path / "room.db.seals").read_bytes()
    assert watch.standing.rehearsed == at[0]
    at[0] += 5 * HOUR
    watch.work()
    assert list(copies_in(copies)) == [first]
    at[0] += HOUR
    watch.work()
    assert len(copies_in(copies)) == 2
    # Tried a minute ago: the next trial is due in a week.
    assert watch.standing.rehearsed == int(NOON.timestamp() * 1_000_000)
    floor.close()


def test_a_copy_that_was_changed_fails_its_trial_and_says_so(tmp_path: Path, room: tuple[Floor, str]) -> None:
    import apsw

    floor, url = room
    copies = tmp_path / "copies"
    copies.mkdir()
    at = [int(NOON.timestamp() * 1_000_000)]
    watch = BackupWatch(floor.journal, url, _plan(copies, rehearse=0), now=lambda: at[0], works=lambda: True)
    watch.work()
    (made,) = copies_in(copies)
    connection = apsw.Connection(str(made))
    for (trigger,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{trigger}"')
    connection.execute("UPDATE entries SET who = 'somebody else' WHERE stream = 'property' AND number = 1")
    connection.close()
    trying = BackupWatch(floor.journal, url, _plan(copies, rehearse=7), now=lambda: at[0], works=lambda: True)
    trying.work()
    assert "was brought back for a trial and does not verify" in trying.standing.failed["rehearsal"]
    assert not (copies / "rehearsed").exists()
    floor.close()


def test_a_place_that_is_gone_is_remembered_until_it_is_back(tmp_path: Path, room: tuple[Floor, str]) -> None:
    floor, url = room
    copies = tmp_path / "copies"
    watch = BackupWatch(
        floor.journal, url, _plan(copies, rehearse=0), now=lambda: int(NOON.timestamp() * 1_000_000), works=lambda: True
    )
    watch.work()
    assert "copies" in watch.standing.failed["copy"]
    copies.mkdir()
    watch.work()
    assert watch.standing.failed == {} and len(copies_in(copies)) == 1
    floor.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hears = 3", "Expected `array`"),
        ("[[hears]]\nroles = ['cook']\nmail = 'a@b'", "there is no role 'cook'"),
        ("[[hears]]\nroles = ['technician']\nmail = 'a@b'", "no server for it is named"),
        ("[[hears]]\nroles = ['technician']\nwebhook = 'ftp://x'", "begins with https:// or http://"),
        ("[[hears]]\nroles = ['technician']", "a mail address or a webhook"),
        ("[backup]\nfolder = '/no/such/folder'", "there is no folder /no/such/folder"),
        ("[backup]\nfolder = '/tmp'\nevery-hours = 0", "every hour at most"),
        ("who = 1", "unknown field"),
        ("= 1", "is no TOML"),
    ],
)
def test_a_file_that_says_what_cannot_be_done_is_refused_with_what_to_do(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "operations.toml"
    file.write_text(text)
    with pytest.raises(BadOperations) as refused:
        read_operations(file)
    assert said in refused.value.message
    assert refused.value.remedy
