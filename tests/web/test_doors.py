"""What tries doors that are not its own, again and again, too much or out of order: refused, logged, nothing lost."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from houseway.journal.entries import Head
from houseway.journal.sealing.seal_record import SEALS
from houseway.web.http.callers import COOKIE
from houseway.web.http.security import BODY, Limits
from tests.web.conforming import routes
from tests.web.processes import serving
from tests.web.serving import PASSWORD, Browser, Served, fresh, served
from tests.web.test_audiences import filled

Logged = list[MutableMapping[str, Any]]

EVIL = "</script><script>alert(1)</script>\"'"
"""A name that would run, were it not text everywhere."""


@contextmanager
def nothing_written(room: Served) -> Iterator[Logged]:
    """Nothing is written to the journal meanwhile but seals, which the server records by itself; what is logged."""

    def heads() -> dict[str, Head]:
        return {stream: head for stream, head in room.floor.journal.heads().items() if stream != SEALS}

    before = heads()
    with capture_logs() as lines:
        yield lines
    assert heads() == before


def logged(lines: Logged, error: str, path: str) -> bool:
    return any(
        line["event"] == "refused"
        and line["error"] == error
        and line["path"] == path
        and line["log_level"] == "warning"
        for line in lines
    )


# -- too often


def test_an_account_is_locked_from_outside_and_an_administrator_opens_it(tmp_path: Path) -> None:
    with served(tmp_path) as room:
        browser = room.browser()
        wrong = {"login": "sam", "password": "not the password"}
        with nothing_written(room) as lines:
            tries = [browser.post("/api/login", wrong) for _ in range(6)]
            statuses = [each.status_code for each in tries]
            assert statuses == [401] * 5 + [429]
            assert int(tries[-1].headers["retry-after"]) >= 1
            right = browser.post("/api/login", {"login": "sam", "password": PASSWORD})
            assert (right.status_code, right.json()["error"]) == (429, "too-often")
        assert sum(line["event"] == "sign-in refused" for line in lines) == 7
        assert logged(lines, "too-often", "/api/login")
        # Nobody else is locked out by it, and who is signed in stays so.
        administrator = room.browser("administrator")
        [account] = [each for each in administrator.get("/api/accounts").json() if each["login"] == "sam"]
        assert administrator.post(f"/api/accounts/{account['id']}/open").status_code == 200
        assert browser.post("/api/login", {"login": "sam", "password": PASSWORD}).status_code == 200


def test_requests_come_only_so_often_from_one_address(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(requests=(4, 0.001), commands=(1000, 1000))) as room, capture_logs() as lines:
        browser = room.browser()
        answers = [browser.get("/api/floor") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    assert answers[-1].json()["error"] == "too-often"
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert logged(lines, "too-often", "/api/floor")


def test_commands_come_only_so_often_from_one_account(tmp_path: Path) -> None:
    wide = (1e6, 1e6)
    with served(tmp_path, limits=Limits(requests=wide, passwords=wide, guests=wide, commands=(20, 0.001))) as room:
        supervisor, technician = room.browser("supervisor"), room.browser("technician")
        body = {"what": "a dark lamp"}
        answers = [supervisor.post("/api/tables/T6/fail", body).status_code for _ in range(21)]
        assert answers[:2] == [200, 409]
        assert (answers[19], answers[20]) == (409, 429)
        # What was refused was not done, and another account goes on.
        failed = [entry for entry in room.floor.journal.read("table/T6") if entry.kind == "equipment-failed"]
        assert len(failed) == 1
        assert technician.post("/api/tables/T6/restore", {"what": "a new lamp"}).status_code == 200


# -- behind TLS


def test_serve_secure_guards_cookies_and_asks_for_tls(tmp_path: Path) -> None:
    with serving("-d", "floor.db", "--empty", "--secure", folder=tmp_path) as server:
        answer = httpx.get(f"{server.address}/login", headers={"accept": "text/html"})
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        cookies = answer.headers.get_list("set-cookie")
        assert cookies and all("Secure" in cookie and "SameSite=lax" in cookie for cookie in cookies)
        assert server.terminate() == 0
    with serving("-d", "floor.db", "--empty", folder=tmp_path) as plain:
        answer = httpx.get(f"{plain.address}/login")
        assert "strict-transport-security" not in answer.headers
        assert not any("Secure" in cookie for cookie in answer.headers.get_list("set-cookie"))
        assert plain.terminate() == 0


# -- somebody else's


def key_of(room: Served, kind: str, table: str) -> str:
    return str(room.device(kind, table)["key"])


def test_a_device_gives_nothing_by_the_doors_of_pages(room: Served) -> None:
    browser = room.browser()
    token = browser.token
    press = {"id": fresh(), "round": room.floor.table("T6").round + 1, "picture": {"1": [1]}}
    for kind, table in (("display", "T6"), ("panel", "T5"), ("sensor", "T5")):
        browser.http.headers["authorization"] = f"Device {key_of(room, kind, table)}"
        with nothing_written(room) as lines:
            # With a page's token and without: the key stays that of its own table and kind.
            answer = browser.http.post("/api/tables/T6/tabulate", json=press, headers={"x-csrf-token": token})
            assert (answer.status_code, answer.json()["error"]) == (403, "not-permitted"), kind
            assert browser.http.post("/api/tables/T6/tabulate", json=press).status_code == 403
        assert logged(lines, "not-permitted", "/api/tables/T6/tabulate")


def test_a_session_of_somebody_whose_key_is_sent_too_is_the_keys(room: Served) -> None:
    supervisor = room.browser("supervisor")
    headers = {"authorization": f"Device {key_of(room, 'display', 'T6')}"}
    assert supervisor.get("/api/property", headers=headers).status_code == 403
    wrong = supervisor.get("/api/property", headers={"authorization": "Device nothing"})
    assert (wrong.status_code, wrong.json()["error"]) == (401, "not-signed-in")


def test_a_tampered_session_gives_no_command(room: Served) -> None:
    supervisor = room.browser("supervisor")
    token, id = supervisor.token, supervisor.http.cookies[COOKIE]
    with nothing_written(room) as lines:
        for tampered in (id[::-1], id.swapcase(), f"{id}.administrator", f"{id}%00"):
            answer = httpx.post(
                f"{room.address}/api/tables/T6/fail",
                json={"id": fresh(), "what": "dark"},
                headers={"cookie": f"{COOKIE}={tampered}; houseway_csrf={token}", "x-csrf-token": token},
            )
            # The page's token is that of the session as it was.
            assert (answer.status_code, answer.json()["error"]) == (403, "not-permitted"), tampered
    assert logged(lines, "csrf", "/api/tables/T6/fail")
    # A cookie that nobody asked for adds nothing to a session.
    more = {"cookie": f"{COOKIE}={id}; roles=administrator; houseway_roles=administrator"}
    assert httpx.get(f"{room.address}/api/me", headers=more).json()["roles"] == ["supervisor"]


def seated(room: Served, table: str, seat: int) -> Browser:
    browser = room.browser()
    assert browser.post(f"/api/tables/{table}/sit", {"seat": seat}).status_code == 200
    return browser


def test_another_seats_cards_and_answers_are_refused_by_every_door(tmp_path: Path) -> None:
    # Tables that are played go on: they are in a room of their own.
    with served(tmp_path) as room:
        one, two = seated(room, "T1", 1), room.browser("guest")
        room.until(lambda: room.room.mirror.table("T1").live is not None)
        frame = one.frame("T1")
        body = {"id": fresh(), "round": frame["round"], "step": frame["step"], "answer": {"ante": 500}}
        doors: list[tuple[str, dict[str, Any]]] = [
            ("/feed", {"topics": "table/T1/seat/1"}),
            ("/feed", {"topics": "table/T1/dealer"}),
            ("/api/tables/T1/frame", {"viewer": "seat"}),
            ("/api/tables/T1/frame", {"viewer": "dealer"}),
            ("/api/tables/T1/console", {}),
            ("/api/tables/T1/hint", {}),
            ("/api/tables/T1/check", {"answer": "{}"}),
        ]
        with nothing_written(room) as lines:
            for path, params in doors:
                assert two.get(path, params=params).status_code == 403, (path, params)
                assert logged(lines, "not-permitted", path)
            assert two.post("/api/tables/T1/answers", {**body, "seat": 1}).status_code == 403
            assert room.browser().post("/api/tables/T1/answers", body).status_code == 401
            assert room.browser("accounting").post("/api/tables/T1/answers", {**body, "seat": 1}).status_code == 403
        # Whoever sits at one seat does not answer for another.
        other = seated(room, "T2", 2)
        room.until(lambda: room.room.mirror.table("T2").live is not None)
        frame = other.frame("T2")
        theirs = {"round": frame["round"], "step": frame["step"], "seat": 3, "answer": {}}
        with nothing_written(room):
            answer = other.post("/api/tables/T2/answers", theirs)
        assert (answer.status_code, answer.json()["error"]) == (403, "not-permitted")
        assert one.post("/api/tables/T1/answers", body).status_code == 200


# -- repeated, reordered, oversized


def test_commands_that_come_again_or_out_of_order_are_done_once(room: Served) -> None:
    supervisor = room.browser("supervisor")
    fail = {"id": fresh(), "what": "a dark lamp"}
    restore = {"id": fresh(), "what": "a new lamp"}
    # The mending came before the failure it mends: refused, and the same later is done.
    early = supervisor.post("/api/tables/T5/restore", restore)
    assert (early.status_code, early.json()["error"]) == (409, "wrong-state")
    done = supervisor.post("/api/tables/T5/fail", fail)
    assert done.status_code == 200
    assert supervisor.post("/api/tables/T5/restore", restore).status_code == 200
    with nothing_written(room):
        # What was done once is answered again as it was, long after.
        assert supervisor.post("/api/tables/T5/fail", fail).json() == done.json()
        assert supervisor.post("/api/tables/T5/restore", restore).status_code == 200
        swapped = supervisor.post("/api/tables/T5/fail", {**fail, "id": restore["id"]})
        assert (swapped.status_code, swapped.json()["error"]) == (409, "command-reused")
    kinds = [entry.kind for entry in room.floor.journal.read("table/T5") if "equipment-" in entry.kind]
    assert kinds == ["equipment-failed", "equipment-restored"]


@pytest.mark.parametrize(
    ("role", "path", "form"),
    [
        ("guest", "/api/tables/T5/sit", False),
        ("supervisor", "/api/commands", False),
        ("supervisor", "/api/proposals", False),
        ("dealer", "/api/tables/T5/supervised", False),
        ("supervisor", "/office/do/stop-jackpot", True),
        ("nobody", "/api/login", False),
        ("nobody", "/login", True),
    ],
)
def test_a_body_that_is_too_large_does_nothing(room: Served, role: str, path: str, form: bool) -> None:
    browser = room.browser(role)
    command = {"type": "stop-jackpot", "jackpot": "attack", "reason": "x" * BODY}
    headers = {"x-csrf-token": browser.token}
    with nothing_written(room):
        if form:
            flat = {"_id": fresh(), "_csrf_token": browser.token, **command}
            answer = browser.http.post(path, data=flat, headers=headers)
        else:
            answer = browser.http.post(path, json={"id": fresh(), "command": command}, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


# -- names


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody in a card room where whoever and whatever can be named has a name that would run."""
    with served(tmp_path_factory.mktemp("named")) as room:
        player = room.browser("guest")
        assert player.post("/api/me/name", {"name": EVIL}).status_code == 200
        assert player.post("/api/tables/T5/sit", {"seat": 1}).status_code == 200
        administrator = room.browser("administrator")
        person = {"id": "evil", "name": EVIL, "roles": ["administrator"]}
        made = administrator.post("/api/proposals", {"command": {"type": "add-person", "person": person}})
        approved = room.browser("accounting").post(f"/api/proposals/{made.json()['id']}/approve")
        assert approved.status_code == 200, approved.text
        account = administrator.post("/api/accounts", {"login": "evil", "name": EVIL, "person": "evil"})
        assert account.status_code == 201
        device = administrator.post("/api/devices", {"kind": "panel", "table": "T5", "name": EVIL})
        assert device.status_code == 201
        stop = {"type": "stop-jackpot", "jackpot": "attack", "reason": EVIL}
        assert administrator.post("/api/proposals", {"command": stop}).status_code == 201
        assert room.browser("supervisor").post("/api/tables/T6/fail", {"what": EVIL}).status_code == 200
        browser = room.browser().come_in("evil", account.json()["password"])
        browser.http.headers["accept"] = "text/html"
        yield browser


PAGES = sorted(
    path
    for method, path in routes()
    if method == "get"
    and not path.startswith(("/api/", "/feed", "/schema", "/static/", "/health", "/ready", "/metrics"))
)
SHOWS = ("/", "/account", "/tables/{table}", "/office/people", "/office/devices", "/office/proposals", "/office/tables")
"""Pages that are sure to show such a name to whoever bears it."""


@pytest.mark.parametrize("path", PAGES)
def test_a_name_that_would_run_is_text_on_every_page(named: Browser, path: str) -> None:
    answer = named.get(filled(path), params={"stream": "property"} if path.endswith("/entries") else {})
    assert answer.status_code in (200, 404), answer.text
    if answer.headers["content-type"].startswith("text/html"):
        assert "<script>alert" not in answer.text
        assert "</script><script" not in answer.text.replace("\n", "").replace('</script><script src="', "")
        if path in SHOWS:
            assert "alert(1)" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_name_that_would_run_is_a_text_of_frames(named: Browser) -> None:
    assert named.frame("T5", "public")["seats"]["1"]["name"] == EVIL
