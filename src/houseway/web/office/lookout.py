"""The lookout: everything that needs attention in the room and around it, at this moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from houseway.accounts.service import Accounts
from houseway.floor.kinds import of_table
from houseway.floor.kinds.edge import kind_of
from houseway.journal import Entry
from houseway.journal.sealing.seal_record import SEALS
from houseway.web.alarms.backup_watch import Standing
from houseway.web.alarms.needs import Need
from houseway.web.alarms.result_watch import ResultWatch
from houseway.web.alarms.watch import Trouble
from houseway.web.live.proposals import Proposals
from houseway.web.live.room import Room, now
from houseway.web.office.attention import Due, due_of, needs
from houseway.web.office.attention_around import around, silent_devices, silent_displays
from houseway.web.office.device_state import screens_of
from houseway.web.office.office_frame import settings_now

ROUTINE = frozenset(
    {
        of_table.AnswersGiven,
        of_table.ChipsBrought,
        of_table.EdgesNoted,
        of_table.IndicatorsConfirmed,
        of_table.LeavingNoted,
        of_table.ProcedureNoted,
        of_table.RoundBegun,
        of_table.SeatLeft,
        of_table.SeatTaken,
        of_table.SpeedChosen,
        of_table.Tabulated,
    }
)
"""What happens at tables all the time and makes nothing that needs attention."""


async def dues_of(room: Room, at: int) -> list[Due]:
    """What every jackpot owes its bank account."""
    settings = settings_now(room, at)
    property = room.mirror.property

    def read() -> dict[str, int]:
        journal = room.floor.journal
        return {name: amount for id in property.jackpots for name, amount in journal.balances(f"{id}:").items()}

    balances = await asyncio.to_thread(read)
    states = (room.mirror.jackpot(id) for id in property.jackpots)
    tables = list(room.mirror.tables())
    return [due_of(property, state, tables, balances, settings, at) for state in states]


class Lookout:
    """Looks over a room. ``disk`` is a file on the disk of its journal, where that is on this machine."""

    def __init__(self, room: Room, accounts: Accounts, proposals: Proposals, disk: Path | None = None) -> None:
        self._room = room
        self._accounts = accounts
        self._proposals = proposals
        self._disk = disk
        self.troubles: Callable[[], Sequence[Trouble]] = tuple
        self.backups: Standing | None = None
        self.results: ResultWatch | None = None

    async def look(self) -> list[Need]:
        """Everything that needs attention now, the most pressing first."""
        room, at = self._room, now()
        found = around(
            at,
            latest=room.mirror.latest(),
            sealed=room.sealed,
            disk=self._disk,
            troubles=self.troubles(),
            backups=self.backups,
        )
        if not room.mirror.property.name:
            return found
        opened = room.mirror.property.open
        found += self.results.needs if self.results is not None else ()
        found += silent_devices(await self._accounts.devices(), opened, at)
        found += silent_displays(screens_of(room), {id: room.mirror.table(id) for id in opened})
        settings = settings_now(room, at)
        recent = (await self._proposals.hands()).recent(self._proposals.now())
        dues, waiting = await dues_of(room, at), await self._proposals.waiting()
        drafts = await self._proposals.drafts_waiting()
        return needs(room.mirror, settings, dues, waiting, recent, at, found, drafts)


def is_news(entries: Sequence[Entry]) -> bool:
    """Whether what was written may need somebody's attention."""
    return any(entry.stream != SEALS and kind_of(entry) not in ROUTINE for entry in entries)
