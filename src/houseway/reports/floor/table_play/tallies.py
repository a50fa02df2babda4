"""Rounds and wagers of a table by hour, sensor and position, from what its days were closed with."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

import msgspec

from houseway.floor.kinds.day_counts import DayCount, HourCount
from houseway.floor.kinds.edge import kind_of
from houseway.floor.kinds.of_house import QuickTableClosed, TableClosed
from houseway.floor.kinds.of_table import PrivateTableOpened, TableOpened
from houseway.reports.floor.period import HOUR
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.table_play.closed_counts import TableDays, entries_at, table_days
from houseway.reports.floor.table_play.pressed_rounds import OpenClock, Press, play_of


class Wagers(msgspec.Struct):
    """Wagers of one sensor at one position: all, and of them those of voided rounds and those counted by hand."""

    number: int = 0
    voided: int = 0
    manual: int = 0


class Tally(msgspec.Struct):
    """One table in one hour of one day, as they are called; ``wagers`` are by sensor and position."""

    table: str
    day: str
    hour: str
    rounds: int = 0
    voided: int = 0
    by_hand: int = 0
    wagers: dict[tuple[str, int], Wagers] = {}

    def of(self, sensor: str, position: int) -> Wagers:
        """The wagers of a sensor at a position, to be added to."""
        return self.wagers.setdefault((sensor, position), Wagers())


class TableTallies(msgspec.Struct):
    """One table over the period: its hours in order, how long it was open in microseconds, and the rounds of an earlier
    period that were voided in this one."""

    tallies: list[Tally]
    open: int
    before: list[Press]


def tallies_of(reader: Reader, table: str) -> TableTallies:
    """What was counted at a table in the period. A round that is voided after a period ended is voided in the next."""
    found = table_days(reader, table)
    return _from_presses(reader, table) if found is None else _from_days(reader, table, found)


class _Hours:
    """The hours of a table, made as they come up."""

    def __init__(self, reader: Reader, table: str) -> None:
        self._period = reader.period
        self._table = table
        self.found: dict[tuple[str, str], Tally] = {}

    def at(self, day: int, hour: int) -> Tally:
        """The hour of the moment ``hour`` on the gaming day of the moment ``day``."""
        key = self._period.day(day), self._period.hour(hour)
        return self.found.setdefault(key, Tally(self._table, *key))


def _from_presses(reader: Reader, table: str) -> TableTallies:
    play = play_of(reader, table)
    hours = _Hours(reader, table)
    for press in play.rounds:
        tally = hours.at(press.at, press.at)
        tally.rounds += 1
        tally.voided += press.voided
        tally.by_hand += press.manual
        for sensor, positions in press.counted.items():
            for position in positions:
                wagers = tally.of(sensor, position)
                wagers.number += 1
                wagers.voided += press.voided
                wagers.manual += press.manual
    return TableTallies(list(hours.found.values()), play.open, play.before)


def _from_days(reader: Reader, table: str, days: TableDays) -> TableTallies:
    hours = _Hours(reader, table)
    before: list[Press] = []
    for count in days.counts:
        for name, hour in count.hours.items():
            _add(hours.at(count.at, int(name) * HOUR), hour)
        for void in count.voided:
            if not reader.period.holds(void.counted):
                counted = {sensor: tuple(positions) for sensor, positions in void.wagers.items()}
                before.append(Press(table, void.counted, void.round, counted, void.manual, voided=True))
                continue
            tally = hours.at(void.counted, void.counted)
            tally.voided += 1
            for sensor, positions in void.wagers.items():
                for position in positions:
                    tally.of(sensor, position).voided += 1
    return TableTallies(list(hours.found.values()), _open(reader, table, days), before)


def _add(tally: Tally, hour: HourCount) -> None:
    tally.rounds += hour.rounds
    tally.by_hand += hour.by_hand
    for sensor, position, number in _each(hour.wagers):
        tally.of(sensor, position).number += number
    for sensor, position, number in _each(hour.manual):
        tally.of(sensor, position).manual += number


def _each(sums: dict[str, list[int]]) -> Iterator[tuple[str, int, int]]:
    for sensor, positions in sums.items():
        for position, number in enumerate(positions, 1):
            if number:
                yield sensor, position, number


def _open(reader: Reader, table: str, days: TableDays) -> int:
    """How long the table was open: from its openings and closings, and from its first round where neither tells."""
    clock = OpenClock(reader.period, reader.wanted.now)
    changes = ((entry.at, kind_of(entry)) for entry in entries_at(reader, table, days.noted))
    for at, kind in heapq.merge(_played(days.counts), changes, key=lambda each: each[0]):
        if kind in (TableOpened, PrivateTableOpened):
            clock.opened(at)
        elif kind in (TableClosed, QuickTableClosed):
            clock.closed(at)
        elif kind is None:
            clock.played()
    return clock.total()


def _played(counts: Iterable[DayCount]) -> Iterator[tuple[int, None]]:
    return ((count.at, None) for count in counts)
