"""What a simulation found: n, mean, standard error, exact value and z for every column."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Literal, TypeAlias

import msgspec

from houseway.maths.assumptions import Assumptions
from houseway.maths.results import Figures, Number
from houseway.simulation.program import Block

FAR = 3.0
"""A single mean is taken to agree with the exact value when it is fewer standard errors away than this."""


def far_for(compared: int) -> float:
    """Standard errors at which one of so many means is too far away.

    The more means there are, the farther one of them lies by chance: all of them together are as unlikely to fail
    although everything agrees as one alone is at `FAR` (Bonferroni).
    """
    normal = NormalDist()
    return -normal.inv_cdf(normal.cdf(-FAR) / max(compared, 1))


Verdict: TypeAlias = Literal["pass", "fail", "none"]


class Column(msgspec.Struct, frozen=True):
    """One wager at one seat. Everything is per unit: the amount of that wager, without what is added to it later.

    ``mean`` is the player's net and ``standard_error`` that of the mean; ``z`` is how many of them the mean lies from
    ``exact``. The standard error is the exact standard deviation over the root of n where the deviation is known: a
    prize so rare that the sample has hardly seen it would make ``sample_error``, the sample's own, far too small.
    ``average_action`` counts all that is staked on the wager and on those that hang on it. ``hit_z`` is how many
    standard errors the hit frequency lies from the exact one, where that is exact and not a sum of roundings.
    """

    seat: int
    wager: str
    stake: int
    n: int
    mean: float
    sd: float
    standard_error: float
    sample_error: float
    hit_frequency: float
    average_action: float
    exact: float | None = None
    exact_sd: float | None = None
    exact_hit_frequency: float | None = None
    z: float | None = None
    hit_z: float | None = None

    @property
    def compared(self) -> bool:
        """Whether there is an exact value to compare the mean with."""
        return self.exact is not None and self.z is not None

    @property
    def favours_player(self) -> bool | None:
        """Whether the player wins on average; nothing where no exact value is known."""
        return None if self.exact is None else self.exact > 0


class SimulationReport(msgspec.Struct, frozen=True):
    """The result of a simulation. It depends on the plan, the seed and the stop alone, not on who computed it."""

    game: str
    edition: str
    assumed: Assumptions
    """What the rounds take for granted, and where they depart from the approved game."""
    strategy: str
    options: dict[str, str]
    paytables: dict[str, str]
    posted: dict[str, dict[str, str]]
    """What the house posts on rows that the document leaves to it, by wager and event."""
    meters: dict[str, int]
    """Cents on each meter, the same in every round."""
    seed: int
    rounds: int
    block: int
    columns: tuple[Column, ...]
    totals: Block

    @property
    def fingerprint(self) -> str:
        """The edition's fingerprint of play, or one of its own for a game that departs from it."""
        return self.assumed.fingerprint

    @property
    def compared(self) -> int:
        """How many means are compared with an exact value."""
        return sum(column.compared for column in self.columns)

    @property
    def far(self) -> float:
        """Standard errors at which a mean is too far away, as many as are compared."""
        return far_for(self.compared)

    def verdict_of(self, column: Column) -> Verdict:
        """Whether a mean agrees with the exact value; ``none`` where there is nothing to compare."""
        if column.z is None or not column.compared:
            return "none"
        return "pass" if abs(column.z) < self.far else "fail"

    @property
    def verdict(self) -> Verdict:
        """``fail`` if one column fails, ``pass`` if at least one can be compared and none fails."""
        found = {self.verdict_of(column) for column in self.columns}
        return "fail" if "fail" in found else "pass" if "pass" in found else "none"

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, as ``houseway simulate --json`` prints it."""
        return {
            "game": self.game,
            "edition": self.edition,
            **self.assumed.as_dict(),
            "strategy": self.strategy,
            "options": dict(self.options),
            "paytables": dict(self.paytables),
            "posted": {wager: dict(rows) for wager, rows in self.posted.items()},
            "meters": dict(self.meters),
            "seed": self.seed,
            "rounds": self.rounds,
            "block": self.block,
            "compared": self.compared,
            "far": self.far,
            "verdict": self.verdict,
            "columns": [
                {**_plain(column), "favours_player": column.favours_player, "verdict": self.verdict_of(column)}
                for column in self.columns
            ],
            "totals": msgspec.to_builtins(self.totals),
        }


def _plain(column: Column) -> dict[str, Any]:
    """A column as JSON can hold it: what is infinite after a single round is nothing."""
    data: dict[str, Any] = msgspec.to_builtins(column)
    return {key: None if isinstance(value, float) and math.isinf(value) else value for key, value in data.items()}


def column(totals: Block, place: int, seat: int, wager: str, stake: int, exact: Figures | None) -> Column:
    """Column number ``place`` of ``totals``, per ``stake``."""
    n = totals.rounds
    mean = totals.net[place] / (n * stake)
    sample = sample_error(totals, place, stake)
    error = error_of_mean(totals, place, stake, exact)
    known = None if exact is None or not exact.priced else float(exact.ev)
    z = None
    if known is not None and error == 0:
        z = 0.0 if math.isclose(mean, known, abs_tol=1e-12) else None
    elif known is not None and math.isfinite(error):
        z = (mean - known) / error
    return Column(
        seat=seat,
        wager=wager,
        stake=stake,
        n=n,
        mean=mean,
        sd=sample * math.sqrt(n),
        standard_error=error,
        sample_error=sample,
        hit_frequency=totals.hits[place] / n,
        average_action=totals.staked[place] / (n * stake),
        exact=known,
        exact_sd=None if exact is None or not exact.priced else exact.sd,
        exact_hit_frequency=None if exact is None else float(exact.hit_frequency),
        z=z,
        hit_z=None if exact is None else _hit_z(totals.hits[place], n, exact.hit_frequency),
    )


def _hit_z(hits: int, n: int, exact: Number) -> float | None:
    if not isinstance(exact, Fraction):
        return None
    if exact in (0, 1):
        return 0.0 if hits == exact * n else math.inf
    return (hits / n - float(exact)) / math.sqrt(exact * (1 - exact) / n)


def error_of_mean(totals: Block, place: int, stake: int, exact: Figures | None) -> float:
    """The standard error of the mean of column ``place`` per ``stake``: by the exact deviation, or else the sample."""
    if exact is None or not exact.priced:
        return sample_error(totals, place, stake)
    return exact.sd / math.sqrt(totals.rounds)


def sample_error(totals: Block, place: int, stake: int) -> float:
    """The sample's own standard error of the mean of column ``place`` per ``stake``; infinite for a single round."""
    n, net, squares = totals.rounds, totals.net[place], totals.squares[place]
    if n < 2:
        return math.inf
    # Integers until the last step: sums of squares are large, and the mean is small beside them.
    spread = n * squares - net * net
    return math.sqrt(spread / (n * n * (n - 1))) / stake
