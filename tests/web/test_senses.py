"""What is heard, announced and celebrated at a seat, and what a player has set there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.rulebook.money import dollars
from tests.web.chromium import chromium, opened
from tests.web.office import hit
from tests.web.playing import play_round, sit, spot
from tests.web.serving import Served, served

COUNTED = """
window.heard = 0;
for (const name of ["createOscillator", "createBufferSource"]) {
  const made = BaseAudioContext.prototype[name];
  BaseAudioContext.prototype[name] = function () {
    window.heard += 1;
    return made.call(this);
  };
}
"""

FIRST_DRAWN = """
document.addEventListener("DOMContentLoaded", () => { window.firstDrawn = document.body.className; });
"""
"""What the page is before it has heard anything of the table."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as found:
        yield found


def heard(page: Page) -> int:
    """How many tones and noises were made since this was last asked."""
    count = page.evaluate("() => { const was = window.heard; window.heard = 0; return was; }")
    assert isinstance(count, int)
    return count


def left(page: Page, what: str) -> float:
    """How far from the left something stands."""
    box = page.locator(what).bounding_box()
    assert box, f"{what} is not to be seen"
    return box["x"]


def bet(page: Page) -> None:
    spot(page, "first-attack").click()
    page.locator(".confirm").click()
    page.wait_for_selector("#acts.deciding, #acts .result")


def test_a_table_is_quiet_with_reduced_motion_until_somebody_turns_its_sound_on(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.add_init_script(COUNTED)
        sit(page, room, "T2")
        bet(page)
        assert heard(page) == 0
        # What was dealt is announced to whoever does not see it, in words.
        expect(page.locator("#announce")).to_contain_text("You have ")
        play_round(page)
        expect(page.locator("#announce")).to_contain_text("Dealer: ")
        mute = page.locator("[data-mute]")
        expect(mute).to_have_attribute("aria-pressed", "false")
        mute.click()
        expect(mute).to_have_attribute("aria-pressed", "true")
        page.add_init_script(FIRST_DRAWN)
        page.reload()
        expect(mute).to_have_attribute("aria-pressed", "true")
        # The result stands there from the first drawing on: nobody lays a chip on a felt that goes away again.
        assert "in-hand" in page.evaluate("window.firstDrawn").split()
        expect(page.locator("#acts .result")).to_be_visible()
        page.locator("h1").click()
        bet(page)
        page.wait_for_function("() => window.heard > 0")
        play_round(page)
        mute.click()
        heard(page)
        page.wait_for_selector("#rack:not([hidden])")
        bet(page)
        assert heard(page) == 0


def test_settings_of_a_browser_are_kept_and_change_the_page(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        sit(page, room, "T2")
        page.wait_for_selector("#rack:not([hidden])")
        assert left(page, "#rack .chips") < left(page, "#rack .confirm")
        page.locator('[data-drawer="history"]').click()
        page.locator("#tab-keys").click()
        page.get_by_label("Left-handed").check()
        page.get_by_label("High contrast").check()
        page.reload()
        expect(page.locator("html")).to_have_class("lefty high-contrast")
        # Under the left hand lies what is pressed most: the bet before the chips, the last choice before the first.
        page.wait_for_selector("#rack:not([hidden])")
        assert left(page, "#rack .confirm") < left(page, "#rack .chips")
        bet(page)
        choices = page.locator("#acts .buttons .choice")
        expect(choices.first).to_be_visible()
        assert left(page, "#acts .buttons .choice:last-child") < left(page, "#acts .buttons .choice:first-child")


def test_a_jackpot_stops_the_room_and_a_tap_goes_on(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{room.address}/tables/T6")
        page.wait_for_selector("html[data-feed=live]")
        celebration = page.locator("#celebration")
        expect(celebration).to_be_hidden()
        won = hit(room)
        expect(celebration).to_be_visible()
        expect(celebration.locator("strong")).to_have_text(dollars(won.amount))
        expect(celebration.locator("p")).to_have_text("Four-of-a-Kind for seat 3")
        page.locator("h1").click()
        expect(celebration).to_be_hidden()
