"""The results of several wagers in one round, counted together.

A game that can count them has ``maths/bet_set.py`` with some of these entries:

- ``joint(game, questions, stakes)``: `JointResults` of the wagers asked about, or nothing where it cannot count all of
  them together. Each wager has its question: the table, its pays, the strategy and the amounts.
- ``covariances(game, questions, stakes)``: the covariance of what a unit wins, by two wagers, of those pairs that it
  can count where it cannot count everything.
- ``play(game, questions, stakes)``: the strategy that is best for all of them together, in cents staked, where one
  decision serves several.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from houseway.maths.question import Question
from houseway.maths.results import Number
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

Nets = tuple[Fraction, ...]
"""What each wager wins for one unit of its own stake, in the order of the wagers."""


class JointResults:
    """How likely each way is in which the wagers of a seat may end together; the probabilities add up to one."""

    def __init__(self, wagers: tuple[str, ...], ends: Mapping[Nets, Fraction]) -> None:
        self.wagers = wagers
        self.ends = dict(ends)

    @cached_property
    def means(self) -> dict[str, Fraction]:
        """What each wager wins on the average."""
        return {
            wager: sum((nets[place] * chance for nets, chance in self.ends.items()), Fraction(0))
            for place, wager in enumerate(self.wagers)
        }

    def covariance(self, one: str, other: str) -> Fraction:
        """The covariance of two wagers; the variance of one with itself."""
        first, second = self.wagers.index(one), self.wagers.index(other)
        product = sum((nets[first] * nets[second] * chance for nets, chance in self.ends.items()), Fraction(0))
        return product - self.means[one] * self.means[other]

    def results(self, stakes: Mapping[str, int]) -> dict[Fraction, Fraction]:
        """The player's net in cents with ``stakes`` in cents, and how likely it is, from the worst to the best."""
        found: dict[Fraction, Fraction] = {}
        for nets, chance in self.ends.items():
            won = sum((net * stakes[wager] for wager, net in zip(self.wagers, nets, strict=True)), Fraction(0))
            found[won] = found.get(won, Fraction(0)) + chance
        return dict(sorted(found.items()))


def joint_results(
    game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]
) -> JointResults | None:
    """The wagers counted together, where the game can do that."""
    return cast("JointResults | None", _asked(game, "joint", questions, stakes))


def exact_covariances(
    game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]
) -> dict[tuple[str, str], Number]:
    """The covariances that the game can count, by two wagers."""
    return cast("dict[tuple[str, str], Number] | None", _asked(game, "covariances", questions, stakes)) or {}


def best_together(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> Strategy | None:
    """The play that is best for all wagers together; nothing where that is the best play of each."""
    return cast("Strategy | None", _asked(game, "play", questions, stakes))


def _asked(game: GameFolder, entry: str, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> Any:
    found = getattr(game.part("maths.bet_set"), entry, None)
    return None if found is None else found(game, questions, stakes)
