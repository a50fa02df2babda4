"""From an empty room to its first prize and its first closed day, on screens alone, by an administrator and others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.compliance.profile import profile
from houseway.floor.bookkeeping.days import day_ends
from houseway.registry import all_games
from houseway.web.live import room as rooms
from houseway.web.office import office_pages
from tests.web.chromium import opened
from tests.web.dealing import sign
from tests.web.papers import words_of
from tests.web.serving import PASSWORD, Served, served

CODE = "1234567890abcdef1234"
UNA, BO, ANN = f"{PASSWORD} one", f"{PASSWORD} two", f"{PASSWORD} three"
GAME = "Dueling for Dollars, approved 2015 and 2017"
POSTED = {
    "4-Card Straight Flush": "500",
    "Four-of-a-Kind": "100",
    "3-Card Straight Flush": "30",
    "Three-of-a-Kind": "15",
    "Starting Straight Flush": "3",
    "Starting Pair": "2",
}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    """A room where nothing is: no property, nobody."""
    with served(tmp_path, setup_code=CODE) as found:
        yield found


def said(page: Page, text: str | re.Pattern[str]) -> None:
    """The office says what was done."""
    expect(page.locator("[data-said]")).to_contain_text(text)


def act(page: Page, title: str) -> Locator:
    """A form of the office, by its title; opened."""
    found = page.locator("details.act").filter(has=page.locator("summary", has_text=title)).first
    found.locator("summary").click()
    return found.locator("form").first


def approve(page: Page, room: Served, what: str) -> None:
    """Approve the proposal that says so."""
    page.goto(f"{room.address}/office/proposals")
    page.locator(".proposal", has_text=what).get_by_role("button", name="Approve").click()
    said(page, "Proposal approved.")


def choose(page: Page, label: str, option: str) -> None:
    """Pick something that the rest of the page hangs on: it is drawn anew with it."""
    page.evaluate("() => { document.body.dataset.before = ''; }")
    page.get_by_label(label, exact=True).select_option(label=option)
    anew(page)


def offer(page: Page, wager: str) -> None:
    """Offer a wager at the table of a draft."""
    page.evaluate("() => { document.body.dataset.before = ''; }")
    page.get_by_label(wager, exact=True).check()
    anew(page)


def anew(page: Page) -> None:
    """The page of a draft's thing is there again, and its program with it."""
    expect(page.locator("body:not([data-before]) [data-editor]")).to_be_visible()
    page.wait_for_load_state("load")


def add(page: Page, form: Locator, kind: str) -> None:
    """Add a thing to a draft, and go on to its page."""
    form.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_url(f"**/{kind}/*")


def done(page: Page, draft: str) -> None:
    """Back to the draft; whatever was typed is kept before."""
    page.get_by_role("link", name="Done").click()
    page.wait_for_url(draft)


# -- people


def first_page(page: Page, room: Served) -> None:
    page.goto(room.address)
    expect(page.get_by_role("heading", name="Set up the room")).to_be_visible()
    page.get_by_label("Code").fill(CODE)
    page.get_by_label("Your name").fill("Una First")
    page.get_by_label("Login").fill("una")
    page.get_by_label("Password").fill(UNA)
    page.get_by_label("Name", exact=True).fill("Cedar Room")
    page.get_by_label("Washington, commercial card room").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="First steps")).to_be_visible()


def add_person(page: Page, room: Served, id: str, name: str, role: str) -> None:
    page.goto(f"{room.address}/office/people")
    form = act(page, "Add somebody who works here")
    form.get_by_label("Id").fill(id)
    form.get_by_label("Name").fill(name)
    form.get_by_label(role).check()
    form.locator("button").click()


def link_for(page: Page, room: Served, id: str) -> str:
    """The one-time link of a colleague."""
    page.goto(f"{room.address}/office/people")
    form = act(page, "Make a login")
    form.get_by_label("For").select_option(id)
    form.get_by_label("Login").fill(id)
    form.get_by_role("button", name="Make the login").click()
    link = page.locator(".secret code").inner_text()
    page.get_by_role("button", name="I have it").click()
    expect(page.locator(".secret")).to_have_count(0)
    return link


def enrol(page: Page, link: str, password: str, code: str = "") -> None:
    page.goto(link)
    if code:
        page.get_by_label("Code").fill(code)
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("New password again").fill(password)
    page.get_by_role("button", name="Set the password and sign in").click()
    page.wait_for_url("**/office")


