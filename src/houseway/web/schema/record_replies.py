"""Answers about the record: jackpots with their money, reports, streams, entries, the check of the journal."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta

from houseway.floor.reply_shapes import Micros, Moment
from houseway.floor.states import JackpotState
from houseway.journal import Finding
from houseway.reports.numbers import Kind
from houseway.table.shown.shape_base import Shape, Sometimes
from houseway.web.schema.shape import Amounts


class JackpotNow(JackpotState, kw_only=True):
    """A jackpot: its parameters, hits, what it displays, and every account of its funds."""

    amounts: Amounts
    accounts: Annotated[dict[str, Micros], Meta(description="The balance of each account, in millionths of a cent.")]


class StreamHead(Shape, frozen=True):
    """The last entry of a stream."""

    number: int
    at: Moment
    hash: str


class EntryShown(Shape, frozen=True):
    """An entry of the journal, as it may be seen now."""

    stream: str
    number: int
    command: Annotated[str, Meta(description="The id of the command that wrote it.")]
    who: str
    at: Moment
    kind: str
    body: Annotated[dict[str, Any], Meta(description="What the entry says; its fields hang on the kind.")]
    postings: Annotated[list[tuple[str, Micros]], Meta(description="Account and millionths of a cent.")]
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


Cell = str | int | float | None


class Fact(Shape, frozen=True):
    """A named value."""

    name: str
    value: Cell
    kind: Kind


class Column(Shape, frozen=True):
    """A column of a table."""

    name: str
    title: str
    kind: Kind


class Rows(Shape, frozen=True):
    """A table of a report; a row has a value for each column's name."""

    title: str
    columns: list[Column]
    rows: list[dict[str, Cell]]
    totals: Sometimes[list[dict[str, Cell]]] = UNSET
    note: Sometimes[str] = UNSET


class ReportSection(Shape, frozen=True):
    """A section of a report."""

    title: str
    alarms: Sometimes[list[str]] = UNSET
    texts: Sometimes[list[str]] = UNSET
    facts: Sometimes[list[Fact]] = UNSET
    tables: Sometimes[list[Rows]] = UNSET
    sections: Sometimes[list[ReportSection]] = UNSET


class Report(Shape, frozen=True):
    """A report. Money is in cents or millionths of a cent, as its ``kind`` says."""

    title: str
    subtitle: str
    facts: list[Fact]
    sections: list[ReportSection]
    footer: str
