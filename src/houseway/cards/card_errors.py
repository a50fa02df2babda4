"""Errors of cards and decks."""

from houseway.errors import HousewayError


class UnknownCard(HousewayError):
    """A text that names no card."""


class CardNotInDeck(HousewayError):
    """A card that the deck does not hold, or holds no more of."""


class DeckTooShort(HousewayError):
    """The shoe or the record has no card left for a deal that is due."""


class BadEdition(HousewayError):
    """An edition file that does not hold together: the game cannot be loaded."""
