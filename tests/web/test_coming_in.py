"""Coming in and signing: sign-in links, badges, authenticators, sessions and devices, on either engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from houseway.accounts.credentials.authenticator import RECOVERY_CODES, STEP, code_at
from houseway.accounts.credentials.links import LINK_HOURS
from houseway.accounts.on_the_books import on_the_books
from houseway.floor import command_index as c
from houseway.floor.auditing.account_story import audit_accounts
from houseway.web.live.room import now
from tests.postgres import schema_url
from tests.waiting import joined
from tests.web.office import PAGE, do, look
from tests.web.qr_reading import read_qr
from tests.web.serving import PASSWORD, Browser, Served, events, fresh, served

SECOND = 1_000_000
HOUR = 3600 * SECOND
BADGE, PIN = "SN-4711 0815", "394817"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One room for all of it: each test leaves the staff as it found them."""
    folder = tmp_path_factory.mktemp("doors")
    url = None if request.param == "sqlite" else schema_url(request.getfixturevalue("server"))
    with served(folder, url=url, seals=folder / "seals") as found:
        yield found


# -- sign-in links


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


def at_once(room: Served, address: str, bodies: list[dict[str, Any]]) -> list[int]:
    """What an administrator is answered who sends all of these at the same moment."""
    browsers = [room.browser("administrator") for _ in bodies]
    together = threading.Barrier(len(bodies))

    def send(browser: Browser, body: dict[str, Any]) -> int:
        together.wait(60)
        return browser.post(address, body).status_code

    with ThreadPoolExecutor(len(bodies)) as pool:
        return list(pool.map(send, browsers, bodies, timeout=60))


def test_an_account_changes_but_once_however_often_it_is_asked_at_one_moment(room: Served) -> None:
    hire(room, "hal")
    logins = [{"person": "hal", "login": login} for login in ("hal", "hal", "hal.t", "hal.t", "h.al") * 2]
    made = at_once(room, "/api/accounts/invite", logins)
    assert sorted(set(made)) in ([201], [201, 409], [201, 409, 422], [201, 422])
    assert made.count(201) == 1
    assert [kind for kind, *_ in entries_of(room, "hal")].count("account-made") == 1
    assert findings(room) == []
    [hal] = [each for each in room.browser("administrator").get("/api/accounts").json() if each["person"] == "hal"]
    for change in ("close", "open", "password", "close"):
        answers = at_once(room, f"/api/accounts/{hal['id']}/{change}", [{}] * 8)
        assert 200 in answers
        assert set(answers) <= {200, 409}
        assert findings(room) == []


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
    assert eve.post("/api/enrol/look", {"token": token}).json()["code-from"] == "Ann Kowalski"
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


# -- badges


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


# -- authenticators


