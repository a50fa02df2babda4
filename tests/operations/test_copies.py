"""Copies by the clock: made, thinned out, carried elsewhere, brought back for a trial; and the file that wants them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.accounts.copying import accounts_beside
from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.floor import Floor
from houseway.journal.journal_errors import BadExport
from houseway.journal.restore import seals_beside
from houseway.journal.verify import Report
from houseway.operations.copies import (
    bring_back,
    carry_seals,
    copies_in,
    copy_name,
    make_copy,
    outlived,
    remove_copies,
)
from houseway.operations.operations_errors import BackupFailed, BadOperations
from houseway.operations.operations_file import Backup, read_operations
from houseway.web.alarms.backup_watch import BackupWatch
from tests import pit
from tests.accounts.test_on_record import House
from tests.quick_passwords import QUICK
from tests.waiting import run_within
from tests.web.serving import PASSWORD

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


def test_a_month_counts_for_as_many_days_as_the_longest(tmp_path: Path) -> None:
    plan = _plan(tmp_path, days=7, weeks=4, months=6)
    for back, gone in ((186, []), (187, [tmp_path / "old"])):
        copies = {tmp_path / "old": NOON - timedelta(days=back), tmp_path / "new": NOON}
        assert outlived(copies, plan, NOON) == gone


def test_copies_are_removed_with_what_lies_beside_them(tmp_path: Path) -> None:
    whole, bare = (tmp_path / copy_name(NOON - timedelta(days=back)) for back in (1, 0))
    kept = tmp_path / "somebody's"
    for file in (whole, seals_beside(whole), accounts_beside(whole), bare, kept):
        file.write_bytes(b"")
    assert list(copies_in(tmp_path).items()) == [(whole, NOON - timedelta(days=1)), (bare, NOON)]
    remove_copies([whole, bare])
    assert list(tmp_path.iterdir()) == [kept]


def test_seals_are_carried_over_what_an_interrupted_copy_left_and_a_place_that_is_gone_is_said(tmp_path: Path) -> None:
    seals, elsewhere = tmp_path / "room.seals", tmp_path / "elsewhere"
    seals.write_bytes(b"sealed")
    with pytest.raises(BackupFailed, match="elsewhere"):
        carry_seals(seals, elsewhere)
    elsewhere.mkdir()
    (elsewhere / "room.seals.part").write_bytes(b"half of something longer")
    assert carry_seals(seals, elsewhere).read_bytes() == b"sealed"
    assert [path.name for path in elsewhere.iterdir()] == ["room.seals"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A property with accounts and a device, each on record."""
    found = House(str(tmp_path / "floor.db"), tmp_path)
    found.begin()
    found.make("ada")
    found.floor.journal.seal(found.now())
    yield found
    found.close()


def test_a_copy_replaces_nothing_and_says_what_is_in_it(tmp_path: Path, house: House) -> None:
    journal, path = house.floor.journal, tmp_path / "copies" / "first"
    with pytest.raises(BadExport, match="there is no folder"):
        make_copy(journal, house.url, path)
    path.parent.mkdir()
    made = make_copy(journal, house.url, path)
    assert (made.file, made.bytes) == (path, path.stat().st_size)
    assert made.entries == sum(head.number for head in journal.heads().values())
    assert made.seals == len(seals_beside(path).read_bytes().splitlines())
    assert made.accounts is not None and accounts_beside(path).is_file()
    before = path.read_bytes()
    with pytest.raises(BadExport, match="already exists"):
        make_copy(journal, house.url, path)
    path.unlink()
    with pytest.raises(BadExport, match="already exists"):
        make_copy(journal, house.url, path)
    path.write_bytes(before)


def test_a_copy_is_brought_back_with_its_accounts_and_whoever_was_changed_in_it_is_named(
    tmp_path: Path, house: House
) -> None:
    whole, bare, forged = (tmp_path / name for name in ("whole", "bare", "forged"))
    for path in (whole, bare):
        make_copy(house.floor.journal, house.url, path)
    for beside in (seals_beside(bare), accounts_beside(bare)):
        beside.unlink()
    house.accounts.store.ask("UPDATE accounts SET login = 'eve' WHERE person = 'ada'")
    make_copy(house.floor.journal, house.url, forged)

    def brought_back(copy: Path) -> Report:
        return bring_back(
            copy, tmp_path / f"{copy.name}.db", seals=tmp_path / f"{copy.name}.back", key=tmp_path / "key"
        )

    report = brought_back(whole)
    assert report.findings == ()
    assert not [line for line in report.unchecked if "beside" in line]
    with closing(open_store(str(tmp_path / "whole.db"))) as store:
        assert run_within(Accounts(store, hasher=QUICK).check("ada", PASSWORD)).person == "ada"
    report = brought_back(bare)
    assert [line.partition(":")[0] for line in report.unchecked if "beside" in line] == [
        "the accounts",
        "the seals of the backup",
    ]
    assert any("ada" in found.what for found in brought_back(forged).findings)


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
        ("hears = 3", "hears: it is a list, not 3"),
        ("[[hears]]\nroles = ['cook']\nmail = 'a@b'", "there is no role 'cook'"),
        ("[[hears]]\nroles = ['technician']\nmail = 'a@b'", "no server for it is named"),
        ("[[hears]]\nroles = ['technician']\nwebhook = 'ftp://x'", "begins with https:// or http://"),
        ("[[hears]]\nroles = ['technician']", "a mail address or a webhook"),
        ("[backup]\nfolder = '/no/such/folder'", "there is no folder /no/such/folder"),
        ("[backup]\nfolder = '/tmp'\nevery-hours = 0", "every hour at most"),
        ("who = 1", "nothing here is called who"),
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
