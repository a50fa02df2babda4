"""Clocks that are wrong: a command far ahead is refused, and where one ran ahead its streams can go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest

from houseway.journal import CLOCK, Draft, Journal, Request
from houseway.journal.journal_errors import BadDraft, BadExport, ClockAhead, ClockSteppedBack
from houseway.journal.transaction import AHEAD, LEAP
from tests.journal.toy_bank import Place, Till, accepted, append, one, pay

NOW = 1_000 * LEAP
DAY = 86_400_000_000


class Clock:
    """What time it is."""

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(place: Place, clock: Clock) -> Any:
    with place.open(create=True, clock=clock) as journal:
        yield journal


def _set(command: str, at: int, **was: int) -> Request:
    """Set the clocks of streams right, from the times named."""
    drafts = [
        Draft(name.replace("_", "/"), CLOCK, {"was": time, "reason": "a flat battery"}) for name, time in was.items()
    ]
    return append(command, *drafts, streams=tuple(draft.stream for draft in drafts), at=at)


@pytest.mark.parametrize(("ahead", "refused"), [(AHEAD, False), (AHEAD + 1, True), (365 * DAY, True)])
def test_a_command_far_ahead_of_the_clock_is_refused(timed: Journal, ahead: int, refused: bool) -> None:
    outcome = one(timed, pay("a", at=NOW + ahead))
    assert isinstance(outcome.error, ClockAhead) == refused
    assert (timed.head("table/1").number == 0) == refused
    # Its stream is as free as before.
    if refused:
        assert one(timed, pay("b", at=NOW)).error is None


def test_the_machine_says_what_time_it_is_unless_told_otherwise(journal: Journal) -> None:
    assert isinstance(one(journal, pay("a", at=2**62)).error, ClockAhead)
    assert one(journal, pay("a", at=1_700_000_000_000_000)).error is None


@pytest.mark.parametrize(("leap", "refused"), [(92 * DAY, False), (92 * DAY + 1, True)])
def test_a_command_long_after_the_whole_journal_is_refused(
    timed: Journal, clock: Clock, leap: int, refused: bool
) -> None:
    """The machine's own clock is a year ahead, and all it stamps agrees with it: only the journal can tell."""
    accepted(timed, pay("a", at=NOW), pay("b", at=NOW - DAY, stream="table/2"))
    clock.at = NOW + leap
    for stream in ("table/1", "table/2", "table/new"):
        outcome = one(timed, pay(f"c/{stream}", at=clock.at, stream=stream))
        assert isinstance(outcome.error, ClockAhead) == refused
        if refused:
            assert outcome.error is not None and f"{LEAP // DAY} days" in outcome.error.message


def test_a_stream_may_rest_while_others_go_on(timed: Journal, clock: Clock) -> None:
    accepted(timed, pay("a", at=NOW, stream="table/2"))
    for step in range(1, 4):
        clock.at = NOW + step * LEAP
        accepted(timed, pay(f"b{step}", at=clock.at))
    accepted(timed, pay("c", at=clock.at, stream="table/2"))


def test_one_batch_may_hold_a_leap_after_a_clock_that_was_confirmed(timed: Journal, clock: Clock) -> None:
    accepted(timed, pay("a", at=NOW))
    clock.at = NOW + 5 * LEAP
    given = [pay("early", at=clock.at), _set("set", clock.at, table_1=NOW), pay("then", at=clock.at)]
    outcomes = timed.write([*given, pay("too", stream="table/2", at=clock.at)])
    assert [type(outcome.error) for outcome in outcomes] == [ClockAhead, type(None), type(None), type(None)]
    assert timed.verify().ok


def _ran_ahead(journal: Journal, clock: Clock) -> None:
    """Two of three streams get entries of a clock that runs thirty days ahead."""
    accepted(journal, pay("a", at=NOW, also="jackpot/1"), pay("b", at=NOW, stream="table/2"))
    clock.at = NOW + 30 * DAY
    accepted(journal, pay("c", at=clock.at, also="jackpot/1"), pay("d", at=clock.at + 5))
    clock.at = NOW + DAY


def test_streams_of_a_clock_that_ran_ahead_go_on_when_it_is_set_right(
    timed: Journal, clock: Clock, place: Place
) -> None:
    _ran_ahead(timed, clock)
    wrong = NOW + 30 * DAY
    assert isinstance(one(timed, pay("e", at=clock.at)).error, ClockSteppedBack)
    accepted(timed, pay("f", at=clock.at, stream="table/2"))
    outcomes = accepted(timed, _set("set", clock.at, table_1=wrong + 5, jackpot_1=wrong), pay("e", at=clock.at + 1))
    assert [entry.at for outcome in outcomes for entry in outcome.entries] == [clock.at, clock.at, clock.at + 1]
    assert timed.head("table/1").at == clock.at + 1
    report = timed.verify()
    assert report.ok
    assert [(note.stream, note.number) for note in report.notes] == [("table/1", 4), ("jackpot/1", 3)]
    assert all("ann set the clock right here, from" in note.what for note in report.notes)
    # It holds after a restart, and nothing else lets time fall.
    timed.close()
    with place.open(clock=clock) as again:
        accepted(again, pay("g", at=clock.at + 2, also="jackpot/1"))
        assert again.verify().ok
        with pytest.raises((apsw.ConstraintError, psycopg.errors.IntegrityConstraintViolation)):
            place.execute("UPDATE heads SET at = at - 1")


