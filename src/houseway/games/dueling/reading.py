"""Dueling for Dollars: each player's card against the community's, in the duel and in the war."""

from __future__ import annotations

from houseway.games.dueling import hands
from houseway.rulebook.steps import COMMUNITY
from houseway.table.shown.open_cards import OpenCards, Reading

SAID = {1: "higher", -1: "lower", 0: "tie"}


def read(cards: OpenCards) -> Reading:
    """``higher``, ``lower`` or ``tie`` for each player's card, and ``tie, then higher`` after a war."""
    community = cards.get(COMMUNITY, ())
    if not community:
        return Reading()
    return Reading(
        {
            place: ", then ".join(SAID[hands.duel(*pair)] for pair in zip(held, community, strict=False))
            for place, held in cards.items()
            if place.isdigit()
        }
    )
