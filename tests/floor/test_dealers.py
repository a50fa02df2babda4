"""Who deals at a table: signing on, relieving, signing off, and the rounds that each dealer began."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, WrongState
from houseway.floor.states import DealerShift
from houseway.floor.subjects.dealers import KEPT_SHIFTS
from tests.floor.houses import PAIR
from tests.floor.live_tables import K1, V1, At, live_house


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[At]:
    """Dueling with keyed cards, where Dole and Dunn deal."""
    house = live_house(tmp_path / "floor.db")
    house.do(c.AddPerson(person=Person(id="dunn", name="D. Dunn", roles=("dealer",))), *PAIR)
    yield At(house, K1)
    house.sound()
    house.close()


ON, OFF = c.SignOnDealer(table=K1), c.SignOffDealer(table=K1)


def test_each_shift_has_the_rounds_that_began_in_it(duel: At) -> None:
    house = duel.house
    assert house.do(ON, "dole") == {"table": K1, "dealer": "dole"}
    first = house.at
    duel.begin(1)
    assert house.do(ON, "dunn") == {"table": K1, "dealer": "dunn", "left": "dole"}
    second = house.at
    # The round that Dole began is Dole's, though Dunn is there when it ends.
    house.do(c.VoidRound(table=K1, round=1, reason="a card fell"), "sato")
    assert house.do(OFF, "dunn") == {"table": K1, "dealer": None, "left": "dunn"}
    third = house.at
    assert duel.state.dealer == ""
    assert duel.state.dealers == [
        DealerShift("dole", first, 1, second, 1),
        DealerShift("dunn", second, 2, third, 1),
    ]
    house.do(ON, "dole")
    assert duel.state.dealers[-1] == DealerShift("dole", house.at, 2)
    assert [entry.get("relieved") for entry in duel.entries("dealer-signed-on")] == [None, "dole", None]


def test_a_shift_without_a_round_ends_before_the_first(duel: At) -> None:
    duel.house.do(ON, "dole")
    began = duel.house.at
    duel.house.do(OFF, "dole")
    over = [DealerShift("dole", began, 1, duel.house.at, 0)]
    assert duel.state.dealers == over
    duel.house.shut(K1)
    assert duel.state.dealers == over, "it ended when Dole signed off, not when the table was closed"


def test_a_dealer_is_signed_off_by_the_own_word_or_a_supervisors(duel: At) -> None:
    house = duel.house
    house.refused(WrongState, OFF, "sato")
    house.do(ON, "dole")
    house.refused(WrongState, ON, "dole")
    house.refused(NotPermitted, OFF, "dunn")
    assert house.do(OFF, "sato")["left"] == "dole"
    house.refused(WrongState, OFF, "dole")
    # Who has left may come back.
    house.do(ON, "dole")


def test_nobody_signs_on_where_the_table_deals_by_itself_or_is_closed(duel: At) -> None:
    duel.house.refused(WrongState, c.SignOnDealer(table=V1), "dole")
    duel.house.do(ON, "dole")
    duel.house.shut(K1)
    closed = duel.house.at
    assert (duel.state.dealer, duel.state.dealers[-1].until) == ("", closed)
    duel.house.refused(WrongState, ON, "dole")
    duel.house.refused(WrongState, OFF, "sato")


def test_a_table_keeps_the_last_twenty_shifts_at_hand(duel: At) -> None:
    began = []
    for number in range(KEPT_SHIFTS + 1):
        duel.house.do(ON, ("dole", "dunn")[number % 2])
        began.append(duel.house.at)
    assert KEPT_SHIFTS == 20
    assert [shift.since for shift in duel.state.dealers] == began[1:]
