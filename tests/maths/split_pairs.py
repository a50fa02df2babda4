"""Two hands of a split round, end by end: every two ends, and the dealer from the very shoe that both leave.

Slow, and without Newton's formula: what `houseway.maths.blackjack.spreads` is held against.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack import Solver
from houseway.maths.blackjack.dealer import outcomes
from houseway.maths.blackjack.plays import Play
from houseway.maths.blackjack.spreads import final_hands, own_squares, pair_weights

VALUES = 10


def mean_square(solver: Solver, play: Play, card: int, up: int) -> float:
    """The mean square of a round in which a pair of ``card`` is split against ``up`` (places)."""
    whole = float(own_squares(solver, play, [card])[card][up])
    for out, weights in enumerate(pair_weights(solver, card, up)):
        if weights.any():
            whole += float(weights @ products(solver, play, card, up, out))
    return whole


def products(solver: Solver, play: Play, card: int, up: int, out: int) -> tuple[float, float, float]:
    """The mean product of two hands: neither with a pair card as its second, one of them, both."""
    ends = final_hands(solver, play, card, up)
    shoe = solver.full.copy()
    shoe[up] -= 1
    shoe[card] -= 2 + out
    first, second = np.triu_indices(len(ends.cards))
    keys = ends.cards @ (64 ** np.arange(VALUES, dtype=np.int64))
    distinct, where = np.unique(keys[first] + keys[second], return_inverse=True)
    cards = distinct[:, None] >> (6 * np.arange(VALUES)) & 63
    left = shoe - cards
    left[:, up] += 1
    chance = in_order(shoe, cards)
    possible = (left >= 0).all(axis=1) & (chance > 0)
    dealer = np.zeros((len(distinct), solver.kinds))
    dealer[possible] = outcomes(solver.rules, left[possible])[:, up]
    if solver.looks[up]:
        dealer[:, -1] = 0.0
    pays = ends.pays[ends.group]
    value = np.einsum("pd,pd,pd->p", pays[first], pays[second], dealer[where]) * chance[where]
    value[first != second] *= 2.0
    plain, paired = ends.orders
    mixed = (plain[first] * paired[second] + paired[first] * plain[second]) / 2.0
    return (
        float((value * plain[first] * plain[second]).sum()),
        float((value * mixed).sum()),
        float((value * paired[first] * paired[second]).sum()),
    )


def in_order(shoe: npt.NDArray[np.int64], cards: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The probability of drawing each row of ``cards`` in one given order."""
    found = np.ones(len(cards))
    drawn = np.zeros(len(cards))
    for value in range(VALUES):
        for copy in range(int(cards[:, value].max(initial=0))):
            takes = cards[:, value] > copy
            found[takes] *= max(float(shoe[value] - copy), 0.0) / (float(shoe.sum()) - drawn[takes])
            drawn[takes] += 1
    return found
