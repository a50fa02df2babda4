"""What the framework says of a request that it cannot read comes out in words, with the field and what to do."""

from __future__ import annotations

import pytest

from tests.web.serving import Served


@pytest.mark.parametrize(
    ("address", "body", "said"),
    [
        ("/api/tables/T3/sit", {}, "seat is missing"),
        ("/api/tables/T3/sit", {"seat": "one"}, "it is a whole number"),
        ("/api/tables/T3/sit", {"seat": 10**30}, "it is at most 16"),
        ("/api/tables/T3/sit", {"seat": 0}, "it is at least 1"),
        ("/api/tables/T3/sit", {"seat": 1, "chair": 2}, "nothing here is called chair"),
        ("/api/tables/T3/sit", [], "it is an object"),
        ("/api/me/name", {"name": "x" * 5000}, "it has at most "),
        ("/api/login", {"login": "a"}, "password is missing"),
    ],
)
def test_a_body_that_does_not_fit_is_refused_in_words(room: Served, address: str, body: object, said: str) -> None:
    browser = room.browser("guest")
    headers = {"x-csrf-token": browser.token, "accept": "application/json"}
    answer = browser.http.post(address, json=body, headers=headers)
    told = answer.json()
    assert answer.status_code in (400, 422), told
    assert said in told["message"], told
    assert "`" not in told["message"]
    assert "Expected" not in told["message"]
    assert told["remedy"] == "see /schema for what this address takes"


def test_an_address_that_does_not_fit_is_refused_in_words_on_a_page(room: Served) -> None:
    answer = room.browser("guest").http.get(
        "/lab", params={"game": "dueling", "wager": "x" * 10_000}, headers={"accept": "text/html"}
    )
    assert answer.status_code in (400, 422)
    assert "it has at most 80 characters" in answer.text
    assert "mend the address" in answer.text.lower()
    assert "Expected" not in answer.text


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"seat": "\\ud800"}', b'{"seat": 1} x'])
def test_a_body_that_is_no_json_is_refused_in_words(room: Served, body: bytes) -> None:
    browser = room.browser("guest")
    headers = {"x-csrf-token": browser.token, "content-type": "application/json", "accept": "application/json"}
    answer = browser.http.post("/api/tables/T3/sit", content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.json()["message"] == "this is no JSON that can be read"
