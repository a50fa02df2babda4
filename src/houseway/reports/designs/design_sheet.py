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
from houseway.reports.analysis_tables import chart_pieces, figure_pieces, paytable_name, summary_table, table
from houseway.reports.document import Document, Fact, Facts, Formulas, Head, Piece, Plot, Section, Table, captioned
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Value, pay_words, shown
from houseway.reports.par_sheet import notices
from houseway.reports.writers.charts import lines
from houseway.reports.writers.plots import distribution
from houseway.reports.writers.table_pictures import chart_picture, table_picture
from houseway.rulebook.edition import Edition


class Design(msgspec.Struct, frozen=True):
    """One wager of a game as it was changed: its figures, those of the approved game, and what it departs in."""

    name: str
    edition: Edition
    figures: Figures
    approved: Figures | None
    taken: Assumptions
    link: str

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
    return Table(heads, tuple(rows), title="Figures", note=note)


def distribution_table(design: Design) -> Table:
    """Every net result with its probability."""
    rows = tuple((net, share, share) for net, share in design.figures.distribution)
    heads = Head.row("Net: units | Probability: probability | One in: odds +1")
    return Table(heads, rows, title="Distribution of one result", note="Net results in units.")


def curve_table(title: str, axis: str, points: Sequence[tuple[str, float | None]]) -> Table:
    """The return by the value of one pay, meter, option or rule."""
    heads = (Head(axis), *Head.row("Return: percent | House edge: percent"))
    rows = tuple((value, at, None if at is None else 1 - at) for value, at in points)
    return Table(heads, rows, title=title)


def wagers_table(design: Design, figures: Sequence[Figures]) -> Table:
    """Every wager of the design with its main figures."""
    found = summary_table(figures, {item.wager: design.names.wager(item.wager) for item in figures})
    return msgspec.structs.replace(found, title="Every wager", formulas=Formulas())


def rules_table(rows: Sequence[tuple[str, str, float, float]]) -> Table:
    """Rules changed one by one: name, value, the house edge then, and by how much that is more."""
    heads = Head.row("Rule | Instead | House edge: percent | Change: percent")
    note = "Each rule is changed by itself, all else as in the design."
    return Table(heads, tuple(rows), title="Rules by what they are worth", note=note)


def comparison_table(designs: Sequence[Design]) -> Table:
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
    return Table(heads, tuple(rows), title="Designs side by side")


def design_document(design: Design) -> Document:
    """The design as a document: figures with live formulas, rows, meters, the distribution."""
    figures = design.figures
    pieces = tuple(figure_pieces(figures, design.names))
    sections = [Section("Beside the approved game", (figures_table(design),)), Section("Figures", pieces)]
    if figures.distribution:
        drawn = distribution(figures, "distribution", f"{design.title}: distribution of one result")
        sections.append(Section("Distribution", (drawn, distribution_table(design))))
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
        "Outcome | Pays | Approved | Probability: probability | One in: odds | Adds to the EV: units | "
        "Approved adds: units +1"
    )
    rows = [
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
        subtitle=f"{design.name}: a design that departs from the approved game" if departs else "As approved",
        facts=facts,
        sections=tuple(captioned(section, said) for section in sections),
        footer=f"{design.title} · fingerprint {taken.fingerprint[:16]} · Houseway {VERSION}",
        colour=design.edition.about.colour,
        notices=said,
    )
