"""Wager counts and hands per hour, by table, sensor, position, hour and day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from houseway.floor.kinds.edge import kind_of, read_as
from houseway.floor.kinds.of_house import QuickTableClosed, TableClosed
from houseway.floor.kinds.of_table import PrivateTableOpened, RoundSettled, RoundVoided, TableOpened, Tabulated
from houseway.floor.states import table_stream
from houseway.journal import Entry
from houseway.reports.document import Document, Head, Section, Table, Text
from houseway.reports.floor.period import HOUR, Period
from houseway.reports.floor.reading import Reader, round_of
from houseway.reports.numbers import Value


class Press(msgspec.Struct):
    """One round as it was counted: when, the positions of each sensor, by hand or not, and whether it was voided."""

    table: str
    at: int
    round: int
    counted: dict[str, tuple[int, ...]]
    manual: bool = False
    voided: bool = False

    @property
    def wagers(self) -> int:
        """Wagers counted in it."""
        return sum(map(len, self.counted.values()))


class Play(msgspec.Struct):
    """What a table did in the period: its rounds, and for how long it was open, in microseconds.

    ``before`` are rounds of an earlier period that were voided in this one, and ``in_progress`` the round that was not
    over when it ended, or 0: it is of this period, whatever became of it later.
    """

    rounds: list[Press]
    open: int
    before: list[Press] = []
    in_progress: int = 0


def play_of(reader: Reader, table: str) -> Play:
    """The rounds of ``table`` that began in the period, and how long it was open.

    What is said of a period never changes: a round that is voided after it ended is voided in the next.
    """
    stream = table_stream(table)
    first, end = reader.span(stream)
    rounds: list[Press] = []
    before: list[Press] = []
    clock = _Clock(reader.period, reader.wanted.now)
    current = reader.open_round(table, first)
    for entry in reader.read(stream, first, end):
        # Records are large: a round that is over is looked at without decoding its own.
        kind = kind_of(entry)
        if kind is Tabulated:
            rounds.append(_press(table, entry))
            current = rounds[-1].round
            clock.played()
        elif kind in (RoundSettled, RoundVoided):
            round_ = round_of(entry)
            if round_ != current:
                # A table without sensors: a round is known when it is over.
                rounds.append(Press(table, entry.at, round_, {}))
            if kind is RoundVoided:
                if rounds and rounds[-1].round == round_:
                    rounds[-1].voided = True
                else:
                    before.append(_pressed(reader, table, stream, first, round_))
            current = None
            clock.played()
        elif kind in (TableOpened, PrivateTableOpened):
            clock.opened(entry.at)
        elif kind in (TableClosed, QuickTableClosed):
            clock.closed(entry.at)
    # With the tabulator alone a round is over with its press.
    alone = reader.property.tables.get(table)
    in_progress = current if current is not None and (alone is None or alone.cards != "none") else 0
    return Play(rounds, clock.total(), before, in_progress)


def _pressed(reader: Reader, table: str, stream: str, end: int, round_: int) -> Press:
    """The press of a round before entry ``end``."""
    for entry in reader.backwards(stream, end):
        if kind_of(entry) is Tabulated and round_of(entry) == round_:
            press = _press(table, entry)
            press.voided = True
            return press
    return Press(table, 0, round_, {}, voided=True)


def _press(table: str, entry: Entry) -> Press:
    counted = {bank.rpartition("/")[2]: positions for bank, positions in entry.counted}
    press = read_as(entry, Tabulated)
    return Press(table, entry.at, press.round, counted, manual=bool(press.manual))


class _Clock:
    """How long a table was open within a period, from what is seen of it there."""

    def __init__(self, period: Period, now: int) -> None:
        self.since: int | None = None
        self.known = False
        self.sum = 0
        self.start = period.start
        self.end = max(period.start, min(period.stop, now))

    def played(self) -> None:
        if not self.known:
            self.known, self.since = True, self.start

    def opened(self, at: int) -> None:
        self.known, self.since = True, at

    def closed(self, at: int) -> None:
        since = self.since if self.known else self.start
        self.known = True
        if since is not None:
            self.sum += at - since
        self.since = None

    def total(self) -> int:
        return self.sum + (max(0, self.end - self.since) if self.since is not None else 0)


# -- the report


def counts(reader: Reader) -> Document:
    """Wager counts and hands per hour."""
    plays = {table: play_of(reader, table) for table in reader.tables()}
    plays = {table: play for table, play in plays.items() if play.rounds or play.open}
    rounds = [press for play in plays.values() for press in play.rounds]
    earlier = [press for play in plays.values() for press in play.before]
    sections = [Section("Tables", (_by_table(plays), *_notes(rounds, earlier)))]
    if any(press.counted for press in rounds):
        sections.append(Section("Sensors and positions", (_by_position(rounds),)))
    if rounds:
        sections.append(Section("By hour", (_by_time(rounds, reader.period.hour, "Hour"),)))
    if reader.period.first != reader.period.last and rounds:
        sections.append(Section("By day", (_by_time(rounds, reader.period.day, "Day"),)))
    return reader.document("Wager counts", sections)


def _notes(rounds: list[Press], earlier: list[Press]) -> Iterator[Text]:
    yield Text("Wagers of voided rounds stay counted, since counters only grow, and are shown as voided.", quiet=True)
    yield from voided_before(earlier)
    manual = sum(press.manual for press in rounds)
    if manual:
        yield Text(f"{manual} {'round was' if manual == 1 else 'rounds were'} counted by hand: equipment out of order.")


def voided_before(earlier: list[Press]) -> Iterator[Text]:
    """Rounds of an earlier day that were voided in this period, each by its name."""
    if earlier:
        told = ", ".join(f"round {press.round} of table {press.table} ({press.wagers} wagers)" for press in earlier)
        yield Text(f"Counted on an earlier day and voided in this period: {told}.")


def _by_table(plays: dict[str, Play]) -> Table:
    heads = (
        Head("Table"),
        Head("Rounds", "count"),
        Head("Voided rounds", "count"),
        Head("Hours open", "tenths"),
        Head("Hands per hour", "tenths"),
        Head("Wagers", "count"),
        Head("Of them voided", "count"),
        Head("By hand", "count"),
        Head("Wagers per hour", "tenths", spare=1),
    )
    rows = [_summary(table, play.rounds, play.open) for table, play in plays.items()]
    everything = [press for play in plays.values() for press in play.rounds]
    rows.append(_summary("All", everything, sum(play.open for play in plays.values())))
    return Table(heads, tuple(rows), totals=1)


def _summary(name: str, rounds: list[Press], open_: int) -> tuple[Value, ...]:
    wagers = sum(press.wagers for press in rounds)
    return (
        name,
        len(rounds),
        sum(press.voided for press in rounds),
        round(open_ / HOUR, 4),
        _per_hour(len(rounds), open_),
        wagers,
        sum(press.wagers for press in rounds if press.voided),
        sum(press.wagers for press in rounds if press.manual),
        _per_hour(wagers, open_),
    )


def _per_hour(number: int, open_: int) -> float | None:
    return round(float(Fraction(number * HOUR, open_)), 4) if open_ else None


def _by_position(rounds: list[Press]) -> Table:
    counted: dict[tuple[str, str, int], list[int]] = {}
    for press in rounds:
        for sensor, positions in press.counted.items():
            for position in positions:
                sums = counted.setdefault((press.table, sensor, position), [0, 0, 0])
                sums[0] += 1
                sums[1] += press.voided
                sums[2] += press.manual
    heads = (
        Head("Table"),
        Head("Sensor"),
        Head("Position", "count"),
        Head("Wagers", "count"),
        Head("Of them voided", "count"),
        Head("By hand", "count"),
    )
    order = sorted(counted, key=lambda key: (key[0], int(key[1]) if key[1].isdigit() else 0, key[1], key[2]))
    rows: list[tuple[Value, ...]] = [(*key, *counted[key]) for key in order]
    rows.append(("All", "", "", *(sum(sums[place] for sums in counted.values()) for place in range(3))))
    return Table(heads, tuple(rows), totals=1)


def _by_time(rounds: list[Press], name: Callable[[int], str], title: str) -> Table:
    """A row for each table and sensor in each stretch of time; hands are the rounds of the table in it."""
    sensors: dict[str, list[str]] = {}
    parts: dict[tuple[str, str], list[Press]] = {}
    for press in sorted(rounds, key=lambda press: press.at):
        parts.setdefault((name(press.at), press.table), []).append(press)
        known = sensors.setdefault(press.table, [])
        known += [sensor for sensor in press.counted if sensor not in known]
    heads = (
        Head(title, "moment"),
        Head("Table"),
        Head("Hands", "count"),
        Head("Of them voided", "count", spare=1),
        Head("Sensor"),
        Head("Wagers", "count"),
        Head("Wagers voided", "count"),
        Head("By hand", "count"),
    )
    rows: list[tuple[Value, ...]] = []
    for (label, table), part in parts.items():
        for sensor in sorted(sensors[table]) or [""]:
            wagers = [(len(press.counted.get(sensor, ())), press) for press in part]
            rows.append(
                (
                    label,
                    table,
                    len(part),
                    sum(press.voided for press in part),
                    sensor,
                    sum(number for number, _ in wagers),
                    sum(number for number, press in wagers if press.voided),
                    sum(number for number, press in wagers if press.manual),
                )
            )
    return Table(heads, tuple(rows))
