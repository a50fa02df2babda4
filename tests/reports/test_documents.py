"""The PAR sheet in its four forms, and the numbers as they are written."""

from __future__ import annotations

import math
import re
import zipfile
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from statistics import NormalDist
from xml.etree import ElementTree

import pytest

from houseway.facade import Game
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures, Outcome, figures_from_distribution
from houseway.maths.strategy import Chart
from houseway.reports.analysis_tables import cost_table, interval_table, outcome_table
from houseway.reports.document import Document, Fact, Facts, Grid, Head, Items, Section, Table, Text, tones_of, write
from houseway.reports.game_names import GameNames
from houseway.reports.numbers import Kind, Value, pay_words, shown, words
from houseway.reports.par_sheet import par_sheet
from houseway.reports.volatility import interval
from houseway.reports.writers.html import as_html
from houseway.reports.writers.markdown import as_markdown
from houseway.reports.writers.pdf import _Pages


@pytest.fixture(scope="module")
def sheet(toy: Game) -> Document:
    return par_sheet(toy)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, sheet: Document) -> Path:
    found = tmp_path_factory.mktemp("par")
    for form in ("md", "html", "xlsx", "pdf"):
        assert write(sheet, found / f"sheet.{form}")[0] == found / f"sheet.{form}"
    return found


# -- numbers


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, "count", "–"),
        (math.inf, "plain", "–"),
        ("A-9", "text", "A-9"),
        (9294695280, "count", "9,294,695,280"),
        (Fraction(1, 13), "probability", "0.07692308"),
        (Fraction(1, 2869685), "probability", "3.4847e-07"),
        (0, "probability", "0"),
        (Fraction(1, 3), "odds", "1 in 3.00"),
        (Fraction(1, 2869685), "odds", "1 in 2,869,685"),
        (0, "odds", "never"),
        (Fraction(142853, 4965115), "percent", "2.8771 %"),
        (Fraction(-1, 8), "percent", "\u221212.5000 %"),
        (1e-8, "percent", "1.0e-06 %"),
        (-1, "units", "\u22121"),
        (0, "units", "0"),
        (Fraction(3, 2), "units", "+1.500000"),
        (-0.25, "units", "\u22120.250000"),
        (7, "plain", "7"),
        (1.049714, "plain", "1.049714"),
        (12500.5, "dollars", "$12,500.50"),
        (-3, "dollars", "\u2212$3.00"),
    ],
)
def test_each_kind_of_number_is_written_in_one_way(value: Value, kind: Kind, text: str) -> None:
    assert shown(value, kind) == text


def test_words() -> None:
    assert words("war-push+win") == "War push + win"
    assert pay_words("-1:2 to 1") == "half back"
    assert pay_words("3:2 to 1") == "3:2 to 1"


# -- intervals


def fair_coin() -> Figures:
    half = Fraction(1, 2)
    return figures_from_distribution(
        wager="coin",
        paytable="standard",
        options={},
        strategy="optimal",
        unit="one coin",
        outcomes=[Outcome("win", "1 to 1", half, Fraction(1), 1), Outcome("lose", "loss", half, Fraction(-1), 1)],
        deals=2,
    )


def test_an_interval_holds_what_it_says_of_a_fair_coin() -> None:
    """Against the binomial distribution itself, summed."""
    rounds = 1000
    for level in (0.90, 0.95, 0.99):
        low, high = interval(fair_coin(), rounds, level)
        inside = sum(
            Fraction(math.comb(rounds, wins), 2**rounds)
            for wins in range(rounds + 1)
            if low <= 1 + (2 * wins - rounds) / rounds <= high
        )
        assert float(inside) == pytest.approx(level, abs=0.012)


def test_intervals_narrow_with_the_rounds_and_widen_with_the_level() -> None:
    widths = [[(b := interval(fair_coin(), n, level))[1] - b[0] for level in (0.9, 0.95, 0.99)] for n in (10**3, 10**5)]
    assert widths[0] == sorted(widths[0])
    assert widths[0][1] == pytest.approx(10 * widths[1][1])
    assert widths[0][1] == pytest.approx(2 * NormalDist().inv_cdf(0.975) / math.sqrt(1000))


