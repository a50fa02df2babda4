"""Table games: handle, drop, win and hold by table, game, wager, position, hour and day; pace, and take-up of wagers.

It reads the figures that days were closed with and the counts of drops, never the rounds: a month takes as long in a
busy room as in a quiet one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from msgspec import UNSET

from houseway.floor.bookkeeping.table_win import hold
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.reading import Reader, reference, signatures
from houseway.reports.floor.table_play.play_sums import Pace, Sums, by, pace_by, take_up
from houseway.reports.floor.table_play.played import Played, played
from houseway.reports.floor.table_play.shifts import CountedShift, counted_shifts, together
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import MINUS, Value, shown
from houseway.reports.writers.charts import bars, columns

DOLLAR = 100
"""Cents."""


def table_games(reader: Reader) -> Document:
    """Handle, drop, win and hold, with a chart and a table for each way to look at them."""
    found, shifts = played(reader), counted_shifts(reader)
    sections = [Section("Summary", _summary(found, shifts))]
    if found or shifts:
        sections.append(Section("Tables", _by_table(found, shifts)))
        sections.append(Section("Games", _by_game(found, shifts, reader)))
    if found:
        sections.append(Section("Wagers", _by_wager(found, reader)))
        sections.append(Section("Positions", _by_position(found)))
        sections.append(Section("Hours", _by_hour(found, reader)))
    if reader.period.first != reader.period.last and (found or shifts):
        sections.append(Section("Days", _by_day(found, shifts)))
    if shifts:
        sections.append(Section("Shifts", _shifts(shifts, reader)))
    return reader.document("Table games", *sections)


# -- the whole


def _summary(found: list[Played], shifts: list[CountedShift]) -> tuple[Piece, ...]:
    if not found and not shifts:
        return (Text("No round was settled or counted in this period, and no drop."),)
    everything = by(found, lambda _: None).get(None, Sums())
    pace = pace_by(found, lambda *_: None).get(None, Pace())
    counts = together(shifts)
    facts = [
        Fact("Rounds", pace.rounds, "count"),
        Fact("Rounds per table hour", _number(pace.rounds_an_hour), "tenths"),
        Fact("Handle", everything.handle, "cents"),
        Fact("Recorded win", everything.recorded_win, "cents"),
    ]
    if shifts:
        facts += [
            Fact("Drop", counts.drop, "cents"),
            Fact("Win", counts.win, "cents"),
            Fact("Hold", _number(counts.hold), "share"),
            Fact("Float difference", counts.difference, "cents"),
        ]
    alarms = [
        Text(
            f"Table {each.table}, shift {each.body.shift} of {each.body.day}: the count differs from the recorded "
            f"lines by {shown(each.body.difference, 'cents')}.",
            alarm=True,
        )
        for each in shifts
        if each.body.difference
    ]
    return (*alarms, Facts(tuple(facts)), *_NOTES)


_NOTES = (
    Text(
        "Handle is what was staked; with the tabulator alone, counts times the fixed wager. Recorded win is what "
        "settled lines left with the house; prizes from a jackpot's meter are the players' money and not part of it.",
        quiet=True,
    ),
    Text(
        f"Win = closing + drop + credits {MINUS} opening {MINUS} fills, by the counts of a shift; hold = win ÷ drop. "
        "They are known for a table and its shift, not for one wager, position or hour. The float difference is the "
        "win less what recorded lines brought into the tray, where every line is recorded.",
        quiet=True,
    ),
)

_PLAY = "Handle: cents | Recorded win: cents | Win of handle: share"
_COUNTED = "Drop: cents | Win: cents | Hold: share"


def _play(sums: Sums) -> tuple[Value, ...]:
    return sums.handle, sums.recorded_win, _number(sums.share)


def _number(exact: Fraction | None) -> float | None:
    """A share or a pace as it stands in a cell."""
    return None if exact is None else float(exact)


def _counted(shifts: list[CountedShift]) -> tuple[Value, ...]:
    if not shifts:
        return None, None, None
    counts = together(shifts)
    return counts.drop, counts.win, _number(counts.hold)


def _with_total(rows: list[tuple[Value, ...]], columns: str, note: str = "") -> Table:
    """Rows with their sum below: what is a share or a pace has none but that of the columns it follows from."""
    heads = Head.row(columns)
    total: list[Value] = ["All"]
    for place, head in enumerate(heads[1:], 1):
        known = [row[place] for row in rows if isinstance(row[place], int)]
        total.append(sum(int(value or 0) for value in known) if known and head.kind in ("cents", "count") else None)
    places = {head.title: place for place, head in enumerate(heads)}
    if "Hold" in places:
        won, dropped = total[places["Win"]], total[places["Drop"]]
        total[places["Hold"]] = (
            _number(hold(won, dropped)) if isinstance(won, int) and isinstance(dropped, int) else None
        )
    return Table(heads, (*rows, tuple(total)), note=note, totals=1)


def _dollars(entries: Iterable[tuple[str, int | None]]) -> list[tuple[str, float]]:
    return [(label, cents / DOLLAR) for label, cents in entries if cents is not None]


# -- by table and game


def _by_table(found: list[Played], shifts: list[CountedShift]) -> tuple[Piece, ...]:
    sums = by(found, lambda line: line.table)
    paces = pace_by(found, lambda each, _: each.table)
    heads = f"Table | Rounds: count | Rounds an hour: tenths | {_PLAY} | {_COUNTED} | Float difference: cents"
    rows: list[tuple[Value, ...]] = []
    for table in dict.fromkeys((*sums, *(each.table for each in shifts))):
        own = [each for each in shifts if each.table == table]
        pace = paces.get(table, Pace())
        play = _play(sums.get(table, Sums()))
        difference = together(own).difference if own else None
        rows.append((table, pace.rounds, _number(pace.rounds_an_hour), *play, *_counted(own), difference))
    charts: list[Piece] = []
    handle = _dollars((table, each.handle) for table, each in sums.items())
    if handle:
        charts.append(bars(handle, "dollars", "handle-by-table", "Handle by table", "handle"))
    held = [(str(row[0]), row[8]) for row in rows if isinstance(row[8], float)]
    if held:
        charts.append(bars(held, "share", "hold-by-table", "Hold by table", "hold, % of the drop"))
    return (*charts, _with_total(rows, heads))


def _by_game(found: list[Played], shifts: list[CountedShift], reader: Reader) -> tuple[Piece, ...]:
    sums = by(found, lambda line: (line.game, line.edition))
    paces = pace_by(found, lambda each, _: (each.play.game, each.play.edition))
    tables = {each.table: (each.play.game, each.play.edition) for each in found}
    configured = reader.property.tables
    heads = f"Game | Rounds: count | Rounds an hour: tenths | {_PLAY} | {_COUNTED}"
    played_at = {
        table: tables.get(table) or ((known.game, known.edition) if (known := configured.get(table)) else ("", ""))
        for table in dict.fromkeys(each.table for each in shifts)
    }
    rows: list[tuple[Value, ...]] = []
    for game in dict.fromkeys((*sums, *played_at.values())):
        own = [each for each in shifts if played_at[each.table] == game]
        pace = paces.get(game, Pace())
        play = _play(sums.get(game, Sums()))
        rows.append((_names(*game).title or "Other", pace.rounds, _number(pace.rounds_an_hour), *play, *_counted(own)))
    handle = _dollars((_names(*game).title, each.handle) for game, each in sums.items())
    chart = [bars(handle, "dollars", "handle-by-game", "Handle by game", "handle")] if handle else []
    return (*chart, _with_total(rows, heads))


@cache
def _names(game: str, edition: str) -> GameNames:
    return GameNames(game, edition)


# -- by wager and position


def _by_wager(found: list[Played], reader: Reader) -> tuple[Piece, ...]:
    sums = by(found, lambda line: (line.game, line.edition, line.wager))
    taken = take_up(found, lambda each: _offered(reader, each))
    one_game = len({key[:2] for key in sums}) == 1

    def label(game: str, edition: str, wager: str) -> str:
        names = _names(game, edition)
        return names.wager(wager) if one_game else f"{names.wager(wager)}, {names.title}"

    heads = f"Wager | Wagers: count | Take-up: share | {_PLAY}"
    rows: list[tuple[Value, ...]] = []
    for key, each in sums.items():
        known = taken.get(key)
        rows.append((label(*key), each.wagers, _number(known.share) if known is not None else None, *_play(each)))
    handle = _dollars((label(*key), each.handle) for key, each in sums.items())
    shares = [(label(*key), float(each.share)) for key, each in taken.items() if each.share is not None]
    charts = [bars(handle, "dollars", "handle-by-wager", "Handle by wager", "handle")]
    if shares:
        charts.append(bars(shares, "share", "take-up", "Take-up of each wager", "hands in which it was laid, %"))
    note = "Take-up: the hands in which the wager was laid, of all hands at tables that offer it and record every line."
    return (*charts, _with_total(rows, heads, note=note))


def _offered(reader: Reader, each: Played) -> tuple[str, ...]:
    """The wagers that a table offers, where it still plays that edition of that game."""
    known = reader.property.tables.get(each.table)
    same = known is not None and (known.game, known.edition) == (each.play.game, each.play.edition)
    return known.wagers if known is not None and same else ()


def _by_position(found: list[Played]) -> tuple[Piece, ...]:
    sums = dict(sorted(by(found, lambda line: line.position).items()))
    heads = f"Position | Wagers: count | {_PLAY}"
    rows: list[tuple[Value, ...]] = [(f"Position {place}", each.wagers, *_play(each)) for place, each in sums.items()]
    handle = _dollars((f"Position {position}", each.handle) for position, each in sums.items())
    chart = columns(handle, "dollars", "handle-by-position", "Handle by position", "handle")
    return chart, _with_total(rows, heads)


# -- by time


def _by_hour(found: list[Played], reader: Reader) -> tuple[Piece, ...]:
    """By the hour of the clock, in the order of the gaming day; hours of several days together."""

    def clock(at: int) -> str:
        return reader.period.hour(at)[11:16]

    sums = by(found, lambda line: clock(line.hour))
    paces = pace_by(found, lambda _, hour: clock(hour))
    begins = reader.period.day_starts
    hours = sorted(dict.fromkeys((*sums, *paces)), key=lambda hour: (hour < begins, hour))
    heads = f"Hour | Rounds: count | Table hours: count | Rounds per table hour: tenths | {_PLAY}"
    rows: list[tuple[Value, ...]] = []
    for hour in hours:
        pace = paces.get(hour, Pace())
        rows.append((hour, pace.rounds, pace.hours, _number(pace.rounds_an_hour), *_play(sums.get(hour, Sums()))))
    handle = _dollars((hour, sums.get(hour, Sums()).handle) for hour in hours)
    speed = [(hour, float(paces.get(hour, Pace()).rounds_an_hour or 0)) for hour in hours]
    return (
        columns(handle, "dollars", "handle-by-hour", "Handle by hour", "handle"),
        columns(speed, "tenths", "rounds-by-hour", "Rounds per table hour", "rounds per table hour"),
        _with_total(rows, heads),
    )


def _by_day(found: list[Played], shifts: list[CountedShift]) -> tuple[Piece, ...]:
    sums = by(found, lambda line: line.day)
    paces = pace_by(found, lambda each, _: each.day)
    heads = f"Day | Rounds: count | {_PLAY} | {_COUNTED}"
    rows: list[tuple[Value, ...]] = []
    days = sorted({*sums, *(each.body.day for each in shifts)})
    for day in days:
        own = [each for each in shifts if each.body.day == day]
        rows.append((day, paces.get(day, Pace()).rounds, *_play(sums.get(day, Sums())), *_counted(own)))
    handle = _dollars((day[5:], sums.get(day, Sums()).handle) for day in days)
    charts = [columns(handle, "dollars", "handle-by-day", "Handle by day", "handle")]
    if shifts:
        won = _dollars((str(row[0])[5:], row[6] if isinstance(row[6], int) else 0) for row in rows)
        charts.append(columns(won, "dollars", "win-by-day", "Win by day, by the counts", "win"))
    return (*charts, _with_total(rows, heads))


# -- the counts themselves


def _shifts(shifts: list[CountedShift], reader: Reader) -> tuple[Piece, ...]:
    heads = Head.row(
        f"Table | Shift | Day | Opening: cents | Fills: cents | Credits: cents | Closing: cents | {_COUNTED} | "
        "Recorded: cents +1 | Float difference: cents | Counted by +1 | Second person = beside | Reference +1 | "
        "Entry +1"
    )
    rows = tuple(
        (
            each.table,
            str(body.shift),
            body.day,
            body.opening,
            body.fills,
            body.credits,
            body.closing,
            body.drop,
            body.win,
            _number(hold(body.win, body.drop)),
            None if body.lines is UNSET else body.lines,
            body.difference,
            each.entry.who,
            signatures(each.entry).beside,
            body.reference,
            reference(each.entry),
        )
        for each, body in ((each, each.body) for each in shifts)
    )
    return (Table(heads, rows),)
