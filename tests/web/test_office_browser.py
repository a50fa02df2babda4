"""The back office in a real browser: refusals in place, two people in two windows, secrets once, tables that sort."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from houseway.floor import command_index as c
from tests.browser.screens import SETTLED
from tests.web.chromium import chromium, opened
from tests.web.office import do, hit, settings
from tests.web.serving import PASSWORD, PEOPLE, Served, fresh


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def working(browser: Browser, room: Served, role: str, *, phone: bool = False) -> Iterator[Page]:
    """The window of somebody who has signed in."""
    with opened(browser, phone=phone) as page:
        page.goto(f"{room.address}/login?next=/office")
        page.fill("#login", PEOPLE[role])
        page.fill("#password", PASSWORD)
        page.click("main form button")
        expect(page.locator("h1")).to_have_text("Needs attention")
        yield page


def test_a_refusal_stands_at_its_form_and_the_mended_form_is_done(browser: Browser, room: Served) -> None:
    with working(browser, room, "accounting") as page:
        page.goto(f"{room.address}/office/jackpots/attack")
        page.click("summary:has-text('Deposit')")
        form = page.locator("form[action='/office/do/deposit']")
        form.locator("[name=reference]").fill("slip 1")
        form.locator("[name=amount]").fill("$12.505")
        form.locator("button").click()
        expect(form.locator(".refusal")).to_contain_text("not a whole number of cents")
        expect(form.locator("[name=amount]")).to_be_focused()
        expect(form.locator("[name=amount]")).to_have_attribute("aria-invalid", "true")
        form.locator("[name=amount]").fill("$9,999,999")
        form.locator("button").click()
        expect(form.locator(".refusal cite")).to_have_text("WAC 230-15-455")
        expect(form.locator(".refusal")).to_contain_text("Deposit what is due, or less.")
        form.locator("[name=amount]").fill("$100.07")
        form.locator("button").click()
        expect(page.locator("[data-said]")).to_contain_text("Done")
    deposits = [
        entry.data["amount"] for entry in room.floor.journal.read("jackpot/attack") if entry.kind == "deposited"
    ]
    assert deposits == [10_007]


def test_lab_36_whoever_comes_in_with_a_given_password_sets_another_first(browser: Browser, room: Served) -> None:
    login = f"v{fresh()[:8]}"
    made = room.browser("administrator").post("/api/accounts", {"login": login, "name": "Visitor"}).json()
    with opened(browser) as page:
        page.goto(f"{room.address}/login?next=/tables/T2")
        page.fill("#login", login)
        page.fill("#password", made["password"])
        page.click("main form button")
        expect(page).to_have_url(f"{room.address}/account")
        expect(page.locator("#password-title")).to_have_text("Set your own password")
        expect(page.locator("nav a")).to_have_count(0)
        assert Axe().run(page).violations_count == 0
        page.goto(f"{room.address}/tables/T2")
        expect(page).to_have_url(f"{room.address}/account")
        page.fill("#old", made["password"])
        page.fill("#new", PASSWORD)
        page.click("text=Change it")
        expect(page).to_have_url(f"{room.address}/")
        expect(page.locator("nav a")).not_to_have_count(0)


def test_one_proposes_a_payment_and_another_approves_it_in_their_own_window(browser: Browser, room: Served) -> None:
    taxed = {"w2g_amount": 5_000, "withholding_amount": 9_000, "withholding_percent": 24}
    settings(room, surveillance_threshold=5_000, **taxed, backup_withholding_percent=24)
    found = hit(room)
    do(
        room,
        c.VerifyHit(jackpot=found.jackpot, hit=found.id, cards="9s", deck="whole", surveillance="cam 7"),
        "vera",
        "ada",
    )
    path = f"{room.address}/office/hits/{found.jackpot}/{found.id}"
    with working(browser, room, "supervisor") as sam, working(browser, room, "accounting") as ann:
        ann.clock.install()
        ann.goto(f"{room.address}/office/proposals")
        sam.goto(path)
        payee = _recorded(sam)
        sam.locator("form[action='/office/do/pay-hit'] [name=reference]").fill("1042")
        sam.click("form[action='/office/do/pay-hit'] button:has-text('Send for approval')")
        expect(sam.locator("[data-said]")).to_contain_text("waits for a second person")
        expect(sam.locator(".proposal button:has-text('Approve')")).to_have_count(0)
        # The other window looks for it by itself, every ten seconds.
        ann.clock.fast_forward(10_000)
        waiting = ann.locator(".proposal", has_text=found.id)
        expect(waiting).to_contain_text("$100", timeout=30_000)
        waiting.locator("button:has-text('Approve')").click()
        expect(ann.locator("[data-said]")).to_have_text("Proposal approved.")
        sam.goto(path)
        expect(sam.locator(".head .badge")).to_have_text("paid")
    paid = room.floor.jackpot(found.jackpot).hits[found.id]
    assert (paid.state, paid.reference, paid.payee, paid.withheld) == ("paid", "1042", payee, 2_376)
    settings(room, surveillance_threshold=10_000_000, **dict.fromkeys(taxed, 99_999_999) | {"withholding_percent": 24})


def _recorded(page: Page) -> str:
    """Who is paid a reported prize is recorded by the form on the hit's page; the reference, chosen for the payment."""
    form = page.locator("form[action='/api/payees']")
    form.get_by_label("Name").fill("P. Player")
    form.get_by_label("Address").fill("1 Pine Street\nYakima, WA 98901")
    form.get_by_label("Identity document").select_option("passport")
    form.get_by_label("Document number").fill("C0184711")
    form.get_by_label("Taxpayer number").fill("12")
    form.get_by_role("button").click()
    expect(form.locator(".refusal")).to_contain_text("nine digits")
    form.get_by_label("Taxpayer number").fill("123-45-6789")
    form.get_by_role("button").click()
    page.wait_for_url("**?payee=*")
    payee = page.url.partition("?payee=")[2]
    expect(page.locator("form[action='/office/do/pay-hit'] [name=payee]")).to_have_value(payee)
    return payee


