"""When counting must stop, and how it does: a jackpot that stops takes its tables with it."""

from __future__ import annotations

from houseway.floor.context import Context
from houseway.floor.states import JackpotState, jackpot_stream, table_stream
from houseway.jackpots.accounts import account
from houseway.jackpots.configuration import MICROS
from houseway.journal import Draft

DAY = 86_400_000_000


def overdue(ctx: Context, jackpot: JackpotState) -> str | None:
    """What is overdue at the bank, in words, or nothing (WAC 230-15-455).

    What the cage has paid for the account since the last close is no longer due, the oldest first.
    """
    days = ctx.settings["deposit-days"]
    if days is None or not jackpot.dues:
        return None
    late = sum(amount for since, amount in jackpot.dues if ctx.at - since > days * DAY)
    known = sum(amount for _, amount in jackpot.dues)
    due = ctx.accounts(jackpot.id).get(account(jackpot.id, "", "due"), 0)
    if late - max(0, known - due) < MICROS:
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
