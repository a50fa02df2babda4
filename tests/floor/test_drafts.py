"""Drafts of a configuration: nothing typed is lost, what differs is said in words, and a draft becomes commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.compliance.configuration import load
from houseway.floor import command_index as c
from houseway.floor.command import PlainData
from houseway.floor.drafts.differences import Change, differences
from houseway.floor.drafts.draft_commands import brought_up_to_date, changed_meanwhile, planned
from houseway.floor.drafts.draft_content import Content, Leaving, Unread, judge, plain_of, put, take_out, things, worse
from houseway.floor.floor_errors import WrongState

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "washington.toml"
DAY = "2024-05-01"


def base() -> PlainData:
    return plain_of(load(EXAMPLE))


def copy(data: PlainData) -> PlainData:
    found: PlainData = msgspec.json.decode(msgspec.json.encode(data))
    return found


def changed(kind: Any, id: str, **facts: Any) -> Content:
    """A draft in which one thing differs."""
    configuration = copy(base())
    put(configuration, kind, id, {**things(configuration, kind)[id], **facts})
    return Content(configuration=configuration)


# -- what stands in a draft


def test_a_configuration_that_passes_is_a_draft_without_findings() -> None:
    assert judge(Content(configuration=base()), DAY).findings == []


def test_what_cannot_be_read_is_a_finding_with_its_remedy_and_stays_as_it_was_typed() -> None:
    content = Content(configuration=base())
    content.unread["tables/T1/limits.first-attack.1"] = Unread("lots", "'lots' is no amount", "write $500")
    [found] = judge(content, DAY).findings
    assert (found.where, found.what, found.remedy) == ("table T1", "'lots' is no amount", "write $500")


def test_a_thing_that_lacks_something_is_a_finding_and_the_others_are_judged_nevertheless() -> None:
    content = changed("tables", "T1", limits={"first-attack": [500, 99_999_999]})
    put(content.configuration, "licences", "new", {"number": "new", "covers": []})
    findings = judge(content, DAY).findings
    assert ("licence new", "maker is missing") in [(each.where, each.what) for each in findings]
    assert any(each.where.startswith("table T1") and each.cite for each in findings)


def test_a_draft_is_refused_only_for_what_does_not_fail_already() -> None:
    running = load(EXAMPLE)
    short = msgspec.structs.replace(running, people=running.people[:2])
    same = judge(Content(configuration=plain_of(short)), DAY)
    assert same.findings
    assert worse(same, short) == []
    content = Content(configuration=plain_of(short))
    content.configuration["tables"][0]["sensors"] = {}
    assert {each.where for each in worse(judge(content, DAY), short)} >= {"table T1, sensors.jackpot"}


# -- what differs


def test_differences_are_said_in_the_words_of_the_game_and_in_money() -> None:
    new = changed("tables", "T1", limits={"first-attack": [500, 40_000]}, seats=5).configuration
    [table] = differences(base(), new)
    assert (table.title, table.state) == ("Table T1", "changed")
    assert Change("Limits: First Attack", "$5 to $300", "$5 to $400") in table.changes
    assert Change("Seats", "", "5") in table.changes


def test_a_meter_is_compared_by_its_parts_and_shares_are_percents() -> None:
    jackpot = copy(things(base(), "jackpots")["attack"])
    jackpot["meters"][0] |= {"rate": 150_000, "cap": 6_000_000}
    [found] = differences(base(), changed("jackpots", "attack", meters=jackpot["meters"]).configuration)
    assert set(found.changes) == {
        Change("Meter 1: To the amount", "20 %", "15 %"),
        Change("Meter 1: Maximum", "$50,000", "$60,000"),
    }


def test_what_comes_and_what_goes_is_told_apart_and_a_default_that_is_written_out_is_no_change() -> None:
    new = copy(base())
    take_out(new, "tables", "T2")
    put(new, "licences", "N-1", {"number": "N-1", "maker": "North", "covers": ["layouts"], "kind": "state-licence"})
    new["tables"][0]["template"] = False
    new["settings"] = {"deposit-days": 2}
    found = {(each.kind, each.id): each.state for each in differences(base(), new)}
    assert found == {("property", ""): "changed", ("tables", "T2"): "gone", ("licences", "N-1"): "new"}


# -- what it becomes


def test_a_draft_becomes_commands_in_the_order_in_which_one_needs_another() -> None:
    content = changed("jackpots", "attack", unreasonable=300)
    put(content.configuration, "tables", "T9", {**things(base(), "tables")["T2"], "id": "T9"})
    put(content.configuration, "jackpots", "fresh", {**things(base(), "jackpots")["attack"], "id": "fresh"})
    content.configuration["settings"] = {"deposit-days": 1}
    kinds = [(each.about, type(each.command)) for each in planned(base(), content)]
    assert kinds == [
        ("settings", c.ChangeSettings),
        ("jackpot attack", c.ChangeJackpot),
        ("jackpot fresh", c.AddJackpot),
        ("table T9", c.AddTable),
    ]


def test_an_open_table_is_closed_for_its_change_and_opened_again_where_that_is_wanted() -> None:
    content = changed("tables", "T1", seats=5)
    assert [type(each.command) for each in planned(base(), content)] == [c.ChangeTable]
    between = planned(base(), content, frozenset({"T1", "T2"}))
    assert [type(each.command) for each in between] == [c.CloseTable, c.ChangeTable, c.OpenTable]


def test_a_table_goes_for_its_reason_and_what_no_draft_takes_out_is_refused() -> None:
    content = Content(configuration=copy(base()))
    take_out(content.configuration, "tables", "T1")
    content.leaving["tables/T1"] = Leaving("worn felt", "moved-to-another-table", "letter 9")
    [planned_] = planned(base(), content)
    assert planned_.command == c.RemoveTable(
        table="T1", reason="worn felt", removal="moved-to-another-table", document="letter 9"
    )
    for kind, id in (("jackpots", "attack"), ("approvals", load(EXAMPLE).approvals[0].id)):
        other = Content(configuration=copy(base()))
        take_out(other.configuration, kind, id)  # type: ignore[arg-type]
        with pytest.raises(WrongState, match="cannot be taken out by a draft"):
            planned(base(), other)


def test_a_table_that_loses_its_progressive_names_the_paper_that_orders_it() -> None:
    content = changed("tables", "T1", seats=5)
    assert [each.command.removal for each in planned(base(), content) if isinstance(each.command, c.ChangeTable)] == [
        None
    ]
    content.leaving["tables/T1"] = Leaving("", "moved-to-another-table", "letter 9")
    [planned_] = planned(base(), content)
    assert isinstance(planned_.command, c.ChangeTable)
    assert (planned_.command.removal, planned_.command.document) == ("moved-to-another-table", "letter 9")


def test_a_setting_is_not_taken_out() -> None:
    before = {**base(), "settings": {"deposit-days": 1, "check-hours": 12}}
    with pytest.raises(WrongState, match="cannot be taken out: check-hours"):
        planned(before, Content(configuration={**before, "settings": {"deposit-days": 2}}))


@pytest.mark.parametrize("name", ["name", "profile", "zone", "day-starts"])
def test_what_a_property_was_made_with_stays(name: str) -> None:
    content = Content(configuration={**base(), name: "other"})
    with pytest.raises(WrongState, match="stays as it was made"):
        planned(base(), content)


# -- two drafts at once


def test_a_draft_over_what_runs_now_keeps_what_was_typed_and_takes_what_others_changed() -> None:
    mine = changed("tables", "T1", seats=5)
    mine.configuration["settings"] = {"check-hours": 12}
    running = changed("tables", "T2", seats=4).configuration
    running["settings"] = {"deposit-days": 1}
    assert changed_meanwhile(base(), mine, running) == []
    new = brought_up_to_date(base(), mine, running)
    assert things(new.configuration, "tables")["T1"]["seats"] == 5
    assert things(new.configuration, "tables")["T2"]["seats"] == 4
    assert new.configuration["settings"] == {"deposit-days": 1, "check-hours": 12}


def test_the_same_thing_changed_twice_is_named_and_the_draft_keeps_its_own() -> None:
    mine = changed("tables", "T1", seats=5)
    take_out(mine.configuration, "tables", "T3")
    running = changed("tables", "T1", seats=4).configuration
    assert changed_meanwhile(base(), mine, running) == [("tables", "T1")]
    new = brought_up_to_date(base(), mine, running)
    assert things(new.configuration, "tables")["T1"]["seats"] == 5
    assert "T3" not in things(new.configuration, "tables")
    [table, gone] = differences(running, new.configuration)
    assert table.changes == (Change("Seats", "4", "5"),)
    assert (gone.id, gone.state) == ("T3", "gone")
