"""What one wager asks of a bankroll, the player's and the house's: ruin, the bankroll for a risk, the best stake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.maths.over_time import ruin
from houseway.maths.over_time.ruin import Chance
from houseway.maths.question_errors import BadQuestion
from houseway.simulation.shifts.expected_shifts import ExpectedShifts

ROUNDS = 500
"""Rounds that a bankroll must last, unless another number is asked for."""

RISK = 0.01
"""The risk that a bankroll is asked for, unless another is."""


class BankrollFigures(msgspec.Struct, frozen=True):
    """One wager of ``stake`` cents, round after round. Amounts are cents.

    ``edge`` is what the house wins of a stake, ``sd`` the spread of a round in stakes. ``rounds_to_show`` is N0: after
    so many the house's mean win is one standard deviation. ``ruin`` is the player's chance to be left with less than a
    stake in the course of the rounds, with the bankroll asked about; ``player_needs`` the bankroll with which it is at
    most the risk. ``house_needs`` does that for the house and these rounds, ``house_needs_ever`` for ever: nothing
    where the house does not win in the mean. ``best_stake`` is the share of a bankroll that is best staked, 0 where the
    player loses in the mean.
    """

    wager: str
    stake: int
    edge: float
    sd: float
    rounds_to_show: float
    bankroll: int
    ruin: Chance
    player_needs: int
    house_needs: int
    house_needs_ever: int | None
    best_stake: float

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain data, as ``houseway bankroll --json`` prints them."""
        return {**msgspec.to_builtins(self), "ruin": self.ruin._asdict()}


def bankroll_figures(
    expected: ExpectedShifts,
    wagers: Mapping[str, int],
    *,
    bankroll: int | None = None,
    rounds: int = ROUNDS,
    risk: float = RISK,
) -> list[BankrollFigures]:
    """Each of ``wagers`` by itself, at its cents a round; ``bankroll`` is 50 stakes if left out."""
    return [_figures(expected, wager, stake, bankroll, rounds, risk) for wager, stake in wagers.items()]


def _figures(
    expected: ExpectedShifts, wager: str, stake: int, bankroll: int | None, rounds: int, risk: float
) -> BankrollFigures:
    if stake < 1:
        raise BadQuestion(f"nothing is wagered on {wager}", remedy="give an amount above nothing")
    house = expected.results((wager, (wager,)), stake)
    player = ruin.other_side(house)
    has = 50 * stake if bankroll is None else bankroll
    return BankrollFigures(
        wager=wager,
        stake=stake,
        edge=float(house.mean) / stake,
        sd=float(house.variance) ** 0.5 / stake,
        rounds_to_show=ruin.rounds_to_show(house),
        bankroll=has,
        ruin=ruin.ruin_within(player, has, rounds, least=stake),
        player_needs=ruin.bankroll_for(player, risk, rounds, least=stake),
        house_needs=ruin.bankroll_for(house, risk, rounds),
        house_needs_ever=ruin.bankroll_for(house, risk) if house.mean > 0 else None,
        best_stake=ruin.best_stake(player, stake),
    )
