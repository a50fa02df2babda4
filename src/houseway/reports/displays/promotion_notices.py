"""Gambling promotions where they run: which hold today, in words, and the lines that win one.

A promotion is the house's own: its prize is on no line, moves no fund, and is paid by hand where a line wins it.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.compliance.configuration import Promotion
from houseway.floor.context import gaming_day
from houseway.floor.states import PropertyState
from houseway.registry import words as words_of_game
from houseway.table.setup import Setup
from houseway.table.shown.shape_base import Cents, Shape


class PromotionOffer(Shape, frozen=True):
    """A promotion that runs at the table: the hand that wins it, on which wager, what the house pays, until when."""

    promotion: str
    wager: str
    name: str
    event: str
    hand: str
    prize: Cents
    until: str


class PromotionWon(Shape, frozen=True):
    """A promotion that a line wins: what the house pays besides, by hand."""

    promotion: str
    prize: Cents


def running(property: PropertyState, table: str, at: int) -> list[Promotion]:
    """The promotions of a table on the gaming day of ``at``."""
    if not property.promotions:
        return []
    day = gaming_day(at, property.zone, property.day_starts)
    return [one for one in property.promotions.values() if table in one.tables and one.since <= day <= one.until]


def offered(setup: Setup, promotions: Sequence[Promotion]) -> list[PromotionOffer]:
    """Promotions as people read them: the hand that wins, on which wager, what, until when."""
    edition = setup.edition
    words = words_of_game(edition.about.slug)
    return [
        PromotionOffer(
            promotion=one.id,
            wager=one.wager,
            name=setup.wager(one.wager).name,
            event=one.event,
            hand=words.event(edition, one.wager, one.event),
            prize=one.prize,
            until=one.until,
        )
        for one in promotions
    ]


def won(promotions: Sequence[Promotion], wager: str, event: str) -> list[PromotionWon]:
    """What a line of that wager and event wins besides."""
    return [PromotionWon(one.id, one.prize) for one in promotions if (one.wager, one.event) == (wager, event)]
