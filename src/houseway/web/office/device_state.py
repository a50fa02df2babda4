"""What the displays of each table are heard saying, with this server or another of the room."""

from __future__ import annotations

import asyncio
import math

import msgspec

from houseway.web.live.room import Room

DEVICE_SILENT = 300_000_000
"""Microseconds without a word after which a device is shown as silent: a panel speaks with every press."""

DISPLAY_SILENT = 60
"""Seconds without a word after which nobody shows the jackpots of a table."""


class Screens(msgspec.Struct, frozen=True):
    """The screens that show the jackpots of a table: seconds since one was heard of, or nothing where none ever was."""

    table: str
    silence: int | None


def screens_of(room: Room) -> list[Screens]:
    """The tables with displays, those that nobody shows first, then the longest silent."""
    now = asyncio.get_running_loop().time()
    tables = room.mirror.property.tables.items()
    shown = [(id, room.screens.silence(id, now)) for id, table in tables if table.displays and not table.copy_of]
    found = [Screens(id, None if math.isinf(silence) else round(silence)) for id, silence in shown]
    return sorted(found, key=lambda each: (each.silence is not None, -(each.silence or 0), each.table))
