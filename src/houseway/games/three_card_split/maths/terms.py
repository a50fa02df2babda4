"""What is asked of the mathematics of Three Card Split, checked: wagers, paytables, options, changed pays, meters."""

from __future__ import annotations

from houseway.maths import terms as common
from houseway.maths.question_errors import BadQuestion
from houseway.rulebook.money import dollars
from houseway.rulebook.pays import Pay, PayKind
from houseway.rulebook.paytables import Paytable


class Terms(common.Terms):
    """A question checked. Options are those of the edition, and ``fixed``: the jackpot wager in cents."""

    def check_pay(self, table: Paytable, event: str, pay: Pay) -> None:
        """Only the jackpot has a meter."""
        if (pay.is_percent or pay.is_posted) and not self.is_jackpot(table.wager):
            raise BadQuestion(
                f"{table.wager} {event}: {pay.text} is a pay of jackpots", remedy="give odds, push, loss or money"
            )

    def unit(self, table: Paytable) -> str:
        """What 1 is, in words."""
        wager = self.edition.wagers[table.wager]
        in_money = any(row.pay.kind is PayKind.DOLLARS or self.meter_of(table, row) for row in table.rows)
        return f"one {wager.name} wager" + (f" of {dollars(self.stake(table.wager))}" if in_money else "")
