"""Screens that can be used by all: axe-core, light and dark. The pages' own tests look at seats, consoles, displays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.screens import SETTLED, office_pages, sign_in
from tests.web.axe import serious
from tests.web.chromium import opened
from tests.web.office import hit
from tests.web.serving import Served, served

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {"light": ViewportSize(width=1366, height=768), "dark": ViewportSize(width=390, height=844)}
"""The office is looked at by day at a desk, by night on a phone."""

WIDTHS = (768, 1024, 1920)
"""Pixels of other screens that every page of the office fits into."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration property, with a hit that waits."""
    with served(tmp_path_factory.mktemp("access")) as found:
        hit(found)
        yield found


def wrong_in(page: Page, sizes: Mapping[str, ViewportSize] = MappingProxyType({})) -> list[str]:
    """What is wrong on a page, in light and in dark; with sizes, whether it fits into them too."""
    wrong = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        if scheme in sizes:
            page.set_viewport_size(sizes[scheme])
            wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            if wider > 0:
                wrong.append(f"{page.url} is {wider} pixels wider than {sizes[scheme]}")
        page.evaluate(SETTLED)
        # Where the size is another the whole page is looked at again, else its colours.
        colours = scheme == "dark" and scheme not in sizes
        # The office draws itself anew when something happens: what is seen only on the way is not wrong.
        if serious(page, colours=colours):
            page.evaluate(SETTLED)
            wrong += [f"{page.url} {scheme}: {each}" for each in serious(page, colours=colours)]
    return wrong


def test_the_door_can_be_used_by_all(browser: Browser, room: Served) -> None:
    with opened(browser) as page:
        page.goto(f"{room.address}/login")
        wrong = wrong_in(page)
        page.fill("#login", "dan")
        page.fill("#password", "a guess")
        page.press("#password", "Enter")
        page.wait_for_selector("[role=alert]")
        wrong += wrong_in(page)
        for refused in ("/tables/T99", "/vision/T99", "/nowhere"):
            page.goto(f"{room.address}{refused}")
            wrong += wrong_in(page)
        sign_in(page, room.address, "dealer", "/account")
        wrong += wrong_in(page)
        page.goto(f"{room.address}/office/people")
        wrong += wrong_in(page)
    with opened(browser) as page:
        page.goto(room.address)
        wrong += wrong_in(page)
        page.locator('[data-table="T4"] [data-sit]').click()
        page.wait_for_url("**/tables/T4")
        page.goto(f"{room.address}/account")
        wrong += wrong_in(page)
    assert not wrong, "\n".join(wrong)


def test_every_page_of_the_office_fits_and_can_be_used_by_all(browser: Browser, room: Served) -> None:
    wrong, seen = [], []
    with opened(browser) as page:
        sign_in(page, room.address, "administrator")
        for path in office_pages(page, room.address):
            seen.append(path)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            wrong += wrong_in(page, SIZES)
            for width in WIDTHS:
                page.set_viewport_size(ViewportSize(width=width, height=768))
                wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
                if wider > 0:
                    wrong.append(f"{page.url} is {wider} pixels wider than {width}")
    assert len(seen) > 15, seen
    assert not wrong, "\n".join(wrong)
