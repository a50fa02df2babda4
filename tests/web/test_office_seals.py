"""Seals of a running room: the office checks against the configured ones, and a quiet floor is sealed too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.folding import FloorFold
from houseway.journal import Journal, Seal
from houseway.web.live import room as rooms
from tests.web.serving import served
from tests.web.test_outages import TABLE, pause


def _verify(room: Any) -> dict[str, Any]:
    found: dict[str, Any] = room.browser("regulator").post("/api/audit/verify").json()
    return found


def test_the_office_finds_forged_missing_and_older_seals_of_a_journal_on_a_server(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SEAL_EVERY", 3600.0)
    seals = tmp_path / "elsewhere.seals"
    with served(tmp_path, url=postgres, seals=seals) as room:
        book = room.floor.journal.seal_book
        assert book is not None
        room.wait(lambda: _verify(room)["unsealed"]["entries"] == 0)
        last = book.last()
        assert last is not None
        assert pause(room.browser("dealer")) == 200
        found = _verify(room)
        assert (found["ok"], found["findings"], found["seals"]) == (True, [], last.number)
        # The pause, and with it the record of the last seal.
        assert (found["unsealed"]["seal"], found["unsealed"]["entries"]) == (last.number, 2)
        assert "not sealed yet" in found["unsealed"]["words"]
        assert any("older database was put back together with its older seals" in said for said in found["unchecked"])
        whole = seals.read_bytes()
        *lines, final = whole.splitlines(keepends=True)
        line = json.loads(final)
        line["signature"] = "00" * 64
        seals.write_bytes(b"".join(lines) + json.dumps(line, separators=(",", ":")).encode() + b"\n")
        assert [finding["what"] for finding in _verify(room)["findings"]] == ["its signature does not hold"]
        seals.write_bytes(b"")
        [finding] = _verify(room)["findings"]
        assert finding["what"].startswith(f"the seal file is empty: the journal has seal {last.number} of ")
        seals.write_bytes(whole)
        assert _verify(room)["ok"]


def test_one_command_on_a_quiet_floor_is_sealed_by_the_clock_and_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rooms.SEAL_EVERY < 60
    monkeypatch.setattr(rooms, "SEAL_EVERY", 0.02)
    with served(tmp_path) as room:
        journal = room.floor.journal
        book = journal.seal_book
        assert book is not None
        assert pause(room.browser("dealer")) == 200
        head = journal.head(f"table/{TABLE}")

        def sealed() -> bool:
            tail = book.tail()
            return tail is not None and tail.standing.get(f"table/{TABLE}") == (head.number, head.hash.hex())

        room.wait(sealed)
        number = book.last()
        turns: list[int] = []
        real = journal.seal

        def counted(at: int, **how: bool) -> Seal:
            turns.append(at)
            return real(at, **how)

        monkeypatch.setattr(journal, "seal", counted)
        room.wait(lambda: len(turns) >= 5)
        assert book.last() == number


def test_what_was_written_last_is_sealed_when_the_server_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SEAL_EVERY", 3600.0)
    with served(tmp_path) as room:
        book = room.floor.journal.seal_book
        assert book is not None
        room.wait(lambda: book.last() is not None)
        assert pause(room.browser("dealer")) == 200
    with Journal.open(tmp_path / "floor.db", FloorFold(), readonly=True) as read:
        tail = read.verify().tail
        assert tail is not None
        assert tail.entries == 0
