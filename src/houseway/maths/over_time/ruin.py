"""How long a bankroll lasts: the chance of ruin, the bankroll for a risk, the best stake, and when an edge shows.

All of it is asked of *gains*: what one round brings whoever holds the bankroll, a loss below zero. `RoundResults` has
what the house wins; `other_side` turns it round for the player.

Within a number of rounds the chance of ruin is worked out height by height: a bankroll is ruined from where it stands
with the chances of the heights to which one round brings it. The heights lie on the lattice of the gains. Rare gains
that are not on it (a meter of $5,000.17) are rounded both ways, which gives a bound from either side; so is the height
above which ruin is less likely than `BEYOND` (Chernoff's bound with Doob's inequality).

For ever it is Lundberg's: with ``s`` such that the mean of ``exp(-s gain)`` is 1, the chance is at most ``exp(-s h)``
for a bankroll that stands ``h`` above ruin, and at least ``exp(-s (h + most))``, where ``most`` is how far one round
may carry it below. Where a round loses one unit at most the first is the chance itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from houseway.maths.over_time.convolution import Floats
from houseway.maths.over_time.round_results import RoundResults
from houseway.maths.question_errors import BadQuestion

BEYOND = 1e-10
"""How likely ruin is, at most, from above the heights that are worked out."""

HEIGHTS = 1 << 14
"""Where the lattice has more heights, rare gains are rounded instead."""

RARE = 0.001
"""How likely a gain is, at most, that may be rounded."""

MOST_WORK = 20_000_000_000
"""Heights × gains × rounds that are worked out at most."""


class Chance(NamedTuple):
    """A probability, between these two."""

    low: float
    high: float


def other_side(results: RoundResults) -> RoundResults:
    """What the player gains where the house wins ``results``, and the other way round."""
    return RoundResults(tuple(-cents for cents in reversed(results.cents)), tuple(reversed(results.shares)))


def rounds_to_show(gains: RoundResults) -> float:
    """After how many rounds the mean result is one standard deviation: N0. Infinite where the mean is nothing."""
    mean = float(gains.mean)
    return float(gains.variance) / mean**2 if mean else math.inf


def ruin_ever(gains: RoundResults, bankroll: int, least: int = 0) -> Chance:
    """The chance that ``bankroll`` cents fall below ``least``, some time."""
    if bankroll < least:
        return Chance(1.0, 1.0)
    if gains.cents[0] >= 0:
        return Chance(0.0, 0.0)
    if gains.mean <= 0:
        return Chance(1.0, 1.0)
    step = math.gcd(*gains.cents)
    above = -(-(bankroll - least + 1) // step) * step
    s = _adjustment(gains)
    return Chance(math.exp(-s * (above - gains.cents[0] - step)), math.exp(-s * above))


def ruin_within(gains: RoundResults, bankroll: int, rounds: int, least: int = 0) -> Chance:
    """The chance that ``bankroll`` cents fall below ``least`` in the course of ``rounds`` rounds."""
    if bankroll < least:
        return Chance(1.0, 1.0)
    _check_rounds(rounds)
    if gains.cents[0] >= 0:
        return Chance(0.0, 0.0)
    return _Heights(gains, rounds).chance(bankroll - least + 1)


def bankroll_for(gains: RoundResults, risk: float, rounds: int | None = None, least: int = 0) -> int:
    """The least cents with which the chance of ruin is surely at most ``risk``: in ``rounds`` rounds, or ever.

    Nothing is enough for ever where the rounds do not win in the mean.
    """
    if not 0 < risk < 1:
        raise BadQuestion(f"a risk of {risk:g} is none", remedy="give a risk between 0 and 1, such as 0.01")
    if gains.cents[0] >= 0:
        return least
    if rounds is not None:
        _check_rounds(rounds)
        return _Heights(gains, rounds).safe(risk) + least - 1
    if gains.mean <= 0:
        raise BadQuestion(
            "no bankroll lasts for ever where the rounds do not win on the average", remedy="ask for a number of rounds"
        )
    step = math.gcd(*gains.cents)
    above = math.ceil(-math.log(risk) / _adjustment(gains) / step)
    return (above - 1) * step + least


def best_stake(gains: RoundResults, stake: int) -> float:
    """The share of a bankroll that is best staked on every round (Kelly): with it the bankroll grows fastest.

    ``stake`` is what the gains were worked out for. It is 0 where the rounds do not win in the mean.
    """
    if gains.cents[0] >= 0:
        raise BadQuestion("a wager that cannot lose has no best stake", remedy="ask for one that can")
    if gains.mean <= 0:
        return 0.0
    each = [(cents / stake, float(share)) for cents, share in zip(gains.cents, gains.shares, strict=True)]

    def slope(share: float) -> float:
        return sum(chance * gain / (1 + share * gain) for gain, chance in each)

    return _root(slope, 0.0, -1 / each[0][0] * (1 - 1e-12))


# -- for ever


def _adjustment(gains: RoundResults) -> float:
    """The ``s`` above 0 with which the mean of ``exp(-s gain)`` is 1, by cent."""
    cents, shares = np.array(gains.cents, float), np.array([float(share) for share in gains.shares])
    high = 1 / abs(cents[0])
    while _log_mean(cents, shares, high) < 0:
        high *= 2
    low = high / 2
    while _log_mean(cents, shares, low) >= 0:
        low /= 2
    return _root(lambda s: -_log_mean(cents, shares, s), low, high)


def _log_mean(cents: Floats, shares: Floats, s: float) -> float:
    """The logarithm of the mean of ``exp(-s gain)``."""
    powers = -s * cents
    most = float(powers.max())
    return most + math.log(float(shares @ np.exp(powers - most)))


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls from above 0 to below it is 0, as closely as floats can say."""
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# -- within a number of rounds


