"""Several wagers of one Deuces Wild seat together: Ante, Three Card Treasure and the Bonus Jackpot in all their ends.

Five Card Fortune hangs on the community hand too: of it and an Ante, played best for both, the covariance is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

import msgspec
import numpy as np

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import base, strategy, together
from houseway.games.deuces_wild.maths.classes import NATURALS, WILDS, classes, summed_over_before
from houseway.games.deuces_wild.maths.counting import Fifth, fifth, jackpot_rows, treasure_events
from houseway.games.deuces_wild.maths.fortune import beside_ante, best_selection
from houseway.games.deuces_wild.maths.fortune_figures import JOINT, ante_ev, expected
from houseway.games.deuces_wild.maths.strategies import plan_of
from houseway.games.deuces_wild.maths.terms import ANTE, FORTUNE, JACKPOT, POOL, POOLS, RATIO, TREASURE, VIEW, Terms
from houseway.maths.bet_sets.joint_results import JointResults
from houseway.maths.question import Question
from houseway.maths.question_errors import AmountNeeded
from houseway.maths.strategy import Strategy
from houseway.rulebook.paytables import NO_ROW
from houseway.table.folder import GameFolder

COUNTED = (ANTE, TREASURE, JACKPOT)
NO_TREASURE = len(hands.TREASURE_ROWS)


def joint(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> JointResults | None:
    """The wagers of a seat without Five Card Fortune, by the approved rules."""
    terms = {wager: Terms(game, question) for wager, question in questions.items()}
    if not set(terms) <= set(COUNTED) or any(each.rules for each in terms.values()):
        return None
    nets = {wager: _nets(each, wager) for wager, each in terms.items()}
    plan = None
    if ANTE in terms:
        ante = terms[ANTE]
        used = questions[ANTE].strategy
        plan = plan_of(used) if isinstance(used, Strategy) else base.best_plan(ante.nets(ante.tables[0]))
    ends: dict[tuple[Fraction, ...], Fraction] = {}
    for end, treasure, wild, count in _counts(plan):
        at = {ANTE: end, TREASURE: treasure, JACKPOT: wild}
        key = tuple(nets[wager][at[wager]] for wager in terms)
        ends[key] = ends.get(key, Fraction(0)) + Fraction(count, base.DEALS)
    return JointResults(tuple(terms), ends)


def _nets(terms: Terms, wager: str) -> list[Fraction]:
    """What each end of a wager wins: of the Ante rows, none, folded on four, folded on three; else rows or wilds."""
    table = terms.tables[0]
    if wager == ANTE:
        made = [base.ALL * net for net in terms.nets(table)]
        return [*made, Fraction(-base.FOUR), Fraction(-base.THREE)]
    if wager == TREASURE:
        return terms.nets(table)
    found = []
    for rows in jackpot_rows():
        row = table.row(rows)
        net = Fraction(-1) if row is NO_ROW else terms.net(table, row)
        if net is None:
            raise AmountNeeded(
                f"{wager} is paid from a meter or by a posted amount", remedy="give the amount: --meter NAME=AMOUNT"
            )
        found.append(net)
    return found


def _counts(plan: base.Plan | None) -> Iterator[tuple[int, int, int, int]]:
    """(end of the Ante, row of Treasure, wild cards among five, deals) of all `base.DEALS`; without a plan no Ante is
    bet.
    """
    three, four = classes(3), classes(4)
    play = np.zeros(len(three), dtype=np.bool_) if plan is None else plan.play
    made = fifth(hands.ANTE_ROWS)
    last = len(hands.ANTE_ROWS) + 2
    for treasure in range(NO_TREASURE + 1):
        here = treasure_events() == treasure
        for wild in range(4):
            folded = int(three.sizes[here & ~play & (three.wild == wild)].sum())
            if folded:
                for more in range(3):
                    # Two further cards, in either order.
                    ways = 2 * comb(WILDS - wild, more) * comb(NATURALS - (3 - wild), 2 - more)
                    yield last, treasure, wild + more, folded * ways
        if plan is not None and (here & play).any():
            reached = four.sizes * summed_over_before(4, (here & play).astype(np.int64))
            yield from _after_play(treasure, reached, plan, made)


def _after_play(
    treasure: int, reached: np.ndarray[tuple[int], np.dtype[np.int64]], plan: base.Plan, made: Fifth
) -> Iterator[tuple[int, int, int, int]]:
    four = classes(4)
    rows = len(hands.ANTE_ROWS) + 1
    for wild in range(5):
        folded = int(reached[~plan.raise_ & (four.wild == wild)].sum())
        for more, cards in ((1, WILDS - wild), (0, base.FIFTHS - (WILDS - wild))):
            if folded and cards:
                yield rows, treasure, wild + more, folded * cards
        raised = np.where(plan.raise_ & (four.wild == wild), reached, 0)
        for row, count in enumerate((raised @ made.natural).tolist()):
            if count:
                yield row, treasure, wild, count
        if wild < WILDS:
            by_row = np.bincount(made.wild, weights=raised, minlength=rows).astype(np.int64)
            for row, count in enumerate(by_row.tolist()):
                if count:
                    yield row, treasure, wild + 1, count * (WILDS - wild)


# ------------------------------------------------------------------------------------------ beside Five Card Fortune


def play(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> Strategy | None:
    """The best play of the Ante and Five Card Fortune for what is staked on each."""
    if not {ANTE, FORTUNE} <= set(questions):
        return None
    asked = questions[FORTUNE]
    tables = {"ante": _paytable(game, questions[ANTE]), "fortune": _paytable(game, asked)}
    ratio = Fraction(stakes[FORTUNE], stakes[ANTE])
    chosen = {slug: value for slug, value in asked.options.items() if slug in (POOL, VIEW)}
    question = Question(edition=asked.edition, options={**chosen, **tables, RATIO: str(ratio)})
    return strategy(game, JOINT, question)


def covariances(
    game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]
) -> dict[tuple[str, str], Fraction]:
    """Those of Five Card Fortune with the Ante and with Three Card Treasure, and of all wagers without it.

    Cards are selected best, before the community hand is seen; the Ante is played by the strategy of its question.
    """
    found: dict[tuple[str, str], Fraction] = {}
    if any(question.rules for question in questions.values()):
        return found
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
    most = POOLS[terms.options.get(POOL, terms.edition.options[POOL].values[0])]
    found: dict[tuple[str, str], Fraction] = {}
    plan = None
    if ANTE in questions:
        own = Terms(game, questions[ANTE])
        ante = own.nets(own.tables[0])
        used = questions[ANTE].strategy
        plan = plan_of(used) if isinstance(used, Strategy) else base.best_plan(ante)
        mean = expected(nets, _chances(nets, plan, most))
        found[ANTE, FORTUNE] = together.mean_product(ante, nets, plan, most) - ante_ev(ante, base.ends(plan)) * mean
    if TREASURE in questions:
        beside = Terms(game, questions[TREASURE])
        won = beside.nets(beside.tables[0])
        worth = [won[event] for event in treasure_events()]
        every = [Fraction(1)] * len(worth)
        mean = together.mean_product_with_three(nets, plan, most, every)
        sizes = classes(3).sizes.tolist()
        other = sum((net * size for net, size in zip(worth, sizes, strict=True)), Fraction(0)) / sum(sizes)
        found[TREASURE, FORTUNE] = together.mean_product_with_three(nets, plan, most, worth) - mean * other
    return found


def _chances(nets: Sequence[Fraction], plan: base.Plan, most: int) -> Sequence[Fraction]:
    return beside_ante(plan, most, {pool: best_selection(nets, pool) for pool in range(3, most + 1)})


def _paytable(game: GameFolder, question: Question) -> str:
    return Terms(game, question).tables[0].id
