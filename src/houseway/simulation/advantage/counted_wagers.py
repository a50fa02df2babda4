"""One wager of a shoe game: its cards, its counts, and what they win by cut card, seats and decks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from houseway.maths.protection.card_counts import best_count, correlation, simple_count
from houseway.maths.protection.findings import EXACT, CardEffect, Count, Counted, WagerProtection
from houseway.maths.protection.shoe_wager import ShoeWager
from houseway.simulation.advantage.counted_shoes import count_shoes
from houseway.simulation.run import CORES

LEVELS = (1, 2)
"""Simple counts: the largest tag of each."""

SUITS_MATTER = 0.999
"""A best count that goes by rank tells as much as one by card where it has this correlation with it."""


EVERY_ROUND = Fraction(1)
"""The share of the rounds in which a wager that is placed before the deal can be made."""


class Dealing(msgspec.Struct, frozen=True):
    """How shoes are dealt: cards used a round by seats, cut cards, how many shoes, from which seed, and where."""

    used: dict[int, tuple[float, ...]]
    cuts: tuple[int, ...]
    decks: int
    shoes: int
    seed: int = 0
    on: str = CORES


def counts_for(wager: ShoeWager, ranks: Sequence[int]) -> tuple[Count, ...]:
    """The best linear count, by rank where the suits do not matter, and the best simple ones by rank.

    None where no single card moves the value: then no linear count tells anything.
    """
    if not any(wager.effects):
        return ()
    best = best_count(wager)
    by_rank = _averaged(wager, ranks)
    simple = [simple_count(wager, level, ranks) for level in LEVELS]
    if correlation(wager, by_rank) < SUITS_MATTER:
        simple += [simple_count(wager, level, range(len(wager.full)), f"level {level} by card") for level in LEVELS]
    # A second level that tells no more has the same tags as the first.
    told = {count.tags: count for count in reversed(simple) if count.correlation}
    return (best, *(count for count in simple if told.get(count.tags) is count))


def _averaged(wager: ShoeWager, ranks: Sequence[int]) -> list[Fraction]:
    """The effect of removal of each rank, on all of its cards."""
    total: dict[int, tuple[int, Fraction]] = {}
    for rank, number, effect in zip(ranks, wager.full, wager.effects, strict=True):
        cards, together = total.get(rank, (0, Fraction(0)))
        total[rank] = cards + number, together + number * effect
    return [total[rank][1] / total[rank][0] if total[rank][0] else Fraction(0) for rank in ranks]


def counted_wager(
    slug: str,
    paytable: str,
    wager: ShoeWager,
    ranks: Sequence[int],
    dealing: Dealing,
    first: Sequence[Fraction | None] | None = None,
    how: str = EXACT,
    note: str = "",
    share: Fraction = EVERY_ROUND,
) -> WagerProtection:
    """The findings on one wager; ``ranks`` says which rank each kind is of, ``first`` what a known card is worth.

    ``share`` is in how many of all rounds the wager can be made: what has no part in the value, such as the card up.
    """
    counts = counts_for(wager, ranks)
    return WagerProtection(
        wager=slug,
        paytable=paytable,
        value=wager.value(),
        effects=card_effects(wager, first),
        counts=counts,
        counted=tuple(_of_all_rounds(each, float(share)) for each in _counted(wager, counts, dealing)),
        kinds=wager.labels,
        how=how,
        note=note,
        share=share,
    )


def _of_all_rounds(counted: Counted, share: float) -> Counted:
    """What was counted in rounds with the wager, over all rounds; any of them is as likely to have it."""
    return msgspec.structs.replace(
        counted,
        bets=share * counted.bets,
        units_per_100=share * counted.units_per_100,
        units_per_shoe=share * counted.units_per_shoe,
        error=share * counted.error,
    )


def _counted(wager: ShoeWager, counts: Sequence[Count], dealing: Dealing) -> list[Counted]:
    if not dealing.shoes:
        return []
    return [
        msgspec.structs.replace(each, seats=seats, decks=dealing.decks)
        for seats, used in dealing.used.items()
        for each in count_shoes(
            wager, counts, used, dealing.cuts, shoes=dealing.shoes, seed=dealing.seed, on=dealing.on
        )
    ]


def card_effects(wager: ShoeWager, first: Sequence[Fraction | None] | None = None) -> tuple[CardEffect, ...]:
    """The kinds of cards that are in the shoe, with the effect of removal of each."""
    known = first or [None] * len(wager.full)
    return tuple(
        CardEffect(label, number, effect, worth)
        for label, number, effect, worth in zip(wager.labels, wager.full, wager.effects, known, strict=True)
        if number
    )
