"""What comes over the line: little, compressed, and once."""

from __future__ import annotations

import gzip
import posixpath
import re

import httpx
import pytest

from houseway.web.http.bundles import Bundle, NotBundled
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


def test_a_script_comes_as_one_with_its_modules_and_nothing_else_does(room: Served) -> None:
    browser = room.browser()
    whole = browser.get("/static/x/scripts/seat.table.js").text
    assert "export function drawHand" in browser.get("/static/x/seat/hand_view.js").text
    assert "\nfunction drawHand" in whole and not re.search(r"^export|\bimport\(", whole, re.MULTILINE)
    # What speaks for itself by its own address stays a file, and is the only thing that is asked for besides.
    assert set(_IMPORTS.findall(whole)) == {"../service/feed.js", "../service/ids.js"}
    for odd in ("scripts/seat.js", "scripts/seat.nothing.js", "scripts/nowhere.table.js", "scripts/seat.table.css"):
        assert browser.get(f"/static/x/{odd}").status_code == 404, odd


def test_modules_run_in_the_order_of_a_browser_and_call_each_other_both_ways() -> None:
    files = {
        "a/first.js": 'import { second } from "./second.js";\n'
        'import { value as own } from "../b/third.js";\nsecond(own);\n',
        "a/second.js": 'import { told } from "../b/third.js";\nexport const second = (x) => told(x);\n',
        "b/third.js": 'import { second } from "../a/second.js";\nexport const value = 3;\nexport function told() {}\n',
    }
    text = Bundle("a/first.js", files.__getitem__).text
    assert text.index("value = 3") < text.index("const second = (x)") < text.index("second(own)")
    # The third runs before the second, whose function it may call when there is one.
    assert "const second = (...given) =>" in text and "value: own" in text
    files["a/second.js"] = files["a/second.js"].replace("(x) => told(x)", "told(1)")
    with pytest.raises(NotBundled, match="second"):
        Bundle("a/first.js", files.__getitem__)


@pytest.mark.parametrize(
    "line", ['await import("./x.js");', "export default 3;", "export let late = 1;", 'export * from "./x.js";']
)
def test_a_form_of_import_or_export_that_is_not_known_is_refused_by_name(line: str) -> None:
    with pytest.raises(NotBundled, match=r"a/first\.js"):
        Bundle("a/first.js", {"a/first.js": f"const a = 1;\n{line}\n"}.__getitem__)
