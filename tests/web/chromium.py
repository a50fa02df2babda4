"""A real browser for tests of pages."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

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
UNDRAWN = (
    # No memory for what a page is drawn on: it is laid out, painted into lists and hit by clicks as ever, but these
    # lists are not turned into points of colour, which costs as much as all the rest. No test looks at such a point.
    "--force-gpu-mem-available-mb=0",
    # A page lives for seconds: what its scripts gain by being compiled once more, or by rubbish being looked for early
    # and on several threads, never comes back.
    "--js-flags=--no-opt --single-threaded-gc --min-semi-space-size=16",
)
"""What saves processor time where nobody looks at the page and nobody measures it."""

PATIENCE = 60_000
"""Milliseconds: a machine that is busy with other tests is slow, not wrong."""

ENABLE = "apt-get install chromium, or .venv/bin/playwright install chromium"


class _Browsers:
    """The browsers of this process, by their flags: each is started once, and stays until the process ends.

    While one is in use a loop runs in this thread, and no other can. It stands still while none is: tests between those
    of pages run loops of their own.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._manager = sync_playwright()
        self._playwright = self._manager.start()
        self._loop = asyncio.get_running_loop()
        self._started: dict[tuple[str, ...], Browser] = {}
        self._users = 0
        expect.set_options(timeout=PATIENCE)
        atexit.register(self._end)

    @contextmanager
    def used(self, flags: tuple[str, ...]) -> Iterator[Browser]:
        """The browser with these flags. Windows that are left open in it are closed."""
        asyncio._set_running_loop(self._loop)
        self._users += 1
        browser = self._browser(flags)
        before = set(browser.contexts)
        try:
            yield browser
        finally:
            for left in set(browser.contexts) - before:
                left.close()
            self._users -= 1
            if not self._users:
                asyncio._set_running_loop(None)

    def _browser(self, flags: tuple[str, ...]) -> Browser:
        found = self._started.get(flags)
        if found is None or not found.is_connected():
            found = self._playwright.chromium.launch(executable_path=self._path, args=[*QUIET, *flags])
            self._started[flags] = found
        return found

    def _end(self) -> None:
        asyncio._set_running_loop(self._loop)
        for browser in self._started.values():
            browser.close()
        self._manager.__exit__()


@cache
def _browsers() -> _Browsers:
    return _Browsers(find_chromium() or missing("no Chromium is here", ENABLE))


@contextmanager
def chromium(*flags: str, drawn: bool = False) -> Iterator[Browser]:
    """Chromium of the system, or the one that playwright fetched; a failure in CI where there is none.

    ``flags`` are given to it beside the usual ones. Pages that are ``drawn`` are drawn and run as
    people's are: for pictures, and for whoever measures.
    """
    with _browsers().used(flags if drawn else (*UNDRAWN, *flags)) as browser:
        yield browser


@contextmanager
def opened(browser: Browser, *, phone: bool = False, **settings: Any) -> Iterator[Page]:
    """A new window of somebody unknown: no cookies, nothing stored. Whatever its scripts complain of is an error."""
    size = ViewportSize(width=390, height=844) if phone else ViewportSize(width=1366, height=768)
    context = browser.new_context(viewport=size, has_touch=phone, reduced_motion="reduce", **settings)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert not complaints, complaints
