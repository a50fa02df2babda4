"""What goes wrong while a gaming day is closed, on both engines: nothing is lost, doubled or told in halves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import WrongState
from houseway.journal.engines.postgres import PostgresEngine
from houseway.journal.engines.sqlite import SqliteEngine
from houseway.journal.journal_errors import ClockSteppedBack, DiskFull, JournalReadOnly
from houseway.journal.moment import at_one_moment
from houseway.reports import floor as reports
from houseway.reports.document import Document
from houseway.reports.floor import REPORTS, Wanted, make, period
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.table_play.played import played
from houseway.reports.writers.plain import as_json
from tests.floor.houses import ATTACK, HOUR, MINUTE, START, House, attack_table

ENDS = START + 18 * HOUR
"""1 May ends at six of the next morning."""

FIRST, SECOND_DAY = "2024-05-01", "2024-05-02"
CLOSE = c.CloseDay(day=FIRST)
WANTED = Wanted(period=period(FIRST, FIRST, "America/Los_Angeles", "06:00"), now=ENDS + HOUR)


@pytest.fixture
def house(either: House) -> House:
    """Two tables with the tabulator alone, some rounds of the first day."""
    either.build(jackpots=[ATTACK], tables=[attack_table("A1"), attack_table("A2")])
    for table in ("A1", "A2", "A1"):
        either.tabulate(table, 1, 2)
    either.deposit_all("attack")
    return either


@pytest.fixture
def office(house: House, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Floor]:
    """The same floor as the office reads it: by a connection of its own."""
    here = isinstance(house.floor.journal.engine, SqliteEngine)
    url = tmp_path / "floor.db" if here else request.getfixturevalue("postgres")
    floor = Floor.open(url, readonly=True, seals=None if here else tmp_path / "floor.seals")
    yield floor
    floor.close()


def rounds(house: House, day: str) -> dict[str, int]:
    """Rounds of a gaming day by table, as the reports have them."""
    found: dict[str, int] = {}
    days = period(day, day, "America/Los_Angeles", "06:00")
    for each in played(Reader(house.floor, Wanted(period=days, now=ENDS + HOUR))):
        found[each.table] = found.get(each.table, 0) + sum(hour.rounds for _, hour in each.hours())
    return found


def written(report: Document) -> str:
    """All that a report says, but the last seal: seals stand in a file beside the journal."""
    lines = as_json(report).splitlines()
    seals = [place for place, line in enumerate(lines) if '"Last seal"' in line or '"Sealed"' in line]
    return "\n".join(line for place, line in enumerate(lines) if place - 1 not in seals)


# -- a report while the day closes


def test_every_report_that_was_begun_before_the_close_is_of_before_it(house: House) -> None:
    before = {name: written(make(name, house.floor, WANTED)) for name in REPORTS}
    with at_one_moment(house.floor.journal) as still:
        # Nothing is read of it until the day is closed.
        house.close_day(FIRST)
        for name, report in REPORTS.items():
            assert written(report(Reader(Floor(still), WANTED))) == before[name], name
        with pytest.raises(JournalReadOnly):
            Floor(still).do(c.CloseDay(day=SECOND_DAY), id="late", who="cole", second="sato", at=house.at)
    assert written(make("day", house.floor, WANTED)) != before["day"]


def test_a_report_in_whose_midst_the_day_is_closed_has_all_its_rounds(
    house: House, office: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, table_games = written(make("play", house.floor, WANTED)), REPORTS["play"]

    def closed_meanwhile(reader: Reader) -> Document:
        assert reader.property.close == 0
        house.close_day(FIRST)
        return table_games(reader)

    monkeypatch.setitem(reports.REPORTS, "play", closed_meanwhile)
    assert written(make("play", office, WANTED)) == expected
    assert rounds(house, FIRST) == {"A1": 2, "A2": 1}


# -- a full disk during a close


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """No room for another row: SQLite's file may not grow, or the server says what it says on a full disk."""
    engine = house.floor.journal.engine
    if isinstance(engine, SqliteEngine):
        engine.connection.pragma("max_page_count", engine.connection.pragma("page_count"))
        with pytest.raises(DiskFull):
            for _ in range(1_000):
                house.tabulate("A1", 1)
        yield
        engine.connection.pragma("max_page_count", 2**30)
        return
    assert isinstance(engine, PostgresEngine)
    with psycopg.connect(engine.sessions.conninfo, autocommit=True) as admin:
        entries = sql.Identifier(engine.schema, "entries")
        admin.execute(
            sql.SQL(
                "CREATE FUNCTION {}() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
            ).format(sql.Identifier(engine.schema, "no_room"))
        )
        made = "CREATE TRIGGER no_room BEFORE INSERT ON {} FOR EACH STATEMENT EXECUTE FUNCTION {}()"
        admin.execute(sql.SQL(made).format(entries, sql.Identifier(engine.schema, "no_room")))
        yield
        admin.execute(sql.SQL("DROP FUNCTION {} CASCADE").format(sql.Identifier(engine.schema, "no_room")))


def test_a_close_that_finds_the_disk_full_leaves_the_day_open_and_is_done_once_when_there_is_room(house: House) -> None:
    with full_disk(house):
        counted = rounds(house, FIRST)
        house.at = ENDS
        for _ in range(2):
            refusal = house.refused(DiskFull, CLOSE, "cole", "sato", id="close")
            assert "free" in (refusal.remedy or "") and "send" in (refusal.remedy or "")
        assert house.floor.property.days == []
    for _ in range(2):
        house.do(CLOSE, "cole", "sato", id="close", at=house.at)
    assert house.floor.property.days == [FIRST]
    assert rounds(house, FIRST) == counted
    house.sound()


# -- a clock that steps back over the end of the day


def test_a_clock_that_steps_back_over_the_days_end_puts_no_round_into_another_day(house: House) -> None:
    house.at = ENDS + 10 * MINUTE
    house.tabulate("A1", 1)
    # Back by an hour: where something of the new day is written already, nothing of the old one follows it.
    house.at = ENDS - 50 * MINUTE
    press = c.Tabulate(table="A1", round=4, picture={"1": (1,)})
    refusal = house.refused(ClockSteppedBack, press, "panel:A1", id="back")
    assert "behind the last entry of table/A1" in refusal.message and "nothing was written" in refusal.message
    assert "clock right" in (refusal.remedy or "") and "two people" in (refusal.remedy or "")
    # A table that has not seen the new day goes on in the old one; and that is not over, by this clock.
    house.tabulate("A2", 1)
    house.refused(WrongState, CLOSE, "cole", "sato")
    house.at = ENDS + 15 * MINUTE
    house.do(press, "panel:A1", id="back")
    house.close_day(FIRST)
    # Closed, and the clock goes back again: nothing more comes into that day.
    for table, number in (("A1", 5), ("A2", 3)):
        command = c.Tabulate(table=table, round=number, picture={"1": (1,)})
        house.refused(ClockSteppedBack, command, f"panel:{table}", at=ENDS - MINUTE)
    house.tabulate("A2", 1)
    assert rounds(house, FIRST) == {"A1": 2, "A2": 2}
    assert rounds(house, SECOND_DAY) == {"A1": 2, "A2": 1}
    house.refused(WrongState, CLOSE, "cole", "sato")
    house.sound()
