"""Solving a game of the blackjack family: the best play by composition, and the figures of any play.

In arrays an up card or a player's card is a place, 0 for an ace to 9 for a ten; elsewhere it is a value, 1 to 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from houseway.maths.blackjack import kernels
from houseway.maths.blackjack.dealer import dealer_totals, outcomes
from houseway.maths.blackjack.evaluation import Evaluation
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats, Graph, Ints, graph_of
from houseway.maths.blackjack.kept import Kept
from houseway.maths.blackjack.plays import AFTER_SPLIT, DOUBLING, LEVELS, SINGLE, Acts, Bools, Play, Views, make_views
from houseway.maths.blackjack.rules import VALUES, BlackjackRules
from houseway.maths.blackjack.splits import Split, split_of
from houseway.maths.question_errors import BadQuestion
from houseway.public_arguments import taking, thing


@lru_cache(maxsize=6)
def _dealer_after(dealing: BlackjackRules, graph: Graph) -> Floats:
    """The dealer's outcomes from each shoe of a graph of hands: no pay changes them, nor what a player may do."""
    left = np.array(dealing.shoe, dtype=np.int64) - graph.shoes
    possible = (left >= 0).all(axis=1) & (left.sum(axis=1) > 1)
    if possible.all():
        return outcomes(dealing, left)
    found = np.zeros((len(left), VALUES, len(dealer_totals(dealing)) + 2))
    found[possible] = outcomes(dealing, left[possible])
    return found


@lru_cache(maxsize=6)
def _kept(dealing: BlackjackRules, graph: Graph, looks_under: tuple[int, ...]) -> Kept:
    """What is kept of hands that go by these outcomes: empty at first."""
    return Kept()


