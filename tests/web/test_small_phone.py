"""Before the deal, on phones and on small desks: open spots lie in sight, no page is too wide, no button too small."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houseway.registry import all_games
from tests.web.chromium import chromium, opened
from tests.web.lab_serving import lab_served
from tests.web.playing import GAMES, sit
from tests.web.serving import served

PHONES = ((320, 568), (375, 667))
DESKS = ((1024, 768), (1280, 720), (1366, 768))

COVERED = """async () => {
  await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll("#hand .spot.open")].filter((spot) => {
    const box = spot.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return there?.closest(".spot") !== spot;
  }).map((spot) => spot.dataset.wager);
}"""
TOO_SMALL = """async () => {
  await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll("#rack .rack-buttons button")]
    .filter((button) => button.checkVisibility() && button.scrollWidth > button.clientWidth)
    .map((button) => button.textContent);
}"""
"""Buttons beside the chips whose words do not fit into them."""

WIDTH = "document.documentElement.scrollWidth"


def test_every_open_spot_lies_above_the_chips_and_every_button_holds_its_words(tmp_path: Path) -> None:
    with served(tmp_path) as room, chromium() as browser:
        wrong: list[Any] = []
        for table in GAMES:
            with opened(browser, phone=True) as page:
                page.set_viewport_size({"width": 320, "height": 568})
                page.goto(f"{room.address}/")
                assert page.evaluate(WIDTH) == 320
                sit(page, room, table)
                for wide, high in PHONES:
                    page.set_viewport_size({"width": wide, "height": high})
                    page.wait_for_selector("body.betting #hand .spot.open")
                    wrong += [(table, wide, wager) for wager in page.evaluate(COVERED)]
                    assert page.evaluate(WIDTH) == wide
                for wide, high in DESKS:
                    page.set_viewport_size({"width": wide, "height": high})
                    wrong += [(table, wide, words) for words in page.evaluate(TOO_SMALL)]
        assert not wrong


def test_no_paytable_of_the_lab_is_wider_than_a_phone() -> None:
    with lab_served() as address, chromium() as browser, opened(browser, phone=True) as page:
        wide: list[Any] = []
        for slug, game in all_games().items():
            for wager in game.edition().wagers:
                page.goto(f"{address}/lab?game={slug}&wager={wager}", wait_until="networkidle")
                wide += [(slug, wager)] if page.evaluate(WIDTH) > 390 else []
        assert not wide