def test_an_interval_stays_within_what_can_happen() -> None:
    assert interval(fair_coin(), 1, 0.99) == (0.0, 2.0)


def test_a_rare_prize_is_marked() -> None:
    rare = Fraction(1, 10**6)
    figures = figures_from_distribution(
        wager="w",
        paytable="A",
        options={},
        strategy="optimal",
        unit="one wager",
        outcomes=[
            Outcome("prize", "$1,000,000", rare, Fraction(10**6), 1),
            Outcome("none", "loss", 1 - rare, Fraction(-1), 10**6 - 1),
        ],
    )
    table = interval_table(figures)
    marked = {row[0]: str(row[1]).endswith("*") for row in table.rows}
    assert marked == {10**3: True, 10**4: True, 10**5: True, 10**6: True, 10**7: False}
    assert "*" in table.note


# -- tables


def test_outcomes_add_up(toy: Game) -> None:
    item = toy.analyze().find("bet", strategy="optimal")
    table = outcome_table(item, GameNames.of(toy.edition()))
    *rows, total = table.rows
    counts = [head.title for head in table.heads].index("Count")
    assert total[counts] == 52 * 51
    assert sum(int(row[counts] or 0) for row in rows) == 52 * 51
    adds = [head.title for head in table.heads].index("Adds to the EV")
    assert sum((Fraction(row[adds]) for row in rows), Fraction(0)) == total[adds] == item.ev  # type: ignore[arg-type]


def test_what_a_strategy_costs_is_the_difference_to_the_best(toy: Game) -> None:
    figures = toy.analyze().figures
    table = cost_table(figures, "Bet")
    assert table is not None
    best = figures[0].ev
    assert [row[-1] for row in table.rows] == [best - item.ev for item in figures[1:]]
    assert cost_table(figures[:1], "Bet") is None


def test_answers_of_a_chart_have_tones_of_their_own() -> None:
    chart = Chart("t", ("r",), ("a", "b", "c"), (("H", "S", ""),), legend={"S": "stand", "H": "hit"})
    assert tones_of(chart) == {"S": 1, "H": 2, "": 0}


# -- the four forms

HEADINGS = ("Summary", "Bet", "Strategy", "Simulation", "Rules", "Method", "Signatures")


def test_the_sheet_has_what_a_laboratory_asks_for(toy: Game, sheet: Document) -> None:
    assert tuple(section.title for section in sheet.sections) == HEADINGS
    facts = {fact.label: fact.value for fact in sheet.facts.facts}
    assert facts["Fingerprint of play"] == toy.edition().fingerprint
    assert facts["Fingerprint of the program"] == toy.program
    bet = sheet.sections[1].sections[0]
    titles = [piece.title for piece in bet.pieces if isinstance(piece, Table)]
    assert titles == ["Outcomes", "Decisions", "Confidence intervals of the return"]
    assert len(list(sheet.plots())) == 2
    strategies = {section.title: section for section in sheet.sections[2].sections}
    assert any(isinstance(piece, Grid) for piece in strategies["Optimal"].pieces)
    assert strategies["Short"].pieces == (Items(("Raise with a ten or better.", "Else stay."), numbered=True),)


def test_markdown_links_to_its_plots(folder: Path, toy: Game) -> None:
    text = (folder / "sheet.md").read_text(encoding="utf-8")
    for heading in HEADINGS:
        assert f"\n## {heading}\n" in text
    links = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert len(links) == 2
    for link in links:
        root = ElementTree.fromstring((folder / link).read_text(encoding="utf-8"))
        assert root.tag.endswith("svg")
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)
    ev = toy.analyze().find("bet", strategy="optimal").ev_exact
    assert ev is not None
    assert f"`{ev.numerator}/{ev.denominator}`" in text


def test_a_bar_in_a_cell_does_not_break_a_table() -> None:
    table = Table((Head("a|b"), Head("c")), (("x|y", "*"),), note="1 * 2")
    text = as_markdown(Document("t", "s", Facts(()), (Section("S", (table, Text("[x]"))),)), "f")
    assert "| a\\|b | c |" in text
    assert "| x\\|y | * |" in text


