"""Deuces Wild with other wild cards: which they are, and what is counted of them alone."""

from __future__ import annotations

from math import comb

from houseway.cards.card import CARDS, JOKER_RANK
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.classes import APPROVED, DEUCE, Wilds

BY_NAME = {
    "deuces-and-joker": APPROVED,
    "deuces": Wilds((DEUCE,), len(CARDS) - 1),
    "joker": Wilds((JOKER_RANK,), len(CARDS)),
    "none": Wilds((), len(CARDS) - 1),
}


def jackpot_counts(wilds: Wilds) -> dict[str, int]:
    """How many sets of five cards make each row of the Bonus Jackpot, ``none`` last."""
    counts = dict.fromkeys((*hands.JACKPOT_ROWS, "none"), 0)
    for held in range(min(5, wilds.cards) + 1):
        row = f"{held}-wild-cards"
        counts[row if row in counts else "none"] += comb(wilds.cards, held) * comb(wilds.deck - wilds.cards, 5 - held)
    return counts
