"""What open cards make, in words: a game's ``reading.py`` reads them (``hard 16``, ``pair of nines``).

A reading is a function of the cards that somebody sees and of nothing else: what lies face down is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias, cast

import msgspec

from houseway.cards import UNSEEN, Card, card
from houseway.rulebook.steps import DEALER
from houseway.table.folder import GameFolder


class OpenCards(dict[str, tuple[Card, ...]]):
    """By place the cards of those places whose cards are all seen.

    ``partly`` are the places where others lie face down, with the cards that are seen there.
    """

    partly: dict[str, tuple[Card, ...]]

    def __init__(self, seen: Mapping[str, tuple[Card, ...]], partly: Mapping[str, tuple[Card, ...]]) -> None:
        super().__init__(seen)
        self.partly = dict(partly)


class HouseMust(msgspec.Struct, frozen=True):
    """What the house must do with its own hand at ``place``, by which clause; ``cards`` are how it lays them."""

    says: str
    clause: str
    place: str = DEALER
    cards: dict[str, tuple[str, ...]] = {}


class Reading(msgspec.Struct, frozen=True):
    """What the cards make, by place, in a few words that fit beside them; and what the house must do with its own."""

    hands: dict[str, str] = {}
    house: HouseMust | None = None


ReadCards: TypeAlias = Callable[[OpenCards], Reading]
"""The function ``read`` of a game's ``reading.py``."""

_UNREAD = Reading()


def read_cards(game: GameFolder, cards: Mapping[str, list[str]]) -> Reading:
    """What the ``cards`` of a view make; nothing where the game reads none."""
    reader = _reader(game)
    return (
        _UNREAD if reader is None else _read(reader, tuple((place, *texts) for place, texts in cards.items() if texts))
    )


@lru_cache(maxsize=64)
def _reader(game: GameFolder) -> ReadCards | None:
    module = game.part("reading")
    return None if module is None else cast(ReadCards, module.read)


@lru_cache(maxsize=4096)
def _read(reader: ReadCards, lying: tuple[tuple[str, ...], ...]) -> Reading:
    """Kept: between two cards every frame of a table shows the same."""
    seen: dict[str, tuple[Card, ...]] = {}
    partly: dict[str, tuple[Card, ...]] = {}
    for place, *texts in lying:
        known = tuple(card(text) for text in texts if text != UNSEEN)
        if len(known) == len(texts):
            seen[place] = known
        elif known:
            partly[place] = known
    return reader(OpenCards(seen, partly))
