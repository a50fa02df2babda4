"""Every table of the Lab as a file: CSV, a workbook with live formulas, PDF, and pictures as PNG and SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

import msgspec

from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Chart
from houseway.reports.designs import design_sheet as sheets
from houseway.reports.designs.design_sheet import Design
from houseway.reports.document import Document, Fact, Facts, Formulas, Head, Piece, Plot, Table, Text, write
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value, pay_words, shown
from houseway.reports.tables.choice_tables import mistake_rows
from houseway.reports.writers.plain import as_csv
from houseway.rulebook.pays import PayKind, parse_pay
from houseway.web.lab.lab_answers import answer, answered, approved_figures, paytable_words, taken_of
from houseway.web.lab.lab_curves import curve
from houseway.web.lab.lab_files import MEDIA, PARTS
from houseway.web.lab.lab_link import Link, Read, link_from, shown_wagers
from houseway.web.lab.lab_money import reckoned
from houseway.web.lab.lab_strategies import bill_of, cell_of, strategy_of
from houseway.web.lab.lab_targets import tables_for

MAX_DESIGNS = 4
"""Designs that are set side by side."""

Values: TypeAlias = tuple[Value, ...]
"""A row of a table."""


def export(link: Link, form: str, more: Mapping[str, Any]) -> bytes:
    """A part of what the Lab shows for ``link`` as a file of the kind ``form``."""
    part = more.get("part") or "design"
    if form not in MEDIA or part not in PARTS:
        raise BadQuestion("there is no such file", remedy=f"choose {', '.join(PARTS)} as {', '.join(MEDIA)}")
    design = design_of(link, str(more.get("name") or ""))
    return _file(*_made(design, link, part, more), form)


def mistakes(link: Link, form: str, text: str) -> bytes:
    """All mistakes of a strategy of one's own as a file of the kind ``form``, the dearest first."""
    read, _ = answered(link)
    own, bill = bill_of(read, text)
    costs = "Costs each time: percent | Rounds with it: percent | Costs in a round: percent"
    heads = Head.row(f"Question | Hand | Played | Best | {costs}")
    rows = mistake_rows(bill, GameNames.of(read.edition))
    note = f"Costs per {bill.unit.removeprefix('one ')}."
    live = {(place, 6): f"[{place},4]*[{place},5]" for place in range(len(rows))}
    found = Table(heads, rows, title=f"Mistakes of {own.name}", note=note, formulas=Formulas(live))
    return _file(*_of_table(design_of(link, own.name), found), form)


def _file(table: Table, document: Document, plot: Plot, form: str) -> bytes:
    if form == "csv":
        return as_csv(table).encode()
    if form == "svg":
        return ('<?xml version="1.0" encoding="UTF-8"?>\n' + plot.svg).encode()
    if form == "png":
        return plot.png
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"lab.{form}"
        write(document, path)
        return path.read_bytes()


def design_of(link: Link, name: str) -> Design:
    """What a link says, as a design with its figures and those of the approved game."""
    read, figures = answered(link)
    if read.wrong:
        first = read.wrong[0]
        raise BadQuestion(first.message, remedy=first.remedy or None)
    approved = approved_figures(read, figures)
    return Design(name, read.edition, figures, approved, taken_of(read), link.query(), tuple(_beside(read)))


def _beside(read: Read) -> Iterator[tuple[str, str, str]]:
    """The rows of other wagers whose pays move the figures: their names, what they pay, and what is printed."""
    names = GameNames.of(read.edition)
    for table in read.beside:
        for row in table.rows:
            now = parse_pay(read.asked.pays.get(f"{table.wager}/{row.event}", row.pay.text), table.odds)
            yield f"{names.wager(table.wager)}: {row.name}", pay_words(now.text), pay_words(row.pay.text)


def _made(design: Design, link: Link, part: str, more: Mapping[str, Any]) -> tuple[Table, Document, Plot]:
    """A part as the table, the document and the picture that it goes out as."""
    match part:
        case "figures":
            return _of_table(design, sheets.figures_table(design))
        case "distribution":
            found = sheets.distribution_table(design)
            drawn = sheets.picture_of_distribution(design)
            pieces: list[Piece] = [found, sheets.distribution_facts(design), drawn]
            return found, sheets.part_document(design, found.title, pieces), drawn
        case "curve":
            return _curve(design, link, str(more.get("axis", "")))
        case "target":
            return _target(design, link, more)
        case "wagers":
            return _of_table(design, sheets.wagers_table(design, _every_wager(link)))
        case "rules":
            return _rules(design, link)
        case "money":
            return _money(design, link, more["money"])
        case "strategy":
            return _strategy(design, link, int(more.get("chart") or 0))
        case "cell" | "cell-hands":
            return _cell(design, link, part, more)
        case "compare":
            return _compare(design, more.get("designs") or ())
        case "tables":
            return _side_by_side(
                [msgspec.structs.replace(design, name=design.name or "This design"), *approved_tables(link)],
                APPROVED_TABLES,
            )
        case _:
            found = sheets.pay_table(design)
            return found, sheets.design_document(design), sheets.picture_of_table(design, found)


