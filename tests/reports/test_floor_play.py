"""Periods, counts, readings, the audit trail, malfunctions and recalled rounds in the reports of the floor."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.floor_errors import UnknownThing
from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Facts
from houseway.reports.floor import REPORTS, Wanted, days_of, make, period
from houseway.reports.floor.last_rounds import last_rounds
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.sentences import sentence
from houseway.reports.numbers import words
from tests.floor.houses import DAY, HOUR, MINUTE, START, House, duel_table, sqlite_house
from tests.reports.floor_pages import ZONE, alarms, part, report, row, rows, texts
from tests.reports.floor_story import FIRST, NOW, SECOND

# -- the period


def test_a_gaming_day_begins_at_its_hour_of_the_propertys_clock() -> None:
    """6 in the morning of 1 May in Los Angeles is 13 hours UTC; the day before the clocks change has 23 hours."""
    day = period("2024-05-01", "2024-05-01", ZONE, "06:00")
    assert (day.start, day.stop) == (1_714_568_400_000_000, 1_714_568_400_000_000 + DAY)
    assert [day.holds(at) for at in (day.start - 1, day.start, day.stop - 1, day.stop)] == [False, True, True, False]
    spring = period("2024-03-09", "2024-03-09", ZONE, "06:00")
    assert spring.stop - spring.start == 23 * HOUR
    autumn = period("2024-11-01", "2024-11-02", ZONE, "06:00")
    assert autumn.stop - autumn.start == 49 * HOUR
    assert spring.day(spring.stop - 1) == "2024-03-09"
    assert spring.day(spring.stop) == "2024-03-10"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"day": "yesterday"}, "not a day"),
        ({"since": "2024-05-02", "until": "2024-05-01"}, "before"),
        ({"day": FIRST, "since": FIRST}, "both"),
        ({"until": FIRST}, "no beginning"),
        ({"day": "9999-12-31"}, "no day after"),
    ],
)
def test_a_period_that_is_none_is_refused(told: House, asked: dict[str, str], why: str) -> None:
    with pytest.raises(BadQuestion, match=why):
        days_of(told.floor, NOW, **asked)


def test_the_period_left_out_is_the_last_day_of_which_anything_is_known(told: House, tmp_path: Path) -> None:
    assert days_of(told.floor, NOW).first == SECOND
    assert (days_of(told.floor, NOW, since=FIRST).last, days_of(told.floor, NOW, day=FIRST).last) == (
        "2024-05-03",
        FIRST,
    )
    house = sqlite_house(tmp_path / "floor.db")
    house.build()
    house.at = START + 19 * HOUR
    house.close_day(FIRST)
    assert days_of(house.floor, house.at).first == FIRST, "closed at seven the next morning, it is still about that day"
    house.do(c.ReportMalfunction(malfunction="M", what="something"), "sato")
    assert days_of(house.floor, house.at).first == SECOND
    house.close()


def test_what_does_not_exist_is_not_reported_on(told: House) -> None:
    with pytest.raises(BadQuestion, match="no report 'gossip'"):
        report(told, "gossip")
    with pytest.raises(UnknownThing, match="no table 'Z9'"):
        report(told, "counts", table="Z9")
    with pytest.raises(UnknownThing, match="no jackpot 'gold'"):
        report(told, "jackpots", jackpot="gold")


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_of_a_day_without_anything_is_made(told: House, name: str) -> None:
    assert report(told, name, "2023-01-01").sections


# -- counts


def test_counts_by_table_sensor_and_position(told: House) -> None:
    """A1: ten rounds of four wagers, a void of two, one of three. A2: four of two, one by hand, one of two."""
    document = report(told, "counts")
    a1 = row(document, "Tables", Table="A1")
    assert (a1["Rounds"], a1["Voided rounds"], a1["Wagers"], a1["Of them voided"]) == (12, 1, 10 * 4 + 2 + 3, 2)
    a2 = row(document, "Tables", Table="A2")
    assert (a2["Rounds"], a2["Wagers"], a2["By hand"]) == (6, 4 * 2 + 1 + 2, 1)
    every = row(document, "Tables", Table="All")
    assert (every["Rounds"], every["Wagers"]) == (12 + 6 + 2, 45 + 11 + 2)
    at = {
        (each["Table"], each["Sensor"], each["Position"]): (each["Wagers"], each["Of them voided"], each["By hand"])
        for each in rows(document, "Sensors and positions")
    }
    assert at["A1", "1", 1] == (12, 1, 0)
    assert at["A1", "1", 3] == (11, 0, 0)
    assert at["A1", "2", 1] == (10, 0, 0)
    assert at["A2", "1", 1] == (6, 0, 1)
    assert ("A2", "2", 1) not in at


def test_counts_agree_with_the_counters_that_only_grow(told: House) -> None:
    counters = told.floor.journal.counters()
    found: dict[str, list[int]] = {}
    for each in rows(report(told, "counts", FIRST, SECOND), "Sensors and positions")[:-1]:
        bank = found.setdefault(f"{each['Table']}/{each['Sensor']}", [0] * 16)
        assert isinstance(each["Position"], int) and isinstance(each["Wagers"], int)
        bank[each["Position"] - 1] = each["Wagers"]
    assert {bank: tuple(counts) for bank, counts in found.items()} == counters


def test_hands_per_hour_are_rounds_over_the_hours_open(told: House) -> None:
    """Both tables open at noon; at 13:00 come those of A2, and the hour's row says how many."""
    document = report(told, "counts")
    [first, _] = [each for each in rows(document, "By hour") if each["Table"] == "A1" and "12:00" in str(each["Hour"])]
    assert (first["Hour"], first["Hands"], first["Wagers"]) == ("2024-05-01 12:00 PDT", 10, 30)
    a2 = row(document, "By hour", Table="A2")
    assert (a2["Hour"], a2["Hands"], a2["Wagers"], a2["By hand"]) == ("2024-05-01 13:00 PDT", 6, 11, 1)
    open_ = {
        entry.kind: entry.at
        for entry in told.floor.journal.read("table/A2", 1, told.floor.journal.since("table/A2", START + DAY))
        if entry.kind in ("table-opened", "table-closed")
    }
    hours = (open_["table-closed"] - open_["table-opened"]) / HOUR
    assert row(document, "Tables", Table="A2")["Hands per hour"] == pytest.approx(6 / hours, abs=1e-4)
    later = row(report(told, "counts", SECOND), "Tables", Table="A1")
    assert later["Hours open"] == pytest.approx(18, abs=0.01), "open from noon to the end of the gaming day"


