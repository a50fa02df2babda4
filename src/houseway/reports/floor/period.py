"""Gaming days of a property as moments: what a report covers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from houseway.floor.context import day_begins, gaming_day
from houseway.maths.question_errors import BadQuestion

HOUR = 3_600_000_000
"""Microseconds of an hour."""


class Period(msgspec.Struct, frozen=True):
    """Gaming days ``first`` to ``last``: the moments from ``start`` up to, not including, ``stop``, in microseconds."""

    first: str
    last: str
    start: int
    stop: int
    zone: str
    day_starts: str

    @property
    def days(self) -> int:
        """How many gaming days it has."""
        return (date.fromisoformat(self.last) - date.fromisoformat(self.first)).days + 1

    def holds(self, at: int) -> bool:
        """Whether ``at`` is in it."""
        return self.start <= at < self.stop

    def day(self, at: int) -> str:
        """The gaming day of ``at``."""
        return gaming_day(at, self.zone, self.day_starts)

    def hour(self, at: int) -> str:
        """The hour of the clock that ``at`` is in, with its date."""
        return self._local(at).strftime("%Y-%m-%d %H:00 %Z")

    def when(self, at: int) -> str:
        """``at`` as people of the property read it."""
        return self._local(at).strftime("%Y-%m-%d %H:%M:%S %Z")

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at // 1_000_000, UTC).astimezone(ZoneInfo(self.zone))

    @property
    def words(self) -> str:
        """The days in words."""
        return f"gaming day {self.first}" if self.first == self.last else f"gaming days {self.first} to {self.last}"


def period(first: str, last: str, zone: str, day_starts: str) -> Period:
    """The gaming days ``first`` to ``last`` (YYYY-MM-DD) in ``zone``, where a day begins at ``day_starts``."""
    begin, end = _date(first), _date(last)
    if end < begin:
        raise BadQuestion(f"{last} is before {first}", remedy="give the earlier day first")
    try:
        after = end + timedelta(days=1)
    except OverflowError:
        raise BadQuestion(f"{last} has no day after it", remedy="give a day of this calendar") from None
    start, stop = (day_begins(day, zone, day_starts) for day in (begin, after))
    return Period(begin.isoformat(), end.isoformat(), start, stop, zone, day_starts)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadQuestion(f"{text!r} is not a day", remedy="write YYYY-MM-DD") from None
