"""What comes over the line: little, compressed, and once."""

from __future__ import annotations

import gzip
import posixpath
import re

import httpx

from tests.waiting import within
from tests.web.serving import Served

FIRST_SEAT = 150_000
"""Bytes that a first seat may take, page, scripts, styles and pictures together."""

_NAMED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
_IMPORTS = re.compile(r'from "(\.[^"]+)"')


def _wire(client: httpx.Client, path: str, **headers: str) -> tuple[httpx.Headers, bytes]:
    """What a browser receives for ``path``, as it comes."""
    with client.stream(
        "GET", path, headers={"accept": "text/html,*/*", "accept-encoding": "gzip", **headers}
    ) as answer:
        assert answer.status_code == 200, path
        return answer.headers, b"".join(within(answer.iter_raw(), f"the whole of {path}"))


def test_a_first_seat_of_every_game_is_small_and_everything_it_needs_is_asked_for_at_once(room: Served) -> None:
    with httpx.Client(base_url=room.address, timeout=30) as client:
        for table in room.room.mirror.property.open:
            headers, page = _wire(client, f"/tables/{table}")
            assert headers["content-encoding"] == "gzip"
            named = set(_NAMED.findall(gzip.decompress(page).decode()))
            weight = len(page)
            for path in named:
                headers, data = _wire(client, path)
                assert headers["content-encoding"] == "gzip", path
                assert "immutable" in headers["cache-control"], path
                weight += len(data)
                if path.endswith(".js"):
                    folder = posixpath.dirname(path)
                    imported = _IMPORTS.findall(gzip.decompress(data).decode())
                    assert {posixpath.normpath(f"{folder}/{each}") for each in imported} <= named, path
            assert weight <= FIRST_SEAT, f"{table}: {weight} bytes"


def test_a_browser_that_takes_nothing_compressed_gets_files_as_they_are(room: Served) -> None:
    with httpx.Client(base_url=room.address, timeout=30, headers={"accept-encoding": "identity"}) as client:
        plain = client.get("/static/x/service/base.css")
    with httpx.Client(base_url=room.address, timeout=30) as client:
        headers, packed = _wire(client, "/static/x/service/base.css")
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed) == plain.content
    assert headers["vary"] == "accept-encoding"


def test_pages_with_a_token_in_them_and_the_feed_are_not_compressed(room: Served) -> None:
    browser = room.browser("administrator")
    for path in ("/login", "/account", "/office"):
        answer = browser.get(path, headers={"accept": "text/html", "accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers, path
    with browser.http.stream("GET", "/feed?topics=floor", headers={"accept-encoding": "gzip"}) as feed:
        assert "content-encoding" not in feed.headers


def test_style_sheets_come_as_one_and_nothing_but_style_sheets_does(room: Served) -> None:
    browser = room.browser()
    parts = [browser.get(f"/static/x/{name}").text for name in ("art/art.css", "seat/table.css")]
    assert browser.get("/static/x/styles/art.art+seat.table.css").text == "\n".join(parts)
    for odd in ("styles/.css", "styles/art.art+nowhere.table.css", "styles/seat.table.js", "styles/seat...table.css"):
        assert browser.get(f"/static/x/{odd}").status_code == 404, odd
