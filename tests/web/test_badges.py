"""A supervisor who is called signs at the dealer's console with a badge and a PIN that nobody else enrolled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway.accounts.on_the_books import on_the_books
from houseway.floor.auditing.account_story import audit_accounts
from tests.postgres import schema_url
from tests.web.office import look
from tests.web.serving import PASSWORD, Browser, Served, fresh, served

BADGE, PIN = "SN-4711 0815", "394817"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("badges")
    url = None if request.param == "sqlite" else schema_url(request.getfixturevalue("server"))
    with served(folder, url=url, seals=folder / "seals") as found:
        yield found


def enrol(browser: Browser, badge: str = BADGE, pin: str = PIN, password: str = PASSWORD) -> tuple[int, str]:
    answer = browser.post("/api/me/badge", {"password": password, "badge": badge, "pin": pin})
    return answer.status_code, answer.json().get("error", "")


def sign(browser: Browser, signed: dict[str, Any], table: str = "T6") -> tuple[int, str]:
    """Report that something is broken, which a dealer does under a supervisor."""
    command = {"type": "report-malfunction", "malfunction": fresh()[:8], "table": table, "what": "dark"}
    answer = browser.post(f"/api/tables/{table}/supervised", {"command": command, "signed": signed})
    return answer.status_code, answer.json().get("error", "")


def by_badge(browser: Browser, pin: str = PIN, badge: str = BADGE) -> tuple[int, str]:
    return sign(browser, {"badge": badge, "pin": pin})


def last_signers(room: Served) -> tuple[str, str | None]:
    *_, entry = [each for each in room.floor.journal.read("property") if each.kind == "malfunction-found"]
    return entry.who, entry.data.get("second")


def findings(room: Served) -> list[str]:
    store, journal = room.accounts.store, room.floor.journal
    return [each.what for each in audit_accounts(journal, lambda: on_the_books(store), journal.seal_book).findings]


def test_a_badge_signs_for_its_person_at_a_signed_in_console_and_nowhere_else(room: Served) -> None:
    supervisor, dealer = room.browser("supervisor"), room.browser("dealer")
    # Only its person enrols it, with the own password.
    assert enrol(supervisor, password="not the password") == (401, "wrong-password")
    assert enrol(supervisor, pin="123456") == (422, "bad-account")
    assert by_badge(dealer) == (401, "wrong-pin")
    assert enrol(supervisor) == (200, "")
    assert enrol(room.browser("surveillance"), pin="802715") == (422, "bad-account")
    # A scanner that sends other marks reads the same badge.
    assert sign(dealer, {"badge": "%sn47110815?", "pin": PIN}) == (200, "")
    assert "sam" in last_signers(room)
    # Neither at the sign-in, nor in the session of somebody who stands at no table.
    assert room.browser().post("/api/login", {"login": BADGE, "password": PIN}).status_code == 401
    for role in ("technician", "accounting", "surveillance"):
        assert by_badge(room.browser(role)) == (403, "not-permitted")
    device = {"kind": "panel", "table": "T5", "name": "Panel", "signed": {"badge": BADGE, "pin": PIN}}
    assert room.browser("technician").post("/api/devices", device).status_code == 403
    # One's own badge is no second person.
    assert by_badge(supervisor) == (403, "not-permitted")
    [kept] = room.accounts.store.ask("SELECT badge, pin FROM accounts WHERE person = 'sam'")
    assert "4711" not in kept[0]
    assert kept[1].startswith("$argon2id$")
    journal = b"".join(entry.body for entry in room.floor.journal.read("property"))
    assert PIN.encode() not in journal
    assert findings(room) == []
    room.accounts.store.ask("UPDATE accounts SET pin = password WHERE person = 'sam'")
    assert any("sam" in found for found in findings(room))
    room.accounts.store.ask("UPDATE accounts SET pin = ? WHERE person = 'sam'", kept[1])


def test_wrong_pins_wait_by_console_and_everywhere_and_never_lock_the_login(room: Served) -> None:
    consoles = [room.browser("dealer"), room.browser("supervisor")]
    vera = room.browser("surveillance")
    assert enrol(vera, "V-2000", PIN) == (200, "")
    tries = [by_badge(consoles[0], "999999", "V-2000")[0] for _ in range(6)]
    assert tries == [401] * 5 + [429]
    # The right PIN waits there too; another console and the login do not.
    assert by_badge(consoles[0], PIN, "V-2000") == (429, "too-often")
    assert by_badge(consoles[1], PIN, "V-2000")[0] == 200
    room.browser("surveillance")
    password = {"login": "vera", "password": PASSWORD}
    assert sign(consoles[0], password)[0] == 200
    # Enrolled anew with the password, it signs again.
    assert enrol(vera, "V-2000", "519283") == (200, "")
    assert by_badge(consoles[1], "519283", "V-2000")[0] == 200
    assert by_badge(consoles[1], PIN, "V-2000") == (401, "wrong-pin")


def test_a_badge_is_revoked_by_its_person_or_an_administrator_and_on_record(room: Served) -> None:
    ann, ada = room.browser("accounting"), room.browser("administrator")
    accounts = {each["login"]: each for each in ada.get("/api/accounts").json()}
    assert enrol(ann, "A-3000", PIN) == (200, "")
    refused = room.browser("dealer").post(f"/api/accounts/{accounts['ann']['id']}/badge/revoke")
    assert refused.status_code == 403
    assert "Revoke the badge" in look(ada, "/office/people")
    assert ada.post(f"/api/accounts/{accounts['ann']['id']}/badge/revoke").json()["badge"] is False
    assert ada.post(f"/api/accounts/{accounts['ann']['id']}/badge/revoke").status_code == 422
    assert enrol(ann, "A-3000", PIN) == (200, "")
    assert ann.post("/api/me/badge/revoke").json()["badge"] is False
    assert by_badge(room.browser("dealer"), PIN, "A-3000") == (401, "wrong-pin")
    kinds = [
        (entry.kind, entry.who)
        for entry in room.floor.journal.read("property")
        if entry.kind.startswith("badge") and entry.data["person"] == "ann"
    ]
    assert kinds == [
        ("badge-enrolled", "ann"),
        ("badge-revoked", "ada"),
        ("badge-enrolled", "ann"),
        ("badge-revoked", "ann"),
    ]
    assert findings(room) == []
