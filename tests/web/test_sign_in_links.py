"""A person sets the own password with a link that serves once, and nobody else ever knows it; on either engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway.accounts.links import LINK_HOURS
from houseway.accounts.on_the_books import on_the_books
from houseway.floor.auditing.account_story import audit_accounts
from houseway.web.live.room import now
from tests.postgres import schema_url
from tests.web.office import look
from tests.web.serving import PASSWORD, Browser, Served, served

HOUR = 3_600_000_000


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("links")
    url = None if request.param == "sqlite" else schema_url(request.getfixturevalue("server"))
    with served(folder, url=url, seals=folder / "seals") as found:
        yield found


def hire(room: Served, person: str, role: str = "dealer") -> None:
    """Somebody new, added by two people."""
    command = {"type": "add-person", "person": {"id": person, "name": person.title(), "roles": [role]}}
    proposed = room.browser("administrator").post("/api/proposals", {"command": command}).json()
    approved = room.browser("accounting").post(f"/api/proposals/{proposed['id']}/approve")
    assert approved.status_code == 200, approved.text


def invited(room: Served, person: str) -> dict[str, Any]:
    hire(room, person)
    made = room.browser("administrator").post("/api/accounts/invite", {"person": person, "login": person})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def token_of(made: dict[str, Any]) -> str:
    path, _, token = made["link"].partition("#")
    assert path == "/enrol"
    return str(token)


def approved(room: Served, made: dict[str, Any]) -> Browser:
    """Somebody of accounting signs for a link in their own session."""
    second = room.browser("accounting")
    answer = second.post(f"/api/proposals/{made['proposal']}/approve")
    assert answer.status_code == 200, answer.text
    return second


def code_for(second: Browser, person: str) -> str:
    [code] = [each["code"] for each in second.get("/api/me/link-codes").json() if each["person"] == person]
    return str(code)


def use(browser: Browser, token: str, code: str = "", password: str = PASSWORD) -> tuple[int, str]:
    answer = browser.post("/api/enrol", {"token": token, "code": code, "password": password})
    return answer.status_code, answer.json().get("error", "")


def entries_of(room: Served, person: str) -> list[tuple[str, str, str | None]]:
    found = room.floor.journal.read("property")
    return [(e.kind, e.who, e.data.get("second")) for e in found if e.data.get("person") == person]


def findings(room: Served) -> list[str]:
    store, journal = room.accounts.store, room.floor.journal
    return [each.what for each in audit_accounts(journal, lambda: on_the_books(store), journal.seal_book).findings]


def test_a_person_sets_a_password_that_nobody_else_ever_knew_with_a_link_that_two_people_made(room: Served) -> None:
    made = invited(room, "eve")
    assert made["state"] == "waits"
    token, eve = token_of(made), room.browser()
    # Before a second person signed the link opens nothing, and the login has no password at all.
    assert use(eve, token) == (422, "bad-link")
    assert eve.post("/api/login", {"login": "eve", "password": PASSWORD}).status_code == 401
    second = approved(room, made)
    code = code_for(second, "eve")
    assert code in look(second, "/account")
    # Whoever has the link has no code, and whoever has the code has no link.
    assert room.browser("administrator").get("/api/me/link-codes").json() == []
    assert use(room.browser(), token) == (422, "bad-link")
    assert eve.post("/api/enrol/look", {"token": token}).json()["code-from"] == "ann"
    # A password that anybody would try uses nothing up.
    assert use(eve, token, code, "password1234") == (422, "bad-account")
    assert use(eve, token, code.lower().replace("-", " ")) == (200, "")
    assert eve.get("/api/me").json()["roles"] == ["dealer"]
    # It serves once, for whoever finds it.
    assert use(room.browser(), token, code) == (422, "bad-link")
    room.browser().sign_in("eve")
    assert second.get("/api/me/link-codes").json() == []
    assert entries_of(room, "eve") == [
        ("account-made", "ada", None),
        ("sign-in-link-made", "ada", "ann"),
        ("sign-in-link-used", "eve", None),
    ]
    assert findings(room) == []
    kept = b"".join(entry.body for entry in room.floor.journal.read("property"))
    assert token.encode() not in kept
    assert code.encode() not in kept
    assert room.accounts.store.ask("SELECT 1 FROM links WHERE hash = ? OR id = ?", token, token) == []


def test_a_lost_password_comes_back_by_two_people_and_the_old_one_works_until_then(room: Served) -> None:
    supervisor, ada = room.browser("supervisor"), room.browser("administrator")
    [sam] = [each["id"] for each in ada.get("/api/accounts").json() if each["login"] == "sam"]
    signed = {"login": "ann", "password": PASSWORD}
    made = ada.post(f"/api/accounts/{sam}/link", {"signed": signed}).json()
    assert made["state"] == "open"
    room.browser().sign_in("sam")
    code = code_for(room.browser("accounting"), "sam")
    anew = room.browser()
    assert use(anew, token_of(made), code, "another long password") == (200, "")
    # Every session from before has ended, and the new password is the only one.
    assert supervisor.get("/api/me").json()["kind"] == "nobody"
    assert room.browser().post("/api/login", {"login": "sam", "password": PASSWORD}).status_code == 401
    assert anew.post("/api/me/password", {"old": "another long password", "new": PASSWORD}).status_code == 200
    assert findings(room) == []


def test_nobody_makes_a_link_alone_once_two_have_logins_nor_one_for_the_own_account(room: Served) -> None:
    ada = room.browser("administrator")
    accounts = {each["login"]: each["id"] for each in ada.get("/api/accounts").json()}
    refused = ada.post(f"/api/accounts/{accounts['ada']}/link")
    assert (refused.status_code, refused.json()["error"]) == (403, "not-permitted")
    assert ada.post(f"/api/accounts/{accounts['pat']}/link").status_code == 403
    made = ada.post(f"/api/accounts/{accounts['vera']}/link").json()
    assert made["state"] == "waits"
    own = ada.post(f"/api/proposals/{made['proposal']}/approve")
    assert (own.status_code, own.json()["error"]) == (403, "not-permitted")
    for role in ("technician", "dealer", "regulator"):
        assert room.browser(role).post(f"/api/proposals/{made['proposal']}/approve").status_code == 403
    # A command by itself puts no link on record.
    command = {"type": "make-sign-in-link", "person": "vera", "link": "l-1", "until": now() + HOUR}
    assert ada.post("/api/commands", {"command": command}).status_code == 403
    assert ada.post("/api/proposals", {"command": command}).status_code == 403


def test_a_link_ends_after_two_days_and_with_its_account_and_wrong_codes_wait_longer_each_time(room: Served) -> None:
    made = invited(room, "finn")
    code, token = code_for(approved(room, made), "finn"), token_of(made)
    tried = [use(room.browser(), token, "AAAA-AAAA")[0] for _ in range(6)]
    assert tried == [422] * 5 + [429]
    # Not even the right code is looked at meanwhile; the login of nobody waits for it.
    assert use(room.browser(), token, code)[0] == 429
    accounts = room.accounts
    accounts.store.ask("DELETE FROM tries")
    clock, late = accounts.now, now() + (LINK_HOURS + 1) * HOUR
    accounts.now = lambda: late
    try:
        answer = room.browser().post("/api/enrol/look", {"token": token})
    finally:
        accounts.now = clock
    assert "expired" in answer.json()["message"]
    ada = room.browser("administrator")
    [finn] = [each["id"] for each in ada.get("/api/accounts").json() if each["login"] == "finn"]
    assert ada.post(f"/api/accounts/{finn}/close").status_code == 200
    assert use(room.browser(), token, code) == (422, "bad-link")


def test_a_link_that_was_put_into_the_tables_or_changed_there_opens_nothing(room: Served) -> None:
    made = invited(room, "gus")
    code, token = code_for(approved(room, made), "gus"), token_of(made)
    store = room.accounts.store
    # Whoever can write the tables has a link of an open one's id, or one of no record: the journal has neither.
    gus = "account = (SELECT id FROM accounts WHERE person = 'gus')"
    store.ask(f"UPDATE links SET until = until + 1 WHERE {gus}")
    assert use(room.browser(), token, code) == (409, "wrong-state")
    store.ask(f"UPDATE links SET until = until - 1, id = 'l-other', signed_by = '' WHERE {gus}")
    assert use(room.browser(), token) == (409, "wrong-state")
    assert room.browser().post("/api/login", {"login": "gus", "password": PASSWORD}).status_code == 401


def test_the_sign_in_page_names_the_command_that_brings_a_login_back(room: Served) -> None:
    assert "houseway account link LOGIN" in look(room.browser(), "/login")
    hire(room, "ivy")
    people = look(room.browser("administrator"), "/office/people")
    assert "Make a login" in people
    assert "New sign-in link" in people
