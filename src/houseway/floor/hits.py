"""A hit from claim to payment: locked with its amount, verified, paid or rejected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET

from houseway.compliance.profile import Settings
from houseway.errors import NotPermitted, ReferenceMissing, UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor.chips import PLAY_HOUSE, chips_for
from houseway.floor.context import Context
from houseway.floor.kinds import of_house, of_jackpot, of_table
from houseway.floor.kinds.body import ClaimedHit, LockedHit
from houseway.floor.lines import together
from houseway.floor.papers import is_blank
from houseway.floor.people import two_people
from houseway.floor.prints import round_prints
from houseway.floor.rounds import Settler
from houseway.floor.settled import standing_lines
from houseway.floor.states import PROPERTY, Hit, JackpotState, TableState, jackpot_stream, table_stream
from houseway.jackpots import funds
from houseway.jackpots.jackpot_accounts import Lines, applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.jackpots.prizes import Award, claims_of, meters_of
from houseway.jackpots.removal import contributed
from houseway.jackpots.soundness import fits
from houseway.journal import Decision, Draft
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import PayKind
from houseway.rulebook.steps import Claim, seat_of
from houseway.table import percent_prizes as table_prizes
from houseway.table.setup import Setup

LOCK = "BJS-3"
HOUR = 3_600_000_000
Placed: TypeAlias = Mapping[str, Sequence[int]]
"""By jackpot wager, the seats whose wager counts."""

_BRIEF = ("id", "jackpot", "seat", "wager", "event", "amount", "bare")


class Locks(NamedTuple):
    """Hits as they are decided, and the amount of every meter at the lock, in cents."""

    decision: Decision
    amounts: dict[str, int]


class Claims:
    """Locks hits. ``settler`` knows each table's setup."""

    def __init__(self, settler: Settler) -> None:
        self.settler = settler

    def claim(self, ctx: Context, command: c.ClaimHit, placed: Placed | None = None) -> Locks:
        """All hits of the round together: reckoned on one amount, locked, the meters lowered and reseeded.

        ``placed`` has the seats whose wager counts where the chips on the spots say so: no tabulator is used, or a
        supervisor let them stand against the indicators.
        """
        state = ctx.open_table(command.table)
        assert state.table is not None
        setup = self.settler.setup(ctx.property, state)
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
        amounts = self._amounts(ctx, state, setup, jackpots)
        awards = self._awards(ctx, state, setup, command, jackpots, amounts, counted)
        left = _left_of_the_round(state, setup, jackpots, amounts)
        return self._lock(ctx, state, command, jackpots, amounts, awards, left)

    def _amounts(self, ctx: Context, state: TableState, setup: Setup, jackpots: dict[str, Jackpot]) -> dict[str, int]:
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
        self,
        ctx: Context,
        state: TableState,
        setup: Setup,
        command: c.ClaimHit,
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
            hits.append(table_prizes.Hit(claimed.seat, claimed.wager, claimed.event, table.clause))
            if row.pay.is_percent:
                meter = setup.meter_of(claimed.wager, claimed.event)
                claims.append(Claim(claimed.seat, claimed.wager, claimed.event, meter, table.clause))
            elif row.pay.kind is not PayKind.DOLLARS:
                amount = row.pay.returned(jackpots[claimed.wager].wager)
                odds.append(
                    _odds_award(claimed, jackpots[claimed.wager].id, row.pay.text, amount, threshold, table.clause)
                )
        # Whoever was paid for the same event in this round before has a part of what is divided.
        before = [
            Claim(hit.seat, hit.wager, hit.event, setup.meter_of(hit.wager, hit.event), LOCK)
            for hit in _dividing(state, setup, {(claim.wager, claim.event) for claim in claims})
        ]
        found = claims_of(setup, [*claims, *before], hits, counted, amounts, jackpots, threshold=threshold)
        known = {(claim.place, claim.wager) for claim in before}
        return [*(award for award in found if award.bare or (award.place, award.wager) not in known), *odds]

    def _lock(
        self,
        ctx: Context,
        state: TableState,
        command: c.ClaimHit,
        jackpots: dict[str, Jackpot],
        amounts: dict[str, int],
        awards: list[Award],
        left: dict[tuple[str, str], int],
    ) -> Locks:
        by_jackpot: dict[str, list[LockedHit]] = {}
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
                top = _reseed(known[id], meter, accounts[id], full=full)
                reseeded = {"reserve": top.reserve, "overflow": top.overflow, "house": top.house}
                hits[place] = msgspec.structs.replace(hit, reseeded=reseeded)
                lines[id] = together(lines.get(id, ()), top.lines)
                accounts[id] = applied(accounts[id], top.lines)
        return _locked(ctx, state, command, amounts, by_jackpot, lines, queued)