class Balanced(HTMLParser):
    """Every tag that opens closes, in order; nothing is fetched from elsewhere; ids are there once."""

    EMPTY = frozenset({"meta", "br", "path", "use", "image", "rect"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("href", "src", "xlink:href") and value:
                self.links.append(value)
        if tag not in self.EMPTY or self.get_starttag_text() == f"<{tag}>":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open and self.open[-1] == tag and tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in self.EMPTY:
            return
        assert self.open.pop() == tag


def test_html_is_whole_and_stands_alone(folder: Path) -> None:
    text = (folder / "sheet.html").read_text(encoding="utf-8")
    reader = Balanced()
    reader.feed(text.replace('<meta charset="utf-8">', "").replace("<!doctype html>", ""))
    assert [tag for tag in reader.open if tag not in Balanced.EMPTY] == []
    assert len(reader.ids) == len(set(reader.ids))
    assert all(link.startswith("#") for link in reader.links)
    assert {link[1:] for link in reader.links} <= set(reader.ids)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "#2f6f9f" not in text[text.index("<body>") :], "the plots take the page's colours"


def test_html_writes_text_as_text() -> None:
    page = as_html(Document("<b>", "&", Facts((Fact("<i>", "<script>"),)), (Section("S", (Text("a < b"),)),)))
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "a &lt; b" in page


NAMES = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def test_the_workbook_has_numbers_as_numbers(folder: Path, toy: Game) -> None:
    with zipfile.ZipFile(folder / "sheet.xlsx") as book:
        names = [
            item.get("name")
            for item in ElementTree.fromstring(book.read("xl/workbook.xml")).iterfind(".//s:sheet", NAMES)
        ]
        assert names == list(HEADINGS)
        strings = [
            "".join(text.text or "" for text in item.iterfind(".//s:t", NAMES))
            for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).iterfind("s:si", NAMES)
        ]
        numbers = [
            float(cell.findtext("s:v", namespaces=NAMES) or "nan")
            for cell in ElementTree.fromstring(book.read("xl/worksheets/sheet2.xml")).iterfind(".//s:c", NAMES)
            if cell.get("t") is None and cell.find("s:v", NAMES) is not None
        ]
        assert sum(name.startswith("xl/media/image") for name in book.namelist()) == 2
    assert toy.edition().fingerprint in strings
    figures = toy.analyze().find("bet", strategy="optimal")
    for wanted in (figures.ev, figures.variance, 52 * 51, figures.hit_frequency):
        assert any(math.isclose(number, float(wanted), rel_tol=1e-14) for number in numbers)


def test_the_pdf_is_one(folder: Path) -> None:
    data = (folder / "sheet.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b(?!s)", data)) >= 2


@pytest.mark.parametrize("columns", [1, 4, 8, 14])
def test_columns_of_a_page_fit_its_width_and_break_no_number(columns: int) -> None:
    pdf = _Pages(Document("t", "s", Facts(()), ()))
    heads = [f"Long head {n}" for n in range(columns)]
    rows = [
        [
            "a rather long text that may be broken anywhere between its words " * (n == 0) + "12,345"
            for n in range(columns)
        ]
    ]
    size = pdf._size(heads)
    widths = pdf._widths(heads, rows, size)
    assert sum(widths) <= pdf.epw + 1e-6
    pdf.set_font("body", "B", size)
    assert all(width >= pdf.get_string_width("12,345") for width in widths)
    pdf.release()


@pytest.mark.parametrize("name", ["sheet", "sheet.doc", "sheet.HTMLX", ".md"])
def test_another_form_is_refused(tmp_path: Path, sheet: Document, name: str) -> None:
    with pytest.raises(BadQuestion, match="none of the documents"):
        write(sheet, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_the_sheet_can_be_narrowed_and_changed(toy: Game) -> None:
    changed = par_sheet(toy, wager="bet", pays={"win": "2"})
    printed = toy.edition().paytable("bet", toy.edition().paytable_ids("bet")[0], {}).row(("win",)).pay.text
    facts = changed.facts.facts
    assert facts[0] == Fact("Departs from the approved game: pay of Bet: Win", f"2 (approved: {printed})")
    prints = [fact.value for fact in facts if fact.label.startswith("Fingerprint of the approved")]
    assert prints == [toy.edition().fingerprint]
    assert "departs from the approved" in changed.title
    with pytest.raises(BadQuestion):
        par_sheet(toy, wager="nope")
