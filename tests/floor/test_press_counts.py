"""What is counted at a table, by hour, sensor and position, and which entries its close names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.floor import command_index as c
from houseway.floor.bookkeeping.press_counts import counts_until, noted_until
from houseway.floor.bookkeeping.presses_of_hour import with_presses
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.day_counts import DayCount, HourCount, VoidedCount
from houseway.floor.states import TableState
from houseway.journal import Entry
from houseway.journal.entries import POSITIONS
from tests.floor.houses import DAY, HOUR, House, attack_table, sqlite_house
from tests.floor.telling import told

FOLD = FloorFold()


def at_table(*entries: Entry, **known: Any) -> TableState:
    state = TableState(id="T1", table=attack_table("T1"), **known)
    for entry in entries:
        FOLD.apply(state, entry)
    return state


def counted(round_: int, at: int, **more: Any) -> Entry:
    return told("tabulated", {"round": round_, "picture": {"1": [1, 3], "2": [16]}, **more}, at=at)


def over(kind: str, round_: int, at: int) -> Entry:
    record: dict[str, Any] = (
        {"record": {"lines": []}, "money": {}} if kind == "round-settled" else {"reason": "misdeal"}
    )
    return told(kind, {"round": round_, **record}, at=at)


def seen(*positions: int, times: int = 1) -> list[int]:
    return [times * positions.count(place) for place in range(1, POSITIONS + 1)]


def test_presses_are_added_up_by_hour_sensor_and_position_with_those_by_hand() -> None:
    state = at_table(counted(1, 0), counted(2, HOUR - 1, manual=True), counted(3, HOUR, manual=True))
    [day] = with_presses(state).counts
    assert (day.at, day.ends, day.opening, day.voided) == (0, 0, 0, [])
    by_hand = {"1": seen(1, 3), "2": seen(16)}
    assert day.hours == {
        "0": HourCount(2, 1, {"1": seen(1, 3, times=2), "2": seen(16, times=2)}, by_hand),
        "1": HourCount(1, 1, by_hand, by_hand),
    }
    assert sum(day.hours["0"].wagers["1"]) == 4


@pytest.mark.parametrize("kind", ["round-settled", "round-voided"])
def test_a_round_without_a_press_is_counted_when_it_is_over_and_one_with_a_press_once(kind: str) -> None:
    [day] = with_presses(at_table(counted(1, 0), over(kind, 1, 5))).counts
    assert day.hours["0"].rounds == 1
    # The press before it was for another round, or its round is over already.
    [day] = with_presses(at_table(counted(1, 0), over(kind, 2, HOUR))).counts
    assert [hour.rounds for hour in day.hours.values()] == [1, 1]
    [day] = with_presses(
        at_table(counted(1, 0), over("round-settled", 1, 5), over(kind, 1, 6), over(kind, 2, 7))
    ).counts
    assert day.hours["0"].rounds == 3


def test_a_void_is_told_with_its_wagers_as_they_were_counted() -> None:
    [day] = with_presses(at_table(counted(4, 7, manual=True), over("round-voided", 4, 9))).counts
    assert day.voided == [VoidedCount(4, 7, 9, True, {"1": [1, 3], "2": [16]})]
    assert day.voided[0].number == 3
    empty = told("tabulated", {"round": 5, "picture": {"1": []}}, at=10)
    [day] = with_presses(at_table(empty, over("round-voided", 5, 11), over("round-voided", 6, 12))).counts
    assert day.voided == [VoidedCount(5, 10, 11, False, {}), VoidedCount(6, 12, 12, False, {})]


def test_another_day_and_another_opening_begin_anew() -> None:
    state = at_table(counted(1, 3), day_ends=DAY)
    FOLD.apply(state, counted(2, 4))
    state.opening = 9
    FOLD.apply(state, counted(3, 5))
    state.day_ends = 2 * DAY
    FOLD.apply(state, counted(4, DAY))
    FOLD.apply(state, over("round-voided", 4, DAY + 1))
    assert [(day.at, day.ends, day.opening, len(day.voided)) for day in with_presses(state).counts] == [
        (3, DAY, 0, 0),
        (5, DAY, 9, 0),
        (DAY, 2 * DAY, 9, 1),
    ]
    assert [sum(hour.rounds for hour in day.hours.values()) for day in with_presses(state).counts] == [2, 1, 1]


def test_a_close_takes_what_was_before_its_cut_off_and_leaves_the_rest() -> None:
    days = [DayCount(at, 0, 0) for at in (1, 9, 10, 11)]
    state = at_table(counts=days, noted=[(4, 9), (5, 10), (6, 11)])
    assert counts_until(state, 10) == days[:2]
    assert noted_until(state, 10) == [4]
    FOLD.apply(state, told("day-closed", {"day": "2024-05-01", "cut": 10}, at=12))
    assert (state.counts, state.noted) == (days[2:], [(5, 10), (6, 11)])


@pytest.mark.parametrize("kind", ["table-closed", "quick-table-closed"])
def test_a_closing_is_noted_at_any_table(kind: str) -> None:
    state = at_table(told(kind, {"table": "T1"}, number=7, at=5), open=True)
    assert (state.noted, state.open) == ([(7, 5)], False)


def test_a_close_names_openings_readings_failures_and_repairs_and_what_wagers_moved(tmp_path: Path) -> None:
    house: House = sqlite_house(tmp_path / "f.db").build(tables=[attack_table("A1")])
    house.tabulate("A1", 1, 2)
    house.do(c.FailTable(table="A1", what="dark"), "tell")
    house.do(c.RestoreTable(table="A1", how="mended"), "tell")
    house.do(c.FailDisplay(table="A1", display="monitor", what="black"), "dole")
    house.do(c.RestoreDisplay(table="A1", display="monitor"), "tell")
    house.do(c.ReadCounter(table="A1", reading=2), "cole")
    house.do(c.ReplaceCounter(table="A1", old=2, new=0, reason="dim"), "tell", "sato")
    house.do(c.CountOpening(table="A1", chips={"$5": 100}, reference="count 1"), "sato", "cole")
    house.shut()
    house.at += DAY
    house.close_day("2024-05-01")
    entries = list(house.floor.journal.read("table/A1"))
    [close] = [entry.data for entry in entries if entry.kind == "day-closed"]
    kinds = {entry.number: entry.kind for entry in entries}
    assert [kinds[number] for number in close["noted"]] == [
        "table-opened",
        "equipment-failed",
        "equipment-restored",
        "display-failed",
        "display-restored",
        "counter-read",
        "counter-replaced",
        "table-closed",
    ]
    [press] = [dict(entry.postings) for entry in entries if entry.kind == "tabulated"]
    assert close["moved"] == press
    assert set(close["money"]) & set(press) == set()
    house.close()
