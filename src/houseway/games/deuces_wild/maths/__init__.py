"""Deuces Wild: exact figures for every wager, paytable and option, the best play, and what any other costs.

A `Strategy` of this game has tables ``play`` and ``raise``, and for Five Card Fortune ``fortune``; their notation is
described in `houseway.games.deuces_wild.maths.strategies`. A strategy without ``fortune`` selects as well as can be.

Figures of the Ante count Play and Raise with it, per one Ante. Those of Five Card Fortune are of the game as dealt
(DW-12): alone, beside an Ante that is played best, and of the best play for both. Their options beside the edition's:
``ante``, the paytable of the Ante beside it or ``none``; ``ratio``, what is staked on it for one Ante.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Unpack

import msgspec

from houseway.games.deuces_wild.maths import base, fortune_figures, strategies
from houseway.games.deuces_wild.maths.charts import charts
from houseway.games.deuces_wild.maths.classes import APPROVED, Wilds
from houseway.games.deuces_wild.maths.evaluation import classify3, classify5
from houseway.games.deuces_wild.maths.fortune_figures import ALWAYS_PLAY, CASES, JOINT, OPTIMAL, SHORT, JointFigures
from houseway.games.deuces_wild.maths.joint import Piece
from houseway.games.deuces_wild.maths.strategies import answers, situations
from houseway.games.deuces_wild.maths.terms import (
    ANTE,
    BESIDE,
    FORTUNE,
    JACKPOT,
    POOL,
    POOLS,
    RATIO,
    TREASURE,
    VIEW,
    Terms,
)
from houseway.games.deuces_wild.maths.what_ifs import ANTE_RULES, FORTUNE_RULES, WILD, changes
from houseway.maths.question import FIXED, Asked, Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Division, Figures, Outcome, figures_from_distribution
from houseway.maths.strategy import Strategy
from houseway.maths.terms import check_seats, no_strategy, share_of
from houseway.rulebook.paytables import NO_ROW, Paytable
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

__all__ = [
    "CASES",
    "STRATEGIES",
    "Division",
    "JointFigures",
    "Piece",
    "answers",
    "at_table",
    "charts",
    "classify3",
    "classify5",
    "division",
    "figures",
    "joint_play",
    "joint_return",
    "situations",
    "strategy",
]

STRATEGIES = (OPTIMAL, SHORT, ALWAYS_PLAY, JOINT)
"""Strategies known by name; the last one plays the Ante for what it and Five Card Fortune win together."""

FOLD_ON_THREE, FOLD_ON_FOUR = "fold-on-three", "fold-on-four"


def figures(game: GameFolder, question: Question) -> Iterator[Figures]:
    """The figures of every wager under every paytable, standard set of options and strategy, or as narrowed."""
    terms, used = Terms(game, question), question.strategy
    if isinstance(used, str) and used not in STRATEGIES:
        raise no_strategy(used, STRATEGIES)
    for table in terms.tables:
        yield from _figures(terms, table, used)


def strategy(game: GameFolder, name: str, question: Question) -> Strategy:
    """A strategy for the Ante, for Five Card Fortune, or for both; under the first paytable unless one is named.

    ``joint`` is the best for both together, at the ``ratio`` of stakes in the options.
    """
    if name == ALWAYS_PLAY:
        return strategies.ante_strategy(base.always(True, True), ALWAYS_PLAY, rules=("Play and raise every hand.",))
    terms = Terms(game, msgspec.structs.replace(question, meters={}))
    if terms.rules and name not in (OPTIMAL, ALWAYS_PLAY, JOINT):
        raise _only_best(name)
    if name == JOINT:
        return _joint(terms)
    first = {table.wager: table for table in reversed(terms.tables)}
    ante, selected = first.get(ANTE), first.get(FORTUNE)
    if ante is None and selected is None:
        asked = question.wager or question.paytable
        raise BadQuestion(f"{asked} leaves nothing to decide", remedy=f"ask about {ANTE} or {FORTUNE}")
    return (_short if name == SHORT else _optimal)(terms, ante, selected)


def _optimal(terms: Terms, ante: Paytable | None, selected: Paytable | None) -> Strategy:
    made = []
    if WILD in terms.rules:
        raise _written_for_approved("ask for the figures of the best play instead")
    if ante is not None:
        found = changes.judged(terms.rules, terms.nets(ante))
        plan = base.best_plan(found.nets, found.rows, changes.stakes(terms.rules))
        made.append(strategies.ante_strategy(plan, OPTIMAL))
    if selected is not None:
        best = strategies.best_selections(terms.nets(selected), _pools(terms), changes.rule_set(terms.rules))
        made.append(strategies.fortune_strategy(best, OPTIMAL))
    return _together(made, f"Best for {_table_names(ante, selected)}.")


def _short(terms: Terms, ante: Paytable | None, selected: Paytable | None) -> Strategy:
    """The best strategy found that a few rules say, with its rules in words."""
    made = []
    if ante is not None:
        plan, rules = strategies.short_plan(terms.nets(ante))
        made.append(strategies.ante_strategy(plan, SHORT, rules=rules))
    if selected is not None:
        rule = strategies.short_selection(terms.nets(selected))
        selections = {pool: strategies.rule_selection(rule, pool) for pool in _pools(terms)}
        made.append(strategies.fortune_strategy(selections, SHORT, rules=rule.words()))
    return _together(made, f"Rules found for {_table_names(ante, selected)}.")


def _joint(terms: Terms) -> Strategy:
    if WILD in terms.rules:
        raise _written_for_approved("ask for the figures of the best play instead")
    most, seen, _ = _first_options(terms)
    ante, selected, rules = terms.beside("ante"), terms.beside("fortune"), changes.rule_set(terms.rules)
    nets = terms.nets(selected)
    own = changes.judged(terms.rules, terms.nets(ante)).nets
    plan = fortune_figures.joint_of(own, nets, most, seen, rules).plan(terms.ratio)
    made = [strategies.ante_strategy(plan, JOINT)]
    if not seen:
        made.append(strategies.fortune_strategy(strategies.best_selections(nets, range(3, most + 1), rules), JOINT))
    return _together(made, f"Best for {_table_names(ante, selected)}, {terms.ratio} on the latter for one Ante.")


def at_table(name: str, game: GameFolder, setup: Setup, stakes: Mapping[str, int]) -> Strategy:
    """The strategy called ``name`` for the paytables and options of a table, and for what a seat stakes there."""
    chosen = {slug: setup.options[slug] for slug in (POOL, VIEW)}
    asked = Question(edition=setup.edition.slug, options=chosen)
    tables = {slug: setup.paytables[wager].id for slug, wager in BESIDE.items() if wager in setup.paytables}
    if name == ALWAYS_PLAY:
        return strategy(game, name, asked)
    if name == JOINT:
        if not {ANTE, FORTUNE} <= set(stakes):
            raise BadQuestion(
                "the joint play is for a player with both wagers", remedy=f"bet {ANTE} and {FORTUNE}, or play another"
            )
        ratio = Fraction(stakes[FORTUNE], stakes[ANTE])
        options = {**chosen, **tables, RATIO: str(ratio)}
        return strategy(game, name, msgspec.structs.replace(asked, options=options))
    made = [
        strategy(game, name, msgspec.structs.replace(asked, wagers=(BESIDE[slug],), paytable=table))
        for slug, table in tables.items()
    ]
    return _together(made, f"{made[0].note} {made[-1].note}")


def joint_play(game: GameFolder, **asked: Unpack[Asked]) -> JointFigures:
    """What the best play for the Ante and Five Card Fortune wins, at the ``ratio`` of stakes in ``options``.

    ``ante`` and ``fortune`` in ``options`` name the paytables.
    """
    terms = Terms(game, Question.of(**asked).about(FORTUNE))
    return fortune_figures.joint_figures(terms, *_first_options(terms))


def joint_return(game: GameFolder, **asked: Unpack[Asked]) -> tuple[Piece, ...]:
    """What the best play for both wins at every ratio of the stakes: a convex function, straight between its pieces."""
    terms = Terms(game, Question.of(**asked).about(FORTUNE))
    most, seen, _ = _first_options(terms)
    return fortune_figures.joint_curve(terms, most, seen)


def _first_options(terms: Terms) -> tuple[int, bool, dict[str, str]]:
    """The pool and the view that are asked for, or the usual ones."""
    (most, pool), (seen, view) = terms.pools()[0], terms.views()[0]
    return most, seen, {POOL: pool, VIEW: view}


def _pools(terms: Terms) -> range:
    """How many cards a selection may be from: the option's number is the most, and a folded hand has fewer (DW-6)."""
    most = POOLS[terms.options.get(POOL, terms.edition.options[POOL].values[0])]
    return range(min(3, most), most + 1)


