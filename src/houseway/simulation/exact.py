"""The exact figures that a simulation is compared with: the same table, wagers and strategy, asked of the analysis."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.maths.front import analyze, maths_of
from houseway.maths.question import Question
from houseway.maths.question_errors import BadQuestion
from houseway.maths.results import Figures
from houseway.maths.strategy import Strategy
from houseway.simulation.departures import asked_options, asked_pays, asked_rules
from houseway.simulation.plan import Plan
from houseway.simulation.program import KnowsFigures, Program
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup

OPTIMAL = "optimal"
FREE = ("shoe", "dealt-by", "tabulator", "burn")
"""Options that are none of the analysis where it does not know them: a round's cards are as likely under each."""


def exact_figures(plan: Plan, program: Program) -> dict[tuple[int, str], Figures]:
    """The figures of each column of ``program``, made from ``plan``; a column that has none is left out.

    A program that knows its own figures is asked: a wager may depend on those beside it and on the other
    seats. Otherwise they are those of the analysis, for one player.
    """
    if isinstance(program, KnowsFigures):
        return program.exact()
    game, setup = plan.game(), plan.table()
    if game.part("maths") is None:
        return {}
    stakes = {(seat, wager): plan.wagers[seat][wager] for seat, wager in program.columns}
    by_stake = {
        (wager, stake): next(iter(figures_at(game, setup, wager, plan.strategy, plan.meters, stake)), None)
        for wager, stake in dict.fromkeys((wager, stake) for (_, wager), stake in stakes.items())
    }
    return {
        (seat, wager): item for (seat, wager), stake in stakes.items() if (item := by_stake[wager, stake]) is not None
    }


def figures_at(
    game: GameFolder,
    setup: Setup,
    wager: str,
    strategy: Strategy | None = None,
    meters: Mapping[str, int] | None = None,
    stake: int | None = None,
) -> list[Figures]:
    """The figures of a wager at a table, under ``strategy`` or the best play; none where it has none of its own.

    The first is for the wager by itself; others, if any, for the same wager beside another. What a dollar on a meter is
    worth to a jackpot wager hangs on its ``stake`` in cents: the table's fixed amount, or the usual one, if left out.
    """
    if game.part("maths") is None:
        return []
    question = question_at(game, setup, wager, strategy, meters, stake)
    try:
        entries = analyze(game, question).figures
    except BadQuestion:
        edition = setup.edition
        if wager in edition.wagers and edition.wagers[wager].kind == "supplemental":
            return []
        raise
    fitting = [
        item
        for item in entries
        if all(item.options.get(key, value) == value for key, value in question.options.items())
        and all(setup.options.get(key, value) == value for key, value in item.options.items())
    ]
    best = [item for item in fitting if item.strategy == (strategy.name if strategy else OPTIMAL)]
    return best or fitting


def question_at(
    game: GameFolder,
    setup: Setup,
    wager: str,
    strategy: Strategy | None = None,
    meters: Mapping[str, int] | None = None,
    stake: int | None = None,
) -> Question:
    """What the analysis is asked for the figures of a wager at a table: see `figures_at`."""
    edition = setup.edition
    options = {
        slug: value
        for slug, value in setup.options.items()
        if value != edition.options[slug].values[0] and slug not in FREE
    }
    options |= asked_options(setup)
    if wager in setup.fixed:
        options["fixed"] = str(setup.fixed[wager])
    elif edition.wagers[wager].kind == "jackpot" and stake not in (None, edition.wagers[wager].fixed or 100):
        options["fixed"] = str(stake)
    table = setup.paytables.get(wager)
    # Left out, the other strategies of the game would be worked out too.
    best_play = OPTIMAL if OPTIMAL in maths_of(game).STRATEGIES else None
    return Question(
        edition=edition.slug,
        wagers=(wager,),
        paytable=None if table is None or edition.paytable_ids(wager) == ("standard",) else table.id,
        options=options,
        pays=asked_pays(setup, wager),
        strategy=strategy or best_play,
        meters={name: amount for name, amount in (meters or {}).items() if name.split("/")[0] == wager},
        rules=asked_rules(setup),
    )
