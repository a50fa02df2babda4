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
def third_cards(
    played: npt.NDArray[np.uint8],
    low: int,
    joker: bool,
    choose: Numbers,
    natural: npt.NDArray[np.uint64],
    wilds: npt.NDArray[np.uint64],
) -> None:
    """Which cards, as bits, make a hand of three that is ``played``: with two natural cards, and with wild ones."""
    # Of wild cards the lowest is looked at, as one is like another: the joker only where it alone is wild.
    one = np.uint64(1)
    if low and played[0]:
        wilds[0, 0] = one
    for k in range(low, JOKER):
        if low and played[choose[1, 2] + choose[k, 3]]:
            wilds[1, 0] |= one << np.uint64(k)
        for j in range(low, k):
            if low:
                if played[choose[j, 2] + choose[k, 3]]:
                    wilds[2, j] |= one << np.uint64(k)
            elif joker and played[choose[j, 1] + choose[k, 2] + choose[JOKER, 3]]:
                wilds[2, j] |= one << np.uint64(k)
            for i in range(low, j):
                if played[choose[i, 1] + choose[j, 2] + choose[k, 3]]:
                    natural[i, j] |= one << np.uint64(k)
                    natural[i, k] |= one << np.uint64(j)
                    natural[j, k] |= one << np.uint64(i)
    for j in range(low, JOKER):
        for i in range(low, j):
            natural[j, i] = natural[i, j]


