"""Every screen that there is: where it is, who looks at it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.web.serving import PASSWORD, PEOPLE

LINKS = "a[href]:not([download])"
SETTLED = """async () => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(requestAnimationFrame);
  const ends = (each) => each.effect?.getComputedTiming().iterations !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
  return true;
}"""
"""Nothing is on its way any more: colours from one scheme to the other, cards to their places."""


def sign_in(page: Page, address: str, role: str, then: str = "/office") -> None:
    """Sign in by the form, as somebody who works here, and go on to a page."""
    page.goto(f"{address}/login?next={then}")
    page.fill("#login", PEOPLE[role])
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_url(f"**{then}")


def _kind(path: str) -> str:
    """What a page is a page of: of two tables one is enough."""
    parts = path.strip("/").split("/")
    return "/".join(parts[:2]) + "/…" * (len(parts) - 2)


def office_pages(page: Page, address: str) -> Iterator[str]:
    """One page of each kind in the back office, found by its links; each is open when it is given."""
    waiting, seen = ["/office"], {"office"}
    while waiting:
        path = waiting.pop(0)
        page.goto(f"{address}{path}")
        yield path
        links: list[str] = page.eval_on_selector_all(
            "a[href]:not([download])", "found => found.map((each) => each.href)"
        )
        for link in links:
            there = urlsplit(link)
            kind = _kind(there.path)
            if there.path.startswith("/office/") and kind not in seen and not re.search(r"\.\w+$", there.path):
                seen.add(kind)
                waiting.append(f"{there.path}?{there.query}" if there.query else there.path)
