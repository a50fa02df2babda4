"""Evidence to take along: a bundle of some days, made while the room goes on."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Annotated, cast

import structlog
from litestar import Controller, Response, get
from litestar.params import QueryParameter
from litestar.response import Stream

from houseway.operations.evidence_bundle import PARTS, Part, write_bundle
from houseway.reports.floor import days_of
from houseway.web.http.callers import READERS
from houseway.web.http.security import LIMIT
from houseway.web.live.journal_reader import Place
from houseway.web.live.room import now
from houseway.web.schema.declare import BINARY, STAFF_ONLY, declared
from houseway.web.service.dependencies import Caller, Kept, Slow

log = structlog.get_logger("houseway.exports")

_PIECE = 1 << 18


class Exports(Controller):
    """Exports for a regulator."""

    path = "/api/exports"
    tags = ("records",)
    opt = STAFF_ONLY

    @get("/bundle", opt=declared(media={"application/zip": BINARY}, refuses=(408, 422)))
    async def bundle(
        self,
        kept: Kept,
        slow: Slow,
        caller: Caller,
        part: Annotated[
            list[Part] | None, QueryParameter(description="What to take along; everything if left out.")
        ] = None,
        since: Annotated[str | None, QueryParameter(description="The first gaming day, YYYY-MM-DD.")] = None,
        until: Annotated[str | None, QueryParameter(description="The last gaming day; today if left out.")] = None,
    ) -> Response[bytes]:
        """A zip with a manifest that has the SHA-256 of every file, signed with the key of the seals.

        Without days it is of the last one in which anything happened. `houseway audit bundle` makes the same, and
        `houseway audit check-bundle` checks it. Answers of a round in play are withheld until its end.
        """
        caller.need(*READERS)
        parts = tuple(part or PARTS)
        file, name = await slow.run(_made, kept, parts, since or None, until or None, caller.id)
        log.info("bundle made", parts=parts, file=name)
        limit = LIMIT.get(None)
        if limit is not None:
            # However long it takes to carry it to the browser.
            limit.reschedule(None)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        sent = Stream(_pieces(file), media_type="application/zip", headers=headers)
        return cast("Response[bytes]", sent)


def _made(
    place: Place, parts: tuple[Part, ...], since: str | None, until: str | None, who: str
) -> tuple[IO[bytes], str]:
    file = TemporaryFile()  # noqa: SIM115 - closed when it has been sent
    try:
        with place.floor() as floor:
            at = now()
            days = days_of(floor, at, since=since, until=until)
            write_bundle(floor, file, parts, days, who=who, now=at)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file, f"evidence-{days.first}-{days.last}.zip"


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece
