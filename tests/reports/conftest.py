from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.facade import Game
from tests.floor.houses import House
from tests.reports.floor_story import story
from tests.toys import toy_game


@pytest.fixture(scope="module")
def toy() -> Iterator[Game]:
    with toy_game() as game:
        yield game


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The two days of `tests.reports.floor_story`; no test changes them."""
    house = story(tmp_path_factory.mktemp("floor") / "floor.db")
    house.sound()
    yield house
    house.close()
