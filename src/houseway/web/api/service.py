"""For those who look after the server: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from houseway.errors import HousewayError
from houseway.release import VERSION
from houseway.web.given import Accounts, Metrics, Room
from houseway.web.schema.declare import ANYBODY, declared
from houseway.web.schema.people import Health, Ready


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


@get("/metrics", tags=["service"], media_type="text/plain; version=0.0.4; charset=utf-8", opt=ANYBODY)
async def metrics_page(metrics: Metrics) -> Response[bytes]:
    """What the server measures, for Prometheus."""
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = [health, ready, metrics_page]
