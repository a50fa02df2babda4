"""Actual against theoretical: each line beside figures worked out apart, what stands out, and every format."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from houseway.floor import command_index as c
from houseway.maths.over_time.bands import ShiftResult
from houseway.maths.over_time.shift_wagers import Shift
from houseway.registry import game
from houseway.reports.document import Document, Facts, Plot, write
from houseway.reports.floor import Wanted, period
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.theoretical.actual_play import ActualPlay, Amounts
from houseway.reports.floor.theoretical.band_lines import Stretch, stretches
from houseway.reports.writers.band_chart import Marked, band_chart
from houseway.simulation.shifts import shared_cards
from houseway.web.alarms import result_watch
from houseway.web.alarms.needs import Need
from houseway.web.alarms.result_watch import ResultWatch, unlikely_results
from tests.floor.houses import DAY, HOUR, PAIR, START, House, duel_table, sqlite_house
from tests.reports.floor_pages import ZONE, alarms, report, row, rows, texts
from tests.reports.floor_story import FIRST, NOW, SECOND, settle_duel
from tests.waiting import run_within

ROUNDS: list[tuple[int, str, dict[int, dict[str, int]]]] = [
    (1, "Kh 3c 9s", {1: {"player": 2_000}, 2: {"player": 1_000}}),
    (1, "2h 3c 9s", {1: {"player": 2_000}, 2: {"player": 1_000, "tie-after-tie": 100}}),
    (1, "Kh Qc 9s", {1: {"player": 2_000, "tie-after-tie": 100}, 2: {"player": 1_000}}),
    (11, "4h 3c 9s", {1: {"player": 500}, 3: {"player": 1_000}}),
]
"""Hours after the first day's first hour, cards, and what is placed: no tie, so that nobody goes to war."""


@pytest.fixture(scope="module")
def dueled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """D1 on two days: four rounds on the first; on the second one, of which a line is overpaid by $300."""
    house = sqlite_house(tmp_path_factory.mktemp("dueled") / "floor.db")
    house.build(tables=(duel_table("D1", cards="keys"),))
    for hours, cards, wagers in ROUNDS:
        house.at = max(house.at, START + hours * HOUR)
        settle_duel(house, cards, wagers)
    house.at = START + DAY
    settle_duel(house, "Kh 3c 9s", {1: {"player": 1_000}})
    overpaid = c.CorrectLine(
        table="D1", round=5, line=1, seat=1, wager="player", was=2_000, returned=32_000, reason="paid by hand"
    )
    house.do(overpaid, "sato", "cole")
    yield house
    house.close()


