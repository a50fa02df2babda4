"""What a shoe is filled with: any number of decks, with or without jokers, less whole ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache

from houseway.cards.card import CARDS, JOKER, RANKS, Card
from houseway.cards.card_errors import BadEdition, CardNotInDeck
from houseway.public_arguments import NAMES, maybe, several, taking, thing, whole

CARDS_DEALT = several(
    maybe(thing(Card, "a card", "")), "a list of cards", 'give cards, such as houseway.parse_cards("Ah Kd")'
)
"""Cards, with nothing for one that nobody saw."""


class Deck:
    """A make-up of cards. ``without`` names ranks taken out of every deck, as in ``("T",)``."""

    @taking(decks=whole(-(2**31), 1000), jokers=whole(-(2**31), 1000), without=NAMES)
    def __init__(self, decks: int = 1, jokers: int = 0, without: tuple[str, ...] = ()) -> None:
        if decks < 1 or jokers < 0:
            raise BadEdition(
                f"a deck needs at least one pack and no negative jokers, not {decks} and {jokers}",
                remedy="give one pack or more",
            )
        for rank in without:
            if rank not in RANKS or len(rank) != 1:
                raise BadEdition(f"{rank!r} is not a rank", remedy=f"use one of {' '.join(RANKS)}")
        self.decks = decks
        self.jokers = jokers
        self.without = without

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card in the canonical order: pack by pack, by code, the jokers of a pack last."""
        pack = [kind for kind in CARDS[:52] if kind.text[0] not in self.without] + [JOKER] * self.jokers
        return tuple(pack * self.decks)

    @cached_property
    def counts(self) -> dict[Card, int]:
        """How many of each kind of card it holds."""
        return dict(Counter(self.cards))

    def __len__(self) -> int:
        return len(self.cards)

    @taking(dealt=CARDS_DEALT)
    def check(self, dealt: Iterable[Card | None]) -> None:
        """Refuse cards that this deck cannot have dealt; ``None`` stands for a card nobody saw."""
        seen: Counter[Card] = Counter()
        number = 0
        for number, kind in enumerate(dealt, start=1):
            if kind is None:
                continue
            seen[kind] += 1
            if seen[kind] > self.counts.get(kind, 0):
                held = self.counts.get(kind, 0)
                raise CardNotInDeck(
                    f"card {number}, {kind}, comes {_times(seen[kind])}, but the deck holds {held or 'none'}",
                    remedy="check the cards against the deck in use",
                )
        if number > len(self):
            raise CardNotInDeck(
                f"{number} cards were dealt from a deck of {len(self)}", remedy="deal from a deck that holds them"
            )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


@lru_cache(maxsize=64)
def deck_of(decks: int, jokers: int, without: tuple[str, ...]) -> Deck:
    """One shared `Deck` for each make-up."""
    return Deck(decks, jokers, without)
