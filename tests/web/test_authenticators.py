"""Signing in takes a code of the own authenticator too where one is enrolled, and where the role wants one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from houseway.accounts.authenticator import RECOVERY_CODES, STEP, address, code_at, step_of
from houseway.accounts.on_the_books import on_the_books
from houseway.floor import command_index as c
from houseway.floor.auditing.account_story import audit_accounts
from houseway.web.live.room import now
from tests.postgres import schema_url
from tests.web.office import PAGE, do, look
from tests.web.serving import PASSWORD, Browser, Served, served

SECOND = 1_000_000
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("codes")
    url = None if request.param == "sqlite" else schema_url(request.getfixturevalue("server"))
    with served(folder, url=url, seals=folder / "seals") as found:
        yield found


def enrolled(room: Served, browser: Browser) -> tuple[str, list[str]]:
    """The secret of an authenticator that somebody enrolled, and the recovery codes."""
    made = browser.post("/api/me/authenticator").json()
    body = {"secret": made["secret"], "password": PASSWORD}
    wrong = browser.post("/api/me/authenticator/confirm", {**body, "code": "000000"})
    assert (wrong.status_code, wrong.json()["error"]) == (401, "wrong-code")
    code = code_at(made["secret"], room.accounts.now() // SECOND // STEP)
    answer = browser.post("/api/me/authenticator/confirm", {**body, "code": code})
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


# The 20 bytes of the RFC's own example, and the last six of its eight digits.
@pytest.mark.parametrize(
    ("at", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_rfc_6238_and_count_one_step_before_and_after(at: int, code: str) -> None:
    step = at // STEP
    assert code_at(RFC_SECRET, step) == code
    for seconds, found in ((0, step), (-STEP, step), (STEP, step), (2 * STEP, None), (-2 * STEP, None)):
        assert step_of(RFC_SECRET, f"{code[:3]} {code[3:]}", (at + seconds) * SECOND) == found
    assert step_of(RFC_SECRET, code[:5], at * SECOND) is None


def test_an_authenticator_reads_whose_codes_these_are() -> None:
    found = address(RFC_SECRET, "sam", "Blue Heron: Room")
    assert found == f"otpauth://totp/Blue%20Heron%3A%20Room%3Asam?secret={RFC_SECRET}&issuer=Blue%20Heron%3A%20Room"


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
    store, journal = room.accounts.store, room.floor.journal
    assert audit_accounts(journal, lambda: on_the_books(store), journal.seal_book).findings == ()
    store.ask("UPDATE accounts SET codes = NULL WHERE person = 'sam'")
    found = audit_accounts(journal, lambda: on_the_books(store), journal.seal_book).findings
    assert ["the account of sam is as it was before the last change" in each.what for each in found] == [True]
    store.ask("UPDATE accounts SET codes = ? WHERE person = 'sam'", secret)
    body = {"password": PASSWORD, "code": recovery[2]}
    assert supervisor.post("/api/me/authenticator/remove", body).json()["codes"] is False
    assert sign_in(room, "sam") == (200, "")
    told = [entry.kind for entry in journal.read("property") if entry.kind.startswith("authenticator")]
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
