"""A bet set: what the wagers of one seat win together, and what a table of such seats should win.

The mean and the spread of each wager are its exact figures. How two wagers hang together is counted where the game can
count it (`houseway.maths.bet_sets.joint_results`), and otherwise sampled in compiled rounds, always the same ones; each
pair says which. How often the whole set wins is exact where everything is counted together, else sampled too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, TypedDict

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.errors import Refused
from houseway.maths.bet_sets.joint_results import JointResults, best_together, exact_covariances, joint_results
from houseway.maths.over_time import shift_wagers
from houseway.maths.over_time.bands import LEVEL, Band
from houseway.maths.over_time.round_results import RoundResults, results_of
from houseway.maths.over_time.shift_wagers import AT_ONE_SEAT, Covariances, pair_of
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy
from houseway.maths.terms import IN_CENTS, check_meters, check_seats
from houseway.simulation.exact import figures_at, question_at
from houseway.simulation.program import KnowsFigures, Program
from houseway.simulation.readable import ReadableRounds, program_at
from houseway.simulation.shifts.shared_cards import SEED, covariances
from houseway.simulation.shifts.shift_figures import MOST_ROUNDS
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup
from houseway.table.wagers import accept_wagers

SAMPLED_ROUNDS = 1 << 13
"""Rounds that are played for what nobody counts."""

Nets = dict[str, npt.NDArray[np.float64]]


class SetAsked(TypedDict, total=False):
    """What may be asked of a bet set beside its table and its stakes: see `bet_set`."""

    strategy: Strategy | None
    meters: Mapping[str, int] | None
    seats: int
    rounds: int | None
    level: float


class SetWager(msgspec.Struct, frozen=True):
    """One wager of the set: cents staked before the deal, its figures per unit, and what it is worth in cents."""

    wager: str
    stake: int
    figures: Figures

    @property
    def mean(self) -> float:
        """What the player wins on the average, in cents."""
        return self.stake * float(self.figures.ev)


class PairTogether(msgspec.Struct, frozen=True):
    """Two wagers of the set: the covariance of what a unit wins on each, and their correlation.

    ``error`` is the standard error of the covariance where it was sampled, nothing where it was counted.
    """

    one: str
    other: str
    covariance: float
    correlation: float
    error: float | None


class TableWin(msgspec.Struct, frozen=True):
    """What a table of such seats should win in a number of rounds, in cents, every meter being empty."""

    seats: int
    rounds: int
    wagered: int
    expected: float
    sd: float
    band: Band
    source: str


class BetSet(msgspec.Struct, frozen=True):
    """What the wagers of one seat win together. Amounts are cents, and the player's.

    ``hit_error`` and ``sd_error`` are standard errors where something was sampled. ``results`` has every net and how
    likely it is where all wagers were counted together, and is empty elsewhere. ``amounts`` are those on meters.
    """

    wagers: tuple[SetWager, ...]
    pairs: tuple[PairTogether, ...]
    play: str
    sd: float
    sd_error: float | None
    hit_frequency: float
    hit_error: float | None
    amounts: dict[str, int]
    results: dict[Fraction, Fraction] = {}
    table: TableWin | None = None

    @property
    def staked(self) -> int:
        """What is staked before the deal."""
        return sum(each.stake for each in self.wagers)

    @property
    def mean(self) -> float:
        """What the player wins on the average."""
        return sum(each.mean for each in self.wagers)

    @property
    def returned(self) -> float:
        """The return of the set: what comes back for one staked before the deal."""
        return 1 + self.mean / self.staked

    @property
    def exact(self) -> bool:
        """Whether nothing was sampled."""
        return self.hit_error is None

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, as ``houseway together --json`` prints it."""
        return {
            "staked": self.staked,
            "mean": self.mean,
            "house_edge": 1 - self.returned,
            "return": self.returned,
            "sd": self.sd,
            "sd_error": self.sd_error,
            "hit_frequency": self.hit_frequency,
            "hit_error": self.hit_error,
            "exact": self.exact,
            "play": self.play,
            "amounts": self.amounts,
            "wagers": [
                {
                    "wager": each.wager,
                    "paytable": each.figures.paytable,
                    "stake": each.stake,
                    "ev": float(each.figures.ev),
                    "sd": each.figures.sd,
                    "mean": each.mean,
                }
                for each in self.wagers
            ],
            "pairs": [msgspec.to_builtins(each) for each in self.pairs],
            "results": [[float(net), float(chance)] for net, chance in self.results.items()],
            "table": None if self.table is None else msgspec.to_builtins(self.table),
        }


