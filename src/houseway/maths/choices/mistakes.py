"""What a strategy gives up, mistake by mistake.

A mistake is an answer worth less than the best one, if the best play follows either. What all of them cost in a round,
each as often as it is made, is exactly what the strategy costs: the difference between two ways to play is the sum,
over the hands that one of them comes to, of what its answer there is worth less under the other. `Bill` adds them up,
and has what the game's analysis prices the strategy at beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from houseway.maths.choices.hand_worths import Decisions
from houseway.maths.results import Number, plain

EQUAL = 1e-12
"""Worths that are no further apart are equal where they are floats: they are sums of some thousand exact terms."""


class Mistake(msgspec.Struct, frozen=True):
    """One hand answered worse than could be: ``made`` and ``best`` are answers, with their words.

    ``each`` is what that costs each time, in units of ``base``; ``often`` how often it comes in a round; ``per_round``
    what it costs in a round, in the unit that the strategy is priced in.
    """

    ask: str
    hand: str
    made: str
    best: str
    each: Number
    often: Number
    per_round: Number
    base: str
    made_words: str
    best_words: str

    def as_dict(self) -> dict[str, object]:
        """The mistake as plain data."""
        return {
            "ask": self.ask,
            "hand": self.hand,
            "made": self.made,
            "made_words": self.made_words,
            "best": self.best,
            "best_words": self.best_words,
            "cost_each": plain(self.each),
            "base": self.base,
            "often": plain(self.often),
            "cost_per_round": plain(self.per_round),
        }


class Bill(msgspec.Struct, frozen=True):
    """What a strategy costs against the best play, in units of the wager a round, and for which mistakes.

    ``mistakes`` come dearest first.
    """

    wager: str
    paytable: str
    unit: str
    ev: Number
    best_ev: Number
    mistakes: tuple[Mistake, ...]
    note: str = ""

    @property
    def cost(self) -> Number:
        """What the strategy costs in a round, as the analysis prices it."""
        return self.best_ev - self.ev

    @property
    def added_up(self) -> Number:
        """The same, added up over the mistakes: equal but for the rounding of floats."""
        return sum((item.per_round for item in self.mistakes), 0 * self.ev)

    def as_dict(self, most: int | None = None) -> dict[str, object]:
        """The bill as plain data, with the ``most`` dearest mistakes."""
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "unit": self.unit,
            "ev": plain(self.ev),
            "best_ev": plain(self.best_ev),
            "cost": plain(self.cost),
            "mistakes_count": len(self.mistakes),
            "mistakes": [item.as_dict() for item in self.mistakes[:most]],
            "note": self.note,
        }


InWords: TypeAlias = Callable[[str, str, str], str]
"""An ask, a hand and an answer to it: the answer as people say it."""


def bill_of(found: Decisions, in_words: InWords) -> Bill:
    """Every mistake of the strategy that ``found`` is about."""
    mistakes = []
    for decision in found.asked:
        said = found.answers.get(decision.ask, {})
        for hand, item in decision.hands.items():
            made, best = said.get(hand), item.best
            if made is None or made == best or made not in item.worths:
                continue
            each = item.worths[best] - item.worths[made]
            if each > (EQUAL if isinstance(each, float) else 0):
                mistakes.append(
                    Mistake(
                        ask=decision.ask,
                        hand=hand,
                        made=made,
                        best=best,
                        each=each,
                        often=item.often,
                        per_round=item.cost(made),
                        base=decision.base,
                        made_words=in_words(decision.ask, hand, made),
                        best_words=in_words(decision.ask, hand, best),
                    )
                )
    # Of equals in a round the dearer each time first: a mistake that never comes is told last.
    mistakes.sort(key=lambda item: (-float(item.per_round), -float(item.each), item.ask, item.hand))
    return Bill(
        wager=found.wager,
        paytable=found.paytable,
        unit=found.unit,
        ev=found.ev,
        best_ev=found.best_ev,
        mistakes=tuple(mistakes),
        note=found.note,
    )
