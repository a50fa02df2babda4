"""A shift: what was wagered in its rounds, and what the house should win from it.

What is wagered on one wager in one round hangs together at all seats through the cards that they share (the dealer's
hand, the community cards, the rest of the deck), and so do the wagers of one seat. The mean of a shift is the sum of
the means whatever hangs together, and its variance is that of independent wagers and twice the covariance of each two
that share a round. A shift therefore needs no list of rounds: how often each amount was wagered, and the sums of the
products of amounts that lay in one round.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from houseway.maths.over_time.bands import ShiftResult
from houseway.maths.over_time.convolution import Part, convolve
from houseway.maths.over_time.round_results import RoundResults

Pair: TypeAlias = tuple[str, str]
"""Two wagers, the one whose name sorts first first."""

BETWEEN_SEATS, AT_ONE_SEAT = "between-seats", "at-one-seat"

Bet: TypeAlias = tuple[str, tuple[str, ...]]
"""A wager, and all that lay at its seat, itself included, in the order of their names: what it wins may hang on it."""

ResultsAt: TypeAlias = Callable[[Bet, int], RoundResults]
"""What the house wins in a round, by bet and stake in cents."""


SURE = 1.0
"""Standard errors that are added to a variance that was sampled."""


def pair_of(one: str, other: str) -> Pair:
    """Two wagers as they are looked up."""
    return (one, other) if one <= other else (other, one)


class Covariances(msgspec.Struct, frozen=True):
    """How what one unit wins on a wager hangs together with what one unit wins on another in the same round.

    ``between_seats`` is for wagers of two different seats, ``at_one_seat`` for two wagers of one. ``errors`` has the
    standard error of each where it was sampled, under `BETWEEN_SEATS` and `AT_ONE_SEAT`. ``source`` says in words where
    they are from.
    """

    between_seats: dict[Pair, float] = {}
    at_one_seat: dict[Pair, float] = {}
    errors: dict[str, dict[Pair, float]] = {}
    source: str = ""

    def together(self, shift: Shift) -> tuple[float, float]:
        """The variance that the wagers of ``shift`` have together beside their own, and its standard error."""
        found, error = 0.0, 0.0
        for sums, known, errors in (
            (shift.between_seats, self.between_seats, self.errors.get(BETWEEN_SEATS, {})),
            (shift.at_one_seat, self.at_one_seat, self.errors.get(AT_ONE_SEAT, {})),
        ):
            for pair, products in sums.items():
                found += 2 * products * known.get(pair, 0.0)
                error += (2 * products * errors.get(pair, 0.0)) ** 2
        return found, math.sqrt(error)


class Shift(msgspec.Struct):
    """What was wagered in some rounds, added up.

    ``stakes`` has, by bet, how often each amount in cents was wagered. ``between_seats`` and ``at_one_seat`` have, by
    two wagers, the sum over all rounds of the products of each two amounts that lay at different seats, or at one.
    """

    rounds: int = 0
    stakes: dict[Bet, Counter[int]] = {}
    between_seats: dict[Pair, int] = {}
    at_one_seat: dict[Pair, int] = {}

    def add(self, placed: Mapping[int, Mapping[str, int]], times: int = 1) -> None:
        """Count a round with ``placed`` cents by seat and wager; the same round so many ``times``."""
        self.rounds += times
        seats = [[(wager, stake) for wager, stake in wagers.items() if stake] for wagers in placed.values()]
        for mine, wagers in enumerate(seats):
            here = tuple(sorted(wager for wager, _ in wagers))
            for place, (wager, stake) in enumerate(wagers):
                self.stakes.setdefault((wager, here), Counter())[stake] += times
                for other, beside in wagers[:place]:
                    _count(self.at_one_seat, wager, other, times * stake * beside)
                for others in seats[:mine]:
                    for other, theirs in others:
                        _count(self.between_seats, wager, other, times * stake * theirs)

    def join(self, other: Shift) -> None:
        """Count the rounds of another shift too."""
        self.rounds += other.rounds
        for bet, stakes in other.stakes.items():
            self.stakes.setdefault(bet, Counter()).update(stakes)
        for mine, theirs in ((self.between_seats, other.between_seats), (self.at_one_seat, other.at_one_seat)):
            for pair, products in theirs.items():
                mine[pair] = mine.get(pair, 0) + products

    @property
    def wagers(self) -> list[str]:
        """The wagers that were placed, in the order of their names."""
        return sorted({wager for wager, _ in self.stakes})

    @property
    def bets(self) -> int:
        """How many wagers were placed before the deal."""
        return sum(times for stakes in self.stakes.values() for times in stakes.values())

    @property
    def wagered(self) -> int:
        """Cents wagered before the deal."""
        return sum(stake * times for stakes in self.stakes.values() for stake, times in stakes.items())

    def only(self, wagers: Iterable[str]) -> Shift:
        """The same rounds as if there were only these wagers."""
        kept = set(wagers)
        return Shift(
            self.rounds,
            {bet: Counter(stakes) for bet, stakes in self.stakes.items() if bet[0] in kept},
            {pair: products for pair, products in self.between_seats.items() if kept.issuperset(pair)},
            {pair: products for pair, products in self.at_one_seat.items() if kept.issuperset(pair)},
        )


def _count(into: dict[Pair, int], one: str, other: str, products: int) -> None:
    pair = pair_of(one, other)
    into[pair] = into.get(pair, 0) + products


def alike(rounds: int, wagers: Mapping[str, int], seats: int = 1) -> Shift:
    """A shift of ``rounds`` rounds in which each of ``seats`` seats wagers the same."""
    shift = Shift()
    shift.add(dict.fromkeys(range(1, seats + 1), wagers), rounds)
    return shift


class Piece(NamedTuple):
    """Rounds of one table under the same rules: what was wagered, and what is known of its wagers."""

    shift: Shift
    results: ResultsAt
    covariances: Covariances


def distribution(*pieces: Piece) -> ShiftResult:
    """What the house should win in some rounds: of one table, or of several, which are independent of each other.

    Each wager has its own distribution, exactly; the variance that wagers of one round have together beside their own
    is added, or where it is below zero taken away by moving the whole closer to its mean (`ShiftResult`). Where it was
    sampled, `SURE` standard errors are added: a band must not be too narrow.
    """
    times: dict[RoundResults, int] = {}
    together = 0.0
    for shift, results, covariances in pieces:
        for bet, stakes in sorted(shift.stakes.items()):
            for stake, number in sorted(stakes.items()):
                each = results(bet, stake)
                times[each] = times.get(each, 0) + number
        found, error = covariances.together(shift)
        together += found + SURE * error
    parts = [Part(each, number) for each, number in times.items()]
    if together >= 0:
        return ShiftResult(convolve(parts, together))
    alone = convolve(parts)
    # Nothing offsets itself wholly: a hundredth of the variance stays, whatever the samples say.
    left = max(alone.variance + together, alone.variance / 100)
    return ShiftResult(alone, math.sqrt(left / alone.variance))
