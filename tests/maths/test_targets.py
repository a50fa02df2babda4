"""Paytables in whole numbers that reach a house edge: all of them by trying every one, and none that does not."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import houseway
from houseway.maths import targets
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.targets import Target, parse_rows, tables_reaching

TRIPLE = Question(wagers=("triple-match",), paytable="PT-FLT-TA-TM-01")


def target(*rows: str, edge: str = "5", within: str = "0.5", **more: Any) -> Target:
    return Target(edge=Fraction(edge) / 100, within=Fraction(within) / 100, rows=dict(parse_rows(rows)), **more)


def test_exactly_the_tables_that_reach_the_edge_are_found() -> None:
    game = houseway.game("triple-attack")
    rows = {"three-of-a-kind": (15, 30), "one-pair-suited": (2, 8), "one-pair": (1, 3)}
    asked = target(*(f"{row}={low}-{high}" for row, (low, high) in rows.items()))
    found = tables_reaching(game, TRIPLE, asked, most=300)
    wanted = set()
    for pays in product(*(range(low, high + 1) for low, high in rows.values())):
        changed = dict(zip(rows, (f"{pay}:1" for pay in pays), strict=True))
        (figures,) = game.analyze(wager="triple-match", paytable="PT-FLT-TA-TM-01", pays=changed).figures
        in_order = 150 >= pays[0] >= pays[1] >= pays[2]
        if in_order and abs(Fraction(figures.house_edge) - asked.edge) <= asked.within:
            wanted.add(pays)
    assert {tuple(each.pays.values()) for each in found.tables} == wanted and len(wanted) > 3
    assert found.line and found.foretold == found.analysed == len(wanted)
    for each in found.tables:
        assert abs(Fraction(each.figures.house_edge) - asked.edge) <= asked.within
    # The least changed come first: the printed table pays 20, 4 and 2.
    assert sum(abs(pay - at) for pay, at in zip(found.tables[0].pays.values(), (20, 4, 2), strict=True)) <= 2


def test_a_side_bet_at_five_percent_that_hits_more_than_a_fifth_of_the_time() -> None:
    asked = target("three-of-a-kind-suited", "three-of-a-kind", "one-pair", within="0.05", hit_frequency=Fraction(1, 5))
    found = tables_reaching(houseway.game("triple-attack"), TRIPLE, asked, most=3)
    assert len(found.tables) == 3
    for each in found.tables:
        assert abs(float(each.figures.house_edge) - 0.05) <= 0.0005
        assert each.figures.hit_frequency > Fraction(1, 5)
    assert not tables_reaching(
        houseway.game("triple-attack"), TRIPLE, target("one-pair", hit_frequency=Fraction(1, 2))
    ).tables


def test_where_the_play_moves_with_the_pays_each_table_has_its_own_best_play() -> None:
    game = houseway.game("deuces-wild")
    asked = target("straight", "flush", "full-house", edge="4")
    found = tables_reaching(game, Question(wagers=("ante",), paytable="A"), asked)
    assert not found.line and found.tables
    first = found.tables[0]
    pays = {row: f"{pay}:1" for row, pay in first.pays.items()}
    assert game.analyze(wager="ante", paytable="A", pays=pays).figures[0].ev == first.figures.ev


def test_where_the_play_moves_with_the_pays_tables_far_from_the_printed_one_are_found_too() -> None:
    """All 1,728 tables of these bounds were gone through by a program of its own, hand by hand: these reach it."""
    rows = ("straight=1-12", "flush=1-12", "full-house=1-12")
    asked = target(*rows, edge="4", within="0.3", ordered=False)
    found = tables_reaching(houseway.game("deuces-wild"), Question(wagers=("ante",), paytable="A"), asked, most=100)
    assert {tuple(each.pays.values()) for each in found.tables} == {
        (1, 6, 7),
        (1, 10, 2),
        (2, 3, 7),
        (2, 4, 6),
        (2, 7, 2),
        (3, 2, 4),
        (3, 3, 3),
        (3, 4, 2),
    }


def test_of_more_tables_than_are_kept_the_least_changed_of_all_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "KEPT", 5)
    asked = target("three-of-a-kind=1-40", "one-pair-suited=1-12", edge="5.5", ordered=False)
    found = tables_reaching(houseway.game("triple-attack"), TRIPLE, asked)
    # Counted by hand: of 48 kinds of cards eight each, 32 of a rank, in three cards one after another.
    deals = 384 * 383 * 382
    suited, three = 48 * 8 * 7 * 6, 12 * 32 * 31 * 30 - 48 * 8 * 7 * 6
    pair_suited, pair = 3 * 48 * 8 * 7 * 352, 3 * (12 * 32 * 31 - 48 * 8 * 7) * 352

    def edge(three_pays: int, suited_pays: int) -> Fraction:
        return 1 - Fraction(151 * suited + (1 + three_pays) * three + (1 + suited_pays) * pair_suited + 3 * pair, deals)

    reach = [each for each in product(range(1, 41), range(1, 13)) if abs(edge(*each) - asked.edge) <= asked.within]
    reach.sort(key=lambda each: abs(math.log(each[0] / 20)) + abs(math.log(each[1] / 4)))
    assert reach[0] == (20, 4)
    assert [tuple(each.pays.values()) for each in found.tables] == reach[:5]
    assert found.foretold == len(reach) > 5


def test_rows_keep_their_order_unless_any_is_allowed() -> None:
    game = houseway.game("triple-attack")
    rows = ("three-of-a-kind=1-30", "one-pair-suited=1-12")
    kept = tables_reaching(game, TRIPLE, target(*rows, within="2"), most=100)
    free = tables_reaching(game, TRIPLE, target(*rows, within="2", ordered=False), most=100)
    assert all(each.pays["three-of-a-kind"] >= each.pays["one-pair-suited"] >= 2 for each in kept.tables)
    assert {tuple(each.pays.items()) for each in kept.tables} < {tuple(each.pays.items()) for each in free.tables}


@pytest.mark.parametrize(
    ("question", "rows", "says"),
    [
        (Question(wagers=("triple-match",)), ("one-pair",), "one paytable"),
        (TRIPLE, ("royal",), "no row 'royal'"),
        (TRIPLE, (), "0 rows"),
        (TRIPLE, ("one-pair=9-2",), "cannot pay 9 to 2"),
        (TRIPLE, ("one-pair=0-2",), "cannot pay 0 to 2"),
        (TRIPLE, ("none",), "no number to 1"),
        (TRIPLE, ("three-of-a-kind-suited=1-99999", "three-of-a-kind=1-99999"), "tables lie within"),
        (TRIPLE, ("one-pair=many",), "no row with its bounds"),
    ],
)
def test_a_target_that_cannot_be_is_refused(question: Question, rows: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadQuestion, match=says) as refused:
        tables_reaching(houseway.game("triple-attack"), question, target(*rows, ordered=False))
    assert refused.value.remedy
