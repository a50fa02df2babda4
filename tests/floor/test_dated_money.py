"""Money and figures by their gaming day: what came in when, what of it is still due, what a close keeps."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from houseway.floor.bookkeeping.days import (
    DAY,
    accounts_at,
    came_in,
    close_jackpot,
    close_table,
    dues,
    jackpot_at,
    newest,
    pay_oldest,
    post,
    table_at,
    turn,
    unclosed_by,
)
from houseway.floor.kinds.body import NewDay
from houseway.floor.kinds.of_jackpot import JackpotDayClosed
from houseway.floor.states import JackpotState, PropertyState, TableFigures, TableState
from tests.floor.telling import told

# -- days that are not closed


@pytest.mark.parametrize(
    ("days", "played", "open_", "today", "expected"),
    [
        ([], [], [], "2026-05-04", []),
        ([], ["2026-05-02"], [], "2026-05-04", ["2026-05-02"]),
        (["2026-05-02"], ["2026-05-01", "2026-05-02", "2026-05-03"], [], "2026-05-04", ["2026-05-03"]),
        ([], ["2026-05-02"], ["T1"], "2026-05-04", ["2026-05-02", "2026-05-03", "2026-05-04"]),
        (["2026-05-02"], [], ["T1"], "2026-05-04", ["2026-05-03", "2026-05-04"]),
        (["2026-05-03"], ["2026-05-02"], ["T1"], "2026-05-04", ["2026-05-04"]),
        (["2026-05-04"], [], ["T1"], "2026-05-04", []),
        ([], ["2026-05-01", "2026-05-03"], ["T1"], "2026-05-04", ["2026-05-01", "2026-05-03", "2026-05-04"]),
        ([], [], ["T1"], "2026-05-04", []),
    ],
)
def test_days_on_which_a_table_was_open_and_that_are_not_closed(
    days: list[str], played: list[str], open_: list[str], today: str, expected: list[str]
) -> None:
    assert unclosed_by(PropertyState(days=days, played=played, open=open_), today) == expected


# -- figures


def test_the_first_entry_of_another_day_keeps_what_stood_before_it() -> None:
    state = TableState(id="T1", rounds=3, day_ends=100)
    turn(state, None, told("tabulated", at=99))
    assert (state.cuts, state.day_ends) == ([], 100)
    turn(state, None, told("tabulated", at=100))
    assert ([cut.at for cut in state.cuts], state.day_ends) == ([100], 0)
    turn(state, None, told("tabulated", at=101))
    assert len(state.cuts) == 1
    state.rounds = 4
    turn(state, NewDay("", 200), told("tabulated", at=105))
    assert ([(cut.at, cut.rounds) for cut in state.cuts], state.day_ends) == ([(100, 3), (105, 4)], 200)


def test_figures_at_a_cut_are_those_before_the_first_entry_after_it() -> None:
    table, jackpot = TableState(id="T1", rounds=9), JackpotState(id="j", moved={"j:pool": 9})
    table.cuts = [table.figures(100), table.figures(200)]
    jackpot.cuts = [jackpot.figures(100), jackpot.figures(200)]
    for cut, at in ((99, 100), (100, 100), (101, 200), (200, 200), (201, 201)):
        assert table_at(table, cut).at == jackpot_at(jackpot, cut).at == at


def test_accounts_at_a_cut_are_those_of_now_less_what_moved_since() -> None:
    state = JackpotState(id="j", moved={"j:pool": 70, "j/r:pool": 5, "k:pool": 1, "jj:pool": 3})
    figures = state.figures(1)
    figures.moved = {"j:pool": 60}
    table = TableState(id="T1", moved={"j:pool": 4, "j:due": 9})
    before = table.figures(1)
    before.moved = {"j:due": 9}
    now = {"j:pool": 74, "j/r:pool": 5, "j:due": 9, "k:pool": 1}
    assert accounts_at("j", now, [(state, figures), (table, before)]) == {"j:pool": 60, "j:due": 9, "k:pool": 1}
    assert accounts_at("j", now, [(state, state.figures(1))]) == now


# -- money that comes in


def test_an_account_that_is_empty_now_was_not_where_something_moved_since() -> None:
    before = TableFigures(5, 0, 0, 0, {"j:pool": 4}, {})
    assert accounts_at("j", {}, [(TableState(id="T1", moved={"j:pool": 7, "k:pool": 9}), before)]) == {"j:pool": -3}


def test_what_wagers_bring_is_dated_by_the_end_of_its_day() -> None:
    table = TableState(id="T1", day_ends=1_000)
    table_entry = {"j:accrued": 10, "j:due": 10, "j:house": -10, "play/ben/T1": 4, "play/house": -4}
    for _ in range(2):
        post(table, told("tabulated", {}, table_entry, at=5))
    assert table.came_in == {"j": [[1_000, 20]]}
    assert table.moved == {"j:accrued": 20, "j:due": 20, "j:house": -20}
    table.day_ends = 2_000
    post(table, told("tabulated", {}, {"j:due": 7}, at=1_500))
    post(table, told("round-voided", {}, {"j:due": -3}, at=1_501))
    post(table, told("tabulated", {}, {"j:due": 2}, at=1_502))
    assert table.came_in == {"j": [[1_000, 20], [2_000, 7], [2_000, -3], [2_000, 2]]}


@pytest.mark.parametrize(("at", "since"), [(0, DAY), (DAY - 1, DAY), (DAY, 2 * DAY), (5 * DAY + 3, 6 * DAY)])
def test_without_an_end_on_record_a_day_is_that_of_the_calendar(at: int, since: int) -> None:
    table = TableState(id="T1")
    post(table, told("tabulated", {}, {"j:due": 7}, at=at))
    assert table.came_in == {"j": [[since, 7]]}


@pytest.mark.parametrize(
    ("kind", "micros", "dues_after", "undone"),
    [
        ("jackpot-begun", 50, [[1_000, 50]], []),
        ("hit-locked", 50, [[1_000, 50]], []),
        ("withdrawn", 50, [], []),
        ("deposited", -50, [], []),
        ("hit-paid", -50, [], []),
        ("hit-rejected", -50, [[1_000, -50]], []),
        ("meter-adjusted", -50, [[1_000, -50]], []),
        ("meter-adjusted", 50, [[1_000, 50]], []),
        ("contribution-voided", -50, [], [[1_000, 50, 1_000]]),
    ],
)
def test_what_a_jackpots_own_entries_do_to_what_is_due(
    kind: str, micros: int, dues_after: list[list[int]], undone: list[list[int]]
) -> None:
    jackpot = JackpotState(id="j", day_ends=1_000)
    post(jackpot, told(kind, {}, {"j:due": micros, "j:house": -micros}, at=5))
    assert (jackpot.dues, jackpot.undone) == (dues_after, undone)
    assert jackpot.moved == {"j:due": micros, "j:house": -micros}


def test_a_voided_wager_is_of_the_day_on_which_it_was_counted() -> None:
    jackpot = JackpotState(id="j", day_ends=2_000)
    post(jackpot, told("contribution-voided", {"since": 1_000}, {"j:due": -30}, at=1_500))
    assert jackpot.undone == [[1_000, 30, 2_000]]


@pytest.mark.parametrize(
    ("moves", "parts"),
    [((1, 5), [6]), ((5, 1), [6]), ((-2, -3), [-5]), ((-2, 1), [-2, 1]), ((5, -5), [5, -5]), ((-2, 1, 1), [-2, 2])],
)
def test_what_comes_in_on_a_day_and_what_is_taken_back_stay_apart(moves: tuple[int, ...], parts: list[int]) -> None:
    jackpot = JackpotState(id="j", day_ends=2_000, dues=[[1_000, 9]])
    for micros in moves:
        post(jackpot, told("meter-adjusted", {}, {"j:due": micros, "j:house": -micros}, at=1_500))
    assert jackpot.dues == [[1_000, 9], *([2_000, part] for part in parts)]


def test_a_single_micro_came_in_on_its_day() -> None:
    assert came_in(JackpotState(id="j", dues=[[100, 9], [200, 1]]), ()) == {100: 9, 200: 1}


def table_of(*dated: tuple[int, int], id: str = "j") -> TableState:
    return TableState(id="T1", came_in={id: [list(part) for part in dated]})


def test_what_came_in_is_that_of_all_tables_and_of_the_jackpot_itself() -> None:
    jackpot = JackpotState(id="j", dues=[[100, 10], [200, 5], [200, -2]])
    tables = [table_of((100, 1), (200, 2)), table_of((200, 3)), table_of((200, 99), id="other")]
    assert came_in(jackpot, tables) == {100: 11, 200: 8}
    assert came_in(jackpot, tables, 199) == {100: 11}
    assert came_in(jackpot, tables, 200) == {100: 11, 200: 8}


def test_what_is_taken_back_is_the_newest_of_what_had_come_in_by_then() -> None:
    jackpot = JackpotState(id="j", dues=[[100, 10], [200, 5], [300, -7], [300, 4]])
    assert came_in(jackpot, ()) == {100: 8, 200: 0, 300: 4}


def test_a_voided_wager_is_taken_from_the_wagers_of_its_day_and_then_from_the_rest() -> None:
    jackpot = JackpotState(id="j", dues=[[100, 10]], undone=[[200, 6, 300]])
    assert came_in(jackpot, [table_of((200, 4), (300, 9))]) == {100: 8, 200: 0, 300: 9}
    assert came_in(jackpot, [table_of((200, 4), (300, 9))], 299) == {100: 10, 200: 4}
    assert came_in(jackpot, [table_of((200, 4))], 300) == {100: 8, 200: 0}


@pytest.mark.parametrize(
    ("due", "oldest", "expected"),
    [
        (0, 0, []),
        (3, 0, [(300, 3)]),
        (4, 0, [(300, 4)]),
        (5, 0, [(200, 1), (300, 4)]),
        (17, 0, [(100, 10), (200, 3), (300, 4)]),
        (18, 50, [(50, 1), (100, 10), (200, 3), (300, 4)]),
        (18, 150, [(100, 1), (100, 10), (200, 3), (300, 4)]),
        (-5, 50, []),
    ],
)
def test_what_is_due_is_the_last_that_came_in(due: int, oldest: int, expected: list[tuple[int, int]]) -> None:
    assert newest({100: 10, 200: 3, 250: 0, 300: 4}, due, oldest) == expected
    jackpot = JackpotState(id="j", dues=[[100, 10], [200, 3]])
    assert dues(jackpot, [table_of((300, 4))], due, oldest) == expected


def test_money_that_nobody_knows_of_is_due_since_the_oldest_moment() -> None:
    assert newest({}, 5, 70) == [(70, 5)]


# -- deposits and closes of release 0.1


@pytest.mark.parametrize(
    ("paid", "left"),
    [
        (0, [[100, 10], [200, 3]]),
        (4, [[100, 6], [200, 3]]),
        (10, [[200, 3]]),
        (11, [[200, 2]]),
        (13, []),
        (99, []),
    ],
)
def test_a_deposit_of_release_0_1_paid_the_oldest_first(paid: int, left: list[list[int]]) -> None:
    jackpot = JackpotState(id="j", dues=[[200, 3], [100, 10]])
    pay_oldest(jackpot, paid)
    assert jackpot.dues == left


@pytest.mark.parametrize(
    ("due", "after"),
    [(13, [[100, 10], [200, 3]]), (20, [[100, 10], [200, 3], [500, 7]]), (5, [[100, 2], [200, 3]]), (0, [])],
)
def test_a_close_of_release_0_1_had_what_was_due_by_then(due: int, after: list[list[int]]) -> None:
    jackpot = JackpotState(id="j", dues=[[100, 10], [200, 3]], undone=[[1, 0, 1]])
    jackpot.cuts = [jackpot.figures(5)]
    close_jackpot(jackpot, JackpotDayClosed(due=due), 500)
    assert (jackpot.dues, jackpot.clear, jackpot.undone, jackpot.cuts) == (after, 500, [], [])


def test_a_close_of_release_0_1_says_since_when_what_came_in_is_due() -> None:
    jackpot = JackpotState(id="j")
    close_jackpot(jackpot, JackpotDayClosed(due=7, since=300), 500)
    assert jackpot.dues == [[300, 7]]


def test_a_close_keeps_what_is_later_than_its_cut_and_nothing_else() -> None:
    jackpot = JackpotState(id="j", dues=[[99, 1], [100, 2], [101, 3]])
    jackpot.undone = [[1, 4, 100], [1, 5, 101]]
    jackpot.cuts = [jackpot.figures(100), jackpot.figures(101)]
    close_jackpot(jackpot, JackpotDayClosed(cut=100, dues=[(50, 9)]), 500)
    assert jackpot.dues == [[50, 9], [101, 3]]
    assert jackpot.undone == [[1, 5, 101]]
    assert [cut.at for cut in jackpot.cuts] == [101]
    table = table_of((100, 1), (101, 2))
    table.came_in["k"] = [[100, 5]]
    table.cuts = [table.figures(100), table.figures(101)]
    close_table(table, 100)
    assert table.came_in == {"j": [[101, 2]]}
    assert [cut.at for cut in table.cuts] == [101]
    close_table(table, UNSET)
    empty: dict[str, Any] = {}
    assert (table.came_in, table.cuts) == (empty, [])
