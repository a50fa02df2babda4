"""Whatever fits the OpenAPI document, asked by everybody: no server error, and no answer that it does not declare.

Each request is sent as every role, to one room. What answers say of proposals, drafts, hits and the like is asked for
by later requests, so that one thing leads to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import numpy  # noqa: F401  # else hypothesis may look at it while a thread of the room loads it
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.transport.requests import ManagedCookiesSession

from tests.web.serving import PEOPLE, Browser, Served

ROLES = ("nobody", "guest", "player", *PEOPLE)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
REAL = {
    "table": "T5",
    "jackpot": "attack",
    "game": "dueling",
    "edition": "2017",
    "kind": "close-day",
    "seat": 1,
    "round": 1,
}
"""Things that are there, for every other request."""

WITHOUT_END = "/feed"
"""A feed goes on for as long as somebody reads it."""

ENDS_SESSIONS = ("/api/logout", "/api/login", "/api/me/password", "/api/me/keep")
"""What would leave a role as somebody else, or as nobody: asked by a browser of its own."""

KNOWN_PEOPLE = re.compile("account|session|people|device")
"""Where lists name the people who ask here: only what was made by these requests is asked for again."""


class Everybody:
    """A browser of every role, what their answers have named so far, and what was not as the document says."""

    def __init__(self, room: Served) -> None:
        self._room = room
        self._browsers = {role: room.browser(role) for role in ROLES}
        # Connections are kept, and no cookie of one request is sent with the next.
        self._session = ManagedCookiesSession()
        self._session.headers.clear()
        self._session.trust_env = False
        self._named: dict[str, list[str]] = {}
        self.asked: set[tuple[str, str]] = set()
        self.wrong: list[str] = []

    def ask(self, case: Any, real: bool, which: int) -> None:
        """Send one request as every role."""
        if real:
            self._lead_on(case, which)
        for role in ROLES:
            browser = self._room.browser(role) if case.path in ENDS_SESSIONS else self._browsers[role]
            answer = self._send(case, browser)
            if answer.status_code == 401 and role not in ("nobody", "guest"):
                # A request before it has ended the session.
                browser = self._browsers[role] = self._room.browser(role)
                answer = self._send(case, browser)
            self.asked.add((role, f"{case.method} {case.path}"))
            try:
                case.validate_response(answer, checks=CHECKS)
            except FailureGroup as failures:
                said = "; ".join(f"{each.title}: {each.message[:300]}" for each in failures.exceptions)
                request = f"{role}: {case.method} {case.formatted_path} {case.query} {str(case.body)[:300]}"
                self.wrong.append(f"{request}: {answer.status_code} {answer.text[:300]} {said}")
            else:
                self._listen(case, answer)

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _send(self, case: Any, browser: Browser) -> Any:
        return case.call(
            session=self._session,
            headers={"x-csrf-token": browser.token, "accept": "application/json"},
            cookies=dict(browser.http.cookies),
            timeout=60,
        )

    def _lead_on(self, case: Any, which: int) -> None:
        """Name things that are there instead of whatever was made up."""
        for name in case.path_parameters or {}:
            named = self._named.get(case.path.partition(f"/{{{name}}}")[0], [])
            if named:
                case.path_parameters[name] = named[which % len(named)]
            elif name in REAL:
                case.path_parameters[name] = REAL[name]

    def _listen(self, case: Any, answer: Any) -> None:
        if answer.status_code >= 300 or "json" not in answer.headers.get("content-type", ""):
            return
        if case.method == "GET" and KNOWN_PEOPLE.search(case.path):
            return
        named = self._named.setdefault(case.path.partition("/{")[0], [])
        named += [id for id in _ids(answer.json()) if id not in named][: 50 - len(named)]


def _ids(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get("id"), str):
            yield data["id"]
        for inner in data.values():
            yield from _ids(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from _ids(inner)


def _ask_everything(room: Served, examples: int, *, anew: bool = False) -> None:
    everybody = Everybody(room)
    schema = schemathesis.openapi.from_url(f"{room.address}/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 100
    for operation in operations:
        if operation.path == WITHOUT_END:
            continue

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=not anew,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), real=st.booleans(), which=st.integers(0, 49))
        def ask(case: Any, real: bool, which: int) -> None:
            everybody.ask(case, real, which)

        ask()
    everybody.close()
    assert not everybody.wrong, "\n".join(everybody.wrong[:20])
    names = {f"{each.method.upper()} {each.path}" for each in operations if each.path != WITHOUT_END}
    assert everybody.asked == {(role, name) for role in ROLES for name in names}
    assert httpx.get(f"{room.address}/ready").status_code == 200


def test_whatever_fits_the_schema_is_answered_to_every_role_as_the_schema_says(room: Served) -> None:
    _ask_everything(room, 2)


@pytest.mark.soak
def test_much_that_fits_the_schema_is_answered_to_every_role_as_the_schema_says(room: Served) -> None:
    _ask_everything(room, 150, anew=True)
