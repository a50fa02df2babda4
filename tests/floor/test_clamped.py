"""A clock that was set right: nothing that a state remembers is later than now, and nothing earlier is touched."""

from __future__ import annotations

import pytest

from houseway.floor.kinds.day_counts import TableFigures
from houseway.floor.kinds.of_house import ClockSetRight
from houseway.floor.kinds.of_payment import Check
from houseway.floor.states import (
    Difference,
    Hit,
    JackpotFigures,
    JackpotState,
    Malfunction,
    PropertyState,
    TableState,
    Win,
)
from houseway.floor.subjects.upkeep import clamp_jackpot, clamp_property, clamp_table
from houseway.journal import Entry
from tests.floor.telling import told

HOUR = 3_600_000_000
NOW = 100 * HOUR + 7
TODAY = "2026-05-04"


def right() -> Entry:
    return told("clock-set-right", {"day": TODAY}, at=NOW)


@pytest.mark.parametrize(("then", "after"), [(NOW - 1, NOW - 1), (NOW, NOW), (NOW + 1, NOW), (NOW + HOUR, NOW)])
def test_moments_of_a_property_are_at_the_latest_now(then: int, after: int) -> None:
    state = PropertyState(closed_at=then, oldest={"j": then})
    state.malfunctions = {"m": Malfunction("m", None, "w", then, noticed=then, mended=then)}
    state.malfunctions["n"] = Malfunction("n", None, "w", NOW - 5)
    clamp_property(state, ClockSetRight(day=TODAY), right())
    assert (state.closed_at, state.oldest) == (after, {"j": after})
    mended, still = state.malfunctions["m"], state.malfunctions["n"]
    assert (mended.found, mended.noticed, mended.mended) == (after, after, after)
    assert (still.found, still.noticed, still.mended) == (NOW - 5, None, None)


def test_days_that_have_not_come_were_neither_closed_nor_played() -> None:
    state = PropertyState(days=["2026-05-02", TODAY, "2026-06-01"], played=["2026-05-03", TODAY, "2026-06-02"])
    state.gone = {"table/a": "2026-05-01", "table/b": "2026-07-01"}
    clamp_property(state, ClockSetRight(day=TODAY), right())
    assert state.days == ["2026-05-02", TODAY]
    assert state.played == ["2026-05-03", TODAY]
    assert state.gone == {"table/a": "2026-05-01", "table/b": TODAY}


@pytest.mark.parametrize(
    ("open_", "days", "played", "after"),
    [
        (["T1"], [], ["2026-06-02"], [TODAY]),
        (["T1"], [], [TODAY], [TODAY]),
        (["T1"], [TODAY], [], []),
        (["T1"], [TODAY], ["2026-05-03"], ["2026-05-03"]),
        (["T1"], ["2026-05-01"], ["2026-05-03"], ["2026-05-03", TODAY]),
        ([], [], ["2026-06-02"], []),
    ],
)
def test_a_table_that_is_open_is_played_at_today(
    open_: list[str], days: list[str], played: list[str], after: list[str]
) -> None:
    state = PropertyState(open=open_, days=days, played=played)
    clamp_property(state, ClockSetRight(day=TODAY), right())
    assert state.played == after


@pytest.mark.parametrize(("then", "after"), [(NOW - 1, NOW - 1), (NOW, NOW), (NOW + 1, NOW)])
def test_moments_of_a_table_are_at_the_latest_now(then: int, after: int) -> None:
    state = TableState(id="T1", began=then, closed_at=then, counted_ends=then, day_ends=then)
    state.came_in = {"j": [[then, 500], [NOW - 9, 7]]}
    state.wins = [Win(1, 1, 1, "ante", 500, then)]
    state.difference = Difference(1, 2, then)
    state.cuts = [TableFigures(then, 1, 0, 0, {}, {})]
    clamp_table(state, ClockSetRight(day=TODAY), right())
    assert (state.began, state.closed_at, state.counted_ends, state.day_ends) == (after, after, after, 0)
    assert state.came_in == {"j": [[after, 500], [NOW - 9, 7]]}
    assert [win.at for win in state.wins] == [cut.at for cut in state.cuts] == [after]
    assert state.difference.at == after


@pytest.mark.parametrize(("hour", "after", "counted"), [(99, 99, {"1": [3]}), (100, 100, {"1": [3]}), (101, 100, {})])
def test_an_hour_that_has_not_come_is_counted_anew(hour: int, after: int, counted: dict[str, list[int]]) -> None:
    state = TableState(id="T1", hour=hour, in_hour={"1": [3]})
    clamp_table(state, ClockSetRight(day=TODAY), right())
    assert (state.hour, state.in_hour) == (after, counted)
    assert state.difference is None


def test_the_hour_that_is_counted_is_this_one_to_its_last_microsecond() -> None:
    state = TableState(id="T1", hour=102, in_hour={"1": [3]})
    clamp_table(state, ClockSetRight(day=TODAY), told("clock-set-right", {"day": TODAY}, at=101 * HOUR - 1))
    assert (state.hour, state.in_hour) == (100, {})


@pytest.mark.parametrize(("then", "after"), [(NOW - 1, NOW - 1), (NOW, NOW), (NOW + 1, NOW)])
def test_moments_of_a_jackpot_are_at_the_latest_now(then: int, after: int) -> None:
    hit = Hit("h", "j", "", "T1", 1, 1, "w", "e", "p", 5, 5, 0, True, False, False, then, closed=then)
    held = Hit("i", "j", "", "T1", 1, 1, "w", "e", "p", 5, 5, 0, True, False, False, NOW - 4)
    state = JackpotState(id="j", began=then, clear=then, stated=then, day_ends=then, hits={"h": hit, "i": held})
    state.dues = [[then, 11], [NOW - 3, 12]]
    state.taken = [[then, 31, then], [NOW - 3, 32, NOW - 2]]
    state.undone = [[then, 21, then], [NOW - 3, 22, NOW - 2]]
    state.unpaid = [[then, 41, then], [NOW - 3, 42, NOW - 2]]
    state.checks = {"1": Check("1", 5, "cage", then, ["cole"]), "2": Check("2", 5, "cage", NOW - 3, ["cole"])}
    state.cuts = [JackpotFigures(then, None, [], {})]
    clamp_jackpot(state, ClockSetRight(day=TODAY), right())
    assert (state.began, state.clear, state.stated, state.day_ends) == (after, after, after, 0)
    assert (hit.locked, hit.closed, held.locked, held.closed) == (after, after, NOW - 4, None)
    assert state.dues == [[after, 11], [NOW - 3, 12]]
    assert state.taken == [[after, 31, after], [NOW - 3, 32, NOW - 2]]
    assert state.undone == [[after, 21, after], [NOW - 3, 22, NOW - 2]]
    assert state.unpaid == [[after, 41, after], [NOW - 3, 42, NOW - 2]]
    assert [(check.number, check.at) for check in state.checks.values()] == [("1", after), ("2", NOW - 3)]
    assert [cut.at for cut in state.cuts] == [after]
