"""What is called out at a table: wins that surveillance verifies, promotions that the house pays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from houseway.compliance.configuration import Promotion
from houseway.floor import command_index as c
from houseway.floor.context import gaming_day
from houseway.web.live import room as room_module
from houseway.web.live.room import now
from tests.waiting import within
from tests.web.chromium import chromium
from tests.web.dealing import Dealer
from tests.web.office import do, fill, forms, look, settings, written
from tests.web.serving import Served, served

TABLE = "T4"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration room; at the table of Dueling real cards are keyed, and wins over $100 are verified."""
    with served(tmp_path_factory.mktemp("callouts")) as room:
        settings(room, surveillance_threshold=10_000)
        real = msgspec.structs.replace(room.floor.property.tables[TABLE], cards="keys")
        do(room, c.CloseTable(table=TABLE), "sam")
        do(room, c.ChangeTable(table=real), "ada", "ann")
        do(room, c.OpenTable(table=TABLE), "sam")
        room.until(lambda: room.room.mirror.table(TABLE).open and room.room.mirror.property.tables[TABLE] == real)
        yield room


def day_of(room: Served, ahead: int = 0) -> str:
    """The gaming day, or one so many days from it."""
    property = room.floor.property
    today = date.fromisoformat(gaming_day(now(), property.zone, property.day_starts))
    return (today + timedelta(days=ahead)).isoformat()


def promotion(room: Served, id: str = "fall", since: int = 0, until: int = 30, **other: object) -> Promotion:
    """A promotion of the table, on a winning PLAYER wager, added."""
    data = {
        "id": id,
        "tables": (TABLE,),
        "wager": "player",
        "event": "win",
        "prize": 5_000,
        "since": day_of(room, since),
        "until": day_of(room, until),
        "approved_by": "ada",
        "posted": True,
    }
    made = Promotion(**{**data, **other})  # type: ignore[arg-type]
    do(room, c.AddPromotion(promotion=made), "ada", "ann")
    return made


def won(dealer: Dealer, dollars: str) -> None:
    """Seat 2 wins ``dollars`` on PLAYER; what is to be paid is on the screen."""
    dealer.begin(2)
    dealer.wager(player=dollars)
    dealer.cards("Kh")
    dealer.cards("9d")
    expect(dealer.title).to_have_text("Position 2: take or pay")


def close_round(dealer: Dealer) -> None:
    dealer.done()
    expect(dealer.title).to_have_text("Every wager is settled")
    dealer.do("Enter")


# -- surveillance


def test_wac_230_15_320_surveillance_is_called_before_take_or_pay_and_until_it_has_verified(
    house: Served, browser: Browser
) -> None:
    dealer = Dealer(house, browser, TABLE)
    won(dealer, "130")
    strip = dealer.page.locator("[data-part=pending]")
    expect(strip).to_contain_text("CALL SURVEILLANCE $130 · position 2 · Player · before cards are moved")
    expect(dealer.page.locator(".lines .line")).to_contain_text("Call surveillance")
    vera = house.browser("surveillance")
    assert "won on Player" not in look(vera, "/office"), "what is not settled is not on record"
    close_round(dealer)
    expect(strip).to_contain_text("FOR SURVEILLANCE $130 · position 2 · Player, round 1")
    overview = look(vera, "/office")
    assert (
        'class="need alarm"><a href="/office/tables/T4#wins"><span class="what">Verify $130 won on Player' in overview
    )
    assert "table T4, seat 2, round 1" in overview
    assert forms(house.browser("supervisor"), "/office/tables/T4", "verify-win") == []
    # The table does not wait: another round is played and won meanwhile.
    won(dealer, "150")
    close_round(dealer)
    first, _ = forms(vera, "/office/tables/T4", "verify-win")
    assert (first["round"], first["seat"], first["wager"]) == (["1"], ["2"], ["player"])
    done = fill(vera, "/office/tables/T4", "verify-win", recording="cam 7, 21:04", player="slip 8")
    assert done.status_code == 200, done.text
    entry = written(house, "table/T4")
    assert (entry.kind, entry.who, entry.data["amount"]) == ("win-verified", "vera", 13_000)
    expect(strip).not_to_contain_text("$130")
    expect(strip).to_contain_text("FOR SURVEILLANCE $150")
    assert fill(vera, "/office/tables/T4", "verify-win", recording="cam 7, 21:09").status_code == 200
    expect(strip).to_be_empty()
    assert "won on Player" not in look(vera, "/office")
    audit = look(vera, "/office/audit/entries?stream=table/T4")
    assert "surveillance verified $150 of seat 2 on player, recording cam 7, 21:09" in audit
    dealer.close()


