"""A browser for the stories."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.chromium import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Not one for a whole run: while it is there, tests beside it cannot run a loop in this thread."""
    with chromium() as found:
        yield found
