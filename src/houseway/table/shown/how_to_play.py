"""How a game is played, on one screen: its ``how_to_play.toml`` has a few short steps, and what a first round is told.

It is for somebody who has never seen the game: the rules themselves are in the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from houseway.cards import CARDS
from houseway.table.folder import GameFolder
from houseway.table.shown.game_files import read_file
from houseway.table.shown.shape_base import Card, Shape

_CARDS = {kind.text for kind in CARDS}

FEWEST, MOST = 5, 8
"""Steps that fit on one screen."""


class Example(Shape, frozen=True):
    """Cards that show what a step says, under the name of whose they are."""

    cards: list[Card]
    label: str = ""


class PlayStep(Shape, frozen=True):
    """One step in a sentence or two; ``only`` has options of the table under which it is shown."""

    says: str
    show: list[Example] = msgspec.field(default_factory=list)
    only: dict[str, str] = msgspec.field(default_factory=dict)


class FirstRound(Shape, frozen=True):
    """What a guide says in a guest's first round: before the bet, to the cards, to each question, after the result."""

    bet: str
    cards: str
    result: str
    question: dict[str, str] = msgspec.field(default_factory=dict)


class HowToPlay(Shape, frozen=True):
    """The whole file: the aim of the game, its steps, and the texts of the guide."""

    format: Literal[1]
    game: str
    goal: str
    step: list[PlayStep]
    first_round: FirstRound

    def __post_init__(self) -> None:
        for step in self.step:
            for example in step.show:
                if unknown := [text for text in example.cards if text not in _CARDS]:
                    raise ValueError(f"{unknown[0]!r} is no card")

    def under(self, options: Mapping[str, str]) -> HowToPlay:
        """The same with the steps of a table that has these options."""
        fitting = [step for step in self.step if all(options.get(slug) == value for slug, value in step.only.items())]
        return msgspec.structs.replace(self, step=fitting)


def how_to_play_of(game: GameFolder) -> HowToPlay | None:
    """How ``game`` is played; nothing where its folder does not say."""
    return _read(game.folder / "how_to_play.toml")


@lru_cache(maxsize=64)
def _read(path: Path) -> HowToPlay | None:
    return read_file(path, HowToPlay, "see that of another game") if path.exists() else None
