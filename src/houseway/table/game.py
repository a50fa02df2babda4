"""A game: a folder with its editions, its procedure and its automatic player."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from houseway.errors import BadEdition, UnknownGame
from houseway.rulebook.edition import Edition, load_edition
from houseway.rulebook.steps import Ask, Procedure
from houseway.table.players import Seen
from houseway.table.setup import Setup
from houseway.table.table import Table


class Game:
    """One game, made in its folder's ``__init__.py``: ``GAME = Game(__package__, __file__, behaviour=1)``.

    ``behaviour`` is raised with any change in the procedure's steps, answers or lines; a record keeps the number it was
    played under. ``malfunction`` is the clause that a shuffler malfunction voids the round by.
    """

    def __init__(self, package: str, file: str, *, behaviour: int, malfunction: str | None = None) -> None:
        self.package = package
        self.folder = Path(file).parent
        self.slug = package.rsplit(".", 1)[-1].replace("_", "-")
        self.behaviour = behaviour
        self.malfunction = malfunction

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    @cached_property
    def play(self) -> Callable[[Table], Procedure]:
        """The procedure."""
        play: Callable[[Table], Procedure] = import_module(f"{self.package}.play").play
        return play

    @cached_property
    def advise(self) -> Callable[[Ask, Seen], Any]:
        """A sensible answer to an ask, from what the seat may see: the automatic player."""
        advise: Callable[[Ask, Seen], Any] = import_module(f"{self.package}.advice").advise
        return advise

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """Every edition by its slug, the current one first."""
        found = [load_edition(path) for path in sorted((self.folder / "editions").glob("*.toml"))]
        if sum(edition.about.current for edition in found) != 1:
            raise BadEdition(f"{self.slug} must have exactly one current edition")
        found.sort(key=lambda edition: not edition.about.current)
        return {edition.slug: edition for edition in found}

    def edition(self, slug: str | None = None) -> Edition:
        """The edition called ``slug``, or the current one."""
        if slug is None:
            return next(iter(self.editions.values()))
        if slug not in self.editions:
            raise UnknownGame(f"{self.slug} has no edition {slug!r}", remedy=f"choose {', '.join(self.editions)}")
        return self.editions[slug]

    @property
    def name(self) -> str:
        """The game's name for people."""
        return self.edition().about.name

    def setup(self, edition: str | None = None, **choices: Any) -> Setup:
        """A table of this game; the choices are those of `Setup`."""
        return Setup(self.edition(edition), **choices)

    @cached_property
    def house(self) -> dict[str, Any]:
        """The choices of an ordinary house (``house.toml``): limits, minimums, posted rows, meters, usual wagers."""
        return tomllib.loads((self.folder / "house.toml").read_text(encoding="utf-8"))

    def demonstration(
        self,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        paytables: Mapping[str, Any] | None = None,
        **choices: Any,
    ) -> Setup:
        """A table as an ordinary house would open it, every row posted."""
        found = self.edition(edition)
        plain = Setup(found, options=options, paytables=paytables, wagers=())
        posted = {
            wager: {event: rows[event] for event in plain.rows_to_post(wager) if event in rows}
            for wager, rows in self.house.get("posted", {}).items()
        }
        limits = {
            slug: pair
            for slug, pair in self.house.get("limits", {}).items()
            if all(plain.options[option] == value for option, value in found.wagers[slug].offered_with.items())
        }
        choices.setdefault("limits", limits)
        choices.setdefault("minimums", self.house.get("minimums"))
        choices.setdefault("posted", {wager: rows for wager, rows in posted.items() if rows})
        return Setup(found, options=options, paytables=paytables, **choices)

    @cached_property
    def program(self) -> str:
        """The fingerprint of the game's program files: SHA-256 over each file's name and content, lengths first."""
        digest = hashlib.sha256()
        for path in sorted(self.folder.glob("*.py")):
            for part in (path.name.encode(), path.read_bytes()):
                digest.update(len(part).to_bytes(8, "big"))
                digest.update(part)
        return digest.hexdigest()
