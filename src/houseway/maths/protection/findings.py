"""What is found about a game's protection: who can win by knowing more, how much, how it is seen and what stops it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from houseway.maths.results import Number

EXACT = "exact"
LINEAR = "linear in the cards removed"
SIMULATED = "simulated"

PERFECT = "perfect knowledge"
"""What stands in the place of a count where every card left is known."""


class Count(msgspec.Struct, frozen=True):
    """A count for one wager.

    ``tags`` are by kind; ``name`` says which count it is. ``slope`` is what the wager gains for each point of the true
    count, ``trigger`` the true count from which on it wins; nothing where no count says so. A ``spread`` count looks at
    groups of kinds instead (``tags`` are the groups): the most cards left in any less the fewest, by decks left.
    """

    name: str
    tags: tuple[Fraction, ...]
    correlation: float
    slope: Fraction
    trigger: Fraction | None
    spread: bool = False


class Counted(msgspec.Struct, frozen=True):
    """What a count comes to behind one cut card, for one unit bet whenever the count says so: simulated."""

    count: str
    cut: int
    """Cards dealt before the cut card."""
    rounds: float
    """Rounds in a shoe."""
    bets: float
    """Share of the rounds in which he bets."""
    edge: float
    """What a bet wins on average."""
    units_per_100: float
    """What he wins in 100 rounds dealt, bet or not."""
    units_per_shoe: float
    error: float
    """Standard error of the units a shoe."""
    seats: int = 1
    decks: int = 0

    @property
    def error_per_100(self) -> float:
        """Standard error of the units in 100 rounds."""
        return 100 * self.error / self.rounds if self.rounds else 0.0


class CardEffect(msgspec.Struct, frozen=True):
    """One kind of card: how many the deck has, what removing one does, and what the wager wins if it is dealt first.

    ``first`` is for the first card of the hand that the wager is on, known before the wager is made; nothing where that
    is not worked out.
    """

    card: str
    number: int
    effect: Number
    first: Number | None = None


class WagerProtection(msgspec.Struct, frozen=True):
    """One wager: what every card is worth to it, counts for it, and what they win."""

    wager: str
    paytable: str
    value: Number
    """What the player wins for one unit from a full deck or shoe."""
    effects: tuple[CardEffect, ...]
    counts: tuple[Count, ...] = ()
    counted: tuple[Counted, ...] = ()
    kinds: tuple[str, ...] = ()
    """What the tags of the counts are of, in their order."""
    how: str = EXACT
    """How the value at a composition is worked out."""
    note: str = ""
    share: Number = 1
    """In how many of all rounds the wager can be made; its value and its counts' edges are of these."""


class KnownCards(msgspec.Struct, frozen=True):
    """What the best play wins with something known that the game does not show.

    ``how_often`` is the share of rounds in which he bets, where knowing it he bets only then; nothing where the
    knowledge comes after the wager.
    """

    wager: str
    what: str
    usual: Number
    value: Number
    how: str = EXACT
    error: float = 0.0
    how_often: Number | None = None
    seats: int = 0

    @property
    def gain(self) -> Number:
        """What the knowledge is worth, in units of the wager: over the usual result, or over not betting."""
        return self.value - (self.usual if self.how_often is None else max(self.usual, Fraction(0)))


class Deviation(msgspec.Struct, frozen=True):
    """A decision that turns at a true count: from ``index`` on (below it where ``below``) ``other`` is better."""

    situation: str
    usual: str
    other: str
    index: Fraction
    count: str
    below: bool = False
    how: str = LINEAR


class Advice(msgspec.Struct, frozen=True):
    """One way to beat a game: what is done, how it is seen, what stops it."""

    way: str
    worth: str
    seen: str
    stopped: str


class Protection(msgspec.Struct, frozen=True):
    """All that is found for a game."""

    game: str
    edition: str
    fingerprint: str
    shoe: str
    """From what the game is dealt, in words."""
    countable: bool
    """Whether any card dealt in one round is missing from the next."""
    assumptions: tuple[str, ...]
    wagers: tuple[WagerProtection, ...]
    known: tuple[KnownCards, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    advice: tuple[Advice, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The findings as plain data."""
        data: dict[str, Any] = _plain(msgspec.to_builtins(self, enc_hook=_number))
        return data


def _number(value: object) -> object:
    if isinstance(value, Fraction):
        return float(value)
    raise NotImplementedError


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
