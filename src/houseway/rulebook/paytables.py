"""Paytables: rows of events and what they pay. The first row that the cards satisfy is the one paid."""

from __future__ import annotations

import re

import msgspec

from houseway.rulebook.pays import LOSS, Pay


def event_slug(name: str) -> str:
    """The slug of a printed row: ``Three of a Kind, Suited`` is ``three-of-a-kind-suited``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("’", "").replace("'", "")).strip("-")


class Row(msgspec.Struct, frozen=True):
    """One row: the event, its printed name and what it pays."""

    event: str
    name: str
    pay: Pay


NO_ROW = Row("none", "No winning hand", LOSS)
"""What is found when the cards satisfy no row."""


class Paytable(msgspec.Struct, eq=False):
    """One column of a printed table, as the wager ``wager`` is paid by it.

    ``shared``: a percent prize is divided among the winners of the same event, otherwise it goes whole to each.
    ``scales``: dollar prizes are for a fixed wager of one dollar and grow with it.
    ``row_meters``: a bonus row may be run as a progressive with a meter of its own.
    ``to_post`` are the rows that the operator has still to post. ``posted_clause`` says which rows the operator posts,
    ``printed_clause`` that it posts no others.
    """

    id: str
    wager: str
    rows: tuple[Row, ...]
    odds: str
    clause: str
    shared: bool
    scales: bool
    row_meters: bool
    posted_clause: str = ""
    printed_clause: str = ""
    to_post: tuple[Row, ...] = ()
    _found: dict[tuple[str, ...], Row] = {}

    def __post_init__(self) -> None:
        self.to_post = tuple(row for row in self.rows if row.pay.is_posted)
        self.posted_clause = self.posted_clause or self.clause
        self.printed_clause = self.printed_clause or self.clause

    def row(self, events: tuple[str, ...]) -> Row:
        """The first row among ``events``, all those that the cards satisfy; `NO_ROW` if there is none."""
        found = self._found.get(events)
        if found is None:
            found = next((row for row in self.rows if row.event in events), NO_ROW)
            self._found[events] = found
        return found

    def find(self, event: str) -> Row | None:
        """The row of ``event``, if this table has it."""
        return next((row for row in self.rows if row.event == event), None)

    def replaced(self, rows: tuple[Row, ...]) -> Paytable:
        """The same table with other rows."""
        return msgspec.structs.replace(self, rows=rows, _found={})
