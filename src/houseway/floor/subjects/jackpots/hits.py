"""A hit as it is claimed: reckoned on one amount for the whole round, and locked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET

from houseway.floor.bookkeeping.ledger_lines import together
from houseway.floor.command_streams import its_table_and_jackpots
from houseway.floor.declaring import Cents, Command, Context, Decision, Draft, Entry, Shape, decides, folds
from houseway.floor.floor_errors import UnknownThing, WrongState
from houseway.floor.forms import TABLE, Field, Form, round_field, words
from houseway.floor.kinds import of_house, of_jackpot, of_table
from houseway.floor.kinds.body import ClaimedHit, HeldHit
from houseway.floor.kinds.of_payment import KEPT
from houseway.floor.permission.controls import FLOOR, by
from houseway.floor.play.prints import round_prints
from houseway.floor.states import PROPERTY, Hit, JackpotState, OlderHit, TableState, jackpot_stream, table_stream
from houseway.floor.subjects.live_play import answered
from houseway.floor.subjects.presses import count_press
from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import Lines, applied, balances_of
from houseway.jackpots.jackpot_configuration import Jackpot
from houseway.jackpots.prizes import Award, claims_of, from_the_house, meters_of
from houseway.jackpots.removal import contributed
from houseway.jackpots.soundness import fits
from houseway.rulebook.pays import PayKind
from houseway.rulebook.steps import JACKPOTS, Claim, Prizes, seat_of
from houseway.table import percent_prizes as table_prizes
from houseway.table.setup import Setup
from houseway.table.shown.wording import counted

__all__ = ["ClaimHit", "Claimed"]

LOCK = "BJS-3"


Placed: TypeAlias = Mapping[str, Sequence[int]]
"""By jackpot wager, the seats whose wager counts."""


class Claimed(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"
):
    """A row of a jackpot that a seat hit."""

    seat: int
    wager: str
    event: str


class ClaimHit(Command, frozen=True, kw_only=True):
    """Rows of jackpots hit in the current round, all of them together: amounts are fixed and locked."""

    table: str
    round: int
    claims: tuple[Claimed, ...]
    cards: str = ""


class LockedHit(Shape, frozen=True):
    """A prize that was locked."""

    id: str
    jackpot: str
    seat: int
    wager: str
    event: str
    amount: Cents
    bare: bool


class HitsLocked(Shape, frozen=True):
    """Amounts of the meters as they were locked, in cents; the hits; those that surveillance must verify."""

    amounts: dict[str, int]
    hits: list[LockedHit]
    surveillance: list[str]


@words(
    lambda given, reply: f"{counted(len(reply.hits), 'hit')} locked in round {given.round} of table {given.table}:",
    Form(
        "Claim the rows hit in a round",
        "Claim",
        (
            *TABLE,
            Field(
                "claims",
                "Row hit",
                "rows",
                columns=("seat", "wager", "event"),
                option="--row",
                hint="seat:wager:event, such as 3:jackpot:ROW",
            ),
            Field("cards", "Winning cards", needed=False),
            round_field(lambda table: table.round, "The last one if left out."),
        ),
        terminal="jackpot hit claim",
        says="All of them together: amounts are fixed and locked, the meter lowered.",
    ),
)
@decides(by(*FLOOR, devices=("panel",), sealed=True, clause="BJS-3"), its_table_and_jackpots, HitsLocked, played=True)
def claim_hit(ctx: Context, command: ClaimHit) -> Decision:
    """The lock, and with it the amounts that a round in progress waits for."""
    state = ctx.table(command.table)
    if state.live is None or not state.open:
        return lock(ctx, command).decision
    setup = ctx.setup(state)
    round_ = ctx.playing(state).round
    placed = None
    if is_uncounted(setup, state, command.round) or (state.differ and state.live.round == command.round):
        # What lies on the spots is wagered.
        placed = {wager: [seat for seat, laid in round_.placed.items() if laid.get(wager)] for wager in setup.jackpots}
    locks = lock(ctx, command, placed)
    step = round_.step
    if not isinstance(step, Prizes):
        return locks.decision
    amounts = {name: locks.amounts[name] for name in step.meters}
    more = answered(ctx, state, [(JACKPOTS, amounts)])
    return Decision([*locks.decision.drafts, *more.drafts], locks.decision.reply)


@folds(TableState, of_table.HitClaimed)
def _claimed(state: TableState, body: of_table.HitClaimed, entry: Entry) -> None:
    if body.round > state.round:
        # Nothing counts at this table: its round is known by the first hit, or when it is settled.
        count_press(state, of_table.Tabulated(round=body.round, picture={}), entry)
    state.amounts = {**body.amounts, **state.amounts}
    state.hits.update({hit.id: hit for hit in body.hits})
    state.claimed += len(body.hits)


@folds(JackpotState, of_jackpot.HitLocked)
def _locked(state: JackpotState, body: of_jackpot.HitLocked, entry: Entry) -> None:
    for locked in body.hits:
        hit = hit_of(locked, entry.at)
        hit.claimed_by = body.signers(entry.who)
        hit.entries.append(entry.number)
        state.hits[hit.id] = hit
        state.wins += 1
        state.won += hit.amount
    state.counted.update(body.counted or {})
    if body.changed:
        state.jackpot, state.queued = body.changed, None
    drawn = {check.hit for check in state.checks.values()}
    closed = [id for id, hit in state.hits.items() if hit.closed is not None and id not in drawn]
    for id in closed[: max(0, len(closed) - KEPT_HITS)]:
        _put_away(state, state.hits.pop(id), entry.at)


def _put_away(state: JackpotState, hit: Hit, now: int) -> None:
    """A closed hit is no longer at hand: of one that was paid it stays known where it is told."""
    if hit.state == "paid" and hit.closed is not None:
        state.older[hit.id] = OlderHit(hit.entries, hit.closed, hit.prints)
    for id in [*takewhile(lambda id: state.older[id].closed < now - KEPT, state.older)]:
        del state.older[id]


def hit_of(locked: HeldHit, at: int) -> Hit:
    """A hit that was locked at the moment ``at``."""
    told = msgspec.structs.asdict(locked)
    return Hit(**told | {"reseeded": locked.reseeded or {}}, locked=at)


KEPT_HITS = 100
"""Closed hits that a jackpot keeps at hand; the journal keeps all."""


class Locks(NamedTuple):
    """Hits as they are decided, and the amount of every meter at the lock, in cents."""

    decision: Decision
    amounts: dict[str, int]


def lock(ctx: Context, command: ClaimHit, placed: Placed | None = None) -> Locks:
    """All hits of the round together: reckoned on one amount, locked, the meters lowered and reseeded.

    ``placed`` has the seats whose wager counts where the chips on the spots say so: no tabulator is used, or a
    supervisor let them stand against the indicators.
    """
    state = ctx.open_table(command.table)
    assert state.table is not None
    setup = ctx.setup(state)
    counted_round = state.round == command.round and state.phase == "tabulated"
    if not counted_round and not (placed is not None and is_uncounted(setup, state, command.round)):
        raise WrongState(
            f"round {command.round} of table {state.id} is not in progress",
            clause=LOCK,
            remedy=f"the last is {state.round}, {state.phase}",
        )
    counted = placed if placed is not None else {wager: state.counted_for(wager) for wager in state.table.jackpots}
    _check_claims(ctx, state, setup, command, counted)
    jackpots = {wager: _current(ctx, state, id) for wager, id in state.table.jackpots.items()}
    amounts = _amounts(ctx, state, setup, jackpots)
    awards = _awards(ctx, state, setup, command, jackpots, amounts, counted)
    left = _left_of_the_round(state, setup, jackpots, amounts)
    return _lock(ctx, state, command, jackpots, amounts, awards, left)


def _amounts(ctx: Context, state: TableState, setup: Setup, jackpots: dict[str, Jackpot]) -> dict[str, int]:
    """The amount of every meter at the lock: one for the whole round, as it was first locked in it."""
    amounts: dict[str, int] = {}
    for name, (jackpot, meter) in meters_of(setup, jackpots).items():
        if name in state.amounts:
            amounts[name] = state.amounts[name]
        elif meter is None:
            assert jackpot.amount is not None, "a bonus without an amount is refused with its meters"
            amounts[name] = jackpot.amount
        else:
            balances = balances_of(jackpot, meter, ctx.accounts(jackpot.id))
            amounts[name] = funds.displayed_cents(meter, balances)
    return amounts


def _awards(
    ctx: Context,
    state: TableState,
    setup: Setup,
    command: ClaimHit,
    jackpots: dict[str, Jackpot],
    amounts: dict[str, int],
    counted: Placed,
) -> list[Award]:
    claims: list[Claim] = []
    hits: list[table_prizes.Hit] = []
    odds: list[Award] = []
    threshold = ctx.settings["surveillance-threshold"]
    for claimed in command.claims:
        table = setup.paytables[claimed.wager]
        row = table.find(claimed.event)
        assert row is not None
        hit = table_prizes.Hit(claimed.seat, claimed.wager, claimed.event, table.clause)
        hits.append(hit)
        if row.pay.is_percent:
            meter = setup.meter_of(claimed.wager, claimed.event)
            claims.append(Claim(claimed.seat, claimed.wager, claimed.event, meter, table.clause))
        elif row.pay.kind is not PayKind.DOLLARS:
            # A row paid by odds that is claimed because of its size.
            amount = row.pay.returned(jackpots[claimed.wager].wager)
            odds.append(from_the_house(hit, jackpots[claimed.wager].id, row.pay.text, amount, threshold))
    # Whoever was paid for the same event in this round before has a part of what is divided.
    before = [
        Claim(other.seat, other.wager, other.event, setup.meter_of(other.wager, other.event), LOCK)
        for other in _dividing(state, setup, {(claim.wager, claim.event) for claim in claims})
    ]
    found = claims_of(setup, [*claims, *before], hits, counted, amounts, jackpots, threshold=threshold)
    known = {(claim.place, claim.wager) for claim in before}
    return [*(award for award in found if award.bare or (award.place, award.wager) not in known), *odds]


def _lock(
    ctx: Context,
    state: TableState,
    command: ClaimHit,
    jackpots: dict[str, Jackpot],
    amounts: dict[str, int],
    awards: list[Award],
    left: dict[tuple[str, str], int],
) -> Locks:
    by_jackpot: dict[str, list[HeldHit]] = {}
    lines: dict[str, Lines] = {}
    accounts = {jackpot.id: ctx.accounts(jackpot.id) for jackpot in jackpots.values()}
    known = {jackpot.id: jackpot for jackpot in jackpots.values()}
    for number, award in enumerate(awards, state.claimed + 1):
        jackpot = known[award.jackpot]
        meter = jackpot.meter(award.row)
        taken = 0
        if award.from_meter and meter is not None:
            key = (jackpot.id, award.row)
            there = funds.displayed_cents(meter, balances_of(jackpot, meter, accounts[jackpot.id]))
            # What an earlier lock of the round took is gone from the amount that all are reckoned on: the house
            # pays the rest, and the seed of the next prize is not touched.
            taken = min(award.from_meter, left[key], there)
            left[key] -= taken
            part = funds.lock(jackpot, meter, balances_of(jackpot, meter, accounts[jackpot.id]), taken)
            lines[jackpot.id] = together(lines.get(jackpot.id, ()), part)
            accounts[jackpot.id] = applied(accounts[jackpot.id], part)
        by_jackpot.setdefault(jackpot.id, []).append(_hit(state, command, number, award, taken))
    queued: dict[str, Jackpot] = {}
    for id, hits in by_jackpot.items():
        # The next amount begins with the parameters that waited for this prize (LAB-12).
        waiting = ctx.jackpot(id).queued
        if waiting is not None and any(hit.full for hit in hits) and fits(known[id], waiting, accounts[id]):
            queued[id] = waiting
            # What came in under the old cap stays on the side of it where it fell.
            part = funds.fold_all(known[id], accounts[id])
            lines[id] = together(lines.get(id, ()), part)
            accounts[id] = applied(accounts[id], part)
        for place, hit in _first_of_each_row(hits):
            meter = queued.get(id, known[id]).meter(hit.row)
            assert meter is not None, "parameters that wait have the same rows"
            full = any(other.full for other in hits if other.row == hit.row)
            top = funds.reseed(known[id], meter, balances_of(known[id], meter, accounts[id]), full=full)
            reseeded = {"reserve": top.reserve, "overflow": top.overflow, "house": top.house}
            hits[place] = msgspec.structs.replace(hit, reseeded=reseeded)
            lines[id] = together(lines.get(id, ()), top.lines)
            accounts[id] = applied(accounts[id], top.lines)
    return _entries(ctx, state, command, amounts, by_jackpot, lines, queued)


def is_uncounted(setup: Setup, state: TableState, round_: int) -> bool:
    """Whether a round is in progress at a table where no tabulator counts: wagers stay on their spots (S-11)."""
    return setup.options.get("tabulator") == "off" and state.live is not None and state.live.round == round_


def _current(ctx: Context, state: TableState, id: str) -> Jackpot:
    """The jackpot as it is now; a bonus as it was posted when the round was counted."""
    jackpot = ctx.jackpot(id).jackpot
    assert jackpot is not None
    return state.jackpots[id] if jackpot.scheme == "bonus" else jackpot


def _left_of_the_round(
    state: TableState, setup: Setup, jackpots: dict[str, Jackpot], amounts: dict[str, int]
) -> dict[tuple[str, str], int]:
    """What the standing hits of the round have left of each meter's one amount, by jackpot and row, in cents."""
    left = {
        (jackpot.id, meter.row): amounts[name]
        for name, (jackpot, meter) in meters_of(setup, jackpots).items()
        if meter is not None
    }
    for hit in state.hits.values():
        key = (hit.jackpot, hit.row)
        if key in left:
            left[key] = max(0, left[key] - hit.meter)
    return left


