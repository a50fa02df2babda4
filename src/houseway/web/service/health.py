"""For those who look after the server: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Any

from litestar import Request, Response, get

from houseway.errors import HousewayError
from houseway.release import VERSION
from houseway.table.shown.shape_base import Shape
from houseway.web.schema.declare import ANYBODY, declared
from houseway.web.service.dependencies import Accounts, Caller, Doors, Metrics, Room


class Health(Shape, frozen=True):
    """The program runs."""

    alive: bool
    release: str


class Ready(Shape, frozen=True):
    """Whether requests can be served, and if not, what stands in the way. ``runs``: this server runs the tables."""

    ready: bool
    problems: list[str]
    property: str
    runs: bool


@get("/health", tags=["service"], opt=ANYBODY)
async def health() -> Health:
    """Whether the program runs."""
    return Health(alive=True, release=VERSION)


@get("/ready", tags=["service"], opt=declared(by="anybody", also={503: Ready}))
async def ready(room: Room, accounts: Accounts) -> Response[Ready]:
    """Whether requests can be served: the journal can be written, the mirror follows it, accounts can be read."""
    problems: list[str] = []
    try:
        heads = await asyncio.to_thread(room.floor.journal.heads)
        # What was committed a moment ago may still be on its way to the mirror.
        behind = [stream for stream, head in heads.items() if room.mirror.number(stream) < head.number]
        if behind:
            await asyncio.sleep(0.5)
            behind = [stream for stream in behind if room.mirror.number(stream) < heads[stream].number]
        problems += [f"the mirror does not follow {stream}" for stream in behind]
        room.floor.check_writer()
        await asyncio.to_thread(room.floor.journal.check_writable)
        await accounts.goes_on("")
    except HousewayError as error:
        problems.append(error.message)
    data = Ready(ready=not problems, problems=problems, property=room.mirror.property.name, runs=room.runs)
    return Response(data, status_code=503 if problems else 200)


@get(
    "/metrics",
    tags=["service"],
    media_type="text/plain; version=0.0.4; charset=utf-8",
    opt=declared(by="anybody", refuses=(403,)),
)
async def metrics_page(
    request: Request[Any, Any, Any], metrics: Metrics, caller: Caller, doors: Doors
) -> Response[bytes]:
    """What the server measures, for Prometheus: on this machine, with the token for it, or for who looks after it."""
    if not (_is_local(request) or doors.is_metrics_token(request.headers.get("authorization", ""))):
        caller.need("technician", "administrator", "regulator")
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers of proxies: what has one of them comes from elsewhere, whatever address it has."""


def _is_local(request: Request[Any, Any, Any]) -> bool:
    """Whether somebody on this machine asks, by no proxy."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


HANDLERS = [health, ready, metrics_page]
