"""Several wagers of one Deuces Wild seat together: Ante, Three Card Treasure and the Bonus Jackpot in all their ends.

Five Card Fortune hangs on the community hand too: of it and an Ante, played best for both, the covariance is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, strategy, together
from houseway.games.deuces_wild.maths.classes import classes, summed_over_before
from houseway.games.deuces_wild.maths.counting import Events, fifth, jackpot_rows
from houseway.games.deuces_wild.maths.fortune import beside_ante
from houseway.games.deuces_wild.maths.fortune_figures import JOINT, ante_worth, best_ante, expected
from houseway.games.deuces_wild.maths.strategies import best_selections, plan_of
from houseway.games.deuces_wild.maths.terms import ANTE, FORTUNE, JACKPOT, POOL, POOLS, RATIO, TREASURE, VIEW, Terms
from houseway.games.deuces_wild.maths.what_ifs import JACKPOT_FOLD, WILD, changes
from houseway.maths.bet_sets.joint_results import JointResults
from houseway.maths.question import Question
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

COUNTED = (ANTE, TREASURE, JACKPOT)
NO_TREASURE = len(hands.TREASURE_ROWS)


def joint(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> JointResults | None:
    """The wagers of a seat without Five Card Fortune."""
    terms = {wager: Terms(game, question) for wager, question in questions.items()}
    if not set(terms) <= set(COUNTED):
        return None
    nets = {wager: _nets(each, wager) for wager, each in terms.items()}
    changed = next(iter(terms.values())).rules
    given_up = JACKPOT in terms and JACKPOT_FOLD in changed
    plan = None
    if ANTE in terms or given_up:
        # Where a fold takes the Bonus Jackpot with it, an Ante is thought of beside it, and played best.
        plan = _plan(terms.get(ANTE) or terms[JACKPOT], questions[ANTE].strategy if ANTE in terms else None)
    rules = changes.rule_set(changed)
    folds = (len(rules.ante) + 1, len(rules.ante) + 2)
    ends: dict[tuple[Fraction, ...], Fraction] = {}
    for end, treasure, wild, count in _counts(plan, rules, changes.treasure_events_under(changed)):
        at = {ANTE: end, TREASURE: treasure, JACKPOT: 0 if given_up and end in folds else wild}
        key = tuple(nets[wager][at[wager]] for wager in terms)
        ends[key] = ends.get(key, Fraction(0)) + Fraction(count, rules.wilds.deals)
    return JointResults(tuple(terms), ends)


def _plan(terms: Terms, used: Strategy | str | None) -> base.Plan:
    """How the Ante is played: by a strategy, or best for itself."""
    if isinstance(used, Strategy):
        return plan_of(used)
    return best_ante(_ante_nets(terms), changes.rule_set(terms.rules))


def _ante_nets(terms: Terms) -> tuple[Fraction, ...]:
    return changes.judged(terms.rules, terms.nets(terms.beside("ante"))).nets


def _nets(terms: Terms, wager: str) -> list[Fraction]:
    """What each end of a wager wins: of the Ante rows, none, folded on four, folded on three; else rows or wilds."""
    table = terms.tables[0]
    if wager == ANTE:
        three, four, whole = changes.stakes(terms.rules)
        return [*(whole * net for net in _ante_nets(terms)), Fraction(-four), Fraction(-three)]
    if wager == TREASURE:
        return terms.nets(table)
    return [terms.known_net(table, table.row(rows)) for rows in jackpot_rows()]


def _counts(plan: base.Plan | None, rules: base.RuleSet, treasures: Events) -> Iterator[tuple[int, int, int, int]]:
    """(end of the Ante, row of Treasure, wild cards among five, deals) of all deals; without a plan no Ante is bet.

    ``treasures`` has the row of Three Card Treasure by class of three cards.
    """
    wilds = rules.wilds
    three, four, naturals = classes(3, wilds), classes(4, wilds), wilds.deck - wilds.cards
    play = np.zeros(len(three), dtype=np.bool_) if plan is None else plan.play
    last = len(rules.ante) + 2
    for treasure in range(NO_TREASURE + 1):
        here = treasures == treasure
        for wild in range(4):
            folded = int(three.sizes[here & ~play & (three.wild == wild)].sum())
            if folded:
                for more in range(3):
                    # Two further cards, in either order.
                    ways = 2 * comb(wilds.cards - wild, more) * comb(naturals - (3 - wild), 2 - more)
                    if ways:
                        yield last, treasure, wild + more, folded * ways
        if plan is not None and (here & play).any():
            reached = four.sizes * summed_over_before(4, (here & play).astype(np.int64), wilds)
            yield from _after_play(treasure, reached, plan, rules)


def _after_play(
    treasure: int, reached: np.ndarray[tuple[int], np.dtype[np.int64]], plan: base.Plan, rules: base.RuleSet
) -> Iterator[tuple[int, int, int, int]]:
    wilds, made = rules.wilds, fifth(rules.ante, rules.wilds)
    four, left = classes(4, wilds), wilds.deck - 4
    rows = len(rules.ante) + 1
    for wild in range(min(4, wilds.cards) + 1):
        folded = int(reached[~plan.raise_ & (four.wild == wild)].sum())
        for more, cards in ((1, wilds.cards - wild), (0, left - (wilds.cards - wild))):
            if folded and cards:
                yield rows, treasure, wild + more, folded * cards
        raised = np.where(plan.raise_ & (four.wild == wild), reached, 0)
        for row, count in enumerate((raised @ made.natural).tolist()):
            if count:
                yield row, treasure, wild, count
        if wild < wilds.cards:
            by_row = np.bincount(made.wild, weights=raised, minlength=rows).astype(np.int64)
            for row, count in enumerate(by_row.tolist()):
                if count:
                    yield row, treasure, wild + 1, count * (wilds.cards - wild)


# ------------------------------------------------------------------------------------------ beside Five Card Fortune


def play(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> Strategy | None:
    """The best play of the Ante and Five Card Fortune for what is staked on each.

    With other wild cards there is none: a strategy is written for deuces and the joker.
    """
    if not {ANTE, FORTUNE} <= set(questions) or WILD in Terms(game, questions[FORTUNE]).rules:
        return None
    asked = questions[FORTUNE]
    tables = {"ante": _paytable(game, questions[ANTE]), "fortune": _paytable(game, asked)}
    ratio = Fraction(stakes[FORTUNE], stakes[ANTE])
    chosen = {slug: value for slug, value in asked.options.items() if slug in (POOL, VIEW)}
    question = Question(edition=asked.edition, options={**chosen, **tables, RATIO: str(ratio)}, rules=asked.rules)
    return strategy(game, JOINT, question)


def covariances(
    game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]
) -> dict[tuple[str, str], Fraction]:
    """Those of Five Card Fortune with the Ante and with Three Card Treasure, and of all wagers without it.

    Cards are selected best, before the community hand is seen; the Ante is played by the strategy of its question.
    """
    found: dict[tuple[str, str], Fraction] = {}
    if FORTUNE in questions:
        found |= _with_fortune(game, questions)
    if {ANTE, TREASURE, JACKPOT} & set(questions) and len(questions) > 1:
        counted = {
            wager: msgspec.structs.replace(question, strategy=questions[ANTE].strategy if ANTE in questions else None)
            for wager, question in questions.items()
            if wager in COUNTED
        }
        results = joint(game, counted, stakes)
        if results is not None:
            pairs = [(one, other) for one in counted for other in counted if one < other]
            found |= {pair: results.covariance(*pair) for pair in pairs}
    return found


def _with_fortune(game: GameFolder, questions: Mapping[str, Question]) -> dict[tuple[str, str], Fraction]:
    terms = Terms(game, questions[FORTUNE])
    if terms.views()[0][0]:
        return {}  # with the community hand in sight it is not worked out
    nets = terms.nets(terms.tables[0])
    rules = changes.rule_set(terms.rules)
    most = POOLS[terms.options.get(POOL, terms.edition.options[POOL].values[0])]
    found: dict[tuple[str, str], Fraction] = {}
    plan = None
    if ANTE in questions:
        own = Terms(game, questions[ANTE])
        ante, plan = _ante_nets(own), _plan(own, questions[ANTE].strategy)
        picked = best_selections(nets, range(3, most + 1), rules)
        mean = expected(nets, beside_ante(plan, most, picked, rules.fortune, rules.wilds))
        product = together.mean_product(ante, nets, plan, most, rules)
        found[ANTE, FORTUNE] = product - ante_worth(ante, plan, rules) * mean
    if TREASURE in questions:
        beside = Terms(game, questions[TREASURE])
        won = beside.nets(beside.tables[0])
        worth = [won[event] for event in changes.treasure_events_under(terms.rules)]
        every = [Fraction(1)] * len(worth)
        mean = together.mean_product_with_three(nets, plan, most, every, rules)
        sizes = classes(3, rules.wilds).sizes.tolist()
        other = sum((net * size for net, size in zip(worth, sizes, strict=True)), Fraction(0)) / sum(sizes)
        found[TREASURE, FORTUNE] = together.mean_product_with_three(nets, plan, most, worth, rules) - mean * other
    return found


def _paytable(game: GameFolder, question: Question) -> str:
    return Terms(game, question).tables[0].id
