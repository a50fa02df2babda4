"""Compiled rounds of Triple Attack for one seat with a fresh shoe each: what simulations mostly ask for, made quick.

The same rounds as in `triple_attack.kernel.rounds`, without the bookkeeping that several seats, splits and a
log need. A round in which the seat splits is set aside for that function. Whole numbers are unsigned wherever they are
a place in an array: a signed one is looked at for its sign each time.
"""

from __future__ import annotations

import numpy as np

from houseway.games.triple_attack.kernel import rounds as at
from houseway.games.triple_attack.kernel.rounds import draw, put_back
from houseway.maths.compiled import compiled
from houseway.simulation.compiled_chance import GAMMA, mix64

SPLITS = 3
"""What ``acts`` says of a pair that is to be split."""

USUAL = np.uint64(8)
"""Cards drawn for a round; more where they are not enough."""

TWO, THREE, FOUR, NINE, TEN = (np.uint64(number) for number in (2, 3, 4, 9, 10))
WIDE = np.uint64(at.UP)
PACK = np.uint64(52)
_STAKE, _DOUBLED, _INSURED = np.uint64(at.STAKE), np.uint64(at.DOUBLED), np.uint64(at.INSURED)
_INSURANCE = np.uint64(at.INSURANCE)
_DOUBLE, _INSURE, _TOTALS = (np.uint64(place) for place in (at.DOUBLE, at.INSURE, at.DEALER_TOTALS))
_UP_AT, _TRIPLE_AT = np.uint64(at.UP_AT), np.uint64(at.TRIPLE_AT)
_DOWN_AT, _JACKPOT_AT = np.uint64(at.DOWN_AT), np.uint64(at.JACKPOT_AT)
_BY_DEALER = np.uint64(at.BY_DEALER)


