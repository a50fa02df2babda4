"""What the house wins from one wager in one round: whole cents, and how likely each amount is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Number, mean_of


class RoundResults(msgspec.Struct, frozen=True):
    """Every amount in cents that the house may win from a wager in one round, ascending, each with its probability.

    A loss of the house is below zero. Probabilities are fractions where the figures that they come from are exact.
    """

    cents: tuple[int, ...]
    shares: tuple[Number, ...]

    def __post_init__(self) -> None:
        if len(self.cents) != len(self.shares) or not self.cents:
            raise BadQuestion(
                "results need an amount and a probability each", remedy="give as many of both, one at least"
            )

    @property
    def mean(self) -> Number:
        """What the house wins on the average, in cents."""
        return mean_of((Fraction(amount), share) for amount, share in zip(self.cents, self.shares, strict=True))

    @property
    def variance(self) -> Number:
        """The variance, in cents squared."""
        squares = mean_of((Fraction(amount**2), share) for amount, share in zip(self.cents, self.shares, strict=True))
        return squares - self.mean**2


def results_of(figures: Figures, stake: int) -> RoundResults:
    """What the house wins from ``stake`` cents on a wager with these figures.

    Fractions of a cent stay with the house, as at the table. Meters and posted rows need their amounts: `Figures.at`.
    """
    found: dict[int, Number] = {}
    if not figures.priced:
        figures.ev  # noqa: B018 - says which amount is missing
    for net, share in figures.distribution:
        exact = net if isinstance(net, Fraction) else Fraction(net).limit_denominator(10**6)
        cents = -math.floor(exact * stake)
        found[cents] = found.get(cents, Fraction(0)) + share
    return _sorted(found)


def mixed(parts: Sequence[tuple[Fraction, RoundResults]]) -> RoundResults:
    """One wager of players who play differently: each part's results with the share of the players who play so."""
    total = sum((share for share, _ in parts), Fraction(0))
    if total != 1 or any(share < 0 for share, _ in parts):
        raise BadQuestion(
            f"the shares of a mix of play add up to {total}", remedy="give shares from 0 on that add up to 1"
        )
    found: dict[int, Number] = {}
    for weight, results in parts:
        for cents, share in zip(results.cents, results.shares, strict=True):
            if weight:
                found[cents] = found.get(cents, Fraction(0)) + weight * share
    return _sorted(found)


def _sorted(found: Mapping[int, Number]) -> RoundResults:
    kept = sorted((cents, share) for cents, share in found.items() if share)
    return RoundResults(tuple(cents for cents, _ in kept), tuple(share for _, share in kept))