def _dividing(state: TableState, setup: Setup, events: set[tuple[str, str]]) -> list[ClaimedHit]:
    """The standing hits of the round that have a part of one of these events, where its winners divide it."""
    return [
        hit
        for hit in state.hits.values()
        if not hit.bare and setup.divides(hit.wager) and (hit.wager, hit.event) in events
    ]


def _check_claims(ctx: Context, state: TableState, setup: Setup, command: ClaimHit, counted: Placed) -> None:
    assert state.table is not None
    if not command.claims:
        raise WrongState("no row is claimed", clause=LOCK, remedy="name seat, wager and row")
    seen = {(hit.seat, hit.wager) for hit in state.hits.values() if not hit.bare}
    for claimed in command.claims:
        if claimed.wager not in state.table.jackpots:
            raise UnknownThing(
                f"{claimed.wager!r} is no jackpot wager of table {state.id}",
                remedy=f"its jackpot wagers: {', '.join(state.table.jackpots) or 'none'}",
            )
        if setup.paytables[claimed.wager].find(claimed.event) is None:
            rows = ", ".join(row.event for row in setup.paytables[claimed.wager].rows)
            raise UnknownThing(
                f"the paytable of {claimed.wager} has no row {claimed.event!r}",
                clause=setup.paytables[claimed.wager].clause,
                remedy=f"its rows: {rows}",
            )
        if claimed.seat not in counted[claimed.wager]:
            raise WrongState(
                f"no {claimed.wager} wager was counted at position {claimed.seat} in round {command.round}",
                clause="S-6",
                remedy="a wager that was not counted cannot win; call a supervisor",
            )
        if (claimed.seat, claimed.wager) in seen:
            raise WrongState(
                f"position {claimed.seat} has a hit of {claimed.wager} in this round",
                clause=LOCK,
                remedy="only the highest row is paid; reject the hit first if it was claimed wrongly",
            )
        seen.add((claimed.seat, claimed.wager))
    percents = {
        (claimed.wager, claimed.event)
        for claimed in command.claims
        if (row := setup.paytables[claimed.wager].find(claimed.event)) is not None and row.pay.is_percent
    }
    for hit in _dividing(state, setup, percents):
        if hit.id in ctx.jackpot(hit.jackpot).pending:
            raise WrongState(
                f"{hit.event} is divided among all who hit it, and hit {hit.id} was locked without the others",
                clause=setup.paytables[hit.wager].clause,
                remedy="reject that hit, then claim every winner of the round together",
            )