@compiled
def play_alone(seed: np.uint64, first: int, count: int, rules: at.Rules, table: at.Seats, into: at.Tally) -> int:
    """Rounds ``first`` to ``first`` + ``count`` - 1 of ``seed``, but for those that are split.

    Those are listed in the numbers of ``into``, counted from ``first``; given back is how many. What the table says of
    attacks is said of its one seat, and its acts name the pairs that are split.
    """
    begin, follow, totals = rules.begin, rules.follow, rules.totals
    look, compared = rules.look, rules.compared
    dealer_begin, dealer_follow = rules.dealer_begin, rules.dealer_follow
    dealer_draws, dealer_totals = rules.dealer_draws, rules.dealer_totals
    matches, royals, jackpots, queens = rules.matches, rules.royals, rules.jackpots, rules.queens
    may, money = table.may, table.money
    second, third, insure, acts = table.second, table.third, table.insure, table.acts
    deck, sums, counts, aside = into.deck, into.sums, into.counts, into.numbers
    size = np.uint64(table.fresh.size)
    endings = np.uint64(rules.endings) * FOUR
    doubles = TWO * endings
    amounts = THREE * endings
    drawn = np.empty(64, np.uint64)
    worths = np.empty(64, np.uint64)
    shoe = at.Shoe(deck, rules.values, np.empty(64, np.uint64), drawn, worths)
    deck[:] = table.fresh
    key = mix64(seed) + np.uint64(first) * GAMMA
    sides = may[at.ROYALS] or may[at.MATCH_UP] or may[at.TRIPLE] or may[at.MATCH_DOWN] or may[at.JACKPOT]
    listed = np.uint64(0)
    net_sum = staked_sum = hits = squares = carried = np.int64(0)
    for number in range(count):
        begun = mix64(key + np.uint64(number + 1) * GAMMA)
        _, dealt = draw(shoe, size, begun, np.uint64(0), USUAL)
        put_back(shoe, dealt)
        one, up_card, two, down_card = drawn[0], drawn[1], drawn[2], drawn[3]
        value, up, other, down = worths[0], worths[1], worths[2], worths[3]
        after = begin[value * WIDE + other]
        attacks = np.uint64(second[value]) + TWO * np.uint64(third[value * WIDE + up])
        blackjack = up + down == WIDE and (up == at.ONE or down == at.ONE)
        staked = money[amounts + _STAKE + attacks]
        if after < 0 or blackjack:
            met = look[2 * blackjack + (after < 0)]
            net = money[np.uint64(met) * FOUR + attacks]
        else:
            node = np.uint64(after)
            act = acts[node * WIDE + up]
            if act == SPLITS:
                aside[listed] = number
                listed += at.ONE
                continue
            used = FOUR
            doubled = False
            net = np.int64(0)
            while act != at.STANDS:
                if used == dealt:
                    # Rare: all cards of the round again, and some more.
                    _, dealt = draw(shoe, size, begun, np.uint64(0), dealt + USUAL)
                    put_back(shoe, dealt)
                after = follow[node * WIDE + worths[used]]
                used += at.ONE
                doubled = act == at.DOUBLES and may[_DOUBLE + attacks] != 0
                if after < 0:
                    ended = np.uint64(-1 - after) * FOUR + attacks
                    net = money[ended]
                    if doubled:
                        net += money[doubles + ended]
                    break
                node = np.uint64(after)
                if doubled:
                    break
                act = acts[node * WIDE + up]
            if doubled:
                staked += money[amounts + _DOUBLED + attacks]
            if after >= 0:
                hand = np.uint64(dealer_begin[up * WIDE + down])
                if used + at.ONE < dealt:
                    # Most hands of the dealer take no more than two cards: so many are taken without a branch.
                    draws = np.uint64(dealer_draws[hand])
                    then = np.uint64(dealer_follow[hand * WIDE + worths[used]])
                    hand = then if draws else hand
                    used += draws
                    draws = np.uint64(dealer_draws[hand])
                    then = np.uint64(dealer_follow[hand * WIDE + worths[used]])
                    hand = then if draws else hand
                    used += draws
                while dealer_draws[hand]:
                    if used == dealt:
                        _, dealt = draw(shoe, size, begun, np.uint64(0), dealt + USUAL)
                        put_back(shoe, dealt)
                    hand = np.uint64(dealer_follow[hand * WIDE + worths[used]])
                    used += at.ONE
                ended = np.uint64(compared[np.uint64(totals[node]) * _TOTALS + np.uint64(dealer_totals[hand])])
                ended = ended * FOUR + attacks
                net = money[ended]
                if doubled:
                    net += money[doubles + ended]
        if up == at.ONE and may[_INSURE + attacks]:
            suit = up_card & THREE
            face, other_face = value == TEN, other == TEN
            suited = (face and (one & THREE) == suit) + (other_face and (two & THREE) == suit)
            if insure[(face + other_face) * 3 + suited]:
                what = np.uint64(0)
                if blackjack:
                    what = TWO if (down_card & THREE) == suit else at.ONE
                net += money[amounts + _INSURANCE + what * FOUR + attacks]
                staked += money[amounts + _INSURED + attacks]
        if sides:
            if may[at.ROYALS]:
                counts[royals[one * PACK + two]] += 1
            matched = np.uint64(matches[one * PACK + up_card]) * THREE + np.uint64(matches[two * PACK + up_card])
            if may[at.MATCH_UP]:
                counts[_UP_AT + matched] += 1
            if may[at.TRIPLE]:
                counts[_TRIPLE_AT + matched + NINE * np.uint64(matches[one * PACK + two])] += 1
            if may[at.MATCH_DOWN]:
                matched = np.uint64(matches[one * PACK + down_card]) * THREE
                counts[_DOWN_AT + matched + np.uint64(matches[two * PACK + down_card])] += 1
            if may[at.JACKPOT]:
                kind = np.uint64(jackpots[one * PACK + two])
                if kind == _BY_DEALER:
                    kind = np.uint64(queens[up_card * PACK + down_card])
                counts[_JACKPOT_AT + kind] += 1
        net_sum += net
        staked_sum += staked
        hits += net > 0
        squares += net * net
        if squares >= at.CARRY:
            squares -= at.CARRY
            carried += 1
    sums[at.NET] += net_sum
    sums[at.STAKED] += staked_sum
    sums[at.HITS] += hits
    sums[at.SQUARES] += squares
    sums[at.CARRIED] += carried
    return int(listed)
