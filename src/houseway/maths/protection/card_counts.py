"""Counts that a player can keep in his head, and how well each tells what a wager is worth.

A count gives every kind of card a tag, and is the sum of the tags of the cards seen. Divided by the decks that are left
it is the *true count*. The best linear count has tags in proportion to the effects of removal: no other linear count
comes nearer to the value, in the sense of least squares. Simple counts have small whole tags. How well one does is its
*betting correlation*: that of its tags with the effects of removal, each kind weighed by its cards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from houseway.maths.protection.findings import Count
from houseway.maths.protection.shoe_wager import ShoeWager

PACK = 52
"""Cards that a deck has where decks are counted, however many were taken out of it."""

PERCENT = Fraction(1, 100)


def _mean(wager: ShoeWager, values: Sequence[Fraction]) -> Fraction:
    return sum((count * value for count, value in zip(wager.full, values, strict=True)), Fraction(0)) / wager.size


def _product(wager: ShoeWager, one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    mine, theirs = _mean(wager, one), _mean(wager, other)
    return sum(
        (count * (a - mine) * (b - theirs) for count, a, b in zip(wager.full, one, other, strict=True)), Fraction(0)
    )


def correlation(wager: ShoeWager, tags: Sequence[Fraction]) -> float:
    """The betting correlation of ``tags``: 1 for a count that tells all that a linear one can."""
    tagged, effect = _product(wager, tags, tags), _product(wager, wager.effects, wager.effects)
    if not tagged or not effect:
        return 0.0
    return float(_product(wager, tags, wager.effects)) / math.sqrt(float(tagged) * float(effect))


def count_of(wager: ShoeWager, name: str, tags: Sequence[Fraction | int]) -> Count:
    """A count with these tags for ``wager``: what a point of it is worth, and from where on the wager wins.

    A removed card moves the value by its effect in a fresh shoe; in a smaller one by so much more as it is smaller.
    """
    given = tuple(map(Fraction, tags))
    tagged = _product(wager, given, given)
    slope = _product(wager, given, wager.effects) / tagged * Fraction(wager.size - 1, PACK) if tagged else Fraction(0)
    return Count(name, given, correlation(wager, given), slope, _trigger(wager, slope))


def _trigger(wager: ShoeWager, slope: Fraction) -> Fraction | None:
    """Where the value is nothing, in tenths, rounded up: a player bets from there on."""
    if slope <= 0:
        return None
    return Fraction(math.ceil(10 * -wager.value() / slope), 10)


def best_count(wager: ShoeWager) -> Count:
    """The best linear count, its tags such that a point of the true count is worth one percent of the wager."""
    unit = Fraction(wager.size - 1, PACK) / PERCENT
    return count_of(wager, "best linear", [effect * unit for effect in wager.effects])


def simple_count(wager: ShoeWager, level: int, groups: Sequence[int], name: str = "") -> Count:
    """The best count with whole tags from -``level`` to ``level``, kinds of one of the ``groups`` being tagged alike.

    Kinds in the order of their effects have tags in the same order, so that only the places where the tag rises are
    tried, every set of them.
    """
    cards: dict[int, int] = {}
    whole_effect: dict[int, Fraction] = {}
    for group, number, effect in zip(groups, wager.full, wager.effects, strict=True):
        if number:
            cards[group] = cards.get(group, 0) + number
            whole_effect[group] = whole_effect.get(group, Fraction(0)) + number * effect
    # Groups of one effect have one tag.
    alike: dict[Fraction, list[int]] = {}
    for group, total in whole_effect.items():
        alike.setdefault(total / cards[group], []).append(group)
    order = sorted(alike)
    # Floats: they choose among tags, and what is chosen is reckoned exactly.
    weights = [float(sum(cards[group] for group in alike[effect])) for effect in order]
    effects = [float(effect) for effect in order]
    whole, best, found = sum(weights), -1.0, dict.fromkeys(order, 0)
    for rises in combinations_with_replacement(range(len(order) + 1), 2 * level):
        tags = [sum(place >= rise for rise in rises) - level for place in range(len(order))]
        mean = sum(w * t for w, t in zip(weights, tags, strict=True)) / whole
        spread = sum(w * (t - mean) ** 2 for w, t in zip(weights, tags, strict=True))
        if spread <= 0.0:
            continue
        told = sum(w * (t - mean) * e for w, t, e in zip(weights, tags, effects, strict=True)) / math.sqrt(spread)
        # Of counts as good the one with fewer tags to remember.
        plainer = sum(map(abs, tags)) < sum(map(abs, found.values()))
        if told > best * (1 + 1e-12) or (told > best * (1 - 1e-12) and plainer):
            best, found = told, dict(zip(order, tags, strict=True))
    tagged = {group: tag for effect, tag in found.items() for group in alike[effect]}
    return count_of(wager, name or f"level {level}", [tagged.get(group, 0) for group in groups])


def spread_count(wager: ShoeWager, name: str, groups: Sequence[int], trigger: Fraction | int) -> Count:
    """A count of groups of cards: the most left in one less the fewest in another, by decks left."""
    return Count(name, tuple(map(Fraction, groups)), 0.0, Fraction(0), Fraction(trigger), spread=True)
