"""What tries to come in where it should not: refused, logged, nothing lost."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import structlog

from houseway.accounts.account_errors import TooOften
from houseway.web.http import idle_connections as patience
from houseway.web.http.assets import static
from houseway.web.http.callers import COOKIE
from houseway.web.http.logs import set_up
from houseway.web.http.security import BODY, Buckets, Limits
from houseway.web.live import feed
from houseway.web.service import gate as gate_module
from houseway.web.service.page_frame import inside
from tests.waiting import within
from tests.web.serving import PASSWORD, Served, fresh, served

ANSWERS = (
    ("/", 200),
    ("/login", 200),
    ("/health", 200),
    ("/api/floor", 200),
    ("/api/property", 401),
    ("/nothing", 404),
    ("/feed?topics=table/T1/dealer", 403),
    ("/schema/openapi.json", 200),
)


@pytest.mark.parametrize(("path", "status"), ANSWERS)
def test_every_answer_has_the_headers(room: Served, path: str, status: int) -> None:
    answer = room.browser().get(path)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cache-control"]


def test_a_static_file_is_the_same_for_everybody_and_runs_nothing_from_elsewhere(room: Served) -> None:
    answer = httpx.get(f"{room.address}{static('seat/table.js')}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "set-cookie" not in answer.headers and "public" in answer.headers["cache-control"]
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_cookies_are_guarded(tmp_path: Path) -> None:
    with served(tmp_path, secure=True) as room:
        browser = room.browser()
        first = browser.get("/health")
        assert first.headers["strict-transport-security"]
        csrf = first.headers["set-cookie"]
        assert "Secure" in csrf and "SameSite=lax" in csrf
        # The browser of this test speaks no TLS and would not send the cookie back.
        token = csrf.split("houseway_csrf=")[1].split(";")[0]
        answer = httpx.post(
            f"{room.address}/api/login",
            json={"login": "sam", "password": PASSWORD},
            headers={"x-csrf-token": token, "cookie": f"houseway_csrf={token}"},
        )
        assert answer.status_code == 200
        session = next(each for each in answer.headers.get_list("set-cookie") if each.startswith(COOKIE))
        for word in ("HttpOnly", "Secure", "SameSite=lax", "Path=/"):
            assert word in session
        assert "Max-Age" not in session


def test_a_request_from_elsewhere_changes_nothing(room: Served) -> None:
    supervisor = room.browser("supervisor")
    before = room.floor.journal.heads()
    body = {"id": fresh(), "what": "dark"}
    for headers in ({}, {"x-csrf-token": ""}, {"x-csrf-token": "0" * 128}, {"x-csrf-token": room.browser().token}):
        answer = supervisor.http.post("/api/tables/T6/fail", json=body, headers=headers)
        assert answer.status_code == 403, headers
    form = supervisor.http.post("/logout", data={"_csrf_token": "0" * 128})
    assert form.status_code == 403
    assert supervisor.get("/api/me").json()["kind"] == "staff"
    assert room.floor.journal.heads() == before


@pytest.mark.parametrize("change", ["cut", "flip", "longer", "empty", "huge", "hash"])
def test_a_tampered_session_is_nobodys(room: Served, change: str) -> None:
    browser = room.browser("supervisor")
    id = browser.http.cookies[COOKIE]
    [[kept]] = room.accounts.store.ask("SELECT hash FROM sessions ORDER BY began DESC LIMIT 1")
    tampered = {
        "cut": id[:-1],
        "flip": ("a" if id[0] != "a" else "b") + id[1:],
        "longer": id + "a",
        "empty": "",
        "huge": "a" * 3000,
        "hash": kept,
    }[change]
    answer = httpx.get(f"{room.address}/api/me", headers={"cookie": f"{COOKIE}={tampered}"})
    assert answer.json()["kind"] == "nobody"
    assert httpx.get(f"{room.address}/api/property", headers={"cookie": f"{COOKIE}={tampered}"}).status_code == 401


def test_signing_in_rotates_the_session_and_signing_out_ends_it(room: Served) -> None:
    browser = room.browser("guest")
    guest = browser.http.cookies[COOKIE]
    browser.sign_in("sam")
    mine = browser.http.cookies[COOKIE]
    assert mine != guest
    assert httpx.get(f"{room.address}/api/me", headers={"cookie": f"{COOKIE}={guest}"}).json()["kind"] == "nobody"
    assert browser.post("/api/logout").status_code == 200
    assert httpx.get(f"{room.address}/api/me", headers={"cookie": f"{COOKIE}={mine}"}).json()["kind"] == "nobody"


def together(room: Served, command: dict[str, object]) -> None:
    made = room.browser("administrator").post("/api/proposals", {"command": command})
    assert made.status_code == 201
    done = room.browser("accounting").post(f"/api/proposals/{made.json()['id']}/approve")
    assert done.status_code == 200, done.text


def test_roles_end_with_the_command_that_ends_them(room: Served) -> None:
    together(room, {"type": "add-person", "person": {"id": "temp", "name": "Temp", "roles": ["surveillance"]}})
    administrator = room.browser("administrator")
    made = administrator.post("/api/accounts", {"login": "temp", "name": "Temp", "person": "temp"}).json()
    temp = room.browser().come_in("temp", made["password"])
    assert temp.get("/api/property").status_code == 200
    together(room, {"type": "drop-person", "person": "temp"})
    room.until(lambda: "temp" not in room.room.mirror.property.people)
    assert temp.get("/api/property").status_code == 403


def test_a_body_that_is_too_large_is_refused(room: Served) -> None:
    browser = room.browser("guest")
    answer = browser.post("/api/me/name", {"name": "x" * (BODY + 1)})
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")

    def parts() -> Iterator[bytes]:
        for _ in range(BODY // 1000 + 2):
            yield b" " * 1000

    streamed = browser.http.post(
        "/api/me/name",
        content=parts(),
        headers={"x-csrf-token": browser.token, "content-type": "application/json"},
    )
    assert streamed.status_code == 413


@pytest.mark.parametrize(
    "body", ["", "{", "[]", '"x"', '{"id": 1}', '{"id": "x", "seat": 1, "more": 2}', "\x00", "null"]
)
def test_a_body_that_cannot_be_read_is_refused(room: Served, body: str) -> None:
    browser = room.browser("guest")
    headers = {"x-csrf-token": browser.token, "content-type": "application/json"}
    answer = browser.http.post("/api/tables/T5/sit", content=body.encode(), headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad-request"


def test_a_method_that_a_path_does_not_know_is_told_those_that_it_does(room: Served) -> None:
    browser = room.browser("guest")
    for method, path, known in (("DELETE", "/health", {"GET", "OPTIONS"}), ("GET", "/api/login", {"POST", "OPTIONS"})):
        answer = browser.http.request(method, path, headers={"x-csrf-token": browser.token})
        assert (answer.status_code, answer.json()["error"]) == (405, "method-not-allowed")
        assert set(answer.headers["allow"].split(", ")) == known


def test_a_body_that_never_comes_is_not_waited_for(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "SECONDS", 0.3)
    browser = room.browser("guest")
    host, port = room.address.removeprefix("http://").split(":")
    cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(
            f"POST /api/me/name HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\nX-CSRF-Token: {browser.token}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 408 ")


def test_scripts_in_names_are_text(room: Served) -> None:
    browser = room.browser("guest")
    name = "<script>alert(1)</script>\"'&"
    assert browser.post("/api/me/name", {"name": name}).status_code == 200
    page = browser.get("/account", headers={"accept": "text/html"}).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    answer = browser.get("/nothing/<script>", headers={"accept": "text/html"})
    assert "<script>" not in answer.text.replace('<script src="', "")


def test_static_files_are_only_those(room: Served) -> None:
    browser = room.browser()
    good = browser.get("/static/x/service/base.css")
    assert good.status_code == 200
    assert good.headers["cache-control"] == "no-cache"
    again = browser.get("/static/x/service/base.css", headers={"if-none-match": good.headers["etag"]})
    assert again.status_code == 304
    page = browser.get("/login", headers={"accept": "text/html"}).text
    lasting = page.split('href="')[1].split('"')[0]
    assert "immutable" in browser.get(lasting).headers["cache-control"]
    for path in ("/static/x/../app.py", "/static/x/%2e%2e/app.py", "/static/x/..%2fapp.py", "/static/x//etc/passwd"):
        assert browser.get(path).status_code == 404, path


@pytest.mark.parametrize(
    ("address", "goes"),
    [
        ("/office", "/office"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/ok?x=1", "/ok?x=1"),
        ("/x\r\nSet-Cookie: a=b", "/"),
    ],
)
def test_signing_in_leads_to_our_own_pages_only(address: str, goes: str) -> None:
    assert inside(address) == goes


def test_sign_in_by_the_form(room: Served) -> None:
    browser = room.browser()
    browser.get("/login")
    data = {"login": "sam", "password": "wrong password!", "next": "/account", "_csrf_token": browser.token}
    wrong = browser.http.post("/login", data=data, headers={"accept": "text/html"})
    assert wrong.status_code == 401
    assert "do not go together" in wrong.text
    right = browser.http.post("/login", data={**data, "password": PASSWORD})
    assert (right.status_code, right.headers["location"]) == (303, "/account")
    assert "Sam Okafor" in browser.get("/account", headers={"accept": "text/html"}).text
    out = browser.http.post("/logout", data={"_csrf_token": browser.token})
    assert out.status_code == 303
    assert browser.get("/api/me").json()["kind"] == "nobody"


def test_passwords_are_tried_only_so_often_from_one_address(tmp_path: Path) -> None:
    limits = Limits(passwords=(3, 0.001), guests=(2, 0.001), commands=(1000, 1000))
    with served(tmp_path, limits=limits) as room:
        browser = room.browser()
        answers = [
            browser.post("/api/login", {"login": f"nobody{number}", "password": "x"}).status_code for number in range(4)
        ]
        assert answers == [401, 401, 401, 429]
        late = browser.post("/api/login", {"login": "sam", "password": PASSWORD})
        assert int(late.headers["retry-after"]) >= 1
        assert [room.browser().post("/api/guest").status_code for _ in range(3)] == [200, 200, 429]


def test_buckets_fill_with_time() -> None:
    now = [0.0]
    buckets = Buckets(2, 0.5, lambda: now[0])
    buckets.take("a")
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(TooOften) as refused:
        buckets.take("a")
    assert refused.value.wait == 2
    now[0] = 2.0
    buckets.take("a")
    for number in range(Buckets.MOST + 10):
        buckets.take(f"address {number}")


@pytest.mark.usefixtures("own_logs")
def test_the_log_has_no_secrets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_up()
    with served(tmp_path) as room:
        supervisor = room.browser("supervisor")
        supervisor.post("/api/login", {"login": "sam", "password": "a wrong password"})
        supervisor.post("/api/tables/T6/fail", {"what": "dark"})
        room.browser("dealer").post("/api/tables/T6/void", {"round": 1, "reason": "x"})
        session = supervisor.http.cookies[COOKIE]
        structlog.get_logger("test").info("said", password="hush", cards="As Kd")
    text = capsys.readouterr().err
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    for secret in (PASSWORD, "a wrong password", session, "hush", "As Kd"):
        assert secret not in text
    requests = [line for line in lines if line["event"] == "request" and line["path"] == "/api/tables/T6/fail"]
    assert requests[0]["who"] == "sam" and requests[0]["request"]
    commands = [line for line in lines if line["event"] == "command"]
    assert {(line["type"], line["outcome"], line["table"]) for line in commands} >= {
        ("fail-table", "done", "T6"),
        ("void-round", "not-permitted", "T6"),
    }
    assert any(line["event"] == "refused" and line["error"] == "not-permitted" for line in lines)
    assert any(line["event"] == "sign-in refused" for line in lines)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: here\r\nX-Half: "])
def test_a_connection_that_does_not_say_what_it_wants_is_not_kept(
    room: Served, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(patience, "HEADERS", 0.3)
    host, port = room.address.removeprefix("http://").split(":")
    whole = b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(said)
        assert line.recv(100) == b""
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(whole)
        heard = line.recv(4096)
        while not heard.endswith(b"}"):
            heard += line.recv(4096)
        assert heard.startswith(b"HTTP/1.1 200 ")
        # Heard once, and then no more than half of what it wants.
        line.sendall(b"GET /hea")
        assert line.recv(100) == b""


def test_whoever_has_said_what_it_wants_is_not_hurried(room: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEADERS", 0.1)
    monkeypatch.setattr(feed, "HEARTBEAT", 0.1)
    with httpx.stream("GET", f"{room.address}/feed", params={"topics": "vision/T6"}, timeout=60) as answer:
        alive = (line for line in within(answer.iter_lines(), "six heartbeats") if line.startswith(": now"))
        assert len([next(alive) for _ in range(6)]) == 6


def test_what_is_nested_too_deep_is_refused(room: Served) -> None:
    guest = room.browser("guest")
    assert guest.post("/api/tables/T1/sit", {"seat": 6}).status_code == 200
    room.until(lambda: room.room.mirror.table("T1").live is not None)
    frame = guest.frame("T1")
    deep = "[" * 20_000 + "]" * 20_000
    body = f'{{"id": "deep", "round": {frame["round"]}, "step": {frame["step"]}, "answer": {deep}}}'
    headers = {"x-csrf-token": guest.token, "content-type": "application/json"}
    assert guest.http.post("/api/tables/T1/answers", content=body, headers=headers).status_code == 400
    assert guest.get("/api/tables/T1/check", params={"answer": "[" * 1990}).status_code in (400, 422)
    assert guest.post("/api/tables/T1/leave").status_code in (200, 409)
