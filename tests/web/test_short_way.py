"""Commands that a whole table waits for go past the framework, and nobody who sends them can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.types import HTTPScope, Send

from houseway.web import app
from houseway.web.http.security import BODY, Limits
from houseway.web.service.gate import Gate
from houseway.web.service.short_way import ShortWay
from tests.web.serving import OPEN, Browser, Served, fresh, served

LONG = {"content-type": "application/json; charset=utf-8"}
"""What is not plainly JSON goes the long way."""


class Ways(NamedTuple):
    """The requests that were answered past the framework, by their names."""

    answered: list[str]

    def short(self, sent: httpx.Response) -> bool:
        """Whether this was one of them."""
        return sent.headers["x-request-id"] in self.answered


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> Ways:
    found = Ways([])
    dressed = Gate.dressed

    class Noting(ShortWay):
        async def _answer(self, scope: HTTPScope, send: Send, body: bytes) -> None:
            headers = dict(dressed(self._gate, scope, 200, ()))
            found.answered.append(headers[b"x-request-id"].decode())
            await super()._answer(scope, send, body)

    monkeypatch.setattr(app, "ShortWay", Noting)
    return found


@pytest.fixture
def fresh_room(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as room:
        yield room


@pytest.fixture(scope="module")
def refused(room: Served) -> Browser:
    """A guest who is asked for wagers, and places none that count."""
    return seated(room)


def seated(room: Served) -> Browser:
    """A guest who is asked for wagers."""
    browser = room.browser()
    assert browser.post("/api/tables/T4/sit", {"seat": 6}).status_code == 200
    room.until(lambda: room.room.mirror.table("T4").live is not None)
    return browser


def due(browser: Browser) -> dict[str, Any]:
    frame = browser.frame("T4")
    return {"id": fresh(), "round": frame["round"], "step": frame["step"], "answer": {"player": 500}}


def answer(
    browser: Browser, body: dict[str, Any] | bytes, headers: dict[str, str] | None = None, what: str = "T4/answers"
) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    said = {"content-type": "application/json", "x-csrf-token": browser.token, **(headers or {})}
    return browser.http.post(f"/api/tables/{what}", content=content, headers=said)


def told(sent: httpx.Response) -> tuple[int, Any, dict[str, str]]:
    """What an answer says, but for the names and times that are of each alone."""
    own = ("x-request-id", "date")
    return sent.status_code, sent.json(), {name: value for name, value in sent.headers.items() if name not in own}


def test_an_answer_passes_the_framework_by_and_reads_the_same(ways: Ways, fresh_room: Served) -> None:
    browser = seated(fresh_room)
    body = due(browser)
    first = answer(browser, body)
    assert first.status_code == 200, first.text
    assert ways.short(first)
    # Sent again with the same id, once each way: what was answered is answered again.
    again, longer = answer(browser, body), answer(browser, body, LONG)
    assert not ways.short(longer)
    assert told(first) == told(again) == told(longer)
    assert first.headers["x-request-id"] != longer.headers["x-request-id"]


def test_a_press_passes_the_framework_by_too(ways: Ways, fresh_room: Served) -> None:
    dealer = fresh_room.browser("dealer")
    body = {"id": fresh(), "round": fresh_room.room.mirror.table("T6").round + 1, "picture": {"1": [3]}}
    first = answer(dealer, body, what="T6/tabulate")
    assert first.status_code == 200, first.text
    assert ways.short(first)
    assert told(first) == told(answer(dealer, body, LONG, what="T6/tabulate"))


def test_both_ways_are_measured_as_one_route(ways: Ways, fresh_room: Served) -> None:
    browser = seated(fresh_room)
    body = due(browser)
    assert ways.short(answer(browser, body))
    answer(browser, body, LONG)
    lines = browser.get("/metrics").text.splitlines()
    measured = [line for line in lines if line.startswith("houseway_requests_total") and "/answers" in line]
    assert [line.rpartition(" ")[2] for line in measured] == ["2.0"], measured


REFUSED: dict[str, dict[str, Any]] = {
    "a step that is over": {"step": 99},
    "another's seat": {"seat": 1},
    "no round": {"round": 2**53},
    "a wager that is none": {},
    "a field too many": {"more": 1},
    "text for a number": {"round": "none"},
    "a number written as text": {"round": "1"},
    "no id": {"id": ""},
    "an id that is none": {"id": "?"},
}


@pytest.mark.parametrize("changed", REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_reads_the_same_both_ways(refused: Browser, changed: dict[str, Any]) -> None:
    body = due(refused) | {"answer": {"nothing": 500}} | changed
    short, long = told(answer(refused, body)), told(answer(refused, body, LONG))
    assert short == long
    assert short[0] >= 400


@pytest.mark.parametrize("content", [b"", b"{", b"null", b'"\xff"', b"[" * 10_000, b" " * (BODY + 1)])
def test_what_cannot_be_read_is_refused_the_same_both_ways(refused: Browser, content: bytes) -> None:
    short, long = told(answer(refused, content)), told(answer(refused, content, LONG))
    assert short == long
    assert short[0] >= 400


def test_without_its_own_token_nothing_is_done(fresh_room: Served) -> None:
    browser, other = seated(fresh_room), fresh_room.browser("guest")
    body = due(browser)
    for token in ("", "0" * 96, other.token):
        assert answer(browser, body, {"x-csrf-token": token}).status_code == 403
    stranger = other.token
    browser.http.cookies.delete("houseway_csrf")
    browser.http.cookies.set("houseway_csrf", stranger)
    assert answer(browser, body).status_code == 403
    assert fresh_room.floor.journal.command(f"web:{body['id']}") is None
    assert browser.frame("T4")["step"] == body["step"]


def test_a_session_that_was_ended_answers_nothing_more(ways: Ways, fresh_room: Served) -> None:
    browser = seated(fresh_room)
    body = due(browser)
    kept = dict(browser.http.cookies)
    assert browser.post("/api/logout").status_code == 200
    browser.http.cookies.clear()
    for name, value in kept.items():
        browser.http.cookies.set(name, value)
    refused = answer(browser, body)
    assert told(refused) == told(answer(browser, body, LONG))
    assert (refused.status_code, refused.json()["error"]) == (401, "not-signed-in")


def test_a_regulator_presses_nothing_either_way(room: Served) -> None:
    browser = room.browser("regulator")
    body = {"id": fresh(), "round": 1, "picture": {}}
    short, long = (told(answer(browser, body, headers, what="T6/tabulate")) for headers in ({}, LONG))
    assert short == long
    assert short[0] == 403


def test_each_command_counts_once_against_the_limit(tmp_path: Path) -> None:
    limits = Limits(**{name: getattr(OPEN, name) for name in OPEN.__struct_fields__} | {"commands": (4, 0.001)})
    with served(tmp_path, limits=limits) as room:
        # Sitting down is the first command, of the address; those of the guest are counted by themselves.
        browser = seated(room)
        body = due(browser) | {"step": 99}
        assert [answer(browser, body).status_code for _ in range(5)] == [409, 409, 409, 409, 429]


def test_a_body_in_pieces_goes_the_long_way(ways: Ways, fresh_room: Served) -> None:
    browser = seated(fresh_room)
    data = json.dumps(due(browser)).encode()

    def pieces() -> Iterator[bytes]:
        yield data[:10]
        yield data[10:]

    said = {"content-type": "application/json", "x-csrf-token": browser.token}
    sent = browser.http.post("/api/tables/T4/answers", content=pieces(), headers=said)
    assert sent.status_code == 200, sent.text
    assert not ways.short(sent)
