"""Spots of progressives whose deposit is overdue: they take no wager, and the other wagers play on (BJS-9)."""

from __future__ import annotations

from typing import Any

from houseway.floor.bookkeeping.stops import overdue
from houseway.floor.context import Context
from houseway.floor.floor_errors import DepositOverdue
from houseway.floor.states import TableState
from houseway.rulebook.steps import PlaceWagers
from houseway.table.round import Round

REOPENS = "Record the deposit to reopen it."


def check_spot(ctx: Context, table: str, wager: str, jackpot: str) -> None:
    """Refuse a wager on a progressive whose deposit is overdue."""
    late = overdue(ctx, jackpot)
    if late is not None:
        raise late.refusal(
            ctx.property.zone,
            f"the {wager} spot of table {table} is closed",
            f"{REOPENS} Until then take the chips off that spot; the other wagers play on.",
        )


def open_spots(ctx: Context, state: TableState, round_: Round, answer: Any) -> tuple[Any, dict[str, DepositOverdue]]:
    """An answer without the wagers on spots that are closed, and by wager why each is.

    What is refused does not take the rest with it: the other wagers of the seat stand.
    """
    assert state.table is not None
    closed: dict[str, DepositOverdue] = {}
    if isinstance(round_.step, PlaceWagers) and isinstance(answer, dict):
        for wager, id in state.table.jackpots.items():
            if answer.get(wager) and state.jackpots[id].scheme == "progressive":
                try:
                    check_spot(ctx, state.id, wager, id)
                except DepositOverdue as refusal:
                    closed[wager] = refusal
    if not closed:
        return answer, closed
    return {wager: laid for wager, laid in answer.items() if wager not in closed}, closed


def check_added(ctx: Context, state: TableState, round_: Round, was: Any, now: Any) -> None:
    """Refuse a correction that adds a wager on a spot that is closed; what was laid before stands."""
    if isinstance(was, dict) and isinstance(now, dict):
        _, closed = open_spots(ctx, state, round_, {wager: now[wager] for wager in now if not was.get(wager)})
        for refusal in closed.values():
            raise refusal
