"""The glossary: one file gives the page, the terminal's answers and the explanations of headings."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

import pytest

from houseway.cli.main import main
from houseway.cli.screen.sheets import explained_line
from houseway.floor.floor_errors import UnknownThing
from houseway.reports.document import Document, Facts, Head, Section, Table
from houseway.reports.glossary import PAGE, explain, glossary, look_up, page
from houseway.reports.writers.html import as_html

DOCS = Path(__file__).parents[2] / "docs"

TRADE = """
ante, play, raise, fold, hit, stand, double, split, push, copy, foul, house way, up card, hole card, shoe, cut card,
burn, discard rack, toke, rack, float, fill, credit, drop, handle, hold, win, theoretical win, rating, pit,
pit boss, floor supervisor, cage, count room, surveillance, take and pay, press, meter, seed, reset amount,
contribution rate, reserve, escrow, hand pay, payout slip, W-2G, must-hit, envy, share the wealth, PAR sheet,
house edge, return, element of risk, hit frequency, volatility, penetration, true count, bet spread, variation,
paytable, layout, tabulate, held for verification, second person, deposits due, paid by the house, rounding,
gaming day, seal, journal
"""


def test_the_page_is_what_the_file_gives() -> None:
    assert (DOCS / PAGE).read_text(encoding="utf-8") == page(), "run: make pages"
    for term in glossary().terms:
        assert f"| **{term.name}** | {term.says} |" in page()


@pytest.mark.parametrize("word", [word.strip() for word in TRADE.replace("\n", " ").split(",")])
def test_every_word_of_the_trade_is_explained(word: str) -> None:
    assert look_up(word)[0].says.endswith(".")
    assert explain(word) is not None


def test_each_meaning_is_one_or_two_sentences() -> None:
    for term in glossary().terms:
        sentences = [part for part in re.split(r"(?<=[.:]) (?=[A-Z])", term.plain) if not part.endswith("Also:")]
        assert 1 <= len(sentences) <= 2, term.name


def test_a_term_is_found_by_any_spelling_and_by_a_part_of_it() -> None:
    assert look_up("House  Edge") == look_up("edge") == look_up("house-edge")
    assert [term.name for term in look_up("hit")] == ["hit (take a card)", "hit"]
    assert "house edge" in {term.name for term in look_up("edg")}
    with pytest.raises(UnknownThing, match="no term 'zebra'"):
        look_up("zebra")


def test_a_heading_is_explained_by_the_part_before_its_comma() -> None:
    assert explain("House edge, per unit") == look_up("house edge")[0]
    assert explain("Zebra") is None


def test_html_shows_the_meaning_of_a_heading_and_the_terminal_names_it() -> None:
    table = Table((Head("House edge", "percent"), Head("Zebra")), ((0.02, "x"),))
    html = as_html(Document("T", "", Facts(()), (Section("S", (table,)),)))
    said = escape(look_up("house edge")[0].plain)
    assert f'<abbr title="{said}">House edge</abbr></th>' in html
    assert "<th>Zebra</th>" in html
    assert explained_line([table]) == "houseway glossary TERM explains: house edge"
    assert explained_line([]) == ""


def test_the_terminal_explains_one_term_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "element", "of", "risk"]) == 0
    assert capsys.readouterr().out.startswith("element of risk\n  ")
    assert main(["glossary", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(glossary().terms)
    assert main(["glossary", "zebra"]) == 2
    assert "list every term: houseway glossary" in capsys.readouterr().err
