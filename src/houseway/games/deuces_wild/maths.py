"""Deuces Wild: exact figures for every wager, paytable and option, the best play, and what any other costs.

A `Strategy` of this game has tables ``play`` and ``raise``, and for Five Card Fortune ``fortune``; their notation is
described in `houseway.games.deuces_wild.strategies`. A strategy without ``fortune`` selects as well as can be.

Figures of the Ante count Play and Raise with it, per one Ante. Those of Five Card Fortune are for a player who has the
pool that the option names, whatever becomes of the Ante: the wager made alone has three cards (DW-6). See `beside_ante`
in `houseway.games.deuces_wild.fortune` for one who plays the Ante too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

import msgspec

from houseway.errors import BadQuestion
from houseway.games.deuces_wild import base, fortune
from houseway.games.deuces_wild.charts import charts
from houseway.games.deuces_wild.classes import DECK, WILDS
from houseway.games.deuces_wild.counting import jackpot_counts, treasure_counts
from houseway.games.deuces_wild.evaluation import classify3, classify5
from houseway.games.deuces_wild.question import ANTE, FORTUNE, JACKPOT, POOL, POOLS, TREASURE, Question
from houseway.games.deuces_wild.strategies import (
    answers,
    ante_strategy,
    best_selections,
    fortune_strategy,
    plan_of,
    rule_counts,
    rule_selection,
    selection_of,
    short_plan,
    short_selection,
    situations,
)
from houseway.maths.question import FIXED, analysis, no_strategy, share_of
from houseway.maths.results import Analysis, Figures, Outcome, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.rulebook.paytables import NO_ROW, Paytable
from houseway.table.game import Game

__all__ = [
    "STRATEGIES",
    "Division",
    "always_play",
    "analyze",
    "answers",
    "charts",
    "classify3",
    "classify5",
    "division",
    "optimal",
    "price",
    "short",
    "situations",
]

OPTIMAL, SHORT, ALWAYS_PLAY = "optimal", "short", "always-play"
STRATEGIES = (OPTIMAL, SHORT, ALWAYS_PLAY)
"""Strategies known by name; the last one is for the Ante only."""

FOLD_ON_THREE, FOLD_ON_FOUR = "fold-on-three", "fold-on-four"


def analyze(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    strategy: Strategy | str | None = None,
    meters: Mapping[str, int] | None = None,
) -> Analysis:
    """The figures of every wager under every paytable, standard set of options and strategy, or as narrowed.

    ``pays`` gives rows of ``wager`` another pay (``{"straight": "5:2"}``); the best play is then found again.
    ``strategy`` is one to be priced, or the name of one. ``meters`` gives amounts in cents to meters and unposted rows.
    """
    question = Question(game, edition, wager, paytable, options, pays, meters)
    if isinstance(strategy, str) and strategy not in STRATEGIES:
        raise no_strategy(strategy, STRATEGIES)
    found = (item for table in question.tables for item in _figures(question, table, strategy))
    return analysis(game, question.edition, found)


def optimal(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> Strategy:
    """The best play for the Ante, for Five Card Fortune, or for both; under the first paytable unless one is named."""
    question, ante, selected = _strategy_tables(game, edition, wager, paytable, options, pays)
    made = []
    if ante is not None:
        made.append(ante_strategy(base.best_plan(question.nets(ante)), OPTIMAL))
    if selected is not None:
        best = best_selections(question.nets(selected), _pools(question))
        made.append(fortune_strategy(best, OPTIMAL))
    return _together(made, f"Best for {_table_names(ante, selected)}.")


def short(
    game: Game,
    *,
    edition: str | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> Strategy:
    """The best strategy found that a few rules say, with its rules in words."""
    question, ante, selected = _strategy_tables(game, edition, wager, paytable, options, pays)
    made = []
    if ante is not None:
        plan, rules = short_plan(question.nets(ante))
        made.append(ante_strategy(plan, SHORT, rules=rules))
    if selected is not None:
        rule = short_selection(question.nets(selected))
        selections = {pool: rule_selection(rule, pool) for pool in _pools(question)}
        made.append(fortune_strategy(selections, SHORT, rules=rule.words()))
    return _together(made, f"Rules found for {_table_names(ante, selected)}.")


def always_play() -> Strategy:
    """Play and raise every hand."""
    return ante_strategy(base.always(True, True), ALWAYS_PLAY, rules=("Play and raise every hand.",))


def price(
    strategy: Strategy,
    game: Game,
    *,
    edition: str | None = None,
    wager: str = ANTE,
    paytable: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
    meters: Mapping[str, int] | None = None,
) -> Figures:
    """The figures of ``wager`` for one who plays by ``strategy``; under the first paytable unless one is named."""
    question = Question(game, edition, wager, paytable, options, pays, meters)
    return next(_figures(question, question.tables[0], strategy))


def _strategy_tables(
    game: Game,
    edition: str | None,
    wager: str | None,
    paytable: str | None,
    options: Mapping[str, Any] | None,
    pays: Mapping[str, str] | None,
) -> tuple[Question, Paytable | None, Paytable | None]:
    question = Question(game, edition, wager, paytable, options, pays)
    first = {table.wager: table for table in reversed(question.tables)}
    ante, selected = first.get(ANTE), first.get(FORTUNE)
    if ante is None and selected is None:
        raise BadQuestion(f"{wager or paytable} leaves nothing to decide", remedy=f"ask about {ANTE} or {FORTUNE}")
    return question, ante, selected


def _pools(question: Question) -> range:
    """How many cards a selection may be from: the option's number is the most, and a folded hand has fewer (DW-6)."""
    most = POOLS[question.options.get(POOL, question.edition.options[POOL].values[0])]
    return range(min(3, most), most + 1)


