"""A card room on a loopback port for tests: served by a thread of the test itself, looked at by real HTTP clients."""

from __future__ import annotations

import json
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from houseway.accounts.service import Accounts
from houseway.accounts.store import open_store
from houseway.floor import command_index as c
from houseway.floor.floor import Floor
from houseway.floor.permission.people import TERMINAL
from houseway.floor.permission.vouching import account_command, record_account
from houseway.operations.operations_file import Operations
from houseway.web import demo
from houseway.web.app import create_app
from houseway.web.http.idle_connections import PatientProtocol
from houseway.web.http.security import Limits
from houseway.web.live.feed import wired
from houseway.web.live.room import Room, now
from houseway.web.live.runner import Pace
from tests.prepared import copied
from tests.quick_passwords import QUICK
from tests.waiting import HOURS, LONG, NeverCame, happened, joined, run_within, said_of, until, within
from tests.web.conforming import Watched, conforms

PASSWORD = "four brass candles"
PEOPLE = {
    "administrator": "ada",
    "dealer": "dan",
    "supervisor": "sam",
    "surveillance": "vera",
    "accounting": "ann",
    "technician": "tom",
    "regulator": "ruth",
}
OPEN = Limits(
    requests=(1e6, 1e6),
    commands=(1e6, 1e6),
    passwords=(1e6, 1e6),
    guests=(1e6, 1e6),
    signatures=(1e6, 1e6),
    feeds=10_000,
    own_feeds=10_000,
)
FAST = Pace(wager=60.0, decide=60.0, between=0.01, move=0.01, deal=0.01)


def fresh() -> str:
    """A command's id."""
    return str(uuid.uuid4())


class Browser:
    """Somebody's browser: cookies, and the token that pages send along. Answers are as the OpenAPI document says."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(
            base_url=address,
            timeout=30,
            headers={"accept": "application/json"},
            event_hooks={"response": [conforms]},
        )

    @property
    def token(self) -> str:
        """The token against requests from elsewhere."""
        if "houseway_csrf" not in self.http.cookies:
            self.http.get("/health")
        return self.http.cookies["houseway_csrf"]

    def get(self, path: str, **settings: Any) -> httpx.Response:
        """Ask for something."""
        return self.http.get(path, **settings)

    def post(self, path: str, body: Mapping[str, Any] | None = None, **settings: Any) -> httpx.Response:
        """Send a body as JSON, with a fresh id unless it has one."""
        data = {"id": fresh(), **(body or {})}
        return self.http.post(path, json=data, headers={"x-csrf-token": self.token}, **settings)

    def sign_in(self, login: str, password: str = PASSWORD) -> Browser:
        """Sign in."""
        answer = self.post("/api/login", {"login": login, "password": password})
        assert answer.status_code == 200, answer.text
        return self

    def come_in(self, login: str, given: str) -> Browser:
        """Sign in with a password that somebody else set, and set one's own."""
        self.sign_in(login, given)
        answer = self.post("/api/me/password", {"old": given, "new": PASSWORD})
        assert answer.status_code == 200, answer.text
        return self

    def frame(self, table: str, viewer: str = "seat") -> dict[str, Any]:
        """The table as this browser may see it."""
        answer = self.get(f"/api/tables/{table}/frame", params={"viewer": viewer})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def close(self) -> None:
        """Close it."""
        self.http.close()


def events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    """Server-sent events: topic and data, for some minutes at most."""
    topic = ""
    for line in within(lines, "the last event that is looked for"):
        if line.startswith("event: "):
            topic = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield topic, json.loads(line.removeprefix("data: "))


class Served:
    """A served card room."""

    def __init__(self, room: Room, accounts: Accounts, port: int) -> None:
        self.room = room
        self.floor = room.floor
        self.accounts = accounts
        self.address = f"http://127.0.0.1:{port}"
        self._browsers: list[Browser] = []

    def browser(self, role: str = "nobody") -> Browser:
        """A browser: of nobody, of a guest, of a player with an account, or of somebody who works here."""
        browser = Browser(self.address)
        self._browsers.append(browser)
        if role == "guest":
            assert browser.post("/api/guest").status_code == 200
        elif role == "player":
            browser.sign_in("pat")
        elif role != "nobody":
            browser.sign_in(PEOPLE[role])
        return browser

    def device(self, kind: str, table: str, name: str = "Device") -> dict[str, Any]:
        """A device whose key two people have made: a technician, and a supervisor who signs beside."""
        signed = {"login": PEOPLE["supervisor"], "password": PASSWORD}
        body = {"kind": kind, "table": table, "name": name, "signed": signed}
        made = self.browser("technician").post("/api/devices", body)
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        return found

    def cut(self) -> None:
        """End every feed; the browsers come back, or try to."""
        loop = self.room._loop
        assert loop is not None
        loop.call_soon_threadsafe(self.room.hub.close)

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something has become so, entry by entry."""
        moved = threading.Event()

        def listen(entries: Sequence[Any]) -> None:
            moved.set()

        self.room.listeners.append(listen)
        try:
            deadline = time.monotonic() + LONG
            while not true():
                if time.monotonic() > deadline:
                    raise NeverCame(f"waited {LONG:g} seconds for this: {said_of(true)}")
                moved.wait(0.25)
                moved.clear()
        finally:
            self.room.listeners.remove(listen)

    def wait(self, true: Callable[[], bool]) -> None:
        """Wait until something has become so that no entry tells of."""
        until(said_of(true), true)

    def close(self) -> None:
        """Close every browser."""
        for browser in self._browsers:
            browser.close()


class _Server(uvicorn.Server):
    """A server that says when its doors are open, or that they will not be."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = threading.Event()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        finally:
            self.begun.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.begun.set()


