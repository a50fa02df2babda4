"""The best play of a player who sees less than every card of the hand: by total and number of cards, by total alone.

A table gives one action to a whole class of hands. Its value is computed on what is true: every hand of the class, with
the cards it really holds, weighed by how often the table itself leads there, in unsplit hands and in those made by
splits. A class never comes twice in one hand, so the value is linear in each entry while the others stand; the entries
are improved until no change of a single one gains anything.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from houseway.maths.blackjack import kernels
from houseway.maths.blackjack.hands import DOUBLE, HIT, Floats, Graph, Ints
from houseway.maths.blackjack.plays import AFTER_SPLIT, DOUBLING, PLANES, SINGLE, Acts, Bools, Play, Views, make_views
from houseway.maths.blackjack.rules import VALUES
from houseway.maths.blackjack.solver import Solver


def by_total(graph: Graph) -> list[Hashable]:
    """The class of each node for a player who sees the total, and whether it is soft."""
    return list(zip(graph.total.tolist(), graph.soft.tolist(), strict=True))


def by_total_and_cards(graph: Graph) -> list[Hashable]:
    """The class of each node for a player who also counts the cards."""
    return list(zip(graph.total.tolist(), graph.soft.tolist(), graph.cards.tolist(), strict=True))


def best_table(
    solver: Solver, classes: Sequence[Hashable], importance: Floats | None = None, start: Acts | None = None
) -> Play:
    """The best play that gives every hand of a class the same action, with the best splits for it.

    ``importance`` (card, up) weighs the deals besides their probability: what is staked on them, say.
    """
    known: dict[Hashable, int] = {}
    group: Ints = np.array([known.setdefault(each, len(known)) for each in classes])
    weight = np.ones((VALUES, VALUES)) if importance is None else importance

    def priced(act: Acts) -> tuple[Play, float]:
        play = solver.with_best_first_decisions(act)
        figures = solver.evaluate(play)
        return play, float((figures.deals * weight * figures.values).sum())

    begun = solver.with_best_first_decisions(solver.best().act if start is None else start)
    better = _better(solver, begun, group, weight)
    play, value = priced(_entries(begun.act, group, better, np.ones_like(better.unseen)))
    while True:
        better = _better(solver, play, group, weight, fill=False)
        gain = np.where(better.unseen, 0.0, better.gain)
        if gain.max() < LEAST_GAIN:
            break
        trial, worth = priced(_entries(play.act, group, better, gain > 0.0))
        if worth <= value + LEAST_GAIN:
            # Together the changes gain nothing: take the largest alone, one for each up card (these do not meet).
            alone = (gain == gain.max(axis=(0, 1))) & (gain >= LEAST_GAIN)
            trial, worth = priced(_entries(play.act, group, better, alone))
            if worth <= value:
                break
        play, value = trial, worth
    act = _entries(play.act, group, _better(solver, play, group, weight), np.zeros_like(better.unseen))
    return play._replace(act=act)


class _Better(NamedTuple):
    """(plane, class, up) the best action while the other entries stand, and what it gains."""

    best: Acts
    gain: Floats
    unseen: Bools
    """Entries that the table itself never leads to: they gain nothing, whatever they say."""
    judged: bool
    """Whether the unseen ones were judged too."""


LEAST_GAIN = 1e-14
"""What a change of an entry must gain to be made: less is rounding."""


def _entries(act: Acts, group: Ints, better: _Better, change: Bools) -> Acts:
    """``act`` with the entries in ``change``, and those never reached if they were judged, as they are best."""
    if better.judged:
        change = change | better.unseen
    return np.where(change[:, group], better.best[:, group], act).astype(np.int8)


def views_of(solver: Solver, play: Play, importance: Floats) -> Views:
    """Every hand of a round, unsplit or made by a split, weighed with how often and for how much it is played."""
    deals = solver.deals * importance
    parts = []
    for card in range(VALUES):
        weights = deals[card][:, None] * solver.second[card] * ~play.surrender[card]
        paired = solver.pair_share[card] * play.split[card]
        weights[:, card] *= 1.0 - paired
        if card in (0, 9):
            weights[:, 9 - card] = 0.0  # a blackjack is not played
        parts.append((card, 0, 0, weights))
        split = solver.splits[card]
        if split is None or not play.split[card].any():
            continue
        often = deals[card] * solver.second[card, :, card] * paired
        whole = split.weights
        for a in range(whole.shape[2]):
            weights = whole[:, 0, a, None] * solver.second_cards(card, a + 2)
            weights[:, card] += whole[:, 1, a]
            parts.append((card, a + 1, 2 if card == 0 else 1, often[:, None] * weights))
    return make_views(parts)


def slopes(solver: Solver, act: Acts, lead: Acts, views: Views) -> Floats:
    """(plane, node, up, action) the worth of each action; the last number is the weight of the node."""
    graph = solver.graph
    found = np.zeros((3, len(graph), VALUES, 4))
    kernels.slopes(solver.ways, solver.house, views, solver.acts(act), solver.acts(lead), found)
    split = found[1] if solver.rules.one_card_to_split_aces else found[1] + found[2]
    whole = np.zeros((PLANES, len(graph), VALUES, 4))
    may = solver.may_double[:, None, None]
    played = found[0]
    if solver.rules.double_after_split:
        played = played + split
    else:
        whole[AFTER_SPLIT] = split
    whole[SINGLE], whole[DOUBLING] = played * ~may, played * may
    return whole


def _better(solver: Solver, play: Play, group: Ints, importance: Floats, fill: bool = True) -> _Better:
    worth = _by_class(slopes(solver, play.act, play.act, views_of(solver, play, importance)), group)
    unseen: Bools = worth[..., 3] < 1e-15
    if fill and unseen.any():
        # Judged as if everything before them were hit, and every pair both kept and split.
        hits = np.full_like(play.act, HIT)
        other = np.zeros_like(worth)
        for split in (np.zeros_like(play.split), np.ones_like(play.split)):
            always = Play(play.act, split, np.zeros_like(play.surrender))
            other += _by_class(slopes(solver, play.act, hits, views_of(solver, always, importance)), group)
        worth = np.where(unseen[..., None], other, worth)
    first = np.unique(group, return_index=True)[1]
    best: Acts = np.zeros(worth.shape[:3], dtype=np.int8)
    gain: Floats = np.zeros(worth.shape[:3])
    for plane in range(PLANES):
        able = worth[plane, :, :, : DOUBLE + (plane == DOUBLING)]
        best[plane] = np.argmax(able, axis=2)
        taken = play.act[plane][first].astype(np.int64)
        gain[plane] = able.max(axis=2) - np.take_along_axis(worth[plane], taken[:, :, None], axis=2)[:, :, 0]
    return _Better(best, gain, unseen, fill)


def _by_class(worth: Floats, group: Ints) -> Floats:
    found = np.zeros((PLANES, int(group.max()) + 1, VALUES, 4))
    for plane in range(PLANES):
        if worth[plane].any():  # under most rules one or two have no hand
            np.add.at(found[plane], group, worth[plane])
    return found
