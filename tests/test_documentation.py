"""What the README and the docstrings show is run."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

import houseway.table.round
from houseway.registry import all_games, settle

ROOT = Path(__file__).parent.parent
PAGES = (
    "lab",
    "floor",
    "requirements",
    "research",
    "simulation",
    "strategies",
    "sweeps",
    "threats",
    "what-ifs",
    "bet-sets",
)
"""Pages whose links are followed."""


def test_the_readme_examples_run_as_printed() -> None:
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert attempted > 8
    assert failed == 0


def test_the_numbers_and_the_python_of_the_guide_to_the_floor_run_as_printed() -> None:
    failed, attempted = doctest.testfile(str(ROOT / "docs" / "floor.md"), module_relative=False)
    assert attempted > 30
    assert failed == 0


@pytest.mark.parametrize("page", ["research", "strategies", "sweeps", "what-ifs", "bet-sets"])
def test_the_examples_of_the_pages_for_researchers_run_as_printed(page: str) -> None:
    failed, attempted = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert attempted > 5
    assert failed == 0


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(f"docs/{page}.md" for page in PAGES)])
def test_links_to_files_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (folder / link).exists()] == []


def test_the_docstring_example_of_a_round_runs_as_printed() -> None:
    failed, attempted = doctest.testmod(houseway.table.round)
    assert attempted > 3
    assert failed == 0


def test_the_records_printed_in_the_format_page_settle_as_printed() -> None:
    page = (ROOT / "docs" / "round-record.md").read_text(encoding="utf-8")
    records = [json.loads(text) for text in re.findall(r"```json\n(\{.*\})\n```", page)]
    assert len(records) == 2
    plain, settled = records
    lines = [
        {name: getattr(line, name) for name in settled["lines"][0]}
        for line in settle({key: value for key, value in settled.items() if key != "lines"}).lines
    ]
    assert lines == settled["lines"]
    assert settle(plain).lines == settle(settled).lines


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_readme_names_every_game_and_its_positions(slug: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"`{slug}` | {all_games()[slug].edition().about.positions} |" in readme