def test_wa_9_a_round_voided_after_the_cut_off_changes_nothing_of_its_day(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db").build()
    house.at = START + 18 * HOUR - 2_000_000
    number = house.tabulate("A1", 1, 2)
    before = rows(report(house, "counts"), "Tables")
    house.at = START + 18 * HOUR + MINUTE
    house.do(c.VoidRound(table="A1", round=number, reason="misdeal"), "sato")
    assert rows(report(house, "counts"), "Tables") == before
    assert row(report(house, "counts"), "Tables", Table="A1")["Of them voided"] == 0
    later = report(house, "counts", SECOND)
    assert rows(later, "Tables")[-1]["Rounds"] == 0
    assert "voided in this period: round 1 of table A1 (2 wagers)" in texts(later)
    house.close()


# -- meters


def test_readings_differences_and_a_replaced_counter(told: House) -> None:
    """A1 counted 45 and was read at 40; A2 counted 10, one more was counted by hand, and it was read at 10."""
    document = report(told, "meters")
    readings = rows(document, "Readings")
    assert [
        (each["Table"], each["What"], each["Reading"], each["Difference"], each["Expected"], each["Variance"])
        for each in readings
    ] == [("A2", "read", 10, 10, 10, 0), ("A1", "read", 40, 40, 45, -5), ("A1", "replaced", 40, 0, 45, -5)]
    assert (readings[2]["Who"], readings[2]["Second person"]) == ("tell", "sato")
    assert "begins at 0, battery 2024-04: a dim display" in str(readings[2]["Note"])
    assert alarms(document) == [
        f"Table A1 was read -5 from what was counted: table/A1 #{number}" for number in (17, 18)
    ]
    assert row(document, "Counters as they stand now", Table="A1")["Battery's age"] == "0 years"


def test_counters_at_the_close_are_what_was_counted_since_the_last(told: House) -> None:
    closing = {
        (each["Table"], each["Sensor"]): (each["Counter"], each["Since the last close"], each["Counted in entries"])
        for each in rows(report(told, "meters"), "Counters at the close")
    }
    assert closing == {
        ("A1", "1"): (35, 35, 35),
        ("A1", "2"): (10, 10, 10),
        ("A2", "1"): (11, 11, 11),
        ("D1", "1"): (2, 2, 2),
        ("S1", "1"): (0, 0, 0),
    }


# -- the audit trail


def test_the_audit_trail_has_every_entry_of_the_day_once(told: House) -> None:
    journal = told.floor.journal
    days = period(FIRST, FIRST, ZONE, "06:00")
    total = sum(1 for stream in journal.streams() for entry in journal.read(stream) if days.holds(entry.at))
    document = report(told, "audit")
    assert sum(int(str(each["Entries"])) for each in rows(document, "By kind")) == total
    paid = row(document, "Entries", Kind="hit-paid")
    assert (paid["Who"], paid["Second person"], paid["Stream"]) == ("sato", "cole", "jackpot/attack")
    assert "Hit A1-12-1 paid: $1,008.40 from the cage, check" in str(paid["What"])


def test_the_audit_trail_narrowed_to_kind_person_table_and_jackpot(told: House) -> None:
    presses = rows(report(told, "audit", kinds=("tabulated",), table="A2"), "Entries")
    assert len(presses) == 6
    assert presses[4]["What"] == "Round 5 entered by hand: sensor 1: position 1"
    beside = rows(report(told, "audit", person="vega"), "Entries")
    assert {each["Kind"] for each in beside} == {"hit-verified", "hit-rejected"}
    streams = {each["Stream"] for each in rows(report(told, "audit", jackpot="attack"), "Entries")}
    assert streams == {"jackpot/attack"}


def test_every_kind_of_entry_has_its_sentence(told: House) -> None:
    """None is said by the bare name of its kind."""
    days = period(FIRST, SECOND, ZONE, "06:00")
    for stream in told.floor.journal.streams():
        for entry in told.floor.journal.read(stream):
            assert sentence(entry, days) != words(entry.kind), entry.kind


# -- malfunctions


def test_malfunctions_with_the_clock_of_the_notice(told: House) -> None:
    """M2 was found at noon of 2 May: 72 hours end at noon of the 5th."""
    document = report(told, "malfunctions", SECOND)
    m2 = row(document, "Register", Malfunction="M2")
    assert m2["Notice"] == "due by 2024-05-05 12:00:08 PDT, 48 h 00 min left"
    assert row(report(told, "malfunctions"), "Register", Malfunction="M1")["Reference"] == "letter 7"
    days = period(SECOND, SECOND, ZONE, "06:00")
    late = make("malfunctions", told.floor, Wanted(period=days, now=START + 5 * DAY))
    assert str(row(late, "Register", Malfunction="M2")["Notice"]).endswith("23 h 59 min late")
    assert any(alarm.startswith("Malfunction M2: notice is due by") for alarm in alarms(late))


def test_faults_and_outages_with_how_long_they_lasted(told: House) -> None:
    document = report(told, "malfunctions")
    [fault] = rows(document, "Tables on the manual procedure")
    assert (fault["Table"], fault["What"], fault["How"], fault["Duration"]) == (
        "A2",
        "the panel is dark",
        "a new cable",
        "30 min",
    )
    [outage] = [
        each for each in rows(document, "Displays replaced by the printed page") if each["Restored"] != "not yet"
    ]
    assert (outage["Table"], outage["Display"], outage["Duration"]) == ("A1", "monitor", "1 h 30 min")
    [still] = rows(report(told, "malfunctions", SECOND), "Displays replaced by the printed page")
    assert (still["Table"], still["Restored"]) == ("A2", "not yet")


# -- recall


def test_lab_27_the_last_ten_rounds_with_their_records(told: House) -> None:
    days = period(FIRST, FIRST, ZONE, "06:00")
    reader = Reader(told.floor, Wanted(period=days, now=NOW))
    assert [each.round for each in last_rounds(reader, "A1")] == list(range(12, 2, -1))
    document = report(told, "recall", table="D1")
    [section] = document.sections
    assert [inner.title for inner in section.sections] == ["Round 2, settled", "Round 1, settled"]
    first = section.sections[1]
    [facts] = [piece for piece in first.pieces if isinstance(piece, Facts)]
    assert "Kh 3c 9s" in [fact.value for fact in facts.facts]
    won = [each for each in part(first, "").rows if each[0] == 1 and each[1] == "Player"]
    assert [(each[2], each[5]) for each in won] == [(500, 1000)]


def test_an_unfinished_round_is_recalled_too(tmp_path: Path) -> None:
    house = sqlite_house(tmp_path / "floor.db").build(tables=(duel_table("D1", cards="virtual"),))
    house.tabulate("D1", 3)
    [section] = report(house, "recall").sections
    assert [inner.title for inner in section.sections] == ["Round 1, in progress"]
    house.close()
