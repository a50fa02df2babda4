"""Every enforced clause has a test, and every marker names a clause: what ``make coverage-of-rules`` says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.coverage_of_rules import report


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
