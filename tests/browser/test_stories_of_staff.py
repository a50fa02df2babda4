"""A round of real cards dealt, mended and settled before the eyes of others; a progressive from wager to payment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.chromium import opened
from tests.web.dealing import Dealer, entries, settled, sign
from tests.web.serving import PASSWORD, PEOPLE, Served, served


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    """The demonstration property with nobody at its tables."""
    with served(tmp_path) as found:
        yield found


@contextmanager
def looking(browser: Browser, address: str) -> Iterator[Page]:
    """Somebody's window at an address."""
    with opened(browser) as page:
        page.goto(address)
        yield page


@contextmanager
def working(browser: Browser, room: Served, role: str, path: str) -> Iterator[Page]:
    """The window of somebody who works here."""
    with looking(browser, f"{room.address}/login?next={path}") as page:
        page.fill("#login", PEOPLE[role])
        page.fill("#password", PASSWORD)
        page.press("#password", "Enter")
        page.wait_for_url(f"**{path}")
        yield page


# -- real cards


WON = re.compile(r"\bwon\b")
LOST = re.compile(r"\blost\b")


def spot_of(page: Page, seat: int) -> Locator:
    """The spot of the main wager on the felt of somebody who watches."""
    return page.locator(f'#felt .spot[data-seat="{seat}"][data-wager="first-attack"]')


def laid(page: Page, place: str, card: str) -> Locator:
    """A card on the felt of somebody who watches."""
    return page.locator(f'#felt [data-place="{place}"] [data-card="{card}"]')


def test_a_round_of_real_cards_is_dealt_mended_and_settled_before_everybody_s_eyes(
    room: Served, browser: Browser
) -> None:
    with ExitStack() as stack:
        table = f"{room.address}/tables/T5"
        players = [stack.enter_context(looking(browser, table)) for _ in range(2)]
        display = stack.enter_context(looking(browser, f"{room.address}/vision/T5"))
        meter = display.locator('[data-jackpot="attack"] [data-said]')
        expect(meter).to_have_text("$10,000.00")
        dealer = Dealer(room, browser, "T5")
        dealer.begin(1, 2)
        dealer.wager(first_attack="10", jackpot="1")
        dealer.wager(first_attack="20")
        dealer.count()
        expect(meter).to_have_text("$10,000.20")
        for card in ("Kh", "9c"):
            dealer.cards(card)
        for player in players:
            expect(laid(player, "1", "Kh")).to_be_visible()
            expect(laid(player, "2", "9c")).to_be_visible()
        dealer.do("P")
        dealer.do("P")
        dealer.cards("7d")
        dealer.do("P")
        dealer.do("P")
        for card in ("9s", "8d"):
            dealer.cards(card)
        dealer.done()
        dealer.do("S")
        dealer.do("S")
        # The dealer has sixteen, draws a five, and a king is keyed.
        dealer.cards("9h")
        dealer.cards("Kd")
        expect(dealer.title).to_have_text("Position 1: take or pay")
        for player in players:
            expect(laid(player, "dealer", "Kd")).to_be_visible()
            expect(spot_of(player, 1)).to_have_class(WON)
            expect(spot_of(player, 2)).to_have_class(WON)
        before = dealer.page.locator(".lines").inner_text()
        dealer.key("F2")
        dealer.page.locator("dialog h2").click()
        dealer.page.keyboard.type("5d")
        sign(dealer.page, "sam")
        expect(dealer.page.locator("dialog")).to_have_count(0)
        expect(dealer.page.locator(".lines")).to_contain_text("Take $10")
        assert "Pay $10" in before
        for player in players:
            expect(laid(player, "dealer", "5d")).to_be_visible()
            expect(laid(player, "dealer", "Kd")).to_have_count(0)
            expect(spot_of(player, 1)).to_have_class(LOST)
            expect(spot_of(player, 2)).to_have_class(LOST)
        [mended] = entries(room, "T5", "answer-corrected")
        assert (mended["was"], mended["answer"]) == (["Kd"], ["5d"])
        dealer.done()
        dealer.do("Enter")
        expect(dealer.title).to_have_text("Round 2: positions in play")
        lines = {(line["seat"], line["wager"]): line["returned"] for line in settled(room, "T5")}
        assert lines == {(1, "first-attack"): 0, (1, "jackpot"): 0, (2, "first-attack"): 0}
        dealer.close()
        # Afterwards position 2 is found to have stood on a push: the line is reversed and posted again, by two people.
        supervisor = Dealer(room, browser, "T5", "sam")
        supervisor.page.get_by_role("tab", name="Take or pay").click()
        supervisor.page.get_by_role("button", name="Correct First Attack of position 2").click()
        fields = supervisor.page.locator("dialog form > .field input")
        fields.nth(0).fill("20")
        fields.nth(1).fill("the wager was pushed")
        sign(supervisor.page, "ann")
        expect(supervisor.page.locator("dialog")).to_have_count(0)
        [corrected] = entries(room, "T5", "line-corrected")
        assert (corrected["seat"], corrected["was"], corrected["returned"]) == (2, 0, 2000)
        expect(supervisor.page.locator(".panel-body")).to_contain_text("1 line of this round corrected")
        supervisor.close()
        assert room.floor.broken() == []


