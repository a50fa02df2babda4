"""The figures of a play: what each first card is worth against each up card, how rounds end, what is staked."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from houseway.maths.blackjack import spreads
from houseway.maths.blackjack.dealer import dealer_totals
from houseway.maths.blackjack.hands import Floats
from houseway.maths.blackjack.plays import LEVELS, Play
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.blackjack.split_nets import ByHands, SplitNets

if TYPE_CHECKING:
    from houseway.maths.blackjack.solver import Solver

BLACKJACK_AGAINST_BLACKJACK = "blackjack against blackjack"
BLACKJACK = "blackjack"
TWENTY_ONE = "twenty-one"
CHARLIE = "charlie"
WIN = "win"
PUSH = "push"
PUSH_TOTAL = "push total"
SURRENDER = "surrender"
DEALER_BLACKJACK = "dealer blackjack"
BUST = "bust"
LOSE = "lose"
EVENTS = (
    BLACKJACK_AGAINST_BLACKJACK,
    BLACKJACK,
    TWENTY_ONE,
    CHARLIE,
    WIN,
    PUSH,
    PUSH_TOTAL,
    SURRENDER,
    DEALER_BLACKJACK,
    BUST,
    LOSE,
)
"""How a hand may end."""

DECISIONS = ("stand", "hit", "double", "split", "surrender")


class Evaluation:
    """The figures of one play. Arrays are indexed by first card and up card, and are given those two cards.

    With ``only`` (card, up, second card), shares between 0 and 1, the figures are of those deals alone and sum to less.
    """

    def __init__(self, solver: Solver, play: Play, only: Floats | None = None) -> None:
        self.solver = solver
        self.play = play
        second = self.second = solver.second if only is None else solver.second * only
        self._free = solver.free
        """(card, up, second) the probability that the dealer has no blackjack."""
        natural = np.zeros((VALUES, VALUES))
        natural[0, 9] = natural[9, 0] = 1.0
        self._natural = second * natural[:, None, :]
        self._split_share = np.stack(
            [second[card, :, card] * solver.pair_share[card] * play.split[card] for card in range(VALUES)]
        )
        self._given_up = second * play.surrender
        plays = second - self._natural - self._given_up
        for card in range(VALUES):
            plays[card, :, card] -= self._split_share[card]
        self.kept = solver.unsplit_figures(play.act, plays)
        """(card, up, figure) of hands that are not split."""
        every = solver.split_figures(play.act) if play.split.any() else {}
        self._parts = {card: figures for card, figures in every.items() if play.split[card].any()}

    def _over_splits(self, which: str) -> Floats:
        """(card, up, figure) of hands made by splits, weighed with how often the pair comes."""
        found = np.zeros_like(self.kept)
        for card, figures in self._parts.items():
            split = self.solver.splits[card]
            assert split is not None
            weights = split.weights if which == "all" else split.first
            found[card] = self._split_share[card][:, None] * np.einsum("uka,kauf->uf", weights, figures)
        return found

    @cached_property
    def split(self) -> Floats:
        """(card, up, figure) of all hands made by splits, weighed with how often the pair comes."""
        return self._over_splits("all")

    @cached_property
    def first(self) -> Floats:
        """(card, up, figure) of the hand that keeps the first wager after a split, weighed in the same way."""
        return self._over_splits("first")

    @property
    def _looks(self) -> Floats:
        return self.solver.looks.astype(np.float64)[None, :, None]

    @cached_property
    def values(self) -> Floats:
        """(card, up) the player's expectation per unit of the wager before the play."""
        rules, payoff = self.solver.rules, self.solver.payoff()
        found = np.einsum("cuf,uf->cu", self.kept + self.split, payoff)
        both = float(rules.blackjack_against_blackjack_pays)
        naturals = self._natural * (self._free * float(rules.blackjack_pays) + (1.0 - self._free) * both)
        lost = (self.second - self._natural) * (1.0 - self._free) * self._looks
        given_up = self._given_up * np.where(self._looks > 0, self._free, 1.0)
        whole: Floats = (
            found
            + naturals.sum(axis=2)
            + float(rules.dealer_blackjack_pays) * lost.sum(axis=2)
            + float(rules.surrender_pays) * given_up.sum(axis=2)
        )
        return whole

    @cached_property
    def added_values(self) -> dict[str, Floats]:
        """(card, up) what the wagers added to a hand are worth: those on further hands of a split, and doubles.

        The rest of `values` is what the wager made first is worth by itself.
        """
        payoff = self.solver.payoff()
        half = LEVELS * self.solver.kinds
        single = payoff.copy()
        single[:, half : 2 * half] /= 2.0
        single[:, 2 * half + 3 : 2 * half + 6] /= 2.0
        return {
            "double": np.einsum("cuf,uf->cu", self.kept + self.split, payoff - single),
            "split": np.einsum("cuf,uf->cu", self.split - self.first, single),
        }

    @property
    def deals(self) -> Floats:
        """(card, up) how often they come."""
        return self.solver.deals

    @cached_property
    def value(self) -> float:
        """The player's expectation per unit of the first wager, over all deals."""
        return float((self.deals * self.values).sum())

    @cached_property
    def hands(self) -> Floats:
        """(card, up) the mean number of hands that splits add to the one."""
        mass = 2 * LEVELS * self.solver.kinds + 6
        free = np.where(self._looks > 0, self._free, 1.0)
        before = np.stack([self._split_share[card] * free[card, :, card] for card in range(VALUES)])
        more: Floats = self._mass(self.split[:, :, :mass]) - before
        return more

    def _mass(self, figures: Floats) -> Floats:
        """The weight of ``figures`` over the ends of hands: where the dealer looks, blackjacks do not count."""
        kinds = self.solver.kinds
        stand = figures[:, :, : 2 * LEVELS * kinds].reshape(VALUES, VALUES, 2 * LEVELS, kinds).copy()
        stand[:, self.solver.looks, :, -1] = 0.0
        mass: Floats = stand.sum(axis=(2, 3)) + figures[:, :, 2 * LEVELS * kinds :].sum(axis=2)
        return mass

    @cached_property
    def doubles(self) -> Floats:
        """(card, up) the mean number of doubles."""
        kinds = self.solver.kinds
        both = self.kept + self.split
        doubled = np.zeros_like(both)
        half = LEVELS * kinds
        doubled[:, :, half : 2 * half] = both[:, :, half : 2 * half]
        doubled[:, :, 2 * half + 3 : 2 * half + 6] = both[:, :, 2 * half + 3 : 2 * half + 6]
        return self._mass(doubled)

    @cached_property
    def stakes(self) -> Floats:
        """(card, up) the mean amount staked on the hands, per unit of the wager before the play."""
        stakes: Floats = self.second.sum(axis=2) + self.hands + self.doubles
        return stakes

    @cached_property
    def decisions(self) -> dict[str, Floats]:
        """(card, up) by decision, how often it is taken in a round."""
        found = {name: (self.kept + self.split)[:, :, place - 3] for place, name in enumerate(DECISIONS[:3])}
        found["split"] = self.hands
        given_up = self._given_up * np.where(self._looks > 0, self._free, 1.0)
        found["surrender"] = given_up.sum(axis=2)
        return found

    # -- how the wager made first ends

    @cached_property
    def events(self) -> dict[str, Floats]:
        """(card, up) by event, how often the hand that keeps the first wager ends so. They sum to one."""
        kinds = self.solver.kinds
        whole = self.kept + self.first
        found = {event: np.zeros((VALUES, VALUES)) for event in EVENTS}
        for (level, kind), event in self._event_of().items():
            for wagers in range(2):
                found[event] += whole[:, :, (wagers * LEVELS + level) * kinds + kind]
        for place, event in enumerate((BUST, TWENTY_ONE, CHARLIE)):
            for wagers in range(2):
                found[event] += whole[:, :, 2 * LEVELS * kinds + 3 * wagers + place]
        # Under an up card with which the dealer looks, kernels count no hand against a blackjack.
        looks = self.solver.looks
        blackjack = np.zeros((VALUES, VALUES))
        for level in range(LEVELS):
            for wagers in range(2):
                blackjack += whole[:, :, (wagers * LEVELS + level) * kinds + kinds - 1]
        found[DEALER_BLACKJACK][:, looks] -= blackjack[:, looks]
        lost = (self.second - self._natural) * (1.0 - self._free) * self._looks
        found[DEALER_BLACKJACK] += lost.sum(axis=2)
        found[BLACKJACK] += (self._natural * self._free).sum(axis=2)
        found[BLACKJACK_AGAINST_BLACKJACK] += (self._natural * (1.0 - self._free)).sum(axis=2)
        found[SURRENDER] += self.decisions["surrender"]
        return found

    def _event_of(self) -> dict[tuple[int, int], str]:
        found = {}
        totals = dealer_totals(self.solver.rules)
        for level in range(LEVELS):
            for kind, total in enumerate(totals):
                if total > 21:
                    found[level, kind] = PUSH_TOTAL
                elif level and total == 16 + level:
                    found[level, kind] = PUSH
                else:
                    found[level, kind] = WIN if 16 + level > total else LOSE
            found[level, len(totals)] = WIN
            found[level, len(totals) + 1] = DEALER_BLACKJACK
        return found

    # -- the distribution of the net result

    def _pay_of(self) -> dict[str, Fraction]:
        rules = self.solver.rules
        return {
            BLACKJACK_AGAINST_BLACKJACK: rules.blackjack_against_blackjack_pays,
            BLACKJACK: rules.blackjack_pays,
            TWENTY_ONE: rules.twenty_one_pays,
            CHARLIE: rules.charlie_pays,
            WIN: rules.win_pays,
            PUSH: rules.push_pays,
            PUSH_TOTAL: rules.push_total_pays,
            SURRENDER: rules.surrender_pays,
            DEALER_BLACKJACK: rules.dealer_blackjack_pays,
            BUST: rules.bust_pays,
            LOSE: rules.lose_pays,
        }

    @cached_property
    def scale(self) -> int:
        """Nets are whole multiples of one part in ``scale`` of the wager."""
        return lcm(*(pay.denominator for pay in self._pay_of().values()))

    @cached_property
    def nets(self) -> dict[int, Floats]:
        """By net (in parts of `scale`) the probability of a round, (card, up). They sum to one.

        Rounds without a split are exact. In a split round the hands are taken as independent of each other given the up
        card and the dealer's outcome; each hand by itself, and so the mean, is exact.
        """
        found = {net: share.copy() for net, share in self.nets_without_blackjack.items()}
        for net, share in self.nets_of_blackjack.items():
            found[net] = found[net] + share if net in found else share
        return dict(sorted(found.items()))

    @cached_property
    def nets_of_blackjack(self) -> dict[int, Floats]:
        """`nets` of the rounds that a dealer's blackjack ends before the play, or in which it meets a player's."""
        lost = (self.second - self._natural) * (1.0 - self._free) * self._looks
        both = self._natural * (1.0 - self._free)
        found = {self._nets[DEALER_BLACKJACK]: lost.sum(axis=2)}
        net = self._nets[BLACKJACK_AGAINST_BLACKJACK]
        found[net] = found.get(net, np.zeros((VALUES, VALUES))) + both.sum(axis=2)
        return found

    @cached_property
    def _nets(self) -> dict[str, int]:
        return {event: int(pay * self.scale) for event, pay in self._pay_of().items()}

    @cached_property
    def nets_without_blackjack(self) -> dict[int, Floats]:
        """`nets` of all other rounds."""
        found: dict[int, Floats] = {}

        def add(net: int, share: Floats) -> None:
            found[net] = found[net] + share if net in found else share.copy()

        standing, ended = self._split_nets.joint(self.kept, self.solver.looks)
        shares = standing.sum(axis=3) + ended
        for place, net in enumerate(self._hand_nets[0]):
            add(net, shares[:, :, place])
        add(self._nets[BLACKJACK], (self._natural * self._free).sum(axis=2))
        if self.play.surrender.any():
            add(self._nets[SURRENDER], self.decisions["surrender"])
        by_hands: dict[int, Floats] = {}
        for card, of_card in self._nets_of_splits.items():
            for hands, chances in of_card.items():
                if hands not in by_hands:
                    by_hands[hands] = np.zeros((chances.shape[1], VALUES, VALUES))
                by_hands[hands][:, card] += chances.T * self._split_share[card]
        for hands, shares in by_hands.items():
            for net, share in zip(self._split_nets.sums(hands), shares, strict=True):
                add(net, share)
        return found

    @cached_property
    def _hand_nets(self) -> tuple[tuple[int, ...], Floats, Floats]:
        """The nets of one hand, and by net which figures have it: (net, wagers and level, kind) and (net, end)."""
        kinds, pays = self.solver.kinds, self._nets
        ends = (BUST, TWENTY_ONE, CHARLIE)
        events = self._event_of()
        nets = {pays[event] * wagers for event in (*events.values(), *ends) for wagers in (1, 2)}
        places = {net: place for place, net in enumerate(sorted(nets))}
        stand = np.zeros((len(places), 2 * LEVELS, kinds))
        end = np.zeros((len(places), 6))
        for wagers in range(2):
            for (level, kind), event in events.items():
                stand[places[pays[event] * (wagers + 1)], wagers * LEVELS + level, kind] = 1.0
            for place, event in enumerate(ends):
                end[places[pays[event] * (wagers + 1)], 3 * wagers + place] = 1.0
        return tuple(places), stand, end

    @cached_property
    def _split_nets(self) -> SplitNets:
        return SplitNets(self.solver, *self._hand_nets)

    @cached_property
    def _nets_of_splits(self) -> dict[int, ByHands]:
        """By card, (up, sum of nets) how likely a pair that is split ends so, without a blackjack."""
        return self._split_nets.of(self.play.act, self._parts, self._ups_of_splits)

    @cached_property
    def _ups_of_splits(self) -> dict[int, list[int]]:
        """By card the up cards against which pairs of it are split."""
        found = {card: np.flatnonzero(self._split_share[card]).tolist() for card in self._parts}
        return {card: ups for card, ups in found.items() if ups}

    @cached_property
    def split_squares(self) -> Floats:
        """(card, up) by how much the mean square of a round is more than that of `nets`: what split rounds miss there.

        The hands of a split round draw from one shoe: see `houseway.maths.blackjack.spreads`.
        """
        found = np.zeros((VALUES, VALUES))
        every = spreads.mean_squares(self.solver, self.play, self._ups_of_splits)
        for card, of_card in self._nets_of_splits.items():
            squares = np.zeros(VALUES)
            for hands, chances in of_card.items():
                sums = np.array(self._split_nets.sums(hands), dtype=np.float64) / self.scale
                squares += chances @ (sums * sums)
            ups = self._ups_of_splits[card]
            found[card, ups] = self._split_share[card, ups] * (every[card] - squares[ups])
        return found
