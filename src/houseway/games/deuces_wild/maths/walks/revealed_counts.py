"""The compiled walks over community hands of Five Card Fortune that lie in sight: see `deuces_wild.maths.revealed`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild.maths.classes import Codes, Numbers
from houseway.games.deuces_wild.maths.counting import Events
from houseway.games.deuces_wild.maths.evaluation import place
from houseway.games.deuces_wild.maths.walks.fortune_counts import JOKER
from houseway.maths.compiled import compiled


@compiled
def levels(
    community: Codes,
    wild_left: int,
    low: int,
    words: npt.NDArray[np.uint64],
    table: Events,
    more: Events,
    order: Numbers,
    codes: Numbers,
    level: Numbers,
    left: Numbers,
    fixed: Numbers,
) -> int:
    """The natural cards left, the place of each one's row, how many have each place; and that of so many wild cards."""
    a, b, c, d = community[0], community[1], community[2], community[3]
    total = words[a] + words[b] + words[c] + words[d]
    common = words[a] & words[b] & words[c] & words[d]
    none = order.size
    for place_ in range(none + 1):
        left[place_] = 0
    count = 0
    for code in range(low, JOKER):
        if code != a and code != b and code != c and code != d:
            codes[count] = code
            level[count] = order[table[place(total + words[code], common & words[code])]]
            left[level[count]] += 1
            count += 1
    fixed[0] = none
    for number in range(1, wild_left + 1):
        fixed[number] = min(fixed[number - 1], order[more[number]])
    return count


@compiled
def _further(
    wilds: int,
    best: int,
    held: int,
    naturals: int,
    wild_left: int,
    left: Numbers,
    fixed: Numbers,
    weight: int,
    found: Numbers,
) -> None:
    """Add to ``found``, by place of the row, what one more card makes of ``held`` cards, ``wilds`` of them wild."""
    better = 0
    for level in range(best):
        if left[level]:
            better += left[level]
            found[min(level, fixed[wilds])] += weight * left[level]
    found[min(best, fixed[wilds])] += weight * (naturals - (held - wilds) - better)
    if wild_left > wilds:
        found[min(best, fixed[wilds + 1])] += weight * (wild_left - wilds)


class Communities(NamedTuple):
    """Community hands up to suits and wild cards, how many of each there are, and what cards make beside them."""

    cards: Codes
    wild: Numbers
    sizes: Numbers
    more: Events
    wild_codes: Numbers
    low: int
    deck: int
    words: npt.NDArray[np.uint64]
    table: Events
    order: Numbers
    choose: Numbers


class Sums(NamedTuple):
    """Sums by class of three cards, of three and a fourth to come, of a fifth to four; and by community hand."""

    on_three: Numbers
    with_fourth: Numbers
    fifth: Numbers
    usual: Numbers


