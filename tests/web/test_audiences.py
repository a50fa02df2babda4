"""Who may ask for what: every page and every endpoint, by every kind of caller."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import httpx
import pytest

from houseway.floor import command_index as c
from houseway.floor.command_index import CONTROLS
from tests.floor.controls_table import DEVICES, ROWS
from tests.web.conforming import document, routes
from tests.web.serving import PASSWORD, PEOPLE, Browser, Served

STAFF = frozenset(PEOPLE)
CALLERS = ("nobody", "guest", "player", *PEOPLE)
EVERYBODY = frozenset(CALLERS)
PLAYERS = frozenset({"guest", "player"})
READERS = frozenset({"supervisor", "surveillance", "accounting", "administrator", "regulator"})
WORKERS = STAFF - {"regulator"}
DEALS = frozenset({"dealer", "supervisor"})
LOOKS = DEALS | {"surveillance", "administrator", "regulator"}
ADMINISTRATOR = frozenset({"administrator"})
KEYS = frozenset({"administrator", "technician"})
WITH_PASSWORD = STAFF | {"player"}
CAGE = frozenset({"accounting", "supervisor"})
DRAFTERS = frozenset({"administrator", "supervisor", "accounting"})
SETUP = {"code": "", "name": "A", "login": "a", "password": "a", "property": "A", "profile": "plain"}
THING = {"kind": "tables", "thing": "T1"}


class Audience(NamedTuple):
    """Who may, and a body that gets as far as the question who may."""

    allowed: frozenset[str]
    body: Mapping[str, Any] = MappingProxyType({})


def roles(command: type[c.Command]) -> frozenset[str]:
    return CONTROLS[command].roles


ROUND = {"round": 1}
STOP = {"command": {"type": "stop-jackpot", "jackpot": "attack", "reason": "a look"}}
ELSEWHERE = {"command": {"type": "open-table", "table": "T6"}}
SIGN_IN = {"login": "pat", "password": PASSWORD}

MATRIX: dict[tuple[str, str], Audience] = {
    # The floor, its tables and displays.
    ("get", "/"): Audience(EVERYBODY),
    ("get", "/feed"): Audience(EVERYBODY),
    ("post", "/feed/{lease}"): Audience(EVERYBODY),
    ("get", "/api/floor"): Audience(EVERYBODY),
    ("get", "/api/vision/{table}"): Audience(EVERYBODY),
    ("get", "/vision/{table}"): Audience(EVERYBODY),
    ("get", "/vision/{table}/page"): Audience(EVERYBODY),
    ("get", "/vision/{table}/page.pdf"): Audience(EVERYBODY),
    ("get", "/api/cards.svg"): Audience(EVERYBODY),
    ("get", "/api/games/{game}/{edition}/clauses/{cite}"): Audience(EVERYBODY),
    ("get", "/tables/{table}"): Audience(EVERYBODY),
    ("get", "/rounds/{table}/{number}"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/frame"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/felt.svg"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/hand.svg"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/history"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/wagers"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/wagers/{wager}"): Audience(EVERYBODY),
    ("post", "/api/tables/{table}/sit"): Audience(PLAYERS | {"nobody"}, {"seat": 16}),
    ("get", "/api/tables/{table}/rounds/{number}/replay"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/rounds/{number}/record"): Audience(EVERYBODY),
    ("get", "/api/tables/{table}/session"): Audience(PLAYERS),
    ("post", "/api/tables/{table}/leave"): Audience(PLAYERS),
    ("post", "/api/tables/{table}/leaving"): Audience(PLAYERS),
    ("post", "/api/tables/{table}/speed"): Audience(PLAYERS, {"speed": "fast"}),
    ("post", "/api/quick-tables"): Audience(PLAYERS | {"nobody"}, {"template": "T1"}),
    ("get", "/api/tables/{table}/check"): Audience(PLAYERS),
    ("get", "/api/tables/{table}/hint"): Audience(PLAYERS),
    ("post", "/api/tables/{table}/answers"): Audience(
        PLAYERS | roles(c.Answer), {**ROUND, "step": 0, "answer": {}, "seat": "dealer"}
    ),
    # The dealer.
    ("get", "/tables/{table}/console"): Audience(LOOKS),
    ("get", "/api/tables/{table}/console"): Audience(LOOKS),
    ("post", "/api/tables/{table}/house"): Audience(DEALS),
    ("post", "/api/tables/{table}/indicators"): Audience(DEALS, {**ROUND, "step": 0}),
    ("post", "/api/tables/{table}/dealer"): Audience(DEALS, {"sign": "off"}),
    ("post", "/api/tables/{table}/supervised"): Audience(WORKERS - {"administrator"}, ELSEWHERE),
    ("post", "/api/tables/{table}/begin"): Audience(roles(c.BeginRound), {"round": 99, "seats": [1]}),
    ("post", "/api/tables/{table}/tabulate"): Audience(roles(c.Tabulate), {"round": 99}),
    ("post", "/api/tables/{table}/confirm"): Audience(roles(c.ConfirmIndicators), ROUND),
    ("post", "/api/tables/{table}/void"): Audience(roles(c.VoidRound), {"round": 99, "reason": "a test"}),
    ("post", "/api/tables/{table}/correct"): Audience(
        roles(c.CorrectAnswer), {**ROUND, "number": 1, "answer": 1, "reason": "a test"}
    ),
    ("post", "/api/tables/{table}/fail"): Audience(roles(c.FailTable), {"what": "dark"}),
    ("post", "/api/tables/{table}/restore"): Audience(roles(c.RestoreTable), {"what": "a new lamp"}),
    ("post", "/api/tables/{table}/claim"): Audience(roles(c.ClaimHit), {"round": 99, "claims": []}),
    ("post", "/api/tables/{table}/note"): Audience(roles(c.NoteStep), {"clause": "dealing 1"}),
    # Who is there.
    ("get", "/login"): Audience(EVERYBODY),
    ("post", "/login"): Audience(EVERYBODY, SIGN_IN),
    ("post", "/logout"): Audience(EVERYBODY),
    ("get", "/account"): Audience(EVERYBODY - {"nobody"}),
    ("get", "/api/me"): Audience(EVERYBODY),
    ("post", "/api/guest"): Audience(EVERYBODY - {"regulator"}),
    ("post", "/api/login"): Audience(EVERYBODY, SIGN_IN),
    ("post", "/api/logout"): Audience(EVERYBODY),
    ("post", "/api/me/chips"): Audience(PLAYERS),
    ("post", "/api/me/name"): Audience(PLAYERS, {"name": "Somebody"}),
    ("post", "/api/me/keep"): Audience(PLAYERS, {"login": "x", "password": "y"}),
    ("post", "/api/me/password"): Audience(WITH_PASSWORD, {"old": PASSWORD, "new": "short"}),
    # People and devices.
    ("get", "/api/accounts"): Audience(ADMINISTRATOR | {"regulator"}),
    ("post", "/api/accounts"): Audience(ADMINISTRATOR, {"login": "!", "name": "Nobody"}),
    ("post", "/api/accounts/attest"): Audience(ADMINISTRATOR, {"reason": "a look"}),
    ("post", "/api/accounts/{account}/password"): Audience(ADMINISTRATOR),
    ("post", "/api/accounts/invite"): Audience(ADMINISTRATOR, {"person": "nobody", "login": "!"}),
    ("post", "/api/accounts/{account}/link"): Audience(ADMINISTRATOR),
    ("get", "/api/me/link-codes"): Audience(STAFF),
    ("post", "/api/me/badge"): Audience(WORKERS, {"password": PASSWORD, "badge": "?", "pin": "1"}),
    ("post", "/api/me/badge/revoke"): Audience(WORKERS),
    ("get", "/api/me/sessions"): Audience(EVERYBODY - {"nobody"}),
    ("post", "/api/me/sessions/end-others"): Audience(EVERYBODY - {"nobody"}),
    ("post", "/api/me/sessions/{session}/end"): Audience(EVERYBODY - {"nobody"}),
    ("get", "/api/sessions"): Audience(ADMINISTRATOR | {"regulator"}),
    ("post", "/api/sessions/{session}/end"): Audience(ADMINISTRATOR),
    ("post", "/api/me/authenticator"): Audience(STAFF),
    ("post", "/api/me/authenticator/enrol"): Audience(STAFF, {"password": PASSWORD, "secret": "x", "code": "1"}),
    ("post", "/api/me/authenticator/remove"): Audience(STAFF, {"password": PASSWORD, "code": "1"}),
    ("post", "/api/accounts/{account}/badge/revoke"): Audience(ADMINISTRATOR),
    ("get", "/enrol"): Audience(EVERYBODY),
    ("post", "/api/enrol/look"): Audience(EVERYBODY, {"token": "none"}),
    ("post", "/api/enrol"): Audience(EVERYBODY, {"token": "none", "password": "x"}),
    ("post", "/api/accounts/{account}/close"): Audience(ADMINISTRATOR),
    ("post", "/api/accounts/{account}/open"): Audience(ADMINISTRATOR),
    ("get", "/api/devices"): Audience(KEYS | {"regulator"}),
    ("post", "/api/devices"): Audience(KEYS, {"kind": "panel", "table": "T5", "name": "Panel"}),
    ("post", "/api/devices/{device}/revoke"): Audience(KEYS, {"reason": "lost"}),
    ("get", "/api/devices/me"): Audience(frozenset()),
    ("post", "/api/devices/commands"): Audience(frozenset(), STOP),
    # The office for programs.
    ("get", "/api/property"): Audience(STAFF),
    ("get", "/api/jackpots/{jackpot}"): Audience(STAFF),
    ("get", "/api/commands"): Audience(STAFF),
    ("post", "/api/commands"): Audience(
        roles(c.EndPromotion), {"command": {"type": "end-promotion", "promotion": "none", "reason": "x"}}
    ),
    ("get", "/api/proposals"): Audience(STAFF),
    ("get", "/api/proposals/{proposal}"): Audience(STAFF),
    ("post", "/api/proposals"): Audience(WORKERS, STOP),
    ("post", "/api/proposals/{proposal}/approve"): Audience(WORKERS),
    ("post", "/api/proposals/{proposal}/reject"): Audience(WORKERS),
    ("post", "/api/proposals/{proposal}/withdraw"): Audience(WORKERS),
    ("post", "/api/payees"): Audience(
        CAGE, {"name": "A", "address": "B", "document": "passport", "number": "C", "tin": "12"}
    ),
    ("get", "/api/reports"): Audience(READERS),
    ("get", "/api/reports/{name}"): Audience(READERS),
    ("get", "/api/audit/streams"): Audience(READERS),
    ("get", "/api/audit/entries"): Audience(READERS),
    ("post", "/api/audit/verify"): Audience(READERS - {"supervisor"}),
    ("get", "/api/exports/bundle"): Audience(READERS),
    ("get", "/api/verification"): Audience(READERS),
    ("post", "/api/verification"): Audience(READERS - {"supervisor"}),
    ("post", "/api/verification/cancel"): Audience(READERS - {"supervisor"}),
    # The office for people.
    ("get", "/office"): Audience(STAFF),
    ("get", "/office/hits"): Audience(STAFF),
    ("get", "/office/hits/{jackpot}/{hit}"): Audience(STAFF),
    ("get", "/office/cage"): Audience(READERS),
    ("post", "/office/slips/{jackpot}/{hit}"): Audience(CAGE),
    ("get", "/office/proposals"): Audience(STAFF),
    ("get", "/office/jackpots"): Audience(STAFF),
    ("get", "/office/jackpots/{jackpot}"): Audience(STAFF),
    ("get", "/office/tables"): Audience(STAFF),
    ("get", "/office/tables/{table}"): Audience(STAFF),
    ("get", "/office/malfunctions"): Audience(STAFF),
    ("post", "/office/do/{kind}"): Audience(WORKERS),
    # The first run.
    ("get", "/setup"): Audience(STAFF),
    ("post", "/api/setup"): Audience(EVERYBODY - {"regulator"}, SETUP),
    # Drafts of the configuration.
    ("get", "/office/configuration"): Audience(STAFF),
    ("get", "/office/configuration/now.toml"): Audience(STAFF),
    ("get", "/office/configuration/compare"): Audience(STAFF),
    ("get", "/office/configuration/at/{number}"): Audience(STAFF),
    ("get", "/office/configuration/at/{number}/file.toml"): Audience(STAFF),
    ("get", "/office/configuration/drafts/{draft}"): Audience(STAFF),
    ("get", "/office/configuration/drafts/{draft}/file.toml"): Audience(STAFF),
    ("get", "/office/configuration/drafts/{draft}/{kind}/{id}"): Audience(STAFF),
    ("get", "/office/configuration/drafts/{draft}/{kind}/{id}/display"): Audience(STAFF),
    ("get", "/office/documents/{hash}"): Audience(READERS),
    ("get", "/api/drafts"): Audience(STAFF),
    ("get", "/api/drafts/{draft}"): Audience(STAFF),
    ("post", "/api/drafts"): Audience(DRAFTERS, {"toml": "tables = 3"}),
    ("post", "/api/drafts/{draft}/edit"): Audience(DRAFTERS, {**THING, "fields": {}, "against": ""}),
    ("post", "/api/drafts/{draft}/add"): Audience(DRAFTERS, THING),
    ("post", "/api/drafts/{draft}/remove"): Audience(DRAFTERS, THING),
    ("post", "/api/drafts/{draft}/part"): Audience(DRAFTERS, {**THING, "part": "displays"}),
    ("post", "/api/drafts/{draft}/take"): Audience(DRAFTERS, THING),
    ("post", "/api/drafts/{draft}/documents"): Audience(DRAFTERS, {"approval": "A", "name": "a/b", "data": "AAAA"}),
    ("post", "/api/drafts/{draft}/documents/remove"): Audience(DRAFTERS, {"approval": "A", "hash": "ab"}),
    ("post", "/api/drafts/{draft}/send"): Audience(DRAFTERS),
    ("post", "/api/drafts/{draft}/refresh"): Audience(DRAFTERS),
    ("post", "/api/drafts/{draft}/discard"): Audience(DRAFTERS),
    ("post", "/api/drafts/{draft}/approve"): Audience(WORKERS),
    ("post", "/api/drafts/{draft}/return"): Audience(WORKERS),
    ("get", "/office/people"): Audience(ADMINISTRATOR | {"regulator"}),
    ("get", "/office/devices"): Audience(KEYS | {"regulator"}),
    ("get", "/office/done-alone"): Audience(STAFF),
    ("get", "/office/controls"): Audience(STAFF),
    ("get", "/office/papers"): Audience(READERS),
    ("get", "/office/exhibit"): Audience(READERS),
    ("get", "/office/exhibit.md"): Audience(READERS),
    ("get", "/office/reports"): Audience(READERS),
    ("get", "/office/reports/{name}"): Audience(READERS),
    ("get", "/office/audit"): Audience(READERS),
    ("get", "/office/audit/entries"): Audience(READERS),
    ("get", "/office/regulator"): Audience(READERS),
    ("get", "/office/regulator/requirements"): Audience(READERS),
    ("get", "/office/regulator/verification"): Audience(READERS),
    ("get", "/office/regulator/exports"): Audience(READERS),
    ("get", "/office/regulator/runbook"): Audience(READERS),
    # The Lab.
    ("get", "/lab"): Audience(EVERYBODY),
    ("get", "/api/lab/figures"): Audience(EVERYBODY),
    ("get", "/api/lab/curve"): Audience(EVERYBODY),
    ("get", "/api/lab/target"): Audience(EVERYBODY),
    ("get", "/api/lab/money"): Audience(EVERYBODY),
    ("get", "/api/lab/strategy"): Audience(EVERYBODY),
    ("get", "/api/lab/strategy/cell"): Audience(EVERYBODY),
    ("get", "/api/lab/strategy/text"): Audience(EVERYBODY),
    ("post", "/api/lab/strategy/own"): Audience(EVERYBODY, {"text": "none", "link": "game=dueling"}),
    ("post", "/api/lab/strategy/own/{form}"): Audience(EVERYBODY, {"text": "none", "link": "game=dueling"}),
    ("get", "/api/lab/export/{form}"): Audience(EVERYBODY),
    ("get", "/api/lab/sheet/{form}"): Audience(EVERYBODY),
    # The server.
    ("get", "/health"): Audience(EVERYBODY),
    ("get", "/ready"): Audience(EVERYBODY),
    ("get", "/metrics"): Audience(EVERYBODY),
    ("get", "/static/{version}/{path}"): Audience(EVERYBODY),
    ("get", "/schema"): Audience(EVERYBODY),
    ("get", "/schema/openapi.json"): Audience(EVERYBODY),
    ("get", "/schema/{path}"): Audience(EVERYBODY),
}
"""Every address there is, with its audience: a new one has its place here, or the first test fails."""

WITHOUT_TOKEN = {
    ("post", "/api/devices/commands"),
    ("post", "/feed/{lease}"),
    ("post", "/api/lab/strategy/own"),
    ("post", "/api/lab/strategy/own/{form}"),
}
"""What changes nothing of anybody's, or is sent by no browser."""

