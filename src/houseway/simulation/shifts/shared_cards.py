"""How the wagers of one round hang together through the cards that they share: their covariances.

A game that can count them says so (`CountsSeats`), and they are exact. The others are sampled: the game's compiled
rounds are played one by one with every seat taken, always the same ones, and each covariance comes with the standard
error of its mean over rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from houseway.maths.over_time.shift_wagers import AT_ONE_SEAT, BETWEEN_SEATS, Covariances, Pair, pair_of
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.strategy import Strategy
from houseway.simulation.placing import sets_of
from houseway.simulation.program import Program
from houseway.simulation.readable import ReadableRounds, program_at
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup
from houseway.table.wagers import Placed

SAMPLED_ROUNDS = 1 << 11
"""Rounds that are played for covariances that nobody counts."""

SEED = 16
"""Their seed: the same table has the same covariances, whenever it is asked for."""

Nets: TypeAlias = dict[str, npt.NDArray[np.float64]]
"""By wager: what a unit of it won, by round and seat; a seat without the wager has none."""


@runtime_checkable
class CountsSeats(Protocol):
    """What ``maths`` of a game offers where it can count how two seats hang together."""

    def seat_covariances(self, game: GameFolder, questions: Mapping[str, Question]) -> dict[Pair, Fraction]:
        """The covariance of what a unit wins at two seats, by their wagers: those among ``questions`` that it counts.

        Each wager has its question: the table, its pays and the strategy.
        """


def covariances(
    game: GameFolder, setup: Setup, questions: Mapping[str, Question], strategy: Strategy | None = None
) -> Covariances:
    """How the wagers of ``questions`` hang together at a table, all seats playing ``strategy`` or the best play."""
    maths = game.part("maths")
    counted = maths.seat_covariances(game, questions) if isinstance(maths, CountsSeats) else {}
    exact = {pair_of(*pair): float(value) for pair, value in counted.items()}
    found = sampled_covariances(game, setup, tuple(questions), strategy)
    errors = {pair: error for pair, error in found.errors.get(BETWEEN_SEATS, {}).items() if pair not in exact}
    return Covariances(
        {**found.between_seats, **exact},
        found.at_one_seat,
        {**found.errors, BETWEEN_SEATS: errors},
        _source(len(exact), bool(found.errors)),
    )


def sampled_covariances(
    game: GameFolder, setup: Setup, wagers: Sequence[str], strategy: Strategy | None = None
) -> Covariances:
    """The same for ``wagers`` from sampled rounds alone, each with its standard error.

    None where such a table is not simulated (an aggregate limit joins all seats), or only by its procedure.
    """
    nets = _nets(game, setup, wagers, strategy)
    if not nets:
        return Covariances(source=_source(0, False))
    between: dict[Pair, tuple[float, float]] = {}
    at_one: dict[Pair, tuple[float, float]] = {}
    for pair in combinations_with_replacement(sorted(nets), 2):
        one, other = (nets[wager] for wager in pair)
        if (found := _of_two_seats(one, other)) is not None:
            between[pair] = found
        if pair[0] != pair[1] and (found := _of_one_seat(one, other)) is not None:
            at_one[pair] = found
    return Covariances(
        {pair: value for pair, (value, _) in between.items()},
        {pair: value for pair, (value, _) in at_one.items()},
        {
            BETWEEN_SEATS: {pair: error for pair, (_, error) in between.items()},
            AT_ONE_SEAT: {pair: error for pair, (_, error) in at_one.items()},
        },
        _source(0, True),
    )


def _source(exact: int, sampled: bool) -> str:
    told = []
    if exact:
        told.append(f"counted exactly for {exact} pair{'s' * (exact != 1)} of wagers of two seats")
    if sampled:
        told.append(f"{'the others ' if exact else ''}sampled in {SAMPLED_ROUNDS:,} compiled rounds of seed {SEED}")
    return "; ".join(told) or "not known: seats are taken as independent"


# -- sampling


def _nets(game: GameFolder, setup: Setup, wagers: Sequence[str], strategy: Strategy | None) -> Nets:
    """What every wager won in each sampled round, per unit; none where the rounds cannot be played compiled."""
    together = [stakes for stakes, _ in sets_of(game, setup, wagers)[0]]
    if not together:
        return {}
    # Wagers that cannot lie together lie at seats in turn.
    stakes = {seat: together[(seat - 1) % len(together)] for seat in range(1, setup.edition.about.positions + 1)}
    try:
        program = program_at(game, setup, stakes, strategy, dict.fromkeys(setup.meters, 0))
    except BadQuestion:
        return {}
    return {} if isinstance(program, ReadableRounds) else _played(program, stakes)


def _played(program: Program, stakes: Placed) -> Nets:
    nets = np.array([program.run(SEED, number, 1).net for number in range(SAMPLED_ROUNDS)], dtype=np.float64)
    seats = {seat: place for place, seat in enumerate(sorted(stakes))}
    found: Nets = {}
    for column, (seat, wager) in enumerate(program.columns):
        table = found.setdefault(wager, np.full((SAMPLED_ROUNDS, len(seats)), np.nan))
        table[:, seats[seat]] = nets[:, column] / stakes[seat][wager]
    return {wager: table - np.nanmean(table) for wager, table in found.items()}


def _of_two_seats(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> tuple[float, float] | None:
    """The covariance of two wagers at different seats, and its standard error; nothing where no two seats had them."""
    has = ~np.isnan(one[0])[:, None] & ~np.isnan(other[0])[None, :]
    pairs = int(has.sum() - np.trace(has))
    if not pairs:
        return None
    products = np.nansum(one, axis=1) * np.nansum(other, axis=1) - np.nansum(one * other, axis=1)
    return _mean(products / pairs)


def _of_one_seat(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> tuple[float, float] | None:
    products = one * other
    return _mean(np.nanmean(products, axis=1)) if not np.isnan(products[0]).all() else None


def _mean(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
