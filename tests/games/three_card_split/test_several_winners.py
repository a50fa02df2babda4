"""Several seats that hit one row in one round: counted by sets of hands, held against pairs of seats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.games.three_card_split.maths import full_table
from houseway.games.three_card_split.maths.counting import four_card_rows, somebody_hits
from houseway.registry import game

GAME = game("three-card-split")
JACKPOT = GAME.edition().paytable("jackpot", "TCS-4a", {})


def kinds_of(event: str) -> frozenset[int]:
    rows = four_card_rows().satisfied
    return frozenset(place for place, satisfied in enumerate(rows) if JACKPOT.row(satisfied).event == event)


@pytest.mark.parametrize("event", ["four-aces", "four-of-a-kind", "four-card-straight-flush"])
def test_two_seats_hit_a_row_as_often_as_pairs_of_hands_say(event: str) -> None:
    row = next(row for row in full_table(GAME, paytable="TCS-4a", seats=2).rows if row.event == event)
    assert somebody_hits(kinds_of(event), 1) == row.probability
    assert somebody_hits(kinds_of(event), 2) == 2 * row.probability - row.both


def test_a_straight_flush_of_four_is_hit_by_another_seat_now_and_then() -> None:
    figures = GAME.analyze(wager="jackpot", paytable="TCS-4a", pays={"four-card-straight-flush": "10%"}).figures[0]
    row = next(item for item in figures.divisions if item.event == "four-card-straight-flush")
    both = next(item for item in full_table(GAME, paytable="TCS-4a").rows if item.event == row.event).both
    assert row.somebody is not None and row.shared is not None
    # Of six others each has it as often as one has; that two of them have it is a trifle.
    assert both / row.probability < row.shared <= 6 * both / row.probability
    assert 7 * row.probability - 21 * both <= row.somebody < 7 * row.probability


def test_rows_that_many_hands_make_say_between_what_they_lie() -> None:
    figures = GAME.analyze(wager="jackpot", paytable="TCS-4a", pays={"three-of-a-kind": "1%"}).figures[0]
    row = next(item for item in figures.divisions if item.event == "three-of-a-kind")
    assert row.somebody is None and row.shared is None
    chance, both = (
        row.probability,
        next(item for item in full_table(GAME, paytable="TCS-4a").rows if item.event == row.event).both,
    )
    least, most = 7 * chance - 21 * both, 7 * chance - 6 * both
    assert any(f"{float(least):.4%} to {float(most):.4%}" in note for note in figures.notes)
    assert Fraction(0) < least < most < 7 * chance
