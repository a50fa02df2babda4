"""The Ante and Five Card Fortune of one player together: the spread of what both win in a round.

The two go together in two ways: the Ante decides how many cards there are to select from, and the cards that make its
hand cannot lie in the community hand. The first is in the plan. The second needs, for each four cards and each fifth,
what the selection wins over the community hands without the fifth: inclusion and exclusion over five cards, where
`houseway.games.deuces_wild.maths.fortune` has it over four. Selections are made before the community hand is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild.maths import base, fortune
from houseway.games.deuces_wild.maths.base import APPROVED_RULES, Plan, RuleSet, whole_numbers
from houseway.games.deuces_wild.maths.classes import (
    CHOOSE,
    Codes,
    Numbers,
    Wilds,
    classes,
    summed_over_before,
    summed_over_next,
)
from houseway.games.deuces_wild.maths.counting import Events, judged_by, whole
from houseway.games.deuces_wild.maths.evaluation import place
from houseway.games.deuces_wild.maths.fortune import COMMUNITY
from houseway.games.deuces_wild.maths.walks.fortune_counts import JOKER, Picked
from houseway.maths.compiled import compiled


def _deals(wilds: Wilds) -> tuple[int, int, int]:
    """Deals of three, four and five cards in order, the first three as a set, each with every community hand."""
    three = comb(wilds.deck, 3)
    four = three * (wilds.deck - 3)
    after = [comb(wilds.deck - cards, COMMUNITY) for cards in (3, 4, 5)]
    return three * after[0], four * after[1], four * (wilds.deck - 4) * after[2]


def mean_product(
    ante: Sequence[Fraction],
    nets: Sequence[Fraction],
    plan: Plan,
    most: int,
    rules: RuleSet = APPROVED_RULES,
) -> Fraction:
    """What the Ante wins times what Five Card Fortune wins, on the average, both per unit of their own stakes.

    The Ante is played by ``plan`` and pays ``ante``; the cards are selected best for ``nets``, from at most ``most``.
    """
    won, parts = whole_numbers(ante)
    unit = whole_numbers(nets)[1]
    first, folded, raised = _worths(tuple(nets), most, rules)
    three = classes(3, rules.wilds)
    sizes, (staked, more, all_) = three.sizes, rules.stakes
    # By the last thing known: three cards that are folded, four that are, and four with every fifth.
    on_three = -staked * _sum(first[~plan.play], sizes[~plan.play])
    if most == 3:
        weights = np.repeat(np.where(plan.play, sizes, 0), three.after.shape[1])
        goes_on = plan.raise_[three.after.ravel()]
    else:
        weights, goes_on = base.reached(plan.play, rules.wilds), plan.raise_
    on_four = -more * _sum(folded[~goes_on], weights[~goes_on])
    by_row = [_sum(column[goes_on], weights[goes_on]) for column in raised.T]
    on_five = all_ * sum(total * int(gain) for total, gain in zip(by_row, won, strict=True))
    threes, fours, fives = _deals(rules.wilds)
    return Fraction(on_three, threes * unit) + Fraction(on_four, fours * unit) + Fraction(on_five, fives * unit * parts)


def mean_product_with_three(
    nets: Sequence[Fraction],
    plan: Plan | None,
    most: int,
    worth: Sequence[Fraction],
    rules: RuleSet = APPROVED_RULES,
) -> Fraction:
    """What Five Card Fortune wins times what the first three cards win, ``worth`` by their class, on the average.

    The Ante beside it is played by ``plan``; without one it has three cards to select from.
    """
    gains, parts = whole_numbers(worth)
    unit = whole_numbers(nets)[1]
    three = classes(3, rules.wilds)
    sizes, part = three.sizes * gains, unit * parts
    threes, fours, fives = _deals(rules.wilds)
    if plan is None:
        _, first = fortune.best_and_worth(tuple(nets), 3, rules.fortune, rules.wilds)
        return Fraction(_sum(first, sizes), threes * part)
    first, folded, raised = _worths(tuple(nets), most, rules)
    on_three = _sum(first[~plan.play], sizes[~plan.play])
    if most == 3:
        weights = np.repeat(np.where(plan.play, sizes, 0), three.after.shape[1])
        goes_on = plan.raise_[three.after.ravel()]
    else:
        before = summed_over_before(4, np.where(plan.play, gains, 0), rules.wilds)
        weights = classes(4, rules.wilds).sizes * before
        goes_on = plan.raise_
    on_four = _sum(folded[~goes_on], weights[~goes_on])
    on_five = _sum(raised.sum(axis=1)[goes_on], weights[goes_on])
    return Fraction(on_three, threes * part) + Fraction(on_four, fours * part) + Fraction(on_five, fives * part)


def variance(
    ante: Sequence[Fraction],
    nets: Sequence[Fraction],
    plan: Plan,
    most: int,
    ratio: Fraction,
    rules: RuleSet = APPROVED_RULES,
) -> Fraction:
    """The variance of what both win, per unit of the Ante, ``ratio`` being staked on Five Card Fortune."""
    ends = base.ends(plan, rules.ante, rules.wilds)
    three, four, all_ = rules.stakes
    results = [(all_ * net, count) for net, count in zip(ante, ends.rows, strict=True)]
    results += [(Fraction(-three), ends.folded_on_three), (Fraction(-four), ends.folded_on_four)]
    chances = _chances(nets, plan, most, rules)
    mean, square = _moments([(net, Fraction(count, rules.wilds.deals)) for net, count in results])
    other, other_square = _moments(list(zip(nets, chances, strict=True)))
    product = mean_product(ante, nets, plan, most, rules)
    return square - mean**2 + ratio**2 * (other_square - other**2) + 2 * ratio * (product - mean * other)


def _chances(nets: Sequence[Fraction], plan: Plan, most: int, rules: RuleSet) -> list[Fraction]:
    rows, wilds = rules.fortune, rules.wilds
    picked = {pool: fortune.best_selection(nets, pool, rows, wilds) for pool in range(3, most + 1)}
    if most == 3:
        counts = fortune.blind(picked[3], 3, rows=rows, wilds=wilds)
        return [Fraction(count, fortune.deals(3, wilds)) for count in counts]
    return fortune.beside_ante(plan, most, picked, rows, wilds)


def _moments(results: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    mean = sum((net * chance for net, chance in results), Fraction(0))
    return mean, sum((net * net * chance for net, chance in results), Fraction(0))


def _sum(values: Numbers, weights: Numbers) -> int:
    """The sum of products, in Python's integers."""
    return int(np.dot(values.astype(object), weights.astype(object))) if len(values) else 0


