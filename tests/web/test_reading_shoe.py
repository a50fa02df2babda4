"""A real table whose shoe reads its cards: the shoe by its own key, the dealer at the console."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, expect

from houseway.floor import command_index as c
from houseway.web.live.room import now
from tests.web.chromium import chromium
from tests.web.dealing import Dealer, settled
from tests.web.serving import Browser as Clerk
from tests.web.serving import Served, fresh, served

TABLE = "T5"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@contextmanager
def reading(folder: Path) -> Iterator[Served]:
    """The demonstration room, with a shoe that reads at the table of Triple Attack."""
    with served(folder) as room:
        table = room.floor.property.tables[TABLE]
        room.floor.do(c.CloseTable(table=TABLE), id=fresh(), who="sam", at=now())
        real = msgspec.structs.replace(table, cards="reads")
        room.floor.do(c.ChangeTable(table=real), id=fresh(), who="ada", second="ann", at=now())
        room.floor.do(c.OpenTable(table=TABLE), id=fresh(), who="sam", at=now())
        room.until(lambda: room.room.mirror.table(TABLE).open)
        yield room


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with reading(tmp_path_factory.mktemp("reading")) as room:
        yield room


class Shoe:
    """The controller of a shoe: it knows its key, asks which card is due, and tells what it reads."""

    def __init__(self, house: Served, table: str = TABLE) -> None:
        made = house.device("shoe", table, "The shoe")
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
    expect(dealer.title).to_have_text("Deal a card to position 1: the shoe reads it")
    assert shoe.reads("9h").status_code == 200
    expect(dealer.title).to_contain_text("second attack")
    dealer.do("P")
    assert shoe.reads("9s").status_code == 200
    expect(dealer.title).to_contain_text("third attack")
    dealer.do("P")
    assert shoe.reads("Kd").status_code == 200
    expect(dealer.title).to_have_text("Deal a card to the dealer: the shoe reads it")
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
    expect(dealer.title).to_have_text("Deal a card to the dealer: the shoe reads it")
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


def say(dealer: Clerk, seat: int | str, answer: Any) -> None:
    """An answer to the step that is due, entered by the dealer."""
    step = dealer.frame(TABLE, "dealer")["step"]
    body = {"round": 1, "step": step, "seat": seat, "answer": answer}
    answered = dealer.post(f"/api/tables/{TABLE}/answers", body)
    assert answered.status_code == 200, answered.text


def three_cards(dealer: Clerk, shoe: Shoe) -> None:
    """Seat 1 has a nine and a king, the dealer a nine; the next card is dealt face down."""
    assert dealer.post(f"/api/tables/{TABLE}/begin", {"round": 1, "seats": [1]}).status_code == 200
    say(dealer, 1, {"first-attack": 500})
    # Nobody bet the jackpot, and the press is a step all the same.
    press = {"type": "tabulate", "table": TABLE, "round": 1, "picture": {}}
    assert dealer.post("/api/commands", {"command": press}).status_code == 200
    assert shoe.reads("9h").status_code == 200
    say(dealer, 1, "pass")
    assert shoe.reads("9s").status_code == 200
    say(dealer, 1, "pass")
    assert shoe.reads("Kd").status_code == 200


@pytest.mark.parametrize("over", [False, True], ids=["in play", "every wager settled"])
@pytest.mark.parametrize("way", ["void", "commands", "supervised"])
def test_a_void_is_kept_with_its_seats_cards_and_lines_however_it_was_sent(
    house: Served, shoe: Shoe, way: str, over: bool
) -> None:
    dealer, supervisor = house.browser("dealer"), house.browser("supervisor")
    three_cards(dealer, shoe)
    assert shoe.reads("8c").status_code == 200
    if over:
        say(dealer, 1, "stand")
    void = {"round": 1, "reason": "Misdeal"}
    if way == "void":
        answer = supervisor.post(f"/api/tables/{TABLE}/void", void)
    else:
        path = "/api/commands" if way == "commands" else f"/api/tables/{TABLE}/supervised"
        answer = supervisor.post(path, {"command": {"type": "void-round", "table": TABLE, **void}})
    assert answer.status_code == 200, answer.text
    [told] = dealer.get(f"/api/tables/{TABLE}/history").json()["rounds"]
    assert (told["void"], told["seats"]) == ("Misdeal", [{"seat": 1, "wagers": {"first-attack": 500}}])
    lines = [(line["event"], line["returned"], line.get("reverses")) for line in told["lines"]]
    # A card that was never turned up stays unknown.
    if over:
        assert told["cards"] == ["9h", "9s", "Kd", "8c"]
        assert lines == [("win", 1000, None), ("Misdeal", -500, 1)]
    else:
        assert told["cards"] == ["9h", "9s", "Kd", "??"]
        assert lines == [("Misdeal", 500, None)]


def test_nobody_learns_or_names_a_card_that_lies_face_down(house: Served, shoe: Shoe) -> None:
    """Neither from the audit trail of a correction, nor by a command sent in person."""
    dealer, supervisor = house.browser("dealer"), house.browser("supervisor")
    three_cards(dealer, shoe)
    for browser in (dealer, supervisor):
        named = {"type": "read-card", "table": TABLE, "round": 1, "number": 4, "card": "Kc"}
        assert browser.post("/api/commands", {"command": named}).status_code == 403
    assert shoe.reads("Kc").status_code == 200
    mend = {"round": 1, "number": 8, "reason": "misread"}
    assert supervisor.post(f"/api/tables/{TABLE}/correct", {**mend, "answer": "7c"}).status_code == 403
    assert supervisor.post(f"/api/tables/{TABLE}/correct", {**mend, "answer": "??"}).status_code == 200

    def trail() -> list[dict[str, Any]]:
        told = supervisor.get("/api/audit/entries", params={"stream": f"table/{TABLE}", "most": 500}).json()
        return [entry for entry in told if entry["kind"] in ("answered", "answer-corrected")]

    assert len(trail()) == 9
    assert all(entry["body"] == {"round": 1, "in-play": True} for entry in trail())
    say(dealer, 1, "stand")
    say(dealer, "dealer", ["8c"])
    assert dealer.post(f"/api/tables/{TABLE}/house").status_code == 200
    house.until(lambda: house.room.mirror.table(TABLE).live is None)
    assert [entry["body"]["was"] for entry in trail() if entry["kind"] == "answer-corrected"] == ["Kc"]


def test_what_the_console_says_is_the_same_whatever_card_lies_face_down(tmp_path: Path) -> None:
    """What comes next is told as a rule, not from the card."""
    told = []
    for hidden in ("2c", "8c", "Kc"):
        (folder := tmp_path / hidden).mkdir()
        with reading(folder) as house:
            shoe, dealer = Shoe(house), house.browser("dealer")
            with shoe.client:
                three_cards(dealer, shoe)
                assert shoe.reads(hidden).status_code == 200
            told.append(dealer.get(f"/api/tables/{TABLE}/console").json())
    assert told[0]["next"]
    assert told[0] == told[1] == told[2]
