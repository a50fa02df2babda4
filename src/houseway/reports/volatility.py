"""Between what the return lies after so many rounds."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

from houseway.maths.results import Figures

LEVELS = (0.90, 0.95, 0.99)
ROUNDS = (10**3, 10**4, 10**5, 10**6, 10**7)

SURE = 10
"""An interval is marked where the rarest prize is expected fewer times than this: the sum is not yet normal."""


class Returns(NamedTuple):
    """What the return per unit is on average, how widely it spreads, and what the worst and the best round give."""

    mean: float
    sd: float
    worst: float
    best: float

    def interval(self, rounds: int, level: float) -> tuple[float, float]:
        """Between which the return lies with probability ``level`` after ``rounds`` rounds: normal approximation.

        It cannot leave what the worst and the best round give.
        """
        half = NormalDist().inv_cdf((1 + level) / 2) * self.sd / math.sqrt(rounds)
        return max(self.mean - half, self.worst), min(self.mean + half, self.best)


def returns(figures: Figures) -> Returns:
    """The return per unit: 1 + the mean net."""
    net = figures.distribution
    worst, best = (1 + float(net[0][0]), 1 + float(net[-1][0])) if net else (-math.inf, math.inf)
    return Returns(1 + float(figures.ev), figures.sd, worst, best)


def interval(figures: Figures, rounds: int, level: float) -> tuple[float, float]:
    """Between which the return per unit lies with probability ``level`` after ``rounds`` rounds (`Returns`)."""
    return returns(figures).interval(rounds, level)


def rarest_prize(figures: Figures) -> float:
    """The probability of the rarest result above zero; 0 where there is none."""
    return min((float(share) for net, share in figures.distribution if net > 0 and share > 0), default=0.0)
