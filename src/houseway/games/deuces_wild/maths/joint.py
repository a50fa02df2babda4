"""The Ante and Five Card Fortune played for both at once: by how much is staked on the second for one on the first.

Folding costs Five Card Fortune cards to select from (DW-6), so that a hand which the Ante would give up may be worth
playing on. What Five Card Fortune gains by a further card is never below nothing and does not depend on the stakes.
So the more is staked on it, the more hands are played and raised, and none is given up again. What both wagers win
together is a convex function of the ratio of the stakes, straight between the ratios at which another class of hands is
played.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild.maths import base, fortune, revealed
from houseway.games.deuces_wild.maths.base import APPROVED_RULES, Plan, RuleSet
from houseway.games.deuces_wild.maths.classes import Numbers, classes, summed_over_next
from houseway.games.deuces_wild.maths.fortune import COMMUNITY

Floats = npt.NDArray[np.float64]

_CLOSE = 1e-9
"""Sums of floats that are nearer to nothing than this, for their terms, are reckoned again in whole numbers."""


class Piece(msgspec.Struct, frozen=True):
    """From ``ratio`` on, what the Ante and Five Card Fortune win, each per unit of its own stake."""

    ratio: Fraction
    ante: Fraction
    fortune: Fraction

    def at(self, ratio: Fraction) -> Fraction:
        """What both win at ``ratio``, per unit of the Ante."""
        return self.ante + ratio * self.fortune


class Joint:
    """The best play of both wagers under two paytables, one pool and one view, at any ratio of the stakes.

    ``ante`` and ``nets`` are what the rows win, no row last; ``most`` is the option ``fortune-pool``, ``seen`` whether
    the community hand is in sight when the cards are selected, ``rules`` what both are worked out under.
    """

    def __init__(
        self,
        ante: Sequence[Fraction],
        nets: Sequence[Fraction],
        most: int,
        seen: bool,
        rules: RuleSet = APPROVED_RULES,
    ) -> None:
        wilds, (staked, four, _) = rules.wilds, rules.stakes
        best = base.best_plan(ante, rules.ante, rules.stakes, wilds)
        _, raised, unit = base.values(ante, best.raise_, rules)
        self._three, self._four, self._staked = classes(3, wilds), classes(4, wilds), staked
        self._fourths = wilds.deck - 3
        # Cards that a fifth one may be, beside a community hand and four cards.
        self._fifths_left = wilds.deck - COMMUNITY - 4
        parts = base.whole_numbers(nets)[1]
        self._alone = best if most == 3 else None
        if most == 3:
            on_three = with_fourth = np.zeros(len(self._three), dtype=np.int64)
            fifth = np.zeros(len(self._four), dtype=np.int64)
        else:
            worth = _seen_worth if seen else _blind_worth
            on_three, with_fourth, fifth = worth(tuple(nets), most == 5, rules)
        # What each class of four gains by a raise, and each of three by going on, in whole numbers: those of the Ante
        # are multiplied by `_ante`, those of Five Card Fortune by `_fortune` (for a class of three by all fourths too).
        self._ante = (wilds.deck - 4) * unit
        self._fortune = self._fifths_left * comb(wilds.deck - 4, COMMUNITY) * parts
        self._raised, self._fifth = raised, fifth
        self._more = with_fourth - (self._fifths_left + 1) * on_three
        self._play_ante = -(four - staked) * self._fourths * self._ante * self._fortune

    # The products do not always fit 64 bits: they are Python's integers.

    @cached_property
    def _raise_ante(self) -> Any:
        return self._raised.astype(object) * self._fortune

    @cached_property
    def _raise_fortune(self) -> Any:
        return self._fifth.astype(object) * self._ante

    @cached_property
    def _play_fortune(self) -> Any:
        return self._more.astype(object) * (self._fifths_left * self._ante)

    def plan(self, ratio: Fraction) -> Plan:
        """What to play and to raise where ``ratio`` is staked on Five Card Fortune for one on the Ante.

        Where folding is worth as much, it folds.
        """
        if self._alone is not None:
            # Further cards are none to select from.
            return self._alone
        # In floats, and in whole numbers wherever floats leave it open.
        p, q = ratio.numerator, ratio.denominator
        ante, more, on_more = self._in_floats
        times = p / q
        gained = ante + more * times
        raise_ = gained > 0
        for kind in np.flatnonzero(np.abs(gained) <= _CLOSE * (np.abs(ante) + more * times)).tolist():
            raise_[kind] = self._raise_ante[kind] * q + self._raise_fortune[kind] * p > 0
        after = self._three.after
        on = np.where(raise_, gained, 0.0)[after].sum(axis=1) + on_more * times + float(self._play_ante)
        play = on > 0
        for kind in np.flatnonzero(np.abs(on) <= _CLOSE * abs(float(self._play_ante))).tolist():
            exact = self._play_fortune[kind] * p + self._play_ante * q
            for four in after[kind][raise_[after[kind]]].tolist():
                exact += self._raise_ante[four] * q + self._raise_fortune[four] * p
            play[kind] = exact > 0
        return Plan(play, raise_)

    def raise_gain(self, four: int, ratio: Fraction) -> Fraction:
        """What a raise with a class of four gains over folding, per unit of the Ante."""
        p, q = ratio.numerator, ratio.denominator
        exact = int(self._raise_ante[four]) * q + int(self._raise_fortune[four]) * p
        return Fraction(exact, self._ante * self._fortune * q)

    def play_gain(self, three: int, ratio: Fraction) -> Fraction:
        """What playing on with a class of three gains over folding, per unit of the Ante, if the best play follows."""
        after = self._three.after[three].tolist()
        whole = self._ante * self._fortune
        sure = Fraction(int(self._play_fortune[three]), whole) * ratio + Fraction(int(self._play_ante), whole)
        return (sure + sum(max(Fraction(0), self.raise_gain(four, ratio)) for four in after)) / self._fourths

    @cached_property
    def _in_floats(self) -> tuple[Floats, Floats, Floats]:
        """What a raise gains for the Ante and for Five Card Fortune, and going on for the latter."""
        return (
            self._raised.astype(np.float64) * self._fortune,
            self._fifth.astype(np.float64) * self._ante,
            self._more.astype(np.float64) * (self._fifths_left * self._ante),
        )

    @cached_property
    def _raises(self) -> list[Fraction | None]:
        """By class of four, from which ratio on it is raised; ``None`` if never."""
        return [
            Fraction(0) if ante > 0 else Fraction(-ante, more) if more > 0 else None
            for ante, more in zip(self._raise_ante.tolist(), self._raise_fortune.tolist(), strict=True)
        ]

    @cached_property
    def _plays(self) -> list[Fraction | None]:
        """By class of three, from which ratio on it is played; ``None`` if never."""
        return [self._first(number) for number in range(len(self._three))]

    def _first(self, number: int) -> Fraction | None:
        after = self._three.after[number].tolist()
        value, slope = self._play_ante, self._play_fortune[number]
        waiting = []
        for kind in after:
            begins = self._raises[kind]
            if begins == 0 and self._raise_ante[kind] > 0:
                value += self._raise_ante[kind]
                slope += self._raise_fortune[kind]
            elif begins is not None:
                waiting.append((begins, kind))
        if value > 0:
            return Fraction(0)
        waiting.sort()
        for begins, kind in waiting:
            if slope > 0 and Fraction(-value, slope) <= begins:
                break
            value += self._raise_ante[kind]
            slope += self._raise_fortune[kind]
        return Fraction(-value, slope) if slope > 0 else None

    @property
    def ratios(self) -> tuple[Fraction, ...]:
        """The ratios at which the best play changes: above each, another class of hands is played or raised."""
        return tuple(piece.ratio for piece in self.pieces[1:])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """What both wagers win, from one ratio at which the play changes to the next; the first from nothing on."""
        three = self._three
        events: list[tuple[Fraction, int, int]] = []
        events += [(ratio, 0, kind) for kind, ratio in enumerate(self._raises) if ratio is not None]
        events += [(ratio, 1, kind) for kind, ratio in enumerate(self._plays) if ratio is not None]
        events.sort()
        sizes = three.sizes.tolist()
        raised = [False] * len(self._four)
        weight = [0] * len(self._four)
        ante = gained = 0
        every = int(three.sizes.sum()) * self._fourths
        found: list[Piece] = []

        def note(ratio: Fraction) -> None:
            whole = Fraction(ante, every * self._ante * self._fortune) - self._staked
            more = Fraction(gained, every * self._ante * self._fortune)
            if found and found[-1].ante == whole and found[-1].fortune == more:
                return
            found.append(Piece(ratio, whole, more))

        # A hand that the Ante alone plays is played at any ratio, and so it is with one raised.
        reached_ratio = Fraction(0)
        for ratio, play, kind in events:
            if ratio > reached_ratio:
                note(reached_ratio)
                reached_ratio = ratio
            if play:
                ante += sizes[kind] * self._play_ante
                gained += sizes[kind] * self._play_fortune[kind]
                for four in three.after[kind].tolist():
                    weight[four] += sizes[kind]
                    if raised[four]:
                        ante += sizes[kind] * self._raise_ante[four]
                        gained += sizes[kind] * self._raise_fortune[four]
            else:
                raised[kind] = True
                ante += weight[kind] * self._raise_ante[kind]
                gained += weight[kind] * self._raise_fortune[kind]
        note(reached_ratio)
        return tuple(found)


@lru_cache(maxsize=8)
def _blind_worth(nets: tuple[Fraction, ...], five: bool, rules: RuleSet) -> tuple[Numbers, Numbers, Numbers]:
    """As `revealed.worth`, for selections made before the community hand is seen."""
    rows, wilds = rules.fortune, rules.wilds
    _, on_four = fortune.best_and_worth(nets, 4, rows, wilds)
    if five:
        on_three, with_fourth, _ = _blind_worth(nets, False, rules)
        _, on_five = fortune.best_and_worth(nets, 5, rows, wilds)
        fifth = summed_over_next(4, on_five, wilds) - (wilds.deck - COMMUNITY - 4) * on_four
        return on_three, with_fourth, fifth
    _, on_three = fortune.best_and_worth(nets, 3, rows, wilds)
    return on_three, summed_over_next(3, on_four, wilds), np.zeros(len(on_four), dtype=np.int64)


@lru_cache(maxsize=8)
def _seen_worth(nets: tuple[Fraction, ...], five: bool, rules: RuleSet) -> tuple[Numbers, Numbers, Numbers]:
    return revealed.worth(nets, five, rules.fortune, rules.wilds)
