"""Ids that people choose: the first that is free, and none that would be taken for something else."""

from __future__ import annotations

import msgspec
import pytest

from houseway.compliance.configuration import Person
from houseway.floor import command_index as c
from houseway.floor.floor_errors import BadCommand
from houseway.floor.permission.names import check_name, free_name
from tests.floor.houses import DAILY, PAIR, House, attack_table


@pytest.mark.parametrize(
    ("taken", "found"), [(set(), "T1"), ({"T2"}, "T1"), ({"T1"}, "T1-2"), ({"T1", "T1-2", "T1-4"}, "T1-3")]
)
def test_the_first_name_that_is_free_is_taken(taken: set[str], found: str) -> None:
    assert free_name("T1", taken) == found


def test_a_name_that_would_be_taken_for_something_else_is_refused() -> None:
    for good in ("T1", "a", "two-plus-two", "x" * 64, "2+2"):
        check_name(good, "table")
    for bad in ("", "-a", "_a", "a b", "a:b", "a/b", "x" * 65):
        with pytest.raises(BadCommand):
            check_name(bad, "table")
    with pytest.raises(BadCommand, match="and none of house, play"):
        check_name("play", "jackpot", {"play", "house"})


def test_nothing_on_the_floor_gets_such_a_name(house: House) -> None:
    for command in (
        c.AddJackpot(jackpot=msgspec.structs.replace(DAILY, id="play")),
        c.AddTable(table=attack_table("A/3")),
        c.AddPerson(person=Person(id="a:b", name="A. B.", roles=("dealer",))),
        c.ReportMalfunction(malfunction="a b", what="dark"),
    ):
        house.refused(BadCommand, command, *(("tell", None) if isinstance(command, c.ReportMalfunction) else PAIR))
