"""S-19: the exhibit says how each jackpot is configured, how it is won, and whether it is a bonus or a progressive."""

from __future__ import annotations

import pytest

from houseway.compliance.exhibit import Section, exhibit, markdown
from tests.compliance.changes import configured, put


def section(title: str, name: str = "washington") -> Section:
    return next(item for item in exhibit(configured(name)).sections if item.title == title)


def test_a_progressive_with_its_meter_and_the_hands_that_win_it() -> None:
    found = section("Attack")
    facts = dict(found.facts)
    assert facts["Kind"].startswith("progressive")
    assert facts["Played for at"] == "T1, T2"
    meters, won = found.grids
    assert meters.rows == (("the jackpot's own", "$10,000", "$10,000", "20 %", "5 %", "$50,000", "after a full prize"),)
    assert [row[1:3] for row in won.rows] == [
        ("100%", "the meter"),
        ("25%", "the meter"),
        ("10%", "the meter"),
        ("$125", "the house"),
        ("$19", "the house"),
        ("$9", "the house"),
        ("$4", "the house"),
    ]


def test_a_bonus_is_paid_by_the_house() -> None:
    found = section("Daily")
    assert dict(found.facts)["Kind"].startswith("bonus")
    (won,) = found.grids
    assert won.rows[0] == ("5 Wild Cards", "$10,000", "the house", "")


@pytest.mark.parametrize(("day", "said"), [("2021-06-13", "divided equally"), ("2021-06-14", "whole to each")])
def test_how_a_bonus_percent_goes_to_several_winners(day: str, said: str) -> None:
    house = configured("washington", put("on", day))
    found = next(item for item in exhibit(house).sections if item.title == "Ties")
    assert found.grids[0].rows[0][3] == said


def test_a_table_names_its_edition_equipment_and_limits() -> None:
    found = section("Table T3")
    facts = dict(found.facts)
    assert facts["Jackpot system"] == "andromeda-1, by Northlight Systems"
    assert facts["Shuffler"] == "S-200, by Summit Shufflers"
    assert len(facts["Fingerprint of play"]) == 64
    rows = {row[0]: row[1:] for row in found.grids[0].rows}
    assert rows["Five Card Fortune"] == ("A", "$1 to $50", "$5,000", "", "", "")
    assert rows["Bonus Jackpot"] == ("A", "$1", "", "Daily", "1", "led")


def test_approvals_list_the_steps_of_the_path() -> None:
    steps = [row[0] for row in section("Approvals and licences", "tribal").grids[0].rows]
    assert steps == ["Game approved", "Agency requested", "Agency approved", "Compact information", "State concurred"]


@pytest.mark.parametrize("name", ["washington", "tribal", "plain"])
def test_the_whole_exhibit_as_markdown(name: str) -> None:
    house = configured(name)
    text = markdown(exhibit(house))
    assert text.startswith(f"# {house.name}: jackpots and their controls\n")
    for jackpot in house.jackpots:
        assert f"\n## {jackpot.title}\n" in text
    for table in house.tables:
        assert f"\n## Table {table.id}\n" in text
    for before, line, after in zip(text.splitlines(), text.splitlines()[1:], text.splitlines()[2:], strict=False):
        if set(line) <= {"|", " ", "-"} and "---" in line:
            assert before.count("|") == line.count("|") == after.count("|")
