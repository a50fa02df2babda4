"""What a report calls the wagers, results and decisions of a table: by the words of its game."""

from __future__ import annotations

from typing import Any

from houseway.floor.states import PropertyState
from houseway.registry import edition_of, words
from houseway.table.wording import wager_name


class TableNames:
    """The names of one edition of a game. Where this release has not the game, its slugs are said as they are."""

    def __init__(self, game: str, edition: str) -> None:
        self._words = words(game)
        self._edition = edition_of(game, edition)

    @classmethod
    def at(cls, property: PropertyState, table: str) -> TableNames:
        """Those of a table as it is configured; slugs where it is no more."""
        known = property.tables.get(table)
        return cls(known.game, known.edition) if known is not None else cls("", "")

    def wager(self, slug: str) -> str:
        """A wager."""
        return wager_name(self._edition, slug)

    def event(self, wager: str, event: str) -> str:
        """The result of a wager."""
        return self._words.event(self._edition, wager, event)

    def decision(self, ask: str | None, answer: Any) -> str:
        """What was answered, and to which question, where the record has it."""
        said = self._words.answered(ask or "", answer)
        return f"{self._words.recorded(ask)}, {said}" if ask else said
