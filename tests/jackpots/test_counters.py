"""Counters that cannot be set back (S-9): counts, the LCD counter and its battery, readings and replacements."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.jackpots.counters import YEAR, Counters, LcdCounter
from houseway.jackpots.jackpot_errors import BadReading
from tests.sentences import in_every_document


def test_counts_by_sensor_by_position_and_for_the_table() -> None:
    counters = Counters()
    assert counters.advance({1: [1, 3], 2: [3]}) == 3
    assert counters.advance({1: [3]}) == 1
    assert counters.advance({}) == 0
    assert counters.count() == 4
    assert counters.count(sensor=1) == 3
    assert counters.count(position=3) == 3
    assert counters.count(1, 3) == 2
    assert counters.count(6, 16) == 0


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.integers(1, 6), st.sets(st.integers(1, 16)))))
def test_counts_only_grow_and_survive_being_stored(rounds: list[dict[int, set[int]]]) -> None:
    counters = Counters()
    total = 0
    for wagers in rounds:
        counters.advance(wagers)
        total += sum(len(positions) for positions in wagers.values())
        assert counters.count() == total
    again = Counters.load(counters.dump())
    assert again.dump() == counters.dump()
    assert sum(again.count(sensor=sensor) for sensor in range(1, 7)) == total
    assert sum(again.count(position=position) for position in range(1, 17)) == total


def test_a_stored_count_that_is_negative_is_refused() -> None:
    with pytest.raises(BadReading):
        Counters.load({"1/1": -1})


def test_the_battery_of_the_lcd_counter_lasts_ten_years_and_its_age_is_on_record() -> None:
    fitted = 5 * YEAR
    lcd = LcdCounter("LCD-1", installed=fitted)
    lcd.advance(41)
    assert lcd.battery_age(fitted + YEAR) == YEAR
    assert lcd.battery_due == 15 * YEAR
    assert not lcd.battery_is_due(15 * YEAR - 1)
    assert lcd.battery_is_due(15 * YEAR)
    event = lcd.fit_battery(15 * YEAR)
    assert (event.counter, event.previous, event.age) == ("LCD-1", 5 * YEAR, 10 * YEAR)
    assert not lcd.battery_is_due(15 * YEAR)
    assert lcd.count == 41
    with pytest.raises(BadReading):
        lcd.fit_battery(14 * YEAR)
    with pytest.raises(BadReading):
        lcd.fit_battery(15 * YEAR - 1)
    assert lcd.fit_battery(15 * YEAR).age == 0


def test_ten_years_are_3652_days_and_a_half() -> None:
    assert LcdCounter("LCD-1", installed=7).battery_due == 7 + 315_576_000_000_000


@in_every_document("the count cannot be reset")
def test_the_lcd_counter_cannot_be_lowered_or_set() -> None:
    lcd = LcdCounter("LCD-1", installed=0, count=7)
    with pytest.raises(BadReading):
        lcd.advance(-1)
    with pytest.raises(AttributeError):
        lcd.count = 0  # type: ignore[misc]
    assert lcd.count == 7
    assert LcdCounter.load(lcd.dump()).count == 7