# -- the draft


def papers(una: Page, draft: str) -> None:
    """A maker's licence, and the approval of a game with its steps, its equipment and the letter."""
    form = act(una, "Add a licence")
    form.get_by_label("Number").fill("20-00123")
    form.get_by_label("Maker").fill("Northwest Felt")
    add(una, form, "licences")
    for covers in ("Layouts", "Equipment"):
        una.get_by_label(covers, exact=True).check()
    una.get_by_label("Since", exact=True).fill("2026-01-01")
    done(una, draft)
    form = act(una, "Add an approval")
    form.get_by_label("Id").fill("A-1")
    form.get_by_label("Edition").select_option(label=GAME)
    add(una, form, "approvals")
    check = una.locator("[data-check]")
    expect(check).to_contain_text('the step "game approved" is missing')
    for step, day, letter in (
        ("Game approved", "2026-02-01", "L-101"),
        ("Controls submitted", "2026-03-01", "S-7"),
        ("Controls approved", "2026-04-01", "L-114"),
    ):
        group = una.get_by_role("region", name=step)
        group.get_by_label("Day").fill(day)
        group.get_by_label("Reference").fill(letter)
        expect(group.get_by_label("By"), "who takes the step is on file").not_to_have_value("")
    expect(check).to_be_hidden()
    una.locator("#document").set_input_files(
        {"name": "letter L-101.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 approved"}
    )
    una.get_by_role("region", name="Documents").get_by_role("button", name="Add", exact=True).click()
    expect(una.get_by_role("link", name="letter L-101.pdf")).to_be_visible()
    una.wait_for_load_state("load")
    una.get_by_role("button", name="Add equipment").click()
    expect(una.get_by_label("Model", exact=True)).to_be_visible()
    una.wait_for_load_state("load")
    choose(una, "Model", "Andromeda-3c")
    una.get_by_label("Version", exact=True).fill("3c")
    done(una, draft)


def jackpot(una: Page, draft: str) -> None:
    """A progressive with a meter for the whole wager, and every row that the house posts."""
    form = act(una, "Add a jackpot")
    form.get_by_label("Id").fill("two-plus-two")
    form.get_by_label("Name").fill("2+2 Jackpot")
    form.get_by_label("Played for by").select_option(label="Dueling for Dollars: 2 + 2 Jackpot, paytable 2+2P3")
    add(una, form, "jackpots")
    una.get_by_label("Seed", exact=True).fill("2,000")
    una.get_by_label("Reset amount", exact=True).fill("2,000")
    una.get_by_label("To the amount", exact=True).fill("20")
    for row, pays in POSTED.items():
        una.get_by_label(f"{row} pays", exact=True).fill(pays)
    # The display of the jackpot as it will look, before any table plays for it.
    expect(una.frame_locator("[data-display]").locator("[data-said]").first).to_have_text("$2,000.00")
    done(una, draft)


def table(una: Page, draft: str) -> None:
    """A table of the only approved game, by pickers; what the approval says is not typed again."""
    form = act(una, "Add a table")
    form.get_by_label("Id").fill("T1")
    expect(form.get_by_label("Game").locator("option")).to_have_text([GAME])
    add(una, form, "tables")
    choose(una, "Dealt by", "Shoe")
    offer(una, "2 + 2 Jackpot (jackpot)")
    choose(una, "2 + 2 Jackpot plays for", "2+2 Jackpot")
    expect(una.get_by_label("Paytable of 2 + 2 Jackpot", exact=True)).to_have_value("2+2P3")
    choose(una, "Jackpot system", "Andromeda-3c")
    expect(una.get_by_label("Its maker", exact=True)).to_have_value("Northwest Felt")
    expect(una.get_by_label("Its version", exact=True)).to_have_value("3c")
    expect(una.get_by_role("region", name="Display 1")).to_be_visible()
    expect(una.locator("[data-felt] svg")).to_be_visible()
    expect(una.frame_locator("[data-display]").locator("[data-said]").first).to_have_text("$2,000.00")
    expect(una.locator("[data-check]")).to_be_hidden()


