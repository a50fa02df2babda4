"""What a seat sees, as arrays of a fixed shape: the observation of an environment.

Only what the seat has seen goes in: two rounds that differ in cards which it has not seen give it the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from houseway.cards import Card
from houseway.research.vocabulary import Vocabulary
from houseway.rulebook.steps import Ask, Place
from houseway.simulation.stepping import Numbering
from houseway.table.round import Round

CARDS_SHOWN = 12
"""Cards that are shown of one place; no hand of a game here has as many."""

NO_CARD, UNSEEN_CARD, FIRST_CARD = 0, 1, 2
"""How a card is written: none, one that the seat has not seen, or its code and `FIRST_CARD`."""

KINDS = 53
"""Kinds of cards: 52 and the joker."""

MOST_UNITS = 10_000.0
"""The largest stake that is shown, in units of the first wager."""

Observation = dict[str, Any]


class Sight:
    """The observations of one table. ``seats`` are those that play; a seat comes first in what it sees itself.

    ``cards`` has a row for each place: the parts of the seat's own hand, the places before the dealer, then the hands
    of the other seats, clockwise. ``question`` is what is asked (0: nothing), ``hand`` the row of the hand it is about
    (0: the seat as a whole), ``stakes`` what lies on each wager, by seat, in units of the first wager. At a shoe that
    is dealt to a cut card, ``seen`` counts the cards of each kind that the seat has seen since the shuffle, those on
    the table now among them.
    """

    def __init__(self, words: Vocabulary, wagers: Iterable[str], seats: Sequence[int], *, counts: bool) -> None:
        self._words = words
        self._wagers = {wager: place for place, wager in enumerate(wagers)}
        self._questions = {question: number for number, question in enumerate(words.questions, start=1)}
        self._seats = tuple(seats)
        self._counts = counts
        self._rows = {seat: self._places(seat) for seat in seats}
        self.rows = len(words.hand) * len(seats) + len(words.table)
        shapes: dict[str, spaces.Space[Any]] = {
            "cards": spaces.Box(0, FIRST_CARD + KINDS - 1, (self.rows, CARDS_SHOWN), np.int8),
            "question": spaces.Discrete(len(words.questions) + 1),
            "hand": spaces.Discrete(self.rows + 1),
            "stakes": spaces.Box(0.0, MOST_UNITS, (len(seats), len(self._wagers)), np.float32),
        }
        if counts:
            shapes["seen"] = spaces.Box(0, np.iinfo(np.int16).max, (KINDS,), np.int16)
        self.space = spaces.Dict(shapes)

    @property
    def places(self) -> tuple[str, ...]:
        """What each row of ``cards`` is, as the first seat sees it: ``own``, ``own.2``, ``dealer``, ``other 1``."""
        parts = [f".{part}" if part else "" for part in self._words.hand]
        others = [f"other {number}{part}" for number in range(1, len(self._seats)) for part in parts]
        return (*(f"own{part}" for part in parts), *self._words.table, *others)

    def numbering(self, seat: int) -> Numbering:
        """The numbers under which a board for ``seat`` is written."""
        return Numbering(self._words.number, self._questions, self._rows[seat], self._wagers)

    def observe(self, round_: Round, seat: int, unit: int, seen: Mapping[Card, int]) -> Observation:
        """What ``seat`` sees now; ``seen`` are the cards it has seen in earlier rounds from the same shoe."""
        layout = round_.layout
        cards = np.zeros((self.rows, CARDS_SHOWN), np.int8)
        rows = self._rows[seat]
        for place in layout.places:
            row = rows.get(place)
            if row is not None:
                for at, kind in enumerate(layout.known_to(seat, place)[:CARDS_SHOWN]):
                    cards[row, at] = UNSEEN_CARD if kind is None else FIRST_CARD + kind.code
        stakes = np.zeros((len(self._seats), len(self._wagers)), np.float32)
        order = self._clockwise(seat)
        for place, laid in layout.stakes.items():
            owner = place[0] if isinstance(place, tuple) else place
            if isinstance(owner, int):
                for wager, amount in laid.items():
                    stakes[order.index(owner), self._wagers[wager]] += amount / unit
        ask = round_.ask_for(seat)
        found: Observation = {
            "cards": cards,
            "question": np.int64(0 if ask is None else self._questions[ask.ask]),
            "hand": np.int64(0 if ask is None else self._hand(ask, rows)),
            "stakes": np.minimum(stakes, np.float32(MOST_UNITS)),
        }
        if self._counts:
            found["seen"] = counted({**seen}, seen_by(round_, seat))
        return found

    @staticmethod
    def _hand(ask: Ask, rows: Mapping[Place, int]) -> int:
        return 0 if ask.place is None else 1 + rows[ask.place]

    def _clockwise(self, seat: int) -> tuple[int, ...]:
        """The seats from ``seat`` on."""
        at = self._seats.index(seat)
        return (*self._seats[at:], *self._seats[:at])

    def _places(self, seat: int) -> dict[Place, int]:
        """The row of each place, as ``seat`` sees it."""
        first, *others = self._clockwise(seat)
        places: list[Place] = [*self._hands(first), *self._words.table]
        for other in others:
            places += self._hands(other)
        return {place: row for row, place in enumerate(places)}

    def _hands(self, seat: int) -> list[Place]:
        return [(seat, int(part) if part.isdigit() else part) if part else seat for part in self._words.hand]


def seen_by(round_: Round, seat: int) -> list[Card]:
    """Every card of the round that ``seat`` has seen."""
    layout = round_.layout
    return [kind for place in layout.places for kind in layout.known_to(seat, place) if kind is not None]


def counted(before: Mapping[Card, int], now: Iterable[Card]) -> Any:
    """Cards by kind."""
    found = np.zeros(KINDS, np.int16)
    for kind, times in before.items():
        found[kind.code] += times
    for kind in now:
        found[kind.code] += 1
    return found
