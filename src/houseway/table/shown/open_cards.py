"""What open cards make, in words: a game's ``reading.py`` reads them (``hard 16``, ``pair of nines``).

A reading is a function of the cards that somebody sees and of nothing else: what lies face down is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeAlias

import msgspec

from houseway.cards import UNSEEN, Card, card
from houseway.rulebook.steps import DEALER
from houseway.table.folder import GameFolder

OpenCards: TypeAlias = Mapping[str, tuple[Card, ...]]
"""By place the cards of those places whose cards are all seen."""


class HouseMust(msgspec.Struct, frozen=True):
    """What the house must do with its own hand at ``place``, by which clause; ``cards`` are how it lays them."""

    says: str
    clause: str
    place: str = DEALER
    cards: dict[str, tuple[str, ...]] = {}


class Reading(msgspec.Struct, frozen=True):
    """What the cards make, by place, and what the house must do with its own."""

    hands: dict[str, str] = {}
    house: HouseMust | None = None


ReadCards: TypeAlias = Callable[[OpenCards], Reading]
"""The function ``read`` of a game's ``reading.py``."""

_UNREAD = Reading()


def read_cards(game: GameFolder, cards: Mapping[str, list[str]]) -> Reading:
    """What the ``cards`` of a view make; nothing where the game reads none."""
    reader = _reader(game)
    if reader is None:
        return _UNREAD
    return _read(reader, tuple((place, *texts) for place, texts in cards.items() if texts and UNSEEN not in texts))


@lru_cache(maxsize=64)
def _reader(game: GameFolder) -> ReadCards | None:
    name = f"{game.package}.reading"
    if find_spec(name) is None:
        return None
    reader: ReadCards = import_module(name).read
    return reader


@lru_cache(maxsize=4096)
def _read(reader: ReadCards, seen: tuple[tuple[str, ...], ...]) -> Reading:
    """Kept: between two cards every frame of a table shows the same."""
    return reader({place: tuple(map(card, texts)) for place, *texts in seen})
