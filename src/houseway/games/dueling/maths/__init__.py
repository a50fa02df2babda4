"""Dueling for Dollars: exact figures for every wager, paytable, number of decks and option.

A `Strategy` of this game has one table, ``war``. Its situations are the ranks that may tie, ``2`` to ``9``, ``T``,
``J``, ``Q``, ``K``, ``A``; its answers ``war`` and ``surrender``. It holds for each of the three spots.

In ``pays`` a row is named by its event; one of the War wager's table by ``war/win`` where the spot has such a row too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Unpack

import msgspec

from houseway.games.dueling.maths import full_table, seat_pairs
from houseway.games.dueling.maths.analyst import FIRST_TWO, Analyst
from houseway.games.dueling.maths.strategies import STRATEGIES, WAR, answers, charts, fights_of, situations
from houseway.games.dueling.play import SPOTS, TIE_AFTER_TIE, TWO_PLUS_TWO
from houseway.maths.question import Asked, Choice, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy
from houseway.maths.terms import check_seats
from houseway.table.folder import GameFolder

__all__ = [
    "STRATEGIES",
    "TableFigures",
    "answers",
    "charts",
    "figures",
    "seat_covariances",
    "shares",
    "situations",
    "strategy",
    "table_figures",
]


def figures(game: GameFolder, question: Question) -> Iterator[Figures]:
    """The figures of every wager under every paytable, standard set of options and strategy, or as narrowed.

    ``options`` takes any number of decks.
    """
    yield from Analyst(game, question).figures(question.strategy)


def strategy(game: GameFolder, name: str, question: Question) -> Strategy:
    """War or surrender by the rank that tied, on the spot asked about, or on the first that the layout has."""
    bare = Question(edition=question.edition, wagers=question.wagers, options=question.options, rules=question.rules)
    spot = Analyst(game, bare).spot_for(question.wager)
    rules = game.edition(question.edition)
    usual = {slug: option.values[0] for slug, option in rules.options.items()}
    decided = {
        f"{of}{row.event}"
        for slug in (spot, WAR)
        for row in rules.paytable(slug, "standard", usual).rows
        for of in ("", f"{slug}/")
    }
    # Pays of another wager have no part in the decision.
    own = {key: pay for key, pay in question.pays.items() if key in decided}
    analyst = Analyst(game, msgspec.structs.replace(bare, wagers=(spot,), pays=own))
    return analyst.named(name, spot, *analyst.first_options())


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
    game: GameFolder, *, spots: Sequence[str] = ("player",) * full_table.SEATED, **asked: Unpack[Asked]
) -> TableFigures:
    """Mean and variance of the result of a table whose seats bet alike on ``spots``, and how two seats go together."""
    for spot in spots:
        if spot not in SPOTS:
            raise BadQuestion(f"{spot!r} is no spot", remedy=f"choose {', '.join(SPOTS)}")
    question = Question.of(**asked)
    analysts = {spot: Analyst(game, question.about(spot)) for spot in spots}
    if not analysts:
        raise BadQuestion("nobody sits at the table", remedy="name a spot for each seat")
    first = analysts[spots[0]]
    decks, chosen = first.first_options()
    used = first.named(question.strategy or STRATEGIES[0], spots[0], decks, chosen)
    fights = fights_of(used)
    worth = {spot: analyst.worth(spot, chosen) for spot, analyst in analysts.items()}
    alone = {spot: analyst.spot(spot, decks, chosen, used) for spot, analyst in analysts.items()}
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


def seat_covariances(game: GameFolder, questions: Mapping[str, Question]) -> dict[tuple[str, str], Fraction]:
    """How two seats hang together, by their spots and their bets on the first two cards: exact, since they share
    nothing but the cards of `full_table`.

    Every seat decides by the strategy of the first spot's question.
    """
    bets = {}
    for wager, question in questions.items():
        if wager in FIRST_TWO and (bet := Analyst(game, question).bet(wager)) is not None:
            bets[wager] = bet
    analysts = {spot: Analyst(game, question) for spot, question in questions.items() if spot in SPOTS}
    if not analysts and not bets:
        return {}
    spot = next(iter(analysts or bets))
    first = analysts.get(spot) or Analyst(game, questions[spot])
    decks, chosen = first.first_options()
    found = {}
    for one, other in combinations_with_replacement(bets, 2):
        found[one, other] = found[other, one] = seat_pairs.of_two_bets(decks, bets[one], bets[other])
    if analysts:
        fights = fights_of(first.named(questions[spot].strategy or STRATEGIES[0], spot, decks, chosen))
        worth = {spot: analyst.worth(spot, chosen) for spot, analyst in analysts.items()}
        found |= {
            (one, other): full_table.covariance(decks, fights, worth[one], worth[other])
            for one in worth
            for other in worth
        }
        found |= {
            (spot, wager): seat_pairs.of_spot_and_bet(decks, fights, worth[spot], bet)
            for spot in worth
            for wager, bet in bets.items()
        }
    return found


def shares(
    game: GameFolder,
    wager: str,
    paytable: Choice = None,
    /,
    *,
    players: int = full_table.SEATED,
    **asked: Unpack[Asked],
) -> dict[str, tuple[Fraction, Fraction]]:
    """By row that is shared: its chance, and a player's expected part of the prize in a round, of ``players`` alike.

    All of them have ``wager``, and all go to war with every tie. The part is at most the chance, and equal to it for
    one player: two who hit the same event in the same round divide the prize (DD-6).
    """
    question = msgspec.structs.replace(Question.of(**asked), wagers=(wager,), paytable=paytable)
    analyst = Analyst(game, question)
    if wager not in (TIE_AFTER_TIE, TWO_PLUS_TWO):
        raise BadQuestion(f"{wager} has no shared prizes", remedy=f"choose {TIE_AFTER_TIE} or {TWO_PLUS_TWO}")
    check_seats(analyst.edition, players)
    decks, chosen = analyst.first_options()
    table = analyst.table(wager, next(analyst.paytables(wager)), chosen)
    return analyst.shares(wager, table, decks, players)
