"""A progressive in the long run: what its seed, its contribution and its hits make of a wager's return.

A meter starts from its seed, takes a share of every wager, pays a share of itself for each hit, and starts again from
its reseed amount after a hit that takes all of it. In the long run it pays out what goes in: the contributions, and the
reseed amount at each full hit. So the mean return does not depend on how the hits fall, and is exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Number, plain

REACHED = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))
"""The chances for which it is told how far a meter grows."""


class Funding(msgspec.Struct, frozen=True, kw_only=True):
    """How a meter is fed. Amounts are cents; rates are shares of each wager.

    ``rate`` goes to the displayed amount, ``reserve`` is put by for the reseed. Without ``reseed`` the meter starts
    again from its seed.
    """

    seed: int
    rate: Fraction
    reseed: int | None = None
    reserve: Fraction = Fraction(0)

    @property
    def again(self) -> int:
        """What the meter starts from after a hit that takes all of it."""
        return self.seed if self.reseed is None else self.reseed


class ProgressiveFigures(msgspec.Struct, frozen=True):
    """One meter of a wager, fed by `Funding`, at a table where ``seats`` players have the wager in every round.

    Returns are per unit of the wager, amounts in dollars. ``mean_amount`` is what lies on the meter on the average when
    a round is settled; ``long_run_return`` is one player's, over hits and years.
    """

    meter: str
    seats: int
    funding: Funding
    at_seed: Figures
    """The wager with the seed on the meter."""
    fixed_return: Number
    """What the rows that the meter does not pay return."""
    coefficient: Number
    """What each dollar on the meter adds to one player's return, the division among winners counted."""
    full_hit: Number
    """The probability that a round empties the meter."""
    any_hit: Number
    """The probability that a round takes anything from the meter."""
    mean_amount: Number | None
    """``None`` for a meter that is never hit."""
    round_adds: Fraction
    """What a round adds to the meter."""
    stake: Fraction = Fraction(1)
    """The wager, in dollars."""

    def hit_within(self, rounds: int) -> float:
        """The probability that the meter is emptied in the course of ``rounds`` rounds."""
        return -math.expm1(rounds * math.log1p(-float(self.full_hit))) if self.full_hit < 1 else 1.0

    @property
    def paid_in_round(self) -> Number:
        """What the meter pays in a round in the long run, in dollars: contributions, and what it starts again from."""
        return self.round_adds + self.full_hit * Fraction(self.funding.again, 100)

    @property
    def put_by(self) -> Number | None:
        """What the reserve takes from one full hit to the next, in dollars, on the average."""
        return self.seats * self.funding.reserve * self.stake / self.full_hit if self.full_hit else None

    @property
    def reseed_cost(self) -> Number | None:
        """What the house adds of its own to start the meter again after a full hit, in dollars, on the average.

        The reserve pays as far as it goes; what it has beyond that is kept for the next time and counts against it.
        """
        return None if self.put_by is None else Fraction(self.funding.again, 100) - self.put_by

    @property
    def contribution(self) -> Fraction:
        """What leaves each wager for the meter and the reserve, per unit."""
        return self.funding.rate + self.funding.reserve

    @property
    def long_run_return(self) -> Number:
        """One player's return over hits and years, per unit."""
        return self.fixed_return + self.coefficient * (self.mean_amount or 0)

    @property
    def between(self) -> Number | None:
        """The mean number of rounds from one full hit to the next."""
        return 1 / self.full_hit if self.full_hit else None

    @property
    def spread(self) -> float | None:
        """The standard deviation of that number: every round is as likely to hit."""
        mean = self.between
        return None if mean is None else math.sqrt(mean * (mean - 1))

    @property
    def break_even(self) -> Number | None:
        """The amount at which one player's wager returns its stake."""
        return (1 - self.fixed_return) / self.coefficient if self.coefficient else None

    @property
    def to_break_even(self) -> int | None:
        """Rounds that the meter takes from the reseed amount to break-even, if nobody hits it; ``None``: never."""
        return None if self.break_even is None else self._rounds_to(self.break_even)

    @property
    def reaches_break_even(self) -> float:
        """The probability that nothing is taken from the meter before it is there."""
        return 0.0 if self.break_even is None else self.passes(100 * self.break_even)

    @property
    def median(self) -> int | None:
        """In so many rounds, after a full hit, the next is as likely as not; ``None`` for a meter never emptied."""
        return self._rounds_within(Fraction(1, 2), float(self.full_hit))

    def passes(self, cents: Number | int) -> float:
        """The probability that the meter, started again, comes to ``cents`` before anything is taken from it."""
        rounds = self._rounds_to(Fraction(cents) / 100)
        return 0.0 if rounds is None else float(1 - self.any_hit) ** rounds

    def reached(self, chance: Fraction) -> Number | None:
        """The dollars to which the meter, started again, comes with this ``chance`` before anything is taken from it.

        It grows by steps: the last one that it comes to at least so often. ``None`` for a meter that is never hit.
        """
        if not 0 < chance <= 1:
            raise BadQuestion(f"{chance} is not a chance above nothing", remedy="give one up to 1, such as 1/100")
        if not self.any_hit:
            return None
        grown = 0 if self.any_hit == 1 else math.log(chance) / math.log1p(-float(self.any_hit))
        return Fraction(self.funding.again, 100) + math.floor(grown + 1e-9) * self.round_adds

    def _rounds_to(self, amount: Number) -> int | None:
        """Rounds from the reseed amount to ``amount`` dollars, if nobody hits the meter; ``None``: never."""
        missing = amount - Fraction(self.funding.again, 100)
        if missing <= 0:
            return 0
        return math.ceil(missing / self.round_adds) if self.round_adds else None

    @staticmethod
    def _rounds_within(chance: Fraction, hit: float) -> int | None:
        """In how many rounds something that happens with ``hit`` in each has happened with ``chance``."""
        if not hit:
            return None
        return 1 if hit == 1 else math.ceil(math.log1p(-float(chance)) / math.log1p(-hit) - 1e-9)

    def return_at(self, cents: int | Fraction) -> Number:
        """One player's return with this amount on the meter: a straight line."""
        return self.fixed_return + self.coefficient * Fraction(cents, 100)

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data."""
        return {
            "meter": self.meter,
            "seats": self.seats,
            "seed": self.funding.seed,
            "reseed": self.funding.again,
            "rate": float(self.funding.rate),
            "reserve": float(self.funding.reserve),
            "return_at_seed": 1 + float(self.at_seed.ev),
            "sd_at_seed": self.at_seed.sd,
            "fixed_return": float(self.fixed_return),
            "coefficient": float(self.coefficient),
            "break_even": plain(self.break_even),
            "full_hit": float(self.full_hit),
            "rounds_between_full_hits": plain(self.between),
            "spread_between_full_hits": self.spread,
            "median_rounds_between_full_hits": self.median,
            "any_hit": float(self.any_hit),
            "mean_amount": plain(self.mean_amount),
            "long_run_return": float(self.long_run_return),
            "rounds_to_break_even": self.to_break_even,
            "reaches_break_even": self.reaches_break_even,
            "paid_in_round": float(self.paid_in_round),
            "reserve_between_full_hits": plain(self.put_by),
            "reseed_cost": plain(self.reseed_cost),
            "reached": {str(chance): plain(self.reached(chance)) for chance in REACHED},
        }


def progressives(figures: Figures, fundings: Mapping[str, Funding]) -> list[ProgressiveFigures]:
    """The meters of ``figures`` that ``fundings`` feed: for one player, and for a full table where it is worked out."""
    found = []
    for name, funding in fundings.items():
        if not any(meter.meter == name for meter in figures.meters):
            continue
        found.append(progressive(figures, name, funding))
        seats = figures.divisions[0].seats if figures.divisions else 1
        if seats > 1:
            with suppress(BadQuestion):
                found.append(progressive(figures, name, funding, seats=seats))
    return found


def progressive(figures: Figures, meter: str, funding: Funding, *, seats: int = 1) -> ProgressiveFigures:
    """What ``meter`` makes of a wager whose ``figures`` name it, other meters having the amounts they were given.

    For several ``seats`` one row must have the meter for itself, and the figures' ``divisions`` must be of so many:
    where several rows of one meter can be hit in one round, what is left for the second depends on the first.
    """
    rows = [item for item in figures.outcomes if item.meter == meter and item.probability]
    line = next((item for item in figures.meters if item.meter == meter), None)
    if line is None:
        named = dict.fromkeys(item.meter for item in figures.outcomes if item.meter)
        raise BadQuestion(
            f"no row of {figures.wager} {figures.paytable} is paid from a meter {meter!r}",
            remedy=f"name {', '.join(named)}" if named else "ask about a jackpot",
        )
    if min(funding.rate, funding.reserve) < 0 or funding.rate + funding.reserve > 1:
        raise BadQuestion("the contribution is a share of the wager", remedy="give a rate from 0 to 1")
    if line.counted_empty:
        raise BadQuestion(
            f"{', '.join(line.counted_empty)} has no amount", remedy="give every other meter its amount, with --meter"
        )
    stake = next((row.share / row.per_dollar for row in rows if row.share and row.per_dollar), Fraction(1))
    hits = {row.event: row.probability for row in rows}
    coefficient = line.coefficient
    if seats != 1:
        division = next((item for item in figures.divisions if item.seats == seats and item.event in hits), None)
        whole = division is not None and (division.divided or rows[0].share == 1)
        if division is None or division.somebody is None or len(rows) != 1 or not whole:
            raise BadQuestion(
                f"a table of {seats} players is not worked out for the meter {meter}",
                remedy="ask for 1 player, or for a full table where one row has the meter for itself",
            )
        hits = {division.event: division.somebody}
        coefficient = division.coefficient
    full = sum((hits[row.event] for row in rows if row.share == 1), Fraction(0))
    # In the long run as much is taken from the meter as goes in: this share of it in every round.
    taken = sum((hits[row.event] * (row.share or 0) for row in rows), Fraction(0))
    adds = seats * funding.rate * stake
    return ProgressiveFigures(
        meter=meter,
        seats=seats,
        funding=funding,
        at_seed=figures.at({meter: funding.seed}),
        fixed_return=line.fixed_return,
        coefficient=coefficient,
        full_hit=full,
        any_hit=sum(hits.values(), Fraction(0)),
        mean_amount=(adds + full * Fraction(funding.again, 100)) / taken if taken else None,
        round_adds=adds,
        stake=Fraction(stake),
    )
