"""A floor whose clock ran ahead: two people set it right, and everything goes on from now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.journal.journal_errors import ClockAhead, ClockSteppedBack
from tests.floor.houses import BLACKJACK, DAY, HOUR, PAIR, START, House, attack_table

RIGHT = c.SetClockRight(reason="the battery of the board was flat")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house whose machine has the time that the house has."""
    houses: list[House] = []
    floor = Floor.open(tmp_path / "floor.db", create=True, clock=lambda: houses[0].at if houses else START)
    houses.append(House(floor).build(tables=[attack_table("A1"), attack_table("A2")]))
    for jackpot in ("attack", "attack-two"):
        houses[0].deposit_all(jackpot)
    yield houses[0]
    houses[0].close()


def test_a_press_a_year_ahead_is_refused_and_the_table_plays_on(house: House) -> None:
    house.tabulate("A1", 1)
    now = house.at
    house.at += 365 * DAY
    with pytest.raises(ClockAhead):
        house.tabulate("A1")
    house.at = now
    house.tabulate("A1", 1)
    house.sound()


def test_two_people_set_a_clock_right_that_ran_ahead(house: House) -> None:
    house.tabulate("A2", 1)
    house.deposit_all("attack")
    now = house.at
    house.at += 60 * DAY
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", BLACKJACK))
    house.shut("A2")
    house.at = now + HOUR
    with pytest.raises(ClockSteppedBack):
        house.tabulate("A1", 1)
    house.refused(NotPermitted, RIGHT, "ames")
    house.refused(NotPermitted, RIGHT, "dole", "cole")
    reply = house.do(RIGHT, *PAIR)
    assert reply["streams"] == ["jackpot/attack", "property", "seals", "table/A1", "table/A2"]
    assert reply["now"] == house.at
    house.tabulate("A1", 1)
    house.open("A2")
    house.tabulate("A2", 1)
    house.settle_hit(house.floor.jackpot("attack").hits[hit.id])
    # What the wrong time left behind is of now: no check is due in two months, no day of July was played.
    assert house.floor.jackpot("attack").hits[hit.id].locked <= house.at
    assert max(house.floor.property.played) <= "2024-05-02"
    house.sound()
    notes = house.floor.journal.verify().notes
    assert {note.stream for note in notes} == {"jackpot/attack", "property", "seals", "table/A1", "table/A2"}


def test_a_clock_that_is_right_is_not_set(house: House) -> None:
    house.refused(WrongState, RIGHT, *PAIR)
    house.tabulate("A1", 1)
    # What was written at this very moment is not later than it.
    house.refused(WrongState, RIGHT, *PAIR, at=house.at)


def test_a_room_that_rested_for_a_day_to_the_microsecond_may_say_that_its_clock_is_right(house: House) -> None:
    house.tabulate("A1", 1)
    last = house.at
    house.at += DAY
    house.refused(WrongState, RIGHT, *PAIR, at=last + DAY - 1)
    reply = house.do(RIGHT, *PAIR, at=last + DAY)
    assert (reply["streams"], reply["was"], reply["now"]) == ([], last, last + DAY)


def test_a_room_that_rested_for_months_goes_on_when_two_people_say_that_the_clock_is_right(house: House) -> None:
    house.shut()
    house.at += 200 * DAY
    with pytest.raises(ClockAhead):
        house.do(c.GiveChips(player="player:ivy", amount=100), "sato")
    reply = house.do(RIGHT, *PAIR)
    assert reply["streams"] == []
    house.deposit_all("attack")
    house.open("A1")
    house.tabulate("A1", 1)
    house.sound()