def _of_table(design: Design, found: Table, above: Sequence[Facts] = ()) -> tuple[Table, Document, Plot]:
    document = sheets.part_document(design, found.title, [*above, found])
    return found, document, sheets.picture_of_table(design, found)


def _curve(design: Design, link: Link, axis: str) -> tuple[Table, Document, Plot]:
    drawn = curve(link, axis)
    points = [(each.value, each.returned) for each in drawn.points]
    title = f"Return over {drawn.axis.name}"
    found = sheets.curve_table(title, drawn.axis.name, points)
    plot = sheets.captioned_plot(design, sheets.curve_plot(title, drawn.axis.name, points))
    return found, sheets.part_document(design, title, [found, plot]), plot


def _every_wager(link: Link) -> list[tuple[Figures, Figures | None]]:
    """The figures of every wager of a design and of the approved game, those not shown under their first paytable."""
    read, _ = answered(link)
    found = []
    for wager in shown_wagers(read.game.slug, read.edition.slug):
        own = wager == read.wager
        asked = link if own else msgspec.structs.replace(link, wager=wager, paytable="", case="")
        one, figures = answered(asked)
        found.append((figures, approved_figures(one, figures)))
    return found


def _rules(design: Design, link: Link) -> tuple[Table, Document, Plot]:
    """Every rule changed by itself, the largest change of the house edge first."""
    axes = [each for each in answer(link).axes if each.kind == "rule"]
    found = []
    for axis in axes:
        drawn = curve(link, axis.field)
        here = next((each.returned for each in drawn.points if each.value == drawn.here), None)
        found += [
            (axis.name, each.value, 1 - each.returned, here - each.returned)
            for each in drawn.points
            if here is not None and each.returned is not None and each.value != drawn.here
        ]
    found.sort(key=lambda row: -abs(row[3]))
    edge = [sheets.edge_fact(float(design.figures.house_edge))] if design.figures.priced else []
    return _of_table(design, sheets.rules_table(found), edge)


def _target(design: Design, link: Link, more: Mapping[str, Any]) -> tuple[Table, Document, Plot]:
    found = tables_for(link, more["asked"], more["rows"])
    if found.wrong:
        raise BadQuestion(found.wrong[0].message, remedy=found.wrong[0].remedy or None)
    heads, last = tuple(Head(row.name) for row in found.rows), "Hit frequency | SD | Fingerprint"
    rows = [tuple(int(each.pays[row.value]) for row in found.rows) for each in found.tables]
    told = [(each.hits, each.sd, each.fingerprint) for each in found.tables]
    line = _line(link, [row.value.rpartition("/")[2] for row in found.rows])
    title, note = "Tables that reach the target", found.says
    if line is None:
        plain: tuple[Values, ...] = tuple(
            (*pays, each.edge, *more) for pays, each, more in zip(rows, found.tables, told, strict=True)
        )
        return _of_table(design, Table((*heads, *Head.row(f"House edge | {last}")), plain, title=title, note=note))
    # No decision hangs on the pays: the edge of every table follows from how often its rows come.
    unpaid, chances = line
    above = Facts.of(
        Fact("House edge if these rows paid nothing", unpaid, "percent", name="unpaid edge"),
        *(
            Fact(f"{row.name} comes in", chance, "percent", name=f"chance {place}")
            for place, (row, chance) in enumerate(zip(found.rows, chances, strict=True))
        ),
    )
    edges = [unpaid - sum(map(float.__mul__, chances, map(float, pays))) for pays in rows]
    live = {
        (row, len(heads)): "{unpaid edge}" + "".join(f"-[{row},{at}]*{{chance {at}}}" for at in range(len(heads)))
        for row in range(len(rows))
    }
    whole: tuple[Values, ...] = tuple((*pays, edge, *more) for pays, edge, more in zip(rows, edges, told, strict=True))
    heads = (*heads, *Head.row(f"House edge: percent | {last}"))
    return _of_table(design, Table(heads, whole, title=title, note=note, formulas=Formulas(live)), [above])


def _line(link: Link, rows: Sequence[str]) -> tuple[float, list[float]] | None:
    """The house edge if these rows paid nothing, and how often each comes.

    Nothing where the best play moves with the pays, or a row pays no odds.
    """
    read, figures = answered(link)
    if figures.decisions or not figures.priced:
        return None
    chances, edge = [], Fraction(figures.house_edge)
    for event in rows:
        printed = read.table.find(event)
        assert printed is not None  # the answer has refused any other
        pay = parse_pay(read.asked.pays.get(f"{read.wager}/{event}", printed.pay.text), read.table.odds)
        if pay.kind not in (PayKind.TO_1, PayKind.FOR_1):
            return None
        chance = sum((Fraction(each.probability) for each in figures.outcomes if each.event == event), Fraction(0))
        chances.append(float(chance))
        edge += pay.amount * chance
    return float(edge), chances


