"""High Card: each card in words, against the house's where that is open, and why a line ended as it did."""

from __future__ import annotations

from houseway.cards import Card
from houseway.rulebook.steps import DEALER
from houseway.table.shown.open_cards import HouseMust, OpenCards, Reading
from houseway.table.shown.settled_lines import Settled, Told

from . import hands

SAID = {"win": "beats the house", "push": "ties the house", "lose": "loses to the house"}


def read(cards: OpenCards) -> Reading:
    """``king: beats the house``; the house only turns its card."""
    house = cards.get(DEALER, ())
    said = {place: _said(held[0], house) for place, held in cards.items()}
    if house:
        said[DEALER] = house[0].rank_name
        return Reading(said, HouseMust(f"The house has a card of rank {house[0].rank_name}", "rules 4"))
    return Reading(said)


def _said(card: Card, house: tuple[Card, ...]) -> str:
    return f"{card.rank_name}: {SAID[hands.duel(card, house[0])]}" if house else card.rank_name


def explain(settled: Settled) -> Told:
    """The two cards of a settled line."""
    mine, house = settled.at(settled.place), settled.at(DEALER)
    return Told(facts={"mine": mine[0].sign, "house": house[0].sign}) if mine and house else Told()
