"""Somebody who was never here comes from the first page to a result by pressing what lies in sight, on two screens."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from playwright.sync_api import Error, Page, expect

from tests.waiting import LONG
from tests.web.chromium import chromium, opened
from tests.web.serving import served

SCREENS = ((1366, 768), (320, 568))

OFFERED = (
    "#hands:not(:has(.pick-card[aria-pressed=true])) .pick-card",
    "#acts .choice:not([disabled])",
    ".spot.first",
    ".confirm:not([disabled])",
    ".quick:not(:has([disabled])) [data-template]",
)
"""What a page offers to go on with: what is asked last comes first."""

NEXT = """(offered) => {
  if (document.querySelector("#acts .result")) return "done";
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const inSight = (node) => node.contains(document.elementFromPoint(...middle(node)));
  const size = ({ width, height }) => width * height;
  for (const selector of offered) {
    const shown = [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
    const found = shown.filter(inSight);
    found.sort((one, other) => size(other.getBoundingClientRect()) - size(one.getBoundingClientRect()));
    if (found.length) return [...middle(found[0]), Boolean(document.querySelector("#acts.deciding"))];
  }
  return null;
}"""
"""Where somebody presses next: on the largest of what is offered in sight. Nothing while there is nothing to press."""


class Walk(msgspec.Struct):
    """What it took: presses, those of them that answered a question, and how often there was nothing to press."""

    presses: int = 0
    answers: int = 0
    waits: int = 0


def walk(page: Page, address: str) -> Walk:
    """From the first page to a result."""
    took, end = Walk(), time.monotonic() + LONG
    page.goto(address)
    page.wait_for_selector("html[data-feed=live]")
    while time.monotonic() < end:
        try:
            found = page.evaluate(NEXT, OFFERED)
        except Error:
            found = None  # the page has just gone on to the next
        if found is None:
            took.waits += 1
            found = page.wait_for_function(NEXT, arg=OFFERED, timeout=60_000).json_value()
        if found == "done":
            return took
        x, y, answers = found
        took.presses += 1
        took.answers += answers
        page.mouse.click(x, y)
    raise AssertionError(f"{took}: no result, but {page.locator('body').inner_text()}")


def test_a_newcomer_gets_to_a_result_by_pressing_what_lies_in_sight(tmp_path: Path) -> None:
    with served(tmp_path) as room, chromium() as browser:
        for width, high in SCREENS:
            with opened(browser, phone=width < 500) as page:
                page.set_viewport_size({"width": width, "height": high})
                took = walk(page, room.address)
                # A table, a spot, the bet: every other press answers a question of the game.
                assert took.presses - took.answers == 3, took
                assert took.waits <= took.presses, took
                expect(page.locator("#acts .result header strong")).not_to_be_empty()
                expect(page.locator("#acts .outcomes .reason").first).not_to_be_empty()
