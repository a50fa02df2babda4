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
    paid_off,
    pay_oldest,
    post,
    table_at,
    turn,
    unclosed_by,
    unpay,
    unsure,
)
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.body import NewDay
from houseway.floor.kinds.day_counts import TableFigures
from houseway.floor.kinds.of_jackpot import JackpotDayClosed
from houseway.floor.kinds.of_payment import Check
from houseway.floor.states import JackpotState, PropertyState, TableState
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
    ("kind", "micros", "came", "taken", "undone"),
    [
        ("jackpot-begun", 50, [[1_000, 50]], [], []),
        ("hit-locked", 50, [[1_000, 50]], [], []),
        ("withdrawn", 50, [[1_000, 50]], [], []),
        ("check-voided", 50, [], [], []),
        ("deposited", -50, [], [], []),
        ("hit-paid", -50, [], [], []),
        ("hit-rejected", -50, [], [[900, 50, 1_000]], []),
        ("meter-adjusted", -50, [], [[900, 50, 1_000]], []),
        ("meter-adjusted", 50, [[1_000, 50]], [], []),
        ("contribution-voided", -50, [], [], [[1_000, 50, 1_000]]),
    ],
)
def test_what_a_jackpots_own_entries_do_to_what_is_due(
    kind: str, micros: int, came: list[list[int]], taken: list[list[int]], undone: list[list[int]]
) -> None:
    jackpot = JackpotState(id="j", day_ends=1_000, dues=[[900, 80]])
    post(jackpot, told(kind, {}, {"j:due": micros, "j:house": -micros}, at=5))
    assert (jackpot.dues, jackpot.taken, jackpot.undone) == ([[900, 80], *came], taken, undone)
    assert jackpot.moved == {"j:due": micros, "j:house": -micros}


def test_a_voided_wager_is_of_the_day_on_which_it_was_counted() -> None:
    jackpot = JackpotState(id="j", day_ends=2_000)
    post(jackpot, told("contribution-voided", {"since": 1_000}, {"j:due": -30}, at=1_500))
    assert jackpot.undone == [[1_000, 30, 2_000]]


def adjusted(jackpot: JackpotState, *moves: int) -> None:
    for micros in moves:
        post(jackpot, told("meter-adjusted", {}, {"j:due": micros, "j:house": -micros}, at=1_500))


@pytest.mark.parametrize(
    ("moves", "came", "taken"),
    [
        ((1, 5), [6], []),
        ((5, -2), [5], [[2_000, 2]]),
        ((-2, 1), [1], [[1_000, 2]]),
        ((5, -5, 4), [9], [[2_000, 5]]),
        ((5, -6), [5], [[2_000, 5], [1_000, 1]]),
        ((5, -6, -3), [5], [[2_000, 5], [1_000, 1], [1_000, 3]]),
        ((5, -6, 1, -2), [6], [[2_000, 5], [1_000, 1], [2_000, 1], [1_000, 1]]),
        ((-9, -1), [], [[1_000, 9], [500, 1]]),
        ((-14,), [], [[1_000, 9], [500, 4]]),
    ],
)
def test_what_is_taken_back_is_kept_with_the_day_of_which_it_was(
    moves: tuple[int, ...], came: list[int], taken: list[list[int]]
) -> None:
    jackpot = JackpotState(id="j", day_ends=2_000, dues=[[500, 4], [1_000, 9]])
    adjusted(jackpot, *moves)
    assert jackpot.dues == [[500, 4], [1_000, 9], *([2_000, part] for part in came)]
    assert jackpot.taken == [[*part, 2_000] for part in taken]


def test_what_comes_in_on_another_day_stays_apart() -> None:
    jackpot = JackpotState(id="j", day_ends=2_000, dues=[[1_000, 9]])
    adjusted(jackpot, 3)
    jackpot.day_ends = 3_000
    adjusted(jackpot, 4, -5)
    assert jackpot.dues == [[1_000, 9], [2_000, 3], [3_000, 4]]
    assert jackpot.taken == [[3_000, 4, 3_000], [2_000, 1, 3_000]]


def test_a_single_micro_came_in_on_its_day() -> None:
    assert came_in(JackpotState(id="j", dues=[[100, 9], [200, 1]]), ()) == {100: 9, 200: 1}


def table_of(*dated: tuple[int, int], id: str = "j") -> TableState:
    return TableState(id="T1", came_in={id: [list(part) for part in dated]})


def test_what_came_in_is_that_of_all_tables_and_of_the_jackpot_itself() -> None:
    jackpot = JackpotState(id="j", dues=[[100, 10], [200, 5]], taken=[[200, 2, 200]])
    tables = [table_of((100, 1), (200, 2)), table_of((200, 3)), table_of((200, 99), id="other")]
    assert came_in(jackpot, tables) == {100: 11, 200: 8}
    assert came_in(jackpot, tables, 199) == {100: 11}
    assert came_in(jackpot, tables, 200) == {100: 11, 200: 8}


def test_what_is_taken_back_is_the_newest_of_what_had_come_in_by_then() -> None:
    jackpot = JackpotState(id="j", dues=[[100, 10], [200, 5], [300, 4]], taken=[[200, 5, 300], [100, 2, 300]])
    assert came_in(jackpot, ()) == {100: 8, 200: 0, 300: 4}
    assert came_in(jackpot, (), 300) == {100: 8, 200: 0, 300: 4}
    assert came_in(jackpot, (), 299) == {100: 10, 200: 5}


