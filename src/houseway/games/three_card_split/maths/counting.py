"""Three Card Split: exact counts over all deals.

What cards are worth is asked of ``hands.py``, once for each class of hand; here is only counting, in whole numbers.

The primary wager: 22,100 hands of the player times 18,424 of the house. For each setting of a player's hand the house
hands that it beats on both sides, on the high side and on the low side are counted by inclusion and exclusion over the
player's three cards: tables hold how many house settings any pair of sub-hands beats, among all house hands and among
those with a given card; the few house hands with two or three of the player's cards are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from houseway.cards import CARDS, SUITS, Card
from houseway.games.three_card_split import hands
from houseway.games.three_card_split.maths.classes import (
    DECK,
    HANDS,
    HOUSE_HANDS,
    Bools,
    Ints,
    classes,
    house_places,
    low_cards,
    number_of,
)

RANKS = DECK // len(SUITS)
DEALS = HANDS * HOUSE_HANDS
"""Deals of three cards to the player and three to the house."""

OTHERS = ((1, 2), (0, 2), (0, 1))
"""The places of the high sub-hand, by the place of the low card."""


# --- sub-hands ---------------------------------------------------------------------------------------------------


class SubHands(NamedTuple):
    """What ``hands.py`` says of sub-hands; those of one rank and as many red cards have one number, lowest first."""

    high: Ints
    """(52, 52): the number of a high sub-hand, -1 on the diagonal."""

    low: Ints
    """(52,): the number of a low card."""

    high_rank: Ints
    """(highs,): the rank of a high sub-hand."""

    low_rank: Ints
    """(lows,): the rank of a low card."""

    high_wins: Bools
    """(highs, highs): whether the player's high sub-hand wins against the house's."""

    low_wins: Bools
    """(lows, lows): whether the player's low card wins against the house's."""

    foul: Bools
    """(highs, lows): whether that low card fouls that high sub-hand."""

    kind: Ints
    """(highs,): the kind of a high sub-hand, as a place in ``hands.HIGH_KINDS``."""


class Judge(NamedTuple):
    """What decides the primary wager: functions of ``hands.py``, or another reading's in their place."""

    high_rank: Callable[[hands.High], int] = hands.high_rank
    compare: Callable[[tuple[Card, ...], tuple[Card, ...]], int] = hands.compare
    is_foul: Callable[[hands.High, Card], bool] = hands.is_foul


AS_RULED = Judge()


def sub_hands(judge: Judge = AS_RULED) -> SubHands:
    """Every sub-hand, numbered."""
    return _sub_hands(judge)


@cache
def _sub_hands(judge: Judge) -> SubHands:
    highs: dict[tuple[int, int], tuple[Card, Card]] = {}
    lows: dict[tuple[int, int], Card] = {}
    reds = [hands.colours((card,))[0] for card in CARDS[:DECK]]
    name_of_low = [(hands.low_rank(card), reds[card.code]) for card in CARDS[:DECK]]
    name_of_high: dict[tuple[int, int], tuple[int, int]] = {}
    for a, b in combinations(range(DECK), 2):
        high = CARDS[a], CARDS[b]
        name = name_of_high[a, b] = judge.high_rank(high), reds[a] + reds[b]
        highs.setdefault(name, high)
    for code, name in enumerate(name_of_low):
        lows.setdefault(name, CARDS[code])

    high_names, low_names = sorted(highs), sorted(lows)
    high_number = {name: number for number, name in enumerate(high_names)}
    low_number = {name: number for number, name in enumerate(low_names)}
    numbers = np.full((DECK, DECK), -1, dtype=np.int64)
    for (a, b), name in name_of_high.items():
        numbers[a, b] = numbers[b, a] = high_number[name]
    high_list = [highs[name] for name in high_names]
    low_list = [lows[name] for name in low_names]
    high_ranks, low_ranks = (np.array([rank for rank, _ in names]) for names in (high_names, low_names))
    high_wins, low_wins = (ranks[:, None] > ranks[None, :] for ranks in (high_ranks, low_ranks))
    for mine, theirs in np.argwhere(high_ranks[:, None] == high_ranks[None, :]).tolist():
        high_wins[mine, theirs] = judge.compare(high_list[mine], high_list[theirs]) > 0
    for mine, theirs in np.argwhere(low_ranks[:, None] == low_ranks[None, :]).tolist():
        low_wins[mine, theirs] = judge.compare((low_list[mine],), (low_list[theirs],)) > 0
    _, first_highs, high_of = np.unique(high_ranks, return_index=True, return_inverse=True)
    _, first_lows, low_of = np.unique(low_ranks, return_index=True, return_inverse=True)
    fouls = [[judge.is_foul(high_list[high], low_list[low]) for low in first_lows] for high in first_highs]
    return SubHands(
        numbers,
        np.array([low_number[name] for name in name_of_low], dtype=np.int64),
        high_ranks,
        low_ranks,
        high_wins,
        low_wins,
        np.array(fouls, dtype=np.bool_)[np.ix_(high_of, low_of)],
        np.array([hands.HIGH_KINDS.index(hands.kind_of_high(high)) for high in high_list], dtype=np.int64),
    )


