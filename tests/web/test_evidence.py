"""The evidence of a hit: complete, or it says what was left out and how to see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.web.office import evidence
from tests.floor.houses import SUITED, sqlite_house


def test_evidence_that_is_cut_says_so_and_how_to_see_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = sqlite_house(tmp_path / "floor.db").build()
    try:
        house.tabulate("A1", 1)
        [hit] = house.claim("A1", (1, "jackpot", SUITED))
        # A link that goes on counting at its other table: the payment comes much later in the jackpot's stream.
        house.play("A2", 12, 1)
        house.settle_hit(hit)
        found = evidence.trail(house.floor, hit)
        assert found.cut == ()
        assert any("paid" in line.text for line in found.lines)
        assert [line.number for line in found.lines if line.stream == "table/A1"] == sorted(
            {line.number for line in found.lines if line.stream == "table/A1"}
        )
        monkeypatch.setattr(evidence, "LATER", 1)
        monkeypatch.setattr(evidence, "AROUND", 1)
        found = evidence.trail(house.floor, hit)
        assert [said.partition(". All of them: ")[2] for said in found.cut] == [
            "houseway report audit --table A1",
            "houseway report audit --jackpot attack",
        ]
    finally:
        house.close()
