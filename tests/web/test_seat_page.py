"""The seat page: a plain network, a session that ended, a held key, a wrong clock, what it says and what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Request, Route, expect

from houseway.floor import command_index as c
from houseway.floor.permission.people import panel_of
from houseway.registry import all_games, game
from houseway.web.http.assets import static
from houseway.web.live.room import now
from houseway.web.seat.seat_pages import sections_of
from tests.waiting import until
from tests.web.chromium import chromium, opened
from tests.web.playing import GAMES, sit, spot
from tests.web.serving import Browser as Client
from tests.web.serving import Served, fresh, served

PLAIN = "pit.example"
ALONE = "delete window.SharedWorker; delete window.BroadcastChannel;"
"""A page whose connection is its own: a test can see and answer what it asks for."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1") as found:
        yield found


def do(house: Served, command: c.Command, who: str) -> dict[str, Any]:
    return house.floor.do(command, id=fresh(), who=who, at=now())


def answer(client: Client, table: str, given: Any) -> None:
    frame = client.frame(table)
    body = {"round": frame["round"], "step": frame["step"], "answer": given}
    reply = client.post(f"/api/tables/{table}/answers", body)
    assert reply.status_code == 200, reply.text


def until_due(house: Served, table: str, seat: int, what: str) -> None:
    def so() -> bool:
        view = house.room.frames.table(table, seat).view
        due = view.due if view is not None else None
        return due is not None and due.what == what and seat in due.from_

    house.until(so)


# -- the network, and who is there


def test_a_plain_network_is_enough_to_sit_down_and_play(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"http://{PLAIN}:{urlsplit(house.address).port}/")
        assert page.evaluate("isSecureContext") is False
        page.locator('[data-table="T1"] [data-sit]').click()
        page.wait_for_url("**/tables/T1")
        spot(page, "ante").click()
        page.keyboard.press("b")
        page.wait_for_selector("#acts.deciding")