def refused_with_the_rule(una: Page, draft: str) -> None:
    """A limit that no profile allows is said at once, and keeps the draft from being sent."""
    limit = una.get_by_label("Player, highest", exact=True)
    limit.fill("5,000")
    check = una.locator("[data-check]")
    expect(check).to_contain_text("Player goes up to $5,000")
    done(una, draft)
    una.get_by_role("button", name="Send for approval").click()
    refusal = una.get_by_role("region", name="Next").get_by_role("alert")
    expect(refusal).to_contain_text("Player goes up to $5,000")
    expect(refusal).to_contain_text("Bring it down to $300")
    rule = profile("washington-commercial").settings("2026-11-16").cite("table-maximum")
    expect(refusal.locator("cite")).to_contain_text(str(rule))
    # The clause of the approved document is one that there is.
    clause = refusal.locator("cite").inner_text().split(";")[0].rpartition("2017, ")[2]
    assert all_games()["dueling"].editions["2017"].clause(clause).text
    una.goto(f"{draft}/tables/T1")
    una.get_by_label("Player, highest", exact=True).fill("300")
    expect(check).to_be_hidden()
    done(una, draft)


# -- at the table


def key(page: Page, *keys: str) -> None:
    for each in keys:
        page.keyboard.press(each)


def due(page: Page, title: str) -> None:
    expect(page.locator("[data-part=title]")).to_have_text(title)


def first_round(bo: Page, room: Served) -> None:
    """Bo signs on and deals: position 1 makes a three-card straight flush, which the house posted at $30."""
    bo.goto(f"{room.address}/tables/T1/console")
    due(bo, "Round 1: positions in play")
    key(bo, "F7")
    bo.get_by_role("button", name="Sign on as Bo Second").click()
    expect(bo.get_by_role("button", name="Dealer: Bo Second")).to_be_visible()
    expect(bo.locator("dialog")).to_have_count(0)
    key(bo, "1", "2")
    expect(bo.locator(".seat-toggle[aria-pressed=true]")).to_have_count(2)
    key(bo, "Enter")
    due(bo, "Enter the wagers")
    key(bo, "0", "p", "1", "j", "Enter")
    due(bo, "Press tabulate")
    key(bo, "Enter")
    due(bo, "Check the indicators against the chips")
    key(bo, "Enter")
    due(bo, "Take the counted wagers of position 1 into the tray")
    key(bo, "Space")
    for title, card in (
        ("Deal a card to position 1", "ks"),
        ("Deal a card to position 2", "9c"),
        ("Deal a card to the community", "qs"),
    ):
        due(bo, title)
        bo.keyboard.type(card)
    for position in (1, 2):
        due(bo, f"Position {position}: take or pay")
        key(bo, "Space")
    due(bo, "Deal a card to the 2+2 box")
    bo.keyboard.type("js")
    expect(bo.locator("[data-card=Js]")).to_be_visible()
    due(bo, "Deal a card to the 2+2 box")
    bo.keyboard.type("2d")
    due(bo, "Position 1: take or pay")
    key(bo, "Space")
    due(bo, "Posted prize won: hold it for verification")
    key(bo, "Enter")
    due(bo, "Every wager is settled")
    key(bo, "Enter")
    due(bo, "Round 2: positions in play")


def prize(bo: Page) -> None:
    """The prize waits; Bo and Una verify and pay it together, Una with her own password."""
    expect(bo.locator(".pending").first).to_contain_text("$30")
    key(bo, "F6")
    expect(bo.locator("dialog")).to_contain_text("3-Card Straight Flush")
    sign(bo, "bo", BO)
    expect(bo.locator("dialog [role=alert]")).to_be_visible()
    sign(bo, "una", UNA)
    expect(bo.locator("dialog")).to_have_count(0)
    expect(bo.locator(".pending")).to_have_count(0)


