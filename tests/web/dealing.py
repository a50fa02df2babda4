"""Hands for the dealer's console: somebody who deals by keys, and what the journal says of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.web.serving import PASSWORD, Served


class Dealer:
    """Somebody at a console, by keys unless a test says otherwise."""

    def __init__(self, house: Served, browser: Browser, table: str, login: str = "dan", **settings: Any) -> None:
        settings.setdefault("viewport", {"width": 1024, "height": 768})
        self.house = house
        self.table = table
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(f"{house.address}/login")
        self.page.fill("[name=login]", login)
        self.page.fill("[name=password]", PASSWORD)
        self.page.press("[name=password]", "Enter")
        self.page.wait_for_url(lambda url: "/login" not in url)
        self.page.goto(f"{house.address}/tables/{table}/console")
        expect(self.title).not_to_have_text("One moment")
        self.shown: list[str] = []
        self.cited: list[str] = []

    @property
    def title(self) -> Any:
        return self.page.locator("[data-part=title]")

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(f"fetch('/api/tables/{self.table}/console').then((a) => a.json())")
        return found

    def key(self, *keys: str) -> None:
        for each in keys:
            self.page.keyboard.press(each)

    def moves(self, version: int, title: str) -> None:
        """Wait until the console shows something else: another step, or the same one of a newer table."""
        self.page.wait_for_function(
            "([version, title]) => document.querySelector('.console').dataset.version > version"
            " || document.querySelector('[data-part=title]').textContent !== title",
            arg=[version, title],
        )

    def do(self, *keys: str) -> None:
        version, title = self.version, self.title.inner_text()
        self.key(*keys)
        self.moves(version, title)

    @property
    def version(self) -> int:
        return int(self.page.locator(".console").get_attribute("data-version") or 0)

    def done(self) -> None:
        """Everything that hands do before the next answer."""
        while self.page.locator(".hands").count():
            self.note()
            before = self.page.locator("[data-part=input]").inner_text() + self.title.inner_text()
            self.key("Space")
            self.page.wait_for_function(
                "(before) => document.querySelector('[data-part=input]').innerText"
                " + document.querySelector('[data-part=title]').innerText !== before",
                arg=before,
            )

    def note(self) -> None:
        self.shown.append(self.title.inner_text())
        self.cited += self.page.locator("[data-part=clause] cite").all_inner_texts()

    def begin(self, *seats: int) -> None:
        self.done()
        pressed = self.page.locator(".seat-toggle[aria-pressed=true]")
        for seat in range(1, self.page.locator(".seat-toggle").count() + 1):
            on = self.page.locator(".seat-toggle").nth(seat - 1).get_attribute("aria-pressed") == "true"
            if on != (seat in seats):
                self.key(str(seat))
        expect(pressed).to_have_count(len(seats))
        self.do("Enter")
        self.done()

    def wager(self, **dollars: str) -> None:
        """The wagers of the position that is asked first; fixed ones by any amount."""
        self.done()
        wagers = [each["wager"] for each in self.data()["frame"]["view"]["due"]["wagers"]]
        for wager in wagers:
            amount = dollars.get(wager.replace("-", "_"), "")
            for digit in amount:
                self.key(digit)
            self.key("ArrowRight")
        self.do("Enter")

    def count(self) -> None:
        """The press, the indicators one by one, the collection."""
        self.do("Enter")
        self.lights()
        self.done()

    def lights(self) -> None:
        """Every indicator agrees with its chip."""
        expect(self.title).to_have_text("Hold the indicators against the chips")
        while self.page.locator(".light[data-state=open]").count():
            self.key("Enter")
        self.key("Enter")
        expect(self.title).not_to_have_text("Hold the indicators against the chips")

    def cards(self, text: str) -> None:
        self.done()
        self.note()
        version, title = self.version, self.title.inner_text()
        self.page.keyboard.type(text.lower())
        self.moves(version, title)

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


def entries(house: Served, table: str, kind: str) -> list[dict[str, Any]]:
    return [entry.data for entry in house.floor.journal.read(f"table/{table}") if entry.kind == kind]


def settled(house: Served, table: str) -> list[dict[str, Any]]:
    return list(entries(house, table, "round-settled")[-1]["record"]["lines"])


def sign(page: Page, login: str, password: str = PASSWORD) -> None:
    page.locator("dialog [name=login]").fill(login)
    page.locator("dialog [name=password]").fill(password)
    page.locator("dialog button[type=submit]").click()
