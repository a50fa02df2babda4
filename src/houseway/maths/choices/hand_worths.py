"""What every choice is worth with each hand that a player may have to decide about, exactly.

A game's ``maths/choices.py`` works them out: ``decisions(game, question, strategy)``. What a choice is worth is what is
won on average if the best play follows it. How often a hand comes is under the strategy that is asked about: another
play earlier in the round brings other hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, cast

import msgspec

from houseway.maths.choices.chart_forms import ChartForm
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Number
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder


class HandWorth(NamedTuple):
    """One hand to be decided about."""

    worths: Mapping[str, Number]
    """By answer, what it wins on average for one unit at stake (the decision's ``base``)."""
    often: Number
    """How often it comes in a round."""
    staked: Number
    """How many units are at stake with it in a round, on average: the same, where one is."""
    in_round: Mapping[str, Number] | None = None
    """By answer, what it wins in a round in all, where that is not what is staked times the worth: the hand comes in
    other ways too, in which it is worth something else."""

    @property
    def best(self) -> str:
        """The answer worth most; of equals the first."""
        return max(self.worths, key=lambda answer: self.worths[answer])

    def cost(self, made: str) -> Number:
        """What answering ``made`` in the place of the best costs in a round."""
        if self.in_round is not None:
            return self.in_round[self.best] - self.in_round[made]
        return self.staked * (self.worths[self.best] - self.worths[made])


class Decision(msgspec.Struct, frozen=True):
    """One question of a game: every hand with which it is asked. ``base`` names the unit that worths are of."""

    ask: str
    base: str
    hands: dict[str, HandWorth]


class Decisions(msgspec.Struct, frozen=True):
    """Every decision of a player, what the strategy answers, and what the best play and the strategy win in a round.

    ``answers`` are the strategy's by ask and hand, in the finest notation that the game has. ``best_ev`` and ``ev`` are
    priced by the game's analysis, not by adding up the hands. A hand that ``answers`` lacks is played best.
    """

    wager: str
    paytable: str
    unit: str
    asked: tuple[Decision, ...]
    answers: dict[str, dict[str, str]]
    ev: Number
    best_ev: Number
    note: str = ""

    @classmethod
    def priced(
        cls, own: Figures, best: Figures, asked: Sequence[Decision], answers: dict[str, dict[str, str]], note: str = ""
    ) -> Decisions:
        """The decisions on one wager, with its figures by the strategy's ``own`` play and by the ``best``."""
        return cls(own.wager, own.paytable, own.unit, tuple(asked), answers, own.ev, best.ev, note)

    def of(self, ask: str) -> Decision:
        """The decision of that name."""
        for decision in self.asked:
            if decision.ask == ask:
                return decision
        raise BadQuestion(
            f"{self.wager} has no decision {ask!r}",
            remedy=f"ask about {', '.join(decision.ask for decision in self.asked)}",
        )


class ChoosesByHand(Protocol):
    """The module ``maths/choices.py`` of a game."""

    def decisions(self, game: GameFolder, question: Question, strategy: Strategy) -> Decisions:
        """What every choice is worth to a player of ``strategy``, on the wager and paytable that are asked about."""

    def answers(self, strategy: Strategy) -> dict[str, dict[str, str]]:
        """What ``strategy`` answers, checked, by ask and hand in the finest notation that the game has."""

    def in_words(self, ask: str, hand: str, answer: str) -> str:
        """An answer to a hand as people say it."""

    def forms(self, strategy: Strategy | None = None, question: Question | None = None) -> Sequence[ChartForm]:
        """The forms of the charts of ``strategy``, in their order; without one, every form that a file may have."""


def choices_of(game: GameFolder) -> ChoosesByHand:
    """The choices of ``game``; a game that does not work them out is a `BadQuestion`."""
    found = game.part("maths.choices")
    if found is None:
        raise BadQuestion(
            f"{game.slug} does not work out what each choice is worth", remedy="add maths/choices.py to its folder"
        )
    return cast(ChoosesByHand, found)