PARTS = {
    "table": "T5",
    "game": "dueling",
    "edition": "2017",
    "cite": "how to play 4(a)",
    "jackpot": "attack",
    "hit": "none",
    "wager": "none",
    "lease": "none",
    "proposal": "none",
    "draft": "none",
    "id": "none",
    "hash": "none",
    "account": "none",
    "device": "none",
    "session": "none",
    "name": "counts",
    "kind": "close-day",
    "version": "x",
    "path": "service/base.css",
    "number": "1",
    "form": "csv",
}
QUERY = {
    "/api/audit/entries": {"stream": "property"},
    "/api/exports/bundle": {"part": "controls"},
    "/office/audit/entries": {"stream": "property"},
    "/api/tables/{table}/hand.svg": {"seat": "1"},
    "/api/tables/{table}/check": {"answer": "{}"},
    "/lab": {"game": "dueling"},
    "/api/lab/figures": {"game": "dueling"},
    "/api/lab/curve": {"game": "dueling", "axis": "option:decks"},
    "/api/lab/target": {"game": "dueling"},
    "/api/lab/money": {"game": "dueling"},
    "/api/lab/strategy": {"game": "dueling"},
    "/api/lab/strategy/cell": {"game": "dueling", "chart": "none", "row": "none"},
    "/api/lab/strategy/text": {"game": "dueling"},
    "/api/lab/export/{form}": {"game": "dueling"},
}
SEATED = ("/leave", "/leaving", "/answers", "/check", "/hint", "/session")
"""What is for who sits at the table."""