def bet_set(
    game: GameFolder,
    setup: Setup,
    stakes: Mapping[str, int],
    *,
    strategy: Strategy | None = None,
    meters: Mapping[str, int] | None = None,
    seats: int = 1,
    rounds: int | None = None,
    level: float = LEVEL,
) -> BetSet:
    """The wagers of one seat together (cents by wager), played best for all of them, or by ``strategy``.

    Amounts on meters that are not given are those of an ordinary house. With ``rounds``, what a table with ``seats``
    such seats should win, and the band of ``level`` around it.
    """
    if game.part("maths") is None:
        raise BadQuestion(f"{game.slug} has no analysis", remedy="simulate it, or add a package maths to its folder")
    placed = accept_wagers(setup, stakes)
    if not placed:
        raise BadQuestion("nobody bets", remedy="place a wager")
    given = check_meters(meters or {}, sorted(setup.meters), ask="a wager with a jackpot", remedy=IN_CENTS)
    seat = _Seat(game, setup, placed, strategy, given)
    found = seat.together()
    if rounds is None:
        return found
    return msgspec.structs.replace(found, table=seat.table_win(seats, rounds, level))


class _Seat:
    """The wagers of one seat at a table, with a play that serves them all."""

    def __init__(
        self,
        game: GameFolder,
        setup: Setup,
        stakes: Mapping[str, int],
        strategy: Strategy | None,
        meters: Mapping[str, int],
    ) -> None:
        self.game, self.setup, self.stakes = game, setup, dict(stakes)
        known = {**game.house.get("meters", {}), **meters}
        self.amounts = {name: int(known.get(name, 0)) for name in setup.meters if name.partition("/")[0] in self.stakes}
        self.play = "the strategy given" if strategy is not None else "the best play of each wager"
        if strategy is None:
            strategy = best_together(game, self._questions(None, self.amounts), self.stakes)
            if strategy is not None:
                self.play = "the best play for all wagers together"
        self.strategy = strategy
        self._unplayed = "such a table has no compiled rounds to sample"

    def _questions(self, strategy: Strategy | None, amounts: Mapping[str, int]) -> dict[str, Question]:
        return {
            wager: question_at(self.game, self.setup, wager, strategy, amounts, stake)
            for wager, stake in self.stakes.items()
        }

    def program(self, amounts: Mapping[str, int]) -> Program | None:
        """The compiled rounds of this seat alone; none where they cannot be played so."""
        all_meters = {name: amounts.get(name, 0) for name in self.setup.meters}
        try:
            return program_at(self.game, self.setup, {1: self.stakes}, self.strategy, all_meters)
        except (BadQuestion, Refused) as error:
            self._unplayed = error.message
            return None

    def figures(self, amounts: Mapping[str, int]) -> dict[str, Figures]:
        """The exact figures of each wager beside the others."""
        program = self.program(amounts)
        if isinstance(program, KnowsFigures):
            return {wager: figures for (_, wager), figures in program.exact().items()}
        found = {
            wager: figures_at(self.game, self.setup, wager, self.strategy, amounts, stake)
            for wager, stake in self.stakes.items()
        }
        for wager, entries in found.items():
            if not entries:
                raise BadQuestion(f"{wager} has no figures of its own", remedy="name a wager placed before the deal")
        return {wager: entries[0] for wager, entries in found.items()}

    def together(self) -> BetSet:
        """The set with the amounts on its meters."""
        figures, joint, nets, pairs = self._counted(self.amounts)
        variance = sum(stake**2 * float(figures[wager].variance) for wager, stake in self.stakes.items())
        variance += sum(2 * self.stakes[each.one] * self.stakes[each.other] * each.covariance for each in pairs)
        errors = [2 * self.stakes[each.one] * self.stakes[each.other] * (each.error or 0.0) for each in pairs]
        sd = math.sqrt(max(variance, 0.0))
        results = {} if joint is None else joint.results(self.stakes)
        if joint is not None:
            hits, hit_error = float(sum(chance for net, chance in results.items() if net > 0)), None
        else:
            hits, hit_error = self._hits(figures, nets)
        sampled = any(each.error is not None for each in pairs)
        return BetSet(
            wagers=tuple(SetWager(wager, stake, figures[wager]) for wager, stake in self.stakes.items()),
            pairs=tuple(pairs),
            play=self.play,
            sd=sd,
            sd_error=math.hypot(*errors) / (2 * sd) if sampled and sd else None,
            hit_frequency=hits,
            hit_error=hit_error,
            amounts=self.amounts,
            results=results,
        )

    def _counted(
        self, amounts: Mapping[str, int]
    ) -> tuple[dict[str, Figures], JointResults | None, Nets, list[PairTogether]]:
        """The figures of each wager, all counted together or else as sampled, and every two of them."""
        figures, questions = self.figures(amounts), self._questions(self.strategy, amounts)
        joint = joint_results(self.game, questions, self.stakes)
        nets = {} if joint is not None else _played(self.program(amounts), self.stakes)
        exact = {} if joint is not None else exact_covariances(self.game, questions, self.stakes)
        counted = {pair_of(*pair): float(value) for pair, value in exact.items()}
        found = []
        for one, other in combinations(self.stakes, 2):
            error: float | None = None
            if joint is not None:
                value = float(joint.covariance(one, other))
            elif pair_of(one, other) in counted:
                value = counted[pair_of(one, other)]
            else:
                self._need(nets)
                value, error = _sampled(nets, one, other)
            spread = figures[one].sd * figures[other].sd
            found.append(PairTogether(one, other, value, value / spread if spread else 0.0, error))
        return figures, joint, nets, found

    def _hits(self, figures: Mapping[str, Figures], nets: Nets) -> tuple[float, float | None]:
        """How often the set ends above nothing: of one wager exactly, of several as sampled."""
        if len(self.stakes) == 1:
            return float(figures[next(iter(self.stakes))].hit_frequency), None
        self._need(nets)
        won = np.sum([self.stakes[wager] * values for wager, values in nets.items()], axis=0) > 0
        return float(np.mean(won)), float(np.std(won, ddof=1) / math.sqrt(SAMPLED_ROUNDS))

    def _need(self, nets: Nets) -> None:
        if not nets:
            raise BadQuestion(
                f"nobody counts these wagers together, and rounds of them cannot be sampled: {self._unplayed}",
                remedy="ask about fewer wagers, or a table whose rounds can be simulated",
            )

    def table_win(self, seats: int, rounds: int, level: float) -> TableWin:
        """What the house should win from ``seats`` such seats, prizes of meters being paid from their own money."""
        check_seats(self.setup.edition, seats, "seat fewer")
        if not 1 <= rounds <= MOST_ROUNDS:
            raise BadQuestion(
                f"a table cannot play {rounds} rounds", remedy=f"give a whole number from 1 to {MOST_ROUNDS:,}"
            )
        empty = dict.fromkeys(self.amounts, 0)
        questions = self._questions(self.strategy, empty)
        figures, _, _, pairs = self._counted(empty)
        at_one = {pair_of(each.one, each.other): each.covariance for each in pairs}
        errors: dict[shift_wagers.Pair, float] = {
            pair_of(each.one, each.other): each.error for each in pairs if each.error is not None
        }
        between = Covariances() if seats == 1 else covariances(self.game, self.setup, questions, self.strategy)
        known = Covariances(between.between_seats, at_one, {**between.errors, AT_ONE_SEAT: errors}, between.source)

        def results(bet: shift_wagers.Bet, stake: int) -> RoundResults:
            return results_of(figures[bet[0]], stake)

        shift = shift_wagers.alike(rounds, self.stakes, seats)
        won = shift_wagers.distribution(shift_wagers.Piece(shift, results, known))
        return TableWin(
            seats=seats,
            rounds=rounds,
            wagered=shift.wagered,
            expected=won.mean,
            sd=won.sd,
            band=won.band(level),
            source=_source(pairs, seats, between),
        )


def _source(pairs: list[PairTogether], seats: int, between: Covariances) -> str:
    sampled = sum(each.error is not None for each in pairs)
    told = []
    if pairs:
        of = f"{len(pairs)} pair{'s' * (len(pairs) > 1)} of wagers at one seat"
        told.append(f"{of} counted exactly" if not sampled else f"{sampled} of {of} sampled, the others counted")
    if seats > 1:
        told.append(f"seats: {between.source}")
    return "; ".join(told)


# -- sampling


def _played(program: Program | None, stakes: Mapping[str, int]) -> Nets:
    """What a unit of every wager won in each sampled round; none where the rounds cannot be played compiled."""
    if program is None or isinstance(program, ReadableRounds):
        return {}
    won = np.array([program.run(SEED, number, 1).net for number in range(SAMPLED_ROUNDS)], dtype=np.float64)
    return {wager: won[:, column] / stakes[wager] for column, (_, wager) in enumerate(program.columns)}


def _sampled(nets: Nets, one: str, other: str) -> tuple[float, float]:
    products = (nets[one] - nets[one].mean()) * (nets[other] - nets[other].mean())
    return float(products.mean()), float(products.std(ddof=1) / math.sqrt(len(products)))
