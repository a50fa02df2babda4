"""The floor page and the seat page: what they show, and whole rounds of all four games played by a newcomer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from houseway.cards import RecordedShoe, parse_cards
from houseway.games.deuces_wild.maths.classes import classes
from houseway.games.deuces_wild.maths.fortune import best_selection, selection_values
from houseway.maths.terms import returned
from houseway.registry import game
from houseway.table.players import Seen
from houseway.table.round import Round
from houseway.web.http.assets import static
from houseway.web.live.hints import Hints
from houseway.web.live.runner import Pace
from houseway.web.seat.seat_pages import sections_of
from tests.web.axe import serious_by_day_and_night
from tests.web.chromium import chromium, opened
from tests.web.playing import GAMES, MAIN, play_round, sit, spot
from tests.web.serving import Served, served


@pytest.fixture
def table_room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def data_of(page: str, id: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


# -- pages as they are sent


def test_the_floor_page_has_every_table_and_jackpot(room: Served) -> None:
    page = room.browser().get("/").text
    for id, table in room.floor.property.tables.items():
        assert f'data-{"template" if table.template else "table"}="{id}"' in page
    for id in room.floor.property.jackpots:
        assert f'data-jackpot="{id}"' in page


def test_a_page_that_shows_a_bonus_amount_has_the_notice_word_for_word(room: Served) -> None:
    notice = room.room.mirror.setup("T4").notice
    assert notice
    for address in ("/", "/tables/T1", "/tables/T4"):
        assert notice in room.browser().get(address).text
    assert "bonus-notice" not in room.browser().get("/tables/T2").text


def test_a_table_page_has_limits_odds_and_rules_one_touch_away(room: Served) -> None:
    for id, slug in GAMES.items():
        page = room.browser().get(f"/tables/{id}").text
        setup = room.room.mirror.setup(id)
        for table in setup.paytables.values():
            for row in table.rows:
                assert ("half back" if row.pay.text == "-1:2 to 1" else row.pay.text) in page
        for clauses in sections_of(game(slug).edition(setup.edition.slug)).values():
            for clause in clauses:
                assert clause.cite in page


def test_a_table_that_is_not_there_is_not_found(room: Served) -> None:
    assert room.browser().get("/tables/T99").status_code == 404


def test_a_page_holds_no_script_or_style_of_its_own(room: Served) -> None:
    for address in ("/", "/tables/T2"):
        page = room.browser().get(address).text
        assert not re.findall(r"\sstyle=", page)
        assert not re.findall(r"\son[a-z]+=", page)
        for attributes in re.findall(r"<script([^>]*)>", page):
            assert "src=" in attributes or 'type="application/json"' in attributes


def test_a_name_with_a_script_in_it_is_text(room: Served) -> None:
    guest = room.browser("guest")
    assert guest.post("/api/me/name", {"name": "</script><b>x"}).status_code == 200
    assert guest.post("/api/tables/T3/sit", {"seat": 1}).status_code == 200
    page = room.browser().get("/tables/T3").text
    assert "<b>x" not in page
    assert data_of(page, "page")["frame"]["seats"]["1"]["name"] == "</script><b>x"


def test_a_page_has_no_cards_that_its_reader_may_not_see(room: Served) -> None:
    guest = room.browser("guest")
    assert guest.post("/api/tables/T1/sit", {"seat": 1}).status_code == 200
    room.until(lambda: room.floor.table("T1").live is not None)
    frame = guest.frame("T1")
    answer = {"round": frame["round"], "step": frame["step"], "answer": {"ante": 500}}
    assert guest.post("/api/tables/T1/answers", answer).status_code == 200
    room.until(lambda: len(guest.frame("T1")["view"]["cards"].get("1", [])) == 3)
    own = data_of(guest.get("/tables/T1").text, "page")["frame"]["view"]["cards"]["1"]
    theirs = data_of(room.browser().get("/tables/T1").text, "page")["frame"]["view"]["cards"]["1"]
    assert "??" not in own
    assert theirs == ["??", "??", "??"]


# -- checks and hints


def test_check_says_what_the_table_would_refuse_and_changes_nothing(room: Served) -> None:
    guest = room.browser("guest")
    assert guest.post("/api/tables/T4/sit", {"seat": 2}).status_code == 200
    room.until(lambda: room.floor.table("T4").live is not None)
    before = room.floor.journal.head("table/T4")

    def check(answer: object) -> Any:
        return guest.get("/api/tables/T4/check", params={"answer": json.dumps(answer)}).json()

    assert check({"player": 500}) == {"taken": True}
    refused = check({"player": 500, "dealer": 500})
    assert refused["taken"] is False and refused["clause"]
    assert guest.get("/api/tables/T4/check", params={"answer": "{"}).status_code == 422
    assert room.floor.journal.head("table/T4") == before


@pytest.mark.parametrize("path", ["check?answer={}", "hint"])
def test_help_is_for_who_sits_there(room: Served, path: str) -> None:
    for caller, status in (("nobody", 401), ("guest", 403), ("dealer", 403), ("regulator", 403)):
        assert room.browser(caller).get(f"/api/tables/T2/{path}").status_code == status


def test_a_hint_that_is_not_ready_says_so(room: Served) -> None:
    thread, go_on = ThreadPoolExecutor(1), Event()
    thread.submit(go_on.wait)
    hints = Hints(room.room, thread)
    found = game("dueling")
    round_ = Round(found, found.demonstration(), [1], RecordedShoe(parse_cards("9h 9s")))
    round_.answer(1, {"player": 500})
    answer = hints.answer(round_, 1)
    assert answer.ready is False and "again" in answer.says
    go_on.set()
    hints.prepare(round_.setup).result(60)
    answer = hints.answer(round_, 1)
    hints.stop()
    assert answer.ready is True
    assert answer.best == "war"
    worth = {one.word: one.value for one in answer.choices or ()}
    assert worth["surrender"] == -0.5 < worth["war"] < 0


def test_hints_agree_with_the_best_strategy_of_three_card_split() -> None:
    found = game("three-card-split")
    setup = found.demonstration()
    look = found.book(setup)
    assert look is not None
    table = found.strategy("optimal").tables["set"]
    for situation in list(table)[::97]:
        round_ = Round(found, setup, [1], RecordedShoe([*parse_cards(situation), *_others(situation)]))
        round_.answer(1, {"primary": 500})
        ask = round_.ask_for(1)
        assert ask is not None
        worths = look(ask, Seen(round_.layout, setup, 1))
        assert worths is not None
        value = {f"low {one.answer[1]}": one.value for one in worths.choices if one.answer != "house-way"}
        assert value[table[situation]] == max(value.values())
        assert worths.best.value == max(value.values())


def _others(text: str) -> list[Any]:
    held = set(text.split())
    return [card for card in parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks") if card.text not in held][:4]


def test_selections_of_deuces_wild_are_worth_what_counting_finds() -> None:
    setup = game("deuces-wild").demonstration()
    nets = [*(returned(row.pay) - 1 for row in setup.paytables["five-card-fortune"].rows), Fraction(-1)]
    known = classes(4)
    picked = best_selection(nets, 4)
    deck = {card.code: card for card in setup.deck.cards}
    for number in range(0, len(known), 211):
        cards = [deck[int(code)] for code in known.cards[number]]
        worth = selection_values(nets, cards)
        chosen = tuple(place + 1 for place in range(4) if int(picked[number]) >> place & 1)
        assert worth[chosen] == max(worth.values())


# -- in a real browser


@pytest.mark.parametrize("table", list(GAMES))
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_newcomer_sits_and_plays_a_round_to_its_settlement(
    table_room: Served, browser: Browser, table: str, phone: bool
) -> None:
    with opened(browser, phone=phone) as page:
        sit(page, table_room, table)
        page.locator('[data-chip="500"]').click()
        spot(page, MAIN[table]).click()
        expect(page.locator(".confirm")).to_contain_text("$5")
        expect(page.locator("#chips")).to_have_text("$995.00")
        page.locator(".confirm").click()
        play_round(page)
        expect(page.locator("#acts .result header strong")).to_be_visible()
        page.locator("#acts .outcomes button").first.click()
        expect(page.locator(".why .rule-text p").first).not_to_be_empty()


def test_who_gets_up_during_a_round_leaves_when_it_is_settled(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path, pace=Pace(between=1.0, move=0.01, deal=0.01)) as room, opened(browser) as page:
        sit(page, room, "T2")
        expect(page.locator("#rack")).to_be_visible()
        page.locator("#leave").click()
        page.wait_for_url(re.compile(r"^http://[^/]+/$"))
        assert room.floor.table("T2").seated == {}


def test_wagers_by_keys_alone_and_taken_back(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, table_room, "T4")
        expect(page.locator("#rack")).to_be_visible()
        page.keyboard.press("3")
        expect(page.locator('[data-chip="2500"]')).to_have_attribute("aria-checked", "true")
        spot(page, "player").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator(".confirm")).to_contain_text("$50")
        page.keyboard.press("Backspace")
        expect(page.locator(".confirm")).to_contain_text("$25")
        page.keyboard.press("b")
        play_round(page)
        page.wait_for_selector("#rack:not([hidden])")
        page.keyboard.press("x")
        play_round(page)
        page.wait_for_selector("#rack:not([hidden])")
        expect(page.locator('[data-do="rebet"]')).to_have_text("Rebet $50")
        spot(page, "player").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".confirm")).to_contain_text("$25")
        page.keyboard.press("Delete")
        expect(page.locator(".confirm")).to_be_disabled()


STOPS = """() => [...document.querySelectorAll("a[href], button, input, summary, [tabindex]")]
  .filter((each) => each.tabIndex >= 0 && !each.disabled && each.getClientRects().length)
  .map((each) => each.getAttribute("aria-label") ?? each.textContent.trim())"""


def test_a_seat_has_few_stops_of_the_tab_key_and_arrows_reach_the_rest(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, table_room, "T2")
        spots = page.locator("#felt .spot.open")
        expect(spots.first).to_be_visible()
        stops = page.evaluate(STOPS)
        assert len(stops) <= 12, stops
        count = spots.count()
        assert count > 4
        page.locator('#felt .spot.open[tabindex="0"]').focus()
        reached = set()
        for _ in range(count):
            reached.add(page.evaluate("document.activeElement.dataset.wager"))
            page.keyboard.press("ArrowRight")
        assert len(reached) == count
        tools = page.locator(".tool:visible")
        tools.first.focus()
        for _ in range(tools.count() - 1):
            page.keyboard.press("ArrowRight")
        expect(tools.last).to_be_focused()


def test_a_chip_is_dragged_to_its_spot(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, table_room, "T3")
        chip, target = page.locator('[data-chip="10000"]'), spot(page, "primary").locator(".shape")
        expect(chip).to_be_visible()
        start, end = chip.bounding_box(), target.bounding_box()
        assert start and end
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(start["x"] + 60, start["y"] - 60, steps=3)
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        page.mouse.up()
        expect(page.locator(".confirm")).to_contain_text("$100")


def test_what_the_table_refuses_is_said_at_the_spot_with_its_clause(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, table_room, "T3")
        expect(page.locator("#rack")).to_be_visible()
        page.locator('[data-chip="10000"]').click()
        for _ in range(4):
            spot(page, "primary").click()
        note = page.locator("#spot-note")
        expect(note).to_contain_text("at most $300")
        note.get_by_role("button", name="Rule").click()
        expect(page.locator("#clause-cite")).to_have_text("overview limits")
        page.keyboard.press("Escape")
        spot(page, "jackpot").click()
        expect(page.locator("#say.warn")).to_contain_text("goes only with")
        expect(page.locator(".confirm")).to_have_text("Bet $300")
        page.locator('[data-do="clear"]').click()
        spot(page, "jackpot").click()
        expect(page.locator("#say.warn")).to_contain_text("goes only with")
        expect(page.locator(".confirm")).to_be_disabled()


def test_two_tabs_share_one_feed_and_stay_in_step(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, table_room, "T2")
        other = page.context.new_page()
        other.goto(f"{table_room.address}/tables/T2")
        for tab in (page, other):
            tab.wait_for_selector("html[data-feed=live]")
        table_room.wait(lambda: table_room.room.hub.followers == 1)
        spot(page, "first-attack").click()
        page.locator(".confirm").click()
        expect(other.locator("#acts.deciding, #acts .result").first).to_be_visible()
        other.close()
        play_round(page)


def test_a_page_that_hears_nothing_for_fifteen_seconds_says_that_it_is_stale(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path) as room, opened(browser) as page:
        page.clock.install()
        page.goto(f"{room.address}/tables/T2")
        page.wait_for_selector("html[data-feed=live]")
        page.context.set_offline(True)
        room.room.hub.close()
        page.clock.fast_forward(16_000)
        expect(page.locator("#feed")).to_contain_text("No connection")
        page.context.set_offline(False)
        page.clock.fast_forward(8_000)
        expect(page.locator("#feed")).to_be_empty(timeout=20_000)


OLDER = """async (address) => {
  const { isOlder } = await import(address);
  const frame = (epoch, version, number, at) => ({ epoch, version, number, at });
  return [
    isOlder(frame("a", 4, 9, 0), frame("a", 5, 9, 0)),
    isOlder(frame("a", 6, 9, 0), frame("a", 5, 9, 0)),
    isOlder(frame("b", 0, 8, 100), frame("a", 5, 9, 0)),
    isOlder(frame("b", 0, 9, 100), frame("a", 5, 9, 0)),
    isOlder(frame("b", 0, 8, 60000), frame("a", 5, 9, 0)),
    isOlder(frame("a", 0, 0, 0), undefined),
  ];
}"""


def test_an_older_frame_never_follows_a_newer(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{table_room.address}/")
        address = f"{table_room.address}{static('service/feed.js')}"
        assert page.evaluate(OLDER, address) == [True, False, True, False, False, False]


RUN = """async (address) => {
  const { runTo } = await import(address);
  const node = document.body.appendChild(document.createElement("span"));
  const read = () => Number(node.textContent.replace(/[^0-9]/g, ""));
  runTo(node, 1000);
  const seen = [read()];
  runTo(node, 2000);
  const end = performance.now() + 2500;
  while (performance.now() < end && seen.at(-1) < 2000) {
    await new Promise(requestAnimationFrame);
    seen.push(read());
  }
  runTo(node, 500);
  return [seen, read()];
}"""


def test_amounts_run_towards_the_new_value_and_never_past_it(table_room: Served, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{table_room.address}/")
    address = f"{table_room.address}{static('art/chips.js')}"
    seen, after = page.evaluate(RUN, address)
    context.close()
    assert seen[0] == 1000 and seen[-1] == 2000
    assert seen == sorted(seen)
    assert after == 500


CHIPS = """async (address) => {
  const { breakDown } = await import(address);
  const wrong = [];
  for (let amount = 1; amount <= 30000; amount += 1) {
    const sum = breakDown(amount).reduce((total, [value, count]) => total + value * count, 0);
    if (sum !== amount) wrong.push(amount);
  }
  return wrong;
}"""


def test_chips_make_up_every_amount_exactly(table_room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{table_room.address}/")
        address = f"{table_room.address}{static('art/chips.js')}"
        assert page.evaluate(CHIPS, address) == []


def test_nothing_of_the_seat_page_is_wider_than_a_phone(table_room: Served, browser: Browser) -> None:
    for table in GAMES:
        with opened(browser, phone=True) as page:
            page.goto(f"{table_room.address}/tables/{table}")
            expect(page.locator("#hand > svg")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(table_room: Served, browser: Browser, phone: bool) -> None:
    with opened(browser, phone=phone, bypass_csp=True) as page:
        page.goto(f"{table_room.address}/")
        assert serious_by_day_and_night(page) == []
        sit(page, table_room, "T2")
        spot(page, "first-attack").click()
        assert serious_by_day_and_night(page) == []
        page.locator(".confirm").click()
        page.wait_for_selector("#acts.deciding, #acts .result")
        assert serious_by_day_and_night(page) == []
        play_round(page)
        assert serious_by_day_and_night(page) == []
        page.locator('[data-drawer="play"]').click()
        for tab in ("play", "rules", "odds", "history", "keys"):
            page.locator(f"#tab-{tab}").click()
            assert serious_by_day_and_night(page) == []