class Settings(NamedTuple):
    """Hands as set: the number of the high sub-hand and that of the low card, for each."""

    high: Ints
    low: Ints


def set_low(cards: Ints, low: Ints, judge: Judge = AS_RULED) -> Settings:
    """``cards`` (n, 3) set with the card ``low`` (n,), from 0, low."""
    every = np.arange(len(cards))
    others = np.array(OTHERS)[low]
    asked = sub_hands(judge)
    return Settings(
        asked.high[cards[every, others[:, 0]], cards[every, others[:, 1]]],
        asked.low[cards[every, low]],
    )


@cache
def house_settings() -> Settings:
    """Every hand as the house sets it."""
    return set_low(classes().cards, low_cards(house_places()))


# --- the primary wager -------------------------------------------------------------------------------------------


class PrimaryCounts(NamedTuple):
    """(classes, 3) each: how many house hands end so, for each class and each card of it that may go low."""

    win: Ints
    push: Ints
    lose: Ints
    foul: Ints


@cache
def primary_counts() -> PrimaryCounts:
    """The ends of the primary wager for every class and every way to set it."""
    return counts_against(house_settings(), AS_RULED)


def counts_against(house: Settings, judge: Judge) -> PrimaryCounts:
    """The same against a house that sets its hands so, the sub-hands being judged by ``judge``."""
    asked = sub_hands(judge)
    made = classes()
    highs, lows = len(asked.high_wins), len(asked.low_wins)

    # House settings with each card (the first 52) and all of them (the last), by high, card, low; then what is beaten.
    place = house.high * (DECK + 1) * lows + house.low
    cards = [*made.cards.T, np.int64(DECK)]
    places = np.concatenate([place + card * lows for card in cards])
    # No count is more than all hands, which sixteen bits hold.
    held = np.zeros((highs, DECK + 1, lows), dtype=np.int16)
    np.add.at(held.reshape(-1), places, np.int16(1))
    high_side = _beaten(held, asked.high_rank, asked.high_wins)
    both = _beaten(high_side.transpose(2, 0, 1), asked.low_rank, asked.low_wins)
    low_side = _beaten(held.sum(axis=0).T, asked.low_rank, asked.low_wins)
    high_side = high_side.sum(axis=2)

    settings = [set_low(made.heads, np.full(len(made.heads), column, dtype=np.int64), judge) for column in range(3)]
    ends = []
    for mine, sums in zip(settings, _won_of_shared(made.heads, settings, house, asked), strict=True):
        won: tuple[Ints, ...] = (sums >> 20, sums & 1023, sums >> 10 & 1023)
        for card, sign in ((DECK, 1), *((made.heads[:, place], -1) for place in range(3))):
            looked_up = both[mine.low, mine.high, card], high_side[mine.high, card], low_side[mine.low, card]
            won = tuple(count + sign * more for count, more in zip(won, looked_up, strict=True))
        won_both, won_high, won_low = won
        foul = asked.foul[mine.high, mine.low]
        ends.append((won_both, HOUSE_HANDS - won_high - won_low + won_both, foul))
    won_both, lost_both, fouled = (np.stack(columns, axis=1) for columns in zip(*ends, strict=True))
    win, lose, fouls = np.where(fouled, 0, won_both), np.where(fouled, 0, lost_both), np.where(fouled, HOUSE_HANDS, 0)
    return PrimaryCounts(win, HOUSE_HANDS - win - lose - fouls, lose, fouls)


