"""What verify says of entries that agree with everything but are not what the program writes: each finding, alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.journal import Draft, Entry
from houseway.journal.engines.engine import PAGE
from houseway.journal.entries import canonical
from tests.journal.forging import History, write_rows
from tests.journal.toy_bank import Place, Till, accepted, append, pay


class PassingOver(Till):
    """The fold of somebody to whom it does not matter what an entry holds."""

    def apply(self, state: dict[str, Any], entry: Entry) -> dict[str, Any]:
        return state


def _made(folder: Path, commands: int = 5) -> tuple[Place, History]:
    place = Place(str(folder / "journal.db"), folder)
    with place.create() as journal:
        accepted(journal, *(pay(f"c{number}", number, at=1_000_000 + number) for number in range(commands)))
    place.execute("DELETE FROM snapshots")
    return place, History(place.dump())


def _said(place: Place) -> list[str]:
    with place.open(readonly=True) as journal:
        return [str(finding) for finding in journal.verify().findings]


def _forged(folder: Path, change: Callable[[History], None]) -> list[str]:
    place, history = _made(folder)
    change(history)
    history.mend()
    write_rows(place, history.rows(Till()))
    return _said(place)


def _replace(history: History, number: int, **changes: Any) -> None:
    entries = history.streams["table/1"]
    entries[number - 1] = msgspec.structs.replace(entries[number - 1], **changes)


def test_a_body_with_its_keys_in_another_order(tmp_path: Path) -> None:
    body = b'{"before":0,"amount":1}'
    assert _forged(tmp_path, lambda history: _replace(history, 2, body=body)) == [
        "entries table/1 2: it is not in canonical form"
    ]


def test_lines_with_a_space(tmp_path: Path) -> None:
    lines = b'[["cash", -2],["box/table/1",2]]'
    assert _forged(tmp_path, lambda history: _replace(history, 3, lines=lines)) == [
        "entries table/1 3: it is not in canonical form"
    ]


def test_counts_with_a_space(tmp_path: Path) -> None:
    counts = b'[["bank/table/1", [1,3]]]'
    assert _forged(tmp_path, lambda history: _replace(history, 3, counts=counts)) == [
        "entries table/1 3: it is not in canonical form"
    ]


def test_lines_that_do_not_sum_to_zero(tmp_path: Path) -> None:
    place, history = _made(tmp_path)
    _replace(history, 3, lines=canonical((("cash", -2), ("box/table/1", 3))))
    history.mend()
    write_rows(place, history.rows(Till()))
    # What cannot be booked is in no balance either.
    first, *rest = _said(place)
    assert first == "entries table/1 3: the lines sum to 1 micros, not to zero"
    assert [each.split(":")[0] for each in rest] == ["balances table/1", "balances table/1", "counters table/1"]


def test_an_entry_that_cannot_be_folded(tmp_path: Path) -> None:
    place, history = _made(tmp_path)
    _replace(history, 4, body=canonical({"amount": 3, "before": 3, "unfoldable": True}))
    history.mend()
    rows = history.rows(PassingOver())
    write_rows(place, rows)
    assert _said(place) == [
        "entries table/1 4: from here on it cannot be folded: ZeroDivisionError('this entry cannot be folded')"
    ]


def test_a_bank_that_no_entry_counts(tmp_path: Path) -> None:
    place, _ = _made(tmp_path)
    place.tamper("counters", "UPDATE counters SET bank = 'bank/elsewhere'")
    missing, extra = _said(place)
    assert missing.startswith("counters table/1: bank bank/table/1 is missing")
    assert extra == "counters table/1: bank bank/elsewhere is counted by no entry"


def test_entries_side_by_side_that_are_no_text(tmp_path: Path) -> None:
    place, _ = _made(tmp_path)
    place.tamper("entries", "UPDATE entries SET who = CAST(x'ff' AS TEXT) WHERE number IN (2, 3)")
    said = _said(place)
    assert said[:2] == [
        "entries table/1 2: it holds bytes that are no text",
        "entries table/1 3: it holds bytes that are no text",
    ]
    assert not any(" table/1 4:" in each or " table/1 5:" in each for each in said[3:])


def test_a_stream_of_several_pages_is_read_whole(tmp_path: Path) -> None:
    place, _ = _made(tmp_path, 2 * PAGE + 1)
    with place.open(readonly=True) as journal:
        report = journal.verify()
    assert (report.findings, report.entries) == ((), 2 * PAGE + 1)


@pytest.mark.parametrize("kept", [True, False])
def test_a_command_of_0_1_wrote_to_the_streams_that_it_names(tmp_path: Path, kept: bool) -> None:
    place = Place(str(tmp_path / "journal.db"), tmp_path)
    with place.create() as journal:
        named: dict[str, Any] = {"with": ["jackpot/1"]}
        accepted(journal, pay("both", 1, also="jackpot/1", **named), pay("one", 2))
    place.execute("DELETE FROM snapshots")
    history = History(place.dump())
    history.unlisted = {"both", "one"}
    if not kept:
        del history.streams["jackpot/1"]
    history.mend()
    write_rows(place, history.rows(Till()))
    missing = "commands table/1 1: command both wrote to jackpot/1 too, and that entry is missing"
    assert _said(place) == ([] if kept else [missing])


@pytest.mark.parametrize("field", ["lines", "counts"])
def test_lines_or_counts_that_cannot_be_read(tmp_path: Path, field: str) -> None:
    place, _ = _made(tmp_path)
    place.tamper("entries", f"UPDATE entries SET {field} = CAST('[[1]]' AS BLOB) WHERE number = 2")
    said = _said(place)
    assert "entries table/1 2: its lines or counts cannot be read" in said
    assert "entries table/1 2: its content does not give its hash" in said


def test_a_change_of_0_1_that_waited_names_streams_that_it_wrote_nothing_to(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "journal.db"), tmp_path)
    with place.create() as journal:
        waited: dict[str, Any] = {"with": ["property"], "queued": True}
        restored = Draft("table/1", "display-restored", {"with": ["property"]})
        other = Draft("table/1", "noted", {"with": ["property"], "queued": False})
        accepted(journal, pay("a", 1, **waited), append("b", restored), append("c", other))
    place.execute("DELETE FROM snapshots")
    history = History(place.dump())
    history.unlisted = {"a", "b", "c"}
    history.mend()
    write_rows(place, history.rows(Till()))
    assert _said(place) == ["commands table/1 3: command c wrote to property too, and that entry is missing"]
