"""Wager counts and hands per hour, by table, sensor, position, hour and day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from houseway.reports.document import Document, Head, Section, Table, Text
from houseway.reports.floor.period import HOUR
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.table_play.pressed_rounds import Press
from houseway.reports.floor.table_play.tallies import TableTallies, Tally, Wagers, tallies_of
from houseway.reports.numbers import Value


def counts(reader: Reader) -> Document:
    """Wager counts and hands per hour."""
    plays = {table: tallies_of(reader, table) for table in reader.tables()}
    plays = {table: play for table, play in plays.items() if play.tallies or play.open}
    tallies = [tally for play in plays.values() for tally in play.tallies]
    earlier = [press for play in plays.values() for press in play.before]
    sections = [Section("Tables", (_by_table(plays), *_notes(tallies, earlier)))]
    if any(tally.wagers for tally in tallies):
        sections.append(Section("Sensors and positions", (_by_position(tallies),)))
    if tallies:
        sections.append(Section("By hour", (_by_time(tallies, lambda tally: tally.hour, "Hour"),)))
    if reader.period.first != reader.period.last and tallies:
        sections.append(Section("By day", (_by_time(tallies, lambda tally: tally.day, "Day"),)))
    return reader.document("Wager counts", *sections)


def _notes(tallies: list[Tally], earlier: list[Press]) -> Iterator[Text]:
    yield Text("Wagers of voided rounds stay counted, since counters only grow, and are shown as voided.", quiet=True)
    yield from voided_before(earlier)
    manual = sum(tally.by_hand for tally in tallies)
    if manual:
        yield Text(f"{manual} {'round was' if manual == 1 else 'rounds were'} counted by hand: equipment out of order.")


def voided_before(earlier: list[Press]) -> Iterator[Text]:
    """Rounds of an earlier day that were voided in this period, each by its name."""
    if earlier:
        told = ", ".join(f"round {press.round} of table {press.table} ({press.wagers} wagers)" for press in earlier)
        yield Text(f"Counted on an earlier day and voided in this period: {told}.")


def _by_table(plays: dict[str, TableTallies]) -> Table:
    heads = Head.row(
        "Table | Rounds: count | Voided rounds: count | Hours open: tenths | Hands per hour: tenths | "
        "Wagers: count | Of them voided: count | By hand: count | Wagers per hour: tenths +1"
    )
    rows = [_summary(table, play.tallies, play.open) for table, play in plays.items()]
    everything = [tally for play in plays.values() for tally in play.tallies]
    rows.append(_summary("All", everything, sum(play.open for play in plays.values())))
    return Table(heads, tuple(rows), totals=1)


def _summary(name: str, tallies: list[Tally], open_: int) -> tuple[Value, ...]:
    rounds = sum(tally.rounds for tally in tallies)
    wagers = _together(wagers for tally in tallies for wagers in tally.wagers.values())
    return (
        name,
        rounds,
        sum(tally.voided for tally in tallies),
        round(open_ / HOUR, 4),
        _per_hour(rounds, open_),
        wagers.number,
        wagers.voided,
        wagers.manual,
        _per_hour(wagers.number, open_),
    )


def _together(each: Iterable[Wagers]) -> Wagers:
    found = Wagers()
    for wagers in each:
        found.number += wagers.number
        found.voided += wagers.voided
        found.manual += wagers.manual
    return found


def _per_hour(number: int, open_: int) -> float | None:
    return round(float(Fraction(number * HOUR, open_)), 4) if open_ else None


def _by_position(tallies: list[Tally]) -> Table:
    counted: dict[tuple[str, str, int], list[Wagers]] = {}
    for tally in tallies:
        for (sensor, position), wagers in tally.wagers.items():
            counted.setdefault((tally.table, sensor, position), []).append(wagers)
    heads = Head.row("Table | Sensor | Position: count | Wagers: count | Of them voided: count | By hand: count")
    order = sorted(counted, key=lambda key: (key[0], int(key[1]) if key[1].isdigit() else 0, key[1], key[2]))
    sums = {key: _together(counted[key]) for key in order}
    rows: list[tuple[Value, ...]] = [(*key, each.number, each.voided, each.manual) for key, each in sums.items()]
    total = _together(sums.values())
    rows.append(("All", "", "", total.number, total.voided, total.manual))
    return Table(heads, tuple(rows), totals=1)


def _by_time(tallies: list[Tally], name: Callable[[Tally], str], title: str) -> Table:
    """A row for each table and sensor in each stretch of time; hands are the rounds of the table in it."""
    sensors: dict[str, set[str]] = {}
    parts: dict[tuple[str, str], list[Tally]] = {}
    for tally in sorted(tallies, key=lambda tally: (tally.day, tally.hour)):
        parts.setdefault((name(tally), tally.table), []).append(tally)
        sensors.setdefault(tally.table, set()).update(sensor for sensor, _ in tally.wagers)
    heads = Head.row(
        f"{title}: moment | Table | Hands: count | Of them voided: count +1 | Sensor | Wagers: count | "
        "Wagers voided: count | By hand: count"
    )
    rows: list[tuple[Value, ...]] = []
    for (label, table), part in parts.items():
        hands, voided = sum(tally.rounds for tally in part), sum(tally.voided for tally in part)
        for sensor in sorted(sensors[table]) or [""]:
            own = _together(wagers for tally in part for (each, _), wagers in tally.wagers.items() if each == sensor)
            rows.append((label, table, hands, voided, sensor, own.number, own.voided, own.manual))
    return Table(heads, tuple(rows))
