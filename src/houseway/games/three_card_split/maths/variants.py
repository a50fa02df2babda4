"""The primary wager where the house sets its hand in another way, or copies, fouls and ranks are judged otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from houseway.cards import Card
from houseway.games.three_card_split.maths import counting, judges
from houseway.games.three_card_split.maths.classes import HOUSE_HANDS, Ints, classes, house_places, low_cards

HOUSE_WAY = "house-way"
BEST_REPLY = "best-reply"

WAYS: dict[str, Callable[[tuple[Card, ...], counting.Judge], int]] = {
    HOUSE_WAY: lambda cards, judge: judges.house_place(cards, judge.high_rank),
    "any-high": lambda cards, judge: judges.house_place(cards, judge.high_rank, judge.is_foul, any_high=True),
    "three-low": lambda cards, judge: judges.house_place(cards, judge.high_rank, three_goes_low=True),
    "best-high": judges.best_high,
    "best-low": judges.best_low,
}
"""Ways in which the house may set its hand, by the card that it puts low."""

NOBODY = "nobody"
COPIES = {"house": judges.copies_lose, "player": judges.copies_to(1, 1)}
_BESIDE = {(high, low): judges.copies_to(high, low) for high in (-1, 1) for low in (-1, 1)}


class Variant(NamedTuple):
    """How the primary wager is played; as approved where nothing is given. Ranks and fouls are those of ``judge``."""

    judge: counting.Judge = counting.AS_RULED
    house: str = HOUSE_WAY
    copies_to_nobody: bool = False


APPROVED = Variant()


@lru_cache(maxsize=16)
def house_low(variant: Variant = APPROVED) -> Ints:
    """(classes,): the place, from 0, of the card that the house puts low."""
    if variant.house == BEST_REPLY:
        return _best_reply(variant)
    if variant.house == HOUSE_WAY and variant.judge.high_rank is counting.AS_RULED.high_rank:
        return house_places()
    return judges.places(lambda cards: WAYS[variant.house](cards, variant.judge))


def _best_reply(variant: Variant) -> Ints:
    """Set as a player would who sets best against the approved house way, for even money, hands being judged alike."""
    approved = variant._replace(house=HOUSE_WAY)
    counts = counts_of(approved)
    worth = 2 * (counts.win - counts.lose - counts.foul)
    # Of settings that are worth the same, the house way's. A foul is none: the house cannot forfeit.
    worth[np.arange(len(worth)), house_low(approved)] += 1
    worth[counts.foul > 0] = -2 * HOUSE_HANDS - 1
    places: Ints = np.argmax(worth, axis=1).astype(np.int64)
    return places


@lru_cache(maxsize=16)
def counts_of(variant: Variant = APPROVED) -> counting.PrimaryCounts:
    """The ends of the primary wager for every class and every way to set it."""
    if variant == APPROVED:
        return counting.primary_counts()
    low = low_cards(house_low(variant))
    if not variant.copies_to_nobody:
        return _against(low, variant.judge)
    # A copy is nobody's: the other side decides, and two copies push. Counted by giving copies to each side in turn.
    given = {sides: _against(low, variant.judge._replace(compare=compare)) for sides, compare in _BESIDE.items()}
    both = given[1, 1].win - given[1, -1].win - given[-1, 1].win + given[-1, -1].win
    foul = given[1, 1].foul
    win, lose = given[1, 1].win - both, given[-1, -1].lose - both
    return counting.PrimaryCounts(win, HOUSE_HANDS - win - lose - foul, lose, foul)


def _against(low: Ints, judge: counting.Judge) -> counting.PrimaryCounts:
    return counting.counts_against(counting.set_low(classes().cards, low, judge), judge)