async def _make_accounts(floor: Floor, accounts: Accounts) -> None:
    for login in PEOPLE.values():
        change = await accounts.ready_to_make(login, PASSWORD, login.title(), login)
        command = account_command(c.MakeAccount, login, change.canonical, floor.journal.seal_book)
        record_account(floor, command, who=TERMINAL, at=now())
        await accounts.apply(change)
    await accounts.make("pat", PASSWORD, "Pat")


def _make_property(url: str, seals: Path | None, sitting: Mapping[str, Sequence[str]]) -> None:
    """Make the demonstration property with accounts for everybody, and leave it closed."""
    floor = Floor.open(url, create=True, seals=seals)
    demo.make_demo(floor, now(), sitting)
    accounts = Accounts(open_store(url), hasher=QUICK)
    # In a thread of its own: a test that drives a browser has a loop running in this one.
    making = threading.Thread(target=lambda: run_within(_make_accounts(floor, accounts)))
    making.start()
    joined(making, "the accounts are made")
    accounts.store.close()
    floor.close()


@contextmanager
def served(
    folder: Path,
    *,
    sitting: Mapping[str, Sequence[str]] | None = None,
    limits: Limits = OPEN,
    pace: Pace = FAST,
    secure: bool = False,
    clock: Callable[[], int] = now,
    url: str | None = None,
    seals: Path | None = None,
    setup_code: str = "",
    conforming: bool = True,
    operations: Operations | None = None,
) -> Iterator[Served]:
    """The demonstration property, served; without automatic players unless ``sitting`` names some.

    ``clock`` says which gaming day it is for what is shown; ``url`` names another place for the journal than a file,
    ``seals`` one for its seals.

    With a ``setup_code`` it is empty: whoever has the code sets it up.

    Whatever it answers, to whichever client, must be as the OpenAPI document says; that is looked at unless a test asks
    the same thousands of times (``conforming``).
    """
    sitting = sitting or {}
    if url is None and seals is None and not setup_code:
        # Some tests have the demonstration configured in their own way.
        kind = (repr(demo.configuration()), *((table, *names) for table, names in sitting.items()))
        copied(kind, folder / "floor.db", lambda path: _make_property(str(path), None, sitting))
    elif not setup_code:
        _make_property(url or str(folder / "floor.db"), seals, sitting)
    url = url or str(folder / "floor.db")
    floor = Floor.open(url, create=True, seals=seals)
    accounts = Accounts(open_store(url), hasher=QUICK)
    # The protocol is named, or asyncio leaves Nagle's algorithm on: an answer in two writes would wait 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    holder: dict[str, Room] = {}
    watched: list[Watched] = []

    def make() -> _Server:
        room = holder["room"] = Room(floor, names=accounts.name_of, pace=pace, others=True, clock=clock)
        made = create_app(
            room, accounts, url=url, limits=limits, secure=secure, setup_code=setup_code, operations=operations
        )
        app = wired(made)
        if conforming:
            watched.append(app := Watched(app))
        config = uvicorn.Config(
            app,
            http=PatientProtocol,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=2,
            # As long as a room's own server. The usual five seconds are those after which a client gives an idle
            # connection up too: where both end it at once, a question may be lost on its way.
            timeout_keep_alive=15,
            lifespan="on",
        )
        return _Server(config)

    server = make()
    thread = threading.Thread(target=lambda: run_within(server.serve([listening]), HOURS), daemon=True)
    thread.start()
    happened(server.begun, "the server opens its doors")
    assert server.started, "the server did not start"
    room = Served(holder["room"], accounts, listening.getsockname()[1])
    try:
        yield room
    finally:
        room.close()
        holder["room"].hub.close()
        server.should_exit = True
        thread.join(20)
        accounts.store.close()
        listening.close()
        assert not thread.is_alive(), "the server did not stop"
    wrong = [each for app in watched for each in app.wrong]
    assert not wrong, f"{len(wrong)} answers are not as the document says, the first: {wrong[0]}"
