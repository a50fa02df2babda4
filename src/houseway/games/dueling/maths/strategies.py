"""Strategies of Dueling: when a tie goes to war.

A `Strategy` of this game has one table, ``war``. Its situations are the ranks that may tie, ``2`` to ``9``, ``T``,
``J``, ``Q``, ``K``, ``A``; its answers ``war`` and ``surrender``. It holds for each of the three spots.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import RANKS
from houseway.maths.strategy import Chart, Strategy

WAR = "war"
SURRENDER = "surrender"
STRATEGIES = ("optimal", "short", "always-war", "always-surrender")
"""The strategies that have a name."""

CHART = "War or surrender"
"""The title of the chart."""

LEGEND = {"W": "go to war", "S": "surrender"}

ALWAYS = frozenset(RANKS)
NEVER: frozenset[str] = frozenset()


def situations() -> dict[str, tuple[str, ...]]:
    """Every situation that a strategy must answer."""
    return {WAR: tuple(RANKS)}


def answers() -> dict[str, tuple[str, ...]]:
    """The answers to each ask."""
    return {WAR: (WAR, SURRENDER)}


def always_war() -> Strategy:
    """Go to war with every tie."""
    return from_fights("always-war", ALWAYS, rules=("Go to war with every tie.",))


def always_surrender() -> Strategy:
    """Surrender every tie."""
    return from_fights("always-surrender", NEVER, rules=("Surrender every tie.",))


def charts(strategy: Strategy) -> list[Chart]:
    """The strategy as one line of ranks."""
    cells = tuple(strategy.action(WAR, rank)[0].upper() for rank in RANKS)
    return [
        Chart(
            title=CHART,
            row_names=("tie",),
            column_names=tuple(RANKS),
            cells=(cells,),
            column_title="rank of the tie",
            legend=LEGEND,
        )
    ]


def from_fights(name: str, fights: frozenset[str], rules: tuple[str, ...] = ()) -> Strategy:
    """The strategy that goes to war with ties of the ranks in ``fights``."""
    table = {rank: WAR if rank in fights else SURRENDER for rank in RANKS}
    return Strategy(game="dueling", name=name, tables={WAR: table}, rules=rules)


def fights_of(strategy: Strategy) -> frozenset[str]:
    """The ranks whose ties go to war under ``strategy``, which is checked."""
    strategy.of_game("dueling").check(situations(), answers())
    return frozenset(rank for rank in RANKS if strategy.tables[WAR][rank] == WAR)


def one_rule() -> Iterator[tuple[frozenset[str], str]]:
    """Strategies of one rule, in words, the plainest first."""
    yield ALWAYS, "Go to war with every tie."
    yield NEVER, "Surrender every tie."
    for place in range(1, len(RANKS)):
        rank = RANKS[place]
        yield frozenset(RANKS[place:]), f"Go to war with a tie of {rank} or higher, surrender a lower one."
        yield frozenset(RANKS[:place]), f"Go to war with a tie below {rank}, surrender a higher one."