def _check_rounds(rounds: int) -> None:
    if rounds < 1:
        raise BadQuestion(f"{rounds} rounds are none", remedy="give one round at least")


class _Heights:
    """The chance of ruin in a number of rounds from every height above it, up to where it is next to nothing."""

    def __init__(self, gains: RoundResults, rounds: int) -> None:
        reach = _reach(gains, rounds)
        self.step, on_lattice = _lattice(gains, reach)
        number = reach // self.step + 1
        work = number * len(gains.cents) * rounds * (1 if on_lattice else 2)
        if work > MOST_WORK:
            raise BadQuestion(
                f"{rounds:,} rounds of these gains are too many to work out",
                remedy=f"ask for {max(1, rounds * MOST_WORK // work // 2):,} rounds, or for the risk of ever",
            )
        self.high = _ruined(gains, self.step, number, rounds, math.floor)
        self.low = self.high if on_lattice else _ruined(gains, self.step, number, rounds, math.ceil)

    def chance(self, above: int) -> Chance:
        """From ``above`` cents, the least that a gain must take away to ruin."""
        if above > len(self.high) * self.step:
            return Chance(0.0, BEYOND)
        # The step at which the bankroll stands, rounded up, moves with a gain off the lattice by one of its neighbours.
        place = -(-above // self.step) - 1
        return Chance(float(self.low[place]), min(1.0, float(self.high[place]) + BEYOND))

    def safe(self, risk: float) -> int:
        """The least cents above ruin from which the chance is at most ``risk``."""
        places = np.flatnonzero(self.high + BEYOND <= risk)
        if not len(places):
            raise BadQuestion(
                f"a risk of {risk:g} is too small to be worked out", remedy=f"ask for one of {10 * BEYOND:g} at least"
            )
        return int(places[0]) * self.step + 1


def _reach(gains: RoundResults, rounds: int) -> int:
    """A height from which ruin in so many rounds has at most the chance `BEYOND`."""
    cents, shares = np.array(gains.cents, float), np.array([float(share) for share in gains.shares])
    unit = math.sqrt(float(shares @ cents**2))
    best = float(-gains.cents[0]) * rounds
    for s in np.geomspace(1e-6, 1e2, 400) / unit:
        grown = max(0.0, _log_mean(cents, shares, float(s)))
        best = min(best, (rounds * grown - math.log(BEYOND)) / float(s))
    return math.ceil(best)


def _lattice(gains: RoundResults, reach: int) -> tuple[int, bool]:
    """The step of the heights, and whether every gain that stays among them lies on it; all do that are not rare."""
    step, exact = 0, True
    for share, cents in sorted(zip(gains.shares, gains.cents, strict=True), reverse=True):
        if abs(cents) > reach:
            continue
        finer = math.gcd(step, cents)
        if finer and share < RARE and reach // finer >= HEIGHTS:
            exact = False
        else:
            step = finer
    return step or 1, exact


def _ruined(gains: RoundResults, step: int, number: int, rounds: int, rounded: Callable[[float], int]) -> Floats:
    """The chance of ruin from the heights 1 to ``number``, the gains ``rounded`` to steps."""
    moves: dict[int, float] = {}
    at_once, gone = 0.0, 0.0
    for cents, share in zip(gains.cents, gains.shares, strict=True):
        move = rounded(cents / step) if cents % step else cents // step
        if move <= -number:
            at_once += float(share)
        elif move >= number:
            gone += float(share)
        else:
            moves[move] = moves.get(move, 0.0) + float(share)
    down, up = -min(moves, default=0), max(moves, default=0)
    down, up = max(down, 0), max(up, 0)
    # Ruin below, the heights, safety above.
    whole = np.concatenate([np.ones(down), np.zeros(number + up)])
    for _ in range(rounds):
        further = np.full(number, at_once)
        for move, share in moves.items():
            further += share * whole[down + move : down + move + number]
        whole[down : down + number] = further
    found: Floats = whole[down : down + number].copy()
    return found
