"""Results and stakes that chance does not explain, looked for by the clock.

It is the report *actual against theoretical* of this gaming day and the one before, whose marked lines need attention,
and the report *play that follows the count* of the last days.
A thread of its own works it out, and rests after each line, so that it takes a small part of one core: what the tables
and screens do goes first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from datetime import date, timedelta
from threading import Event, Thread

from houseway.floor.context import gaming_day
from houseway.floor.floor import Floor
from houseway.floor.states import PropertyState
from houseway.journal.moment import at_one_moment
from houseway.operations.operations_file import Tone
from houseway.reports.floor import Wanted, period
from houseway.reports.floor.count_play.followed_counts import Follower, followers
from houseway.reports.floor.count_play.report_of_followers import follower_distance, follower_words
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.theoretical import standing_out
from houseway.reports.floor.theoretical.band_lines import BandLine, stretches
from houseway.web.alarms.needs import Need
from houseway.web.http.logs import going_on

FIRST, EVERY = 300.0, 1800.0
"""Seconds after the start until results are first looked at, and between two looks."""

REST = 9.0
"""How long it rests after a line, as a multiple of what the line took: the work takes a tenth of a core at most."""

LISTED = 10
"""Results that are told one by one, at most."""

COUNTED_DAYS = 7
"""Gaming days, this one with them, over which stakes are held against the count: a counter plays few shoes a day."""

CERTAIN = 1e-6
"""A result as unlikely as this is an alarm; any other that stands out is a warning."""


class _Ended(Exception):
    """The server stops: nobody waits for the rest."""


def _last_days(state: PropertyState, at: int, days: int) -> Wanted:
    """What is asked about the last ``days`` gaming days, that of the moment ``at`` with them."""
    today = gaming_day(at, state.zone, state.day_starts)
    first = (date.fromisoformat(today) - timedelta(days=days - 1)).isoformat()
    return Wanted(period=period(first, today, state.zone, state.day_starts), now=at)


def _link(report: str, wanted: Wanted) -> str:
    return f"/office/reports/{report}?since={wanted.period.first}&until={wanted.period.last}"


def unlikely_results(floor: Floor, at: int, pause: standing_out.Pause = lambda: None) -> list[Need]:
    """The results of this gaming day and the one before that stand out; ``pause`` is called after each line."""
    if not floor.property.name:
        return []
    wanted = _last_days(floor.property, at, 2)
    with at_one_moment(floor.journal) as journal:
        reader = Reader(Floor(journal), wanted)
        found, _ = stretches(reader)
    standing = standing_out.outstanding(standing_out.groups_of(found, reader, pause))
    return list(_told(standing, _link("theoretical", wanted)))


def count_followers(floor: Floor, at: int, pause: standing_out.Pause = lambda: None) -> list[Need]:
    """Players whose stakes followed the count in the last gaming days; ``pause`` is called after each round read."""
    if not floor.property.name:
        return []
    wanted = _last_days(floor.property, at, COUNTED_DAYS)
    with at_one_moment(floor.journal) as journal:
        found = followers(Reader(Floor(journal), wanted), pause)
    standing = [each for each in found if each.stands_out(len(found))]
    return [_followed(each, _link("advantage", wanted)) for each in standing[:LISTED]]


def _followed(each: Follower, link: str) -> Need:
    detail = f"{follower_distance(each)} Look at the recordings, and shuffle at that table for every round"
    subject = f"count:{each.table}:{each.player}:{each.wager}"
    return Need("Surveillance", "warn", follower_words(each), detail, link, subject=subject)


def _told(standing: list[tuple[standing_out.Group, BandLine]], link: str) -> Iterator[Need]:
    for group, line in sorted(standing, key=lambda each: each[1].unlikely)[:LISTED]:
        tone: Tone = "alarm" if line.unlikely < CERTAIN else "warn"
        what = standing_out.result_words(group, line)
        detail = f"{standing_out.distance_words(line)} Look at the recordings and the rounds of that time"
        yield Need("Results", tone, what, detail, link, subject=f"{group.title}:{line.name}")
    if len(standing) > LISTED:
        what = f"{len(standing) - LISTED} more results are further out than chance explains"
        yield Need("Results", "warn", what, "the report has them all", link, subject="more")


class ResultWatch:
    """Looks while the room runs. ``floor`` opens it to be read, ``now`` gives microseconds."""

    def __init__(self, floor: Callable[[], AbstractContextManager[Floor]], *, now: Callable[[], int]) -> None:
        self._floor = floor
        self._now = now
        self._ended = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.needs: tuple[Need, ...] = ()
        self.changed: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begin; nobody waits for the thread's end."""
        self._loop = asyncio.get_running_loop()
        Thread(target=self._run, name="unlikely results", daemon=True).start()

    async def stop(self) -> None:
        """Look no longer; what is being worked out is left."""
        self._ended.set()

    def _run(self) -> None:
        wait = FIRST
        while not self._ended.wait(wait):
            wait = EVERY
            with going_on("results not looked at"):
                self._look()

    def _look(self) -> None:
        before = {need.id for need in self.needs}
        try:
            with self._floor() as floor:
                results = unlikely_results(floor, self._now(), self._resting())
                self.needs = (*results, *count_followers(floor, self._now(), self._resting()))
        except _Ended:
            return
        if {need.id for need in self.needs} != before:
            assert self._loop is not None
            for tell in self.changed:
                # The loop may have ended meanwhile.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(tell)

    def _resting(self) -> standing_out.Pause:
        """A pause as long as the work before it deserves."""
        began = time.thread_time()

        def pause() -> None:
            nonlocal began
            if self._ended.wait(REST * (time.thread_time() - began)):
                raise _Ended
            began = time.thread_time()

        return pause
