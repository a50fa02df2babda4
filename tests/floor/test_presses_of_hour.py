"""Presses are counted by what lay, and added up by sensor and position when their hour is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.floor.bookkeeping.presses_of_hour import add_up, counted_in_hour, most_in_hour, with_presses
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.day_counts import HourCount, PressedHour
from houseway.floor.kinds.day_play import Laid, Spot
from houseway.floor.states import TableState
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Entry
from tests.floor.houses import HOUR, House, attack_table, sqlite_house
from tests.floor.telling import told

FOLD = FloorFold()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A1 with the tabulator alone and a fixed wager of $1."""
    built = sqlite_house(tmp_path / "floor.db")
    built.build(tables=(attack_table("A1", two=True),))
    yield built
    built.close()


def at_table(*entries: Entry, **known: Any) -> TableState:
    state = TableState(id="T1", table=attack_table("T1"), **known)
    for entry in entries:
        FOLD.apply(state, entry)
    return state


def pressed(round_: int, at: int, *positions: int, **more: Any) -> Entry:
    return told("tabulated", {"round": round_, "picture": {"1": list(positions)}, **more}, at=at)


def test_presses_of_an_hour_are_counted_by_what_lay(house: House) -> None:
    house.play("A1", 3, 1, 2)
    house.tabulate("A1", picture={"2": (4,)})
    state = house.floor.table("A1")
    assert state.pressed is not None
    assert sum(state.pressed.moved.values()) == 4 and len(state.pressed.moved) == 2
    assert msgspec.structs.replace(state.pressed, moved={}) == PressedHour(
        hour=house.at // HOUR,
        ends=state.day_ends,
        opening=state.opening,
        times=4,
        presses={
            '[false,{"1":[1,2]},[["jackpot",100,[1,2]]]]': 3,
            '[false,{"2":[4]},[["jackpot-2",100,[4]]]]': 1,
        },
    )
    assert (state.tallies, state.moved) == ({}, {})


def test_whoever_looks_sees_them_added_up_and_changes_nothing(house: House) -> None:
    house.play("A1", 2, 1, 2)
    state = house.floor.table("A1")
    before = FOLD.dump(state)
    seen = with_presses(state)
    assert FOLD.dump(state) == before
    assert seen.pressed is None and with_presses(seen) is seen
    assert seen.tallies["1"][:3] == seen.in_hour["1"][:3] == [2, 2, 0]
    entries = house.floor.journal.read("table/A1")
    lines = [line for entry in entries if entry.kind == "tabulated" for line in entry.postings]
    assert sum(seen.moved.values()) == 0
    assert seen.moved == {name: sum(micros for each, micros in lines if each == name) for name, _ in lines}
    [count], [play] = seen.counts, seen.play
    assert count.hours[str(house.at // HOUR)] == HourCount(2, 0, {"1": [2, 2, *[0] * 14]}, {})
    hour = play.hours[str(house.at // HOUR)]
    assert (hour.rounds, hour.hands) == (2, {"1": 2, "2": 2})
    assert (hour.spots, hour.laid) == (
        {"jackpot": dict.fromkeys("12", Spot(2, 0, 200, 0, 0, 20_000))},
        {"jackpot": Laid(2, 80_000)},
    )
    add_up(state)
    assert state == seen


def test_the_next_hour_the_next_day_and_the_next_opening_add_them_up() -> None:
    state = at_table(pressed(1, 0, 1), pressed(2, HOUR, 2))
    assert state.tallies["1"][:2] == [1, 0]
    assert state.pressed is not None and state.pressed.hour == 1
    state = at_table(pressed(1, 3, 1), day_ends=HOUR)
    state.opening = 9
    FOLD.apply(state, pressed(2, 4, 2))
    assert [(day.opening, sum(hour.rounds for hour in day.hours.values())) for day in state.counts] == [(0, 1), (9, 0)]
    FOLD.apply(state, pressed(3, HOUR, 3))
    assert [cut.tallies["1"][:3] for cut in state.cuts] == [[1, 1, 0]], "the day was over with all its presses"
    assert [day.opening for day in with_presses(state).counts] == [0, 9, 9]


def test_a_clock_that_is_a_little_behind_counts_in_the_hour_before() -> None:
    state = with_presses(at_table(pressed(1, HOUR, 1), pressed(2, HOUR - 1, 2), pressed(3, HOUR + 1, 1)))
    [day] = state.counts
    assert {name: hour.wagers["1"][:2] for name, hour in day.hours.items()} == {"1": [2, 0], "0": [0, 1]}
    assert (state.hour, state.in_hour["1"][:2], state.tallies["1"][:2]) == (1, [1, 0], [2, 1])


def test_a_wager_is_a_stake_of_what_it_cost_when_it_was_counted() -> None:
    jackpots = {
        id: Jackpot(id=id, scheme="bonus", updates="static", wager=100) for id in attack_table("T1").jackpots.values()
    }
    state = at_table(pressed(1, 0, 1), jackpots=jackpots, opening=7)
    state.jackpots = {id: msgspec.structs.replace(known, wager=500) for id, known in jackpots.items()}
    FOLD.apply(state, pressed(2, 1, 1))
    [play] = with_presses(state).play
    assert play.hours["0"].spots["jackpot"]["1"] == Spot(2, 0, 600, 0, 0, 100**2 + 500**2)


def test_a_saved_state_goes_on_with_the_presses_of_its_hour(house: House) -> None:
    house.play("A1", 2, 1, 2)
    saved = FOLD.load("table/A1", FOLD.dump(house.floor.table("A1")))
    number = house.floor.journal.head("table/A1").number
    house.play("A1", 2, 1, 2)
    house.at += HOUR
    house.play("A1", 1, 3)
    for entry in house.floor.journal.read("table/A1", number + 1):
        FOLD.apply(saved, entry)
    assert saved == house.floor.table("A1")
    assert FOLD.dump(saved) == FOLD.dump(house.floor.table("A1"))


def test_how_often_a_position_was_counted_this_hour_and_how_often_any_can_have_been() -> None:
    """Two presses of this hour are added up, because the table was opened anew; two more are not yet."""
    state = at_table(pressed(1, 0, 1), pressed(2, 1, 1, 2))
    state.opening = 9
    for entry in (pressed(3, 2, 1), pressed(4, 3, 3)):
        FOLD.apply(state, entry)
    assert list(counted_in_hour(state, "1"))[:4] == [3, 1, 1, 0]
    assert not any(counted_in_hour(state, "2"))
    assert most_in_hour(state) == 4
    assert state.in_hour["1"][:2] == [2, 1], "looking changes nothing"


def test_presses_of_another_hour_are_none_of_this_one() -> None:
    state = at_table(pressed(1, HOUR, 1))
    state.hour = 0
    assert (most_in_hour(state), any(counted_in_hour(state, "1"))) == (0, False)
    assert with_presses(state).in_hour == {}