@compiled
def sum_worth(
    known: Communities,
    gains: Numbers,
    of3: npt.NDArray[np.int32],
    of4: npt.NDArray[np.int32],
    five: bool,
    sums: Sums,
) -> None:
    """Sums by class. Of four natural cards what the card that makes the least adds is left to ``usual``."""
    communities, wild, sizes, more = known.cards, known.wild, known.sizes, known.more
    wild_codes, words, table = known.wild_codes, known.words, known.table
    order, choose, low_wilds, deck = known.order, known.choose, known.low, known.deck
    on_three, with_fourth, fifth, usual = sums.on_three, sums.with_fourth, sums.fifth, sums.usual
    rows = order.size
    better, better_from = np.zeros(deck, np.int64), np.zeros(deck + 1, np.int64)
    codes, level = np.zeros(deck, np.int64), np.zeros(deck, np.int64)
    left = np.zeros(rows + 1, np.int64)
    fixed = np.zeros(6, np.int64)
    found = np.zeros(rows + 1, np.int64)
    now, then = np.zeros((6, rows + 1), np.int64), np.zeros((6, rows + 1), np.int64)
    gain = np.zeros((6, rows + 1), np.int64)
    for at in range(communities.shape[0]):
        wild_left = wild_codes.size - wild[at]
        naturals = levels(
            communities[at], wild_left, low_wilds, words, table, more[at], order, codes, level, left, fixed
        )
        size = sizes[at]
        for held in (3, 4):
            for wilds in range(min(held, wild_left) + 1):
                for best in range(rows + 1):
                    if min(best, fixed[wilds]) == rows:
                        continue
                    found[:] = 0
                    _further(wilds, best, held, naturals, wild_left, left, fixed, 1, found)
                    worth = np.int64(0)
                    for place_ in range(rows):
                        worth += found[place_] * gains[place_]
                    won = gains[min(best, fixed[wilds])]
                    if held == 3:
                        now[wilds, best] = size * won
                        then[wilds, best] = size * worth
                    else:
                        gain[wilds, best] = size * (worth - (deck - 8) * won)
        for wilds in range(min(4, wild_left) + 1):
            low = 0
            start = 0
            for k in range(wilds):
                code = wild_codes[wild[at] + k]
                if code < low_wilds:
                    start += choose[code, low + 1]
                    low += 1
            joker = wilds > low
            times = choose[wild_left, wilds]
            for cards in (3, 4):
                drawn = cards - wilds
                if drawn < 0 or (cards == 4 and not five):
                    continue
                top = start + (choose[JOKER, cards] if joker else 0)
                if drawn == 0:
                    _add(cards, top, wilds, rows, times, of3, of4, now, then, gain, on_three, with_fourth, fifth)
                elif drawn == 1:
                    for i in range(naturals):
                        number = top + choose[codes[i], low + 1]
                        _add(
                            cards,
                            number,
                            wilds,
                            level[i],
                            times,
                            of3,
                            of4,
                            now,
                            then,
                            gain,
                            on_three,
                            with_fourth,
                            fifth,
                        )
                elif drawn == 2:
                    for i in range(naturals):
                        for j in range(i + 1, naturals):
                            number = top + choose[codes[i], low + 1] + choose[codes[j], low + 2]
                            best = min(level[i], level[j])
                            _add(
                                cards,
                                number,
                                wilds,
                                best,
                                times,
                                of3,
                                of4,
                                now,
                                then,
                                gain,
                                on_three,
                                with_fourth,
                                fifth,
                            )
                elif drawn == 3:
                    for i in range(naturals):
                        for j in range(i + 1, naturals):
                            both = min(level[i], level[j])
                            upto = top + choose[codes[i], low + 1] + choose[codes[j], low + 2]
                            for k in range(j + 1, naturals):
                                best = min(both, level[k])
                                number = upto + choose[codes[k], low + 3]
                                if cards == 3:
                                    kind = of3[number]
                                    on_three[kind] += now[0, best]
                                    with_fourth[kind] += then[0, best]
                                else:
                                    fifth[of4[number]] += times * gain[wilds, best]
                else:
                    least = 0
                    for i in range(naturals):
                        least = max(least, level[i])
                    usual[at] = gain[0, least] // size
                    count = 0
                    for i in range(naturals):
                        better_from[i] = count
                        if level[i] < least:
                            better[count] = i
                            count += 1
                    better_from[naturals] = count
                    for best in range(least + 1):
                        gain[0, best] -= usual[at] * size
                    for i in range(naturals if count else 0):
                        for j in range(i + 1, naturals):
                            both = min(level[i], level[j])
                            upto = choose[codes[i], 1] + choose[codes[j], 2]
                            for k in range(j + 1, naturals):
                                three = min(both, level[k])
                                upto3 = upto + choose[codes[k], 3]
                                if three == least:
                                    for more_ in range(better_from[k + 1], count):
                                        m = better[more_]
                                        fifth[of4[upto3 + choose[codes[m], 4]]] += gain[0, level[m]]
                                else:
                                    for m in range(k + 1, naturals):
                                        fifth[of4[upto3 + choose[codes[m], 4]]] += gain[0, min(three, level[m])]


@compiled
def _add(
    cards: int,
    number: int,
    wilds: int,
    best: int,
    times: int,
    of3: npt.NDArray[np.int32],
    of4: npt.NDArray[np.int32],
    now: Numbers,
    then: Numbers,
    gain: Numbers,
    on_three: Numbers,
    with_fourth: Numbers,
    fifth: Numbers,
) -> None:
    if cards == 3:
        kind = of3[number]
        on_three[kind] += times * now[wilds, best]
        with_fourth[kind] += times * then[wilds, best]
    else:
        fifth[of4[number]] += times * gain[wilds, best]
