"""When counting must stop, and how it does: a jackpot that stops takes its tables with it."""

from __future__ import annotations

from houseway.floor.context import Context
from houseway.floor.days import dues
from houseway.floor.states import JackpotState, jackpot_stream, table_stream
from houseway.jackpots.configuration import MICROS
from houseway.journal import Draft

DAY = 86_400_000_000


def overdue(ctx: Context, jackpot: JackpotState) -> str | None:
    """What is overdue at the bank, in words, or nothing (WAC 230-15-455).

    A house that closes no days is held to it like one that does.
    """
    days = ctx.settings["deposit-days"]
    if days is None:
        return None
    due = dues(ctx.property, jackpot, ctx.accounts(jackpot.id), ctx.at)
    if sum(amount for since, amount in due if ctx.at - since > days * DAY) < MICROS:
        return None
    return f"money of jackpot {jackpot.id} has been due at the bank for more than {days} days"


def stop_drafts(ctx: Context, jackpot: str, reason: str, **more: object) -> list[Draft]:
    """The entries that stop a jackpot at every table that counts for it."""
    tables = ctx.property.tables_of(jackpot)
    body = {"jackpot": jackpot, "reason": reason}
    drafts = [
        ctx.draft(table_stream(id), "jackpot-stopped", {**body, "with": [jackpot_stream(jackpot)]}) for id in tables
    ]
    together = {**body, **more, "with": [table_stream(id) for id in tables]}
    return [*drafts, ctx.draft(jackpot_stream(jackpot), "jackpot-stopped", together)]


def resume_drafts(ctx: Context, jackpot: str, reason: str) -> list[Draft]:
    """The entries that let a jackpot go on."""
    tables = ctx.property.tables_of(jackpot)
    body = {"jackpot": jackpot, "reason": reason}
    drafts = [
        ctx.draft(table_stream(id), "jackpot-resumed", {**body, "with": [jackpot_stream(jackpot)]}) for id in tables
    ]
    return [
        *drafts,
        ctx.draft(jackpot_stream(jackpot), "jackpot-resumed", {**body, "with": [table_stream(id) for id in tables]}),
    ]