def enrolled(room: Served, browser: Browser) -> tuple[str, list[str]]:
    """The secret of an authenticator that somebody enrolled, and the recovery codes."""
    made = browser.post("/api/me/authenticator").json()
    assert made["secret"] in made["address"]
    assert read_qr(made["picture"]) == made["address"], "a camera reads the same key"
    body = {"secret": made["secret"], "password": PASSWORD}
    wrong = browser.post("/api/me/authenticator/enrol", {**body, "code": "000000"})
    assert (wrong.status_code, wrong.json()["error"]) == (401, "wrong-code")
    code = code_at(made["secret"], room.accounts.now() // SECOND // STEP)
    answer = browser.post("/api/me/authenticator/enrol", {**body, "code": code})
    assert answer.status_code == 200, answer.text
    return made["secret"], answer.json()["recovery"]


def sign_in(room: Served, login: str, code: str = "") -> tuple[int, str]:
    answer = room.browser().post("/api/login", {"login": login, "password": PASSWORD, "code": code})
    return answer.status_code, answer.json().get("error", "")


def later(room: Served, steps: int) -> str:
    """The code of a later step, on a clock that is set to it."""
    at = now() + steps * STEP * SECOND
    room.accounts.now = lambda: at
    return str(at // SECOND // STEP)


def test_a_code_serves_once_and_a_recovery_code_too(room: Served) -> None:
    supervisor = room.browser("supervisor")
    secret, recovery = enrolled(room, supervisor)
    assert len(set(recovery)) == RECOVERY_CODES
    assert sign_in(room, "sam") == (401, "code-needed")
    assert room.browser().post("/api/login", {"login": "sam", "password": "wrong", "code": "1"}).json()["error"] == (
        "wrong-password"
    )
    clock = room.accounts.now
    try:
        code = code_at(secret, int(later(room, 5)))
        assert sign_in(room, "sam", "000000") == (401, "wrong-code")
        assert sign_in(room, "sam", code) == (200, "")
        # Seen over the shoulder, it is of no use, nor is one of the step before.
        assert sign_in(room, "sam", code) == (401, "wrong-code")
        assert sign_in(room, "sam", code_at(secret, room.accounts.now() // SECOND // STEP - 1)) == (401, "wrong-code")
        # A signature by password at a console takes one as well.
        dealer = room.browser("dealer")
        fresh = code_at(secret, int(later(room, 6)))
        command = {"type": "report-malfunction", "malfunction": "m-totp", "table": "T6", "what": "dark"}
        for given, status in ((fresh, 200), ("", 401), (fresh, 401)):
            signed = {"login": "sam", "password": PASSWORD, "code": given}
            body: dict[str, Any] = {"command": {**command, "malfunction": f"m-{status}-{given}"[:12]}, "signed": signed}
            assert dealer.post("/api/tables/T6/supervised", body).status_code == status
        assert sign_in(room, "sam", recovery[0].lower()) == (200, "")
        assert sign_in(room, "sam", recovery[0]) == (401, "wrong-code")
    finally:
        room.accounts.now = clock
    assert f"{RECOVERY_CODES - 1} recovery codes are left" in look(supervisor, "/account")
    browser = room.browser()
    fields = {"login": "sam", "password": PASSWORD, "_csrf_token": browser.token}
    page = browser.http.post("/login", data=fields, headers=PAGE)
    assert page.status_code == 401
    assert "The six digits of your authenticator" in page.text
    [kept] = room.accounts.store.ask("SELECT COUNT(*) FROM recovery_codes WHERE hash = ?", recovery[1])
    assert kept[0] == 0
    assert findings(room) == []
    store = room.accounts.store
    store.ask("UPDATE accounts SET codes = NULL WHERE person = 'sam'")
    assert ["the account of sam is as it was before the last change" in each for each in findings(room)] == [True]
    store.ask("UPDATE accounts SET codes = ? WHERE person = 'sam'", secret)
    body = {"password": PASSWORD, "code": recovery[2]}
    assert supervisor.post("/api/me/authenticator/remove", body).json()["codes"] is False
    assert sign_in(room, "sam") == (200, "")
    told = [entry.kind for entry in room.floor.journal.read("property") if entry.kind.startswith("authenticator")]
    assert told == ["authenticator-enrolled", "authenticator-removed"]


def test_a_role_that_needs_an_authenticator_does_nothing_before_it_is_enrolled(room: Served) -> None:
    accounting = room.browser("accounting")
    do(room, c.ChangeSettings(settings={"authenticator-roles": ["accounting"]}), "ada", "sam")
    for path in ("/api/property", "/api/proposals"):
        refused = accounting.get(path)
        assert (refused.status_code, refused.json()["error"]) == (403, "not-permitted")
        assert "/api/me/authenticator" in refused.json()["remedy"]
    moved = accounting.get("/office", headers=PAGE)
    assert (moved.status_code, moved.headers["location"]) == (303, "/account")
    assert "Your role signs in with an authenticator" in look(accounting, "/account")
    # Nor does a password alone sign at somebody's console.
    device = {"kind": "panel", "table": "T5", "name": "Panel", "signed": {"login": "ann", "password": PASSWORD}}
    assert room.browser("technician").post("/api/devices", device).status_code == 403
    assert room.browser("supervisor").get("/api/property").status_code == 200
    enrolled(room, accounting)
    assert accounting.get("/api/property").status_code == 200
    assert "Your role signs in" not in look(accounting, "/account")
    clock = room.accounts.now
    try:
        [[secret]] = room.accounts.store.ask("SELECT codes FROM accounts WHERE person = 'ann'")
        body = {"password": PASSWORD, "code": code_at(secret, int(later(room, 9)))}
        refused = accounting.post("/api/me/authenticator/remove", body)
    finally:
        room.accounts.now = clock
    assert (refused.status_code, refused.json()["error"]) == (409, "wrong-state")
    do(room, c.ChangeSettings(settings={"authenticator-roles": []}), "ada", "sam")
    clock_of_next = now() + 12 * STEP * SECOND
    room.accounts.now = lambda: clock_of_next
    try:
        body = {"password": PASSWORD, "code": code_at(secret, clock_of_next // SECOND // STEP)}
        assert accounting.post("/api/me/authenticator/remove", body).status_code == 200
    finally:
        room.accounts.now = clock


# -- sessions and devices


def sessions(browser: Browser, path: str = "/api/me/sessions") -> list[dict[str, Any]]:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def following(room: Served, browser: Browser) -> threading.Thread:
    """A feed of the dealer's side that somebody follows until it ends."""
    cookies = dict(browser.http.cookies)
    begun = threading.Event()

    def follow() -> None:
        url, topics = f"{room.address}/feed", {"topics": "table/T5/dealer"}
        with httpx.stream("GET", url, params=topics, cookies=cookies, timeout=120) as answer:
            for _ in events(answer.iter_lines()):
                begun.set()

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    assert begun.wait(60), "the feed never began"
    return thread


def test_somebody_sees_the_own_sessions_and_ends_one_or_all_others(room: Served) -> None:
    windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
    here, there, phone = room.browser(), room.browser(), room.browser()
    here.http.headers["user-agent"] = windows
    phone.http.headers["user-agent"] = "Mozilla/5.0 (iPhone; like Mac OS X) Version/18.0 Safari/604.1"
    for browser in (here, there, phone):
        browser.sign_in("vera")
        if browser is here:
            assert here.post("/api/me/sessions/end-others").status_code == 200
    found = sessions(here)
    assert {each["device"] for each in found} == {"Chrome on Windows", "Safari on iPhone", "python-httpx"}
    assert {each["address"] for each in found} == {"127.0.0.1"}
    assert [each["device"] for each in found if each["own"]] == ["Chrome on Windows"]
    assert "Chrome on Windows" in look(here, "/account")
    [other] = [each["session"] for each in found if each["device"] == "Safari on iPhone"]
    # Nobody ends somebody else's as the own.
    assert room.browser("dealer").post(f"/api/me/sessions/{other}/end").status_code == 404
    assert here.post(f"/api/me/sessions/{other}/end").json() == {"ended": 1}
    assert phone.get("/api/me").json()["kind"] == "nobody"
    assert here.post("/api/me/sessions/end-others").json() == {"ended": 1}
    assert there.get("/api/me").json()["kind"] == "nobody"
    assert [each["own"] for each in sessions(here)] == [True]


def test_an_administrator_ends_anybodys_session_and_its_open_feed_closes(room: Served) -> None:
    dealer, ada = room.browser("dealer"), room.browser("administrator")
    assert dealer.post("/api/me/sessions/end-others").status_code == 200
    watching = following(room, dealer)
    [dan] = [each["session"] for each in sessions(ada, "/api/sessions") if each["person"] == "dan"]
    assert "Signed in now" in look(ada, "/office/people")
    assert dealer.post(f"/api/sessions/{dan}/end").status_code == 403
    assert ada.post(f"/api/sessions/{dan}/end").json() == {"ended": 1}
    joined(watching, "the feed of a session that was ended")
    refused = dealer.post("/api/tables/T5/note", {"clause": "dealing 1"})
    assert refused.status_code in (401, 403)
    assert ada.post(f"/api/sessions/{dan}/end").status_code == 404


def test_every_feed_of_an_account_closes_when_it_is_closed(room: Served) -> None:
    supervisor, ada = room.browser("supervisor"), room.browser("administrator")
    watching = following(room, supervisor)
    [sam] = [each["id"] for each in ada.get("/api/accounts").json() if each["login"] == "sam"]
    assert ada.post(f"/api/accounts/{sam}/close").status_code == 200
    joined(watching, "the feed of an account that was closed")
    assert ada.post(f"/api/accounts/{sam}/open").status_code == 200


def test_what_is_done_in_a_session_that_is_ended_meanwhile_is_refused_and_not_half_done(room: Served) -> None:
    dealer, ada = room.browser("dealer"), room.browser("administrator")
    accounts, matches = room.accounts, room.accounts.matches
    heads = room.floor.journal.heads()

    async def ended_meanwhile(hashed: str | None, password: str) -> bool:
        # While the supervisor's password is looked at, somebody ends the dealer's session.
        await accounts.ask("DELETE FROM sessions WHERE account = (SELECT id FROM accounts WHERE person = 'dan')")
        return await matches(hashed, password)

    command = {"type": "fail-table", "table": "T6", "what": "dark"}
    body = {"command": command, "signed": {"login": "sam", "password": PASSWORD}}
    accounts.matches = ended_meanwhile  # type: ignore[method-assign]
    try:
        refused = dealer.post("/api/tables/T6/supervised", body)
    finally:
        accounts.matches = matches  # type: ignore[method-assign]
    assert (refused.status_code, refused.json()["error"]) == (401, "session-ended")
    assert "nothing was done" in refused.json()["message"]
    assert "sign in" in refused.json()["remedy"]
    assert room.floor.journal.heads() == heads
    # An approval that was on its way waits again.
    stop = {"type": "change-settings", "settings": {"authenticator-roles": []}}
    proposed = ada.post("/api/proposals", {"command": stop}).json()
    ann = room.browser("accounting")
    proposals_read = accounts.ask

    async def ask(sql: str, *values: Any) -> Any:
        if "UPDATE proposals SET state" in sql and values[0] == "approved":
            gone = "DELETE FROM sessions WHERE account = (SELECT id FROM accounts WHERE person = 'ann')"
            await proposals_read(gone)
        return await proposals_read(sql, *values)

    accounts.ask = ask  # type: ignore[method-assign]
    try:
        late = ann.post(f"/api/proposals/{proposed['id']}/approve")
    finally:
        accounts.ask = proposals_read  # type: ignore[method-assign]
    assert (late.status_code, late.json()["error"]) == (401, "session-ended")
    assert ada.get(f"/api/proposals/{proposed['id']}").json()["state"] == "open"
    assert room.floor.journal.heads() == heads


def test_a_device_is_shown_with_its_last_word_and_release_and_silent_ones_first(room: Served) -> None:
    quiet, speaks = (room.device("panel", "T5", name) for name in ("Quiet panel", "Speaking panel"))
    device = room.browser()
    device.http.headers.update({"authorization": f"Device {speaks['key']}", "x-device-release": "0.1.9"})
    assert device.get("/api/devices/me").status_code == 200
    found = {each["id"]: each for each in room.browser("technician").get("/api/devices").json()}
    assert (found[quiet["id"]]["seen"], found[quiet["id"]]["version"]) == (None, "")
    first = found[speaks["id"]]
    assert first["version"] == "0.1.9"
    assert first["seen"] > first["created"]
    page = look(room.browser("technician"), "/office/devices")
    assert page.index("Quiet panel") < page.index("Speaking panel")
    assert "never spoke" in page
    assert "0.1.9" in page
    # A word every so often is enough, and another release is noted at once.
    room.accounts.store.ask("UPDATE devices SET seen = seen - 400000000")
    device.http.headers["x-device-release"] = "0.2.0"
    device.get("/api/devices/me")
    [again] = [each for each in room.browser("technician").get("/api/devices").json() if each["id"] == speaks["id"]]
    assert again["version"] == "0.2.0"
    assert again["seen"] >= first["seen"]
