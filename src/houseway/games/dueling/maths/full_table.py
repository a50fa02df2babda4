"""Dueling for Dollars, several seats at once: they share the community card, the war's and the two of 2 + 2.

What one seat wins is the same whoever else plays. What two seats win hangs together, and so does the variance of the
table's result. Percent prizes are divided among those who hit the same event in a round (DD-6), so that a share is
worth less at a full table; by symmetry a player's part of the prizes is the chance that anybody hits, divided by the
number of players.

Every player of a wager is taken to go to war, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import TypeAlias

from houseway.cards import RANKS, SUITS, Card, card
from houseway.games.dueling import hands
from houseway.games.dueling.maths import counting
from houseway.games.dueling.maths.counting import PACK, RESULTS, Pair, Rows, deals

End: TypeAlias = tuple[int, int | None]
"""How a seat ends: the result of the duel, and of its war where it went to one."""

Joint: TypeAlias = dict[tuple[End, End], int]

SEATED = 7
"""Players at a full table."""


# --------------------------------------------------------------------------------------------- two seats, one war


@cache
def two_seats(decks: int, fights: frozenset[str]) -> Joint:
    """Ordered deals by the ends of two seats; a tie of a rank in ``fights`` goes to war, another surrenders.

    Deals are of three cards and, to have one count for all, of three more (`deals` of six cards).
    """
    each = 4 * decks
    ranks = counting.rank_cards()
    left = 52 * decks - 3
    unseen = left * (left - 1) * (left - 2)
    joint: Joint = {}

    def add(one: End, other: End, number: int) -> None:
        joint[one, other] = joint.get((one, other), 0) + number

    for community in ranks:
        war = community.text[0] in fights
        duels = [(kind, hands.duel(kind, community), each - (kind is community)) for kind in ranks]
        settled = dict.fromkeys(RESULTS, 0)
        for _, result, cards in duels:
            settled[result] += cards
        if war:
            settled[0] = 0
        for one, cards in settled.items():
            for other, others in settled.items():
                if number := each * cards * (others - (one == other)):
                    add((one, None), (other, None), number * unseen)
        one_fights: dict[tuple[int, int], int] = {}
        for first, one, cards in duels:
            if not war or one:
                continue
            for second, other, others in duels:
                number = each * cards * (others - (second is first))
                if not number:
                    continue
                gone = tuple(sorted((community.rank, first.rank, second.rank)))
                if other:
                    for result, ways in one_war(decks, gone).items():
                        one_fights[result, other] = one_fights.get((result, other), 0) + number * ways
                else:
                    for (mine, theirs), ways in _two_wars(decks, gone).items():
                        add((0, mine), (0, theirs), number * ways)
        for (result, other), number in one_fights.items():
            add((0, result), (other, None), number * (left - 2))
            add((other, None), (0, result), number * (left - 2))
    return joint


def _war_counts(decks: int, gone: Sequence[int]) -> Iterator[tuple[int, dict[int, int]]]:
    """By war community card: how many there are, and how many cards give a player each result against it."""
    for community, results, whole in _against_each(decks):
        against = dict(whole)
        for rank in gone:
            against[results[rank]] -= 1
        yield 4 * decks - gone.count(community), against


@cache
def _against_each(decks: int) -> list[tuple[int, dict[int, int], dict[int, int]]]:
    """By rank of the war community card: the result of each rank against it, and how many cards of the pack have it."""
    ranks = counting.rank_cards()
    found = []
    for community in ranks:
        whole = dict.fromkeys(RESULTS, 0)
        for player in ranks:
            whole[hands.duel(player, community)] += 4 * decks - (player is community)
        found.append((community.rank, {player.rank: hands.duel(player, community) for player in ranks}, whole))
    return found


@cache
def one_war(decks: int, gone: tuple[int, ...]) -> dict[int, int]:
    """Ordered deals of a community and a player's card by the result of the war, after ``gone`` ranks."""
    whole, with_player, by_rank = _wars_of_pack(decks)
    found = dict(whole)
    for rank in gone:
        # Off come the deals in which the card is the player's, and those in which it is the community card.
        for result, number in with_player[rank].items():
            found[result] -= number
        results, against = by_rank[rank]
        for result, number in against.items():
            found[result] -= number
        # Deals of two of the cards came off twice.
        for other in gone:
            found[results[other]] += 1
    return found


@cache
def _wars_of_pack(
    decks: int,
) -> tuple[dict[int, int], dict[int, dict[int, int]], dict[int, tuple[dict[int, int], dict[int, int]]]]:
    """Deals of two cards of the whole pack by the result of the war; those with one player's card; `_against_each`."""
    whole = dict.fromkeys(RESULTS, 0)
    with_player: dict[int, dict[int, int]] = {}
    for _, results, against in _against_each(decks):
        for result, number in against.items():
            whole[result] += 4 * decks * number
        for player, result in results.items():
            mine = with_player.setdefault(player, dict.fromkeys(RESULTS, 0))
            mine[result] += 4 * decks
    return whole, with_player, {rank: (results, against) for rank, results, against in _against_each(decks)}