def is_uncounted(setup: Setup, state: TableState, round_: int) -> bool:
    """Whether a round is in progress at a table where no tabulator counts: wagers stay on their spots (S-11)."""
    return setup.options.get("tabulator") == "off" and state.live is not None and state.live.round == round_


def _odds_award(claimed: c.Claimed, jackpot: str, pays: str, amount: int, threshold: int | None, cite: str) -> Award:
    """A row paid by odds that is claimed because of its size: the house's money."""
    return Award(
        place=claimed.seat,
        wager=claimed.wager,
        event=claimed.event,
        jackpot=jackpot,
        row="",
        pays=pays,
        base=None,
        amount=amount,
        from_meter=0,
        from_house=amount,
        full=False,
        two_people=threshold is not None and amount > threshold,
        bare=False,
        cite=cite,
    )


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


def _check_claims(ctx: Context, state: TableState, setup: Setup, command: c.ClaimHit, counted: Placed) -> None:
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


def _hit(state: TableState, command: c.ClaimHit, number: int, award: Award, taken: int) -> LockedHit:
    return LockedHit(
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


def _first_of_each_row(hits: list[LockedHit]) -> list[tuple[int, LockedHit]]:
    """The first hit of each meter that was drawn on, with its place among the hits: it carries the reseed."""
    found: dict[str, tuple[int, LockedHit]] = {}
    for place, hit in enumerate(hits):
        if hit.meter or hit.full:
            found.setdefault(hit.row, (place, hit))
    return list(found.values())


def _reseed(jackpot: Jackpot, meter: Meter, accounts: dict[str, int], *, full: bool) -> funds.Reseed:
    balances = balances_of(jackpot, meter, accounts)
    return funds.reseed(jackpot, meter, balances, full=full)


def _locked(
    ctx: Context,
    state: TableState,
    command: c.ClaimHit,
    amounts: dict[str, int],
    by_jackpot: dict[str, list[LockedHit]],
    lines: dict[str, Lines],
    queued: dict[str, Jackpot],
) -> Locks:
    hits = [hit for found in by_jackpot.values() for hit in found]
    streams = [jackpot_stream(id) for id in by_jackpot]
    brief = [{key: getattr(hit, key) for key in _BRIEF} for hit in hits]
    prints = round_prints(state)
    claimed = of_table.HitClaimed(
        round=command.round,
        amounts=amounts,
        hits=[ClaimedHit(**said, row=hit.row, meter=hit.meter) for said, hit in zip(brief, hits, strict=True)],
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
    alert = [hit.id for hit in hits if _over(ctx, hit.amount)]
    return Locks(Decision(drafts, {"amounts": amounts, "hits": brief, "surveillance": alert}), amounts)


def _over(ctx: Context, amount: int) -> bool:
    threshold = ctx.settings["surveillance-threshold"]
    return threshold is not None and amount > threshold


# -- verified, paid, rejected


def _pending(ctx: Context, jackpot: str, id: str) -> tuple[JackpotState, Hit]:
    state = ctx.jackpot(jackpot)
    hit = state.hit(id)
    if hit.state in ("paid", "rejected"):
        raise WrongState(f"hit {id} was {hit.state} already", clause=LOCK, remedy="a hit is closed once")
    return state, hit


def verify_hit(ctx: Context, command: c.VerifyHit) -> Decision:
    """Hand, wager, seat and deck were looked at; over the threshold surveillance took part (WAC 230-15-320)."""
    _, hit = _pending(ctx, command.jackpot, command.hit)
    if hit.state != "locked":
        raise WrongState(f"hit {hit.id} is verified already")
    people = ctx.property.people
    if _over(ctx, hit.amount):
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
        hit=hit.id,
        cards=command.cards,
        deck=command.deck,
        surveillance=command.surveillance,
        player=command.player,
    )
    return Decision([ctx.draft(jackpot_stream(command.jackpot), body)], {"hit": hit.id, "state": "verified"})


def check_by(settings: Settings, hit: Hit) -> int | None:
    """Until when the check for a hit must be given, counted from its lock; nothing where it need not be a check."""
    most, hours = settings["check-threshold"], settings["check-hours"]
    if most is None or hours is None or hit.amount <= most:
        return None
    return hit.locked + int(hours) * HOUR


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


def pay_hit(ctx: Context, command: c.PayHit) -> Decision:
    """A verified hit is paid once: the meter's part from the funds, the house's from its own money."""
    state, hit = _pending(ctx, command.jackpot, command.hit)
    if hit.state != "verified":
        raise WrongState(f"hit {hit.id} is not verified", clause=LOCK, remedy="verify it first")
    if _still_played(ctx, hit):
        raise WrongState(
            f"round {hit.round} of table {hit.table} is not settled, and hit {hit.id} waits for it",
            clause=LOCK,
            remedy="settle the round, then pay; a hit that the round does not bear out is rejected",
        )
    if hit.two or _over(ctx, hit.amount):
        two_people(ctx.property.people, ctx.who, ctx.second, f"pay {dollars(hit.amount)}")
    named = (command.player.strip(), hit.player, _seated(ctx, hit))
    player = next((name for name in named if not is_blank(name)), "")
    least = ctx.settings["player-threshold"]
    if not player and least is not None and hit.amount > least:
        raise ReferenceMissing(
            f"{dollars(hit.amount)} is paid to a player who is on record, and nobody is for hit {hit.id}",
            clause=ctx.settings.cite("player-threshold"),
            remedy="give a reference of the player with the payment",
        )
    most = ctx.settings["check-threshold"]
    if most is not None and hit.amount > most and command.method != "check":
        raise WrongState(
            f"{dollars(hit.amount)} is paid by check, not in {command.method}",
            clause=ctx.settings.cite("check-threshold"),
            remedy=f"write a check; up to {dollars(most)} may be paid in cash or chips",
        )
    jackpot = state.jackpot
    assert jackpot is not None
    accounts = ctx.accounts(jackpot.id)
    lines: Lines = ()
    meter = jackpot.meter(hit.row)
    if meter is not None:
        lines = funds.pay(jackpot, meter, balances_of(jackpot, meter, accounts), hit.meter, command.by)
    lines = together(lines, funds.pay_house(jackpot, hit.house))
    given = _given(ctx, hit)
    body = of_jackpot.HitPaid(
        hit=hit.id,
        amount=hit.amount,
        by=command.by,
        method=command.method,
        reference=command.reference,
        player=player,
        with_=[draft.stream for draft in given] or UNSET,
    )
    return Decision(
        [*given, ctx.draft(jackpot_stream(jackpot.id), body, lines)],
        {"hit": hit.id, "state": "paid", "amount": hit.amount},
    )


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


def reject_hit(ctx: Context, command: c.RejectHit) -> Decision:
    """No hit after all: its amount back to the meter and the reseed back to where it came from, by new entries.

    A line that was settled with the prize returns so much less.
    """
    state, hit = _pending(ctx, command.jackpot, command.hit)
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
        {"hit": hit.id, "state": "rejected", "amount": hit.amount},
    )


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
