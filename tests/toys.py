"""The fifth game, which only the tests have: High Card, found as a folder.

Plain Card is a copy of it without anything that a game may lack, found as a package by its entry point.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

import houseway.games
from houseway import registry
from houseway.facade import Game

TOYS = Path(__file__).parent / "toy_games"
LACKING = ("felt.toml", "maths*", "kernel*", "__pycache__")
"""What the copy has not: a felt, mathematics, compiled rounds."""


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


@contextmanager
def plain_toy(folder: Path) -> Iterator[Game]:
    """Plain Card, installed in ``folder`` for as long as it is needed."""
    package = folder / "plain_card"
    shutil.copytree(TOYS / "high_card", package, ignore=shutil.ignore_patterns(*LACKING))
    for path in (*package.glob("*.toml"), *package.glob("*/*.toml")):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("high-card", "plain-card").replace("High Card", "Plain Card"), encoding="utf-8")
    about = folder / "plain_card-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: plain-card\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[houseway.games]\nplain-card = plain_card\n", encoding="utf-8")
    sys.path.insert(0, str(folder))
    invalidate_caches()
    registry.refresh()
    try:
        yield registry.game("plain-card")
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == "plain_card"]:
            del sys.modules[name]
        registry.refresh()