class Solver:
    """A game ready to be solved: the dealer's outcomes after every hand, and what each result pays."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        plain = self.plain = rules.without_pays()
        """The same rules with the ordinary pays: what does not depend on pays goes by them."""
        self.graph, self.dealing = graph_of(plain), rules.dealing()
        self.dealer = _dealer_after(self.dealing, self.graph)
        self.kept = _kept(self.dealing, self.graph, tuple(sorted(rules.looks_under)))
        """What does not hang on pays and was worked out before."""
        self.full: Ints = np.array(rules.shoe, dtype=np.int64)
        self.size = int(self.full.sum())
        self.kinds = self.dealer.shape[2]
        """Outcomes of the dealer's hand that are told apart, a blackjack last and other totals over 21 before it."""
        self.level: Ints = np.clip(self.graph.total - 16, 0, LEVELS - 1)
        self.looks: Bools = np.array([rules.looks(up + 1) for up in range(VALUES)])
        self.stand_pays, self.end_pays = self._pays()
        self.may_double = _may_double(plain)
        """(node) whether the hand may be doubled, if it was not made by a split after which none may be."""
        self.splits = _splits(plain)
        self.second = np.stack([self.second_cards(card, 1) for card in range(VALUES)])
        """(card, up, second card) the probability of the second card, given the first and the up card."""
        self.deals = self._deals()
        """(card, up) how often they come."""
        self.pair_share = self._pair_share()
        """(card) how many of the hands with two such cards are pairs that may be split."""
        self._split_figures: tuple[Acts, dict[int, Floats]] | None = None
        self._split_acts: tuple[Acts, dict[int, tuple[bytes, ...]]] | None = None

    def _pays(self) -> tuple[Floats, Floats]:
        """What standing pays by up card, level and outcome; what each end pays."""
        rules = self.rules
        pays = np.zeros((VALUES, LEVELS, self.kinds))
        for level in range(LEVELS):
            own = 16 + level
            for place, total in enumerate(dealer_totals(rules)):
                if total > 21:
                    amount = rules.push_total_pays
                elif level and total == own:
                    amount = rules.push_pays
                else:
                    amount = rules.win_pays if own > total else rules.lose_pays
                pays[:, level, place] = float(amount)
            pays[:, level, -2] = float(rules.win_pays)
            # Where the dealer looks, no hand is played against a blackjack.
            pays[:, level, -1] = np.where(self.looks, 0.0, float(rules.dealer_blackjack_pays))
        ends = np.array([float(rules.bust_pays), float(rules.twenty_one_pays), float(rules.charlie_pays)])
        return pays, ends

    def _deals(self) -> Floats:
        full = self.full.astype(np.float64)
        up = np.maximum(full[None, :] - np.eye(VALUES), 0.0) / (self.size - 1)
        deals: Floats = full[:, None] / self.size * up
        return deals

    def _pair_share(self) -> Floats:
        share = np.array([float(split is not None) for split in self.splits])
        if not self.rules.split_by_value and self.full[9] > 1:
            share[9] *= (self.rules.pair_cards(10) - 1) / (self.full[9] - 1)
        return share

    @cached_property
    def free(self) -> Floats:
        """(card, up, second card) the probability that the up card makes no blackjack, the player holding two cards."""
        found = np.ones((VALUES, VALUES, VALUES))
        same = np.eye(VALUES)
        for up, other in ((0, 9), (9, 0)):
            left = self.full[other] - same[:, None, other] - same[None, :, other]
            found[:, up, :] = 1.0 - np.maximum(left, 0.0) / (self.size - 3)
        return found

    def second_cards(self, card: int, out: int) -> Floats:
        """(up, second card) the probability of a second card, ``out`` cards like ``card`` being out, itself one."""
        left = np.broadcast_to(self.full.astype(np.float64), (VALUES, VALUES)) - np.eye(VALUES)
        left[:, card] -= out
        chance: Floats = np.maximum(left, 0.0) / (self.size - out - 1)
        return chance

    # -- plays

    @property
    def ways(self) -> kernels.Ways:
        """The hands as the compiled walks read them."""
        g = self.graph
        return kernels.Ways(
            self.full, g.counts, g.cards, self.level, g.after, g.start, g.holding, g.holding_from, g.shoe_of
        )

    @property
    def house(self) -> kernels.House:
        """The dealer and the pays as the compiled walks read them."""
        return kernels.House(self.dealer, self.looks, self.stand_pays, self.end_pays)

    def values(self, act: Acts | None = None, *, doubles: bool = True) -> tuple[Floats, Floats]:
        """Of the unsplit hand: (node, up, action) the value of each action, and (node, up) that of the one taken.

        Without ``act`` the best action is taken, after this one too. Values are per unit of the wager on the hand,
        joint with "no dealer's blackjack" where the dealer looks. Without ``doubles`` none is made further on.
        """
        graph = self.graph
        found = np.zeros((len(graph), VALUES, 3))
        taken = np.zeros((len(graph), VALUES))
        fixed = np.full(taken.shape, -1, dtype=np.int8) if act is None else self.acts(act)[0]
        may_double = self.may_double & doubles
        hands = kernels.Unsplit(self._unsplit_rows(), may_double, np.ascontiguousarray(fixed))
        kernels.best_play(self.ways, self.house, hands, found, taken)
        return found, taken

    def _unsplit_rows(self) -> Ints:
        lowest = np.argmax(self.graph.counts > 0, axis=1)
        rows: Ints = self.graph.shoe_of[0, lowest, np.arange(len(lowest))]
        return rows

    def best(self) -> Play:
        """The best play by composition.

        Hands made by splits are played as unsplit ones; where they may not be doubled, as unsplit ones would be if no
        hand might.
        """
        return self._best(*self.values())

    def _best(self, values: Floats, taken: Floats) -> Play:
        single = after_split = _stand_or_hit(values)
        if not self.rules.double_after_split and self.rules.double_any_number:
            # An unsplit hand is hit with the prospect of a double, one made by a split without.
            after_split = _stand_or_hit(self.values(doubles=False)[0])
        doubles = values[:, :, DOUBLE] > np.maximum(values[:, :, STAND], values[:, :, HIT])
        act: Acts = np.stack([single, np.where(doubles, DOUBLE, single), after_split]).astype(np.int8)
        return self._first_decisions(act, taken)

    def with_best_first_decisions(self, act: Acts) -> Play:
        """The play of ``act`` with the splits and surrenders that are best for it."""
        return self._first_decisions(act, self.values(act)[1])

    def _first_decisions(self, act: Acts, taken: Floats) -> Play:
        kept = np.zeros((VALUES, VALUES, VALUES))
        for card in range(VALUES):
            for second in range(VALUES):
                node = self.graph.start[card, second]
                kept[card, :, second] = taken[node] if node >= 0 else 1.0
        splits = self.split_values(act)
        split: Bools = splits > np.array([kept[card, :, card] for card in range(VALUES)])
        surrender = np.zeros(kept.shape, dtype=np.bool_)
        if self.rules.surrender:
            for card in range(VALUES):
                kept[card, :, card] = np.maximum(kept[card, :, card], splits[card])
                for second in range(VALUES):
                    if {card, second} != {0, 9}:
                        free = np.where(self.looks, self.free[card, :, second], 1.0)
                        give_up = float(self.rules.surrender_pays) * free
                        surrender[card, :, second] = give_up > kept[card, :, second]
                split[card] &= ~surrender[card, :, card]
        return Play(act, split, surrender)

    def split_values(self, act: Acts, most_hands: int | None = None) -> Floats:
        """(card, up) the value of splitting a pair, then played by ``act``; minus infinity where there is no split.

        ``most_hands`` are those that may still be made of the pair, where that is fewer than by the rules.
        """
        found = np.full((VALUES, VALUES), -np.inf)
        payoff = self.payoff()
        splits = self.splits if most_hands is None else _splits(_splitting_to(self.plain, most_hands))
        for card, figures in self.split_figures(act).items():
            split = splits[card]
            if split is not None:
                weights = split.weights
                found[card] = np.einsum("uka,kauf,uf->u", weights, figures[:, : weights.shape[2]], payoff)
        return found

    def evaluate(self, play: Play) -> Evaluation:
        """The figures of ``play``."""
        return Evaluation(self, play)

    # -- walks

    def acts(self, act: Acts) -> Acts:
        """(kind of view, node, up) the action that is taken."""
        unsplit = np.where(self.may_double[:, None], act[DOUBLING], act[SINGLE])
        split = unsplit if self.rules.double_after_split else act[AFTER_SPLIT]
        aces = np.zeros_like(split) if self.rules.one_card_to_split_aces else split
        return np.stack([unsplit, split, aces]).astype(np.int8)

    def split_acts(self, act: Acts) -> dict[int, tuple[bytes, ...]]:
        """For each card that may be split, by up card: all that is done with a hand that the split makes, to tell them
        apart."""
        if self._split_acts is not None and np.array_equal(self._split_acts[0], act):
            return self._split_acts[1]
        graph, acts = self.graph, self.acts(act)
        found = {}
        for card, split in enumerate(self.splits):
            if split is not None:
                nodes = graph.holding[graph.holding_from[card] : graph.holding_from[card + 1]]
                columns = acts[2 if card == 0 else 1][nodes].T
                found[card] = tuple(column.tobytes() for column in columns)
        self._split_acts = (act, found)
        return found

    def split_figures(self, act: Acts) -> dict[int, Floats]:
        """For each card that may be split, the figures of X(a) and P(a): (X or P, a, up, figure)."""
        if self._split_figures is not None and np.array_equal(self._split_figures[0], act):
            return self._split_figures[1]
        known: dict[tuple[int, int], Floats] = {}
        missing: dict[int, list[int]] = {}
        by_card = self.split_acts(act)
        for card, by_up in by_card.items():
            for up, acts in enumerate(by_up):
                cell = self.kept.splits.find((card, up, acts))
                if cell is None:
                    missing.setdefault(card, []).append(up)
                else:
                    known[card, up] = cell
        for (card, up), cell in self._walked_splits(act, missing).items():
            known[card, up] = self.kept.splits.keep((card, up, by_card[card][up]), cell)
        every = {card: np.stack([known[card, up] for up in range(VALUES)]) for card in by_card}
        found: dict[int, Floats] = {card: cells.transpose(1, 2, 0, 3) for card, cells in every.items()}
        self._split_figures = (act, found)
        return found

    def _walked_splits(self, act: Acts, wanted: dict[int, list[int]]) -> dict[tuple[int, int], Floats]:
        """By card and up card, as far as ``wanted``: (X or P, a, figure) of hands made by a split."""
        if not wanted:
            return {}
        depths = {card: split.first.shape[2] for card, split in enumerate(self.splits) if split is not None}
        cards, more, kinds, weights = [], [], [], []
        for card, ups in wanted.items():
            asked = np.zeros((VALUES, 1))
            asked[ups] = 1.0
            weights.append(asked * self._split_starts(card, depths[card]))
            cards += [card] * len(weights[-1])
            more += [*range(1, depths[card] + 1)] * 2
            kinds += [2 if card == 0 else 1] * len(weights[-1])
        figures = self.walk(act, Views(np.array(cards), np.array(more), np.array(kinds), np.concatenate(weights)))
        found: dict[tuple[int, int], Floats] = {}
        place = 0
        for card, ups in wanted.items():
            part = figures[place : place + 2 * depths[card], ups].swapaxes(0, 1)
            place += part.shape[1]
            cells = part.reshape(len(ups), 2, depths[card], -1)
            found |= {(card, up): cell for up, cell in zip(ups, cells, strict=True)}
        return found

    def _split_starts(self, card: int, depth: int) -> Floats:
        """(X(0), X(1), ..., P(0), P(1), ..., up, second card) the weights of the starts of hands made by a split."""
        found = self.kept.starts.find((card, depth))
        if found is None:
            pair = np.zeros((VALUES, VALUES))
            pair[:, card] = 1.0
            every = [self.second_cards(card, a + 2) for a in range(depth)]
            found = self.kept.starts.keep((card, depth), np.stack(every + [pair] * depth))
        return found

    def unsplit_figures(self, act: Acts, starts: Floats) -> Floats:
        """(card, up, figure) of unsplit hands; ``starts`` (card, up, second card) are the weights of their starts."""
        key = self.acts(act)[0].tobytes(), starts.tobytes()
        found = self.kept.unsplit.find(key)
        if found is None:
            found = self.walk(act, make_views([(card, 0, 0, starts[card]) for card in range(VALUES)]))
            self.kept.unsplit.keep(key, found)
        return found

    def walk(self, act: Acts, views: Views) -> Floats:
        """(view, up, figure) what ``act`` leads to, as `kernels.walk` says."""
        found = np.zeros((len(views.card), VALUES, 2 * LEVELS * self.kinds + 9))
        kernels.walk(self.ways, self.house, views, self.acts(act), found)
        return found

    def payoff(self) -> Floats:
        """(up, figure) what each figure of a walk pays."""
        wagers = np.array([1.0, 2.0])
        stand = wagers[None, :, None, None] * self.stand_pays[:, None, :, :]
        ends = np.broadcast_to(wagers[:, None] * self.end_pays[None, :], (VALUES, 2, 3))
        parts = [stand.reshape(VALUES, -1), ends.reshape(VALUES, -1), np.zeros((VALUES, 3))]
        whole: Floats = np.concatenate(parts, axis=1)
        return whole


