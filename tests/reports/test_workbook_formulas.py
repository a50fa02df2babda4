"""A workbook calculates: its formulas give the exact values, and follow a pay that a reviewer changes."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Unpack

import msgspec
import pytest

from houseway.compliance.configuration import load
from houseway.maths.question import Asked
from houseway.maths.results import Figures
from houseway.registry import game
from houseway.reports.document import Document, Plot, Section, write
from houseway.reports.par_sheet import par_sheet
from houseway.reports.table_sheet import configured, table_sheet
from tests.reports.calculator import Place, Workbook

ROOM = load(Path(__file__).parents[2] / "docs" / "examples" / "washington.toml")


def calculated(document: Document, path: Path) -> Workbook:
    """``document`` as a workbook, without its plots: they take the time and calculate nothing."""
    sections = tuple(_without_plots(section) for section in document.sections)
    write(msgspec.structs.replace(document, sections=sections), path)
    return Workbook(path)


def _without_plots(section: Section) -> Section:
    pieces = tuple(piece for piece in section.pieces if not isinstance(piece, Plot))
    return Section(section.title, pieces, tuple(map(_without_plots, section.sections)))


def made(path: Path, slug: str, **question: Unpack[Asked]) -> Workbook:
    return calculated(par_sheet(game(slug), **question), path)


@pytest.fixture(scope="module")
def bonus(tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    path = tmp_path_factory.mktemp("bonus") / "sheet.xlsx"
    return made(path, "three-card-split", paytable={"four-card-bonus": "TCS-1a", "jackpot": "TCS-4a"})


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    path = tmp_path_factory.mktemp("table") / "t4.xlsx"
    return calculated(table_sheet(configured(ROOM, "T4")), path)


def fact(book: Workbook, sheet: str, label: str) -> Place:
    [row] = book.find(sheet, label)
    return sheet, f"B{row}"


def agrees(book: Workbook) -> int:
    """How many formulas there are; each is worked out to the value that is kept with it."""
    worked = book.worked_out()
    for place, value in worked.items():
        assert math.isclose(value, book.numbers[place], rel_tol=1e-9, abs_tol=1e-12), (place, book.formulas[place])
    return len(worked)


def test_every_formula_gives_the_value_that_stands_there(bonus: Workbook, table: Workbook) -> None:
    assert agrees(bonus) > 100
    assert agrees(table) > 100


@pytest.mark.parametrize(
    ("slug", "question"),
    [
        ("triple-attack", {"wager": "first-attack"}),
        ("deuces-wild", {"wager": "ante", "paytable": "A"}),
        ("dueling", {"wager": "tie-after-tie", "paytable": "TAT1", "meters": {"tie-after-tie": 500_000}}),
    ],
)
def test_the_formulas_of_every_game_hold(tmp_path: Path, slug: str, question: Asked) -> None:
    assert agrees(made(tmp_path / "sheet.xlsx", slug, **question)) > 20


def figures(**question: Unpack[Asked]) -> Figures:
    return game("three-card-split").analyze(**question).figures[0]


def test_the_figures_are_formulas_and_not_numbers(bonus: Workbook) -> None:
    exact = figures(wager="four-card-bonus", paytable="TCS-1a")
    worked = bonus.worked_out()
    sheet = "Four Card Bonus"
    for label, wanted in (
        ("Expected value, per Four Card Bonus wager", exact.ev),
        ("House edge, per Four Card Bonus wager", exact.house_edge),
        ("Return, per Four Card Bonus wager", 1 + exact.ev),
        ("Element of risk, per amount in action", exact.element_of_risk),
        ("Hit frequency", exact.hit_frequency),
        ("Variance, in squared units", exact.variance),
        ("Standard deviation, in units", exact.sd),
    ):
        assert worked[fact(bonus, sheet, label)] == pytest.approx(float(wanted), rel=1e-12), label
    first = bonus.find(sheet, "Four Aces")[0]
    assert bonus.formulas[sheet, f"D{first}"].startswith("C") and "*" in bonus.formulas[sheet, f"G{first}"]


def test_a_pay_that_a_reviewer_changes_changes_edge_hits_and_summary(bonus: Workbook) -> None:
    """Four aces at 100 to 1 instead of 500, and a pair that loses: as the analysis of the same pays says."""
    sheet = "Four Card Bonus"
    rows = {row.event: row for row in game("three-card-split").edition().paytable("four-card-bonus", "TCS-1a", {}).rows}
    loses = next(event for event, row in reversed(rows.items()) if row.pay.text == "1 to 1")
    label = rows[loses].name
    changed = {
        (sheet, f"B{bonus.find(sheet, 'Four Aces')[0]}"): 100.0,
        (sheet, f"B{bonus.find(sheet, label)[0]}"): -1.0,
    }
    worked = bonus.worked_out(changed)
    exact = figures(wager="four-card-bonus", paytable="TCS-1a", pays={"four-aces": "100", loses: "loss"})
    edge = worked[fact(bonus, sheet, "House edge, per Four Card Bonus wager")]
    assert edge == pytest.approx(float(exact.house_edge), rel=1e-12)
    assert worked[fact(bonus, sheet, "Hit frequency")] == pytest.approx(float(exact.hit_frequency), rel=1e-12)
    assert worked[fact(bonus, sheet, "Standard deviation, in units")] == pytest.approx(exact.sd, rel=1e-12)
    [summary] = bonus.find("Summary", "Four Card Bonus")
    assert worked["Summary", f"C{summary}"] == edge


def test_a_pay_on_several_units_is_changed_as_it_is_printed(tmp_path: Path) -> None:
    """A flush of Deuces Wild pays Ante, Play and Raise: 4 to 1 on four units, where the table prints 3."""
    book = made(tmp_path / "sheet.xlsx", "deuces-wild", wager="ante", paytable="A")
    [row] = book.find("Ante", "Flush")
    assert book.numbers["Ante", f"B{row}"] == 3
    worked = book.worked_out({("Ante", f"B{row}"): 4.0})
    assert worked["Ante", f"F{row}"] == 16
    # The same play is priced: the best one may be another.
    strategy = game("deuces-wild").strategy("optimal", wager="ante", paytable="A")
    priced = game("deuces-wild").analyze(wager="ante", paytable="A", pays={"flush": "4"}, strategy=strategy).figures[0]
    assert worked[fact(book, "Ante", "House edge, per Ante")] == pytest.approx(float(priced.house_edge), rel=1e-9)


def test_an_amount_that_a_reviewer_puts_on_a_meter_changes_the_return(table: Workbook) -> None:
    [given] = table.find("Jackpot", "as given")
    amount = ("Jackpot", f"B{given}")
    assert table.numbers[amount] == 5000
    worked = table.worked_out({amount: 20_000.0})
    # Each dollar is worth one hand of 270,725.
    more = Fraction(15_000, 270_725)
    before = table.worked_out()
    ev = fact(table, "Jackpot", "Expected value, per Jackpot wager of $1")
    assert worked[ev] - before[ev] == pytest.approx(float(more), rel=1e-9)
    assert worked["Jackpot", f"C{given}"] == pytest.approx(1 + worked[ev], rel=1e-12)
    even = next(row for row in table.find("Jackpot", "at break-even (Jackpot: Four Aces)"))
    assert worked["Jackpot", f"C{even}"] == pytest.approx(1.0, rel=1e-12)
    [seed] = [row for row in table.find("Jackpot", "Jackpot: Four Aces") if ("Jackpot", f"E{row}") in worked][-1:]
    assert worked["Jackpot", f"E{seed}"] == pytest.approx(1 + before[ev], rel=1e-12)


def test_a_pay_changed_on_a_jackpot_moves_its_break_even(table: Workbook) -> None:
    [row] = table.find("Jackpot", "Four-of-a-Kind")
    place = ("Jackpot", f"B{row}")
    worked = table.worked_out({place: table.numbers[place] + 10})
    before = table.worked_out()
    [line] = [
        row
        for row in table.find("Jackpot", "Jackpot: Four Aces")
        if "1-B" in table.formulas.get(("Jackpot", f"D{row}"), "")
    ]
    fixed, even = ("Jackpot", f"B{line}"), ("Jackpot", f"D{line}")
    assert worked[fixed] - before[fixed] == pytest.approx(10 * 12 / 270_725, rel=1e-6)
    assert worked[even] == pytest.approx((1 - worked[fixed]) * 270_725, rel=1e-9)


def test_every_sheet_says_at_its_head_what_departs_and_what_is_assumed(tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    printed = game("three-card-split").edition().paytable("jackpot", "TCS-4a", {}).row(("four-of-a-kind",)).pay.text
    sheet = par_sheet(
        game("three-card-split"),
        wager="jackpot",
        paytable="TCS-4a",
        pays={"four-of-a-kind": "5"},
        meters={"jackpot/four-aces": 100_000},
    )
    book = calculated(sheet, path)
    fingerprint = next(str(item.value) for item in sheet.facts.facts if item.label == "Fingerprint of play")
    assert fingerprint != game("three-card-split").edition().fingerprint
    for name in book.sheets:
        head = " ".join(text for (page, cell), text in book.texts.items() if page == name and int(cell[1:]) <= 6)
        assert f"Departs from the approved game: pay of Jackpot: Four-of-a-Kind 5 (approved: {printed})" in head, name
        assert "Assumed: amount on Jackpot: Four Aces $1,000" in head
        assert f"fingerprint {fingerprint[:16]}" in head


def test_every_plot_says_what_departs_and_carries_its_fingerprint() -> None:
    sheet = par_sheet(game("three-card-split"), wager="three-card-bonus", pays={"win": "2"})
    fingerprint = next(str(item.value) for item in sheet.facts.facts if item.label == "Fingerprint of play")
    plots = list(sheet.plots())
    assert plots
    for plot in plots:
        written = " ".join(re.findall(r">([^<>]+)</text>", plot.svg))
        assert "Departs from the approved game: pay of Three Card Bonus: Win 2 (approved: 1 to 1)" in written
        assert f"fingerprint {fingerprint[:16]}" in written
        assert "Departs from the approved game" in plot.says
    approved = par_sheet(game("three-card-split"), wager="three-card-bonus")
    assert all("Departs" not in plot.svg for plot in approved.plots())


def test_the_return_of_a_jackpot_is_drawn_against_its_meter() -> None:
    sheet = par_sheet(game("three-card-split"), wager="jackpot", paytable="TCS-4a")
    [plot] = [plot for plot in sheet.plots() if plot.name.endswith("-meter")]
    assert "It breaks even at $137,089.00" in plot.says
