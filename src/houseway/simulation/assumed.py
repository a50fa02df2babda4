"""What a simulation takes for granted beside the approved document, and where it departs from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.maths.assumptions import Assumptions, Facts, assumptions, payer
from houseway.maths.question import Question
from houseway.maths.what_ifs import rules_of
from houseway.rulebook.edition import Edition
from houseway.rulebook.money import dollars
from houseway.simulation.departures import DepartingTable, asked_options, asked_rules
from houseway.simulation.plan import Plan
from houseway.table.folder import GameFolder
from houseway.table.setup import Setup


def assumed_by(plan: Plan) -> Assumptions:
    """Options other than the usual ones, paytables, amounts and changed pays of the wagers that are played.

    In the words and under the fingerprint of the analysis, which a question with the same departures has too.
    """
    setup = plan.table()
    played = tuple(dict.fromkeys(wager for stakes in plan.wagers.values() for wager in stakes))
    stakes = [("jackpot wager", dollars(stake)) for stake in _other_stakes(plan, setup.edition)]
    return table_assumptions(plan.game(), setup, played, plan.meters, stakes)


def table_assumptions(
    game: GameFolder,
    setup: Setup,
    played: tuple[str, ...],
    amounts: Mapping[str, int],
    stakes: Sequence[tuple[str, str]] = (),
) -> Assumptions:
    """The same of wagers ``played`` at a table with ``amounts`` on its meters; ``stakes`` are other than usual."""
    edition = setup.edition
    options = {slug: value for slug, value in setup.options.items() if value != edition.options[slug].values[0]}
    meters = {name: cents for name, cents in amounts.items() if name.split("/")[0] in played}
    chosen = {**options, **asked_options(setup)}
    rules = rules_of(game, edition.slug)
    found = assumptions(edition, Question(options=chosen, meters=meters, rules=asked_rules(setup)), rules)
    assumed = [*found.assumed]
    departures = [*found.departures]
    assumed += [
        (f"paytable of {wager}", setup.paytables[wager].id)
        for wager in played
        if wager in setup.paytables and edition.paytable_ids(wager) != ("standard",)
    ]
    assumed += stakes
    changed = setup.pays if isinstance(setup, DepartingTable) else {}
    for wager in edition.wagers:
        if payer(edition, wager) != wager or wager not in setup.paytables:
            continue
        rows = {**(setup.posted.get(wager, {}) if wager in played else {}), **changed.get(wager, {})}
        table = setup.paytables[wager]
        asked = Question(wagers=(wager,), paytable=table.id, options=setup.options, pays=rows)
        of_pays = assumptions(edition, asked)
        assumed += _about_pays(of_pays.assumed)
        departures += _about_pays(of_pays.departures)
    return Assumptions(edition.fingerprint, tuple(assumed), tuple(departures), found.rules)


def _other_stakes(plan: Plan, edition: Edition) -> list[int]:
    """Amounts of jackpot wagers that are not the document's: a dollar on a meter is worth less to a larger wager."""
    found = [
        stake
        for stakes in plan.wagers.values()
        for wager, stake in stakes.items()
        if edition.wagers[wager].kind == "jackpot" and stake != (edition.wagers[wager].fixed or 100)
    ]
    return list(dict.fromkeys(found))


def _about_pays(facts: Facts) -> Facts:
    return tuple(fact for fact in facts if fact[0].startswith(("posted on ", "pay of ")))
