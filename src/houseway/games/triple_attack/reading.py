"""Triple Attack Blackjack: the total of each hand, and whether the dealer draws."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import Card
from houseway.games.triple_attack import hands
from houseway.rulebook.steps import DEALER
from houseway.table.shown.open_cards import HouseMust, OpenCards, Reading


def read(cards: OpenCards) -> Reading:
    """The total of each hand; what rule 12 has the dealer do with two cards and more."""
    said = {place: _total(held, split="." in place) for place, held in cards.items()}
    dealer = cards.get(DEALER, ())
    return Reading(said, _dealer(dealer) if len(dealer) >= 2 else None)


def _dealer(cards: Sequence[Card]) -> HouseMust:
    total, _ = hands.count(cards)
    if total > hands.BEST:
        return HouseMust(f"The dealer is bust with {total}", "rules 12")
    named = _total(cards, split=True)
    return HouseMust(f"The dealer has {named}: {'draw' if hands.dealer_draws(cards) else 'stand'}", "rules 12")


def _total(cards: Sequence[Card], *, split: bool) -> str:
    """``blackjack``, ``soft 17``, ``hard 16``, ``20``, ``23, bust``; a hand made by splitting is no blackjack."""
    if len(cards) == 2 and not split and hands.is_blackjack(cards):
        return "blackjack"
    total, soft = hands.count(cards)
    if total > hands.BEST:
        return f"{total}, bust"
    if soft:
        return f"soft {total}"
    # Where a soft hand of the same total is played otherwise.
    return f"hard {total}" if 12 <= total <= 17 and len(cards) > 1 else str(total)