def _beaten(held: Any, ranks: Ints, wins: Bools) -> Any:
    """For each sub-hand how many of those ``held`` (both on the first axis) it beats: every lower rank, and copies."""
    lower = np.zeros((len(held) + 1, *held.shape[1:]), dtype=held.dtype)
    np.cumsum(held, axis=0, out=lower[1:])
    first = np.searchsorted(ranks, ranks)
    beaten = lower[first]
    for mine, theirs in np.argwhere(wins & (ranks[:, None] == ranks[None, :])).tolist():
        beaten[mine] += held[theirs]
    return beaten


_BLOCK = 400
"""Hands looked at together: what is made of them on the way stays near the processor."""


def _won_of_shared(heads: Ints, mine: Sequence[Settings], house: Settings, asked: SubHands) -> Ints:
    """(settings, classes): of the house hands in `_shared_hands` those that each setting beats, three counts in one.

    Ten bits are for those beaten on the high side, ten for the low side, and the rest for both.
    """
    high_won, low_won = asked.high_wins.astype(np.int32).ravel(), asked.low_wins.astype(np.int32).ravel() << 10
    highs, lows = len(asked.high_wins), len(asked.low_wins)
    sums = np.zeros((len(mine), len(heads)), dtype=np.int64)
    for start in range(0, len(heads), _BLOCK):
        some = slice(start, start + _BLOCK)
        shared = _shared_hands(heads[some])
        their_high, their_low = house.high[shared], house.low[shared]
        for column, setting in enumerate(mine):
            wins = high_won[setting.high[some, None] * highs + their_high]
            wins += low_won[setting.low[some, None] * lows + their_low]
            wins += (wins == (1 << 10) + 1).astype(np.int32) << 20
            sums[column, some] = wins.sum(axis=1)
    return sums


def _shared_hands(heads: Ints) -> Ints:
    """The numbers of house hands that taking off each card's in turn takes off once too often, for each hand.

    A hand with two of the three cards is taken off twice, the hand of all three three times: it stands here twice.
    """
    mine = heads.astype(np.int32)
    left = np.ones((len(heads), DECK), dtype=np.bool_)
    np.put_along_axis(left, heads, False, axis=1)
    others = np.nonzero(left)[1].astype(np.int32).reshape(len(heads), DECK - 3)
    shared = [number_of(mine[:, [one]], mine[:, [two]], others) for one, two in OTHERS]
    whole = number_of(*mine.T)[:, None]
    return np.concatenate([*shared, whole, whole], axis=1)


def _cards(codes: list[int]) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes)


# --- the Three Card Bonus ----------------------------------------------------------------------------------------


class ThreeCards(NamedTuple):
    """What ``hands.py`` says of three-card hands; those of one rank and as many red cards have one number."""

    number: Ints
    """(22100,): the number of each hand."""

    rank: Ints
    """(numbers,): its rank."""

    reds: Ints
    """(numbers,): its red cards."""

    copies: Bools
    """(numbers, 4): whether the player wins against a house hand of the same rank with so many red cards."""


@cache
def three_cards() -> ThreeCards:
    """Every three-card hand, numbered."""
    made = classes()
    ranks = np.array([hands.three_card_rank(_cards(head)) for head in made.heads.tolist()], dtype=np.int64)
    red = np.array([hands.colours((card,))[0] for card in CARDS[:DECK]], dtype=np.int64)
    names = ranks[made.class_of] * 4 + red[made.cards].sum(axis=1)
    found, first, number = np.unique(names, return_index=True, return_inverse=True)
    rank, reds = found // 4, found % 4
    one_of = [_cards(codes) for codes in made.cards[first].tolist()]
    copies = np.zeros((len(found), 4), dtype=np.bool_)
    for mine, start in enumerate(np.searchsorted(rank, rank).tolist()):
        for theirs in range(start, min(start + 4, len(found))):
            if rank[theirs] == rank[mine]:
                copies[mine, reds[theirs]] = hands.three_card_bonus(one_of[mine], one_of[theirs])
    return ThreeCards(number, rank, reds, copies)


