"""When counting must stop or may not begin, and how it stops: a jackpot that stops takes its tables with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from houseway.compliance.profile import Settings
from houseway.floor.bookkeeping.days import DAY, LATEST, dues
from houseway.floor.context import Context, moment
from houseway.floor.floor_errors import DepositOverdue, WrongState
from houseway.floor.kinds.of_jackpot import JackpotResumed, JackpotStopped
from houseway.floor.states import JackpotState, PropertyState, TableState, jackpot_stream, table_stream
from houseway.jackpots.funds import displayed_cents
from houseway.jackpots.jackpot_accounts import account, balances_of
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.journal import Draft
from houseway.rulebook.money import dollars

DEPOSIT_DAYS = "deposit-days"
SEED_IN_BANK = "seed-in-bank"


class Overdue(msgspec.Struct, frozen=True):
    """A deposit that is overdue: ``cents`` of it, the oldest of them due since the moment ``since``, by ``rule``."""

    jackpot: str
    cents: int
    since: int
    days: int
    rule: str
    title: str

    def words(self, zone: str) -> str:
        """What is overdue and since when, for the office and the floor."""
        return (
            f"{dollars(self.cents)} of {self.title} has been due at the bank since "
            f"{moment(self.since, zone)}, more than {self.days} {'day' if self.days == 1 else 'days'}"
        )

    def refusal(self, zone: str, what: str, remedy: str) -> DepositOverdue:
        """The refusal of what must wait for the deposit."""
        return DepositOverdue(f"{self.words(zone)}: {what}", clause=self.rule, remedy=remedy)


def first_overdue(
    property: PropertyState,
    settings: Settings,
    jackpot: JackpotState,
    tables: Iterable[TableState],
    accounts: Mapping[str, int],
    at: int,
) -> Overdue | None:
    """What is overdue at the bank at the moment ``at``, or nothing (WAC 230-15-455).

    A house that closes no days is held to it like one that does. ``tables`` are all of the property, and are looked at
    only where something may be late.
    """
    days = settings[DEPOSIT_DAYS]
    if days is None:
        return None
    oldest = property.oldest.get(jackpot.id, 0)
    if at - oldest <= days * DAY:
        return None
    due = dues(jackpot, tables, accounts.get(account(jackpot.id, "", "due"), 0), oldest)
    late = [(since, amount) for since, amount in due if at - since > days * DAY]
    cents = sum(amount for _, amount in late) // MICROS
    return Overdue(jackpot.id, cents, late[0][0], days, settings.cite(DEPOSIT_DAYS), jackpot.title) if cents else None


def overdue(ctx: Context, jackpot: str) -> Overdue | None:
    """What of a progressive is overdue at the bank now, or nothing."""
    if not may_be_overdue(ctx, (jackpot,)):
        return None
    tables = [ctx.tx.state(stream) for stream in all_tables(ctx.property)]
    state = ctx.jackpot(jackpot)
    return first_overdue(ctx.property, ctx.settings, state, tables, ctx.accounts(jackpot), ctx.at)


def may_be_overdue(ctx: Context, jackpots: Iterable[str]) -> bool:
    """Whether, by what the property knows, something of these progressives may be overdue at the bank.

    Asked at every press: as long as nothing can be late, no other stream is looked at.
    """
    days = ctx.settings[DEPOSIT_DAYS]
    if days is None:
        return False
    oldest = ctx.property.oldest
    late: bool = min([oldest.get(jackpot, 0) for jackpot in jackpots], default=LATEST) < ctx.at - days * DAY
    return late


def check_seed(ctx: Context, state: JackpotState, table: str) -> None:
    """Refuse to open a table while the account holds less than the seeds displayed, where the profile wants them there.

    What wagers have added since is deposited within its days.
    """
    jackpot = state.jackpot
    if jackpot is None or not jackpot.meters or not ctx.settings[SEED_IN_BANK]:
        return
    accounts = ctx.accounts(jackpot.id)
    seeds = sum(
        min(meter.seed, displayed_cents(meter, balances_of(jackpot, meter, accounts))) for meter in jackpot.meters
    )
    bank = accounts.get(account(jackpot.id, "", "bank"), 0) // MICROS
    if bank < seeds:
        raise WrongState(
            f"{jackpot.title} displays seeds of {dollars(seeds)}, and its account holds {dollars(bank)}",
            clause=ctx.settings.cite(SEED_IN_BANK),
            remedy=f"Record the deposit of {dollars(seeds - bank)}, then open table {table}.",
        )


def all_tables(property: PropertyState) -> list[str]:
    """The streams of the tables that may have brought something since the last close, those taken away too."""
    gone = [stream for stream in property.gone if stream.startswith("table/")]
    return list(dict.fromkeys([*map(table_stream, property.tables), *gone]))


def stop_drafts(ctx: Context, jackpot: str, reason: str, short: int | UnsetType = UNSET) -> list[Draft]:
    """The entries that stop a jackpot at every table that counts for it; ``short`` micros are missing, if it says."""
    tables = [table_stream(id) for id in ctx.property.tables_of(jackpot)]
    at_table = JackpotStopped(jackpot=jackpot, reason=reason, with_=[jackpot_stream(jackpot)])
    own = JackpotStopped(jackpot=jackpot, reason=reason, short=short, with_=tables)
    return [*(ctx.draft(table, at_table) for table in tables), ctx.draft(jackpot_stream(jackpot), own)]


def resume_drafts(ctx: Context, jackpot: str, reason: str) -> list[Draft]:
    """The entries that let a jackpot go on."""
    tables = [table_stream(id) for id in ctx.property.tables_of(jackpot)]
    at_table = JackpotResumed(jackpot=jackpot, reason=reason, with_=[jackpot_stream(jackpot)])
    own = JackpotResumed(jackpot=jackpot, reason=reason, with_=tables)
    return [*(ctx.draft(table, at_table) for table in tables), ctx.draft(jackpot_stream(jackpot), own)]
