"""The end of a progressive: announced, what it holds transferred or given away, closed for good."""

from __future__ import annotations

from datetime import date

import msgspec

from houseway.floor.bookkeeping.days import day_said
from houseway.floor.bookkeeping.ledger_lines import together
from houseway.floor.bookkeeping.standing_jackpots import counting, running, used
from houseway.floor.bookkeeping.stops import overdue
from houseway.floor.command_streams import Known, Streams, its_jackpot, its_jackpot_and_the_property
from houseway.floor.context import gaming_day
from houseway.floor.declaring import Cents, Command, Context, Decision, Entry, Micros, Shape, decides, folds, reply_of
from houseway.floor.floor_errors import WrongState
from houseway.floor.forms import DOCUMENT, JACKPOT, ORDER_PAPER, REFERENCE, REMOVALS, Field, Form, words
from houseway.floor.kinds import of_house, of_jackpot
from houseway.floor.permission.controls import BOOKS, ORDER, REMOVAL_RULE, Paper, by, ordered
from houseway.floor.states import PROPERTY, JackpotState, PropertyState, jackpot_stream
from houseway.jackpots import funds, removal
from houseway.jackpots.jackpot_accounts import Lines, account, applied
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.jackpots.jackpot_errors import RemovalRefused
from houseway.rulebook.money import dollars

__all__ = ["AnnounceRemoval", "CloseJackpot", "DonateJackpot", "TransferJackpot"]


class AnnounceRemoval(Command, frozen=True, kw_only=True):
    """A progressive is to be removed on ``day``, for one of the reasons there are. Two people.

    ``document`` is the paper that orders it, where the regulator does.
    """

    jackpot: str
    reason: str
    day: str
    document: str = ""


class RemovalAnnounced(Shape, frozen=True):
    """Why and when the progressive goes, and when the players were told."""

    reason: str
    clause: str
    day: str
    noticed: str
    document: str


@words(
    lambda given, reply: f"{given.jackpot} will be removed on {given.day}: {given.reason}.",
    Form(
        "Announce the removal",
        "Announce",
        (
            *JACKPOT,
            Field("reason", "Reason", "choice", choices=REMOVALS),
            Field(
                "day",
                "Day",
                "day",
                hint="As 2024-05-01; this gaming day if left out.",
                due=lambda asking: gaming_day(asking.at, asking.known.property.zone, asking.known.property.day_starts),
            ),
            ORDER_PAPER,
        ),
        terminal="jackpot remove",
        danger=True,
    ),
)
@decides(
    by(
        "administrator",
        people="two",
        paper=Paper("document", when=ordered, says=ORDER),
        sealed=True,
        clause=REMOVAL_RULE,
    ),
    its_jackpot,
    RemovalAnnounced,
)
def announce_removal(ctx: Context, command: AnnounceRemoval) -> Decision:
    """The players are told that a progressive goes, why and when."""
    state, jackpot = counting(ctx, command.jackpot)
    if state.removal:
        raise WrongState(f"the removal of {jackpot.title} is announced already", remedy=f"for {state.removal['day']}")
    reason = removal.removal_of(command.reason)
    try:
        day = date.fromisoformat(command.day)
    except ValueError:
        raise RemovalRefused(f"{command.day!r} is not a day", remedy="write YYYY-MM-DD") from None
    check_reason(ctx, state, reason)
    removal.check_removal(reason, date.fromisoformat(ctx.day), day, ctx.settings["removal-notice-days"])
    body = of_jackpot.RemovalAnnounced(
        reason=reason.value, clause=reason.clause, day=command.day, noticed=ctx.day, document=command.document
    )
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body)], reply_of(RemovalAnnounced, body))


def check_reason(ctx: Context, state: JackpotState, reason: removal.Removal) -> None:
    """Refuses to say that a progressive was won and is not continued where that is not so."""
    if reason is not removal.Removal.WON:
        return
    assert state.jackpot is not None
    full = [hit for hit in state.hits.values() if hit.full and hit.meter]
    last = {hit.row: (hit.table, hit.round) for hit in full}
    # All who won it together were paid: what a rejected hit had goes back to the meter.
    unpaid = {hit.row for hit in full if (hit.table, hit.round) == last[hit.row] and hit.state != "paid"}
    paid = {row: state.counted[row] for row in last if row not in unpaid and row in state.counted}
    removal.check_won(state.jackpot, paid, ctx.accounts(state.id))


@folds(JackpotState, of_jackpot.RemovalAnnounced)
def _removal(state: JackpotState, body: of_jackpot.RemovalAnnounced, entry: Entry) -> None:
    state.removal = {"reason": body.reason, "day": body.day}


