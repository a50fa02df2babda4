"""What a game may ask its players and what they may answer, as numbered actions.

Nothing says so before a question is asked, so it is found as the game's places are: by playing varied rounds at tables
of different options, always the same ones. The numbers of a release are therefore always the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.rulebook.steps import Ask, Choice, Pick
from houseway.table.folder import GameFolder
from houseway.table.layout import Layout
from houseway.table.shown.places_used import places_used
from houseway.table.shown.wording import words_of
from houseway.table.table_errors import ProcedureFault
from houseway.table.variety import TABLES, VariedRound

SETTLE = "settle"
"""The action that ends a round in which nothing was asked of the player: the only one that is legal then."""

_SEED = 0x0AC7
_AT, _EACH = 24, 4
"""Tables that are played at, and rounds at each."""

MOST_HANDS = 4
"""Hands that splits may make of one, where a game splits at all."""

Mask = npt.NDArray[np.int8]


class Vocabulary(NamedTuple):
    """The questions and actions of a game, and the places where its cards lie.

    ``actions`` are `SETTLE`, then words (``hit``), words with a number (``low 2``), and cards selected (``cards 1+3``).
    A word with an amount of money stands for the most that may be bet. ``hand`` are the parts of a player's hand (the
    hand itself has no name), ``table`` the places before the dealer.
    """

    questions: tuple[str, ...]
    actions: tuple[str, ...]
    answers: tuple[Any, ...]
    """What each action answers: a word, a (word, number) pair, or a tuple of positions; nothing for `SETTLE`."""
    hand: tuple[str, ...]
    table: tuple[str, ...]
    number: dict[Any, int]
    """The number of each answer."""

    def mask(self, ask: Ask | None, layout: Layout) -> Mask:
        """Which actions ``ask`` offers; `SETTLE` alone where nothing is asked."""
        found = np.zeros(len(self.actions), np.int8)
        if ask is None:
            found[0] = 1
            return found
        for answer in offered(ask, layout):
            place = self.number.get(answer)
            if place is None:
                raise ProcedureFault(
                    f"the question {ask.ask!r} offers {answer!r}, which no round played before has offered",
                    clause=ask.cite,
                    remedy="report it: the environment's actions lack this one",
                )
            found[place] = 1
        return found

    def place(self, answer: Any) -> int:
        """The number of the action that answers so; an amount of money stands for the word alone."""
        kept = tuple(answer) if isinstance(answer, list) else answer
        if kept not in self.number and isinstance(kept, tuple) and isinstance(kept[0], str):
            kept = kept[0]
        return self.number[kept]


def offered(ask: Ask, layout: Layout) -> list[Any]:
    """Every answer to ``ask`` that an action stands for, as `Vocabulary.answers` has it."""
    found: list[Any] = []
    for choice in ask.choices:
        if _numbered(choice):
            assert choice.least is not None and choice.most is not None
            found += [(choice.word, number) for number in range(choice.least, choice.most + 1)]
        else:
            found.append(choice.word)
    if ask.pick is not None:
        found += _selections(ask, ask.pick, layout)
    return found


def _numbered(choice: Choice) -> bool:
    """Whether the word needs a number that is no amount of money."""
    return choice.wager is None and choice.least is not None and choice.least != choice.most


def _selections(ask: Ask, pick: Pick, layout: Layout) -> list[tuple[int, ...]]:
    """One card, or several that the seat knows to be of the ranks that go together."""
    place = ask.place if ask.place is not None else ask.seat
    held = layout.known_to(ask.seat, place)[: pick.pool]
    together = [number for number, kind in enumerate(held, start=1) if kind and kind.text[0] in pick.together]
    found: list[tuple[int, ...]] = [(number,) for number in range(1, len(held) + 1)]
    for size in range(2, len(together) + 1):
        found += combinations(together, size)
    return found


def named(answer: Any) -> str:
    """An answer as the name of an action."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer[0], str):
        return f"{answer[0]} {answer[1]}"
    return f"card{'s' * (len(answer) > 1)} {'+'.join(map(str, answer))}"


@lru_cache(maxsize=64)
def vocabulary(game: GameFolder) -> Vocabulary:
    """The vocabulary of ``game``."""
    questions: set[str] = set()
    words: set[str] = set()
    numbers: set[tuple[str, int]] = set()
    pool = 0
    for number in range(_AT * _EACH):
        at, turn = number % _AT, number // _AT
        for ask, _ in VariedRound(game, _SEED, at + turn * TABLES).play().decisions:
            if not isinstance(ask.seat, int):
                continue
            questions.add(ask.ask)
            for choice in ask.choices:
                if _numbered(choice):
                    assert choice.least is not None and choice.most is not None
                    numbers.update((choice.word, number) for number in range(choice.least, choice.most + 1))
                else:
                    words.add(choice.word)
            pool = max(pool, ask.pick.pool if ask.pick is not None else 0)
    said = words_of(game)
    order = [*said.choice, *sorted(words - set(said.choice))]
    answers = (
        None,
        *(word for word in order if word in words),
        *sorted(numbers),
        *(chosen for size in range(1, pool + 1) for chosen in combinations(range(1, pool + 1), size)),
    )
    asked = [*said.question, *sorted(questions - set(said.question))]
    places = places_used(game)
    return Vocabulary(
        questions=tuple(question for question in asked if question in questions),
        actions=(SETTLE, *map(named, answers[1:])),
        answers=answers,
        hand=_parts(places.seat),
        table=tuple(sorted(places.table, key=lambda place: (said.order(place), place))),
        number={answer: place for place, answer in enumerate(answers)},
    )


def _parts(found: Iterable[str]) -> tuple[str, ...]:
    """The hand itself, its further hands by number, then its parts by name. Three splits are too rare to be met."""
    numbered = [str(number) for number in range(2, MOST_HANDS + 1)] if any(part.isdigit() for part in found) else []
    return ("", *numbered, *sorted(part for part in found if part and not part.isdigit()))