def _hit(state: TableState, command: ClaimHit, number: int, award: Award, taken: int) -> HeldHit:
    return HeldHit(
        id=f"{state.id}-{command.round}-{number}",
        jackpot=award.jackpot,
        row=award.row,
        table=state.id,
        round=command.round,
        seat=seat_of(award.place),
        wager=award.wager,
        event=award.event,
        pays=award.pays,
        amount=award.amount,
        meter=taken,
        house=award.amount - taken,
        full=award.full,
        bare=award.bare,
        brought_by=award.brought_by,
        two=award.two_people,
        cards=command.cards,
    )


def _first_of_each_row(hits: list[HeldHit]) -> list[tuple[int, HeldHit]]:
    """The first hit of each meter that was drawn on, with its place among the hits: it carries the reseed."""
    found: dict[str, tuple[int, HeldHit]] = {}
    for place, hit in enumerate(hits):
        if hit.meter or hit.full:
            found.setdefault(hit.row, (place, hit))
    return list(found.values())


def _entries(
    ctx: Context,
    state: TableState,
    command: ClaimHit,
    amounts: dict[str, int],
    by_jackpot: dict[str, list[HeldHit]],
    lines: dict[str, Lines],
    queued: dict[str, Jackpot],
) -> Locks:
    hits = [hit for found in by_jackpot.values() for hit in found]
    streams = [jackpot_stream(id) for id in by_jackpot]
    brief = [LockedHit(hit.id, hit.jackpot, hit.seat, hit.wager, hit.event, hit.amount, hit.bare) for hit in hits]
    prints = round_prints(state)
    claimed = of_table.HitClaimed(
        round=command.round,
        amounts=amounts,
        hits=[msgspec.convert(hit, ClaimedHit, from_attributes=True) for hit in hits],
        cards=command.cards,
        play=prints.play,
        program=prints.program,
        with_=streams,
    )
    drafts: list[Draft] = [ctx.draft(table_stream(state.id), claimed)]
    for id, found in by_jackpot.items():
        won = {hit.row for hit in found if hit.full and hit.meter}
        accounts = ctx.accounts(id) if won else {}
        body = of_jackpot.HitLocked(
            hits=found,
            amounts=amounts,
            counted={row: contributed(id, row, accounts) for row in sorted(won)} or UNSET,
            changed=queued.get(id, UNSET),
            with_=[table_stream(state.id)],
        )
        drafts.append(ctx.draft(jackpot_stream(id), body, lines.get(id, ())))
    for id, jackpot in queued.items():
        drafts.append(ctx.draft(PROPERTY, of_house.JackpotConfigured(jackpot=jackpot, with_=[jackpot_stream(id)])))
    alert = [hit.id for hit in hits if over_threshold(ctx, hit.amount)]
    return Locks(Decision(drafts, HitsLocked(amounts=amounts, hits=brief, surveillance=alert)), amounts)


def over_threshold(ctx: Context, amount: int) -> bool:
    """Whether surveillance verifies a prize of so many cents."""
    threshold = ctx.settings["surveillance-threshold"]
    return threshold is not None and amount > threshold
