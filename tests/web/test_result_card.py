"""The result of a round at the seat: the total, a sentence for every hand and side bet, and why behind each."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from playwright.sync_api import Page, expect

from houseway.floor import command_index as c
from houseway.rulebook.money import dollars
from houseway.web.live.runner import Pace
from tests.waiting import until
from tests.web.axe import serious_by_day_and_night
from tests.web.chromium import chromium, opened
from tests.web.office import do
from tests.web.playing import play_round, sit, spot
from tests.web.serving import Served, served

WAGERS = ("first-attack", "suited-royals", "double-match-up", "triple-match", "jackpot")
FRAME = "fetch('/api/tables/T2/frame?viewer=seat').then((reply) => reply.json())"
OURS = re.compile(r"\b[2-9TJQKA][cdhs]\b|\bXj\b|rules \d|appendix|[a-z]-[a-z]+-[a-z]|undefined|null|…")


def check_corrected(room: Served, page: Page) -> None:
    """A correction after the round appears in the open result and in the open history, as a sentence, at once."""
    seat = page.evaluate("JSON.parse(document.getElementById('page').textContent).seat")
    lines = page.evaluate(FRAME)["last"]["lines"]
    number, line = next((at, line) for at, line in enumerate(lines, start=1) if line["wager"] == "first-attack")
    net = sum(each["returned"] - each["stake"] for each in lines)
    was = paid = line["returned"]

    def correct(returned: int) -> str:
        nonlocal paid, net
        change = {"was": paid, "returned": returned, "reason": "the cards were misread"}
        about = {"table": "T2", "round": 1, "line": number, "seat": seat, "wager": "first-attack"}
        do(room, msgspec.convert({**about, **change}, c.CorrectLine), "sam", "ann")
        net, paid = net + returned - paid, returned
        return f"orrected after the round to {dollars(returned)} back instead of {dollars(was)}"

    card = page.locator("#acts .result")
    total = card.locator("header strong")
    said = correct(was + 20_000)
    expect(card.locator(".reason").first).to_contain_text(f". C{said}")
    expect(total).to_have_text(f"You won {dollars(net)}")
    page.reload()
    expect(card.locator(".reason").first).to_contain_text(f". C{said}")
    page.locator('[data-drawer="history"]').click()
    page.locator("#history summary").click()
    expect(page.locator("#history")).to_contain_text(f"(c{said}")
    # The next round is over too, and the result of the first is still open.
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    until("the second round is over", lambda: page.evaluate(FRAME)["round"] > 2)
    page.locator('[data-drawer="history"]').click()
    opened = page.locator('#history details[data-round="1"]')
    opened.locator("summary").click()
    expect(opened).to_contain_text(f"(c{said}")
    said = correct(was + 30_000)
    expect(opened).to_contain_text(f"(c{said}")
    page.keyboard.press("Escape")
    last = f"Corrected after the round to {dollars(was + 30_000)} back instead of {dollars(was + 20_000)}"
    expect(card.locator(".reason").first).to_contain_text(f". {last}")
    expect(total).to_have_text(f"You won {dollars(net)}")


def test_a_result_says_why_in_a_players_words_and_the_floor_leads_back_to_the_seat(tmp_path: Path) -> None:
    pace = Pace(wager=60.0, decide=60.0, between=0.1, move=0.01, deal=0.01)
    with served(tmp_path, pace=pace) as room, chromium() as browser, opened(browser) as page:
        sit(page, room, "T2")
        page.locator('[data-chip="500"]').click()
        for wager in WAGERS:
            spot(page, wager).click()
        page.locator(".confirm").click()
        page.wait_for_selector("#acts.deciding")
        assert not OURS.search(page.locator("#say").inner_text())
        play_round(page)

        # The total, and as many lines as were settled.
        lines = [line for line in page.evaluate(FRAME)["last"]["lines"] if "says" in line]
        net = sum(line["returned"] - line["stake"] for line in lines)
        card = page.locator("#acts .result")
        told = f"You won {dollars(net)}" if net > 0 else f"You lost {dollars(-net)}" if net else "Even"
        expect(card.locator("header strong")).to_have_text(told)
        expect(card.locator("header small")).to_have_text(f"Round 1 · {len(lines)} lines")

        # Every reason is there once, the main hand first, in no word of ours.
        shown = card.locator(".outcomes .reason").all_inner_texts()
        assert len(shown) == len({(line.get("hand", 1), line["reason"]) for line in lines})
        assert all(any(text.startswith(line["reason"]) for text in shown) for line in lines)
        expect(card.locator(".outcomes b").first).to_contain_text("Attack")
        assert not OURS.search(card.inner_text())
        cut = (
            "(list) => [...list.querySelectorAll('*')].filter((each) => each.scrollWidth > each.clientWidth + 1).length"
        )
        assert card.locator(".outcomes").evaluate(cut) == 0

        assert serious_by_day_and_night(page) == []

        # Behind each is the row of its paytable, if it has one, and the rule.
        for place in range(len(shown)):
            outcome = card.locator(".outcomes button").nth(place)
            outcome.click()
            why = page.locator("dialog.why")
            expect(why.locator(".rule-text h3").first).to_contain_text("The rule: ")
            expect(why.locator(".rule-text p").first).not_to_be_empty()
            expect(why.locator(".told")).to_have_text(shown[place])
            made = next(line for line in lines if shown[place].startswith(line["reason"]))["event"] != "none"
            expect(why.locator("tr[aria-current]")).to_have_count(int(made))
            if not place:
                assert serious_by_day_and_night(page) == []
            page.keyboard.press("Escape")
            expect(why).to_have_count(0)
            expect(outcome).to_be_focused()

        check_corrected(room, page)

        # Who has a seat is led back to it, and offered no other.
        seat = page.evaluate("JSON.parse(document.getElementById('page').textContent).seat")
        page.goto(f"{room.address}/")
        back = page.locator('[data-table="T2"] [data-seated]')
        expect(back).to_have_text(f"Back to seat {seat}")
        expect(page.locator(".welcome")).to_contain_text(f"You sit at table T2, seat {seat}.")
        expect(page.locator("[data-sit]:visible")).to_have_count(0)
        back.click()
        expect(page.locator("#purse")).to_be_visible()
