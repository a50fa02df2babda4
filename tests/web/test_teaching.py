"""A seat that teaches: hints in words and money, a coach, and what the player wants of them remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe import serious_by_day_and_night
from tests.web.chromium import chromium, opened
from tests.web.playing import play_round, sit, spot
from tests.web.serving import Served

READY = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def bet(page: Page, wager: str) -> None:
    """The least that the table takes, on one spot."""
    page.wait_for_selector("#rack:not([hidden])")
    spot(page, wager).click()
    page.locator(".confirm").click()
    page.wait_for_selector("#acts.deciding")


def test_a_hint_marks_the_best_choice_and_says_what_each_is_worth(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, room, "T1")
        bet(page, "ante")
        # Without a hint no choice is brighter than another.
        choices = page.locator("#acts .choice")
        expect(choices).to_have_count(2)
        assert len({choices.nth(place).get_attribute("class") for place in range(2)}) == 1
        page.keyboard.press("?")
        expect(page.locator("#acts .advice .says")).to_have_text(
            re.compile(
                r"^(Play|Fold)\. You (win|lose) .+ a dollar on average; (folding|playing on) (wins|loses) .+\.$"
            ),
            timeout=READY,
        )
        best = page.locator("#acts .choice.best")
        expect(best).to_have_count(1)
        said = page.locator("#acts .advice .says").inner_text().split(".")[0]
        assert best.get_attribute("data-word") == said.lower()
        expect(page.locator("#acts .choice.quiet")).to_have_count(1)
        assert serious_by_day_and_night(page) == []
        worth = page.locator("#acts .choice .worth")
        expect(worth).to_have_count(2)
        assert all(re.fullmatch(r"[+\u2212]?\$\d+(\.\d\d)?", text) for text in worth.all_inner_texts())
        best.click()
        play_round(page)


def test_hints_stay_on_and_the_coach_speaks_only_where_money_was_given_away(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, room, "T3")
        page.locator('.tool[data-drawer="play"]').click()
        page.get_by_label("Hints always on").check()
        page.get_by_label("Coach").check()
        page.keyboard.press("Escape")
        bet(page, "primary")
        # Nobody asks for it: the best card is named, and lies low already.
        says = page.locator("#acts .advice .says")
        expect(says).to_have_text(re.compile(r"^Put (10|[2-9JQKA])[♣♦♥♠] low\. You (win|lose) .+\.$"), timeout=READY)
        expect(page.locator("#acts .advice li.best")).not_to_have_count(0)
        expect(page.locator("#acts .advice li")).to_have_count(4)
        page.locator('#acts .choice[data-key="s"]').click()
        page.wait_for_selector("#acts .result")
        expect(page.locator("#coach")).to_have_count(0)

        page.reload()
        bet(page, "primary")
        expect(says).to_be_visible(timeout=READY)
        given = re.compile(r"^That gave up (\$\d+\.\d\d|\d+¢) on average: Put .+ low was best\.$")
        best = page.locator('#hands [data-box="low"] .pick-card').get_attribute("data-key")
        plate = page.locator("#hands .own-hand .plate b")
        expect(plate).to_have_text(re.compile(r"^High: [a-z].*, low: [a-z]+"))
        page.locator(f'#hands .pick-card:not([data-key="{best}"])').first.click()
        page.locator('#acts .choice[data-key="s"]').click()
        expect(page.locator("#coach")).to_have_text(given)
        # Of a raise below the most each cent has the same worth: half of it gives up half of what it would have won.
        choices = [
            {"word": "pass", "answer": "pass", "cents": 0, "each": None, "best": False},
            {"word": "bet", "answer": ["bet", 1000], "cents": 360, "each": 0.36, "best": True},
        ]
        lost = page.evaluate(
            """async (choices) => {
              const { gaveUp } = await import("/static/x/seat/coach.js");
              const given = [["bet", 1000], ["bet", 500], "pass", "split"];
              return given.map((each) => gaveUp({ choices }, each)?.lost ?? null);
            }""",
            choices,
        )
        assert lost == [0, 180, 360, None]


def test_a_spot_tells_what_it_pays_how_often_and_what_it_costs(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, room, "T4")
        page.wait_for_selector("#rack:not([hidden])")
        sheet = page.locator("#wager-info")
        # Held down, a spot tells about itself and takes no chip.
        at = spot(page, "tie-plus").locator(".shape").bounding_box()
        assert at is not None
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.mouse.down()
        expect(sheet).to_be_visible()
        page.mouse.up()
        expect(sheet.locator("h2")).to_have_text("Tie Plus")
        expect(sheet.locator(".says")).to_contain_text(
            re.compile(r"You lose \d+\.\d¢ a dollar on average: the house edge is \d+\.\d\d%\."), timeout=READY
        )
        expect(sheet.locator(".says")).to_contain_text("an hour on average")
        expect(sheet.locator("tbody tr")).to_have_count(2)
        assert serious_by_day_and_night(page) == []
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(page.locator(".confirm")).to_be_disabled()
        # By keyboard.
        spot(page, "two-plus-two").focus()
        page.keyboard.press("i")
        expect(sheet.locator("h2")).to_have_text("2 + 2 Jackpot")
        expect(sheet.locator(".says")).to_contain_text(
            re.compile(r"now; the wager is even at \$[\d,]+\."), timeout=READY
        )
        # Whoever is at another spot before the page has heard that the sheet is shut stays there.
        spot(page, "combo-bet").evaluate("(spot) => { document.querySelector('#wager-info').close(); spot.focus(); }")
        page.keyboard.press("i")
        expect(sheet.locator("h2")).to_have_text("Combo Bet")
        page.keyboard.press("Escape")
        # Beside the limits: the edge of every wager that is placed before the deal.
        page.locator('.tool[data-drawer="odds"]').click()
        edges = page.locator("[data-edge] b")
        expect(edges).not_to_have_count(0)
        for place in range(edges.count()):
            expect(edges.nth(place)).to_have_text(re.compile(r"^-?\d+\.\d\d%$"), timeout=READY)
        page.locator('[data-wager-info="player"]').click()
        expect(sheet.locator("h2")).to_have_text("Player")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        # Tapped where it takes no chip, a spot of another seat tells about itself too.
        page.locator('#felt .spot[data-wager="combo-bet"]:not(.open) .shape').first.click()
        expect(sheet.locator("h2")).to_have_text("Combo Bet")


def test_a_guest_is_guided_through_a_first_round_once(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, room, "T3")
        guide = page.locator("#guide")
        expect(guide).to_contain_text("First time at this game?")
        guide.get_by_role("button", name="How to play").click()
        expect(page.locator("#panel-play .how li")).to_have_count(7)
        expect(page.locator("#panel-play .how svg.card")).not_to_have_count(0)
        assert serious_by_day_and_night(page) == []
        page.keyboard.press("Escape")
        guide.get_by_role("button", name="Guide me").click()
        expect(guide).to_contain_text("Choose a chip, then tap Primary.")
        spot(page, "primary").click()
        expect(guide).to_contain_text("Press Bet")
        page.locator(".confirm").click()
        page.wait_for_selector("#acts.deciding")
        expect(guide).to_contain_text("Tap the card that goes low")
        expect(page.locator("#acts .advice .says")).to_have_text(re.compile("^Put .+ low"), timeout=READY)
        page.locator('#acts .choice[data-key="s"]').click()
        page.wait_for_selector("#acts .result")
        expect(guide).to_contain_text("That is a round")
        guide.get_by_role("button", name="Done").click()
        expect(guide).to_be_hidden()
        page.reload()
        page.wait_for_selector("#rack:not([hidden])")
        expect(guide).to_be_hidden()
