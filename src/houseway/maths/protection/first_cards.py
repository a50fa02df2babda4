"""A card known before the wager is made: seen by a flash, or told from its back.

The player bets one unit only where the card makes the wager favourable. What he gains is what those bets win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from houseway.maths.protection.findings import KnownCards
from houseway.maths.protection.shoe_wager import Kinds, ShoeWager

Deals = Callable[[], Iterable[tuple[Kinds, Fraction | int]]]
"""The ordered deals of a wager and what they give back (`houseway.maths.protection.shoe_wager.from_deals`)."""


def by_card(wager: ShoeWager, deals: Deals, place: int = 0) -> list[Fraction | None]:
    """By kind: what the wager wins if the card in ``place`` is of it; nothing for a kind that is not there.

    The deals must have that card as dealt, and every one of them as many cards at least.
    """
    weights: list[dict[Kinds, Fraction]] = [{} for _ in wager.full]
    for hand, given in deals():
        rest = tuple(sorted((*hand[:place], *hand[place + 1 :])))
        weights[hand[place]][rest] = weights[hand[place]].get(rest, Fraction(0)) + given
    found: list[Fraction | None] = []
    for kind, number in enumerate(wager.full):
        if not number:
            found.append(None)
            continue
        left = [count - (other == kind) for other, count in enumerate(wager.full)]
        at_once = weights[kind].pop((), Fraction(0))
        found.append(ShoeWager(wager.labels, left, weights[kind], wager.always + at_once).value())
    return found


def seen_before(slug: str, wager: ShoeWager, values: Sequence[Fraction | None], what: str) -> KnownCards:
    """What it is worth to see that card before betting."""
    return _chosen(slug, wager, [(number, value) for number, value in zip(wager.full, values, strict=True)], what)


def told_apart(
    slug: str, wager: ShoeWager, values: Sequence[Fraction | None], groups: Sequence[int], what: str
) -> KnownCards:
    """What it is worth to tell from its back to which of the groups that card belongs."""
    together: dict[int, tuple[int, Fraction]] = {}
    for number, value, group in zip(wager.full, values, groups, strict=True):
        if value is not None:
            cards, total = together.get(group, (0, Fraction(0)))
            together[group] = cards + number, total + number * value
    return _chosen(slug, wager, [(cards, total / cards) for cards, total in together.values()], what)


def _chosen(slug: str, wager: ShoeWager, parts: Sequence[tuple[int, Fraction | None]], what: str) -> KnownCards:
    bets = won = Fraction(0)
    for number, value in parts:
        if value is not None and value > 0:
            bets += Fraction(number, wager.size)
            won += Fraction(number, wager.size) * value
    return KnownCards(slug, what, wager.value(), won, how_often=bets)
