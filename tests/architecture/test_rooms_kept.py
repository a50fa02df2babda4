"""Rooms stay rooms: few modules in each, one name for one thing, files that can be read in one sitting."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import houseway

SOURCE = Path(houseway.__file__).parent
MOST_MODULES = 16
"""In one folder: about fifteen."""

MOST_LINES = 550
"""In one file: about five hundred."""


def modules() -> list[Path]:
    """Every module but packages' own files."""
    return [path.relative_to(SOURCE) for path in sorted(SOURCE.rglob("*.py")) if not path.stem.startswith("__")]


def test_no_folder_has_more_than_about_fifteen_modules() -> None:
    count = Counter(path.parent.as_posix() for path in modules())
    assert {folder: number for folder, number in count.items() if number > MOST_MODULES} == {}


def test_outside_the_games_no_two_modules_have_one_name() -> None:
    outside = [path for path in modules() if path.parts[0] != "games"]
    twice = {name for name, number in Counter(path.name for path in outside).items() if number > 1}
    assert [path.as_posix() for path in outside if path.name in twice] == []


def test_every_game_has_the_same_files() -> None:
    games = [folder for folder in (SOURCE / "games").iterdir() if (folder / "play.py").exists()]
    assert len(games) == 4
    found = {game.name: {each.name for each in game.iterdir() if each.name != "__pycache__"} for game in games}
    assert len({frozenset(names) for names in found.values()}) == 1, found


def test_no_file_is_too_long_to_read() -> None:
    lines = {path.as_posix(): len((SOURCE / path).read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {name: number for name, number in lines.items() if number > MOST_LINES} == {}
