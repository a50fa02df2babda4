"""A hit from claim to payment: locked with its amount, verified, paid or rejected."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.compliance.profile import Settings
from houseway.errors import BadJackpot, NotPermitted, UnknownThing, WrongState
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.lines import together
from houseway.floor.people import two_people
from houseway.floor.rounds import Settler
from houseway.floor.states import PROPERTY, Hit, JackpotState, TableState, jackpot_stream, table_stream
from houseway.jackpots import funds, soundness
from houseway.jackpots.accounts import Lines, applied, balances_of
from houseway.jackpots.configuration import Jackpot, Meter
from houseway.jackpots.prizes import Award, claims_of, meters_of
from houseway.journal import Decision, Draft
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import PayKind
from houseway.rulebook.steps import Claim, seat_of
from houseway.table import prizes as table_prizes
from houseway.table.setup import Setup

LOCK = "BJS-3"
HOUR = 3_600_000_000


class Claims:
    """Locks hits. ``settler`` knows each table's setup."""

    def __init__(self, settler: Settler) -> None:
        self.settler = settler

    def claim(self, ctx: Context, command: c.ClaimHit) -> Decision:
        """All hits of the round together: reckoned on one amount, locked, the meters lowered and reseeded."""
        state = ctx.open_table(command.table)
        assert state.table is not None
        if state.round != command.round or state.phase != "tabulated":
            raise WrongState(
                f"round {command.round} of table {state.id} is not in progress",
                clause=LOCK,
                remedy=f"the last is {state.round}, {state.phase}",
            )
        setup = self.settler.setup(ctx.property, state)
        _check_claims(state, setup, command)
        jackpots = {wager: _current(ctx, state, id) for wager, id in state.table.jackpots.items()}
        amounts = self._amounts(ctx, state, setup, jackpots)
        awards = self._awards(ctx, state, setup, command, jackpots, amounts)
        return self._lock(ctx, state, command, jackpots, amounts, awards)

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
        counted = {wager: state.counted_for(wager) for wager in state.table.jackpots} if state.table else {}
        return [*claims_of(setup, claims, hits, counted, amounts, jackpots, threshold=threshold), *odds]

    def _lock(
        self,
        ctx: Context,
        state: TableState,
        command: c.ClaimHit,
        jackpots: dict[str, Jackpot],
        amounts: dict[str, int],
        awards: list[Award],
    ) -> Decision:
        by_jackpot: dict[str, list[dict[str, Any]]] = {}
        lines: dict[str, Lines] = {}
        accounts = {jackpot.id: ctx.accounts(jackpot.id) for jackpot in jackpots.values()}
        known = {jackpot.id: jackpot for jackpot in jackpots.values()}
        left: dict[tuple[str, str], int] = {}
        for number, award in enumerate(awards, state.claimed + 1):
            jackpot = known[award.jackpot]
            meter = jackpot.meter(award.row)
            taken = 0
            if award.from_meter and meter is not None:
                key = (jackpot.id, award.row)
                there = left.get(key)
                if there is None:
                    there = funds.displayed_cents(meter, balances_of(jackpot, meter, accounts[jackpot.id]))
                # An earlier lock of the same round may have taken some: the house pays what is no longer there.
                taken = min(award.from_meter, there)
                left[key] = there - taken
                part = funds.lock(jackpot, meter, balances_of(jackpot, meter, accounts[jackpot.id]), taken)
                lines[jackpot.id] = together(lines.get(jackpot.id, ()), part)
                accounts[jackpot.id] = applied(accounts[jackpot.id], part)
            by_jackpot.setdefault(jackpot.id, []).append(_hit(state, command, number, award, taken))
        queued: dict[str, Jackpot] = {}
        for id, hits in by_jackpot.items():
            # The next amount begins with the parameters that waited for this prize (LAB-12).
            waiting = ctx.jackpot(id).queued
            if waiting is not None and any(hit["full"] for hit in hits) and _fits(known[id], waiting, accounts[id]):
                queued[id] = waiting
                # What came in under the old cap stays on the side of it where it fell.
                part = funds.fold_all(known[id], accounts[id])
                lines[id] = together(lines.get(id, ()), part)
                accounts[id] = applied(accounts[id], part)
            for hit in _first_of_each_row(hits):
                meter = queued.get(id, known[id]).meter(hit["row"])
                assert meter is not None, "parameters that wait have the same rows"
                full = any(other["full"] for other in hits if other["row"] == hit["row"])
                top = _reseed(known[id], meter, accounts[id], full=full)
                hit["reseeded"] = {"reserve": top.reserve, "overflow": top.overflow, "house": top.house}
                lines[id] = together(lines.get(id, ()), top.lines)
                accounts[id] = applied(accounts[id], top.lines)
        return _locked(ctx, state, command, amounts, by_jackpot, lines, queued)


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
        share=1,
        two_people=threshold is not None and amount > threshold,
        bare=False,
        cite=cite,
    )


def _current(ctx: Context, state: TableState, id: str) -> Jackpot:
    """The jackpot as it is now; a bonus as it was posted when the round was counted."""
    jackpot = ctx.jackpot(id).jackpot
    assert jackpot is not None
    return state.jackpots[id] if jackpot.scheme == "bonus" else jackpot


def _check_claims(state: TableState, setup: Setup, command: c.ClaimHit) -> None:
    assert state.table is not None
    if not command.claims:
        raise WrongState("no row is claimed", clause=LOCK, remedy="name seat, wager and row")
    seen = {(hit["seat"], hit["wager"]) for hit in state.hits.values() if not hit["bare"]}
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
        if claimed.seat not in state.counted_for(claimed.wager):
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


