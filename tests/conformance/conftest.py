"""The games that the suite is run on: every registered one, and a toy that is there only as a folder of tests/."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
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


ELSEWHERE = f"""
import pickle, sys, houseway.games
from houseway import registry
from tests.conformance.random_rounds import encoded_rounds
houseway.games.__path__.append({str(TOYS)!r})
registry.refresh()
pickle.dump({{slug: encoded_rounds(registry.game(slug)) for slug in {SLUGS!r}}}, sys.stdout.buffer)
"""


@pytest.fixture(scope="module")
def elsewhere() -> dict[str, bytes]:
    """The rounds of every game as another process plays them, whose hashes are others."""
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join([".", *sys.path])}
    played = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], env=environment, capture_output=True, check=True, timeout=600
    )
    found: dict[str, bytes] = pickle.loads(played.stdout)
    return found
