"""The evidence of a hit: every entry of the journal about it and about its round, as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor
from houseway.floor.states import Hit, jackpot_stream, table_stream
from houseway.journal import Entry
from houseway.reports.floor.period import Period, period
from houseway.reports.floor.sentences import sentence

AROUND = 60
"""Entries of a table's stream around the claim that are looked through for its round."""

LATER = 500
"""Entries of a jackpot's stream after the claim that are looked through."""


class Line(msgspec.Struct, frozen=True):
    """One entry of the journal for people to read."""

    at: str
    text: str
    who: str
    second: str
    stream: str
    number: int


def period_of(floor: Floor, at: int) -> Period:
    """The gaming day of a moment, in whose zone times are written."""
    property = floor.property
    day = gaming_day(at, property.zone, property.day_starts)
    return period(day, day, property.zone, property.day_starts)


def line(entry: Entry, days: Period) -> Line:
    """An entry as a line."""
    return Line(
        days.when(entry.at),
        sentence(entry, days),
        entry.who,
        str(entry.data.get("second") or ""),
        entry.stream,
        entry.number,
    )


def trail(floor: Floor, hit: Hit) -> list[Line]:
    """Everything on record about a hit, in order; to be called in a thread."""
    days = period_of(floor, hit.locked)
    found = [*_of_round(floor, hit), *_of_hit(floor, hit)]
    return [line(entry, days) for entry in sorted(found, key=lambda entry: entry.at)]


def _of_round(floor: Floor, hit: Hit) -> Iterator[Entry]:
    stream = table_stream(hit.table)
    claimed = floor.journal.since(stream, hit.locked)
    for entry in floor.journal.read(stream, max(1, claimed - AROUND), claimed + AROUND):
        if entry.kind != "answered" and entry.data.get("round") == hit.round:
            yield entry


def _of_hit(floor: Floor, hit: Hit) -> Iterator[Entry]:
    stream = jackpot_stream(hit.jackpot)
    first = floor.journal.since(stream, hit.locked)
    for entry in floor.journal.read(stream, first, first + LATER):
        data: dict[str, Any] = entry.data
        if data.get("hit") == hit.id or any(one.get("id") == hit.id for one in data.get("hits", ())):
            yield entry