class TransferJackpot(Command, frozen=True, kw_only=True):
    """Everything a removed progressive holds goes to another of this property. Two people."""

    jackpot: str
    to: str
    document: str


class Transferred(Shape, frozen=True):
    """What went from one progressive to another."""

    from_: str = msgspec.field(name="from")
    to: str
    micros: Micros
    document: str


def _both(known: Known, command: TransferJackpot) -> Streams:
    return Streams((jackpot_stream(command.jackpot), jackpot_stream(command.to)), (PROPERTY,))


@words(
    lambda given, reply: f"{dollars(reply.micros // MICROS)} went from {given.jackpot} to {given.to}.",
    Form(
        "Transfer everything to another progressive",
        "Transfer",
        (*JACKPOT, Field("to", "To", "choice", option="TO"), DOCUMENT),
        terminal="jackpot transfer",
        danger=True,
    ),
)
@decides(
    by(*BOOKS, people="two", paper=Paper("document", once=True), sealed=True, clause=REMOVAL_RULE), _both, Transferred
)
def transfer_jackpot(ctx: Context, command: TransferJackpot) -> Decision:
    """All that a removed progressive holds goes to another progressive of the property."""
    source = _leaving(ctx, command.jackpot)
    _, target = counting(ctx, command.to)
    late = overdue(ctx, source.id)
    if late:
        raise late.refusal(ctx.property.zone, "it does not go to another", "Record the deposit, then transfer it.")
    accounts = {**ctx.accounts(source.id), **ctx.accounts(target.id)}
    lines = removal.transfer(source, target, target.meters[0], accounts)
    held = funds.statement(source, accounts).held
    gone = of_jackpot.TransferredOut(
        from_jackpot=source.id, to_jackpot=target.id, micros=held, document=command.document
    )
    sent = msgspec.structs.replace(gone, with_=[jackpot_stream(target.id)])
    came = of_jackpot.TransferredIn(
        from_jackpot=source.id,
        to_jackpot=target.id,
        micros=held,
        document=command.document,
        with_=[jackpot_stream(source.id)],
    )
    out = tuple(line for line in lines if _is_of(source.id, line[0]))
    into = tuple(line for line in lines if not _is_of(source.id, line[0]))
    # Each stream holds its own accounts' lines; each side sums to zero by itself.
    return Decision(
        [ctx.draft(jackpot_stream(source.id), sent, out), ctx.draft(jackpot_stream(target.id), came, into)],
        reply_of(Transferred, gone),
    )


@folds(JackpotState, of_jackpot.TransferredOut)
def _transferred(state: JackpotState, body: of_jackpot.TransferredOut, entry: Entry) -> None:
    state.status, state.why = "removed", f"what it held was transferred to {body.to_jackpot}"
    used(state, "transfer-jackpot", body.document)


def _is_of(jackpot: str, account: str) -> bool:
    return account.startswith((f"{jackpot}:", f"{jackpot}/"))


def _leaving(ctx: Context, id: str) -> Jackpot:
    """A progressive whose announced day has come: tables closed, no hit pending, nothing of its money missing."""
    state, jackpot = counting(ctx, id)
    if not state.removal or ctx.day < state.removal["day"]:
        day = state.removal.get("day", "no day yet")
        raise RemovalRefused(
            f"the money of {jackpot.title} may leave when its removal was announced and the day has come ({day})",
            clause="WAC 230-15-710",
            remedy="announce the removal and wait for the day",
        )
    busy = [table for table in ctx.property.tables_of(id) if table in ctx.property.open]
    if busy:
        raise RemovalRefused(f"tables count for {jackpot.title}: {', '.join(busy)}", remedy="close them first")
    if state.pending:
        raise RemovalRefused(
            f"hits of {jackpot.title} are pending: {', '.join(state.pending)}", remedy="pay or reject them first"
        )
    gone = max(state.short, state.missing)
    if gone:
        raise RemovalRefused(
            f"{dollars(-(-gone // MICROS))} of {jackpot.title} was seized or is missing at the bank",
            clause="WAC 230-15-715" if state.short else "WAC 230-15-455",
            remedy="deposit what was seized; for what the bank lacks, make it good and enter a statement that shows it",
        )
    return jackpot


class DonateJackpot(Command, frozen=True, kw_only=True):
    """Everything a removed progressive holds goes to an organisation that may have it. Two people."""

    jackpot: str
    organisation: str
    reference: str


class Donated(Shape, frozen=True):
    """What went to the organisation."""

    organisation: str
    cents: Cents
    reference: str


