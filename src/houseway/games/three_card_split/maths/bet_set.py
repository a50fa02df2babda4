"""Every wager of one Three Card Split seat together, counted over all deals of three cards, a house hand and a
community card.

The player's hand is one of each class. The house hands beside it are gone through one by one; those that hold the
community card are counted apart, so that it can be any of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from houseway.games.three_card_split.maths import PRIMARY, THREE_CARD_BONUS, counting, nets_of
from houseway.games.three_card_split.maths.classes import DECK, Bools, Ints, classes, low_cards, number_of
from houseway.games.three_card_split.maths.strategies import best_places, house_way, places_of
from houseway.games.three_card_split.maths.terms import Terms
from houseway.games.three_card_split.maths.variants import Variant, house_low
from houseway.games.three_card_split.maths.what_ifs import BONUS_COPY, four_cards, variant
from houseway.maths.bet_sets.joint_results import JointResults
from houseway.maths.compiled import compiled
from houseway.maths.question import Question
from houseway.maths.strategy import Strategy
from houseway.table.folder import GameFolder

WIN, PUSH, LOSE, FOUL = range(4)
"""Ends of the primary wager, in the order of its rows."""


def joint(game: GameFolder, questions: Mapping[str, Question], stakes: Mapping[str, int]) -> JointResults | None:
    """All wagers of a seat. Copies that are nobody's, or other copies of the bonus, are not counted together."""
    terms = {wager: Terms(game, question) for wager, question in questions.items()}
    rules = next(iter(terms.values())).rules
    played = variant(rules)
    if played.copies_to_nobody or BONUS_COPY in rules:
        return None
    places = _places(terms.get(PRIMARY), questions.get(PRIMARY), played)
    judge = four_cards(rules)
    counts = _counted(places.tobytes(), played, judge)
    satisfied = counting.four_card_rows(judge).satisfied
    worth: dict[str, list[Fraction]] = {}
    for wager, each in terms.items():
        table = each.tables[0]
        if wager == PRIMARY:
            worth[wager] = list(nets_of(each, table))
            continue
        rows = (("win",), ("lose",)) if wager == THREE_CARD_BONUS else satisfied
        worth[wager] = [each.known_net(table, table.row(row)) for row in rows]
    total = int(counts.sum())
    ends: dict[tuple[Fraction, ...], Fraction] = {}
    for (end, bonus, row), count in np.ndenumerate(counts):
        if count:
            nets = tuple(
                worth[wager][end if wager == PRIMARY else bonus if wager == THREE_CARD_BONUS else row]
                for wager in terms
            )
            ends[nets] = ends.get(nets, Fraction(0)) + Fraction(int(count), total)
    return JointResults(tuple(terms), ends)


def _places(terms: Terms | None, question: Question | None, played: Variant) -> Ints:
    """Where the player's low card is; without a primary wager it does not matter."""
    if terms is None or question is None:
        return best_places()
    used = question.strategy
    if isinstance(used, Strategy):
        return places_of(used, played)
    if used == "house-way":
        return places_of(house_way(played), played)
    return best_places(nets_of(terms, terms.tables[0]), played)


@lru_cache(maxsize=8)
def _counted(places: bytes, played: Variant, judge: counting.FourCards) -> Ints:
    """(end of the primary wager, Three Card Bonus won or lost, rows of the four cards) in how many deals."""
    made, asked, three = classes(), counting.sub_hands(played.judge), counting.three_cards()
    house = counting.set_low(made.cards, low_cards(house_low(played)), played.judge)
    mine = counting.set_low(made.heads, np.frombuffer(places, dtype=np.int64), played.judge)
    heads = number_of(*made.heads.T)
    rows = counting.four_card_rows(judge)
    four = np.full((len(made.heads), DECK), -1, dtype=np.int64)
    for community in range(DECK):
        fits = (made.heads != community).all(axis=1)
        whole = np.concatenate([made.heads[fits], np.full((int(fits.sum()), 1), community)], axis=1)
        four[fits, community] = rows.of_hand[counting.four_number_of(whole)]
    counts = np.zeros((4, 2, len(rows.satisfied)), dtype=np.int64)
    _count(
        made.heads,
        made.cards,
        made.weights,
        asked.foul[mine.high, mine.low],
        asked.high_wins[mine.high],
        asked.low_wins[mine.low],
        house.high,
        house.low,
        three.rank[three.number],
        three.copies[three.number[heads]],
        three.reds[three.number],
        heads,
        four,
        counts,
    )
    assert int(counts.sum()) == counting.DEALS * (DECK - 6)
    return counts


@compiled
def _count(
    heads: Ints,
    cards: Ints,
    weights: Ints,
    foul: Bools,
    high_wins: Bools,
    low_wins: Bools,
    high: Ints,
    low: Ints,
    rank: Ints,
    copies: Bools,
    reds: Ints,
    numbers: Ints,
    four: npt.NDArray[np.int64],
    counts: Ints,
) -> None:
    every = np.zeros(8, np.int64)
    holding = np.zeros((52, 8), np.int64)
    for k in range(heads.shape[0]):
        every[:] = 0
        holding[:, :] = 0
        a, b, c = heads[k, 0], heads[k, 1], heads[k, 2]
        own = rank[numbers[k]]
        for hand in range(cards.shape[0]):
            x, y, z = cards[hand, 0], cards[hand, 1], cards[hand, 2]
            if x in (a, b, c) or y in (a, b, c) or z in (a, b, c):
                continue
            won = np.int64(high_wins[k, high[hand]]) + np.int64(low_wins[k, low[hand]])
            end = 3 if foul[k] else 2 - won
            theirs = rank[hand]
            better = own > theirs or (own == theirs and copies[k, reds[hand]])
            place = 2 * end + (0 if better else 1)
            every[place] += 1
            holding[x, place] += 1
            holding[y, place] += 1
            holding[z, place] += 1
        for community in range(52):
            row = four[k, community]
            if row >= 0:
                for place in range(8):
                    counts[place // 2, place % 2, row] += weights[k] * (every[place] - holding[community, place])