OTHERS = ("/api/guest", "/login", "/logout", "/api/login", "/api/logout", "/api/tables/{table}/sit")
"""After these the caller may be somebody else."""


def filled(path: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: PARTS[found[1]], path)


def ask(browser: Browser, method: str, path: str, body: Mapping[str, Any]) -> httpx.Response:
    address = filled(path)
    if method == "post" and path.startswith("/api/"):
        return browser.post(address, body)
    if method == "post":
        return browser.http.post(address, data={**body, "_csrf_token": browser.token})
    if path == "/feed":
        with browser.http.stream("GET", path) as answer:
            return answer
    return browser.get(address, params=QUERY.get(path, {}))


def is_refused(answer: httpx.Response) -> bool:
    sent_to_sign_in = answer.status_code == 303 and answer.headers["location"].startswith("/login")
    return answer.status_code in (401, 403) or sent_to_sign_in


def test_every_address_has_its_audience() -> None:
    assert set(MATRIX) == routes()


def test_the_document_says_who_is_asked_to_sign_in() -> None:
    for path, item in document().data["paths"].items():
        for method, operation in item.items():
            ways = [set(way) - {"csrf"} for way in operation["security"]]
            audience = MATRIX[method, path].allowed
            assert (set() in ways) is ("nobody" in audience), (method, path)
            assert ({"session"} in ways) is bool(audience), (method, path)
            # A device sends no token: where one is wanted, the key alone does not do.
            tokens = [way for way in operation["security"] if "csrf" in way]
            free = method == "get" or (method, path) in WITHOUT_TOKEN
            assert tokens == ([] if free else operation["security"]), (method, path)


