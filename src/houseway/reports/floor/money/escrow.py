"""The players' money in escrow: what is held in each fund, what is in the bank, what is due there and since when."""

from __future__ import annotations

from houseway.floor.bookkeeping.days import dues
from houseway.floor.kinds import of_jackpot
from houseway.floor.kinds.edge import kind_of
from houseway.floor.kinds.spelling import micros
from houseway.floor.states import jackpot_stream
from houseway.jackpots.funds import displayed_cents, statement
from houseway.jackpots.jackpot_accounts import HOLDINGS, account, balances_of
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.reports.document import Document, Head, Section, Table, Text
from houseway.reports.floor.period import HOUR
from houseway.reports.floor.reading import Reader, reference, signatures
from houseway.reports.floor.sentences import sentence
from houseway.reports.numbers import Value, words

DAY = 24 * HOUR

_DEALINGS = (
    of_jackpot.Deposited,
    of_jackpot.Withdrawn,
    of_jackpot.StatementRead,
    of_jackpot.DifferenceExplained,
    of_jackpot.Seized,
    of_jackpot.JackpotStopped,
    of_jackpot.JackpotResumed,
    of_jackpot.HitPaid,
)


def escrow(reader: Reader) -> Document:
    """What is held, where it is, what is due and what stopped; as it stands now, with the period's dealings."""
    held: list[tuple[Value, ...]] = []
    banked: list[tuple[Value, ...]] = []
    due: list[tuple[Value, ...]] = []
    alarms: list[str] = []
    dealings: list[tuple[int, tuple[Value, ...]]] = []
    settings = reader.settings()
    days = settings["deposit-days"]
    for id in reader.jackpots():
        state = reader.floor.jackpot(id)
        jackpot = state.jackpot
        if jackpot is None or jackpot.scheme != "progressive":
            continue
        accounts = reader.floor.accounts(id)
        for meter in jackpot.meters:
            balances = balances_of(jackpot, meter, accounts)
            name = jackpot.meter_title(meter.row)
            funds = [balances[fund] for fund in HOLDINGS]
            held.append((name, displayed_cents(meter, balances), *funds, sum(funds)))
        stands = statement(jackpot, accounts)
        off = stands.held - stands.bank - stands.due
        banked.append(
            (
                jackpot.title,
                f"{state.status}: {state.why}" if state.why else state.status,
                stands.held,
                stands.bank,
                stands.due,
                off,
                stands.posted,
                state.missing,
                state.surplus,
                state.short,
            )
        )
        if off:
            alarms.append(f"{jackpot.title}: bank and deposits due differ from what is held by {micros(off)}")
        if state.status == "stopped":
            alarms.append(f"{jackpot.title} is stopped: {state.why}")
        if state.missing:
            alarms.append(f"{jackpot.title}: the bank is short by {micros(state.missing)}, by its last statement")
        if state.surplus:
            alarms.append(f"{jackpot.title}: the bank has {micros(state.surplus)} more than is booked, unexplained")
        if state.short:
            alarms.append(f"{jackpot.title}: {micros(state.short)} was seized and is not back")
        for since, amount in dues_of(reader, id):
            by = since + days * DAY if days is not None else None
            late = by is not None and reader.wanted.now > by and amount >= MICROS
            due.append(
                (
                    jackpot.title,
                    reader.period.when(since),
                    amount,
                    max(0, reader.wanted.now - since) // DAY,
                    reader.period.when(by) if by is not None else "",
                    "overdue" if late else "",
                )
            )
            if late:
                alarms.append(
                    f"{jackpot.title}: {micros(amount)} has been due at the bank since {reader.period.when(since)}. "
                    "Record the deposit to open its spots."
                )
        for entry in reader.entries(jackpot_stream(id)):
            if kind_of(entry) in _DEALINGS:
                said, when = sentence(entry, reader.period), reader.period.when(entry.at)
                row = (when, jackpot.title, said, entry.who, signatures(entry).beside, reference(entry))
                dealings.append((entry.at, row))
    rule = f"Deposits are due within {days} days ({settings.cite('deposit-days')})." if days is not None else ""
    return reader.document(
        "Escrow",
        Section("Funds", (*(Text(alarm, alarm=True) for alarm in alarms), _banked(banked), _held(held))),
        Section("Deposits due", (_due(due, rule),)),
        Section("Transactions", (_dealings(dealings),)),
    )


def dues_of(reader: Reader, jackpot: str) -> list[tuple[int, int]]:
    """What is due at the bank now, since when and how many micros, the oldest first."""
    floor = reader.floor
    due = floor.accounts(jackpot).get(account(jackpot, "", "due"), 0)
    return dues(floor.jackpot(jackpot), floor.tables(), due, floor.property.oldest.get(jackpot, 0))


_FUND_NAMES = {"locked": "Held for verification"}
"""What a fund is called where its own name is not a word of the trade."""


def _banked(rows: list[tuple[Value, ...]]) -> Table:
    heads = Head.row(
        "Progressive | State | Held: micros | Bank: micros | Due: micros | Variance: micros | "
        "Displayed and held: micros +1 = posted-and-locked | Shortfall: micros = short | "
        "Surplus: micros = more | Seized: micros"
    )
    note = "Held: what the meters hold for the players. It must equal bank and due together; the rest is a variance."
    return Table(heads, tuple(rows), title="Now", note=note).summed(2)


def _held(rows: list[tuple[Value, ...]]) -> Table:
    heads = (
        *Head.row("Meter | Displayed: cents"),
        *(
            Head(_FUND_NAMES.get(fund, words(fund)), "micros", spare=1 if fund == "rounding" else 0, key=fund)
            for fund in HOLDINGS
        ),
        Head("All", "micros"),
    )
    return Table(heads, tuple(rows), title="By fund").summed()


def _due(rows: list[tuple[Value, ...]], rule: str) -> Table:
    heads = Head.row(
        "Progressive | Due since: moment | Amount: micros | Days outstanding: count | "
        "To be deposited by: moment | State"
    )
    nothing = "" if rows else "Nothing is due."
    return Table(heads, tuple(rows), note=" ".join(filter(None, (nothing, rule))))


def _dealings(rows: list[tuple[int, tuple[Value, ...]]]) -> Table:
    heads = Head.row("When: moment | Jackpot | What | Who | Second person = beside | Entry +1")
    note = "" if rows else "None in this period."
    return Table(heads, tuple(row for _, row in sorted(rows, key=lambda row: row[0])), note=note)
