"""Reports of the floor: each a document made from the journal, for a period of gaming days.

`REPORTS` has them by name; `make` makes one.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor
from houseway.journal.moment import at_one_moment
from houseway.maths.question_errors import BadQuestion
from houseway.reports.document import Document
from houseway.reports.floor.audit_trail import audit
from houseway.reports.floor.count_play.report_of_followers import advantage
from houseway.reports.floor.counts import counts
from houseway.reports.floor.daily_close import day
from houseway.reports.floor.hits_report import hits
from houseway.reports.floor.last_rounds import recall
from houseway.reports.floor.malfunctions import malfunctions
from houseway.reports.floor.meters import meters
from houseway.reports.floor.money.escrow import escrow
from houseway.reports.floor.money.growth import growth
from houseway.reports.floor.money.ledger_export import ledger
from houseway.reports.floor.payouts.check_register import checks
from houseway.reports.floor.payouts.prizes_paid import prizes
from houseway.reports.floor.period import Period, period
from houseway.reports.floor.reading import Progress, Reader, Wanted
from houseway.reports.floor.reconciliation import jackpots
from houseway.reports.floor.table_play.table_games import table_games
from houseway.reports.floor.theoretical.report_of_bands import theoretical

__all__ = ["REPORTS", "Asked", "Period", "Progress", "Wanted", "days_of", "make", "period"]

REPORTS: dict[str, Callable[[Reader], Document]] = {
    "play": table_games,
    "theoretical": theoretical,
    "advantage": advantage,
    "growth": growth,
    "ledger": ledger,
    "prizes": prizes,
    "checks": checks,
    "counts": counts,
    "meters": meters,
    "jackpots": jackpots,
    "escrow": escrow,
    "hits": hits,
    "day": day,
    "audit": audit,
    "malfunctions": malfunctions,
    "recall": recall,
}
"""Every report by its name."""


def make(name: str, floor: Floor, wanted: Wanted, progress: Progress | None = None) -> Document:
    """The report called ``name``, of one moment: a day that is closed meanwhile is closed in all of it or in none."""
    report = REPORTS.get(name)
    if report is None:
        raise BadQuestion(f"there is no report {name!r}", remedy=f"reports: {', '.join(REPORTS)}")
    with at_one_moment(floor.journal) as journal:
        reader = Reader(Floor(journal), wanted, progress)
        if wanted.jackpot is not None:
            reader.jackpots()
        return report(reader)


class Asked(msgspec.Struct, frozen=True):
    """What a report is asked for, as it is typed or stands in an address; its days as `days_of` takes them."""

    day: str | None = None
    since: str | None = None
    until: str | None = None
    table: str | None = None
    jackpot: str | None = None
    person: str | None = None
    kinds: tuple[str, ...] = ()

    def wanted(self, floor: Floor, now: int) -> Wanted:
        """The same with its days; ``now`` is this moment."""
        days = days_of(floor, now, day=self.day, since=self.since, until=self.until)
        return Wanted(days, now, self.table, self.jackpot, self.kinds, self.person)


def days_of(
    floor: Floor, now: int, *, day: str | None = None, since: str | None = None, until: str | None = None
) -> Period:
    """The period that is asked for: one gaming day, or those from ``since`` to ``until``.

    Where none is named it is the last one in which anything happened; ``now`` is this moment.
    """
    state = floor.property
    if day is not None and (since is not None or until is not None):
        raise BadQuestion("a day and a range of days are both asked for", remedy="give --day, or --from and --to")
    if until is not None and since is None:
        raise BadQuestion("the range of days has no beginning", remedy="give --from too, or --day for one day")
    if day is None and since is None:
        last = max((head.at for head in floor.journal.heads().values()), default=now)
        # A close made after the day's end is still about that day, until anything else happens.
        closed = bool(state.days) and last <= state.closed_at
        day = state.days[-1] if closed else gaming_day(last, state.zone, state.day_starts)
    if day is not None:
        return period(day, day, state.zone, state.day_starts)
    assert since is not None
    today = gaming_day(now, state.zone, state.day_starts)
    return period(since, until or max(since, today), state.zone, state.day_starts)
