"""The Lab alone: the same page and interface, served without a room, a journal or accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, get
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import ASGIMiddleware
from litestar.response import Redirect
from litestar.template.config import TemplateConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import HousewayError
from houseway.web.http.assets import COMPRESSION, static_file
from houseway.web.http.callers import NOBODY
from houseway.web.http.refusals import ALONE, on_bug, on_depth, on_houseway, on_http, on_timeout
from houseway.web.http.security import BODY, HEADERS, Buckets, Limits
from houseway.web.lab.lab_api import HANDLERS as LAB
from houseway.web.lab.lab_pages import LabPages
from houseway.web.lab.lab_pool import LabPool
from houseway.web.service.templating import templates


class _Door(ASGIMiddleware):
    """What stands in the place of the room's gate: how often may be asked, and nobody is anybody."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, limits: Limits) -> None:
        self._requests = Buckets(*limits.requests)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        client = scope.get("client")
        self._requests.take(client[0] if client else "")
        scope["user"] = NOBODY
        scope["state"][ALONE] = True
        await next_app(scope, receive, send)


async def _finish(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start" and scope["type"] == ScopeType.HTTP:
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if "cache-control" not in headers:
            headers["cache-control"] = "no-store"


@get("/", include_in_schema=False)
async def _front() -> Redirect:
    return Redirect("/lab")


def create_lab(pool: LabPool | None = None, *, limits: Limits | None = None) -> Litestar:
    """The application of the Lab by itself."""
    lab = pool or LabPool()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await lab.close()

    return Litestar(
        route_handlers=[_front, LabPages, *LAB, static_file],
        dependencies={"lab": Provide(lambda: lab, sync_to_thread=False)},
        exception_handlers={
            HousewayError: on_houseway,
            HTTPException: on_http,
            TimeoutError: on_timeout,
            RecursionError: on_depth,
            Exception: on_bug,
        },
        middleware=[_Door(limits or Limits())],
        before_send=[_finish],
        compression_config=COMPRESSION,
        template_config=TemplateConfig(instance=templates()),
        request_max_body_size=BODY,
        lifespan=[running],
        openapi_config=None,
        logging_config=None,
    )
