"""A real browser for tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.need import find_chromium
from tests.needs import missing

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
ENABLE = "apt-get install chromium, or .venv/bin/playwright install chromium"


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Chromium of the system, or the one that playwright fetched; a failure in CI where there is none.

    ``flags`` are given to it beside the usual ones.
    """
    path = find_chromium() or missing("no Chromium is here", ENABLE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *flags])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, *, phone: bool = False, **settings: Any) -> Iterator[Page]:
    """A new window of somebody unknown: no cookies, nothing stored. Whatever its scripts complain of is an error."""
    size = ViewportSize(width=390, height=844) if phone else ViewportSize(width=1366, height=768)
    context = browser.new_context(viewport=size, has_touch=phone, reduced_motion="reduce", **settings)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert not complaints, complaints
