"""A newcomer plays all four games; a server that is killed in the middle of a hand, and everybody goes on."""

from __future__ import annotations

import threading
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor.floor import Floor
from houseway.registry import game
from houseway.web.demo import SITTING, make_demo
from houseway.web.live.room import now
from houseway.web.live.runner import Pace
from tests.quick_passwords import QUICK
from tests.waiting import joined, run_within
from tests.web import serving as people
from tests.web.chromium import opened
from tests.web.playing import GAMES, MAIN, decide, play_round, spot
from tests.web.processes import serving, wait_for
from tests.web.serving import Served, served

LIVELY = Pace(wager=60.0, decide=60.0, between=1.5, move=0.02, deal=0.02)


def money(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def own_lines(room: Served, table: str) -> list[dict[str, Any]]:
    """What the newcomer's last round came to, from the journal."""
    [seat] = [int(seat) for seat, who in room.floor.table(table).seated.items() if "auto-" not in who]
    rounds = [entry.data for entry in room.floor.journal.read(f"table/{table}") if entry.kind == "round-settled"]
    return [line for line in rounds[-1]["record"]["lines"] if line["seat"] == seat]


def test_a_newcomer_sits_at_every_game_plays_a_round_and_reads_why(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path, sitting=SITTING, pace=LIVELY) as room, opened(browser) as page:
        page.goto(room.address)
        purse = 100_000
        for table, slug in GAMES.items():
            # From the floor to a seat among others, in from the next round.
            page.locator(f'[data-table="{table}"] [data-sit]').click()
            page.wait_for_url(f"**/tables/{table}")
            page.wait_for_selector("#rack:not([hidden])", timeout=60_000)
            expect(page.locator("#chips")).to_have_text(money(purse))
            page.locator('[data-chip="500"]').click()
            spot(page, MAIN[table]).click()
            page.locator(".confirm").click()
            play_round(page)
            # The round came to what the journal says, line by line.
            lines = own_lines(room, table)
            count = f"{len(lines)} line{'s' * (len(lines) > 1)}"
            expect(page.locator("#acts .result header small")).to_contain_text(count)
            purse += sum(line["returned"] - line["stake"] for line in lines)
            expect(page.locator("#chips")).to_have_text(money(purse))
            # A result opens to the clause that it rests on, in the words of the edition.
            page.locator("#acts .outcomes button").first.click()
            edition = game(slug).edition(room.room.mirror.setup(table).edition.slug)
            main = next(line["clause"] for line in lines if line["wager"] == MAIN[table])
            expect(page.locator(".why .rule-text h3").first).to_have_text(f"The rule: {main}")
            [text] = [clause.text for clause in edition.clauses if clause.cite == main]
            expect(page.locator(".why .rule-text p").first).to_have_text(text)
            page.keyboard.press("Escape")
            page.locator("#leave").click()
            page.wait_for_url(f"{room.address}/", timeout=60_000)
        assert room.floor.broken() == []


# -- power off

SEAT = "JSON.parse(document.getElementById('page').textContent).seat"


def property_in(folder: Path) -> None:
    """The demonstration property in a file, with nobody at its tables and the tests' passwords."""
    url = str(folder / "floor.db")
    floor = Floor.open(url, create=True)
    make_demo(floor, now(), {})
    accounts = Accounts(open_store(url), hasher=QUICK)
    making = threading.Thread(target=lambda: run_within(people._make_accounts(floor, accounts)))
    making.start()
    joined(making, "the accounts are made")
    accounts.store.close()
    floor.close()


def sign_in(page: Page, address: str, login: str, then: str) -> None:
    page.goto(f"{address}/login?next={then}")
    page.fill("#login", login)
    page.fill("#password", people.PASSWORD)
    page.press("#password", "Enter")
    page.wait_for_url(f"**{then}")


def bet(page: Page) -> None:
    page.wait_for_selector("#rack:not([hidden])")
    main = spot(page, "first-attack")
    page.locator('[data-chip="500"]').click()
    main.click()
    page.locator('[data-chip="100"]').click()
    spot(page, "jackpot").click()
    page.locator(".confirm").click()


def turn(frame: dict[str, Any], pages: dict[int, Page]) -> bool:
    """Whether somebody at these seats is to decide."""
    due = (frame["view"] or {}).get("due") or {}
    return due.get("what") != "place-wagers" and bool(set(pages) & set(due.get("from", [])))


def play_to_the_end(eyes: people.Browser, table: str, pages: dict[int, Page], done: int) -> None:
    """Each decides when it is their turn, as the public feed tells it, until the round is over; one step is done."""

    def over(frame: dict[str, Any]) -> bool:
        return frame["view"] is None or (frame["view"]["due"] or {}).get("what") == "place-wagers"

    def moved(frame: dict[str, Any]) -> bool:
        return over(frame) or (turn(frame, pages) and frame["step"] != done)

    while not over(frame := wait_for(eyes, f"table/{table}/public", moved)):
        done = frame["step"]
        for seat in set(pages) & set(frame["view"]["due"]["from"]):
            pages[seat].wait_for_selector("#acts.deciding")
            decide(pages[seat])


def test_a_server_killed_in_the_middle_of_a_hand_goes_on_and_so_does_everybody(
    tmp_path: Path, browser: Browser
) -> None:
    property_in(tmp_path)
    with ExitStack() as stack:
        one, two, console, display = (stack.enter_context(opened(browser)) for _ in range(4))
        with serving("-d", "floor.db", folder=tmp_path) as server:
            address = server.address
            # The dealer holds the table until both sit.
            sign_in(console, address, "dan", "/tables/T2/console")
            console.get_by_role("button", name="Pause").click()
            expect(console.get_by_role("button", name="Go on")).to_be_visible()
            display.goto(f"{address}/vision/T2")
            meter = display.locator('[data-jackpot="attack"] [data-said]')
            expect(meter).to_have_text("$10,000.00")
            for page in (one, two):
                page.goto(address)
                page.locator('[data-table="T2"] [data-sit]').click()
                page.wait_for_url("**/tables/T2")
            console.get_by_role("button", name="Go on").click()
            for page in (one, two):
                bet(page)
            # Each wager of a dollar gives the meter twenty cents.
            expect(meter).to_have_text("$10,000.40")
            pages: dict[int, Page] = {page.evaluate(SEAT): page for page in (one, two)}
            with closing(server.browser()) as eyes:
                hand = wait_for(eyes, "table/T2/public", lambda frame: turn(frame, pages))
            [seat] = hand["view"]["due"]["from"]
            pages[seat].wait_for_selector("#acts.deciding")
            for page in (one, two, console, display):
                page.evaluate("window.opened = 'before the power went'")
            server.kill()
        floor = Floor.open(tmp_path / "floor.db", readonly=True)
        assert floor.table("T2").live is not None
        floor.close()
        # Who decides while nobody is there to hear it need not decide twice.
        decide(pages[seat])
        port = address.rsplit(":", 1)[1]
        with (
            serving("-d", "floor.db", "--port", port, folder=tmp_path) as again,
            closing(again.browser()) as eyes,
        ):
            play_to_the_end(eyes, "T2", pages, done=hand["step"])
            [ours] = [each for each in eyes.get("/api/tables/T2/history").json()["rounds"] if each["round"] == 1]
            for seat, page in pages.items():
                lines = [line for line in ours["lines"] if line["seat"] == seat]
                count = f"Round 1 · {len(lines)} line{'s' * (len(lines) > 1)}"
                expect(page.locator("#acts .result header small")).to_have_text(count)
            # The next round is wagered, counted and shown, without anybody having loaded a page again.
            for page in (one, two):
                bet(page)
            expect(meter).to_have_text("$10,000.80")
            expect(console.locator("[data-part=round]")).to_have_text("Round 2")
            for page in (one, two, console, display):
                assert page.evaluate("window.opened") == "before the power went"
            assert again.terminate() == 0
    floor = Floor.open(tmp_path / "floor.db", readonly=True)
    assert floor.journal.verify().ok
    floor.close()
