"""Data frames: the same rows in pandas and polars, whole cents, and a plain word where a library is missing."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import houseway
from houseway.reports.data_frames import NoFrames, decisions_frame, frame, report_frames
from houseway.reports.document import Document, Facts, Head, Section, Table
from houseway.simulation.sweeps.sweep_plan import Cell, SweepPlan
from houseway.simulation.sweeps.sweep_run import sweep
from houseway.table.deal import deal_records


def listed(found: Any) -> list[dict[str, Any]]:
    """The rows of a frame of either library."""
    return list(found.to_dict("records") if hasattr(found, "iloc") else found.to_dicts())


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_records_are_a_row_for_each_line_in_whole_cents(library: str) -> None:
    game = houseway.game("deuces-wild")
    records = list(deal_records(game, game.demonstration(), [1, 2], seed=3, rounds=6, meters=game.house["meters"]))
    rows = listed(frame(records, library))
    lines = [(number, line) for number, record in enumerate(records) for line in record["lines"]]
    assert len(rows) == len(lines)
    for row, (number, line) in zip(rows, lines, strict=True):
        assert (row["record"], row["seed"], row["number"]) == (number, 3, number)
        assert (row["seat"], row["wager"], row["clause"]) == (line["seat"], line["wager"], line["clause"])
        assert row["net_cents"] == line["returned"] - line["stake"]
    decided = listed(decisions_frame(records, library))
    assert [row["answer"] for row in decided if row["ask"] == "fortune"]
    assert len(decided) == sum(len(record["decisions"]) for record in records)
    assert all(isinstance(row["answer"], str) for row in decided)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_figures_simulations_and_sweeps(library: str) -> None:
    game = houseway.game("dueling")
    analysis = game.analyze(wager="player", options={"decks": "6"})
    (figures, *_) = listed(frame(analysis, library))
    assert figures["house_edge"] == pytest.approx(142853 / 4965115)
    plan = houseway.plan(game, game.demonstration(), {1: {"player": 1000}, 2: {"dealer": 500}})
    report = houseway.simulate(plan, seed=1, rounds=2000, exact=True)
    rows = listed(frame(report, library))
    assert [(row["seat"], row["wager"], row["stake_cents"]) for row in rows] == [
        (1, "player", 1000),
        (2, "dealer", 500),
    ]
    assert [row["mean"] for row in rows] == [column.mean for column in report.columns]
    swept = sweep(SweepPlan((Cell({"spot": "both"}, plan),), 1, 2000))
    assert [{**row, "spot": None} for row in listed(frame(swept, library))] == [{**row, "spot": None} for row in rows]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_tables_of_a_report_by_name_without_their_totals(library: str) -> None:
    heads = (Head("Table"), Head("Win", "cents"), Head("Rounds", "count"), Head("Rounds", "count"))
    rows = (("T1", 12_345, 7, 1), ("T2", -5, 1, 2), ("Both", 12_340, 8, 3))
    table = Table(heads, rows, title="Win by table", totals=1)
    document = Document("Report", "", Facts(()), (Section("Money", (table,)),))
    found = report_frames(document, library)
    assert listed(found["win-by-table"]) == [
        {"table": "T1", "win_cents": 12_345, "rounds": 7, "rounds__2": 1},
        {"table": "T2", "win_cents": -5, "rounds": 1, "rounds__2": 2},
    ]


def test_what_has_no_frame_and_a_library_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoFrames, match="no rows"):
        frame("a text")
    with pytest.raises(NoFrames, match="'excel'"):
        frame([], "excel")
    gone: Any = None
    monkeypatch.setitem(sys.modules, "polars", gone)
    with pytest.raises(NoFrames, match="polars is not installed") as missing:
        frame([], "polars")
    assert missing.value.remedy == "pip install 'houseway[frames]'"