def sit_down(room: Served, browser: Browser) -> None:
    if browser.get("/api/me").json()["seat"] is None:
        taken = room.floor.table("T5").seated
        seat = next(seat for seat in range(1, 7) if str(seat) not in taken)
        assert browser.post("/api/tables/T5/sit", {"seat": seat}).status_code == 200


@pytest.mark.parametrize("caller", CALLERS)
def test_role_by_endpoint(room: Served, caller: str) -> None:
    wrong = []
    browser = room.browser(caller)
    for (method, path), (allowed, body) in MATRIX.items():
        if caller in PLAYERS and path.endswith(SEATED):
            sit_down(room, browser)
            # A player answers for the own seat; nobody deals at this table, so that it is refused for that alone.
            body = {name: value for name, value in body.items() if name != "seat"}  # noqa: PLW2901
        answer = ask(browser, method, path, body)
        refused = is_refused(answer)
        if answer.status_code >= 500 or refused is (caller in allowed):
            wrong.append((method, path, answer.status_code, answer.text[:200]))
        if refused and caller == "nobody" and answer.status_code not in (303, 401):
            wrong.append((method, path, answer.status_code, "nobody is asked to sign in"))
        if path in OTHERS or caller == "nobody":
            browser.close()
            browser = room.browser(caller)
    assert not wrong


