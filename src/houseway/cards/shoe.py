"""Shoes: where the next card comes from.

A shoe is asked for a card when one is dealt, and may not know it: `VirtualShoe` draws it there and then from what is
left, `RecordedShoe` reads it from a record (where a card nobody saw is ``None``), `KeyedShoe` never knows, because real
cards are keyed in by the dealer when they are turned, and `ReadingShoe` is told each card as it leaves the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from houseway.cards.card import Card
from houseway.cards.card_errors import DeckTooShort
from houseway.cards.chance import Chance
from houseway.cards.deck import CARDS_DEALT, Deck
from houseway.public_arguments import Kind, check, taking, thing

UNSEEN = "??"
"""How a card that nobody saw is written."""


class Shoe(Protocol):
    """Gives cards one at a time; ``keyed`` shoes leave naming them to the dealer, and ``reads`` says that every card,
    face down too, is named as it leaves the shoe."""

    keyed: bool
    reads: bool

    def draw(self) -> Card | None:
        """The next card, or ``None`` if it is not known."""


A_DECK = thing(Deck, "a deck", "give a houseway.Deck")
A_CHANCE = Kind("a source of chance", lambda given: hasattr(given, "below"), "give a houseway.Stream")


class VirtualShoe:
    """A composition that a card is drawn from only when it is dealt: nothing stored tells the next card.

    ``dealt`` are cards that left this shoe in earlier rounds.
    """

    keyed = False
    reads = False
    __slots__ = ("_chance", "_left")

    def __init__(self, deck: Deck, chance: Chance, dealt: Iterable[Card | None] = ()) -> None:
        if not isinstance(deck, Deck) or not hasattr(chance, "below"):
            check("deck", A_DECK, deck)
            check("chance", A_CHANCE, chance)
        if dealt or type(dealt) not in (tuple, list):
            check("dealt", CARDS_DEALT, dealt)
        self._left = list(deck.cards)
        self._chance = chance
        if dealt:
            gone = list(dealt)
            deck.check(gone)
            for kind in gone:
                if kind is not None:
                    self._left.remove(kind)

    def __len__(self) -> int:
        return len(self._left)

    def draw(self) -> Card:
        """One of the cards left, each as likely as any other."""
        left = self._left
        if not left:
            raise DeckTooShort("the shoe is empty", remedy="deal fewer seats or use more decks")
        last = left.pop()
        size = len(left) + 1
        place = self._chance.below(size)
        if place == size - 1:
            return last
        drawn = left[place]
        left[place] = last
        return drawn


class RecordedShoe:
    """The cards of a record, in the order they left the shoe; ``None`` for one never shown."""

    keyed = False
    reads = False
    __slots__ = ("_cards", "_next")

    @taking(cards=CARDS_DEALT)
    def __init__(self, cards: Sequence[Card | None]) -> None:
        self._cards = cards
        self._next = 0

    def draw(self) -> Card | None:
        """The next recorded card."""
        if self._next >= len(self._cards):
            raise DeckTooShort(
                f"the record has {len(self._cards)} cards, and one more is due", remedy="give every card dealt"
            )
        self._next += 1
        return self._cards[self._next - 1]

    @property
    def left(self) -> int:
        """How many recorded cards were not dealt."""
        return len(self._cards) - self._next


class KeyedShoe:
    """Real cards: the dealer keys each one when it is turned, and only then."""

    keyed = True
    reads = False
    __slots__ = ()

    def draw(self) -> None:
        """Nothing is known of the card yet."""


class ReadingShoe:
    """Real cards from a shoe that reads them: each is told as it is drawn, face down or face up.

    A card dealt face down that could not be read is keyed by the dealer when it is turned.
    """

    keyed = True
    reads = True
    __slots__ = ()

    def draw(self) -> None:
        """Nothing is known of the card before it has been read."""


def left_in(deck: Deck, dealt: Iterable[Card | None]) -> dict[Card, int]:
    """How many of each kind the deck has left after ``dealt`` (cards nobody saw are not counted)."""
    gone = Counter(kind for kind in dealt if kind is not None)
    return {kind: count - gone[kind] for kind, count in deck.counts.items()}
