"""Bonus prizes paid whole to each winner, also where the paytable divides them (WAC 230-15-671)."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.simulation.compiled_rounds import Book
from houseway.table.records.record import record
from houseway.table.round import Round
from houseway.table.setup import Setup
from houseway.table.table_errors import BadRecord, BadSetup
from tests.rounds import play_round

WAGERS = {seat: {"player": 500, "tie-after-tie": 100} for seat in (1, 2)}
BOTH_QUADS = "7h 7h 7h ?? ?? ?? 7h 7h 7h"
"""Both players hold four sevens of hearts with the community cards: all of the meter, twice."""


def quads(scheme: str, meter: int = 500_000, **choices: Any) -> Round:
    return play_round(
        "dueling",
        WAGERS,
        BOTH_QUADS,
        [(1, "war"), (2, "war")],
        {"tie-after-tie": meter},
        schemes={"tie-after-tie": scheme, "two-plus-two": scheme},
        **choices,
    )


def prizes(round_: Round) -> list[tuple[int, str | None]]:
    return [(line.returned, line.note) for line in round_.lines if line.wager == "tie-after-tie"]


def test_each_winner_of_a_bonus_has_all_of_it() -> None:
    assert prizes(quads("bonus", whole=True)) == [(500_000, None), (500_000, None)]


@pytest.mark.clause("dueling", "DD-6", "BJS-3")
def test_by_the_paytable_winners_of_one_event_divide_it() -> None:
    assert prizes(quads("bonus")) == [(250_000, "divided among 2")] * 2


@pytest.mark.clause("dueling", "DD-6")
def test_a_progressive_is_divided_as_its_paytable_says_all_the_same() -> None:
    assert prizes(quads("progressive", whole=True)) == [(250_000, "divided among 2")] * 2


@pytest.mark.clause("dueling", "BJS-7")
def test_a_prize_for_the_other_players_is_still_divided() -> None:
    """Envy goes to those who did not make the hand; it is shared by its own rule."""
    extras: dict[str, Any] = {"share": {"tie-after-tie": {"quads-same-suit": "$100"}}}
    round_ = quads("bonus", whole=True, **extras)
    assert [line.returned for line in round_.lines if line.event == "share-the-wealth"] == [5000] * 4


def test_the_record_keeps_it_and_replays_alike() -> None:
    data = record(quads("bonus", whole=True))
    assert data["whole"] is True
    assert houseway.replay(data) is None
    difference = houseway.replay({key: value for key, value in data.items() if key != "whole"})
    assert difference is not None
    assert "whole" not in record(quads("bonus"))
    with pytest.raises(BadRecord):
        houseway.replay({**data, "whole": "yes"})


def test_it_is_kept_with_the_table_and_posted_there() -> None:
    game = houseway.game("dueling")
    setup = game.setup(wagers=["player", "tie-after-tie"], whole=True)
    assert Setup(setup.edition, **setup.as_dict()).whole is True
    (notice,) = [item for item in houseway.postings(setup).notices if item.clause == "WAC 230-15-671"]
    assert setup.wager("tie-after-tie").name in notice.text
    running = game.setup(wagers=["player", "tie-after-tie"], whole=True, schemes={"tie-after-tie": "progressive"})
    assert not [item for item in houseway.postings(running).notices if item.clause == "WAC 230-15-671"]


@pytest.mark.parametrize("whole", [1, "yes", None, []])
def test_it_is_true_or_false(whole: Any) -> None:
    with pytest.raises(BadSetup):
        houseway.game("dueling").setup(whole=whole)


@pytest.mark.parametrize("whole", [True, False])
def test_compiled_rounds_write_the_same_lines(whole: bool) -> None:
    """Kernels keep their lines in a `Book`: two claims on one row come out as at the table."""
    round_ = quads("bonus", whole=whole)
    setup = round_.setup
    book = Book(setup, {"tie-after-tie": [1, 2]}, {"tie-after-tie": 500_000})
    written = [line for line in round_.lines if line.wager == "tie-after-tie"]
    for line in written:
        row = setup.paytables["tie-after-tie"].row((line.event,))
        book.pay(line.seat, "tie-after-tie", line.stake, row, line.clause)
    book.prizes()
    assert book.lines == written
