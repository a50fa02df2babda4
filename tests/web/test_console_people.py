"""People at the console: two who verify and pay small hits together, and dealers who sign on, relieve and sign off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import chromium
from tests.web.dealing import Dealer, dealt_by_hand, entries
from tests.web.serving import PASSWORD, Served

BADGES = {"sam": ("B-1001", "482913"), "ann": ("B-1002", "730518")}
"""Badge and PIN of those who sign."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Real cards at one table, and one with the tabulator alone."""
    with dealt_by_hand(tmp_path_factory.mktemp("people"), {"T4": {}}) as room:
        for person, (badge, pin) in BADGES.items():
            own = room.browser().sign_in(person)
            enrolled = own.post("/api/me/badge", {"password": PASSWORD, "badge": badge, "pin": pin})
            assert enrolled.status_code == 200, enrolled.text
        yield room


def sign(dealer: Dealer, *people: str) -> None:
    """Badges as a scanner types them, with Enter, and PINs."""
    for person in people:
        badge, pin = BADGES[person]
        dealer.page.keyboard.type(badge)
        dealer.key("Enter")
        dealer.page.keyboard.type(pin)
        dealer.key("Enter")


def test_the_small_hits_of_a_round_are_verified_and_paid_together_by_two_people(
    house: Served, browser: Browser
) -> None:
    dealer = Dealer(house, browser, "T6")
    page = dealer.page
    dealer.key("2", "5")
    dealer.do("Enter")
    dealer.lights()
    page.locator(".claim summary").click()
    page.get_by_role("combobox", name="Row").select_option("two-pair")
    for seat in ("2", "5"):
        page.get_by_role("combobox", name="Position").select_option(seat)
        page.get_by_role("button", name="Add this winner").click()
    page.locator(".claim p").first.click()
    page.keyboard.type("9h9s8c8d")
    page.get_by_role("button", name="Hold the prizes of 2").click()
    expect(page.locator(".pending")).to_have_count(2)
    jackpot = house.floor.property.tables["T6"].jackpots["jackpot"]
    held = [hit.amount for hit in house.floor.jackpot(jackpot).hits.values()]
    dealer.key("F6")
    expect(page.locator("dialog .small-hits li")).to_have_count(2)
    # The second is of the same department as the first, then of another.
    sign(dealer, "sam", "sam")
    expect(page.locator("dialog .refusal")).to_be_visible()
    assert [hit.state for hit in house.floor.jackpot(jackpot).hits.values()] == ["locked", "locked"]
    second = page.locator("dialog .signature").nth(1)
    second.locator("[name=login]").fill(BADGES["ann"][0])
    second.locator("[name=password]").fill(BADGES["ann"][1])
    dealer.key("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".pending")).to_have_count(0)
    paid = house.floor.jackpot(jackpot).hits.values()
    assert [(hit.state, hit.method, hit.amount) for hit in paid] == [("paid", "chips", amount) for amount in held]
    assert house.floor.broken() == []
    dealer.close()


def test_dealers_sign_on_relieve_each_other_and_sign_off(house: Served, browser: Browser) -> None:
    dealer = Dealer(house, browser, "T4")
    page = dealer.page
    shown = page.locator("[data-part=dealer]")
    expect(shown).to_contain_text("No dealer signed on")
    dealer.key("F7")
    page.get_by_role("button", name="Sign on as Dan").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(shown).to_contain_text("Dealer: Dan")
    dealer.begin(1)
    dealer.wager(player="10")
    # A supervisor relieves him in the middle of the round, by badge: the round stays his.
    dealer.key("F7")
    sign(dealer, "sam")
    expect(page.locator("dialog")).to_have_count(0)
    expect(shown).to_contain_text("Dealer: Sam")
    dealer.cards("Kh")
    dealer.cards("9d")
    dealer.do("Enter")
    dealer.begin(1)
    refused = house.browser("dealer").post("/api/tables/T4/dealer", {"sign": "off"})
    assert (refused.status_code, refused.json()["remedy"]) == (403, "relieve the dealer, or call a supervisor")
    assert house.browser("supervisor").post("/api/tables/T4/dealer", {"sign": "off"}).status_code == 200
    expect(shown).to_contain_text("No dealer signed on")
    assert [begun.get("dealer") for begun in entries(house, "T4", "round-begun")] == ["dan", "sam"]
    assert [each.get("relieved") for each in entries(house, "T4", "dealer-signed-on")] == [None, "dan"]
    page_of = house.browser("supervisor").get("/office/tables/T4", headers={"accept": "text/html"})
    assert page_of.status_code == 200, page_of.text
    office = page_of.text
    cards = office[office.index('id="dealers"') :]
    assert cards.index(">Sam") < cards.index(">Dan"), "the last one first"
    assert house.floor.broken() == []
    dealer.close()
