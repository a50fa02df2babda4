"""A hit that was locked: verified, then paid or rejected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET

from houseway.compliance.profile import Settings
from houseway.floor.bookkeeping import days
from houseway.floor.bookkeeping.chips import PLAY_HOUSE, chips_for
from houseway.floor.bookkeeping.ledger_lines import together
from houseway.floor.bookkeeping.standing_jackpots import used
from houseway.floor.command_streams import Known, Streams, its_jackpot, looking
from houseway.floor.declaring import Cents, Command, Context, Decision, Draft, Entry, Shape, decides, folds
from houseway.floor.floor_errors import NotPermitted, ReferenceMissing, WrongState
from houseway.floor.forms import HIT_OF_JACKPOT, REASON, Field, Form, slugs, words
from houseway.floor.kinds import of_jackpot, of_table
from houseway.floor.kinds.of_payment import Check
from houseway.floor.permission.controls import HIT, Paper, by
from houseway.floor.permission.papers import is_blank
from houseway.floor.permission.people import two_people
from houseway.floor.play.settled import standing_lines
from houseway.floor.states import PROPERTY, Hit, JackpotState, TableState, jackpot_stream, table_stream
from houseway.floor.subjects.jackpots.escrow_checks import check_number, draw
from houseway.floor.subjects.jackpots.hits import LOCK, over_threshold
from houseway.floor.subjects.jackpots.payees import tax_of
from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import Lines, applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.rulebook.money import dollars
from houseway.table.shown.shape_base import Sometimes

__all__ = ["PayHit", "RejectHit", "VerifyHit"]

HOUR = 3_600_000_000


class VerifyHit(Command, frozen=True, kw_only=True):
    """The hand, the wager, the seat and the deck were looked at, and surveillance has it on camera if it must."""

    jackpot: str
    hit: str
    cards: str
    deck: str
    surveillance: str = ""
    player: str = ""


class HitVerified(Shape, frozen=True):
    """The hit may be paid."""

    hit: str
    state: str


@words(
    lambda given, reply: f"Hit {given.hit} of {given.jackpot} is verified.",
    Form(
        "Verify the hit",
        "Verify",
        (
            *HIT_OF_JACKPOT,
            Field("cards", "Winning cards", hint="As they lie on the table."),
            Field("deck", "Deck", hint="How it was found: counted, complete, by whom."),
            Field(
                "surveillance",
                "Recording",
                needed=False,
                hint="Reference of the camera's recording.",
                option="--recording",
            ),
            Field("player", "Player", needed=False, hint="Reference of who won; no name."),
        ),
        terminal="jackpot hit verify",
        says="The hand, the wager, the seat and the deck were looked at.",
    ),
)
@decides(
    by(
        "supervisor",
        "surveillance",
        people="two-above-surveillance",
        filled=("cards", "deck"),
        apart=("claim",),
        sealed=True,
        clause=HIT,
    ),
    its_jackpot,
    HitVerified,
)
def verify_hit(ctx: Context, command: VerifyHit) -> Decision:
    """Hand, wager, seat and deck were looked at; over the threshold surveillance took part (WAC 230-15-320)."""
    _, hit = pending_hit(ctx, command.jackpot, command.hit)
    if hit.state != "locked":
        raise WrongState(f"hit {hit.id} is verified already", remedy="pay it, or reject it")
    people = ctx.property.people
    if over_threshold(ctx, hit.amount):
        watching = [id for id in (ctx.who, ctx.second) if id in people and "surveillance" in people[id].roles]
        if not watching or is_blank(command.surveillance):
            raise NotPermitted(
                f"{dollars(hit.amount)} is verified by surveillance too",
                clause=ctx.settings.cite("surveillance-threshold"),
                remedy="have surveillance stand beside, and give the reference of the recording",
            )
        # Who looked at the recording and who saw the cards are two: neither of them then pays it without a third.
        two_people(people, ctx.who, ctx.second, f"verify {dollars(hit.amount)}")
    body = of_jackpot.HitVerified(
        hit=hit.id, cards=command.cards, deck=command.deck, surveillance=command.surveillance, player=command.player
    )
    return Decision([ctx.draft(jackpot_stream(command.jackpot), body)], HitVerified(hit=hit.id, state="verified"))


@folds(JackpotState, of_jackpot.HitVerified)
def _verified(state: JackpotState, body: of_jackpot.HitVerified, entry: Entry) -> None:
    hit = state.hits[body.hit]
    hit.entries.append(entry.number)
    hit.state = "verified"
    hit.cards, hit.deck, hit.player = body.cards, body.deck, body.player
    hit.surveillance = body.surveillance
    hit.verified_by = body.signers(entry.who)


class PayHit(Command, frozen=True, kw_only=True):
    """The prize is paid: from the cage (to be made good from the account), or by a check on the account itself.

    ``player`` is a reference of who is paid, where it was not recorded when the hit was verified. ``payee`` is that of
    a payee on record: needed where the prize is reported for tax, which is then withheld where it must be.
    """

    jackpot: str
    hit: str
    by: Literal["cage", "account"]
    method: Literal["cash", "chips", "check"]
    reference: str = ""
    player: str = ""
    payee: str = ""


class HitClosed(Shape, frozen=True):
    """The hit is paid, less the tax that was ``withheld``, or rejected."""

    hit: str
    state: str
    amount: Cents
    withheld: Sometimes[Cents] = UNSET


@looking
def _with_its_table(known: Known, command: PayHit | RejectHit) -> Streams:
    hit = known.jackpot(command.jackpot).hits.get(command.hit)
    own = (table_stream(hit.table),) if hit else ()
    return Streams((*own, jackpot_stream(command.jackpot)), (PROPERTY,))


@words(
    lambda given, reply: (
        f"Hit {given.hit} of {given.jackpot} is paid: {dollars(reply.amount - (reply.withheld or 0))} by "
        f"{given.method}, from the {given.by}{f'; {dollars(reply.withheld)} is withheld' if reply.withheld else ''}."
    ),
    Form(
        "Pay the prize",
        "Pay",
        (
            *HIT_OF_JACKPOT,
            Field(
                "by", "Paid from", "choice", choices=(("cage", "The cage"), ("account", "The account")), value="cage"
            ),
            Field("method", "Paid in", "choice", choices=slugs("check", "cash", "chips"), value="check"),
            Field("reference", "Reference", needed=False, hint="Number of the check or slip."),
            Field("player", "Player", needed=False, hint="Reference of who is paid, if not recorded before."),
            Field("payee", "Payee", needed=False, hint="Reference of the payee on record, where tax is reported."),
        ),
        terminal="jackpot hit pay",
    ),
)
@decides(
    by(
        "supervisor",
        "accounting",
        people="two-above-threshold",
        paper=Paper(
            "reference", once=True, when=lambda command: command.method == "check", says="for a prize paid by check"
        ),
        apart=("claim", "verify"),
        sealed=True,
        clause=HIT,
    ),
    _with_its_table,
    HitClosed,
)
def pay_hit(ctx: Context, command: PayHit) -> Decision:
    """A verified hit is paid once: the meter's part from the funds, the house's from its own money."""
    state, hit = pending_hit(ctx, command.jackpot, command.hit)
    if hit.state != "verified":
        raise WrongState(f"hit {hit.id} is not verified", clause=LOCK, remedy="verify it first")
    check_settled(ctx, hit)
    escrow_check = command.by == "account" and command.method == "check"
    if hit.two or escrow_check or over_threshold(ctx, hit.amount):
        two_people(ctx.property.people, ctx.who, ctx.second, f"pay {dollars(hit.amount)}")
    assert state.jackpot is not None
    paid = payment(ctx, state.jackpot, hit, command, ctx.accounts(state.jackpot.id))
    return Decision(
        paid.drafts, HitClosed(hit=hit.id, state="paid", amount=hit.amount, withheld=paid.withheld or UNSET)
    )


def check_settled(ctx: Context, hit: Hit) -> None:
    """Refuse to pay a hit whose round is still played."""
    if _still_played(ctx, hit):
        raise WrongState(
            f"round {hit.round} of table {hit.table} is not settled, and hit {hit.id} waits for it",
            clause=LOCK,
            remedy="settle the round, then pay; a hit that the round does not bear out is rejected",
        )


class Payment(NamedTuple):
    """The entries of a payment, the jackpot's accounts after it, and the cents of tax that were withheld."""

    drafts: list[Draft]
    accounts: dict[str, int]
    withheld: int


