"""The games' pages in docs/ are what the results make of them today."""

from __future__ import annotations

from pathlib import Path

import pytest

import houseway
from houseway.reports.game_pages import game_page
from houseway.reports.writers.markdown import as_markdown

PAGES = Path(__file__).parents[2] / "docs" / "games"


@pytest.mark.parametrize("slug", ["deuces-wild", "dueling", "three-card-split", "triple-attack"])
def test_the_page_of_a_game_is_made_from_the_results(slug: str) -> None:
    """If this fails after a change: ``make pages``, and look at what changed."""
    made = as_markdown(game_page(houseway.game(slug)), f"{slug}-figures")
    assert (PAGES / f"{slug}.md").read_text(encoding="utf-8") == made
