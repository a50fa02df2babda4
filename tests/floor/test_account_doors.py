"""What goes on record of accounts and keys before they are changed, and what is refused there."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from houseway.compliance.compliance_errors import BadSetting
from houseway.floor import command_index as c
from houseway.floor.context import day_begins, gaming_day
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.states import PROPERTY
from tests.floor.houses import House


def _last(house: House) -> tuple[str, dict[str, object]]:
    *_, entry = house.floor.journal.read(PROPERTY)
    return entry.kind, entry.data


def test_only_somebody_who_works_here_gets_an_account(house: House) -> None:
    before = house.floor.journal.head(PROPERTY)
    house.refused(UnknownThing, c.MakeAccount(person="nobody"), "ames")
    assert house.floor.journal.head(PROPERTY) == before
    house.do(c.MakeAccount(person="dole"), "ames")
    assert _last(house) == ("account-made", {"person": "dole"})


def test_a_password_for_one_use_and_a_digest_are_on_record_and_nothing_where_there_is_none(house: House) -> None:
    house.do(c.MakeAccount(person="dole", digest="d" * 64, key="k", once=True), "ames")
    assert _last(house) == ("account-made", {"person": "dole", "digest": "d" * 64, "key": "k", "once": True})
    house.do(c.ReplacePassword(person="dole"), "ames", "cole")
    assert _last(house)[1].keys() == {"person", "second"}
    house.do(c.ReplacePassword(person="dole", digest="e" * 64, key="k"), "ames", "cole")
    assert _last(house)[1]["once"] is True


def test_nobody_sets_the_password_of_another_as_their_own(house: House) -> None:
    house.refused(WrongState, c.ChangeOwnPassword(person="sato"), "dole")
    house.do(c.ChangeOwnPassword(person="dole"), "dole")
    assert _last(house) == ("password-changed", {"person": "dole"})


def test_a_key_is_made_for_a_device_at_a_table_that_there_is(house: House) -> None:
    key = c.MakeDeviceKey(device="d-1", kind="panel", at_table="Z9", name="Panel")
    house.refused(UnknownThing, key, "ames", "sato")
    house.do(c.MakeDeviceKey(device="d-1", kind="panel", at_table="S1", name="Panel"), "ames", "sato")
    assert _last(house)[0] == "device-key-made"


@pytest.mark.parametrize("jackpot", ["nothing", ""])
def test_a_jackpot_that_there_is_not_is_said(house: House, jackpot: str) -> None:
    house.refused(UnknownThing, c.PostAmount(jackpot=jackpot, amount=100), "ames", "cole")


def test_a_table_that_there_is_not_is_said(house: House) -> None:
    house.refused(UnknownThing, c.ReadCounter(table="Z9", reading=1), "cole")
    house.shut("S1")
    house.do(c.RemoveTable(table="S1", reason="sold"), "ames", "cole")
    house.refused(UnknownThing, c.ReadCounter(table="S1", reading=1), "cole")


@pytest.mark.parametrize("text", ["24:00", "6:00", "06:60", "06:00 ", "six"])
def test_what_is_no_time_of_day_begins_no_gaming_day(text: str) -> None:
    with pytest.raises(BadSetting, match="is no time of day"):
        gaming_day(0, "UTC", text)


def test_a_gaming_day_begins_to_the_microsecond() -> None:
    begins = day_begins(date(2024, 5, 1), "UTC", "06:30")
    assert begins == int(datetime(2024, 5, 1, 6, 30, tzinfo=UTC).timestamp()) * 1_000_000
    assert [gaming_day(begins + at, "UTC", "06:30") for at in (-1, 0)] == ["2024-04-30", "2024-05-01"]
    midnight = day_begins(date(2024, 5, 1), "UTC", "00:00")
    assert [gaming_day(midnight + at, "UTC", "00:00") for at in (-1, 0)] == ["2024-04-30", "2024-05-01"]
    with pytest.raises(BadSetting, match="no time zone"):
        gaming_day(0, "Nowhere/At_All", "06:00")
