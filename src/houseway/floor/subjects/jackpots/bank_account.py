"""The account of a progressive at the bank: deposits, withdrawals, statements, what an authority took."""

from __future__ import annotations

from msgspec import UNSET

from houseway.floor.bookkeeping import days
from houseway.floor.bookkeeping.standing_jackpots import moved, progressive, used
from houseway.floor.bookkeeping.stops import stop_drafts
from houseway.floor.command_streams import its_jackpot, its_jackpot_and_tables
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Micros, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import AMOUNT, JACKPOT, REFERENCE, Field, Form, words
from houseway.floor.kinds import of_jackpot
from houseway.floor.kinds.of_payment import Check
from houseway.floor.permission.controls import BANK, BOOKS, Paper, by
from houseway.floor.permission.people import two_people
from houseway.floor.states import JackpotState, jackpot_stream
from houseway.floor.subjects.jackpots.escrow_checks import check_number, draw
from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import account
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.rulebook.money import dollars
from houseway.rulebook.rule_errors import BadAmount

__all__ = ["Deposit", "ExplainDifference", "Seize", "Statement", "Withdraw"]


class Deposit(Command, frozen=True, kw_only=True):
    """Money due was brought to the bank account: by a ``check``, where its number is given, which two people sign."""

    jackpot: str
    amount: int
    reference: str
    check: str = ""


class Deposited(Shape, frozen=True):
    """What is still due at the bank, in cents, and how the jackpot stands."""

    jackpot: str
    due: Cents
    status: str


@words(
    lambda given, reply: (
        f"{dollars(given.amount)} is in the account of {given.jackpot}; {dollars(reply.due)} is still due."
    ),
    Form(
        "Deposit",
        "Enter deposit",
        (
            *JACKPOT,
            AMOUNT,
            REFERENCE,
            Field("check", "Check", needed=False, hint="Its number, where the deposit is by check: two people sign."),
        ),
        terminal="jackpot deposit",
        says="Money due was brought to the bank account.",
    ),
)
@decides(by("accounting", paper=Paper("reference", once=True), sealed=True, clause=BANK), its_jackpot, Deposited)
def deposit(ctx: Context, command: Deposit) -> Decision:
    """Money due reaches the account; nothing that is not due does."""
    state, jackpot = progressive(ctx, command.jackpot)
    due = ctx.accounts(jackpot.id).get(account(jackpot.id, "", "due"), 0)
    if command.amount <= 0 or command.amount * MICROS > max(due, 0) + MICROS - 1:
        raise BadAmount(
            f"{dollars(max(due, 0) // MICROS)} is due at the bank for {jackpot.title}, not {dollars(command.amount)}",
            clause="WAC 230-15-455",
            remedy="deposit what is due, or less",
        )
    if command.check:
        two_people(ctx.property.people, ctx.who, ctx.second, f"draw a check of {dollars(command.amount)}")
        check_number(ctx, command.check)
    body = of_jackpot.Deposited(
        amount=command.amount,
        micros=command.amount * MICROS,
        left=due - command.amount * MICROS,
        reference=command.reference,
        check=command.check.strip() or UNSET,
    )
    lines = funds.deposit(jackpot, command.amount)
    return Decision(
        [ctx.draft(jackpot_stream(jackpot.id), body, lines)],
        Deposited(jackpot=jackpot.id, due=(due - command.amount * MICROS) // MICROS, status=state.status),
    )


@folds(JackpotState, of_jackpot.Deposited)
def _deposited(state: JackpotState, body: of_jackpot.Deposited, entry: Entry) -> None:
    moved(state, body, entry)
    used(state, "deposit", body.reference)
    if body.check:
        signers = body.signers(entry.who)
        draw(state, Check(body.check, body.amount, "cage", entry.at, signers, due=body.micros))
    if not state.day_ends and not state.cuts:
        # Release 0.1 knew no cut-offs; an entry at one, whose clock was a little behind, has just kept its figures.
        days.pay_oldest(state, body.micros)
    state.short = max(0, state.short - body.micros)
    if body.left is not UNSET and body.left <= 0:
        state.clear = entry.at


class Withdraw(Command, frozen=True, kw_only=True):
    """The house takes out of the account what the cage paid ahead for it. Two people."""

    jackpot: str
    amount: int
    reference: str


class Withdrawn(Shape, frozen=True):
    """What was taken out of the account, in cents."""

    amount: Cents
    reference: str


@words(
    lambda given, reply: f"{dollars(given.amount)} was taken out of the account of {given.jackpot}.",
    Form("Withdraw what the cage paid ahead", "Withdraw", (*JACKPOT, AMOUNT, REFERENCE), terminal="jackpot withdraw"),
)
@decides(
    by("accounting", people="two", paper=Paper("reference", once=True), sealed=True, clause=BANK),
    its_jackpot,
    Withdrawn,
)
def withdraw(ctx: Context, command: Withdraw) -> Decision:
    """What the cage paid ahead for the account comes back to it."""
    _, jackpot = progressive(ctx, command.jackpot)
    lines = funds.withdraw(jackpot, ctx.accounts(jackpot.id), command.amount)
    body = of_jackpot.Withdrawn(amount=command.amount, reference=command.reference)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], reply_of(Withdrawn, body))