def _table_names(*tables: Paytable | None) -> str:
    return " and ".join(f"{table.wager} {table.id}" for table in tables if table is not None)


def _together(made: list[Strategy], note: str) -> Strategy:
    first = made[0]
    tables = {ask: table for strategy in made for ask, table in strategy.tables.items()}
    return Strategy(first.game, first.name, tables, note, tuple(rule for strategy in made for rule in strategy.rules))


# ----------------------------------------------------------------------------------------- one wager under one paytable


def _figures(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    if table.wager == ANTE:
        yield from (_changed_ante if set(terms.rules) & set(ANTE_RULES) else _ante)(terms, table, strategy)
    elif table.wager == FORTUNE:
        yield from _fortune(terms, table, strategy)
    elif table.wager == TREASURE:
        counts = changes.treasure(terms.rules)
        yield side_figures(terms, table, counts, ("The player only has to declare a hand that wins.",))
    else:
        counts = changes.jackpot(terms.rules, terms.nets(terms.beside("ante")))
        yield side_figures(terms, table, counts, _jackpot_notes(terms, table))


def _fortune(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    """Five Card Fortune; under changed rules by its best selection, or one that is given and can still be."""
    if set(terms.rules) & set(FORTUNE_RULES):
        if isinstance(strategy, Strategy) and WILD in terms.rules:
            raise _written_for_approved("ask about the best play")
        if strategy == SHORT:
            raise _only_best(SHORT)
    yield from fortune_figures.entries_of(terms, table, strategy)


def _written_for_approved(remedy: str) -> BadQuestion:
    return BadQuestion("a strategy is written for deuces and the joker, and other cards are wild", remedy=remedy)


def _only_best(name: str) -> BadQuestion:
    return BadQuestion(
        f"the strategy {name!r} is not worked out under changed rules", remedy=f"choose {OPTIMAL} or {ALWAYS_PLAY}"
    )


def _changed_ante(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    """The Ante under changed rules: its best play, or one that is given."""
    found = changes.judged(terms.rules, terms.nets(table))
    stakes, wilds = changes.stakes(terms.rules), changes.wilds(terms.rules)
    used = strategy or OPTIMAL
    if WILD in terms.rules:
        if used != OPTIMAL:
            raise _written_for_approved("ask about the best play")
        ends = base.ends(base.best_plan(found.nets, found.rows, stakes, wilds), found.rows, wilds)
    elif isinstance(used, Strategy):
        ends = base.ends(strategies.plan_of(used), found.rows)
    elif used in (OPTIMAL, ALWAYS_PLAY):
        best = base.best_plan(found.nets, found.rows, stakes)
        ends = base.ends(best if used == OPTIMAL else base.always(True, True), found.rows)
    else:
        raise _only_best(used)
    made = dict.fromkeys((*(row.event for row in table.rows), NO_ROW.event), 0)
    won = dict(zip(made, terms.nets(table), strict=True))
    for event, net, count in zip((*found.events, NO_ROW.event), found.nets, ends.rows, strict=True):
        made[event] += count
        won[event] = net
    name = used if isinstance(used, str) else used.name
    merged = base.Ends(ends.folded_on_three, ends.folded_on_four, tuple(made.values()))
    yield _ante_figures(terms, table, name, {}, merged, (), list(won.values()))


def _ante(terms: Terms, table: Paytable, strategy: Strategy | str | None) -> Iterator[Figures]:
    nets = terms.nets(table)
    best = base.best_plan(nets)
    for used in (strategy,) if strategy is not None else (OPTIMAL, SHORT, ALWAYS_PLAY):
        notes: tuple[str, ...] = ()
        options: dict[str, str] = {}
        if isinstance(used, Strategy):
            # One that speaks of Five Card Fortune only leaves the Ante to the best play.
            name, plan = used.name, best if set(used.tables) == {"fortune"} else strategies.plan_of(used)
        else:
            name = used
            if used == SHORT:
                plan, notes = strategies.short_plan(nets)
            elif used == JOINT:
                most, seen, options = _first_options(terms)
                selected = terms.beside("fortune")
                options |= {"fortune": selected.id, RATIO: str(terms.ratio)}
                plan = fortune_figures.joint_of(nets, terms.nets(selected), most, seen).plan(terms.ratio)
            else:
                plan = best if used == OPTIMAL else base.always(True, True)
        found = base.ends(plan)
        yield _ante_figures(terms, table, name, options, found, (*_cost(nets, found, base.ends(best)), *notes))


def _cost(nets: list[Fraction], found: base.Ends, best: base.Ends) -> tuple[str, ...]:
    cost = fortune_figures.ante_ev(nets, best) - fortune_figures.ante_ev(nets, found)
    return (f"Costs {float(cost):.4%} of the Ante against the best play ({cost}).",) if cost else ()


def _ante_figures(
    terms: Terms,
    table: Paytable,
    strategy: str,
    options: dict[str, str],
    found: base.Ends,
    notes: tuple[str, ...],
    nets: list[Fraction] | None = None,
) -> Figures:
    three, four, whole = changes.stakes(terms.rules)
    every = changes.wilds(terms.rules).deals

    def outcome(event: str, pays: str, net: Fraction, count: int) -> Outcome:
        return Outcome(event, pays, Fraction(count, every), net, count)

    folds = (found.folded_on_three, found.folded_on_four)
    outcomes = [
        outcome(row.event, row.pay.text, whole * net, count)
        for row, net, count in zip((*table.rows, NO_ROW), nets or terms.nets(table), found.rows, strict=True)
    ]
    outcomes.append(outcome(FOLD_ON_FOUR, NO_ROW.pay.text, Fraction(-four), folds[1]))
    outcomes.append(outcome(FOLD_ON_THREE, NO_ROW.pay.text, Fraction(-three), folds[0]))
    raised = sum(found.rows)
    return figures_from_distribution(
        wager=ANTE,
        paytable=table.id,
        options=options,
        strategy=strategy,
        unit=terms.unit(ANTE),
        outcomes=outcomes,
        average_action=Fraction(three * folds[0] + four * folds[1] + whole * raised, every),
        decisions={
            "play": {"play": 1 - Fraction(folds[0], every), "fold": Fraction(folds[0], every)},
            "raise": {"raise": Fraction(raised, every), "fold": Fraction(folds[1], every)},
        },
        deals=every,
        method="exact enumeration: three cards, a fourth, a fifth; the player knows its own cards only",
        notes=("Play and Raise are counted with the Ante they hang on.", *notes),
    )


def side_figures(terms: Terms, table: Paytable, counts: Mapping[str, int], notes: tuple[str, ...]) -> Figures:
    return figures_from_distribution(
        wager=table.wager,
        paytable=table.id,
        options={slug: value for slug, value in terms.options.items() if slug == FIXED and table.wager == JACKPOT},
        strategy=OPTIMAL,
        unit=terms.unit(table.wager),
        outcomes=terms.outcomes(table, counts),
        deals=sum(counts.values()),
        meters=terms.meter_figures(table, counts),
        divisions=tuple(divisions_of(terms, table, terms.edition.about.positions) if table.wager == JACKPOT else ()),
        notes=notes,
    )


# ------------------------------------------------------------------------------------------------- several winners


def division(game: GameFolder, *, seats: int | None = None, **asked: Unpack[Asked]) -> list[Division]:
    """The rows of a Bonus Jackpot paytable run as progressives, at a table of ``seats`` players (left out: a full one).

    A posted amount is paid whole to each winner; only a progressive is divided (DW-8, BJS-3).
    """
    terms = Terms(game, Question.of(**asked).about(JACKPOT))
    return divisions_of(terms, terms.tables[0], check_seats(terms.edition, seats))


def divisions_of(terms: Terms, table: Paytable, seats: int) -> list[Division]:
    """The rows of ``table`` that may be progressives, at a table of ``seats`` players who all have the wager."""
    counts = changes.jackpot(terms.rules, terms.nets(terms.beside("ante")))
    every = sum(counts.values())
    wilds = changes.wilds(terms.rules)
    found = []
    for row in table.rows:
        if terms.listed_meter(table, row) is not None and counts[row.event]:
            chance = Fraction(counts[row.event], every)
            others = _others(int(row.event[0]), seats - 1, wilds)
            share = sum((part / (1 + number) for number, part in others.items()), Fraction(0))
            worth = share_of(row) * chance * share * Fraction(100, terms.stake(JACKPOT))
            # The parts of all winners of a round make one prize: so often is there one.
            somebody = seats * chance * share
            found.append(Division(row.event, chance, 1 - others[0], share, worth, seats, somebody=somebody))
    return found


def _others(wild: int, players: int, wilds: Wilds = APPROVED) -> dict[int, Fraction]:
    """How many of ``players`` others have exactly ``wild`` wild cards too, if one has them: from one deck."""
    states: dict[tuple[int, int], Fraction] = {(wilds.cards - wild, 0): Fraction(1)}
    for player in range(players):
        after: dict[tuple[int, int], Fraction] = {}
        for (left, number), chance in states.items():
            cards = wilds.deck - 5 - 5 * player
            for drawn in range(min(5, left) + 1):
                ways = comb(left, drawn) * comb(cards - left, 5 - drawn)
                key = (left - drawn, number + (drawn == wild))
                after[key] = after.get(key, Fraction(0)) + chance * Fraction(ways, comb(cards, 5))
        states = after
    totals: dict[int, Fraction] = {0: Fraction(0)}
    for (_, number), chance in states.items():
        totals[number] = totals.get(number, Fraction(0)) + chance
    return totals


def _jackpot_notes(terms: Terms, table: Paytable) -> tuple[str, ...]:
    notes = ["The player decides nothing.", "A posted amount is paid whole to each winner."]
    seats, wilds = terms.edition.about.positions, changes.wilds(terms.rules)
    for row in table.rows:
        if terms.meter_of(table, row) is not None and int(row.event[0]) <= wilds.cards:
            others = _others(int(row.event[0]), seats - 1, wilds)
            said = (
                f"at a full table of {seats} a winner shares it with probability {float(1 - others[0]):.6f}"
                if others[0] < 1
                else "no two players of a round can both have it"
            )
            notes.append(f"{row.name} as a progressive is divided among its winners: {said}.")
    return tuple(notes)
