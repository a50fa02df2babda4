"""The smallest phone before the deal: every open spot lies in sight above the chips, and no page is wider than it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.chromium import chromium, opened
from tests.web.playing import GAMES, sit
from tests.web.serving import served

PHONES = ((320, 568), (375, 667))

COVERED = """async () => {
  await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll("#hand .spot.open")].filter((spot) => {
    const box = spot.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return there?.closest(".spot") !== spot;
  }).map((spot) => spot.dataset.wager);
}"""
WIDTH = "document.documentElement.scrollWidth"


def test_every_open_spot_lies_above_the_chips_and_nothing_is_wider_than_the_phone(tmp_path: Path) -> None:
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
        assert not wrong
