"""Private tables: opened by a player after an approved template, bounded, and taken away when the player leaves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import NotCompliant, NotPermitted, UnknownThing, WrongState
from houseway.floor.subjects import quick_tables
from tests.floor.houses import TEMPLATE, House, duel_table
from tests.floor.live_tables import IVY, OTTO, At


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(Floor.open(tmp_path / "floor.db", create=True)).build(tables=(duel_table("D1", cards="virtual"),))
    found.do(c.AddTable(table=TEMPLATE), "ames", second="cole")
    for player in (IVY, OTTO):
        found.do(c.GiveChips(player=player, amount=90_000), "sato")
    yield found
    found.close()


def open_for(player: str, table: str = "Q1-1", template: str = "Q1") -> c.OpenQuickTable:
    return c.OpenQuickTable(template=template, table=table, player=player)


def test_a_player_opens_a_private_table_plays_there_and_it_goes_with_the_player(house: House) -> None:
    assert house.do(open_for(IVY), IVY) == {"table": "Q1-1", "seat": 1, "chips": 90_000}
    at = At(house, "Q1-1")
    assert at.state.open and at.state.seated == {"1": IVY} and at.state.positions == 1
    assert at.state.prints is not None and at.rack(IVY) == 90_000
    house.do(c.ChooseSpeed(table="Q1-1", speed="fast"), IVY)
    assert at.state.speed == "fast"
    at.begin(1)
    house.refused(WrongState, c.CloseQuickTable(table="Q1-1"), IVY)
    at.answer(1, {}, IVY)
    at.settle()
    house.refused(NotPermitted, c.CloseQuickTable(table="Q1-1"), OTTO)
    house.refused(NotPermitted, c.ChooseSpeed(table="Q1-1", speed="slow"), OTTO)
    house.refused(WrongState, c.Leave(table="Q1-1", seat=1), IVY)
    house.refused(WrongState, c.CloseTable(table="Q1-1"), "sato")
    assert house.do(c.CloseQuickTable(table="Q1-1"), IVY) == {"seat": 1, "player": IVY, "chips": 90_000}
    property = house.floor.property
    assert "Q1-1" not in property.tables and "Q1-1" not in property.open and property.private == {}
    assert at.purse(IVY) == 90_000 and at.rack(IVY) == 0
    house.refused(UnknownThing, c.ChooseSpeed(table="Q1-1", speed="slow"), IVY)
    # The same number is used again: its rounds go on in the same stream, at the usual speed.
    house.do(open_for(OTTO), OTTO)
    assert house.floor.table("Q1-1").speed == "normal"
    assert At(house, "Q1-1").begin(1) == 2
    house.sound()


def test_a_template_is_not_opened_and_a_private_table_is_not_configured(house: House) -> None:
    house.refused(WrongState, c.OpenTable(table="Q1"), "sato")
    house.refused(WrongState, open_for(IVY, "D1-1", "D1"), IVY)
    house.refused(UnknownThing, open_for(IVY, "Q9-1", "Q9"), IVY)
    house.refused(UnknownThing, c.CloseQuickTable(table="D1"), "sato")
    copy = msgspec.structs.replace(TEMPLATE, id="Q2", template=False, copy_of="Q1")
    house.refused(WrongState, c.AddTable(table=copy), "ames", second="cole")
    assert [table.id for table in house.floor.property.configuration("2024-05-01").tables] == ["D1", "Q1"]


def test_a_private_table_has_no_tray_to_count(house: House) -> None:
    house.do(open_for(IVY), IVY)
    count = c.CountOpening(table="Q1-1", chips={"5": 1}, reference="O-1")
    assert house.refused(WrongState, count, "sato", "cole").message == "table Q1-1 is private and has no tray"


def test_private_tables_are_bounded_in_number_and_to_one_a_player(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.refused(NotPermitted, open_for(OTTO), IVY)
    house.refused(WrongState, open_for(IVY, "Q1-2"), IVY)
    house.refused(WrongState, open_for(IVY, "D1"), IVY)
    house.do(open_for(IVY), IVY)
    refusal = house.refused(WrongState, open_for(IVY, "Q1-2"), IVY)
    assert refusal.message == "you have a private table open"
    monkeypatch.setattr(quick_tables, "MAX_PRIVATE_TABLES", 1)
    refusal = house.refused(WrongState, open_for(OTTO, "Q1-2"), OTTO)
    assert refusal.message == "all private tables are taken"
    # Private tables are no part of the configuration that is judged and reported.
    assert [table.id for table in house.floor.property.configuration("2024-05-01").tables] == ["D1", "Q1"]


def test_a_private_table_passes_the_checks_of_its_template(house: House) -> None:
    wrong = msgspec.structs.replace(TEMPLATE, seats=2)
    house.do(c.ChangeTable(table=wrong), "ames", second="cole")
    house.refused(NotCompliant, open_for(IVY), IVY)
    assert house.floor.property.private == {}
