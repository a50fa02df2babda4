"""Hands for the dealer's console: somebody who deals by keys, and what the journal says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, expect

from houseway.floor import command_index as c
from houseway.web.live.room import now
from tests.web.chromium import PATIENCE
from tests.web.serving import PASSWORD, Served, fresh, served


class Dealer:
    """Somebody at a console, by keys unless a test says otherwise."""

    def __init__(self, house: Served, browser: Browser, table: str, login: str = "dan", **settings: Any) -> None:
        settings.setdefault("viewport", {"width": 1024, "height": 768})
        self.house = house
        self.table = table
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        # With the cookies that signing in gives: its page is tried by those who look at it.
        cookies = house.browser().sign_in(login).http.cookies
        self.context.add_cookies([{"name": name, "value": cookies[name], "url": house.address} for name in cookies])
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
        """Everything that hands do before the next answer, and the press where nobody bet the jackpot."""
        self.hands()
        while self.title.inner_text() == "Press tabulate" and not self.laid():
            self.note()
            self.do("Enter")
            self.hands()

    def laid(self) -> bool:
        """Whether somebody bet the jackpot that is to be counted."""
        due = self.data().get("now", {})
        return any(each["laid"] for each in due.get("sensors", ()))

    def hands(self) -> None:
        """What hands do, one after another."""
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
        letters = self.page.locator(".grid thead kbd").all_inner_texts()
        for wager, letter in zip(self.data()["frame"]["view"]["due"]["wagers"], letters, strict=True):
            amount = dollars.get(wager["wager"].replace("-", "_"), "")
            if amount:
                self.key(letter)
            if amount and "fixed" not in wager:
                self.key("/", *amount)
        self.do("Shift+Enter")

    def count(self) -> None:
        """The press, the indicators one by one, the collection."""
        self.do("Enter")
        self.lights()
        self.done()

    def lights(self) -> None:
        """Every indicator agrees with its chip."""
        expect(self.title).to_have_text("Check the indicators against the chips")
        self.key("Enter")
        expect(self.title).not_to_have_text("Check the indicators against the chips")

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


@contextmanager
def dealt_by_hand(folder: Path, tables: Mapping[str, Mapping[str, Any]], **settings: Any) -> Iterator[Served]:
    """A room with ``tables`` opened anew: their cards keyed, and whatever else is given for each."""
    with served(folder, **settings) as room:
        for id, changes in tables.items():
            table = room.floor.property.tables[id]
            real = msgspec.structs.replace(table, **{"cards": "keys", **changes})
            if real == table:
                continue
            room.floor.do(c.CloseTable(table=id), id=fresh(), who="sam", at=now())
            room.floor.do(c.ChangeTable(table=real), id=fresh(), who="ada", second="ann", at=now())
            room.floor.do(c.OpenTable(table=id), id=fresh(), who="sam", at=now())
            room.until(lambda id=id, real=real: room.room.mirror.table(id).table == real)  # type: ignore[misc]
        yield room


class Hands:
    """A dealer without a screen: does what the console's interface says, and keeps count of the chips moved."""

    def __init__(self, house: Served, table: str) -> None:
        self.table = table
        self.browser = house.browser("dealer")
        self.moved: dict[str, int] = {}
        self.shown: list[str] = []

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.get(f"/api/tables/{self.table}/console").json()
        return found

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        answer = self.browser.post(f"/api/tables/{self.table}/{path}", body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def done(self) -> dict[str, Any]:
        """Everything in the queue: ticks ticked, chips moved as far as they have not been.

        The press where nobody bet the jackpot too.
        """
        while True:
            data = self.data()
            lines = {line["id"]: line for position in data.get("positions", ()) for line in position["lines"]}
            for item in data.get("queue", ()):
                self.shown.append(item["says"] or item["rule"])
                if item["kind"] == "tick":
                    self.post("note", {"clause": item["clause"]})
                    break
                if item["kind"] == "settle":
                    own = [line["id"] for line in lines.values() if line["number"] in item["what"]]
                    for id in (*own, *item["given"]):
                        self.moved[id] = lines[id]["moves"] if id in lines else 0
            else:
                due = data.get("now", {})
                if due.get("kind") != "tabulate" or any(each["laid"] for each in due["sensors"]):
                    return data
                self.post("tabulate", {"round": data["frame"]["round"], "picture": {}})

    def begin(self, *seats: int) -> None:
        data = self.data()
        for item in data["new-deck"]:
            if not item["done"]:
                self.post("note", {"clause": item["clause"]})
        self.moved, self.shown = {}, []
        self.post("begin", {"round": data["frame"]["round"] + 1, "seats": list(seats)})

    def answer(self, seat: int | str, answer: Any) -> None:
        frame = self.done()["frame"]
        self.post("answers", {"round": frame["round"], "step": frame["step"], "seat": seat, "answer": answer})

    def cards(self, *texts: str) -> None:
        self.answer("dealer", list(texts))

    def count(self, *, manual: bool = False) -> None:
        """The press, by what was wagered, and the confirmation."""
        data = self.done()
        picture = {each["sensor"]: each["laid"] for each in data["now"]["sensors"]}
        self.post("tabulate", {"round": data["frame"]["round"], "picture": picture, "manual": manual})
        frame = self.done()["frame"]
        self.post("indicators", {"round": frame["round"], "step": frame["step"]})

    def correct(self, was: Any, answer: Any) -> None:
        """The answer ``was`` of the round mended, under a supervisor."""
        data = self.data()
        number = next(given["number"] for given in data["given"] if given["answer"] == was)
        command = {"type": "correct-answer", "table": self.table, "round": data["frame"]["round"], "number": number}
        signed = {"login": "sam", "password": PASSWORD}
        self.post("supervised", {"command": {**command, "answer": answer, "reason": "mis-keyed"}, "signed": signed})
