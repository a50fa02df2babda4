"""What the package ``maths`` of a game offers, and how the rest of the house asks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast, runtime_checkable

from houseway.maths.question import Question, no_wager
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Analysis, Figures
from houseway.maths.strategy import Chart, Strategy
from houseway.maths.what_ifs import changed_rules
from houseway.rulebook.edition import Edition
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup


class Maths(Protocol):
    """The entries of a game's ``maths``, the same in each game."""

    @property
    def STRATEGIES(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """The names of its strategies, the best first."""

    def figures(self, game: GameFolder, question: Question) -> Iterator[Figures]:
        """The figures that ``question`` asks for: of one wager, or of all. They are worked out as they are taken."""

    def strategy(self, game: GameFolder, name: str, question: Question) -> Strategy:
        """One of `STRATEGIES`, for as much of the question as it hangs on."""

    def charts(self, strategy: Strategy) -> Sequence[Chart]:
        """A strategy drawn as grids."""


@runtime_checkable
class AtTable(Protocol):
    """What ``maths`` offers too where a strategy hangs on the whole table and on what a seat stakes there."""

    def at_table(self, name: str, game: GameFolder, setup: Setup, stakes: Mapping[str, int]) -> Strategy:
        """The strategy called ``name`` for the paytables and options of a table, and for what a seat stakes there."""


def maths_of(game: GameFolder) -> Maths:
    """The mathematics of ``game``; a game without is a `BadQuestion`."""
    found = game.part("maths")
    if found is None:
        raise BadQuestion(f"{game.slug} has no analysis", remedy="add a package maths to its folder")
    return cast(Maths, found)


def analyze(game: GameFolder, question: Question) -> Analysis:
    """Exact figures: of the whole book, or as narrowed by ``question``."""
    edition = game.edition(question.edition)
    changed_rules(game, edition.slug, question.rules)
    parts = question.one_by_one(edition) if len(question.wagers) > 1 else [question]
    maths = maths_of(game)
    return answer(game, edition, [item for part in parts for item in maths.figures(game, part)])


def answer(game: GameFolder, edition: Edition, figures: Sequence[Figures]) -> Analysis:
    """``figures`` as the answer of ``game``."""
    return Analysis(game=game.slug, edition=edition.slug, fingerprint=edition.fingerprint, figures=tuple(figures))


def strategy(game: GameFolder, name: str, question: Question) -> Strategy:
    """The strategy of ``game`` that is called ``name``, made for ``question``."""
    maths = maths_of(game)
    changed_rules(game, question.edition, question.rules)
    edition = game.edition(question.edition)
    for wager in question.wagers:
        if wager not in edition.wagers:
            raise no_wager(edition, wager, edition.wagers)
    tables = {id for wager in question.wagers or edition.wagers for id in edition.paytable_ids(wager)}
    if isinstance(question.paytable, str) and question.paytable not in tables:
        raise BadQuestion(f"there is no paytable {question.paytable!r}", remedy=f"choose {', '.join(sorted(tables))}")
    for meter in question.meters:
        if meter.partition("/")[0] not in edition.wagers:
            raise BadQuestion(f"no row is paid from a meter {meter!r}", remedy="leave it out, or name one of the game")
    if name not in maths.STRATEGIES:
        raise BadQuestion(
            f"{game.slug} has no strategy {name!r}", remedy=f"choose {', '.join(maths.STRATEGIES) or 'another game'}"
        )
    return maths.strategy(game, name, question)