@cache
def three_card_kinds() -> dict[str, int]:
    """How many of the 22,100 hands are of each kind, lowest first."""
    found = dict.fromkeys(hands.THREE_CARD_KINDS, 0)
    for head, weight in zip(classes().heads.tolist(), classes().weights.tolist(), strict=True):
        found[hands.kind_of_three(_cards(head))] += weight
    return found


def copies_by_colour() -> Bools:
    """Which deals of `equal_three_cards` are the player's: both hands have as many red cards."""
    mine, theirs, _ = equal_three_cards()
    asked = three_cards()
    won: Bools = asked.copies[asked.number[mine], asked.reds[asked.number[theirs]]]
    return won


def wins_with_copies(deals: Ints, won: Bools) -> int:
    """In how many deals the player wins, if those of `equal_three_cards` that are ``won`` are the player's.

    Player and house change places in the deals with different ranks, so the player has the higher one in half of them.
    """
    return (DEALS - int(deals.sum())) // 2 + int(deals[won].sum())


@cache
def equal_three_cards() -> tuple[Ints, Ints, Ints]:
    """The deals in which both hands have one rank: the player's hand and the house's by number, and how many there are.

    The player's is one of each class and stands for all of it.
    """
    made, asked = classes(), three_cards()
    order = np.argsort(asked.number, kind="stable")
    ranks = asked.rank[asked.number[order]]
    heads = number_of(*made.heads.T)
    my_ranks = asked.rank[asked.number[heads]]
    starts = np.searchsorted(ranks, my_ranks)
    sizes = np.searchsorted(ranks, my_ranks, side="right") - starts
    mine = np.repeat(np.arange(len(made.heads)), sizes)
    theirs = order[np.arange(len(mine)) - np.repeat(np.cumsum(sizes) - sizes - starts, sizes)]
    apart = (made.heads[mine][:, :, None] != made.cards[theirs][:, None, :]).all(axis=(1, 2))
    mine, theirs = mine[apart], theirs[apart]
    return heads[mine], theirs, made.weights[mine]


# --- the four-card hand ------------------------------------------------------------------------------------------


FourCards: TypeAlias = Callable[[tuple[Card, ...]], tuple[str, ...]]
"""Names the rows that four cards satisfy."""


class FourCardRows(NamedTuple):
    """What ``hands.four_card`` says of the 270,725 hands of four cards."""

    satisfied: tuple[tuple[str, ...], ...]
    """The different answers: rows satisfied together, best first."""

    of_hand: Ints
    """(270725,): which of them each hand has; hands are numbered C(d, 4) + C(c, 3) + C(b, 2) + a."""

    counts: tuple[int, ...]
    """How many hands have each."""


