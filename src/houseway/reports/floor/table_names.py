"""What a report of the floor calls the wagers, results and decisions of one of its tables."""

from __future__ import annotations

from houseway.floor.states import PropertyState
from houseway.reports.game_names import GameNames


class TableNames(GameNames):
    """The names of the game that a table plays."""

    @classmethod
    def at(cls, property: PropertyState, table: str) -> TableNames:
        """Those of a table as it is configured; slugs as words where it is no more."""
        known = property.tables.get(table)
        return cls(known.game, known.edition) if known is not None else cls("", "")