KINDS: dict[str, frozenset[type[c.Command]]] = {
    kind: frozenset(type(row.command) for row in ROWS if letter in row.devices) for letter, kind in DEVICES.items()
}
"""What a device may give, by its kind: from the auditor's table."""

GIVES = {
    "answers": c.Answer,
    "begin": c.BeginRound,
    "tabulate": c.Tabulate,
    "confirm": c.ConfirmIndicators,
    "fail": c.FailTable,
    "claim": c.ClaimHit,
    "note": c.NoteStep,
}
"""The endpoints of a table that a device could give a command by, had it the token of a page."""


@pytest.mark.parametrize("kind", KINDS)
def test_device_by_endpoint(room: Served, kind: str) -> None:
    made = room.device(kind, "T5")
    device = room.browser()
    device.http.headers["authorization"] = f"Device {made['key']}"
    wrong = []
    for (method, path), (allowed, body) in MATRIX.items():
        if path in ("/account", "/api/devices/commands"):
            continue
        may = "nobody" in allowed and not path.endswith(("/sit", "/quick-tables"))
        may = may or path == "/api/devices/me" or (kind == "panel" and path == "/api/tables/{table}/console")
        may = may or (method == "post" and GIVES.get(path.rsplit("/", 1)[1]) in KINDS[kind])
        answer = ask(device, method, path, body)
        if answer.status_code >= 500 or is_refused(answer) is may:
            wrong.append((method, path, answer.status_code, answer.text[:200]))
    assert not wrong


