"""Dueling for Dollars: exact figures for every wager, paytable, number of decks and option.

A `Strategy` of this game has one table, ``war``. Its situations are the ranks that may tie, ``2`` to ``9``, ``T``,
``J``, ``Q``, ``K``, ``A``; its answers ``war`` and ``surrender``. It holds for each of the three spots.

In ``pays`` a row is named by its event; one of the War wager's table by ``war/win`` where the spot has such a row too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from houseway.errors import BadQuestion
from houseway.games.dueling import full_table
from houseway.games.dueling.figures import Analyst
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE, TWO_PLUS_TWO
from houseway.games.dueling.strategies import (
    STRATEGIES,
    WAR,
    always_surrender,
    always_war,
    answers,
    charts,
    fights_of,
    situations,
)
from houseway.maths.question import Choice, analysis
from houseway.maths.results import Analysis, Figures
from houseway.maths.strategy import Strategy
from houseway.table.game import Game

__all__ = [
    "STRATEGIES",
    "TableFigures",
    "always_surrender",
    "always_war",
    "analyze",
    "answers",
    "charts",
    "optimal",
    "price",
    "shares",
    "short",
    "situations",
    "table_figures",
]


def analyze(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    paytable: Choice = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    strategy: Strategy | str | None = None,
    meters: Mapping[str, int] | None = None,
) -> Analysis:
    """The figures of every wager under every paytable, standard set of options and strategy, or as narrowed.

    ``options`` takes any number of decks. ``pays`` gives rows another pay (``{"tie-bonus": "1 for 1"}``), ``strategy``
    is one to be priced or the name of one, ``meters`` gives amounts in cents to meters and unposted rows.
    """
    question = Analyst(game, edition, wager, paytable, options, pays, meters)
    return analysis(game, question.edition, question.figures(strategy))


def optimal(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> Strategy:
    """War or surrender by the rank that tied, whichever is worth more on the spot ``wager``; war if they are equal."""
    question = _about_spot(game, edition, wager, options, pays)
    return question.optimal(question.wagers[0], *question.first_options())


def short(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> Strategy:
    """The best strategy of one rule: one answer for all ties, or one from some rank up and the other below it."""
    question = _about_spot(game, edition, wager, options, pays)
    return question.short(question.wagers[0], *question.first_options())


def _about_spot(
    game: Game,
    edition: str | None,
    wager: str | None,
    options: Mapping[str, Any] | None,
    pays: Mapping[str, str] | None,
) -> Analyst:
    """The question about the spot that a strategy is for: ``wager``, or the first that the layout has."""
    spot = Analyst(game, edition, wager, None, options, None, None).spot_for(wager)
    rules = game.edition(edition)
    usual = {slug: option.values[0] for slug, option in rules.options.items()}
    decided = {
        f"{of}{row.event}"
        for slug in (spot, WAR)
        for row in rules.paytable(slug, "standard", usual).rows
        for of in ("", f"{slug}/")
    }
    # Pays of another wager have no part in the decision.
    own = {name: pay for name, pay in (pays or {}).items() if name in decided}
    return Analyst(game, edition, spot, None, options, own, None)


def price(
    strategy: Strategy,
    game: Game,
    *,
    edition: str | None = None,
    wager: str = "player",
    paytable: Choice = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    meters: Mapping[str, int] | None = None,
) -> Figures:
    """The figures of ``wager`` for one who plays by ``strategy``, with the first of the options not given."""
    question = Analyst(game, edition, wager, paytable, options, pays, meters)
    return next(iter(question.figures(strategy)))


# -------------------------------------------------------------------------------------------------------- full table


class TableFigures(msgspec.Struct, frozen=True):
    """The result of a whole table, in units of one first wager at each seat."""

    spots: tuple[str, ...]
    options: dict[str, str]
    strategy: str
    ev: Fraction
    variance: Fraction
    covariances: dict[str, Fraction]
    """Of two seats, by their spots: ``player dealer``."""
    correlations: dict[str, float]

    @property
    def sd(self) -> float:
        """Standard deviation of the table's result."""
        return math.sqrt(self.variance)


def table_figures(
    game: Game,
    *,
    spots: Sequence[str] = ("player",) * full_table.SEATED,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    strategy: Strategy | str = "optimal",
) -> TableFigures:
    """Mean and variance of the result of a table whose seats bet alike on ``spots``, and how two seats go together."""
    for spot in spots:
        if spot not in SPOTS:
            raise BadQuestion(f"{spot!r} is no spot", remedy=f"choose {', '.join(SPOTS)}")
    questions = {spot: Analyst(game, edition, spot, None, options, pays, None) for spot in spots}
    if not questions:
        raise BadQuestion("nobody sits at the table", remedy="name a spot for each seat")
    first = questions[spots[0]]
    decks, chosen = first.first_options()
    used = first.named(strategy, spots[0], decks, chosen)
    fights = fights_of(used)
    worth = {spot: question.worth(spot, chosen) for spot, question in questions.items()}
    alone = {spot: question.spot(spot, decks, chosen, used) for spot, question in questions.items()}
    pairs = {
        (one, other): full_table.covariance(decks, fights, worth[one], worth[other]) for one in worth for other in worth
    }
    variance = sum((Fraction(alone[spot].variance) for spot in spots), Fraction(0))
    for place, one in enumerate(spots):
        variance += sum((2 * pairs[one, other] for other in spots[:place]), Fraction(0))
    return TableFigures(
        spots=tuple(spots),
        options=chosen,
        strategy=used.name,
        ev=sum((Fraction(alone[spot].ev) for spot in spots), Fraction(0)),
        variance=variance,
        covariances={f"{one} {other}": value for (one, other), value in pairs.items()},
        correlations={
            f"{one} {other}": float(value) / (alone[one].sd * alone[other].sd) for (one, other), value in pairs.items()
        },
    )


def shares(
    game: Game,
    wager: str,
    paytable: Choice = None,
    *,
    edition: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    players: int = full_table.SEATED,
) -> dict[str, tuple[Fraction, Fraction]]:
    """By row that is shared: its chance, and a player's expected part of the prize in a round, of ``players`` alike.

    All of them have ``wager``, and all go to war with every tie. The part is at most the chance, and equal to it for
    one player: two who hit the same event in the same round divide the prize (DD-6).
    """
    question = Analyst(game, edition, wager, paytable, options, pays, None)
    if wager not in (TIE_AFTER_TIE, TWO_PLUS_TWO):
        raise BadQuestion(f"{wager} has no shared prizes", remedy=f"choose {TIE_AFTER_TIE} or {TWO_PLUS_TWO}")
    if not 1 <= players <= question.edition.about.positions:
        raise BadQuestion(f"{players} players do not fit the table's {question.edition.about.positions} positions")
    decks, chosen = question.first_options()
    table = question.table(wager, next(question.paytables(wager)), chosen)
    return question.shares(wager, table, decks, players)
