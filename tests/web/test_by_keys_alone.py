"""A whole round of every game with the keyboard alone, by what a screen reader is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.chromium import chromium, opened
from tests.web.playing import GAMES, MAIN, play_round
from tests.web.serving import Served, served

FOCUSED = """() => {
  const node = document.activeElement;
  return [node.getAttribute("aria-label") || node.textContent.trim(), node.dataset.wager ?? ""];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("keys")) as found:
        yield found


def tab_to(page: Page, name: str = "", wager: str = "") -> None:
    """Press Tab, and arrows within a group, until what has the focus is called so, or is that spot."""
    for _ in range(40):
        said, spot = page.evaluate(FOCUSED)
        if (name and said.startswith(name)) or (wager and spot == wager):
            return
        page.keyboard.press("ArrowRight" if wager and spot else "Tab")
    raise AssertionError(f"the keyboard does not get to {name or wager}: {page.evaluate(FOCUSED)}")


def decide(page: Page) -> None:
    """Answer what is asked: select a card where one is wanted, then press what goes on."""
    if page.locator("#hands .pick-card").count():
        page.keyboard.press("1")
    keys = page.locator("#acts [data-key]:not([disabled])")
    keys.first.wait_for()
    key = keys.first.get_attribute("data-key")
    assert key
    page.keyboard.press(key)


@pytest.mark.parametrize("table", sorted(GAMES))
def test_a_round_is_played_and_understood_without_a_mouse_or_a_screen(
    room: Served, browser: Browser, table: str
) -> None:
    with opened(browser) as page:
        page.goto(f"{room.address}/tables/{table}")
        page.wait_for_selector("#acts button")
        tab_to(page, name="Take a seat")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.spot.open[data-wager="{MAIN[table]}"]')
        tab_to(page, wager=MAIN[table])
        page.keyboard.press("Enter")
        page.keyboard.press("b")
        play_round(page, decide)
        told = page.locator("#announce")
        expect(told).to_have_text(re.compile(r"You have .*(You won \$|You lost \$|Even\.)"))
