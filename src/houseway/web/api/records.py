"""The record: reports, the audit trail, and whether the journal is as it was written."""

from __future__ import annotations

import asyncio
import zipfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from houseway.errors import UnknownThing
from houseway.journal import Entry, Finding
from houseway.reports.document import write
from houseway.reports.floor import REPORTS, Wanted, days_of, make
from houseway.web.api import bodies as b
from houseway.web.given import Caller, Place, Room, Slow
from houseway.web.room import now

READERS = ("supervisor", "surveillance", "accounting", "administrator", "regulator")
"""Roles that may read reports and the audit trail."""

Form = Literal["json", "csv", "xlsx", "pdf", "html", "md"]
_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "zip": "application/zip",
}


def _report(place: Place, name: str, wanted: dict[str, Any], form: str) -> tuple[bytes, str]:
    with place.floor() as floor, TemporaryDirectory() as folder:
        at = now()
        period = days_of(floor, at, day=wanted.pop("day"), since=wanted.pop("since"), until=wanted.pop("until"))
        document = make(name, floor, Wanted(period=period, now=at, **wanted))
        written = write(document, Path(folder) / f"{name}.{form}")
        if len(written) == 1:
            return written[0].read_bytes(), form
        together = BytesIO()
        with zipfile.ZipFile(together, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in written:
                archive.write(path, path.relative_to(folder))
        return together.getvalue(), "zip"


def _verify(place: Place) -> dict[str, Any]:
    with place.floor() as floor:
        report = floor.journal.verify()
        findings = [*report.findings]
        if report.ok:
            findings += [Finding("money", what) for what in floor.broken()]
    return {
        "ok": not findings,
        "streams": report.streams,
        "entries": report.entries,
        "seals": report.seals,
        "findings": [msgspec.to_builtins(finding) for finding in findings],
        "left-out": report.left_out,
    }


class Reports(Controller):
    """Reports of the floor."""

    path = "/api/reports"
    tags = ("records",)

    @get("/")
    async def all(self, caller: Caller) -> list[str]:
        """The names of all reports."""
        caller.need(*READERS)
        return list(REPORTS)

    @get("/{name:str}", media_type="application/json")
    async def one(
        self,
        place: Place,
        slow: Slow,
        caller: Caller,
        name: FromPath[str],
        form: Annotated[Form, QueryParameter(name="format")] = "json",
        day: FromQuery[str | None] = None,
        since: FromQuery[str | None] = None,
        until: FromQuery[str | None] = None,
        table: FromQuery[str | None] = None,
        jackpot: FromQuery[str | None] = None,
        kind: FromQuery[list[str] | None] = None,
        person: FromQuery[str | None] = None,
    ) -> Response[bytes]:
        """A report, as a file: for one gaming day, or those from ``since`` to ``until``."""
        caller.need(*READERS)
        if name not in REPORTS:
            raise UnknownThing(f"there is no report {name[:64]!r}", remedy=f"reports: {', '.join(REPORTS)}")
        wanted = {
            "day": day,
            "since": since,
            "until": until,
            "table": table,
            "jackpot": jackpot,
            "kinds": tuple(kind or ()),
            "person": person,
        }
        async with slow.turn:
            data, ending = await asyncio.to_thread(_report, place, name, wanted, form)
        headers = {"content-disposition": f'attachment; filename="{name}.{ending}"'}
        return Response(data, media_type=_TYPES[ending], headers=headers)


class Audit(Controller):
    """The audit trail."""

    path = "/api/audit"
    tags = ("records",)

    @get("/streams")
    async def streams(self, room: Room, caller: Caller) -> dict[str, Any]:
        """Every stream of the journal with its last number, time and hash."""
        caller.need(*READERS)
        heads = await asyncio.to_thread(room.floor.journal.heads)
        return {
            stream: {"number": head.number, "at": head.at, "hash": head.hash.hex()} for stream, head in heads.items()
        }

    @get("/entries")
    async def entries(
        self,
        room: Room,
        caller: Caller,
        stream: FromQuery[str],
        start: Annotated[int, QueryParameter(ge=1, le=2**53)] = 1,
        most: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
    ) -> list[dict[str, Any]]:
        """Entries of a stream from number ``start``. What was answered in a round in play is left out until its end."""
        caller.need(*READERS)
        found = await asyncio.to_thread(lambda: list(room.floor.journal.read(stream, start, start + most)))
        return [entry_data(entry, room) for entry in found]

    @post("/verify", status_code=200)
    async def verify(self, place: Place, slow: Slow, caller: Caller, data: JSONBody[b.Empty]) -> dict[str, Any]:
        """Check the journal: every entry against its chain, everything reckoned from them, the money, the seals."""
        caller.need("regulator", "administrator", "surveillance", "accounting")
        async with slow.turn:
            return await asyncio.to_thread(_verify, place)


def entry_data(entry: Entry, room: Room) -> dict[str, Any]:
    """An entry as plain data, as it may be seen now."""
    body = entry.data
    live = room.mirror.table(entry.stream.removeprefix("table/")).live if entry.stream.startswith("table/") else None
    if live is not None and body.get("round") == live.round and "answers" in body:
        # The nonces of a round in play tell its hidden cards.
        body = {"round": live.round, "in-play": True}
    return {
        "stream": entry.stream,
        "number": entry.number,
        "command": entry.command,
        "who": entry.who,
        "at": entry.at,
        "kind": entry.kind,
        "body": body,
        "postings": [list(line) for line in entry.postings],
        "hash": entry.hash.hex(),
    }


HANDLERS = [Reports, Audit]
