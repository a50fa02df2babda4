"""A design of the Lab as a document: its figures beside those of the approved game, its rows, what departs.

`design_document` is the whole; `part_document` one table of it, for whoever wants that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from houseway.maths.assumptions import Assumptions
from houseway.maths.results import Figures, Number
from houseway.maths.strategy import Chart
from houseway.release import VERSION
from houseway.reports.analysis_tables import chart_pieces, figure_pieces, paytable_name, table
from houseway.reports.document import Document, Fact, Facts, Formulas, Head, Piece, Plot, Section, Table, captioned
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value, pay_words, shown
from houseway.reports.par_sheet import notices
from houseway.reports.writers.charts import lines
from houseway.reports.writers.plots import distribution
from houseway.reports.writers.table_pictures import chart_picture, table_picture
from houseway.rulebook.edition import Edition


class Design(msgspec.Struct, frozen=True):
    """One wager of a game as it was changed: its figures, those of the approved game, and what it departs in.

    ``name`` is empty where nobody gave it one. ``beside`` has the rows of other wagers whose pays move its figures: the
    name, what it pays, and what it pays in the approved game.
    """

    name: str
    edition: Edition
    figures: Figures
    approved: Figures | None
    taken: Assumptions
    link: str
    beside: tuple[tuple[str, str, str], ...] = ()

    @property
    def names(self) -> GameNames:
        """What its wagers and rows are called."""
        return GameNames.of(self.edition)

    @property
    def title(self) -> str:
        """The game, the wager and the paytable."""
        wager = self.names.wager(self.figures.wager)
        return f"{self.edition.about.name}: {wager} {paytable_name(self.figures.paytable)}".strip()


_SHARES: dict[str, Callable[[Figures], Number]] = {
    "House edge": lambda item: item.house_edge,
    "Return": lambda item: 1 + item.ev,
    "Element of risk": lambda item: item.element_of_risk,
}


def figures_table(design: Design) -> Table:
    """The main figures beside those of the approved game."""
    heads = Head.row("Figure | This design: percent | Approved: percent | Difference: percent")
    own = design.approved
    rows: list[tuple[Value, ...]] = []
    for label, of in _SHARES.items():
        now = of(design.figures) if design.figures.priced else None
        before = of(own) if own is not None and own.priced else None
        rows.append((label, now, before, None if now is None or before is None else now - before))
    hits = design.figures.hit_frequency
    was = own.hit_frequency if own is not None else None
    rows.append(("Hit frequency", hits, was, None if was is None else hits - was))
    note = "Each per unit of the wager; the hit frequency is how often the player ends ahead."
    live = {(place, 3): f"[{place},1]-[{place},2]" for place, row in enumerate(rows) if row[3] is not None}
    return Table(heads, tuple(rows), title="Figures", note=note, formulas=Formulas(live))


def distribution_table(design: Design) -> Table:
    """Every net result with its probability."""
    rows = tuple((net, share, share) for net, share in design.figures.distribution)
    heads = Head.row("Net: units | Probability: probability | One in: one_in +1")
    live = {(place, 2): f"1/[{place},1]" for place, row in enumerate(rows) if row[1]}
    names = {_NETS: (0, len(rows) - 1, 0), _SHARES_OF: (0, len(rows) - 1, 1)} if rows else {}
    note = "Net results in units."
    return Table(heads, rows, title="Distribution of one result", note=note, formulas=Formulas(live, names))


_NETS, _SHARES_OF, _MEAN, _EDGE = "design nets", "design probabilities", "design mean", "design edge"


def distribution_facts(design: Design) -> Facts:
    """What the distribution adds up to: its sum, its mean and its spread."""
    found = design.figures.distribution
    mean = sum(float(net) * float(share) for net, share in found)
    square = sum(float(net) ** 2 * float(share) for net, share in found)
    nets, shares, middle = (f"{{{name}}}" for name in (_NETS, _SHARES_OF, _MEAN))
    product = f"SUMPRODUCT({shares},{nets}"
    return Facts.of(
        Fact("All probabilities together", sum(float(share) for _, share in found), "plain", formula=f"SUM({shares})"),
        Fact("Mean, in units", mean, "units", name=_MEAN, formula=f"{product})"),
        Fact(
            "Spread (SD), in units",
            max(0.0, square - mean**2) ** 0.5,
            "plain",
            formula=f"SQRT({product},{nets})-{middle}^2)",
        ),
    )


def curve_table(title: str, axis: str, points: Sequence[tuple[str, float | None]]) -> Table:
    """The return by the value of one pay, meter, option or rule."""
    heads = (Head(axis), *Head.row("Return: percent | House edge: percent"))
    rows = tuple((value, at, None if at is None else 1 - at) for value, at in points)
    live = {(place, 2): f"1-[{place},1]" for place, (_, at) in enumerate(points) if at is not None}
    return Table(heads, rows, title=title, formulas=Formulas(live))


def wagers_table(design: Design, figures: Sequence[tuple[Figures, Figures | None]]) -> Table:
    """Every wager of the design with its main figures, and its house edge in the approved game."""
    heads = Head.row(
        "Wager | Paytable | Bet | House edge: percent | Return: percent | Hit frequency: percent | SD: plain | "
        "Element of risk: percent | Approved edge: percent | Difference: percent"
    )
    edge, came_back, before, moved = 3, 4, 8, 9
    rows: list[tuple[Value, ...]] = []
    live: dict[tuple[int, int], str] = {}
    for place, (item, approved) in enumerate(figures):
        was = approved.house_edge if approved is not None and approved.priced else None
        priced = (item.house_edge, 1 + item.ev) if item.priced else (None, None)
        spread = (item.sd, item.element_of_risk) if item.priced else (None, None)
        difference = item.house_edge - was if item.priced and was is not None else None
        name = (design.names.wager(item.wager), paytable_name(item.paytable), item.case)
        rows.append((*name, *priced, item.hit_frequency, *spread, was, difference))
        if item.priced:
            live[place, came_back] = f"1-[{place},{edge}]"
        if difference is not None:
            live[place, moved] = f"[{place},{edge}]-[{place},{before}]"
    return table(heads, rows, title="Every wager", formulas=Formulas(live))


def rules_table(rows: Sequence[tuple[str, str, float, float]]) -> Table:
    """Rules changed one by one: name, value, the house edge then, and by how much that is more."""
    heads = Head.row("Rule | Instead | House edge: percent | Change: percent")
    note = "Each rule is changed by itself, all else as in the design."
    live = {(place, 3): f"[{place},2]-{{{_EDGE}}}" for place in range(len(rows))}
    return Table(heads, tuple(rows), title="Rules by what they are worth", note=note, formulas=Formulas(live))


def edge_fact(edge: float) -> Facts:
    """The house edge of the design, from which the changes of rules are counted."""
    return Facts.of(Fact("House edge of this design", edge, "percent", name=_EDGE))


def comparison_table(designs: Sequence[Design], title: str = "Designs side by side") -> Table:
    """Designs side by side: figures, then what each row pays."""
    heads = (Head("Figure"), *(Head(design.name) for design in designs))
    rows: list[tuple[Value, ...]] = []

    def add(label: str, values: Sequence[str]) -> None:
        rows.append((label, *values))

    add("Game", [design.title for design in designs])
    for label, of in _SHARES.items():
        add(label, [shown(of(each.figures) if each.figures.priced else None, "percent") for each in designs])
    add("Hit frequency", [shown(each.figures.hit_frequency, "percent") for each in designs])
    add("SD", [shown(each.figures.sd if each.figures.priced else None, "plain") for each in designs])
    add("Fingerprint", [each.taken.fingerprint[:16] for each in designs])
    paid = [{row.event: pay_words(row.pays) for row in each.figures.outcomes} for each in designs]
    labels = {
        row.event: each.names.event(each.figures.wager, row.event) for each in designs for row in each.figures.outcomes
    }
    for event, label in labels.items():
        add(label, [pays.get(event, "–") for pays in paid])
    return Table(heads, tuple(rows), title=title)


def comparison_document(designs: Sequence[Design], title: str) -> Document:
    """Designs side by side as a document: the table, then what stands behind each column."""
    own = [
        Section(each.name, tuple(_apart(piece, f"{number} ") for piece in figure_pieces(each.figures, each.names)))
        for number, each in enumerate(designs)
    ]
    return _document(designs[0], [Section(title, (comparison_table(designs, title),)), *own])


def _apart(piece: Piece, mark: str) -> Piece:
    """The same with a mark before every name in its formulas: those of two designs of one wager are alike."""

    def marked(formula: str) -> str:
        return formula.replace("{", "{" + mark)

    match piece:
        case Facts():
            facts = (
                msgspec.structs.replace(each, name=each.name and mark + each.name, formula=marked(each.formula))
                for each in piece.facts
            )
            return Facts(tuple(facts))
        case Table():
            live = msgspec.structs.replace(
                piece.formulas,
                cells={place: marked(text) for place, text in piece.formulas.cells.items()},
                names={mark + name: place for name, place in piece.formulas.names.items()},
            )
            return msgspec.structs.replace(piece, formulas=live)
        case _:
            return piece


def design_document(design: Design) -> Document:
    """The design as a document: figures with live formulas, rows, meters, the distribution."""
    figures = design.figures
    pieces = tuple(figure_pieces(figures, design.names))
    sections = [Section("Beside the approved game", (figures_table(design),)), Section("Figures", pieces)]
    if figures.distribution:
        drawn = distribution(figures, "distribution", f"{design.title}: distribution of one result")
        pieces = (drawn, distribution_table(design), distribution_facts(design))
        sections.append(Section("Distribution", pieces))
    return _document(design, sections)


def part_document(design: Design, title: str, pieces: Sequence[Piece]) -> Document:
    """One part of a design as a document of its own."""
    return _document(design, [Section(title, tuple(pieces))])


def strategy_pieces(charts: Sequence[Chart]) -> list[Piece]:
    """Charts of a strategy, with the hands that differ below each."""
    return [piece for chart in charts for piece in chart_pieces(chart)]


def pay_table(design: Design) -> Table:
    """The rows of the design: what each pays and adds, beside the approved one."""
    before = {row.event: row for row in design.approved.outcomes} if design.approved is not None else {}
    heads = Head.row(
        "Outcome | Pays | Approved | Probability: probability | One in: one_in | Adds to the EV: units | "
        "Approved adds: units +1"
    )
    rows: list[tuple[Value, ...]] = [
        (
            design.names.event(design.figures.wager, row.event),
            pay_words(row.pays),
            pay_words(before[row.event].pays) if row.event in before else "",
            row.probability,
            row.probability,
            row.adds,
            before[row.event].adds if row.event in before else None,
        )
        for row in design.figures.outcomes
    ]
    rows += [(*each, None, None, None, None) for each in design.beside]
    return table(heads, rows, title="Paytable")


def curve_plot(title: str, axis: str, points: Sequence[tuple[str, float | None]]) -> Plot:
    """The return over one value, drawn."""
    return lines([("Return", [at for _, at in points])], [value for value, _ in points], "share", "curve", title, axis)


def picture_of_table(design: Design, found: Table) -> Plot:
    """A table as a picture, with what departs below it."""
    return table_picture(found, "table", f"{design.title}: {found.title.lower()}").captioned(_said(design))


def picture_of_chart(design: Design, chart: Chart) -> Plot:
    """A chart of a strategy as a picture, with what departs below it."""
    return chart_picture(chart, "chart").captioned(_said(design))


def picture_of_distribution(design: Design) -> Plot:
    """The distribution as a picture, with what departs below it."""
    title = f"{design.title}: distribution of one result"
    return distribution(design.figures, "distribution", title).captioned(_said(design))


def captioned_plot(design: Design, plot: Plot) -> Plot:
    """A plot with what departs below it."""
    return plot.captioned(_said(design))


def _subtitle(design: Design) -> str:
    said = "a design that departs from the approved game" if design.taken.departures else "as approved"
    return f"{design.name}: {said}" if design.name else f"{said[:1].upper()}{said[1:]}"


def _said(design: Design) -> tuple[str, ...]:
    return notices(f"{design.title}, edition {design.edition.slug}", design.taken, design.names)


def _document(design: Design, sections: Sequence[Section]) -> Document:
    taken, names = design.taken, design.names
    said = _said(design)
    departs = [Fact(f"Departs: {names.assumption(name)}", value) for name, value in taken.departures]
    facts = Facts.of(
        *departs,
        *([Fact("Fingerprint of the approved game", taken.approved, "code")] if departs else []),
        Fact("Game", f"{design.edition.about.name}, {design.edition.about.title}"),
        Fact("Fingerprint of play", taken.fingerprint, "code"),
        *(Fact(f"Assumed: {names.assumption(name)}", value) for name, value in taken.assumed),
        Fact("Link", f"/lab?{design.link}", "code"),
        Fact("Release", f"Houseway {VERSION}"),
    )
    return Document(
        title=design.title,
        subtitle=_subtitle(design),
        facts=facts,
        sections=tuple(captioned(section, said) for section in sections),
        footer=f"{design.title} · fingerprint {taken.fingerprint[:16]} · Houseway {VERSION}",
        colour=design.edition.about.colour,
        notices=said,
    )
