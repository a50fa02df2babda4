"""Analyses, simulations, sweeps, round records and reports as data frames of pandas or polars.

Money is whole cents, in columns whose name ends in ``_cents``; figures are floats, since frames have no fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from houseway.maths.question_errors import NoFrames
from houseway.maths.results import Analysis, frame_of
from houseway.public_arguments import several, taking, thing
from houseway.reports.document import A_DOCUMENT, Document, Table
from houseway.reports.writers.plain import slug, tables_of
from houseway.simulation.report import SimulationReport
from houseway.simulation.sweeps.sweep_run import SweepReport

__all__ = ["NoFrames", "decisions_frame", "frame", "report_frames"]

Rows = list[dict[str, Any]]

RECORDS = several(
    thing(Mapping, "a record", ""), "a list of round records", "give records, such as [houseway.record(round_)]"
)


def frame(found: Any, library: str = "pandas") -> Any:
    """``found`` as one data frame of ``library``.

    An `Analysis` has a row for each wager, paytable, set of options and strategy; a simulation for each wager at each
    seat; a sweep for each of those at each table; round records (an iterable of them) for each settlement line.
    """
    return frame_of(_rows(found), library)


@taking(records=RECORDS)
def decisions_frame(records: Iterable[Mapping[str, Any]], library: str = "pandas") -> Any:
    """The decisions in round records, a row for each."""
    rows = [
        {**_round(number, record), **decision, "answer": _text(decision.get("answer"))}
        for number, record in enumerate(records)
        for decision in record.get("decisions", ())
    ]
    return frame_of(rows, library)


@taking(document=A_DOCUMENT)
def report_frames(document: Document, library: str = "pandas") -> dict[str, Any]:
    """The tables of a report, such as those of the floor, by their name; rows that sum up others are left out.

    Amounts are in cents, or millionths of a cent where the report has them.
    """
    return {name: frame_of(_table(table), library) for name, table in tables_of(document).items()}


def _table(table: Table) -> Rows:
    names: list[str] = []
    for head in table.heads:
        base = (head.key or slug(head.title)).replace("-", "_")
        base = f"{base}_{head.kind}" if head.kind in ("cents", "micros") else base
        alike = sum(name == base or name.startswith(f"{base}__") for name in names)
        names.append(f"{base}__{alike + 1}" if alike else base)
    end = len(table.rows) - table.totals
    return [
        {name: float(value) if isinstance(value, Fraction) else value for name, value in zip(names, row, strict=True)}
        for row in table.rows[:end]
    ]


def _rows(found: Any) -> Rows:
    if isinstance(found, Analysis):
        return found.rows()
    if isinstance(found, SimulationReport):
        return _simulated(found)
    if isinstance(found, SweepReport):
        return [{**cell.values, **row} for cell in found.cells for row in _simulated(cell.report)]
    if isinstance(found, Iterable) and not isinstance(found, (str, bytes, Mapping)):
        return [
            {**_round(number, record), **_line(line)}
            for number, record in enumerate(found)
            for line in record.get("lines", ())
        ]
    raise NoFrames(
        f"a {type(found).__name__} has no rows for a data frame",
        remedy="give an analysis, a simulation, a sweep or round records; report_frames takes a document",
    )


def _simulated(report: SimulationReport) -> Rows:
    rows = []
    for column in report.columns:
        data: dict[str, Any] = msgspec.to_builtins(column)
        data["stake_cents"] = data.pop("stake")
        rows.append(
            {
                "game": report.game,
                "edition": report.edition,
                "strategy": report.strategy,
                "seed": report.seed,
                **data,
                "verdict": report.verdict_of(column),
                "fingerprint": report.fingerprint,
            }
        )
    return rows


def _round(number: int, record: Mapping[str, Any]) -> dict[str, Any]:
    """What names a round: where it stands among the records, and its seed and number where it was simulated."""
    named = {key: record.get(key) for key in ("game", "edition", "seed", "number")}
    return {"record": number, **named}


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "seat": line["seat"],
        "hand": line.get("hand", 1),
        "wager": line["wager"],
        "event": line["event"],
        "pays": line["pays"],
        "stake_cents": line["stake"],
        "returned_cents": line["returned"],
        "net_cents": line["returned"] - line["stake"],
        "clause": line["clause"],
    }


def _text(answer: Any) -> str:
    """An answer as one text: a word, a word with its number, or positions of cards."""
    return answer if isinstance(answer, str) else " ".join(map(str, answer)) if isinstance(answer, Sequence) else ""
