"""The property: S-1, S-2, S-25, WA-34, the end of the day, and what does not open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import msgspec
import pytest

from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.configuration import Display, Promotion, Table
from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.bookkeeping.days import unclosed
from houseway.floor.context import gaming_day, settings_of_table
from houseway.floor.floor_errors import BadCommand, NotCompliant, UnknownThing, WrongState
from houseway.reports.floor.period import period
from tests.floor.houses import (
    ATTACK,
    DAY,
    HOUR,
    LICENCES,
    MINUTE,
    PAIR,
    PEOPLE,
    SECOND,
    START,
    TIES,
    House,
    approval,
    attack_table,
    duel_table,
)

MOVED = "moved-to-another-table"


# -- a table opens only on a configuration that passes


@pytest.mark.parametrize(
    "wrong",
    [
        {"displays": ()},
        {"displays": (Display(kind="edge-lit", shows=("jackpot-amounts",)),)},
        {"sensors": {}},
        {"sensors": {"jackpot": 9}},
        {"seats": 9},
        {"limits": {"first-attack": (500, 50_000)}},
        {"posts": ()},
        {"equipment": None},
        {"wagers": ("first-attack",)},
        {"paytables": {"jackpot": "PT-NONE"}},
        {"edition": "1999"},
        {"game": "canasta"},
    ],
)
def test_s_1_a_table_does_not_open_on_a_configuration_that_fails(commercial: House, wrong: dict[str, Any]) -> None:
    good = attack_table("A3")
    bad = msgspec.structs.replace(good, **wrong)
    reply = commercial.do(c.AddTable(table=bad), "ames", "cole")
    assert reply["findings"]
    refusal = commercial.refused(NotCompliant, c.OpenTable(table="A3"), "sato")
    assert refusal.clause
    assert refusal.remedy
    assert commercial.do(c.ChangeTable(table=good), "sato", "cole")["findings"] == []
    commercial.open("A3")
    commercial.tabulate("A3", 1)


def test_s_2_no_table_without_its_approval(empty: House) -> None:
    empty.do(c.CreateProperty(name="Rainier", profile="washington-commercial", people=PEOPLE), *PAIR)
    empty.do(c.AddJackpot(jackpot=ATTACK), *PAIR)
    empty.do(c.AddTable(table=attack_table("A1")), "ames", "cole")
    empty.refused(NotCompliant, c.OpenTable(table="A1"), "sato")
    old = msgspec.structs.replace(approval("triple-attack"), fingerprint="0" * 64)
    empty.do(c.AddApproval(approval=old), *PAIR)
    empty.refused(NotCompliant, c.OpenTable(table="A1"), "sato")


def test_a_table_is_changed_or_removed_only_while_it_is_closed(house: House) -> None:
    house.refused(WrongState, c.ChangeTable(table=attack_table("A1")), "sato", "cole")
    house.refused(WrongState, c.RemoveTable(table="A1", reason="gone"), "sato", "cole")
    house.refused(WrongState, c.OpenTable(table="A1"), "sato")
    house.shut("A1")
    house.refused(WrongState, c.CloseTable(table="A1"), "sato")
    house.refused(WrongState, c.RemoveTable(table="A2", reason="gone", removal=MOVED), "sato", "cole")
    house.shut("A2")
    house.do(c.RemoveTable(table="A2", reason="gone", removal=MOVED), "sato", "cole")
    house.refused(UnknownThing, c.OpenTable(table="A2"), "sato")
    house.refused(UnknownThing, c.ChangeTable(table=attack_table("A2")), "sato", "cole")


def test_rounds_and_counts_of_a_table_go_on_when_it_comes_back(house: House) -> None:
    house.play("A2", 3, 1)
    house.shut("A2")
    house.do(c.RemoveTable(table="A2", reason="gone", removal=MOVED), "sato", "cole")
    house.do(c.AddTable(table=attack_table("A2")), "ames", "cole")
    house.open("A2")
    assert house.tabulate("A2", 1) == 4
    assert house.floor.journal.counters()["A2/1"][0] == 4


def test_a_table_names_jackpots_that_exist(house: House) -> None:
    table = msgspec.structs.replace(attack_table("A3"), jackpots={"jackpot": "none"})
    house.refused(UnknownThing, c.AddTable(table=table), "ames", "cole")
    house.refused(WrongState, c.AddTable(table=attack_table("A1")), "ames", "cole")


# -- settings


def test_a_setting_looser_than_a_verified_rule_is_refused(commercial: House) -> None:
    for settings in ({"deposit-days": 8}, {"no-such": 1}, {"deposit-days": "soon"}):
        commercial.refused(BadSetting, c.ChangeSettings(settings=settings), *PAIR)
    commercial.do(c.ChangeSettings(settings={"deposit-days": 3}), *PAIR)


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Mars/Olympus"},
        {"zone": ""},
        {"day_starts": "6"},
        {"day_starts": "25:00"},
        {"day_starts": "late"},
        {"settings": {"no-such": 1}},
        {"name": ""},
        {"name": "  "},
        {"name": "House\u200bway"},
        {"name": "House\nway"},
    ],
)
def test_a_property_that_cannot_be_read_does_not_begin(empty: House, wrong: dict[str, Any]) -> None:
    create: Callable[..., c.CreateProperty] = c.CreateProperty
    command = create(**{"name": "x", "profile": "plain", "people": PEOPLE, **wrong})
    empty.refused(BadSetting, command, *PAIR)


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ({"until": "2027-1-1"}, "'2027-1-1' is no day"),
        ({"since": "rules 1"}, "'rules 1' is no day"),
        ({"until": "2001-01-01"}, "it ends on 2001-01-01, before it begins on "),
    ],
)
def test_a_licence_whose_days_cannot_be_counted_is_refused(house: House, days: dict[str, str], said: str) -> None:
    refusal = house.refused(NotCompliant, c.AddLicence(licence=msgspec.structs.replace(LICENCES[0], **days)), *PAIR)
    assert said in refusal.message
    house.do(c.AddLicence(licence=LICENCES[0]), *PAIR)


# -- promotions


MAY = Promotion(
    id="may",
    tables=("D1",),
    wager="player",
    event="win",
    prize=500,
    since="2024-05-01",
    until="2024-05-31",
    approved_by="the manager",
    posted=True,
)


def test_s_25_a_promotion_never_touches_jackpot_funds(commercial: House) -> None:
    before = commercial.floor.journal.balances()
    commercial.do(c.AddPromotion(promotion=MAY), "ames", "cole")
    commercial.tabulate("D1")
    commercial.do(c.EndPromotion(promotion="may", reason="over"), "sato")
    assert commercial.floor.journal.balances() == before
    commercial.refused(UnknownThing, c.EndPromotion(promotion="may", reason="again"), "sato")


@pytest.mark.parametrize("wrong", [{"paid_from": "attack"}, {"approved_by": ""}, {"posted": False}, {"prize": 0}])
def test_s_25_a_promotion_that_may_not_be_is_refused(commercial: House, wrong: dict[str, Any]) -> None:
    promotion = msgspec.structs.replace(MAY, **wrong)
    commercial.refused(NotCompliant, c.AddPromotion(promotion=promotion), "ames", "cole")


def test_s_25_a_promotion_that_has_ended_is_not_added(commercial: House) -> None:
    ended = msgspec.structs.replace(MAY, since="2024-04-01", until="2024-04-30")
    commercial.refused(WrongState, c.AddPromotion(promotion=ended), "ames", "cole")
    today = msgspec.structs.replace(MAY, until="2024-05-01")
    commercial.do(c.AddPromotion(promotion=today), "ames", "cole")


def test_s_25_in_triple_attack_with_consent_and_on_a_bonus_wager(commercial: House) -> None:
    wrong = msgspec.structs.replace(MAY, tables=("A1",), wager="first-attack", event="win", consent="letter")
    commercial.refused(NotCompliant, c.AddPromotion(promotion=wrong), "ames", "cole")
    unknown = msgspec.structs.replace(MAY, tables=("A9",))
    commercial.refused(UnknownThing, c.AddPromotion(promotion=unknown), "ames", "cole")


# -- malfunctions


def test_wa_34_the_notice_of_a_malfunction_is_due_within_72_hours(commercial: House) -> None:
    reply = commercial.do(c.ReportMalfunction(malfunction="m1", table="A1", what="counts twice"), "dole")
    assert reply["notice-by"] == commercial.at + 72 * HOUR
    commercial.refused(WrongState, c.ReportMalfunction(malfunction="m1", what="again"), "dole")
    commercial.refused(UnknownThing, c.ReportMalfunction(malfunction="m2", table="A9", what="x"), "dole")
    commercial.do(c.NotifyMalfunction(malfunction="m1", reference="mail"), "sato")
    commercial.refused(WrongState, c.NotifyMalfunction(malfunction="m1", reference="mail"), "sato")
    commercial.do(c.MendMalfunction(malfunction="m1", how="new board"), "tell")
    commercial.refused(WrongState, c.MendMalfunction(malfunction="m1", how="again"), "tell")
    commercial.refused(UnknownThing, c.MendMalfunction(malfunction="m9", how="x"), "tell")
    known = commercial.floor.property.malfunctions["m1"]
    assert (known.found < (known.noticed or 0) < (known.mended or 0)) is True


# -- the end of the day


def test_the_day_is_closed_once_and_in_order(house: House) -> None:
    house.play("A1", 2, 1, 2)
    reply = house.close_day("2024-05-01")
    assert reply["meters"]["attack"] == {"": 100_080}
    house.refused(WrongState, c.CloseDay(day="2024-05-01"), "cole", "sato")
    house.refused(WrongState, c.CloseDay(day="2024-04-30"), "cole", "sato")
    house.refused(WrongState, c.CloseDay(day="2024-05-03"), "cole", "sato")
    house.at += 3 * DAY
    house.shut()
    # Tables were open on the second, the third and the fourth; each is closed by itself, the oldest first.
    for day in ("2024-05-03", "2024-05-04"):
        refusal = house.refused(WrongState, c.CloseDay(day=day), "cole", "sato")
        assert "2024-05-02" in refusal.message and "closed already" not in refusal.message
    house.close_day("2024-05-02")
    house.refused(WrongState, c.CloseDay(day="2024-05-04"), "cole", "sato")
    house.close_day("2024-05-03")
    house.close_day("2024-05-04")
    entries = [entry for entry in house.floor.journal.read("table/A1") if entry.kind == "day-closed"]
    assert entries[0].data["counters"]["1"][:3] == [2, 2, 0]
    house.sound()


def test_a_day_on_which_no_table_was_open_need_not_be_closed(house: House) -> None:
    house.shut()
    house.at += 3 * DAY
    house.close_day("2024-05-01")
    house.open("A1")
    house.at += 2 * DAY
    house.shut()
    assert unclosed(house.floor.property, house.at) == ["2024-05-04", "2024-05-05", "2024-05-06"]
    refusal = house.refused(WrongState, c.CloseDay(day="2024-05-05"), "cole", "sato")
    assert "2024-05-04" in refusal.message
    house.close_day("2024-05-04")
    refusal = house.refused(WrongState, c.CloseDay(day="2024-05-02"), "cole", "sato")
    assert "closed already" not in refusal.message and "2024-05-04" in refusal.message


def test_the_days_that_are_open_follow_the_tables(house: House, reopen: Callable[[House], House]) -> None:
    def days() -> list[str]:
        return [day.removeprefix("2024-05-") for day in unclosed(house.floor.property, house.at)]

    assert days() == ["01"]
    house.at += 2 * DAY
    assert days() == ["01", "02", "03"]
    house.close_day("2024-05-01")
    house.shut("A1")
    assert days() == ["02", "03"]
    house.shut()
    house.at += 2 * DAY
    assert days() == ["02", "03"]
    house.open("A1")
    house.open("A2")
    assert days() == ["02", "03", "05"]
    house.at += DAY
    assert days() == ["02", "03", "05", "06"]
    house = reopen(house)
    assert days() == ["02", "03", "05", "06"]
    for day in ("02", "03", "05"):
        house.close_day(f"2024-05-{day}")
    house.shut("A2")
    house.open("A2")
    assert days() == ["06"]
    house.close_day("2024-05-06")
    assert days() == ["07"]


@pytest.mark.parametrize("day", ["", "1", "May", "2024-5-1", "2024-02-30"])
def test_a_day_that_is_none_is_not_closed(house: House, day: str) -> None:
    house.refused(BadCommand, c.CloseDay(day=day), "cole", "sato")


def test_the_gaming_day_begins_at_six_in_the_morning(house: House) -> None:
    # 1 May, noon in Washington, and 2 May, a minute before six and six sharp.
    night = START + 18 * HOUR
    close = c.CloseDay(day="2024-05-01")
    assert "06:00" in str(house.refused(WrongState, close, "cole", "sato", at=night - 60_000_000).remedy)
    house.do(close, "cole", "sato", at=night)


ZONES = ("America/Los_Angeles", "America/Havana", "Europe/London", "Australia/Lord_Howe", "America/Asuncion", "UTC")


@pytest.mark.parametrize("zone", ZONES)
def test_wa_9_every_moment_belongs_to_one_day_when_the_clocks_change(zone: str) -> None:
    """Whatever the hour at which days begin: they follow one another, and a report's day holds what is of that day."""
    quarter = 15 * MINUTE
    for starts in (f"{hour:02}:{minute:02}" for hour in (0, 1, 2, 3, 6, 23) for minute in (0, 15, 30, 45)):
        for spring_or_autumn in (date(2023, 3, 5), date(2023, 10, 1)):
            first = int(datetime.combine(spring_or_autumn, time(), UTC).timestamp()) * SECOND
            before = ""
            for at in range(first, first + 45 * DAY, quarter):
                day = gaming_day(at, zone, starts)
                assert before in ("", day) or date.fromisoformat(before) + timedelta(days=1) == date.fromisoformat(day)
                before = day
            found = period((spring_or_autumn + timedelta(days=2)).isoformat(), before, zone, starts)
            for number in range(40):
                name = (spring_or_autumn + timedelta(days=2 + number)).isoformat()
                one = period(name, name, zone, starts)
                assert gaming_day(one.start, zone, starts) == gaming_day(one.stop - 1, zone, starts) == name
                assert gaming_day(one.start - 1, zone, starts) < name < gaming_day(one.stop, zone, starts)
                assert found.holds(one.start)


