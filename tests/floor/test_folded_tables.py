"""What a table and a jackpot know after each entry: counted by the hour, the sensor and the position."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor.chips import chip_lines
from houseway.floor.folding import FloorFold
from houseway.floor.states import TableState
from houseway.journal import Entry
from houseway.table.lines import Line
from tests.floor.houses import HOUR, attack_table
from tests.floor.telling import CENT, told

FOLD = FloorFold()


def folded(stream: str, *entries: Entry, state: Any = None) -> Any:
    found = FOLD.start(stream) if state is None else state
    for entry in entries:
        found = FOLD.apply(found, entry)
    return found


def counted(round_: int, at: int, **more: Any) -> Entry:
    return told("tabulated", {"round": round_, "picture": {"1": [1, 3], "2": [16]}, **more}, at=at)


def test_presses_are_counted_by_hour_sensor_and_position() -> None:
    state = folded("table/T1", counted(1, 5 * HOUR), counted(2, 6 * HOUR - 1))
    assert (state.hour, state.rounds, state.round, state.phase) == (5, 2, 2, "tabulated")
    assert state.in_hour == {"1": [2, 0, 2, *[0] * 13], "2": [*[0] * 15, 2]}
    assert state.tallies == state.in_hour
    assert state.counted == 6
    state = folded("table/T1", counted(3, 6 * HOUR), state=state)
    assert (state.hour, state.in_hour["1"][:3], state.tallies["1"][:3]) == (6, [1, 0, 1], [3, 0, 3])
    assert (state.began, state.picture) == (6 * HOUR, {"1": [1, 3], "2": [16]})


def test_a_count_by_hand_moves_no_counter() -> None:
    state = folded("table/T1", counted(1, 0, manual=True))
    assert (state.counted, state.manual, state.tallies["1"][0]) == (0, True, 1)


@pytest.mark.parametrize(("cards", "lit"), [("virtual", False), ("none", True)])
def test_what_was_lit_stays_lit_where_a_dealer_presses(cards: Any, lit: bool) -> None:
    state = TableState(id="T1", table=attack_table("T1", cards=cards), picture={"1": [2]}, round=4, rounds=4)
    settled = told("round-settled", {"round": 5, "record": {"lines": []}, "money": {}}, at=9)
    after = folded("table/T1", settled, state=state)
    assert (after.picture == {"1": [2]}) is lit
    assert (after.round, after.rounds, after.phase, after.began) == (5, 5, "over", 9)


def test_every_hit_that_is_locked_is_a_win_of_its_amount() -> None:
    hit = {"jackpot": "j", "row": "", "table": "T1", "round": 1, "seat": 1, "wager": "w", "event": "e", "pays": "p"}
    hit |= {"amount": 500, "meter": 400, "house": 100, "full": False, "bare": False, "two": False}
    body = {"hits": [{**hit, "id": "h1"}, {**hit, "id": "h2", "amount": 70}], "counted": {"": 9}}
    state = folded("jackpot/j", told("hit-locked", body, at=7))
    assert (state.wins, state.won, state.counted) == (2, 570, {"": 9})
    assert [(one.id, one.locked, one.amount) for one in state.hits.values()] == [("h1", 7, 500), ("h2", 7, 70)]


def line(seat: int, stake: int, returned: int) -> Line:
    return Line(seat=seat, wager="ante", stake=stake, returned=returned, event="e", pays="p", clause="1")


def test_a_settled_round_moves_chips_of_those_who_sit_and_not_what_waits() -> None:
    state = TableState(id="T1", seated={"1": "ben", "2": "eve"})
    lines = [line(1, 100, 700), line(2, 100, 0), line(3, 100, 0), line(1, 50, 50)]
    racks = {"play/ben/T1": 100 * CENT, "play/eve/T1": -100 * CENT}
    assert dict(chip_lines(state, lines, {1: 500})) == {**racks, "play/house": 0}
    assert dict(chip_lines(state, lines, {})) == {
        "play/ben/T1": 600 * CENT,
        "play/eve/T1": -100 * CENT,
        "play/house": -500 * CENT,
    }
    assert chip_lines(state, [line(3, 100, 0), line(1, 5, 5)], {}) == ()


def test_a_jackpot_that_went_twice_under_release_0_1_is_retired_once() -> None:
    state = folded("property", *(told("jackpot-closed", {"jackpot": "j", "day": "2024-05-01"}, at=at) for at in (1, 2)))
    assert state.retired == ["j"]
