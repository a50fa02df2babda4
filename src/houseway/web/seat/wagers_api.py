"""The interface for questions about wagers: what each of a table's wagers pays, how often, and what it costs."""

from __future__ import annotations

from litestar import Controller, get
from litestar.params import FromPath

from houseway.floor.floor_errors import UnknownThing
from houseway.registry import game as find_game
from houseway.table.shown.shape_base import Shape
from houseway.web.live.wager_info import WagerInfo, wager_info
from houseway.web.schema.declare import ANYBODY, declared
from houseway.web.service.dependencies import Hints, Room


class TableWagers(Shape, frozen=True):
    """Every wager of a table, those that are added during the round last."""

    table: str
    wagers: list[WagerInfo]


class Wagers(Controller):
    """The wagers of a table, as players ask about them."""

    path = "/api/tables/{table:str}/wagers"
    tags = ("tables",)
    opt = ANYBODY

    @get("/", opt=declared(refuses=(422,)))
    async def wagers(self, room: Room, hints: Hints, table: FromPath[str]) -> TableWagers:
        """Every wager of the table: what it pays, how often, its house edge with its jackpot as it is now."""
        setup = room.frames.setup(room.frames.sheet(table).table)
        order = sorted(setup.wagers, key=lambda slug: setup.edition.wagers[slug].kind == "supplemental")
        return TableWagers(table, [_info(room, hints, table, wager) for wager in order])

    @get("/{wager:str}", opt=declared(refuses=(422,)))
    async def wager(self, room: Room, hints: Hints, table: FromPath[str], wager: FromPath[str]) -> WagerInfo:
        """One wager of the table. Its figures are worked out when it is first asked about, and shared by all."""
        room.frames.sheet(table)
        if wager not in room.frames.setup(table).wagers:
            raise UnknownThing(f"table {table} has no wager {wager[:40]!r}", remedy="ask for its wagers")
        return _info(room, hints, table, wager)


def _info(room: Room, hints: Hints, table: str, wager: str) -> WagerInfo:
    setup = room.frames.setup(table)
    game = find_game(setup.edition.about.slug)
    return wager_info(table, game, setup, wager, hints.figures(setup, wager), room.frames.meters(table))
