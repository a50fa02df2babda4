"""A decision graded: what every choice wins on average in money, which is best, and what an answer gives up.

The figures are the game's book's (`houseway.maths.worth`): by the hand in question, the table's own open cards and a
full shoe. Other open cards are not counted; a weighing says how many there are, since they would change its figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.cards import Card
from houseway.maths.worth import Book
from houseway.rulebook.steps import Ask, seat_of
from houseway.table.players import Seen

EQUAL = 1e-9
"""Values that are no further apart, in units of the base, are the same: the books' floats are good to twelve digits."""


class Weight(msgspec.Struct, frozen=True):
    """An answer in the form that a table takes, and what it wins on average: in cents, and for a cent of the base.

    ``each`` is what a further cent of the amount wins, where the answer has one: less than the most is worth so much
    less.
    """

    answer: Any
    cents: float
    share: float
    each: float | None = None
    cards: tuple[Card, ...] = ()
    remark: str = ""


class Weighing(msgspec.Struct, frozen=True):
    """Every choice of a decision in money. ``base`` names the stake of ``unit`` cents that shares are of.

    ``certain``: what is won does not hang on further cards. ``uncounted`` is the number of open cards that the figures
    do not know of; ``note`` says in words what else they leave out.
    """

    choices: tuple[Weight, ...]
    base: str
    unit: int
    certain: bool
    uncounted: int
    note: str = ""

    @property
    def best(self) -> Weight:
        """The answer that wins most; of equals the first."""
        return max(self.choices, key=lambda choice: choice.cents)

    @property
    def next_best(self) -> Weight | None:
        """The best of the answers that win less than the best does."""
        least = self.best.cents - EQUAL * self.unit
        return max((one for one in self.choices if one.cents < least), key=lambda one: one.cents, default=None)

    def of(self, answer: Any) -> float | None:
        """What ``answer`` wins on average, in cents; nothing for an answer that the figures do not have."""
        word, number = _taken_apart(answer)
        for choice in self.choices:
            known, most = _taken_apart(choice.answer)
            if known == word and (number is None or most is None or number == most):
                return choice.cents
            if known == word and choice.each is not None and number is not None and most is not None:
                return choice.cents - choice.each * (most - number)
        return None

    def given_up(self, answer: Any) -> float | None:
        """What ``answer`` gives up against the best, in cents: nothing below what floats can tell."""
        won = self.of(answer)
        if won is None:
            return None
        lost = self.best.cents - won
        return lost if lost > EQUAL * self.unit else 0.0


class Grade(msgspec.Struct, frozen=True):
    """An answer that was given, and what it gave up on average, in cents; ``right`` where that is nothing."""

    answer: Any
    won: float
    gave_up: float
    weighing: Weighing

    @property
    def right(self) -> bool:
        """Whether no other answer would have won more."""
        return self.gave_up == 0.0


def weigh(book: Book, ask: Ask, seen: Seen) -> Weighing | None:
    """Every choice of ``ask`` in money, as the seat sees the table; nothing where the book has no figure for it."""
    found = book(ask, seen)
    if found is None or not found.choices:
        return None
    offered = {choice.word: choice for choice in ask.choices}
    weights = []
    for one in found.choices:
        choice = offered.get(one.answer) if isinstance(one.answer, str) else None
        ranged = choice is not None and choice.least != choice.most
        answer = [one.answer, choice.most] if choice is not None and ranged else one.answer
        weights.append(Weight(answer, one.value * found.unit, one.value, one.each, one.cards, one.remark))
    return Weighing(
        choices=tuple(weights),
        base=found.base,
        unit=found.unit,
        certain=found.certain,
        uncounted=0 if found.certain else _uncounted(ask, seen),
        note=found.note,
    )


def grade(book: Book, ask: Ask, seen: Seen, answer: Any) -> Grade | None:
    """``answer`` to ``ask`` against the best of all; nothing where the book has no figure for it.

    ``seen`` is the table when the question was asked: a replay that grades stops there.
    """
    weighing = weigh(book, ask, seen)
    if weighing is None:
        return None
    won, gave_up = weighing.of(answer), weighing.given_up(answer)
    return None if won is None or gave_up is None else Grade(answer, won, gave_up, weighing)


def _taken_apart(answer: Any) -> tuple[Any, int | None]:
    """The word and the number of an answer; selected cards by their positions, in order."""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        return answer, None
    if len(answer) == 2 and isinstance(answer[0], str):
        return answer[0], answer[1]
    return tuple(sorted(answer)), None


def _uncounted(ask: Ask, seen: Seen) -> int:
    """The cards that the seat sees in hands other than the one it decides about."""
    own = ask.place if ask.place is not None else ask.seat
    others = (place for place in seen.places() if seat_of(place) and place != own)
    return sum(kind is not None for place in others for kind in seen.cards(place))
