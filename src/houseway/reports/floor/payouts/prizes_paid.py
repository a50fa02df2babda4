"""Prizes paid: each with its slip, how it was paid, and what was withheld, by table and by jackpot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from houseway.floor.kinds.edge import read_if
from houseway.floor.kinds.of_jackpot import HitPaid
from houseway.floor.kinds.of_payment import CheckVoided, slip_number
from houseway.floor.states import jackpot_stream
from houseway.journal import Entry
from houseway.reports.document import Document, Fact, Head, Section, Table
from houseway.reports.floor.reading import Reader, reference
from houseway.reports.numbers import Value, words


class Paid(NamedTuple):
    """One payment; one that was undone with its check has the sign -1."""

    entry: Entry
    jackpot: str
    body: HitPaid
    sign: int = 1

    @property
    def table(self) -> str:
        """The table of the hit, whose id begins with it."""
        return self.body.hit.rsplit("-", 2)[0]

    @property
    def amounts(self) -> tuple[int, int, int]:
        """Gross, withheld and net."""
        body, sign = self.body, self.sign
        return sign * body.amount, sign * (body.withheld or 0), sign * body.net


def paid_in(reader: Reader) -> list[Paid]:
    """The payments of the period, the earliest first; of the table asked for, where one is."""
    found = []
    for id in reader.jackpots():
        for entry in reader.entries(jackpot_stream(id)):
            body, void = read_if(entry, HitPaid), read_if(entry, CheckVoided)
            if body is not None:
                found.append(Paid(entry, id, body))
            elif void is not None and void.hit:
                undone = HitPaid(
                    hit=void.hit,
                    amount=void.gross or 0,
                    by="void",
                    method="check",
                    reference=void.check,
                    withheld=void.withheld,
                    second=void.second,
                )
                found.append(Paid(entry, id, undone, -1))
    wanted = reader.wanted.table
    return sorted((each for each in found if wanted in (None, each.table)), key=lambda each: each.entry.at)


def prizes(reader: Reader) -> Document:
    """Every prize of the period, and the sums."""
    found = paid_in(reader)
    gross, withheld, net = _sums(found)
    facts = (
        Fact("Prizes", len(found), "count"),
        Fact("Gross", gross, "cents"),
        Fact("Tax withheld", withheld, "cents"),
        Fact("Net, paid out", net, "cents"),
    )
    sums = Section(
        "Sums",
        (
            _by("Table", found, lambda each: each.table),
            _by("Jackpot", found, lambda each: reader.jackpot_name(each.jackpot)),
            _by("Method", found, _method),
        ),
    )
    sections = (Section("Prizes", (_rows(reader, found),)), *((sums,) if found else ()))
    return reader.document("Prizes paid", *sections, facts=facts)


_AMOUNTS = "Gross: cents | Withheld: cents | Net: cents"


def _rows(reader: Reader, found: list[Paid]) -> Table:
    heads = Head.row(
        f"Paid: moment | Slip | Table | Jackpot | Hit | Method | Reference +1 | {_AMOUNTS} | Payee +1 | W-2G +1 | "
        "Who +1 | Second person = beside | Entry +2"
    )
    rows: list[tuple[Value, ...]] = [
        (
            reader.period.when(each.entry.at),
            slip_number(each.jackpot, each.entry.number) if each.sign > 0 else "",
            each.table,
            reader.jackpot_name(each.jackpot),
            each.body.hit,
            _method(each),
            each.body.reference,
            *each.amounts,
            each.body.payee or "",
            "due" if each.body.reported else "",
            each.entry.who,
            each.body.beside,
            reference(each.entry),
        )
        for each in found
    ]
    if rows:
        rows.append(("All", *[""] * 6, *_sums(found), *[""] * 5))
    note = "" if rows else "No prize was paid in this period."
    return Table(heads, tuple(rows), note=note, totals=1 if rows else 0)


def _by(title: str, found: list[Paid], key: Callable[[Paid], str]) -> Table:
    groups: dict[str, list[Paid]] = {}
    for each in found:
        groups.setdefault(key(each), []).append(each)
    rows = tuple((name, len(group), *_sums(group)) for name, group in sorted(groups.items()))
    return Table(Head.row(f"{title} | Prizes: count | {_AMOUNTS}"), rows, title=f"By {title.lower()}")


def _method(paid: Paid) -> str:
    return f"{words(paid.body.method)}, {paid.body.by}"


def _sums(found: Iterable[Paid]) -> tuple[int, int, int]:
    amounts = [each.amounts for each in found]
    gross, withheld, net = (sum(column) for column in zip(*amounts, strict=True)) if amounts else (0, 0, 0)
    return gross, withheld, net
