"""A browser for the stories."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import chromium

PATIENCE = 30_000
"""Milliseconds: a machine that is busy with other tests is slow, not wrong."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Not one for a whole run: while it is there, tests beside it cannot run a loop in this thread."""
    expect.set_options(timeout=PATIENCE)
    with chromium() as found:
        yield found
    expect.set_options(timeout=None)
