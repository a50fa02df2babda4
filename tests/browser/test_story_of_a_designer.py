"""A designer finds a side bet in the Lab: a house edge of 5 %, hits in one round of five; saved, shared, exported."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from houseway.registry import game
from houseway.web.lab.lab_pool import LabPool
from tests.web.axe import serious_by_day_and_night
from tests.web.chromium import opened
from tests.web.lab_serving import lab_served

ROWS = ("mini-royal", "straight-flush", "three-of-a-kind", "straight")


def figure(page: Page, slug: str) -> float:
    """A figure in percent, as it is shown."""
    text = page.locator(f'[data-figure="{slug}"] .value').inner_text()
    return float(text.replace("\u2212", "-").removesuffix("%"))


def settled(page: Page) -> None:
    """The figures are those of the cells."""
    page.wait_for_function("() => document.querySelector('.results').dataset.asked === location.search.slice(1)")


def cell(row: str) -> str:
    return f'[data-cell="pay:three-card-treasure/{row}"]'


def test_a_designer_finds_saves_shares_and_exports_a_side_bet(browser: Browser, tmp_path: Path) -> None:
    with lab_served(LabPool(2)) as address, opened(browser, accept_downloads=True) as page:
        page.goto(f"{address}/")
        page.select_option("#choose-game", label="Deuces Wild")
        page.select_option("#choose-wager", label="Three Card Treasure")
        expect(page.locator("#pays-title")).to_contain_text("Three Card Treasure")
        printed = figure(page, "edge")

        # A drag to the right raises the pay; the keys bring it back.
        straight = page.locator(cell("straight"))
        box = straight.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 50, box["y"] + 10, steps=3)
        page.mouse.up()
        expect(straight).to_have_value("5")
        settled(page)
        assert figure(page, "edge") < printed
        expect(page.locator("#standing")).to_contain_text("Departs from the approved game")
        straight.press("ArrowDown")
        expect(straight).to_have_value("4")
        page.get_by_role("button", name="Undo").click()
        expect(straight).to_have_value("5")
        straight.press("Escape")
        settled(page)
        assert figure(page, "edge") == printed

        # What cannot be a pay is told at its cell, and the figures until then stay, greyed.
        straight.fill("-3")
        expect(page.locator(f"tr:has({cell('straight')}) .wrong")).to_contain_text("more than the stake")
        expect(page.locator(".results")).to_have_class(re.compile("stale"))
        assert figure(page, "edge") == printed
        straight.press("Escape")
        settled(page)

        page.get_by_role("tab", name="Target").click()
        page.fill("#target-edge", "5")
        page.fill("#target-hits", "20")
        for row in ROWS:
            page.check(f'[name="row"][value="{row}"]')
        page.get_by_role("button", name="Find tables").click()
        page.locator("#found button").first.click()
        expect(page.locator("#paytable")).to_be_visible()
        settled(page)
        assert 4.95 <= figure(page, "edge") <= 5.05
        assert figure(page, "hits") > 20

        # The same by the mathematics, from the pays that stand in the cells.
        pays = {row: page.locator(cell(row)).input_value() for row in ROWS}
        exact = game("deuces-wild").analyze(wager="three-card-treasure", paytable="A", pays=pays).figures[0]
        assert figure(page, "edge") == round(100 * float(exact.house_edge), 4)

        page.get_by_role("tab", name="Designs").click()
        page.fill("#design-name", "Five percent")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#kept")).to_contain_text("Five percent")
        prints = page.locator("#standing .prints").inner_text()
        link = page.url

        with page.expect_download() as coming:
            page.locator('[data-take="design"] [data-form="csv"]').click()
        coming.value.save_as(tmp_path / "design.csv")
        lines = (tmp_path / "design.csv").read_text().splitlines()
        assert lines[1].split(",")[:2] == ["Mini Royal", f"{pays['mini-royal']} to 1"]

        # Every part of it can be used by all, by day and by night.
        wrong = []
        for tab in ("Paytable", "All wagers", "Target", "Strategy", "Designs"):
            page.get_by_role("tab", name=tab).click()
            if tab == "All wagers":
                expect(page.locator("#every-wager tbody tr")).to_have_count(4)
                moved = page.locator("#every-wager tr", has_text="Three Card Treasure").locator("td").last
                expect(moved).to_contain_text("▲")
            if tab == "Strategy":
                expect(page.locator("#charts")).to_contain_text("nothing to decide")
            wrong += [f"{tab}: {each}" for each in serious_by_day_and_night(page)]
        assert not wrong, "\n".join(wrong)

        with opened(browser, phone=True) as other:
            other.goto(link)
            expect(other.locator("#standing .prints")).to_have_text(prints)
            other.get_by_role("tab", name="Paytable").click()
            assert {row: other.locator(cell(row)).input_value() for row in ROWS} == pays
            assert other.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_opened_cell_and_the_mistakes_of_a_strategy_are_taken_away(browser: Browser, tmp_path: Path) -> None:
    def taken(page: Page, link: Locator) -> list[str]:
        with page.expect_download() as coming:
            link.click()
        path = tmp_path / coming.value.suggested_filename
        coming.value.save_as(path)
        return path.read_text().splitlines()

    with lab_served(LabPool(2)) as address, opened(browser, accept_downloads=True) as page:
        page.goto(f"{address}/lab?game=dueling&wager=player")
        page.get_by_role("tab", name="Strategy").click()
        page.locator("#charts .cell-button").first.click()
        told = page.locator("#charts .told").first
        expect(told.get_by_role("link", name="CSV")).to_be_visible()
        choices = told.locator("tbody th").all_inner_texts()
        lines = taken(page, told.get_by_role("link", name="CSV"))
        assert [line.split(",")[0] for line in lines[1:]] == [words.removesuffix(" (played)") for words in choices]

        # Whoever surrenders every tie errs with each rank.
        page.get_by_role("button", name="Begin with the strategy shown").click()
        text = page.locator("#own-text")
        expect(text).to_have_value(re.compile(r"\| W"))
        text.fill(text.input_value().replace("| W", "| S"))
        page.get_by_role("button", name="Price it").click()
        priced = page.locator("#priced")
        expect(priced.locator("h3").first).to_contain_text("The 10 dearest of 13 mistakes")
        lines = taken(page, priced.get_by_role("button", name="CSV"))
        assert len(lines) == 14
        assert (tmp_path / "lab-dueling-player-mistakes.csv").exists()
        assert not serious_by_day_and_night(page)