def _table_names(*tables: Paytable | None) -> str:
    return " and ".join(f"{table.wager} {table.id}" for table in tables if table is not None)


def _together(made: list[Strategy], note: str) -> Strategy:
    first = made[0]
    tables = {ask: table for strategy in made for ask, table in strategy.tables.items()}
    return Strategy(first.game, first.name, tables, note, tuple(rule for strategy in made for rule in strategy.rules))


# ----------------------------------------------------------------------------------------- one wager under one paytable


def _figures(question: Question, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    if table.wager == ANTE:
        yield from _ante(question, table, strategy)
    elif table.wager == FORTUNE:
        yield from _fortune(question, table, strategy)
    elif table.wager == TREASURE:
        yield _side(question, table, treasure_counts(), ("The player only has to declare a hand that wins.",))
    else:
        yield _side(question, table, jackpot_counts(), _jackpot_notes(question, table))


def _ante(question: Question, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    nets = question.nets(table)
    best = base.best_plan(nets)
    for used in (strategy,) if strategy is not None else STRATEGIES:
        notes: tuple[str, ...] = ()
        if isinstance(used, Strategy):
            # One that speaks of Five Card Fortune only leaves the Ante to the best play.
            name, plan = used.name, best if set(used.tables) == {"fortune"} else plan_of(used)
        else:
            name = used
            if used == SHORT:
                plan, notes = short_plan(nets)
            else:
                plan = best if used == OPTIMAL else base.always(True, True)
        found = base.ends(plan)
        yield _ante_figures(question, table, name, found, (*_cost(nets, found, base.ends(best)), *notes))


def _cost(nets: list[Fraction], found: base.Ends, best: base.Ends) -> tuple[str, ...]:
    cost = _ante_ev(nets, best) - _ante_ev(nets, found)
    return (f"Costs {float(cost):.4%} of the Ante against the best play ({cost}).",) if cost else ()


def _ante_ev(nets: list[Fraction], found: base.Ends) -> Fraction:
    won = sum((base.ALL * net * count for net, count in zip(nets, found.rows, strict=True)), Fraction(0))
    return (won - base.THREE * found.folded_on_three - base.FOUR * found.folded_on_four) / base.DEALS


def _ante_figures(
    question: Question, table: Paytable, strategy: str, found: base.Ends, notes: tuple[str, ...]
) -> Figures:
    every = base.DEALS

    def outcome(event: str, pays: str, net: Fraction, count: int) -> Outcome:
        return Outcome(event, pays, Fraction(count, every), net, count)

    folds = (found.folded_on_three, found.folded_on_four)
    outcomes = [
        outcome(row.event, row.pay.text, base.ALL * net, count)
        for row, net, count in zip((*table.rows, NO_ROW), question.nets(table), found.rows, strict=True)
    ]
    outcomes.append(outcome(FOLD_ON_FOUR, NO_ROW.pay.text, Fraction(-base.FOUR), folds[1]))
    outcomes.append(outcome(FOLD_ON_THREE, NO_ROW.pay.text, Fraction(-base.THREE), folds[0]))
    raised = sum(found.rows)
    return figures_from_distribution(
        wager=ANTE,
        paytable=table.id,
        options={},
        strategy=strategy,
        unit=question.unit(ANTE),
        outcomes=outcomes,
        average_action=Fraction(base.THREE * folds[0] + base.FOUR * folds[1] + base.ALL * raised, every),
        decisions={
            "play": {"play": 1 - Fraction(folds[0], every), "fold": Fraction(folds[0], every)},
            "raise": {"raise": Fraction(raised, every), "fold": Fraction(folds[1], every)},
        },
        deals=every,
        method="exact enumeration: three cards, a fourth, a fifth; the player knows its own cards only",
        notes=("Play and Raise are counted with the Ante they hang on.", *notes),
    )


def _fortune(question: Question, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    nets = question.nets(table)
    names = (OPTIMAL, SHORT) if strategy is None else (strategy,)
    rule = short_selection(nets) if SHORT in names else None
    for pool, revealed, options in question.fortune_options():
        best: tuple[int, ...] | None = None
        for used in names:
            notes: tuple[str, ...] = ()
            picked = None
            if revealed:
                if used == SHORT and strategy is None:
                    continue
                counts = fortune.revealed(nets, pool)
                notes = ("What is selected with the community hand in sight is the best that can be.",)
            else:
                if used == SHORT and rule is not None:
                    picked, notes, counts = rule_selection(rule, pool), rule.words(), rule_counts(rule, pool)
                elif isinstance(used, Strategy) and "fortune" in used.tables:
                    picked = selection_of(used, pool)
                else:
                    picked = best_selections(nets, (pool,))[pool]
                if used != SHORT:
                    counts = fortune.blind(picked, pool)
                if best is None:
                    best = counts if used == OPTIMAL else fortune.blind(best_selections(nets, (pool,))[pool], pool)
                lost = sum((net * (one - two) for net, one, two in zip(nets, best, counts, strict=True)), Fraction(0))
                if lost:
                    cost = lost / fortune.deals(pool)
                    notes = (f"Costs {float(cost):.4%} of the wager against the best selection ({cost}).", *notes)
            name = used.name if isinstance(used, Strategy) else used
            yield _fortune_figures(question, table, options, name, pool, counts, picked, notes)


def _fortune_figures(
    question: Question,
    table: Paytable,
    options: dict[str, str],
    strategy: str,
    pool: int,
    counts: tuple[int, ...],
    picked: fortune.Picked | None,
    notes: tuple[str, ...],
) -> Figures:
    every = fortune.deals(pool)
    return figures_from_distribution(
        wager=FORTUNE,
        paytable=table.id,
        options=options,
        strategy=strategy,
        unit=question.unit(FORTUNE),
        outcomes=[
            Outcome(row.event, row.pay.text, Fraction(count, every), net, count)
            for row, net, count in zip((*table.rows, NO_ROW), question.nets(table), counts, strict=True)
        ],
        decisions={} if picked is None else {"fortune": fortune.selected(picked, pool)},
        deals=every,
        method=f"exact enumeration of {pool} cards to select from and four community cards",
        notes=(
            f"For a player who has {pool} cards to select from, whatever becomes of the Ante.",
            "The wager made alone has three cards.",
            *notes,
        ),
    )


def _side(question: Question, table: Paytable, counts: Mapping[str, int], notes: tuple[str, ...]) -> Figures:
    return figures_from_distribution(
        wager=table.wager,
        paytable=table.id,
        options={slug: value for slug, value in question.options.items() if slug == FIXED and table.wager == JACKPOT},
        strategy=OPTIMAL,
        unit=question.unit(table.wager),
        outcomes=question.outcomes(table, counts),
        deals=sum(counts.values()),
        meters=question.meter_figures(table, counts),
        notes=notes,
    )


# ------------------------------------------------------------------------------------------------- several winners


class Division(msgspec.Struct, frozen=True):
    """What a progressive row is worth to one of several players who all have the wager: winners share it equally."""

    event: str
    probability: Fraction
    """That one player hits it."""
    shared: Fraction
    """That another player has hit it too, if one has."""
    share: Fraction
    """What part of the prize a winner gets, on the average."""
    coefficient: Fraction
    """Return per unit staked for each dollar of the prize, the division counted."""


def division(
    game: Game,
    *,
    seats: int | None = None,
    edition: str | None = None,
    paytable: str | None = None,
    options: Mapping[str, Any] | None = None,
    pays: Mapping[str, str] | None = None,
) -> list[Division]:
    """The rows of a Bonus Jackpot paytable run as progressives, at a table of ``seats`` players (left out: a full one).

    A posted amount is paid whole to each winner; only a progressive is divided (DW-8, BJS-3).
    """
    question = Question(game, edition, JACKPOT, paytable, options, pays)
    positions = question.edition.about.positions
    seats = positions if seats is None else seats
    if not 1 <= seats <= positions:
        raise BadQuestion(f"{seats} players do not fit the table's {positions} positions")
    counts = jackpot_counts()
    every = sum(counts.values())
    found = []
    table = question.tables[0]
    for row in table.rows:
        if question.meter_of(table, row) is not None:
            chance = Fraction(counts[row.event], every)
            others = _others(int(row.event[0]), seats - 1)
            share = sum((part / (1 + number) for number, part in others.items()), Fraction(0))
            worth = share_of(row) * chance * share * Fraction(100, question.stake(JACKPOT))
            found.append(Division(row.event, chance, 1 - others[0], share, worth))
    return found


def _others(wild: int, players: int) -> dict[int, Fraction]:
    """How many of ``players`` others have exactly ``wild`` wild cards too, if one has them: from one deck."""
    states: dict[tuple[int, int], Fraction] = {(WILDS - wild, 0): Fraction(1)}
    for player in range(players):
        after: dict[tuple[int, int], Fraction] = {}
        for (left, number), chance in states.items():
            cards = DECK - 5 - 5 * player
            for drawn in range(min(5, left) + 1):
                ways = comb(left, drawn) * comb(cards - left, 5 - drawn)
                key = (left - drawn, number + (drawn == wild))
                after[key] = after.get(key, Fraction(0)) + chance * Fraction(ways, comb(cards, 5))
        states = after
    totals: dict[int, Fraction] = {0: Fraction(0)}
    for (_, number), chance in states.items():
        totals[number] = totals.get(number, Fraction(0)) + chance
    return totals


def _jackpot_notes(question: Question, table: Paytable) -> tuple[str, ...]:
    notes = ["The player decides nothing.", "A posted amount is paid whole to each winner."]
    seats = question.edition.about.positions
    for row in table.rows:
        if question.meter_of(table, row) is not None:
            others = _others(int(row.event[0]), seats - 1)
            said = (
                f"at a full table of {seats} a winner shares it with probability {float(1 - others[0]):.6f}"
                if others[0] < 1
                else "no two players of a round can both have it"
            )
            notes.append(f"{row.name} as a progressive is divided among its winners: {said}.")
    return tuple(notes)