@compiled
def _bits(mask: int) -> int:
    """How many bits of a 64-bit number are set."""
    one = np.uint64(mask)
    one = one - ((one >> np.uint64(1)) & np.uint64(0x5555555555555555))
    one = (one & np.uint64(0x3333333333333333)) + ((one >> np.uint64(2)) & np.uint64(0x3333333333333333))
    one = (one + (one >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((one * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _levels(
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


@compiled
def _spread(
    tally: Numbers,
    held: int,
    cards: int,
    naturals: int,
    wild_left: int,
    left: Numbers,
    fixed: Numbers,
    times: int,
    found: Numbers,
) -> None:
    """Add to ``found`` what hands of ``held`` cards make when they have ``cards`` of them, each counted ``times``.

    ``tally`` counts hands by their wild cards and the place of the best row that a natural one makes.
    """
    none = tally.shape[1] - 1
    for wilds in range(min(held, wild_left) + 1):
        for best in range(none + 1):
            number = tally[wilds, best] * times
            if number == 0:
                continue
            if cards == held:
                found[min(best, fixed[wilds])] += number
            elif cards == held + 1:
                _further(wilds, best, held, naturals, wild_left, left, fixed, number, found)
            else:
                better = 0
                for level in range(best):
                    if left[level]:
                        better += left[level]
                        _further(wilds, level, held + 1, naturals, wild_left, left, fixed, number * left[level], found)
                same = naturals - (held - wilds) - better
                _further(wilds, best, held + 1, naturals, wild_left, left, fixed, number * same, found)
                if wild_left > wilds:
                    more = number * (wild_left - wilds)
                    _further(wilds + 1, best, held + 1, naturals, wild_left, left, fixed, more, found)


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


class Plays(NamedTuple):
    """Which hands of three are played, by their cards as bits, and which with a fourth are not raised or folded alike.

    ``raised`` is what becomes of all others.
    """

    natural: npt.NDArray[np.uint64]
    with_wilds: npt.NDArray[np.uint64]
    whole: Numbers
    threes: Codes
    fourths: npt.NDArray[np.uint64]
    raised: bool


class Sums(NamedTuple):
    """Sums by class of three cards, of three and a fourth to come, of a fifth to four; and by community hand."""

    on_three: Numbers
    with_fourth: Numbers
    fifth: Numbers
    usual: Numbers


@compiled
def count_rows(known: Communities, plays_by: Plays, counts: Numbers) -> None:
    """Count the rows of all deals: a community hand, three cards, a fourth and a fifth in order."""
    communities, wild, sizes, more = known.cards, known.wild, known.sizes, known.more
    wild_codes, words, table = known.wild_codes, known.words, known.table
    order, choose, low_wilds, deck = known.order, known.choose, known.low, known.deck
    natural_plays, with_wilds, whole_plays = plays_by.natural, plays_by.with_wilds, plays_by.whole
    threes, fourths, raised = plays_by.threes, plays_by.fourths, plays_by.raised
    rows = order.size
    row_of = np.zeros(rows + 1, np.int64)
    for row in range(rows):
        row_of[order[row]] = row
    codes, level = np.zeros(48, np.int64), np.zeros(48, np.int64)
    left = np.zeros(rows + 1, np.int64)
    fixed = np.zeros(6, np.int64)
    found = np.zeros(rows + 1, np.int64)
    plays, folds = np.zeros((6, rows + 1), np.int64), np.zeros((6, rows + 1), np.int64)
    other = np.zeros((6, rows + 1), np.int64)
    place_of = np.zeros(53, np.int64)
    masks, from_ = np.zeros(rows + 1, np.uint64), np.zeros(rows + 1, np.uint64)
    levels = np.zeros(rows + 1, np.int64)
    for at in range(communities.shape[0]):
        wild_left = wild_codes.size - wild[at]
        naturals = _levels(
            communities[at], wild_left, low_wilds, words, table, more[at], order, codes, level, left, fixed
        )
        plays[:] = 0
        folds[:] = 0
        # The cards that make each row, as bits; ``from_`` are those that make that row or a lesser one.
        for best in range(rows + 1):
            masks[best] = np.uint64(0)
        for i in range(naturals):
            masks[level[i]] |= np.uint64(1) << np.uint64(codes[i])
        present = 0
        from_[rows] = np.uint64(0)
        for best in range(rows - 1, -1, -1):
            from_[best] = from_[best + 1] | masks[best]
        for best in range(rows):
            if masks[best]:
                levels[present] = best
                present += 1
        least = levels[present - 1]
        # Hands of three, by their number of wild cards: which of them it is does not matter.
        for wilds in range(min(3, wild_left) + 1):
            size = 3 - wilds
            mine = plays[wilds]
            if size == 0:
                mine[rows] = np.int64(with_wilds[0, 0] & np.uint64(1))
                folds[wilds, rows] = 1 - mine[rows]
            elif size == 1:
                for one in range(present):
                    mine[levels[one]] = _bits(masks[levels[one]] & with_wilds[1, 0])
            elif size == 2:
                for i in range(naturals):
                    mask = with_wilds[2, codes[i]]
                    for one in range(present):
                        best = levels[one]
                        if best >= level[i]:
                            mine[best] += _bits(from_[best] & mask)
                            break
                        mine[best] += _bits(masks[best] & mask)
            elif present > 1:
                # Of hands with no card that makes more than the least only what is left is known: see below.
                # The few cards that make more, the best first: each with any two of those not yet looked at.
                still_there = from_[0]
                for one in range(present - 1):
                    best = levels[one]
                    for i in range(naturals):
                        if level[i] == best:
                            still_there &= ~(np.uint64(1) << np.uint64(codes[i]))
                            twice = 0
                            for j in range(naturals):
                                if still_there >> np.uint64(codes[j]) & np.uint64(1):
                                    twice += _bits(natural_plays[codes[i], codes[j]] & still_there)
                            mine[best] += twice // 2
            if size == 3:
                mine[least] = whole_plays[at]
                for one in range(present - 1):
                    mine[least] -= mine[levels[one]]
            if size:
                still = naturals
                for one in range(present):
                    best = levels[one]
                    folds[wilds, best] = choose[still, size] - choose[still - left[best], size] - mine[best]
                    still -= left[best]
            for best in range(rows + 1):
                mine[best] *= choose[wild_left, wilds]
                folds[wilds, best] *= choose[wild_left, wilds]
        for most in range(3, 6):
            found[:] = 0
            _spread(folds, 3, 3, naturals, wild_left, left, fixed, (deck - 7) * (deck - 8), found)
            if most == 3:
                _spread(plays, 3, 3, naturals, wild_left, left, fixed, (deck - 7) * (deck - 8), found)
            elif most == 4 or not raised:
                _spread(plays, 3, 4, naturals, wild_left, left, fixed, deck - 8, found)
            else:
                _spread(plays, 3, 5, naturals, wild_left, left, fixed, 1, found)
            for level_ in range(rows):
                counts[most - 3, row_of[level_]] += sizes[at] * found[level_]
        if threes.shape[0]:
            other[:] = 0
            for code in range(53):
                place_of[code] = -1
            wild_mask = np.uint64(0)
            for k in range(wild[at], wild_codes.size):
                place_of[wild_codes[k]] = -2
                wild_mask |= np.uint64(1) << np.uint64(wild_codes[k])
            for i in range(naturals):
                place_of[codes[i]] = level[i]
            for row in range(threes.shape[0]):
                wilds = 0
                best = rows
                free = True
                for k in range(3):
                    here = place_of[threes[row, k]]
                    if here == -1:
                        free = False
                        break
                    if here == -2:
                        wilds += 1
                    else:
                        best = min(best, here)
                if not free:
                    continue
                mask = fourths[row]
                for one in range(present):
                    if levels[one] >= best:
                        break
                    other[wilds, levels[one]] += _bits(masks[levels[one]] & mask)
                other[wilds, best] += _bits(from_[best] & mask)
                if mask & wild_mask:
                    other[wilds + 1, best] += _bits(mask & wild_mask)
            sign = -1 if raised else 1
            found[:] = 0
            _spread(other, 4, 5, naturals, wild_left, left, fixed, sign, found)
            _spread(other, 4, 4, naturals, wild_left, left, fixed, -sign * (deck - 8), found)
            for level_ in range(rows):
                counts[2, row_of[level_]] += sizes[at] * found[level_]


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
    better, better_from = np.zeros(48, np.int64), np.zeros(49, np.int64)
    codes, level = np.zeros(48, np.int64), np.zeros(48, np.int64)
    left = np.zeros(rows + 1, np.int64)
    fixed = np.zeros(6, np.int64)
    found = np.zeros(rows + 1, np.int64)
    now, then = np.zeros((6, rows + 1), np.int64), np.zeros((6, rows + 1), np.int64)
    gain = np.zeros((6, rows + 1), np.int64)
    for at in range(communities.shape[0]):
        wild_left = wild_codes.size - wild[at]
        naturals = _levels(
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
