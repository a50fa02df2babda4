"""A wager on one hand of a deck that is shuffled for every round: what each card is worth to it.

Nothing is decided; the hands that win and what they give back are all that counts. A card that is seen to be elsewhere
cannot be in the hand (effect of removal), and one that is known to be in it makes the wager better or worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np

from houseway.maths.protection.findings import CardEffect, KnownCards
from houseway.maths.protection.shoe_wager import Ints


class DeckWager:
    """One wager: every hand (codes, one a row) and what it gives back, in whole parts of a unit."""

    def __init__(self, size: int, hands: Ints, given: Ints, unit: int) -> None:
        self.size, self.cards, self.unit = size, hands.shape[1], unit
        self._total = int(given.sum())
        holding = np.zeros(size, dtype=np.int64)
        for column in range(self.cards):
            np.add.at(holding, hands[:, column], given)
        self._holding: list[int] = holding.tolist()

    @property
    def value(self) -> Fraction:
        """What a unit wins from the whole deck."""
        return Fraction(self._total, comb(self.size, self.cards) * self.unit) - 1

    def without(self, code: int) -> Fraction:
        """What it wins from a deck that lacks the card."""
        left = comb(self.size - 1, self.cards) * self.unit
        return Fraction(self._total - self._holding[code], left) - 1

    def holding(self, code: int) -> Fraction:
        """What it wins if the card is known to be in the hand."""
        return Fraction(self._holding[code], comb(self.size - 1, self.cards - 1) * self.unit) - 1

    def effects(self, groups: Sequence[str]) -> tuple[CardEffect, ...]:
        """By group of cards that are alike (``groups`` names that of each code): effect of removal, and of holding."""
        found: dict[str, list[int]] = {}
        for code, group in enumerate(groups):
            found.setdefault(group, []).append(code)
        return tuple(
            CardEffect(
                group,
                len(codes),
                sum((self.without(code) - self.value for code in codes), Fraction(0)) / len(codes),
                sum((self.holding(code) for code in codes), Fraction(0)) / len(codes),
            )
            for group, codes in found.items()
        )


def bet_by_first_card(slug: str, value: Fraction, effects: Sequence[CardEffect], what: str) -> KnownCards:
    """What it is worth to know, before the wager, to which group one card of the hand belongs."""
    size = sum(effect.number for effect in effects)
    good = [effect for effect in effects if effect.first is not None and effect.first > 0]
    won = sum((Fraction(effect.number, size) * Fraction(effect.first or 0) for effect in good), Fraction(0))
    return KnownCards(slug, what, value, won, how_often=Fraction(sum(effect.number for effect in good), size))


def together(effects: Sequence[CardEffect], high: Sequence[str]) -> tuple[CardEffect, ...]:
    """The groups named ``high`` as one and the others as another: cards told apart by their backs."""
    found = []
    for name, members in (
        ("high", [effect for effect in effects if effect.card in high]),
        ("low", [effect for effect in effects if effect.card not in high]),
    ):
        number = sum(effect.number for effect in members)
        first = sum((effect.number * Fraction(effect.first or 0) for effect in members), Fraction(0)) / number
        effect = sum((each.number * Fraction(each.effect) for each in members), Fraction(0)) / number
        found.append(CardEffect(name, number, effect, first))
    return tuple(found)
