"""What every run says at its end: tests that could not run here, and the command that would let them."""

from __future__ import annotations

import pytest

from tests.needs import told


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what was missing."""
    skipped = terminalreporter.stats.get("skipped", [])
    lines = told(report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))
    if lines:
        terminalreporter.section("not run here")
        for line in lines:
            terminalreporter.line(line)
