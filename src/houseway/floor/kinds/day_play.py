"""What a table played on a gaming day, added up by hour, wager and position: small enough for every close to carry.

Reports of any period read these figures, a few for each table and day, and not the entries that they were added up
from (`houseway.floor.bookkeeping.play_figures`).
"""

from __future__ import annotations

import msgspec

HOUR = 3_600_000_000
"""Microseconds of an hour."""


class Spot(msgspec.Struct, array_like=True):
    """One wager at one position in one hour. Amounts are cents.

    ``rounds`` it was laid in; ``lines`` settled; ``staked`` and ``returned`` by them, stakes that came back included;
    ``meter`` is what of that came from a jackpot's meter. ``squares`` adds up the squares of what was staked in each
    round. With the tabulator alone a count is a stake of the fixed wager, and what it returned is not known.
    """

    rounds: int = 0
    lines: int = 0
    staked: int = 0
    returned: int = 0
    meter: int = 0
    squares: int = 0


class Laid(msgspec.Struct, array_like=True):
    """One wager at all positions together in one hour: the rounds in which anybody laid it.

    ``squares`` adds up the squares of what all positions together staked in each round: with `Spot.squares` it says how
    much of the result they share through the same cards.
    """

    rounds: int = 0
    squares: int = 0


class HourPlay(msgspec.Struct):
    """One hour: ``rounds`` dealt, and ``hands``, the rounds that each position played in.

    ``spots`` are by wager and position, ``laid`` by wager.
    """

    rounds: int = 0
    hands: dict[str, int] = {}
    spots: dict[str, dict[str, Spot]] = {}
    laid: dict[str, Laid] = {}


class DayPlay(msgspec.Struct):
    """A table from its opening, or from the beginning of the gaming day, to its closing or the day's end.

    ``at`` is the moment of its first entry here, and ``ends`` the end of the gaming day (0 where nobody wrote that
    down). ``opening`` is the number of the entry that the table was opened with: it has the rules, limits and jackpots
    of all these rounds. ``recorded``: every line of every round is known; with the tabulator alone none is. ``hours``
    are by the hour's number since 1970.
    """

    at: int
    ends: int
    opening: int
    game: str
    edition: str
    recorded: bool = True
    hours: dict[str, HourPlay] = {}
