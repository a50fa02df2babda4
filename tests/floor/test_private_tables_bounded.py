"""Private tables where they end: their number, whose they are, who configured their template, their days and chips."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import NotPermitted, UnknownThing, WrongState
from houseway.floor.folding import FloorFold
from houseway.floor.states import PROPERTY, PropertyState
from houseway.floor.subjects.quick_tables import free_table
from houseway.journal import Decision, Draft, Request
from tests.floor.houses import PAIR, TEMPLATE, House, sqlite_house
from tests.floor.live_tables import IVY
from tests.floor.telling import told


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A property with a template, and no table that is open."""
    found = sqlite_house(tmp_path / "floor.db").build(jackpots=(), tables=(TEMPLATE,), opened=False)
    yield found
    found.close()


def opening(player: str, number: int) -> c.OpenQuickTable:
    return c.OpenQuickTable(template="Q1", table=f"Q1-{number}", player=player)


def test_twenty_four_private_tables_are_open_at_once_and_no_more(house: House) -> None:
    for number in range(1, 25):
        reply = house.do(opening(f"player:p{number}", number), f"player:p{number}")
        assert reply == {"table": f"Q1-{number}", "seat": 1, "chips": 0}
    assert free_table(house.floor.property, "Q1") == "Q1-25"
    house.refused(WrongState, opening(IVY, 25), IVY)
    house.do(c.CloseQuickTable(table="Q1-7"), "player:p7")
    assert "table/Q1-7" in house.floor.property.gone
    house.do(opening(IVY, 7), IVY)
    # It is there again, and was played on this day once.
    assert "table/Q1-7" not in house.floor.property.gone
    assert house.floor.property.played == [house.today]
    copy = house.floor.property.tables["Q1-7"]
    assert (copy.template, copy.copy_of) == (False, "Q1")
    house.sound()


def test_the_seat_of_a_private_table_names_the_purse_that_its_chips_come_from(house: House) -> None:
    house.do(c.GiveChips(player=IVY, amount=500), "sato")
    house.do(opening(IVY, 1), IVY)
    house.do(opening("player:otto", 2), "player:otto")
    taken = [
        (entry.data["chips"], entry.data.get("with"))
        for number in (1, 2)
        for entry in house.floor.journal.read(f"table/Q1-{number}")
        if entry.kind == "seat-taken"
    ]
    assert taken == [(500, ["players"]), (0, None)]
    house.sound()


def test_nobody_changes_a_private_table_into_another(house: House) -> None:
    house.do(opening(IVY, 1), IVY)
    copy = house.floor.property.tables["Q1-1"]
    refusal = house.refused(WrongState, c.ChangeTable(table=msgspec.structs.replace(copy, limits={})), *PAIR)
    assert refusal.message == "nobody configures a private table"


def test_nobody_opens_one_under_a_name_that_is_no_players(house: House) -> None:
    house.refused(UnknownThing, opening("player:a/b", 1), "player:a/b")


def test_a_template_that_one_person_configured_is_not_played(house: House) -> None:
    """Release 0.1 let one person write this entry."""
    body = {"table": msgspec.to_builtins(TEMPLATE), "with": []}
    request = Request(
        command="of 0.1",
        digest=b"",
        who="ames",
        at=house.at,
        streams=(PROPERTY,),
        reads=(),
        decide=lambda tx: Decision([Draft(stream=PROPERTY, kind="table-configured", body=body)], {}),
    )
    [outcome] = house.floor.journal.write([request])
    assert outcome.error is None
    house.refused(NotPermitted, opening(IVY, 1), IVY)
    house.do(c.ChangeTable(table=TEMPLATE), *PAIR)
    house.do(opening(IVY, 1), IVY)


@pytest.mark.parametrize(
    ("played", "days", "after"),
    [
        ([], [], ["2024-05-02"]),
        (["2024-05-02"], [], ["2024-05-02"]),
        ([], ["2024-05-02"], []),
        (["2024-05-01"], [], ["2024-05-01", "2024-05-02"]),
        ([], ["2024-05-01"], ["2024-05-02"]),
    ],
)
def test_the_day_of_an_opening_is_a_day_of_play_once(played: list[str], days: list[str], after: list[str]) -> None:
    copy = msgspec.structs.replace(TEMPLATE, id="Q1-1", template=False, copy_of="Q1")
    body = {"table": msgspec.to_builtins(copy), "player": IVY, "day": "2024-05-02"}
    state = FloorFold().apply(PropertyState(played=played, days=days), told("quick-table-opened", body))
    assert isinstance(state, PropertyState)
    assert state.played == after