def close_the_day(una: Page, bo: Page, room: Served, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The table is closed; after the end of the day two people close it, and its PDF is opened."""
    bo.goto(f"{room.address}/office/tables/T1")
    act(bo, "Close the table").locator("button").click()
    said(bo, "Done")
    bo.goto(f"{room.address}/office")
    day = act(bo, "Close the gaming day").get_by_label("Gaming day").input_value()
    ends = day_ends(room.floor.property, day)
    expect(bo.locator("#day")).to_contain_text("only then can a second person approve")
    for module, name in ((rooms, "now"), (office_pages, "now"), (room.floor.journal, "clock")):
        monkeypatch.setattr(module, name, lambda: ends)
    bo.goto(f"{room.address}/office")
    act(bo, "Close the gaming day").locator("button").click()
    said(bo, "waits for a second person")
    approve(una, room, "Close the gaming day")
    una.goto(f"{room.address}/office/reports/day?from={day}&to={day}")
    with una.expect_download() as download:
        una.get_by_role("link", name="PDF").click()
    path = folder / "day.pdf"
    download.value.save_as(path)
    assert path.read_bytes().startswith(b"%PDF")
    return words_of(path)


def test_an_empty_room_is_set_up_deals_pays_and_closes_its_day_on_screens_alone(
    room: Served, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(browser) as una, opened(browser) as bo, opened(browser) as ann:
        first_page(una, room)
        expect(una.locator("[aria-current=step]")).to_contain_text("A second person")
        add_person(una, room, "bo", "Bo Second", "Supervisor")
        said(una, "Done")
        enrol(bo, link_for(una, room, "bo"), BO)
        expect(bo.get_by_role("link", name="Go on with the first steps")).to_be_visible()
        # The rules want somebody in every department; from now on Bo approves what Una does.
        for id, name, role in (
            ("vera", "Vera Watch", "Surveillance"),
            ("sid", "Sid Guard", "Security"),
            ("ann", "Ann Count", "Accounting"),
        ):
            add_person(una, room, id, name, role)
            said(una, "waits for a second person")
            approve(bo, room, name)
        una.goto(f"{room.address}/setup")
        una.locator("[aria-current=step] a").click()
        una.wait_for_url("**/office/configuration")
        una.get_by_label("Title", exact=True).first.fill("Opening")
        una.get_by_role("button", name="Begin the draft").click()
        una.wait_for_url("**/drafts/*")
        draft = una.url
        papers(una, draft)
        jackpot(una, draft)
        table(una, draft)
        refused_with_the_rule(una, draft)
        una.get_by_role("button", name="Send for approval").click()
        expect(una.get_by_role("heading", level=1)).to_contain_text("waits for approval")
        bo.goto(f"{room.address}/office")
        bo.get_by_role("link", name="Configuration: Opening").click()
        bo.wait_for_url(draft)
        expect(bo.get_by_role("region", name="Difference to what runs")).to_contain_text("letter L-101.pdf")
        bo.get_by_role("button", name="Approve").click()
        expect(bo.get_by_role("heading", level=1)).to_contain_text("in effect")
        # The seed of the progressive must lie at the bank: accounting records it, with a link and a code of her own.
        bo.goto(f"{room.address}/office/tables/T1")
        opening = act(bo, "Open the table")
        opening.locator("button").click()
        expect(opening.get_by_role("alert")).to_contain_text("Record the deposit of $2,000")
        link = link_for(una, room, "ann")
        approve(bo, room, "Make a sign-in link")
        bo.goto(f"{room.address}/account")
        code = bo.locator("section", has=bo.locator("#codes-title")).locator("code").inner_text()
        enrol(ann, link, ANN, code)
        ann.goto(f"{room.address}/setup")
        ann.get_by_role("link", name="The seed of 2+2 Jackpot").click()
        ann.wait_for_url("**/office/jackpots/*")
        deposit = act(ann, "Deposit")
        expect(deposit.get_by_label("Amount")).to_have_value("$2,000")
        deposit.get_by_label("Reference").fill("slip 1")
        deposit.locator("button").click()
        said(ann, "Done")
        bo.goto(f"{room.address}/office/tables/T1")
        act(bo, "Open the table").locator("button").click()
        said(bo, "Done")
        first_round(bo, room)
        prize(bo)
        [paid] = room.floor.jackpot("two-plus-two").hits.values()
        assert (paid.state, paid.amount) == ("paid", 3000)
        assert room.floor.jackpot("two-plus-two").jackpot.posted["royal-flush"] == "100%"  # type: ignore[union-attr]
        words = close_the_day(una, bo, room, tmp_path, monkeypatch)
        for figure in ("T1", "2+2 Jackpot", "$2,000.20"):
            assert any(figure in text for text in words), (figure, words)
        una.goto(f"{room.address}/setup")
        expect(una.locator("[aria-current=step]")).to_have_count(0)
        assert room.floor.broken() == []
