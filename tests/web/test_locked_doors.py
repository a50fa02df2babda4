"""Doors that stay shut: tokens of other sessions, bodies of strangers, odd paths, one feed too many."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.accounts.service import GUEST_DAYS
from houseway.floor.bookkeeping.chips import chips_of
from houseway.web.http.callers import COOKIE
from houseway.web.http.security import Doors, Limits
from tests.waiting import run_within
from tests.web.conforming import routes
from tests.web.serving import OPEN, PASSWORD, Browser, Served, fresh, served
from tests.web.test_audiences import filled

OPEN_TO_ALL = (
    "/login",
    "/logout",
    "/api/login",
    "/api/logout",
    "/api/guest",
    "/api/enrol",
    "/api/enrol/look",
    "/api/setup",
    "/feed/{lease}",
    "/api/tables/{table}/sit",
    "/api/quick-tables",
    "/api/lab/strategy/own",
    "/api/lab/strategy/own/{form}",
)
"""What anybody may send a body to."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("doors")) as room:
        yield room


# -- who may, before what was sent is read


def broken(browser: Browser, path: str) -> list[httpx.Response]:
    headers = {"x-csrf-token": browser.token, "content-type": "application/json"}
    bodies = (b"{", b"[]", b'{"id": 7}', json.dumps({"id": fresh(), "nothing": "of that name"}).encode())
    return [browser.http.post(filled(path), content=body, headers=headers) for body in bodies]


def test_a_stranger_with_a_broken_body_is_told_to_sign_in_at_every_door(house: Served) -> None:
    browser = house.browser()
    wrong = [
        (path, answer.status_code)
        for method, path in routes()
        if method == "post" and path not in OPEN_TO_ALL
        for answer in broken(browser, path)
        if answer.status_code not in (401, 403)
    ]
    assert wrong == []


def test_a_guest_with_a_broken_body_is_told_that_the_office_is_not_for_guests(house: Served) -> None:
    guest = house.browser("guest")
    paths = ("/api/commands", "/api/proposals", "/api/accounts", "/api/devices", "/api/audit/verify")
    wrong = [(path, each.status_code) for path in paths for each in broken(guest, path) if each.status_code != 403]
    assert wrong == []


# -- the token of a session


def test_the_token_of_a_page_changes_when_somebody_signs_in_and_out(house: Served) -> None:
    browser = house.browser()
    nobody = browser.token
    browser.sign_in("sam")
    signed_in = browser.token
    assert signed_in != nobody
    body = {"id": fresh(), "what": "a dark lamp"}
    old = browser.http.post("/api/tables/T6/fail", json=body, headers={"x-csrf-token": nobody})
    assert old.status_code == 403
    assert browser.post("/api/tables/T6/fail", body).status_code == 200
    assert browser.post("/api/tables/T6/restore", {"what": "a new lamp"}).status_code == 200
    browser.post("/api/logout")
    assert browser.token not in (nobody, signed_in)


def test_the_token_of_another_session_is_refused(house: Served) -> None:
    sam, dan, stranger = house.browser("supervisor"), house.browser("dealer"), house.browser()
    before = house.floor.journal.heads()
    session = sam.http.cookies[COOKIE]
    for token in (dan.token, stranger.token, "", "0" * 96, sam.token[:-1], sam.token.upper()):
        # Whoever can set a cookie for this site sets both: the token must still be the session's own.
        answer = httpx.post(
            f"{house.address}/api/tables/T6/fail",
            json={"id": fresh(), "what": "dark"},
            headers={"cookie": f"{COOKIE}={session}; houseway_csrf={token}", "x-csrf-token": token},
        )
        assert answer.status_code == 403, token
    assert house.floor.journal.heads() == before


def test_a_guest_gets_the_token_with_the_session(house: Served) -> None:
    browser = house.browser()
    assert browser.post("/api/guest").status_code == 200
    assert browser.post("/api/me/name", {"name": "Copper Heron"}).status_code == 200


# -- odd paths

ODD = (
    "%00",
    "a%00b",
    "%01",
    "%7f",
    "%0a",
    "%c2%85",
    "%ff",
    "%ed%a0%80",
    "..%2f..",
    "%2e%2e%2f",
    "a" * 3000,
    "%E2%80%AE",
)


def test_an_odd_path_is_nothing_and_never_our_mistake(house: Served) -> None:
    paths = [f"/static/x/{odd}" for odd in ODD]
    for method, path in routes():
        if method == "get" and "{" in path and not path.startswith("/feed"):
            start, _, _ = path.partition("{")
            paths += [f"{start}{odd}" for odd in ODD]
    supervisor = house.browser("supervisor")
    wrong = []
    for path in dict.fromkeys(paths):
        answer = supervisor.http.get(path)
        if answer.status_code >= 500 or answer.status_code == 200:
            wrong.append((path[:60], answer.status_code))
    assert wrong == []