def payment(ctx: Context, jackpot: Jackpot, hit: Hit, how: PayHit, accounts: Mapping[str, int]) -> Payment:
    """A payment of a verified hit; refused where rules stand in its way."""
    named = (how.player.strip(), hit.player, _seated(ctx, hit), how.payee)
    player = next((name for name in named if not is_blank(name)), "")
    least = ctx.settings["player-threshold"]
    if not player and least is not None and hit.amount > least:
        raise ReferenceMissing(
            f"{dollars(hit.amount)} is paid to a player who is on record, and nobody is for hit {hit.id}",
            clause=ctx.settings.cite("player-threshold"),
            remedy="give a reference of the player with the payment",
        )
    most = ctx.settings["check-threshold"]
    if most is not None and hit.amount > most and how.method != "check":
        raise WrongState(
            f"{dollars(hit.amount)} is paid by check, not in {how.method}",
            clause=ctx.settings.cite("check-threshold"),
            remedy=f"write a check; up to {dollars(most)} may be paid in cash or chips",
        )
    tax = tax_of(ctx, jackpot, hit, how.payee)
    if how.method == "check":
        check_number(ctx, how.reference)
    lines: Lines = ()
    meter = jackpot.meter(hit.row)
    if meter is not None:
        # What the house pays of the prize comes from the cage, and the tax is kept of that first.
        kept = max(0, tax.withheld - hit.house)
        lines = funds.pay(jackpot, meter, balances_of(jackpot, meter, accounts), hit.meter, how.by, kept)
    lines = together(lines, funds.pay_house(jackpot, hit.house), funds.withhold(jackpot, tax.withheld))
    given = _given(ctx, hit)
    body = of_jackpot.HitPaid(
        hit=hit.id,
        amount=hit.amount,
        by=how.by,
        method=how.method,
        reference=how.reference,
        player=player,
        payee=how.payee or UNSET,
        withheld=tax.withheld or UNSET,
        reported=tax.reported or UNSET,
        check=how.reference.strip() if how.method == "check" else UNSET,
        with_=[draft.stream for draft in given] or UNSET,
    )
    drafts = [*given, ctx.draft(jackpot_stream(jackpot.id), body, lines)]
    return Payment(drafts, applied(accounts, lines), tax.withheld)