# -- a progressive


def dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def propose(page: Page, form: Locator) -> None:
    form.locator("button").click()
    expect(page.locator("[data-said]")).to_contain_text("waits for a second person")
    expect(page.locator(".proposal button:has-text('Approve')")).to_have_count(0)


def waiting(page: Page, title: str, hit: str) -> Locator:
    """The button that approves a proposal. The window of the second person hears of it by itself."""
    return page.locator(".proposal", has_text=hit).filter(has_text=title).locator("button:has-text('Approve')")


def approve(page: Page, title: str, hit: str) -> None:
    waiting(page, title, hit).click()
    expect(page.locator("[data-said]")).to_have_text("Proposal approved.")


@contextmanager
def behind(page: Page) -> Iterator[None]:
    """A window that does not hear what has become of its proposals; in the end it does."""
    page.route("**/office/proposals", lambda route: route.abort())
    yield
    page.unroute("**/office/proposals")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


def test_a_progressive_rises_is_hit_locked_verified_paid_by_two_people_and_begins_anew(
    room: Served, browser: Browser
) -> None:
    with ExitStack() as stack:
        floor = stack.enter_context(looking(browser, room.address))
        displays = [stack.enter_context(looking(browser, f"{room.address}/vision/{id}")) for id in ("T3", "T6")]
        shown = [display.locator('[data-jackpot="four-aces"] [data-said]') for display in displays]
        shown.append(floor.locator('[data-jackpot="four-aces"] [data-amount]'))
        dealer = Dealer(room, browser, "T6")
        # A quarter of every dollar that the press counts.
        for positions, amount in (("25", 500_050), ("147", 500_125)):
            dealer.key(*positions)
            dealer.do("Enter")
            for each in shown:
                expect(each).to_have_text(dollars(amount))
            dealer.lights()
        # Position 4 shows four aces: the amount is locked, and the next one stands there at once.
        dealer.page.locator(".claim summary").click()
        dealer.page.get_by_role("combobox", name="Position").select_option("4")
        dealer.page.get_by_role("combobox", name="Row").select_option("four-aces")
        dealer.page.get_by_role("button", name="Add this winner").click()
        dealer.page.locator(".claim p").first.click()
        dealer.page.keyboard.type("ahasacad")
        dealer.page.get_by_role("button", name="Hold the prize").click()
        expect(dealer.page.locator(".pending").first).to_contain_text("$5,001.25")
        for display in displays:
            expect(display.locator("[data-pending]")).to_contain_text("Pending")
            expect(display.locator("[data-pending]")).to_contain_text("$5,001.25")
        for each in shown:
            expect(each).to_have_text("$5,000.00")
        state = room.floor.jackpot("four-aces")
        [hit] = [hit.id for hit in state.hits.values() if hit.amount == 500_125]
        path = f"/office/hits/four-aces/{hit}"
        # Over the threshold: supervisor and surveillance verify it, supervisor and accounting pay it.
        with (
            working(browser, room, "supervisor", path) as sam,
            working(browser, room, "surveillance", "/office/proposals") as vera,
            working(browser, room, "accounting", "/office/proposals") as ann,
        ):
            verify = sam.locator("form[action='/office/do/verify-hit']")
            verify.locator("[name=deck]").fill("complete, counted by two")
            verify.locator("[name=surveillance]").fill("camera 6, tape 12")
            propose(sam, verify)
            expect(waiting(ann, "Verify the hit", hit)).to_be_visible()
            with behind(ann):
                approve(vera, "Verify the hit", hit)
                waiting(ann, "Verify the hit", hit).click()
                refused = ann.locator(".proposal .refusal:not([hidden])").inner_text()
            # Whoever comes too late reads why, also when the list is drawn anew.
            expect(ann.locator(".proposal")).to_have_count(0)
            assert "approved" in refused
            expect(ann.locator("[data-said]")).to_have_text(refused)
            for display in displays:
                expect(display.locator("[data-pending]")).to_contain_text("$5,001.25")
                expect(display.locator("[data-pending]")).not_to_contain_text("Paid")
            sam.goto(f"{room.address}{path}")
            expect(sam.locator(".head .badge")).to_have_text("verified")
            pay = sam.locator("form[action='/office/do/pay-hit']")
            pay.locator("[name=method]").select_option("check")
            pay.locator("[name=reference]").fill("check 1042")
            pay.locator("[name=player]").fill("card 77")
            propose(sam, pay)
            approve(ann, "Pay the prize", hit)
            for display in displays:
                expect(display.locator("[data-pending]")).to_contain_text("Paid$5,001.25")
            sam.goto(f"{room.address}{path}")
            expect(sam.locator(".head .badge")).to_have_text("paid")
        # What is wagered next goes to the meter that was reseeded.
        dealer.key("3")
        dealer.do("Enter")
        for each in shown:
            expect(each).to_have_text("$5,000.25")
        dealer.lights()
        dealer.close()
        paid = room.floor.jackpot("four-aces").hits[hit]
        assert (paid.state, paid.method, paid.reference) == ("paid", "check", "check 1042")
        assert room.floor.broken() == []
