"""The attendant: keeps automatic players in chips, and frees the seats of people who have gone.

Everything is taken from the journal's entries, so that any server that runs the tables does the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from houseway.errors import HousewayError
from houseway.floor import command_index as c
from houseway.floor.kinds.edge import kind_of
from houseway.floor.kinds.of_table import AnswersGiven, RoundSettled, RoundVoided
from houseway.floor.permission.people import ALLOWANCE, HOUSE, panel_of
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.web.live.room import Room
from houseway.web.live.runner import AUTOMATIC

log = structlog.get_logger("houseway.attendant")

FEW = ALLOWANCE // 2
"""Cents under which an automatic player's chips are filled up."""

SILENT = 3
"""Rounds that a player lets pass without a word before the seat is free again."""


ALONE = 2
"""The same at a private table, which closes then: the round after the player's last word goes by."""


class Attendant:
    """Attends to the tables of a room; listens to its entries."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._silent: dict[tuple[str, str], tuple[str, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        room.listeners.append(self.listen)
        room.when_gone.append(self.gone)

    def listen(self, entries: Sequence[Entry]) -> None:
        """See what happened at the tables."""
        for entry in entries:
            kind, _, table = entry.stream.partition("/")
            if kind != "table":
                continue
            if kind_of(entry) is AnswersGiven and entry.who.startswith("player:"):
                self._spoke(table, entry.who)
            elif kind_of(entry) in (RoundSettled, RoundVoided):
                self._leave(table, entry)
                if kind_of(entry) is RoundSettled:
                    self._settled(table, entry)

    def gone(self, table: str, seat: int, player: str) -> None:
        """Free the seat of a player who is away for good, unless a round goes on there."""
        mirror = self._room.mirror
        if mirror.table(table).live is None:
            id = f"auto:{table}:away:{mirror.number(table_stream(table))}:{seat}"
            self._get_up(table, seat, id)

    def _spoke(self, table: str, player: str) -> None:
        for key, (known, _) in list(self._silent.items()):
            if key[0] == table and known == player:
                del self._silent[key]

    def _leave(self, table: str, entry: Entry) -> None:
        """Whoever meant to leave after this round gets up, at the table or gone already."""
        for seat in self._room.mirror.table(table).leaving if self._room.runs else ():
            self._get_up(table, seat, f"auto:{table}:left:{entry.number}:{seat}")

    def _get_up(self, table: str, seat: int, id: str) -> None:
        """Free a seat; a private table closes with it."""
        private = table in self._room.mirror.property.private
        command = c.CloseQuickTable(table=table) if private else c.Leave(table=table, seat=seat)
        self._do((command, id, panel_of(table)))

    def _settled(self, table: str, entry: Entry) -> None:
        if not self._room.runs:
            return
        state = self._room.mirror.table(table)
        for seat, player in state.seated.items():
            if int(seat) in state.leaving:
                continue
            if player.startswith(AUTOMATIC):
                self._fill(table, int(seat), player, entry.number)
                continue
            known, rounds = self._silent.get((table, seat), (player, 0))
            rounds = rounds + 1 if known == player else 1
            self._silent[table, seat] = (player, rounds)
            most = ALONE if table in self._room.mirror.property.private else SILENT
            if rounds >= most and state.table is not None and state.table.cards == "virtual":
                self._get_up(table, int(seat), f"auto:{table}:gone:{entry.number}:{seat}")

    def _fill(self, table: str, seat: int, player: str, number: int) -> None:
        mirror = self._room.mirror
        if mirror.rack(table, player) >= FEW:
            return
        orders: list[tuple[c.Command, str, str]] = []
        if mirror.chips(player) < ALLOWANCE:
            give = c.GiveChips(player=player, amount=ALLOWANCE - mirror.chips(player))
            orders.append((give, f"refill:{player}:{table}:{number}", HOUSE))
        orders.append((c.BringChips(table=table, seat=seat), f"auto:{table}:bring:{number}:{seat}", panel_of(table)))
        self._do(*orders)

    def _do(self, *orders: tuple[c.Command, str, str]) -> None:
        """Give commands with their ids and who gives them, one after the other."""

        async def give() -> None:
            for command, id, who in orders:
                try:
                    await self._room.do(command, id=id, who=who)
                except HousewayError as error:
                    log.info("not done", type=command.__struct_config__.tag, error=error.code)

        task = asyncio.get_running_loop().create_task(give())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
