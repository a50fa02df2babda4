"""Jackpot growth: what each jackpot displayed, took in, paid and held at the end of each day, with charts.

It reads what each day was closed with, one entry for a jackpot and a day, and for the open day what stands now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from houseway.floor.kinds.of_jackpot import JackpotDayClosed
from houseway.jackpots.jackpot_accounts import account
from houseway.jackpots.jackpot_configuration import MICROS, Jackpot
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.money.escrow import dues_of
from houseway.reports.floor.reading import Reader
from houseway.reports.numbers import Value
from houseway.reports.writers.charts import columns, lines


class _Stand(NamedTuple):
    """A jackpot at the end of a day; amounts are micros, ``displayed`` cents by row. ``open``: the day is not over."""

    day: str
    displayed: Mapping[str, int]
    accounts: Mapping[str, int]
    wins: int
    won: int
    open: bool = False

    def fund(self, jackpot: Jackpot, *names: str) -> int:
        """What funds of all its meters, or of the jackpot itself, hold together."""
        rows = dict.fromkeys(("", *(meter.row for meter in jackpot.meters)))
        return sum(self.accounts.get(account(jackpot.id, row, name), 0) for row in rows for name in names)


_NOTHING = _Stand("", {}, {}, 0, 0)


def growth(reader: Reader) -> Document:
    """A section for each jackpot: its charts, and a row for each day."""
    sections = []
    summary: list[tuple[Value, ...]] = []
    for id in reader.jackpots():
        jackpot = reader.floor.jackpot(id).jackpot
        stands = _stands(reader, id)
        if jackpot is None or len(stands) < 2:
            continue
        summary.append((jackpot.title, *_moved(jackpot, stands[0], stands[-1], jackpot.amount)))
        pieces = [piece for part in PARTS for piece in part(reader, jackpot, stands)]
        sections.append(Section(jackpot.title, tuple(pieces)))
    if not sections:
        return reader.document("Jackpot growth", Section("Jackpots", (Text("No day of this period is on record."),)))
    return reader.document("Jackpot growth", Section("Jackpots", (_overview(summary),)), *sections)


def _stands(reader: Reader, id: str) -> list[_Stand]:
    """A jackpot before the period and at the end of each day of it, the open day last."""
    closes = reader.closes()
    before = reader.close_before(reader.period.start)
    told = reader.jackpot_close(before, id) if before is not None and id in before.body.jackpots else None
    found = [_stood(told.body) if told is not None else _NOTHING]
    for close in closes:
        own = reader.jackpot_close(close, id) if id in close.body.jackpots else None
        if own is not None:
            found.append(_stood(own.body))
    state = reader.floor.jackpot(id)
    today = reader.period.day(reader.wanted.now)
    last = reader.property.days[-1] if reader.property.days else ""
    if last < reader.period.last and today >= reader.period.first and state.status != "closed":
        day = min(today, reader.period.last)
        accounts = reader.floor.accounts(id)
        figures = state.figures(0)
        found.append(_Stand(day, reader.floor.amounts(id), accounts, figures.wins, figures.won, open=True))
    return found


def _stood(close: JackpotDayClosed) -> _Stand:
    return _Stand(close.day, close.displayed, close.accounts, close.wins, close.won)


def _moved(jackpot: Jackpot, first: _Stand, last: _Stand, posted: int | None) -> tuple[Value, ...]:
    """What a jackpot took in and paid between two stands, and where it stands then; ``posted`` where no meter shows."""
    return (
        sum(last.displayed.values()) if last.displayed else posted,
        -(last.fund(jackpot, "contributions") - first.fund(jackpot, "contributions")),
        last.wins - first.wins,
        last.won - first.won,
        *(last.fund(jackpot, name) for name in ("reserve", "bank", "due")),
    )


_MONEY = (
    "Displayed: cents | Contributions: micros | Hits: count | Won: cents | Reserve: micros | Bank: micros | Due: micros"
)


def _overview(rows: list[tuple[Value, ...]]) -> Table:
    note = "Displayed, reserve, bank and due as at the end of the period; contributions and hits are those of its days."
    return Table(Head.row(f"Jackpot | {_MONEY}"), tuple(rows), note=note)


# -- parts of a jackpot's section


def _charts(reader: Reader, jackpot: Jackpot, stands: list[_Stand]) -> Iterable[Piece]:
    days = stands[1:]
    labels = [stand.day[5:] for stand in days]
    if len(days) < 2:
        # One point draws nothing that the table does not say.
        return
    if jackpot.meters:
        series = [
            (jackpot.meter_title(meter.row), [_dollars(stand.displayed.get(meter.row)) for stand in days])
            for meter in jackpot.meters
        ]
        title = "Displayed at the end of each day"
        yield lines(series, labels, "dollars", f"{jackpot.id}-displayed", title, "displayed")
        put_in = [
            -(after.fund(jackpot, "contributions") - before.fund(jackpot, "contributions")) / (100 * MICROS)
            for before, after in pairwise(stands)
        ]
        entries = list(zip(labels, put_in, strict=True))
        title = "Contributions by day"
        if any(put_in):
            yield columns(entries, "dollars", f"{jackpot.id}-contributions", title, "contributions")
    if jackpot.scheme == "progressive":
        escrow = [
            (name, [stand.fund(jackpot, fund) / (100 * MICROS) for stand in days])
            for name, fund in (("Bank", "bank"), ("Deposits due", "due"), ("Reserve", "reserve"))
        ]
        title = "Escrow at the end of each day"
        yield lines(escrow, labels, "dollars", f"{jackpot.id}-escrow", title, "escrow")


def _dollars(cents: int | None) -> float | None:
    return None if cents is None else cents / 100


def _days(reader: Reader, jackpot: Jackpot, stands: list[_Stand]) -> Iterable[Piece]:
    rows = tuple(
        (f"{after.day} (open)" if after.open else after.day, *_moved(jackpot, before, after, None))
        for before, after in pairwise(stands)
    )
    yield Table(Head.row(f"Day | {_MONEY}"), rows, title="By day")


def _deposits(reader: Reader, jackpot: Jackpot, stands: list[_Stand]) -> Iterable[Piece]:
    """Deposits that are due now, the oldest first."""
    if jackpot.scheme != "progressive":
        return
    facts = tuple(
        Fact(f"Due since {reader.period.when(since)}", amount, "micros")
        for since, amount in dues_of(reader, jackpot.id)
        if amount >= MICROS
    )
    if facts:
        yield Text("Deposits due now:")
        yield Facts(facts)


PARTS: tuple[Callable[[Reader, Jackpot, list[_Stand]], Iterable[Piece]], ...] = (_charts, _days, _deposits)
"""What a jackpot's section is made of, in order. Whatever else is told of a jackpot's money is one more part."""
