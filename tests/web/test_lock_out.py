"""Wrong passwords from outside are no weapon against those who work here."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from tests.web.serving import PASSWORD, Served, fresh, served

ADDRESSES = 1000


def wrong_sign_in(room: Served, source: str, token: str) -> int:
    place = urlsplit(room.address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30, source_address=(source, 0))
    body = json.dumps({"id": fresh(), "login": "sam", "password": "not the password"})
    headers = {"content-type": "application/json", "cookie": f"houseway_csrf={token}", "x-csrf-token": token}
    try:
        connection.request("POST", "/api/login", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_thousand_wrong_passwords_from_a_thousand_addresses_keep_no_supervisor_from_signing(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        console = room.browser("dealer")
        token = room.browser().token
        statuses = Counter(
            wrong_sign_in(room, f"127.{1 + number // 250}.{number % 250}.7", token) for number in range(ADDRESSES)
        )
        assert set(statuses) == {401, 429}
        assert statuses[429] > 900
        # The signature at the console is taken, and the own sign-in at the console's address works.
        fail = {"type": "fail-table", "table": "T6", "what": "a dark lamp"}
        body = {"command": fail, "signed": {"login": "sam", "password": PASSWORD}}
        signed = console.post("/api/tables/T6/supervised", body)
        assert signed.status_code == 200, signed.text
        [entry] = [each for each in room.floor.journal.read("table/T6") if each.kind == "equipment-failed"]
        assert entry.who == "sam"
        assert room.browser("supervisor").get("/api/me").json()["roles"] == ["supervisor"]


def test_wrong_signatures_at_one_console_keep_no_other_console_waiting(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        console, other = room.browser("dealer"), room.browser("technician")

        def sign(table: str, password: str) -> int:
            command = {"type": "report-malfunction", "malfunction": fresh()[:8], "table": table, "what": "dark"}
            body = {"command": command, "signed": {"login": "sam", "password": password}}
            browser = console if table == "T6" else other
            return browser.post(f"/api/tables/{table}/supervised", body).status_code

        assert [sign("T6", "not the password") for _ in range(6)] == [401] * 5 + [429]
        assert sign("T6", PASSWORD) == 429
        # A new session of the same person gives no new tries.
        console.post("/api/logout")
        console.sign_in("dan")
        assert sign("T6", PASSWORD) == 429
        assert sign("T5", PASSWORD) == 200
        assert room.browser("supervisor").get("/api/me").json()["kind"] == "staff"


def test_a_login_that_there_is_not_is_refused_and_waits_like_one_that_there_is(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        browser = room.browser()

        def story(login: str) -> list[tuple[int, str, str | None]]:
            answers = [browser.post("/api/login", {"login": login, "password": "not the one"}) for _ in range(7)]
            return [(each.status_code, each.text, each.headers.get("retry-after")) for each in answers]

        assert story("vera") == story("nobody-of-that-name")
