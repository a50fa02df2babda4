"""The record: reports, the audit trail, and whether the journal is as it was written."""

from __future__ import annotations

import asyncio
import zipfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from houseway import journal
from houseway.accounts.on_the_books import books_of
from houseway.floor.auditing.whole import verify_floor
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.reply_shapes import Moment
from houseway.journal import Finding
from houseway.journal.sealing.seal_check import tail_in_words
from houseway.reports.document import write
from houseway.reports.floor import REPORTS, Asked, make
from houseway.table.shown.shape_base import Shape
from houseway.web.http.callers import READERS
from houseway.web.live.journal_reader import EntryShown, Place, entry_shown
from houseway.web.live.room import now
from houseway.web.schema import requests as b
from houseway.web.schema.declare import BINARY, STAFF_ONLY, declared
from houseway.web.schema.record_replies import Report
from houseway.web.service.dependencies import Caller, Kept, Room, Slow

Form = Literal["json", "csv", "xlsx", "pdf", "html", "md", "iif"]
_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "iif": "text/plain; charset=utf-8",
    "zip": "application/zip",
}
_MEDIA = {kind: Report if form == "json" else BINARY for form, kind in _TYPES.items()}


class StreamHead(Shape, frozen=True):
    """The last entry of a stream."""

    number: int
    at: Moment
    hash: str


class NotSealedYet(Shape, frozen=True):
    """What was written after the last seal: its number and time, the entries since then, and the seconds."""

    seal: int
    at: Moment
    entries: int
    seconds: int
    words: Annotated[str, Meta(description="The same as a sentence.")]


class Verified(Shape, frozen=True):
    """What the check of the journal found. ``left-out`` counts findings beyond those listed.

    ``unchecked`` says what could not be judged, in words.
    """

    ok: bool
    streams: int
    entries: int
    seals: int
    findings: list[Finding]
    left_out: int
    unsealed: Annotated[NotSealedYet | None, Meta(description="Nothing where there are no seals.")]
    unchecked: Annotated[list[str], Meta(description="What could not be checked, and how it can be.")]
    notes: Annotated[list[Finding], Meta(description="No findings, and told all the same.")]


def _report(place: Place, name: str, form: str, asked: Asked) -> tuple[bytes, str]:
    with place.floor() as floor, TemporaryDirectory() as folder:
        document = make(name, floor, asked.wanted(floor, now()))
        written = write(document, Path(folder) / f"{name}.{form}")
        if len(written) == 1:
            return written[0].read_bytes(), form
        together = BytesIO()
        with zipfile.ZipFile(together, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in written:
                archive.write(path, path.relative_to(folder))
        return together.getvalue(), "zip"


def _verify(place: Place) -> Verified:
    with place.floor() as floor:
        return verified(verify_floor(floor, books=books_of(place.url), now=now()))


def verified(report: journal.Report) -> Verified:
    """What a check of the journal found, as it is told."""
    tail = report.tail
    unsealed = None if tail is None else NotSealedYet(**msgspec.structs.asdict(tail), words=tail_in_words(tail))
    return Verified(
        ok=report.ok,
        streams=report.streams,
        entries=report.entries,
        seals=report.seals,
        findings=list(report.findings),
        left_out=report.left_out,
        unsealed=unsealed,
        unchecked=list(report.unchecked),
        notes=list(report.notes),
    )


class Reports(Controller):
    """Reports of the floor."""

    path = "/api/reports"
    tags = ("records",)
    opt = STAFF_ONLY

    @get("/")
    async def all(self, caller: Caller) -> list[str]:
        """The names of all reports."""
        caller.need(*READERS)
        return list(REPORTS)

    @get("/{name:str}", media_type="application/json", opt=declared(media=_MEDIA, refuses=(408, 422)))
    async def one(
        self,
        kept: Kept,
        slow: Slow,
        caller: Caller,
        name: FromPath[str],
        form: Annotated[
            Form,
            QueryParameter(name="format", description="The form of the file; one of several tables is a zip of CSV."),
        ] = "json",
        day: Annotated[
            str | None, QueryParameter(description="The gaming day, YYYY-MM-DD; without one, today.")
        ] = None,
        since: Annotated[str | None, QueryParameter(description="The first of several gaming days.")] = None,
        until: Annotated[str | None, QueryParameter(description="The last of several gaming days.")] = None,
        table: Annotated[str | None, QueryParameter(description="Only about this table.")] = None,
        jackpot: Annotated[str | None, QueryParameter(description="Only about this jackpot.")] = None,
        kind: Annotated[list[str] | None, QueryParameter(description="Only entries of these kinds.")] = None,
        person: Annotated[str | None, QueryParameter(description="Only what this person did.")] = None,
    ) -> Response[bytes]:
        """A report, as a file: for one gaming day, or those from ``since`` to ``until``; a long one takes its time."""
        caller.need(*READERS)
        if name not in REPORTS:
            raise UnknownThing(f"there is no report {name[:64]!r}", remedy=f"reports: {', '.join(REPORTS)}")
        asked = Asked(day, since, until, table, jackpot, person, tuple(kind or ()))
        data, ending = await slow.run(_report, kept, name, form, asked)
        headers = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
        return Response(data, media_type=_TYPES[ending], headers=headers)


class Audit(Controller):
    """The audit trail."""

    path = "/api/audit"
    tags = ("records",)
    opt = STAFF_ONLY

    @get("/streams")
    async def streams(self, room: Room, caller: Caller) -> dict[str, StreamHead]:
        """Every stream of the journal with its last number, time and hash."""
        caller.need(*READERS)
        heads = await asyncio.to_thread(room.floor.journal.heads)
        return {
            stream: StreamHead(number=head.number, at=head.at, hash=head.hash.hex()) for stream, head in heads.items()
        }

    @get("/entries", opt=declared(refuses=(404,)))
    async def entries(
        self,
        room: Room,
        caller: Caller,
        stream: Annotated[str, QueryParameter(description="The stream, such as `property` or `table/T1`.")],
        start: Annotated[int, QueryParameter(ge=1, le=2**53, description="The number of the first entry.")] = 1,
        most: Annotated[int, QueryParameter(ge=1, le=500, description="How many at most.")] = 100,
    ) -> list[EntryShown]:
        """Entries of a stream from number ``start``. What was answered in a round in play is left out until its end."""
        caller.need(*READERS)
        found = await asyncio.to_thread(lambda: list(room.floor.journal.read(stream, start, start + most)))
        return [entry_shown(entry, room) for entry in found]

    @post("/verify", status_code=200)
    async def verify(self, kept: Kept, slow: Slow, caller: Caller, data: JSONBody[b.Empty]) -> Verified:
        """Check the journal: every entry against its chain, everything reckoned from them, the money, the seals.

        The answer comes when everything is checked: for a journal of years that takes minutes.
        """
        caller.need("regulator", "administrator", "surveillance", "accounting")
        return await slow.run(_verify, kept)


HANDLERS = [Reports, Audit]
