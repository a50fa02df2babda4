"""The report *actual against theoretical*: what stands out among tables, games, wagers and shifts.

It reads the figures that days were closed with, never the rounds. A result is marked where it lies outside its band of
95 %, which by chance alone one in twenty does; it is an alarm where it is so unlikely that among all lines of the
report not one in twenty reports would have a line like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houseway.errors import HousewayError
from houseway.maths.over_time.bands import LEVEL
from houseway.reports.document import Document, Fact, Facts, Head, Piece, Section, Table, Text
from houseway.reports.floor.reading import Reader
from houseway.reports.floor.theoretical.band_lines import BandLine, Stretch, stretches
from houseway.reports.floor.theoretical.rules_of_openings import own_mix
from houseway.reports.floor.theoretical.standing_out import (
    CHANCE,
    Group,
    distance_words,
    game_names,
    groups_of,
    names_of,
    outstanding,
    result_words,
    stands_out,
)
from houseway.reports.numbers import Value
from houseway.reports.tables.shift_tables import mix_words, shift_table
from houseway.reports.writers.band_chart import Marked, band_chart
from houseway.simulation.shifts.expected_shifts import ExpectedShifts
from houseway.simulation.shifts.shift_figures import ROUNDS, shift_figures


def theoretical(reader: Reader) -> Document:
    """Actual against theoretical."""
    found, unknown = stretches(reader)
    groups = groups_of(found, reader)
    lines = [line for group in groups for line in group.lines]
    alarms = [
        Text(f"{result_words(group, line)}, {distance_words(line)}", alarm=True) for group, line in outstanding(groups)
    ]
    sections = [Section("Summary", (*alarms, *_summary(reader, found, unknown, lines)))]
    for group in groups:
        sections.append(Section(group.title, (_chart(group), _table(group, len(lines)))))
    if found:
        sections.append(Section("Smallest overpayment seen", tuple(_overpayments(found))))
    return reader.document("Actual against theoretical", *sections)


# -- the summary


def _summary(reader: Reader, found: list[Stretch], unknown: Sequence[str], lines: list[BandLine]) -> tuple[Piece, ...]:
    if not found:
        told = "No round with recorded lines was settled in this period."
        return (Text(told), *_unknown(unknown))
    outside = [line for line in lines if line.side]
    facts = [
        Fact("Lines", len(lines), "count"),
        Fact("Outside their band", len(outside), "count"),
        Fact("Outside by chance, on average", CHANCE * len(lines), "tenths"),
    ]
    mixes = {
        (names_of(each).title, mix_words(each.expected.mix), bool(own_mix(reader, each.expected.game.slug)))
        for each in found
    }
    facts += [
        Fact(f"Mix of play, {title}", f"{words} ({'stated by the property' if own else 'as usual'})")
        for title, words, own in sorted(mixes)
    ]
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


# -- tables and charts


def _chart(group: Group) -> Piece:
    marked = [Marked(line.name, line.band.low, line.expected, line.band.high, line.actual) for line in group.lines]
    name = f"band-{group.title.lower().replace(' ', '-')}"
    return band_chart(marked, name, f"{group.title}: actual win in its band")


def _table(group: Group, of: int) -> Table:
    heads = Head.row(
        f"{' | '.join(group.heads)} | Rounds: count | Wagered: cents | Expected win: cents | Actual win: cents | "
        "Band from: cents | Band to: cents | How unlikely: odds | Stands out"
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
        for line in group.lines
    ]
    return Table(heads, tuple(rows))


def _mark(line: BandLine, of: int) -> str:
    if not line.side:
        return ""
    told = "paid too much" if line.side < 0 else "paid too little"
    return f"Look into it: {told}" if stands_out(line, of) else f"Outside: {told}"


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
        yield shift_table(figures, game_names(expected.game.slug, edition.slug), title)