@folds(JackpotState, of_jackpot.Withdrawn)
def _withdrawn(state: JackpotState, body: of_jackpot.Withdrawn, entry: Entry) -> None:
    moved(state, body, entry)
    used(state, "withdraw", body.reference)


class Statement(Command, frozen=True, kw_only=True):
    """What the bank says is in the account; less than is booked stops the jackpot at once, more must be explained."""

    jackpot: str
    amount: int
    reference: str


class StatementRead(Shape, frozen=True):
    """What the bank says against what is booked; ``stopped``: the account is short and counting has stopped.

    A ``surplus`` is to be explained.
    """

    amount: Cents
    booked: Micros
    shortfall: Micros
    surplus: Micros
    reference: str
    stopped: bool


@words(
    lambda given, reply: f"The bank has {dollars(given.amount)} for {given.jackpot}: {_shortfall(reply)}.",
    Form(
        "Bank statement",
        "Enter statement",
        (*JACKPOT, Field("amount", "The bank has", "money", option="DOLLARS"), REFERENCE),
        terminal="jackpot statement",
        says="Less than is booked stops the jackpot at once; more must be explained.",
    ),
)
@decides(
    by(
        *BOOKS,
        paper=Paper("reference", once=True, own=True),
        apart=("deposit",),
        strictly=True,
        sealed=True,
        clause=BANK,
    ),
    its_jackpot_and_tables,
    StatementRead,
)
def statement(ctx: Context, command: Statement) -> Decision:
    """What the bank says is held against what is booked; a short account stops the games (WAC 230-15-455).

    More than is booked is a difference too: it is flagged until two people have explained it (WA-23).
    """
    state, jackpot = progressive(ctx, command.jackpot)
    found = funds.statement(jackpot, ctx.accounts(jackpot.id), command.amount)
    # Checks that nobody has brought to the bank yet are still in the account.
    outstanding = sum(check.amount for check in state.checks.values() if check.by == "account") * MICROS
    body = of_jackpot.StatementRead(
        amount=command.amount,
        booked=found.bank,
        shortfall=found.shortfall,
        surplus=max(0, found.surplus - outstanding),
        reference=command.reference,
    )
    drafts = [ctx.draft(jackpot_stream(jackpot.id), body)]
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


class DifferenceExplained(Shape, frozen=True):
    """What the bank had more than is booked, and why."""

    surplus: Micros
    explanation: str
    reference: str


@words(
    lambda given, reply: (
        f"{dollars(reply.surplus // MICROS)} more at the bank than is booked for {given.jackpot} is explained."
    ),
    Form(
        "Explain a difference at the bank",
        "Enter explanation",
        (*JACKPOT, Field("explanation", "Where the money is from", option="WHY"), REFERENCE),
        terminal="jackpot explain",
    ),
)
@decides(
    by(
        *BOOKS,
        people="two",
        filled=("explanation",),
        paper=Paper("reference", once=True, own=True),
        apart=("book",),
        sealed=True,
        clause=BANK,
    ),
    its_jackpot,
    DifferenceExplained,
)
def explain_difference(ctx: Context, command: ExplainDifference) -> Decision:
    """Why the bank had more than is booked, and which paper shows it."""
    state, jackpot = progressive(ctx, command.jackpot)
    if not state.surplus:
        raise WrongState(
            f"the bank and the books of {jackpot.title} agree: there is nothing to explain",
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


class Seized(Shape, frozen=True):
    """What was taken, by which paper; the jackpot has stopped, unless it was removed before."""

    amount: Cents
    authority: str
    reference: str
    stopped: bool


@words(
    lambda given, reply: (
        f"{given.authority} took {dollars(given.amount)}; {given.jackpot} is stopped until it is back."
    ),
    Form(
        "Money seized by an authority",
        "Enter seizure",
        (*JACKPOT, AMOUNT, Field("authority", "Authority"), REFERENCE),
        terminal="jackpot seize",
        says="The jackpot stops until the money is back.",
        danger=True,
    ),
)
@decides(
    by(
        *BOOKS,
        people="two",
        filled=("authority",),
        paper=Paper("reference", once=True),
        sealed=True,
        clause="WAC 230-15-715",
    ),
    its_jackpot_and_tables,
    Seized,
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


def _shortfall(reply: StatementRead) -> str:
    if reply.surplus:
        return f"{dollars(reply.surplus // MICROS)} more than is booked, to be explained"
    if not reply.shortfall:
        return "as booked"
    return f"short by {dollars(-(-reply.shortfall // MICROS))}, and stopped"
