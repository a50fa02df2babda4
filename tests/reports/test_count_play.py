"""Play that follows the count: a counter, a flat bettor and one who bets by whim, simulated and on record."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext

import msgspec
import pytest

import houseway
from houseway.cards import Stream
from houseway.compliance.configured_tables import settings_of, setup_of
from houseway.floor import command_index as c
from houseway.reports.floor.count_play.followed_counts import Stake, measured
from houseway.table.records.record import record
from houseway.table.round import Round
from houseway.web.alarms import result_watch
from houseway.web.alarms.needs import Need
from houseway.web.alarms.result_watch import ResultWatch, count_followers
from tests.floor.houses import HOUR, MINUTE, START, House, duel_table, sqlite_house
from tests.maths.relatives import royal_match
from tests.reports.floor_pages import alarms, report, rows, texts
from tests.reports.floor_story import FIRST
from tests.rounds import Script, shoe_of
from tests.waiting import run_within

EVEN = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"] * 3
"""Half of six decks: as many of every rank. Ties are rarer among the rest than in a fresh shoe."""

UNEVEN = [f"{rank}{suit}" for rank in "23456" for suit in "cdhs"] * 6
"""Five ranks are gone: ties are more frequent."""


def shoes(number: int, seed: int) -> Iterator[tuple[int, float]]:
    """The number of a shoe, and before each of its rounds what Royal Match is worth beyond a fresh shoe's."""
    wager = royal_match()
    fresh = wager.value()
    for shoe in range(number):
        chance, left = Stream(seed, shoe), list(wager.full)
        for _ in range(25):
            yield shoe, float(wager.value(left) - fresh)
            for _ in range(9):
                at = chance.below(sum(left))
                kind = next(kind for kind in range(len(left)) if at < sum(left[: kind + 1]))
                left[kind] -= 1


def test_a_counter_is_found_and_neither_a_flat_bettor_nor_one_who_bets_by_whim() -> None:
    whims = []
    for seed in (1, 2, 3):
        seen, whim = list(shoes(40, seed)), Stream(seed, 99)
        counter = measured(Stake(shoe, 4_000 if beyond > 0.02 else 500, beyond) for shoe, beyond in seen)
        assert counter is not None and counter.unlikely < 1e-3 and counter.correlation > 0.3
        assert counter.favourable > counter.otherwise
        erratic = measured(Stake(shoe, 500 * (1 + whim.below(8)), beyond) for shoe, beyond in seen)
        assert erratic is not None and abs(erratic.correlation) < 0.2
        whims.append(erratic.unlikely)
        assert measured(Stake(shoe, 500, beyond) for shoe, beyond in seen) is None
    assert min(whims) > 0.001
    assert measured([]) is None


def settle(house: House, before: list[str], wagers: dict[int, dict[str, int]]) -> None:
    """A round at D1 from a shoe that these cards have left: a king, a three and a queen against a nine."""
    round_ = house.tabulate("D1")
    state = house.floor.table("D1")
    assert state.table is not None
    settings = settings_of(house.floor.property.configuration(FIRST), "D1")
    setup = setup_of(state.table, state.jackpots, settings)
    cards = " ".join(["Kh", "8c", "Qd"][: len(wagers)])
    played = Round(houseway.game("dueling"), setup, list(wagers), shoe_of(f"{cards} 9s"))
    played.play_out(wagers, Script([]))
    house.do(c.ConfirmIndicators(table="D1", round=round_), "panel:D1")
    house.do(c.SettleRound(table="D1", round=round_, record=record(played, before=before)), "panel:D1")
    house.at += MINUTE


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Eight shoes at D1: position 1 bets by the count, position 2 the same always, position 3 by the shoe's number."""
    house = sqlite_house(tmp_path_factory.mktemp("counted") / "floor.db")
    table = msgspec.structs.replace(duel_table("D1", cards="keys"), options={"dealt-by": "shoe", "shoe": "234"})
    house.build(tables=(table,))
    for shoe in range(8):
        good = shoe % 2 == 0
        settle(house, [], {1: {"player": 500}, 2: {"player": 1_000}, 3: {"player": 500}})
        wild = 2_000 if shoe % 4 < 2 else 500
        staked = {1: {"player": 20_000 if good else 500}, 2: {"player": 1_000}, 3: {"player": wild}}
        settle(house, EVEN if good else UNEVEN, staked)
    yield house
    house.close()


def test_the_report_names_the_player_whose_stakes_follow_the_count(counted: House) -> None:
    found = report(counted, "advantage")
    lines = {line["Player"]: line for line in rows(found, "Players and wagers")}
    assert set(lines) == {"position 1", "position 3"}
    one, three = lines["position 1"], lines["position 3"]
    assert (one["Shoes"], one["Rounds"], one["Mean stake, good shoe"]) == (8, 16, 20_000)
    assert one["Mean stake, other shoe"] == 500
    assert one["Stands out"] == "Look into it: follows the count"
    assert three["Stands out"] == ""
    [told] = alarms(found)
    assert told.startswith("Table D1, position 1: stakes on Player follow the count. $200.00 on average")
    assert "dealt to a cut card" in texts(found)


def test_a_day_without_such_rounds_says_so(counted: House) -> None:
    assert "No player's stakes changed" in texts(report(counted, "advantage", "2024-05-02"))


def test_a_follower_needs_attention_by_the_clock_and_off_the_loop(
    counted: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_watch, "FIRST", 0.0)
    monkeypatch.setattr(result_watch, "REST", 0.0)
    monkeypatch.setattr(result_watch, "unlikely_results", lambda floor, at, pause: [])
    at = START + 3 * HOUR

    async def look() -> tuple[Need, ...]:
        watch, found = ResultWatch(lambda: nullcontext(counted.floor), now=lambda: at), asyncio.Event()
        watch.changed.append(found.set)
        watch.start()
        await found.wait()
        await watch.stop()
        return watch.needs

    [need] = run_within(look())
    assert (need.group, need.tone) == ("Surveillance", "warn")
    assert need.what == "Table D1, position 1: stakes on Player follow the count"
    assert need.link.startswith("/office/reports/advantage?since=2024-04-")
    read: list[int] = []
    assert count_followers(counted.floor, at, lambda: read.append(1)) == [need]
    assert len(read) == 16
