"""Private tables on the screens: who may look at one, and which templates players may open them after."""

from __future__ import annotations

from typing import NamedTuple

from houseway.floor.floor_errors import NotPermitted
from houseway.floor.mirror import Mirror
from houseway.registry import game
from houseway.web.http.callers import LOOKS, Caller


class Template(NamedTuple):
    """A template as the floor page shows it."""

    id: str
    game: str
    name: str


def templates(mirror: Mirror) -> list[Template]:
    """The templates of the property, in its order."""
    found = (table for table in mirror.property.tables.values() if table.template)
    return [Template(table.id, table.game, game(table.game).edition(table.edition).about.name) for table in found]


def may_look(caller: Caller, mirror: Mirror, table: str) -> bool:
    """Whether ``caller`` may look at a table: at a private one its player, and whoever of the staff looks at any."""
    player = mirror.property.private.get(table)
    return player is None or caller.player == player or caller.has(*LOOKS)


def check_look(caller: Caller, mirror: Mirror, table: str) -> None:
    """Refuse a look at somebody else's private table."""
    if not may_look(caller, mirror, table):
        raise NotPermitted("this is somebody else's private table", remedy="open your own from the floor")