def test_a_page_whose_session_has_ended_says_so_and_leaves_the_server_in_peace(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.add_init_script(ALONE)
        sit(page, house, "T2")
        asked: list[str] = []

        def note(request: Request) -> None:
            if "/feed?" in request.url:
                asked.append(parse_qs(urlsplit(request.url).query)["topics"][0])

        page.on("request", note)
        page.context.clear_cookies(name="houseway_session")
        house.cut()
        expect(page.locator("#prompt")).to_have_text("You are signed out.")
        expect(page.locator("#purse")).to_be_hidden()
        # Each frame that shows the seat as taken was once a reason to ask for it again.
        for paused in (True, False, True, False, True):
            do(house, c.PauseTable(table="T2", paused=paused, reason=fresh()), "sam")
        do(house, c.FailTable(table="T2", what="lamp"), "sam")
        expect(page.locator("#round")).to_have_text("Equipment out of order")
        expect(page.locator("#prompt")).to_have_text("You are signed out.")
        assert len(asked) <= 5, asked


def test_who_signs_in_again_elsewhere_has_the_seat_back(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.add_init_script(ALONE)
        page.clock.install()
        sit(page, house, "T2")
        cookies = page.context.cookies()
        page.context.clear_cookies(name="houseway_session")
        house.cut()
        page.clock.run_for(2_000)
        expect(page.locator("#prompt")).to_have_text("You are signed out.")
        page.context.add_cookies([cookie for cookie in cookies if cookie.get("name") == "houseway_session"])  # type: ignore[misc]
        page.clock.run_for(16_000)
        expect(page.locator("#purse")).to_be_visible()
        expect(page.locator("#prompt")).to_contain_text("Place your bets")


# -- the same command again


@pytest.mark.parametrize("role", ["guest", "player"])
def test_sitting_down_and_getting_up_again_with_the_same_id_is_answered_as_before(house: Served, role: str) -> None:
    do(house, c.PauseTable(table="T2", paused=True), "sam")
    client = house.browser(role)
    for path, body in (("sit", {"seat": 3}), ("leave", {})):
        id = fresh()
        replies = [client.post(f"/api/tables/T2/{path}", {"id": id, **body}) for _ in range(2)]
        assert [reply.status_code for reply in replies] == [200, 200], replies[1].text
        assert replies[0].json()["seat"] == replies[1].json()["seat"] == 3
    assert house.floor.table("T2").seated == {}


def test_an_id_is_not_good_for_another_seat(house: Served) -> None:
    do(house, c.PauseTable(table="T2", paused=True), "sam")
    client = house.browser("guest")
    id = fresh()
    assert client.post("/api/tables/T2/sit", {"id": id, "seat": 3}).status_code == 200
    assert client.post("/api/tables/T2/sit", {"id": id, "seat": 4}).status_code == 409
    assert client.post("/api/tables/T2/leave", {"id": id}).status_code == 409
    assert house.floor.table("T2").seated.keys() == {"3"}


def test_a_round_voided_again_with_the_same_id_is_answered_as_before(house: Served) -> None:
    guest = house.browser("guest")
    assert guest.post("/api/tables/T2/sit", {"seat": 3}).status_code == 200
    house.until(lambda: house.floor.table("T2").live is not None)
    live = house.floor.table("T2").live
    assert live is not None
    body = {"id": fresh(), "round": live.round, "reason": "misdeal"}
    sam = house.browser("supervisor")
    replies = [sam.post("/api/tables/T2/void", body) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [200, 200], replies[1].text
    assert replies[0].json() == replies[1].json()


def test_a_newcomer_whose_first_answer_is_lost_has_one_seat_and_not_a_ghost_in_another(
    house: Served, browser: Browser
) -> None:
    with opened(browser) as page:
        lost: list[str] = []

        def lose(route: Route) -> None:
            if not lost:
                lost.append(route.request.url)
                route.fetch()  # the server does it, and nobody hears of it
                route.abort()
            else:
                route.continue_()

        page.route(re.compile(r"/api/tables/T2/sit$"), lose)
        sit(page, house, "T2")
        assert lost
        assert len(house.floor.table("T2").seated) == 1


# -- keys


def test_a_key_that_is_held_answers_one_question(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, house, "T2")
        # The shoe decides who is asked to hit: rounds are played until a hand is.
        for _ in range(20):
            spot(page, "first-attack").click()
            page.keyboard.press("b")
            while True:
                page.wait_for_selector("#acts.deciding, #acts .result")
                words = page.locator("#acts .choice").evaluate_all("all => all.map((each) => each.dataset.word)")
                if "hit" in words or not words:
                    break
                asked = page.locator("#acts").inner_html()
                page.locator('#acts [data-word="pass"]').click()
                page.wait_for_function("(was) => document.getElementById('acts').innerHTML !== was", arg=asked)
            if "hit" in words:
                break
            page.wait_for_selector("#rack:not([hidden])")
        key = page.locator('#acts [data-word="hit"]').get_attribute("data-key")
        assert key is not None
        before = _answers(house, "hit")
        asked = page.locator("#prompt").inner_text()
        page.keyboard.down(key)
        house.until(lambda: _answers(house, "hit") > before)
        page.wait_for_function(
            """(was) => document.querySelector("#acts.deciding, #acts .result")
                && document.getElementById("prompt").textContent !== was""",
            arg=asked,
        )
        for _ in range(5):
            page.keyboard.down(key)
        page.keyboard.up(key)
        if page.locator('#acts [data-word="stand"]').count():
            page.keyboard.press(str(page.locator('#acts [data-word="stand"]').get_attribute("data-key")))
        page.wait_for_selector("#acts .result")
        assert _answers(house, "hit") == before + 1


def _answers(house: Served, word: str) -> int:
    entries = house.floor.journal.read("table/T2")
    answered = [each for entry in entries if entry.kind == "answered" for each in entry.data["answers"]]
    return sum(each["answer"] == word for each in answered)


# -- what the page says


def test_a_hand_is_locked_when_no_question_can_come_to_it_any_more_and_a_void_says_that_bets_came_back(
    house: Served, browser: Browser
) -> None:
    do(house, c.PauseTable(table="T1", paused=True), "sam")
    first, third = house.browser("guest"), house.browser("guest")
    for client, seat in ((first, 1), (third, 3)):
        assert client.post("/api/tables/T1/sit", {"seat": seat}).status_code == 200
    with opened(browser) as page:
        page.goto(f"{house.address}/tables/T1")
        page.locator('#felt [aria-label="Take seat 2"]').click()
        expect(page.locator("#purse")).to_be_visible()
        expect(page.locator("#prompt")).to_have_text("The table is paused.")
        do(house, c.PauseTable(table="T1", paused=False), "sam")
        for client, seat in ((first, 1), (third, 3)):
            until_due(house, "T1", seat, "place-wagers")
            answer(client, "T1", {"ante": 500})
        spot(page, "ante").click()
        page.keyboard.press("b")
        until_due(house, "T1", 1, "play")
        expect(page.locator("#prompt")).to_contain_text("Waiting for")
        expect(page.locator("#rule")).not_to_contain_text("nothing more to decide")
        expect(page.locator("#felt g.seat.locked")).to_have_count(0)
        answer(first, "T1", "play")
        page.locator('#acts [data-word="fold"]').click()
        until_due(house, "T1", 3, "play")
        expect(page.locator("#rule")).to_contain_text("You have nothing more to decide in this round.")
        expect(page.locator("#felt g.seat.locked")).to_have_count(1)
        do(house, c.VoidRound(table="T1", round=1, reason="a card was exposed"), "sam")
        expect(page.locator("#rule")).to_contain_text("Round 1 is void (a card was exposed): your bets came back.")


def test_linked_amounts_rise_on_the_page_of_every_table_that_shares_them(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{house.address}/tables/T3")
        shown = page.locator('#amounts [data-wager="jackpot"] strong')
        before = house.floor.amounts("four-aces")["four-aces"]
        expect(shown).to_have_text(f"${before // 100:,}.{before % 100:02d}")
        do(house, c.Tabulate(table="T6", round=1, picture={"1": (1, 2, 3)}), panel_of("T6"))
        after = house.floor.amounts("four-aces")["four-aces"]
        assert after > before
        expect(shown).to_have_text(f"${after // 100:,}.{after % 100:02d}")


def test_the_floor_carries_the_notice_of_a_bonus_whose_tables_are_closed(house: Served) -> None:
    notice = house.room.mirror.setup("T4").notice
    assert notice
    for table in ("T1", "T4"):
        do(house, c.CloseTable(table=table), "sam")
    house.until(lambda: not house.room.mirror.table("T4").open)
    page = house.browser().get("/").text
    assert 'class="jackpot bonus"' in page
    assert notice in page


# -- wagers


def test_what_lay_there_before_a_quick_bet_is_asked_about_no_more(house: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.clock.install()
        sit(page, house, "T2")
        checked: list[str] = []
        page.on("request", lambda request: checked.append(request.url) if "/check?" in request.url else None)
        spot(page, "jackpot").click()
        page.keyboard.press("Delete")
        spot(page, "first-attack").click()
        page.keyboard.press("b")
        page.clock.run_for(1_000)
        until_due(house, "T2", _seat(page), "second-attack")
        expect(page.locator("#say")).not_to_have_class(re.compile("warn"))
        assert not [url for url in checked if parse_qs(urlsplit(url).query)["answer"] == ["{}"]]


def _seat(page: Page) -> int:
    return int(page.evaluate("JSON.parse(document.getElementById('page').textContent).seat"))


def test_chips_of_a_round_that_went_by_unseen_are_gone_with_all_that_is_known_of_them(
    house: Served, browser: Browser
) -> None:
    with opened(browser) as page:
        page.add_init_script(ALONE)
        sit(page, house, "T3")
        spot(page, "primary").click()
        seat = _seat(page)
        frame = house.room.frames.table("T3", seat)
        # The page hears nothing until another round is on that it has no part in, and then that the next has begun.
        later = replace(frame, round=frame.round + 1, version=frame.version + 1, view=None, playing=[])
        next_ = replace(frame, round=frame.round + 2, version=frame.version + 2)
        told = [later, next_]

        def tell(route: Route) -> None:
            if not told:
                return route.abort()
            sent = told.pop(0)
            data = msgspec.json.encode(sent).decode()
            body = f"event: table/T3/seat/{seat}\nid: later:{sent.round}\ndata: {data}\n\n"
            return route.fulfill(body=body, content_type="text/event-stream")

        page.route(re.compile(r"/feed\?"), tell)
        house.cut()
        expect(page.locator("#round")).to_have_text(f"Round {frame.round + 2}")
        expect(page.locator('[data-do="undo"]')).to_be_disabled()
        page.keyboard.press("Backspace")
        expect(page.locator("#chips")).to_have_text("$1,000.00")
        expect(page.locator("#rack .confirm")).to_have_text("Bet")


# -- the clock

CLOCK = """async ([address, shift]) => {
  const { serverNow } = await import(address);
  return Math.abs(serverNow() - (Date.now() - shift)) < 400;
}"""


@pytest.mark.parametrize("shift", [-90_000, -1_500, 1_500, 90_000])
def test_a_page_counts_by_the_server_s_clock_however_wrong_its_own_is(
    house: Served, browser: Browser, shift: int
) -> None:
    with opened(browser) as page:
        page.add_init_script(f"{ALONE} const real = Date.now; Date.now = () => real() + ({shift});")
        sit(page, house, "T1")
        address = f"{house.address}{static('service/feed.js')}"
        until("the page has the server's clock", lambda: page.evaluate(CLOCK, [address, shift]))


@pytest.mark.parametrize("shift", [-90_000, 90_000])
def test_a_page_goes_on_by_the_server_s_clock_when_its_own_is_set(house: Served, browser: Browser, shift: int) -> None:
    with opened(browser) as page:
        page.add_init_script(
            f"{ALONE} window.shift = 0; const real = Date.now; Date.now = () => real() + window.shift;"
        )
        sit(page, house, "T1")
        asked = [f"{house.address}{static('service/feed.js')}", shift]
        until("the page has the server's clock", lambda: page.evaluate(CLOCK, [asked[0], 0]))
        page.evaluate("(shift) => { window.shift = shift; }", shift)
        assert page.evaluate(CLOCK, asked)
        # Every frame says how far the clock is from the server's, as it is now.
        spot(page, "ante").click()
        page.keyboard.press("b")
        page.wait_for_selector("#acts.deciding")
        assert page.evaluate(CLOCK, asked)


# -- house ways and conduct

HOUSE_WAY: dict[str, tuple[str, ...]] = {
    "three-card-split": (
        "dealing 5",
        "dealing 6",
        "appendix A",
        "appendix A A",
        "appendix A B",
        "appendix A C",
        "appendix A C.i",
        "appendix A C.ii",
        "appendix A D",
    ),
    "triple-attack": ("rules 12", "rules 13"),
}
CONDUCT: dict[str, tuple[str, ...]] = {
    "deuces-wild": ("rules 9", "rules 10", "dealing 19", "dealing 20(b)", "dealing 22 final")
}


@pytest.mark.parametrize(
    ("slug", "edition"), [(slug, edition) for slug in all_games() for edition in game(slug).editions]
)
def test_house_ways_and_conduct_are_the_clauses_that_say_so(slug: str, edition: str) -> None:
    clauses = [clause for section in sections_of(game(slug).edition(edition)).values() for clause in section]
    for about, wanted in (("house-way", HOUSE_WAY), ("conduct", CONDUCT)):
        found = tuple(clause.cite for clause in clauses if about in clause.about)
        assert found == wanted.get(slug, ())


@pytest.mark.parametrize(
    ("table", "names"), [("T1", ["Conduct"]), ("T2", ["House ways"]), ("T3", ["House ways"]), ("T4", [])]
)
def test_a_heading_without_clauses_is_not_offered(
    house: Served, browser: Browser, table: str, names: list[str]
) -> None:
    with opened(browser) as page:
        page.goto(f"{house.address}/tables/{table}")
        page.locator('.tool[data-drawer="play"]').click()
        page.locator("#tab-rules").click()
        buttons = page.locator(".sieve [data-tag]")
        expect(buttons).to_have_text(names)
        wanted = {"House ways": HOUSE_WAY, "Conduct": CONDUCT}
        for number, name in enumerate(names):
            buttons.nth(number).click()
            cites = page.locator(".clauses dl div:not([hidden]) dt")
            expect(cites).to_have_text(list(wanted[name][GAMES[table]]))
