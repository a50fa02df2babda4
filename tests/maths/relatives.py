"""Relatives of the games whose protection others have published: the wagers, as functions of the shoe.

Kinds are numbered as the functions say; nothing here comes from a game of the house.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

import numpy as np

from houseway.maths.protection.hand_against_hand import Contest, hand_codes
from houseway.maths.protection.shoe_wager import Ints, ShoeWager, all_deals, from_deals

RANKS, SUITS = 13, 4


@cache
def twenty_one_plus_three(decks: int = 6) -> ShoeWager:
    """21+3: three cards, every win 9 to 1. Kind 4 * rank + suit."""

    def given(*hand: int) -> int:
        ranks, suits = sorted(kind // SUITS for kind in hand), {kind % SUITS for kind in hand}
        line = ranks == list(range(ranks[0], ranks[0] + 3)) or ranks == [0, 1, RANKS - 1]
        return 10 if len(suits) == 1 or len(set(ranks)) == 1 or line else 0

    labels = [str(kind) for kind in range(RANKS * SUITS)]
    return from_deals(labels, [decks] * RANKS * SUITS, all_deals(RANKS * SUITS, 3, given))


@cache
def royal_match(decks: int = 6) -> ShoeWager:
    """Royal Match, 75 to 1 for king and queen of one suit, 2 to 1 for another suited pair of cards.

    Kinds by suit: king, queen, the eleven other ranks.
    """

    def given(one: int, other: int) -> int:
        if one // 3 != other // 3:
            return 0
        return 76 if {one % 3, other % 3} == {0, 1} else 3

    return from_deals([str(kind) for kind in range(12)], [decks, decks, 11 * decks] * SUITS, all_deals(12, 2, given))


ROYAL_COUNT = tuple(-1 if kind % 3 < 2 else 0 for kind in range(12))
"""Kings and queens seen, against those that should have come."""


def _banker_draws(total: int, third: int) -> bool:
    return {3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7, 6: 6 <= third <= 7}.get(total, total < 3)


def _baccarat() -> Iterator[tuple[tuple[int, ...], int, float]]:
    """Every course of a round: the cards as dealt (kinds 0 to 8 ace to nine, 9 what counts nothing), what Lucky 6
    gives back, and how likely it is where no card is missed."""
    points = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    chance = [1 / RANKS] * 9 + [4 / RANKS]

    def end(hand: tuple[int, ...], player: int, banker: int) -> tuple[tuple[int, ...], int, float]:
        likely = math.prod(chance[kind] for kind in hand)
        drew = len(hand) == 6 or (len(hand) == 5 and (points[hand[0]] + points[hand[2]]) % 10 > 5)
        return hand, (24 if drew else 13) if banker == 6 and player < 6 else 0, likely

    for first in product(range(10), repeat=4):
        player, banker = ((points[first[at]] + points[first[at + 2]]) % 10 for at in (0, 1))
        if max(player, banker) > 7 or min(player, banker) > 5:
            yield end(first, player, banker)
        elif player > 5:
            for third in range(10):
                yield end((*first, third), player, (banker + points[third]) % 10)
        else:
            for third in range(10):
                after = (player + points[third]) % 10
                if not _banker_draws(banker, points[third]):
                    yield end((*first, third), after, banker)
                    continue
                for last in range(10):
                    yield end((*first, third, last), after, (banker + points[last]) % 10)


@cache
def lucky_6(decks: int = 8) -> tuple[ShoeWager, tuple[float, ...]]:
    """Lucky 6: the banker wins with six, 12 to 1 of two cards, 23 to 1 of three; and the chance of each number of cards
    in a round."""
    used = [0.0] * 7
    deals = []
    for hand, given, likely in _baccarat():
        used[len(hand)] += likely
        deals.append((hand, given))
    wager = from_deals([str(kind) for kind in range(10)], [4 * decks] * 9 + [16 * decks], deals)
    return wager, tuple(used)


LUCKY_COUNT = (0, 0, 0, 0, 0, -3, 1, 1, 1, 0)


def _poker(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Three cards by rank: straight flush 5, trips 4, straight 3, flush 2, pair 1, with the ranks that break a tie."""
    ranks = sorted((code // SUITS for code in hand), reverse=True)
    flush = len({code % SUITS for code in hand}) == 1
    if ranks == [RANKS - 1, 1, 0]:
        ranks = [1, 0, -1]
    line = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    if line:
        return (5 if flush else 3, *ranks)
    if ranks[0] == ranks[2]:
        return (4, *ranks)
    if flush:
        return (2, *ranks)
    if ranks[1] in (ranks[0], ranks[2]):
        return (1, ranks[1], ranks[0] + ranks[2] - ranks[1])
    return (0, *ranks)


@cache
def three_card_poker() -> Contest:
    """Three Card Poker: ante and play, bonus 1, 4 and 5, the dealer qualifies with a queen high.

    The first choice is to play, the second to fold. Hands that differ by a renaming of suits are one class.
    """
    hands = [tuple(hand) for hand in hand_codes().tolist()]
    ranked = [_poker(hand) for hand in hands]
    order = {key: place for place, key in enumerate(sorted(set(ranked)))}
    strength = np.array([order[key] for key in ranked])
    qualifies = np.array([key >= (0, 10) for key in ranked])
    bonus = [{5: 5, 4: 4, 3: 1}.get(key[0], 0) for key in ranked]
    number = {hand: place for place, hand in enumerate(hands)}
    weights: dict[tuple[int, ...], int] = {}
    seen: dict[tuple[int, ...], tuple[int, ...]] = {}
    for hand in hands:
        if hand not in seen:
            for names in permutations(range(SUITS)):
                seen[tuple(sorted(code // SUITS * SUITS + names[code % SUITS] for code in hand))] = hand
        weights[seen[hand]] = weights.get(seen[hand], 0) + 1
    heads = list(weights)

    def results(place: int) -> Ints:
        own = number[heads[place]]
        compared = np.sign(strength[own] - strength)
        play = np.where(qualifies, 2 * compared, 1) + bonus[own]
        return np.stack([play, np.full(len(hands), -1)])

    return Contest(np.array(heads), np.array(list(weights.values())), results)
