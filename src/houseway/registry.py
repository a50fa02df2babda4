"""Finds the games: every folder of ``houseway.games`` and every package in the entry-point group ``houseway.games``."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import houseway.games
from houseway.facade import Game
from houseway.rulebook.edition import Edition
from houseway.table.folder import folder_of
from houseway.table.records import replay as _replay
from houseway.table.records.record_format import RoundRecord, decode, from_data
from houseway.table.round import Round
from houseway.table.shown.wording import Words, words_of
from houseway.table.table_errors import UnknownGame


@cache
def _found() -> dict[str, Game]:
    names = [f"houseway.games.{info.name}" for info in pkgutil.iter_modules(houseway.games.__path__) if info.ispkg]
    names += [point.value for point in entry_points(group="houseway.games")]
    games = [Game(folder_of(name)) for name in names]
    return {game.slug: game for game in sorted(games, key=lambda game: game.slug)}


def all_games() -> dict[str, Game]:
    """Every registered game by its slug."""
    return dict(_found())


def game(slug: str) -> Game:
    """The game called ``slug``."""
    found = _found().get(slug)
    if found is None:
        raise UnknownGame(f"there is no game {slug!r}", remedy=f"choose {', '.join(_found())}")
    return found


def words(slug: str) -> Words:
    """How the game called ``slug`` is spoken of; by its slugs where there is no such game here."""
    found = _found().get(slug)
    return words_of(found) if found is not None else Words(1, slug)


def edition_of(slug: str, edition: str) -> Edition | None:
    """An edition of a game, where both are known here."""
    found = _found().get(slug)
    return found.editions.get(edition) if found is not None else None


def refresh() -> None:
    """Look for games again, after a folder was added to ``houseway.games.__path__``."""
    _found.cache_clear()


def settle(record: bytes | str | Mapping[str, Any]) -> Round:
    """Play a round record (a line of JSON, or plain data) from its cards and decisions; its lines are in the round."""
    return _replay.settle(_read(record), game)


def replay(record: bytes | str | Mapping[str, Any]) -> _replay.Difference | None:
    """Play a round record again: the first line that differs from the recorded ones, or ``None`` if all agree."""
    return _replay.replay(_read(record), game)


def _read(record: bytes | str | Mapping[str, Any]) -> RoundRecord:
    return decode(record) if isinstance(record, (bytes, str)) else from_data(record)
