"""Snapshots are believed only under a key that the database does not have, and nothing changed is paid from."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from houseway.journal import Entry, Journal, Outcome
from houseway.journal.journal_errors import BalancesChanged, JournalDamaged
from tests.journal.toy_bank import Place, Till, accepted, fill, one, pay


class Counting(Till):
    """A fold that counts what it folds."""

    def __init__(self) -> None:
        self.folded: list[tuple[str, int]] = []

    def apply(self, state: dict[str, Any], entry: Entry) -> dict[str, Any]:
        self.folded.append((entry.stream, entry.number))
        return super().apply(state, entry)


def _filled(place: Place, **settings: Any) -> None:
    with place.open(create=True, **settings) as journal:
        fill(journal, seals=False)


def _folded(place: Place, stream: str = "table/1", **settings: Any) -> tuple[int, list[int]]:
    """The sum of a stream, and which of its entries were folded to know it."""
    fold = Counting()
    settings = {"seals": place.folder / "seals", "key": place.folder / "key", **settings}
    with Journal.open(place.url, fold, readonly=True, **settings) as journal:
        return journal.state(stream)["sum"], [number for name, number in fold.folded if name == stream]


def _literal(place: Place, raw: bytes) -> str:
    return f"x'{raw.hex()}'" if place.engine == "sqlite" else f"'\\x{raw.hex()}'::bytea"


def _findings(place: Place) -> list[str]:
    with place.open(readonly=True) as journal:
        return [str(finding) for finding in journal.verify().findings]


def test_a_snapshot_is_believed_under_the_sealing_key(place: Place) -> None:
    _filled(place)
    assert _folded(place) == (30, [])


def test_a_changed_state_is_not_believed_and_a_warning_and_verify_say_so(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    _filled(place)
    ((raw,),) = place.execute("SELECT state FROM snapshots WHERE stream = 'table/1'")
    state = {**json.loads(bytes(raw)), "sum": 9_000}
    changed = _literal(place, json.dumps(state, sort_keys=True).encode())
    place.execute(f"UPDATE snapshots SET state = {changed} WHERE stream = 'table/1'")
    with caplog.at_level(logging.WARNING):
        assert _folded(place) == (30, [1, 2, 3, 4, 5])
    assert "the snapshot of table/1 is not used" in caplog.text
    assert _findings(place) == [
        "snapshots table/1 5: it differs from a rebuild",
        "snapshots table/1 5: its digest does not hold: it was changed",
    ]


def test_changed_totals_are_not_believed(place: Place) -> None:
    _filled(place)
    ((raw,),) = place.execute("SELECT totals FROM snapshots WHERE stream = 'table/1'")
    changed = bytes(raw).replace(b'"cash":-30', b'"cash":-31')
    assert changed != bytes(raw)
    place.execute(f"UPDATE snapshots SET totals = {_literal(place, changed)} WHERE stream = 'table/1'")
    assert _folded(place) == (30, [1, 2, 3, 4, 5])
    assert "snapshots table/1 5: its balances or counters differ from a rebuild" in _findings(place)


@pytest.mark.parametrize("number", [0, 4, 6, -1])
def test_a_snapshot_is_bound_to_its_number(place: Place, number: int) -> None:
    _filled(place)
    place.execute(f"UPDATE snapshots SET number = {number} WHERE stream = 'table/1'")
    assert _folded(place) == (30, [1, 2, 3, 4, 5])
    assert any(finding.startswith(f"snapshots table/1 {number}") for finding in _findings(place))


def test_a_snapshot_is_bound_to_its_stream(place: Place) -> None:
    with place.create() as journal:
        accepted(journal, pay("a", 5), pay("b", 6, stream="table/2"))
    place.execute(
        "UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE stream = 'table/2'), "
        "digest = (SELECT digest FROM snapshots WHERE stream = 'table/2') WHERE stream = 'table/1'"
    )
    assert _folded(place) == (5, [1])


def test_a_snapshot_is_bound_to_the_entry_it_stands_at(place: Place) -> None:
    _filled(place)
    place.tamper("entries", f"UPDATE entries SET hash = {_literal(place, bytes(32))} WHERE stream = 'table/1'")
    assert _folded(place) == (30, [1, 2, 3, 4, 5])


def test_a_snapshot_of_another_key_is_not_believed_and_is_no_finding(place: Place) -> None:
    """After the sealing key was rotated, or where another server has a key of its own."""
    _filled(place)
    (place.folder / "key").unlink()
    with place.open(seals=place.folder / "others") as journal:
        assert journal.seal_book is not None
        journal.seal_book.public_key()
    assert _folded(place) == (30, [1, 2, 3, 4, 5])
    assert _findings(place) == []


def test_without_a_sealing_key_no_snapshot_of_another_process_is_believed(postgres_place: Place) -> None:
    """Only a journal on a server may have no seals."""
    _filled(postgres_place, seals=None, key=None)
    assert postgres_place.execute("SELECT count(*) FROM snapshots") == [(0,)]
    with postgres_place.open() as journal:
        accepted(journal, pay("more", 1, at=9_000_000))
    assert _folded(postgres_place) == (31, [])
    assert _folded(postgres_place, seals=None, key=None) == (31, [1, 2, 3, 4, 5, 6])


def test_reading_makes_no_key_and_a_missed_key_is_not_replaced(place: Place) -> None:
    with place.create() as journal:
        fill(journal)
    (place.folder / "key").unlink()
    assert _folded(place)[0] == 30
    assert not (place.folder / "key").exists()
    with place.open() as journal:
        accepted(journal, pay("more", 1, at=90_000_000))
    # Its seals are there: that the key is gone must be seen, and is not for the snapshots to mend.
    assert not (place.folder / "key").exists()


def test_a_snapshot_of_release_0_1_is_not_believed_and_replaced(place: Place) -> None:
    _filled(place)
    empty = _literal(place, b"")
    place.execute(f"UPDATE snapshots SET totals = {empty}, digest = {empty}")
    assert _findings(place) == []
    assert _folded(place) == (30, [1, 2, 3, 4, 5])
    with place.open() as journal:
        accepted(journal, pay("more", 1, stream="table/9", at=9_000_000))
    assert _folded(place) == (30, [])


def test_an_older_snapshot_that_is_genuine_is_folded_on(place: Place) -> None:
    _filled(place)
    older = place.execute("SELECT number, state, totals, digest FROM snapshots WHERE stream = 'table/1'")[0]
    with place.open() as journal:
        accepted(journal, pay("more", 1, at=9_000_000))
    number, *rest = older
    state, totals, digest = (_literal(place, bytes(value)) for value in rest)
    place.execute(
        f"UPDATE snapshots SET number = {number}, state = {state}, totals = {totals}, digest = {digest} "
        "WHERE stream = 'table/1'"
    )
    assert _folded(place) == (31, [6])
    with place.open() as journal:
        assert one(journal, pay("again", 1, at=9_000_000)).reply == {"sum": 32}
        assert journal.verify().ok


# -- what the database says of balances, counters, heads and entries, before anything is paid from it

CHANGED = {
    "a balance": ("balances", "UPDATE balances SET amount = amount + 1 WHERE account = 'box/table/1'"),
    "a balance gone": ("balances", "DELETE FROM balances WHERE account = 'box/table/1'"),
    "a balance of another stream": ("balances", "INSERT INTO balances VALUES ('box/table/1', 'table/2', 7)"),
    "a balance of no stream": ("balances", "INSERT INTO balances VALUES ('box/table/1', 'table/8', 7)"),
    "a counter": ("counters", "UPDATE counters SET p16 = p16 + 1 WHERE bank = 'bank/table/1'"),
    "a counter gone": ("counters", "DELETE FROM counters WHERE bank = 'bank/table/1'"),
    "a counter of no stream": ("counters", "UPDATE counters SET stream = 'table/8' WHERE bank = 'bank/table/1'"),
    "a head's time": ("heads", "UPDATE heads SET at = at + 1 WHERE stream = 'table/1'"),
    "a head's number": ("heads", "UPDATE heads SET number = number + 1 WHERE stream = 'table/1'"),
    "an amount": ("entries", "UPDATE entries SET who = 'eve' WHERE stream = 'table/1' AND number = 5"),
    "the last entry gone": ("entries", "DELETE FROM entries WHERE stream = 'table/1' AND number = 5"),
}


def _refused(journal: Journal) -> Outcome:
    before = journal.heads()
    outcome = one(journal, pay("more", 1, stream="table/2", at=90_000_000))
    assert journal.heads() == before
    return outcome


@pytest.mark.parametrize("snapshots", [True, False], ids=["from-snapshots", "from-the-start"])
@pytest.mark.parametrize("change", CHANGED)
def test_nothing_is_written_on_what_was_changed_while_nobody_looked(place: Place, change: str, snapshots: bool) -> None:
    _filled(place)
    if not snapshots:
        place.execute("DELETE FROM snapshots")
    table, statement = CHANGED[change]
    place.tamper(table, statement)
    with place.open() as journal:
        # It is asked again each time, and each time refused; reading and checking go on.
        for _ in range(2):
            error = _refused(journal).error
            assert isinstance(error, BalancesChanged if table in ("balances", "counters") else JournalDamaged)
            assert error.remedy is not None and "verify" in error.remedy
        with pytest.raises(JournalDamaged):
            journal.check_writable()
        assert not journal.verify().ok
        assert journal.balance("box/table/2") >= 8


def test_a_changed_balance_is_named_with_what_its_entries_give(place: Place) -> None:
    _filled(place)
    place.tamper("balances", CHANGED["a balance"][1])
    with place.open() as journal:
        error = _refused(journal).error
    assert error is not None
    assert error.message == "box/table/1 is booked with 31 micros in table/1, and its entries give 30"


def test_what_was_changed_is_made_anew_by_export_and_import(place: Place, tmp_path: Path) -> None:
    _filled(place)
    place.tamper("balances", CHANGED["a balance"][1])
    with place.open() as journal:
        journal.export(tmp_path / "export.jsonl")
    with Journal.open(tmp_path / "mended.db", Till(), create=True) as mended:
        mended.load(tmp_path / "export.jsonl")
        assert mended.balance("box/table/1") == 30
        accepted(mended, pay("more", 1, at=90_000_000))


def test_streams_that_cannot_be_folded_do_not_stop_the_others(place: Place) -> None:
    class Broken(Till):
        def apply(self, state: dict[str, Any], entry: Entry) -> dict[str, Any]:
            if entry.stream == "table/1":
                raise ZeroDivisionError("a bug of this release")
            return super().apply(state, entry)

    _filled(place)
    place.execute("DELETE FROM snapshots")
    with Journal.open(place.url, Broken(), seals=place.folder / "seals", key=place.folder / "key") as journal:
        assert one(journal, pay("other", 1, stream="table/2", at=9_000_000)).error is None
        assert one(journal, pay("own", 1, at=9_000_000)).error is not None
