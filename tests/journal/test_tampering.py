"""Whatever is changed behind the program's back is found, at its place."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.journal import Finding, Report
from tests.journal.toy_bank import TABLES, Place, accepted, fill, pay

# Where each table's row of stream table/1 (number 2 where it has numbers) is, and what else points to it.
ROWS = {
    "entries": "stream = 'table/1' AND number = 2",
    "heads": "stream = 'table/1'",
    "commands": "id = 'a3'",
    "balances": "account = 'cash' AND stream = 'table/1'",
    "counters": "bank = 'bank/table/1'",
    "snapshots": "stream = 'table/1'",
    "migrations": "number = 1",
}


def _changed(place: Place, table: str, column: str) -> str:
    """The column with one byte or one unit changed."""
    ((value,),) = place.execute(f"SELECT {column} FROM {table} WHERE {ROWS[table]}")
    match value:
        case int():
            return str(value + 64)
        case str():
            return f"'{value[:-1]}{chr(ord(value[-1]) ^ 64)}'"
        case _:
            raw = bytes(value)
            middle = len(raw) // 2
            changed = raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :]
            return f"x'{changed.hex()}'" if place.engine == "sqlite" else f"'\\x{changed.hex()}'::bytea"


def _filled(place: Place) -> None:
    with place.create() as journal:
        fill(journal)


def _report(place: Place, **settings: Any) -> Report:
    with place.open(readonly=True) as journal:
        return journal.verify(**settings)


def _at(report: Report, where: str, stream: str | None, number: int | None = None) -> list[Finding]:
    return [f for f in report.findings if f.where == where and f.stream == stream and number in (None, f.number)]


def test_an_untouched_journal_verifies(place: Place) -> None:
    _filled(place)
    steps: list[tuple[str, int, int]] = []
    report = _report(place, progress=lambda *step: steps.append(step))
    assert (report.ok, report.findings, report.left_out) == (True, (), 0)
    assert (report.streams, report.entries, report.seals) == (5, 11, 2)
    assert steps == [
        ("table/1", 5, 11),
        ("table/2", 7, 11),
        ("jackpot/1", 9, 11),
        ("property", 10, 11),
        ("seals", 11, 11),
    ]


@pytest.mark.parametrize(
    ("table", "column"),
    [(table, column) for table, columns in TABLES.items() for column in columns if table != "migrations"],
)
def test_a_changed_byte_is_located(place: Place, table: str, column: str) -> None:
    _filled(place)
    place.tamper(table, f"UPDATE {table} SET {column} = {_changed(place, table, column)} WHERE {ROWS[table]}")
    report = _report(place)
    assert not report.ok
    if table == "entries":
        assert _at(report, "entries", "table/1", 2)
        if column == "stream":
            assert _at(report, "entries", "table/q")
        else:
            assert not _at(report, "entries", "table/1", 4)
    elif table == "commands" and column == "stream":
        assert {str(f) for f in report.findings} == {
            "commands table/1 2: command a3 names a later entry",
            "commands table/1 2: the list of command a3 is not in canonical form",
            "commands jackpot/1 1: the list of command a3 is not in canonical form",
            "commands table/q 2: command a3 names an entry that is not its own",
        }
    elif table == "commands":
        assert _at(report, "commands", "table/1", 2)
        assert any("command a3" in f.what for f in report.findings)
    else:
        assert any(f.where == table for f in report.findings), report.findings


@pytest.mark.parametrize("column", TABLES["migrations"])
def test_a_changed_record_of_migrations_is_refused_or_found(place: Place, column: str) -> None:
    with place.create() as journal:
        fill(journal)
        changed = _changed(place, "migrations", column)
        place.tamper("migrations", f"UPDATE migrations SET {column} = {changed} WHERE {ROWS['migrations']}")
        assert any(f.where == "schema" and "migrations" in f.what for f in journal.verify().findings)


@pytest.mark.parametrize("table", [table for table in ROWS if table != "migrations"])
def test_a_missing_row_is_located(place: Place, table: str) -> None:
    _filled(place)
    place.tamper(table, f"DELETE FROM {table} WHERE {ROWS[table]}")
    report = _report(place)
    if table == "snapshots":
        # Snapshots are a shortcut and may be thrown away.
        assert report.ok
    elif table == "entries":
        assert [str(f) for f in _at(report, "entries", "table/1", 2)] == ["entries table/1 2: missing: 2"]
    elif table == "commands":
        assert [str(f) for f in report.findings] == [
            "commands table/1 2: command a3 is missing",
            "commands jackpot/1 1: command a3 is missing",
        ]
    else:
        assert [(f.where, f.stream) for f in report.findings] == [(table, "table/1")]


def test_swapped_rows_are_located(place: Place) -> None:
    _filled(place)
    # Two entries change places, by way of a number that is free.
    for old, new in ((2, 99), (3, 2), (99, 3)):
        place.tamper("entries", f"UPDATE entries SET number = {new} WHERE stream = 'table/1' AND number = {old}")
    report = _report(place)
    assert _at(report, "entries", "table/1", 2)
    assert _at(report, "entries", "table/1", 3)
    assert not _at(report, "entries", "table/1", 5)
    assert not _at(report, "entries", "table/2")


def test_a_cut_tail_is_found_by_the_head(place: Place) -> None:
    _filled(place)
    place.tamper("entries", "DELETE FROM entries WHERE stream = 'table/1' AND number >= 4")
    assert any("the tail was cut" in f.what and f.number == 4 for f in _at(_report(place), "heads", "table/1"))


def _cut_cleanly(place: Place, stream: str, last: int) -> None:
    """Take the end of a stream away and mend everything derived from it: only the seals can tell."""
    ((at, digest),) = place.execute(f"SELECT at, hash FROM entries WHERE stream = '{stream}' AND number = {last}")
    raw = bytes(digest).hex()
    literal = f"x'{raw}'" if place.engine == "sqlite" else f"'\\x{raw}'::bytea"
    gone = place.execute(f"SELECT command FROM entries WHERE stream = '{stream}' AND number > {last}")
    place.tamper("entries", f"DELETE FROM entries WHERE stream = '{stream}' AND number > {last}")
    for (command,) in gone:
        place.tamper("commands", f"DELETE FROM commands WHERE id = '{command}'")
    place.tamper("heads", f"UPDATE heads SET number = {last}, at = {at}, hash = {literal} WHERE stream = '{stream}'")
    place.execute(f"DELETE FROM snapshots WHERE stream = '{stream}'")


def test_a_cut_tail_is_found_back_to_the_last_seal(place: Place) -> None:
    _filled(place)
    with place.open() as journal:
        accepted(journal, pay("b1", 0, stream="table/2", at=80_000_000, positions=()))
    _cut_cleanly(place, "table/2", 2)
    # What came after the last seal can be cut without a trace: that is what the interval between seals is for.
    assert _report(place).ok
    _cut_cleanly(place, "table/2", 1)
    findings = _at(_report(place), "seals", "table/2")
    assert [str(f) for f in findings] == ["seals table/2 2: seal 2 has it at 2, the journal ends at 1"]


def test_findings_are_bounded_but_counted(place: Place) -> None:
    with place.create() as journal:
        accepted(journal, *(pay(f"c{n}", n) for n in range(30)))
    place.tamper("entries", "UPDATE entries SET who = 'eve'")
    report = _report(place, limit=10)
    assert (len(report.findings), report.left_out) == (10, 20)


def test_bytes_that_are_no_text_are_located(sqlite_place: Place) -> None:
    _filled(sqlite_place)
    sqlite_place.tamper("entries", f"UPDATE entries SET who = CAST(x'ff' AS TEXT) WHERE {ROWS['entries']}")
    report = _report(sqlite_place)
    assert _at(report, "entries", "table/1", 2)
    assert not _at(report, "entries", "table/1", 4)


def test_a_reply_that_was_changed_is_found_though_it_is_well_formed(place: Place) -> None:
    _filled(place)
    value = b'{"sum":99}'.hex()
    literal = f"x'{value}'" if place.engine == "sqlite" else f"'\\x{value}'::bytea"
    place.tamper("commands", f"UPDATE commands SET reply = {literal} WHERE id = 'a3'")
    assert [str(f) for f in _report(place).findings] == [
        "commands table/1 2: command a3 was altered",
        "commands jackpot/1 1: command a3 was altered",
    ]
