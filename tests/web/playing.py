"""Hands for the seat page: somebody who sits down, wagers and decides."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.waiting import NeverCame
from tests.web.serving import Served

GAMES = {"T1": "deuces-wild", "T2": "triple-attack", "T3": "three-card-split", "T4": "dueling"}

MOST_QUESTIONS = 60
"""More than any round asks one seat."""

MAIN = {"T1": "ante", "T2": "first-attack", "T3": "primary", "T4": "player"}


def spot(page: Page, wager: str) -> Locator:
    """The spot of a wager, on the felt: whoever still looks at a result goes back there when bets are taken."""
    box = page.locator("#hand" if page.viewport_size and page.viewport_size["width"] < 500 else "#felt")
    found = box.locator(f'.spot.open[data-wager="{wager}"]')
    back = page.locator("#to-felt")
    expect(back.or_(found).filter(visible=True).first).to_be_visible()
    if back.is_visible():
        back.click()
    return found


def sit(page: Page, room: Served, table: str) -> None:
    page.goto(f"{room.address}/")
    page.locator(f'[data-table="{table}"] [data-sit]').click()
    page.wait_for_url(f"**/tables/{table}")
    expect(page.locator("#purse")).to_be_visible()


def decide(page: Page) -> None:
    """Take the first way to go on that adds no money."""
    cards = page.locator("#hands .pick-card")
    ready = page.locator("#acts .choice:not([disabled])")
    if cards.count() and page.locator("#hands .picking").count():
        cards.first.click()
        page.locator('#acts .choice[data-key="s"]').click()
    else:
        ready.first.click()


def is_asked(page: Page) -> bool:
    """Wait for a question that was not given here before, or for the result; whether it is a question."""
    found = page.wait_for_selector("#acts.deciding > :not([data-asked]), #acts .result", timeout=60_000)
    assert found is not None
    # Each question is drawn anew: one that looks like the last is another all the same.
    result: bool = found.evaluate("(node) => node.matches('.result') || !(node.dataset.asked = 'here')")
    return not result


def play_round(page: Page, decide: Callable[[Page], None] = decide) -> None:
    """Decide until the round is settled."""
    for _ in range(MOST_QUESTIONS):
        if not is_asked(page):
            return
        decide(page)
    raise NeverCame(f"the round is not settled after {MOST_QUESTIONS} questions")
