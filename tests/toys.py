"""The toy game with its analysis and kernel, found as a folder is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import houseway.games
from houseway import registry
from houseway.table.game import Game

TOYS = Path(__file__).parent / "toy_games"


@contextmanager
def toy_game() -> Iterator[Game]:
    """High Card, for as long as it is needed."""
    houseway.games.__path__.append(str(TOYS))
    registry.refresh()
    try:
        yield registry.game("high-card")
    finally:
        houseway.games.__path__.remove(str(TOYS))
        registry.refresh()
