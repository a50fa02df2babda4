"""What needs attention around the room: seals that age, a disk that fills, devices that fall silent."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from houseway.accounts.account_rows import Device
from houseway.floor.states import TableState
from houseway.web.office.attention_around import around, silent_devices, silent_displays
from houseway.web.office.device_state import Screens

MINUTE = 60_000_000
NOW = 1_000 * MINUTE


def _device(id: str, seen: int | None, *, table: str = "T1", revoked: int | None = None) -> Device:
    return Device(id, "panel", table, f"Panel {id}", 0, "tom", revoked, None, False, seen)


def test_a_device_of_an_open_table_that_fell_silent_is_told() -> None:
    devices = [
        _device("speaks", NOW - 4 * MINUTE),
        _device("silent", NOW - 7 * MINUTE),
        _device("closed", NOW - 7 * MINUTE, table="T2"),
        _device("new", None),
        _device("gone", NOW - 7 * MINUTE, revoked=NOW),
    ]
    (need,) = silent_devices(devices, ["T1"], NOW)
    assert need.what == "Panel silent of table T1 is silent"
    assert need.clock == "for 7 min"
    assert need.concerns({"technician"}) and not need.concerns({"accounting"})


def test_a_display_of_an_open_table_that_nobody_hears_of_is_told_unless_it_is_reported_out() -> None:
    screens = [
        Screens("shown", 3),
        Screens("dark", 7 * 60),
        Screens("closed", 7 * 60),
        Screens("never", None),
        Screens("reported", 7 * 60),
    ]
    tables = {id: TableState(id=id) for id in ("shown", "dark", "never", "reported")}
    tables["reported"].outages["monitor"] = "its malfunction"
    (need,) = silent_displays(screens, tables)
    assert (need.what, need.clock) == ("No display shows the jackpots of table dark", "for 7 min")
    assert "hang the printed page" in need.detail
    assert need.concerns({"technician"}) and not need.concerns({"accounting"})


@pytest.mark.parametrize(("free", "tones"), [(6 << 30, []), (3 << 30, ["warn"]), (1 << 29, ["alarm"])])
def test_a_disk_that_fills_is_told_before_it_is_full(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, tones: list[str]
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))
    found = around(NOW, latest=NOW, sealed=NOW, disk=tmp_path / "room.db", troubles=(), backups=None)
    assert [need.tone for need in found] == tones


def test_seals_that_age_are_an_alarm() -> None:
    assert around(NOW, latest=NOW, sealed=NOW - 5 * MINUTE, disk=None, troubles=(), backups=None) == []
    (need,) = around(NOW, latest=NOW, sealed=NOW - 6 * MINUTE, disk=None, troubles=(), backups=None)
    assert (need.tone, need.what) == ("alarm", "Nothing was sealed for 6 min")


def test_a_clock_behind_what_was_written_is_an_alarm_that_says_what_to_do() -> None:
    assert around(NOW, latest=NOW + 2_000_000, sealed=None, disk=None, troubles=(), backups=None) == []
    (need,) = around(NOW, latest=NOW + 90 * MINUTE, sealed=None, disk=None, troubles=(), backups=None)
    assert (need.tone, need.clock, need.link) == ("alarm", "by 1 h 30 min", "/office/malfunctions")
    assert "two people set it right" in need.detail
