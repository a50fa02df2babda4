"""The report *actual against theoretical*: what stands out among tables, games, wagers and shifts.

It reads the figures that days were closed with, never the rounds. A result is marked where it lies outside its band of
95 %, which by chance alone one in twenty does; it is an alarm where it is so unlikely that among all lines of the
report not one in twenty reports would have a line like it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from houseway.errors import HousewayError
from houseway.maths.over_time.bands import LEVEL
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.theoretical.band_lines import SHIFT_HOURS, BandLine, Stretch, line_of, stretches
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value, shown
from houseway.reports.shift_tables import mix_words, shift_table
from houseway.reports.writers.band_chart import Marked, band_chart
from houseway.simulation.shifts.expected_shifts import ExpectedShifts
from houseway.simulation.shifts.shift_figures import ROUNDS, shift_figures

MOST_DAYS_BY_SHIFT = 7
"""Gaming days of a report that lists shifts; a longer one lists days."""

CLOSELY = ("Tables and wagers", "Shifts", "Days")
"""The sections whose lines tell most closely where to look."""

CHANCE = 1 - LEVEL


def theoretical(reader: Reader) -> Document:
    """Actual against theoretical."""
    found, unknown = stretches(reader)
    groups = _groups(found, reader) if found else {}
    lines = [line for _, (_, each) in groups.items() for line in each]
    alarms = _alarms(groups, len(lines))
    sections = [Section("Summary", (*alarms, *_summary(found, unknown, lines)))]
    for title, (heads, each) in groups.items():
        sections.append(Section(title, (_chart(title, each), _table(heads, each, len(lines)))))
    if found:
        sections.append(Section("Smallest overpayment seen", tuple(_overpayments(found))))
    return reader.document("Actual against theoretical", sections)


# -- what is told


def _groups(found: list[Stretch], reader: Reader) -> dict[str, tuple[tuple[str, ...], list[BandLine]]]:
    """The lines of each section, with the heads of their names."""
    several_days = reader.period.first != reader.period.last
    by_shift = len({each.day for each in found}) <= MOST_DAYS_BY_SHIFT
    groups: dict[str, tuple[tuple[str, ...], list[BandLine]]] = {
        "Tables": (("Table",), _lines(found, lambda each: (each.table,))),
        "Games": (("Game",), _lines(found, lambda each: (_names(each).title,))),
        "Wagers": (("Game", "Wager"), _by_wager(found, lambda each: (_names(each).title,))),
        "Tables and wagers": (("Table", "Wager"), _by_wager(found, lambda each: (each.table,))),
    }
    if by_shift:
        groups["Shifts"] = (("Table", "Shift"), _lines(found, lambda each: (each.table, _shift(each, several_days))))
    else:
        groups["Days"] = (("Table", "Day"), _lines(found, lambda each: (each.table, each.day)))
    return {title: (heads, lines) for title, (heads, lines) in groups.items() if lines}


def _shift(each: Stretch, several_days: bool) -> str:
    first, last = each.shift * SHIFT_HOURS + 1, (each.shift + 1) * SHIFT_HOURS
    told = f"hours {first} to {last} of the day"
    return f"{each.day}, {told}" if several_days else told


def _lines(found: list[Stretch], key: Callable[[Stretch], tuple[str, ...]]) -> list[BandLine]:
    grouped: dict[tuple[str, ...], list[Stretch]] = {}
    for each in found:
        grouped.setdefault(key(each), []).append(each)
    lines = (line_of(names, these) for names, these in grouped.items())
    return [line for line in lines if line is not None]


def _by_wager(found: list[Stretch], key: Callable[[Stretch], tuple[str, ...]]) -> list[BandLine]:
    grouped: dict[tuple[str, ...], dict[str, list[Stretch]]] = {}
    for each in found:
        for wager in sorted(each.play.won, key=_order(each)):
            grouped.setdefault(key(each), {}).setdefault(wager, []).append(each)
    lines = (
        line_of((*names, _names(these[0]).wager(wager)), these, wager)
        for names, wagers in grouped.items()
        for wager, these in wagers.items()
    )
    return [line for line in lines if line is not None]


def _order(each: Stretch) -> Callable[[str], int]:
    """Wagers in the order of the document."""
    known = list(each.expected.setup.edition.wagers)
    return lambda wager: known.index(wager) if wager in known else len(known)


@cache
def _game_names(game: str, edition: str) -> GameNames:
    return GameNames(game, edition)


def _names(each: Stretch) -> GameNames:
    return _game_names(each.expected.game.slug, each.expected.setup.edition.slug)


# -- the summary


def _summary(found: list[Stretch], unknown: Sequence[str], lines: list[BandLine]) -> tuple[Piece, ...]:
    if not found:
        told = "No round with recorded lines was settled in this period."
        return (Text(told), *_unknown(unknown))
    outside = [line for line in lines if line.side]
    facts = [
        Fact("Lines", len(lines), "count"),
        Fact("Outside their band", len(outside), "count"),
        Fact("Outside by chance, on average", CHANCE * len(lines), "tenths"),
    ]
    mixes = {(_names(each).title, mix_words(each.expected.mix)) for each in found}
    facts += [Fact(f"Mix of play, {title}", words) for title, words in sorted(mixes)]
    return (Facts(tuple(facts)), *_unknown(unknown), *_NOTES)


def _unknown(tables: Sequence[str]) -> Iterable[Text]:
    if tables:
        yield Text(f"No figures are known for what was played at {', '.join(tables)}: it is left out.", quiet=True)


_NOTES = (
    Text(
        "Expected win is what the wagers that were placed bring the house on average, under the mix of play above. The "
        f"band holds the win of {100 * LEVEL:g} of 100 such periods at least; one in {round(1 / CHANCE)} lies outside "
        "it by chance alone. How unlikely: the chance of a result at least as far out, on either side.",
        quiet=True,
    ),
    Text(
        "Seats of one round win and lose together through the cards that they share, and the band is wider for it. "
        "Prizes from a jackpot's meter come out of the meter's own money: they are left out of both. Tables that run "
        "with the tabulator alone have no recorded lines, and are not judged here.",
        quiet=True,
    ),
)


def _stands_out(line: BandLine, lines: int) -> bool:
    return bool(line.side) and line.unlikely * lines < CHANCE


def _alarms(groups: Mapping[str, tuple[tuple[str, ...], list[BandLine]]], lines: int) -> list[Text]:
    """What stands out where it is told most closely; whole tables, games and wagers only if nothing closer does."""
    found = {
        title: [Text(_alarm(heads, line), alarm=True) for line in each if _stands_out(line, lines)]
        for title, (heads, each) in groups.items()
    }
    close = [alarm for title in CLOSELY for alarm in found.get(title, [])]
    return close or [alarm for alarms in found.values() for alarm in alarms]


def _alarm(heads: Sequence[str], line: BandLine) -> str:
    off = line.band.low - line.actual if line.side < 0 else line.actual - line.band.high
    far = f"{shown(off, 'cents')} {'below' if line.side < 0 else 'above'} its band"
    did = f"won {shown(line.actual, 'cents')}" if line.actual >= 0 else f"lost {shown(-line.actual, 'cents')}"
    whose = f"Table {line.name}" if heads[0] == "Table" else line.name
    return f"{whose}: the house {did}, {far}. {_one_in(line.unlikely)} such periods is as far out."


def _one_in(probability: float) -> str:
    return "One in more than a million" if probability < 1e-6 else f"One in {round(1 / probability):,}"


# -- tables and charts


def _chart(title: str, lines: Sequence[BandLine]) -> Piece:
    marked = [Marked(line.name, line.band.low, line.expected, line.band.high, line.actual) for line in lines]
    return band_chart(marked, f"band-{title.lower().replace(' ', '-')}", f"{title}: actual win in its band")


def _table(names: Sequence[str], lines: Sequence[BandLine], of: int) -> Table:
    heads = (
        *(Head(name) for name in names),
        Head("Rounds", "count"),
        Head("Wagered", "cents"),
        Head("Expected win", "cents"),
        Head("Actual win", "cents"),
        Head("Band from", "cents"),
        Head("Band to", "cents"),
        Head("How unlikely", "odds"),
        Head("Stands out"),
    )
    rows: list[tuple[Value, ...]] = [
        (
            *line.names,
            line.rounds,
            line.handle,
            round(line.expected),
            line.actual,
            line.band.low,
            line.band.high,
            line.unlikely,
            _mark(line, of),
        )
        for line in lines
    ]
    return Table(heads, tuple(rows))


def _mark(line: BandLine, of: int) -> str:
    if not line.side:
        return ""
    told = "paid too much" if line.side < 0 else "paid too little"
    return f"Look into it: {told}" if _stands_out(line, of) else f"Outside: {told}"


# -- the appendix


def _overpayments(found: list[Stretch]) -> Iterable[Piece]:
    yield Text(
        f"By wager, for one position and {ROUNDS:,} rounds of the usual amounts: the least that must be paid too much "
        "over a shift for nine of ten such shifts to lie below their band. Less than that may stay unseen."
    )
    tables: dict[int, tuple[ExpectedShifts, list[str]]] = {}
    for each in found:
        known = tables.setdefault(id(each.expected), (each.expected, []))[1]
        if each.table not in known:
            known.append(each.table)
    for expected, named in tables.values():
        edition = expected.setup.edition
        try:
            figures = shift_figures(expected)
        except HousewayError as error:
            yield Text(f"{edition.about.name}, {', '.join(named)}: {error.message}.", quiet=True)
            continue
        title = f"{edition.about.name}: {'table' if len(named) == 1 else 'tables'} {', '.join(named)}"
        yield shift_table(figures, _game_names(expected.game.slug, edition.slug), title)
