"""A strategy that can be remembered: a short list of rules, found by search.

The search begins with "stand from these totals on, hit below them, and nothing else", with the best two totals. Then it
adds, one at a time, the rule that gains most, from a family of plain ones:

- play: a range of hard or of soft totals, perhaps with so many cards, against a range of up cards: stand, hit or
  double;
- split: a range of pairs against a range of up cards;
- second attack: a range of first cards; third attack: a range of first cards against a range of up cards.

Up cards and first cards run 2 to 9, face card, ace. What a rule gains is judged by the worth of each action in each
class of hands (its weight times its value) while everything else stands; the finished strategy is priced exactly.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.games.triple_attack.maths import notation
from houseway.games.triple_attack.maths.attack import Choices, Insurance, Round
from houseway.maths.blackjack.hands import DOUBLE, HIT, STAND, Floats, Ints
from houseway.maths.blackjack.plays import AFTER_SPLIT, DOUBLING, SINGLE, Acts, Bools, Play, on_every_plane
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.blackjack.solver import Solver
from houseway.maths.blackjack.tables import slopes, views_of

MOST_RULES = 12
"""How many rules the list may have."""

ORDER: Ints = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
"""The places of cards in the order in which people think of them, the ace last."""
NAMES = [notation.VALUES[place] for place in ORDER]
CARD_RANGES = ((2, 5), (2, 2), (2, 3), (3, 5), (4, 5), (5, 5), (2, 4))
CARD_WORDS = {
    (2, 5): "",
    (2, 2): " on two cards",
    (2, 3): " on two or three cards",
    (3, 5): " on three or more cards",
    (4, 5): " on four or five cards",
    (5, 5): " on five cards",
    (2, 4): " on fewer than five cards",
}
MORE_WORDS = CARD_WORDS | {(4, 5): " on four or more cards", (5, 5): " on five or more cards"}
MOST_CARDS = 5
"""The most cards that a rule tells apart."""
TOTALS = 21
LEAST_GAIN = 1e-6
"""What a rule must gain, in First Attacks."""


class Found(NamedTuple):
    """A short strategy: what to do, and the same in words."""

    choices: Choices
    rules: tuple[str, ...]


def short_list(solver: Solver, insurance: Insurance, most: int = MOST_RULES) -> Found:
    """The best list of at most ``most`` rules that the search finds."""
    search = _Search(solver, insurance)
    while len(search.rules) < most and search.add():
        pass
    search.revise()
    return Found(search.choices(), search.words())


class _Rule(NamedTuple):
    """One rule: its table, ranges of places in `ORDER` (of totals for play) and, for play, kind of hand and action."""

    table: str
    low: int
    high: int
    up: int = 0
    last: int = VALUES - 1
    soft: int = 0
    cards: tuple[int, int] = (2, 5)
    action: int = 0

    def words(self, more: bool = False) -> str:
        """The rule in words, without its table; ``more`` where hands of more than five cards are played."""
        if self.table == "split":
            return _against(_pairs(self.low, self.high), self.up, self.last)
        if self.table != "play":
            return _against(f"with {_cards(self.low, self.high)}", self.up, self.last)
        verb = {STAND: "stand on", HIT: "hit", DOUBLE: "double"}[self.action]
        kind = "soft" if self.soft else "hard"
        totals = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        cards = (MORE_WORDS if more else CARD_WORDS)[self.cards]
        return _against(f"{verb} {kind} {totals}{cards}", self.up, self.last)


class _Search:
    """A list of rules, and the choices it amounts to."""

    def __init__(self, solver: Solver, insurance: Insurance) -> None:
        self.solver = solver
        self.insurance = insurance
        graph = solver.graph
        # Rules tell up to five cards apart; under changed rules a hand may have more.
        self.cell = (graph.soft.astype(np.int64), graph.total, np.minimum(graph.cards, MOST_CARDS))
        self.more = bool((graph.cards > MOST_CARDS).any())
        self.rules: list[_Rule] = []
        self.stand = (17, 18)
        self.stand = max(((hard, soft) for hard in range(15, 19) for soft in range(17, 20)), key=self._plain)

    def _plain(self, stand: tuple[int, int]) -> float:
        """What the hand is worth if it stands from two totals on, and is never split."""
        self.stand = stand
        return self.solver.evaluate(self.choices().play).value

    def grid(self) -> Acts:
        """(soft, total, cards, up in order) the action."""
        grid = np.full((2, TOTALS + 1, 6, VALUES), HIT, dtype=np.int8)
        for soft in range(2):
            grid[soft, self.stand[soft] :] = STAND
        for rule in self.rules:
            if rule.table == "play":
                few, many = rule.cards
                grid[rule.soft, rule.low : rule.high + 1, few : many + 1, rule.up : rule.last + 1] = rule.action
        return grid

    def _marked(self, table: str) -> Bools:
        """(card, up) what the rules of one table say yes to."""
        found: Bools = np.zeros((VALUES, VALUES), dtype=np.bool_)
        for rule in self.rules:
            if rule.table == table:
                found[np.ix_(ORDER[rule.low : rule.high + 1], ORDER[rule.up : rule.last + 1])] = True
        return found

    def choices(self) -> Choices:
        """What the rules amount to."""
        act = np.zeros((len(self.solver.graph), VALUES), dtype=np.int8)
        act[:, ORDER] = self.grid()[self.cell]
        never = np.zeros((VALUES, VALUES, VALUES), dtype=np.bool_)
        play = Play(on_every_plane(act), self._marked("split"), never)
        return Choices(play, self._marked("second")[:, 0], self._marked("third"), frozenset())

    def round(self) -> Round:
        """The figures of the rules."""
        chosen = self.choices()
        return Round(self.solver, self.insurance, chosen.play, chosen)

    def words(self) -> tuple[str, ...]:
        """The rules in the order in which they are read: of those for play the last one found holds first."""
        found = []
        for table, head in (("second", "Second Attack"), ("third", "Third Attack"), ("split", "Split")):
            parts = [rule.words() for rule in self.rules if rule.table == table]
            found += [f"{head}: {text}." for text in parts] or [f"{head}: never."]
        found.append("Insurance: never.")
        hard, soft = self.stand
        found += [
            f"Play, the first that fits: {r.words(self.more)}." for r in reversed(self.rules) if r.table == "play"
        ]
        found.append(f"Play, the rest: stand on hard {hard} and on soft {soft} or more, hit everything less.")
        return tuple(found)

    # -- adding and revising

    def add(self) -> bool:
        """Add the rule that gains most; whether there was one."""
        gain, rule = max(self._candidates(self.round()), key=lambda pair: pair[0])
        if gain <= LEAST_GAIN:
            return False
        self.rules.append(rule)
        return True

    def revise(self) -> None:
        """Take each rule out in turn and put in the one that is then best, where that gains."""
        value = self.round().ev
        for rule in tuple(self.rules):
            before = self.rules
            self.rules = [other for other in before if other is not rule]
            if self.add():
                after = self.round().ev
                if after > value + LEAST_GAIN:
                    value = after
                    continue
            self.rules = before

    def _candidates(self, now: Round) -> list[tuple[float, _Rule]]:
        ordered = np.ix_(ORDER, ORDER)
        worth = (self.solver.deals * now.values)[ordered]
        tables = {
            "second": worth.sum(axis=1)[:, None],
            "third": worth,
            "split": self._split_gains(now)[ordered],
        }
        found = []
        for table, gains in tables.items():
            marked = self._marked(table)[ordered][:, : gains.shape[1]]
            gain, (low, high, up, last) = _best_range(np.where(marked, 0.0, gains))
            rule = _Rule(table, low, high) if table == "second" else _Rule(table, low, high, up, last)
            found.append((gain, rule))
        found.append(self._best_play(now))
        return found

    def _split_gains(self, now: Round) -> Floats:
        """(card, up) what splitting a pair would add to the round."""
        act = now.choices.play.act
        kept = self.solver.values(act)[1]
        splits = self.solver.split_values(act)
        found = np.zeros((VALUES, VALUES))
        for card in range(VALUES):
            if self.solver.splits[card] is not None:
                often = now.weights[card] * self.solver.second[card, :, card]
                found[card] = often * (splits[card] - kept[self.solver.graph.start[card, card]])
        return found

    def _best_play(self, now: Round) -> tuple[float, _Rule]:
        """The rule for play that gains most."""
        play = now.choices.play
        by_plane = slopes(self.solver, play.act, play.act, views_of(self.solver, play, now.attacks))
        worth = by_plane.sum(axis=0)
        # Where a double is forbidden, it is a hit.
        forbidden = by_plane[SINGLE] + by_plane[AFTER_SPLIT]
        worth[:, :, DOUBLE] = by_plane[DOUBLING, :, :, DOUBLE] + forbidden[:, :, HIT]
        grid = np.zeros((2, TOTALS + 1, 6, VALUES, 3))
        np.add.at(grid, self.cell, worth[:, ORDER, :3])
        gains = grid - np.take_along_axis(grid, self.grid()[..., None].astype(np.int64), axis=4)
        best, rule = 0.0, _Rule("play", 0, 0)
        for soft in range(2):
            for cards in CARD_RANGES:
                part = gains[soft, :, cards[0] : cards[1] + 1].sum(axis=1)
                for action in range(3):
                    gain, (low, high, up, last) = _best_range(part[:, :, action])
                    if gain > best + 1e-12:
                        best, rule = gain, _Rule("play", low, high, up, last, soft, cards, action)
        # Totals that no such hand has are left out of the words.
        few, many = rule.cards
        held = [
            total
            for total in range(rule.low, rule.high + 1)
            if np.abs(grid[rule.soft, total, few : many + 1]).sum() > 0.0
        ]
        return best, rule._replace(low=held[0], high=held[-1]) if held else rule


def _best_range(gains: Floats) -> tuple[float, tuple[int, int, int, int]]:
    """The rectangle of a table with the greatest sum: the sum, (first row, last row, first column, last column)."""
    rows, columns = gains.shape
    sums = np.zeros((rows + 1, columns + 1))
    sums[1:, 1:] = gains.cumsum(axis=0).cumsum(axis=1)
    lows, highs = _ranges(rows)
    bands = sums[highs + 1] - sums[lows]
    lowest = np.minimum.accumulate(bands, axis=1)
    every = bands[:, 1:] - lowest[:, :-1]
    band, right = divmod(int(np.argmax(every)), columns)
    left = int(np.argmin(bands[band, : right + 1]))
    return float(every[band, right]), (int(lows[band]), int(highs[band]), left, right)


@cache
def _ranges(size: int) -> tuple[Ints, Ints]:
    """The first and the last place of every range among ``size`` places."""
    lows, highs = np.triu_indices(size)
    return lows, highs


# ------------------------------------------------------------------------------------------------------------- words

_CARD = {"A": "an ace", "F": "a face card", "8": "an 8"}
_UP = {"A": "an ace", "F": "a face card"}


def _card(place: int) -> str:
    return _CARD.get(NAMES[place], f"a {NAMES[place]}")


def _cards(low: int, high: int) -> str:
    if low == 0 and high == VALUES - 1:
        return "any card"
    if low == high:
        return _card(low)
    return f"{_card(low)} {'or' if high == low + 1 else 'to'} {_card(high)}"


def _pairs(low: int, high: int) -> str:
    names = [{"A": "aces", "F": "faces"}.get(name, f"{name}s") for name in NAMES]
    if low == 0 and high == VALUES - 1:
        return "every pair"
    if low == high:
        return names[low]
    return f"{names[low]} {'and' if high == low + 1 else 'to'} {names[high]}"


def _against(text: str, up: int, last: int) -> str:
    names = [_UP.get(name, name) for name in NAMES]
    if up == 0 and last == VALUES - 1:
        return text
    if up == last:
        return f"{text} against {names[up]}"
    if up == 0:
        return f"{text} against {names[last]} or less"
    return f"{text} against {names[up]} {'or' if last == up + 1 else 'to'} {names[last]}"
