"""Whether what a server answers is what its OpenAPI document says: asked of every answer that a test gets."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import httpx
import jsonschema_rs
import msgspec
from litestar import Litestar
from litestar.di import Provide
from litestar.routes import HTTPRoute

from houseway.web.app import handlers
from houseway.web.schema.openapi import document as make
from houseway.web.schema.openapi import openapi
from houseway.web.service import dependencies as given


class Document:
    """An OpenAPI document, and the answers it allows."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        # By the schema's place in memory, where it is kept: the same ones are asked for with thousands of answers.
        self._validators: dict[int, tuple[dict[str, Any], Any]] = {}
        self._known: dict[str, str | None] = {}
        self._paths = [
            (re.compile(re.sub(r"\{cite\}", ".+", re.sub(r"\{(?!cite)\w+\}", "[^/]+", path))), path)
            for path in sorted(data["paths"], key=lambda path: path.count("{"))
        ]

    def path_of(self, address: str) -> str | None:
        """The path of the document that an address belongs to."""
        bare = address.rstrip("/") or "/"
        if bare not in self._known:
            self._known[bare] = next((path for pattern, path in self._paths if pattern.fullmatch(bare)), None)
        return self._known[bare]

    def names(self, method: str, address: str) -> bool:
        """Whether the document says anything of such a request."""
        return method.lower() in self.data["paths"].get(self.path_of(address), {})

    def resolved(self, data: dict[str, Any]) -> dict[str, Any]:
        """What a reference leads to."""
        while "$ref" in data:
            found: Any = self.data
            for part in data["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            data = found
        return data

    def wrong(self, method: str, address: str, answer: httpx.Response) -> str | None:
        """What is not as the document says, or nothing."""
        path = self.path_of(address)
        operation = self.data["paths"].get(path, {}).get(method.lower())
        if operation is None:
            return None
        status = str(answer.status_code)
        where = f"{method} {path}: {status}"
        if status not in operation["responses"]:
            return f"{where} is not declared: {answer.text[:300]}"
        declared = self.resolved(operation["responses"][status])
        content = declared.get("content")
        if content is None:
            return None
        media = {kind.split(";")[0]: found for kind, found in content.items()}
        sent = answer.headers.get("content-type", "").split(";")[0]
        if sent not in media:
            return f"{where}: {sent} is not declared"
        if sent != "application/json":
            return None
        return self.misfit(where, media[sent]["schema"], answer.json())

    def wrong_event(self, topic: str, data: Any) -> str | None:
        """What is not as the document says in an event of the feed, or nothing."""
        stream = self.data["paths"]["/feed"]["get"]["responses"]["200"]["content"]["text/event-stream"]
        name = re.sub(r"/seat/\d+$", "/seat/{seat}", re.sub(r"^(table|vision)/[^/]+", r"\1/{table}", topic))
        return self.misfit(f"the event {topic}", stream["x-events"][name], data)

    def misfit(self, where: str, schema: dict[str, Any], data: Any) -> str | None:
        """Where ``data`` does not fit a schema of the document, or nothing."""
        validator = self._validator(schema)
        if validator.is_valid(data):
            return None
        for error in validator.iter_errors(data):
            at = "/".join(map(str, error.instance_path))
            return f"{where} does not fit at {at!r}: {error.message[:500]}"
        return None

    def _validator(self, schema: dict[str, Any]) -> Any:
        if id(schema) not in self._validators:
            whole = {**schema, "components": self.data["components"]}
            self._validators[id(schema)] = schema, jsonschema_rs.Draft202012Validator(whole)
        return self._validators[id(schema)][1]


def provided() -> set[str]:
    """The names of what handlers are given, whatever a request says."""
    names = (*given.__annotations__, "Drafting", "First", "Office", "Overseen", "Lab", "Signing", "Acting", "Visit")
    return {name.lower() for name in names}


@cache
def _app() -> Litestar:
    dependencies = {name: Provide(lambda: None, sync_to_thread=False) for name in provided()}
    return Litestar(handlers(), dependencies=dependencies, openapi_config=openapi(), logging_config=None)


def routes() -> set[tuple[str, str]]:
    """The method and the path of everything that can be asked for, pages too."""
    return {
        (method.lower(), route.path_format)
        for route in _app().routes
        if isinstance(route, HTTPRoute)
        for method in route.route_handler_map
        if method != "OPTIONS"
    }


@cache
def document() -> Document:
    """The document of the program under test: the same for every server, so that none is asked for it."""
    app = _app()
    return Document(json.loads(msgspec.json.encode(make(app, app.openapi_schema.to_schema()))))


def _is_page(accept: str, status: int) -> bool:
    """Whether a person was told why not, or sent elsewhere; the document is about what programs are answered."""
    return "text/html" in accept and status >= 300


def conforms(answer: httpx.Response) -> None:
    """Called with every answer of a client: one that is not as the document says fails the test."""
    asked = answer.request
    stream = answer.headers.get("content-type", "").startswith("text/event-stream")
    if asked.method in ("GET", "POST") and not stream and not _is_page(asked.headers["accept"], answer.status_code):
        answer.read()
        wrong = document().wrong(asked.method, asked.url.path, answer)
        assert wrong is None, wrong


class Watched:
    """An application whose every answer, whoever asked for it, and every event of a feed is held to the document."""

    def __init__(self, app: Any) -> None:
        document()  # made now, not while somebody waits
        self._app = app
        self.wrong: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, and look at the answer."""
        if scope["type"] != "http" or not document().names(scope["method"], scope["path"]):
            await self._app(scope, receive, send)
            return
        status, headers, body = 0, httpx.Headers(), b""

        async def look(message: Any) -> None:
            nonlocal status, headers, body
            await send(message)
            if message["type"] == "http.response.start":
                status, headers = message["status"], httpx.Headers(message["headers"])
                return
            body += message.get("body", b"")
            if headers.get("content-type", "").startswith("text/event-stream"):
                *whole, body = body.split(b"\n\n")
                for event in whole:
                    self._note(_wrong_event(event.decode()))
            elif not message.get("more_body"):
                accept = httpx.Headers(scope["headers"]).get("accept", "")
                if not _is_page(accept, status):
                    answer = httpx.Response(status, headers=headers, content=body)
                    self._note(document().wrong(scope["method"], scope["path"], answer))

        await self._app(scope, receive, look)

    def _note(self, wrong: str | None) -> None:
        if wrong is not None:
            self.wrong.append(wrong)


def _wrong_event(text: str) -> str | None:
    lines = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(":"))
    return document().wrong_event(lines["event"], json.loads(lines["data"])) if "event" in lines else None
