"""Places to keep a journal in: a file, and a schema of a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.journal import Journal
from tests.journal.toy_bank import Place
from tests.postgres import schema_url


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Place:
    return Place(str(tmp_path / "journal.db"), tmp_path)


@pytest.fixture
def postgres_place(server: str, tmp_path: Path) -> Place:
    return Place(schema_url(server), tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return Place(str(tmp_path / "journal.db"), tmp_path)
    return Place(schema_url(request.getfixturevalue("server")), tmp_path)


@pytest.fixture
def journal(place: Place) -> Iterator[Journal]:
    with place.create() as journal:
        yield journal
