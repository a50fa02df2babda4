"""Reading the journal for a report: spans of streams, backwards where that is shorter, with progress told."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from houseway.compliance.configuration import Table
from houseway.compliance.configured_tables import settings_of
from houseway.compliance.profile import Settings
from houseway.errors import UnknownThing
from houseway.floor.decoding import as_known
from houseway.floor.floor import Floor
from houseway.floor.states import PROPERTY, PropertyState, table_stream
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Entry, Journal
from houseway.release import VERSION
from houseway.reports.document import Document, Fact, Facts, Section
from houseway.reports.floor.period import Period

Progress = Callable[[int, int], None]
"""Told how many entries were read, and of how many that are known to be wanted."""

_BACK = 200
"""Entries of one step backwards."""


class Wanted(msgspec.Struct, frozen=True):
    """What a report is asked for. ``now`` is this moment, in microseconds.

    ``table`` and ``jackpot`` narrow it to one; ``kinds`` and ``person`` narrow the audit trail.
    """

    period: Period
    now: int
    table: str | None = None
    jackpot: str | None = None
    kinds: tuple[str, ...] = ()
    person: str | None = None


class Reader:
    """Reads a floor's journal for one report."""

    def __init__(self, floor: Floor, wanted: Wanted, progress: Progress | None = None) -> None:
        self.floor = floor
        self.journal: Journal = floor.journal
        self.wanted = wanted
        self.period = wanted.period
        self._progress = progress
        self._done = 0
        self._total = 0

    @property
    def property(self) -> PropertyState:
        """The property as it stands."""
        return self.floor.property

    def settings(self, day: str | None = None) -> Settings:
        """The profile's settings on a gaming day, that of this moment if left out."""
        day = day or self.period.day(self.wanted.now)
        return settings_of(self.property.configuration(day))

    def tables(self) -> list[str]:
        """The tables asked for: one, or every one that has a stream."""
        return self._asked("table", self.wanted.table)

    def jackpots(self) -> list[str]:
        """The jackpots asked for: one, or every one that has a stream."""
        return self._asked("jackpot", self.wanted.jackpot)

    def _asked(self, kind: str, asked: str | None) -> list[str]:
        found = [stream.partition("/")[2] for stream in self.journal.streams() if stream.startswith(f"{kind}/")]
        if asked is None:
            return found
        if asked not in found:
            raise UnknownThing(f"there is no {kind} {asked!r}", remedy=f"{kind}s: {', '.join(found) or 'none yet'}")
        return [asked]

    # -- entries

    def span(self, stream: str, start: int | None = None, stop: int | None = None) -> tuple[int, int]:
        """The numbers of a stream's entries from one moment up to another: those of the period if left out."""
        start = self.period.start if start is None else start
        stop = self.period.stop if stop is None else stop
        return self.journal.since(stream, start), self.journal.since(stream, stop)

    def read(self, stream: str, first: int, end: int) -> Iterator[Entry]:
        """Entries ``first`` up to, not including, ``end``."""
        self._total += max(0, end - first)
        return self._told(self.journal.read(stream, first, end))

    def entries(self, stream: str) -> Iterator[Entry]:
        """The entries of a stream in the period."""
        return self.read(stream, *self.span(stream))

    def merged(self, spans: Mapping[str, tuple[int, int]]) -> Iterator[Entry]:
        """Entries of several streams in the order of their time; at one moment, tables before jackpots before the
        property."""
        self._total += sum(max(0, end - first) for first, end in spans.values())
        rank = {stream: place for place, stream in enumerate(spans)}
        each = [self.journal.read(stream, first, end) for stream, (first, end) in spans.items() if first < end]
        return self._told(heapq.merge(*each, key=lambda entry: (entry.at, rank[entry.stream], entry.number)))

    def _told(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        for entry in entries:
            yield entry
            self._done += 1
            if self._progress is not None and self._done % 256 == 0:
                self._progress(self._done, self._total)

    def backwards(self, stream: str, end: int) -> Iterator[Entry]:
        """The entries before number ``end``, the last one first, in steps."""
        while end > 1:
            first = max(1, end - _BACK)
            yield from reversed(list(self.journal.read(stream, first, end)))
            end = first

    # -- closes

    def closes(self) -> list[Entry]:
        """The closes of the period's days, whenever they were given."""
        found = []
        for entry in self.journal.read(PROPERTY, self.journal.since(PROPERTY, self.period.start)):
            if entry.kind == "day-closed":
                closed = entry.data["day"]
                if closed > self.period.last:
                    break
                if closed >= self.period.first:
                    found.append(entry)
        return found

    def close_before(self, at: int) -> Entry | None:
        """The last close whose cut-off is not after the moment ``at``, whenever it was given."""
        first = self.journal.since(PROPERTY, at)
        found = None
        for entry in self.journal.read(PROPERTY, first):
            if entry.kind == "day-closed":
                if cut_of(entry) > at:
                    break
                found = entry
        if found is not None:
            return found
        return next((entry for entry in self.backwards(PROPERTY, first) if entry.kind == "day-closed"), None)

    def closed(self, close: Entry, stream: str) -> Entry | None:
        """What a close says of one table or jackpot."""
        return next((own for own in self.journal.written_with(close, stream) if own.kind == "day-closed"), None)

    # -- configuration

    def configured(self, at: int) -> tuple[dict[str, Table], dict[str, Jackpot]]:
        """Tables and jackpots as the property had them configured at the moment ``at``.

        What was not configured since is as it is now; only for the rest is the history gone through.
        """
        tables, jackpots = dict(self.property.tables), dict(self.property.jackpots)
        first, end = self.journal.since(PROPERTY, at), self.journal.head(PROPERTY).number + 1
        changed: set[tuple[str, str]] = set()
        for entry in self.journal.read(PROPERTY, first, end):
            key = _configures(entry)
            if key is not None:
                changed.add(key)
        for kind, id in changed:
            (tables if kind == "table" else jackpots).pop(id, None)
        if not changed:
            return tables, jackpots
        for entry in self.backwards(PROPERTY, first):
            key = _configures(entry)
            if key not in changed:
                continue
            changed.discard(key)
            if entry.kind == "table-configured":
                tables[key[1]] = as_known(entry.data["table"], Table)
            elif entry.kind == "jackpot-configured":
                jackpots[key[1]] = as_known(entry.data["jackpot"], Jackpot)
            if not changed:
                break
        return tables, jackpots

    def open_round(self, table: str, end: int) -> int | None:
        """The number of the round that was counted and still in progress before entry ``end`` of the table's stream."""
        for entry in self.backwards(table_stream(table), end):
            if entry.kind == "tabulated":
                return round_of(entry)
            if entry.kind in ("round-settled", "round-voided", "table-opened", "table-closed"):
                return None
        return None

    # -- the document

    def document(self, title: str, sections: Sequence[Section], facts: Sequence[Fact] = ()) -> Document:
        """A report of this property over this period."""
        state = self.property
        asked = [
            Fact(name.capitalize(), value)
            for name, value in (("table", self.wanted.table), ("jackpot", self.wanted.jackpot))
            if value is not None
        ]
        return Document(
            title=title,
            subtitle=f"{state.name}, {self.period.words}",
            facts=Facts(
                (
                    Fact("From", self.period.when(self.period.start)),
                    Fact("Up to", self.period.when(self.period.stop)),
                    Fact("Printed", self.period.when(self.wanted.now)),
                    *asked,
                    *facts,
                )
            ),
            sections=tuple(sections),
            footer=f"Houseway {VERSION} · {state.name} · {title}, {self.period.words}",
        )


def cut_of(close: Entry) -> int:
    """The moment that a close has the figures of: the end of its day, and with release 0.1 that of the close itself."""
    cut = close.data.get("cut")
    return close.at if cut is None else int(cut)


class _Round(msgspec.Struct):
    round: int


_decode_round = msgspec.json.Decoder(_Round).decode


def round_of(entry: Entry) -> int:
    """The round that an entry of a table is about, without decoding the rest."""
    return _decode_round(entry.body).round


def reference(entry: Entry) -> str:
    """Where an entry stands: its stream and number."""
    return f"{entry.stream} #{entry.number}"


def second_of(data: Mapping[str, Any]) -> str:
    """The person who stood beside, or nothing."""
    return str(data.get("second") or "")


def signed_by(person: str, data: Mapping[str, Any]) -> str:
    """A person of an entry, with a word where somebody at a terminal named them and they did not sign."""
    return f"{person} (named, not signed)" if person and person in data.get("named", ()) else person


def _configures(entry: Entry) -> tuple[str, str] | None:
    match entry.kind:
        case "table-configured":
            return "table", entry.data["table"]["id"]
        case "table-removed":
            return "table", entry.data["table"]
        case "jackpot-configured":
            return "jackpot", entry.data["jackpot"]["id"]
        case "jackpot-closed":
            return "jackpot", entry.data["jackpot"]
        case _:
            return None
