"""Checks that pay prizes and deposits: each number once, followed until it is cleared or voided."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET

from houseway.floor.bookkeeping import days
from houseway.floor.bookkeeping.standing_jackpots import moved
from houseway.floor.command_streams import its_jackpot
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Shape, decides, folds
from houseway.floor.floor_errors import ReferenceUsed, UnknownThing, WrongState
from houseway.floor.forms import JACKPOT, REASON, Field, Form, words
from houseway.floor.kinds import of_payment
from houseway.floor.kinds.of_payment import Check
from houseway.floor.permission.controls import BANK, by
from houseway.floor.permission.papers import is_same
from houseway.floor.states import Hit, JackpotState, jackpot_stream, normal
from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import Lines, balances_of, net
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.rulebook.money import dollars

__all__ = ["ClearCheck", "VoidCheck"]

NUMBERS = "check"
"""Under which purpose a jackpot keeps the numbers of checks, whatever they paid."""

CHECK = Field("check", "Check number", hint="As it is printed on the check.")


class CheckClosed(Shape, frozen=True):
    """What became of a check."""

    check: str
    state: str
    amount: Cents


def draws_check(command: Any) -> bool:
    """Whether a command draws a check that two people sign: one that pays a deposit, or one on the escrow account."""
    by_account = getattr(command, "by", "") == "account" and getattr(command, "method", "") == "check"
    return by_account or bool(getattr(command, "check", "") and getattr(command, "amount", 0))


def check_number(ctx: Context, number: str) -> None:
    """Refuse a check whose number was used before, for a prize or a deposit of any jackpot."""
    for id in (*ctx.property.jackpots, *ctx.property.retired):
        state = ctx.tx.state(jackpot_stream(id))
        assert isinstance(state, JackpotState)
        if any(is_same(number, known) for known in state.references.get(NUMBERS, ())):
            raise ReferenceUsed(
                f"check {number.strip()!r} was drawn for {state.title} before",
                clause=BANK,
                remedy="give the number of this check; the report of checks has those drawn",
            )


def draw(state: JackpotState, check: Check) -> None:
    """A check is drawn, as its entry is folded."""
    known, key = state.references.setdefault(NUMBERS, []), normal(check.number)
    if key not in known:
        known.append(key)
    state.checks[key] = check


def _drawn(ctx: Context, jackpot: str, number: str) -> tuple[JackpotState, Check]:
    state = ctx.jackpot(jackpot)
    check = state.checks.get(normal(number))
    if check is None:
        raise UnknownThing(
            f"{state.title} has no check {number.strip()!r} that is neither cleared nor void",
            remedy=f"outstanding: {', '.join(each.number for each in state.checks.values()) or 'none'}",
        )
    return state, check


class ClearCheck(Command, frozen=True, kw_only=True):
    """The bank has paid a check, by its statement."""

    jackpot: str
    check: str
    reference: str


@words(
    lambda given, reply: f"Check {reply.check} of {dollars(reply.amount)} has cleared.",
    Form(
        "Check cleared",
        "Enter clearing",
        (*JACKPOT, CHECK, Field("reference", "Statement", hint="The bank statement that has it.")),
        terminal="jackpot check clear",
    ),
)
@decides(by("accounting", filled=("reference",), sealed=True, clause=BANK), its_jackpot, CheckClosed)
def clear_check(ctx: Context, command: ClearCheck) -> Decision:
    """A check that was drawn is cleared; no money moves, it left the books when the check was drawn."""
    _, check = _drawn(ctx, command.jackpot, command.check)
    body = of_payment.CheckCleared(check=check.number, amount=check.amount, reference=command.reference)
    reply = CheckClosed(check=check.number, state="cleared", amount=check.amount)
    return Decision([ctx.draft(jackpot_stream(command.jackpot), body)], reply)


@folds(JackpotState, of_payment.CheckCleared)
def _cleared(state: JackpotState, body: of_payment.CheckCleared, entry: Entry) -> None:
    state.checks.pop(normal(body.check), None)


class VoidCheck(Command, frozen=True, kw_only=True):
    """A check is void: its prize is to be paid again, or its deposit is due again. Two people."""

    jackpot: str
    check: str
    reason: str


@words(
    lambda given, reply: f"Check {reply.check} of {dollars(reply.amount)} is void; what it paid is owed again.",
    Form(
        "Void a check",
        "Void",
        (*JACKPOT, CHECK, REASON),
        terminal="jackpot check void",
        says="Its prize is to be paid again, or its deposit is due again. The number is never used again.",
        danger=True,
    ),
)
@decides(by("accounting", people="two", filled=("reason",), sealed=True, clause=BANK), its_jackpot, CheckClosed)
def void_check(ctx: Context, command: VoidCheck) -> Decision:
    """What a check paid is undone by new lines; the tax that was withheld too."""
    state, check = _drawn(ctx, command.jackpot, command.check)
    jackpot = state.jackpot
    assert jackpot is not None
    if state.status in ("removed", "closed"):
        raise WrongState(
            f"{state.title} is {state.status}, and keeps nothing for check {check.number} any more",
            clause=BANK,
            remedy="settle it with the payee outside the jackpot",
        )
    hit = state.hits.get(check.hit)
    if hit is not None:
        lines = _unpaid(ctx, jackpot, hit)
    else:
        lines = funds.seize(jackpot, ctx.accounts(jackpot.id), check.amount)
    body = of_payment.CheckVoided(
        check=check.number,
        amount=check.amount,
        reason=command.reason,
        hit=hit.id if hit is not None else UNSET,
        gross=hit.amount if hit is not None else UNSET,
        withheld=hit.withheld or UNSET if hit is not None else UNSET,
    )
    reply = CheckClosed(check=check.number, state="voided", amount=check.amount)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], reply)


def _unpaid(ctx: Context, jackpot: Jackpot, hit: Hit) -> Lines:
    """The lines of a payment, undone."""
    meter = jackpot.meter(hit.row)
    lines = [*funds.pay_house(jackpot, hit.house), *funds.withhold(jackpot, hit.withheld)]
    if meter is not None:
        source: Literal["account", "cage"] = "account" if hit.by == "account" else "cage"
        # As it was paid, whatever the funds hold now.
        plenty = {"locked": hit.meter * MICROS, "bank": hit.meter * MICROS}
        held = {**balances_of(jackpot, meter, ctx.accounts(jackpot.id)), **plenty}
        kept = max(0, hit.withheld - hit.house)
        lines += funds.pay(jackpot, meter, held, hit.meter, source, kept)
    return tuple((name, -micros) for name, micros in net(lines))


@folds(JackpotState, of_payment.CheckVoided)
def _voided(state: JackpotState, body: of_payment.CheckVoided, entry: Entry) -> None:
    moved(state, body, entry)
    check = state.checks.pop(normal(body.check), None)
    if check is not None and check.due:
        days.unpay(state, check, entry)
    if body.hit and body.hit in state.hits:
        hit = state.hits[body.hit]
        hit.entries.append(entry.number)
        hit.state, hit.closed, hit.voided = "verified", None, True
        hit.by = hit.method = hit.reference = hit.payee = ""
        hit.withheld = hit.entry = hit.prints = 0
