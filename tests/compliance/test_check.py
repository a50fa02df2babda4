"""The check as a whole: examples that pass, limits of their day, one table's findings, and any nonsense at all."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.compliance.check import about, check, rules
from houseway.compliance.configuration import read
from tests.compliance.changes import Change, add, configured, drop, example, findings, put, together


@pytest.mark.parametrize("name", ["washington", "tribal", "plain"])
def test_the_examples_pass(name: str) -> None:
    assert findings(name) == []


def found(day: str, *changes: Change) -> set[tuple[str, str]]:
    return {(each.rule, each.where) for each in findings("washington", put("on", day), *changes)}


@pytest.mark.parametrize(
    ("rule", "wrong_on", "right_on"),
    [
        ("table-maximum", "2008-12-31", "2009-01-01"),  # $200, then $300
        ("link-games", "2013-07-18", "2013-07-19"),  # tables of one game may be linked from then on
        ("four-wagers", "2015-04-23", "2015-04-22"),  # four wagers of six offered; until then six were allowed
        ("licence-equipment", "2014-12-31", "2015-01-01"),  # the maker's licence begins
        ("licence-equipment", "2027-01-01", "2026-12-31"),  # and ends
        ("passive-display", "2021-01-28", "2021-01-27"),  # the letter on second sensors
        ("promotion-consent", "2021-01-28", "2021-01-27"),
    ],
)
def test_the_same_configuration_judged_on_two_days(rule: str, wrong_on: str, right_on: str) -> None:
    changes = (
        put("tables T1 displays 0 networked", True),
        put("promotions royal-may consent", ""),
        put("tables T1 posts", ["limits", "restrictions", "prizes", "employee-play", "disputes", "fourth-wager"]),
    )
    wrong, right = found(wrong_on, *changes), found(right_on, *changes)
    assert rule in {each for each, _ in wrong - right}


def test_the_same_rise_of_the_maximum_is_refused_before_2023_and_the_operators_to_know_after() -> None:
    risen = together(put("settings", {"table-maximum": 50_000}), put("tables T5 limits player", [500, 50_000]))
    assert found("2024-05-01", risen) == set()
    assert {rule for rule, _ in found("2022-05-01", risen)} >= {"settings", "table-maximum"}


def test_by_hand_is_wrong_in_a_commercial_room_and_right_in_a_tribal_one() -> None:
    by_hand = put("tables T3 options dealt-by", "hand")
    assert [each.rule for each in findings("washington", by_hand)] == ["machine-dealt"]
    assert configured("tribal").tables[0].options == {"dealt-by": "hand"}
    assert findings("tribal") == []


def test_findings_come_in_the_same_order_each_time() -> None:
    changes = [
        put("tables T5 limits player", [500, 99_000]),
        put("jackpots ties wager", 200),
        drop("people vega"),
        drop("approvals A-DW steps game-approved"),
        put("promotions royal-may posted", False),
    ]
    first = findings("washington", *changes)
    assert [each.rule for each in first] == [
        "departments",
        "table-maximum",
        "fixed-wager",
        "approval-steps",
        "promotion-posted",
    ]
    assert findings("washington", *reversed(changes)) == first


def test_approvals_of_0_1_stand_by_the_fingerprints_that_they_named() -> None:
    then = {
        "A-TA": "d0f5b77bbbd741f1968b58aec1594598eba9123d9b27bd69ca76acd443073b13",
        "A-DW": "16ce8f4cb5d6cf39ee6e3dcf77e73958425678f6dfbfdb137d49bea0abc14dae",
        "A-TCS": "e5174fd9b51c60766681987d2e40c92f4e3ec900c81e9c6c3546a5330b301fa6",
    }
    assert findings("washington", *(put(f"approvals {id} fingerprint", was) for id, was in then.items())) == []
    # That of another game is none.
    swapped = put("approvals A-TA fingerprint", then["A-DW"])
    assert [each.rule for each in findings("washington", swapped)] == ["fingerprint"]


def test_one_table_is_told_what_concerns_it() -> None:
    house = configured(
        "washington",
        put("jackpots ties wager", 200),  # table T5
        put("jackpots daily updates", "real-time"),  # the jackpot of T3
        put("approvals A-TCS fingerprint", "0"),  # the game of T4
        put("promotions royal-may posted", False),  # runs at T1 and T2
    )
    assert [each.rule for each in about(house, table="T1")] == ["promotion-posted"]
    assert [each.rule for each in about(house, table="T3")] == ["scheme"]
    assert [each.rule for each in about(house, table="T4")] == ["fingerprint"]
    assert [each.rule for each in about(house, table="T5")] == ["fixed-wager"]
    assert [each.rule for each in about(house, promotion="royal-may")] == ["promotion-posted"]
    assert len(check(house)) == 4


def test_what_is_wrong_with_the_property_concerns_every_table() -> None:
    house = configured("washington", drop("people cole"))
    for table in house.tables:
        assert [each.rule for each in about(house, table=table.id)] == ["departments"]
    assert about(house, promotion="royal-may") == []


def test_a_mistake_elsewhere_does_not_hide_one_that_keeps_a_table_from_opening() -> None:
    rules_found = {
        each.rule
        for each in findings("washington", drop("tables T5 posts disputes"), put("tables T5 options decks", "7"))
    }
    assert rules_found == {"posting", "setup"}


def test_rules_say_what_they_ask_for() -> None:
    assert len(rules()) >= 45
    assert all(says and says == says.strip() for says in rules().values())


def _leaves(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from _leaves(value, (*path, key))


ODD: tuple[Any, ...] = (-1, 0, 10**20, "", "x", "§", "2024-13-01", True, [], {}, ["x"], {"x": "x"}, {"x": {"x": "x"}})


@pytest.mark.parametrize("name", ["washington", "tribal"])
def test_whatever_stands_somewhere_is_judged_or_cannot_be_read(name: str) -> None:
    data = example(name)
    judged, known = 0, rules()
    for path in list(_leaves(data)):
        place: Any = data
        for key in path[:-1]:
            place = place[key]
        right = place[path[-1]]
        for odd in ODD:
            place[path[-1]] = copy.deepcopy(odd)
            try:
                house = read(data)
            except msgspec.ValidationError:
                continue
            for finding in check(house):
                assert finding.rule in known and finding.what and finding.remedy and finding.cite
            judged += 1
        place[path[-1]] = right
    assert data == example(name), "nothing but one value at a time was changed"
    assert judged > 300


def test_an_empty_property_has_nothing_against_it_but_its_staff() -> None:
    bare = {"name": "New", "profile": "washington-commercial", "on": "2024-05-01"}
    assert {each.rule for each in check(read(bare))} == {"departments"}
    assert check(read({**bare, "profile": "plain"})) == []


def test_a_promotion_of_another_game_needs_no_consent() -> None:
    elsewhere = {
        "id": "aces",
        "tables": ["T4"],
        "wager": "four-card-bonus",
        "event": "four-aces",
        "prize": 10_000,
        "since": "2024-05-01",
        "until": "2024-05-31",
        "approved-by": "general manager",
        "posted": True,
    }
    assert findings("washington", add("promotions", elsewhere)) == []
