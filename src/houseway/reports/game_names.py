"""What documents call the wagers, results, meters and decisions of a game: names for people, never slugs."""

from __future__ import annotations

from typing import Any

from houseway.registry import edition_of, words
from houseway.rulebook.edition import Edition
from houseway.table.shown.wording import spelled, wager_name

_OF = ("paytable of ", "amount on ", "posted on ", "pay of ")
"""How the name of an assumption begins that is about a wager, a meter or a row."""


class GameNames:
    """The names of one edition of a game, ``title`` its own. Where this release has not the game, its slugs are said as
    words.
    """

    def __init__(self, game: str, edition: str) -> None:
        self._words = words(game)
        self._edition = edition_of(game, edition)
        self.title = self._edition.about.name if self._edition is not None else spelled(game)

    @classmethod
    def of(cls, edition: Edition) -> GameNames:
        """Those of an edition that is at hand."""
        return cls(edition.about.slug, edition.slug)

    def wager(self, slug: str) -> str:
        """A wager."""
        return wager_name(self._edition, slug)

    def event(self, wager: str, event: str) -> str:
        """The result of a wager."""
        return self._words.event(self._edition, wager, event)

    def meter(self, name: str) -> str:
        """A meter or a posted row by the wager that plays for it, and its row where it has one for itself."""
        wager, _, row = name.partition("/")
        return f"{self.wager(wager)}: {self.event(wager, row)}" if row else self.wager(wager)

    def decision(self, ask: str | None, answer: Any) -> str:
        """What was answered, and to which question, where the record has it."""
        said = self._words.answered(ask or "", answer)
        return f"{self._words.recorded(ask)}, {said}" if ask else said

    def assumption(self, name: str) -> str:
        """What is assumed or departs, as `houseway.maths.assumptions` names it: with names in the place of slugs."""
        for begins in _OF:
            if name.startswith(begins):
                return begins + self.meter(name.removeprefix(begins))
        return name.replace("-", " ")

    def question(self, ask: str) -> str:
        """A question that players decide."""
        return self._words.recorded(ask)

    def choice(self, answer: str) -> str:
        """An answer to one."""
        return self._words.chosen(answer)
