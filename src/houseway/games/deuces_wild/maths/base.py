"""Ante, Play and Raise: the best play by going backwards from the fifth card, and what any play comes to.

A player sees only its own cards, so that a plan is a set of classes of three cards that are played and a set of classes
of four that are raised. The wager is won or lost in units of one Ante: folding on three costs 1, folding on four 2;
after a raise there are 4 units on the layout, which the fifth card decides (DW-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from houseway.games.deuces_wild import hands
from houseway.games.deuces_wild.maths.classes import APPROVED as APPROVED_WILDS
from houseway.games.deuces_wild.maths.classes import DECK, Numbers, Wilds, classes, summed_over_before
from houseway.games.deuces_wild.maths.counting import Rows, fifth
from houseway.maths.question_errors import BadQuestion

Flags = npt.NDArray[np.bool_]

THREE, FOUR, ALL = 1, 2, 4
"""Units staked: before the fourth card, before the fifth, and after the Raise."""

Stakes: TypeAlias = tuple[int, int, int]
APPROVED: Stakes = (THREE, FOUR, ALL)
"""The same together; a changed rule may have others."""


class RuleSet(NamedTuple):
    """What the Ante and Five Card Fortune are worked out under: as approved where nothing else is said.

    ``ante`` and ``fortune`` are the rows that their cards are asked for, best first.
    """

    wilds: Wilds = APPROVED_WILDS
    ante: Rows = hands.ANTE_ROWS
    fortune: Rows = hands.FORTUNE_ROWS
    stakes: Stakes = APPROVED


APPROVED_RULES = RuleSet()

FOURTHS, FIFTHS = DECK - 3, DECK - 4
DEALS = comb(DECK, 3) * FOURTHS * FIFTHS
"""Sets of three cards, each with every fourth and fifth card: all alike."""

_MOST = 10**11


class Plan(msgspec.Struct, frozen=True):
    """Which classes of three cards are played, and which of four are raised."""

    play: Flags
    raise_: Flags


class Ends(msgspec.Struct, frozen=True):
    """How many of all `DEALS` end in each way: folded on three, folded on four, or by row after a raise, none last."""

    folded_on_three: int
    folded_on_four: int
    rows: tuple[int, ...]


def whole_numbers(nets: Sequence[Fraction]) -> tuple[Numbers, int]:
    """``nets`` as whole numbers, and what they were multiplied by."""
    factor = lcm(*(net.denominator for net in nets))
    numbers = [int(net * factor) for net in nets]
    if max(map(abs, numbers)) > _MOST or factor > _MOST:
        raise BadQuestion(
            "the pays are too large, or too finely divided, to be reckoned with exactly", remedy="use smaller numbers"
        )
    return np.array(numbers, dtype=np.int64), factor


def best_plan(
    nets: Sequence[Fraction],
    rows: Rows = hands.ANTE_ROWS,
    stakes: Stakes = APPROVED,
    wilds: Wilds = APPROVED_WILDS,
) -> Plan:
    """The best play where row number *k* of ``rows`` wins ``nets[k]`` for one and the last entry is for no row.

    Where folding is worth as much, it folds.
    """
    return _best_plan(tuple(nets), rows, stakes, wilds)


@lru_cache(maxsize=32)
def _best_plan(nets: tuple[Fraction, ...], rows: Rows, stakes: Stakes, wilds: Wilds) -> Plan:
    three, four, whole = stakes
    fourths, fifths = wilds.deck - 3, wilds.deck - 4
    gains, unit = whole_numbers(nets)
    raised = whole * (fifth(rows, wilds).all @ gains)
    given_up = -four * fifths * unit
    raise_ = raised > given_up
    played = np.where(raise_, raised, given_up)[classes(3, wilds).after].sum(axis=1)
    play = played > -three * fourths * fifths * unit
    for flags in (play, raise_):
        flags.flags.writeable = False
    return Plan(play, raise_)


def values(nets: Sequence[Fraction], raise_: Flags, rules: RuleSet = APPROVED_RULES) -> tuple[Numbers, Numbers, int]:
    """What playing each class of three and raising each of four gains over folding, if ``raise_`` are raised.

    In parts of one Ante: the last number returned, by the number of cards that may follow, makes a whole one.
    """
    return _values(tuple(nets), raise_.tobytes(), rules)


@lru_cache(maxsize=16)
def _values(nets: tuple[Fraction, ...], raises: bytes, rules: RuleSet) -> tuple[Numbers, Numbers, int]:
    raise_ = np.frombuffer(raises, dtype=np.bool_)
    three, four, whole = rules.stakes
    deck = rules.wilds.deck
    gains, unit = whole_numbers(nets)
    raised = whole * (fifth(rules.ante, rules.wilds).all @ gains)
    given_up = -four * (deck - 4) * unit
    played = np.where(raise_, raised, given_up)[classes(3, rules.wilds).after].sum(axis=1)
    on_three, on_four = played + three * (deck - 3) * (deck - 4) * unit, raised - given_up
    for gained in (on_three, on_four):
        gained.flags.writeable = False
    return on_three, on_four, unit


def reached(play: Flags, wilds: Wilds = APPROVED_WILDS) -> Numbers:
    """How often each class of four cards is come to, of all sets of three with every fourth card."""
    # Any of the four may have come last.
    found: Numbers = classes(4, wilds).sizes * summed_over_before(4, play.astype(np.int64), wilds)
    return found


def ends(plan: Plan, rows: Rows = hands.ANTE_ROWS, wilds: Wilds = APPROVED_WILDS) -> Ends:
    """What becomes of every deal."""
    return _ends(plan.play.tobytes(), plan.raise_.tobytes(), rows, wilds)


@lru_cache(maxsize=64)
def _ends(plays: bytes, raises: bytes, rows: Rows, wilds: Wilds) -> Ends:
    play, raise_ = (np.frombuffer(flags, dtype=np.bool_) for flags in (plays, raises))
    fourths, fifths = wilds.deck - 3, wilds.deck - 4
    folded = int(classes(3, wilds).sizes[~play].sum()) * fourths * fifths
    four = reached(play, wilds)
    made = np.where(raise_, four, 0) @ fifth(rows, wilds).all
    return Ends(folded, int(four[~raise_].sum()) * fifths, tuple(made.tolist()))


def always(play: bool, raise_: bool, wilds: Wilds = APPROVED_WILDS) -> Plan:
    """The plan that does the same with every hand."""
    return Plan(np.full(len(classes(3, wilds)), play), np.full(len(classes(4, wilds)), raise_))
