"""The money of a progressive: its displayed amount, its funds, its account at the bank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import UNSET

from houseway.errors import AdjustmentRefused, BadAmount, WrongState
from houseway.floor import days
from houseway.floor.command import Command
from houseway.floor.command_streams import its_jackpot, its_jackpot_and_tables, its_jackpot_and_the_property
from houseway.floor.context import Context
from houseway.floor.controls import BANK, BOOKS, DECREASE, MONEY, Reference, by
from houseway.floor.declared import decides
from houseway.floor.fold_registry import folds
from houseway.floor.kinds import of_jackpot
from houseway.floor.kinds.body import Body
from houseway.floor.lines import together
from houseway.floor.reply_shapes import Cents, Micros, Shape, reply_of
from houseway.floor.standing_jackpots import counting, progressive, used
from houseway.floor.states import JackpotState, jackpot_stream
from houseway.floor.stops import stop_drafts
from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import Lines, account, applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.journal import Decision, Draft, Entry
from houseway.rulebook.money import dollars


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


class MeterAdjusted(Shape):
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
@decides(
    AdjustMeter,
    by(
        *MONEY,
        people="two",
        reference=Reference("document", once=True),
        apart=("report",),
        sealed=True,
        clause=DECREASE,
    ),
    on=its_jackpot_and_the_property,
    reply=MeterAdjusted,
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
            f"the correction of {jackpot.id} {was}", clause=clause, remedy="report the malfunction first, and name it"
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


class RecoverSeed(Command, frozen=True, kw_only=True):
    """Seed money goes back to the house, never more than it gave. Two people."""

    jackpot: str
    row: str = ""
    amount: int
    source: Literal["pool", "reserve", "overflow"]
    document: str


class FundsTaken(Shape):
    """What left which fund, in cents."""

    row: str
    amount: Cents
    source: str
    document: str


@decides(
    RecoverSeed,
    by(*BOOKS, people="two", reference=Reference("document", once=True), sealed=True, clause=DECREASE),
    on=its_jackpot,
    reply=FundsTaken,
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


@decides(
    BookUndisplayed,
    by(*BOOKS, people="two", reference=Reference("document", once=True), sealed=True, clause=DECREASE),
    on=its_jackpot,
    reply=FundsTaken,
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
        raise WrongState(f"jackpot {jackpot.id} has no meter {row!r}", remedy=f"its meters: {rows}")
    return found


class Deposit(Command, frozen=True, kw_only=True):
    """Money due was brought to the bank account."""

    jackpot: str
    amount: int
    reference: str


class Deposited(Shape):
    """What is still due at the bank, in cents, and how the jackpot stands."""

    jackpot: str
    due: Cents
    status: str


@decides(
    Deposit,
    by("accounting", reference=Reference("reference", once=True), sealed=True, clause=BANK),
    on=its_jackpot,
    reply=Deposited,
)
def deposit(ctx: Context, command: Deposit) -> Decision:
    """Money due reaches the account; nothing that is not due does."""
    state, jackpot = progressive(ctx, command.jackpot)
    due = ctx.accounts(jackpot.id).get(account(jackpot.id, "", "due"), 0)
    if command.amount <= 0 or command.amount * MICROS > max(due, 0) + MICROS - 1:
        raise BadAmount(
            f"{dollars(max(due, 0) // MICROS)} is due at the bank for {jackpot.id}, not {dollars(command.amount)}",
            clause="WAC 230-15-455",
            remedy="deposit what is due, or less",
        )
    body = of_jackpot.Deposited(
        amount=command.amount,
        micros=command.amount * MICROS,
        left=due - command.amount * MICROS,
        reference=command.reference,
    )
    lines = funds.deposit(jackpot, command.amount)
    return Decision(
        [ctx.draft(jackpot_stream(jackpot.id), body, lines)],
        Deposited(jackpot=jackpot.id, due=(due - command.amount * MICROS) // MICROS, status=state.status),
    )


@folds(JackpotState, of_jackpot.Deposited)
def _deposited(state: JackpotState, body: of_jackpot.Deposited, entry: Entry) -> None:
    _moved(state, body, entry)
    used(state, "deposit", body.reference)
    if not state.day_ends:
        days.pay_oldest(state, body.micros)
    state.short = max(0, state.short - body.micros)
    if body.left is not UNSET and body.left <= 0:
        state.clear = entry.at


def _moved(state: JackpotState, body: Body, entry: Entry) -> None:
    state.moved_by = sorted({*state.moved_by, *body.signers(entry.who)})


class Withdraw(Command, frozen=True, kw_only=True):
    """The house takes out of the account what the cage paid ahead for it. Two people."""

    jackpot: str
    amount: int
    reference: str


class Withdrawn(Shape):
    """What was taken out of the account, in cents."""

    amount: Cents
    reference: str


@decides(
    Withdraw,
    by("accounting", people="two", reference=Reference("reference", once=True), sealed=True, clause=BANK),
    on=its_jackpot,
    reply=Withdrawn,
)
def withdraw(ctx: Context, command: Withdraw) -> Decision:
    """What the cage paid ahead for the account comes back to it."""
    _, jackpot = progressive(ctx, command.jackpot)
    lines = funds.withdraw(jackpot, ctx.accounts(jackpot.id), command.amount)
    body = of_jackpot.Withdrawn(amount=command.amount, reference=command.reference)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], reply_of(Withdrawn, body))


@folds(JackpotState, of_jackpot.Withdrawn)
def _withdrawn(state: JackpotState, body: of_jackpot.Withdrawn, entry: Entry) -> None:
    _moved(state, body, entry)
    used(state, "withdraw", body.reference)


class Statement(Command, frozen=True, kw_only=True):
    """What the bank says is in the account; less than is booked stops the jackpot at once, more must be explained."""

    jackpot: str
    amount: int
    reference: str


class StatementRead(Shape):
    """What the bank says against what is booked; ``stopped``: the account is short and counting has stopped.

    A ``surplus`` is to be explained.
    """

    amount: Cents
    booked: Micros
    shortfall: Micros
    surplus: Micros
    reference: str
    stopped: bool


@decides(
    Statement,
    by(
        *BOOKS,
        reference=Reference("reference", once=True, own=True),
        apart=("deposit",),
        strictly=True,
        sealed=True,
        clause=BANK,
    ),
    on=its_jackpot_and_tables,
    reply=StatementRead,
)
def statement(ctx: Context, command: Statement) -> Decision:
    """What the bank says is held against what is booked; a short account stops the games (WAC 230-15-455).

    More than is booked is a difference too: it is flagged until two people have explained it (WA-23).
    """
    state, jackpot = progressive(ctx, command.jackpot)
    found = funds.statement(jackpot, ctx.accounts(jackpot.id), command.amount)
    body = of_jackpot.StatementRead(
        amount=command.amount,
        booked=found.bank,
        shortfall=found.shortfall,
        surplus=found.surplus,
        reference=command.reference,
    )
    drafts: list[Draft] = [ctx.draft(jackpot_stream(jackpot.id), body)]
    if found.shortfall and state.status == "running":
        drafts += stop_drafts(ctx, jackpot.id, f"the account is short by {dollars(-(-found.shortfall // MICROS))}")
    return Decision(drafts, reply_of(StatementRead, body, stopped=len(drafts) > 1))


@folds(JackpotState, of_jackpot.StatementRead)
def _statement(state: JackpotState, body: of_jackpot.StatementRead, entry: Entry) -> None:
    state.missing, state.stated = body.shortfall, entry.at
    if body.surplus:
        state.moved_before = sorted({*state.moved_before, *state.moved_by})
    state.moved_by = []
    # One that nobody has explained stays, whatever a later statement says.
    state.surplus = body.surplus or state.surplus
    used(state, "statement", body.reference)


class ExplainDifference(Command, frozen=True, kw_only=True):
    """Why the bank had more than is booked: where the money is from, by which paper. Two people."""

    jackpot: str
    explanation: str
    reference: str


class DifferenceExplained(Shape):
    """What the bank had more than is booked, and why."""

    surplus: Micros
    explanation: str
    reference: str


@decides(
    ExplainDifference,
    by(
        *BOOKS,
        people="two",
        filled=("explanation",),
        reference=Reference("reference", once=True, own=True),
        apart=("book",),
        sealed=True,
        clause=BANK,
    ),
    on=its_jackpot,
    reply=DifferenceExplained,
)
def explain_difference(ctx: Context, command: ExplainDifference) -> Decision:
    """Why the bank had more than is booked, and which paper shows it."""
    state, jackpot = progressive(ctx, command.jackpot)
    if not state.surplus:
        raise WrongState(
            f"the bank and the books of jackpot {jackpot.id} agree: there is nothing to explain",
            remedy="enter the statement that differs first",
        )
    body = of_jackpot.DifferenceExplained(
        surplus=state.surplus, explanation=command.explanation, reference=command.reference
    )
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body)], reply_of(DifferenceExplained, body))


@folds(JackpotState, of_jackpot.DifferenceExplained)
def _difference_explained(state: JackpotState, body: of_jackpot.DifferenceExplained, entry: Entry) -> None:
    state.surplus = 0
    state.moved_before = []
    used(state, "explain-difference", body.reference)


class Seize(Command, frozen=True, kw_only=True):
    """An authority took money from the account, by the paper ``reference``: the jackpot stops until it is back."""

    jackpot: str
    amount: int
    authority: str
    reference: str = ""


class Seized(Shape):
    """What was taken, by which paper; the jackpot has stopped, unless it was removed before."""

    amount: Cents
    authority: str
    reference: str
    stopped: bool


@decides(
    Seize,
    by(
        *BOOKS,
        people="two",
        filled=("authority",),
        reference=Reference("reference", once=True),
        sealed=True,
        clause="WAC 230-15-715",
    ),
    on=its_jackpot_and_tables,
    reply=Seized,
)
def seize(ctx: Context, command: Seize) -> Decision:
    """Money taken by an authority is due again, and the jackpot stops until it is back (WAC 230-15-715)."""
    state, jackpot = progressive(ctx, command.jackpot)
    lines = funds.seize(jackpot, ctx.accounts(jackpot.id), command.amount)
    body = of_jackpot.Seized(amount=command.amount, authority=command.authority, reference=command.reference)
    drafts = [ctx.draft(jackpot_stream(jackpot.id), body, lines)]
    if state.status == "removed":
        return Decision(drafts, reply_of(Seized, body, stopped=False))
    reason = f"{command.authority} took {dollars(command.amount)} from the account"
    drafts += stop_drafts(ctx, jackpot.id, reason, short=state.short + command.amount * MICROS)
    return Decision(drafts, reply_of(Seized, body, stopped=True))


@folds(JackpotState, of_jackpot.Seized)
def _seized(state: JackpotState, body: of_jackpot.Seized, entry: Entry) -> None:
    used(state, "seize", body.reference)
