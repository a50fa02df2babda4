"""The journals that benchmarks fill in quickly are such as the floor would have written."""

from __future__ import annotations

from pathlib import Path

from benchmarks.million import OPEN_FOR, fill
from houseway.floor.floor import Floor
from houseway.floor.permission.people import panel_of
from tests import pit


def test_a_journal_filled_in_quickly_verifies_and_goes_on(tmp_path: Path) -> None:
    """Its chain, its snapshots and its sums are those of a rebuild, and the next round counts on."""
    path = tmp_path / "filled.db"
    fill(path, tables=2, rounds=40)
    floor = Floor.open(path)
    name = pit.table_name(2)
    floor.do(pit.press(name, 41), id=pit.press_id(name, 41), who=panel_of(name), at=pit.BEGAN + OPEN_FOR)
    assert floor.table(name).rounds == 41
    assert floor.journal.verify().findings == ()
    floor.close()
