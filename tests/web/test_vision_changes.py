"""Displays when something changes: an amount that is posted anew, and a hit that hides nothing that must be seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from houseway.compliance.configuration import Display, Property, Table
from houseway.floor import command_index as c
from houseway.floor.permission.people import panel_of
from houseway.web import demo
from houseway.web.live.room import now
from tests.web.chromium import chromium
from tests.web.serving import Served, fresh, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def display(browser: Browser, room: Served, address: str, **size: int) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size.get("width", 1920), "height": size.get("height", 1080)}, reduced_motion="reduce"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{room.address}/vision/{address}")
    page.wait_for_function("() => document.documentElement.dataset.feed === 'live'")
    try:
        yield page
    finally:
        context.close()
    assert not complaints, complaints


def do(room: Served, command: c.Command, who: str, second: str | None = None) -> dict[str, Any]:
    return room.floor.do(command, id=fresh(), who=who, second=second, at=now())


def updated(property: Property, kind: str) -> Property:
    """The demonstration property with a bonus amount that the house changes, on a display of ``kind`` at T4."""
    jackpots = tuple(
        replace(jackpot, updates="updated") if jackpot.id == "royals" else jackpot for jackpot in property.jackpots
    )
    if kind == "monitor":
        return replace(property, jackpots=jackpots)
    return replace(property, jackpots=jackpots, tables=tuple(map(_with_letters, property.tables)))


def _with_letters(table: Table) -> Table:
    """T4 with one jackpot, which is on a sign of running letters."""
    if table.id != "T4":
        return table
    return replace(
        table,
        wagers=tuple(wager for wager in table.wagers or () if wager != "tie-after-tie"),
        paytables={wager: id for wager, id in table.paytables.items() if wager != "tie-after-tie"},
        jackpots={"two-plus-two": "royals"},
        sensors={"two-plus-two": 1},
        equipment=replace(table.equipment, model="andromeda-1") if table.equipment else None,
        displays=(Display(kind="led", shows=("jackpot-amounts", "percent-prizes"), notice=table.displays[0].notice),),
    )


@pytest.mark.parametrize("kind", ["led", "monitor"])
def test_a_bonus_amount_posted_anew_is_on_every_display_in_letters_and_percents_too(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    property = updated(demo.configuration(), kind)
    monkeypatch.setattr(demo, "configuration", lambda: property)
    with served(tmp_path) as room, display(browser, room, f"T4?theme={kind}") as page:
        meter = page.locator('[data-meter][data-jackpot="royals"]')
        percent = page.locator(".panel.prize dl div", has_text="%").filter(has_text="$")
        expect(meter).to_contain_text("$10,000")
        if kind == "monitor":
            before = percent.last.inner_text()
        do(room, c.PostAmount(jackpot="royals", amount=2_000_000), "ada", "ann")
        expect(meter).to_contain_text("$20,000")
        if kind == "led":
            expect(page.locator("[data-says]")).to_contain_text("$20,000")
        else:
            expect(percent.last).not_to_have_text(before)
            expect(page.locator(".panel.prize", has_text="$20,000")).not_to_have_count(0)


def test_a_progressive_that_moves_does_not_draw_its_display_anew(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path) as room, display(browser, room, "T6") as page:
        page.evaluate("window.kept = document.getElementById('screen')")
        do(room, c.Tabulate(table="T6", round=1, picture={"1": (1, 2)}), panel_of("T6"))
        amount = room.floor.amounts("four-aces")["four-aces"]
        expect(page.locator("[data-said]")).to_have_text(f"${amount // 100:,}.{amount % 100:02d}")
        assert page.evaluate("window.kept === document.getElementById('screen')")


SEEN = """(part) => {
  const node = document.querySelector(part);
  document.body.style.pointerEvents = "auto";
  const box = node.getBoundingClientRect();
  const inside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return inside && box.height > 0 && node.contains(shown);
}"""


@pytest.mark.parametrize(
    ("table", "wager", "event", "width", "height"),
    [
        ("T4", "two-plus-two", "royal-flush", 1920, 1080),
        ("T4", "two-plus-two", "royal-flush", 1080, 1920),
        ("T4", "two-plus-two", "royal-flush", 1280, 720),
        ("T1", "bonus-jackpot", "5-wild-cards", 1024, 600),
        ("T1", "bonus-jackpot", "5-wild-cards", 600, 1024),
    ],
)
def test_a_celebration_hides_neither_what_is_pending_nor_the_notice(
    tmp_path: Path,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    wager: str,
    event: str,
    width: int,
    height: int,
) -> None:
    property = demo.configuration()
    tables = tuple(replace(each, cards="none") if each.id == table else each for each in property.tables)
    monkeypatch.setattr(demo, "configuration", lambda: replace(property, tables=tables))
    theme = "monitor" if table == "T4" else "frame"
    with served(tmp_path) as room, display(browser, room, f"{table}?theme={theme}", width=width, height=height) as page:
        sensors = room.room.mirror.property.tables[table].sensors
        picture: dict[str, tuple[int, ...]] = {str(sensor): (1,) for sensor in sensors.values()}
        do(room, c.Tabulate(table=table, round=1, picture=picture), panel_of(table))
        claim = c.Claimed(seat=1, wager=wager, event=event)
        do(room, c.ClaimHit(table=table, round=1, claims=(claim,), cards="as they lie there"), panel_of(table))
        expect(page.locator("[data-party]")).to_be_visible()
        for part in ("[data-pending]", "[data-notice]", "[data-party] .sum", "[data-party] .hand", "[data-party] .at"):
            assert page.evaluate(SEEN, part), part
