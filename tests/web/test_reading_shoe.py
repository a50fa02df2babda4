"""A real table whose shoe reads its cards: the shoe by its own key, the dealer at the console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, expect

from houseway.floor import commands as c
from houseway.web.room import now
from tests.web.chromium import chromium
from tests.web.dealing import Dealer, settled
from tests.web.serving import Served, fresh, served

TABLE = "T5"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration room, with a shoe that reads at the table of Triple Attack."""
    with served(tmp_path_factory.mktemp("reading")) as room:
        table = room.floor.property.tables[TABLE]
        room.floor.do(c.CloseTable(table=TABLE), id=fresh(), who="sam", at=now())
        real = msgspec.structs.replace(table, cards="reads")
        room.floor.do(c.ChangeTable(table=real), id=fresh(), who="ada", second="ann", at=now())
        room.floor.do(c.OpenTable(table=TABLE), id=fresh(), who="sam", at=now())
        room.until(lambda: room.room.mirror.table(TABLE).open)
        yield room


class Shoe:
    """The controller of a shoe: it knows its key, asks which card is due, and tells what it reads."""

    def __init__(self, house: Served, table: str = TABLE) -> None:
        technician = house.browser("technician")
        made = technician.post("/api/devices", {"kind": "shoe", "table": table, "name": "The shoe"}).json()
        self.client = httpx.Client(base_url=house.address, headers={"Authorization": f"Device {made['key']}"})
        self.table = table

    def give(self, command: dict[str, Any]) -> httpx.Response:
        return self.client.post("/api/devices/commands", json={"id": fresh(), "command": command})

    def reads(self, text: str) -> httpx.Response:
        frame = self.client.get(f"/api/tables/{self.table}/frame", params={"viewer": "public"}).json()
        due = frame["view"]["due"]
        command = {"type": "read-card", "table": self.table, "round": frame["round"], "number": due["number"]}
        return self.give({**command, "card": text})


@pytest.fixture
def shoe(house: Served) -> Iterator[Shoe]:
    made = Shoe(house)
    with made.client:
        yield made


def test_the_shoe_tells_the_cards_and_the_console_never_a_card_that_lies_face_down(
    house: Served, shoe: Shoe, browser: Browser
) -> None:
    dealer = Dealer(house, browser, TABLE)
    dealer.begin(1)
    dealer.wager(first_attack="5")
    dealer.done()
    expect(dealer.title).to_have_text("The shoe reads the card to position 1")
    assert shoe.reads("9h").status_code == 200
    expect(dealer.title).to_contain_text("second attack")
    dealer.do("P")
    assert shoe.reads("9s").status_code == 200
    expect(dealer.title).to_contain_text("third attack")
    dealer.do("P")
    assert shoe.reads("Kd").status_code == 200
    expect(dealer.title).to_have_text("The shoe reads the card to the dealer")
    expect(dealer.page.locator(".deck .pick")).to_have_count(0)
    assert shoe.reads("Kc").status_code == 200
    expect(dealer.title).to_contain_text("stand")
    assert "Kc" not in str({**dealer.data(), "deck": None})
    dealer.do("S")
    dealer.done()
    assert dealer.data()["frame"]["view"]["cards"]["dealer"] == ["9s", "Kc"]
    dealer.do("Enter")
    [line] = settled(house, TABLE)
    assert (line["wager"], line["event"], line["returned"]) == ("first-attack", "push", 500)
    dealer.close()


def test_a_card_that_the_shoe_does_not_read_is_keyed_when_it_lies_face_up(
    house: Served, shoe: Shoe, browser: Browser
) -> None:
    dealer = Dealer(house, browser, TABLE)
    dealer.begin(1)
    dealer.wager(first_attack="5")
    dealer.cards("9h")
    dealer.do("P")
    assert shoe.reads("9s").status_code == 200
    expect(dealer.title).to_contain_text("third attack")
    dealer.do("P")
    assert shoe.reads("Kd").status_code == 200
    expect(dealer.title).to_have_text("The shoe reads the card to the dealer")
    dealer.do("U")
    expect(dealer.title).to_contain_text("stand")
    dealer.do("S")
    dealer.cards("8c")
    dealer.done()
    dealer.do("Enter")
    [line] = settled(house, TABLE)
    assert (line["wager"], line["event"], line["returned"]) == ("first-attack", "win", 1000)
    dealer.close()


def test_the_key_of_a_shoe_tells_cards_of_its_own_table_and_nothing_else(house: Served, shoe: Shoe) -> None:
    began = {"type": "begin-round", "table": TABLE, "round": 1, "seats": [1]}
    assert shoe.give(began).status_code == 403
    elsewhere = {"type": "read-card", "table": "T1", "round": 1, "number": 1, "card": "Kh"}
    assert shoe.give(elsewhere).status_code == 403
    early = shoe.give({**elsewhere, "table": TABLE})
    assert early.status_code == 409
    assert early.json()["remedy"]
    assert house.floor.table(TABLE).live is None
