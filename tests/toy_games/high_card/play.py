"""High Card: the procedure."""

from __future__ import annotations

from houseway.rulebook.steps import DEALER, Ask, Choice, Deal, Look, Procedure, Turn
from houseway.table.table import Table


def play(table: Table) -> Procedure:
    """One round."""
    yield from table.open(cite="rules 1", press="rules 1", confirm="rules 1", collect="rules 1")
    for seat in table.clockwise():
        yield Deal(seat, cite="rules 2")
        yield Look(seat, seat, cite="rules 2")
    yield Deal(DEALER, cite="rules 2")
    for seat in table.clockwise():
        stake = table.stake(seat, "bet")
        choices = (
            Choice("stay", "leave the bet as it is", "rules 3"),
            Choice("raise", "bet as much again", "rules 3", stake, stake, "raise"),
        )
        yield Ask(seat, "raise", choices, "stay", cite="rules 3")
    (dealer,) = yield Turn(DEALER, cite="rules 4")
    for seat in table.clockwise():
        (card,) = yield Turn(seat, cite="rules 4")
        event = "win" if card.rank > dealer.rank else "push" if card.rank == dealer.rank else "lose"
        for wager in table.open_wagers(seat):
            yield from table.pay(seat, wager, (event,), "rules 4")
