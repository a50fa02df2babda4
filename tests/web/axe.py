"""axe-core on a page: what it calls serious or critical."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_VIOLATIONS: dict[str, Any] = {"resultTypes": ["violations"], "reporter": "no-passes"}
_COLOURS: dict[str, Any] = {**_VIOLATIONS, "runOnly": {"type": "rule", "values": ["color-contrast"]}}

_RUN = """async (options) => {
  const weighty = ["serious", "critical"];
  // What a rule finds is of the rule's own weight, where it has one.
  const light = axe._audit.rules.filter((rule) => rule.impact && !weighty.includes(rule.impact));
  const rules = Object.fromEntries(light.map((rule) => [rule.id, { enabled: false }]));
  const found = await axe.run(options.runOnly ? options : { ...options, rules });
  return found.violations
    .filter((each) => weighty.includes(each.impact))
    .map((each) => `${each.id}: ${each.help} (${each.nodes[0].html.slice(0, 160)})`);
}"""
"""Rules that find nothing serious are left out, and no more than what is said of the others is sent."""


def serious(page: Page, *, colours: bool = False) -> list[str]:
    """What is serious or critical on the page as it is; with ``colours``, by its colours alone."""
    # A page that was looked at before has it still, unless it was loaded anew.
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, _COLOURS if colours else _VIOLATIONS)
    return found


def serious_by_day_and_night(page: Page) -> list[str]:
    """The same in light and in dark: nothing but the colours of a page hangs on that, so the rest is looked at once."""
    wrong = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {each}" for each in serious(page, colours=scheme == "dark")]
    return wrong
