from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import postgres_server, schema_url


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A real PostgreSQL."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def postgres(server: str) -> str:
    """The URL of an empty place on it."""
    return schema_url(server)