@folds(JackpotState, of_jackpot.HitPaid)
def _paid(state: JackpotState, body: of_jackpot.HitPaid, entry: Entry) -> None:
    hit = state.hits[body.hit]
    hit.entries.append(entry.number)
    hit.state, hit.closed = "paid", entry.at
    hit.by, hit.method, hit.reference = body.by, body.method, body.reference
    hit.player = hit.player if body.player is UNSET else body.player
    hit.payee, hit.withheld, hit.entry = body.payee or "", body.withheld or 0, entry.number
    if hit.method == "check":
        used(state, "pay-hit", hit.reference)
    if body.check:
        signers = body.signers(entry.who)
        due = days.paid_off(state.id, entry)
        draw(state, Check(body.check, body.net, body.by, entry.at, signers, body.hit, hit.payee, due))


@folds(TableState, of_table.PrizeGiven)
def _prize_given(state: TableState, body: of_table.PrizeGiven, entry: Entry) -> None:
    state.held.pop(body.hit, None)


def check_by(settings: Settings, hit: Hit) -> int | None:
    """Until when the check for a hit must be given, counted from its lock; nothing where it need not be a check."""
    most, hours = settings["check-threshold"], settings["check-hours"]
    if most is None or hours is None or hit.amount <= most:
        return None
    return hit.locked + int(hours) * HOUR


def pending_hit(ctx: Context, jackpot: str, id: str) -> tuple[JackpotState, Hit]:
    """A hit that is neither paid nor rejected, and its jackpot."""
    state = ctx.jackpot(jackpot)
    hit = state.hit(id)
    if hit.state in ("paid", "rejected"):
        raise WrongState(f"hit {id} was {hit.state} already", clause=LOCK, remedy="a hit is closed once")
    return state, hit


def _table_of(ctx: Context, hit: Hit) -> TableState:
    state = ctx.tx.state(table_stream(hit.table))
    assert isinstance(state, TableState)
    return state


def _still_played(ctx: Context, hit: Hit) -> bool:
    """Whether the hit's round is in progress at a table whose cards are known: what it pays is not certain yet.

    A table that runs with the tabulator alone settles no rounds; there the people see the hand.
    """
    state = _table_of(ctx, hit)
    known = state.table is not None and state.table.cards != "none"
    return known and state.round == hit.round and state.phase == "tabulated"


def _seated(ctx: Context, hit: Hit) -> str:
    """Whoever played for the prize of a settled round, where that was written down."""
    held = _table_of(ctx, hit).held.get(hit.id)
    return (held.player or "") if held is not None else ""


def _given(ctx: Context, hit: Hit) -> list[Draft]:
    """The line of a settled round that waited for this payment, with the chips of whoever played there."""
    table = _table_of(ctx, hit)
    held = table.held.get(hit.id)
    if held is None:
        return []
    micros = hit.amount * MICROS
    chips: Lines = ()
    if held.player is not None:
        chips = ((chips_for(table, held.player), micros), (PLAY_HOUSE, -micros))
    body = of_table.PrizeGiven(
        hit=hit.id,
        round=held.round,
        line=held.line,
        player=held.player,
        amount=hit.amount,
        with_=[jackpot_stream(hit.jackpot)],
    )
    return [ctx.draft(table_stream(table.id), body, chips)]


