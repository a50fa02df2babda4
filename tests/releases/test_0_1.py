"""What release 0.1.0 wrote opens, verifies and replays: its journals on both engines, and rounds of every game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.floor.floor import Floor
from tests.releases.released import GAMES, PUBLIC_KEY, postgres_room, records, sqlite_room

KINDS = {
    "account-made": 4,
    "answer-corrected": 1,
    "hit-locked": 3,
    "hit-paid": 1,
    "hit-rejected": 2,
    "line-corrected": 1,
    "round-settled": 3,
    "round-voided": 2,
    "statement-read": 1,
}
"""What the fixtures were made to hold."""


def _opens(url: str | Path, **places: Any) -> None:
    floor = Floor.open(url, **places)
    try:
        report = floor.journal.verify(public_key=PUBLIC_KEY)
        assert report.findings == ()
        assert report.seals == 3
        assert floor.broken() == []
        kinds = Counter(entry.kind for stream in floor.journal.streams() for entry in floor.journal.read(stream))
        assert {kind: kinds[kind] for kind in KINDS} == KINDS
        state = floor.jackpot("attack")
        # A quarter of $500.00, as adjusted, and of two wagers of which 20 cents each are displayed.
        assert [state.hits[id].amount for id in state.pending] == [12_510]
        assert floor.table("V1").live is not None
        assert floor.property.people.keys() >= {"ames", "sato"}
    finally:
        floor.close()


def test_a_journal_of_0_1_on_sqlite_opens_and_verifies(tmp_path: Path) -> None:
    _opens(sqlite_room(tmp_path))


def test_a_journal_of_0_1_on_postgresql_opens_and_verifies(server: str, tmp_path: Path) -> None:
    url, places = postgres_room(server, tmp_path)
    _opens(url, **places)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_0_1_replay_line_by_line(game: str) -> None:
    found = list(records(game))
    assert len(found) == 25
    for record in found:
        assert record["release"] == "0.1.0"
        assert houseway.replay(record) is None


def test_seals_of_0_1_go_on_under_the_same_key_and_are_put_on_record(tmp_path: Path) -> None:
    room = sqlite_room(tmp_path)
    before = (tmp_path / "room.db.seals").read_bytes()
    floor = Floor.open(room)
    try:
        floor.journal.begin_sealing()
        recorded = floor.journal.recorded_seal()
        assert recorded is not None
        assert (recorded.number, recorded.key) == (3, PUBLIC_KEY.hex())
        made = floor.journal.seal(max(head.at for head in floor.journal.heads().values()) + 1)
        # The first one after those of 0.1, which have their key in the first line only, names it again.
        assert (made.number, made.key) == (4, PUBLIC_KEY.hex())
        assert set(made.heads) == set(floor.journal.heads())
        assert (tmp_path / "room.db.seals").read_bytes().startswith(before)
        report = floor.journal.verify(public_key=PUBLIC_KEY)
        assert (report.findings, report.seals) == ((), 4)
    finally:
        floor.close()
    (tmp_path / "room.db.seals").write_bytes(b"".join(before.splitlines(keepends=True)[:2]))
    floor = Floor.open(room, readonly=True)
    try:
        [finding] = floor.journal.verify().findings
        assert finding.what.startswith("the file ends at seal 2 of ")
    finally:
        floor.close()
