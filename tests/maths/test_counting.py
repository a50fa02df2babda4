"""Counting deals: the published counts of close relatives, and what must hold of any count."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest

import houseway
from houseway.cards import Card, deck_of
from houseway.games.triple_attack import hands
from houseway.maths.counting import count_deals, hands_from, shares
from houseway.maths.question_errors import BadQuestion

SIX_DECKS = deck_of(6, 0, ())


def first_of(rows: Sequence[str], counts: dict[tuple[str, ...], int]) -> dict[str, int]:
    """Each count under the first of ``rows`` that the cards satisfy."""
    found: dict[str, int] = {}
    for events, count in counts.items():
        row = next((row for row in rows if row in events), "none")
        found[row] = found.get(row, 0) + count
    return found


def test_lucky_ladies() -> None:
    """wizardofodds.com/games/blackjack/side-bets/lucky-ladies: six decks of 52, table 1000/125/19/9/4."""
    pays = {
        hands.QUEENS_AND_BLACKJACK: 1000,
        hands.QUEENS: 125,
        hands.MATCHED_20: 19,
        hands.SUITED_20: 9,
        hands.ANY_20: 4,
    }
    counts = first_of(tuple(pays), count_deals(SIX_DECKS.counts, (2, 2), hands.jackpot, ordered=True))
    assert [counts[row] for row in pays] == [135_360, 2_738_340, 43_105_500, 193_112_640, 744_863_040]
    total = sum(counts.values())
    assert total == 9_294_695_280
    edge = Fraction(counts["none"] - sum(pay * counts[row] for row, pay in pays.items()), total)
    assert f"{float(edge):.4%}" == "24.7089%"


def test_match_the_dealer() -> None:
    """Jacobson, 888casino.com blog: six decks of 48 without tens, 9 suited and 4 unsuited, each card on its own."""
    found = houseway.game("triple-attack").analyze(
        wager="double-match-up", paytable="PT-FLT-TA-DM-01", options={"decks": 6}
    )
    figures = found.find("double-match-up")
    assert f"{float(figures.house_edge):.3%}" == "3.055%"
    assert f"{float(figures.hit_frequency):.3%}" == "15.411%"
    assert f"{figures.sd:.3f}" == "2.448"


def test_royal_match() -> None:
    """Shackleford, mathproblems.info: six decks, 25 to 1 for a suited king and queen, 5 to 2 for others of a suit."""
    counts = first_of(
        (hands.KING_QUEEN_SUITED, hands.TWO_CARD_FLUSH), count_deals(SIX_DECKS.counts, (2,), hands.suited_royals)
    )
    assert counts == {hands.KING_QUEEN_SUITED: 144, hands.TWO_CARD_FLUSH: 11_868, "none": 36_504}
    assert sum(counts.values()) == 48_516
    edge = Fraction(36_504 * 2 - 144 * 50 - 11_868 * 5, 48_516 * 2)
    assert f"{float(edge):.4%}" == "6.6658%"


def three_cards(cards: tuple[Card, ...]) -> str:
    """The hand of 21+3."""
    ranks = sorted(card.rank for card in cards)
    flush = len({card.suit for card in cards}) == 1
    if ranks[0] == ranks[2]:
        return "suited trips" if flush else "trips"
    straight = ranks == [2, 3, 14] or (ranks[1] == ranks[0] + 1 and ranks[2] == ranks[1] + 1)
    if straight:
        return "straight flush" if flush else "straight"
    return "flush" if flush else "none"


def test_21_plus_3() -> None:
    """wizardofodds.com: six decks; 3.24 % when every win pays 9 to 1."""
    counts = count_deals(SIX_DECKS.counts, (3,), three_cards)
    rows = ("suited trips", "trips", "straight flush", "straight", "flush")
    assert [counts[row] for row in rows] == [1_040, 25_272, 10_368, 155_520, 292_896]
    total = sum(counts.values())
    assert total == 5_013_320
    edge = Fraction(counts["none"] - 9 * sum(counts[row] for row in rows), total)
    assert f"{float(edge):.2%}" == "3.24%"


# ------------------------------------------------------------------------------------------------------- any count


def test_the_same_as_dealing_every_order() -> None:
    shoe = {"a": 3, "b": 2, "c": 1}
    cards = [f"{kind}{copy}" for kind, count in shoe.items() for copy in range(count)]

    def event(two: tuple[str, ...], one: tuple[str, ...]) -> str:
        return "".join(sorted(card[0] for card in two)) + "-" + one[0][0]

    wanted: dict[str, int] = {}
    for first, second, third in permutations(cards, 3):
        name = event((first, second), (third,))
        wanted[name] = wanted.get(name, 0) + 1
    assert count_deals(shoe, (2, 1), event, ordered=True) == wanted
    assert count_deals(shoe, (2, 1), event) == {name: count // 2 for name, count in wanted.items()}


def test_a_group_that_nobody_looks_at_is_not_dealt() -> None:
    asked = []

    def event(two: tuple[str, ...], three: tuple[str, ...]) -> bool:
        asked.append(two)
        return two[0] == two[1] and len(three) == 3

    counts = count_deals({"a": 4, "b": 4, "c": 4}, (2, 3), event)
    assert sum(counts.values()) == comb(12, 2) * comb(10, 3)
    assert counts[True] == 3 * comb(4, 2) * comb(10, 3)
    # Six hands of two are asked about; only the three pairs again, with their hands of three (ten kinds at most).
    assert len(asked) <= 6 + 3 * 10


def test_hands_are_counted_once() -> None:
    assert sum(ways for _, ways in hands_from((4, 0, 3, 2), 3)) == comb(9, 3)
    assert dict(hands_from((2, 1), 2)) == {(0, 0): 1, (0, 1): 2}
    assert list(hands_from((2, 1), 0)) == [((), 1)]


def test_shares_sum_to_one() -> None:
    assert sum(shares(count_deals(SIX_DECKS.counts, (2,), hands.suited_royals)).values()) == 1


def test_a_shoe_too_small_for_the_deal() -> None:
    with pytest.raises(BadQuestion, match="5 cards cannot be dealt from a shoe of 4"):
        count_deals({"a": 4}, (3, 2), lambda *groups: len(groups))
