"""The shape of a report as JSON, as `houseway.reports` writes it."""

from __future__ import annotations

from msgspec import UNSET

from houseway.reports.numbers import Kind
from houseway.table.shown.shape_base import Shape, Sometimes

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
