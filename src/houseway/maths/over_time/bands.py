"""Between what a result lies, how unlikely it is, and which overpayment would be seen.

A band is on the safe side twice: an end is moved outwards to an amount that can be won, and the bound on the error of
the probabilities counts against it. Where results are coarse it therefore holds more than its level.
"""

from __future__ import annotations

import math
from functools import cached_property

import msgspec
import numpy as np

from houseway.maths.over_time.convolution import Floats, Sum
from houseway.maths.question_errors import BadQuestion

LEVEL = 0.95
"""What a band holds, at least."""

SEEN = 0.9
"""An overpayment is said to be seen where it is flagged in so many shifts."""


class Band(msgspec.Struct, frozen=True):
    """Amounts in cents, both included, between which a result lies with probability ``level`` at least.

    Below it, and above it, lies a result with at most half of what is left, each.
    """

    low: int
    high: int
    level: float

    def holds(self, cents: int) -> bool:
        """Whether a result lies in it."""
        return self.low <= cents <= self.high


class ShiftResult:
    """The distribution of what the house wins in a number of rounds, in cents.

    ``narrower``, from 0 to 1, is by how much the result lies closer to its mean than `Sum` has it, where wagers offset
    each other through shared cards; 1 leaves it as it is. What can be won stays what it is: an amount is moved by half
    a step less than that, so that the coarse results of few rounds, such as every stake lost, are not moved out of
    reach.
    """

    def __init__(self, total: Sum, narrower: float = 1.0) -> None:
        if not 0 < narrower <= 1:
            raise BadQuestion("what offsets each other cannot make a result wider", remedy="give a factor up to 1")
        self._sum = total
        self._narrower = narrower
        self.mean = total.mean
        self.variance = total.variance * narrower**2
        self.error = total.error

    @property
    def sd(self) -> float:
        """The standard deviation, in cents."""
        return math.sqrt(self.variance)

    @cached_property
    def _up_to(self) -> Floats:
        sums: Floats = np.cumsum(self._sum.masses)
        return sums

    @cached_property
    def _from(self) -> Floats:
        sums: Floats = np.cumsum(self._sum.masses[::-1])[::-1]
        return sums

    def at_most(self, cents: float) -> float:
        """The probability that the house wins ``cents`` or less."""
        place = math.floor((self._on_lattice(cents) - self._sum.lowest) / self._sum.step + 1e-9)
        return float(self._up_to[min(place, len(self._up_to) - 1)]) if place >= 0 else 0.0

    def at_least(self, cents: float) -> float:
        """The probability that the house wins ``cents`` or more."""
        place = math.ceil((self._on_lattice(cents) - self._sum.lowest) / self._sum.step - 1e-9)
        return float(self._from[max(place, 0)]) if place < len(self._from) else 0.0

    def unlikely(self, cents: int) -> float:
        """How unlikely a result is: the probability of one at least as far out on its side, twice.

        Twice, since a result might have been as far out on the other side. The bound on the error is added.
        """
        return min(1.0, 2 * (min(self.at_most(cents), self.at_least(cents)) + self.error))

    def band(self, level: float = LEVEL) -> Band:
        """The smallest band with at most half of ``1 - level`` on each side of it."""
        if not 0 < level < 1:
            raise BadQuestion(f"a band cannot hold {level}", remedy="give a level between 0 and 1, such as 0.95")
        tail = (1 - level) / 2 - self.error
        if tail <= 0:
            raise BadQuestion(f"a band of {level} needs more digits than there are", remedy="ask for a lower level")
        first = int(np.searchsorted(self._up_to, tail, side="right"))
        # From the other end in the same way.
        last = len(self._from) - 1 - int(np.searchsorted(self._from[::-1], tail, side="right"))
        return Band(math.floor(self._amount(min(first, last))), math.ceil(self._amount(max(first, last))), level)

    def within(self, band: Band) -> float:
        """The probability of a result in ``band``: its level, or more where results are coarse."""
        return 1 - self.at_most(band.low - 1) - self.at_least(band.high + 1)

    def quantile(self, share: float) -> int:
        """The least amount that a result is at or below with probability ``share``, the error counted against it."""
        place = int(np.searchsorted(self._up_to, min(share + self.error, float(self._up_to[-1]))))
        return math.ceil(self._amount(min(place, len(self._up_to) - 1)))

    def smallest_overpayment(self, level: float = LEVEL, seen: float = SEEN) -> int:
        """The least amount in cents which, paid too much over the whole shift, is flagged in ``seen`` of all shifts.

        A shift is flagged that lies below its band: what was overpaid must carry all but the luckiest shifts under it.
        """
        return self.quantile(seen) - self.band(level).low + 1

    def _amount(self, place: int) -> float:
        amount = self._sum.lowest + place * self._sum.step
        return self._moved(amount, (amount - self.mean) * (self._narrower - 1))

    def _on_lattice(self, cents: float) -> float:
        return self._moved(cents, (cents - self.mean) * (1 / self._narrower - 1))

    def _moved(self, cents: float, by: float) -> float:
        return cents + math.copysign(max(0.0, abs(by) - self._sum.step / 2), by)
