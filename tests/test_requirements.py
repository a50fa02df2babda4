"""The pages on requirements and threats, held against the code: what they name exists, and nothing is left out."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from houseway.cli.command_line import all_commands
from houseway.compliance.check import rules
from houseway.compliance.profile import KINDS
from houseway.compliance.requirements import Requirement, requirements
from houseway.reports.floor import REPORTS
from houseway.reports.requirement_pages import requirements_page
from houseway.web.regulator.oversight_pages import PAGES, place_of
from houseway.web.regulator.requirement_states import STATES
from tests.web.conforming import routes

ROOT = Path(__file__).parent.parent
REQUIREMENTS = ROOT / "docs" / "requirements.md"
THREATS = ROOT / "docs" / "threats.md"
LEVELS = {"must", "should", "check", "–"}
LATER = re.compile(r"\*(Waits|Operator):\* \S")
"""What stands in the place of a test: why it waits, or that no program can do it."""

MUSTS = {1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 17, 18, 19, 20, 22, 27, 28, 29}


class Row(NamedTuple):
    id: str
    level: str
    what: str
    lives: str
    shown: str


def rows() -> list[Row]:
    found = []
    for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if re.match(r"\| (R|S|WA)-\d+ ", line):
            found.append(Row(cells[0], cells[1], cells[2], cells[-2], cells[-1]))
    return found


def quoted(text: str) -> list[str]:
    """What stands between back quotes."""
    return re.findall(r"`([^`]+)`", text)


@cache
def functions(path: str) -> frozenset[str]:
    """The names that a file of tests defines at its top."""
    file = ROOT / path
    assert file.is_file(), f"there is no {path}"
    assert file.name.startswith("test_"), f"{path} is not collected"
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def check_test(name: str) -> None:
    path, _, function = name.partition("::")
    assert function.startswith("test_") and function in functions(path), f"there is no {name}"


def check_place(name: str) -> None:
    """A module, what is in one, a rule of compliance or a setting of a profile."""
    kind, _, rest = name.partition(" ")
    if kind == "rule":
        assert rest in rules(), f"there is no rule {rest}"
    elif kind == "setting":
        assert rest in KINDS, f"there is no setting {rest}"
    else:
        assert name.startswith("houseway."), f"{name} is no place"
        resolve(name)


def resolve(name: str) -> object:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise AssertionError(f"there is no {name}")


def check_typed(command: str) -> None:
    """A command of the terminal, or a group of them."""
    first, *rest = command.split()[1:]
    known = all_commands()
    assert first in known.list_commands(None), f"there is no {command}"
    found = known.get_command(None, first)
    for word in rest:
        found = found.commands.get(word)
        assert found is not None, f"there is no {command}"


def test_no_requirement_is_missing() -> None:
    ids = [row.id for row in rows()]
    for family, last in (("R", 29), ("S", 27), ("WA", 41)):
        numbers = [int(id.split("-")[1]) for id in ids if id.startswith(f"{family}-")]
        assert numbers == list(range(1, last + 1)), family


def test_the_musts_are_marked_so() -> None:
    found = {int(row.id[2:]) for row in rows() if row.id.startswith("R-") and row.level == "must"}
    assert found == MUSTS


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_a_row_names_places_and_tests_that_exist(row: Row) -> None:
    assert row.level in LEVELS and row.what.endswith(".")
    places = [name for name in quoted(row.lives) if not name.startswith("tests/")]
    assert places or row.lives.startswith("none: "), "it does not say where"
    for name in places:
        check_place(name)
    tests = [name for name in quoted(row.shown) if name.startswith("tests/")]
    assert tests or LATER.search(row.shown), "it names no test and no reason"
    for name in tests:
        check_test(name)


def test_the_page_is_made_from_the_list_that_the_office_shows() -> None:
    assert REQUIREMENTS.read_text(encoding="utf-8") == requirements_page()
    assert {each.state for each in requirements()} - {""} == set(STATES)


@pytest.mark.parametrize("each", requirements(), ids=lambda each: each.id)
def test_where_a_requirement_is_seen_there_is_something_to_see(each: Requirement) -> None:
    assert each.how.endswith(".") and each.clause and each.see
    for see in each.see:
        name, address = place_of(see)
        if see.startswith("houseway "):
            assert (name, address) == (see, "")
            check_typed(see)
        elif see.startswith("report "):
            assert see.removeprefix("report ") in REPORTS
        else:
            assert ("get", address) in routes() and name == PAGES[see]


def test_every_rule_answers_to_a_requirement() -> None:
    named = {name.partition(" ")[2] for row in rows() for name in quoted(row.lives) if name.startswith("rule ")}
    # What only keeps a configuration readable answers to no requirement.
    plain = {"day", "settings", "unique", "setup", "jackpot-known", "jackpot-wager"}
    assert set(rules()) - named == plain


def test_each_stop_of_a_threat_cites_a_test() -> None:
    text = THREATS.read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    threats = [section for section in sections if "**Remaining risk.**" in section]
    assert len(threats) >= 8
    for section in threats:
        title = section.splitlines()[0]
        assert "**The operator's part.**" in section, title
        stops = [line for line in re.split(r"\n(?=- )", section) if line.startswith("- ")]
        assert stops, title
        for stop in stops:
            cited = [name for name in quoted(stop) if name.startswith("tests/")]
            assert cited, f"{title}: {stop}"
            for name in cited:
                check_test(name)