def test_readers_by_time_take_what_ran_ahead_as_made_when_the_clock_was_set_right(timed: Journal, clock: Clock) -> None:
    times = [1, 5, 90, 90, 95, -7, 7, 9, 60, -9, 12, 12, 20]
    for number, time in enumerate(times):
        at = NOW + abs(time)
        last = timed.head("table/1").at
        clock.at = at
        accepted(timed, pay(f"p{number}", at=at) if time >= 0 else _set(f"s{number}", at, table_1=last))
    stamped = [NOW + abs(time) for time in times]
    # By the definition: from the number on, nothing is before that time.
    for at in range(NOW, NOW + 100):
        expected = max((n for n, time in enumerate(stamped, start=1) if time < at), default=0) + 1
        assert timed.since("table/1", at) == expected, at - NOW


@pytest.mark.parametrize(
    "drafts",
    [
        [Draft("table/1", CLOCK, {"was": NOW + 1})],
        [Draft("table/1", CLOCK, {})],
        [Draft("table/1", CLOCK, {"was": NOW}), Draft("table/1", "paid", {"amount": 1})],
        [Draft("table/1", "paid", {"amount": 1}), Draft("table/1", CLOCK, {"was": NOW})],
        [Draft("table/1", CLOCK, {"was": NOW}), Draft("table/1", CLOCK, {"was": NOW})],
        [Draft("table/1", CLOCK, {"was": NOW}, (("cash", 1), ("box", -1)))],
    ],
)
def test_a_clock_is_set_right_from_its_last_time_and_by_nothing_else(timed: Journal, drafts: list[Draft]) -> None:
    accepted(timed, pay("a", at=NOW))
    assert isinstance(one(timed, append("b", *drafts, at=NOW)).error, BadDraft)
    assert timed.head("table/1").number == 1


def test_a_clock_that_is_set_far_ahead_is_refused_too(timed: Journal) -> None:
    accepted(timed, pay("a", at=NOW))
    assert isinstance(one(timed, _set("set", NOW + AHEAD + 1, table_1=NOW)).error, ClockAhead)


def test_a_fall_of_time_that_no_clock_explains_is_found(timed: Journal, clock: Clock, place: Place) -> None:
    _ran_ahead(timed, clock)
    accepted(timed, _set("set", clock.at, table_1=NOW + 30 * DAY + 5))
    place.tamper("entries", "UPDATE entries SET kind = 'paid' WHERE stream = 'table/1' AND number = 4")
    found = [str(finding) for finding in timed.verify().findings]
    assert "entries table/1 4: it is older than the entry before it" in found


def test_a_clock_set_right_from_another_time_is_found(timed: Journal, clock: Clock, place: Place) -> None:
    _ran_ahead(timed, clock)
    accepted(timed, _set("set", clock.at, table_1=NOW + 30 * DAY + 5))
    place.tamper("entries", "UPDATE entries SET at = at + 1 WHERE stream = 'table/1' AND number = 3")
    report = timed.verify()
    assert "entries table/1 4: it sets a clock right from another time than it had" in map(str, report.findings)
    assert report.notes == ()


def test_a_clock_that_was_set_right_is_exported_and_imported(timed: Journal, clock: Clock, tmp_path: Path) -> None:
    _ran_ahead(timed, clock)
    accepted(timed, _set("set", clock.at, table_1=NOW + 30 * DAY + 5), pay("e", at=clock.at))
    timed.export(tmp_path / "export.jsonl")
    with Journal.open(tmp_path / "copy.db", Till(), create=True, clock=clock) as copy:
        copy.load(tmp_path / "export.jsonl")
        assert copy.heads() == timed.heads()
        assert copy.verify().ok
    changed = (tmp_path / "export.jsonl").read_bytes().replace(b'"kind":"clock-set-right"', b'"kind":"paid"')
    (tmp_path / "changed.jsonl").write_bytes(changed)
    with (
        Journal.open(tmp_path / "other.db", Till(), create=True) as other,
        pytest.raises(BadExport, match="does not follow"),
    ):
        other.load(tmp_path / "changed.jsonl")
