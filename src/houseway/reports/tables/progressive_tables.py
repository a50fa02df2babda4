"""A progressive over time: how long to a hit, what the house may owe, how likely the meter passes an amount."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.maths.progressive import ProgressiveFigures
from houseway.maths.results import Number
from houseway.reports.analysis_tables import table
from houseway.reports.document import Head, Table
from houseway.reports.game_names import GameNames

SPANS = (("a day", 24), ("a week", 7 * 24), ("a year", 365 * 24))
"""Spans of time, in hours of dealing, within which the next full hit may come."""


def time_table(items: Sequence[ProgressiveFigures], names: GameNames, per_hour: int) -> Table:
    """Mean and median time from one full hit to the next, and how likely one comes within a span."""
    heads = Head.row(
        "Meter | Players: count | Mean rounds: tenths | Mean hours: tenths | Median rounds: count | "
        f"Median hours: tenths | {' | '.join(f'Within {name}: percent' for name, _ in SPANS)}"
    )
    rows = [
        (
            names.meter(item.meter),
            item.seats,
            None if item.between is None else float(item.between),
            _hours(item.between, per_hour),
            item.median,
            _hours(item.median, per_hour),
            *(item.hit_within(hours * per_hour) for _, hours in SPANS),
        )
        for item in items
    ]
    note = f"At {per_hour:,} rounds an hour, dealt without a pause. Within: a full hit comes by then."
    return table(heads, rows, title="Time to a full hit", note=note)


def liability_table(items: Sequence[ProgressiveFigures], names: GameNames) -> Table:
    """What the meter holds and pays, and what the house adds to start it again."""
    heads = Head.row(
        "Meter | Players: count | Mean on the meter: dollars | Paid in a round: dollars | "
        "Reserve by a hit: dollars | House adds at a hit: dollars"
    )
    rows = [
        (
            names.meter(item.meter),
            item.seats,
            item.mean_amount,
            item.paid_in_round,
            item.put_by,
            item.reseed_cost,
        )
        for item in items
    ]
    note = (
        "Mean on the meter: what it owes when a round is settled, over hits and years. Reserve by a hit: what is put "
        "by from one full hit to the next. House adds: the reset amount less that."
    )
    return table(heads, rows, title="What is owed", note=note)


def passing_table(items: Sequence[ProgressiveFigures], names: GameNames, amounts: Sequence[int]) -> Table:
    """How likely the meter, started again, comes to each of ``amounts`` (cents) before anything is taken from it."""
    heads = Head.row("Meter | Players: count | Passes: cents | Probability: percent | Return then: percent")
    rows = [
        (names.meter(item.meter), item.seats, cents, item.passes(cents), item.return_at(cents))
        for item in items
        for cents in amounts
    ]
    return table(heads, rows, title="Passing an amount", note="Return then: one player's, per unit of the wager.")


def _hours(rounds: Number | int | None, per_hour: int) -> float | None:
    return None if rounds is None else float(rounds) / per_hour
