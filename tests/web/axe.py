"""axe-core on a page: what it calls serious or critical."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_VIOLATIONS: dict[str, Any] = {"resultTypes": ["violations"], "reporter": "no-passes"}
_COLOURS: dict[str, Any] = {**_VIOLATIONS, "runOnly": {"type": "rule", "values": ["color-contrast"]}}


def serious(page: Page, *, colours: bool = False) -> list[str]:
    """What is serious or critical on the page as it is; with ``colours``, by its colours alone."""
    # A page that was looked at before has it still, unless it was loaded anew.
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("(options) => axe.run(options)", _COLOURS if colours else _VIOLATIONS)["violations"]
    return [
        f"{each['id']}: {each['help']} ({each['nodes'][0]['html'][:160]})"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def serious_by_day_and_night(page: Page) -> list[str]:
    """The same in light and in dark: nothing but the colours of a page hangs on that, so the rest is looked at once."""
    wrong = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {each}" for each in serious(page, colours=scheme == "dark")]
    return wrong