class RejectHit(Command, frozen=True, kw_only=True):
    """The hit was no hit: its amount goes back and the reseed with it. Two people."""

    jackpot: str
    hit: str
    reason: str


@words(
    lambda given, reply: f"Hit {given.hit} of {given.jackpot} is rejected: {dollars(reply.amount)} went back.",
    Form(
        "Reject the hit",
        "Reject",
        (*HIT_OF_JACKPOT, REASON),
        terminal="jackpot hit reject",
        says="It was no hit: its amount goes back to the meter, and the reseed with it.",
        danger=True,
    ),
)
@decides(
    by("supervisor", "surveillance", people="two", filled=("reason",), sealed=True, clause="BJS-3"),
    _with_its_table,
    HitClosed,
)
def reject_hit(ctx: Context, command: RejectHit) -> Decision:
    """No hit after all: its amount back to the meter and the reseed back to where it came from, by new entries.

    A line that was settled with the prize returns so much less.
    """
    state, hit = pending_hit(ctx, command.jackpot, command.hit)
    if hit.voided:
        raise WrongState(
            f"hit {hit.id} was paid by a check that is void, and the winner has it coming",
            clause=LOCK,
            remedy="pay it again",
        )
    jackpot = state.jackpot
    assert jackpot is not None
    brought = [
        other.id
        for other in state.hits.values()
        if (other.table, other.round, other.wager, other.brought_by) == (hit.table, hit.round, hit.wager, hit.seat)
        and other.state in ("locked", "verified")
    ]
    if brought and not hit.bare:
        raise WrongState(
            f"hit {hit.id} brought others a prize: {', '.join(brought)}",
            clause="BJS-7",
            remedy="reject those first, then this one",
        )
    meter = jackpot.meter(hit.row)
    lines: Lines = ()
    # The reseed goes back with the last hit that brought it: another winner of the same prize still stands.
    others = [
        other.id
        for other in state.hits.values()
        if (other.table, other.round, other.row) == (hit.table, hit.round, hit.row)
        and other.id != hit.id
        and other.state != "rejected"
        and (other.full or (other.meter and not hit.full))
    ]
    reseeded = {} if others else hit.reseeded
    if meter is not None:
        balances = balances_of(jackpot, meter, ctx.accounts(jackpot.id))
        lines = funds.reject(jackpot, meter, balances, funds.LockedHit(hit.meter, **reseeded))
    body = of_jackpot.HitRejected(
        hit=hit.id,
        reason=command.reason,
        amount=hit.amount,
        reseed_stays_with=others[0] if others and any(hit.reseeded.values()) else UNSET,
    )
    at_table = msgspec.structs.replace(body, with_=[jackpot_stream(jackpot.id)])
    at_jackpot = msgspec.structs.replace(body, with_=[table_stream(hit.table)])
    return Decision(
        [
            *_line_without(ctx, hit, command.reason),
            ctx.draft(table_stream(hit.table), at_table),
            ctx.draft(jackpot_stream(jackpot.id), at_jackpot, lines),
        ],
        HitClosed(hit=hit.id, state="rejected", amount=hit.amount),
    )


@folds(JackpotState, of_jackpot.HitRejected)
def _rejected(state: JackpotState, body: of_jackpot.HitRejected, entry: Entry) -> None:
    hit = state.hits[body.hit]
    hit.state, hit.closed, hit.reason = "rejected", entry.at, body.reason
    state.rejected += 1
    state.given_back += hit.amount
    if body.reseed_stays_with:
        other = state.hits[body.reseed_stays_with]
        other.reseeded = {
            source: hit.reseeded.get(source, 0) + other.reseeded.get(source, 0)
            for source in {**hit.reseeded, **other.reseeded}
        }
        hit.reseeded = {}


@folds(TableState, of_jackpot.HitRejected)
def _hit_gone(state: TableState, body: of_jackpot.HitRejected, entry: Entry) -> None:
    state.hits.pop(body.hit, None)
    state.held.pop(body.hit, None)


def _line_without(ctx: Context, hit: Hit, reason: str) -> list[Draft]:
    """The line of a settled round without the prize that it was settled with; no chips move, they never came."""
    table = _table_of(ctx, hit)
    held = table.held.get(hit.id)
    if held is None:
        return []
    lines = table.lines if held.round == table.settled else standing_lines(ctx.tx, table.id, held.round).lines
    seat, wager, returned, _ = lines[held.line - 1]
    body = of_table.LineCorrected(
        round=held.round,
        line=held.line,
        seat=seat,
        wager=wager,
        was=returned,
        returned=returned - hit.amount,
        reason=f"hit {hit.id} was rejected: {reason}",
    )
    return [ctx.draft(table_stream(table.id), body)]
