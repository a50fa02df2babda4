"""What wagers ask of a bankroll, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.reports.document import Head, Table
from houseway.reports.game_names import GameNames
from houseway.simulation.shifts.bankroll_figures import BankrollFigures


def bankroll_table(figures: Sequence[BankrollFigures], names: GameNames, rounds: int, risk: float) -> Table:
    """A row for each wager."""
    heads = Head.row(
        "Wager | Stake: cents | House edge: percent | N0: count | Ruin: percent | Player needs: cents | "
        "House needs: cents | Ever: cents"
    )
    rows = tuple(
        (
            names.wager(item.wager),
            item.stake,
            item.edge,
            round(item.rounds_to_show) if item.edge else None,
            item.ruin.high,
            item.player_needs,
            item.house_needs,
            item.house_needs_ever,
        )
        for item in figures
    )
    note = (
        "Each wager by itself, round after round, before prizes from meters. N0: after so many rounds the mean win of "
        "the house is one standard deviation. Ruin: the chance that a player who comes with the bankroll cannot place "
        f"the wager any more within {rounds:,} rounds. Needs: the bankroll with which this, or a house that cannot "
        f"pay, has a chance of {100 * risk:g} % at most in {rounds:,} rounds; for the house ever too, where it wins "
        "on the average."
    )
    return Table(heads, rows, note=note)
