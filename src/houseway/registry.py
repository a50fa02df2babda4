"""Finds the games: every folder of ``houseway.games`` and every package in the entry-point group ``houseway.games``.

What is installed is looked through only where a game is asked for that has no folder here, or where all are: that
costs as much as a small analysis. A package cannot take the place of a game that has one.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import houseway.games
from houseway.facade import Game
from houseway.public_arguments import FLAG, TEXT, Kind, taking
from houseway.rulebook.edition import Edition
from houseway.table.folder import folder_of
from houseway.table.table_errors import UnknownGame

if TYPE_CHECKING:
    from houseway.table.records.record_format import RoundRecord
    from houseway.table.records.replay import Difference
    from houseway.table.round import Round
    from houseway.table.shown.wording import Words


@cache
def _own() -> dict[str, Game]:
    """The games that have a folder here."""
    names = [f"houseway.games.{info.name}" for info in pkgutil.iter_modules(houseway.games.__path__) if info.ispkg]
    return _by_slug(names)


@cache
def _found() -> dict[str, Game]:
    from importlib.metadata import entry_points  # a fifth of the time until a first answer

    installed = _by_slug([point.value for point in entry_points(group="houseway.games")])
    games = {**installed, **_own()}
    return {slug: games[slug] for slug in sorted(games)}


def _by_slug(names: Sequence[str]) -> dict[str, Game]:
    games = [Game(folder_of(name)) for name in names]
    return {game.slug: game for game in games}


def _one(slug: str) -> Game | None:
    return _own().get(slug) or _found().get(slug)


def all_games() -> dict[str, Game]:
    """Every registered game by its slug."""
    return dict(_found())


def find(slug: str) -> Game | None:
    """The game called ``slug``, if there is one."""
    return _found().get(slug)


@taking(slug=TEXT)
def game(slug: str) -> Game:
    """The game called ``slug``."""
    found = _one(slug)
    if found is None:
        raise UnknownGame(f"there is no game {slug!r}", remedy=f"choose {', '.join(_found())}")
    return found


def words(slug: str) -> Words:
    """How the game called ``slug`` is spoken of; by its slugs where there is no such game here."""
    from houseway.table.shown.wording import Words, words_of

    found = _one(slug)
    return words_of(found) if found is not None else Words(1, slug)


def edition_of(slug: str, edition: str) -> Edition | None:
    """An edition of a game, where both are known here."""
    found = _one(slug)
    return found.editions.get(edition) if found is not None else None


def refresh() -> None:
    """Look for games again, after a folder was added to ``houseway.games.__path__``."""
    _own.cache_clear()
    _found.cache_clear()


RECORD = Kind(
    "a round record",
    lambda given: isinstance(given, (bytes, str, Mapping)),
    "give a line of JSON, or a record as plain data",
)


@taking(record=RECORD)
def settle(record: bytes | str | Mapping[str, Any]) -> Round:
    """Play a round record (a line of JSON, or plain data) from its cards and decisions; its lines are in the round."""
    from houseway.table.records import replay as records

    return records.settle(_read(record), game)


@taking(record=RECORD, new=FLAG)
def replay(record: bytes | str | Mapping[str, Any], *, new: bool = False) -> Difference | None:
    """Play a round record again: the first line that differs from the recorded ones, or ``None`` if all agree.

    ``new``: its round is being settled, so that it may tell nothing that had no part in it.
    """
    from houseway.table.records import replay as records

    return records.replay(_read(record), game, new=new)


def _read(record: bytes | str | Mapping[str, Any]) -> RoundRecord:
    from houseway.table.records.record_format import decode, from_data

    return decode(record) if isinstance(record, (bytes, str)) else from_data(record)
