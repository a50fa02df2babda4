"""Every state of the Lab is a link, nothing that was typed is lost, and what went wrong is said where it was asked."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.web.lab.lab_pool import LabPool
from tests.web.axe import serious_by_day_and_night
from tests.web.chromium import opened
from tests.web.lab_serving import lab_served

PAIR = '[data-cell="pay:combo-bet/pair"]'
COMBO = "lab?game=dueling&wager=combo-bet"


@pytest.fixture(scope="module")
def lab() -> Iterator[str]:
    with lab_served(LabPool(2)) as address:
        yield address


def settled(page: Page) -> None:
    """The figures are those of the cells."""
    page.wait_for_function("() => document.querySelector('.results').dataset.asked === location.search.slice(1)")


def edge(page: Page) -> str:
    return page.locator('[data-figure="edge"] .value').inner_text()


def fits(page: Page, selector: str) -> bool:
    return bool(page.locator(selector).first.evaluate("(node) => node.scrollWidth <= node.clientWidth"))


def test_what_is_asked_in_a_part_is_in_its_link(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/lab?game=deuces-wild&wager=three-card-treasure")
        page.select_option("#axis", label="Flush")
        expect(page.locator("#curve svg text.title")).to_have_text("return, by Flush")
        links = {"curve": page.url}
        page.get_by_role("tab", name="Target").click()
        page.fill("#target-hits", "20")
        page.check('[name="row"][value="straight"]')
        page.fill('[data-bounds="mini-royal"]', "10-60")
        page.fill("#target-within", "0.5")
        page.get_by_role("button", name="Find tables").click()
        expect(page.locator("#found button").first).to_be_visible()
        tables = page.locator("#found tbody").inner_text()
        links["target"] = page.url
        page.get_by_role("tab", name="Designs").click()
        for name, pay in (("One", "5"), ("Two & three", "6")):
            page.get_by_role("tab", name="Paytable").click()
            page.locator('[data-cell="pay:three-card-treasure/straight"]').fill(pay)
            settled(page)
            page.get_by_role("tab", name="Designs").click()
            page.fill("#design-name", name)
            page.get_by_role("button", name="Save", exact=True).click()
            page.get_by_label(f"Compare {name}").check()
        expect(page.locator("#comparison table")).to_be_visible()
        compared = page.locator("#comparison table").inner_text()
        links["designs"] = page.url

    with opened(browser) as other:
        other.goto(links["curve"])
        expect(other.locator("#axis")).to_have_value("pay:three-card-treasure/flush")
        expect(other.locator("#curve svg text.title")).to_have_text("return, by Flush")
        other.goto("about:blank")
        other.goto(links["target"])
        expect(other.locator("#found button").first).to_be_visible()
        assert other.locator("#found tbody").inner_text() == tables
        assert other.locator('[data-bounds="mini-royal"]').input_value() == "10-60"
        other.goto("about:blank")
        other.goto(links["designs"])
        expect(other.locator("#comparison table")).to_be_visible()
        assert other.locator("#comparison table").inner_text() == compared


def test_an_opened_cell_stays_in_sight_and_is_opened_again_by_its_link(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/lab?game=three-card-split#strategy")
        cell = page.locator(".cell-button").nth(40)
        cell.click()
        told = page.locator(".told:not([hidden])")
        expect(told.locator("h4")).to_be_visible()
        expect(told).to_be_in_viewport(ratio=0.99)
        expect(cell).to_be_in_viewport(ratio=0.99)
        expect(cell).to_have_attribute("aria-expanded", "true")
        # The chart is as wide as it may be: no column is hidden behind its edge.
        assert fits(page, ".strategy-chart .wide")
        title, link = told.locator("h4").inner_text(), page.url
        told.get_by_role("button", name="Close").click()
        expect(told).to_have_count(0)
        expect(cell).to_be_focused()
        assert "row" not in page.url
    with opened(browser) as other:
        other.goto(link)
        expect(other.locator(".told h4")).to_have_text(title)
    with opened(browser) as other:
        other.goto(f"{lab}/lab?game=deuces-wild&wager=bonus-jackpot#strategy")
        expect(other.locator("#charts")).to_contain_text("Bonus Jackpot leaves nothing to decide. Ask about Ante")
        expect(other.locator("#charts .wrong")).to_have_count(0)


def test_a_cell_left_empty_pays_what_is_printed_and_undo_takes_back_the_whole_of_what_was_typed(
    browser: Browser, lab: str
) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/{COMBO}")
        pair, printed = page.locator(PAIR), edge(page)
        pair.fill("")
        pair.press("Tab")
        expect(pair).to_have_value("2")
        assert edge(page) == printed
        pair.focus()
        pair.press("ControlOrMeta+a")
        pair.press_sequentially("125")
        settled(page)
        page.get_by_role("button", name="Undo").click()
        expect(pair).to_have_value("2")
        settled(page)
        assert edge(page) == printed


def test_a_pay_from_a_meter_brings_the_field_for_its_amount(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/{COMBO}")
        page.locator(PAIR).fill("jackpot")
        amount = page.locator('[id="meter:combo-bet/pair"]')
        expect(amount).to_be_visible()
        expect(page.locator("#axis optgroup[label=Meters] option")).to_have_count(1)
        assert edge(page) == "–"
        amount.fill("-5")
        expect(page.locator('[data-field="meter:combo-bet/pair"] .wrong')).to_contain_text("not an amount")
        expect(amount).to_have_attribute("aria-invalid", "")
        amount.fill("$12.50")
        settled(page)
        shown, link = edge(page), page.url
        assert shown != "–"
        page.goto("about:blank")
        page.goto(link)
        assert edge(page) == shown
        page.locator(PAIR).fill("2")
        page.locator('[id="meter:combo-bet/pair"]').fill("")
        expect(amount).to_have_count(0)


def test_what_is_wrong_in_one_form_says_nothing_of_another(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/{COMBO}&pay=combo-bet/pair=abc")
        wrong = page.locator(f"tr:has({PAIR}) .wrong")
        expect(wrong).to_contain_text("not a pay")
        page.get_by_role("tab", name="Target").click()
        page.fill("#target-edge", "1e999")
        page.get_by_role("button", name="Find tables").click()
        expect(page.locator('[data-field="target:edge"] .wrong')).to_contain_text("no percentage")
        expect(page.locator("#target-edge")).to_be_focused()
        page.get_by_role("tab", name="Paytable").click()
        expect(wrong).to_be_visible()
        # A file of what cannot be read is refused in words, beside its link.
        page.locator('[data-take="design"] [data-form="csv"]').click()
        expect(page.locator(".taking.wrong")).to_contain_text("not a pay")


def test_a_server_that_is_away_is_asked_again_and_nothing_is_lost(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/{COMBO}")
        expect(page.locator("#approved-tables table")).to_be_visible()
        asking = re.compile("/api/lab/")
        page.route(asking, lambda route: route.abort())
        printed = edge(page)
        page.locator(PAIR).fill("3")
        expect(page.locator("#fault")).to_contain_text("The Lab cannot be reached")
        expect(page.locator(".results")).to_have_class(re.compile("stale"))
        expect(page.locator(PAIR)).to_have_value("3")
        page.locator('[data-take="design"] [data-form="csv"]').click()
        expect(page.locator(".taking.wrong")).to_contain_text("cannot be reached")
        page.unroute(asking)
        settled(page)
        expect(page.locator("#fault")).to_be_hidden()
        assert edge(page) != printed


def test_a_design_that_is_replaced_or_deleted_can_be_brought_back(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/{COMBO}")

        def save(pay: str, name: str) -> None:
            page.get_by_role("tab", name="Paytable").click()
            page.locator(PAIR).fill(pay)
            settled(page)
            page.get_by_role("tab", name="Designs").click()
            page.fill("#design-name", name)
            page.get_by_role("button", name="Save", exact=True).click()

        save("3", "Mine")
        first = page.locator("#kept li").inner_text()
        save("4", "Mine")
        assert page.locator("#kept li").inner_text() != first
        page.get_by_role("button", name="Bring it back").click()
        assert page.locator("#kept li").inner_text() == first

        # Another window of this browser keeps one more: it stands here too, and a deletion here leaves it.
        other = page.context.new_page()
        other.goto(f"{lab}/{COMBO}#designs")
        other.fill("#design-name", "Theirs")
        other.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#kept")).to_contain_text("Theirs")
        page.get_by_role("button", name="Delete Mine").click()
        expect(other.locator("#kept li")).to_have_count(1)
        expect(page.get_by_role("button", name="Bring it back")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#kept li")).to_have_count(2)
        page.fill("#design-name", "   ")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#designs-fault")).to_contain_text("name")
        # What is no file of designs is said to be none, and nothing is lost.
        page.set_input_files("#designs-in", {"name": "x.json", "mimeType": "application/json", "buffer": b"[1"})
        expect(page.locator("#designs-fault")).to_contain_text("no designs")
        expect(page.locator("#kept li")).to_have_count(2)


def test_a_strategy_of_ones_own_outlives_another_wager_and_what_replaces_it(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/lab?game=dueling&wager=player#strategy")
        text = page.locator("#own-text")
        text.fill("my own words")
        page.get_by_role("button", name="Price it").click()
        expect(page.locator('[data-field="strategy:text"] .wrong')).to_be_visible()
        expect(text).to_have_attribute("aria-invalid", "")
        page.select_option("#choose-wager", label="Dealer")
        page.wait_for_url("**wager=dealer**")
        expect(text).to_have_value("my own words")
        page.get_by_role("button", name="Begin with the strategy shown").click()
        expect(text).to_have_value(re.compile(r"\| W"))
        page.get_by_role("button", name="Bring it back").click()
        expect(text).to_have_value("my own words")
        text.fill("x" * 60_001)
        page.get_by_role("button", name="Price it").click()
        expect(page.locator('[data-field="strategy:text"] .wrong')).to_contain_text("60,000")
        assert len(text.input_value()) == 60_001


def test_a_strategy_of_ones_own_is_in_its_link_and_priced_where_that_is_opened(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/lab?game=dueling&wager=player#strategy")
        page.get_by_role("button", name="Begin with the strategy shown").click()
        text = page.locator("#own-text")
        expect(text).to_have_value(re.compile(r"\| W"))
        mine = text.input_value().replace("| W |", "| S |", 1).replace("# optimal", "# Mine, für Zoë ♠")
        text.fill(mine)
        page.get_by_role("button", name="Price it").click()
        expect(page.locator("#priced .stacks tbody tr")).to_have_count(1)
        expect(page.locator("#priced h3").first).to_have_text("One mistake")
        told = page.locator("#priced dl").inner_text()
        page.wait_for_function("() => location.hash.includes('own=')")
        # An opened cell is in the same link, and goes from it without the text.
        page.locator("#charts .cell-button").first.click()
        page.wait_for_function("() => location.hash.includes('chart=') && location.hash.includes('own=')")
        page.locator("#charts .told").get_by_role("button", name="Close").click()
        page.wait_for_function("() => !location.hash.includes('chart=') && location.hash.includes('own=')")
        address = page.url
    with opened(browser) as other:
        other.goto(address)
        expect(other.locator("#own-text")).to_have_value(mine)
        expect(other.locator("#priced .stacks tbody tr")).to_have_count(1)
        assert other.locator("#priced dl").inner_text() == told
        other.goto("about:blank")
        other.goto(f"{lab}/lab?game=dueling&wager=dealer#strategy&own=no-such-text")
        expect(other.locator('[data-field="strategy:text"] .wrong')).to_contain_text("cannot be read")
        # What was kept in the window is not lost to it.
        expect(other.locator("#own-text")).to_have_value(mine)


def test_a_shift_is_asked_by_its_link_and_follows_the_pays(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/{COMBO}")
        page.get_by_role("tab", name="Money").click()
        should = page.locator("#money-found dt", has_text="The table should win").locator(
            "xpath=following-sibling::dd[1]"
        )
        expect(should).to_contain_text("$")
        page.fill("#money-won", "-1200")
        expect(page.locator("#money-found .says")).to_contain_text("A loss of $1,200")
        page.fill("#money-hours", "four")
        expect(page.locator('[data-field="money:hours"] .wrong')).to_be_visible()
        page.fill("#money-hours", "4")
        expect(page.locator('[data-field="money:hours"] .wrong')).to_be_hidden()
        expect(page.locator("#money-found dd").nth(1)).to_have_text("240")
        won = should.inner_text()
        page.get_by_role("tab", name="Paytable").click()
        page.locator(PAIR).fill("3")
        settled(page)
        page.get_by_role("tab", name="Money").click()
        expect(should).not_to_have_text(won)
        told, link = page.locator("#money-found").inner_text(), page.url
        assert not serious_by_day_and_night(page)
    with opened(browser, phone=True) as other:
        other.goto(link)
        expect(other.locator("#money-found .says")).to_be_visible()
        assert other.locator("#money-found").inner_text() == told
        assert other.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_design_stands_beside_the_approved_tables(browser: Browser, lab: str) -> None:
    with opened(browser) as page:
        page.goto(f"{lab}/lab?game=deuces-wild&wager=ante")
        printed = edge(page)
        table = page.locator("#approved-tables table")
        page.locator('[data-cell="pay:ante/flush"]').fill("4")
        settled(page)
        expect(table.locator("mark")).to_have_text("4")
        row = table.locator("tr", has_text="House edge").locator("td")
        expect(row.nth(0)).to_have_text(edge(page))
        expect(row.nth(1)).to_have_text(printed)


def test_lists_of_numbers_fit_a_phone(browser: Browser, lab: str) -> None:
    with opened(browser, phone=True) as page:
        page.goto(f"{lab}/lab?game=dueling&wager=player#rules")
        expect(page.locator("#worth tbody tr").first).to_be_visible()
        expect(page.locator("#worth > p")).to_have_text("")
        assert fits(page, "#worth .wide")
        page.get_by_role("tab", name="All wagers").click()
        expect(page.locator("#every-wager tbody tr").first).to_be_visible()
        assert fits(page, "#every-wager .wide")
        page.goto("about:blank")
        # Whoever opens a part by its link sees its title, not what stands above it.
        page.goto(f"{lab}/lab?game=dueling&wager=player#rules")
        expect(page.get_by_role("tab", name="Rules")).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 320])
def test_no_part_of_the_lab_is_wider_than_a_phone(browser: Browser, lab: str, width: int) -> None:
    with opened(browser, phone=True) as page:
        page.set_viewport_size({"width": width, "height": 800})
        wide = []
        rows = "".join(f"&row={row}" for row in ("mini-royal", "straight-flush", "three-of-a-kind", "straight"))
        target = f"target&edge=5&within=0.05&hits=20{rows}"
        for part, shown in (
            (target, "#found tbody tr"),
            ("rules", "#worth tbody tr"),
            ("wagers", "#every-wager tbody tr"),
            ("strategy", "#strategy"),
            ("money", "#money-found dl"),
        ):
            page.goto("about:blank")
            page.goto(f"{lab}/lab?game=deuces-wild&wager=three-card-treasure#{part}")
            expect(page.locator(shown).first).to_be_visible()
            wide += [part] if page.evaluate("document.documentElement.scrollWidth") > width else []
        assert not wide
