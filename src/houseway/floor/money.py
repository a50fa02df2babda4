"""A jackpot's parameters and money: begin, change, post, adjust, deposit, stop, and the end of a progressive."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import msgspec

from houseway.compliance.configured_tables import setup_of
from houseway.errors import AdjustmentRefused, BadAmount, RemovalRefused, WrongState
from houseway.floor import commands as c
from houseway.floor.context import Context
from houseway.floor.kinds import of_house, of_jackpot
from houseway.floor.lines import together
from houseway.floor.names import NOT_JACKPOTS, check_name
from houseway.floor.states import PROPERTY, JackpotState, jackpot_stream, table_stream
from houseway.floor.stops import overdue, resume_drafts, stop_drafts
from houseway.jackpots import funds, removal, soundness
from houseway.jackpots.jackpot_accounts import Lines, account, applied, balances_of
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot, Meter
from houseway.journal import Decision, Draft
from houseway.rulebook.money import dollars


def add_jackpot(ctx: Context, command: c.AddJackpot) -> Decision:
    """A jackpot begins; a progressive with its seed, which the house owes the account from now on."""
    jackpot = command.jackpot
    soundness.check(jackpot)
    check_name(jackpot.id, "jackpot", NOT_JACKPOTS)
    if ctx.tx.state(jackpot_stream(jackpot.id)).status != "none":
        raise WrongState(f"there is or was a jackpot {jackpot.id}", remedy="give the new one another id")
    lines = together(*(funds.seed(jackpot, meter) for meter in jackpot.meters))
    beginning = {meter.row: meter.seed for meter in jackpot.meters}
    body = of_jackpot.JackpotBegun(jackpot=jackpot, beginning=beginning, with_=[PROPERTY])
    return Decision(
        [ctx.draft(jackpot_stream(jackpot.id), body, lines), _configured(ctx, jackpot)],
        {"jackpot": jackpot.id, "beginning": beginning},
    )


def _configured(ctx: Context, jackpot: Jackpot) -> Draft:
    """A jackpot as the property has it from now on."""
    return ctx.draft(PROPERTY, of_house.JackpotConfigured(jackpot=jackpot, with_=[jackpot_stream(jackpot.id)]))


def running(ctx: Context, id: str) -> tuple[JackpotState, Jackpot]:
    """A jackpot that is not closed."""
    state = ctx.jackpot(id)
    assert state.jackpot is not None
    if state.status == "closed":
        raise WrongState(f"jackpot {id} is closed")
    return state, state.jackpot


def progressive(ctx: Context, id: str) -> tuple[JackpotState, Jackpot]:
    """A progressive that is not closed."""
    state, jackpot = running(ctx, id)
    if jackpot.scheme != "progressive":
        raise WrongState(f"{id} is a bonus jackpot and holds no money of the players", clause="BJS-2")
    return state, jackpot


def counting(ctx: Context, id: str) -> tuple[JackpotState, Jackpot]:
    """A progressive whose money is still its own: not closed, transferred or given away."""
    state, jackpot = progressive(ctx, id)
    if state.status == "removed":
        raise RemovalRefused(
            f"jackpot {id} was removed: {state.why}", clause="WAC 230-15-710", remedy="close it; begin another one"
        )
    return state, jackpot


def _meter(jackpot: Jackpot, row: str) -> Meter:
    found = jackpot.meter(row)
    if found is None:
        rows = ", ".join(meter.row or "(its own)" for meter in jackpot.meters)
        raise WrongState(f"jackpot {jackpot.id} has no meter {row!r}", remedy=f"its meters: {rows}")
    return found


def change_jackpot(ctx: Context, command: c.ChangeJackpot) -> Decision:
    """Other parameters: at once where no table counts for it, else those that can wait do (LAB-12, LAB-13)."""
    new = command.jackpot
    state, old = running(ctx, new.id)
    if state.status == "removed":
        counting(ctx, new.id)
    soundness.check_change(old, new, ctx.accounts(new.id))
    busy = [id for id in ctx.property.tables_of(new.id) if id in ctx.property.open]
    if busy:
        fixed = [
            name
            for name in ("wager", "posted", "envy", "share", "scheme", "updates", "amount")
            if getattr(old, name) != getattr(new, name)
        ]
        if fixed or [(m.row, m.rate, m.reserve) for m in old.meters] != [
            (m.row, m.rate, m.reserve) for m in new.meters
        ]:
            raise WrongState(
                f"what wagers move or pay at jackpot {new.id} does not change while tables are open: {', '.join(busy)}",
                clause="LAB-13",
                remedy="close the tables of the link, then change it",
            )
    drafts = _changed(ctx, old, new, queued=bool(busy))
    return Decision(drafts, {"jackpot": new.id, "queued": bool(busy)})


def _changed(ctx: Context, old: Jackpot, new: Jackpot, *, queued: bool) -> list[Draft]:
    """The entries of a change: one that waits is only on record."""
    body = of_jackpot.JackpotChanged(jackpot=new, before=old, queued=queued, with_=[PROPERTY])
    if queued:
        return [ctx.draft(jackpot_stream(new.id), body)]
    # What came in under the old cap stays on the side of it where it fell; a new meter begins with its seed.
    added = [funds.seed(new, meter) for meter in new.meters if old.meter(meter.row) is None]
    lines = together(funds.fold_all(old, ctx.accounts(new.id)), *added)
    return [ctx.draft(jackpot_stream(new.id), body, lines), _configured(ctx, new)]


def waiting_drafts(ctx: Context, table: str) -> list[Draft]:
    """The entries that bring in the parameters which waited for ``table``, the last open one of its link, to close.

    Those that cannot hold yet, because a cap is under the amount that stands, wait on (LAB-12, LAB-13).
    """
    drafts: list[Draft] = []
    for id in dict.fromkeys(ctx.property.table(table).jackpots.values()):
        state = ctx.jackpot(id)
        busy = [other for other in ctx.property.tables_of(id) if other in ctx.property.open and other != table]
        if state.jackpot is None or state.queued is None or busy:
            continue
        if soundness.fits(state.jackpot, state.queued, ctx.accounts(id)):
            drafts += _changed(ctx, state.jackpot, state.queued, queued=False)
    return drafts


def post_amount(ctx: Context, command: c.PostAmount) -> Decision:
    """The operator posts a bonus anew; rounds that begin from here on are played for it."""
    state, old = running(ctx, command.jackpot)
    if old.scheme != "bonus":
        raise WrongState(f"{old.id} is a progressive: wagers move it, and nobody posts it", clause="BJS-2")
    if old.updates == "static":
        raise WrongState(
            f"{old.id} was configured with a static amount", clause="S-10", remedy="configure it as updated"
        )
    if command.amount is not None and command.amount < 0:
        raise BadAmount(f"{command.amount} cents cannot be posted", remedy="post a whole number of cents")
    amount = old.amount if command.amount is None else command.amount
    new = msgspec.structs.replace(old, amount=amount, posted={**old.posted, **command.posted})
    soundness.check(new)
    tables = ctx.property.tables_of(old.id)
    for id in tables:
        table = ctx.property.table(id)
        setup_of(table, {**ctx.property.jackpots, old.id: new}, ctx.settings_at(id))
        if id in ctx.property.open and ctx.table(id).phase == "tabulated" and table.cards != "none":
            raise WrongState(
                f"round {ctx.table(id).round} of table {id} is in progress for the amount displayed",
                clause="S-16",
                remedy="post it between rounds",
            )
    body = of_jackpot.AmountPosted(jackpot=new, before=old, with_=[PROPERTY])
    if state.queued is not None:
        # What was approved and waits goes on waiting, for the amount that is posted now.
        waiting = msgspec.structs.replace(state.queued, amount=amount, posted={**state.queued.posted, **command.posted})
        body = msgspec.structs.replace(body, waiting=waiting)
    at_table = of_jackpot.AmountPosted(jackpot=new, with_=[jackpot_stream(old.id)])
    drafts = [ctx.draft(table_stream(id), at_table) for id in tables if id in ctx.property.open]
    drafts += [ctx.draft(jackpot_stream(old.id), body), _configured(ctx, new)]
    return Decision(drafts, {"jackpot": old.id, "amount": amount, "posted": new.posted})


# -- the amount


def adjust_meter(ctx: Context, command: c.AdjustMeter) -> Decision:
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
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], body)


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


def _taken(
    ctx: Context,
    command: c.RecoverSeed | c.BookUndisplayed,
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
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], body)


def recover_seed(ctx: Context, command: c.RecoverSeed) -> Decision:
    """Seed money goes back to the house."""
    return _taken(ctx, command, of_jackpot.SeedRecovered, funds.recover_seed, command.amount * MICROS)


def book_undisplayed(ctx: Context, command: c.BookUndisplayed) -> Decision:
    """Money of non-displayed prizes leaves."""
    return _taken(ctx, command, of_jackpot.UndisplayedBooked, funds.book_undisplayed, command.amount)


# -- the bank


def deposit(ctx: Context, command: c.Deposit) -> Decision:
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
        {"jackpot": jackpot.id, "due": (due - command.amount * MICROS) // MICROS, "status": state.status},
    )


def withdraw(ctx: Context, command: c.Withdraw) -> Decision:
    """What the cage paid ahead for the account comes back to it."""
    _, jackpot = progressive(ctx, command.jackpot)
    lines = funds.withdraw(jackpot, ctx.accounts(jackpot.id), command.amount)
    body = of_jackpot.Withdrawn(amount=command.amount, reference=command.reference)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], body)


def statement(ctx: Context, command: c.Statement) -> Decision:
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
    return Decision(drafts, {**msgspec.to_builtins(body), "stopped": len(drafts) > 1})


def explain_difference(ctx: Context, command: c.ExplainDifference) -> Decision:
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
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body)], body)


def seize(ctx: Context, command: c.Seize) -> Decision:
    """Money taken by an authority is due again, and the jackpot stops until it is back (WAC 230-15-715)."""
    state, jackpot = progressive(ctx, command.jackpot)
    lines = funds.seize(jackpot, ctx.accounts(jackpot.id), command.amount)
    body = of_jackpot.Seized(amount=command.amount, authority=command.authority, reference=command.reference)
    drafts = [ctx.draft(jackpot_stream(jackpot.id), body, lines)]
    if state.status == "removed":
        return Decision(drafts, {**msgspec.to_builtins(body), "stopped": False})
    reason = f"{command.authority} took {dollars(command.amount)} from the account"
    drafts += stop_drafts(ctx, jackpot.id, reason, short=state.short + command.amount * MICROS)
    return Decision(drafts, {**msgspec.to_builtins(body), "stopped": True})


def stop_jackpot(ctx: Context, command: c.StopJackpot) -> Decision:
    """Counting stops at every table of the link."""
    state, jackpot = running(ctx, command.jackpot)
    if state.status != "running":
        raise WrongState(f"jackpot {jackpot.id} is {state.status} already: {state.why}")
    return Decision(stop_drafts(ctx, jackpot.id, command.reason), {"jackpot": jackpot.id, "stopped": True})


def resume_jackpot(ctx: Context, command: c.ResumeJackpot) -> Decision:
    """Counting goes on, once what stopped it is made good."""
    state, jackpot = running(ctx, command.jackpot)
    if state.status != "stopped":
        raise WrongState(f"jackpot {jackpot.id} is {state.status}, not stopped")
    if state.short:
        raise WrongState(
            f"the account of {jackpot.id} is still short by {dollars(-(-state.short // MICROS))}",
            clause="WAC 230-15-715",
            remedy="deposit it, then resume",
        )
    if state.missing:
        raise WrongState(
            f"the bank has {dollars(-(-state.missing // MICROS))} less for {jackpot.id} than is booked",
            clause="WAC 230-15-455",
            remedy="make it good, then enter a statement that shows it",
        )
    late = overdue(ctx, jackpot.id)
    if late:
        raise late.refusal(ctx.property.zone, "it stays stopped", "Record the deposit, then resume it.")
    return Decision(resume_drafts(ctx, jackpot.id, command.reason), {"jackpot": jackpot.id, "stopped": False})


# -- the end


def announce_removal(ctx: Context, command: c.AnnounceRemoval) -> Decision:
    """The players are told that a progressive goes, why and when."""
    state, jackpot = counting(ctx, command.jackpot)
    if state.removal:
        raise WrongState(f"the removal of {jackpot.id} is announced already", remedy=f"for {state.removal['day']}")
    reason = removal.removal_of(command.reason)
    try:
        day = date.fromisoformat(command.day)
    except ValueError:
        raise RemovalRefused(f"{command.day!r} is not a day", remedy="write YYYY-MM-DD") from None
    check_reason(ctx, state, reason)
    removal.check_removal(reason, date.fromisoformat(ctx.day), day, ctx.settings["removal-notice-days"])
    body = of_jackpot.RemovalAnnounced(
        reason=reason.value,
        clause=reason.clause,
        day=command.day,
        noticed=ctx.day,
        document=command.document,
    )
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body)], body)


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


def _leaving(ctx: Context, id: str) -> Jackpot:
    """A progressive whose announced day has come: tables closed, no hit pending, nothing of its money missing."""
    state, jackpot = counting(ctx, id)
    if not state.removal or ctx.day < state.removal["day"]:
        day = state.removal.get("day", "no day yet")
        raise RemovalRefused(
            f"the money of {id} may leave when its removal was announced and the day has come ({day})",
            clause="WAC 230-15-710",
            remedy="announce the removal and wait for the day",
        )
    busy = [table for table in ctx.property.tables_of(id) if table in ctx.property.open]
    if busy:
        raise RemovalRefused(f"tables count for {id}: {', '.join(busy)}", remedy="close them first")
    if state.pending:
        raise RemovalRefused(f"hits of {id} are pending: {', '.join(state.pending)}", remedy="pay or reject them first")
    gone = max(state.short, state.missing)
    if gone:
        raise RemovalRefused(
            f"{dollars(-(-gone // MICROS))} of {id} was seized or is missing at the bank: it would not go along",
            clause="WAC 230-15-715" if state.short else "WAC 230-15-455",
            remedy="deposit what was seized; for what the bank lacks, make it good and enter a statement that shows it",
        )
    return jackpot


def transfer_jackpot(ctx: Context, command: c.TransferJackpot) -> Decision:
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
        [ctx.draft(jackpot_stream(source.id), sent, out), ctx.draft(jackpot_stream(target.id), came, into)], gone
    )


def _is_of(jackpot: str, account: str) -> bool:
    return account.startswith((f"{jackpot}:", f"{jackpot}/"))


def donate_jackpot(ctx: Context, command: c.DonateJackpot) -> Decision:
    """All that a removed progressive holds goes to an organisation, in whole cents; a rest of less stays booked."""
    jackpot = _leaving(ctx, command.jackpot)
    accounts = ctx.accounts(jackpot.id)
    lines: Lines = ()
    for meter in jackpot.meters:
        lines = together(lines, removal.donate(jackpot, meter, applied(accounts, lines), "cage"))
    given = sum(micros for name, micros in lines if name.endswith(":paid"))
    body = of_jackpot.Donated(organisation=command.organisation, cents=given // MICROS, reference=command.reference)
    return Decision([ctx.draft(jackpot_stream(jackpot.id), body, lines)], body)


def close_jackpot(ctx: Context, command: c.CloseJackpot) -> Decision:
    """A jackpot that holds nothing is closed for good; a bonus holds nothing of the players' ever."""
    state, jackpot = running(ctx, command.jackpot)
    tables = ctx.property.tables_of(jackpot.id)
    if tables:
        raise WrongState(f"tables play for {jackpot.id}: {', '.join(tables)}", remedy="change or remove them first")
    if state.pending:
        raise WrongState(f"hits of {jackpot.id} are pending: {', '.join(state.pending)}", remedy="pay or reject them")
    if not removal.is_empty(jackpot, ctx.accounts(jackpot.id)):
        raise RemovalRefused(
            f"jackpot {jackpot.id} still holds the players' money",
            clause="WAC 230-15-710",
            remedy="transfer it to another progressive, or give it to an organisation that may have it",
        )
    ahead = -ctx.accounts(jackpot.id).get(account(jackpot.id, "", "due"), 0)
    if ahead >= MICROS:
        raise WrongState(
            f"{dollars(ahead // MICROS)} that the cage paid for {jackpot.id} is still in the account",
            remedy="withdraw it first",
        )
    own = of_house.JackpotClosed(jackpot=jackpot.id, with_=[PROPERTY])
    noted = of_house.JackpotClosed(jackpot=jackpot.id, day=ctx.day, with_=[jackpot_stream(jackpot.id)])
    return Decision([ctx.draft(jackpot_stream(jackpot.id), own), ctx.draft(PROPERTY, noted)], {"jackpot": jackpot.id})