@cache
def _two_wars(decks: int, gone: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """The same for two players against one community card."""
    found = dict.fromkeys(((mine, theirs) for mine in RESULTS for theirs in RESULTS), 0)
    for times, against in _war_counts(decks, gone):
        for mine, number in against.items():
            for theirs, other in against.items():
                found[mine, theirs] += times * number * (other - (mine == theirs))
    return found


def covariance(
    decks: int,
    fights: frozenset[str],
    worth: Callable[[End], Fraction],
    other_worth: Callable[[End], Fraction] | None = None,
) -> Fraction:
    """The covariance of two seats whose ends are worth ``worth`` and ``other_worth``."""
    total = deals(decks, 6)
    joint = two_seats(decks, fights)
    first, unit = _whole({one: worth(one) for one, _ in joint})
    second, other_unit = _whole({other: (other_worth or worth)(other) for _, other in joint})
    mine = theirs = product = 0
    for (one, other), number in joint.items():
        mine += first[one] * number
        theirs += second[other] * number
        product += first[one] * second[other] * number
    return Fraction(product * total - mine * theirs, unit * other_unit * total * total)


def _whole(worths: dict[End, Fraction]) -> tuple[dict[End, int], int]:
    """What ends are worth in whole numbers, and what they were multiplied by."""
    unit = lcm(*(Fraction(worth).denominator for worth in worths.values()))
    return {end: int(worth * unit) for end, worth in worths.items()}, unit


# ----------------------------------------------------------------------------------------------------- shared prizes


@cache
def somebody_ties_twice(
    decks: int, players: int, wanted: frozenset[Rows], judge: Callable[[Pair, Pair], Rows] = hands.tie_after_tie
) -> Fraction:
    """The chance that one of ``players``, all with Tie After Tie and all at war, makes one of the ``wanted`` rows."""
    total = Fraction(0)
    for number in range(1, players + 1):
        together = Fraction(_all_make(decks, number, wanted, judge), deals(decks, 2 + 2 * number))
        total += (-1) ** (number + 1) * comb(players, number) * together
    return total


def _all_make(decks: int, players: int, wanted: frozenset[Rows], judge: Callable[[Pair, Pair], Rows]) -> int:
    """Ordered deals of both community cards, then a card and a war card to each player, in which all make it."""
    community = card("2c")
    total = 0
    for war_rank, alike in (("2", 1), ("3", len(RANKS) - 1)):
        for suit in SUITS:
            war_community = card(war_rank + suit)
            first = decks * (decks - (war_community is community))
            if first:
                allowed = _classes(decks, community, war_community, wanted, judge)
                ways = _pairs_for_all(players, *allowed)
                total += len(PACK) * alike * first * ways
    return total


def _pairs_for_all(players: int, sizes: tuple[int, ...], allowed: tuple[tuple[int, int], ...]) -> int:
    """Ordered deals of a pair of cards to each player, all of them ``allowed``, from what the two cards leave."""
    states = {(0,) * len(sizes): 1}
    for _ in range(players):
        further: dict[tuple[int, ...], int] = {}
        for used, ways in states.items():
            for one, other in allowed:
                number = sizes[one] - used[one]
                after = list(used)
                after[one] += 1
                number *= sizes[other] - after[other]
                after[other] += 1
                if number > 0:
                    key = tuple(after)
                    further[key] = further.get(key, 0) + ways * number
        states = further
    return sum(states.values())


@cache
def _classes(
    decks: int,
    community: Card,
    war_community: Card,
    wanted: frozenset[Rows],
    judge: Callable[[Pair, Pair], Rows],
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Classes of cards that are alike for every player: how many are left of each, and which pairs are ``wanted``."""
    makes = {
        (player, war_player)
        for player in PACK
        if player.rank == community.rank
        for war_player in PACK
        if judge((player, community), (war_player, war_community)) in wanted
    }
    groups: dict[tuple[frozenset[Card], frozenset[Card]], list[Card]] = {}
    for kind in PACK:
        after = frozenset(war_player for player, war_player in makes if player is kind)
        before = frozenset(player for player, war_player in makes if war_player is kind)
        if after or before:
            groups.setdefault((after, before), []).append(kind)
    members = list(groups.values())
    sizes = tuple(decks * len(group) - (community in group) - (war_community in group) for group in members)
    pairs = tuple(
        (one, other)
        for one, group in enumerate(members)
        for other, others in enumerate(members)
        if (group[0], others[0]) in makes
    )
    return sizes, pairs


@cache
def somebody_makes(
    decks: int,
    players: int,
    wanted: frozenset[Rows],
    judge: Callable[[Card, Card, Pair], Rows] = hands.two_plus_two,
) -> Fraction:
    """The chance that one of ``players``, all with 2 + 2, makes one of the ``wanted`` rows."""
    # The order of the first two cards is nothing to the hand: a start is read with its club as the community card.
    made_by: dict[tuple[Card, Card, Card], set[Card]] = {}
    for start in counting.starts(judge):
        for (a, b), rows in start.rows.items():
            if rows in wanted:
                for one in start.views[a].cards:
                    for other in start.views[b].cards:
                        low, high = (one, other) if one.code <= other.code else (other, one)
                        made_by.setdefault((start.player, low, high), set()).add(start.community)
    left = 52 * decks - 3
    total = Fraction(0)
    for (community, one, other), winners in made_by.items():
        ways = decks * (decks - (one is community)) * (decks - (other is community) - (other is one))
        ways *= len(SUITS) * (1 if one is other else 2)
        if ways > 0:
            gone = sum(kind in winners for kind in (community, one, other))
            nobody = Fraction(comb(left - len(winners) * decks + gone, players), comb(left, players))
            total += ways * (1 - nobody)
    return total / deals(decks, 3)
