"""Deuces Wild: the best row that three or five open cards make."""

from __future__ import annotations

from houseway.cards import Card
from houseway.games.deuces_wild import hands
from houseway.table.shown.open_cards import OpenCards, Reading


def read(cards: OpenCards) -> Reading:
    """What each seat's hand makes: of three cards for Three Card Treasure, of five for the other wagers."""
    return Reading({place: _hand(held) for place, held in cards.items() if place.isdigit() and len(held) in (3, 5)})


def _hand(held: tuple[Card, ...]) -> str:
    if len(held) == 3:
        rows, otherwise = hands.treasure(held), "does not qualify"
    else:
        rows, otherwise = hands.five_card(held) or hands.jackpot(held), "no winning hand"
    return rows[0].replace("-", " ") if rows else otherwise
