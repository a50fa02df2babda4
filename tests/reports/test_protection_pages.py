"""The pages of game protection: what they say agrees with the findings."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.maths.protection.findings import Counted, WagerProtection
from houseway.reports.protection_pages import (
    NOT_COUNTABLE,
    other_decks,
    page_findings,
    protection_document,
    spread_needed,
)
from houseway.reports.writers.markdown import as_markdown

PAGES = Path(__file__).parents[2] / "docs" / "protection"
TITLES = ("Effects of removal", "Cards seen, shared or told by their backs", "How to see it, and what stops it")
GAMES = ("deuces-wild", "dueling", "three-card-split", "triple-attack")


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_the_page_of_a_game_is_what_is_found_today(slug: str) -> None:
    """If this fails after a change: ``make pages``, and look at what changed."""
    game = houseway.game(slug)
    found = page_findings(game)
    made = as_markdown(protection_document(game, found, other_decks(game)), f"{slug}-figures")
    assert (PAGES / f"{slug}.md").read_text(encoding="utf-8") == made
    assert json.loads((PAGES / f"{slug}.json").read_text(encoding="utf-8")) == found.as_dict()


@pytest.mark.parametrize("slug", GAMES)
def test_every_page_says_how_it_is_beaten_seen_and_stopped(slug: str) -> None:
    page = (PAGES / f"{slug}.md").read_text(encoding="utf-8")
    for title in (
        "Effects of removal",
        "Cards seen, shared or told by their backs",
        "How to see it, and what stops it",
    ):
        assert f"\n## {title}\n" in page
    fresh = "one deck" in page.split("Dealt from", 1)[1].split("\n", 1)[0]
    assert (NOT_COUNTABLE in page) is fresh
    assert ("\n## Counting\n" in page) is not fresh
    table = houseway.game(slug).demonstration()
    for wager in (table.wager(slug) for slug in table.edition.initial_wagers if slug in table.wagers):
        assert f"\n### {wager.name}\n" in page


def test_the_spread_that_breaks_even_loses_nothing() -> None:
    """One unit in every round and 5 in good ones: 100 rounds lose 2 units and win 4 times half a unit."""
    wager = WagerProtection("w", "1", Fraction(-1, 50), ())
    counted = Counted("level 1", 100, 50.0, 0.1, 0.05, 0.5, 0.25, 0.0)
    assert spread_needed(counted, wager) == pytest.approx(5.0)
    assert -2 + (5 - 1) * 0.5 == 0
    assert spread_needed(Counted("level 1", 100, 50.0, 0.0, 0.0, 0.0, 0.0, 0.0), wager) is None
