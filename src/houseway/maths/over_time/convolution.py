"""The sum of many independent results: its whole distribution by FFT, with a bound on the error of any probability.

The sum of results on a lattice is on that lattice, so nothing is smoothed: every amount that can be won keeps its own
probability. The transform of the sum is the product of the parts' transforms, and it is taken on a window of amounts
that the sum leaves with a probability of at most `OUTSIDE` on either side (Chernoff's bound, which holds for any number
of rounds). What lies outside appears inside, at its place modulo the window; together with the rounding of the
transforms (Higham, *Accuracy and Stability of Numerical Algorithms*, theorem 24.2) and of the powers that is `error`.
`exactly` does the same in fractions, for few rounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from houseway.maths.over_time.round_results import RoundResults
from houseway.maths.question_errors import BadQuestion

Floats: TypeAlias = npt.NDArray[np.float64]

OUTSIDE = 1e-10
"""The probability that a sum leaves the window of amounts on one side, at most."""

MOST_POINTS = 1 << 19
"""Amounts of a window. A sum with more is taken on a coarser lattice, which keeps its mean: see `Sum.rounded`."""

UNIT = 2.0**-53
FFT_STEP = 8 * UNIT
"""The error of one step of a transform, relative to its length in the Euclidean sense: weights and butterfly."""

POWER_STEP = 8 * UNIT
"""The relative error of a power, for each factor of it."""


class Part(NamedTuple):
    """The same result, so many times, each independent of the others."""

    results: RoundResults
    times: int


class Sum(NamedTuple):
    """The distribution of a sum of results, in cents.

    ``masses[k]`` is the probability of ``lowest + k * step``. No probability of a set of amounts is off by more than
    ``error``. ``rounded`` is the variance, in cents squared, that a coarser lattice has added; 0 on the exact one.
    """

    lowest: int
    step: int
    masses: Floats
    mean: float
    variance: float
    error: float
    rounded: float = 0.0


def convolve(parts: Sequence[Part], shared: float = 0.0) -> Sum:
    """The distribution of the sum of ``parts``.

    ``shared``, in cents squared, is variance that the parts have more than independent ones, since they hang together;
    it is added as jumps up and down by one step of the lattice, as often one way as the other (see `_jumps`).
    """
    used = [part for part in parts if part.times]
    if not used:
        raise BadQuestion("nothing was wagered", remedy="give a round at least")
    mean = sum(part.times * float(part.results.mean) for part in used)
    spread = sum(part.times * float(part.results.variance) for part in used) + shared
    step = _lattice(used)
    low, high = _window(used, shared, step, mean)
    rounded = 0.0
    if (high - low) // step >= MOST_POINTS:
        number = sum(part.times for part in used)
        # Each result goes to one of two neighbours: how far all of them together go is bounded too (Hoeffding).
        margin = math.ceil(math.sqrt(number * -math.log(OUTSIDE) / 2)) + 1
        step = -(-(high - low) // (MOST_POINTS - 2 * margin - 4))
        low, high = low - margin * step, high + margin * step
        rounded = number * step**2 / 4
    begin = sum(part.times * part.results.cents[0] for part in used)
    low = begin + (low - begin) // step * step
    points = _fast_length((high - low) // step + 2)
    power, error = _transform(used, points, step)
    if shared:
        power *= _jumps(shared, step, points)
    masses = np.fft.irfft(power, points)
    length = float(np.sqrt(2 * np.sum(np.abs(power) ** 2)))
    error += math.log2(points) * FFT_STEP * length + 2 * OUTSIDE
    # The transforms are those of the parts less their least amounts: the first point is their sum, wherever that is.
    masses = np.roll(masses, (begin - low) // step % points)
    return Sum(low, step, np.clip(masses, 0.0, None), mean, spread + rounded, error, rounded)


def exactly(parts: Sequence[Part]) -> dict[int, Fraction]:
    """The same in fractions, result by result: for few rounds. Probabilities that are floats are taken as they are."""
    total = {0: Fraction(1)}
    for part in parts:
        pairs = [(cents, Fraction(share)) for cents, share in zip(part.results.cents, part.results.shares, strict=True)]
        for _ in range(part.times):
            further: dict[int, Fraction] = {}
            for so_far, chance in total.items():
                for cents, share in pairs:
                    further[so_far + cents] = further.get(so_far + cents, Fraction(0)) + chance * share
            total = further
    return dict(sorted(total.items()))


# -- the lattice and the window


def _lattice(parts: Sequence[Part]) -> int:
    """The largest step of which all differences of results are multiples; 1 where each part has a single result."""
    return math.gcd(*(amount - part.results.cents[0] for part in parts for amount in part.results.cents)) or 1


def _window(parts: Sequence[Part], shared: float, step: int, mean: float) -> tuple[int, int]:
    """Amounts below and above which the sum lies with a probability of at most `OUTSIDE`."""
    least = sum(part.times * part.results.cents[0] for part in parts)
    most = sum(part.times * part.results.cents[-1] for part in parts)
    below = mean - _reach(parts, shared, step, -1)
    above = mean + _reach(parts, shared, step, 1)
    if shared:
        return math.floor(below) - step, math.ceil(above) + step
    return max(least, math.floor(below) - step), min(most, math.ceil(above) + step)


def _reach(parts: Sequence[Part], shared: float, step: int, side: int) -> float:
    """How far from its mean the sum goes to one side: the least of Chernoff's bounds over many slopes.

    For any slope t > 0 a sum is at least a above its mean with a probability of at most exp(K(t) - t a), where K is the
    logarithm of the moment generating function about the mean: a = (K(t) + log(1 / OUTSIDE)) / t.
    """
    away = [
        (part.times, _deviations(part.results) * side, np.array(part.results.shares, dtype=np.float64))
        for part in parts
    ]
    farthest = max(float(np.abs(values).max()) for _, values, _ in away) or 1.0
    spread = sum(part.times * float(part.results.variance) for part in parts) + shared
    widest = math.sqrt(spread) or farthest
    best = math.inf
    for slope in np.geomspace(0.05 / widest, 60.0 / farthest + 60.0 / widest, 120):
        exponent = shared / step**2 * (math.cosh(min(slope * step, 300.0)) - 1) if shared else 0.0
        for times, values, shares in away:
            top = float(values.max()) * slope
            exponent += times * (top + math.log(float(np.sum(shares * np.exp(values * slope - top)))))
        best = min(best, (exponent - math.log(OUTSIDE)) / slope)
    return best * (1 + 1e-9)


def _deviations(results: RoundResults) -> Floats:
    return np.array(results.cents, dtype=np.float64) - float(results.mean)


def _fast_length(least: int) -> int:
    """A power of two that is at least ``least``: the bound on the transform's error is for those."""
    return 1 << max(4, (least - 1).bit_length())


