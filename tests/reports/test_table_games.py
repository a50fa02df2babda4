"""Table games and jackpot growth: each figure of the story worked out by hand, with a chart and in every format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.reports.document import Plot, Table, write
from houseway.reports.writers.inline_svg import inline_svg
from tests.floor.houses import DAY, HOUR, MICROS, START, House, attack_table, duel_table, sqlite_house
from tests.reports.floor_pages import alarms, report, row, rows
from tests.reports.floor_story import FIRST, SECOND, settle_duel


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Two days at D1, where every line is recorded, and A1, each with a shift a day; on the second $25 are missing.

    On the first day seat 1 wins $5 of its $5 with a king against a nine, and seat 2 loses $10.
    """
    house = sqlite_house(tmp_path_factory.mktemp("counted") / "floor.db")
    house.build(tables=(attack_table("A1"), duel_table("D1", cards="keys")))
    for day in (0, 1):
        house.at = START + HOUR + day * DAY
        for table in ("A1", "D1"):
            house.do(c.CountOpening(table=table, chips={"5": 200}, reference="O"), "dole", "cole")
        settle_duel(house, "Kh 3c 9s", {1: {"player": 500}, 2: {"player": 1000}})
        house.play("A1", 3, 1, 2)
        house.do(c.FillTable(table="A1", chips={"25": 4}, reference="F"), "cole", "sato")
        house.do(c.CountClosing(table="A1", chips={"5": 180}, reference="C"), "dole", "cole")
        missing = 2_500 * day
        closing = c.CountClosing(table="D1", chips={"0.01": 100_000 + 500 - 40_000 - missing}, reference="C")
        house.do(closing, "dole", "cole")
        house.do(c.CountDrop(table="A1", amount=30_000, reference="box 1"), "cole", "gray")
        house.do(c.CountDrop(table="D1", amount=40_000, reference="box 2"), "cole", "gray")
        house.close_day()
    yield house
    house.close()


def test_handle_of_tabulator_only_tables_is_counts_times_the_fixed_wager(told: House) -> None:
    """A1: 30 and 10 wagers of $1 and the 3 of the hit; two more went back in a void. A2: 8, 1 by hand and 2."""
    found = report(told, "play")
    handles = {each["Table"]: each["Handle"] for each in rows(found, "Tables")}
    assert handles == {"A1": 4_300, "A2": 1_100, "D1": 3_200, "All": 8_600}
    assert row(found, "Tables", Table="A1")["Recorded win"] is None
    assert row(found, "Tables", Table="A1")["Drop"] is None
    assert row(found, "Games", Game="Triple Attack Blackjack")["Handle"] == 5_400
    wagers = {each["Wager"]: each["Handle"] for each in rows(found, "Wagers")}
    assert wagers["All"] == 8_600
    assert sum(int(each["Handle"] or 0) for each in rows(found, "Positions")[:-1]) == 8_600
    assert sum(int(each["Handle"] or 0) for each in rows(found, "Hours")[:-1]) == 8_600


def test_recorded_lines_give_win_and_take_up(told: House) -> None:
    """Two rounds at D1: of $32 staked seat 1 gets $10 back once; Tie After Tie is laid in two of four hands."""
    found = report(told, "play", table="D1")
    table = row(found, "Tables", Table="D1")
    assert (table["Rounds"], table["Handle"], table["Recorded win"]) == (2, 3_200, 2_200)
    assert table["Win of handle"] == 2_200 / 3_200
    assert [(each["Wager"], each["Take-up"]) for each in rows(found, "Wagers")] == [
        ("Player", 1.0),
        ("Tie After Tie Jackpot", 0.5),
        ("All", None),
    ]
    hours = rows(found, "Hours")
    assert [(each["Hour"], each["Rounds"], each["Rounds per table hour"]) for each in hours] == [
        ("13:00", 2, 2.0),
        ("All", 2, None),
    ]


def test_drop_win_hold_and_float_difference_stand_by_table_game_day_and_shift(counted: House) -> None:
    found = report(counted, "play", FIRST, SECOND)
    # A1: 900 closed, 300 dropped, 1,000 opened, 100 filled: 100 won a day of 300 dropped.
    table = row(found, "Tables", Table="A1")
    assert (table["Drop"], table["Win"], table["Hold"]) == (60_000, 20_000, 1 / 3)
    assert (table["Float difference"], table["Recorded win"]) == (None, None)
    duel = row(found, "Tables", Table="D1")
    assert (duel["Recorded win"], duel["Win"], duel["Float difference"]) == (1_000, 500 - 2_000, -2_500)
    assert row(found, "Games", Game="Dueling for Dollars")["Drop"] == 80_000
    total = row(found, "Tables", Table="All")
    assert (total["Drop"], total["Win"]) == (140_000, 18_500)
    assert total["Hold"] == 18_500 / 140_000
    assert [(each["Day"], each["Win"]) for each in rows(found, "Days")] == [
        (FIRST, 10_000 + 500),
        (SECOND, 10_000 - 2_000),
        ("All", 18_500),
    ]
    shift = row(found, "Shifts", Table="D1", Day=SECOND)
    assert (shift["Opening"], shift["Closing"], shift["Drop"]) == (100_000, 58_000, 40_000)
    assert (shift["Recorded"], shift["Float difference"], shift["Reference"]) == (500, -2_500, "box 2")
    assert alarms(found) == [
        "Table D1, shift 2 of 2024-05-02: the count differs from the recorded lines by \u2212$25.00."
    ]


def test_a_jackpot_grows_day_by_day(told: House, counted: House) -> None:
    """44 wagers of the first day stay counted at 25 cents each; one hit won all that was displayed, $1,008.40."""
    found = report(told, "growth", FIRST, SECOND, jackpot="attack")
    days = rows(found, "By day")
    assert [(each["Day"], each["Hits"], each["Won"]) for each in days] == [
        (FIRST, 1, 100_840),
        ("2024-05-02 (open)", 0, 0),
    ]
    assert days[0]["Contributions"] == 44 * 25 * MICROS
    assert days[1]["Contributions"] == 13 * 25 * MICROS
    assert row(found, "Jackpots", Jackpot="Attack")["Hits"] == 1
    closed = rows(report(counted, "growth", SECOND, jackpot="attack"), "By day")
    assert [(each["Day"], each["Displayed"], each["Contributions"]) for each in closed] == [
        (SECOND, 100_000 + 12 * 20, 6 * 25 * MICROS)
    ]


@pytest.mark.parametrize("name", ["play", "growth"])
def test_each_report_has_charts_and_is_written_in_every_format(counted: House, tmp_path: Path, name: str) -> None:
    found = report(counted, name, FIRST, SECOND)
    for section in found.sections[1 if name == "play" else 2 :]:
        kinds = {type(piece) for piece in section.pieces}
        assert Table in kinds, section.title
        assert Plot in kinds or section.title in ("Shifts", "Daily", "Royals"), section.title
    for ending in ("csv", "xlsx", "pdf", "html"):
        files = write(found, tmp_path / f"{name}.{ending}")
        assert all(file.stat().st_size > 100 for file in files)
    page = (tmp_path / f"{name}.html").read_text(encoding="utf-8")
    assert page.count("<svg") == len(list(found.plots())) > 2


def test_a_chart_in_a_page_has_no_style_that_a_content_policy_refuses(counted: House) -> None:
    plot = next(report(counted, "play").plots())
    svg = inline_svg(plot, "plot-")
    assert "style" not in svg
    assert "var(--plot-bars)" in svg
    assert 'aria-label="Handle: the most is D1 with $15.00, the least A1 with $6.00."' in svg
