"""Cards, decks, shoes and random numbers: everything that is dealt, and how it is written."""

from houseway.cards.card import ACE, CARDS, JACK, JOKER, KING, QUEEN, RANKS, SUITS, Card, card, parse_cards
from houseway.cards.chance import Chance, NonceChance, Stream, SystemChance
from houseway.cards.deck import Deck, deck_of
from houseway.cards.shoe import UNSEEN, KeyedShoe, ReadingShoe, RecordedShoe, Shoe, VirtualShoe, left_in

__all__ = [
    "ACE",
    "CARDS",
    "JACK",
    "JOKER",
    "KING",
    "QUEEN",
    "RANKS",
    "SUITS",
    "UNSEEN",
    "Card",
    "Chance",
    "Deck",
    "KeyedShoe",
    "NonceChance",
    "ReadingShoe",
    "RecordedShoe",
    "Shoe",
    "Stream",
    "SystemChance",
    "VirtualShoe",
    "card",
    "deck_of",
    "left_in",
    "parse_cards",
]
