"""Profiles: what holds on which day, what an operator may change, and what a table makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.compliance.compliance_errors import BadSetting
from houseway.compliance.configured_tables import settings_of
from houseway.compliance.profile import KINDS, names, profile
from tests.compliance.changes import configured, put

COMMERCIAL = profile("washington-commercial")


def test_there_are_three_profiles() -> None:
    assert names() == ("plain", "washington-commercial", "washington-tribal")
    for name in names():
        assert set(profile(name).settings("2024-05-01")) == set(KINDS)


@pytest.mark.parametrize(
    ("name", "day", "value"),
    [
        ("table-maximum", "2008-12-31", 20_000),  # WAC 230-15-140: $200, then $300
        ("table-maximum", "2009-01-01", 30_000),
        ("most-wagers", "2009-09-13", 3),  # WAC 230-15-040: three games on a hand, then six, then four
        ("most-wagers", "2009-09-14", 6),
        ("most-wagers", "2015-04-22", 6),
        ("most-wagers", "2015-04-23", 4),
        ("fourth-wager", "2009-09-13", False),
        ("fourth-wager", "2009-09-14", True),
        ("link-games", "2013-07-18", "none"),  # WAC 230-15-685: Order 688, then Order 715
        ("link-games", "2013-07-19", "same"),
        ("link-games", "2015-11-08", "equal"),
        ("whole-bonus", "2021-06-13", False),  # WAC 230-15-671
        ("whole-bonus", "2021-06-14", True),
        ("malfunction-hours", "2014-06-30", None),  # WAC 230-06-054
        ("malfunction-hours", "2014-07-01", 72),
        ("surveillance-threshold", "2024-05-01", 300_000),
        ("deposit-days", "2024-05-01", 7),
        ("tables", "2024-05-01", 15),
    ],
)
def test_a_limit_has_its_day(name: str, day: str, value: Any) -> None:
    assert COMMERCIAL.setting(name, day) == value


def test_a_verified_must_can_only_be_made_stricter() -> None:
    assert COMMERCIAL.setting("tables", "2024-05-01", {"tables": 14}) == 14
    with pytest.raises(BadSetting) as refused:
        COMMERCIAL.setting("tables", "2024-05-01", {"tables": 16})
    assert refused.value.clause == "RCW 9.46.0282"
    assert refused.value.remedy and "15" in refused.value.remedy


def test_what_is_not_verified_is_the_operators_to_set() -> None:
    assert COMMERCIAL.setting("players", "2024-05-01", {"players": 9}) == 9
    # $300 was certain until January 2023; whether it rose then is for the operator to know.
    assert COMMERCIAL.setting("table-maximum", "2024-05-01", {"table-maximum": 50_000}) == 50_000
    with pytest.raises(BadSetting):
        COMMERCIAL.setting("table-maximum", "2022-05-01", {"table-maximum": 50_000})


@pytest.mark.parametrize(
    ("name", "strict", "loose"),
    [
        ("fourth-wager", True, False),
        ("whole-bonus", True, False),
        ("link-games", "same", "any"),
        ("aggregate-odds", 60, 40),
        ("decrease-reasons", ["won"], ["won", "malfunction", "maximum", "undisplayed", "seed", "void"]),
        (
            "approval-steps",
            ["game-approved", "controls-submitted", "controls-approved", "board-approved"],
            ["game-approved"],
        ),
    ],
)
def test_stricter_is_known_for_each_kind_of_setting(name: str, strict: Any, loose: Any) -> None:
    expected = tuple(strict) if isinstance(strict, list) else strict
    assert COMMERCIAL.setting(name, "2024-05-01", {name: strict}) == expected
    with pytest.raises(BadSetting):
        COMMERCIAL.setting(name, "2024-05-01", {name: loose})


@pytest.mark.parametrize("value", ["7", 7.0, -1, True, None, [7]])
def test_a_setting_of_the_wrong_form_is_refused(value: Any) -> None:
    with pytest.raises(BadSetting):
        COMMERCIAL.setting("deposit-days", "2024-05-01", {"deposit-days": value})


def test_names_that_are_not_there() -> None:
    with pytest.raises(BadSetting, match="no setting"):
        COMMERCIAL.setting("fifth-wager", "2024-05-01")
    with pytest.raises(BadSetting, match="no setting"):
        COMMERCIAL.settings("2024-05-01", {"fifth-wager": 1})
    with pytest.raises(BadSetting, match="no profile"):
        profile("../plain")


def test_a_void_lowers_the_amount_only_where_reasons_are_not_a_closed_list() -> None:
    assert not COMMERCIAL.settings("2024-05-01").decrease_for_void
    assert profile("washington-tribal").settings("2024-05-01").decrease_for_void
    assert profile("plain").settings("2024-05-01").decrease_for_void


def test_a_table_may_have_a_setting_of_its_own() -> None:
    house = configured("washington", put("settings tables T2", {"table-maximum": 20_000}))
    assert settings_of(house)["table-maximum"] == 30_000
    assert settings_of(house, "T1")["table-maximum"] == 30_000
    assert settings_of(house, "T2")["table-maximum"] == 20_000


def test_each_setting_names_its_rule() -> None:
    settings = COMMERCIAL.settings("2024-05-01")
    assert settings.cite("table-maximum") == "WAC 230-15-140"
    assert profile("plain").settings("2024-05-01").cite("table-maximum") == "No jurisdiction"
    for name in names():
        for setting in KINDS:
            for item in profile(name).history(setting):
                assert item.cite and len(item.since) == 10
