"""The dealer's down card seen: the best play of a hand by a player who knows both cards of the dealer.

By exchange of cards the down card may be thought of as drawn first: then the rest is a game from a shoe that lacks it,
against a dealer whose two cards are known. It is solved like any other, with the dealer's outcomes from two cards.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from houseway.maths.blackjack.dealer import dealer_totals
from houseway.maths.blackjack.hands import Floats, Ints
from houseway.maths.blackjack.kept import Kept
from houseway.maths.blackjack.plays import Play
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.solver import Solver
from houseway.maths.compiled import compiled

ACE, TEN = 0, 9
_DEEPEST = 24
"""Cards that a dealer's hand may have, at most."""


@compiled
def _from_two(left: Ints, up: int, hole: int, hit_soft_17: bool, totals: Ints, found: Floats) -> None:
    """(shoe, outcome) how the hand of ``up`` and ``hole`` ends; ``left`` still has the up card, not the other."""
    counts = np.empty(10, np.int64)
    tried = np.empty(_DEEPEST, np.int64)
    chance = np.empty(_DEEPEST)
    hard = np.empty(_DEEPEST, np.int64)
    aces = np.empty(_DEEPEST, np.bool_)
    for row in range(left.shape[0]):
        if left[row, up] <= 0:
            continue
        cards = -1
        for place in range(10):
            counts[place] = max(left[row, place], 0)
            cards += counts[place]
        counts[up] -= 1
        depth = 0
        chance[0], hard[0], aces[0], tried[0] = 1.0, up + hole + 2, up == 0 or hole == 0, -1
        while depth >= 0:
            if tried[depth] < 0:
                soft = aces[depth] and hard[depth] <= 11
                total = hard[depth] + 10 if soft else hard[depth]
                if total >= 17 and not (hit_soft_17 and soft and total == 17):
                    slot = totals.size
                    for place in range(totals.size):
                        if totals[place] == total:
                            slot = place
                    found[row, slot] += chance[depth]
                    tried[depth] = 10
                else:
                    tried[depth] = 0
            else:
                counts[tried[depth]] += 1
                cards += 1
                tried[depth] += 1
            while tried[depth] < 10 and counts[tried[depth]] == 0:
                tried[depth] += 1
            if tried[depth] >= 10 or cards == 0:
                depth -= 1
                continue
            drawn = tried[depth]
            chance[depth + 1] = chance[depth] * counts[drawn] / cards
            hard[depth + 1] = hard[depth] + drawn + 1
            aces[depth + 1] = aces[depth] or drawn == 0
            counts[drawn] -= 1
            cards -= 1
            depth += 1
            tried[depth] = -1


class HoleCardSolver(Solver):
    """A game whose down card, of place ``hole``, is known, from a shoe that lacks it.

    Up cards that make a blackjack with it are left out of the play: `HoleCard` counts them.
    """

    def __init__(self, rules: BlackjackRules, hole: int) -> None:
        less = tuple(count - (place == hole) for place, count in enumerate(rules.shoe))
        super().__init__(replace(rules, shoe=less, looks_under=()))
        self.hole = hole
        left = np.ascontiguousarray(self.full - self.graph.shoes)
        totals = np.array(dealer_totals(rules), dtype=np.int64)
        known = np.zeros_like(self.dealer)
        for up in range(VALUES):
            found = np.zeros((len(left), self.kinds))
            _from_two(left, up, hole, rules.hit_soft_17, totals, found)
            known[:, up] = found
        self.dealer, self.kept = known, Kept()

    @cached_property
    def free(self) -> Floats:
        """No hand is played against a blackjack."""
        return np.ones((VALUES, VALUES, VALUES))


class HoleCard(NamedTuple):
    """By first card and up card: how often they come, and what a wager is worth with the down card known."""

    deals: Floats
    values: Floats


def with_hole_card(rules: BlackjackRules, play: Play | None = None) -> HoleCard:
    """The best play of every hand by a player who sees the down card once the hand is dealt.

    With ``play`` that play is followed whatever the down card is, which gives what it gives without seeing it.
    """
    deals, worth = np.zeros((VALUES, VALUES)), np.zeros((VALUES, VALUES))
    size = sum(rules.shoe)
    for hole, number in enumerate(rules.shoe):
        if not number:
            continue
        solver = HoleCardSolver(rules, hole)
        values = solver.evaluate(solver.best() if play is None else play).values.copy()
        for up, other in ((ACE, TEN), (TEN, ACE)):
            if hole == other:
                values[:, up] = _against_blackjack(solver, rules, up)
        share = number / size * solver.deals
        deals += share
        worth += share * values
    return HoleCard(deals, np.divide(worth, deals, out=np.zeros_like(worth), where=deals > 0))


def _against_blackjack(solver: Solver, rules: BlackjackRules, up: int) -> Floats:
    """(card) what a wager wins against the blackjack that the up card makes."""
    natural = np.zeros((VALUES, VALUES))
    natural[ACE, TEN] = natural[TEN, ACE] = 1.0
    both = (solver.second[:, up] * natural).sum(axis=1)
    won: Floats = both * float(rules.blackjack_against_blackjack_pays) + (1.0 - both) * float(
        rules.dealer_blackjack_pays
    )
    return won
