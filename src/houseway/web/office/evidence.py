"""The evidence of a hit: every entry of the journal about it and about its round, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor
from houseway.floor.kinds.edge import kind_of, read
from houseway.floor.kinds.of_jackpot import HitLocked, HitPaid, HitRejected, HitVerified
from houseway.floor.kinds.of_payment import CheckVoided
from houseway.floor.kinds.of_table import AnswersGiven
from houseway.floor.states import Hit, jackpot_stream, table_stream
from houseway.journal import Entry
from houseway.reports.floor.period import Period, period
from houseway.reports.floor.reading import signatures
from houseway.reports.floor.sentences import sentence

AROUND = 300
"""Entries of a table's stream around the claim that are looked through for its round."""

LATER = 5_000
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
        signatures(entry).beside,
        entry.stream,
        entry.number,
    )


class _OfRound(msgspec.Struct):
    """An entry of a table as far as it says which round it is about."""

    round: int | None = None


class Trail(msgspec.Struct, frozen=True):
    """What is on record about a hit; ``cut`` says where not everything was looked through, and how to see it."""

    lines: tuple[Line, ...]
    cut: tuple[str, ...]


def trail(floor: Floor, hit: Hit) -> Trail:
    """Everything on record about a hit, in order; to be called in a thread."""
    days = period_of(floor, hit.locked)
    cut: list[str] = []
    found = {(entry.stream, entry.number): entry for entry in (*_of_round(floor, hit, cut), *_of_hit(floor, hit, cut))}
    lines = [line(entry, days) for entry in sorted(found.values(), key=lambda entry: entry.at)]
    return Trail(tuple(lines), tuple(cut))


def _of_round(floor: Floor, hit: Hit, cut: list[str]) -> Iterator[Entry]:
    journal, stream = floor.journal, table_stream(hit.table)
    claimed = journal.since(stream, hit.locked)
    first, last = max(1, claimed - AROUND), claimed + AROUND - 1
    edges = False
    for entry in journal.read(stream, first, last + 1):
        if msgspec.json.decode(entry.body, type=_OfRound).round == hit.round:
            edges |= entry.number in (first, last) and entry.number != 1
            if kind_of(entry) is not AnswersGiven:
                yield entry
    # How the round ended and what was corrected since, however much later.
    yield from journal.rounds(stream, before=hit.round + 1, most=1).get(hit.round, ())
    if edges:
        cut.append(
            f"Round {hit.round} has more entries than the {AROUND} before and after the claim that are listed here. "
            f"All of them: houseway report audit --table {hit.table}"
        )


def _of_hit(floor: Floor, hit: Hit, cut: list[str]) -> Iterator[Entry]:
    stream = jackpot_stream(hit.jackpot)
    first = floor.journal.since(stream, hit.locked)
    for entry in floor.journal.read(stream, first, first + LATER):
        match read(entry):
            case HitVerified() | HitPaid() | HitRejected() | CheckVoided() as step if step.hit == hit.id:
                yield entry
            case HitLocked() as locks if any(each.id == hit.id for each in locks.hits):
                yield entry
    if floor.journal.head(stream).number >= first + LATER:
        cut.append(
            f"Only the first {LATER:,} entries of jackpot {hit.jackpot} after the claim were looked through. "
            f"All of them: houseway report audit --jackpot {hit.jackpot}"
        )
