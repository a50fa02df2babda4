"""Every enforced clause has a test, and every marker names a clause: what ``make coverage-of-rules`` says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.coverage_of_rules import noticed_mutants, report
from tests.mutation.clause_trials import enforced
from tests.mutation.clauses import Function


def test_every_enforced_clause_is_exercised() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.coverage_of_rules", "--brief"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_a_clause_without_a_test_and_a_marker_without_a_clause_are_reported() -> None:
    _, wrong = report({("dueling", "how to play 99"): ["tests/test_nothing.py::test_it"]}, brief=True)
    assert "dueling 2017: how to play 1 is enforced, and no test exercises it" in wrong
    assert any("how to play 99" in line and "no such clause" in line for line in wrong)


def test_a_clause_whose_tests_notice_no_mutant_is_reported() -> None:
    tests = {("dueling", "how to play 1"): ["tests/test_one.py::test_it"]}
    killed = {"function": "games/dueling/play.py::play", "mutant": "left out", "test": "tests/test_one.py::test_it"}
    _, wrong = report(tests, brief=True, mutants={"dueling how to play 1": killed})
    assert not any(line.startswith("dueling 2017: how to play 1 is") for line in wrong)
    for other in ({}, {"dueling how to play 1": {**killed, "test": "tests/test_two.py::test_other"}}):
        _, wrong = report(tests, brief=True, mutants=other)
        assert any(line.startswith("dueling 2017: how to play 1 is enforced, and no test of it has") for line in wrong)


def test_a_function_that_a_mutant_was_found_in_is_still_there() -> None:
    known = enforced()
    for name, mutant in noticed_mutants().items():
        game, _, cite = name.partition(" ")
        path, _, function = mutant["function"].partition("::")
        assert any(Function(path, function) in tier for tier in known[game, cite]), name
