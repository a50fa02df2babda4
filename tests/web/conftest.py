"""Card rooms to test on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import Served, served


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The demonstration property on a loopback port, with nobody at its tables; one for all tests of a file."""
    with served(tmp_path_factory.mktemp("room")) as found:
        yield found