OWN = (c.ChangeOwnPassword, c.UseSignInLink, c.EnrolAuthenticator, c.RemoveAuthenticator)
"""What everybody does to the own account, and a regulator too."""


WATCHERS_OWN = frozenset(
    {
        "/feed/{lease}",
        "/login",
        "/logout",
        "/api/login",
        "/api/logout",
        "/api/enrol",
        "/api/enrol/look",
        "/api/me/password",
        "/api/me/sessions/end-others",
        "/api/me/sessions/{session}/end",
        "/api/me/authenticator",
        "/api/me/authenticator/enrol",
        "/api/me/authenticator/remove",
        "/api/audit/verify",
        "/api/verification",
        "/api/verification/cancel",
        "/api/lab/strategy/own",
        "/api/lab/strategy/own/{form}",
    }
)
"""What a regulator sends: about the own login, to have the journal verified, a strategy to be priced."""


def test_a_regulator_looks_at_everything_and_sends_nothing_that_changes_anything(room: Served) -> None:
    regulator = room.browser("regulator")
    before = {table: room.accounts.store.ask(f"SELECT * FROM {table} ORDER BY id") for table in ("proposals", "drafts")}
    heads = room.floor.journal.heads()
    wrong = []
    for method, path in sorted(routes()):
        if method == "get":
            answer = ask(regulator, method, path, {})
            if path.startswith("/office") and is_refused(answer):
                wrong.append((method, path, answer.status_code))
        elif path not in WATCHERS_OWN:
            answer = ask(regulator, method, path, MATRIX[method, path].body)
            told = answer.json()
            if (answer.status_code, told["error"]) != (403, "not-permitted") or not told.get("remedy"):
                wrong.append((method, path, answer.status_code))
    assert not wrong
    assert {path for method, path in routes() if method != "get"} >= WATCHERS_OWN
    for kind, command in c.COMMANDS.items():
        assert "regulator" not in CONTROLS[command].roles or command in OWN
        assert regulator.post("/api/commands", {"command": {"type": kind}}).json()["error"] == "not-permitted", kind
    assert before == {table: room.accounts.store.ask(f"SELECT * FROM {table} ORDER BY id") for table in before}
    # Others may work meanwhile: nothing that is written since then is by the regulator.
    for stream in room.floor.journal.heads():
        since = heads[stream].number + 1 if stream in heads else 1
        assert "ruth" not in {entry.who for entry in room.floor.journal.read(stream, since)}, stream
