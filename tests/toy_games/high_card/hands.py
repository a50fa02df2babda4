"""High Card: who wins, and when two cards are twins. The only place that names an event."""

from __future__ import annotations

from houseway.cards import Card


def duel(player: Card, house: Card) -> str:
    """The player's card against the house's (rules 4)."""
    return "win" if player.rank > house.rank else "push" if player.rank == house.rank else "lose"


def twins(player: Card, house: Card) -> tuple[str, ...]:
    """The row of the Twin Jackpot that two cards make (rules 6)."""
    if player.rank != house.rank:
        return ()
    return ("twins-of-one-color",) if player.color == house.color else ("twins-of-two-colors",)