def _hit(state: TableState, command: c.ClaimHit, number: int, award: Award, taken: int) -> dict[str, Any]:
    return {
        "id": f"{state.id}-{command.round}-{number}",
        "jackpot": award.jackpot,
        "row": award.row,
        "table": state.id,
        "round": command.round,
        "seat": seat_of(award.place),
        "wager": award.wager,
        "event": award.event,
        "pays": award.pays,
        "amount": award.amount,
        "meter": taken,
        "house": award.amount - taken,
        "full": award.full,
        "bare": award.bare,
        "brought-by": award.brought_by,
        "two": award.two_people,
        "cards": command.cards,
    }


def _first_of_each_row(hits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first hit of each meter that was drawn on: it carries the reseed."""
    found: dict[str, dict[str, Any]] = {}
    for hit in hits:
        if hit["meter"] or hit["full"]:
            found.setdefault(hit["row"], hit)
    return list(found.values())


def _fits(old: Jackpot, waiting: Jackpot, accounts: dict[str, int]) -> bool:
    """Whether parameters that waited can hold now: not while a cap among them is under the amount of another row."""
    try:
        soundness.check_change(old, waiting, accounts)
    except BadJackpot:
        return False
    return True


def _reseed(jackpot: Jackpot, meter: Meter, accounts: dict[str, int], *, full: bool) -> funds.Reseed:
    balances = balances_of(jackpot, meter, accounts)
    return funds.reseed(jackpot, meter, balances, full=full)


def _locked(
    ctx: Context,
    state: TableState,
    command: c.ClaimHit,
    amounts: dict[str, int],
    by_jackpot: dict[str, list[dict[str, Any]]],
    lines: dict[str, Lines],
    queued: dict[str, Jackpot],
) -> Decision:
    hits = [hit for found in by_jackpot.values() for hit in found]
    streams = [jackpot_stream(id) for id in by_jackpot]
    brief = [{key: hit[key] for key in ("id", "jackpot", "seat", "wager", "event", "amount", "bare")} for hit in hits]
    drafts: list[Draft] = [
        ctx.draft(
            table_stream(state.id),
            "hit-claimed",
            {"round": command.round, "amounts": amounts, "hits": brief, "cards": command.cards, "with": streams},
        )
    ]
    for id, found in by_jackpot.items():
        body: dict[str, Any] = {"hits": found, "amounts": amounts, "with": [table_stream(state.id)]}
        if id in queued:
            body["changed"] = msgspec.to_builtins(queued[id])
        drafts.append(ctx.draft(jackpot_stream(id), "hit-locked", body, lines.get(id, ())))
    for id, jackpot in queued.items():
        drafts.append(
            ctx.draft(
                PROPERTY, "jackpot-configured", {"jackpot": msgspec.to_builtins(jackpot), "with": [jackpot_stream(id)]}
            )
        )
    alert = [hit["id"] for hit in hits if _over(ctx, hit["amount"])]
    return Decision(drafts, {"amounts": amounts, "hits": brief, "surveillance": alert})


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
    if not command.cards or not command.deck:
        raise WrongState(
            f"hit {hit.id} is verified on its cards and the deck", clause="WAC 230-15-405", remedy="give both"
        )
    people = ctx.property.people
    if _over(ctx, hit.amount):
        watching = [id for id in (ctx.who, ctx.second) if id in people and "surveillance" in people[id].roles]
        if not watching or not command.surveillance:
            raise NotPermitted(
                f"{dollars(hit.amount)} is verified by surveillance too",
                clause=ctx.settings.cite("surveillance-threshold"),
                remedy="have surveillance stand beside, and give the reference of the recording",
            )
    body = {
        "hit": hit.id,
        "cards": command.cards,
        "deck": command.deck,
        "surveillance": command.surveillance,
        "player": command.player,
    }
    return Decision(
        [ctx.draft(jackpot_stream(command.jackpot), "hit-verified", body)], {"hit": hit.id, "state": "verified"}
    )


def check_by(settings: Settings, hit: Hit) -> int | None:
    """Until when the check for a hit must be given, counted from its lock; nothing where it need not be a check."""
    most, hours = settings["check-threshold"], settings["check-hours"]
    if most is None or hours is None or hit.amount <= most:
        return None
    return hit.locked + int(hours) * HOUR


def _still_played(ctx: Context, hit: Hit) -> bool:
    """Whether the hit's round is in progress at a table whose cards are known: what it pays is not certain yet.

    A table that runs with the tabulator alone settles no rounds; there the people see the hand.
    """
    state = ctx.tx.state(table_stream(hit.table))
    assert isinstance(state, TableState)
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
        two_people(ctx.property.people, ctx.who, ctx.second, f"paying {dollars(hit.amount)}")
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
    body = {
        "hit": hit.id,
        "amount": hit.amount,
        "by": command.by,
        "method": command.method,
        "reference": command.reference,
    }
    return Decision(
        [ctx.draft(jackpot_stream(jackpot.id), "hit-paid", body, lines)],
        {"hit": hit.id, "state": "paid", "amount": hit.amount},
    )


def reject_hit(ctx: Context, command: c.RejectHit) -> Decision:
    """No hit after all: its amount back to the meter and the reseed back to where it came from, by new entries."""
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
    body: dict[str, Any] = {"hit": hit.id, "reason": command.reason, "amount": hit.amount}
    if others and any(hit.reseeded.values()):
        body["reseed-stays-with"] = others[0]
    return Decision(
        [
            ctx.draft(table_stream(hit.table), "hit-rejected", {**body, "with": [jackpot_stream(jackpot.id)]}),
            ctx.draft(jackpot_stream(jackpot.id), "hit-rejected", {**body, "with": [table_stream(hit.table)]}, lines),
        ],
        {"hit": hit.id, "state": "rejected", "amount": hit.amount},
    )