def test_a_key_is_shown_once(browser: Browser, room: Served) -> None:
    with working(browser, room, "technician") as page:
        page.goto(f"{room.address}/office/devices")
        page.click("summary:has-text('Make a key')")
        page.fill("#new-device", "Sign of T1")
        page.locator("form[data-secret] button").click()
        key = page.locator(".secret code").inner_text()
        assert len(key) >= 40
        page.click("text=I have it")
        expect(page.locator("[aria-labelledby=waiting-title]")).to_contain_text("Sign of T1")
        assert key not in page.content()


def test_tables_sort_by_what_they_mean(browser: Browser, room: Served) -> None:
    with working(browser, room, "accounting") as page:
        page.goto(f"{room.address}/office/jackpots")
        head = page.locator("th", has_text="Due at the bank")
        for way, turned in (("ascending", False), ("descending", True)):
            head.locator("button").click()
            expect(head).to_have_attribute("aria-sort", way)
            cells = page.locator("td[data-label=Due]")
            sums = [int(cell.get_attribute("data-sort") or 0) for cell in cells.all()]
            assert sums == sorted(sums, reverse=turned)


def test_what_has_not_changed_is_not_drawn_anew(browser: Browser, room: Served) -> None:
    with working(browser, room, "surveillance") as page:
        why = f"looked at {fresh()}"
        do(room, c.StopJackpot(jackpot="royals", reason=why), "sam")
        page.clock.install()
        page.goto(f"{room.address}/office")
        alarm = page.locator(".need.alarm", has_text=why)
        alarm.evaluate("(found) => { found.dataset.seen = 'yes'; }")
        # The page is fetched once more with the first frame of the feed, and every ten seconds.
        with page.expect_response(f"{room.address}/office"):
            page.clock.fast_forward(10_000)
        page.evaluate(SETTLED)
        expect(alarm).to_have_attribute("data-seen", "yes")
        do(room, c.ResumeJackpot(jackpot="royals", reason="well"), "sam", "ann")
        expect(alarm).to_have_count(0)


def test_the_overview_follows_what_happens(browser: Browser, room: Served) -> None:
    with working(browser, room, "surveillance") as page:
        why = f"looked at {fresh()}"
        do(room, c.StopJackpot(jackpot="royals", reason=why), "sam")
        expect(page.locator(".need.alarm", has_text=why)).to_be_visible(timeout=30_000)
        do(room, c.ResumeJackpot(jackpot="royals", reason="well"), "sam", "ann")
        expect(page.locator(".need.alarm", has_text=why)).to_have_count(0, timeout=30_000)


def test_a_colleague_sets_the_own_password_with_link_and_code_and_the_administrator_reads_who_may_what(
    browser: Browser, room: Served
) -> None:
    with working(browser, room, "administrator") as ada, working(browser, room, "accounting") as ann:
        ada.set_viewport_size({"width": 768, "height": 1024})
        ada.goto(f"{room.address}/office/people")
        ada.click("text=Make a login")
        ada.select_option("#new-person", "gus")
        ada.fill("#new-login", "gustav")
        ada.click("text=Make the login")
        expect(ada.locator(".secret")).to_contain_text("opens nothing before a second person approves it")
        link = ada.locator(".secret code").inner_text()
        ann.goto(f"{room.address}/office/proposals")
        ann.locator(".proposal", has_text="Make a sign-in link").locator("button:has-text('Approve')").click()
        expect(ann.locator("[data-said]")).to_have_text("Proposal approved.")
        ann.goto(f"{room.address}/account")
        code = ann.locator("section:has(#codes-title) code").inner_text()
        with opened(browser, phone=True) as page:
            page.goto(link)
            expect(page.locator("[data-login]")).to_have_text("gustav")
            assert "#" not in page.url
            assert Axe().run(page).violations_count == 0
            for name, text in (("code", code), ("password", PASSWORD), ("again", "something else")):
                page.fill(f"#{name}", text)
            page.click("text=Set the password")
            expect(page.locator("[data-notice]")).to_contain_text("not the same")
            page.fill("#again", PASSWORD)
            page.click("text=Set the password")
            expect(page.locator("h1")).to_have_text("Needs attention")
            page.goto(link)
            expect(page.locator("[data-notice]")).to_contain_text("has been used")
        ada.goto(f"{room.address}/office/controls")
        assert Axe().run(ada).violations_count == 0
        shown = ada.locator("[data-matrix] tr:not(.subject):visible")
        every = shown.count()
        ada.select_option("#by-role", label="Accounting")
        ada.check("#by-two")
        ada.fill("#by-text", "WITHDRAW")
        expect(ada.locator("[data-shown]")).to_have_text("1 action")
        row = ada.locator("[data-matrix] tbody tr:not(.subject):visible")
        expect(row.locator("[data-may=two]")).to_have_count(1)
        expect(row.locator("[data-may=second]")).not_to_have_count(0)
        ada.select_option("#by-role", label="Regulator")
        expect(ada.locator("[data-shown]")).to_have_text("0 actions")
        ada.fill("#by-text", "")
        ada.uncheck("#by-two")
        # A regulator sees to the own account, and commands nothing else.
        expect(ada.locator("[data-shown]")).to_have_text("4 actions")
        assert every > 80
