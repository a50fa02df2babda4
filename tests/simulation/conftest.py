from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.table.game import Game
from tests.toys import toy_game


@pytest.fixture(scope="module")
def toy() -> Iterator[Game]:
    with toy_game() as game:
        yield game
