"""The ledger as journal entries for the house's accountants: by day, a transaction for each jackpot and each table.

Each closed day has what every account moved on it, in whole cents: the difference of the balances that two closes have
on record. The ledger itself counts millionths of a cent; each balance is rounded by itself, and what that leaves goes
to an account for rounding, so that every transaction balances and every account adds up to its balance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET

from houseway.floor.kinds.of_house import DayClosed
from houseway.jackpots.jackpot_configuration import MICROS
from houseway.reports.document import Document, Fact, Head, Piece, Section, Table, Text
from houseway.reports.floor.reading import Close, Reader
from houseway.reports.numbers import Value, words


class Account(NamedTuple):
    """An account as accountants know it: its name, with those above it before a colon, and what type it is of."""

    name: str
    type: str


class Transaction(NamedTuple):
    """What one jackpot or one table moved on a gaming day: whole cents by account, debits above zero."""

    day: str
    what: str
    lines: tuple[tuple[Account, int], ...]


BANK, ASSET, LIABILITY, EQUITY, INCOME, EXPENSE = ("Bank", "Asset", "Liability", "Equity", "Income", "Expense")

_FUNDS: dict[str, tuple[str, str]] = {
    "accrued": ("Meter, not yet in the pool", ASSET),
    "pool": ("Meter, pool", ASSET),
    "reserve": ("Meter, reserve", ASSET),
    "overflow": ("Meter, over the maximum", ASSET),
    "locked": ("Meter, held for verification", ASSET),
    "rounding": ("Meter, rounding", ASSET),
    "contributions": ("Contributions of players", EQUITY),
    "seed": ("Seeds of the house", EQUITY),
    "paid": ("Prizes paid from the meter", EQUITY),
    "recovered": ("Seeds recovered", EQUITY),
    "bank": ("Escrow account", BANK),
    "due": ("Deposits due", ASSET),
    "house": ("Owed to players", LIABILITY),
    "awards": ("Prizes paid by the house", EXPENSE),
    "borne": ("Voided contributions paid by the house", EXPENSE),
    "cage": ("Cage", ASSET),
    "withheld": ("Taxes withheld, payable", LIABILITY),
}
"""The accounts of a jackpot: what people call each, and its type."""

_TABLE: dict[str, tuple[str, str]] = {
    "cage": ("Cage", ASSET),
    "float": ("Float", ASSET),
    "win": ("Win", INCOME),
    "over and short": ("Over and short", EXPENSE),
}
"""The accounts of a table."""

ROUNDING = ("Rounding to whole cents", EXPENSE)


def ledger(reader: Reader) -> Document:
    """Every transaction of the closed days of the period, line by line, debits and credits."""
    found = transactions(reader)
    rows: list[tuple[Value, ...]] = []
    for number, each in enumerate(found, 1):
        for account, cents in each.lines:
            debit, credit = (cents, None) if cents > 0 else (None, -cents)
            rows.append((each.day, str(number), each.what, account.name, account.type, debit, credit))
    debits = sum(int(row[5] or 0) for row in rows)
    credits = sum(int(row[6] or 0) for row in rows)
    heads = Head.row("Day | Entry | What | Account | Type +1 | Debit: cents | Credit: cents")
    note = "" if rows else "No day of this period is closed."
    pieces: list[Piece] = [Table(heads, tuple(rows), note=note).summed(5), *_NOTES]
    open_days = [day for day in _days(reader) if day not in {close.body.day for close in reader.closes()}]
    if open_days:
        pieces.insert(0, Text(f"Not closed, and not here: {', '.join(open_days)}."))
    facts = (Fact("Entries", len(found), "count"), Fact("Debits", debits, "cents"), Fact("Credits", credits, "cents"))
    return reader.document("Ledger", Section("Journal entries", tuple(pieces)), _by_account(found), facts=facts)


_NOTES = (
    Text(
        "One entry for each jackpot and table and each closed gaming day. Every entry balances. A debit is above zero "
        "in the ledger, a credit below.",
        quiet=True,
    ),
    Text("Players' play money is no money of the house and is not here.", quiet=True),
)


def _days(reader: Reader) -> list[str]:
    """The days of the period on which tables were open and that nobody has closed."""
    return [day for day in reader.property.played if reader.period.first <= day <= reader.period.last]


def _by_account(found: Iterable[Transaction]) -> Section:
    sums: dict[Account, list[int]] = {}
    for each in found:
        for account, cents in each.lines:
            own = sums.setdefault(account, [0, 0])
            own[0 if cents > 0 else 1] += abs(cents)
    rows = tuple(
        (account.name, account.type, debit, credit, debit - credit) for account, (debit, credit) in sorted(sums.items())
    )
    heads = Head.row("Account | Type | Debits: cents | Credits: cents | Change: cents")
    return Section("Accounts", (Table(heads, rows),))


# -- transactions


def transactions(reader: Reader) -> list[Transaction]:
    """What the closed days of the period moved, in their order: of each day the jackpots, then the tables."""
    before = reader.close_before(reader.period.start)
    stood = dict(_groups(reader, before)) if before is not None else {}
    found: list[Transaction] = []
    for close in reader.closes():
        for group, accounts in _groups(reader, close):
            lines = _moved(reader, group, stood.get(group, {}), accounts)
            if lines:
                found.append(Transaction(close.body.day, group.title(reader), lines))
            stood[group] = accounts
    return found


class _Group(NamedTuple):
    """A jackpot or a table: its accounts are together zero, and a transaction is of one group."""

    kind: str
    id: str

    def title(self, reader: Reader) -> str:
        """What people call it."""
        return reader.jackpot_name(self.id) if self.kind == "jackpot" else f"Table {self.id}"

    def account(self, reader: Reader, name: str) -> Account:
        """An account of the ledger as accountants know it."""
        if self.kind == "table":
            fund = name.rpartition("/")[2]
            return self.called(reader, *_TABLE.get(fund, (words(fund), ASSET)))
        owner, _, fund = name.partition(":")
        called, type_ = _FUNDS.get(fund, (words(fund), ASSET))
        row = owner.partition("/")[2]
        return self.called(reader, f"{called}, {reader.jackpot_name(self.id, row)}" if row else called, type_)

    def called(self, reader: Reader, name: str, type_: str) -> Account:
        """An account of the group by its own name and type."""
        # A colon begins an account below another.
        above, name = (text.replace(": ", ", ").replace(":", " ") for text in (self.title(reader), name))
        return Account(f"{'Jackpots' if self.kind == 'jackpot' else 'Tables'}:{above}:{name}", type_)


def _groups(reader: Reader, close: Close[DayClosed]) -> Iterator[tuple[_Group, Mapping[str, int]]]:
    """The accounts of each jackpot and each table as a close has them, in micros."""
    jackpots, tables = set(reader.jackpots()), set(reader.tables())
    for id in close.body.jackpots:
        of_jackpot = reader.jackpot_close(close, id) if id in jackpots else None
        if of_jackpot is not None:
            yield _Group("jackpot", id), of_jackpot.body.accounts
    for id in close.body.tables:
        of_table = reader.table_close(close, id) if id in tables else None
        if of_table is not None and of_table.body.money is not UNSET:
            yield _Group("table", id), of_table.body.money


def _moved(
    reader: Reader, group: _Group, before: Mapping[str, int], after: Mapping[str, int]
) -> tuple[tuple[Account, int], ...]:
    """What moved between two closes, in whole cents by account, together zero."""
    lines: list[tuple[Account, int]] = []
    for name in dict.fromkeys((*before, *after)):
        cents = _cents(after.get(name, 0)) - _cents(before.get(name, 0))
        if cents:
            lines.append((group.account(reader, name), cents))
    rest = -sum(cents for _, cents in lines)
    if rest:
        lines.append((group.called(reader, *ROUNDING), rest))
    return tuple(lines)


def _cents(micros: int) -> int:
    """The nearest whole cents; half a cent is rounded up."""
    return (2 * micros + MICROS) // (2 * MICROS)