@cache
def four_card_rows(judge: FourCards = hands.four_card) -> FourCardRows:
    """The rows of every four-card hand, asked once for each class: its ranks, and which cards share a suit by three."""
    three = classes().cards.astype(np.int32)
    below = [top * (top - 1) * (top - 2) // 6 for top in range(DECK)]
    cards = np.concatenate([three[:count] for count in below])
    cards = np.concatenate([cards, np.repeat(np.arange(DECK, dtype=np.int32), below)[:, None]], axis=1)
    suited = np.zeros(len(cards), dtype=np.int32)
    shared = np.array([mask if mask.bit_count() >= 3 else 0 for mask in range(16)], dtype=np.int32)
    for suit in range(len(SUITS)):
        suited += shared[(cards % 4 == suit) @ np.array([1, 2, 4, 8], dtype=np.int32)]
    key = suited
    for column in range(4):
        key = key * RANKS + cards[:, column] // 4
    _, first, class_of, sizes = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    numbers: dict[tuple[str, ...], int] = {}
    found = [numbers.setdefault(judge(_cards(codes)), len(numbers)) for codes in cards[first].tolist()]
    counts = np.bincount(found, weights=sizes).astype(np.int64)
    return FourCardRows(tuple(numbers), np.array(found, dtype=np.int64)[class_of], tuple(counts.tolist()))


def four_number_of(cards: Ints) -> Ints:
    """The numbers of four-card hands given as codes in any order, on the last axis."""
    low, second, third, top = np.moveaxis(np.sort(cards, axis=-1), -1, 0)
    number: Ints = (
        top * (top - 1) * (top - 2) * (top - 3) // 24
        + third * (third - 1) * (third - 2) // 6
        + second * (second - 1) // 2
        + low
    )
    return number


@cache
def four_card_pairs(judge: FourCards = hands.four_card) -> tuple[tuple[int, ...], ...]:
    """Deals of two seats and the community card (52 * 20,825 * 17,296) by what the two seats' hands satisfy.

    Two hands from the same cards are apart in all, less those with a card in common, by inclusion and exclusion. The
    suit of the community card does not matter, so it is a club four times.
    """
    rows = four_card_rows(judge)
    kinds = len(rows.satisfied)
    cards = classes().cards
    together = np.zeros((kinds, kinds), dtype=np.int64)
    for rank in range(RANKS):
        community = rank * 4
        held = cards[(cards != community).all(axis=1)]
        whole = np.concatenate([held, np.full((len(held), 1), community)], axis=1)
        kind = rows.of_hand[four_number_of(whole)]
        counts = np.bincount(kind, minlength=kinds)
        one = np.zeros((kinds, DECK), dtype=np.int64)
        two = np.zeros((kinds, DECK * DECK), dtype=np.int64)
        for a in range(3):
            np.add.at(one, (kind, held[:, a]), 1)
            np.add.at(two, (kind, held[:, OTHERS[a][0]] * DECK + held[:, OTHERS[a][1]]), 1)
        together += np.outer(counts, counts) - one @ one.T + two @ two.T - np.diag(counts)
    return tuple(tuple(row) for row in (together * len(SUITS)).tolist())


# --- several seats -----------------------------------------------------------------------------------------------

MOST_SETS = 20_000
"""So many sets of winning hands that lie beside each other are looked at; of more, only pairs are counted."""


@cache
def somebody_hits(kinds: frozenset[int], seats: int, judge: FourCards = hands.four_card) -> Fraction | None:
    """How likely one of ``seats`` has a hand of these kinds (places in `four_card_rows`); ``None`` if too many have.

    By inclusion and exclusion over seats: how many sets of hands of three lie beside each other and all win with the
    community card, whose suit does not matter.
    """
    total = Fraction(0)
    for rank in range(RANKS):
        ways = _beside_each_other(_winning_threes(kinds, rank * 4, judge), seats)
        if ways is None:
            return None
        deals = 1
        for number, sets in enumerate(ways[1:], start=1):
            deals *= comb(DECK - 1 - 3 * (number - 1), 3)
            total -= (-1) ** number * comb(seats, number) * Fraction(factorial(number) * sets, deals)
    return total / RANKS


@cache
def _winning_threes(kinds: frozenset[int], community: int, judge: FourCards) -> tuple[int, ...]:
    """The hands of three, as bits of their cards, that make one of ``kinds`` with the community card."""
    cards = classes().cards
    held = cards[(cards != community).all(axis=1)]
    kind = four_card_rows(judge).of_hand[
        four_number_of(np.concatenate([held, np.full((len(held), 1), community)], axis=1))
    ]
    winning = held[np.isin(kind, list(kinds))]
    return tuple(sum(1 << code for code in codes) for codes in winning.tolist())


def _beside_each_other(winning: tuple[int, ...], most: int) -> list[int] | None:
    """How many sets of 0, 1, ... ``most`` of these hands share no card; ``None`` beyond `MOST_SETS`."""
    found = [0] * (most + 1)
    waiting = [(0, 0, 0)]
    while waiting:
        taken, start, size = waiting.pop()
        found[size] += 1
        if sum(found) > MOST_SETS:
            return None
        if size < most:
            waiting += [
                (taken | hand, place + 1, size + 1)
                for place, hand in enumerate(winning[start:], start=start)
                if not taken & hand
            ]
    return found