def test_a_win_that_is_corrected_away_calls_nobody(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, TABLE)
    won(dealer, "130")
    close_round(dealer)
    vera = house.browser("surveillance")
    assert "Verify $130" in look(vera, "/office")
    line = c.CorrectLine(
        table=TABLE, round=1, line=1, seat=2, wager="player", was=26_000, returned=13_000, reason="it was a push"
    )
    do(house, line, "sam", "ann")
    house.until(lambda: not house.room.mirror.table(TABLE).wins)
    assert "won on Player" not in look(vera, "/office")
    expect(dealer.page.locator("[data-part=pending]")).to_be_empty()
    dealer.close()


def test_a_table_that_deals_by_itself_has_the_same_record_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with served(tmp_path_factory.mktemp("virtual"), sitting={TABLE: ("greta", "jonas")}) as room:
        settings(room, surveillance_threshold=100)
        room.until(lambda: len(room.room.mirror.table(TABLE).wins) > 6)
        number = room.room.mirror.table(TABLE).round
        room.until(lambda: room.room.mirror.table(TABLE).round > number + 2)
        page = look(room.browser("surveillance"), "/office")
        assert "wins, $" in page
        assert "#wins" in page


def test_a_hit_over_the_threshold_calls_surveillance(house: Served) -> None:
    do(house, c.Tabulate(table="T6", round=1, picture={"1": (3,)}), "panel:T6")
    claims = (c.Claimed(seat=3, wager="jackpot", event="four-aces"),)
    reply = do(house, c.ClaimHit(table="T6", round=1, claims=claims, cards="As Ah Ad Ac"), "panel:T6")
    hit = reply["hits"][0]
    house.until(lambda: hit["id"] in house.room.mirror.jackpot("four-aces").hits)
    assert "to be verified, by surveillance too" in look(house.browser("surveillance"), "/office")
    [called] = house.browser("dealer").get("/api/tables/T6/console").json()["surveillance"]["wins"]
    assert (called["seat"], called["amount"], called["before"]) == (3, hit["amount"], True)


# -- promotions


def test_s_25_a_promotion_is_shown_where_it_runs_and_at_the_position_that_wins_it(
    house: Served, browser: Browser
) -> None:
    promotion(house)
    promotion(house, "later", since=3)
    promotion(house, "elsewhere", tables=("T5",), wager="first-attack")
    dealer = Dealer(house, browser, TABLE)
    strip = dealer.page.locator("[data-part=pending]")
    until = day_of(house, 30)
    expect(strip).to_have_text(f"Promotion Win on Player: the house pays $50 more, until {until}")
    before = house.floor.journal.balances()
    won(dealer, "10")
    line = dealer.page.locator(".lines .line")
    expect(line).to_contain_text("Pay $10")
    expect(line).to_contain_text("Promotion fall: $50 more, paid by the house")
    close_round(dealer)
    dealer.close()
    assert house.floor.journal.balances() == before, "the house pays it by hand"
    nobody = house.browser()
    said = f"Win on Player wins $50 more, until {until}."
    page = nobody.get(f"/tables/{TABLE}", headers={"accept": "text/html"}).text
    assert f"{said} It is paid by the house." in page
    assert page.count("It is paid by the house.") == 1
    assert said in nobody.get(f"/vision/{TABLE}", headers={"accept": "text/html"}).text
    frame = nobody.get(f"/api/vision/{TABLE}").json()
    assert [shown["id"] for shown in frame["promotions"]] == ["fall"]


def test_wa_36_a_promotion_is_for_every_position_alike(house: Served, browser: Browser) -> None:
    promotion(house)
    dealer = Dealer(house, browser, TABLE)
    dealer.begin(1, 3, 5)
    for _ in range(3):
        dealer.wager(player="10")
    for card in ("Kh", "4s", "Qs", "9d"):
        dealer.cards(card)
    expect(dealer.title).to_contain_text("take or pay")
    lines = {position["seat"]: position["lines"] for position in dealer.data()["positions"]}
    prize = [{"promotion": "fall", "prize": 5_000}]
    assert {seat: line["promotions"] for seat, [line] in lines.items()} == {1: prize, 3: [], 5: prize}
    dealer.close()


def test_a_promotion_ends_on_the_displays_with_its_day_although_nothing_happens(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = [0]
    monkeypatch.setattr(room_module, "DAYS", 0.02)
    with served(tmp_path_factory.mktemp("days"), clock=lambda: now() + ahead[0]) as room:
        promotion(room, "today", until=0)
        promotion(room, "tomorrow", since=1)
        found: list[list[str]] = []
        with room.browser().http.stream("GET", "/feed", params={"topics": f"vision/{TABLE}"}) as answer:
            for line in within(answer.iter_lines(), "the promotions of another day"):
                if not line.startswith("data: {") or "promotions" not in line:
                    continue
                shown = [each["id"] for each in json.loads(line.removeprefix("data: "))["promotions"]]
                found.append(shown)
                if shown == ["tomorrow"]:
                    break
                if shown == ["today"]:
                    ahead[0] = 86_400_000_000
        assert found[-2:] == [["today"], ["tomorrow"]]
