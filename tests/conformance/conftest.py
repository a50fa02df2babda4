"""The games that the suite is run on: every registered one, and a toy that is there only as a folder of tests/."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway.games
from houseway import registry
from houseway.facade import Game

TOYS = Path(__file__).parent.parent / "toy_games"
SLUGS = [*registry.all_games(), "high-card"]


@pytest.fixture(scope="module")
def toy_folder() -> Iterator[None]:
    """``tests/toy_games`` searched for games by all tests of a file, so that they read the editions once."""
    houseway.games.__path__.append(str(TOYS))
    registry.refresh()
    yield
    houseway.games.__path__.remove(str(TOYS))
    registry.refresh()


@pytest.fixture(params=SLUGS)
def game(request: pytest.FixtureRequest, toy_folder: None) -> Game:
    return registry.game(request.param)
