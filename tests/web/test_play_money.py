"""Play money: chips are brought to one table and bet there, whoever asks how often and at how many tables."""

from __future__ import annotations

import threading

import httpx

from houseway.floor import command_index as c
from houseway.floor.permission.people import ALLOWANCE
from houseway.web.live.room import now
from tests.waiting import LONG, joined
from tests.web.serving import Browser, Served, fresh


def take_seat(room: Served, player: str, chips: int | None, table: str = "T5") -> int:
    """A seat at a table where nothing moves by itself."""
    taken = room.floor.table(table).seated
    seat = next(seat for seat in range(1, 7) if str(seat) not in taken)
    room.floor.do(c.Sit(table=table, seat=seat, player=player, chips=chips), id=fresh(), who=player, at=now())
    room.until(lambda: player in room.room.mirror.table(table).seated.values())
    return seat


def test_two_seats_taken_at_once_share_one_purse(room: Served) -> None:
    browser = room.browser("guest")
    player = browser.get("/api/me").json()["id"]
    together = threading.Barrier(2)
    answers: list[httpx.Response] = []

    def take(table: str) -> None:
        copy = Browser(room.address)
        copy.http.cookies = httpx.Cookies(browser.http.cookies)
        together.wait(LONG)
        answers.append(copy.post(f"/api/tables/{table}/sit", {"seat": 6}))
        copy.close()

    threads = [threading.Thread(target=take, args=(table,)) for table in ("T5", "T6")]
    for thread in threads:
        thread.start()
    for thread in threads:
        joined(thread, "both sit down")
    assert sorted(answer.status_code for answer in answers) in ([200, 200], [200, 409])
    mirror = room.room.mirror
    assert mirror.rack("T5", player) + mirror.rack("T6", player) == ALLOWANCE
    assert mirror.purse(player) == 0
    assert browser.get("/api/me").json()["chips"] == ALLOWANCE


def test_a_seat_shows_the_chips_at_its_table_and_the_account_all_of_them(room: Served) -> None:
    browser = room.browser("guest")
    me = browser.get("/api/me").json()
    seat = take_seat(room, me["id"], 30_000)
    assert browser.frame("T5")["seats"][str(seat)]["chips"] == 30_000
    assert browser.get("/api/me").json()["chips"] == ALLOWANCE
    assert browser.post("/api/tables/T5/leave").json()["chips"] == 30_000
    assert room.room.mirror.purse(me["id"]) == ALLOWANCE


def test_whoever_has_little_left_at_the_table_brings_what_is_in_the_purse(room: Served) -> None:
    browser = room.browser("guest")
    player = browser.get("/api/me").json()["id"]
    take_seat(room, player, 500)
    answer = browser.post("/api/me/chips").json()
    assert answer == {"given": ALLOWANCE - 500, "chips": ALLOWANCE}
    assert room.room.mirror.rack("T5", player) == ALLOWANCE
    # Nothing was given: it was the player's own.
    given = [entry for entry in room.floor.journal.read("players") if entry.data["player"] == player]
    assert [entry.kind for entry in given] == ["chips-given", "chips-brought", "chips-brought"]
    assert browser.post("/api/me/chips").json()["given"] == 0


def test_whoever_has_nothing_left_gets_play_money_at_the_table_once_an_hour(room: Served) -> None:
    browser = room.browser("player")
    player = browser.get("/api/me").json()["id"]
    take_seat(room, player, None)
    assert room.room.mirror.rack("T5", player) == 0
    assert browser.post("/api/me/chips").json() == {"given": ALLOWANCE, "chips": ALLOWANCE}
    assert room.room.mirror.rack("T5", player) == ALLOWANCE
    assert browser.post("/api/me/chips").json() == {"given": 0, "chips": ALLOWANCE}
