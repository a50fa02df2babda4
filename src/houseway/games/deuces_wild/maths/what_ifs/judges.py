"""Rows of Deuces Wild named otherwise than the approved document has them: by another reading, or a changed rule.

Nothing here is played: `hands` has what the document says. Tests on five cards are given to `evaluation.FURTHER`, so
that they are counted as every other row is.
"""

from __future__ import annotations

from collections.abc import Collection

from houseway.cards.card import ACE, KING, QUEEN, SUITS, Card
from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths import evaluation
from houseway.games.deuces_wild.maths.counting import Rows


def _makes_high_run(ranks: frozenset[int], wild: int) -> bool:
    """Whether ranks and wild cards make a straight of five in which no ace is low."""
    runs = (frozenset(range(lowest, lowest + 5)) for lowest in range(2, ACE - 3))
    return any(wild + len(ranks & run) >= 5 for run in runs)


def straight_ace_high(cards: tuple[Card, ...]) -> bool:
    """Whether five cards make a straight, the ace high only."""
    natural = [card for card in cards if not hands.is_wild(card)]
    return _makes_high_run(frozenset(card.rank for card in natural), len(cards) - len(natural))


def straight_flush_ace_high(cards: tuple[Card, ...]) -> bool:
    """Whether five cards make a straight flush, the ace high only."""
    natural = [card for card in cards if not hands.is_wild(card)]
    wild = len(cards) - len(natural)
    suits = [frozenset(card.rank for card in natural if card.suit == suit) for suit in SUITS]
    return any(_makes_high_run(ranks, wild) for ranks in suits)


ACE_HIGH = {"straight": "straight-ace-high", "straight-flush": "straight-flush-ace-high"}
evaluation.FURTHER.update({"straight-ace-high": straight_ace_high, "straight-flush-ace-high": straight_flush_ace_high})


def ace_high(rows: Rows) -> Rows:
    """``rows`` with those of straights replaced by the ones without a low ace."""
    return tuple(ACE_HIGH.get(row, row) for row in rows)


def treasure_row(
    cards: tuple[Card, ...],
    *,
    ace_low: bool = True,
    wild_royal: bool = True,
    wild_ranks: Collection[int] = hands.WILD_RANKS,
) -> str:
    """The row of Three Card Treasure; the ace may be low or not, and a Mini Royal may hold wild cards or not."""
    natural = [card for card in cards if card.rank not in wild_ranks]
    wild = 3 - len(natural)
    ranks = {card.rank for card in natural}
    distinct, suited = len(ranks) == len(natural), len({card.suit for card in natural}) <= 1
    runs = [set(range(lowest, lowest + 3)) for lowest in range(2, ACE - 1)]
    if ace_low:
        runs.append({ACE, 2, 3})
    straight = distinct and any(ranks <= run for run in runs)
    royal = distinct and suited and ranks <= {QUEEN, KING, ACE} and (wild_royal or not wild)
    met = (royal, straight and suited, len(ranks) <= 1, straight, distinct and suited)
    return next((row for row, yes in zip(hands.TREASURE_ROWS, met, strict=True) if yes), "none")
