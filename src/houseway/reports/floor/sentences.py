"""Entries as sentences that an auditor can read."""

from __future__ import annotations

from houseway.floor.kinds.edge import Unknown, read
from houseway.floor.kinds.of_house import MalfunctionFound
from houseway.journal import Entry
from houseway.reports.floor.period import Period
from houseway.reports.numbers import words


def sentence(entry: Entry, period: Period) -> str:
    """What the entry says happened; times are in the period's zone."""
    match read(entry):
        case Unknown():
            return words(entry.kind)
        case MalfunctionFound() as found if found.notice_by is not None:
            return f"{found.sentence}; notice is due by {period.when(found.notice_by)}"
        case body:
            return body.sentence
