"""The money of a progressive: its displayed amount set right, seed and undisplayed prizes taken from its funds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from houseway.floor.bookkeeping.ledger_lines import together
from houseway.floor.bookkeeping.standing_jackpots import counting, used
from houseway.floor.command_streams import its_jackpot, its_jackpot_and_the_property
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import AMOUNT, DOCUMENT, JACKPOT, METER_ROW, Field, Form, slugs, words
from houseway.floor.kinds import of_jackpot
from houseway.floor.permission.controls import BOOKS, DECREASE, MONEY, Paper, by
from houseway.floor.states import JackpotState, jackpot_stream
from houseway.jackpots import funds
from houseway.jackpots.funds import Decrease
from houseway.jackpots.jackpot_accounts import Lines, applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.jackpot_errors import AdjustmentRefused
from houseway.rulebook.money import dollars

__all__ = ["AdjustMeter", "BookUndisplayed", "RecoverSeed"]


class AdjustMeter(Command, frozen=True, kw_only=True):
    """A displayed amount set right, for one of the reasons there are. Two people.

    ``malfunction`` is the open malfunction through which the amount was displayed wrongly.
    """

    jackpot: str
    row: str = ""
    to: int
    reason: str
    document: str
    malfunction: str = ""


class MeterAdjusted(Shape, frozen=True):
    """What was displayed before and after, in cents; ``seed`` of the house and ``kept`` for the players, in micros."""

    row: str
    before: Cents
    after: Cents
    reason: str
    clause: str
    document: str
    malfunction: str
    seed: int
    kept: int


# An adjustment names a malfunction, which nobody may close meanwhile.
@words(
    lambda given, reply: f"{given.jackpot} shows {dollars(reply.after)}, before {dollars(reply.before)}.",
    Form(
        "Set the amount right",
        "Adjust",
        (
            *JACKPOT,
            METER_ROW,
            Field("to", "Shall show", "money", option="DOLLARS"),
            Field("reason", "Reason", "choice", choices=slugs(Decrease.MALFUNCTION.value, Decrease.MAXIMUM.value)),
            Field(
                "malfunction",
                "Malfunction",
                "choice",
                needed=False,
                hint="The open malfunction that made the display wrong.",
            ),
            DOCUMENT,
        ),
        terminal="jackpot adjust",
    ),
)
@decides(
    by(*MONEY, people="two", paper=Paper("document", once=True), apart=("report",), sealed=True, clause=DECREASE),
    its_jackpot_and_the_property,
    MeterAdjusted,
)
def adjust_meter(ctx: Context, command: AdjustMeter) -> Decision:
    """A displayed amount set right: only for a malfunction, or back to the preset maximum (WAC 230-15-695)."""
    _, jackpot = counting(ctx, command.jackpot)
    meter = _meter(jackpot, command.row)
    accounts = ctx.accounts(jackpot.id)
    balances = balances_of(jackpot, meter, accounts)
    before = funds.displayed_cents(meter, balances)
    try:
        reason = funds.Decrease(command.reason)
    except ValueError:
        raise AdjustmentRefused(
            f"{command.reason!r} is no reason to change a displayed amount",
            clause="WAC 230-15-695",
            remedy=f"reasons: {', '.join(known.value for known in funds.Decrease)}",
        ) from None
    lines = (
        funds.back_to_cap(jackpot, meter, balances)
        if reason is funds.Decrease.MAXIMUM
        else funds.adjust(jackpot, meter, balances, command.to, reason)
    )
    left = balances_of(jackpot, meter, applied(accounts, lines))
    after = funds.displayed_cents(meter, left)
    if reason is funds.Decrease.MAXIMUM and after != command.to:
        raise AdjustmentRefused(
            f"the maximum brings the display to {dollars(after)}, not {dollars(command.to)}",
            clause=reason.clause,
            remedy=f"adjust to {dollars(after)}",
        )
    body = of_jackpot.MeterAdjusted(
        row=command.row,
        before=before,
        after=after,
        reason=command.reason,
        clause=reason.clause,
        document=command.document,
        malfunction=command.malfunction,
        seed=left["recovered"] - balances["recovered"],
        kept=left["reserve"] - balances["reserve"],
    )
    if reason is funds.Decrease.MALFUNCTION:
        _check_open(ctx, jackpot, command.malfunction)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], reply_of(MeterAdjusted, body))


def _check_open(ctx: Context, jackpot: Jackpot, id: str) -> None:
    """Refuse unless the malfunction is on the register, open, and of a table of this jackpot."""
    clause = funds.Decrease.MALFUNCTION.clause
    found = ctx.property.malfunctions.get(id)
    if found is None or found.mended is not None:
        was = "names no malfunction" if not id else f"names {id}, which is not open on the register"
        raise AdjustmentRefused(
            f"the correction of {jackpot.title} {was}",
            clause=clause,
            remedy="report the malfunction first, and name it",
        )
    if found.table is not None and found.table not in ctx.property.tables_of(jackpot.id):
        raise AdjustmentRefused(
            f"malfunction {id} is of table {found.table}, which does not play for {jackpot.id}",
            clause=clause,
            remedy="name the malfunction of a table of this jackpot",
        )


@folds(JackpotState, of_jackpot.MeterAdjusted)
def _adjusted(state: JackpotState, body: of_jackpot.MeterAdjusted, entry: Entry) -> None:
    used(state, "adjust-meter", body.document)


def _from(*funds: str) -> Field:
    """The fund that money is taken from, the usual one first."""
    return Field("source", "From", "choice", choices=slugs(*funds), value=funds[0], option="--source")


class RecoverSeed(Command, frozen=True, kw_only=True):
    """Seed money goes back to the house, never more than it gave. Two people."""

    jackpot: str
    row: str = ""
    amount: int
    source: Literal["pool", "reserve", "overflow"]
    document: str


class FundsTaken(Shape, frozen=True):
    """What left which fund, in cents."""

    row: str
    amount: Cents
    source: str
    document: str


@words(
    lambda given, reply: f"{dollars(given.amount)} of seed went back to the house from the {given.source}.",
    Form(
        "Recover seed money",
        "Recover",
        (*JACKPOT, METER_ROW, AMOUNT, _from("reserve", "overflow", "pool"), DOCUMENT),
        terminal="jackpot recover-seed",
        says="Never more than the house gave.",
    ),
)
@decides(
    by(*BOOKS, people="two", paper=Paper("document", once=True), sealed=True, clause=DECREASE), its_jackpot, FundsTaken
)
def recover_seed(ctx: Context, command: RecoverSeed) -> Decision:
    """Seed money goes back to the house."""
    return _taken(ctx, command, of_jackpot.SeedRecovered, funds.recover_seed, command.amount * MICROS)


@folds(JackpotState, of_jackpot.SeedRecovered)
def _seed_recovered(state: JackpotState, body: of_jackpot.SeedRecovered, entry: Entry) -> None:
    used(state, "recover-seed", body.document)


class BookUndisplayed(Command, frozen=True, kw_only=True):
    """Money of non-displayed prizes leaves the reserve or the overflow, booked and documented. Two people."""

    jackpot: str
    row: str = ""
    amount: int
    source: Literal["reserve", "overflow"]
    document: str


@words(
    lambda given, reply: f"{dollars(given.amount)} left the {given.source} for prizes that are not displayed.",
    Form(
        "Book an undisplayed prize",
        "Book",
        (*JACKPOT, METER_ROW, AMOUNT, _from("overflow", "reserve"), DOCUMENT),
        terminal="jackpot book",
    ),
)
@decides(
    by(*BOOKS, people="two", paper=Paper("document", once=True), sealed=True, clause=DECREASE), its_jackpot, FundsTaken
)
def book_undisplayed(ctx: Context, command: BookUndisplayed) -> Decision:
    """Money of non-displayed prizes leaves."""
    return _taken(ctx, command, of_jackpot.UndisplayedBooked, funds.book_undisplayed, command.amount)


@folds(JackpotState, of_jackpot.UndisplayedBooked)
def _undisplayed(state: JackpotState, body: of_jackpot.UndisplayedBooked, entry: Entry) -> None:
    used(state, "book-undisplayed", body.document)


def _taken(
    ctx: Context,
    command: RecoverSeed | BookUndisplayed,
    kind: type[of_jackpot.Taken],
    take: Callable[..., Lines],
    amount: int,
) -> Decision:
    _, jackpot = counting(ctx, command.jackpot)
    meter = _meter(jackpot, command.row)
    accounts = ctx.accounts(jackpot.id)
    balances = balances_of(jackpot, meter, accounts)
    folded = funds.fold(jackpot, meter, balances)
    balances = balances_of(jackpot, meter, applied(accounts, folded))
    lines = together(folded, take(jackpot, meter, balances, amount, command.source))
    body = kind(row=command.row, amount=command.amount, source=command.source, document=command.document)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], reply_of(FundsTaken, body))


def _meter(jackpot: Jackpot, row: str) -> Meter:
    found = jackpot.meter(row)
    if found is None:
        rows = ", ".join(meter.row or "(its own)" for meter in jackpot.meters)
        raise WrongState(f"{jackpot.title} has no meter {row!r}", remedy=f"its meters: {rows}")
    return found
