"""Betting at a seat: the last bet again, twice and every round, limits and refusals in words, whole chips."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import houseway
from houseway.floor import command_index as c
from houseway.floor.permission.people import panel_of
from houseway.web.http.assets import static
from houseway.web.live.room import now
from houseway.web.seat.rack_chips import rack_chips
from houseway.web.service.play_money import refills_again
from tests.web.chromium import chromium, opened
from tests.web.office import do
from tests.web.playing import play_round, sit, spot
from tests.web.serving import Served, fresh, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("betting")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def rack(page: Page, does: str) -> Locator:
    return page.locator(f'#rack [data-do="{does}"]')


def next_bet(page: Page) -> None:
    play_round(page)
    page.wait_for_selector("#rack:not([hidden])")


def placed(house: Served, table: str) -> list[dict[str, Any]]:
    """The wagers that people placed at a table, the first first."""
    answers = [
        each["answer"]
        for entry in house.floor.journal.read(f"table/{table}")
        if entry.kind == "answered" and entry.who.startswith("player:")
        for each in entry.data["answers"]
    ]
    return [answer for answer in answers if isinstance(answer, dict)]


def until_bets(house: Served, table: str, number: int) -> None:
    house.until(lambda: len(placed(house, table)) >= number)


# -- chips


def test_a_rack_has_the_chips_that_the_limits_ask_for() -> None:
    split = houseway.game("three-card-split")
    at = {"primary": (500, 30_000), "three-card-bonus": (100, 15_000), "four-card-bonus": (100, 10_000)}
    assert rack_chips(split.setup(wagers=tuple(at), limits=at)) == [100, 250, 500, 2500, 10_000]
    high = {"primary": (10_000, 500_000)}
    assert rack_chips(split.setup(wagers=("primary",), limits=high)) == [2500, 10_000, 50_000]
    odd = {"primary": (150, 1_000)}
    assert rack_chips(split.setup(wagers=("primary",), limits=odd)) == [50, 100, 500]
    assert rack_chips(split.setup(wagers=("primary",))) == [100, 500, 2500, 10_000, 50_000]


AMOUNTS = """async (address) => {
  const { amountsBetween } = await import(address);
  return [[1, 500, 100], [1, 250, 100], [1, 30000, 100], [250, 1250, 100], [1, 60, 100], [500, 500, 100], [1, 333, 100]]
    .map(([least, most, chip]) => amountsBetween(least, most, chip));
}"""


def test_a_raise_is_offered_in_whole_chips_between_its_ends(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{house.address}/tables/T2")
        found = page.evaluate(AMOUNTS, f"{house.address}{static('seat/amounts.js')}")
    five, half, large, posted, small, one, odd = found
    assert five == [100, 200, 300, 400, 500]
    assert half == [100, 200, 250]
    assert large[0] == 100 and large[-1] == 30_000 and len(large) <= 22
    assert posted[0] == 250 and posted[-1] == 1250 and not any(amount % 50 for amount in posted)
    assert small == [25, 50] and one == [500] and odd[-1] == 325


# -- one page, from bet to bet

TRAVELS = """
window.travelled = [];
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes])) {
    if (node.classList?.contains("travels")) {
      const frames = node.getAnimations()[0].effect.getKeyframes();
      const at = ({ transform }) => [...transform.matchAll(/(-?[\\d.]+)px/g)].slice(0, 2).map(([, px]) => Number(px));
      window.travelled.push([at(frames[0]), at(frames.at(-1))]);
    }
  }
}).observe(document, { childList: true, subtree: true });
"""
"""From where to where chips travelled over the page."""


def middle(node: Locator) -> list[float]:
    """The middle of what is in sight."""
    box = node.bounding_box()
    assert box is not None
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def test_the_last_bet_again_twice_and_every_round_until_it_stops(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.add_init_script(
            "window.heard = []; for (const what of ['laid', 'bet', 'refused'])"
            " document.addEventListener(`houseway:${what}`, () => window.heard.push(what));"
        )
        page.add_init_script(TRAVELS)
        page.emulate_media(reduced_motion="no-preference")
        sit(page, house, "T4")
        expect(page.locator("#rack")).to_be_visible()
        expect(rack(page, "rebet")).to_be_disabled()
        expect(rack(page, "repeat")).to_be_disabled()
        # A chip slides from the rack to its spot, where it counts at once; with reduced motion nothing does.
        at = [middle(page.locator('[data-chip="500"] svg')), middle(spot(page, "player").locator(".shape"))]
        spot(page, "player").click()
        expect(page.locator(".confirm")).to_have_text("Bet $5")
        page.wait_for_function("() => window.travelled.length")
        [way] = page.evaluate("window.travelled")
        assert [[pytest.approx(each, abs=3) for each in point] for point in at] == way
        page.wait_for_selector(".travels", state="detached")
        page.emulate_media(reduced_motion="reduce")
        page.locator('[data-chip="100"]').click()
        spot(page, "tie-plus").click()
        expect(page.locator(".confirm")).to_have_text("Bet $6")
        page.evaluate("new Promise(requestAnimationFrame)")
        assert len(page.evaluate("window.travelled")) == 1
        expect(rack(page, "twice")).to_have_text("×2 $12")
        rack(page, "twice").click()
        expect(page.locator(".confirm")).to_have_text("Bet $12")
        page.keyboard.press("b")
        next_bet(page)
        # One tap places it: the button has said how much.
        expect(rack(page, "rebet")).to_have_text("Rebet $12")
        rack(page, "rebet").click()
        next_bet(page)
        assert placed(house, "T4") == [{"player": 1000, "tie-plus": 200}] * 2
        rack(page, "twice").click()
        next_bet(page)
        assert placed(house, "T4")[-1] == {"player": 2000, "tie-plus": 400}
        assert page.evaluate("window.heard.filter((what) => what === 'bet').length") == 3

        # Beyond a limit it is offered at the limit, with a word, and waits for the player.
        page.locator("#to-felt").click()
        for _ in range(3):
            page.locator('[data-chip="10000"]').click()
            spot(page, "player").click()
        page.keyboard.press("b")
        next_bet(page)
        expect(rack(page, "twice")).to_have_text("×2 $300")
        rack(page, "twice").click()
        expect(page.locator("#spot-note")).to_contain_text("at most $300")
        expect(page.locator(".confirm")).to_have_text("Bet $300")
        page.keyboard.press("Delete")

        # Every round, until it is stopped.
        before = len(placed(house, "T4"))
        page.locator('[data-chip="500"]').click()
        spot(page, "dealer").click()
        rack(page, "repeat").click()
        expect(page.locator("#repeating")).to_contain_text("Repeating $5")
        for rounds in range(1, 3):
            until_bets(house, "T4", before + rounds)
            play_round(page)
        page.locator("#repeating button").click()
        expect(page.locator("#repeating")).to_contain_text("Repeat stopped")
        house.until(lambda: house.floor.table("T4").live is not None)
        assert placed(house, "T4")[before:] == [{"dealer": 500}] * (len(placed(house, "T4")) - before)


def stand_still(house: Served, table: str) -> None:
    """Nothing is played at the table, and nothing begins."""
    do(house, c.PauseTable(table=table, reason="a look"), "dan")
    live = house.floor.table(table).live
    if live is not None:
        do(house, c.VoidRound(table=table, round=live.round, reason="a look", clause="BJS-5"), "sam")


def test_a_bet_that_repeats_stops_with_a_word_when_chips_are_short_and_when_limits_change(
    house: Served, browser: Browser
) -> None:
    with opened(browser) as page:
        player = guest(house, page)
        told = page.locator("#repeating")

        def sit_down(chips: int | None = None) -> None:
            do(house, c.Sit(table="T2", seat=3, player=player, chips=chips), player)

        sit_down()
        page.goto(f"{house.address}/tables/T2")
        spot(page, "first-attack").click()
        rack(page, "repeat").click()
        until_bets(house, "T2", 1)
        expect(told).to_contain_text("Repeating $5")
        # The player gets up, and sits down again with less.
        stand_still(house, "T2")
        do(house, c.Leave(table="T2", seat=3), player)
        sit_down(300)
        do(house, c.PauseTable(table="T2", paused=False), "dan")
        expect(told).to_contain_text("Repeat stopped: the bet is $5, and you have $3 left.")
        told.get_by_role("button").click()
        expect(told).to_be_hidden()

        stand_still(house, "T2")
        # What lies on a felt of the round before goes back with it: the page must know of the void before it bets.
        expect(page.locator("#rack")).to_be_hidden()
        do(house, c.Leave(table="T2", seat=3), player)
        sit_down()
        do(house, c.PauseTable(table="T2", paused=False), "dan")
        expect(page.locator("#rack")).to_be_visible()
        spot(page, "first-attack").click()
        rack(page, "repeat").click()
        until_bets(house, "T2", 2)
        # The table closes, and opens with a higher minimum.
        stand_still(house, "T2")
        do(house, c.CloseTable(table="T2"), "sam")
        table = house.floor.property.tables["T2"]
        higher = {**table.limits, "first-attack": (1000, table.limits["first-attack"][1])}
        do(house, c.ChangeTable(table=msgspec.structs.replace(table, limits=higher)), "ada", "ann")
        do(house, c.OpenTable(table="T2"), "sam")
        sit_down()
        expect(told).to_contain_text("Repeat stopped: the limits of this table have changed.")
        assert placed(house, "T2") == [{"first-attack": 500}] * 2


def test_a_refused_side_bet_goes_back_and_the_main_bet_plays(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.clock.install()
        sit(page, house, "T3")
        expect(page.locator("#rack")).to_be_visible()
        # A bet that repeats stops where a part of it is refused, and says which.
        told = page.locator("#repeating")
        spot(page, "primary").click()
        spot(page, "jackpot").click()
        rack(page, "repeat").click()
        expect(told).to_contain_text("Repeat stopped: Jackpot goes only with")
        house.until(lambda: placed(house, "T3") == [{"primary": 500}])
        next_bet(page)
        told.get_by_role("button").click()
        expect(told).to_be_hidden()

        # Bet is pressed before the table has been asked.
        spot(page, "jackpot").click()
        spot(page, "primary").click()
        page.keyboard.press("b")
        house.until(lambda: placed(house, "T3") == [{"primary": 500}] * 2)
        expect(page.locator("#spot-note")).to_contain_text("Jackpot goes only with")
        next_bet(page)

        # What the side bet needs is said at its spot before anything is given.
        spot(page, "jackpot").click()
        spot(page, "primary").click()
        page.clock.run_for(300)
        expect(page.locator("#spot-note")).to_contain_text("Jackpot goes only with")
        expect(spot(page, "jackpot")).to_have_class(re.compile("refused"))
        expect(page.locator(".confirm")).to_have_text("Bet $5")
        # At zero seconds by the clock of the page, which is ahead of the room's from here on.
        page.clock.run_for(60_000)
        house.until(lambda: placed(house, "T3") == [{"primary": 500}] * 3)
        expect(page.locator("#spot-note")).to_contain_text("Jackpot goes only with")
        next_bet(page)
        assert "You sat out" not in page.locator("#rule").inner_text()

        # Nobody bets: whoever sat out is told why, until the next bet.
        frame = house.room.frames.table("T3", "public")
        assert frame.step is not None
        late = c.TimeOut(table="T3", round=frame.round, step=frame.step)
        house.floor.do(late, id=fresh(), who=panel_of("T3"), at=now())
        expect(page.locator("#rule")).to_have_text("You sat out: no bet when time ran out. Rule")
        page.keyboard.press("r")
        house.until(lambda: placed(house, "T3") == [{"primary": 500}] * 4)
        next_bet(page)
        expect(page.locator("#rule")).not_to_contain_text("You sat out")


def test_why_a_wager_came_back_is_said_below_the_cards_on_a_phone(house: Served, browser: Browser) -> None:
    with opened(browser, phone=True) as page:
        sit(page, house, "T3")
        expect(page.locator("#rack")).to_be_visible()
        expect(page.locator("#round")).to_have_text(re.compile(r"^Round \d+$"))
        spot(page, "primary").click()
        spot(page, "jackpot").click()
        page.keyboard.press("b")
        page.wait_for_selector("#acts.deciding")
        note = page.locator("#spot-note")
        expect(note).to_be_visible()
        expect(note).to_contain_text("Jackpot goes only with")
        page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
        top = note.bounding_box()
        cards = [
            card.bounding_box() for card in page.locator("#hand-view :is(.slip, .pick-card)").filter(visible=True).all()
        ]
        assert top is not None
        assert cards
        assert all(card is not None and card["y"] + card["height"] <= top["y"] for card in cards)
        play_round(page)


# -- more chips, and leaving


def guest(house: Served, page: Page) -> str:
    """Become a guest; who that is."""
    page.goto(house.address)
    return str(
        page.evaluate(
            """async () => {
              const token = /houseway_csrf=([^;]+)/.exec(document.cookie)[1];
              const headers = { "content-type": "application/json", "x-csrf-token": token };
              await fetch("/api/guest", { method: "POST", headers, body: JSON.stringify({ id: "guest-of-the-test" }) });
              return (await (await fetch("/api/me")).json()).id;
            }"""
        )
    )


def test_whoever_is_out_of_chips_gets_more_in_one_tap_and_leaves_in_mid_round(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        player = guest(house, page)
        house.floor.do(c.Sit(table="T1", seat=3, player=player, chips=300), id=fresh(), who=player, at=now())
        page.goto(f"{house.address}/tables/T1")
        expect(page.locator("#chips")).to_have_text("$3.00")
        page.get_by_role("button", name="More chips").click()
        expect(page.locator("#chips")).to_have_text("$1,000.00")
        expect(page.get_by_role("button", name="More chips")).to_have_count(0)

        spot(page, "ante").click()
        page.keyboard.press("b")
        page.wait_for_selector("#acts.deciding")
        page.locator("#leave").click()
        expect(page.locator("#leaving")).to_contain_text("You leave after this hand.")
        page.get_by_role("button", name="Stay").click()
        expect(page.locator("#leaving")).to_be_hidden()
        assert house.floor.table("T1").leaving == []
        page.locator("#leave").click()
        page.get_by_role("button", name="Leave now").click()
        expect(page.locator("#spot-note")).to_contain_text("decided as if time ran out")
        page.get_by_role("button", name="Leave now").click()
        page.wait_for_url(re.compile(r"^http://[^/]+/$"))
    # Gone, and the hand is decided as if time ran out; then the seat is free and the chips are the player's.
    frame = house.room.frames.table("T1", "public")
    assert frame.leaving == [3] and frame.step is not None
    house.floor.do(c.TimeOut(table="T1", round=frame.round, step=frame.step), id=fresh(), who=panel_of("T1"), at=now())
    house.until(lambda: house.room.mirror.table("T1").seated == {})
    assert house.room.mirror.purse(player) == 99_500


def test_whoever_was_given_chips_in_this_hour_is_told_when_there_are_more(house: Served) -> None:
    client = house.browser("guest")
    player = client.get("/api/me").json()["id"]
    assert "again" not in client.post("/api/me/chips").json()
    poor = f"{player}-poor"
    hour = 3_600_000_000
    begun = now()
    again = refills_again(house.room, poor)
    assert again in {(at // hour + 1) * hour for at in (begun, now())}
    assert refills_again(house.room, player) is None
