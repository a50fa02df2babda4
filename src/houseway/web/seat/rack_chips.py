"""The chips in a player's rack: those that the limits and fixed amounts of the table ask for."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from houseway.table.setup import Setup

USUAL = (100, 500, 2_500, 10_000, 50_000)
SMALL = (250, 50, 25)
"""Chips that only some amounts need: the first that makes one up is taken into the rack."""


def rack_chips(setup: Setup) -> list[int]:
    """The chips to bet with at a table, in cents, the smallest first.

    None is larger than the highest limit, or so small beside the lowest amount that nobody would count it out.
    """
    asked = _asked(setup)
    lowest, highest = min(asked, default=USUAL[0]), max(asked, default=USUAL[-1])
    chips = {value for value in USUAL if lowest <= 10 * value and value <= max(highest, USUAL[0])}
    for amount in sorted(asked):
        if amount % min(chips):
            helps = (
                value for value in SMALL if value <= amount and (amount - value) % (100 if value > 100 else value) == 0
            )
            chips |= set(islice(helps, 1))
    return sorted(chips)


def _asked(setup: Setup) -> set[int]:
    """The least, the highest and the fixed amounts of the wagers that are placed before the deal.

    Of a wager that is bound to a share of another it is also that share of the least.
    """
    asked: set[int] = set()
    for slug in setup.edition.initial_wagers:
        if slug not in setup.wagers:
            continue
        fixed, relation = setup.fixed_amount(slug), setup.edition.wagers[slug].relation
        asked |= set(setup.limits.get(slug, ())) if fixed is None else {fixed}
        if relation is not None:
            share = Fraction(relation.share)
            asked |= {int(setup.limits[other][0] * share) for other in relation.to if other in setup.limits}
    return asked - {0}
