"""What the rows of a table's wagers give back, with the amounts on its meters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from houseway.maths.question_errors import BadQuestion
from houseway.maths.terms import returned, share_of
from houseway.rulebook.paytables import Row
from houseway.table.setup import Setup

STAKE = 100
"""Cents of a wager that may be of any amount."""


class TablePays:
    """The pays of one table. ``meters`` has cents by meter."""

    def __init__(self, setup: Setup, meters: Mapping[str, int]) -> None:
        self.setup = setup
        self.meters = dict(meters)
        self._known: dict[tuple[str, tuple[str, ...]], Fraction] = {}

    def given(self, wager: str, events: tuple[str, ...]) -> Fraction:
        """What the first row among ``events`` gives back for one unit, the stake with it where it is."""
        found = self._known.get((wager, events))
        if found is None:
            found = self._known[wager, events] = self._row(wager, self.setup.paytables[wager].row(events))
        return found

    def _row(self, wager: str, row: Row) -> Fraction:
        stake = self.setup.fixed_amount(wager) or STAKE
        if not row.pay.is_percent:
            return returned(row.pay, stake)
        meter = self.setup.meter_of(wager, row.event)
        if meter not in self.meters:
            raise BadQuestion(f"the amount on the meter {meter} is not given", remedy="give it in cents")
        return share_of(row) * Fraction(self.meters[meter], stake)
