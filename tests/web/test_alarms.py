"""Alarms: told by mail and webhook to those whom they concern, at once, once, and again when they are over."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from houseway.operations.operations_file import Hears, Mail, Operations
from houseway.operations.senders import SIGNATURE
from houseway.web.alarms import result_watch, watch
from houseway.web.alarms.needs import Need
from tests.waiting import LONG, NeverCame, came, joined, until
from tests.web.serving import Served, served


def _next(letters: queue.Queue[Any], what: str) -> Any:
    try:
        return letters.get(timeout=LONG)
    except queue.Empty:
        raise NeverCame(f"waited {LONG:g} seconds for this: {what}") from None


class PostOffice(Controller):
    """A real SMTP server on this machine. It closes when every line to it has ended, and keeps the letters."""

    def __init__(self, port: int) -> None:
        self.letters: queue.Queue[EmailMessage] = queue.Queue()
        self.lines: set[asyncio.BaseTransport] = set()
        self.open = 0
        super().__init__(self, hostname="127.0.0.1", port=port)

    def factory(self) -> SMTP:
        office = self
        self.open += 1

        class Line(SMTP):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                self.line = transport
                office.lines.add(transport)
                super().connection_made(transport)

            def connection_lost(self, error: Exception | None) -> None:
                super().connection_lost(error)
                office.lines.discard(self.line)
                office.open -= 1

        return Line(self, hostname="localhost")

    async def hang_up(self) -> None:
        """Let nobody in any more, and end every line: also of whoever was let in just now and has said nothing."""
        assert isinstance(self.server, asyncio.Server)
        for door in self.server.sockets:
            # Not closed yet: whoever is on the way in would be left with half a line.
            self.loop.remove_reader(door.fileno())
        for _ in range(3):
            await asyncio.sleep(0)
        for line in list(self.lines):
            line.close()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, _class=EmailMessage, policy=policy.default)
        assert envelope.rcpt_tos == [letter["To"]]
        self.letters.put(letter)
        return "250 taken"


@contextmanager
def mail_server(port: int = 0) -> Iterator[tuple[int, queue.Queue[EmailMessage]]]:
    """A real SMTP server: its port, and the letters it takes."""
    if not port:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
    office = PostOffice(port)
    office.start()
    try:
        yield port, office.letters
    finally:
        # Its own first look at itself hangs up without a word, and would stay half open.
        came(asyncio.run_coroutine_threadsafe(office.hang_up(), office.loop), "the mail server hangs up")
        until("every line to the mail server has ended", lambda: not office.open)
        office.stop()


@contextmanager
def webhook() -> Iterator[tuple[str, queue.Queue[tuple[dict[str, str], bytes]]]]:
    """A receiver of webhooks on this machine: its address, and the requests it takes."""
    requests: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            requests.put((dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", requests
    finally:
        server.shutdown()
        server.server_close()
        joined(thread, "the receiver of webhooks has ended")


def _by_mail(port: int) -> Mail:
    return Mail(host="127.0.0.1", port=port, security="none", sender="room@example.org")


def _fail(room: Served, table: str = "T5") -> None:
    room.browser("supervisor").post(f"/api/tables/{table}/fail", {"what": "sensor 3 is dark"})


def test_what_goes_wrong_is_told_to_whom_it_concerns_and_once_more_when_it_is_over(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("brass candle\n")
    with mail_server() as (port, letters), webhook() as (address, requests):
        operations = Operations(
            address="https://room.example.org/",
            mail=_by_mail(port),
            hears=(
                Hears(roles=("technician",), mail="tom@example.org"),
                Hears(roles=("accounting",), mail="ann@example.org"),
                Hears(roles=("supervisor",), webhook=address, secret_file=secret),
            ),
        )
        with served(tmp_path, operations=operations) as room:
            _fail(room)
            letter = _next(letters, "a letter to the technician")
            assert (letter["To"], letter["From"]) == ("tom@example.org", "room@example.org")
            assert letter["Subject"] == "Houseway Card Room: Equipment of table T5 is out of order"
            text = letter.get_content()
            assert "sensor 3 is dark; the manual procedure holds" in text
            assert "https://room.example.org/office/tables/T5" in text
            headers, body = _next(requests, "a request to the supervisor's webhook")
            proof = hmac.new(b"brass candle", body, hashlib.sha256).hexdigest()
            assert headers[SIGNATURE] == f"sha256={proof}"
            told = json.loads(body)
            assert [alarm["what"] for alarm in told["new"]] == ["Equipment of table T5 is out of order"]
            # It stands on every page of the office for whom it concerns, wherever they are.
            strip = 'class="strip" href="/office"><strong>Equipment of table T5'
            assert strip in room.browser("technician").get("/office/jackpots", headers={"accept": "text/html"}).text
            assert strip not in room.browser("accounting").get("/office/jackpots", headers={"accept": "text/html"}).text
            room.browser("supervisor").post("/api/tables/T5/restore", {"what": "a new sensor"})
            over = _next(letters, "a letter that it is over")
            assert over["Subject"] == "Houseway Card Room: over: Equipment of table T5 is out of order"
            _, body = _next(requests, "a request that it is over")
            assert [alarm["what"] for alarm in json.loads(body)["over"]] == ["Equipment of table T5 is out of order"]
        # Accounting heard of nothing: it was none of its business.
        assert letters.empty() and requests.empty()


def test_an_unlikely_result_is_told_to_surveillance_and_stands_in_the_office(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = "Table T4, Player: the house lost $310.00"
    result = Need("Results", "alarm", what, "One in more than a million", "/office/reports/theoretical")
    monkeypatch.setattr(result_watch, "FIRST", 0.0)
    # What stands out is worked out in tests/reports/test_theoretical.py; a room that just opened has no results yet.
    monkeypatch.setattr(result_watch, "unlikely_results", lambda floor, at, pause: [result])
    with webhook() as (address, requests):
        operations = Operations(hears=(Hears(roles=("surveillance",), webhook=address),))
        with served(tmp_path, operations=operations) as room:
            told = json.loads(_next(requests, "surveillance hears of the result")[1])
            assert [alarm["what"] for alarm in told["new"]] == [what]
            assert what in room.browser("surveillance").get("/office", headers={"accept": "text/html"}).text


def test_a_mail_server_that_hangs_holds_nobody_else_up_and_is_itself_an_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.operations.senders.PATIENCE", 0.2)
    monkeypatch.setattr(
        watch.Watch.__init__, "__kwdefaults__", {**(watch.Watch.__init__.__kwdefaults__ or {}), "again": (0.05, 0.1)}
    )
    silent = socket.create_server(("127.0.0.1", 0))
    with silent, webhook() as (address, requests):
        operations = Operations(
            mail=_by_mail(silent.getsockname()[1]),
            hears=(
                Hears(roles=("technician",), mail="tom@example.org"),
                Hears(roles=("technician",), webhook=address),
            ),
        )
        with served(tmp_path, operations=operations) as room:
            _fail(room)
            first = json.loads(_next(requests, "the webhook hears of the table")[1])
            assert [alarm["what"] for alarm in first["new"]] == ["Equipment of table T5 is out of order"]
            second = json.loads(_next(requests, "the webhook hears of the mail server")[1])
            (alarm,) = second["new"]
            assert alarm["what"] == "Alarms do not reach tom@example.org"
            assert "did not take a message for tom@example.org" in alarm["detail"]
            page = room.browser("technician")
            until(
                "the office says so",
                lambda: (
                    "Alarms do not reach tom@example.org" in page.get("/office", headers={"accept": "text/html"}).text
                ),
            )
            # The same letter is taken once there is a server that takes letters.
            port = silent.getsockname()[1]
            silent.close()
            with mail_server(port) as (_, letters):
                letter = _next(letters, "the letter that could not be delivered")
                assert "Equipment of table T5 is out of order" in letter.get_content()
                third = json.loads(_next(requests, "the webhook hears that mail works again")[1])
                assert [alarm["what"] for alarm in third["over"]] == ["Alarms do not reach tom@example.org"]
