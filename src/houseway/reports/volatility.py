"""Between what the return lies after so many rounds."""

from __future__ import annotations

import math
from statistics import NormalDist

from houseway.maths.results import Figures

LEVELS = (0.90, 0.95, 0.99)
ROUNDS = (10**3, 10**4, 10**5, 10**6, 10**7)

SURE = 10
"""An interval is marked where the rarest prize is expected fewer times than this: the sum is not yet normal."""


def interval(figures: Figures, rounds: int, level: float) -> tuple[float, float]:
    """Between which the return per unit lies with probability ``level`` after ``rounds`` rounds: normal approximation.

    The return is 1 + the mean net per unit; it cannot leave what the worst and the best round give.
    """
    mean = 1 + float(figures.ev)
    half = NormalDist().inv_cdf((1 + level) / 2) * figures.sd / math.sqrt(rounds)
    if not figures.distribution:
        return mean - half, mean + half
    worst, best = float(figures.distribution[0][0]), float(figures.distribution[-1][0])
    return max(mean - half, 1 + worst), min(mean + half, 1 + best)


def rarest_prize(figures: Figures) -> float:
    """The probability of the rarest result above zero; 0 where there is none."""
    return min((float(share) for net, share in figures.distribution if net > 0 and share > 0), default=0.0)
