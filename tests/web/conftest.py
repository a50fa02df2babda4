"""Card rooms to test on."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import structlog

from tests.web.serving import Served, served


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration property on a loopback port, with nobody at its tables; one for all tests of a file."""
    with served(tmp_path_factory.mktemp("room")) as found:
        yield found


@pytest.fixture
def own_logs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Logs may be set up in this test: what was there before comes back, and no logger keeps what it was given."""
    root = logging.getLogger()
    before, level, configure = root.handlers[:], root.level, structlog.configure
    monkeypatch.setattr(
        structlog, "configure", lambda **settings: configure(**{**settings, "cache_logger_on_first_use": False})
    )
    yield
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()
