"""Wagers that are refused in part: the others are placed, and each that goes back says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import houseway
from houseway.floor.floor_errors import WrongState
from houseway.table.table_errors import OutOfTurn, WagerRefused
from houseway.table.wagers import part_wagers
from tests.floor.live_tables import IVY, OTTO, V1, At, live_house

SPLIT = houseway.game("three-card-split").demonstration()


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    """Dueling that deals by itself, with Ivy and $900 at seat 1, Otto and $5.50 at seat 2, and wagers due."""
    house = live_house(tmp_path / "floor.db")
    table = At(house, V1)
    table.sit(1, IVY)
    table.sit(2, OTTO, 550)
    table.begin(1, 2)
    yield table
    house.close()


def lay(table: At, wagers: Any, who: str = IVY) -> dict[str, Any]:
    said = replace(table.says(1 if who == IVY else 2, wagers), partly=True)
    table.house.number += 1
    return table.house.floor.do(said, id=f"lay{table.house.number}", who=who, at=table.house.at, chance=b"\1" * 32)


def placed(table: At) -> dict[str, int]:
    """The wagers that were placed last, as the journal has them."""
    found: dict[str, int] = table.entries("answered")[-1]["answers"][0]["answer"]
    return found


def test_a_refused_side_bet_goes_back_and_the_main_bet_stands(duel: At) -> None:
    reply = lay(duel, {"tie-after-tie": 300, "player": 500})
    assert reply["returned"]["tie-after-tie"]["message"] == "Tie After Tie Jackpot is $1 at this table, not $3"
    assert placed(duel) == {"player": 500}
    [entry] = duel.entries("answered")
    assert entry["returned"].keys() == {"tie-after-tie"}
    duel.house.sound()


def test_what_is_taken_whole_is_written_as_before(duel: At) -> None:
    assert "returned" not in lay(duel, {"player": 500, "tie-after-tie": 100})
    assert duel.entries("answered")[0].keys() == {"round", "answers"}


def test_of_two_main_bets_that_exclude_each_other_the_first_that_was_laid_is_taken(duel: At) -> None:
    reply = lay(duel, {"tie-after-tie": 100, "dealer": 700, "player": 500})
    assert placed(duel) == {"dealer": 700, "tie-after-tie": 100}
    assert reply["returned"].keys() == {"player"}


def test_a_fifth_wager_that_was_laid_last_goes_back() -> None:
    setup = houseway.game("dueling").demonstration()
    five = {"tie-plus": 100, "combo-bet": 100, "tie-after-tie": 100, "two-plus-two": 100, "player": 500}
    taken, returned = part_wagers(setup, five)
    assert taken.keys() == five.keys() - {"two-plus-two"}
    assert "at most 4" in returned["two-plus-two"].message


def test_a_side_bet_beyond_the_share_of_its_main_bet_goes_back_and_one_that_needs_it_stays_with_it() -> None:
    taken, returned = part_wagers(SPLIT, {"three-card-bonus": 300, "four-card-bonus": 100, "primary": 500})
    assert taken == {"primary": 500, "four-card-bonus": 100}
    assert returned["three-card-bonus"].clause == "appendix B limit"


def test_chips_that_do_not_suffice_place_what_they_suffice_for(duel: At) -> None:
    reply = lay(duel, {"tie-after-tie": 100, "player": 500}, OTTO)
    assert placed(duel) == {"player": 500}
    assert reply["returned"]["tie-after-tie"]["message"] == "$6 is more than the $5.50 left"


def test_where_nothing_is_taken_the_answer_is_refused_and_nothing_is_written(duel: At) -> None:
    for nothing in ({"tie-after-tie": 100}, {"player": 100}, {"no-such": 500}, [1]):
        with pytest.raises(WagerRefused):
            lay(duel, nothing)
    with pytest.raises(WagerRefused, match="more than a table has"):
        lay(duel, {f"wager-{number}": 100 for number in range(13)})
    assert duel.entries("answered") == []


def test_an_answer_in_part_is_for_wagers_that_are_due(duel: At) -> None:
    lay(duel, {"player": 500})
    with pytest.raises((OutOfTurn, WrongState)):
        lay(duel, {"player": 500})
    assert len(duel.entries("answered")) == 1