def test_what_was_taken_of_money_that_a_close_found_paid_takes_no_other() -> None:
    jackpot = JackpotState(id="j", dues=[[200, 3], [300, 4]], taken=[[100, 6, 400], [200, 5, 400]])
    assert came_in(jackpot, [table_of((200, 2))]) == {200: 2, 300: 4}


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


# -- checks that may be void


def check(at: int, due: int) -> Check:
    return Check("7", 0, "cage", at, [], due=due)


@pytest.mark.parametrize(
    ("checks", "unpaid", "due", "expected"),
    [
        ([], [], 4, []),
        ([(199, 5)], [], 4, [(100, 2), (200, 3)]),
        ([(200, 5)], [], 4, []),
        ([(199, 5), (0, 1)], [], 4, [(100, 3), (200, 3)]),
        ([(199, 9)], [], -4, [(200, 1), (300, 4)]),
        ([(199, 4)], [], -4, []),
        ([], [(199, 5, 201)], 4, [(100, 2), (200, 3)]),
        ([], [(200, 5, 201)], 4, []),
        ([], [(199, 5, 200)], 4, []),
        ([(199, 1)], [(0, 1, 300)], 4, [(200, 2)]),
        ([(0, 15)], [], 4, [(50, 2), (100, 10), (200, 3)]),
    ],
)
def test_what_only_checks_have_paid_that_may_be_void_is_the_next_older(
    checks: list[tuple[int, int]], unpaid: list[tuple[int, int, int]], due: int, expected: list[tuple[int, int]]
) -> None:
    jackpot = JackpotState(id="j", checks={str(at): check(at, due) for at, due in checks})
    jackpot.unpaid = [list(part) for part in unpaid]
    assert unsure(jackpot, {100: 10, 200: 3, 300: 4}, due, 50, 200) == expected


def test_what_a_check_paid_is_told_by_the_lines_of_its_own_jackpot() -> None:
    entry = told("hit-paid", {}, {"j:due": -30, "k:due": 7, "j:bank": -5, "j:house": 28}, at=5)
    assert (paid_off("j", entry), paid_off("k", entry), paid_off("l", entry)) == (30, -7, 0)


def test_a_void_check_is_kept_with_the_day_of_its_void() -> None:
    jackpot = JackpotState(id="j", day_ends=2_000)
    unpay(jackpot, check(700, 30), told("check-voided", {}, {}, at=1_500))
    assert jackpot.unpaid == [[700, 30, 2_000]]


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
    jackpot = JackpotState(id="j", dues=[[200, 3], [100, 12]], taken=[[100, 2, 200]])
    pay_oldest(jackpot, paid)
    assert (jackpot.dues, jackpot.taken) == (left, [])


def test_a_deposit_at_a_cut_off_whose_clock_was_behind_is_none_of_release_0_1() -> None:
    jackpot = JackpotState(id="j", dues=[[900, 50]], undone=[[1_000, 10, 1_000]], day_ends=1_000)
    FloorFold().apply(jackpot, told("deposited", {"micros": 20, "left": 20}, {"j:due": -20, "j:bank": 20}, at=1_000))
    assert (jackpot.dues, jackpot.undone) == ([[900, 50]], [[1_000, 10, 1_000]])
    assert [cut.at for cut in jackpot.cuts] == [1_000]


def test_a_deposit_of_release_0_1_leaves_what_it_did_not_pay() -> None:
    jackpot = JackpotState(id="j", dues=[[900, 50]])
    FloorFold().apply(jackpot, told("deposited", {"micros": 20, "left": 30}, {"j:due": -20, "j:bank": 20}, at=1_000))
    assert jackpot.dues == [[900, 30]]


@pytest.mark.parametrize(
    ("due", "after"),
    [(13, [[100, 10], [200, 3]]), (20, [[100, 10], [200, 3], [500, 7]]), (5, [[100, 2], [200, 3]]), (0, [])],
)
def test_a_close_of_release_0_1_had_what_was_due_by_then(due: int, after: list[list[int]]) -> None:
    jackpot = JackpotState(id="j", dues=[[100, 12], [200, 3]], taken=[[100, 2, 300]], undone=[[1, 0, 1]])
    jackpot.unpaid = [[1, 2, 3]]
    jackpot.cuts = [jackpot.figures(5)]
    close_jackpot(jackpot, JackpotDayClosed(due=due), 500)
    assert (jackpot.dues, jackpot.clear, jackpot.cuts) == (after, 500, [])
    assert (jackpot.taken, jackpot.undone, jackpot.unpaid) == ([], [], [])


def test_a_close_of_release_0_1_says_since_when_what_came_in_is_due() -> None:
    jackpot = JackpotState(id="j")
    close_jackpot(jackpot, JackpotDayClosed(due=7, since=300), 500)
    assert jackpot.dues == [[300, 7]]


def test_a_close_keeps_what_is_later_than_its_cut_and_nothing_else() -> None:
    jackpot = JackpotState(id="j", dues=[[99, 1], [100, 2], [101, 3]])
    jackpot.undone = [[1, 4, 100], [1, 5, 101]]
    jackpot.taken = [[1, 6, 100], [1, 7, 101]]
    jackpot.unpaid = [[1, 8, 100], [1, 9, 101]]
    jackpot.cuts = [jackpot.figures(100), jackpot.figures(101)]
    close_jackpot(jackpot, JackpotDayClosed(cut=100, dues=[(50, 9)], unsure=[(40, 6), (50, 1)]), 500)
    assert jackpot.dues == [[40, 6], [50, 1], [50, 9], [101, 3]]
    assert jackpot.undone == [[1, 5, 101]]
    assert jackpot.taken == [[1, 7, 101]]
    assert jackpot.unpaid == [[1, 9, 101]]
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