@lru_cache(maxsize=16)
def _worths(nets: tuple[Fraction, ...], most: int, rules: RuleSet) -> tuple[Numbers, Numbers, Numbers]:
    """What the selection wins: by class of three cards; on four cards; and on four by the row that the fifth makes.

    Summed over community hands, in parts of a unit. Four cards are classes, or where three are selected from, those of
    each class of three with each fourth card.
    """
    rows, wilds = rules.fortune, rules.wilds
    picked3, first = fortune.best_and_worth(nets, 3, rows, wilds)
    if most == 3:
        four, picks = _with_a_fourth(picked3, wilds)
    else:
        picks, folded = fortune.best_and_worth(nets, 4, rows, wilds)
        four = classes(4, wilds).cards
        if most == 5:
            return first, folded, _by_fifth(nets, rules)
    base_worth, raised = _products(nets, four, picks, rules)
    return first, base_worth, raised


def _by_fifth(nets: tuple[Fraction, ...], rules: RuleSet) -> Numbers:
    """By class of four, what the best selection of all five wins, by the row of the Ante that the fifth card makes."""
    wilds = rules.wilds
    _, worth = fortune.best_and_worth(nets, 5, rules.fortune, wilds)
    rows = whole(rules.ante, wilds)
    found = [summed_over_next(4, np.where(rows == row, worth, 0), wilds) for row in range(len(rules.ante) + 1)]
    return np.stack(found, axis=1)


def _with_a_fourth(picked: Picked, wilds: Wilds) -> tuple[Codes, Picked]:
    """Each class of three with each fourth card, and the selection from the three, as bits of the four in order."""
    three = classes(3, wilds).cards
    four = np.zeros((len(three) * (wilds.deck - 3), 4), dtype=np.uint8)
    picks = np.zeros(len(four), dtype=np.uint8)
    _fourths(three, picked, wilds.deck, four, picks)
    return four, picks


def _products(
    nets: tuple[Fraction, ...], four: Codes, picks: Picked, rules: RuleSet = APPROVED_RULES
) -> tuple[Numbers, Numbers]:
    """What ``picks`` from ``four`` win over all community hands, and by the Ante's row with each fifth card."""
    gains, _ = whole_numbers(nets)
    wilds = rules.wilds
    singly, several = fortune.won_by_sets(nets, rules.fortune, wilds)
    judged, selected = judged_by(rules.ante, wilds), judged_by(rules.fortune, wilds)
    numbers, starts = fortune.set_numbers(wilds)
    found = np.zeros(len(four), dtype=np.int64)
    rows = np.zeros((len(four), len(rules.ante) + 1), dtype=np.int64)
    known = (CHOOSE, numbers, starts, fortune.SEVERAL_PLACE, wilds.low, wilds.deck)
    _over_fifths(four, picks, *known, singly, several, gains, judged.words, judged.table, selected.table, found, rows)
    return found, rows