@lru_cache(maxsize=16)
def _may_double(rules: BlackjackRules) -> Bools:
    """(node) whether the unsplit hand may be doubled."""
    graph = graph_of(rules)
    # Each kind of hand once: a few dozen of some thousand hands.
    kinds, which = np.unique(
        np.stack([graph.total, graph.soft.astype(np.int64), graph.cards], axis=1), axis=0, return_inverse=True
    )
    may = [rules.may_double(total, bool(soft), cards, after_split=False) for total, soft, cards in kinds.tolist()]
    return np.array(may)[which.ravel()]


def _stand_or_hit(values: Floats) -> Acts:
    """(node, up) which of the two is worth more, by the ``values`` (node, up, action)."""
    return (values[:, :, HIT] > values[:, :, STAND]).astype(np.int8) * HIT


@lru_cache(maxsize=16)
def _splits(rules: BlackjackRules) -> tuple[Split | None, ...]:
    return tuple(split_of(rules, value) for value in range(1, VALUES + 1))


def _splitting_to(rules: BlackjackRules, most: int) -> BlackjackRules:
    """The same rules where a pair may be split to at most so many hands."""
    return replace(rules, split_hands=min(most, rules.split_hands), split_aces_to=min(most, rules.split_aces_to))


class Solution(NamedTuple):
    """A solved game: the play, its figures, and the values of each action where the best one follows."""

    solver: Solver
    play: Play
    figures: Evaluation
    action_values: Floats
    """(node, up, action) as `Solver.values` gives them."""

    @property
    def value(self) -> float:
        """The player's expectation per unit of the first wager."""
        return self.figures.value

    def hand(self, cards: Sequence[int], up: int, most_hands: int | None = None) -> dict[str, float]:
        """What each action with the hand is worth against ``up`` (values), given that the dealer has no blackjack.

        Where the dealer does not look for one, nothing is given. Splits and surrenders are those of first cards, or for
        a hand that a split has made, of one of which ``most_hands`` may still be made.
        """
        graph, solver = self.solver.graph, self.solver
        wanted = tuple(sorted(cards))
        if wanted not in graph.hands or not 1 <= up <= VALUES:
            raise BadQuestion(f"{wanted} against {up} leaves nothing to decide", remedy="values are 1 (ace) to 10")
        node, place = graph.hands.index(wanted), up - 1
        out = graph.counts[node]
        unseen = solver.size - int(out.sum()) - 1
        left = solver.full - out
        given = 1.0
        if solver.looks[place]:
            given = 1.0 - float(left[9 if place == 0 else 0]) / unseen
        found = {"stand": self.action_values[node, place, STAND], "hit": self.action_values[node, place, HIT]}
        if solver.may_double[node]:
            found["double"] = self.action_values[node, place, DOUBLE]
        if len(wanted) == 2 and wanted[0] == wanted[1] and solver.splits[wanted[0] - 1] is not None:
            split = float(solver.split_values(self.play.act, most_hands)[wanted[0] - 1, place])
            if split > -np.inf:
                found["split"] = split
        answer = {name: float(value) / given for name, value in found.items()}
        if solver.rules.surrender and len(wanted) == 2:
            answer["surrender"] = float(solver.rules.surrender_pays)
        return answer


@taking(rules=thing(BlackjackRules, "rules of blackjack", "give houseway.BlackjackRules(shoe=houseway.shoe_of(6))"))
def solve(rules: BlackjackRules) -> Solution:
    """The best play by composition and its figures."""
    solver = Solver(rules)
    values, taken = solver.values()
    play = solver._best(values, taken)
    return Solution(solver, play, solver.evaluate(play), values)