def test_wa_9_a_day_begins_at_its_hour_on_the_nights_when_the_clocks_change() -> None:
    """Los Angeles, 2026: at two in the morning of 8 March it is three; at two of 1 November it is one again."""
    for starts, day, at in (
        ("02:30", date(2026, 3, 8), datetime(2026, 3, 8, 10, 30, tzinfo=UTC)),
        ("03:00", date(2026, 3, 8), datetime(2026, 3, 8, 10, 0, tzinfo=UTC)),
        ("01:30", date(2026, 11, 1), datetime(2026, 11, 1, 8, 30, tzinfo=UTC)),
        ("02:00", date(2026, 11, 1), datetime(2026, 11, 1, 10, 0, tzinfo=UTC)),
    ):
        begins = int(at.timestamp()) * SECOND
        assert gaming_day(begins, "America/Los_Angeles", starts) == day.isoformat()
        assert gaming_day(begins - 1, "America/Los_Angeles", starts) == (day - timedelta(days=1)).isoformat()


# -- restarts


def test_everything_is_as_it_was_after_a_restart(house: House, reopen: Callable[[House], House]) -> None:
    house.play("A1", 3, 1, 2)
    [hit] = house.claim("A1", (1, "jackpot", "any-20"))
    house.do(c.StopJackpot(jackpot="ties", reason="a test"), "vega")
    floor = house.floor
    before = (
        floor.property,
        {id: floor.table(id) for id in floor.property.tables},
        {id: floor.jackpot(id) for id in floor.property.jackpots},
        floor.journal.balances(),
        floor.journal.counters(),
    )
    again = reopen(house)
    floor = again.floor
    assert before == (
        floor.property,
        {id: floor.table(id) for id in floor.property.tables},
        {id: floor.jackpot(id) for id in floor.property.jackpots},
        floor.journal.balances(),
        floor.journal.counters(),
    )
    again.settle_hit(hit)
    again.sound()


def test_commands_from_plain_data_are_read_or_refused() -> None:
    for command in (c.CloseDay(day="2024-05-01"), c.AddJackpot(jackpot=TIES), c.AddTable(table=duel_table("D1"))):
        assert c.read(msgspec.json.decode(msgspec.json.encode(command))) == command
    for data in (None, {}, {"type": "x"}, {"type": "close-day"}, {"type": "close-day", "day": 5, "more": 1}):
        with pytest.raises(BadCommand):
            c.read(data)


def test_every_command_survives_its_own_json() -> None:
    table: Table = duel_table("D1")
    assert msgspec.convert(msgspec.to_builtins(table), Table) == table
    assert issubclass(BadCommand, HousewayError)


def test_an_open_table_plays_by_the_settings_it_was_opened_with(empty: House) -> None:
    empty.build(settings={"player-threshold": 5_000}, tables=[attack_table("A1")])

    def at_the_table() -> Any:
        return settings_of_table(empty.floor.property, empty.floor.table("A1"))["player-threshold"]

    empty.do(c.ChangeSettings(settings={"player-threshold": 6_000}), *PAIR)
    assert at_the_table() == 5_000
    empty.shut("A1")
    empty.open("A1")
    assert at_the_table() == 6_000