@pytest.fixture(scope="module", autouse=True)
def few_samples() -> Iterator[None]:
    """Spots of this game are counted exactly; what is sampled beside them is not judged here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_cards, "SAMPLED_ROUNDS", 64)
        yield


def of_first_day(house: House) -> list[Stretch]:
    days = period(FIRST, FIRST, ZONE, "06:00")
    found, unknown = stretches(Reader(house.floor, Wanted(period=days, now=NOW)))
    assert unknown == []
    return found


def band_of(stretch: Stretch, *wagers: dict[int, dict[str, int]]) -> ShiftResult:
    """What rounds with these wagers should win, from the rounds themselves."""
    shift = Shift()
    for placed in wagers:
        shift.add(placed)
    return stretch.expected.result(shift)


def test_days_are_added_up_to_what_their_rounds_were(dueled: House) -> None:
    morning, evening = of_first_day(dueled)
    assert [(each.table, each.shift, each.play.rounds) for each in (morning, evening)] == [("D1", 0, 3), ("D1", 2, 1)]
    shift = Shift()
    for _, _, placed in ROUNDS[:3]:
        shift.add(placed)
    only = morning.play.shift().only(["player"])
    plain = shift.only(["player"])
    assert (only.rounds, only.wagered, only.bets) == (plain.rounds, plain.wagered, plain.bets)
    assert only.between_seats == plain.between_seats == {("player", "player"): 3 * 2_000 * 1_000}
    # A king wins $20 twice and a two loses it; a three loses $10 twice and a queen wins it.
    assert morning.play.won == {"player": -2_000 + 1_000 + 2_000 + 1_000 - 2_000 - 1_000, "tie-after-tie": 200}
    assert morning.play.laid == {"player": 3, "tie-after-tie": 2}


def test_a_table_is_told_beside_the_band_of_its_rounds(dueled: House) -> None:
    found = report(dueled, "theoretical")
    stretch = of_first_day(dueled)[0]
    wagers = [{seat: {"player": each["player"]} for seat, each in placed.items()} for _, _, placed in ROUNDS]
    result = band_of(stretch, *wagers)
    line = row(found, "Tables and wagers", Table="D1", Wager="Player")
    assert (line["Rounds"], line["Wagered"]) == (4, 3 * 3_000 + 1_500)
    assert line["Expected win"] == round(result.mean)
    edge = -game("dueling").price("optimal", wager="player").ev
    assert result.mean == pytest.approx(float(edge) * 10_500)
    assert (line["Band from"], line["Band to"]) == (result.band().low, result.band().high)
    assert line["Actual win"] == -1_000 + 1_500
    assert line["How unlikely"] == pytest.approx(result.unlikely(500))
    assert line["Stands out"] == ""
    table = row(found, "Tables", Table="D1")
    assert (table["Wagered"], table["Actual win"]) == (10_500 + 200, 500 + 200)
    assert row(found, "Games", Game="Dueling for Dollars")["Actual win"] == 700
    assert [each["Shift"] for each in rows(found, "Shifts")] == ["hours 1 to 8 of the day", "hours 17 to 24 of the day"]
    assert alarms(found) == []
    assert "tabulator alone" in texts(found)


def test_the_property_states_its_own_mix_of_play(dueled: House) -> None:
    usual = report(dueled, "theoretical")
    [title] = [label for label in _facts(usual) if label.startswith("Mix of play, Dueling for Dollars")]
    assert _facts(usual)[title] == "best play 50 %, short 50 % (as usual)"
    dueled.do(c.ChangeSettings(settings={"play-mix": {"dueling": {"always-surrender": 75, "optimal": 25}}}), *PAIR)
    found = report(dueled, "theoretical")
    dueled.do(c.ChangeSettings(settings={"play-mix": {}}), *PAIR)
    assert _facts(found)[title] == "always surrender 75 %, best play 25 % (stated by the property)"
    ask = game("dueling")
    edges = [-ask.price(name, wager="player").ev for name in ("always-surrender", "optimal")]
    assert edges[0] > edges[1]
    line = row(found, "Tables and wagers", Table="D1", Wager="Player")
    assert line["Expected win"] == round(float(edges[0] * 3 + edges[1]) / 4 * 10_500)
    assert row(report(dueled, "theoretical"), "Tables and wagers", Table="D1", Wager="Player") == row(
        usual, "Tables and wagers", Table="D1", Wager="Player"
    )


def _facts(found: Document) -> dict[str, object]:
    return {fact.label: fact.value for _, piece in found.pieces() if isinstance(piece, Facts) for fact in piece.facts}


def test_an_overpaid_line_stands_out_with_how_unlikely_it_is(dueled: House) -> None:
    found = report(dueled, "theoretical", SECOND)
    line = row(found, "Tables and wagers", Table="D1", Wager="Player")
    assert (line["Actual win"], line["Band from"]) == (1_000 - 32_000, -1_000)
    assert line["Stands out"] == "Look into it: paid too much"
    assert isinstance(line["How unlikely"], float)
    assert line["How unlikely"] < 1e-6
    far = "the house lost $310.00, $300.00 below its band. One in more than a million such periods is as far out."
    assert alarms(found) == [f"Table D1, Player: {far}", f"Table D1, hours 1 to 8 of the day: {far}"]


def test_an_overpaid_line_needs_attention_by_the_clock(dueled: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_watch, "FIRST", 0.0)
    at = START + DAY + HOUR

    async def look() -> tuple[Need, ...]:
        watch, found = ResultWatch(lambda: nullcontext(dueled.floor), now=lambda: at), asyncio.Event()
        watch.changed.append(found.set)
        watch.start()
        await found.wait()
        await watch.stop()
        return watch.needs

    far = "$300.00 below its band. One in more than a million such periods is as far out."
    found = {need.what: need for need in run_within(look())}
    by_shift = f"Table D1, {SECOND}, hours 1 to 8 of the day: the house lost $310.00"
    assert set(found) == {"Table D1, Player: the house lost $305.00", by_shift}
    assert found[by_shift].detail.startswith(far)
    for need in found.values():
        assert need.tone == "alarm"
        assert need.link == f"/office/reports/theoretical?since={FIRST}&until={SECOND}"
        assert need.concerns({"surveillance"}) and not need.concerns({"technician"})
    # The day after, the first day is no longer looked at; two days later neither is.
    told = {need.what for need in unlikely_results(dueled.floor, at + DAY)}
    assert told == {"Table D1, Player: the house lost $310.00", by_shift}
    assert unlikely_results(dueled.floor, at + 2 * DAY) == []


def test_the_smallest_overpayment_of_every_wager_stands_in_the_appendix(dueled: House) -> None:
    found = report(dueled, "theoretical")
    stretch = of_first_day(dueled)[0]
    listed = rows(found, "Dueling for Dollars: table D1")
    assert {each["Wager"] for each in listed} >= {"Player", "Tie After Tie Jackpot"}
    line = next(each for each in listed if each["Wager"] == "Player")
    shift = Shift()
    shift.add({1: {"player": int(line["Placed in a round"] or 0)}}, 2_000)
    assert line["Smallest overpayment seen"] == stretch.expected.result(shift).smallest_overpayment()


def test_every_format_has_the_chart_or_its_rows(dueled: House, tmp_path: Path) -> None:
    found = report(dueled, "theoretical", FIRST, SECOND)
    plots = [piece for _, piece in found.pieces() if isinstance(piece, Plot)]
    assert [plot.name for plot in plots] == [
        "band-tables",
        "band-games",
        "band-wagers",
        "band-tables-and-wagers",
        "band-shifts",
    ]
    assert "D1 below its band" in plots[0].says
    for ending in ("html", "xlsx", "pdf", "csv", "json"):
        written = write(found, tmp_path / f"report.{ending}")
        assert all(path.stat().st_size > 500 or ending == "csv" for path in written)
    assert '<svg role="img"' in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Look into it: paid too much" in (tmp_path / "report.csv").read_text(encoding="utf-8")


def test_a_day_without_recorded_rounds_says_so(dueled: House) -> None:
    found = report(dueled, "theoretical", "2024-05-03")
    assert "No round with recorded lines" in texts(found)
    assert [section.title for section in found.sections] == ["Summary"]


def test_stakes_of_one_size_keep_their_sum_and_about_their_squares() -> None:
    stakes = [500, 500, 700, 900, 600, 1_000, 800, 500, 500, 600]
    squares = sum(stake**2 for stake in stakes)
    play = ActualPlay(bets={(("player", ("player",)), 10): Amounts(len(stakes), sum(stakes), squares)})
    [counted] = play.shift().stakes.values()
    assert counted.total() == len(stakes)
    assert sum(stake * times for stake, times in counted.items()) == pytest.approx(sum(stakes), rel=0.05)
    assert sum(stake**2 * times for stake, times in counted.items()) == pytest.approx(squares, rel=0.1)


def test_a_mark_far_out_is_drawn_at_the_edge_of_the_chart() -> None:
    lines = [Marked("near", -100, 10, 200, 30), Marked("far", -100, 10, 200, -9_000), Marked("none", 5, 5, 5, 5)]
    assert [line.outside for line in lines] == [False, True, False]
    assert lines[1].place < -50
    drawn = band_chart(lines, "bands", "Bands")
    assert drawn.says == "3 results beside their bands: far below its band."
    assert drawn.svg.count("near") == 1
