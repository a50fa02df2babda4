"""What a table played on a day, added up by hour, wager and position as its entries are folded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.floor.bookkeeping.presses_of_hour import with_presses
from houseway.floor.folding import FloorFold
from houseway.floor.kinds.day_play import DayPlay, HourPlay, Laid, Spot
from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_table import TableDayClosed
from houseway.floor.states import TableState
from tests.floor.houses import HEARTS, HOUR, SECOND, START, House, attack_table, duel_table, sqlite_house
from tests.reports.floor_story import settle_duel


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A1 with the tabulator alone and a fixed wager of $1, and D1 where every line is recorded."""
    built = sqlite_house(tmp_path / "floor.db")
    built.build(tables=(attack_table("A1", two=True), duel_table("D1", cards="keys")))
    yield built
    for table in ("A1", "D1"):
        fold, again = FloorFold(), TableState(id=table)
        for entry in built.floor.journal.read(f"table/{table}"):
            fold.apply(again, entry)
        assert again == built.floor.table(table)
    built.close()


def play(house: House, table: str) -> DayPlay:
    [found] = days(house, table)
    return found


def days(house: House, table: str) -> list[DayPlay]:
    return with_presses(house.floor.table(table)).play


def test_lines_of_settled_rounds_are_added_up_by_hour_wager_and_position(house: House) -> None:
    """A nine of the house: the king of seat 1 wins $5, its $1 is lost, and so is the three of seat 2. Then all lose."""
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500, "tie-after-tie": 100}, 2: {"player": 1000}})
    settle_duel(house, "2h 3c 9s", {1: {"player": 700}})
    house.at += HOUR
    settle_duel(house, "2h 3c 9s", {2: {"player": 1000}})
    found = play(house, "D1")
    assert (found.game, found.edition, found.recorded) == ("dueling", "2017", True)
    first, second = (found.hours[name] for name in sorted(found.hours, key=int))
    assert int(min(found.hours, key=int)) == START // HOUR
    assert first == HourPlay(
        rounds=2,
        hands={"1": 2, "2": 1},
        spots={
            "player": {
                "1": Spot(rounds=2, lines=2, staked=1200, returned=1000, squares=500**2 + 700**2),
                "2": Spot(rounds=1, lines=1, staked=1000, squares=1000**2),
            },
            "tie-after-tie": {"1": Spot(rounds=1, lines=1, staked=100, squares=100**2)},
        },
        laid={"player": Laid(2, 1500**2 + 700**2), "tie-after-tie": Laid(1, 100**2)},
    )
    assert second.spots == {"player": {"2": Spot(rounds=1, lines=1, staked=1000, squares=1000**2)}}
    assert house.floor.table("D1").taken == 100 - 500 + 1000 + 700 + 1000
    assert house.floor.table("D1").opening == next(
        entry.number for entry in house.floor.journal.read("table/D1") if entry.kind == "table-opened"
    )


def test_a_corrected_line_counts_in_the_hour_of_its_correction(house: House) -> None:
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500}})
    house.at += HOUR
    fix = c.CorrectLine(table="D1", round=1, line=1, seat=1, wager="player", was=1000, returned=400, reason="misread")
    house.do(fix, "sato", "cole")
    hours = play(house, "D1").hours
    assert [hours[name].spots["player"]["1"].returned for name in sorted(hours, key=int)] == [1000, -600]
    assert sum(hour.rounds for hour in hours.values()) == 1
    assert house.floor.table("D1").taken == 100


def test_a_void_round_of_recorded_lines_takes_nothing_back(house: House) -> None:
    settle_duel(house, "Kh 3c 9s", {1: {"player": 500}})
    house.tabulate("D1", 1)
    house.do(c.VoidRound(table="D1", round=2, reason="a card fell"), "sato")
    [hour] = play(house, "D1").hours.values()
    assert (hour.rounds, set(hour.spots)) == (1, {"player"})


def test_with_the_tabulator_alone_each_count_is_a_stake_of_the_fixed_wager(house: House) -> None:
    """One dollar at three positions and, in the first round, one more for the second jackpot."""
    house.tabulate("A1", picture={"1": (1, 2, 3), "2": (2,)})
    house.play("A1", 2, 1, 2, 3)
    [hour] = play(house, "A1").hours.values()
    assert not play(house, "A1").recorded
    assert (hour.rounds, hour.hands) == (3, {"1": 3, "2": 3, "3": 3})
    assert hour.spots["jackpot"] == {seat: Spot(rounds=3, staked=300, squares=30_000) for seat in "123"}
    assert hour.spots["jackpot-2"] == {"2": Spot(rounds=1, staked=100, squares=10_000)}
    assert hour.laid == {"jackpot": Laid(3, 3 * 300**2), "jackpot-2": Laid(1, 100**2)}
    house.do(c.VoidRound(table="A1", round=3, reason="a card fell", clause="S-26"), "sato")
    [hour] = play(house, "A1").hours.values()
    assert (hour.rounds, hour.spots["jackpot"]["1"]) == (2, Spot(rounds=2, staked=200, squares=20_000))
    assert hour.laid["jackpot"] == Laid(2, 2 * 300**2)


def test_a_prize_that_waits_with_its_hit_is_not_paid_from_the_tray(house: House) -> None:
    before = house.floor.table("A1").taken
    house.tabulate("A1", 1)
    [hit] = house.claim("A1", (1, "jackpot", HEARTS))
    house.verify(hit)
    house.pay(hit)
    assert house.floor.table("A1").taken == before


def test_the_close_of_a_day_takes_its_figures_with_it(house: House) -> None:
    house.play("A1", 2, 1)
    [first] = days(house, "A1")
    house.at = first.ends - SECOND
    house.play("A1", 3, 2)
    first, second = days(house, "A1")
    assert second.at == first.ends, "what is done at the very cut-off is of the next day"
    assert [play.hours[str(play.at // HOUR)].rounds for play in (first, second)] == [2, 3]
    house.close_day("2024-05-01")
    assert days(house, "A1") == [second]
    closes = [read_if(entry, TableDayClosed) for entry in house.floor.journal.read("table/A1")]
    assert [close.play for close in closes if close is not None] == [[first]]


def test_a_table_that_is_opened_anew_begins_figures_of_its_own(house: House) -> None:
    house.play("A1", 2, 1)
    house.shut("A1")
    house.open("A1")
    house.play("A1", 1, 1)
    first, second = days(house, "A1")
    assert first.opening < second.opening == house.floor.table("A1").opening
    assert (first.ends, second.ends) == (house.floor.table("A1").day_ends,) * 2
