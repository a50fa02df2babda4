"""Reading the journal for a report: spans of streams, backwards where that is shorter, with progress told."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET

from houseway.compliance.configuration import Table
from houseway.compliance.configured_tables import settings_of
from houseway.compliance.profile import Settings
from houseway.floor.floor import Floor
from houseway.floor.floor_errors import UnknownThing
from houseway.floor.kinds import of_house, of_table
from houseway.floor.kinds.body import Signatures
from houseway.floor.kinds.edge import kind_of, read, read_as, read_if
from houseway.floor.kinds.of_jackpot import JackpotDayClosed
from houseway.floor.states import PROPERTY, PropertyState, jackpot_stream, table_stream
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.journal import Entry, Journal
from houseway.release import VERSION
from houseway.reports.document import Document, Fact, Facts, Section
from houseway.reports.floor.period import Period
from houseway.reports.numbers import words

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


C = TypeVar("C", of_house.DayClosed, of_table.TableDayClosed, JackpotDayClosed)


class Close(NamedTuple, Generic[C]):
    """The close of a gaming day, of the property or of one table or jackpot: its entry, and what it says."""

    entry: Entry
    body: C

    @property
    def cut(self) -> int:
        """The moment that it has the figures of: the end of its day, and with release 0.1 that of the close itself."""
        return self.entry.at if self.body.cut is UNSET else self.body.cut


_BETWEEN_ROUNDS = (
    of_table.RoundSettled,
    of_table.RoundVoided,
    of_table.TableOpened,
    of_table.PrivateTableOpened,
    of_house.TableClosed,
    of_house.QuickTableClosed,
)


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
        self._touching: list[Close[of_house.DayClosed]] | None = None

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

    def jackpot_name(self, id: str, row: str = "") -> str:
        """What people call a jackpot, or its meter of ``row``."""
        known = self.floor.jackpot(id).jackpot
        return known.meter_title(row) if known is not None else words(id)

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

    def closes(self) -> list[Close[of_house.DayClosed]]:
        """The closes of the period's days, whenever they were given."""
        since = self.closes_since(self.period.start)
        return [close for close in since if self.period.first <= close.body.day <= self.period.last]

    def closes_touching(self) -> list[Close[of_house.DayClosed]]:
        """The closes that have something of the period: up to the first of a later day. Read once for a report."""
        if self._touching is None:
            self._touching = []
            for close in self.closes_since(self.period.start):
                self._touching.append(close)
                if close.cut > self.period.stop:
                    break
        return self._touching

    def closes_since(self, at: int) -> list[Close[of_house.DayClosed]]:
        """The closes whose cut-off is after the moment ``at``, in order, each found by the one that followed it."""
        return list(takewhile(lambda close: close.cut > at, self.closes_back()))[::-1]

    def closes_back(self) -> Iterator[Close[of_house.DayClosed]]:
        """Every close, the last first."""
        number = self.property.close
        while number:
            [entry] = self.journal.read(PROPERTY, number, number + 1)
            close = Close(entry, read_as(entry, of_house.DayClosed))
            yield close
            number = self._close_before(close)

    def _close_before(self, close: Close[of_house.DayClosed]) -> int:
        """The number of the close before one; what earlier releases wrote does not say it, and is searched for."""
        if close.body.before is not UNSET:
            return close.body.before
        earlier = self.backwards(PROPERTY, close.entry.number)
        return next((entry.number for entry in earlier if kind_of(entry) is of_house.DayClosed), 0)

    def close_before(self, at: int) -> Close[of_house.DayClosed] | None:
        """The last close whose cut-off is not after the moment ``at``, whenever it was given."""
        return next((close for close in self.closes_back() if close.cut <= at), None)

    def table_close(self, close: Close[of_house.DayClosed], table: str) -> Close[of_table.TableDayClosed] | None:
        """What a close says of one table."""
        return self._part(close, table_stream(table), of_table.TableDayClosed)

    def jackpot_close(self, close: Close[of_house.DayClosed], jackpot: str) -> Close[JackpotDayClosed] | None:
        """What a close says of one jackpot."""
        return self._part(close, jackpot_stream(jackpot), JackpotDayClosed)

    def _part(self, close: Close[of_house.DayClosed], stream: str, kind: type[C]) -> Close[C] | None:
        for entry in self.journal.written_with(close.entry, stream):
            body = read_if(entry, kind)
            if body is not None:
                return Close(entry, body)
        return None

    # -- configuration

    def configured(self, at: int) -> tuple[dict[str, Table], dict[str, Jackpot]]:
        """Tables and jackpots as the property had them configured at the moment ``at``.

        What was not configured since is as it is now; only for the rest is the history gone through.
        """
        # Private tables are play for one player, and no part of what the room reports.
        tables = {id: table for id, table in self.property.tables.items() if not table.copy_of and not table.template}
        jackpots = dict(self.property.jackpots)
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
            match read(entry):
                case of_house.TableConfigured() as configured:
                    tables[key[1]] = configured.table
                case of_house.JackpotConfigured() as configured:
                    jackpots[key[1]] = configured.jackpot
            if not changed:
                break
        return tables, jackpots

    def open_round(self, table: str, end: int) -> int | None:
        """The number of the round that was counted and still in progress before entry ``end`` of the table's stream."""
        for entry in self.backwards(table_stream(table), end):
            kind = kind_of(entry)
            if kind is of_table.Tabulated:
                return round_of(entry)
            if kind in _BETWEEN_ROUNDS:
                return None
        return None

    # -- the document

    def document(self, title: str, *sections: Section, facts: Sequence[Fact] = ()) -> Document:
        """A report of this property over this period."""
        state = self.property
        asked_for = self.jackpot_name(self.wanted.jackpot) if self.wanted.jackpot is not None else None
        asked = [
            Fact(name.capitalize(), value)
            for name, value in (("table", self.wanted.table), ("jackpot", asked_for))
            if value is not None
        ]
        return Document(
            title=title,
            subtitle=f"{state.name}, {self.period.words}",
            facts=Facts.of(
                Fact("From", self.period.when(self.period.start)),
                Fact("Up to", self.period.when(self.period.stop)),
                Fact("Printed", self.period.when(self.wanted.now)),
                *asked,
                *facts,
            ),
            sections=sections,
            footer=f"Houseway {VERSION} · {state.name} · {title}, {self.period.words}",
        )


class _Round(msgspec.Struct):
    round: int


_decode_round = msgspec.json.Decoder(_Round).decode


def round_of(entry: Entry) -> int:
    """The round that an entry of a table is about, without decoding the rest."""
    return _decode_round(entry.body).round


def reference(entry: Entry) -> str:
    """Where an entry stands: its stream and number."""
    return f"{entry.stream} #{entry.number}"


def signatures(entry: Entry) -> Signatures:
    """An entry as far as it says who signed it, whatever its kind."""
    return read_as(entry, Signatures)


def signed_by(person: str, body: Signatures) -> str:
    """A person of an entry, with a word where somebody at a terminal named them and they did not sign."""
    return f"{person} (named, not signed)" if person and person in (body.named or ()) else person


def _configures(entry: Entry) -> tuple[str, str] | None:
    match read(entry):
        case of_house.TableConfigured() as body:
            return "table", body.table.id
        case of_house.TableRemoved() as body:
            return "table", body.table
        case of_house.JackpotConfigured() as body:
            return "jackpot", body.jackpot.id
        case of_house.JackpotClosed() as body:
            return "jackpot", body.jackpot
        case _:
            return None
