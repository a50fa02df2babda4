"""A drill notices what is broken: each test damages something after the day and finds it named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from houseway.drill.drill_plan import Plan
from houseway.drill.gaming_day import Day
from houseway.drill.house_duties import Events
from houseway.drill.place import Place
from houseway.drill.run_drill import check

PLAN = Plan(seed=21, tables=8, rounds=160)


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    """A day that was held and has nothing against it."""
    held = Day(PLAN, Place(str(tmp_path / "drill.sqlite"), tmp_path, PLAN.seed))
    held.run(Events(held))
    assert check(held) == []
    yield held
    held.floor.close()


def damage(day: Day, folder: Path, sql: str) -> None:
    """Change one row behind the journal's back; the schema is as it was afterwards."""
    day.floor.close()
    connection = apsw.Connection(str(folder / "drill.sqlite"))
    triggers = list(connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))
    for name, _ in triggers:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(sql)
    assert connection.changes() == 1
    for _, made in triggers:
        connection.execute(str(made))
    connection.close()
    day.floor = day.place.open()


def failed(day: Day) -> set[str]:
    return {finding.check for finding in check(day)}


def test_changed_balance_is_reported(day: Day, tmp_path: Path) -> None:
    damage(
        day,
        tmp_path,
        "UPDATE balances SET amount = amount + 1 WHERE account = 'ties:reserve' AND stream = 'table/T02'",
    )
    assert {
        "the invariants of the money hold",
        "every account is what the drill's own book says",
        "the journal verifies",
    } <= failed(day)


def test_changed_entry_is_reported(day: Day, tmp_path: Path) -> None:
    damage(
        day,
        tmp_path,
        "UPDATE entries SET at = at + 1 WHERE stream = 'table/T01' AND number = 9",
    )
    assert failed(day) == {"the journal verifies"}


def test_lcd_counter_that_lost_a_wager_is_reported(day: Day) -> None:
    lcd = next(s.tabulator.lcd for s in day.stations if s.tabulator is not None and s.tabulator.lcd is not None)
    lcd.advance(1)
    assert failed(day) == {"counters are what the devices counted"}


def test_round_that_the_panel_heard_of_and_the_journal_has_not_is_reported(day: Day) -> None:
    day.stations[0].acknowledged["T01-99999"] = "settle-round"
    assert failed(day) == {"every acknowledged round is in the journal once"}


def test_wager_that_the_floor_did_not_count_is_reported(day: Day) -> None:
    day.stations[1].counted[1, 1] += 1
    assert failed(day) == {
        "counters are what the devices counted",
        "counts × wager × rate are the contributions",
    }


def test_prize_of_another_amount_is_reported(day: Day) -> None:
    next(hit for hits in day.rounds_with_hits.values() for hit in hits).amount += 1
    assert failed(day) == {"every hit is the line of its round"}


def test_display_that_shows_another_amount_is_reported(day: Day) -> None:
    fund = day.funds["ties"]
    fund.purses[""].pool += 1_000_000
    assert failed(day) == {
        "every account is what the drill's own book says",
        "every display shows what the drill's own book says",
    }
