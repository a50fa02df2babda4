"""How likely each net of a split round is: its hands taken as independent given the up card and the dealer's outcome.

Nothing of it hangs on pays but which results of a hand are the same net. So what is worked out is kept by what is done
with the hands and by their nets. Only cells, pairs against an up card, that were not asked for before are worked out,
all of them side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack import kernels
from houseway.maths.blackjack.hands import Floats
from houseway.maths.blackjack.plays import LEVELS, Acts
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.blackjack.splits import Arrangement

if TYPE_CHECKING:
    from houseway.maths.blackjack.solver import Solver

ByHands: TypeAlias = dict[int, Floats]
"""By number of hands, how likely each sum of their nets is."""
Bools = npt.NDArray[np.bool_]


class _Pair(NamedTuple):
    """A pair, some of its up cards, and of each kind of hand that each arrangement has in turn what it comes to."""

    card: int
    ups: list[int]
    arrangements: tuple[Arrangement, ...]
    dealer: list[Floats]
    """By kind of hand, (up, outcome) how the dealer ends."""
    hands: list[Floats]
    """By kind of hand, (up, net, outcome) how likely the net is, given the outcome."""


class SplitNets:
    """The nets of split rounds, for hands with the nets ``nets``.

    ``stand`` (net, wagers and level, outcome) and ``end`` (net, wagers and end) say which figures of a walk have each.
    """

    def __init__(self, solver: Solver, nets: tuple[int, ...], stand: Floats, end: Floats) -> None:
        self._solver = solver
        self._nets, self._stand, self._end = nets, stand, end
        self._sums, self._into = [nets], [np.zeros((0, 0), dtype=np.int64)]

    def joint(self, figures: Floats, looks: Bools) -> tuple[Floats, Floats]:
        """The weight of hands that stand (..., up, net, dealer's outcome), and of hands ended before (..., up, net)."""
        kinds = self._solver.kinds
        size = 2 * LEVELS * kinds
        part = figures[..., :size].reshape(*figures.shape[:-1], 2 * LEVELS, kinds)
        standing: Floats = np.einsum("...wk,nwk->...nk", part, self._stand)
        standing[..., looks, :, -1] = 0.0
        ended: Floats = figures[..., size : size + 6] @ self._end.T
        return standing, ended

    def sums(self, hands: int) -> tuple[int, ...]:
        """The sums of the nets of so many hands."""
        while len(self._sums) < hands:
            nets, before = np.array(self._nets), np.array(self._sums[-1])
            every = before[:, None] + nets
            after, into = np.unique(every, return_inverse=True)
            self._into.append(into.reshape(every.shape))
            self._sums.append(tuple(after.tolist()))
        return self._sums[hands - 1]

    def of(self, act: Acts, figures: Mapping[int, Floats], ups: Mapping[int, Sequence[int]]) -> dict[int, ByHands]:
        """By card, (up, sum) how likely a split pair ends so, without a blackjack; nothing where ``ups`` lacks the up
        card."""
        solver = self._solver
        unit = gcd(*self._nets) or 1
        # The same nets may be those of other results.
        results = (
            self._stand.argmax(axis=0).astype(np.int8).tobytes() + self._end.argmax(axis=0).astype(np.int8).tobytes()
        )
        nets = tuple(net // unit for net in self._nets), results
        acts = solver.split_acts(act)
        keys = {
            (card, up): (card, up, solver.rules.pair_cards(card + 1), acts[card][up], *nets)
            for card in ups
            for up in ups[card]
        }
        known = {cell: solver.kept.nets.find(key) for cell, key in keys.items()}
        missing = {card: [up for up in ups[card] if known[card, up] is None] for card in ups}
        for cell, worked_out in self._worked_out(figures, {card: some for card, some in missing.items() if some}):
            known[cell] = solver.kept.nets.keep(keys[cell], worked_out)
        found: dict[int, ByHands] = {card: {} for card in ups}
        for (card, up), by_hands in known.items():
            assert by_hands is not None
            for hands, chances in by_hands.items():
                if hands not in found[card]:
                    found[card][hands] = np.zeros((VALUES, len(self.sums(hands))))
                found[card][hands][up] = chances
        return found

    def _worked_out(
        self, figures: Mapping[int, Floats], missing: Mapping[int, list[int]]
    ) -> Iterator[tuple[tuple[int, int], ByHands]]:
        """By cell, (sum) how likely a split pair ends so."""
        # Pairs whose splitting may end in the same numbers of hands are taken together.
        alike: dict[tuple[tuple[int, ...], ...], list[_Pair]] = {}
        for pair in self._pairs(figures, missing):
            shape = tuple(tuple(count for count, _ in each.hands) for each in pair.arrangements)
            alike.setdefault(shape, []).append(pair)
        for every, pairs in alike.items():
            cells = [(pair.card, up) for pair in pairs for up in pair.ups]
            whole: ByHands = {}
            kinds = 0
            for number, counts in enumerate(every):
                hands = [
                    _side_by_side([pair.hands[kind] for pair in pairs]) for kind in range(kinds, kinds + len(counts))
                ]
                kinds += len(counts)
                # What the dealer comes to is the same for all hands of a round.
                dealer = np.concatenate([pair.dealer[kinds - 1] for pair in pairs]).T
                chance = np.concatenate([pair.arrangements[number].chance[pair.ups] for pair in pairs])
                shares = (self._round(hands, counts, np.ascontiguousarray(dealer)) * chance).T
                before = whole.get(sum(counts))
                whole[sum(counts)] = shares if before is None else before + shares
            for place, cell in enumerate(cells):
                yield cell, {hands: shares[place].copy() for hands, shares in whole.items()}

    def _round(self, hands: Sequence[Floats], counts: Sequence[int], dealer: Floats) -> Floats:
        """(sum, cell) how likely so many of each of the ``hands`` together win it."""
        rounds, number = hands[0], 0
        for hand, count in zip(hands, counts, strict=True):
            for _ in range(count):
                number += 1
                if number > 1:
                    more = np.zeros((len(self.sums(number)), rounds.shape[1]))
                    kernels.convolve(rounds, hand, self._into[number - 1], more)
                    rounds = more
        found = np.zeros((len(rounds), dealer.shape[1]))
        kernels.over_outcomes(rounds, dealer, found)
        return found

    def _pairs(self, figures: Mapping[int, Floats], missing: Mapping[int, list[int]]) -> list[_Pair]:
        solver = self._solver
        found, hands, dealers, looks = [], [], [], []
        for card, ups in missing.items():
            split = solver.splits[card]
            assert split is not None
            depth = figures[card].shape[1]
            # The dealer's outcome when the pair and a more pair cards are out (X), and when one more is (P).
            rows = solver.graph.shoe_of[:, card, int(solver.graph.start[card, card])]
            outcome = np.stack([solver.dealer[rows[:depth]], solver.dealer[rows[1 : depth + 1]]])[:, :, ups]
            outcome[..., solver.looks[ups], -1] = 0.0
            weights = np.stack([each for arrangement in split.arrangements for _, each in arrangement.hands])[:, ups]
            dealer = np.einsum("puka,kaud->pud", weights, outcome)
            found.append(_Pair(card, ups, split.arrangements, list(dealer), []))
            hands += list(np.einsum("puka,kauf->puf", weights, figures[card][:, :, ups]))
            dealers += list(dealer)
            looks += [solver.looks[ups]] * len(dealer)
        if found:
            given = self._given_dealer(np.concatenate(hands), np.concatenate(dealers), np.concatenate(looks))
            at = 0
            for pair in found:
                for _ in pair.dealer:
                    pair.hands.append(given[at : at + len(pair.ups)])
                    at += len(pair.ups)
        return found

    def _given_dealer(self, figures: Floats, dealer: Floats, looks: Bools) -> Floats:
        """(cell, net, dealer's outcome) the probability of one hand's net given the dealer's outcome."""
        standing, ended = self.joint(figures, looks)
        # Hands that ended before, by the dealer's outcome: exact together, shared out by how they ended.
        over = np.maximum(dealer - standing.sum(axis=1), 0.0)
        # Where no hand can end before, what rounding leaves of them is shared out to nobody.
        whole = ended.sum(axis=1, keepdims=True)
        share = np.where(whole > 1e-14, ended / np.maximum(whole, 1e-14), 0.0)
        # An outcome that cannot be (an up card that is not there) is given nothing.
        scale = np.where(dealer > 1e-14, 1.0 / np.maximum(dealer, 1e-14), 0.0)
        given: Floats = (standing + share[:, :, None] * over[:, None, :]) * scale[:, None, :]
        return given


def _side_by_side(given: Sequence[Floats]) -> Floats:
    """(net, outcome and cell) from (cell, net, outcome) of several pairs."""
    every = np.concatenate(given)
    return np.ascontiguousarray(every.transpose(1, 2, 0)).reshape(every.shape[1], -1)
