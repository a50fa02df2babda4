"""What was played in a period, read from the closes of its days: as many entries however much was played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.kinds.day_play import Spot
from houseway.journal import Entry
from houseway.reports.floor import Wanted, period
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.table_play.played import Played, lines_of, played
from tests.floor.houses import DAY, HOUR, START, House, attack_table, duel_table, sqlite_house
from tests.reports.floor_pages import ZONE
from tests.reports.floor_story import NOW

FIRST, SECOND, THIRD = "2024-05-01", "2024-05-02", "2024-05-03"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Three days at A1 of 5, 60 and 7 rounds of two positions; the third is not closed. Nothing is played at D1."""
    house = sqlite_house(tmp_path_factory.mktemp("busy") / "floor.db")
    house.build(tables=(attack_table("A1"), duel_table("D1", cards="keys")))
    for number, rounds in enumerate((5, 60, 7)):
        house.at = START + HOUR + number * DAY
        house.play("A1", rounds, 1, 4)
        if number < 2:
            house.close_day()
    yield house
    house.close()


def reader_of(house: House, first: str, last: str) -> Reader:
    return Reader(house.floor, Wanted(period=period(first, last, ZONE, "06:00"), now=NOW + 2 * DAY))


def rounds_of(found: list[Played]) -> dict[tuple[str, str], int]:
    sums: dict[tuple[str, str], int] = {}
    for each in found:
        for _, hour in each.hours():
            sums[each.table, each.day] = sums.get((each.table, each.day), 0) + hour.rounds
    return sums


def test_days_that_are_closed_and_the_open_one_are_told_alike(busy: House) -> None:
    days = {("A1", FIRST): 5, ("A1", SECOND): 60, ("A1", THIRD): 7}
    assert rounds_of(played(reader_of(busy, FIRST, THIRD))) == days
    for key, rounds in days.items():
        assert rounds_of(played(reader_of(busy, key[1], key[1]))) == {key: rounds}
    assert played(reader_of(busy, "2024-04-01", "2024-04-30")) == []


def test_every_wager_has_a_line_for_each_position_and_hour(busy: House) -> None:
    found = list(lines_of(played(reader_of(busy, FIRST, FIRST))))
    assert [(line.table, line.day, line.game, line.edition, line.wager, line.position) for line in found] == [
        ("A1", FIRST, "triple-attack", "2021", "jackpot", position) for position in (1, 4)
    ]
    assert {line.hour for line in found} == {START + HOUR}
    assert [(line.recorded, line.spot) for line in found] == [(False, Spot(rounds=5, staked=500, squares=50_000))] * 2


def test_a_closed_day_is_read_without_its_rounds(busy: House, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []

    def counting(*row: Any) -> Entry:
        read.append(row)
        return Entry(*row)

    assert busy.floor.property.close, "what the report asks of the property is in memory"
    monkeypatch.setattr("houseway.journal.engines.engine.Entry", counting)
    numbers = []
    for day in (FIRST, SECOND):
        read.clear()
        assert played(reader_of(busy, day, day))
        numbers.append(len(read))
    # Two closes of the property on the way back, and their parts of the table: that of the day itself, and for the
    # first day also what the close after it may have of it. The second day has twelve times the rounds.
    assert numbers == [4, 3]


def test_days_closed_by_an_earlier_release_are_added_up_from_their_entries(
    busy: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its closes had no figures of play."""
    told = played(reader_of(busy, FIRST, SECOND))
    whole = Reader.table_close

    def without(self: Reader, close: Any, table: str) -> Any:
        found = whole(self, close, table)
        return found and found._replace(body=type(found.body)(day=found.body.day))

    monkeypatch.setattr(Reader, "table_close", without)
    assert played(reader_of(busy, FIRST, SECOND)) == told


def test_one_table_is_asked_for(busy: House, tmp_path: Path) -> None:
    wanted = Wanted(period=period(FIRST, THIRD, ZONE, "06:00"), now=NOW + 2 * DAY, table="D1")
    assert played(Reader(busy.floor, wanted)) == []
