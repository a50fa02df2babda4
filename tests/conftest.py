"""What holds for every run: no test is a clock, none runs for ever, and at the end is said what could not run here."""

from __future__ import annotations

import faulthandler
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.compiling import take_turns
from tests.needs import told
from tests.postgres import BEFORE_17, postgres_server, schema_url
from tests.spreading import spread
from tests.waiting import HOURS

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""

ROOM = 4 * 2**30
"""Bytes that must be free there: a whole run takes a tenth of that."""

settings.register_profile("houseway", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("houseway")


# Servers of the tests speak plain HTTP: no client of theirs reads the certificates of all the authorities there are.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

# Files of the tests lie in memory where there is plenty of it: the journals among them are synced a hundred thousand
# times, and what a disk keeps when the power goes is tried elsewhere (`tests.power_loss`).
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# What is made while tests are collected stays until the end: nobody looks through half a million objects for garbage
# then, nor again at each look while the tests run.
gc.disable()


GARBAGE = (20_000, 20, 20)
"""How much is made between two looks for garbage: tests make much and keep little of it, and looks cost a twentieth."""

STUCK = 1800.0
"""Seconds after which a test stands still: every thread then says where, and the process that ran it ends."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that wait lie between those that compute."""
    items[:] = spread(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Garbage is looked for from now on, among what the tests themselves make."""
    take_turns()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Waits say by themselves what never came (`tests.waiting`); this is for what nobody thought of."""
    seconds = HOURS if item.get_closest_marker("soak") else STUCK
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a real PostgreSQL server, one for the whole run."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def older_server() -> Iterator[str]:
    """The same of a version before PostgreSQL 17, which has no limit to the time that a transaction takes."""
    with postgres_server(BEFORE_17) as url:
        yield url


@pytest.fixture
def postgres(server: str) -> str:
    """The URL of an empty schema on the server."""
    return schema_url(server)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what was missing."""
    skipped = terminalreporter.stats.get("skipped", [])
    lines = told(report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))
    if lines:
        terminalreporter.section("not run here")
        for line in lines:
            terminalreporter.line(line)
