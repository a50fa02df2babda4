from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.facade import Game
from tests.cli.conftest import cli
from tests.toys import toy_game

__all__ = ["cli"]


@pytest.fixture(scope="module")
def toy() -> Iterator[Game]:
    with toy_game() as game:
        yield game
