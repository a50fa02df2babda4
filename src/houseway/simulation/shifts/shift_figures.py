"""A shift in figures, wager by wager: what the house should win, between what it lies, which overpayment is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from houseway.maths.over_time.bands import LEVEL, SEEN, Band
from houseway.maths.over_time.shift_wagers import Shift, alike
from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import check_seats
from houseway.simulation.placing import sets_of
from houseway.simulation.shifts.expected_shifts import ExpectedShifts

ROUNDS = 2_000
"""Rounds of a shift, unless another number is asked for."""

MOST_ROUNDS = 10**8
"""Rounds of a shift at most."""

SHARES = (0.0001, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 0.9999)
"""Of how many shifts it is told which amount they end at or below."""


class ShiftFigures(msgspec.Struct, frozen=True):
    """Some rounds with the same wagers at every seat that plays. Amounts are cents, and the house's.

    ``wagers`` are those counted, ``stake`` what one seat wagers on them before the deal in a round. ``overpayment`` is
    the least amount that, paid too much over the whole shift, puts `SEEN` of all shifts below their band. ``loses`` is
    how likely the house ends below nothing, ``quantiles`` has the amounts at or below which the shares in `SHARES` of
    all shifts end. ``won`` is a result that was asked about, ``unlikely`` how often one comes at least as far out on
    either side. No probability of a wager by itself at one seat is off by more than ``error``; what several wagers or
    seats share is added as a variance, which is near for many rounds and rough for a few.
    """

    wagers: tuple[str, ...]
    stake: int
    wagered: int
    expected: float
    sd: float
    band: Band
    overpayment: int
    error: float
    loses: float = 0.0
    quantiles: tuple[tuple[float, int], ...] = ()
    won: int | None = None
    unlikely: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, as ``houseway shift --json`` prints them."""
        return {**msgspec.to_builtins(self), "seen": SEEN, "overpaid_share": self.overpayment / self.wagered}


def shift_figures(
    expected: ExpectedShifts,
    *,
    rounds: int = ROUNDS,
    seats: int = 1,
    wagers: Mapping[str, int] | None = None,
    level: float = LEVEL,
    won: int | None = None,
) -> list[ShiftFigures]:
    """A shift of ``rounds`` rounds in which ``seats`` seats play alike: each wager by itself, then all together.

    ``wagers`` are the cents that a seat places; left out, every wager of the table at its usual amount. Wagers that
    cannot lie together are then in shifts of their own, and nothing is told of all together. ``won`` is a result, in
    cents, of all wagers together, or of the only one: how unlikely it is is told of that.
    """
    _check(expected, rounds, seats)
    if wagers is not None:
        together = [(dict(wagers), tuple(wagers))]
    else:
        together, _ = sets_of(expected.game, expected.setup, expected.wagers)
    found = []
    for stakes, told in together:
        shift = alike(rounds, stakes, seats)
        found += [_figures(expected, shift.only([wager]), stakes, (wager,), level) for wager in told]
        if len(together) == 1 and len(told) > 1:
            found.append(_figures(expected, shift, stakes, tuple(told), level))
    if won is not None:
        if len(together) > 1:
            raise BadQuestion(
                "these wagers cannot lie together, and a result is of all of them",
                remedy="name the wagers that were played, with --wager",
            )
        stakes, told = together[0]
        found[-1] = _figures(expected, alike(rounds, stakes, seats), stakes, tuple(told), level, won)
    return found


def _figures(
    expected: ExpectedShifts,
    shift: Shift,
    stakes: Mapping[str, int],
    wagers: Sequence[str],
    level: float,
    won: int | None = None,
) -> ShiftFigures:
    result = expected.result(shift)
    return ShiftFigures(
        wagers=tuple(wagers),
        stake=sum(stakes[wager] for wager in wagers),
        wagered=shift.wagered,
        expected=result.mean,
        sd=result.sd,
        band=result.band(level),
        overpayment=result.smallest_overpayment(level),
        error=result.error,
        loses=result.at_most(-1),
        quantiles=tuple((share, result.quantile(share)) for share in SHARES),
        won=won,
        unlikely=None if won is None else result.unlikely(won),
    )


def _check(expected: ExpectedShifts, rounds: int, seats: int) -> None:
    check_seats(expected.setup.edition, seats, "seat fewer")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadQuestion(
            f"a shift cannot have {rounds} rounds", remedy=f"give a whole number from 1 to {MOST_ROUNDS:,}"
        )