@words(
    lambda given, reply: f"{dollars(reply.cents)} went from {given.jackpot} to {given.organisation}.",
    Form(
        "Give everything to an organisation",
        "Donate",
        (*JACKPOT, Field("organisation", "Organisation", option="ORGANISATION"), REFERENCE),
        terminal="jackpot donate",
        danger=True,
    ),
)
@decides(
    by(
        *BOOKS,
        people="two",
        filled=("organisation",),
        paper=Paper("reference", once=True),
        sealed=True,
        clause=REMOVAL_RULE,
    ),
    its_jackpot,
    Donated,
)
def donate_jackpot(ctx: Context, command: DonateJackpot) -> Decision:
    """All that a removed progressive holds goes to an organisation, in whole cents; a rest of less stays booked."""
    jackpot = _leaving(ctx, command.jackpot)
    accounts = ctx.accounts(jackpot.id)
    lines: Lines = ()
    for meter in jackpot.meters:
        lines = together(lines, removal.donate(jackpot, meter, applied(accounts, lines), "cage"))
    given = sum(micros for name, micros in lines if name.endswith(":paid"))
    body = of_jackpot.Donated(organisation=command.organisation, cents=given // MICROS, reference=command.reference)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], reply_of(Donated, body))


@folds(JackpotState, of_jackpot.Donated)
def _donated(state: JackpotState, body: of_jackpot.Donated, entry: Entry) -> None:
    state.status, state.why = "removed", f"what it held was given to {body.organisation}"
    used(state, "donate-jackpot", body.reference)


class CloseJackpot(Command, frozen=True, kw_only=True):
    """A jackpot that holds nothing any more is closed for good. Two people."""

    jackpot: str


class JackpotClosed(Shape, frozen=True):
    """Which jackpot."""

    jackpot: str


@words(
    lambda given, reply: f"{given.jackpot} is closed for good.",
    Form(
        "Retire jackpot",
        "Close for good",
        JACKPOT,
        terminal="jackpot close",
        says="It must hold nothing any more, and no table may play for it.",
        danger=True,
    ),
)
@decides(by(*BOOKS, people="two", sealed=True, clause=REMOVAL_RULE), its_jackpot_and_the_property, JackpotClosed)
def close_jackpot(ctx: Context, command: CloseJackpot) -> Decision:
    """A jackpot that holds nothing is closed for good; a bonus holds nothing of the players' ever."""
    state, jackpot = running(ctx, command.jackpot)
    tables = ctx.property.tables_of(jackpot.id)
    if tables:
        raise WrongState(f"tables play for {jackpot.title}: {', '.join(tables)}", remedy="change or remove them first")
    if state.pending:
        raise WrongState(
            f"hits of {jackpot.title} are pending: {', '.join(state.pending)}", remedy="pay or reject them"
        )
    if not removal.is_empty(jackpot, ctx.accounts(jackpot.id)):
        raise RemovalRefused(
            f"{jackpot.title} still holds the players' money",
            clause="WAC 230-15-710",
            remedy="transfer it to another progressive, or give it to an organisation that may have it",
        )
    ahead = -ctx.accounts(jackpot.id).get(account(jackpot.id, "", "due"), 0)
    if ahead >= MICROS:
        raise WrongState(
            f"{dollars(ahead // MICROS)} that the cage paid for {jackpot.title} is still in the account",
            remedy="withdraw it first",
        )
    own = of_house.JackpotClosed(jackpot=jackpot.id, with_=[PROPERTY])
    noted = of_house.JackpotClosed(jackpot=jackpot.id, day=ctx.day, with_=[jackpot_stream(jackpot.id)])
    return Decision(
        [ctx.draft(jackpot_stream(jackpot.id), own), ctx.draft(PROPERTY, noted)], JackpotClosed(jackpot=jackpot.id)
    )


@folds(JackpotState, of_house.JackpotClosed)
def _jackpot_closed(state: JackpotState, body: of_house.JackpotClosed, entry: Entry) -> None:
    state.status = "closed"


@folds(PropertyState, of_house.JackpotClosed)
def _jackpot_gone(state: PropertyState, body: of_house.JackpotClosed, entry: Entry) -> None:
    state.jackpots.pop(body.jackpot, None)
    # Release 0.1 let a jackpot that was given away begin again, and go again.
    if body.jackpot not in state.retired:
        state.retired.append(body.jackpot)
    state.oldest.pop(body.jackpot, None)
    state.gone[jackpot_stream(body.jackpot)] = day_said(state, body.day, entry)
