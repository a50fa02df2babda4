"""The compiled walks through the graph of hands: backwards for the best play, forwards for what a play leads to.

All values are joint with "no dealer's blackjack" where the dealer looks for one, because only then is a hand played:
they are sums over the deals in which there is none, over all deals. Draws are from the shoe less the known cards, the
dealer's down card being as unknown as any card in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.maths.blackjack.plays import Views
from houseway.maths.compiled import compiled, inlined

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

ENDS = 3
"""Bust, twenty-one at once, so many cards at once: ends -1, -2, -3 of the graph."""


@compiled
def no_blackjack(up: int, looks: Bools, tens: int, aces: int, unseen: int) -> float:
    """The probability that the down card, one of ``unseen``, makes no blackjack; 1 where the dealer does not look."""
    if unseen <= 0 or not looks[up]:
        return 1.0
    if up == 0:
        return 1.0 - tens / unseen
    return 1.0 - aces / unseen


@inlined
def _all_free(looks: Bools, tens: int, aces: int, unseen: int, free: Floats) -> None:
    """``free[up]``: `no_blackjack` against each up card, ``tens`` and ``aces`` being left with it still in the shoe."""
    free[0] = no_blackjack(0, looks, tens, aces - 1, unseen)
    free[9] = no_blackjack(9, looks, tens - 1, aces, unseen)


class Ways(NamedTuple):
    """The graph of hands (`houseway.maths.blackjack.hands.Graph`) for one shoe, as the walks read it."""

    full: Ints
    """How many cards of each value the shoe has."""
    counts: Ints
    cards: Ints
    level: Ints
    """What standing on each node is worth the same as: 16 or less, 17, ... 21."""
    after: Ints
    start: Ints
    holding: Ints
    holding_from: Ints
    shoe_of: Ints


class House(NamedTuple):
    """What the dealer comes to by shoe and up card, where it looks for a blackjack, and what stands and ends pay."""

    dealer: Floats
    looks: Bools
    stand_pays: Floats
    end_pays: Floats


class Unsplit(NamedTuple):
    """The unsplit hands: the shoe of each node, where one may double, and the actions that are fixed."""

    row_of: Ints
    may_double: Bools
    fixed: npt.NDArray[np.int8]


@compiled
def best_play(ways: Ways, house: House, hands: Unsplit, values: Floats, best: Floats) -> None:
    """``values[node, up, action]`` of each action in the unsplit hand, and ``best[node, up]`` of the one that is taken.

    That is the action in ``fixed``, or the best one where it is below zero. Nodes are taken last to first.
    """
    full, counts, cards, level, after = ways.full, ways.counts, ways.cards, ways.level, ways.after
    dealer, looks, stand_pays, end_pays = house.dealer, house.looks, house.stand_pays, house.end_pays
    row_of, may_double, fixed = hands.row_of, hands.may_double, hands.fixed
    size = 0
    for place in range(10):
        size += full[place]
    kinds = dealer.shape[2]
    # All up cards of a node are taken together: only the one that is drawn differs, by a card.
    hit, double, free = np.zeros(10), np.zeros(10), np.ones(10)
    for node in range(counts.shape[0] - 1, -1, -1):
        row = row_of[node]
        unseen = size - cards[node] - 1
        if unseen <= 0:
            continue
        hit[:] = 0.0
        double[:] = 0.0
        for card in range(10):
            left = full[card] - counts[node, card]
            if left <= 0:
                continue
            share = left / unseen
            fewer = (left - 1) / unseen
            reached = after[node, card]
            own_hit, own_double = hit[card], double[card]
            if reached >= 0:
                for up in range(10):
                    hit[up] += share * best[reached, up]
                    double[up] += share * 2.0 * values[reached, up, 0]
                hit[card] = own_hit + fewer * best[reached, card]
                double[card] = own_double + fewer * 2.0 * values[reached, card, 0]
            else:
                tens = full[9] - counts[node, 9] - (1 if card == 9 else 0)
                aces = full[0] - counts[node, 0] - (1 if card == 0 else 0)
                _all_free(looks, tens, aces, unseen - 1, free)
                for up in range(10):
                    pays = (fewer if up == card else share) * end_pays[-1 - reached] * free[up]
                    hit[up] += pays
                    double[up] += 2.0 * pays
        for up in range(10):
            if full[up] - counts[node, up] <= 0:
                continue
            stand = 0.0
            for kind in range(kinds):
                stand += dealer[row, up, kind] * stand_pays[up, level[node], kind]
            values[node, up, 0] = stand
            values[node, up, 1] = hit[up]
            values[node, up, 2] = double[up]
            if fixed[node, up] >= 0:
                best[node, up] = values[node, up, fixed[node, up]]
            else:
                best[node, up] = max(stand, hit[up], double[up]) if may_double[node] else max(stand, hit[up])


@compiled
def walk(ways: Ways, house: House, views: Views, act: npt.NDArray[np.int8], found: Floats) -> None:
    """What a fixed play leads to in each view and against each up card: ``found[view, up, figure]``.

    The hand starts with the view's card and, with weight ``weights[view, up, card]``, another. The figures: for one and
    two wagers, for standing on 16 or less, 17, ... 21, each outcome of the dealer's; then for one and two wagers each
    end; then how often the hand stands, is hit, is doubled.
    """
    full, counts, cards, level, after = ways.full, ways.counts, ways.cards, ways.level, ways.after
    start, holding, holding_from, shoe_of = ways.start, ways.holding, ways.holding_from, ways.shoe_of
    dealer, looks = house.dealer, house.looks
    view_card, view_more, view_act, weights = views.card, views.more, views.kind, views.weights
    size = 0
    for place in range(10):
        size += full[place]
    kinds = dealer.shape[2]
    ends = 12 * kinds
    acts = ends + 6
    # All up cards of a node are taken together: only the one that is drawn differs, by a card.
    reach = np.zeros((counts.shape[0], 10))
    weighs = np.zeros(10)
    doubling = np.zeros(10, np.int64)
    ended = np.zeros((2 * ENDS, 10))
    free = np.ones(10)
    for view in range(view_card.size):
        card = view_card[view]
        more = view_more[view]
        for place in range(holding_from[card], holding_from[card + 1]):
            reach[holding[place]] = 0.0
        ended[:] = 0.0
        some = False
        for second in range(10):
            reached = start[card, second]
            for up in range(10):
                weight = weights[view, up, second]
                if weight == 0.0:
                    continue
                some = True
                if reached >= 0:
                    reach[reached, up] += weight
                else:
                    out = 2 + more + 1
                    tens = full[9] - (1 if second == 9 else 0) - (1 if up == 9 else 0)
                    aces = full[0] - (1 if second == 0 else 0) - (1 if up == 0 else 0)
                    if card == 9:
                        tens -= more + 1
                    if card == 0:
                        aces -= more + 1
                    ended[-1 - reached, up] += weight * no_blackjack(up, looks, tens, aces, size - out)
        if not some:
            continue
        for place in range(holding_from[card], holding_from[card + 1]):
            node = holding[place]
            row = shoe_of[more, card, node]
            unseen = size - more - cards[node] - 1
            tens = full[9] - counts[node, 9] - (more if card == 9 else 0)
            aces = full[0] - counts[node, 0] - (more if card == 0 else 0)
            hits = False
            doubles = 0
            _all_free(looks, tens, aces, unseen, free)
            for up in range(10):
                weight = reach[node, up]
                weighs[up] = 0.0
                if weight == 0.0:
                    continue
                action = act[view_act[view], node, up]
                found[view, up, acts + action] += weight * free[up]
                if action == 0:
                    base = level[node] * kinds
                    for kind in range(kinds):
                        found[view, up, base + kind] += weight * dealer[row, up, kind]
                elif action == 1:
                    weighs[up] = weight
                    hits = True
                else:
                    doubling[doubles] = up
                    doubles += 1
            if not hits and doubles == 0:
                continue
            known = False
            for drawn in range(10):
                left = full[drawn] - counts[node, drawn] - (more if drawn == card else 0)
                if left <= 0:
                    continue
                share = left / unseen
                fewer = (left - 1) / unseen if doubles or weighs[drawn] != 0.0 else 0.0
                reached = after[node, drawn]
                tens_left = tens - (1 if drawn == 9 else 0)
                aces_left = aces - (1 if drawn == 0 else 0)
                if hits and reached >= 0:
                    own = reach[reached, drawn]
                    for up in range(10):
                        reach[reached, up] += weighs[up] * share
                    reach[reached, drawn] = own + weighs[drawn] * fewer
                elif hits:
                    if drawn in (0, 9) or not known:
                        _all_free(looks, tens_left, aces_left, unseen - 1, free)
                        known = drawn not in (0, 9)
                    own = ended[-1 - reached, drawn]
                    for up in range(10):
                        ended[-1 - reached, up] += weighs[up] * share * free[up]
                    ended[-1 - reached, drawn] = own + weighs[drawn] * fewer * free[drawn]
                elif reached < 0 and (drawn in (0, 9) or not known):
                    _all_free(looks, tens_left, aces_left, unseen - 1, free)
                    known = drawn not in (0, 9)
                for number in range(doubles):
                    up = doubling[number]
                    weight = reach[node, up] * (fewer if up == drawn else share)
                    if reached < 0:
                        ended[2 - reached, up] += weight * free[up]
                    elif weight != 0.0:
                        into = shoe_of[more, card, reached]
                        base = (6 + level[reached]) * kinds
                        for kind in range(kinds):
                            found[view, up, base + kind] += weight * dealer[into, up, kind]
        for up in range(10):
            for end in range(2 * ENDS):
                found[view, up, ends + end] += ended[end, up]


@compiled
def slopes(
    ways: Ways,
    house: House,
    views: Views,
    act: npt.NDArray[np.int8],
    lead: npt.NDArray[np.int8],
    found: Floats,
) -> None:
    """What each action at each node is worth to the whole: ``found[act, node, up, action]``, summed over the views.

    The weight with which a node is reached is under ``lead``, what follows it is under ``act``. The last number of
    ``found[act, node, up]`` is the weight of the node, in absolute terms.
    """
    full, counts, cards, level, after = ways.full, ways.counts, ways.cards, ways.level, ways.after
    start, holding, holding_from, shoe_of = ways.start, ways.holding, ways.holding_from, ways.shoe_of
    dealer, looks, stand_pays, end_pays = house.dealer, house.looks, house.stand_pays, house.end_pays
    view_card, view_more, view_act, weights = views.card, views.more, views.kind, views.weights
    size = 0
    for place in range(10):
        size += full[place]
    kinds = dealer.shape[2]
    nodes = counts.shape[0]
    # All up cards of a node are taken together: only the one that is drawn differs, by a card.
    reach = np.zeros((nodes, 10))
    worth = np.zeros((nodes, 3, 10))
    goes_on = np.zeros((nodes, 10))
    weighs = np.zeros(10)
    hit = np.zeros(10)
    double = np.zeros(10)
    for view in range(view_card.size):
        card = view_card[view]
        more = view_more[view]
        table = view_act[view]
        some = False
        for place in range(holding_from[card], holding_from[card + 1]):
            reach[holding[place]] = 0.0
        for second in range(10):
            reached = start[card, second]
            if reached < 0:
                continue
            for up in range(10):
                weight = weights[view, up, second]
                if weight != 0.0:
                    reach[reached, up] += weight
                    some = True
        if not some:
            continue
        for place in range(holding_from[card], holding_from[card + 1]):
            node = holding[place]
            hits = False
            for up in range(10):
                weighs[up] = reach[node, up] if lead[table, node, up] == 1 else 0.0
                hits = hits or weighs[up] != 0.0
            if not hits:
                continue
            unseen = size - more - cards[node] - 1
            for drawn in range(10):
                left = full[drawn] - counts[node, drawn] - (more if drawn == card else 0)
                reached = after[node, drawn]
                if left <= 0 or reached < 0:
                    continue
                own = reach[reached, drawn]
                share = left / unseen
                for up in range(10):
                    reach[reached, up] += weighs[up] * share
                reach[reached, drawn] = own + weighs[drawn] * ((left - 1) / unseen)
        for place in range(holding_from[card + 1] - 1, holding_from[card] - 1, -1):
            node = holding[place]
            row = shoe_of[more, card, node]
            unseen = size - more - cards[node] - 1
            if row < 0 or unseen <= 0:
                continue  # no shoe of this size leads here
            for up in range(10):
                stand = 0.0
                for kind in range(kinds):
                    stand += dealer[row, up, kind] * stand_pays[up, level[node], kind]
                worth[node, 0, up] = stand
                hit[up] = 0.0
                double[up] = 0.0
            tens = full[9] - counts[node, 9] - (more if card == 9 else 0)
            aces = full[0] - counts[node, 0] - (more if card == 0 else 0)
            for drawn in range(10):
                left = full[drawn] - counts[node, drawn] - (more if drawn == card else 0)
                if left <= 0:
                    continue
                share = left / unseen
                fewer = (left - 1) / unseen
                reached = after[node, drawn]
                own_hit, own_double = hit[drawn], double[drawn]
                if reached >= 0:
                    for up in range(10):
                        hit[up] += share * goes_on[reached, up]
                        double[up] += share * 2.0 * worth[reached, 0, up]
                    hit[drawn] = own_hit + fewer * goes_on[reached, drawn]
                    double[drawn] = own_double + fewer * 2.0 * worth[reached, 0, drawn]
                else:
                    tens_left = tens - (1 if drawn == 9 else 0)
                    aces_left = aces - (1 if drawn == 0 else 0)
                    for up in range(10):
                        free = no_blackjack(
                            up, looks, tens_left - (1 if up == 9 else 0), aces_left - (1 if up == 0 else 0), unseen - 1
                        )
                        pays = (fewer if up == drawn else share) * end_pays[-1 - reached] * free
                        hit[up] += pays
                        double[up] += 2.0 * pays
            for up in range(10):
                worth[node, 1, up] = hit[up]
                worth[node, 2, up] = double[up]
                goes_on[node, up] = worth[node, act[table, node, up], up]
                weight = reach[node, up]
                if weight != 0.0:
                    for action in range(3):
                        found[table, node, up, action] += weight * worth[node, action, up]
                    found[table, node, up, 3] += abs(weight)


@compiled
def convolve(one: Floats, other: Floats, into: Ints, found: Floats) -> None:
    """The distribution of sums by column: result ``i`` of one and ``j`` of the other make sum ``into[i, j]``."""
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            _add_products(one[i], other[j], found[into[i, j]])


@compiled
def over_outcomes(rounds: Floats, dealer: Floats, found: Floats) -> None:
    """``found[sum, cell]`` from ``rounds[sum, outcome and cell]``, given ``dealer[outcome, cell]``."""
    cells = dealer.shape[1]
    for whole in range(rounds.shape[0]):
        for kind in range(dealer.shape[0]):
            _add_products(rounds[whole, kind * cells : (kind + 1) * cells], dealer[kind], found[whole])


@inlined
def _add_products(one: Floats, other: Floats, found: Floats) -> None:
    for place in range(found.size):
        found[place] += one[place] * other[place]