def _money(design: Design, link: Link, asked: Mapping[str, str]) -> tuple[Table, Document, Plot]:
    pieces, says, wrong = reckoned(link, asked)
    if wrong:
        raise BadQuestion(wrong[0].message, remedy=wrong[0].remedy or None)
    rows = tuple((fact.label, shown(fact.value, fact.kind)) for facts in pieces for fact in facts.facts)
    found = Table(Head.row("Figure | Value"), rows, title="Money over time", note=says)
    said = [Text(says)] if says else []
    return found, sheets.part_document(design, found.title, [*pieces, *said]), sheets.picture_of_table(design, found)


def _charts(link: Link, number: int) -> tuple[list[Chart], Chart]:
    """The charts of the strategy, and the one of that number."""
    read, _ = answered(link)
    charts = list(read.game.charts(strategy_of(read)))
    if not 0 <= number < len(charts):
        raise BadQuestion("there is no such chart", remedy=f"choose one of {len(charts)}")
    return charts, charts[number]


def _cell(design: Design, link: Link, part: str, more: Mapping[str, Any]) -> tuple[Table, Document, Plot]:
    """An opened cell: the worth of every choice, or every hand that another choice is better with."""
    _, chart = _charts(link, int(more.get("chart") or 0))
    row, column = (*more["cell"], "", "")[:2]
    found = cell_of(link, chart.title, row, column)
    where = f"{chart.title}: {', '.join(filter(None, (found.row, found.column)))}"
    best = max(choice.worth for choice in found.choices)
    words = {choice.mark: choice.words for choice in found.choices}
    choices = Table(
        Head.row("Choice | Wins on average: units | Beside the best: units | Played"),
        tuple(
            (each.words, each.worth, each.worth - best, "played" if each.mark == found.shown else "")
            for each in found.choices
        ),
        title=where,
        note=f"In units of {found.base}, if the best play follows; in {shown(found.often, 'percent')} of rounds.",
        formulas=Formulas(
            {(place, 2): f"[{place},1]-MAX([0:{len(found.choices) - 1},1])" for place in range(len(found.choices))}
        ),
    )
    hands = Table(
        Head.row("Hand | Best | Gains: percent | Rounds with it: percent"),
        tuple((each.hand, words.get(each.best, each.best), each.gains, each.often) for each in found.differing),
        title=f"{where}: hands played otherwise",
    )
    taken = choices if part == "cell" else hands
    document = sheets.part_document(design, where, [choices, hands] if part == "cell" else [hands])
    return taken, document, sheets.picture_of_table(design, taken)


def _strategy(design: Design, link: Link, number: int) -> tuple[Table, Document, Plot]:
    charts, chart = _charts(link, number)
    heads = (Head(chart.row_title or "Row"), *(Head(name) for name in chart.column_names))
    rows = tuple((name, *cells) for name, cells in zip(chart.row_names, chart.cells, strict=True))
    found = Table(heads, rows, title=chart.title)
    document = sheets.part_document(design, "Strategy", sheets.strategy_pieces(charts))
    return found, document, sheets.picture_of_chart(design, chart)


def _compare(design: Design, others: Sequence[str]) -> tuple[Table, Document, Plot]:
    designs = [msgspec.structs.replace(design, name=design.name or "Design 1")]
    for number, query in enumerate(others[: MAX_DESIGNS - 1]):
        name = dict(parse_qsl(query)).get("name") or f"Design {number + 2}"
        designs.append(design_of(link_from(query), name))
    return _side_by_side(designs, "Designs side by side")


APPROVED_TABLES = "Beside the approved tables"


def approved_tables(link: Link) -> list[Design]:
    """Every paytable that the document prints for the wager, under the approved rules and the options of ``link``.

    An amount on a meter that only the design has is left out.
    """
    read, _ = answered(link)
    printed = read.printed
    options = tuple(word for word in link.options if word.partition("=")[0] in printed.options)
    found = []
    for id in read.edition.paytable_ids(read.wager):
        asked = msgspec.structs.replace(link, paytable=id, pays=(), rules=(), options=options)
        if answered(asked)[0].wrong:
            asked = msgspec.structs.replace(asked, meters=())
        found.append(design_of(asked, paytable_words(id)))
    return found


def _side_by_side(designs: Sequence[Design], title: str) -> tuple[Table, Document, Plot]:
    found = sheets.comparison_table(designs, title)
    return found, sheets.comparison_document(designs, title), sheets.picture_of_table(designs[0], found)
