"""WA-28: the players are told of a progressive that goes: at displays, seats, on the floor and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from houseway.floor import command_index as c
from houseway.floor.mirror import Mirror
from houseway.jackpots.removal import Removal
from houseway.reports.displays.board import board_of
from houseway.reports.displays.display_files import export
from houseway.reports.displays.removal_notices import WHY, announced
from tests.floor.houses import House, sqlite_house
from tests.web.chromium import chromium, opened
from tests.web.office import do
from tests.web.papers import words_of
from tests.web.serving import Served, served

DAY = "2999-12-24"
ENDS = "Ends 24 December 2999"
BRIEF = f"{ENDS}: the game is discontinued."
TEXT = (
    "This progressive jackpot ends on 24 December 2999: the game is discontinued. What it holds then goes to another "
    "progressive jackpot or is given to an organisation, never to the house."
)
CUT = """async () => {
  await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll(".meter, .panel, .page:not([hidden])")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent);
}"""
ANNOUNCE = c.AnnounceRemoval(jackpot="attack", reason="game-discontinued", day=DAY)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = sqlite_house(tmp_path / "house.db").build()
    yield made
    made.close()


def test_wa_28_every_frame_that_players_see_tells_of_it(room: Served) -> None:
    nobody = room.browser()

    def told() -> list[object]:
        floor = {one["jackpot"]: one["removal"] for one in nobody.get("/api/floor").json()["jackpots"]}
        display = {one["jackpot"]: one["removal"] for one in nobody.get("/api/vision/T2").json()["jackpots"]}
        table = nobody.frame("T2", "public")["removals"]
        return [floor["attack"], floor["attack-two"], display["attack"], display["attack-two"], table]

    assert told() == [None, None, None, None, {}]
    do(room, ANNOUNCE, "ada", "ann")
    room.until(lambda: bool(room.room.mirror.jackpot("attack").removal))
    removal = {"day": DAY, "reason": "game-discontinued", "ends": ENDS, "brief": BRIEF, "text": TEXT}
    assert told() == [removal, None, removal, None, {"jackpot": removal}]


def test_wa_28_a_display_draws_itself_anew_with_the_notice_and_cuts_nothing(room: Served, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{room.address}/vision/T2?theme=monitor")
        expect(page.locator(".panel").first).to_be_attached()
        assert "2999" not in page.content()
        do(room, ANNOUNCE, "ada", "ann")
        notice = page.locator(".panel", has_text="Notice to players")
        expect(notice).to_be_visible()
        expect(notice).to_contain_text(f"Jackpot: {TEXT}")
        expect(page.locator(".meter[data-jackpot=attack] .ends")).to_have_text(ENDS)
        expect(page.locator(".meter[data-jackpot=attack-two] .ends")).to_have_count(0)
        for width, height in ((1920, 1080), (1080, 1920), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            expect(notice).to_be_in_viewport(ratio=1)
            expect(page.locator(".meter[data-jackpot=attack] .ends")).to_be_in_viewport(ratio=1)
            assert page.evaluate(CUT) == [], (width, height)


@pytest.mark.parametrize("phone", [False, True])
def test_wa_28_who_sits_or_looks_on_is_told_at_once(room: Served, browser: Browser, phone: bool) -> None:
    with opened(browser, phone=phone) as seat, opened(browser, phone=phone) as floor:
        seat.goto(f"{room.address}/tables/T2")
        floor.goto(room.address)
        expect(seat.locator("#going")).to_be_hidden()
        expect(floor.locator("[data-jackpot=attack] .ends")).to_be_hidden()
        do(room, ANNOUNCE, "ada", "ann")
        for _ in range(2):
            expect(seat.locator("#going")).to_have_text(f"Jackpot: {BRIEF}")
            expect(seat.locator("#going")).to_be_in_viewport(ratio=1)
            expect(floor.locator("[data-jackpot=attack] .ends")).to_have_text(BRIEF)
            expect(floor.locator("[data-jackpot=attack-two] .ends")).to_be_hidden()
            seat.reload()
            floor.reload()
        seat.locator("[data-drawer=odds]").click()
        expect(seat.locator("#panel-odds")).to_contain_text(f"Jackpot: {TEXT}")


def test_wa_28_the_printed_page_has_the_notice(house: House, tmp_path: Path) -> None:
    house.do(ANNOUNCE, "ames", "cole")
    files = {file.suffix: file for file in export(Mirror(house.floor), "A1", tmp_path, house.at, what="page").files}
    paper = " ".join(words_of(files[".pdf"]))
    for text in (ENDS, "Notice to players", TEXT):
        assert text in " ".join(paper.split())
        assert text in files[".html"].read_text(encoding="utf-8")


def test_wa_28_every_table_of_the_link_has_it_and_no_other(house: House) -> None:
    house.do(ANNOUNCE, "ames", "cole")
    mirror = Mirror(house.floor)
    found = {id: board_of(mirror, id, house.at) for id in house.floor.property.tables}
    told = {
        id: [line.name for line in panel.lines]
        for id, board in found.items()
        for panel in board.panels
        if panel.title == "Notice to players"
    }
    assert told == {"A1": [f"Jackpot: {TEXT}"], "A2": [f"Jackpot: {TEXT}"]}
    assert [meter.ends for meter in found["A1"].meters] == [ENDS, ""]


@pytest.mark.parametrize("reason", Removal)
def test_wa_28_every_reason_has_words_for_players(house: House, reason: Removal) -> None:
    state = house.floor.jackpot("attack")
    assert announced(state) is None
    state.removal = {"reason": reason.value, "day": "2024-06-01"}
    told = announced(state)
    assert told is not None
    assert told.brief == f"Ends 1 June 2024: {WHY[reason]}."
    assert WHY[reason] in told.text and "-" not in WHY[reason]
