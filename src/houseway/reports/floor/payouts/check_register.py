"""The register of checks: each that was drawn for a prize or a deposit, who signed it, and what became of it."""

from __future__ import annotations

from houseway.floor.kinds.edge import read
from houseway.floor.kinds.of_jackpot import Deposited, HitPaid
from houseway.floor.kinds.of_payment import CheckCleared, CheckVoided
from houseway.floor.states import jackpot_stream
from houseway.reports.document import Document, Fact, Head, Section, Table
from houseway.reports.floor.reading import Reader, reference
from houseway.reports.numbers import Value


def checks(reader: Reader) -> Document:
    """Checks drawn in the period, with their state of today, and those outstanding now."""
    drawn = [row for id in reader.jackpots() for row in _drawn(reader, id)]
    outstanding: list[tuple[Value, ...]] = [
        (check.number, reader.period.when(check.at), reader.jackpot_name(id), check.hit or "deposit", check.amount)
        for id in reader.jackpots()
        for check in reader.floor.jackpot(id).checks.values()
    ]
    total = sum(int(row[4] or 0) for row in outstanding)
    facts = (Fact("Drawn", len(drawn), "count"), Fact("Outstanding now", total, "cents"))
    heads = Head.row("Check | Drawn: moment | Jackpot | Pays | Amount: cents")
    note = "" if outstanding else "Every check is cleared or void."
    waiting = Section("Outstanding now", (Table(heads, tuple(outstanding), note=note),))
    return reader.document("Checks", Section("Drawn", (_table(drawn),)), waiting, facts=facts)


def _drawn(reader: Reader, jackpot: str) -> list[tuple[Value, ...]]:
    stream = jackpot_stream(jackpot)
    first, end = reader.span(stream)
    rows: dict[str, tuple[Value, ...]] = {}
    became: dict[str, str] = {}
    for entry in reader.read(stream, first, reader.journal.head(stream).number + 1):
        match read(entry):
            case HitPaid() | Deposited() as body if body.check and entry.number < end:
                rows[body.check] = (
                    body.check,
                    reader.period.when(entry.at),
                    reader.jackpot_name(jackpot),
                    body.hit if isinstance(body, HitPaid) else "deposit",
                    (body.payee or body.player or "") if isinstance(body, HitPaid) else "escrow account",
                    "escrow" if isinstance(body, HitPaid) and body.by == "account" else "house",
                    body.net if isinstance(body, HitPaid) else body.amount,
                    entry.who,
                    body.beside,
                    reference(entry),
                )
            case CheckCleared() as body:
                became[body.check] = f"cleared {reader.period.when(entry.at)}"
            case CheckVoided() as body:
                became[body.check] = f"void {reader.period.when(entry.at)}: {body.reason}"
    return [(*row, became.get(number, "drawn")) for number, row in rows.items()]


def _table(rows: list[tuple[Value, ...]]) -> Table:
    heads = Head.row(
        "Check | Drawn: moment | Jackpot | Pays | Payee | Account | Amount: cents | Who | Second person = beside | "
        "Entry +2 | State"
    )
    note = "" if rows else "No check was drawn in this period."
    return Table(heads, tuple(rows), note=note)
