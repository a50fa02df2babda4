"""What every decision asks for, and is kept from the last time: the gaming day, and the settings of a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from houseway.floor.context import gaming_day, settings_on
from houseway.floor.states import PropertyState

SECOND = 1_000_000
PACIFIC = "America/Los_Angeles"


def begins(day: date, zone: str, starts: time) -> int:
    """When a gaming day begins, reckoned without anything that was kept."""
    return round(datetime.combine(day, starts, ZoneInfo(zone)).astimezone(UTC).timestamp() * SECOND)


@pytest.mark.parametrize(("zone", "starts"), [(PACIFIC, "06:00"), ("UTC", "00:00"), ("Pacific/Auckland", "23:30")])
def test_the_gaming_day_is_right_whatever_was_asked_before(zone: str, starts: str) -> None:
    days = [date(2026, 3, 6) + timedelta(days=each) for each in range(5)]
    starting = time.fromisoformat(starts)
    # Every day from its first microsecond to its last, days apart, forwards and backwards; clocks change among them.
    asked = [
        (at, day)
        for day in days
        for at in (begins(day, zone, starting), begins(day + timedelta(days=1), zone, starting) - 1)
    ]
    for at, day in [*asked, *reversed(asked), *asked[::3], *asked[1::2], *reversed(asked[::2])]:
        assert gaming_day(at, zone, starts) == day.isoformat()


def test_places_with_other_clocks_do_not_share_a_day() -> None:
    at = begins(date(2026, 5, 2), PACIFIC, time(6)) - 1
    for _ in range(2):
        assert gaming_day(at, PACIFIC, "06:00") == "2026-05-01"
        assert gaming_day(at, PACIFIC, "05:00") == "2026-05-02"
        assert gaming_day(at, "UTC", "06:00") == "2026-05-02"


def test_settings_are_those_of_the_property_and_the_day_asked_for() -> None:
    one, other = (PropertyState(profile="plain", settings={"deposit-days": days}) for days in (3, 5))
    for _ in range(2):
        assert settings_on(one, "2026-05-01")["deposit-days"] == 3
        assert settings_on(other, "2026-05-01")["deposit-days"] == 5
        assert settings_on(one, "2026-05-02").on == "2026-05-02"
        assert settings_on(one, "2026-05-01").on == "2026-05-01"
    # What does not change between two questions is not worked out again.
    assert settings_on(one, "2026-05-01") is settings_on(one, "2026-05-01")