@compiled
def _fourths(three: Codes, picked: Picked, deck: int, four: Codes, picks: Picked) -> None:
    row = 0
    for kind in range(three.shape[0]):
        for code in range(deck):
            place_of = 0
            held = False
            for k in range(3):
                if three[kind, k] == code:
                    held = True
                if three[kind, k] < code:
                    place_of += 1
            if held:
                continue
            bits = 0
            for k in range(3):
                at = k if k < place_of else k + 1
                four[row, at] = three[kind, k]
                if picked[kind] >> k & 1:
                    bits |= 1 << at
            four[row, place_of] = code
            picks[row] = bits
            row += 1


@compiled
def _over_fifths(
    four: Codes,
    picks: Picked,
    choose: Numbers,
    numbers: npt.NDArray[np.int16],
    starts: Numbers,
    several_place: Numbers,
    low: int,
    deck: int,
    singly: Numbers,
    several: Numbers,
    gains: Numbers,
    words: npt.NDArray[np.uint64],
    ante_table: Events,
    fortune_table: Events,
    found: Numbers,
    rows: Numbers,
) -> None:
    cards = np.zeros(16, np.int64)
    for held in range(1, 16):
        cards[held] = cards[held & (held - 1)] + 1
    before = np.zeros((16, 5), np.int64)
    sets = np.zeros(16, np.int64)
    for row in range(four.shape[0]):
        pick = np.int64(picks[row])
        wild = 0
        natural = 0
        total4 = np.uint64(0)
        common4 = ~np.uint64(0)
        for k in range(4):
            own = np.int64(four[row, k])
            if low <= own < JOKER:
                natural |= 1 << k
            else:
                wild += 1
            total4 += words[own]
            common4 &= words[own]
        chosen = int(cards[pick])
        # The hands of five with the selected card, by inclusion and exclusion over the other cards of the pool; those
        # with several wild ones over its natural cards.
        count = 0
        for held in range(16):
            if (chosen == 1 and held & pick) or (chosen > 1 and held & natural == held):
                sets[count] = held
                count += 1
        value4 = np.int64(0)
        for at in range(count):
            held = int(sets[at])
            # The number of the set with a further card that comes at each place: but for that card's own part.
            for put in range(cards[held] + 1):
                number = 0
                size = 0
                for k in range(4):
                    if held >> k & 1:
                        number += choose[np.int64(four[row, k]), size + 1 + (size >= put)]
                        size += 1
                before[held, put] = number
            known = np.int64(numbers[starts[cards[held]] + before[held, cards[held]]])
            if chosen == 1:
                value4 += singly[known] if cards[held] & 1 else -singly[known]
            else:
                won = several[several_place[wild, chosen], known]
                value4 += -won if cards[held] & 1 else won
        found[row] = value4
        below = 0
        for code in range(deck):
            if below < 4 and code == four[row, below]:
                below += 1
                continue
            total = total4 + words[code]
            common = common4 & words[code]
            lower = (1 << below) - 1
            value = value4
            if chosen == 1:
                # Over the community hands without the fifth card: less the hands that hold it.
                for at in range(count):
                    held = sets[at]
                    if cards[held] == 4:
                        won = gains[fortune_table[place(total, common)]]
                    else:
                        put = cards[held & lower]
                        number = before[held, put] + choose[code, put + 1]
                        won = singly[np.int64(numbers[starts[cards[held] + 1] + number])]
                    value += -won if cards[held] & 1 else won
            elif code < low or code == JOKER:
                # A wild card fewer is left for the community hand.
                value = np.int64(0)
                for at in range(count):
                    held = sets[at]
                    known = np.int64(numbers[starts[cards[held]] + before[held, cards[held]]])
                    won = several[several_place[wild + 1, chosen], known]
                    value += -won if cards[held] & 1 else won
            else:
                for at in range(count):
                    held = sets[at]
                    put = cards[held & lower]
                    number = before[held, put] + choose[code, put + 1]
                    won = several[several_place[wild, chosen], np.int64(numbers[starts[cards[held] + 1] + number])]
                    value += won if cards[held] & 1 else -won
            rows[row, ante_table[place(total, common)]] += value
