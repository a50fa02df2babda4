"""A visit of the regulator in a real browser: shown everything, the journal verified, and stopped from any change."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from houseway.web.regulator import verification
from tests.waiting import happened
from tests.web.chromium import chromium, opened
from tests.web.serving import PASSWORD, Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def test_a_regulator_is_shown_everything_and_changes_nothing(
    browser: Browser, room: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go = threading.Event(), threading.Event()

    def rest() -> None:
        reached.set()
        happened(go, "the regulator has seen the progress")

    monkeypatch.setattr(verification, "rest", rest)
    with opened(browser) as page:
        page.goto(f"{room.address}/login?next=/office/regulator")
        page.fill("#login", "ruth")
        page.fill("#password", PASSWORD)
        page.click("main form button")
        # What runs against what is approved.
        expect(page.locator("h1")).to_have_text("What runs, and what is approved")
        expect(page.locator(".rail")).to_contain_text("You look at everything and change nothing.")
        prints = room.room.mirror.table("T1").prints
        assert prints is not None
        card = page.locator(".prints", has=page.locator("a[href='/office/tables/T1']"))
        expect(card).to_contain_text(prints.program)
        assert Axe().run(page).violations_count == 0
        # Requirement by requirement, each with a way to what shows it.
        page.click(".tabs a:has-text('Requirements')")
        row = page.locator("#WA-22")
        expect(row).to_contain_text("WAC 230-15-455")
        expect(row.locator(".now")).to_contain_text("nothing is overdue")
        assert Axe().run(page).violations_count == 0
        row.locator("a:has-text('Report: Escrow')").click()
        expect(page.locator("h1")).to_have_text("Escrow")
        # The journal verified, with its progress, to the end.
        page.goto(f"{room.address}/office/regulator/verification")
        page.click("text=Verify the journal")
        expect(page.locator("[data-told]")).to_contain_text("%. Entries and their chains")
        happened(reached, "the verification has read its first entries")
        bar = page.locator("progress")
        expect(bar).to_be_visible()
        expect(page.locator("button:has-text('Cancel')")).to_be_visible()
        assert Axe().run(page).violations_count == 0
        go.set()
        expect(page.locator(".verdict")).to_contain_text("Everything that was checked agrees", timeout=60_000)
        expect(page.locator("[data-verification]")).to_contain_text("Asked for by Ruth")
        expect(page.locator("text=Verify the journal")).to_be_visible()
        page.click("text=Runbook: every finding")
        expect(page.locator("#the-story")).to_contain_text("What to do.")