def test_bytes_that_nobody_sees_in_a_login_are_a_wrong_password(house: Served) -> None:
    answer = house.browser().post("/api/login", {"login": "sam\x00", "password": PASSWORD})
    assert answer.status_code == 401


# -- feeds


def test_so_many_feeds_from_one_address_and_no_more(tmp_path: Path) -> None:
    few = Limits(**{name: getattr(OPEN, name) for name in Limits.__struct_fields__} | {"feeds": 5, "own_feeds": 3})
    with served(tmp_path, limits=few) as room, ExitStack() as stack:

        def opened(browser: Browser) -> int:
            answer = stack.enter_context(browser.http.stream("GET", "/feed?topics=floor"))
            return answer.status_code

        strangers = [room.browser() for _ in range(7)]
        assert [opened(each) for each in strangers] == [200] * 5 + [429] * 2
        refused = strangers[0].get("/feed?topics=floor")
        assert (refused.status_code, refused.json()["error"]) == (429, "too-often")
        assert int(refused.headers["retry-after"]) > 0
        # Who is signed in has places of their own.
        dealer = room.browser("dealer")
        assert [opened(dealer) for _ in range(4)] == [200] * 3 + [429]
        assert opened(room.browser("supervisor")) == 200
        stack.close()
        room.wait(lambda: room.room.hub.followers == 0)
        assert opened(room.browser()) == 200


# -- what is measured


def test_what_is_measured_is_told_on_this_machine_and_to_who_may(house: Served) -> None:
    assert house.browser().get("/metrics").status_code == 200
    for name in ("x-forwarded-for", "forwarded", "x-real-ip"):
        headers = {name: "203.0.113.7"}
        assert house.browser().get("/metrics", headers=headers).status_code == 401
        assert house.browser("dealer").get("/metrics", headers=headers).status_code == 403
        assert house.browser("technician").get("/metrics", headers=headers).status_code == 200


def test_a_token_for_what_is_measured_opens_it_from_anywhere() -> None:
    doors = Doors(Limits(), secure=False, metrics_token="a secret of the house")
    assert doors.is_metrics_token("Bearer a secret of the house")
    assert not doors.is_metrics_token("Bearer another")
    assert not doors.is_metrics_token("a secret of the house")
    assert not Doors(Limits(), secure=False).is_metrics_token("Bearer ")


# -- names of accounts


def test_nobody_learns_the_account_of_somebody_who_sits(house: Served) -> None:
    one, other = house.browser("guest"), house.browser("guest")
    mine = one.get("/api/me").json()["id"]
    assert one.post("/api/tables/T1/sit", {"seat": 3}).status_code == 200
    assert other.post("/api/tables/T1/sit", {"seat": 4}).status_code == 200
    told: list[dict[str, Any]] = [other.frame("T1"), other.frame("T1", "public"), one.frame("T1")]
    account = mine.removeprefix("player:")
    assert account.startswith("g-")
    for frame in told:
        assert account not in json.dumps(frame)
        assert frame["seats"]["3"]["player"] == told[0]["seats"]["3"]["player"]
    page = other.get("/tables/T1", headers={"accept": "text/html"}).text
    assert account not in page
    seated = told[0]["seats"]["3"]["player"]
    # The own page knows which seat is the own.
    assert f'"id":"{seated}"' in one.get("/tables/T1", headers={"accept": "text/html"}).text.replace(" ", "")
    assert house.room.frames.seated_as("T2", mine) != seated


# -- guests who do not come back


def test_guests_who_cannot_come_back_are_forgotten_and_their_chips_are_not(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        gone, sits, stays = room.browser("guest"), room.browser("guest"), room.browser("guest")
        names = [each.get("/api/me").json()["id"] for each in (gone, sits, stays)]
        assert sits.post("/api/tables/T1/sit", {"seat": 3}).status_code == 200
        for browser in (gone, sits):
            assert browser.post("/api/logout").status_code == 200
        chips = room.floor.journal.balances(chips_of(names[0]))
        assert sum(chips.values()) > 0

        def swept() -> list[str]:
            seated = room.room.mirror.seat_of
            return run_within(room.accounts.sweep_guests(lambda player: seated(player) is not None))

        assert swept() == []
        moment = room.accounts.now
        room.accounts.now = lambda: moment() + (GUEST_DAYS + 1) * 24 * 3600 * 1_000_000
        assert swept() == [names[0]]
        room.accounts.now = moment
        left = {row[0] for row in room.accounts.store.ask("SELECT id FROM accounts WHERE login IS NULL")}
        assert left == {name.removeprefix("player:") for name in names[1:]}
        assert room.floor.journal.balances(chips_of(names[0])) == chips
        assert room.floor.broken() == []
        assert stays.get("/api/me").json()["kind"] == "guest"