# -- the transforms


def _transform(parts: Sequence[Part], points: int, step: int) -> tuple[npt.NDArray[np.complex128], float]:
    """The transform of the sum, counted from the sum of the least results; and a bound on the error of a probability.

    If p is off by at most e, then p to the n is off by at most n e (|p| + e)^(n-1). Over all frequencies that is a
    vector, and its Euclidean length bounds the sum of the errors of all amounts.
    """
    logs = np.zeros(points // 2 + 1, np.complex128)
    heights = np.zeros(points // 2 + 1)
    each = []
    for part in parts:
        mass = _placed(part.results, points, step)
        found = np.fft.rfft(mass)
        off = math.log2(points) * FFT_STEP * math.sqrt(points * float(np.sum(mass**2))) + UNIT
        height = np.log(np.abs(found) + off)
        with np.errstate(divide="ignore"):
            logs += part.times * np.log(found)
        heights += part.times * height
        each.append((part.times, off, height))
    wrong = np.zeros_like(heights)
    for times, off, height in each:
        wrong += times * (off * np.exp(heights - height) + POWER_STEP * np.exp(heights))
    return np.exp(logs), float(np.sqrt(2 * np.sum(wrong**2)))


def _placed(results: RoundResults, points: int, step: int) -> Floats:
    """The probabilities of one result on the lattice; between two points of it they go to both, as the mean asks."""
    mass = np.zeros(points)
    for cents, share in zip(results.cents, results.shares, strict=True):
        place, over = divmod(cents - results.cents[0], step)
        mass[place % points] += float(share) * (1 - over / step)
        if over:
            mass[(place + 1) % points] += float(share) * over / step
    return mass


def _jumps(shared: float, step: int, points: int) -> Floats:
    """The transform of as many jumps by ``step`` up and down as have the variance ``shared`` together.

    Both numbers of jumps are Poisson, so that it is a distribution for any variance, and on the lattice of the rest.
    """
    angles = 2 * np.pi * np.arange(points // 2 + 1) / points
    jumps: Floats = np.exp(shared / step**2 * (np.cos(angles) - 1))
    return jumps
