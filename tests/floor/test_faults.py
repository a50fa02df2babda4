"""WAC 230-06-054: equipment that fails is a malfunction on the register, with the clock of its notice."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.floor import command_index as c
from tests.floor.houses import DAY, HOUR, House


def _register(house: House, kind: str) -> list[dict[str, Any]]:
    return [dict(entry.data) for entry in house.floor.journal.read("property") if entry.kind == kind]


@pytest.mark.parametrize(
    "fail",
    [c.FailTable(table="A1", what="no power"), c.FailDisplay(table="A1", display="monitor", what="dark")],
    ids=["equipment", "display"],
)
def test_wa_06_054_the_notice_of_equipment_that_fails_is_due_within_seventy_two_hours(
    commercial: House, fail: c.Command
) -> None:
    malfunction = commercial.do(fail, "tell")["malfunction"]
    [found] = _register(commercial, "malfunction-found")
    assert (found["malfunction"], found["notice-by"]) == (malfunction, commercial.at + 72 * HOUR)
    assert commercial.floor.property.malfunctions[malfunction].found == commercial.at


def test_a_fault_that_is_mended_with_the_equipment_leaves_the_register_once(house: House) -> None:
    first = house.do(c.FailTable(table="A1", what="no power"), "tell")["malfunction"]
    house.do(c.MendMalfunction(malfunction=first, how="new fuse"), "tell")
    house.do(c.RestoreTable(table="A1", how="new supply"), "tell")
    assert [entry["how"] for entry in _register(house, "malfunction-mended")] == ["new fuse"]
    second = house.do(c.FailDisplay(table="A1", display="monitor", what="dark"), "tell")["malfunction"]
    house.at += DAY
    house.do(c.RestoreDisplay(table="A1", display="monitor"), "tell")
    assert house.floor.property.malfunctions[second].mended == house.at
    assert [entry["malfunction"] for entry in _register(house, "malfunction-mended")] == [first, second]
    house.sound()
