"""A game's folder as the table sees it: its editions, its procedure, its automatic player and an ordinary house."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from houseway.cards.card_errors import BadEdition
from houseway.public_arguments import CHOICES, TEXT, check, maybe, taking, thing, whole
from houseway.rulebook.edition import Edition, load_edition
from houseway.rulebook.fingerprints import play_of
from houseway.rulebook.steps import Ask, Procedure
from houseway.table.players import Seen
from houseway.table.setup import Setup
from houseway.table.table import Table
from houseway.table.table_errors import BadRecord, UnknownGame


class GameFolder:
    """One game's folder, declared in its ``__init__.py``: ``GAME = GameFolder(__package__, __file__, behaviour=1)``.

    ``behaviour`` is raised with any change in the procedure's steps, answers or lines; a record keeps the number it was
    played under, and every released number stays playable (`procedure`). ``approved_from`` is the first number whose
    approvals hold for the present one: nothing that is wagered, asked of a player or paid has changed since; left out,
    a new number needs a new approval. ``malfunction`` is the clause that a shuffler malfunction voids the round by.

    `houseway.facade.Game`, which the registry makes of it, adds the mathematics and the simulation.
    """

    def __init__(
        self,
        package: str,
        file: str,
        *,
        behaviour: int,
        approved_from: int | None = None,
        malfunction: str | None = None,
    ) -> None:
        self.package = package
        self.folder = Path(file).parent
        self.slug = package.rsplit(".", 1)[-1].replace("_", "-")
        self.behaviour = behaviour
        self.approved_from = behaviour if approved_from is None else approved_from
        self.malfunction = malfunction

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.slug}>"

    @cached_property
    def play(self) -> Callable[[Table], Procedure]:
        """The procedure."""
        play: Callable[[Table], Procedure] = import_module(f"{self.package}.play").play
        return play

    def procedure(self, behaviour: int | None = None) -> Callable[[Table], Procedure]:
        """The procedure under one behaviour number, the present one if left out.

        It is one procedure: where numbers differ it asks for that of its table (`Table.behaviour`). A number that this
        release does not have is a `BadRecord`.
        """
        if behaviour is not None and type(behaviour) is not int:
            check("behaviour", whole(1), behaviour)
        number = self.behaviour if behaviour is None else behaviour
        if not 1 <= number <= self.behaviour:
            raise BadRecord(
                f"behaviour {behaviour} of {self.slug} is unknown to this release, which has {self.behaviour}",
                remedy="replay it with the release that dealt it",
            )
        return self.play

    def approves(self, edition: Edition, fingerprint: str) -> bool:
        """Whether an approval of that fingerprint of play (or of release 0.1) holds for what is played now."""
        numbers = range(self.approved_from, self.behaviour + 1)
        return play_of(fingerprint) in {edition.fingerprint_under(number) for number in numbers}

    @cached_property
    def advise(self) -> Callable[[Ask, Seen], Any]:
        """A sensible answer to an ask, from what the seat may see: the automatic player."""
        advise: Callable[[Ask, Seen], Any] = import_module(f"{self.package}.advice").advise
        return advise

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """Every edition by its slug, the current one first."""
        files = sorted((self.folder / "editions").glob("*.toml"))
        found = [load_edition(path, self.behaviour) for path in files]
        if sum(edition.about.current for edition in found) != 1:
            raise BadEdition(
                f"{self.slug} must have exactly one current edition",
                remedy="write current = true in one of its editions",
            )
        found.sort(key=lambda edition: not edition.about.current)
        return {edition.slug: edition for edition in found}

    def edition(self, slug: str | None = None) -> Edition:
        """The edition called ``slug``, or the current one."""
        if slug is None:
            return next(iter(self.editions.values()))
        if not isinstance(slug, str) or slug not in self.editions:
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
        path = self.folder / "house.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {"usual": {}}

    @taking(edition=maybe(TEXT), options=maybe(CHOICES), paytables=maybe(CHOICES))
    def ordinary(
        self,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        paytables: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """What an ordinary house chooses for a table with these options and paytables, every row posted."""
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
        return {
            "limits": limits,
            "minimums": self.house.get("minimums"),
            "posted": {wager: rows for wager, rows in posted.items() if rows},
        }

    @taking(edition=maybe(TEXT), options=maybe(CHOICES), paytables=maybe(CHOICES))
    def demonstration(
        self,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        paytables: Mapping[str, Any] | None = None,
        **choices: Any,
    ) -> Setup:
        """A table as an ordinary house would open it, every row posted."""
        chosen = {**self.ordinary(edition, options, paytables), **choices}
        return Setup(self.edition(edition), options=options, paytables=paytables, **chosen)

    @taking(name=TEXT)
    def part(self, name: str) -> ModuleType | None:
        """The module or package ``name`` of the folder, imported; nothing where the folder has none."""
        full = f"{self.package}.{name}"
        try:
            return import_module(full)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{full}.".startswith(f"{error.name}."):
                raise
            return None

    @cached_property
    def program(self) -> str:
        """The fingerprint of the program that decides a round of this game, as its files are when first asked for.

        SHA-256 over every Python file of the game's folder and of the packages that a round runs on (`RUNS_ON`): the
        place of each in its package and its content, lengths first.
        """
        digest = hashlib.sha256()
        for path, content in (*_shared_files(), *_python_files(self.folder, "game")):
            for part in (path.encode(), content):
                digest.update(len(part).to_bytes(8, "big"))
                digest.update(part)
        return digest.hexdigest()


def folder_of(package: str) -> GameFolder:
    """The folder that a game's package declares."""
    return cast(GameFolder, import_module(package).GAME)


RUNS_ON = ("cards", "rulebook", "table", "jackpots")
"""The packages of Houseway that decide a round beside the game's own: cards, rules, the table, prizes and funds."""


@cache
def _shared_files() -> tuple[tuple[str, bytes], ...]:
    here = Path(__file__).parent.parent
    return tuple(found for package in RUNS_ON for found in _python_files(here / package, package))


def _python_files(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """Every Python file in ``folder`` and below it, by its place there."""
    for path in sorted(folder.rglob("*.py")):
        yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


A_GAME = thing(GameFolder, "a game", 'give one, such as houseway.game("dueling")')
