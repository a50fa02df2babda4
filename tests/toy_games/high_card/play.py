"""High Card: the procedure."""

from __future__ import annotations

from houseway.rulebook.steps import DEALER, Ask, Choice, Deal, Look, Procedure, Turn
from houseway.table.table import Table

from . import hands


def play(table: Table) -> Procedure:
    """One round."""
    yield from table.open(cite="rules 1", press="rules 5", confirm="rules 5", collect="rules 5")
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
        table.through.add(seat)
    (house,) = yield Turn(DEALER, cite="rules 4")
    for seat in table.clockwise():
        (card,) = yield Turn(seat, cite="rules 4")
        for wager in ("bet", "raise"):
            if table.has(seat, wager):
                yield from table.pay(seat, wager, (hands.duel(card, house),), "rules 4")
        if table.has(seat, "twin"):
            yield from table.pay(seat, "twin", hands.twins(card, house), "rules 6")
    yield from table.prizes("rules 6")
