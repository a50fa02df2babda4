"""What holds for every run: no test is a clock, and at the end it is said what could not run here, and what lets it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.needs import told

settings.register_profile("houseway", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("houseway")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what was missing."""
    skipped = terminalreporter.stats.get("skipped", [])
    lines = told(report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))
    if lines:
        terminalreporter.section("not run here")
        for line in lines:
            terminalreporter.line(line)
